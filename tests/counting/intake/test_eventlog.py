"""Event logs, CSV and XES: the most frequent variant and its share."""

from __future__ import annotations

import gzip

import pytest

from counting.intake.draft import Draft, IntakeError
from counting.intake.read import kind_of, read_source
from counting.intake.source import Source

EVENTS = [
    ("1", "Take order", "2024-03-01 09:00", "Sales"),
    ("1", "Pack", "2024-03-01 10:00", "Store"),
    ("1", "Send", "2024-03-02 09:00", "Store"),
    ("2", "Take order", "2024-03-01 09:30", "Sales"),
    ("2", "Send", "2024-03-03 09:00", "Store"),
    ("2", "Pack", "2024-03-01 11:00", "Boss"),
    ("3", "Take order", "2024-03-01 09:40", "Sales"),
    ("3", "Cancel", "2024-03-01 12:00", "Sales"),
]


def csv(header: str, sign: str, events: list[tuple[str, ...]] = EVENTS) -> bytes:  # type: ignore[assignment]
    return "\n".join([header, *(sign.join(event) for event in events)]).encode()


def read(data: bytes, name: str = "log.bin") -> Draft:
    source = Source(data, name)
    assert kind_of(source) in ("eventlog", "xes", "gzip")
    return read_source(source)


@pytest.mark.parametrize(
    ("header", "sign"),
    [
        ("case id,activity,timestamp,resource", ","),
        ("Case ID;Activity;Complete Timestamp;Role", ";"),
        ("case:concept:name\tconcept:name\ttime:timestamp\torg:group", "\t"),
        ("ticket_number|event|date|team", "|"),
        ("Vorgangsnummer;Aktivität;Zeit;Rolle", ";"),
        ("order no,status,changed at,department", ","),
    ],
)
def test_the_most_frequent_variant_in_order_of_time_under_any_names_of_columns(
    header: str, sign: str
) -> None:
    found = read(csv(header, sign))
    assert [(item.text, item.actor) for item in found.items] == [
        ("Take order", "Sales"),
        ("Pack", "Store"),
        ("Send", "Store"),
    ]
    assert found.understood == (
        "Event log, 3 cases, 2 variants, the most frequent taken by 2 of 3 cases (67 %): "
        "3 steps, 0 items skipped."
    )
    assert found.notes[1] == "1 of 3 cases took another way: count a rare way as a run of its own."
    assert found.edges is None


@pytest.mark.parametrize(
    "form",
    [
        "%d.%m.%Y %H:%M",
        "%d/%m/%Y %H:%M",
        "%m/%d/%Y %H:%M",
        "%Y-%m-%dT%H:%M:%SZ",
        "%Y-%m-%dT%H:%M:%S.000+01:00",
        "%d-%b-%Y %H:%M:%S",
    ],
)
def test_times_in_many_forms(form: str) -> None:
    from datetime import datetime

    events = [
        (case, act, datetime.strptime(time, "%Y-%m-%d %H:%M").strftime(form), who)
        for case, act, time, who in EVENTS
    ]
    assert [item.text for item in read(csv("case id;activity;time;role", ";", events)).items] == [
        "Take order",
        "Pack",
        "Send",
    ]


def test_only_what_was_completed_counts_where_the_log_tells_start_from_end() -> None:
    rows = "case id,activity,timestamp,lifecycle:transition\n"
    for case in ("1", "2"):
        for hour, act in enumerate(("Pack", "Send")):
            rows += f"{case},{act},2024-01-01 0{hour}:00,start\n{case},{act},2024-01-01 0{hour}:30,complete\n"
    assert [item.text for item in read(rows.encode()).items] == ["Pack", "Send"]


def test_every_case_a_way_of_its_own_is_said() -> None:
    rows = "case id,activity,timestamp\n1,A pack,2024-01-01\n1,B send,2024-01-02\n"
    rows += "2,B send,2024-01-01\n2,A pack,2024-01-02\n"
    found = read(rows.encode())
    assert "Every case took a way of its own" in found.notes[1]
    assert "taken by 1 of 2 cases (50 %)" in found.understood


def test_an_act_that_comes_again_is_a_step_of_its_own() -> None:
    rows = "case,activity,time\n" + "".join(
        f"{case},{act},2024-01-0{day}\n"
        for case in (1, 2)
        for day, act in enumerate(("Pack", "Check", "Pack"), 1)
    )
    found = read(rows.encode())
    assert [(item.text, item.notes) for item in found.items] == [
        ("Pack", ()),
        ("Check", ()),
        ("Pack", ("the same act as step 1",)),
    ]


def test_a_small_log_under_the_usual_names_is_a_log() -> None:
    one = b"case,activity,time\n7,A,2024-01-02\n7,B,2024-01-03\n7,C,2024-01-01\n"
    assert [item.text for item in read(one).items] == ["C", "A", "B"]


def test_a_table_of_steps_with_dates_is_no_log() -> None:
    table = b"Step,Task,Owner,Due date\n1,Pack goods,Store,2024-01-01\n2,Send goods,Store,2024-01-02\n"
    table += b"3,Bill,Sales,2024-01-03\n"
    assert kind_of(Source(table, "plan.csv")) == "tables"


TRACES = (
    [("Send", "2024-01-02", "Store"), ("Pack", "2024-01-01", "Store")],
    [("Pack", "2024-01-01", "Store"), ("Send", "2024-01-02", "Boss")],
    [("Cancel", "2024-01-01", "Sales")],
)


def event(act: str, day: str, who: str) -> str:
    keys = (("string", "concept:name", act), ("date", "time:timestamp", f"{day}T00:00:00+01:00"))
    more = (("string", "org:role", who), ("string", "lifecycle:transition", "complete"))
    inside = "".join(f'<{kind} key="{key}" value="{value}"/>' for kind, key, value in keys + more)
    return f"<event>{inside}</event>"


XES = (
    '<?xml version="1.0" encoding="UTF-8"?><log xmlns="http://www.xes-standard.org/">'
    '<global scope="event"><string key="concept:name" value="none"/></global>'
    + "".join(f"<trace>{''.join(event(*one) for one in trace)}</trace>" for trace in TRACES)
    + "</log>"
).encode()


@pytest.mark.parametrize("data", [XES, gzip.compress(XES)], ids=["plain", "gz"])
def test_xes_plain_and_packed(data: bytes) -> None:
    found = read(data, "log.xes.gz")
    assert [(item.text, item.actor) for item in found.items] == [("Pack", "Store"), ("Send", "Store")]
    assert found.understood.startswith(
        "Event log, 3 cases, 2 variants, the most frequent taken by 2 of 3 cases (67 %)"
    )


def test_a_log_without_events_says_what_is_missing() -> None:
    with pytest.raises(
        IntakeError, match=r"holds no event with a case and an activity.*Export it with a case id"
    ):
        read_source(Source(b"<log><trace/></log>"))


def test_a_log_under_sure_names_is_one_although_its_times_cannot_be_read() -> None:
    rows = "".join(f"{case},{act},soon\n" for case in "12" for act in ("Open", "Close"))
    draft = read_source(Source(f"case_id,activity,timestamp\n{rows}".encode()))
    assert [item.text for item in draft.items] == ["Open", "Close"]
    assert "The times could not be read: in the order of the file." in draft.notes
