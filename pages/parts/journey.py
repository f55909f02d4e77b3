"""The journey as a timeline, drawn from the document's own table."""

from __future__ import annotations

import plotly.graph_objects as go
import streamlit as st

from store import DocumentRead
from store.ingest.journey import TYPE, Year, timeline_of


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
            alt="Repositories per year; the table below holds the same numbers",
        )


def timeline(years: tuple[Year, ...]) -> go.Figure:
    """One labelled bar per year: how many repositories were created in it."""
    figure = go.Figure(
        go.Bar(
            x=[str(year.year) for year in years],
            y=[year.repositories for year in years],
            text=[str(year.repositories) for year in years],
            textposition="outside",
            marker={"color": "#1d5fc4"},
            hoverinfo="skip",
        )
    )
    figure.update_layout(
        height=280,
        margin={"l": 10, "r": 10, "t": 30, "b": 10},
        xaxis={"title": "year", "fixedrange": True, "type": "category"},
        yaxis={"title": "repositories created", "fixedrange": True},
    )
    return figure
