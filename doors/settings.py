"""What the one process may be told: DOORS_* variables, each with its meaning. No secret has a default."""

from __future__ import annotations

import ipaddress
import re
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from store import SettingsError

MIN_TOKEN_CHARS = 24
_HOST_FORM = re.compile(r"\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+")
_SECRET = frozenset({"mcp_tokens"})


class DoorSettings(BaseSettings):
    """`open_door_settings()` is the way in that turns bad values into a plain error."""

    model_config = SettingsConfigDict(env_prefix="DOORS_", frozen=True, extra="ignore")

    host: str = Field(
        "127.0.0.1",
        description="Address to listen on. Anything but loopback needs sign-in, or DOORS_ALLOW_ANONYMOUS.",
    )
    port: int = Field(8501, ge=0, le=65_535, description="Port to listen on. 0: any free one.")
    allow_anonymous: bool = Field(
        False,
        description="on: listen on a public address without sign-in; everybody who reaches it may use it. "
        "Written to the log at every start.",
    )
    secrets_file: Path | None = Field(
        None,
        description="TOML file with the [auth] section of the app's sign-in. "
        "Unset: .streamlit/secrets.toml beside app.py.",
    )
    mcp_tokens: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Secret bearer tokens for /mcp, separated by commas, at least "
        f"{MIN_TOKEN_CHARS} characters each. Every one is valid, so put a new one beside the old, then drop "
        "the old. Unset: no sign-in.",
        repr=False,
    )
    allowed_hosts: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Host names under which the process is reached from outside, separated by commas, "
        "without ports, for example count.example.org. Loopback names are always allowed, others refused.",
    )
    max_body_bytes: int = Field(
        4 * 1024 * 1024,
        ge=1_024,
        le=100 * 1024 * 1024,
        description="Largest body of a request to /mcp; a larger one is answered with 413.",
    )
    max_calls: int = Field(
        32,
        ge=1,
        le=1_000,
        description="Requests to /mcp that may be open at the same time; one more is answered with 429.",
    )
    max_sessions: int = Field(
        200,
        ge=1,
        le=10_000,
        description="Browser sessions that may be connected at the same time; one more is answered with 429.",
    )

    @field_validator("allow_anonymous", mode="before")
    @classmethod
    def _on_or_off(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        if value.strip().lower() not in ("on", "off"):
            raise ValueError("must be on or off")
        return value.strip().lower() == "on"

    @field_validator("secrets_file")
    @classmethod
    def _there(cls, value: Path | None) -> Path | None:
        if value is not None and not value.is_file():
            raise ValueError("is no file that can be read")
        return value

    @field_validator("mcp_tokens", "allowed_hosts", mode="before")
    @classmethod
    def _comma_list(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value

    @field_validator("mcp_tokens")
    @classmethod
    def _long_enough(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if any(len(token) < MIN_TOKEN_CHARS for token in value):
            raise ValueError(f"every token needs at least {MIN_TOKEN_CHARS} characters")
        if any(not token.isascii() or not token.isprintable() or " " in token for token in value):
            raise ValueError("a token is printable ASCII without spaces")
        return value

    @field_validator("allowed_hosts")
    @classmethod
    def _names(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for name in value:
            if not _HOST_FORM.fullmatch(name):
                raise ValueError(f"{name!r} is no host name; write it like count.example.org, without a port")
        return tuple(name.lower() for name in value)

    @property
    def is_loopback(self) -> bool:
        """Whether nobody outside this machine can reach the address."""
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host.strip("[]")).is_loopback
        except ValueError:
            return False

    @property
    def hosts(self) -> tuple[str, ...]:
        """Every host name a request may name, without ports."""
        return ("127.0.0.1", "localhost", "[::1]", *self.allowed_hosts)


def open_door_settings(**values: object) -> DoorSettings:
    """Settings from the environment, with `values` on top. Raises SettingsError naming every bad value."""
    try:
        return DoorSettings(**values)  # type: ignore[arg-type]  # pydantic checks them
    except ValidationError as error:
        raise SettingsError("\n".join(_plain(problem) for problem in error.errors())) from None


def _plain(problem: Any) -> str:
    name = str(problem["loc"][0]) if problem["loc"] else "settings"
    value = "(not shown)" if name in _SECRET else repr(problem["input"])
    return f"DOORS_{name.upper()} is {value}: {str(problem['msg']).removeprefix('Value error, ')}"
