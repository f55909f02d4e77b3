"""Stage 5: the count, its picture and table, what stands behind it, and the report to take away."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from counting import Run, Tag
from counting.report import EXAMPLES_SENTENCE, FORMATS, Report, build
from counting.report.cells import stretch_text
from pages.parts import citing, looks, outward, picture, plain, saving, session, worked
from pages.parts.once import once
from pages.parts.session import Key, Stage
from pages.parts.stagebar import show_onward

WIDTHS = {"No.": 50, "Step": 390, "Tag": 170}  # of the table, so that its marks are seen beside the step


def show_result() -> None:
    run = session.run()
    st.subheader("Your count")
    report = build(citing.with_citations(run), worked.examples())
    show_headline(report)
    if run.steps:
        show_picture(run)
        show_numbers(report)
        show_doubt(report)
        show_time(report)
        show_overrides(report)
    show_examples(report)
    if run.steps:
        show_downloads(report)
        citing.show_citations(report.run)
    show_onward(Stage.RESULT)


def show_shared() -> None:
    """A count opened by its read-only link: everything to see, nothing to change, a copy in one click."""
    run = session.get(Key.SHARED).run
    report = build(citing.with_citations(run), worked.examples())
    st.info("This is a shared count, for reading only.", icon=":material/visibility:")
    st.button(
        "Make a copy of it to try a what-if",
        key="copy_shared",
        icon=":material/content_copy:",
        on_click=saving.duplicate,
        args=(session.get(Key.RESUMED),),
    )
    st.subheader(plain.label(report.title))
    show_headline(report, read_only=True)
    if run.steps:
        show_picture(run)
        show_numbers(report, read_only=True)
        show_doubt(report)
        show_time(report)
        show_overrides(report)
        show_downloads(report)


def show_headline(report: Report, read_only: bool = False) -> None:
    count = report.count
    if count.percentage is None:
        st.warning(plain.label(count.headline), icon=":material/hourglass_empty:")
        if count.untagged and not read_only:
            st.button(
                "Go to the first step without a tag", type="primary", on_click=_to_untagged, key="to_untagged"
            )
        return
    with st.container(border=True, key="headline"):
        st.metric(
            "Could be automated",
            f"{count.percentage} %",
            help="AI and TYPING steps out of all steps. A DECISION stays with a person.",
        )
        st.markdown(
            f"**{count.automatable} of {count.steps} steps**: {count.ai} AI and {count.typing} TYPING. "
            f"Kept by a person: {count.decision}."
        )
        st.caption("The percentage belongs to this run alone, counted the way it is written here.")


def _to_untagged() -> None:
    session.choose(next(step.id for step in session.run().steps if step.tag is None))
    session.go(Stage.TAG)


def show_picture(run: Run) -> None:
    st.markdown("#### The run, step by step")
    tall = len(run.steps) > 6 * picture.ROW_STEPS
    with st.container(height=560 if tall else "content", key="picture"):
        st.plotly_chart(
            once("picture", run, picture.run_picture),
            key="run_picture",
            alt=picture.picture_words(run),
            config={"displayModeBar": False},
        )
    with st.expander("The same as a table", icon=":material/table_rows:", expanded=True):
        st.dataframe(
            once("table", run, picture.picture_table),
            hide_index=True,
            alt="Every step with tag, gate and warning",
            column_config={name: st.column_config.Column(width=width) for name, width in WIDTHS.items()},
            height="content" if len(run.steps) <= 12 else 440,
        )


def show_numbers(report: Report, read_only: bool = False) -> None:
    count = report.count
    st.markdown("#### What stands behind it")
    left, right = st.columns(2, gap="large")
    with left:
        for tag, number in ((Tag.AI, count.ai), (Tag.TYPING, count.typing), (Tag.DECISION, count.decision)):
            with st.container(horizontal=True, vertical_alignment="center"):
                st.badge(tag.value, icon=looks.TAGS[tag].icon, color=looks.TAGS[tag].badge)
                st.markdown(f"**{number}** {looks.TAGS[tag].means}")
        for reason, number in report.decisions_by_reason.items():
            if number:
                st.caption(f"DECISION by {reason}: {number}")
    with right:
        st.markdown(f":material/front_hand: **Gates:** {_numbered(report.gates)}")
        st.markdown(f":material/trending_flat: **Longest unattended stretch:** {stretch_text(report)}")
        st.markdown(f":material/warning: **Open warnings (G2):** {_warned(report)}")
        if report.warnings and not read_only:
            st.button("Close them at Gates", on_click=session.go, args=(Stage.GATES,), key="to_gates")
        if report.unsplit:
            st.markdown(f":material/call_split: **Lines left unsplit (R1):** {_numbered(report.unsplit)}")


def _warned(report: Report) -> str:
    """Without an outward step nothing can warn, so nought alone would reassure too much."""
    if any(step.outward for step in report.run.steps):
        return _numbered(report.warnings)
    seem = outward.suggested(report.run)
    words = f" {outward.seem_words(seem)} to." if seem else ""
    return f"0, but nothing was checked: no step is marked as reaching the outside.{words}"


def _numbered(numbers: tuple[int, ...]) -> str:
    if not numbers:
        return "0"
    return f"{len(numbers)} (step{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))})"


def show_doubt(report: Report) -> None:
    """Strict, count and ceiling; the headline stays the count."""
    totals = report.totals
    if totals is None:
        return
    st.markdown("#### How firm is it?")
    st.table(
        pd.DataFrame(
            {
                "Total": ["Strict", "Count (the headline)", "Ceiling"],
                "Steps": [f"{n} of {totals.steps}" for n in (totals.strict, totals.count, totals.ceiling)],
                "Means": [
                    "AI or TYPING steps where you and a sure suggestion agree",
                    "AI and TYPING steps as you tagged them",
                    "if every doubtful DECISION went the other way",
                ],
            }
        ),
        hide_index=True,
        alt="Strict total, count and ceiling",
    )
    unread = sum(step.suggestion is None for step in report.run.steps)
    if unread:
        st.caption(f"The record suggested nothing yet for {unread} of {totals.steps} steps.")
    if totals.unbacked:
        st.caption(f"Tagged AI or TYPING without a sure suggestion behind it: step {_list(totals.unbacked)}.")
    if totals.doubtful:
        st.caption(f"DECISION steps in doubt: step {_list(totals.doubtful)}.")


def _list(numbers: tuple[int, ...]) -> str:
    return ", ".join(map(str, numbers))


def show_time(report: Report) -> None:
    """Minutes and hours, second to the count; what is missing is called missing."""
    weights = report.weights
    if weights is None:
        return
    st.markdown("#### Time, second to the count")
    if weights.missing:
        st.caption(
            f"Minutes are missing for step {_list(weights.missing)}; no time-weighted share without them."
        )
        return
    if weights.percentage is not None:
        st.markdown(
            f"**{weights.percentage} %** of the time: "
            f"{weights.automatable_minutes:g} of {weights.minutes:g} minutes per run."
        )
    if weights.hours_per_month is None:
        st.caption("Runs per month are missing, so there are no hours per month.")
    elif weights.automatable_hours_per_month is not None:
        st.markdown(
            f"{weights.automatable_hours_per_month:.1f} of {weights.hours_per_month:.1f} hours per month."
        )


def show_overrides(report: Report) -> None:
    if not report.overrides:
        return
    number = len(report.overrides)
    words = "1 suggestion" if number == 1 else f"{number} suggestions"
    with st.expander(f"{words} you overrode", icon=":material/compare_arrows:"):
        for override in report.overrides:
            st.text(
                f"Step {override.number}: suggested {override.suggested}, you chose {override.tagged}. "
                f"{override.why}".strip()
            )


def show_examples(report: Report) -> None:
    if not report.examples:
        return
    with st.expander("Five worked counts for context", icon=":material/menu_book:"):
        st.write(EXAMPLES_SENTENCE)
        st.dataframe(
            pd.DataFrame(
                [(example.title, example.count.headline) for example in report.examples],
                columns=["Worked count", "Count"],
            ),
            hide_index=True,
            alt="The five worked counts with their percentages",
        )
        st.page_link("pages/counts.py", label="Look at them step by step", icon=":material/menu_book:")


def show_downloads(report: Report) -> None:
    st.markdown("#### Take it away")
    if report.count.untagged:
        st.caption("The report will say that the count is incomplete.")
    name = file_name(report.title)
    with st.container(horizontal=True):
        for each in FORMATS.values():
            st.download_button(
                each.label,
                data=lambda each=each: each.write(report),
                file_name=f"{name}.{each.name}",
                mime=each.media_type,
                key=f"download_{each.name}",
                on_click="ignore",
                icon=":material/download:",
            )
    st.caption("The JSON report is also a saved count: drop it at *Describe* and everything is back.")


def file_name(title: str) -> str:
    """A name every system accepts: letters and digits of the title, joined by hyphens."""
    words = "".join(letter if letter.isalnum() else " " for letter in title).split()
    return f"count-{'-'.join(words)[:60].lower() or 'run'}"
