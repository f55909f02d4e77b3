"""Texts that are written for programs: settings, source code, drawings in code."""

from __future__ import annotations

import re

from counting.intake.marks import marked

_YAML = re.compile(r"^\s*(?:- )*[\w./-]+:(?: +\S.*)?$|^\s*- [\w./@-]+$|^\s*#|^---$")
_SETTING = re.compile(r"^\s*(?:- )*[\w./-]+:(?: +\S+){0,2}\s*$")
_YAML_SHARE, _SETTING_SHARE = 0.65, 0.6
_CODE = re.compile(
    r"[{}]\s*(?://.*)?$|(?:\w\(|\s=\s|\w\.\w).*;\s*$|^\s*(?:private|public|static)\b.*;$|"
    r"^\s*[)}\]]+[;,]?\s*$|^\s*(?://|/\*|\*/|#include)|"
    r"^\s*(?:async )?(?:def|class|if|elif|else|for|while|with|try|except)\b.*:\s*$|"
    r"^\s*(?:import|from|using) [\w.]+(?: import .*)?;?$|^\s*package [\w.]+;$|"
    r"^\s*(?:const|let|var|val) \w+ = |^\s*return\b.*[.()\[\]]|^\s*[\w.\[\]]+ (?:=|\+=|:=) \S|"
    r"^\s*[\w.]+\(.*\)\s*;?$|^\s*(?:SELECT|FROM|WHERE|JOIN|ORDER BY|INSERT INTO|CREATE TABLE)\b"
)
_SURE_CODE = re.compile(
    r"^import .* from ['\"]|^export (?:default|const|class|function|interface|type|enum|async|abstract)\b|"
    r"=> ?[{(]\s*$|^\s*(?:const|let) [{\[\w].* = |^(?:async )?(?:def|function|class) .*[:{]\s*$|"
    r"^package [\w.]+;|^#include|\brequire\(|^(?:from [\w.]+ )?import [\w.]+$|"
    r"^\s*(?:public|private) .*[({;]\s*$"
)
_CODE_SHARE = 0.6
_SOME_CODE = 0.2  # beside lines that are code for sure
_FEWEST_LINES = 4  # fewer show nothing
_LINES_LOOKED_AT = 400


def for_machines(head: str) -> str:
    """The kind of a text that is written for programs, "" for one that is written for people."""
    if re.match(r"(?:strict\s+)?(?:di)?graph\s+[\w\"]*\s*\{", head):
        return "graphviz"
    if head.startswith("#!"):
        return "source code"
    if re.search(r"^(?:```|~~~)", head, re.MULTILINE):
        return ""
    lines = [line for line in head.split("\n")[:_LINES_LOOKED_AT] if line.strip()]
    if len(lines) < _FEWEST_LINES:
        return ""
    if _is_settings(lines):
        return "settings"
    sure = sum(bool(_SURE_CODE.search(line)) for line in lines) > 1
    return "source code" if _share(_CODE, lines) >= (_SOME_CODE if sure else _CODE_SHARE) else ""


def _is_settings(lines: list[str]) -> bool:
    """Keys with short values, some with keys further in below them; people write sentences behind a colon."""
    short = _share(_SETTING, lines)
    nested = any(map(_opens_nested, lines, lines[1:]))
    return nested and short >= _SETTING_SHARE and _share(_YAML, lines) >= _YAML_SHARE


def _share(pattern: re.Pattern[str], lines: list[str]) -> float:
    found = (pattern.search(line) for line in lines if marked(line.strip()) is None or pattern is not _CODE)
    return sum(map(bool, found)) / len(lines)


def _opens_nested(line: str, below: str) -> bool:
    """ "jobs:" with a key further in below it."""
    indent = len(line) - len(line.lstrip())
    return (
        bool(re.match(r"\s*[A-Za-z][\w.-]*:\s*$", line))
        and bool(_YAML.match(below))
        and below[indent:][:2] == "  "
    )
