"""`python -m doors.configuration`: the configuration reference, written from the settings classes."""

from __future__ import annotations

import ast
import inspect
import io
import tokenize
from dataclasses import fields
from typing import Any

from pydantic_settings import BaseSettings

from counting.intake.caps import Caps, variable
from doors.settings import DoorSettings
from store import Settings

COMMAND = "python -m doors.configuration > docs/configuration.md"
HEAD = f"""# Configuration

Everything a deployment may set, as environment variables. Nothing has to be set; no secret has a default. A
value that cannot be used is refused at the start, by name.

This page is written from the settings classes, and a test compares the two:
`{COMMAND}`
"""
SIGN_IN = """## Sign-in of the app

The app asks everybody to sign in once `.streamlit/secrets.toml` has an `[auth]` section, as Streamlit reads
it for an OpenID Connect provider. [deployment.md](deployment.md) shows a whole one.

| Key | Meaning |
|---|---|
| `redirect_uri` | The address of the app with `/oauth2callback` at its end. |
| `cookie_secret` | **Secret.** A long random text that signs the cookie of a visitor who has signed in. |
| `client_id` | What the provider calls this app. |
| `client_secret` | **Secret.** What the provider gave out with it. |
| `server_metadata_url` | The provider's address that ends in `/.well-known/openid-configuration`. |
"""


def reference() -> str:
    """The whole page."""
    return "\n".join(
        [
            HEAD,
            "## The record\n",
            _settings_table(Settings),
            "## The one process (`python -m doors.serve`)\n",
            _settings_table(DoorSettings),
            SIGN_IN,
            "## What intake reads at most\n",
            "A larger source is refused with the name of the cap; nothing is cut silently.\n",
            _caps_table(),
        ]
    )


def _settings_table(kind: type[BaseSettings]) -> str:
    prefix = str(kind.model_config.get("env_prefix", ""))
    rows = []
    for name, field in kind.model_fields.items():
        bounds = ", ".join(filter(None, (_bound(each) for each in field.metadata)))
        secret = "" if field.repr else "**Secret.** "
        words = f"{secret}{field.description}{f' {_sentence(bounds)}' if bounds else ''}"
        rows.append((f"`{prefix}{name.upper()}`", _default(field.default), words))
    return _table(rows)


def _bound(constraint: Any) -> str:
    for name, words in (("ge", "at least"), ("gt", "more than"), ("le", "at most")):
        if (value := getattr(constraint, name, None)) is not None:
            return f"{words} {value:,}"
    return ""


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."


def _default(value: Any) -> str:
    match value:
        case None | ():
            return "unset"
        case bool():
            return "`on`" if value else "`off`"
        case _:
            return f"`{value}`"


def _caps_table() -> str:
    """The meaning of a cap is the comment beside it in its class."""
    said = _comments(Caps)
    return _table(
        [(f"`{variable(cap.name)}`", f"`{cap.default}`", _sentence(said[cap.name])) for cap in fields(Caps)]
    )


def _comments(kind: type) -> dict[str, str]:
    source = inspect.getsource(kind)
    at = {
        token.start[0]: token.string.lstrip("# ").rstrip(".")
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    }
    [body] = ast.parse(source).body
    assert isinstance(body, ast.ClassDef)  # noqa: S101  the source of a class is one class
    return {
        node.target.id: " ".join(
            at[line] for line in range(node.lineno, (node.end_lineno or 0) + 1) if line in at
        )
        for node in body.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }


def _table(rows: list[tuple[str, str, str]]) -> str:
    lines = ["| Variable | Default | Meaning |", "|---|---|---|"]
    lines += [f"| {' | '.join(cell.replace('|', '&#124;') for cell in row)} |" for row in rows]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(reference(), end="")
