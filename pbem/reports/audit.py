"""`pbem audit`: the whole game again with nothing hidden, and in plain words what that proves."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pbem.errors import BadOpening, BadStatement, ReplayMismatch
from pbem.moderator import reveal
from pbem.moderator.book import commit
from pbem.moderator.openly import replay_openly
from pbem.moderator.sealed import unseal
from pbem.protocol.chain import Chain
from pbem.protocol.keys import GameKey

if TYPE_CHECKING:
    from pbem.moderator.game import Game
    from pbem.protocol.entry import Entry

GM = "gm"


@dataclass(frozen=True)
class Audit:
    """What was proven, by whom secrets were held, and what could not be proven; sentences."""

    proven: tuple[str, ...]
    held: tuple[str, ...]
    open: tuple[str, ...]

    def text(self) -> str:
        """For reading, 78 columns wide."""
        parts = (
            ("PROVEN", self.proven),
            ("WHO HELD SECRETS", self.held),
            ("NOT PROVEN", self.open),
        )
        return (
            "\n\n".join(
                "\n".join(
                    [title, *(textwrap.fill(f"- {s}", 78, subsequent_indent="  ") for s in told)]
                )
                for title, told in parts
                if told
            )
            + "\n"
        )


def keys_of(game: Game, given: Mapping[str, str]) -> dict[str, GameKey]:
    """The reveal keys in the log, and those given beside it, by party.

    Raises:
        BadStatement: a key is not that party's.
    """
    found = {**game.ledger.desk.revealed, **given}
    for party in found:
        if party not in (*game.ledger.seats, GM):
            raise BadStatement(why=f"there is no party {party} in this game")
    return {party: reveal.fits(game.ledger, party, text) for party, text in found.items()}


def audit(game: Game, keys: Mapping[str, GameKey]) -> Audit:
    """Check everything that these keys open.

    Raises:
        NotTrusted, ReplayMismatch: naming the first entry that is wrong.
    """
    count = game.verify()
    proven = [
        f"All {count} entries: signatures, links, dice, opened cards"
        + ("." if game.ledger.veiled else ", and that each step follows from the rules.")
    ]
    unproven: list[str] = []
    if GM in keys:
        proven += _with_the_gm(game, keys[GM])
    else:
        unproven.append(
            "The GM has not revealed its key: whether decks were shuffled fairly, cards "
            "dealt and standing orders used as they were sealed cannot be seen."
        )
        if game.ledger.veiled:
            unproven.append(
                "In this game the position is secret, so without that key nobody can "
                "tell whether the rules were kept."
            )
    for side in game.ledger.sides:
        if side in keys:
            proven += _with_a_player(game, side, keys[side])
        else:
            unproven.append(
                f"{side} has not revealed its key; what it sealed was only compared "
                "with what was opened in play."
            )
    return Audit(tuple(proven), tuple(_held(game)), (*unproven, *_never(game)))


def _with_the_gm(game: Game, key: GameKey) -> Iterator[str]:
    """The GM's every step done again. Raises ReplayMismatch."""
    entries = game.save.entries
    count = sum(1 for _ in replay_openly(entries, key))
    shuffles = sum(len(e.body.get("shuffles", [])) for e in entries)
    deals = sum(len(e.body.get("deals", [])) for e in entries)
    yield (
        f"The GM's {count} entries come out again, to the last byte, from the rules, the orders and "
        "the GM's key: nothing was added, left out or chosen."
    )
    yield (
        f"Each shuffle ({shuffles}) is that of the GM's secret links, fixed before the game; each card "
        f"dealt in secret ({deals}) is the one that lay there."
    )
    yield "Sealed plans, scripts and policies opened, and decided as they say."
    if game.ledger.veiled:
        yield "The secret position after every entry is the one whose hash was published then."


def _with_a_player(game: Game, side: str, key: GameKey) -> Iterator[str]:
    """What a player sealed to himself is what he committed to; all his links are of one chain."""
    ledger, entries = game.ledger, game.save.entries
    seat = ledger.seats[side]
    chain_id = ledger.chain("move", side)
    chain = Chain(key.chain_seed(chain_id), chain_id)
    if seat.anchor != (chain.link(_first(game, side)) if _first(game, side) else chain.anchor):
        raise ReplayMismatch(n=seat.since, why=f"the chain of {side} is not of the revealed key")
    parts = cards = 0
    for entry in entries[seat.since :]:
        if entry.type != "order" or entry.body["order"]["body"]["from"] != side:
            continue
        secret = unseal(key, entry.body["order"]["body"], side)
        parts += bool(secret)
        plan = {p["slot"]: p["commitment"] for p in entry.body["order"]["body"].get("plan", [])}
        for slot, opening in secret.cards.items():
            cards += 1
            if commit(ledger.game, slot, opening.salt, opening.card) != plan.get(slot):
                raise BadOpening(slot=slot, why="it was committed to as another card")
    yield (
        f"{side}: {parts} sealed parts opened, {cards} plan cards are those that were locked; its links "
        "are all of one chain, fixed before it played."
    )


def _first(game: Game, side: str) -> int:
    """How many orders the seat had given when its present player took it."""
    entry: Entry = game.save.entries[game.ledger.seats[side].since]
    return int(entry.body["order"]["body"].get("seq", 0))


def _held(game: Game) -> Iterator[str]:
    ledger = game.ledger
    yield f"The GM ({ledger.gm.name}) held the decks, and whatever was sealed to the GM."
    for gm in ledger.gms:
        if gm.ssh != ledger.gm.ssh:
            yield f"{gm.name} was given the GM's secrets of this game."
    for entry in game.save.entries:
        if entry.type == "seat":
            side = entry.body["order"]["body"]["from"]
            yield (
                f"Before entry {entry.n} somebody else held those of {side}; what he sealed was opened "
                "with the GM's key only."
            )
    for side, seat in ledger.seats.items():
        kept = _kept(game, side)
        alone = f" {kept} of its plans it kept from the GM." if kept else ""
        changed = game.save.entries[seat.since].type == "seat"
        since = f" since entry {seat.since}" if changed else ""
        yield f"{side} ({seat.keys.name}{since}) held its own plans, scripts and hand.{alone}"


def _kept(game: Game, side: str) -> int:
    orders = (e.body["order"]["body"] for e in game.save.entries if e.type == "order")
    return sum(
        "plan" in body and not any(part["to"] == GM for part in body.get("sealed", []))
        for body in orders
        if body["from"] == side
    )


def _never(game: Game) -> Iterator[str]:
    yield (
        "That nobody told anybody a secret, or knew the dice of one coming order because GM and "
        "player conspired: no log can show that."
    )
    yield "That the keys belong to different people."
    for entry in game.save.entries:
        if entry.type == "seat" and not entry.body["agreed"]:
            side = entry.body["order"]["body"]["from"]
            yield f"That {side} really had to change hands in entry {entry.n}: it was the GM's word alone."
    for ruling in game.ledger.desk.rulings:
        if ruling.kind in ("void", "patch", "impose", "result") and not ruling.by:
            yield f"That the ruling of entry {ruling.n} ({ruling.kind}) was just: no player countersigned it."
