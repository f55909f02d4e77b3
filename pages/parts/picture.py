"""The picture of a run: one mark per step in order, its tag as shape, colour and letter; gates, stretches."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import plotly.graph_objects as go

from counting import Run, Stretch, Tag, g2_warnings, gate_numbers, is_gate, stretches, tally
from pages.parts import looks, plain

ROW_STEPS = 20  # marks on one line of the picture; more steps go on to the next line
ROW_PIXELS = 84
ALWAYS = ("No.", "Step", "Tag", "Gate", "Stretch")  # columns of the table that stay when empty
_ORDER: tuple[Tag | None, ...] = (Tag.AI, Tag.TYPING, Tag.DECISION, None)


def run_picture(run: Run) -> go.Figure:
    """The whole run as a figure; its height grows with the number of steps."""
    rows = max(-(-len(run.steps) // ROW_STEPS), 1)
    figure = go.Figure()
    _draw_stretches(figure, run)
    _draw_gates(figure, gate_numbers(run))
    for tag in _ORDER:
        _draw_marks(figure, run, tag)
    _draw_warnings(figure, g2_warnings(run))
    wide = min(max(len(run.steps), 5), ROW_STEPS)
    figure.update_layout(
        height=ROW_PIXELS * rows + 90,
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
        legend={
            "orientation": "h",
            "y": -0.02,
            "yanchor": "top",
            "x": 0,
            "itemclick": False,
            "itemdoubleclick": False,
        },
        xaxis={"visible": False, "range": [0.3, wide + 0.8], "fixedrange": True},
        yaxis={"visible": False, "range": [-rows + 0.35, 0.65], "fixedrange": True},
        hoverlabel={"align": "left"},
    )
    return figure


def picture_words(run: Run) -> str:
    """The picture in one sentence, for those who do not see it."""
    count = tally(run)
    return (
        f"The run in order: {count.steps} steps, {count.ai} AI, {count.typing} TYPING, "
        f"{count.decision} DECISION, {count.untagged} not tagged, gates: {len(gate_numbers(run))}. "
        "The table below holds the same data."
    )


def picture_table(run: Run) -> pd.DataFrame:
    """The data of the picture, one row per step; columns nobody filled are left out."""
    warned = set(g2_warnings(run))
    inside = {n: _from_to(s) for s in stretches(run) for n in range(s.first, s.last + 1)}
    numbers = range(1, len(run.steps) + 1)
    table = pd.DataFrame(
        {
            "No.": list(numbers),
            "Step": [step.text for step in run.steps],
            "Tag": [looks.tag_words(step) for step in run.steps],
            "Gate": ["gate" if is_gate(step) else "" for step in run.steps],
            "Stretch": [inside.get(number, "") for number in numbers],
            "Outward": ["outward" if step.outward else "" for step in run.steps],
            "Warning": ["no gate before" if number in warned else "" for number in numbers],
            "Rule": [step.rule or "" for step in run.steps],
            "Who": [step.actor or "" for step in run.steps],
        }
    )
    return table[[name for name in table if name in ALWAYS or table[name].astype(bool).any()]]


def _from_to(stretch: Stretch) -> str:
    return str(stretch.first) if stretch.length == 1 else f"{stretch.first} to {stretch.last}"


def _at(number: int) -> tuple[int, int]:
    """Place of a step: x from 1, y from 0 downwards."""
    return (number - 1) % ROW_STEPS + 1, -((number - 1) // ROW_STEPS)


def _draw_marks(figure: go.Figure, run: Run, tag: Tag | None) -> None:
    chosen = [(number, step) for number, step in enumerate(run.steps, 1) if step.tag is tag]
    if not chosen:
        return
    look = looks.TAGS[tag]
    places = [_at(number) for number, _ in chosen]
    figure.add_trace(
        go.Scatter(
            x=[x for x, _ in places],
            y=[y for _, y in places],
            mode="markers+text",
            name=f"{look.letter} = {look.word} ({len(chosen)})",
            marker={
                "symbol": look.symbol,
                "size": 24,
                "color": look.ink,
                "line": {"width": 2, "color": look.ink},
            },
            text=[look.letter] * len(chosen),
            textfont={"color": "#ffffff" if tag else "#5c6470", "size": 13},
            hovertext=[
                f"{number}. {plain.mark(step.text, 80)}<br>{plain.mark(looks.tag_words(step))}"
                for number, step in chosen
            ],
            hoverinfo="text",
        )
    )
    figure.add_trace(
        go.Scatter(
            x=[x for x, _ in places],
            y=[y - 0.36 for _, y in places],
            mode="text",
            showlegend=False,
            text=[str(number) for number, _ in chosen],
            hoverinfo="skip",
            textfont={"size": 11},
        )
    )


def _draw_stretches(figure: go.Figure, run: Run) -> None:
    """A band under the marks of every unattended stretch."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for stretch in stretches(run):
        for number in range(stretch.first, stretch.last + 1):
            x, y = _at(number)
            if xs and xs[-1] is not None and ys[-1] != y:
                xs, ys = [*xs, None], [*ys, None]
            xs, ys = [*xs, x - 0.42, x + 0.42], [*ys, y, y]
        xs, ys = [*xs, None], [*ys, None]
    if xs:
        figure.add_trace(
            go.Scatter(
                x=xs,
                y=ys,
                mode="lines",
                name="unattended stretch",
                hoverinfo="skip",
                line={"width": 34, "color": "rgba(90,120,170,0.28)"},
            )
        )


