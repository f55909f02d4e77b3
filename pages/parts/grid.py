"""The grid: a view over the run. Its edits are applied in its callback; it is never read back as input."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pandas as pd
import streamlit as st

from counting import Reason, Run, RunError, Step, Tag, is_gate
from pages.parts import edits, inhand, session
from pages.parts.session import Key

TITLES = {
    "text": "Step",
    "actor": "Who",
    "tag": "Tag",
    "reason": "Reason",
    "gate": "Gate",
    "outward": "Outward",
    "minutes": "Minutes",
    "note": "Note",
}


@dataclass(frozen=True)
class Base:
    """What the grid was opened on (`run`), what its edits have made of it (`made`), and which grid it is."""

    name: str
    run: Run
    made: Run
    number: int


def ask_grid(name: str, columns: tuple[str, ...], rows_change: bool = False) -> None:
    """Show the run as a grid with these columns. Every edit is one act that undo takes back."""
    base = _base(name)
    key = f"grid_{name}_{base.number}"
    st.data_editor(
        frame(base.run, columns),
        key=key,
        num_rows="dynamic" if rows_change else "fixed",
        placeholder="",
        column_config=_column_config(columns),
        on_change=_apply,
        args=(base, key),
        alt="The steps of the run as an editable grid",
        width="stretch",
        height="content" if len(base.run.steps) <= 15 else 560,
    )


def frame(run: Run, columns: tuple[str, ...]) -> pd.DataFrame:
    """One row per step, numbered from 1."""
    rows = [{column: _cell(step, column) for column in columns} for step in run.steps]
    return pd.DataFrame(rows, columns=list(columns), index=range(1, len(rows) + 1))


def applied(run: Run, delta: dict[str, Any]) -> Run:
    """The run after a data editor's edited, added and deleted rows."""
    steps = run.steps
    changed = [_edited(steps[int(row)], cells) for row, cells in delta.get("edited_rows", {}).items()]
    run = edits.put(run, changed)
    run = edits.delete(run, [steps[int(row)].id for row in delta.get("deleted_rows", ())])
    for cells in delta.get("added_rows", ()):
        if str(cells.get("text") or "").strip():
            run = edits.insert(
                run, len(run.steps), _edited(Step(" ".join(str(cells["text"]).split())), cells)
            )
    return run


def _base(name: str) -> Base:
    """The base stands while the grid's own edits made the run what it is; anything else starts a new grid."""
    now, base = session.run(), session.get(Key.GRID)
    if base is None or base.name != name or now != base.made:
        base = Base(name, now, now, base.number + 1 if base else 0)
        session.put(Key.GRID, base)
    return base


def _apply(base: Base, key: str) -> None:
    try:
        made = applied(base.run, st.session_state[key])
    except RunError as error:
        session.put(Key.PROBLEM, f"{error} The grid went back to what it was.")
        session.put(Key.GRID, replace(base, name="refused"))
        return
    if inhand.do("edit in the grid", lambda _: made):
        session.put(Key.GRID, replace(base, made=made))


def _edited(step: Step, cells: dict[str, Any]) -> Step:
    for column, value in cells.items():
        if column in _SETTERS:
            step = _SETTERS[column](step, value)
    return step


def _set_tag(step: Step, value: Any) -> Step:
    return step.tagged(Tag(value) if value else None, step.reason)


def _set_reason(step: Step, value: Any) -> Step:
    """A reason belongs to a DECISION, so choosing one tags the step so."""
    return step.tagged(Tag.DECISION, Reason(value)) if value else replace(step, reason=None)


_SETTERS: dict[str, Callable[[Step, Any], Step]] = {
    "text": lambda step, value: replace(step, text=str(value or "").strip(), suggestion=None),
    "actor": lambda step, value: replace(step, actor=str(value).strip() or None if value else None),
    "tag": _set_tag,
    "reason": _set_reason,
    "gate": lambda step, value: replace(step, gate=bool(value)),
    "outward": lambda step, value: replace(step, outward=bool(value)),
    "minutes": lambda step, value: replace(step, minutes=None if value is None else float(value)),
    "note": lambda step, value: replace(step, note=str(value).strip() or None if value else None),
}


def _cell(step: Step, column: str) -> Any:
    match column:
        case "gate":
            return is_gate(step)
        case "tag" | "reason":
            value = getattr(step, column)
            return value.value if value else None
        case _:
            return getattr(step, column)


def _column_config(columns: tuple[str, ...]) -> dict[str, Any]:
    kinds = {
        "text": st.column_config.TextColumn(TITLES["text"], width="large", required=True),
        "tag": st.column_config.SelectboxColumn(TITLES["tag"], options=[tag.value for tag in Tag]),
        "reason": st.column_config.SelectboxColumn(TITLES["reason"], options=[each.value for each in Reason]),
        "gate": st.column_config.CheckboxColumn(TITLES["gate"]),
        "outward": st.column_config.CheckboxColumn(TITLES["outward"]),
        "minutes": st.column_config.NumberColumn(TITLES["minutes"], min_value=0),
    }
    return {column: kinds.get(column, st.column_config.TextColumn(TITLES[column])) for column in columns}
