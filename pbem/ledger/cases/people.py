"""Who sits where: substitutes, new keys, lost keys, co-GMs and a GM who hands over.

A newcomer signs a claim; the old key, or another player, may sign a consent to it; the GM logs both. The
newcomer brings a chain of his own and learns what his side knew, sealed in the entry.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.table import Event
from pbem.errors import AlreadySeated, BadStatement, Garbled, Stale
from pbem.ledger import handover, sight
from pbem.ledger.askings import put_again
from pbem.ledger.cases import consents
from pbem.ledger.chance import Chance
from pbem.ledger.chances import GmChance, LogChance
from pbem.ledger.door import check_said
from pbem.ledger.draft import Draft
from pbem.ledger.frozen import frozen
from pbem.ledger.ledger import Ledger
from pbem.ledger.orders import check_fresh
from pbem.ledger.values import GM, ChainReach, GmTenure, Seat
from pbem.protocol import envelope
from pbem.protocol.bodies import Accept, Chaired, Claim, Envelope, Joined, Keys, Seated
from pbem.protocol.entry import Entry
from pbem.protocol.gms import next_gms
from pbem.protocol.offices import DICE, MOVE


def check_claim(ledger: Ledger, mail: Envelope) -> Claim:
    """The claim in this email, if its author can take the seat that it names: a side's, or the GM's chair.

    Raises: Garbled, AlreadySeated, BadStatement. Stale: the game went on since. And what `check_said` raises.
    """
    body = mail.body
    if not isinstance(body, Claim):
        raise Garbled(why="this is no claim")
    keys = body.keys
    side = check_said(ledger, mail, keys)
    role = ledger.side_of(keys.ssh)
    # A GM takes a new key with new chains; nobody helps himself.
    own = role == side and (side != GM or bool(body.anchors))
    if role and not own:
        raise AlreadySeated(name=keys.name, role=role)
    if side != GM and side not in ledger.seats:
        raise BadStatement(why=f"nobody plays {side} yet; join as {side} instead")
    if ledger.heads.index(body.head) < ledger.cases.asked:
        raise Stale(found=ledger.heads.index(body.head), expected=ledger.cases.asked)
    if body.anchors and dict(body.numbers) != ledger.chains.numbers_for(side):
        raise BadStatement(
            why="the claim was written for an earlier point of the game; claim the seat again"
        )
    check_fresh(ledger, keys.x25519, *body.anchors.values())
    return body


def take(draft: Draft, step: Seated, chance: Chance) -> list[Event]:
    """Give a side's seat to another player, or to the same player with a new key; the events for reports.

    Every open question is asked again, and the newcomer is dealt what the side may look at. Raises as
    `check_claim`.
    """
    ledger = draft.ledger
    body = check_claim(ledger, step.order)
    side, keys = body.author, body.keys
    if side == GM:
        raise BadStatement(why="a GM's chair is no side's seat")
    if not ledger.begun:
        raise BadStatement(why="the game has not begun; a player joins instead")
    if side not in ledger.askings and side not in ledger.table.absent:
        # Else it would burn a link whose dice somebody already knows.
        raise BadStatement(
            why=f"a seat changes hands or key only while it is asked itself, and {side} is not asked now"
        )
    consenting = consents.consenting_sides(ledger, step.agreed, envelope.digest(step.order))
    if not consenting and not step.reason:
        raise BadStatement(
            why="a seat that no player gives away needs a reason from the GM, such as `--reason 'Ann is away'`"
        )
    if isinstance(chance, GmChance):
        hand = draft.hand(side)
        hidden_slots = [slot for slot in hand if slot not in sight.cards_of(hand, draft.known())]
        if hidden_slots:
            why = f"{side} keeps {hidden_slots[0]} from the GM, so nobody could go on; go back before it first"
            raise BadStatement(why=why)
    old_seat = draft.seats[side]
    number, anchor = body.numbers[MOVE], body.anchors[MOVE]
    person = old_seat.person if old_seat.keys.ssh == keys.ssh else draft.n
    draft.seats[side] = Seat(keys, draft.n, body.head, draft.n, number, body.nonce, person)
    draft.moves[side] = ChainReach(number, anchor)
    draft.used = (*draft.used, keys.x25519, anchor)
    draft.standing.pop(side, None)
    draft.scripts.pop(side, None)
    draft.rest.pop(side, None)
    draft.absent.pop(side, None)
    put_again(draft)
    handover.give(draft, chance, side)
    by = f"agreed by {' and '.join(consenting)}" if consenting else "by the GM's word alone"
    events = [
        Event(
            "",
            f"{keys.name} plays {side} from now on; key {keys.fingerprint}. The key of {old_seat.keys.name} no "
            f"longer counts ({by}). {step.reason}".strip(),
        )
    ]
    return events + ([Event("", f"{keys.name} says: {body.text}")] if body.text else [])


def take_gm(draft: Draft, step: Chaired, chance: Chance) -> list[Event]:
    """Seat a co-GM, or a new GM in place of the last, and return the events for reports.

    Either gets the GM's key of this game.
    """
    body = check_claim(draft.ledger, step.order)
    if body.author != GM:
        raise BadStatement(why="this is a claim to a side, not to the GM's chair")
    if not step.reason:
        raise BadStatement(why="it needs a reason, which everybody can read")
    keys = body.keys
    handover.escrow(draft, chance, keys)
    draft.used = (*draft.used, keys.x25519)
    if step.role == "co":
        if body.anchors:
            raise BadStatement(why="who helps brings no chains of his own")
        draft.gms = next_gms(draft.gms, step)
        return [_gm_event(keys, "helps as a GM", step.reason)]
    _new_chains(draft, body)
    draft.gms = next_gms(draft.gms, step)
    put_again(draft)
    return [_gm_event(keys, "is the GM", step.reason)]


def _gm_event(keys: Keys, what: str, reason: str) -> Event:
    return Event("", f"{keys.name} {what} from now on; key {keys.fingerprint}. {reason}")


def _new_chains(draft: Draft, body: Claim) -> None:
    """Another GM goes on with chains of their own, from where the numbers are."""
    if not body.anchors:
        raise BadStatement(why="another GM brings chains of their own")
    draft.answers[GM] = ChainReach(body.numbers[DICE], body.anchors[DICE])
    draft.used = (*draft.used, *body.anchors.values())
    draft.chairs = (*draft.chairs, GmTenure(draft.n, body.keys, frozen(body.numbers)))


__all__ = ["LogChance", "check_claim", "take", "take_gm"]


def seatings(entries: Sequence[Entry]) -> list[Accept | Claim]:
    """With what each seat was taken so far, in the order of the log."""
    steps = (entry.body.step for entry in entries[1:])
    bodies = [step.order.body for step in steps if isinstance(step, Joined | Seated)]
    return [body for body in bodies if isinstance(body, Accept | Claim)]
