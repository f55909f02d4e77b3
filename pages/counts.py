"""Worked counts: five constructed examples, each with its picture and its steps, to open and play with."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from counting import tally
from counting.report import EXAMPLES_SENTENCE
from pages.parts import frame, picture, plain, session, worked
from pages.parts.session import Key
from pages.parts.worked import Worked


def show_overview(counts: tuple[Worked, ...]) -> None:
    st.plotly_chart(
        picture.shares([(each.title, each.run) for each in counts]),
        key="overview",
        config={"displayModeBar": False},
        alt="AI, TYPING and DECISION steps of each worked count; the table below holds the numbers",
    )
    st.dataframe(
        pd.DataFrame(
            [(each.title, tally(each.run).headline, *tally(each.run).totals.values()) for each in counts],
            columns=["Worked count", "Count", "AI", "DECISION", "TYPING"],
        ),
        hide_index=True,
        alt="The worked counts with their totals",
    )


def show_one(each: Worked) -> None:
    count = tally(each.run)
    st.markdown(f"#### {plain.label(each.title)}")
    st.markdown(f"**{count.headline}**")
    if st.button("Open and play with it", key=f"open_{each.stable_id}", icon=":material/play_arrow:"):
        worked.open_worked(each)
        st.switch_page("pages/count.py")
    st.plotly_chart(
        picture.run_picture(each.run),
        key=f"picture_{each.stable_id}",
        alt=picture.picture_words(each.run),
        config={"displayModeBar": False},
    )
    with st.expander("The tagged steps", icon=":material/table_rows:"):
        st.dataframe(picture.picture_table(each.run), hide_index=True, alt=f"Steps of {each.title}")
    if st.button("Read its document", key=f"read_{each.stable_id}", icon=":material/menu_book:"):
        session.put(Key.OPEN_DOCUMENT, each.stable_id)
        st.switch_page("pages/read.py")


frame.require()
st.title("Worked counts")
st.write(EXAMPLES_SENTENCE + " Open one to see how the tags, the gates and the count hang together.")
counts = worked.worked_counts()
if counts:
    show_overview(counts)
    for each in counts:
        show_one(each)
else:
    st.info(
        "The record serves no worked counts just now. You can still count your own workflow.",
        icon=":material/cloud_off:",
    )
