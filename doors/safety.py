"""Who may come in: a public address needs sign-in at both doors, or a word that says nobody has to."""

from __future__ import annotations

import hmac
import logging
from collections.abc import Iterable

from mcp.server.auth.provider import AccessToken
from mcp.server.transport_security import TransportSecuritySettings
from streamlit.auth_util import get_secrets_auth_section, validate_auth_credentials
from streamlit.errors import StreamlitAuthError

from doors.settings import DoorSettings
from store import SettingsError

log = logging.getLogger(__name__)


class BearerTokens:
    """The tokens of DOORS_MCP_TOKENS. Each is compared whole, in constant time, whatever the others said."""

    def __init__(self, tokens: Iterable[str]) -> None:
        self._tokens = tuple(token.encode() for token in tokens)

    async def verify_token(self, token: str) -> AccessToken | None:
        given = token.encode("utf-8", "replace")
        matches = [hmac.compare_digest(given, known) for known in self._tokens]
        if not any(matches):
            return None
        return AccessToken(token="", client_id=f"token-{matches.index(True) + 1}", scopes=[])


def sign_in_problem() -> str | None:
    """Why the app's sign-in cannot work, None when st.secrets holds a whole [auth] section."""
    section = get_secrets_auth_section()
    names = [name for name, value in section.items() if isinstance(value, dict) or hasattr(value, "to_dict")]
    providers = [name for name in names if name != "client_kwargs"] or ["default"]
    try:
        for provider in providers:
            validate_auth_credentials(provider)
    except StreamlitAuthError as error:
        return " ".join(str(error).split())
    return None


def check_bind(settings: DoorSettings) -> None:
    """Raises SettingsError when a public address would be open to all without anybody having said so."""
    if settings.is_loopback:
        return
    missing = []
    if problem := sign_in_problem():
        missing.append(f"the app has no sign-in: {problem}")
    if not settings.mcp_tokens:
        missing.append("the agents' door has no sign-in: DOORS_MCP_TOKENS is not set.")
    if not missing:
        return
    if settings.allow_anonymous:
        log.warning("listening on a public address without sign-in, as told by --allow-anonymous")
        return
    lines = "\n".join(f"- {line}" for line in missing)
    raise SettingsError(
        f"{settings.host} can be reached from other machines, and:\n{lines}\n"
        "Set both up (docs/deployment.md says how), listen on 127.0.0.1, or give --allow-anonymous to let "
        "everybody in."
    )


def transport_security(settings: DoorSettings) -> TransportSecuritySettings:
    """The Host and Origin headers /mcp accepts, with and without a port."""
    origins = [f"{scheme}://{host}" for host in settings.hosts for scheme in ("http", "https")]
    return TransportSecuritySettings(
        allowed_hosts=[form for host in settings.hosts for form in (host, f"{host}:*")],
        allowed_origins=[form for origin in origins for form in (origin, f"{origin}:*")],
    )