def _draw_gates(figure: go.Figure, gates: Sequence[int]) -> None:
    """An upright bar after every gate: the run waits there for a person."""
    xs: list[float | None] = []
    ys: list[float | None] = []
    for number in gates:
        x, y = _at(number)
        xs, ys = [*xs, x + 0.5, x + 0.5, None], [*ys, y - 0.32, y + 0.32, None]
    if xs:
        figure.add_trace(
            go.Scatter(
                x=xs,
                y=ys,
                mode="lines",
                name=f"gate ({len(gates)})",
                hoverinfo="skip",
                line={"width": 5, "color": "#7a3fb0"},
            )
        )


def _draw_warnings(figure: go.Figure, warned: Sequence[int]) -> None:
    if warned:
        places = [_at(number) for number in warned]
        figure.add_trace(
            go.Scatter(
                x=[x for x, _ in places],
                y=[y + 0.42 for _, y in places],
                mode="text",
                text=["⚠"] * len(places),
                name=f"⚠ no gate before it ({len(warned)})",
                textfont={"size": 17, "color": "#c02626"},
                hovertext=[
                    f"Step {number}: an AI result reaches the outside with no gate between"
                    for number in warned
                ],
                hoverinfo="text",
                showlegend=False,
            )
        )


def shares(runs: Sequence[tuple[str, Run]]) -> go.Figure:
    """One labelled bar per run: its AI, TYPING and DECISION steps side by side."""
    figure = go.Figure()
    names = [plain.mark(name, 40) for name, _ in runs]
    for tag in (Tag.AI, Tag.TYPING, Tag.DECISION):
        numbers = [tally(run).totals[tag.value] for _, run in runs]
        figure.add_trace(
            go.Bar(
                y=names,
                x=numbers,
                orientation="h",
                name=tag.value,
                text=[f"{tag.value[0]} {number}" for number in numbers],
                textfont={"color": "#ffffff"},
                marker={"color": looks.TAGS[tag].ink},
                hoverinfo="skip",
            )
        )
    figure.update_layout(
        barmode="stack",
        height=60 * len(runs) + 80,
        margin={"l": 10, "r": 10, "t": 10, "b": 10},
        xaxis={"title": "steps", "fixedrange": True},
        yaxis={"autorange": "reversed", "automargin": True, "fixedrange": True},
        legend={
            "orientation": "h",
            "y": -0.25,
            "traceorder": "normal",
            "itemclick": False,
            "itemdoubleclick": False,
        },
    )
    return figure
