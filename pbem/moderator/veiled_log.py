"""The log of a veiled game: what the GM adds to its entries, and what can be checked without it.

Everybody can check signatures, links, dice, shuffles and openings, and that each order answered the
question that was open. Whether the rules were kept shows in the audit, with the GM's reveal key.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from pbem.engine import codec
from pbem.engine.changes import changed
from pbem.engine.play import Decision
from pbem.engine.ruleset import Result
from pbem.engine.table import Event
from pbem.errors import Garbled, ReplayMismatch, slot_words
from pbem.moderator import veil
from pbem.moderator.book import Book
from pbem.moderator.ledger import Ledger
from pbem.moderator.story import Story, of_entry
from pbem.moderator.veil import PUBLIC
from pbem.protocol import canonical, seal
from pbem.protocol.entry import Entry
from pbem.protocol.envelope import Envelope
from pbem.protocol.hkdf import derive
from pbem.protocol.keys import GameKey

STORY_BUCKET = 2048
PACKET_BUCKET = 16384
LIMIT = 2**22


def salt(gm: GameKey, ledger: Ledger, n: int) -> str:
    """The salt of the state's hash in entry `n`; follows from the GM's reveal key. "" if not veiled."""
    if not ledger.veiled:
        return ""
    return derive(gm.root, f"pbem1/veil/{n}", 16).hex()


def fields(
    gm: GameKey,
    ledger: Ledger,
    n: int,
    decisions: Sequence[Decision],
    events: Sequence[Event],
) -> dict[str, Any]:
    """What entry `n` of a veiled game says beside its dice: its story for each, and what is asked."""
    stories = [{"to": PUBLIC, "sealed": "", "clear": veil.told(decisions, events, PUBLIC)}]
    for side, seat in ledger.seats.items():
        plain = canonical.encode(veil.told(decisions, events, side))
        sealed = seal.deal(gm, seat.keys, _info("told", ledger.game, n), plain, STORY_BUCKET)
        stories.append({"to": side, "sealed": sealed, "clear": {}})
    return {"told": stories, "asked": [veil.dump_request(r, False) for r in ledger.pending()]}


def public_plain(ledger: Ledger) -> dict[str, Any]:
    """The position as everybody may see it, as plain data; nothing for a game that is not veiled."""
    if not ledger.veiled:
        return {}
    plain: dict[str, Any] = codec.dump(ledger.rules.veil(ledger.play.state, PUBLIC))
    return plain


def see(ledger: Ledger, entry: Entry) -> None:
    """What a verifier knows of the position after an entry: what everybody saw change."""
    plain = changed(public_plain(ledger), entry.body["seen"])
    state = codec.load(ledger.rules.state_type, plain)
    play = ledger.play
    if isinstance(play, veil.Glimpse):
        ledger.play = replace(play, state=state)


def story(ledger: Ledger, entry: Entry, reader: GameKey | None, side: str) -> Story:
    """The story of an entry as `side` may read it; the public's without a key of its own or of the GM."""
    author, key = of_entry(entry)
    if "told" not in entry.body:
        return Story(entry.n, author, key)
    mine = next((part for part in entry.body["told"] if part["to"] == side and reader), None)
    since = ledger.seats[side].since if side in ledger.seats else 0
    if mine is not None and reader is not None and entry.n >= since:
        info = _info("told", ledger.game, entry.n)
        if ledger.key is not None:
            plain = seal.dealt(ledger.key, ledger.seats[side].keys, info, mine["sealed"])
        else:
            plain = seal.undeal(reader, ledger.gm, info, mine["sealed"])
        decisions, events = veil.read(canonical.decode(plain, LIMIT))
    else:
        (clear,) = [part["clear"] for part in entry.body["told"] if part["to"] == PUBLIC]
        decisions, events = veil.read(clear)
    return Story(entry.n, author, key, decisions, events)


def for_side(told: Story, side: str) -> Story:
    """The GM's full story, as `side` may read it."""
    data = veil.told(list(told.decisions), list(told.events), side)
    decisions, events = veil.read(data)
    left = told.left if told.side == side else ()
    return replace(told, decisions=decisions, events=events, left=left)


