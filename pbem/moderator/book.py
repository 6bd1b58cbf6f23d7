"""The book: what has been committed to in a game, and what one reader knows of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from pbem.errors import BadOpening, IllegalOrder
from pbem.protocol import commitment


@dataclass
class Opening:
    """A secret with its salt: what a commitment hides."""

    salt: str
    card: str


@dataclass
class Book:
    """What has been committed to, and what this reader knows of it.

    Attributes:
        commitments: slot to commitment, for every slot still face down.
        secrets: slot to opening; the GM's book has all, a player's his own, the public's none.
        shuffles: how many shuffles the game has had.
    """

    commitments: dict[str, str] = field(default_factory=dict)
    secrets: dict[str, Opening] = field(default_factory=dict)
    shuffles: int = 0

    def known(self) -> dict[str, str]:
        return {slot: opening.card for slot, opening in self.secrets.items()}

    def learn(self, game: str, slot: str, salt: str, card: str) -> None:
        """Take in an opening. Raises BadOpening if it is not what was committed to."""
        expected = self.commitments.get(slot)
        if expected is None:
            raise BadOpening(slot=slot, why="nothing was ever committed under this name")
        commitment.check(expected, commit(game, slot, salt, card), slot)
        self.secrets[slot] = Opening(salt, card)

    def forget_all_but(self, slots: set[str]) -> None:
        """Drop what no longer lies on the table, so that a save does not grow with the game."""
        self.commitments = {slot: c for slot, c in self.commitments.items() if slot in slots}
        self.secrets = {slot: o for slot, o in self.secrets.items() if slot in slots}


def commit(game: str, slot: str, salt: str, card: str) -> str:
    """The commitment of a slot `plan:side:turn:slot` or `deck:name:position`."""
    kind, *parts = slot.split(":")
    if kind == "plan" and len(parts) == 3:
        return commitment.commit_plan(game, parts[0], int(parts[1]), int(parts[2]), salt, card)
    if kind == "deck" and len(parts) == 2:
        return commitment.commit_card(game, parts[0], int(parts[1]), salt, card)
    raise BadOpening(slot=slot, why="not a slot name")


def held_slot(book: Book, slots: tuple[str, ...], card: str) -> str:
    """The slot that is known to hold `card`. Raises IllegalOrder."""
    for slot in slots:
        opening = book.secrets.get(slot)
        if opening is not None and opening.card == card:
            return slot
    raise IllegalOrder(where="", line=card, reason="you do not hold that card", instead="")


def check_absent(book: Book, slots: tuple[str, ...], card: str) -> None:
    """Raises IllegalOrder if a slot is known to hold `card`."""
    for slot in slots:
        opening = book.secrets.get(slot)
        if opening is not None and opening.card == card:
            raise IllegalOrder(
                where="", line=card, reason="you hold that card as an Event", instead=""
            )


def deal_info(game: str, slot: str) -> bytes:
    """Context of a dealt card. A slot may be dealt to both sides: each has a key of its own with the GM."""
    return f"pbem1/deal\n{game}\n{slot}".encode()
