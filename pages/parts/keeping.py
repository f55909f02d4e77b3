"""Where the count is kept, on the screen: saved or not, its links, a copy, and deleting it for good."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from counting import Run, tally
from counting.intake.draft import Draft
from pages.parts import plain, saving, session
from pages.parts.saving import Saving
from pages.parts.session import Key, Stage
from store import RecordError

PRIVACY = (
    "The text of your count is kept on this server only so that you can come back to it. Whoever has the "
    "link can open it, so treat the link like a key. No text of it is ever in an address or a log. "
    "*Delete for good* removes the count and its whole history."
)
SESSION_ONLY = (
    "This deployment keeps no counts: yours stays in this browser tab and is gone when you close or "
    "reload it. Download the JSON report at *Result* to keep it."
)


NOT_KEPT = (
    "The text you gave has {chars:,} characters. A text of more than {most:,} is not kept on the server: "
    "after a reload every step is there, with its place and what was left out, but not the text beside them."
)


def where_words() -> str:
    """Where the text goes, said beside the field it is typed into."""
    if saving.is_on():
        return "Your text stays on this server, under a link only you get. You can delete it for good there."
    return "Nothing is kept on this server: your text stays in this tab and is gone when you close it."


def show_not_kept(draft: Draft | None) -> None:
    """Said wherever the text is seen or the saved count is: a very long source lives in this tab only."""
    if draft and draft.source and saving.is_on() and saving.is_source_long(draft):
        words = NOT_KEPT.format(chars=len(draft.source), most=saving.MAX_SOURCE_CHARS)
        st.caption(f":material/info: {words}")


def resume_from_address() -> None:
    """A link with a key brings its count back, once per session; a dead link is explained."""
    key = st.query_params.get(saving.PARAMETER)
    if not key or session.get(Key.RESUMED) == key:
        return
    session.put(Key.RESUMED, key)
    try:
        saving.resume(key)
        session.go(_stage_of(session.run()))
    except RecordError as error:
        session.put(Key.PROBLEM, str(error))
        del st.query_params[saving.PARAMETER]


def _stage_of(run: Run) -> Stage:
    """Where somebody who comes back wants to be."""
    if not run.steps:
        return Stage.DESCRIBE
    return Stage.TAG if tally(run).untagged else Stage.RESULT


def show_key_in_address() -> None:
    """The key of the count in hand, so that a reload of any page finds it again."""
    kept = saving.now()
    if kept and st.query_params.get(saving.PARAMETER) != kept.key:
        session.put(Key.RESUMED, kept.key)
        st.query_params[saving.PARAMETER] = kept.key


def show_saved() -> None:
    """One button with the state of the count; behind it the links and what can be done."""
    kept = saving.now()
    if session.get(Key.UNSAVED) or (kept and kept.newer is not None):
        label, icon = "Not saved", ":material/cloud_off:"
    elif kept:
        label, icon = "Saved", ":material/cloud_done:"
    else:
        label, icon = "Not saved yet", ":material/cloud:"
    with st.popover(label, icon=icon, key="saved_state"):
        if not saving.is_on():
            st.caption(SESSION_ONLY)
            return
        _show_problem()
        show_not_kept(session.draft())
        if kept:
            _show_links(kept)
        else:
            st.caption("Your count is saved by itself as soon as it has steps.")
        st.caption(PRIVACY)


def _show_links(kept: Saving) -> None:
    link = f"{saving.address()}?{saving.PARAMETER}="
    st.markdown("**Your link** (opens this count for editing)")
    st.code(link + kept.key, language=None, wrap_lines=True)
    share = session.get(Key.SHARE_LINK)
    if share and share[0] == kept.key:
        st.markdown("**Link for others** (read only)")
        st.code(link + share[1], language=None, wrap_lines=True)
        st.button("Close the read-only link", key="unshare", icon=":material/link_off:", on_click=_unshare)
    else:
        st.button("Make a read-only link for others", key="share", icon=":material/share:", on_click=_share)
    st.button(
        "Duplicate to try a what-if",
        key="duplicate",
        icon=":material/content_copy:",
        on_click=_try,
        args=(_duplicate,),
    )
    st.button(
        "Start a new count",
        key="new_count",
        icon=":material/note_add:",
        on_click=saving.forget,
        help="This one stays under its link.",
    )
    sure = st.checkbox("I want to delete this count with its whole history", key="sure_delete")
    st.button(
        "Delete for good",
        key="delete_count",
        icon=":material/delete_forever:",
        disabled=not sure,
        on_click=_try,
        args=(_delete,),
    )


def show_conflict() -> None:
    """Two tabs, one count: nothing is overwritten before a person says so."""
    kept = saving.now()
    if kept is None or kept.newer is None:
        _show_not_saved(kept)
        return
    st.warning(
        "This count was changed in another tab in the meantime. Nothing of yours was saved over it; until "
        "you choose, changes stay in this tab only.",
        icon=":material/sync_problem:",
    )
    with st.container(horizontal=True):
        st.button("Take the newer version", key="take_newer", on_click=saving.take_newer, type="primary")
        st.button("Keep mine as a copy", key="keep_mine", on_click=saving.keep_mine)


def _show_not_saved(kept: Saving | None) -> None:
    """A count that could be saved before and cannot be now, for example one deleted in another tab."""
    if kept and session.get(Key.UNSAVED):
        _show_problem()
        st.button("Keep mine as a copy", key="keep_mine", on_click=_try, args=(saving.keep_mine,))


def _show_problem() -> None:
    """Why the count is not saved, where it is not."""
    if problem := session.get(Key.UNSAVED):
        words = f"{plain.label(problem, 400)} Your count is still in this tab."
        st.warning(words, icon=":material/cloud_off:")


def _share() -> None:
    kept, counts = saving.now(), saving.counts()
    if kept and counts:
        _try(lambda: session.put(Key.SHARE_LINK, (kept.key, counts.share(kept.key))))


def _unshare() -> None:
    kept, counts = saving.now(), saving.counts()
    if kept and counts:
        _try(lambda: counts.unshare(kept.key))
        session.put(Key.SHARE_LINK, None)


def _duplicate() -> None:
    kept = saving.now()
    if kept:
        saving.duplicate(kept.key)
        session.put(Key.NEWS, "You are now in a copy. The original stays as it is, under its own link.")


def _delete() -> None:
    saving.delete()
    st.query_params.pop(saving.PARAMETER, None)
    session.go(Stage.DESCRIBE)
    session.put(Key.NEWS, "The count is deleted for good.")


def _try(act: Callable[[], None]) -> None:
    try:
        act()
    except RecordError as error:
        session.put(Key.PROBLEM, str(error))
