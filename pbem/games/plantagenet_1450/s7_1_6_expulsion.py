"""7.1.6 Foreign expulsion: who is abroad must be welcome there."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_3_tracks as tracks
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s9_2_treasury as treasury
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s11_1_stacks as stacks
from pbem.games.plantagenet_1450 import s16_4_6_11_captures as captures
from pbem.games.plantagenet_1450.conditions import level
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s7_1_maintenance import ORDER, is_first_turn
from pbem.games.plantagenet_1450.state import State

FRIENDLY = 2
"""C13 The level from which on a territory is a friendly one."""


@decision("{leader}: land {to}", rule="7.1.6")
class Land(Decision):
    """In a port area, where he stands in its usual hex (C118), in a hex of it, or in a friendly territory."""

    leader: Piece
    to: Place


async def expulsion(table: Table[State]) -> None:
    """Not in the first turn of a scenario (C108)."""
    state = table.state
    if is_first_turn(state):
        return
    for side in ORDER:
        for id in leaders.free(state, side):
            if board.is_abroad(state.leaders[id].at):
                await stays(table, id)


async def stays(table: Table[State], id: str) -> None:
    """C22 Roll whether a leader may stay abroad: 2 or less with relations and Treasury does it (C142).

    Else he goes where his side says, and it loses as much Legitimacy as the die was too high by (C194).
    """
    state = table.state
    side, at = state.leaders[id].side, state.leaders[id].at
    land = board.territory(at)
    rolls = facts().tables["foreign_expulsion"]
    purpose = f"keeping {leaders.the(id, goes_on=True)} in {board.name(at)}"
    treasury_points = await treasury.bid(table, side, purpose, about="expulsion", contested=False)
    most = int(rolls["stay_if_modified_roll_at_most"]) + level(state, side, land) + treasury_points
    excess = await table.roll(f"expulsion of {id}", f"1-{min(most, 6)}", "7.1.6") - most
    if excess <= 0:
        table.say("7.1.6", f"{leaders.subject(id)} stays in {board.name(at)}.", about=(id,))
        return
    table.say("7.1.6", f"{leaders.subject(id)} is expelled from {board.name(at)}.", about=(id,))
    tracks.change_legitimacy(table, side, -excess, "7.1.6")
    if not havens(state, id):
        await has_nowhere_to_go(table, id)
        return
    answer = await table.ask(
        Request[Land](
            side,
            "expelled",
            f"Where does {leaders.the(id, goes_on=True)} go?",
            "7.1.6",
            partial(fill_havens, state=state, id=id),
        )
    )
    to = stacks.meant(state, side, answer.to)
    stacks.go(state, id, (), to)
    arrival_text = f"{leaders.subject(id)} goes to {board.name(to)}{leaders.along(state, id)}."
    about = leaders.move_event(state, id, board.word(at), board.word(to))
    table.say("7.1.6", arrival_text, "move", about=about)


def havens(state: State, id: str) -> list[str]:
    """C194 Areas with an open port, friendly or neutral, and other territories that are friendly to his side (C13)."""
    leader = state.leaders[id]
    areas = [
        area.id
        for area in facts().areas.values()
        if board.port_zones(state, area.id)
        and state.control.get(area.group) != state.enemy(leader.side)
        and stacks.stations(state, leader.side, area.id)
    ]
    land_now = board.territory(leader.at)
    others = [land for land in facts().territories if land != land_now]
    return areas + [land for land in others if level(state, leader.side, land) >= FRIENDLY]


def fill_havens(menu: Menu, state: State, id: str) -> None:
    side = state.leaders[id].side
    for haven in havens(state, id):
        for to in menu.pick("to", stacks.words(state, side, haven)):
            menu.offer(Land(id, to), f"to {stacks.spoken(haven)}")


async def has_nowhere_to_go(table: Table[State], id: str) -> None:
    """Roll for an expelled leader who can land nowhere, one less if royal: 6 killed, 5 captured, else he stays."""
    state = table.state
    rolls = facts().tables["foreign_expulsion"]
    royal = facts().leaders[id].royal
    less = int(rolls["royal_modifier"]) if royal else 0
    needed_words = f"{int(rolls['captured_on']) - less}-6"
    result = await table.roll(f"refuge of {id}", needed_words, "7.1.6") + less
    if result >= rolls["killed_on"]:
        await captures.kill(table, id, "7.1.6")
    elif result >= rolls["captured_on"]:
        enemy = state.enemy(state.leaders[id].side)
        captors = captures.Captors(enemy, tuple(leaders.free(state, enemy)))
        await captures.capture(table, id, captors)
    else:
        text = f"{leaders.subject(id)} has nowhere to go and stays."
        table.say("7.1.6", text, about=(id,))
