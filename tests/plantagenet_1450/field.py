"""Positions for the tests: an empty map, leaders and armies put where a test wants them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.engine.request import Menu, Request
from pbem.engine.table import NAMED
from pbem.games.plantagenet_1450.facts import SIDES, facts
from pbem.games.plantagenet_1450.state import (
    Battle,
    Fighter,
    LeaderState,
    State,
    Unit,
)
from tests.scripted import Scripted

LEEDS, TOWTON, WEST = "1413", "1513", "1512"
"""Three clear hexes of the West Riding, each beside the others, without a river between."""
YORK, PONTEFRACT, WAKEFIELD = "1612", "1514", "1414"


def empty(**control: str) -> State:
    """Nobody on the map, nothing controlled but what is named."""
    return State(
        scenario="towton_1461",
        step="action",
        leaders={},
        campaign_turns=4,
        in_campaign=True,
        control=dict(control),
        pool={side: {} for side in SIDES},
        hands={side: [] for side in SIDES},
    )


def units(words: str) -> list[Unit]:
    """`3 longbowmen 1 knights called 2 men_at_arms own`."""
    parts, found = words.split(), []
    while parts:
        many, kind = int(parts.pop(0)), parts.pop(0)
        origin = "pool"
        if parts and parts[0] in ("own", "called"):
            origin = "own" if parts.pop(0) == "own" else "called"
        found += [Unit(kind, origin)] * many
    return found


def put(
    state: State,
    id: str,
    at: str,
    army: str = "",
    side: str = "",
    status: str = "free",
    **more: Any,
) -> LeaderState:
    leader = LeaderState(side or facts().leaders[id].faction, at, status, army=units(army), **more)
    state.leaders[id] = leader
    return leader


def deal(state: State, side: str, *cards: str) -> None:
    state.hands[side] += [NAMED + card for card in cards]


def run(
    rule: Callable[..., Any],
    state: State,
    answers: Sequence[str] = (),
    dice: Sequence[int] = (),
    *args: Any,
    **named: Any,
) -> Scripted:
    game = Scripted(state, answers, dice)
    game.run(rule, *args, **named)
    return game


def menu(fill: Callable[..., None], **named: Any) -> Menu:
    filled = Menu()
    fill(filled, **named)
    return filled


def lines(asked: Menu | Request) -> list[str]:
    return [option.line for option in asked.options]


def asked(game: Scripted, kind: str) -> list[Request]:
    return [request for request in game.asked if request.kind == kind]


def army(state: State, id: str) -> list[str]:
    return sorted(unit.kind for unit in state.leaders[id].army)


def fight(state: State, at: str = TOWTON, side: str = "york") -> Battle:
    """A battle in progress between all who stand at Leeds and at Towton, or as named."""
    origins = sorted({one.at for one in state.leaders.values() if one.side == side})
    leaders: dict[str, list[str]] = {side: [], state.enemy(side): []}
    for id, one in state.leaders.items():
        leaders[one.side].append(id)
    state.battle = Battle(at, side, leaders[side][0], origins, leaders)
    return state.battle


def line_up(battle: Battle, side: str, leader: str, **columns: int) -> list[Fighter]:
    """Fighters of a leader: `longbowmen=3` stands in column 3; a name may end in a number to set it apart."""
    found = [
        Fighter(side, leader, name.rstrip("0123456789"), "pool", column)
        for name, column in columns.items()
    ]
    battle.fighters += found
    return found


def columns(battle: Battle, side: str) -> list[int]:
    return sorted(one.column for one in battle.fighters if one.side == side)
