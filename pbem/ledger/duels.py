"""Orders in a duel: who answers first, what lapses, and where dice come from (PROTOCOL.md, section 19).

Both machines carry out every order with the same links, and make the same entry of it: the witness with their own
chain, the author with the link that the entry brings out.
"""

from __future__ import annotations

from collections.abc import Callable

from pbem.engine.play import OPEN
from pbem.engine.request import Request
from pbem.engine.script import script_line
from pbem.engine.standing import Prepared
from pbem.engine.table import Cards, Event
from pbem.errors import (
    BadScript,
    Garbled,
)
from pbem.ledger import duel_checks, duel_policies, duel_share, locks, orders
from pbem.ledger.askings import put_again
from pbem.ledger.chance import Chance, Past, Reached
from pbem.ledger.chances import GmChance, compare
from pbem.ledger.draft import Draft
from pbem.ledger.duel_checks import AGREE
from pbem.ledger.duel_proposals import take_agree, take_no, take_proposal
from pbem.ledger.duel_secrets import Secrets
from pbem.ledger.frozen import frozen
from pbem.ledger.ledger import Ledger
from pbem.ledger.run import Run
from pbem.ledger.standing import check_known
from pbem.ledger.values import (
    ChainReach,
    InForce,
    KnownCard,
    LatestLink,
    Lock,
    Seat,
    Statements,
    replace,
)
from pbem.protocol.bodies import (
    DuelAccept,
    DuelAgree,
    DuelAnswer,
    DuelClaim,
    DuelJoined,
    DuelNo,
    DuelOrder,
    DuelPlayed,
    DuelPropose,
    DuelRenewed,
    DuelResign,
    DuelStep,
    Keys,
    Opening,
    Record,
    RevealedPolicy,
)
from pbem.protocol.chain import check_link
from pbem.protocol.offices import DICE, MOVE, chain_of
from pbem.slots import deck_of, slot_words

LAPSED = "somebody else had to be asked first, and in a duel no line waits"


class DuelChance(GmChance):
    """Dice in a duel. Cards that all see come from dice too, each as it is drawn. A card of a secret stack is turned
    up by its owner: in the entry, if it is the witness, or in an order. A sealed policy of the witness is revealed.

    Args:
        link: of the witness' dice chain, by its number: from the witness' key, or what the entry says.
        record: what the entry says; None for who makes it.
        own: what the witness has sealed, for who makes it.
    """

    ordered = False
    """Is an order carried out, so that its answers on the way and the witness' policies count?"""

    def __init__(
        self,
        link: Callable[[int], str],
        past: Past,
        record: Record | None = None,
        own: Secrets | None = None,
    ) -> None:
        super().__init__({}, past)
        self._link, self._record, self._own = link, record, own

    def dice_link(self, number: int) -> str:
        return self._link(number)

    def bring_link(self) -> None:
        """The witness' link is out with the order already."""
        self.draft.rolled = self.draft.n

    def shuffle(self, deck: str, count: int, contents: Callable[[Cards], list[str]]) -> list[str]:
        """The cards are put down in the order of the rules; chance comes with each draw."""
        if self.quiet:
            raise Reached
        draft = self.draft
        name = locks.free_name(draft, deck)
        slots = locks.deck_slots(name, count)
        draft.sealed.append(f"deck:{name}")
        for slot, card in zip(slots, contents(draft.known()), strict=True):
            draft.locks[slot], draft.secrets[slot] = Lock(""), KnownCard("", card)
        return slots

    def open(self, slot: str) -> str | None:
        """The card in a slot, turned up; None for a card of a stack that its owner is still to turn up.

        A card of a deck is drawn by a die from those that are left, and changes places with the one in this slot.
        """
        draft = self.draft
        if not deck_of(slot):
            return super().open(slot)
        if slot in draft.shown:
            return draft.shown[slot]
        undrawn = draft.undrawn(deck_of(slot))
        if len(undrawn) > 1:
            drawn_slot = undrawn[self._die(f"draw {deck_of(slot)}", len(undrawn)) - 1]
            secrets = draft.secrets
            secrets[slot], secrets[drawn_slot] = secrets[drawn_slot], secrets[slot]
        draft.draw(slot)
        draft.shown[slot] = draft.secrets[slot].card
        return draft.shown[slot]

    def opening(self, slot: str) -> Opening | None:
        """A card of a stack, as its owner says. Raises BadOpening: it is another one than was laid there."""
        draft = self.draft
        if slot not in draft.secrets and stack_owner(slot) == draft.offices.witness_of(
            draft.answerer
        ):
            opening = self._turned_up(slot)
            draft.learn(slot, opening.salt, opening.card)
        return super().opening(slot)

    def _turned_up(self, slot: str) -> Opening:
        """What the witness says of a card of its own."""
        if self._own is not None:
            return self._own.card(slot)
        rows = self._record.openings if self._record is not None else ()
        for opening in rows:
            if opening.slot == slot:
                return opening
        raise self.mismatch(f"its witness had to turn up {slot_words(slot)}")

    def prepared(self, request: Request) -> Prepared | None:
        """By what the order says on the way, or by a sealed policy of the witness; only where an order is carried out."""
        if not self.ordered:
            return None
        if request.side == self.draft.answerer:
            return super().prepared(request)
        return duel_policies.answer(self.draft, request, self._revealed)

    def at_moment(self, request: Request) -> str:
        """As `prepared`."""
        if not self.ordered:
            return ""
        if request.side == self.draft.answerer:
            return super().at_moment(request)
        return duel_policies.at_moment(self.draft, request, self._revealed)

    def _revealed(self, question: int, kind: str) -> RevealedPolicy:
        """What the witness says of a policy of its own."""
        if self._own is not None:
            return self._own.policy(question, kind)
        rows = self._record.policies if self._record is not None else ()
        for policy in rows:
            if (policy.question, policy.kind) == (question, kind):
                return policy
        raise self.mismatch(f"its witness had to reveal the policy for {kind}")

    def _die(self, name: str, sides: int) -> int:
        labels = self.draft.play.table.labels
        labels[name] = labels.get(name, 0) + 1
        return self.roll(f"{name}#{labels[name]}", sides)

    def check_in_duel(self, ledger: Ledger, step: DuelStep) -> None:
        duel_checks.check(ledger, step)

    def take_in_duel(self, step: DuelStep) -> tuple[Run | None, list[Event]]:
        if isinstance(step, DuelPlayed):
            return take_answer(self.draft, step, self)
        if isinstance(step, DuelRenewed):
            return None, take_claim(self.draft, step)
        return None, take_accept(self.draft, step, self)

    def compare(self, record: Record) -> None:
        if self._record is not None:
            compare(self.draft.n, self._record, record)


