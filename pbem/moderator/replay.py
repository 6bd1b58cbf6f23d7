"""Replay: build the game up again from its log, checking every signature, link, die and card.

This is what `verify` and `report` run. It trusts nothing but the keys in the genesis.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.errors import BrokenChain, Garbled, NotTrusted, PbemError, ReplayMismatch
from pbem.moderator.chance import LogChance
from pbem.moderator.ledger import Ledger, require
from pbem.moderator.story import Story, of_order
from pbem.protocol.entry import Entry
from pbem.protocol.envelope import Envelope
from pbem.protocol.keys import PublicKeys

COMMON = {"v", "type", "n", "prev", "order", "state_hash"}
ORDER = COMMON | {"answer_link", "decisions", "rolls", "shuffles", "openings", "deals"}


def begin(entries: Sequence[Entry]) -> Ledger:
    """The ledger right after the genesis. Raises BrokenChain, BadSignature, ReplayMismatch."""
    if not entries:
        raise BrokenChain(n=0, why="there is no genesis")
    genesis = entries[0]
    genesis.check_follows(None)
    genesis.verify(PublicKeys.from_dict(genesis.body.get("gm")))
    ledger = Ledger(genesis.body)
    if genesis.body["rules_version"] != ledger.rules.version:
        raise ReplayMismatch(
            n=0,
            why=f"made with rules version {genesis.body['rules_version']}, this is "
            f"{ledger.rules.version}",
        )
    if genesis.body["data_hash"] != ledger.rules.data_hash():
        raise ReplayMismatch(n=0, why="made with other rules data than is installed here")
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
            if entry.type == "accept":
                story = _accept(ledger, entry)
            elif entry.type == "order":
                story = _order(ledger, entry, heads)
            else:
                raise Garbled(why=f"entry {n} has an unknown type `{entry.type}`")
        except PbemError as error:
            if isinstance(error, NotTrusted | ReplayMismatch):
                raise
            raise ReplayMismatch(n=n, why=f"its order should have been refused: {error}") from error
        _same_state(ledger, entry)
        heads.append(entry.head)
        yield ledger, story


def _same_state(ledger: Ledger, entry: Entry) -> None:
    if entry.body.get("state_hash") != ledger.state_hash():
        raise ReplayMismatch(n=entry.n, why="the position after it is another one")


def _accept(ledger: Ledger, entry: Entry) -> Story:
    require(entry.body, COMMON)
    envelope = Envelope.from_dict(entry.body["order"])
    ledger.accept(envelope, entry.n)
    side = envelope.body["from"]
    return Story(entry.n, side, f"{side} accepts")


def _order(ledger: Ledger, entry: Entry, heads: Sequence[str]) -> Story:
    body = entry.body
    require(body, ORDER)
    envelope = Envelope.from_dict(body["order"])
    ledger.check_order(envelope, heads)
    ledger.reveal(envelope, body["answer_link"])
    moment = ledger.moment(envelope.body, body["answer_link"])
    chance = LogChance(entry.n, body, moment, ledger.book)
    taken = ledger.take_order(envelope.body, chance, None, entry.n)
    chance.check_used_up()
    if ledger.decisions() != body["decisions"]:
        raise ReplayMismatch(n=entry.n, why="other decisions follow from its order")
    return of_order(entry.n, ledger, envelope.body["from"], taken)
