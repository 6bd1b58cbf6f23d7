"""Was it a machine that sent this mail? Told by its outermost header, before anything in it is opened.

A bounce carries the order back that it could not deliver, a holiday note quotes it; neither is one.
Signs that people's mails carry too are none: `Precedence: list`, List-Id, X-Auto-Response-Suppress.
"""

from __future__ import annotations

from pbem.errors import FromMachine
from pbem.mail.read.header import ADDRESS, Header, auto_submitted
from pbem.patterns import Pattern

NO_REPLY = ("no", "auto-generated")
NEAR = 1024 * 1024
"""Bytes of a bounce in which its report stands; what comes back may be longer."""
_RECIPIENT = Pattern(rb"(?im)^(?:Final|Original)-Recipient:[^;\n]*;[ \t]*([!-~]{1,200})")
_STATUS = Pattern(rb"(?im)^Status:[ \t]*([0-9.]{5,12})")
_DELAYED = Pattern(rb"(?im)^Action:[ \t]*delayed")


class Bounced(FromMachine):
    says = "This is not an order: a mail server says that your email did not arrive. {what}."


class ReadReceipt(FromMachine):
    says = "This is a read receipt, not an order: somebody has opened your email."


class AutomaticReply(FromMachine):
    says = "This is an automatic reply, not an order. An order that it quotes does not count."


class CalendarReply(FromMachine):
    says = "This is an answer to an invitation in a calendar, not an order."


class ListNotice(FromMachine):
    says = "This is an automatic notice from a mailing list, not an order."


def refuse_machines(header: Header, body: bytes) -> None:
    """Pass a person's mail.

    Raises:
        Bounced, ReadReceipt, CalendarReply, AutomaticReply, ListNotice.
    """
    report = header.parameter("report-type").lower() if header.type == "multipart/report" else ""
    if report == "delivery-status":  # RFC 3464 2
        raise _bounce(body)
    if report == "disposition-notification":  # RFC 8098 3
        raise ReadReceipt
    if header.get("return-path") == "<>":  # RFC 5321 4.5.5: only notifications have it
        raise _bounce(body)
    if failed_address := header.get("x-failed-recipients"):  # Exim, Google
        # Anybody can write this field, and a person reads the words: an address, or nothing.
        to = (
            f"Your email to {failed_address}"
            if ADDRESS.compiled.fullmatch(failed_address)
            else "A mail"
        )
        raise Bounced(what=f"{to} was not delivered")
    method = header.parameter("method").upper()
    if header.type == "text/calendar" and method in ("REPLY", "COUNTER"):  # RFC 6047 2.4
        raise CalendarReply
    # RFC 3834 5. What a program sends unasked can be an order: its signature decides.
    if any(auto_submitted(value) not in NO_REPLY for value in header.all("auto-submitted")):
        raise AutomaticReply
    for sign in ("x-autoreply", "x-autorespond", "x-autoreply-from"):
        if any(auto_submitted(value) != "no" for value in header.all(sign)):
            raise AutomaticReply
    if header.get("precedence").lower() == "auto_reply":
        raise AutomaticReply
    if any(value.lower() == "autoresponder" for value in header.all("delivered-to")):
        raise AutomaticReply
    if header.get("x-list-administrivia").lower() == "yes":  # Mailman
        raise ListNotice


def _bounce(body: bytes) -> Bounced:
    """What its report says: to whom, why, and whether it is only late."""
    body = body[:NEAR]
    to, status = _RECIPIENT.compiled.search(body), _STATUS.compiled.search(body)
    whose = f"Your email to {to[1].decode('ascii')}" if to else "A mail"
    late = _DELAYED.compiled.search(body) is not None
    what = f"{whose} is delayed, and will be tried again" if late else f"{whose} was not delivered"
    return Bounced(what=what + (f" ({status[1].decode('ascii')})" if status else ""))
