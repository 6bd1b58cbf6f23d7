"""4.3.4 Intercept: an Enemy Lord near the destination tries to get there first."""

from __future__ import annotations

from functools import partial

from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.s4_3_1_group_march import followers, move
from pbem.games.plantagenet.s4_3_2_haul import haul, haul_note
from pbem.games.plantagenet.state import State


def interceptors(state: State, side: str, group: list[str], there: str) -> list[str]:
    """4.3.4 Enemy Lords adjacent to the destination by Highway or Road, not Path.

    Not where Lords of the marching side stand who are no part of the move (C54). A Lord whom no die
    could help is not asked.
    """
    if any(id not in group for id in board.lords_at(state, there, side)):
        return []
    near = [at for at, way in board.ways(there).items() if way in ("highway", "road")]
    return [
        id
        for id, lord in lords.lords_of(state, state.enemy(side)).items()
        if lord.at in near and lords.valour(state, id) > 0
    ]


def intercept_note(state: State, side: str, there: str) -> str:
    """A warning for the menu of the side that marches."""
    able = interceptors(state, side, [], there)
    return f"{lords.names(able)} may Intercept" if able else ""


def interceptions(menu: Menu, state: State, able: list[str], there: str) -> None:
    for id in able:
        note = "; ".join(
            filter(
                None,
                [
                    f"from {board.name(state.lords[id].at)}, succeeds on 1-{lords.valour(state, id)}",
                    haul_note(state, [id]),
                ],
            )
        )
        menu.offer(f"{id}: intercept", "4.3.4", note, followers(state, id))
    for id in lords.on_map_lords(state, lords.side_of(able[0])):
        way = board.ways(there).get(state.lords[id].at)
        reason = {"path": "nobody Intercepts along a Path", None: "he is not adjacent"}
        menu.bar(f"{id}: intercept", reason.get(way, "no die succeeds for Valour 0") + " (4.3.4)")
    menu.offer("no", "4.3.4")


async def intercept(table: Table[State], group: list[str], there: str) -> None:
    """4.3.4 A single Enemy Lord may attempt once, with a group if he leads one; C54.

    Interceptors move as if by March and count as having been there first (4.3.5).
    """
    state = table.state
    side = lords.side_of(group[0])
    able = interceptors(state, side, group, there)
    if not able:
        return
    order = await table.ask(
        Request(
            state.enemy(side),
            "intercept",
            f"{lords.names(group)} {'marches' if len(group) == 1 else 'march'} to "
            f"{board.name(there)}: does anybody Intercept?",
            "4.3.4",
            partial(interceptions, state=state, able=able, there=there),
        )
    )
    if order.verb == "no":
        return
    leader = order.actor
    valour = lords.valour(state, leader)
    die = await table.roll(f"{leader} intercept {there}", needed=f"1-{valour}", rule="4.3.4")
    if die > valour:
        table.say("4.3.4", f"{lords.name(leader)} fails to Intercept at {board.name(there)}.")
        return
    party = [leader, *order.group]
    await haul(table, party)
    move(state, party, there)
    table.say(
        "4.3.4",
        f"{lords.names(party)} {'Intercepts' if len(party) == 1 else 'Intercept'} at "
        f"{board.name(there)}.",
        about=(there, *party),
    )
