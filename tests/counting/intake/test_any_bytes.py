"""Whatever comes in: a draft with items, or an IntakeError; nothing else gets out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from counting.intake.draft import Draft, IntakeError, Proposal
from counting.intake.read import kind_of, read_run, read_source
from counting.intake.source import Source
from counting.intake.wordlist import words
from tests.counting.intake.bpmn_text import bpmn, chain, process, task

# Kinds that need the language model are tried where it is loaded anyway, in the tests of the text readers.
PROSE = {"plain", "markdown", "rst", "tables", "docx", "xlsx", "pdf", "mail", "embedded"}
SEEDS = [
    bpmn(process(task("a", "Pack"), task("b", "Send"), chain("a", "b"))),
    b"flowchart TD\nA[Pack] -->|yes| B{Paid?} --> C((End)) & D[(Books)]\nsubgraph s [Shop]\nE --> s\nend",
    b"@startuml\n|A|\nstart\nif (x?) then (y)\n:pack;\nelse\nrepeat\n:send;\n"
    b"repeat while (more?)\nendif\nstop\n@enduml",
    b'@startuml\n(*) --> "Pack" as P\nif "ok?" then\n-->[yes] "Send"\nelse\n--> (*)\nendif\n@enduml',
    b'<mxfile><diagram name="p"><mxGraphModel><root><mxCell id="0"/><mxCell id="a" value="Pack" vertex="1">'
    b'<mxGeometry x="1" y="2" width="3" height="4"/></mxCell><mxCell id="e" edge="1" source="a" target="a"/>'
    b"</root></mxGraphModel></diagram></mxfile>",
    b"case id;activity;time\n1;Pack;2020-01-01\n1;Send;2020-01-02\n2;Pack;2020-01-01\n2;Send;2020-01-03\n",
    b'<log><trace><event><string key="concept:name" value="Pack"/></event></trace></log>',
    b'{"nodes": [{"name": "Pack", "type": "x.gmail"}], "connections": {"Pack": {"main": [[{"node": "A"}]]}}}',
    b'{"StartAt": "A", "States": {"A": {"Type": "Task", "Next": "B"}, "B": {"Type": "Choice"}}}',
    b'{"triggers": {}, "actions": {"Pack": {"type": "Http", "runAfter": {"Pack": ["Failed"]}}}}',
    b'{"flow": [{"module": "a:b", "routes": [{"flow": [{"module": "c:d"}]}]}]}',
    b'{"lists": [{"id": "l"}], "cards": [{"idList": "l", "name": "Pack \\ud83d"}]}',
]


def sound(draft: Draft) -> None:
    """What every consumer of a draft relies on."""
    ids = [item.id for item in draft.items]
    assert len(set(ids)) == len(ids)
    kept = {item.id for item in draft.items if item.proposed is not Proposal.SKIPPED}
    assert kept
    assert draft.procedures and draft.understood
    for item in draft.items:
        assert item.text.strip() and item.position.words
        assert 0 <= item.procedure < len(draft.procedures)
        assert bool(item.parts) == (item.proposed is Proposal.SPLIT)
        assert item.why or item.proposed is Proposal.STEP
        if item.position.start is not None and item.position.end is not None:
            assert draft.source is not None
            assert 0 <= item.position.start <= item.position.end <= len(draft.source)
    assert all(one in kept and other in kept for one, other in draft.edges or ())
    json.dumps(draft.understood + "".join(item.text for item in draft.items)).encode()


def attempt(data: bytes) -> None:
    source = Source(data, "any")
    try:
        if kind_of(source) not in PROSE:
            sound(read_source(source))
    except IntakeError as error:
        assert len(str(error)) > 20


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=400))
@example(b"PK\x03\x04")
@example(b"\x1f\x8b\x08\x00")
@example(b"\xff\xfe<\x00?\x00")
def test_any_bytes(data: bytes) -> None:
    attempt(data)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(SEEDS), st.data())
def test_any_damage_to_a_good_file(seed: bytes, data: st.DataObject) -> None:
    damaged = bytearray(seed)
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(damaged)))
        match data.draw(st.sampled_from("cut put copy")):
            case "c":
                del damaged[place : place + data.draw(st.integers(1, 30))]
            case "p":
                damaged[place:place] = data.draw(st.binary(min_size=1, max_size=6))
            case _:
                damaged[place:place] = damaged[: data.draw(st.integers(0, 60))]
    attempt(bytes(damaged))


KEYS = words(
    """nodes connections main name type actions triggers runAfter definition States StartAt Next Type Choices
    Branches flow module routes lists cards idList pos checklists checkItems parameters cases else metadata
    designer id node"""
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(sorted(KEYS)), inner, max_size=5)
    ),
    max_leaves=30,
)


@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(JSON)
def test_any_json_made_of_the_words_automations_use(value: object) -> None:
    attempt(json.dumps(value).encode())


def test_the_net_catches_what_a_reader_lets_through(monkeypatch: pytest.MonkeyPatch) -> None:
    def fake_reader_with_a_fault(source: Source) -> Draft:
        raise ZeroDivisionError("a fault of ours")

    monkeypatch.setattr("counting.intake.read.read_source", fake_reader_with_a_fault)
    with pytest.raises(IntakeError, match=r"something in it is damaged \(ZeroDivisionError\)"):
        read_run(b"Clerk files the form.")


def test_no_shared_case_leaves_without_a_draft_or_a_sentence(cases: Path) -> None:
    for path in sorted((cases / "intake").iterdir()):
        if path.name != "SOURCES.tsv":
            try:
                sound(read_run(path.read_bytes(), path.name))
            except IntakeError as error:
                assert path.name.startswith("meeting"), f"{path.name}: {error}"
