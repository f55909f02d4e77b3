"""The report of a calibration: one HTML file with both distributions, readable without a network."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from pathlib import Path

from store.calibrate.measure import LIMITS, WORST, Measured, Scored
from store.calibrate.sureness import RIGHT, MeasuredSureness

NAMES = {"in": "covered", "near": "near miss, not covered", "ooc": "foreign, not covered"}
COLOURS = {"in": "#1f77b4", "near": "#ff7f0e", "ooc": "#7f7f7f"}
PATTERNS = {"in": "", "near": "/", "ooc": "x"}
"""Never by colour alone."""

STYLE = (
    "body{font:16px/1.5 system-ui;max-width:60rem;margin:2rem auto;padding:0 1rem}td,th{padding:.2rem .6rem}"
)


def write_report(path: Path, measured: Measured, sure: MeasuredSureness | None, about: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    parts = [
        f"<h1>Calibration</h1><p>{escape(about)}</p>",
        *(f"<p>{escape(line)}</p>" for line in told(measured, sure)),
        _figure(measured),
        _table("Covered, but refused at this floor", measured.wrongly_refused[:WORST]),
        _table("Not covered, but answered at this floor", measured.wrongly_answered[:WORST]),
        _listed("Probes in the zone both sides share", measured.overlap),
    ]
    head = f'<meta charset="utf-8"><title>Calibration</title><style>{STYLE}</style>'
    path.write_text(
        f'<!doctype html><html lang="en"><head>{head}</head><body>{"".join(parts)}</body></html>', "utf-8"
    )


def told(measured: Measured, sure: MeasuredSureness | None) -> list[str]:
    """The result in plain sentences, for the terminal and the report alike."""
    covered, near, foreign = (len(measured.scores(kind)) for kind in ("in", "near", "ooc"))
    lines = [
        f"Floor {measured.floor:.3f}, measured on {covered + near + foreign} probes by author "
        f"{', '.join(measured.authors)}: {covered} covered, {near} near misses, {foreign} foreign.",
        f"Area under the curve {measured.area('near', 'ooc'):.3f} (near misses {measured.area('near'):.3f}, "
        f"foreign {measured.area('ooc'):.3f}).",
        f"Leak (not covered, yet answered): {measured.leaked}.",
        f"False abstention (covered, yet refused): {measured.refused}.",
        LIMITS,
    ]
    if measured.also_in_training:
        lines.append(
            "Left out, because a training probe has the same words: "
            + ", ".join(measured.also_in_training) + "."
        )  # fmt: skip
    if sure is not None:
        lines.append(f"Suggested tags, all steps that measure: right {sure.accuracy}.")
        lines.append(
            f"Sure from confidence {sure.at:.3f}: right {sure.right}; sure of {sure.sure}."
            if sure.at is not None
            else f"No confidence had {RIGHT:.0%} right, so no suggestion will be called sure."
        )
    return lines


def _figure(measured: Measured) -> str:
    import plotly.graph_objects as go  # type: ignore[import-untyped]

    figure = go.Figure()
    for kind, name in NAMES.items():
        figure.add_histogram(
            x=measured.scores(kind),  # type: ignore[arg-type]
            name=name,
            opacity=0.6,
            xbins={"start": -1, "end": 1, "size": 0.04},
            marker={"color": COLOURS[kind], "pattern": {"shape": PATTERNS[kind]}},
        )
    figure.add_vline(x=measured.floor, line_dash="dash", annotation_text=f"floor {measured.floor:.3f}")
    figure.update_layout(
        barmode="overlay",
        xaxis_title="top_cosine",
        yaxis_title="probes",
        title="What the gate compares, by kind",
    )
    return str(figure.to_html(full_html=False, include_plotlyjs=True))


def _table(title: str, rows: Sequence[Scored]) -> str:
    if not rows:
        return f"<h2>{escape(title)}</h2><p>None.</p>"
    cells = "".join(
        f"<tr><td>{escape(one.question.id)}</td><td>{one.score:.3f}</td><td>{NAMES[one.question.kind]}</td>"
        f"<td>{escape(one.question.text)}</td></tr>"
        for one in rows
    )
    return (
        f"<h2>{escape(title)}</h2><table><tr><th>id</th><th>top_cosine</th><th>kind</th><th>text</th></tr>"
        f"{cells}</table>"
    )


def _listed(title: str, rows: Sequence[Scored]) -> str:
    return f"<h2>{escape(title)}</h2><p>{escape(', '.join(one.question.id for one in rows) or 'None.')}</p>"
