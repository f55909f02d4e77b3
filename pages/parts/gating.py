"""Stage 4: where a person must act before the run goes on, and what reaches the outside."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from counting import Run, Step, Tag, g2_warnings, is_gate, is_protecting, longest_stretch
from counting.gates import predecessors
from counting.remedy import smallest_gates
from pages.parts import acts, edits, grid, inhand, looks, outward, picture, plain, session, steplist
from pages.parts.session import Stage
from pages.parts.stagebar import show_onward

OUTWARD_HELP = (
    "A step reaches the outside when its effect leaves the house or cannot be undone: sent, paid, ordered, "
    "filed, published, handed or signed to or for an outsider, deleted."
)


def show_gating() -> None:
    run = session.run()
    st.subheader("Mark the human gates")
    st.write(
        "A gate is a place where the run stops until a person has acted. Every DECISION is one by default. "
        "Gates never change the percentage."
    )
    if not run.steps:
        st.info("There are no steps yet. Start at *Describe*.", icon=":material/info:")
        return show_onward(Stage.GATES, disabled=True)
    ask_outward(run)
    suggest_outward(run)
    show_warnings(run)
    show_stretches(run)
    view = st.segmented_control(
        "How to mark",
        ("Step by step", "Grid"),
        key="gates_view",
        default="Step by step",
        required=True,
        persist_state="session",
    )
    if view == "Grid":
        grid.ask_grid("gates", ("text", "gate", "outward", "minutes"))
    else:
        minutes = st.toggle(
            "Also write down minutes for each step (optional)", key="with_minutes", persist_state="session"
        )
        steplist.show_steps("gates", lambda number, step: show_row(number, step, minutes))
    ask_month(run)
    show_onward(Stage.GATES)
    return None


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


def show_stretches(run: Run) -> None:
    longest = longest_stretch(run)
    st.plotly_chart(
        picture.run_picture(run),
        key="gates_picture",
        alt=picture.picture_words(run),
        config={"displayModeBar": False},
    )
    if longest:
        st.caption(
            f"Longest unattended stretch: {longest.length} step(s), from step {longest.first} to step "
            f"{longest.last}. Bars are gates, bands are stretches."
        )


def ask_outward(run: Run) -> None:
    """Which steps reach the outside: asked for the whole run at once."""
    names = {step.id: f"{number}. {plain.short(step.text, 60)}" for number, step in enumerate(run.steps, 1)}
    now = [step.id for step in run.steps if step.outward]

    def keep() -> None:
        chosen = set(st.session_state["outward_steps"])
        inhand.do(
            "say which steps reach the outside",
            lambda run: edits.put(run, (replace(step, outward=step.id in chosen) for step in run.steps)),
        )

    st.multiselect(
        "Which steps reach the outside?",
        list(names),
        format_func=names.__getitem__,
        help=OUTWARD_HELP,
        key=session.widget("outward_steps", now),
        on_change=keep,
        placeholder="none yet: choose steps",
    )


def suggest_outward(run: Run) -> None:
    """Steps whose words say that something leaves; marked only when the person says so."""
    numbers = outward.suggested(run)
    if not numbers:
        return
    ids = [run.steps[number - 1].id for number in numbers]
    shown = ", ".join(map(str, numbers[:15])) + (", …" if len(numbers) > 15 else "")
    st.button(
        f"By their words these seem to reach the outside too: {shown}. Mark them",
        key="mark_outward",
        icon=":material/outgoing_mail:",
        on_click=inhand.do,
        args=("mark suggested steps as outward", lambda now: edits.change_many(now, ids, outward=True)),
        help="Judged by words alone, so look at each afterwards. Undo takes it back.",
    )


def show_row(number: int, step: Step, minutes: bool) -> None:
    """One step with its gate, its outward mark, its minutes and, where it stands, its warning."""
    gate_key, outward_key = f"gate_{step.id}", f"outward_{step.id}"
    with st.container(border=True, gap="xsmall"):
        steplist.show_line("gates", number, step, marks=False)
        with st.container(horizontal=True, vertical_alignment="center"):
            looks.show_tag(step)
            st.toggle(
                "Gate",
                key=session.widget(gate_key, is_gate(step)),
                on_change=lambda: acts.set_gate(step, st.session_state[gate_key]),
            )
            st.toggle(
                "Reaches outside",
                key=session.widget(outward_key, step.outward),
                on_change=lambda: acts.set_outward(step, st.session_state[outward_key]),
            )
            if minutes:
                _ask_minutes(number, step)
        if number in g2_warnings(session.run()):
            st.caption(":material/warning: :red[An AI result reaches the outside here with no gate between.]")


def _ask_minutes(number: int, step: Step) -> None:
    key = f"minutes_{step.id}"

    def keep() -> None:
        inhand.do(
            f"write minutes for step {number}",
            lambda run: edits.change(run, step.id, minutes=st.session_state[key]),
        )

    st.number_input(
        f"Minutes, step {number}",
        min_value=0.0,
        step=1.0,
        key=session.widget(key, step.minutes),
        value=None,
        on_change=keep,
        width=160,
        placeholder="not known",
    )


def ask_month(run: Run) -> None:
    def keep() -> None:
        value = st.session_state["runs_per_month"]
        inhand.do("write the runs per month", lambda run: replace(run, runs_per_month=value))

    st.number_input(
        "Runs per month (optional)",
        min_value=0.0,
        step=1.0,
        value=None,
        placeholder="not known",
        width=260,
        key=session.widget("runs_per_month", run.runs_per_month),
        on_change=keep,
        help="How often the whole run happens in a month. With minutes on every step the report then adds "
        "hours per month, after the count. Missing stays missing: it is never taken for zero.",
    )