def told(past: Past, record: Record) -> DuelChance:
    """For who reads an entry: the witness' link is the one that it says."""
    return DuelChance(lambda number: record.link, past, record)


def stack_owner(slot: str) -> str:
    """Whose secret stack a slot belongs to; "" for a slot of a deck."""
    return slot.split(":")[1] if slot.startswith("plan:") else ""


# -- steps --------------------------------------------------------------------------------------


def take_accept(draft: Draft, step: DuelJoined, chance: Chance) -> list[Event]:
    """Seat the other player and put the first questions; return the events for reports.

    Each side that has no question owes a `ready`.
    """
    body = step.order.body
    if not isinstance(body, DuelAccept):
        raise Garbled(why="this is no accept")
    side, anchors = body.author, body.anchors
    draft.used = (*draft.used, body.keys.x25519, *anchors.values())
    seats = {**draft.seats, side: Seat(body.keys, draft.n, body.head, draft.n, person=draft.n)}
    draft.seats = {seat_side: seats[seat_side] for seat_side in draft.sides}
    draft.answers[side] = ChainReach(0, anchors[DICE])
    draft.latest[side] = LatestLink(0, anchors[MOVE])
    draft.moves[side] = ChainReach(0, anchors[MOVE])
    draft.change(begun=draft.n)
    orders.quietly(chance, lambda: draft.play.go_on(chance))
    put_again(draft)
    return [orders.arrival(side, body.keys.name)]


def take_claim(draft: Draft, step: DuelRenewed) -> list[Event]:
    """Give a side new chains, so that every open question is put again; return the event for reports."""
    body = step.order.body
    if not isinstance(body, DuelClaim):
        raise Garbled(why="this is no claim")
    side, anchors, numbers = body.author, body.anchors, body.numbers
    seat = draft.seats[side]
    name = seat.keys.name  # who plays is the same person, whatever they call themselves by now
    keys = Keys(name, body.keys.ssh, body.keys.x25519)
    draft.seats[side] = replace(
        seat, keys=keys, since=draft.n, head=body.head, nonce=body.nonce, base=numbers[MOVE]
    )
    draft.used = (*draft.used, body.keys.x25519, *anchors.values())
    draft.moves[side] = ChainReach(numbers[MOVE], anchors[MOVE])
    draft.answers[side] = ChainReach(numbers[DICE], anchors[DICE])
    put_again(draft)
    proposal = draft.cases.proposal
    if proposal is not None:
        witness = draft.offices.witness_of(proposal.author)
        draft.ask(witness, f"{AGREE}-{draft.play.number}")
    sentence = f"{name} has lost the record of the game, and goes on with new secret numbers. Every open question is asked again."
    return [Event("", sentence)]


