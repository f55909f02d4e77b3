"""Where the deployment has sign-in (an [auth] section in st.secrets), nothing is shown before it."""

from __future__ import annotations

import streamlit as st
from streamlit.errors import StreamlitSecretNotFoundError

from pages.parts import plain

GENERAL = frozenset({"client_kwargs"})
UNREADABLE = (
    "This workbench cannot read its secrets file, so it cannot tell who may come in. Whoever runs it has to "
    "correct the file and start it again."
)


def require() -> None:
    """Go on only for somebody who may come in; show the way in to everybody else."""
    providers = _providers()
    if providers is None:
        return
    if getattr(st.user, "is_logged_in", False):
        _show_who()
        return
    st.navigation([st.Page(lambda: _show_way_in(providers), title="Sign in")], position="hidden").run()
    st.stop()


def _providers() -> tuple[str, ...] | None:
    """The names st.login takes, "" for the only one; None: there is no sign-in, (): it is broken."""
    try:
        if "auth" not in st.secrets:
            return None
        section = st.secrets["auth"]
    except StreamlitSecretNotFoundError as error:
        return None if error.error_id == "no-secrets-found" else ()
    names = [name for name, value in section.items() if hasattr(value, "items") and name not in GENERAL]
    return tuple(names) or ("",)


def _show_way_in(providers: tuple[str, ...]) -> None:
    st.title("Workflow Count Workbench")
    if not providers:
        st.error(UNREADABLE, icon=":material/lock:")
        return
    st.write("Sign in to count a workflow and to read the record.")
    for name in providers:
        st.button(
            f"Sign in with {plain.label(name)}" if name else "Sign in",
            key=f"sign_in_{name}",
            icon=":material/login:",
            type="primary",
            on_click=st.login,
            args=(name,) if name else (),
        )


def _show_who() -> None:
    with st.sidebar:
        st.caption(
            f"Signed in as {plain.label(str(st.user.get('email') or st.user.get('name') or 'a visitor'))}"
        )
        st.button("Sign out", key="sign_out", icon=":material/logout:", on_click=st.logout)
