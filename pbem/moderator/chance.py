"""Chance in a real game: made from the keys by the GM, or read from the log and checked by anybody.

Both follow DESIGN section 6: dice and shuffles depend on links that were fixed before the game
began, never on the text of an order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pbem.engine.table import Known
from pbem.errors import Impossible, ReplayMismatch, slot_words
from pbem.moderator.book import Book, Opening, check_absent, commit, deal_info, held_slot
from pbem.protocol import canonical, commitment, seal
from pbem.protocol.chain import Chain
from pbem.protocol.dice import Stream
from pbem.protocol.keys import GameKey, PublicKeys

DEAL_BYTES = 256
"""Every dealt card is padded to this, so its length tells nothing."""


class Moment(NamedTuple):
    """What the dice of one entry hang on.

    Attributes:
        game: game id.
        key: `york:7`, the side and number of the order.
        gm_link: the GM's answer link, hex.
        player_links: the last link of each side, joined by a comma in the game's order of sides.
    """

    game: str
    key: str
    gm_link: str
    player_links: str

    def dice(self) -> Stream:
        return Stream("dice", self.game, self.key, self.gm_link, self.player_links)

    def shuffles(self, deck_link: str) -> Stream:
        return Stream("shuffle", self.game, self.key, deck_link, self.player_links)


@dataclass
class Record:
    """What chance did in one entry; goes into its body (PROTOCOL.md)."""

    rolls: list[dict[str, Any]] = field(default_factory=list)
    shuffles: list[dict[str, Any]] = field(default_factory=list)
    openings: list[dict[str, str]] = field(default_factory=list)
    deals: list[dict[str, str]] = field(default_factory=list)


class GmChance:
    """The GM's side: rolls from the links, shuffles, opens and deals, and writes everything down."""

    def __init__(
        self,
        gm: GameKey,
        deck_chain: Chain,
        moment: Moment,
        book: Book,
        players: dict[str, PublicKeys],
    ) -> None:
        self.record = Record()
        self._gm = gm
        self._deck_chain = deck_chain
        self._moment = moment
        self._book = book
        self._players = players
        self._dice = moment.dice()

    def roll(self, label: str, sides: int) -> int:
        value = self._dice.roll(label, sides)
        self.record.rolls.append({"label": label, "sides": sides, "value": value})
        return value

    def shuffle(self, deck: str, count: int, contents: Callable[[Known], list[str]]) -> list[str]:
        cards = contents(self._book.known())
        if len(cards) != count:
            raise Impossible(f"{deck}: {len(cards)} cards, expected {count}")
        self._book.shuffles += 1
        k = self._book.shuffles
        link = self._deck_chain.link(k)
        order = self._moment.shuffles(link).shuffle(deck, count)
        slots = []
        for position, index in enumerate(order):
            slot, salt = f"deck:{deck}:{position}", commitment.deck_salt(link, position)
            self._book.commitments[slot] = commit(self._moment.game, slot, salt, cards[index])
            self._book.secrets[slot] = Opening(salt, cards[index])
            slots.append(slot)
        commitments = [self._book.commitments[slot] for slot in slots]
        self.record.shuffles.append({"deck": deck, "count": count, "k": k, "cards": commitments})
        return slots

    def open(self, slot: str) -> str | None:
        opening = self._book.secrets.get(slot)
        if opening is None:
            return None
        self.record.openings.append({"slot": slot, "salt": opening.salt, "card": opening.card})
        return opening.card

    def deal(self, slot: str, side: str, openly: Callable[[str], bool]) -> str | None:
        opening = self._book.secrets[slot]
        if openly(opening.card):
            return self.open(slot)
        plain = canonical.encode({"slot": slot, "salt": opening.salt, "card": opening.card})
        info = deal_info(self._moment.game, slot)
        sealed = seal.deal(self._gm, self._players[side], info, plain, DEAL_BYTES)
        deal = {"slot": slot, "to": side, "sealed": sealed}
        if deal not in self.record.deals:  # a card dealt once is known for the rest of the entry
            self.record.deals.append(deal)
        return None

    def look(self, slot: str, side: str) -> str:
        self.deal(slot, side, openly=lambda _: False)
        return self._book.secrets[slot].card

    def show(self, slots: tuple[str, ...], card: str) -> str:
        slot = held_slot(self._book, slots, card)
        if not any(entry["slot"] == slot for entry in self.record.openings):
            self.open(slot)
        return slot

    def present(self, slots: tuple[str, ...], card: str) -> None:
        held_slot(self._book, slots, card)

    def absent(self, slots: tuple[str, ...], card: str) -> None:
        check_absent(self._book, slots, card)


