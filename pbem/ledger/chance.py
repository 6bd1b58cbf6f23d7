"""What a step asks for beside the rules: dice, hidden cards, sealed words. One base, three ways to have it.

Dice and shuffles hang on links (PROTOCOL.md, section 7), never on what an order says or when it came.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pbem.engine.request import Option, Request
from pbem.engine.standing import Prepared
from pbem.engine.table import Cards, Holds, cards_in, spoken
from pbem.errors import IllegalOrder, ReplayMismatch
from pbem.ledger import locks
from pbem.ledger.draft import Draft
from pbem.ledger.values import ChainReach as Link
from pbem.ledger.values import KnownCard, Position, Statements
from pbem.protocol import bodies, dice
from pbem.protocol.bodies import (
    Dealt,
    Fault,
    Opening,
    Order,
    Orders,
    Record,
    Rolled,
    Shuffled,
    Standing,
)
from pbem.protocol.chain import check_link
from pbem.protocol.offices import DICE, GM, chain_of
from pbem.slots import deck_of

if TYPE_CHECKING:
    from pbem.engine.table import Event
    from pbem.ledger.ledger import Ledger

DEAL_BYTES = 256
"""Every dealt card is padded to this, so its length tells nothing."""
STORY_BUCKET = 2048
Past = Callable[[int], Position]
"""The position after an earlier entry. Raises BadRuling."""


class Reached(Exception):
    """Chance that nobody may make now; what was done up to here stands.

    Attributes:
        label: of the die, "" for a card. `sides`: of the die, 0 where that is not told.
    """

    def __init__(self, label: str = "", sides: int = 0) -> None:
        super().__init__(label)
        self.label, self.sides = label, sides


class Chance:
    """What a step asks for beside the rules: the engine's chance, and what is sealed.

    Attributes:
        draft: the step being taken. `quiet`: no die and no shuffle may be made now (`Reached`).
    """

    draft: Draft
    quiet = False

    def __init__(self, past: Past) -> None:
        self.past = past

    def begin(self, draft: Draft) -> None:
        self.draft = draft

    # -- the engine's chance ------------------------------------------------------------------

    def roll(self, label: str, sides: int) -> int:
        if self.quiet:
            raise Reached(label)
        draft = self.draft
        name, _, occurrence = label.rpartition("#")
        self.bring_link()
        value = dice.dice(draft.game, *draft.dice_links()).roll(name, int(occurrence), sides)
        absent = tuple(side for side in draft.sides if side in draft.absent)
        draft.notes.rolls.append(Rolled(label, sides, value, absent))
        return value

    def shuffle(self, deck: str, count: int, contents: Callable[[Cards], list[str]]) -> list[str]:
        if self.quiet:
            raise Reached
        name = locks.free_name(self.draft, deck)
        slots = locks.deck_slots(name, count)
        self._shuffle(name, slots, lambda: contents(self.draft.known()), again=False)
        return slots

    def _fresh(self, slot: str) -> None:
        """After a rewind a deck of which a voided entry showed a card is shuffled anew."""
        deck = deck_of(slot)
        draft = self.draft
        if deck not in draft.stale or slot in draft.drawn:
            return
        if self.quiet:
            raise Reached
        slots = draft.undrawn(deck)
        secrets = draft.secrets
        self._shuffle(deck, slots, lambda: [secrets[s].card for s in slots], again=True)

    def _shuffle(
        self, deck: str, slots: list[str], cards: Callable[[], list[str]], again: bool
    ) -> None:
        draft = self.draft
        self.bring_link()
        draft.shuffles += 1
        shuffle = self.shuffled(deck, slots, cards, again)
        self.check_same_shuffle(shuffle)
        locks.lock_shuffle(draft, shuffle)
        draft.notes.shuffles.append(shuffle)

    def bring_link(self) -> None:
        """Call before each die and shuffle: the first since a side's link changed brings out the GM's next.

        Raises BadLink.
        """
        draft = self.draft
        if draft.link_due:
            known = draft.answers[GM]
            number = known.number + 1
            link = self.dice_link(number)
            check_link(chain_of(GM, DICE), known.number, known.link, number, link)
            draft.answers[GM], draft.notes.link = Link(number, link), link
        draft.rolled = draft.n

    def check_same_shuffle(self, shuffle: Shuffled) -> None:
        """A line that is carried out again shuffles as it did before the fault. Raises ReplayMismatch."""
        again = self.draft.again
        for row in again.shuffles if again is not None else ():
            if row.k == shuffle.k and row != shuffle:
                raise self.mismatch(f"shuffle {shuffle.k} is another one than before the fault")

    def open(self, slot: str) -> str | None:
        if slot in self.draft.shown:
            return self.draft.shown[slot]
        self._fresh(slot)
        locks.check_next(self.draft, slot)
        opening = self.opening(slot)
        if opening is None:
            return None
        locks.check_opening(self.draft, opening)
        self.draft.draw(slot)
        self.draft.shown[slot] = opening.card
        self.draft.notes.openings.append(opening)
        return opening.card

    def deal(self, slot: str, side: str, openly: Callable[[str], bool]) -> str | None:
        if slot in self.draft.shown:
            return self.draft.shown[slot]
        self._fresh(slot)
        locks.check_next(self.draft, slot)
        card = self.card_dealt(slot, side, openly)
        if card is not None:
            return self.open(slot)
        self.draft.draw(slot)
        dealt = self.dealt(slot, side)
        if (
            dealt not in self.draft.notes.deals
        ):  # a card dealt once is known for the rest of the entry
            self.draft.notes.deals.append(dealt)
        return None

    def peek(self, slot: str, side: str) -> str:
        card = self.deal(slot, side, openly=lambda _: False)
        if card is not None:
            return card
        known = self.draft.secrets.get(slot)
        if known is None:
            raise self.mismatch(f"the card {slot} is not known, and the rules go on with it")
        return known.card

    def show(self, slots: tuple[str, ...], card: str) -> str:
        slot = self.slot_shown(slots, card)
        self.open(slot)
        return slot

    def prove(self, slots: tuple[str, ...], holds: Holds) -> bool:
        answer = self.proven(slots, holds)
        self.draft.notes.proofs.append(answer)
        return answer

    def proven(self, slots: tuple[str, ...], holds: Holds) -> bool:
        """Is this true of the cards in these slots?"""
        cards = cards_in(slots, self.draft.known())
        if "" in cards:
            raise self.mismatch("it asks about cards that the GM does not know")
        return holds(cards)

    def against(self, request: Request, option: Option) -> str:
        return option.against(self.draft.held(request))

    def mismatch(self, why: str) -> ReplayMismatch:
        return ReplayMismatch(n=self.draft.n, why=why)

    # -- what differs -------------------------------------------------------------------------

    def dice_link(self, number: int) -> str:
        """A link of the GM's dice chain."""
        raise NotImplementedError

    def shuffled(
        self, deck: str, slots: list[str], cards: Callable[[], list[str]], again: bool
    ) -> Shuffled:
        raise NotImplementedError

    def opening(self, slot: str) -> Opening | None:
        raise NotImplementedError

    def card_dealt(self, slot: str, side: str, openly: Callable[[str], bool]) -> str | None:
        """The card if it is to be laid open, None if it stays hidden."""
        raise NotImplementedError

    def dealt(self, slot: str, side: str) -> Dealt:
        raise NotImplementedError

    def slot_shown(self, slots: tuple[str, ...], card: str) -> str:
        raise NotImplementedError

    def orders(self, body: Order | Standing) -> Orders | None:
        """What an order seals, as far as this reader may know. Raises BadOpening."""
        raise NotImplementedError

    def statement(self, waiting: Statements, index: int) -> tuple[str, str]:
        """Salt and text of a statement. Raises ReplayMismatch where it should have been opened."""
        raise NotImplementedError

    def goes_on(self, waiting: Statements, place: int) -> bool:
        """Line `place` of an order could not be carried out: does one behind it say `anyway`?"""
        raise NotImplementedError

    def prepared(self, request: Request) -> Prepared | None:
        """What standing orders answer to a request that is put now."""
        raise NotImplementedError

    def unattended(self, request: Request) -> str:
        """The line by which the rules answer for a side that is absent; "" where it is waited for."""
        answers = self.draft.unattended(request)
        return answers(self.draft.held(request)) if answers is not None else ""

    def answers_for(self, side: str) -> bool:
        """Does the log say that the rules answered for this side? For who cannot run them."""
        return False

    def at_moment(self, request: Request) -> str:
        """What standing orders say at a moment at which nobody asks: a line, `ask`, or ""."""
        raise NotImplementedError

    def laid_by_policy(self, request: Request) -> str | None:
        """A line that a policy lays down secretly, "" if this reader may not know it; None if none does."""
        prepared = self.prepared(request)
        return prepared.line if prepared else None

    def lays_down(self, request: Request) -> bool:
        """Does an order of which this reader knows no more lay down its answer to this?"""
        return True

    def line_laid(self, side: str, waiting: Statements) -> str:
        """The line that a policy had laid down, now that it is laid open."""
        return waiting.texts[0] or ""

    def fault_here(self, side: str, entry: int, place: int) -> bool:
        """Does the log say that this line ended in a fault?"""
        return False

    def fault(self, own_fault: Fault) -> Fault:
        """The fault of which the log tells, in place of what happened `own_fault`."""
        return own_fault

    def check_in_duel(self, ledger: Ledger, step: bodies.DuelStep) -> None:
        """May this answer of a duel be taken now? Raises ReplayMismatch: the game is none."""
        raise ReplayMismatch(n=ledger.n + 1, why="there is no such entry in this game")

    def take_in_duel(self, step: bodies.DuelStep) -> tuple[Any, list[Event]]:
        """Carry out what a player of a duel says, which has been checked; the `Run`, and what happened besides."""
        raise NotImplementedError

    def check_program(self) -> None:
        """Raises NeedsProgram where the log says that a newer pbem carried out a line that fails here."""

    def lines(self, ruling: bodies.Ruling) -> tuple[str, ...]:
        """What a ruling says, opened by the GM if it is sealed."""
        return ruling.lines

    def compare(self, record: Record) -> None:
        """Raises ReplayMismatch if the entry says otherwise."""


