"""Cards that act on the Muster as a whole, or on the return of Exiles (3.3, 3.4)."""

from __future__ import annotations

from msgspec.structs import replace

from pbem.engine.decision import Decision, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.cards.ratings import GLOUCESTER, NONE
from pbem.games.plantagenet.decisions import CardAction, No
from pbem.games.plantagenet.hooks import Ratings
from pbem.games.plantagenet.state import State

LOYAL = "Y22"
UNDOING = 1
"""Influence that The King's Name costs."""


@hooks.MAY.event("L4")
def be_sent_for(state: State, lord: str, what: str, place: str) -> bool:
    """Lancastrian Exiles come back from any box."""
    return what == "return" and lords.side_of(lord) == "lancaster"


@decision("{lord}: lordship by {card}", rule="3.1.3")
class ClaimLoyalty(CardAction):
    """Lordship for this one Lord."""


@hooks.LINES.event(LOYAL)
def loyal_lords(menu: Menu, state: State, lord: str) -> None:
    """In the Muster one Yorkist Lord may claim it, before he has finished."""
    claimed = any(LOYAL in mat.extra for mat in state.lords.values())
    if lords.side_of(lord) == "york" and not claimed and not state.active:
        menu.offer(ClaimLoyalty(lord, LOYAL), "Lordship +3 for him alone")


@hooks.ACT.event(LOYAL)
async def claim_loyalty(table: Table[State], action: ClaimLoyalty) -> None:
    """From now to the end of his Muster."""
    table.state.lords[action.lord].extra[LOYAL] = 1
    table.say("3.1.3", f"Loyalty and Trust: {lords.name(action.lord)} has Lordship +3 this Levy.")


@hooks.RATINGS.event(LOYAL)
def loyalty_and_trust(state: State, lord: str) -> Ratings:
    """Lordship +3 for the Lord who was chosen."""
    return Ratings(lordship=3) if LOYAL in state.lords[lord].extra else NONE


@decision("undo", rule="3.1.3")
class Undo(Decision):
    """What a Levy action has done."""


def fill_undo(menu: Menu) -> None:
    menu.offer(Undo(), f"costs {UNDOING} Influence; what the action cost stays spent")
    menu.offer(No(), rule="3.1.3")


@hooks.LEVIED.event("Y32")
async def the_kings_name(table: Table[State], lord: str, action: str, state_before: State) -> None:
    """For one point the Yorkists undo a successful Lancastrian Levy action (C110)."""
    state = table.state
    present = any(id in state.lords and lords.on_map(state, id) for id in GLOUCESTER)
    if lords.side_of(lord) != "lancaster" or not present:
        return
    question = f"{lords.name(lord)} succeeded with {action}: undo it in The King's Name?"
    request = Request[Undo | No]("york", "kings_name", question, "3.1.3", fill_undo)
    match await table.ask(request):
        case No():
            return
        case Undo():
            influence.lose(state, "york", UNDOING)
            undo(state, state_before)
            sentence = f"The King's Name undoes what {lords.name(lord)} has done"
            table.say("3.1.3", f"{sentence}, for {UNDOING} Influence.")


def undo(state: State, before: State) -> None:
    """Everything as before, but for Influence and cards' help that is used up."""
    extras = {id: mat.extra for id, mat in state.lords.items()}
    for name in State.__struct_fields__:
        if name not in ("influence", "lords"):
            setattr(state, name, getattr(before, name))
    state.lords = {
        id: replace(
            mat, extra={card: min(n, extras[id].get(card, 0)) for card, n in mat.extra.items()}
        )
        for id, mat in before.lords.items()
    }
