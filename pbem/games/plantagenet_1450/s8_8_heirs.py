"""8.8 Heir checks: the next heir of a house comes into play."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Amount, Decision, Piece, Place, decision
from pbem.engine.request import Menu, Request, subset_of
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s11_1_stacks as stacks
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s6_3_nobles import royals
from pbem.games.plantagenet_1450.s8_points import amounts, at_most, can_buy, changes
from pbem.games.plantagenet_1450.state import LeaderState, Points, State

ACTION = "heir_check"
DIE = "heir_die"


@decision("heir check for {points}", rule="8.8")
class HeirCheck(Decision):
    points: Amount


@decision("{heir}: enter {area} [with {hexes}]", rule="8.8")
class EnterArea(Decision):
    """In a friendly area; a hex of it other than the first may be named (C118)."""

    heir: Piece
    area: Place
    hexes: tuple[Place, ...] = ()


@decision("{heir}: join {royal}", rule="8.8")
class JoinRoyal(Decision):
    heir: Piece
    royal: Piece


def fill_checks(menu: Menu, state: State, points: Points) -> None:
    if not can_buy(points, ACTION):
        return
    side = points.side
    heir = next_heir(state, side)
    if not heir:
        menu.bar(HeirCheck(1), "no heir of yours who came of age is waiting (C43)")
    elif not areas(state, side) and not royals(state, side):
        menu.bar(HeirCheck(1), f"{leaders.the(heir, goes_on=True)} has no place to come to (8.8)")
    else:
        for many in menu.pick("points", amounts(points, ACTION)):
            dice = at_most(many - changes(state, side, DIE))
            menu.offer(HeirCheck(many), f"{leaders.the(heir, goes_on=True)} comes on {dice}")


def next_heir(state: State, side: str) -> str:
    """C43, C152 The heir who came of age first and waits; who has died is skipped. "" if there is none."""
    waiting = [
        id
        for id, turn in state.heirs.items()
        if turn <= state.turn
        and state.leaders[id].side == side
        and state.leaders[id].status == "waiting"
    ]
    return min(waiting, key=lambda id: state.heirs[id], default="")


def areas(state: State, side: str) -> list[str]:
    """The friendly areas in which there is a hex for him (C117)."""
    some = [area for area in facts().areas.values() if state.control.get(area.group) == side]
    return [area.id for area in some if stacks.stations(state, side, area.id)]


async def check(table: Table[State], points: Points, many: int) -> None:
    """Roll whether the next heir comes into play: a die of at most the points; Treasury changes nothing (C39)."""
    state = table.state
    points.left -= many
    side = points.side
    heir = next_heir(state, side)
    highest = many - changes(state, side, DIE)
    if await table.roll(f"heir check {side}", at_most(highest), "8.8") > highest:
        table.say("8.8", f"{leaders.subject(heir)} does not come yet.", about=(heir,))
        return
    match await table.ask(
        Request[EnterArea | JoinRoyal](
            side,
            "enter",
            f"Where does {leaders.the(heir, goes_on=True)} come into play?",
            "8.8",
            partial(fill_entries, state=state, side=side, heir=heir),
        )
    ):
        case EnterArea(_, area, hexes):
            at = hexes[0] if hexes else stacks.stations(state, side, area)[0]
        case JoinRoyal(_, royal):
            at = state.leaders[royal].at
    state.leaders[heir] = LeaderState(side, at, "free")
    text = f"{leaders.subject(heir)} comes into play at {board.name(at)}."
    table.say("8.8", text, about=(side, heir))


def fill_entries(menu: Menu, state: State, side: str, heir: str) -> None:
    if menu.wants(JoinRoyal):
        for royal in menu.pick("royal", royals(state, side)):
            menu.offer(JoinRoyal(heir, royal), f"at {board.name(state.leaders[royal].at)}")
    if menu.wants(EnterArea):
        for area in menu.pick("area", areas(state, side)):
            first, *others = stacks.stations(state, side, area)
            note = f"at {board.hex_in(area, first)}"
            menu.offer(EnterArea(heir, area), note, hexes=subset_of(others, 1))