class LogChance:
    """A verifier's side: takes what the entry says and recomputes every die.

    `told`: what the entry tells the reader alone, slot to opening; cards dealt to him are checked.

    Raises:
        ReplayMismatch: the entry has other dice, shuffles or cards than the rules ask for.
        BadOpening: a card is not the one committed to.
    """

    def __init__(
        self,
        n: int,
        body: dict[str, Any],
        moment: Moment,
        book: Book,
        told: Mapping[str, Opening] | None = None,
    ) -> None:
        self._n = n
        self._moment = moment
        self._book = book
        self._told = told or {}
        self._dice = moment.dice()
        self._rolls = list(body["rolls"])
        self._shuffles = list(body["shuffles"])
        self._deals = {(deal["slot"], deal["to"]) for deal in body["deals"]}
        self._dealt: set[tuple[str, str]] = set()
        self._openings: dict[str, dict[str, str]] = {o["slot"]: o for o in body["openings"]}
        self._opened: set[str] = set()

    def _mismatch(self, why: str) -> ReplayMismatch:
        return ReplayMismatch(n=self._n, why=why)

    def roll(self, label: str, sides: int) -> int:
        value = self._dice.roll(label, sides)
        entry = self._rolls.pop(0) if self._rolls else None
        if entry != {"label": label, "sides": sides, "value": value}:
            raise self._mismatch(f"the die `{label}` must be {value}, the log has {entry}")
        return value

    def shuffle(self, deck: str, count: int, contents: Callable[[Known], list[str]]) -> list[str]:
        entry = self._shuffles.pop(0) if self._shuffles else {}
        k = self._book.shuffles + 1
        if (entry.get("deck"), entry.get("count"), entry.get("k")) != (deck, count, k):
            raise self._mismatch(f"shuffle {k} of {count} cards of `{deck}` is missing or another")
        self._book.shuffles = k
        slots = [f"deck:{deck}:{i}" for i in range(count)]
        self._book.commitments.update(zip(slots, entry["cards"], strict=True))
        return slots

    def open(self, slot: str) -> str | None:
        opening = self._openings.get(slot)
        if opening is None:
            return None
        self._book.learn(self._moment.game, slot, opening["salt"], opening["card"])
        self._opened.add(slot)
        return opening["card"]

    def deal(self, slot: str, side: str, openly: Callable[[str], bool]) -> str | None:
        if (slot, side) in self._deals:
            self._dealt.add((slot, side))
            if slot in self._told:
                opening = self._told[slot]
                self._book.learn(self._moment.game, slot, opening.salt, opening.card)
            return None
        card = self.open(slot)
        if card is None:
            raise self._mismatch(f"{slot_words(slot)} was neither opened nor dealt to {side}")
        if not openly(card):
            raise self._mismatch(f"{card} was laid open and should have stayed hidden")
        return card

    def look(self, slot: str, side: str) -> str:
        """Only who knows the card can follow the rules of a veiled game (an audit, with the GM's book)."""
        self.deal(slot, side, openly=lambda _: False)
        opening = self._book.secrets.get(slot)
        if opening is None:
            raise self._mismatch(f"the card {slot} is not known, and the rules go on with it")
        return opening.card

    def show(self, slots: tuple[str, ...], card: str) -> str:
        for slot in slots:
            if self._openings.get(slot, {}).get("card") == card:
                self.open(slot)
                return slot
        raise self._mismatch(f"{card} was played, but no hidden card was opened as {card}")

    def present(self, slots: tuple[str, ...], card: str) -> None:
        """Only the GM can tell; the opening that follows proves it."""

    def absent(self, slots: tuple[str, ...], card: str) -> None:
        check_absent(self._book, slots, card)

    def check_used_up(self) -> None:
        """Nothing may stand in the entry that the rules did not ask for."""
        if self._rolls or self._shuffles:
            raise self._mismatch("it has dice or shuffles that nothing asked for")
        if self._dealt != self._deals or self._opened != self._openings.keys():
            raise self._mismatch("it deals or opens cards that nothing asked for")


class StopAtChance:
    """Decides nothing: stops at the first die, shuffle or hidden card."""

    class Reached(Exception):
        """The lines up to here are legal; what follows hangs on chance or on the other side.

        Attributes:
            label: of the die, "" for a card.
        """

        def __init__(self, label: str = "") -> None:
            super().__init__(label)
            self.label = label

    def roll(self, label: str, sides: int) -> int:
        raise self.Reached(label)

    def shuffle(self, deck: str, count: int, contents: Callable[[Known], list[str]]) -> list[str]:
        raise self.Reached

    def open(self, slot: str) -> str | None:
        raise self.Reached

    def deal(self, slot: str, side: str, openly: Callable[[str], bool]) -> str | None:
        raise self.Reached

    def look(self, slot: str, side: str) -> str:
        raise self.Reached

    def show(self, slots: tuple[str, ...], card: str) -> str:
        raise self.Reached

    def present(self, slots: tuple[str, ...], card: str) -> None:
        raise self.Reached

    def absent(self, slots: tuple[str, ...], card: str) -> None:
        """Left to whoever can look at the card."""


class NoChance(StopAtChance):
    """A player's dry run: he knows his own hidden cards, and may assume dice."""

    def __init__(self, book: Book, assumed: Sequence[int] = ()) -> None:
        """`assumed`: what the first dice shall be taken to show."""
        self._book = book
        self._assumed = list(assumed)

    def roll(self, label: str, sides: int) -> int:
        return self._assumed.pop(0) if self._assumed else super().roll(label, sides)

    def show(self, slots: tuple[str, ...], card: str) -> str:
        return held_slot(self._book, slots, card)

    def present(self, slots: tuple[str, ...], card: str) -> None:
        held_slot(self._book, slots, card)

    def absent(self, slots: tuple[str, ...], card: str) -> None:
        check_absent(self._book, slots, card)
