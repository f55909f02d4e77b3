"""The shipped gate: what it compares, what its floor keeps, and whom it must not refuse."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from store.calibrate.measure import Bound, Measured, measure
from store.calibrate.probes import read_probes
from store.envelope import Floor
from store.errors import Uncalibrated
from store.index.adapter import read_adapter
from store.index.embedder import load_embedder
from store.record import Record
from store.search.gate import covered_cosine, gate_digest, gate_version
from store.settings import Settings
from tests.conftest import ROOT

CORPUS = ROOT / "corpus"

BUSINESSES = [
    "We groom dogs. People ring, we note breed and temper, wash, cut, send a photo, take money.",
    "I repair violins: it comes in, I look, write an estimate, he agrees, I glue and varnish, he pays.",
    "Our town library lends books, orders new ones, sends reminders and answers at the desk.",
    "I run a food truck. Buying at five, chopping, driving, selling, counting the till, booking it.",
    "We are a notary's office: papers are checked, deed drafted, read aloud, signed, registered.",
    "Small law firm for tenants. Intake call, documents, letter to the landlord, court, invoice.",
    "Our laboratory tests drinking water: sample in, label, measurement, report, signature, mail.",
    "I sell handmade candles online, pour them myself, pack them, answer messages and file the tax.",
    "We place nurses in homes. Families ask, we match, sign a contract, plan shifts, bill the insurer.",
    "A school kitchen for four hundred children: menu, allergies, orders, cooking, hygiene log.",
]


@pytest.fixture(scope="module")
def record(shipped_home: Path) -> Iterator[Record]:
    with Record.open(Settings(home=shipped_home, corpus=CORPUS), who="process:test") as opened:
        yield opened


@pytest.fixture(scope="module")
def measured(record: Record) -> Measured:
    return measure(read_probes(CORPUS), record.gauge, Bound(), lambda done, total: None)


def test_the_floor_in_force_is_the_one_the_probes_give(record: Record, measured: Measured) -> None:
    assert record.gate() == Floor(floor=measured.floor)
    assert measured.problems == ()
    assert measured.area("near", "ooc") > 0.93


def test_the_number_is_the_cosine_to_the_covered_direction(record: Record) -> None:
    adapter = read_adapter(CORPUS)
    assert adapter is not None
    text = "which tag does proofreading get?"
    vector = load_embedder(corpus=CORPUS).encode([text])[0]
    expected = covered_cosine(vector, adapter.heads, np.array([True]))
    assert record.search(text).top_cosine == expected
    assert covered_cosine(vector, adapter.heads, np.array([False])) is None
    assert gate_version(record.active().space) == "covered-direction/1"


def test_what_passes_is_answered_and_what_does_not_has_a_number_and_no_hits(record: Record) -> None:
    covered = record.search("is the percentage AI plus TYPING divided by all steps?")
    assert covered.ok
    assert "count" in [hit.slug for hit in covered.hits[:5]]
    foreign = record.search("best pasta recipe for tonight")
    assert (foreign.ok, foreign.abstained, foreign.hits, foreign.reason) == (False, True, [], "abstained")
    assert foreign.top_cosine is not None
    assert isinstance(foreign.gate, Floor)
    assert foreign.top_cosine < foreign.gate.floor
    assert foreign.snapshot is not None


@pytest.mark.parametrize("business", BUSINESSES)
def test_a_business_as_it_is_told_finds_the_method(record: Record, business: str) -> None:
    found = record.search(business)
    assert found.ok
    assert any(hit.provenance.stable_id.startswith("documents/method/") for hit in found.hits[:5])


def test_of_eighty_businesses_nobody_trained_on_nearly_all_find_the_method(record: Record) -> None:
    """Fragments, chatter and six languages, by a writer who saw no probe. The aim is all of them."""
    told = (ROOT / "tests" / "store" / "businesses.txt").read_text(encoding="utf-8").splitlines()
    answers = {business: record.search(business, k=5) for business in told}
    lost = [
        business
        for business, found in answers.items()
        if not any(hit.provenance.stable_id.startswith("documents/method/") for hit in found.hits)
    ]
    assert len(told) == 80
    assert len(lost) <= 4, lost


def test_a_floor_of_another_space_refuses_every_call(shipped_home: Path, tmp_path: Path) -> None:
    corpus = Path(shutil.copytree(CORPUS, tmp_path / "corpus"))
    with Record.open(Settings(home=shipped_home, corpus=CORPUS), who="process:test") as right:
        digest = gate_digest(right.active().space)
    text = (corpus / "record.yaml").read_text(encoding="utf-8")
    assert digest in text
    (corpus / "record.yaml").write_text(text.replace(digest, "f" * 16), encoding="utf-8")
    with (
        Record.open(Settings(home=shipped_home, corpus=corpus), who="process:test") as wrong,
        pytest.raises(Uncalibrated, match=rf"^ksor-uncalibrated: .*digest f{{16}}.*digest {digest}"),
    ):
        wrong.search("which tag?")
