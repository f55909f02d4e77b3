"""Take a document down, or let it be served again: one more line in the ledger, in force at once."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from store.errors import InvalidRequest, RecordError
from store.index.acts import Takedown, TakedownKind, withdrawn_by
from store.index.catalog import Catalog, open_catalog
from store.ingest.check import ledger_shrank
from store.ingest.fields import ACTOR, ACTOR_FORM
from store.ingest.findings import CorpusRefused, Finding
from store.ingest.folder import open_folder
from store.ingest.ledger import LEDGER_FILE, appended, read_ledger_file
from store.ingest.yamlfile import YamlProblem, parse_yaml
from store.settings import Settings

WAIT_SECONDS = 30.0
MAX_WHY_CHARS = 500


def take_down(settings: Settings, name: str, kind: TakedownKind, by: str, why: str) -> Takedown:
    """Write one act into the ledger file and the database together. `name` is a slug or a stable_id.

    It does not wait for an ingest at work. Raises InvalidRequest, CorpusRefused, RecordError.
    """
    _refuse_form(by, why)
    catalog = open_catalog(settings)
    with catalog.database.locked("ledger", WAIT_SECONDS):
        text, ledger = _ledger_now(settings.corpus, catalog)
        active = catalog.active()
        served = set() if active is None else set(catalog.content_shas(active.number))
        stable_id = _named(name, _known(settings.corpus, served, ledger))
        _refuse_twice(stable_id, kind, ledger)
        act = Takedown(kind, stable_id, by, datetime.now(UTC).replace(microsecond=0), " ".join(why.split()))
        with catalog.database.writing() as connection:
            catalog.acts.mirror(connection, (*ledger, act))
            outcome = "withdrawn" if kind is TakedownKind.ADD else "served again"
            generation = None if active is None else active.number
            catalog.acts.write_audit(connection, "takedown", by, outcome, generation, subject=stable_id)
            _write(settings.corpus / LEDGER_FILE, appended(text, act))
    return act


def _refuse_form(by: str, why: str) -> None:
    if not ACTOR.fullmatch(by):
        raise InvalidRequest(f"--by is {by!r}: write {ACTOR_FORM}.")
    if not why.strip():
        raise InvalidRequest("--why is empty: say in one sentence why, for whoever reads the ledger later.")
    if len(why) > MAX_WHY_CHARS:
        raise InvalidRequest(f"--why has {len(why)} characters: keep it to {MAX_WHY_CHARS}.")


def _ledger_now(corpus: Path, catalog: Catalog) -> tuple[str, tuple[Takedown, ...]]:
    """The ledger file's text and acts. One that cannot be read or that shrank is refused as by the check."""
    path = corpus / LEDGER_FILE
    findings: list[Finding] = []
    try:
        text = path.read_text(encoding="utf-8-sig") if path.exists() else ""
        ledger = read_ledger_file(parse_yaml(text), findings)
    except (OSError, UnicodeDecodeError, YamlProblem):
        raise RecordError(
            f"{LEDGER_FILE} cannot be read. `python -m store check` says why. Nothing was changed."
        ) from None
    findings += ledger_shrank(ledger, catalog.acts.ledger())
    if findings:
        raise CorpusRefused(findings)
    return text, ledger


def _known(corpus: Path, served: set[str], ledger: Sequence[Takedown]) -> set[str]:
    """What may be named: documents in the folder, documents served, documents in the ledger."""
    files = {file.removesuffix(".md") for file in open_folder(corpus, []).documents}
    return files | served | {act.stable_id for act in ledger}


def _named(name: str, known: set[str]) -> str:
    if name in known:
        return name
    by_slug = sorted(stable_id for stable_id in known if stable_id.rpartition("/")[2] == name)
    match by_slug:
        case [stable_id]:
            return stable_id
        case []:
            raise InvalidRequest(
                f"{name!r} names no document of this corpus. Give a stable_id like documents/rules/R1-split, "
                "or a slug; `python -m store outline` lists them."
            )
        case _:
            raise InvalidRequest(f"{name!r} names several documents: {', '.join(by_slug)}. Give one of them.")


def _refuse_twice(stable_id: str, kind: TakedownKind, ledger: Sequence[Takedown]) -> None:
    withdrawn = stable_id in withdrawn_by(ledger)
    if withdrawn and kind is TakedownKind.ADD:
        raise InvalidRequest(f"{stable_id} is withdrawn already. Nothing was changed.")
    if not withdrawn and kind is TakedownKind.REVOKE:
        raise InvalidRequest(f"{stable_id} is not withdrawn, so there is nothing to revoke.")


def _write(path: Path, text: str) -> None:
    """Whole or not at all, also through a link to the file."""
    path = path.resolve()
    try:
        with tempfile.TemporaryDirectory(prefix=".takedowns-", dir=path.parent) as folder:
            beside = Path(folder, path.name)
            with beside.open("w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            os.replace(beside, path)
    except OSError as error:
        raise RecordError(
            f"{LEDGER_FILE} cannot be written ({error.strerror}). Nothing was changed."
        ) from None
