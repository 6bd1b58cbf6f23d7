"""What needs both players of a duel: it is proposed, and agreed to or declined (PROTOCOL.md, section 19)."""

from __future__ import annotations

from pbem.engine.table import Event
from pbem.errors import BadRuling, Garbled, NotYourTurn, PbemError
from pbem.ledger.askings import put_again
from pbem.ledger.cases.rewind import check_living, rewind, undone
from pbem.ledger.cases.rulings import correct_position, patch_lines
from pbem.ledger.chance import Chance
from pbem.ledger.draft import Draft
from pbem.ledger.duel_checks import AGREE
from pbem.ledger.run import Run, go_on_where_nobody_owes
from pbem.ledger.story import proposed
from pbem.protocol.bodies import DuelAgree, DuelNo, DuelPropose


def check_proposal(draft: Draft, body: DuelPropose) -> None:
    """Pass if this can be proposed now, by a side that is asked. What cannot be proposed enters the log and does
    nothing.

    Raises:
        NotYourTurn: the other side is asked too, or has just declined something. BadRuling, BadPatch and what
            patches raise: it could not be done.
    """
    side = body.author
    if set(draft.askings) - {side}:
        raise NotYourTurn(side=side, waiting="the other side is asked something too")
    if side in draft.cases.declined:
        why = "your last proposal was declined, so answer your own question first"
        raise NotYourTurn(side=side, waiting=why)
    if body.kind == "takeback":
        if not draft.cases.begun < body.entry < draft.n:
            raise BadRuling(
                why=f"the game can go back to before one of its entries 2 to {draft.n - 1}"
            )
        check_living(body.entry, draft.n, draft.cases.rewinds)
    elif body.kind == "correct":
        full_lines = tuple(patch_lines(draft, body.lines))
        if full_lines != body.lines:
            raise BadRuling(why=f"the lines are spelled `{'; '.join(full_lines)}`")
        snapshot = draft.snapshot()
        try:
            correct_position(draft, body.lines, exact=True)
        finally:
            draft.restore(snapshot)
    elif body.kind == "result" and body.winner not in draft.sides:
        raise BadRuling(why=f"there is no side {body.winner}")


def take_proposal(draft: Draft, body: DuelPropose, run: Run) -> list[Event]:
    """Ask the other side; what cannot be is spent like an order that cannot be carried out."""
    try:
        check_proposal(draft, body)
    except PbemError as error:
        run.why = str(error)
        return [
            Event("", f"{body.author} proposes what cannot be, and nothing comes of it: {error}")
        ]
    draft.change(proposal=body)
    draft.ask(draft.offices.witness_of(body.author), f"{AGREE}-{draft.play.number}")
    return [Event("", proposed(body))]


def take_no(draft: Draft, body: DuelNo) -> list[Event]:
    """Its author is asked their own question again, and proposes nothing until they have answered it."""
    author, declined = draft.offices.witness_of(body.author), draft.cases.declined
    draft.change(proposal=None, declined=tuple(s for s in draft.sides if s in (*declined, author)))
    put_again(draft)
    return [Event("", f"{body.author} does not agree.")]


def take_agree(draft: Draft, body: DuelAgree, chance: Chance) -> list[Event]:
    """Do what was proposed; the events for reports.

    Chance that comes up then falls at once, under the links of this entry.
    """
    proposal = draft.cases.proposal
    if proposal is None:
        raise Garbled(why="nothing was proposed")
    draft.change(proposal=None)
    events = [Event("", f"{body.author} agrees.")]
    if proposal.kind == "draw":
        draft.verdict = (), "both players agree to a draw"
    elif proposal.kind == "result":
        draft.verdict = (proposal.winner,), f"both players agree that {proposal.winner} has won"
    elif proposal.kind == "takeback":
        rewind(draft, proposal.entry, chance)
        events.append(Event("", undone(proposal.entry, draft.n)))
    else:
        events += correct_position(draft, proposal.lines, exact=True)
        put_again(draft)
    if not draft.verdict:
        go_on_where_nobody_owes(draft, chance)
    return events
