"""Record health, for whoever runs the record: what is served, what changed, what expires, what failed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pandas as pd
import streamlit as st

from pages.parts import badges, frame, outcome, plain, records
from store import Record, RecordError, Status

SOON_DAYS = 60  # documents whose stale_after is nearer than this are listed
OUTAGE_DAYS = 30  # how far back outages are listed
OUTAGE_ROWS = 50


def show_served(status: Status) -> None:
    with st.container(horizontal=True):
        st.metric("Generation", "none" if status.generation is None else status.generation, width=160)
        st.metric("Documents served", f"{status.served} of {status.documents}", width=220)
        st.metric("Passages", status.passages, width=160)
    if status.published_at:
        st.caption(f"Published {badges.day(status.published_at)}.")
    if status.embedding_space:
        st.caption(f"Embedding space: {plain.label(status.embedding_space.model_id, 200)}")
    st.markdown(f"**Gate.** {sentence_of_gate(status)}")
    st.markdown("**Trust tiers of what is served now**")
    with st.container(horizontal=True):
        for tier, (icon, color, means) in badges.TIERS.items():
            st.badge(f"{tier}: {status.trust_tiers.get(tier, 0)}", icon=icon, color=color, help=means)


def sentence_of_gate(status: Status) -> str:
    if status.gate == "uncalibrated":
        return plain.label(status.problem or "A floor is declared but was not measured.", 600)
    measured = getattr(records.record().manifest.gate, "measured_at", None)
    return outcome.gate_words(status.gate) + (f" Measured {plain.label(str(measured))}." if measured else "")


def show_table(title: str, rows: list[tuple[str, ...]], columns: list[str], none: str) -> None:
    st.subheader(title)
    if rows:
        st.dataframe(pd.DataFrame(rows, columns=columns), hide_index=True, alt=title)
    else:
        st.caption(none)


def show_generations(record: Record) -> None:
    rows = [
        (
            str(each.number),
            each.state.value,
            instant(each.flipped),
            str(each.documents),
            str(len(each.changes.added)),
            str(len(each.changes.changed)),
            str(len(each.changes.removed)),
            ", ".join((*each.changes.added, *each.changes.changed, *each.changes.removed)),
        )
        for each in reversed(record.generations())
    ]
    columns = ["Generation", "State", "First served", "Documents", "Added", "Changed", "Removed", "Which"]
    show_table("Generations", rows, columns, "No generation has been published yet.")


def show_expiring(record: Record) -> None:
    now = datetime.now(UTC)
    rows = [
        (each.title, each.stable_id, instant(each.stale_after), "past" if each.stale_after <= now else "near")
        for each in record.expiring(now + timedelta(days=SOON_DAYS))
        if each.stale_after
    ]
    show_table(
        f"Near or past their date ({SOON_DAYS} days)", rows, ["Title", "Document", "Stale after", "State"],
        "No document has a date within that time.",
    )  # fmt: skip


def show_acts(record: Record) -> None:
    takedowns = [
        (instant(each.at), each.act.value, each.stable_id, each.by, each.why) for each in record.takedowns()
    ]
    columns = ["When", "Act", "Document", "By", "Why"]
    show_table("Takedowns", takedowns, columns, "Nothing was ever taken down.")
    since = datetime.now(UTC) - timedelta(days=OUTAGE_DAYS)
    outages = [row for row in record.audit_rows(since) if row.outcome.startswith("unavailable")]
    rows = [(instant(row.at), row.act, row.outcome, row.who) for row in reversed(outages[-OUTAGE_ROWS:])]
    show_table(
        f"Outages in the last {OUTAGE_DAYS} days", rows, ["When", "Act", "Outcome", "Who"],
        "No search was left without an answer by an outage.",
    )  # fmt: skip
    gaps = [(instant(each.at), each.question) for each in record.gaps()]
    show_table("Questions people reported as missing", gaps, ["When", "Question"], "None so far.")


def instant(at: datetime | None) -> str:
    return "" if at is None else at.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")


frame.require()
st.title("Record health")
st.write("For whoever runs the record. Nothing can be changed here: acts stay on the command line.")
status = records.status()
if isinstance(status, str):
    st.warning(plain.label(status, 600), icon=":material/cloud_off:")
else:
    show_served(status)
    try:
        record = records.record()
        show_generations(record)
        show_expiring(record)
        show_acts(record)
    except RecordError as error:
        st.warning(plain.label(str(error), 600), icon=":material/cloud_off:")
