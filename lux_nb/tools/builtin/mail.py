"""E-mail through the SMTP server of the settings."""

import re
import smtplib
import ssl
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from email.utils import make_msgid, parseaddr
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import unquote, urlsplit

from pydantic import Field

from lux_nb.config import Settings
from lux_nb.errors import AuthenticationFailed, InvalidRequest, NotConfigured, ProviderError

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

SECONDS = 30
MOST_RECIPIENTS = 100
_ADDRESS = re.compile(r"[^@\s,;<>]+@[^@\s,;<>]+")
_LOCAL = frozenset({"localhost", "127.0.0.1", "::1"})
Addresses = Annotated[list[str], Field(max_length=MOST_RECIPIENTS)]


def tools(engine: "Engine") -> Iterator[tuple[Callable[..., Any], dict[str, Any]]]:
    """Yield the e-mail tool."""

    def email_sender(  # noqa: PLR0917 - tools are called by name
        to: Annotated[
            list[str], Field(min_length=1, max_length=MOST_RECIPIENTS, description="Addresses.")
        ],
        subject: Annotated[str, Field(max_length=998)],
        body: Annotated[str, Field(description="The text.")],
        html: Annotated[str | None, Field(description="The same as HTML.")] = None,
        cc: Addresses = [],  # noqa: B006 - it is read only
        bcc: Addresses = [],  # noqa: B006
        reply_to: str | None = None,
    ) -> dict[str, Any]:
        """Send an e-mail."""
        message = compose(engine.settings, to, cc, subject, body)
        if html is not None:
            message.add_alternative(html, subtype="html")
        if reply_to is not None:
            message["Reply-To"] = ", ".join(_checked("reply_to", [reply_to]))
        recipients = [*to, *cc, *_checked("bcc", bcc)]
        refused = send(engine.settings, message, recipients)
        return {
            "sent": True,
            "messageId": message["Message-ID"],
            "recipients": [one for one in recipients if one not in refused],
            "refused": refused,
        }

    needs = {"resources": ["smtp_url"], "permissions": ["internet_access"]}
    yield email_sender, {"category": "integration", "tags": ("email",), "requirements": needs}


def compose(
    settings: Settings, to: list[str], cc: list[str], subject: str, body: str
) -> EmailMessage:
    """Return a message; what would break its headers is refused."""
    sender = settings.smtp_from or _user(settings)
    if sender is None:
        hint = "Set it with %lux config smtp_from=me@example.org (LUX_SMTP_FROM)."
        raise NotConfigured("The sender's address is not known.", hint=hint)
    message = EmailMessage()
    try:
        message["From"] = sender
        message["To"] = ", ".join(_checked("to", to))
        if cc:
            message["Cc"] = ", ".join(_checked("cc", cc))
        message["Subject"] = subject
    except ValueError as error:
        raise InvalidRequest(f"A header can't be written: {error}.") from None
    message["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2].strip(">") or None)
    message.set_content(body)
    return message


def send(settings: Settings, message: EmailMessage, recipients: list[str]) -> dict[str, str]:
    """Hand a message to the server; returns the recipients it refused, with its reasons."""
    parts = _server(settings)
    host = parts.hostname or ""
    secured = ssl.create_default_context()
    try:
        with _connected(parts, secured) as server:
            server.ehlo()
            if parts.scheme == "smtp" and server.has_extn("starttls"):
                server.starttls(context=secured)
                server.ehlo()
            elif parts.scheme == "smtp" and parts.password and host not in _LOCAL:
                message_ = f"{host} offers no encryption, so the password is not sent."
                raise ProviderError(message_, hint="Use smtps:// or a server with STARTTLS.")
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
            refused = server.send_message(message, to_addrs=recipients)
    except smtplib.SMTPAuthenticationError:
        hint = "Check user and password in smtp_url."
        raise AuthenticationFailed(f"{host} refused the user.", hint=hint) from None
    except smtplib.SMTPRecipientsRefused as error:
        reasons = {name: _said(reply) for name, reply in error.recipients.items()}
        message_ = f"{host} refused every recipient."
        raise ProviderError(message_, details={"refused": reasons}) from None
    except (smtplib.SMTPException, OSError) as error:
        raise ProviderError(f"The e-mail was not sent by {host}: {error}.") from None
    return {name: _said(reply) for name, reply in refused.items()}


def _connected(parts: Any, secured: ssl.SSLContext) -> smtplib.SMTP:
    if parts.scheme == "smtps":
        return smtplib.SMTP_SSL(parts.hostname, parts.port or 465, timeout=SECONDS, context=secured)
    return smtplib.SMTP(parts.hostname, parts.port or 587, timeout=SECONDS)


def _server(settings: Settings) -> Any:
    if settings.smtp_url is None:
        hint = (
            "Set it with %lux config smtp_url=smtp://user:password@host:587 or in the environment "
            "as LUX_SMTP_URL; smtps:// is encrypted from the start."
        )
        raise NotConfigured("No provider is configured for 'email_sender'.", hint=hint)
    parts = urlsplit(settings.smtp_url.get_secret_value())
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise NotConfigured("smtp_url is not an address.", hint="smtp://user:password@host:587")
    return parts


def _user(settings: Settings) -> str | None:
    user = unquote(_server(settings).username or "")
    return user if "@" in user else None


def _checked(label: str, addresses: list[str]) -> list[str]:
    for address in addresses:
        if not _ADDRESS.fullmatch(parseaddr(address)[1]) or any(c in address for c in "\r\n,"):
            message = f"{label}: {address!r} is not one e-mail address."
            raise InvalidRequest(message, details={"field": label})
    return addresses


def _said(reply: Any) -> str:
    code, text = reply
    return f"{code} {text.decode(errors='replace') if isinstance(text, bytes) else text}"
