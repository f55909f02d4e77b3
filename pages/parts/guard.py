"""Nothing a user meets is a stack trace, and nothing a log holds is a user's text."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from store.errors import RecordError

_log = logging.getLogger("workbench")

SORRY = (
    "Something went wrong on this screen. Your count is still here. "
    "Press Undo or open another page; if it happens again, tell whoever runs this workbench."
)


@contextmanager
def guarded() -> Iterator[None]:
    """Show a plain message in place of whatever failed; log where it failed, never with what text."""
    try:
        yield
    except RecordError as error:
        st.warning(str(error), icon=":material/cloud_off:")
    except Exception as error:
        where = traceback.extract_tb(error.__traceback__)[-1]
        _log.error("%s in %s, line %s", type(error).__name__, where.name, where.lineno)
        st.error(SORRY, icon=":material/report:")