def take_answer(draft: Draft, step: DuelPlayed, chance: Chance) -> tuple[Run, list[Event]]:
    """Carry out an order, or take a `ready`, under the next link of the witness; the run and the events for reports.

    Nothing is refused: what cannot be carried out lapses, and if nothing can be, the author is asked again.
    """
    body = step.order.body
    if not isinstance(body, DuelAnswer):
        raise Garbled(why="an accept is an entry of its own kind")
    side, asking = body.author, draft.askings[body.author]
    duel_share.count(draft, step.order)
    draft.answerer, draft.answered = side, asking
    draft.take_link(side, asking, body.link)
    _take_witness_link(draft, draft.offices.witness_of(side), chance)
    run = Run(draft, chance)
    match body:
        case DuelOrder():
            return _ordered(draft, body, chance), []
        case DuelPropose():
            return run, take_proposal(draft, body, run)
        case DuelNo():
            return run, take_no(draft, body)
        case DuelAgree():
            return run, take_agree(draft, body, chance)
        case DuelResign():
            draft.change(proposal=None)
            draft.verdict = (draft.offices.witness_of(side),), f"{side} resigns"
            return run, []
        case _:
            return orders.when_all_are_ready(draft, chance), []


def _ordered(draft: Draft, body: DuelOrder, chance: Chance) -> Run:
    """Carry out an order of a duel, and take in its policies; they count from the next entry on."""
    side = body.author
    if isinstance(chance, DuelChance):
        chance.ordered = True
    draft.cut = -1  # what an order says on the way counts in its own entry
    policies = draft.standing.pop(side, ())
    run = _carry_out(draft, body, chance)
    draft.standing.pop(side, None)
    if policies:
        draft.standing[side] = policies
    duel_policies.bring(draft, body)
    return run


def _carry_out(draft: Draft, body: DuelOrder, chance: Chance) -> Run:
    """Carry out an order of a duel: its secret stack, or its cards and then its lines, as far as they can be; the
    run."""
    side = body.author
    draft.change(ordered=frozen({**draft.cases.ordered, side: draft.n}))
    draft.own_texts[draft.n] = body.lines
    count = len(body.lines)
    draft.rest[side] = Statements(
        draft.n, body.question, 1, (), body.lines, ("",) * count, tuple(range(1, count + 1))
    )
    run = Run(draft, chance, side)
    if body.plan:
        del draft.rest[side]
        request = draft.play.request(side)
        locks.lock_stack(draft, request, body.plan)
        draft.play.answer_stack(side, locks.stack_slots(request), chance)
        run.used = 1
        run.on()
        return run
    why = _unreadable(draft, body)
    for opening in body.openings:
        draft.learn(opening.slot, opening.salt, opening.card)
        draft.play.answer(side, OPEN, chance)
        run.used = 1
    if not why:
        run.on()
    run.lapse(why or LAPSED)
    if run.used:
        draft.change(declined=tuple(one for one in draft.cases.declined if one != side))
    return run


def _take_witness_link(draft: Draft, witness: str, chance: Chance) -> None:
    """The witness' next link, which comes out with every order. Raises BadLink."""
    known = draft.answers[witness]
    number = known.number + 1
    link = chance.dice_link(number)
    check_link(chain_of(witness, DICE), known.number, known.link, number, link)
    draft.answers[witness], draft.notes.link = ChainReach(number, link), link


def _unreadable(draft: Draft, body: DuelOrder) -> str:
    """Why nothing of an order can be carried out, or "". Takes in what it answers on the way."""
    side, answers = body.author, InForce(draft.n, True, body.answers)
    look = draft.look(side)
    try:
        for text in body.lines:
            for condition in script_line(text).conditions:
                for term in condition.terms:
                    look(term)
        check_known(draft, side, answers)
    except BadScript as error:
        return str(error)
    draft.standing[side] = (answers,)
    return ""
