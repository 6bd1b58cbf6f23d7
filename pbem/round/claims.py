"""Claims to a seat, and the consents to them, among the emails of a round."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from pbem.gm.inbox import Mail
from pbem.protocol.bodies import Claim, Consent, Envelope


class WaitingClaim(Struct, frozen=True):
    """A claim that waits for the GM, or a consent whose claim is not here.

    Attributes:
        name: of the claim's email, "" if it is not here. `side`: the seat that is claimed, "" then.
        by: the sides that consent. `consents`: the names of their emails.
    """

    name: str
    side: str
    by: tuple[str, ...]
    consents: tuple[str, ...]


def claims_with_consents(mails: Mapping[str, Mail]) -> list[WaitingClaim]:
    """Each claim with the consents to it, then each consent without its claim.

    Of what a side has agreed to more than once only the newest email is there: it counts once, and an older consent
    may be void by now.

    Args:
        mails: claims and consents by the names of their emails.
    """
    by_time = sorted(mails.items(), key=lambda one: _time_of(one[1]))
    newest = {matter(mail): name for name, mail in by_time}
    mails = {name: mail for name, mail in mails.items() if newest[matter(mail)] == name}
    claims = {n: mail for n, mail in mails.items() if isinstance(mail.envelope.body, Claim)}
    claims_waiting = []
    for name, claim in claims.items():
        consents = [n for n, one in mails.items() if claim_digest(one) == claim.digest]
        by = tuple(mails[n].envelope.body.author for n in consents)
        claims_waiting.append(WaitingClaim(name, claim.envelope.body.author, by, tuple(consents)))
    digests = {claim.digest for claim in claims.values()}
    for name, mail in mails.items():
        if name not in claims and claim_digest(mail) not in digests:
            claims_waiting.append(WaitingClaim("", "", (mail.envelope.body.author,), (name,)))
    return claims_waiting


def consents_without_claim(mails: Mapping[str, Mail]) -> dict[str, Envelope]:
    """The consents to what is no claim among these emails, by the names of their emails."""
    waiting = claims_with_consents(mails)
    return {one.consents[0]: mails[one.consents[0]].envelope for one in waiting if not one.name}


def claim_digest(mail: Mail) -> str:
    """The digest of the claim that a consent is about, "" for a claim."""
    body = mail.envelope.body
    return "" if isinstance(body, Claim) else str(getattr(body, "text", ""))


def matter(mail: Mail) -> tuple[str, str, bool]:
    """Who claims or agrees to what: two emails with the same are repeats. True of a claim: a player may agree to one that
    names his own seat."""
    body = mail.envelope.body
    return body.author, claim_digest(mail) or mail.digest, isinstance(body, Claim)


def _time_of(mail: Mail) -> int:
    body = mail.envelope.body
    return body.at if isinstance(body, Consent) else 0
