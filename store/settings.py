"""What a deployment may set: RECORD_* variables, each with its meaning. Nothing secret has a default."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

from pydantic import Field, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from store.envelope import TrustTier
from store.errors import SettingsError

PACKAGED_MODEL = "all-MiniLM-L6-v2"
_DEPLOYMENT_FORM = re.compile(r"[A-Za-z0-9._-]{1,64}")


class Settings(BaseSettings):
    """One deployment's settings. `open_settings()` is the way in that turns bad values into a plain error."""

    model_config = SettingsConfigDict(env_prefix="RECORD_", frozen=True, extra="ignore")

    home: Path = Field(
        Path(".record"),
        description="Folder of the embedded stores and of the generated snapshot key. "
        "A relative path starts at the current directory.",
    )
    corpus: Path = Field(
        Path("corpus"),
        description="Folder of the corpus that is published and served. "
        "A relative path starts at the current directory.",
    )
    database_url: str | None = Field(
        None,
        description="SQLAlchemy address of the database, for example "
        "postgresql://user@host/record. Unset: a SQLite file in RECORD_HOME.",
    )
    chroma_url: str | None = Field(
        None,
        description="Address of a Chroma server, for example http://127.0.0.1:8000. "
        "Unset: Chroma runs embedded in RECORD_HOME.",
    )
    deployment: str = Field(
        "local",
        description="Name of this deployment. Snapshot tokens are bound to it; "
        "app processes that share one store use the same name.",
    )
    min_trust_tier: TrustTier = Field(
        "unverified",
        description="Lowest trust tier this deployment serves: unverified, machine-confirmed or "
        "human-reviewed. A caller can raise it, never lower it.",
    )
    auto_ingest: bool = Field(
        True,
        description="on: the app publishes the corpus by itself when nothing is published yet. off: never.",
    )
    save_counts: bool = Field(
        True, description="on: counts are saved on the server. off: they stay in the browser session only."
    )
    audit: bool = Field(
        True, description="on: every act is written to the audit (never a query's text). off: none is."
    )
    snapshot_keys: Annotated[tuple[str, ...], NoDecode] = Field(
        (),
        description="Secret keys for snapshot tokens, separated by commas, at least 16 characters each. "
        "The first signs, all verify, so put a new key first and drop the old one 30 minutes later. "
        "Unset: a random key is generated once and kept with the deployment's stores.",
        repr=False,
    )
    model: str = Field(
        PACKAGED_MODEL,
        description="The embedding model: the packaged all-MiniLM-L6-v2, or the folder of any other "
        "sentence-transformers model on this machine. Changing it needs a new ingest.",
    )
    embed_wall_clock_seconds: float = Field(
        5.0, gt=0, le=120, description="Longest time one search waits for its query's embedding."
    )
    breaker_failures: int = Field(
        1,
        ge=1,
        le=100,
        description="Failed embeddings in a row after which the model is left alone for a while.",
    )
    breaker_rest_seconds: float = Field(
        5.0, ge=0, le=3600, description="How long the model is left alone before one search tries it again."
    )
    query_cache_size: int = Field(
        512, ge=0, le=100_000, description="How many query embeddings are kept in memory. 0: none."
    )

    @field_validator("auto_ingest", "save_counts", "audit", mode="before")
    @classmethod
    def _on_or_off(cls, value: object) -> object:
        if isinstance(value, str):
            match value.strip().lower():
                case "on":
                    return True
                case "off":
                    return False
                case _:
                    raise ValueError("must be on or off")
        return value

    @field_validator("home", "corpus", mode="before")
    @classmethod
    def _named(cls, value: object) -> object:
        if isinstance(value, str) and not value.strip():
            raise ValueError("must name a folder")
        return value

    @field_validator("home", "corpus", mode="after")
    @classmethod
    def _from_here(cls, value: Path) -> Path:
        return value.expanduser().absolute()

    @field_validator("database_url", "chroma_url", mode="before")
    @classmethod
    def _blank_is_unset(cls, value: object) -> object:
        return None if isinstance(value, str) and not value.strip() else value

    @field_validator("database_url")
    @classmethod
    def _known_database(cls, value: str | None) -> str | None:
        if value is None:
            return None
        try:
            name = make_url(value).get_backend_name()
        except ArgumentError:
            raise ValueError(
                "is not a database address; write it like postgresql://user@host/record"
            ) from None
        if name not in ("sqlite", "postgresql"):
            raise ValueError(f"names the database {name}; sqlite and postgresql are supported")
        return value

    @field_validator("chroma_url")
    @classmethod
    def _http(cls, value: str | None) -> str | None:
        if value is not None and not re.fullmatch(r"https?://[^\s/]+/?", value):
            raise ValueError("must be the address of a Chroma server, like http://127.0.0.1:8000")
        return value

    @field_validator("deployment")
    @classmethod
    def _plain_name(cls, value: str) -> str:
        if not _DEPLOYMENT_FORM.fullmatch(value):
            raise ValueError("must be 1 to 64 letters, digits, dots, dashes or underscores")
        return value

    @field_validator("snapshot_keys", mode="before")
    @classmethod
    def _comma_list(cls, value: object) -> object:
        if isinstance(value, str):
            return tuple(key.strip() for key in value.split(",") if key.strip())
        return value

    @field_validator("snapshot_keys")
    @classmethod
    def _long_enough(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if any(len(key) < 16 for key in value):
            raise ValueError("every key needs at least 16 characters")
        return value

    @field_validator("model")
    @classmethod
    def _some_model(cls, value: str) -> str:
        if not value.strip():
            raise ValueError(f"must name a model; leave it unset for {PACKAGED_MODEL}")
        return value.strip()

    @property
    def sql_url(self) -> str:
        """The database address in force: the setting, or a SQLite file under `home`."""
        return self.database_url or f"sqlite:///{self.home / 'record.db'}"

    @property
    def chroma_folder(self) -> Path:
        """Where the embedded Chroma lives when no server is set."""
        return self.home / "chroma"


_SECRET = frozenset({"snapshot_keys", "database_url"})


def open_settings(**values: object) -> Settings:
    """Settings from the environment, with `values` on top. Raises SettingsError naming every bad value."""
    try:
        return Settings(**values)  # type: ignore[arg-type]
    except ValidationError as error:
        raise SettingsError("\n".join(_plain(problem) for problem in error.errors())) from None


def _plain(problem: object) -> str:
    assert isinstance(problem, dict)  # noqa: S101
    name = str(problem["loc"][0]) if problem["loc"] else "settings"
    value = "(not shown)" if name in _SECRET else repr(problem["input"])
    reason = str(problem["msg"]).removeprefix("Value error, ")
    return f"RECORD_{name.upper()} is {value}: {reason}"
