"""Cards of an Approach (4.3.5): what cancels it, what forbids or eases Exile."""

from __future__ import annotations

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.decisions import No
from pbem.games.plantagenet.s3_1_3_held_events import PLAY, WAYS, PlayEvent, Way, simply
from pbem.games.plantagenet.state import State

TRUCES = ("Y12", "L20")


@WAYS.event("Y11", "L11")
def fords(state: State, side: str, card: str) -> list[Way]:
    """Nothing to choose."""
    return simply(card)


@PLAY.event("Y11", "L11")
async def blocked_ford(table: Table[State], side: str, event: PlayEvent) -> None:
    """None of the Approached Lords may go into Exile; `approach` then does not ask them."""
    table.say("4.3.5", "The ford is blocked: none of those Approached can go into Exile.")


@WAYS.event(*TRUCES)
def truces(state: State, side: str, card: str) -> list[Way]:
    """Nothing to choose; of no use while the other side's is in force."""
    return [] if any(truce in state.in_force for truce in TRUCES) else simply(card)


@PLAY.event(*TRUCES)
async def declare_truce(table: Table[State], side: str, event: PlayEvent) -> None:
    """In force to the end of this Campaign."""
    table.state.in_force.append(event.card)
    table.say("3.1.3", "A Truce: nobody may Approach or Intercept until the end of this Campaign.")


@hooks.ENTRY.event(*TRUCES)
def parliaments_truce(state: State, lord: str, place: str) -> str:
    """Nobody may move into a Locale with Enemy Lords."""
    met = board.enemies_at(state, place, lords.side_of(lord))
    return f"{lords.names(met)} cannot be Approached: Parliament's Truce (3.1.3)" if met else ""


@decision("{lord}: kings_parley", rule="4.3.5")
class KingsParley(Decision):
    """He gives up the card, and nobody fights."""

    lord: Piece


@hooks.APPROACHED.capability("L15", asks=True)
async def kings_parley(table: Table[State], lord: str) -> bool:
    """Ask whether the card is given up, which cancels the Approach and ends the Command card; was it?"""
    state = table.state
    card = "L15"

    def fill(menu: Menu) -> None:
        if card in state.lords[lord].capabilities:
            menu.offer(KingsParley(lord), "gives up the card; they go back, their card ends")
        menu.offer(No(), rule="4.3.5")

    question = (
        f"{lords.name(lord)} is Approached at {board.name(state.lords[lord].at)}: King's Parley?"
    )
    side = lords.side_of(lord)
    request = Request[KingsParley | No](side, "kings_parley", question, "4.3.5", fill, forced=False)
    match await table.ask(request):
        case No():
            return False
        case KingsParley():
            state.lords[lord].capabilities.remove(card)
            table.say("4.3.5", f"{lords.name(lord)} holds a King's Parley ({card}): nobody fights.")
            return True


@hooks.EXILE.capability("Y8")
def england_is_my_home(state: State, lord: str) -> bool:
    """Not once the Lancastrians have played Blocked Ford (L11) on the Approach."""
    return state.battle is None or "L11" not in state.battle.events
