"""Where the mail servers of well-known providers are, and what a program has to show them."""

from __future__ import annotations

from msgspec import Struct

APP = "an app password, which you make on the pages of your account"


class Provider(Struct, frozen=True):
    """A provider of email.

    Attributes:
        imap, smtp: its servers, with a port that is not the usual one.
        secret: what it wants as the password; "" for an ordinary one, None if only OAuth will do.
    """

    imap: str
    smtp: str
    secret: str | None = APP


_GOOGLE = Provider("imap.gmail.com", "smtp.gmail.com")
_OUTLOOK = Provider("outlook.office365.com", "smtp-mail.outlook.com:587", None)
_APPLE = Provider("imap.mail.me.com", "smtp.mail.me.com:587")
_GMX = Provider("imap.gmx.net", "mail.gmx.net", f"{APP}, after you have allowed IMAP there")
_WEB = Provider("imap.web.de", "smtp.web.de:587", f"{APP}, after you have allowed IMAP there")
_YAHOO = Provider("imap.mail.yahoo.com", "smtp.mail.yahoo.com")
KNOWN = {
    "gmail.com": _GOOGLE,
    "googlemail.com": _GOOGLE,
    "outlook.com": _OUTLOOK,
    "hotmail.com": _OUTLOOK,
    "live.com": _OUTLOOK,
    "msn.com": _OUTLOOK,
    "icloud.com": _APPLE,
    "me.com": _APPLE,
    "mac.com": _APPLE,
    "gmx.net": _GMX,
    "gmx.de": _GMX,
    "gmx.com": Provider("imap.gmx.com", "mail.gmx.com", _GMX.secret),
    "web.de": _WEB,
    "yahoo.com": _YAHOO,
    "aol.com": Provider("imap.aol.com", "smtp.aol.com"),
    "fastmail.com": Provider("imap.fastmail.com", "smtp.fastmail.com"),
    "mailbox.org": Provider("imap.mailbox.org", "smtp.mailbox.org", ""),
    "posteo.de": Provider("posteo.de", "posteo.de", ""),
}


def provider_of(address: str) -> Provider:
    """The provider of an address, or a guess from its domain."""
    domain = address.rpartition("@")[2].lower()
    return KNOWN.get(domain) or Provider(f"imap.{domain}", f"smtp.{domain}", "")


def plus_address(address: str, word: str) -> str:
    """An address with `+word`: its email comes to the same mailbox, where a rule can sort it out."""
    name, _, domain = plain_address(address).rpartition("@")
    return f"{name}+{word}@{domain}"


def plain_address(address: str) -> str:
    """An address without what follows its plus."""
    name, _, domain = address.rpartition("@")
    return f"{name.partition('+')[0]}@{domain}"
