"""G2 on the screen: each open warning where it is, and the gates that close it."""

from __future__ import annotations

import streamlit as st

from counting import Run, Step, Tag, g2_warnings, is_protecting
from counting.gates import predecessors
from counting.remedy import smallest_gates
from pages.parts import edits, inhand, plain, session
from pages.parts.session import Stage


def show_warnings(run: Run) -> None:
    """G2: each warning where it is, one click to close it, and the smallest set that closes all."""
    warned = g2_warnings(run)
    if not warned:
        if any(step.outward for step in run.steps):
            st.success(
                "No open warning: every AI result passes a gate before it reaches the outside.",
                icon=":material/verified_user:",
            )
        return
    st.warning(
        f"{len(warned)} open: an AI result reaches the outside with no gate between (G2).",
        icon=":material/warning:",
    )
    remedy = smallest_gates(run)
    if remedy.gates:
        where = ", ".join(map(str, remedy.gates))
        st.button(
            f"Close all that gates can close: put a gate on step {where}",
            key="remedy_all",
            type="primary",
            icon=":material/front_hand:",
            on_click=_gate_all,
            args=(remedy.gates,),
        )
    for number in warned[:10]:
        _show_warning(run, number, number in remedy.unclosable)
    if len(warned) > 10:
        st.caption(f"and {len(warned) - 10} more, marked in the list below.")


def _show_warning(run: Run, number: int, drafts_and_sends: bool) -> None:
    step = run.steps[number - 1]
    with st.container(border=True):
        st.text(f"Step {number}: {plain.short(step.text, 200)}")
        if drafts_and_sends:
            st.caption(
                "An AI step that reaches the outside itself always warns. Split it: the AI part first, "
                "then a sending step of its own, with a gate between."
            )
            st.button("Open it to split", key=f"to_split_{step.id}", on_click=_open, args=(step.id,))
            return
        with st.container(horizontal=True):
            before = gate_place(run, step)
            if before:
                st.button(
                    "Put a gate before this step",
                    key=f"remedy_{step.id}",
                    icon=":material/front_hand:",
                    on_click=_gate_all,
                    args=(before,),
                    help=f"Marks step {', '.join(map(str, before))} as a gate.",
                )
            nearest = nearest_ai(run, number)
            if nearest and (nearest,) != before:
                st.button(
                    f"Gate the AI step {nearest}",
                    key=f"remedy_ai_{step.id}",
                    on_click=_gate_all,
                    args=((nearest,),),
                )


def gate_place(run: Run, step: Step) -> tuple[int, ...]:
    """Numbers of the steps directly before `step`, where a gate stands between it and what came before."""
    numbers = {each.id: number for number, each in enumerate(run.steps, 1)}
    return tuple(sorted(numbers[source] for source in predecessors(run)[step.id]))


def nearest_ai(run: Run, number: int) -> int | None:
    """The last AI step listed before `number` that no gate protects."""
    return next(
        (
            n
            for n in range(number - 1, 0, -1)
            if run.steps[n - 1].tag is Tag.AI and not is_protecting(run.steps[n - 1])
        ),
        None,
    )


def _gate_all(numbers: tuple[int, ...]) -> None:
    words = f"put a gate on step {', '.join(map(str, numbers))}"
    ids = [session.run().steps[number - 1].id for number in numbers]
    inhand.do(words, lambda run: edits.change_many(run, ids, gate=True))


def _open(step_id: str) -> None:
    session.choose(step_id)
    session.go(Stage.STEPS)
