"""The GM's step: take one mail or ruling, run the rules, write the next signed entry.

Everything but the signature follows from what came in and from the GM's secrets of the game, so an
audit does the same again and compares (`moderator.openly`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from pbem.engine.changes import changes
from pbem.engine.play import Decision
from pbem.engine.table import Event
from pbem.errors import Impossible
from pbem.moderator import clock, course, ruling, seat, secrets, statement, veiled_log
from pbem.moderator.advance import FromOrders
from pbem.moderator.chance import GmChance
from pbem.moderator.invitation import gm_chain
from pbem.moderator.ledger import GM, Ledger
from pbem.moderator.sealed import unseal
from pbem.moderator.story import Story, of_accept, of_desk, of_order
from pbem.protocol.entry import Entry
from pbem.protocol.envelope import Envelope
from pbem.protocol.keys import GameKey, Identity

Body = dict[str, Any]


@dataclass(frozen=True)
class Applied:
    """A mail that became an entry."""

    entry: Entry
    story: Story


def sign(gm: Identity, ledger: Ledger, inputs: Body, heads: Sequence[str]) -> Applied:
    """Carry out an entry's inputs (`openly.INPUTS`) and sign what follows.

    Raises:
        PbemError: it is refused. The ledger may have changed; load the save again.
    """
    body, story = step(ledger, inputs, heads)
    return Applied(Entry.signed(gm, body), story)


def step(ledger: Ledger, inputs: Body, heads: Sequence[str]) -> tuple[Body, Story]:
    """Take an entry into a ledger that holds the GM's secrets; returns the entry's whole body."""
    n, key = len(heads), ledger.key
    if key is None:
        raise Impossible("only who has the GM's secrets can carry this out")
    body = {"v": 1, "n": n, "prev": heads[-1], **inputs}
    before = veiled_log.public_plain(ledger)
    if inputs["type"] == "accept":
        envelope = Envelope.from_dict(inputs["order"])
        ledger.accept(envelope, heads)
        story = of_accept(n, ledger, envelope.body["from"])
    elif inputs["type"] == "order":
        story = _order(key, ledger, body, heads)
    else:
        story = _desk(key, ledger, body, heads)
    if "told" in body:
        body["seen"] = changes(before, veiled_log.public_plain(ledger))
    course.note(ledger, n)
    body["state_hash"] = ledger.state_hash(veiled_log.salt(key, ledger, n))
    return body, story


def _order(key: GameKey, ledger: Ledger, body: Body, heads: Sequence[str]) -> Story:
    """Fills in what an order brought about."""
    envelope, n = Envelope.from_dict(body["order"]), len(heads)
    ledger.check_order(envelope, heads)
    side, seq = envelope.body["from"], envelope.body["seq"]
    answer_link = gm_chain(key, ledger.game, f"answer/{side}").link(seq)
    ledger.reveal(envelope, answer_link)
    players = {s: seat.keys for s, seat in ledger.seats.items()}
    moment = ledger.moment(envelope.body, answer_link)
    chance = GmChance(key, gm_chain(key, ledger.game, "deck"), moment, ledger.book, players)
    secret = unseal(key, envelope.body, GM)
    taken = ledger.take_order(envelope.body, chance, secret, FromOrders(ledger), n)
    body["answer_link"] = answer_link
    body["decisions"] = ledger.decisions()
    body |= asdict(chance.record)
    if ledger.veiled:
        body["decisions"] = [{**decision, "line": ""} for decision in body["decisions"]]
        body |= _veiled(key, ledger, n, ledger.play.decisions, ledger.play.events)
    return of_order(n, ledger, side, taken)


def _desk(key: GameKey, ledger: Ledger, body: Body, heads: Sequence[str]) -> Story:
    n = len(heads)
    events = take_desk(ledger, body, heads)
    newcomers = handed_to(ledger, n)
    if newcomers:
        body["handover"] = [secrets.handover(key, ledger, side, n) for side in newcomers]
    if ledger.veiled:
        body |= _veiled(key, ledger, n, (), events)
    return of_desk(body["type"], n, body, events)


def handed_to(ledger: Ledger, n: int) -> list[str]:
    """Whom entry `n`, just taken, tells what his side knows: who sits down with it, and who sat
    down after the place to which it goes back."""
    first = ledger.desk.rewinds.get(str(n), n)
    return [side for side, place in ledger.seats.items() if place.since >= first]


def take_desk(ledger: Ledger, body: Body, heads: Sequence[str]) -> list[Event]:
    """Take an entry that is neither accept nor order; the GM and every verifier alike."""
    if body["type"] == ruling.RULING:
        return ruling.take(ledger, body, len(heads))
    if body["type"] == "clock":
        return clock.take(ledger, body, len(heads))
    if body["type"] == "seat":
        return seat.take(ledger, body, heads, len(heads))
    if body["type"] == "gm":
        return seat.take_gm(ledger, body, heads, len(heads))
    return statement.take(ledger, body, heads, len(heads))


def _veiled(
    key: GameKey, ledger: Ledger, n: int, decisions: Sequence[Decision], events: Sequence[Event]
) -> Body:
    return veiled_log.fields(key, ledger, n, decisions, events)
