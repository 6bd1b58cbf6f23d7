"""Where chance and secrets come from: `GmChance` makes and records them, `LogChance` compares them with
an entry's record, `AuditChance` has everybody's keys and does again what the GM did.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.engine.notation import option_of
from pbem.engine.request import Option, Request
from pbem.engine.script import script_line
from pbem.engine.standing import Prepared
from pbem.engine.table import Holds, cards_in
from pbem.errors import BadOpening, NeedsProgram, ReplayMismatch
from pbem.ledger import sealed, wording
from pbem.ledger.chance import DEAL_BYTES, STORY_BUCKET, Chance, Past, held_slot
from pbem.ledger.claims import Claims, allowing, holding
from pbem.ledger.draft import Draft, commit
from pbem.ledger.sight import Eyes
from pbem.ledger.standing import at_moment, could_answer, from_orders
from pbem.ledger.values import ABSENT, EARLIER, GM, OWN, KnownCard, Statements
from pbem.protocol import bodies, commitment, dice, seal
from pbem.protocol.bodies import (
    Dealt,
    Decided,
    Fault,
    Opening,
    Order,
    Orders,
    Record,
    Shuffled,
    Standing,
)
from pbem.protocol.chain import Chain
from pbem.protocol.keys import GameKey
from pbem.protocol.offices import DECK, DICE, chain_of
from pbem.slots import slot_words

if TYPE_CHECKING:
    from pbem.ledger.wording import Reworded


class GmChance(Chance):
    """The GM's side: rolls from the links, shuffles, opens and deals.

    Args:
        keys: the GM's keys of this game, by the public half: his own, and those handed to him.
    """

    def __init__(self, keys: Mapping[str, GameKey], past: Past) -> None:
        super().__init__(past)
        self.keys = keys

    @property
    def key(self) -> GameKey:
        """The key to which things are sealed now."""
        return self.keys[self.draft.writer.keys.x25519]

    def _chain(self, member: str) -> Chain:
        """One of the chains that belong to the chair now."""
        return self.key.chain(chain_of(GM, member), self.draft.writer.bases.get(member, 0))

    def dice_link(self, number: int) -> str:
        return self._chain(DICE).link(number)

    def shuffled(
        self, deck: str, slots: list[str], cards: Callable[[], list[str]], again: bool
    ) -> Shuffled:
        draft, k, faces = self.draft, self.draft.shuffles, cards()
        if len(faces) != len(slots):
            raise ValueError(f"{deck}: {len(faces)} cards, expected {len(slots)}")
        link = self._chain(DECK).link(k)
        stream = dice.shuffling(draft.game, k, link, *draft.dice_links())
        locked = []
        for slot, index in zip(slots, stream.shuffle(deck, 1, len(slots)), strict=True):
            salt = commitment.deck_salt(link, int(slot.rpartition(":")[2]))
            locked.append(commit(draft.game, slot, k, salt, faces[index]))
            draft.secrets[slot] = KnownCard(salt, faces[index])
        return Shuffled(deck, k, tuple(slots), tuple(locked), again)

    def opening(self, slot: str) -> Opening | None:
        known = self.draft.secrets.get(slot)
        return None if known is None else Opening(slot, known.salt, known.card)

    def card_dealt(self, slot: str, side: str, openly: Callable[[str], bool]) -> str | None:
        card = self.draft.secrets[slot].card
        return card if openly(card) else None

    def dealt(self, slot: str, side: str) -> Dealt:
        known = self.draft.secrets[slot]
        plain = bodies.encode(Opening(slot, known.salt, known.card))
        info = seal.info("deal", self.draft.game, slot)
        recipient = self.draft.seats[side].keys.x25519
        return Dealt(slot, side, seal.deal(self.key, recipient, info, plain, DEAL_BYTES))

    def slot_shown(self, slots: tuple[str, ...], card: str) -> str:
        return held_slot(self.draft.secrets, slots, card)

    def orders(self, body: Order | Standing) -> Orders | None:
        return sealed.unseal(self.key, body, "gm")

    def statement(self, waiting: Statements, index: int) -> tuple[str, str]:
        text = waiting.texts[index]
        if text is None:
            raise BadOpening(slot=f"statement {index + 1}", why="it was never unsealed")
        return waiting.salts[index], text

    def goes_on(self, waiting: Statements, place: int) -> bool:
        return _goes_on(waiting, place)

    def prepared(self, request: Request) -> Prepared | None:
        return from_orders(self.draft, request)

    def at_moment(self, request: Request) -> str:
        return at_moment(self.draft, request)

    def lines(self, ruling: bodies.Ruling) -> tuple[str, ...]:
        if not ruling.sealed:
            return ruling.lines
        return sealed.ruled(self.key, self.draft.game, self.draft.n, ruling.sealed)


class AuditChance(GmChance):
    """Everything again with the GM's keys, compared with what the entry says; `reworded` grows by its sentences
    that this program words otherwise."""

    def __init__(
        self,
        keys: Mapping[str, GameKey],
        past: Past,
        record: Record,
        reworded: list[Reworded] | None = None,
    ) -> None:
        super().__init__(keys, past)
        self.record = record
        self.reworded = [] if reworded is None else reworded

    def fault_here(self, side: str, entry: int, place: int) -> bool:
        return faulty(self.draft, self.record, side, entry, place)

    def fault(self, own_fault: Fault) -> Fault:
        return replay_fault(self, self.record)

    def check_program(self) -> None:
        if self.draft.program and not self.record.faults:
            raise NeedsProgram(n=self.draft.n, program=self.draft.program)

    def compare(self, record: Record) -> None:
        if self.draft.veiled and record != self.record:
            copies = wording.Copies(self._opened_story, self._sealed_story)
            record = wording.worded_as(self.draft.n, self.record, record, copies, self.reworded)
        compare(self.draft.n, self.record, record)

    def _opened_story(self, side: str, text: str) -> bytes:
        return seal.dealt(self.key, self._x25519(side), self._story_info(), text)

    def _sealed_story(self, side: str, plain: bytes) -> str:
        return seal.deal(self.key, self._x25519(side), self._story_info(), plain, STORY_BUCKET)

    def _story_info(self) -> bytes:
        return seal.info("story", self.draft.game, self.draft.n)

    def _x25519(self, side: str) -> str:
        return self.draft.seats[side].keys.x25519


class LogChance(Chance):
    """A verifier's side: takes what the entry says, and does again what can be done without keys.

    Args:
        eyes: a player's key of the game and his side, whose own secrets are checked too (rule 8).
        claims: what entries say of cards that this reader does not know; it grows.
    """

    def __init__(
        self,
        record: Record,
        past: Past,
        eyes: Eyes | None = None,
        claims: Claims | None = None,
    ) -> None:
        super().__init__(past)
        self.record = record
        self.eyes = eyes
        self.claims = Claims() if claims is None else claims
        self._shuffles = list(record.shuffles)
        self._openings = {opening.slot: opening for opening in record.openings}
        self._opened = {(o.entry, o.place): o for o in record.opened}
        self._deals = {(deal.slot, deal.to): deal for deal in record.deals}

    def dice_link(self, number: int) -> str:
        if not self.record.link:
            raise self.mismatch("the GM's link is missing")
        return self.record.link

    def shuffled(
        self, deck: str, slots: list[str], cards: Callable[[], list[str]], again: bool
    ) -> Shuffled:
        k = self.draft.shuffles
        shuffle = self._shuffles.pop(0) if self._shuffles else None
        if shuffle is None or (shuffle.deck, shuffle.k, shuffle.again) != (deck, k, again):
            raise self.mismatch(f"shuffle {k}, of `{deck}`, is missing or another")
        if shuffle.slots != tuple(slots) or len(shuffle.cards) != len(slots):
            raise self.mismatch(f"shuffle {k} of `{deck}` is of other cards")
        for slot in slots:
            self.draft.secrets.pop(slot, None)
        return shuffle

    def opening(self, slot: str) -> Opening | None:
        opening = self._openings.get(slot)
        if opening is not None:
            self.draft.learn(slot, opening.salt, opening.card)
        return opening

    def card_dealt(self, slot: str, side: str, openly: Callable[[str], bool]) -> str | None:
        if (slot, side) in self._deals:
            return None
        opening = self._openings.get(slot)
        if opening is None:
            raise self.mismatch(f"{slot_words(slot)} was neither opened nor dealt to {side}")
        if not openly(opening.card):
            raise self.mismatch(f"{opening.card} was laid open and should have stayed hidden")
        return opening.card

    def dealt(self, slot: str, side: str) -> Dealt:
        deal = self._deals[slot, side]
        if self.eyes is not None and side == self.eyes.side:
            opening = sealed.dealt(self.eyes.key, self.draft, deal)
            self.draft.learn(slot, opening.salt, opening.card)
        return deal

    def slot_shown(self, slots: tuple[str, ...], card: str) -> str:
        for slot in slots:
            opening = self._openings.get(slot)
            card_there = opening.card if opening is not None else self.draft.shown.get(slot)
            if card_there == card:
                return slot
        raise self.mismatch(f"{card} was played, but no hidden card was opened as {card}")

    def proven(self, slots: tuple[str, ...], holds: Holds) -> bool:
        count = len(self.draft.notes.proofs)
        if count >= len(self.record.proofs):
            raise self.mismatch(
                "it does not say what holds of the hidden cards that the rules ask about"
            )
        answer = self.record.proofs[count]
        self.claims.add(self.draft, slots, holding(holds), answer)
        return answer

    def against(self, request: Request, option: Option) -> str:
        """What is seen to be against it, and what the log says was: that is a claim, as its silence is."""
        cards_held = self.draft.held(request)
        why = option.against(cards_held)
        if why or "" not in cards_held:
            return why
        if self._left(request) or self._another(request, option):
            self.claims.add(self.draft, request.slots, allowing(option), False)
            return "the GM says that the cards held do not allow it"
        if option.fits is not None or option.unheld:
            self.claims.add(self.draft, request.slots, allowing(option), True)
        return ""

    def _left(self, request: Request) -> bool:
        """Does the log end the run of a side's lines here, where this request waits for the next?"""
        notes, count = self.draft.notes, len(self.draft.play.decisions)
        ended = self.record.left[len(notes.left) :]
        if not ended or ended[0].side != request.side:
            return False
        decided = self.record.decisions[count : count + 1]
        return not decided or (decided[0].side, decided[0].request) != (request.side, request.id)

    def _another(self, request: Request, option: Option) -> bool:
        """Does the log pass over this line, for one behind it that says `anyway`?"""
        count = len(self.draft.play.decisions)
        for decided in self.record.decisions[count : count + 1]:
            own = decided.by in (OWN, EARLIER) and decided.line
            if own and (decided.side, decided.request) == (request.side, request.id):
                meant_option = option_of(request, decided.line)
                return meant_option is not None and meant_option.line != option.line
        return False

    def orders(self, body: Order | Standing) -> Orders | None:
        if self.eyes is None or body.author != self.eyes.side:
            return None
        return sealed.unseal(self.eyes.key, body, self.eyes.side)

    def statement(self, waiting: Statements, index: int) -> tuple[str, str]:
        opened = self._opened.get((waiting.entry, index + 1))
        text = waiting.texts[index]
        if opened is None:
            if text is None or not (self.draft.veiled or index + 1 in waiting.opened):
                why = f"statement {index + 1} of entry {waiting.entry} had its turn, and was not opened"
                raise self.mismatch(why)
            return waiting.salts[index], text
        return opened.salt, opened.text

    def goes_on(self, waiting: Statements, place: int) -> bool:
        ends = any((one.entry, one.place) == (waiting.entry, place) for one in self.record.left)
        if None not in waiting.texts and _goes_on(waiting, place) == ends:
            raise self.mismatch(f"after line {place} of your order it did not do what you wrote")
        return not ends

    def _said(self, request: Request) -> Decided | None:
        """The next decision of the log, if it is by standing orders and about this request."""
        count = len(self.draft.play.decisions)
        decided = self.record.decisions[count] if count < len(self.record.decisions) else None
        if decided is None or decided.by not in ("script", "policy"):
            return None
        return decided if (decided.side, decided.request) == (request.side, request.id) else None

    def at_moment(self, request: Request) -> str:
        decided = self._said(request)
        line = decided.line if decided is not None and decided.by == "policy" else ""
        if self.eyes is not None and request.side == self.eyes.side:
            own = at_moment(self.draft, request)
            if own != line:
                raise self.mismatch(
                    f"your standing orders for {request.id} say {own or None}, the GM {line or None}"
                )
        elif line and not could_answer(self.draft, request, "policy"):
            raise self.mismatch(f"no policy of {request.side} can answer {request.id}")
        return line

    def prepared(self, request: Request) -> Prepared | None:
        decided = self._said(request)
        if self.eyes is not None and request.side == self.eyes.side:
            own = from_orders(self.draft, request)
            line_and_kind = (decided.line, decided.by) if decided else None
            if line_and_kind != (own and (own.line, own.by)):
                raise self.mismatch(
                    f"your standing orders for {request.id} say {own and own.line}, the GM {line_and_kind}"
                )
            return own
        if decided is None:
            return None
        if not could_answer(self.draft, request, decided.by):
            raise self.mismatch(f"no {decided.by} of {request.side} can answer {request.id}")
        return Prepared(decided.line, decided.by, "")

    def unattended(self, request: Request) -> str:
        answers = self.draft.unattended(request)
        if answers is None:
            return ""
        laid_open = {slot: opening.card for slot, opening in self._openings.items()}
        line = answers(cards_in(request.slots, {**self.draft.known(), **laid_open}))
        if not line:
            raise self.mismatch(f"the card that the rules play for {request.side} is not laid open")
        return line

    def answers_for(self, side: str) -> bool:
        return any((one.side, one.by) == (side, ABSENT) for one in self.record.decisions)

    def lays_down(self, request: Request) -> bool:
        return not self._asked(request)

    def _asked(self, request: Request) -> bool:
        return any(
            a.side == request.side and a.request == request.id for a in self.record.questions
        )

    def laid_by_policy(self, request: Request) -> str | None:
        is_asked = self._asked(request)
        if self.eyes is not None and request.side == self.eyes.side:
            own = from_orders(self.draft, request)
            if (own is None) != is_asked:
                raise self.mismatch(f"your policies and the GM do not agree about {request.id}")
            return own.line if own else None
        if not is_asked and not could_answer(self.draft, request, "policy"):
            raise self.mismatch(f"{request.side} was to be asked {request.id}")
        return None if is_asked else ""

    def line_laid(self, side: str, waiting: Statements) -> str:
        count = len(self.draft.play.decisions)
        decided = self.record.decisions[count] if count < len(self.record.decisions) else None
        if decided is None or decided.side != side or decided.by != "policy":
            raise self.mismatch(f"what a policy of {side} laid down is not laid open")
        if waiting.texts[0] not in (None, decided.line):
            raise self.mismatch(
                f"your policy laid down {waiting.texts[0]}, the GM says {decided.line}"
            )
        return decided.line

    def fault_here(self, side: str, entry: int, place: int) -> bool:
        return faulty(self.draft, self.record, side, entry, place)

    def fault(self, own_fault: Fault) -> Fault:
        return replay_fault(self, self.record)

    def check_program(self) -> None:
        if self.draft.program and not self.record.faults:
            raise NeedsProgram(n=self.draft.n, program=self.draft.program)

    def compare(self, record: Record) -> None:
        compare(self.draft.n, self.record, record)


