"""The journey as a timeline, drawn from the document's own table."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from store import DocumentRead
from store.ingest.journey import TYPE
from store.ingest.timeline import Year, timeline_of

INKS = ("#1d5fc4", "#8a8f9c")  # own repositories, forks


def show_journey(document: DocumentRead) -> None:
    """The timeline above a journey document; nothing above any other."""
    if document.type != TYPE:
        return
    years = timeline_of(document.body)
    if years:
        st.plotly_chart(
            timeline(years),
            key="journey",
            config={"displayModeBar": False},
            alt="Own repositories and forks per year; the table below holds the same numbers",
        )


def timeline(years: tuple[Year, ...]) -> go.Figure:
    """Two labelled bars per year, side by side: own repositories created in it, and forks, counted apart."""
    figure = go.Figure()
    kinds = {"own repositories": [year.repositories for year in years]}
    if any(year.forks for year in years):
        kinds["forks, counted apart"] = [year.forks for year in years]
    for (name, numbers), ink in zip(kinds.items(), INKS, strict=False):
        figure.add_trace(
            go.Bar(
                x=[str(year.year) for year in years],
                y=numbers,
                name=name,
                text=[str(number) for number in numbers],
                textposition="outside",
                marker={"color": ink},
                hoverinfo="skip",
            )
        )
    figure.update_layout(
        height=300,
        barmode="group",
        margin={"l": 10, "r": 10, "t": 30, "b": 10},
        showlegend=len(kinds) > 1,
        legend={"orientation": "h", "y": 1.12, "x": 0, "itemclick": False, "itemdoubleclick": False},
        xaxis={"title": "year", "fixedrange": True, "type": "category"},
        yaxis={"title": "created", "fixedrange": True},
    )
    return figure
