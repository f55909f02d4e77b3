"""Stage 1: from a text, a file, a saved report or a worked example to a run."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import streamlit as st

from counting import Run, RunError, read_run
from counting.intake.draft import Draft, IntakeError
from counting.report.check import Kind, check
from counting.report.reread import read_report
from counting.runfile import NewerVersion, read_run_file
from pages.parts import drafting, inhand, keeping, plain, session, worked
from pages.parts.session import Key, Stage
from pages.parts.stagebar import show_onward
from pages.parts.work import Work

PLACEHOLDER = (
    "For example:\n1. Nurse calls the next patient\n2. Nurse copies the insurance number into the form\n..."
)
PASTED = ""  # a paste has no file name
CHANGED = (
    "This file was changed after it was written. What is open now is the count as it was written; "
    "*Check a report* shows what was changed."
)
DATA_CHANGED = (
    "This file was changed after it was written: its data does not give its fingerprint. What is open now "
    "may not be the count as it was written; *Check a report* shows what was changed."
)
EMPTY = "There is nothing to read yet. Paste the steps of one piece of work, or drop a file."


def show_describe() -> None:
    st.subheader("Describe one run of the work")
    st.write(
        "One run is one pass from the trigger to the finished outcome, as it is done today. "
        "Paste a list, a procedure or plain sentences; the next stage lets you correct every step."
    )
    left, right = st.columns([3, 2], gap="large")
    with left:
        ask_text()
    with right:
        ask_file()
        ask_example()
    ask_about()
    show_onward(Stage.DESCRIBE, disabled=not session.run().steps)


def ask_text() -> None:
    text = st.text_area(
        "Paste the description", height=260, key=Key.PASTE, persist_state="session", placeholder=PLACEHOLDER
    )
    if st.button("Read the steps", type="primary", icon=":material/format_list_numbered:", key="read_text"):
        if not (text or "").strip():
            session.put(Key.PROBLEM, EMPTY)
            st.rerun(scope="app")
        take_in((text or "").encode("utf-8", "replace"), PASTED)
    st.caption(f":material/lock: {keeping.where_words()}")


def ask_file() -> None:
    file = st.file_uploader(
        "Or drop a file",
        key="file",
        help="Word, Excel, CSV, Markdown, text, PDF, BPMN, draw.io, Mermaid, automation exports, event logs, "
        "or a JSON report saved here, which brings everything back.",
    )
    if file is None:
        session.put(Key.READ_FILE, None)
    elif file.file_id != session.get(Key.READ_FILE):
        session.put(Key.READ_FILE, file.file_id)
        take_in(file.getvalue(), file.name)


def ask_example() -> None:
    """A worked count of the record, opened in one click."""
    counts = {each.stable_id: each for each in worked.worked_counts()}
    if not counts:
        return
    st.markdown("**Or open a worked example and play with it**")
    for each in counts.values():
        st.button(
            plain.label(f"{each.title}: {len(each.run.steps)} steps"),
            key=f"example_{each.stable_id}",
            icon=":material/play_arrow:",
            on_click=worked.open_worked,
            args=(each,),
            type="tertiary",
        )


def take_in(data: bytes, name: str) -> None:
    """Read what came and go on to the steps; what cannot be read is explained and changes nothing."""
    try:
        with st.spinner("Reading the steps…", show_time=True):
            words, work = _read(data, name)
    except (RunError, IntakeError) as error:
        session.put(Key.PROBLEM, str(error))
        st.rerun(scope="app")
    if inhand.replace_work(words, lambda _: work):
        start_fresh()
        session.go(Stage.STEPS)
    st.rerun(scope="app")


def start_fresh() -> None:
    """A new run in hand: nothing of the old one's focus stays."""
    session.choose(None)
    session.put(Key.WALK, {})


def _read(data: bytes, name: str) -> tuple[str, Work]:
    run = saved_run(data, name)
    if run is not None:
        session.put(Key.NEWS, f"Opened the saved count with {len(run.steps)} steps.")
        session.put(Key.WARNED, changed_since(data, name))
        return "open a saved count", Work(run)
    draft = read_run(data, name)
    session.put(Key.PROCEDURE, largest_procedure(draft))
    return f"read {draft.kind}", Work(first_run(draft), draft)


def saved_run(data: bytes, name: str) -> Run | None:
    """The run in a report of any format; None for what is no report. A damaged report is explained."""
    head = data[:400].lstrip(b"\xef\xbb\xbf \t\r\n")
    if head.startswith(b"{") and b'"workflow-count"' in head:
        return read_run_file(data).run
    if name == PASTED:
        return None
    try:
        return read_report(data, name).run
    except NewerVersion:
        raise
    except RunError:
        return None


def changed_since(data: bytes, name: str) -> str | None:
    """The warning about a report that was edited after it was written; None for every other."""
    verdict = check(data, name)
    if verdict.kind is not Kind.CHANGED:
        return None
    return DATA_CHANGED if verdict.data_changed else CHANGED


def first_run(draft: Draft) -> Run:
    """The run a draft starts as. Details written before there were steps are kept."""
    now = session.run()
    before = replace(now if not now.steps else Run(title=""), date=date.today().isoformat())
    return drafting.run_of(draft, largest_procedure(draft), before)


def largest_procedure(draft: Draft) -> int:
    sizes = [len(drafting.run_of(draft, index, Run("")).steps) for index in range(len(draft.procedures))]
    return sizes.index(max(sizes)) if sizes else drafting.ALL


def ask_about() -> None:
    """Title, trigger and names: all optional, each kept as soon as it is written."""
    run = session.run()
    with st.expander("Name the run (optional)", icon=":material/badge:", expanded=bool(run.steps)):
        columns = st.columns(3)
        _ask(columns[0], "title", "Title", run.title, "What people call this work; it heads the report.")
        _ask(columns[1], "trigger", "Trigger", run.trigger, "What starts a run: a mail, an order, a date.")
        _ask(columns[2], "counted_by", "Who counts", run.counted_by, "Goes into the report, nowhere else.")
        _ask(st, "description", "In one sentence", run.description, "What the run achieves.")


def _ask(place: object, name: str, label: str, value: str, why: str) -> None:
    key = f"about_{name}"

    def keep() -> None:
        inhand.do(f"change the {label.lower()}", lambda run: replace(run, **{name: st.session_state[key]}))

    place.text_input(label, key=session.widget(key, value), help=why, on_change=keep, max_chars=500)  # type: ignore[attr-defined]