def _goes_on(waiting: Statements, place: int) -> bool:
    return any(script_line(text).anyway for text in waiting.texts[place:] if text)


def faulty(draft: Draft, record: Record, side: str, entry: int, place: int) -> bool:
    """Is this where the log tells of a fault? A line that is repeated comes by several times."""
    if not record.faults:
        return False
    fault, notes = record.faults[-1], draft.notes
    return (
        (fault.side, fault.entry, fault.place) == (side or GM, entry, place)
        and notes.counts() == [len(rows) - of for rows, of in made_by(fault, record)]
        and len(draft.play.decisions) == len(record.decisions)
    )


def made_by(fault: Fault, record: Record) -> list[tuple[Sequence[object], int]]:
    """The rows of a record of which a fault counts those of its line, with that count."""
    return [
        (record.rolls, fault.rolls),
        (record.shuffles, fault.shuffles),
        (record.openings, fault.openings),
        (record.deals, fault.deals),
    ]


def repeats(faulty: Record, again: Record) -> bool:
    """Does the record of an `again` begin with the dice and cards that the line made which failed?"""
    (fault,) = faulty.faults
    rows = zip(made_by(fault, faulty), made_by(fault, again), strict=True)
    return all(now[:of] == then[len(then) - of :] for (then, of), (now, _) in rows)