def packets(gm: GameKey, ledger: Ledger, head: str) -> dict[str, str]:
    """The table [packets] of a save: what each may see now, sealed to it."""
    play, pending = ledger.play, ledger.pending()
    found = {PUBLIC: canonical.encode(veil.packet(ledger.rules, play, pending, PUBLIC)).decode()}
    for side, seat in ledger.seats.items():
        plain = canonical.encode(veil.packet(ledger.rules, play, pending, side, ledger.held))
        info = _info("packet", ledger.game, head)
        found[side] = seal.deal(gm, seat.keys, info, plain, PACKET_BUCKET)
    return found


def open_packet(
    ledger: Ledger, table: dict[str, str], head: str, reader: GameKey | None, side: str
) -> veil.Glimpse:
    """What a reader sees of a veiled game. Raises BadOpening, BadInput."""
    if reader is None or side not in table or side == PUBLIC:
        plain = table[PUBLIC].encode()
    else:
        info = _info("packet", ledger.game, head)
        plain = seal.undeal(reader, ledger.gm, info, table[side])
    return veil.glimpse(ledger.rules, canonical.decode(plain, LIMIT))


def take(ledger: Ledger, entry: Entry, envelope: Envelope, heads: Sequence[str]) -> Story:
    """A verifier's step through an order of a veiled game.

    Raises:
        ReplayMismatch, BadLink, BadOpening, Garbled, and what `check_order` raises.
    """
    body = entry.body
    ledger.check_order(envelope, heads)
    ledger.reveal(envelope, body["answer_link"])
    moment = ledger.moment(envelope.body, body["answer_link"])
    dice, labels = moment.dice(), [roll["label"] for roll in body["rolls"]]
    if len(labels) != len(set(labels)):
        raise ReplayMismatch(n=entry.n, why="two dice have one label")
    for roll in body["rolls"]:
        if dice.roll(roll["label"], roll["sides"]) != roll["value"]:
            raise ReplayMismatch(n=entry.n, why=f"the die `{roll['label']}` is another one")
    _check_cards(ledger.book, entry, envelope, ledger.game)
    before = {request.id for request in ledger.play.pending}
    asked = tuple(veil.load_request(request) for request in body["asked"])
    if not asked or {request.id for request in asked} - before:
        ledger.opened_at = entry.n
    over = not asked
    state = ledger.play.state
    ledger.play = veil.Glimpse(state, asked, Result("", "the game is over") if over else None)
    ledger.desk.imposed.clear()
    see(ledger, entry)
    return story(ledger, entry, None, PUBLIC)


def _check_cards(book: Book, entry: Entry, envelope: Envelope, game: str) -> None:
    body = entry.body
    for part in envelope.body.get("plan", []):
        book.commitments[part["slot"]] = part["commitment"]
    for shuffle in body["shuffles"]:
        book.shuffles += 1
        if shuffle["k"] != book.shuffles:
            raise ReplayMismatch(n=entry.n, why=f"shuffle {book.shuffles} is missing")
        for position, commitment in enumerate(shuffle["cards"]):
            slot = f"deck:{shuffle['deck']}:{position}"
            if slot in book.commitments:
                raise ReplayMismatch(n=entry.n, why=f"{slot_words(slot)} is committed to twice")
            book.commitments[slot] = commitment
    for opening in [*envelope.body.get("openings", []), *body["openings"]]:
        book.learn(game, opening["slot"], opening["salt"], opening["card"])
    for deal in body["deals"]:
        if deal["slot"] not in book.commitments:
            raise Garbled(why=f"{slot_words(deal['slot'])} was dealt and never committed to")


def stories(
    ledger: Ledger, entries: Sequence[Entry], reader: GameKey | None, side: str
) -> Iterator[Story]:
    """All stories that a reader may read."""
    for entry in entries[1:]:
        yield story(ledger, entry, reader, side)


def _info(what: str, game: str, moment: int | str) -> bytes:
    return f"pbem1/{what}\n{game}\n{moment}".encode()
