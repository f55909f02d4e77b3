"""Check a report: does a file still say what it said when it was written?"""

from __future__ import annotations

import streamlit as st

from counting.report.check import Kind, Verdict, check
from pages.parts import frame, plain

LOOKS = {
    Kind.MATCHES: (st.success, ":material/verified:", "It matches."),
    Kind.CHANGED: (st.error, ":material/difference:", "It was changed."),
    Kind.NOT_A_REPORT: (st.warning, ":material/help:", "It is not a report."),
    Kind.OTHER_LAYOUT: (st.warning, ":material/history:", "It was made by another version."),
    Kind.NEWER: (st.warning, ":material/update:", "It comes from a newer version."),
    Kind.UNREADABLE: (st.warning, ":material/broken_image:", "It cannot be read."),
}


def show_verdict(verdict: Verdict) -> None:
    show, icon, headline = LOOKS[verdict.kind]
    show(f"**{headline}** {plain.label(verdict.words, 800)}", icon=icon)
    if verdict.fingerprint:
        st.caption("Fingerprint computed from the file's own data")
        st.code(verdict.fingerprint, language=None, wrap_lines=True)
    for change in verdict.changes:
        st.text(change.words)


frame.require()
st.title("Check a report")
st.write(
    "Drop a report downloaded here, in any of its formats. The check counts the file's own data again and "
    "says whether what it shows still agrees. Nothing of the file is kept."
)
file = st.file_uploader("The report to check", key="report_to_check")
if file is None:
    st.info(
        "Nothing to check yet: drop a PDF, Word, Excel, HTML, Markdown, CSV, JSON or BPMN report.",
        icon=":material/upload_file:",
    )
else:
    with st.spinner("Checking the report…", show_time=True):
        verdict = check(file.getvalue(), file.name)
    show_verdict(verdict)
