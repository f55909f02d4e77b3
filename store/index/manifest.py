"""What the corpus's record.yaml declares for serving: its name, what it covers, its gate, its limits."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from store.errors import SettingsError
from store.index.identity import read_corpus_id


class MeasuredFloor(BaseModel):
    """A floor and what it was measured for. Written by `python -m store calibrate`, never by hand."""

    model_config = ConfigDict(frozen=True, extra="allow")

    floor: float = Field(ge=-1.0, le=1.0)
    digest: str | None = None
    """Of the embedding space, the serving predicate and the gate's version it holds for."""


class Sureness(BaseModel):
    """From which confidence on a suggested tag counts as sure. Written by `python -m store calibrate`."""

    model_config = ConfigDict(frozen=True, extra="allow")

    at: float = Field(ge=0.0, le=1.0)
    digest: str | None = None
    """Of the embedding space it was measured in; in any other space nothing is sure."""


class Retrieval(BaseModel):
    """Settings of the search that belong to the corpus, not to a deployment."""

    model_config = ConfigDict(frozen=True, extra="allow")

    response_budget_chars: int = Field(default=24_000, ge=1_000, le=10_000_000)


class Manifest(BaseModel):
    """record.yaml. `gate`: off, declared but not measured, or measured."""

    model_config = ConfigDict(frozen=True, extra="allow")

    corpus_id: str
    title: str = ""
    covers: tuple[str, ...] = ()
    does_not_cover: tuple[str, ...] = ()
    gate: Literal["off", "uncalibrated"] | MeasuredFloor = "off"
    sure: Sureness | None = None
    retrieval: Retrieval = Retrieval()

    @field_validator("gate", mode="before")
    @classmethod
    def _as_written(cls, value: object) -> object:
        """YAML reads a bare off as false; a floor whose number is the word `uncalibrated` is not measured."""
        if value is False:
            return "off"
        if isinstance(value, dict) and value.get("floor") == "uncalibrated":
            return "uncalibrated"
        if value in ("off", "uncalibrated") or isinstance(value, dict | MeasuredFloor):
            return value
        raise ValueError('must be "off", uncalibrated, or the {floor: ...} that calibrate writes')


def read_manifest(corpus: Path) -> Manifest:
    """The manifest of the corpus in this folder. Raises SettingsError for one that cannot be used."""
    read_corpus_id(corpus)
    declared: dict[str, Any] = yaml.safe_load((corpus / "record.yaml").read_text(encoding="utf-8"))
    try:
        return Manifest.model_validate(declared)
    except ValidationError as error:
        problems = [problem for problem in error.errors() if not _is_other_form(problem)]
        raise SettingsError("\n".join(map(_plain, problems))) from None


def _is_other_form(problem: Any) -> bool:
    """A measured floor that is wrong is also not the word off; only what is wrong with the floor helps."""
    where = problem["loc"]
    return len(where) == 2 and where[0] == "gate" and str(where[1]).startswith("literal")


def _plain(problem: Any) -> str:
    where = ".".join(str(part) for part in problem["loc"] if part not in ("MeasuredFloor",))
    reason = str(problem["msg"]).removeprefix("Value error, ")
    return f"record.yaml of the corpus: {where} is {problem['input']!r}: {reason}"
