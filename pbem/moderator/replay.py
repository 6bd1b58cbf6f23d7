"""Replay: build the game up again from its log, checking every signature, link, die and card.

This is what `verify` and `report` run. It trusts nothing but the keys in the genesis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from pbem.errors import BrokenChain, Garbled, Impossible, NotTrusted, PbemError, ReplayMismatch
from pbem.moderator import course, secrets, shape, veiled_log
from pbem.moderator.advance import FromLog
from pbem.moderator.apply import handed_to, take_desk
from pbem.moderator.chance import LogChance
from pbem.moderator.installed import check_rules
from pbem.moderator.ledger import Ledger
from pbem.moderator.rewind import History, glimpse_asked
from pbem.moderator.ruling import RULING
from pbem.moderator.sealed import Secret, unseal
from pbem.moderator.statement import KINDS
from pbem.moderator.story import Story, of_accept, of_desk, of_order
from pbem.protocol.entry import Entry
from pbem.protocol.envelope import Envelope
from pbem.protocol.keys import Identity, PublicKeys

DESK = (*KINDS, RULING, "seat", "gm", "clock")
# What rules and parsers raise on contents that no honest GM writes.
BROKEN = (PbemError, LookupError, TypeError, ValueError, AttributeError, Impossible)


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


def replay(
    entries: Sequence[Entry], reader: Identity | None = None
) -> Iterator[tuple[Ledger, Story]]:
    """The ledger after each entry from 1 on, with the entry's story.

    A player who reads with his own key also checks what the GM did in his name: cards dealt to him,
    and decisions by his standing orders.

    Raises:
        BrokenChain, BadSignature, BadLink, BadOpening: the log is not honest.
        ReplayMismatch: the rules do not give what the log says.
    """
    ledger = begin(entries)

    def take(entry: Entry, heads: Sequence[str]) -> Story:
        story = _take(ledger, entry, heads, reader)
        _same_state(ledger, entry)
        course.note(ledger, entry.n)
        return story

    yield from walk(entries, ledger, take)


def walk(
    entries: Sequence[Entry],
    ledger: Ledger,
    take: Callable[[Entry, Sequence[str]], Story],
    also: Iterable[int] = (),
) -> Iterator[tuple[Ledger, Story]]:
    """Along a log from entry 1 on: each is signed and linked, and `take` does and compares it.

    Args:
        ledger: right after the genesis. `take`: is given the heads before the entry.
        also: entries after which positions are kept, beside those that the log comes back to.

    Raises:
        NotTrusted, ReplayMismatch: an entry is not what its GM should have written.
    """
    history = History(entries, also)
    ledger.past = history
    heads = [entries[0].head]
    for n, entry in enumerate(entries[1:], 1):
        entry.check_follows(entries[n - 1])
        ledger.verify(entry)
        try:
            shape.entry(entry.body)
            story = take(entry, heads)
        except (NotTrusted, ReplayMismatch):
            raise
        except BROKEN as error:
            raise ReplayMismatch(n=n, why=f"its order should have been refused: {error}") from error
        heads.append(entry.head)
        history.keep(n, ledger)
        yield ledger, story


def replayed(entries: Sequence[Entry], reader: Identity | None = None) -> Ledger:
    """The ledger after the last entry. Raises as `replay` does."""
    ledger = begin(entries)
    for after, _ in replay(entries, reader):
        ledger = after
    return ledger


def _take_desk(
    ledger: Ledger, entry: Entry, heads: Sequence[str], reader: Identity | None
) -> Story:
    body = dict(entry.body)
    events = take_desk(ledger, body, heads)
    if body != entry.body:
        raise ReplayMismatch(n=entry.n, why="it leaves out what follows from it")
    if [part["to"] for part in body.get("handover", [])] != handed_to(ledger, entry.n):
        raise ReplayMismatch(n=entry.n, why="it hands over to somebody else than sits down")
    if reader is not None and "handover" in body:
        _learn_handed(ledger, entry, reader)
    if not ledger.veiled:
        if shape.VEILED.keys() & entry.body.keys():
            raise Garbled(why="it hides what is public in this game")
        return of_desk(entry.type, entry.n, entry.body, events)
    glimpse_asked(ledger, entry.body)
    veiled_log.see(ledger, entry)
    return veiled_log.story(ledger, entry, None, "public")


def _learn_handed(ledger: Ledger, entry: Entry, reader: Identity) -> None:
    """A newcomer goes on with what his side knew."""
    side, key = ledger.side_of(reader.public), reader.game_key(ledger.genesis["nonce"])
    given = secrets.handed(key, ledger, side, entry)
    if given is not None:
        for slot, opening in given[0].items():
            ledger.book.learn(ledger.game, slot, opening.salt, opening.card)
        ledger.standing[side] = given[1]


def _same_state(ledger: Ledger, entry: Entry) -> None:
    if ledger.veiled:
        return  # hashed with a salt that only the GM can reveal
    if entry.body.get("state_hash") != ledger.state_hash():
        raise ReplayMismatch(n=entry.n, why="the position after it is another one")


def _take(ledger: Ledger, entry: Entry, heads: Sequence[str], reader: Identity | None) -> Story:
    body = entry.body
    if entry.type in DESK:
        return _take_desk(ledger, entry, heads, reader)
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
    own = ledger.side_of(reader.public) if reader else ""
    told, secret = {}, Secret()
    if reader is not None and own in ledger.sides and entry.n >= ledger.seats[own].since:
        key = reader.game_key(ledger.genesis["nonce"])
        told = secrets.told(key, ledger, own, entry)
        if own == side:
            secret = unseal(key, envelope.body, side)
    chance = LogChance(entry.n, body, moment, ledger.book, told)
    advance = FromLog(entry.n, ledger, body["decisions"], own)
    taken = ledger.take_order(envelope.body, chance, secret, advance, entry.n)
    chance.check_used_up()
    if ledger.decisions() != body["decisions"]:
        raise ReplayMismatch(n=entry.n, why="other decisions follow from its order")
    return of_order(entry.n, ledger, side, taken)
