"""YAML with the line of every key. Stricter than YAML 1.1 where leniency would hide a mistake."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import yaml

Path = tuple[str | int, ...]
"""Where a value is: keys and list positions from the top."""


class YamlProblem(Exception):
    """The text is not YAML we accept. `line` counts from 1."""

    def __init__(self, line: int | None, why: str) -> None:
        super().__init__(why)
        self.line = line
        self.why = why


@dataclass(frozen=True)
class Yaml:
    """A parsed text. `lines` holds the line of each key and list item, from 1."""

    value: object
    lines: Mapping[Path, int] = field(default_factory=dict)

    def line(self, *path: str | int) -> int | None:
        """The line of the value at `path`, or of the nearest thing around it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path)


class _Loader(yaml.CSafeLoader):
    """Instants stay text, so that one rule of ours decides their form."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, form) for tag, form in resolvers if tag != "tag:yaml.org,2002:timestamp"]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def parse_yaml(text: str, first_line: int = 1) -> Yaml:
    """Parse one YAML document whose first line is line `first_line` of its file. Raises YamlProblem."""
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
        if node is None:
            return Yaml(None)
        lines: dict[Path, int] = {}
        _walk(node, (), lines, set(), first_line)
        return Yaml(loader.construct_document(node), lines)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        why = error.problem or error.context or "it cannot be read"
        raise YamlProblem(None if mark is None else mark.line + first_line, why) from None
    except yaml.YAMLError as error:
        raise YamlProblem(None, str(error).splitlines()[0]) from None
    except (ValueError, OverflowError, RecursionError, TypeError) as error:
        raise YamlProblem(None, f"a value cannot be read ({error})") from None
    finally:
        loader.dispose()


def _walk(node: Any, path: Path, lines: dict[Path, int], seen: set[int], first_line: int) -> None:
    """Note every line; refuse a key said twice and an alias, which would hide or multiply what is said."""
    line = node.start_mark.line + first_line
    lines.setdefault(path, line)
    if isinstance(node, yaml.ScalarNode):
        return
    if id(node) in seen:
        raise YamlProblem(line, "it repeats a part by an alias (*name)")
    seen.add(id(node))
    if isinstance(node, yaml.SequenceNode):
        for position, item in enumerate(node.value):
            _walk(item, (*path, position), lines, seen, first_line)
        return
    for key, value in node.value:
        here = (*path, str(key.value))
        key_line = key.start_mark.line + first_line
        if here in lines:
            raise YamlProblem(key_line, f"the key `{key.value}` is there twice")
        lines[here] = key_line
        _walk(value, here, lines, seen, first_line)
