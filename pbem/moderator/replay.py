"""Replay: build the game up again from its log, checking every signature, link, die and card.

This is what `verify` and `report` run. It trusts nothing but the keys in the genesis.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.errors import BrokenChain, Garbled, NotTrusted, PbemError, ReplayMismatch
from pbem.moderator import shape, veiled_log
from pbem.moderator.advance import FromLog
from pbem.moderator.chance import LogChance
from pbem.moderator.ledger import Ledger, check_rules
from pbem.moderator.sealed import Secret
from pbem.moderator.story import Story, of_accept, of_order
from pbem.protocol.entry import Entry
from pbem.protocol.envelope import Envelope
from pbem.protocol.keys import PublicKeys

# What rules and parsers raise on contents that no honest GM writes.
BROKEN = (PbemError, LookupError, TypeError, ValueError, AttributeError, AssertionError)


def begin(entries: Sequence[Entry]) -> Ledger:
    """The ledger right after the genesis. Raises BrokenChain, BadSignature, ReplayMismatch."""
    if not entries:
        raise BrokenChain(n=0, why="there is no genesis")
    genesis = entries[0]
    genesis.check_follows(None)
    genesis.verify(PublicKeys.from_dict(genesis.body.get("gm")))
    try:
        shape.genesis(genesis.body)
        ledger = Ledger(genesis.body)
    except BROKEN as error:
        raise ReplayMismatch(n=0, why=f"there is no such game: {error}") from error
    check_rules(ledger)
    _same_state(ledger, genesis)
    return ledger


def replay(entries: Sequence[Entry]) -> Iterator[tuple[Ledger, Story]]:
    """The ledger after each entry from 1 on, with the entry's story.

    Raises:
        BrokenChain, BadSignature, BadLink, BadOpening: the log is not honest.
        ReplayMismatch: the rules do not give what the log says.
    """
    ledger = begin(entries)
    heads = [entries[0].head]
    for n, entry in enumerate(entries[1:], 1):
        entry.check_follows(entries[n - 1])
        entry.verify(ledger.gm)
        try:
            shape.entry(entry.body)
            story = _take(ledger, entry, heads)
        except (NotTrusted, ReplayMismatch):
            raise
        except BROKEN as error:
            raise ReplayMismatch(n=n, why=f"its order should have been refused: {error}") from error
        _same_state(ledger, entry)
        heads.append(entry.head)
        yield ledger, story


def replayed(entries: Sequence[Entry]) -> Ledger:
    """The ledger after the last entry. Raises as `replay` does."""
    ledger = begin(entries)
    for after, _ in replay(entries):
        ledger = after
    return ledger


def _same_state(ledger: Ledger, entry: Entry) -> None:
    if ledger.veiled:
        return  # hashed with a salt that only the GM can reveal
    if entry.body.get("state_hash") != ledger.state_hash():
        raise ReplayMismatch(n=entry.n, why="the position after it is another one")


def _take(ledger: Ledger, entry: Entry, heads: Sequence[str]) -> Story:
    body = entry.body
    envelope = Envelope.from_dict(body["order"])
    side = envelope.body.get("from", "")
    if entry.type == "accept":
        ledger.accept(envelope, heads)
        return of_accept(entry.n, ledger, side)
    if entry.type != "order":
        raise Garbled(why=f"an unknown type `{entry.type}`")
    if ledger.veiled:
        return veiled_log.take(ledger, entry, envelope, heads)
    ledger.check_order(envelope, heads)
    ledger.reveal(envelope, body["answer_link"])
    moment = ledger.moment(envelope.body, body["answer_link"])
    chance = LogChance(entry.n, body, moment, ledger.book)
    advance = FromLog(ledger, body["decisions"])
    taken = ledger.take_order(envelope.body, chance, Secret(), advance, entry.n)
    chance.check_used_up()
    if ledger.decisions() != body["decisions"]:
        raise ReplayMismatch(n=entry.n, why="other decisions follow from its order")
    return of_order(entry.n, ledger, side, taken)