def held_slot(secrets: Mapping[str, KnownCard], slots: Sequence[str], card: str) -> str:
    """The slot that is known to hold `card`. Raises IllegalOrder."""
    for slot in slots:
        if slot in secrets and secrets[slot].card == card:
            return slot
    raise IllegalOrder(where="", line=card, reason="you do not hold that card", instead="")


class NoChance:
    """A player's dry run: he knows his own hidden cards, and may assume dice; all else stops it."""

    def __init__(self, secrets: Mapping[str, KnownCard], assumed: Sequence[int] = ()) -> None:
        """`secrets`: his hidden cards, by slot. `assumed`: what the first dice shall be taken to show."""
        self._secrets = secrets
        self._assumed = list(assumed)

    def roll(self, label: str, sides: int) -> int:
        if self._assumed:
            return self._assumed.pop(0)
        raise Reached(spoken(label), sides)

    def shuffle(self, deck: str, count: int, contents: Callable[[Cards], list[str]]) -> list[str]:
        raise Reached

    def open(self, slot: str) -> str | None:
        raise Reached

    def deal(self, slot: str, side: str, openly: Callable[[str], bool]) -> str | None:
        raise Reached

    def peek(self, slot: str, side: str) -> str:
        raise Reached

    def show(self, slots: tuple[str, ...], card: str) -> str:
        return held_slot(self._secrets, slots, card)

    def prove(self, slots: tuple[str, ...], holds: Holds) -> bool:
        cards = self._cards(slots)
        if "" in cards:
            raise Reached
        return holds(cards)

    def against(self, request: Request, option: Option) -> str:
        return option.against(self.held(request))

    def held(self, request: Request) -> list[str]:
        """The cards of the asked side's hand, "" for those that are not known here."""
        return self._cards(request.slots)

    def _cards(self, slots: tuple[str, ...]) -> list[str]:
        return cards_in(slots, {slot: one.card for slot, one in self._secrets.items()})
