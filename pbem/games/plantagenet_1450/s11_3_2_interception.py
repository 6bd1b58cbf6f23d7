"""11.3.2 Naval interception, and the Responses to a sea move that come before it (C122)."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.prose import up_to
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s9_2_treasury as treasury
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s6_4_responses import LetPass, responds
from pbem.games.plantagenet_1450.s8_points import at_most
from pbem.games.plantagenet_1450.state import State

RESPONSE = "enemy_sea_move"
ALWAYS_FAILS = 6


@decision("intercept {leader}", rule="11.3.2")
class Intercept(Decision):
    leader: Piece


async def is_stopped(table: Table[State], id: str, to: str, zones: list[str]) -> bool:
    """C122 A Response may keep the ships in harbour; then a noble may intercept them. `to`: the end of the voyage."""
    if await is_stopped_by_card(table, id, to):
        return True
    if not await is_intercepted(table, id, to, zones):
        return False
    at = board.at_place(table.state.leaders[id].at)
    table.say("11.3.2", f"{leaders.subject(id)} is intercepted and stays {at}.", about=(id,))
    return True


async def is_stopped_by_card(table: Table[State], id: str, to: str) -> bool:
    """6.4, C32 A standing order of the enemy may play a Response that keeps the ships in harbour."""
    side = table.state.enemy(table.state.leaders[id].side)
    words = departure(table.state, id, to)
    if not await responds(table, side, "on_sea", RESPONSE, words):
        return False
    table.say("6.4", f"{leaders.subject(id)} stays in harbour.", about=(id,))
    return True


async def is_intercepted(table: Table[State], id: str, to: str, zones: list[str]) -> bool:
    """C48 Is a sea move intercepted? One attempt, by the best enemy noble in a port area on one of these sea zones."""
    state = table.state
    side = state.enemy(state.leaders[id].side)
    able = sorted(interceptors(state, side, zones), key=lambda one: -chance(state, one))
    if not able:
        return False
    best = able[0]
    match await table.ask(
        Request[Intercept | LetPass](
            side,
            "intercept",
            f"{departure(state, id, to)} Does {leaders.the(best, goes_on=True)} intercept?",
            "11.3.2",
            partial(fill_interceptions, state=state, best=best, id=id),
        )
    ):
        case Intercept():
            return await intercepts(table, best)
        case LetPass():
            return False


def departure(state: State, id: str, to: str) -> str:
    """Who sails from where to where."""
    start = board.at_place(state.leaders[id].at).partition(" ")[2]
    return f"{leaders.subject(id)} sails from {start} to {board.name(to)}."


def fill_interceptions(menu: Menu, state: State, best: str, id: str) -> None:
    stay = f"then the ships stay {board.at_place(state.leaders[id].at)}"
    menu.offer(Intercept(best), f"succeeds on {up_to(chance(state, best))}: {stay}")
    menu.offer(LetPass())


def interceptors(state: State, side: str, zones: list[str]) -> list[str]:
    """11.3.2 Free nobles in areas with a port on one of these zones."""
    return [
        id
        for id in leaders.free(state, side)
        if not facts().leaders[id].royal
        and (area := board.area_of(state.leaders[id].at)) is not None
        and set(board.port_zones(state, area.id)) & set(zones)
    ]


def chance(state: State, id: str) -> int:
    """The highest die with which he succeeds: his own number, or that of his side."""
    own = facts().leaders[id].interception
    return own or int(facts().tables["interception"][state.leaders[id].side])


async def intercepts(table: Table[State], id: str) -> bool:
    """A modified die of his number or less succeeds; Treasury lowers it (9.2.2), but a natural 6 fails."""
    state = table.state
    side = state.leaders[id].side
    highest = chance(state, id)
    highest += await treasury.bid(
        table, side, f"the interception by {leaders.the(id)}", about="interception"
    )
    highest = min(highest, ALWAYS_FAILS - 1)
    needed = at_most(highest)
    return await table.roll(f"interception {id}", needed, "11.3.2") <= highest
