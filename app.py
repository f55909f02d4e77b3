"""The workbench: the frame around the pages. `streamlit run app.py`"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

from pages.parts import keeping, publishing, records, session, sidebar, signin
from pages.parts.guard import guarded

PARTS = Path(__file__).parent / "pages" / "parts"

st.set_page_config(page_title="Workflow Count Workbench", page_icon=str(PARTS / "icon.svg"), layout="wide")
st.html(PARTS / "style.css")
session.start()
signin.require()

page = st.navigation(
    [
        st.Page("pages/count.py", title="Count a workflow", icon=":material/percent:", default=True),
        st.Page("pages/search.py", title="Search the record", icon=":material/search:"),
        st.Page("pages/read.py", title="Read the record", icon=":material/menu_book:"),
        st.Page("pages/counts.py", title="Worked counts", icon=":material/bar_chart:"),
        st.Page("pages/verify.py", title="Check a report", icon=":material/fact_check:"),
        st.Page("pages/health.py", title="Record health", icon=":material/monitor_heart:"),
    ]
)
status = records.status()
sidebar.show_record(status)
with guarded():
    keeping.resume_from_address()
    keeping.show_key_in_address()
    publishing.show_publishing(status)
    page.run()
if not isinstance(status, str) and status.state == "serving":
    records.warm()
