"""The audit of a duel: with the keys that both reveal, every stack and every policy that somebody sealed is proven,
contradicted, or not shown.

What was turned up or revealed while the game went on was checked then. Here the rest is opened: cards that stayed covered,
policies that nothing looked at.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.engine.notation import stacked
from pbem.engine.request import Request
from pbem.errors import PbemError
from pbem.ledger import duels
from pbem.ledger.duel_secrets import Secrets
from pbem.ledger.fold import fold, ledger_at_genesis
from pbem.ledger.ledger import Ledger
from pbem.proof.audit import Answer, Audit, Broken, Claim, Finding, chains_claim
from pbem.proof.revealed_keys import RevealedKeys, revealed_keys
from pbem.protocol.bodies import DuelOrder, DuelPlayed, SignedReveal
from pbem.protocol.entry import Entry

BOTH = "both"
"""Who signed the log: each entry one of them for the other."""


def audit_duel(entries: Sequence[Entry], reveals: Sequence[SignedReveal]) -> Audit:
    """Check everything that these keys open. Raises what reading the genesis raises."""
    keys = revealed_keys(entries, reveals)
    ledger = ledger_at_genesis(entries)
    sides, stacks, broken = ledger.sides, dict[int, Request](), None
    try:
        for before, after in _steps(entries, ledger):
            order = _order(entries[after.n])
            if order is not None and order.plan:
                stacks[after.n] = before.request(order.author)
            ledger = after
    except PbemError as error:
        broken = Broken(ledger.n + 1, str(error))
    findings = [
        Finding(BOTH, Claim.RULES, Answer.PROVEN, count=len(entries))
        if broken is None
        else Finding(BOTH, Claim.RULES, broken.answer, broken.entry, broken.why, len(entries))
    ]
    for side in sides:
        findings += _side_findings(entries, keys, side, stacks)
    return Audit(tuple(findings), tuple(entries), ledger, keys)


def _steps(entries: Sequence[Entry], ledger: Ledger) -> Iterator[tuple[Ledger, Ledger]]:
    """The ledger before and after each entry."""
    for after, _ in fold(entries, ledger, duel=duels.told):
        yield ledger, after
        ledger = after


def _order(entry: Entry) -> DuelOrder | None:
    step = entry.body.step
    body = step.order.body if isinstance(step, DuelPlayed) else None
    return body if isinstance(body, DuelOrder) else None


def _side_findings(
    entries: Sequence[Entry], keys: RevealedKeys, side: str, stacks: dict[int, Request]
) -> Iterator[Finding]:
    """What the revealed keys of one player show of the chains, the stacks and the policies."""
    places = [place for place in keys.places if place.party == side]
    yield from (chains_claim(keys, place) for place in places)
    own = [
        (e.n, order) for e in entries if (order := _order(e)) is not None and order.author == side
    ]
    opened = [key for place in places if (key := keys.key(place)) is not None]
    secrets = Secrets.with_keys(entries, opened, side)
    missing = next((place.keys.name for place in places if keys.key(place) is None), "")
    plans = [(n, order) for n, order in own if order.plan]
    sets = [(n, order) for n, order in own if order.policies]
    if plans:
        answers = [(n, _stack(secrets, order, stacks.get(n))) for n, order in plans]
        yield _worst(side, Claim.STACKS, answers, missing)
    if sets:
        texts = [(n, "" if secrets.policies(order) is not None else GARBAGE) for n, order in sets]
        yield _worst(side, Claim.POLICIES, texts, missing)


GARBAGE = "its own copy does not hold what it committed to"


def _stack(secrets: Secrets, order: DuelOrder, request: Request | None) -> str:
    """What is wrong with a stack; "" if nothing is."""
    openings = secrets.stack(order)
    if openings is None:
        return GARBAGE
    if request is None or request.stack is None:
        return ""  # the log is broken before
    cards = tuple(opening.card for opening in openings)
    try:
        allowed = stacked(request.stack, " ".join((request.stack.verb, *cards))) == cards
    except PbemError:
        allowed = False
    return (
        "" if allowed else f"it sealed cards that the rules do not allow there: {', '.join(cards)}"
    )


def _worst(
    side: str, claim: Claim, found_wrong: Sequence[tuple[int, str]], missing: str
) -> Finding:
    """The first of these orders with which something is wrong; what does not open rests while a key is missing."""
    count = len(found_wrong)
    for n, why in found_wrong:
        if why and (why != GARBAGE or not missing):
            return Finding(side, claim, Answer.CONTRADICTED, n, why, count)
    for n, why in found_wrong:
        if why:
            unopened = f"a key of {missing} is not in this file"
            return Finding(side, claim, Answer.NOT_SHOWN, n, unopened, count)
    return Finding(side, claim, Answer.PROVEN, count=count)
