"""A floor from probes with known scores: what it lets through, what it names, when it is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from store.calibrate.measure import Bound, Measured, measure
from store.calibrate.probes import Kind, ProbeFile, Question, Role, TaggedStep
from store.calibrate.report import told, write_report
from store.calibrate.sureness import measure_sureness
from store.envelope import StepLine
from store.errors import InvalidRequest
from store.search.readings import Reading

SCORES = {"c1": 0.9, "c2": 0.8, "c3": 0.4, "c4": 0.1, "n1": 0.5, "n2": 0.2, "o1": -0.3, "o2": -0.6}


def file(role: Role, *ids: str, author: str = "ann") -> ProbeFile:
    kinds: dict[str, Kind] = {"c": "in", "n": "near", "o": "ooc"}
    return ProbeFile(
        f"{author}.yaml", author, role, tuple(Question(i, kinds[i[0]], (), f"words of <{i}>") for i in ids)
    )


def measured(bound: Bound, *files: ProbeFile) -> Measured:
    def gauge(text: str) -> float:
        return SCORES[text.removeprefix("words of <").removesuffix(">")]

    return measure(files or (file("calibrate", *SCORES),), gauge, bound, lambda done, total: None)


def test_the_floor_is_the_lowest_that_keeps_the_leak() -> None:
    found = measured(Bound(leaked=0.25, refused=0.5))
    assert found.floor == 0.201
    assert (found.leaked.hits, found.leaked.of, found.refused.hits, found.refused.of) == (1, 4, 1, 4)
    assert (
        [one.question.id for one in found.wrongly_refused],
        [one.question.id for one in found.wrongly_answered],
    ) == (
        ["c4"],
        ["n1"],
    )
    assert [one.question.id for one in found.overlap] == ["c4", "n2", "c3", "n1"]
    assert found.problems == ()


def test_a_missed_bound_names_what_holds_it_open() -> None:
    found = measured(Bound(leaked=0.0, refused=0.2))
    assert found.floor == 0.501
    assert found.problems == (
        "false abstention is 50.0% (2 of 4; 95 % confidence 6.8% to 93.2%), more than 20%. "
        "Held open by: c4, c3",
    )


def test_only_probes_that_measure_are_scored_and_those_with_words_that_train_are_left_out() -> None:
    training = file("train", "c1", author="bob")
    found = measured(Bound(), file("calibrate", *SCORES), training)
    assert (len(found.scored), found.authors, found.also_in_training) == (7, ("ann",), ("c1",))


def test_without_probes_that_measure_there_is_no_floor() -> None:
    with pytest.raises(InvalidRequest, match=r"^no probe file has the role calibrate and questions"):
        measured(Bound(), file("train", "c1"))


def test_one_side_without_probes_is_a_problem_said_in_words() -> None:
    found = measured(Bound(), file("calibrate", "c1", "c2"))
    assert found.problems == ("leak cannot be measured: there is no such probe",)


def test_the_report_shows_probes_as_text_and_needs_no_network(tmp_path: Path) -> None:
    write_report(tmp_path / "r.html", measured(Bound(0.25, 0.5)), None, "A & B")
    html = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "words of &lt;n1&gt;" in html
    assert "words of <n1>" not in html.split("<h2>", 1)[1]
    assert "A &amp; B" in html
    assert "<script src=" not in html


def test_the_sentences_give_samples_bounds_and_what_they_do_not_cover() -> None:
    lines = told(measured(Bound(0.25, 0.5)), None)
    assert lines[0] == "Floor 0.201, measured on 8 probes by author ann: 4 covered, 2 near misses, 2 foreign."
    assert lines[2] == "Leak (not covered, yet answered): 25.0% (1 of 4; 95 % confidence 0.6% to 80.6%)."
    assert "They do not say how another author words the same questions" in lines[4]


def steps(*tags: str) -> list[TaggedStep]:
    return [
        TaggedStep(StepLine(id=str(at), step="copy the list"), tag, "", (), True)
        for at, tag in enumerate(tags)
    ]


def test_sureness_starts_where_enough_were_right() -> None:
    readings = [Reading("AI", "", "R6", confidence) for confidence in (0.99, 0.9, 0.8, 0.7)]
    found = measure_sureness(steps("AI", "AI", "TYPING", "AI"), readings)
    assert (found.at, found.right.hits, found.right.of, found.sure.of) == (0.9, 2, 2, 4)
    assert (found.accuracy.hits, found.accuracy.of) == (3, 4)


def test_where_nothing_was_right_nothing_is_sure() -> None:
    found = measure_sureness(steps("TYPING"), [Reading("AI", "", "R6", 0.99)])
    assert (found.at, found.sure.hits) == (None, 0)


def test_a_step_in_words_the_model_does_not_know_measures_nothing() -> None:
    foreign = TaggedStep(StepLine(id="1", step="Rechnungseingangsprüfung durchführen"), "AI", "", (), True)
    assert measure_sureness([foreign], [Reading("AI", "", "R6", 0.99)]).at is None