def replay_fault(chance: Chance, record: Record) -> Fault:
    """The fault that the record of an entry holds; the draft keeps no die and no card beyond the record.

    The GM's program stopped at its fault. This one may fail later in the same line, and what it noted beyond is
    dropped. Raises as `chance.mismatch` does, if the record holds no fault.
    """
    if not record.faults:
        chance.check_program()
        raise chance.mismatch("this program fails where the GM's did not")
    notes = chance.draft.notes
    for own_rows, log_rows in (
        (notes.rolls, record.rolls),
        (notes.shuffles, record.shuffles),
        (notes.openings, record.openings),
        (notes.deals, record.deals),
        (notes.opened, record.opened),
        (notes.left, record.left),
        (notes.proofs, record.proofs),
    ):
        del own_rows[len(log_rows) :]
    return record.faults[-1]


def compare(n: int, record: Record, right: Record) -> None:
    """Pass if the record of entry `n` is what the replay makes of it. Raises ReplayMismatch, naming what differs."""
    for name in record.__struct_fields__:
        if getattr(record, name) != getattr(right, name):
            why = DIFFERS.get(name, f"its `{name}` is not what follows")
            raise ReplayMismatch(n=n, why=why, part=name)


DIFFERS = {
    "link": "it brings out another link of the GM's than its dice need",
    "state_hash": "the position after it is another one",
    "decisions": "other decisions follow from its order",
    "rolls": "its dice are not those that follow",
    "questions": "somebody else is asked, or something else",
    "shuffles": "it shuffles what nothing asked for",
    "openings": "it opens cards that nothing asked for",
    "deals": "it deals cards that nothing asked for",
    "opened": "it opens statements that had no turn",
    "proofs": "it says of hidden cards what nobody asked about, or what is not true",
    "left": "other lines are left over",
    "policies": "it reveals policies that nothing looked at",
    "handover": "it hands over to somebody else than sits down",
}
