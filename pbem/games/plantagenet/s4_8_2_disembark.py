"""4.8.2 Disembark: Lords still at Sea land or are Shipwrecked."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s3_1_3_held_events as held
from pbem.games.plantagenet import s6_0_i_special_rules as special
from pbem.games.plantagenet import s6_0_ii_warwicks_rebellion as allies
from pbem.games.plantagenet import s6_2_heirs_and_succession as heirs
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s3_2_1_pay_troops import settle
from pbem.games.plantagenet.s3_2_4_disband import disband_lord, disband_without_troops, remove_lord
from pbem.games.plantagenet.s4_3_1_group_march import arrive
from pbem.games.plantagenet.s4_7_feed import FEED
from pbem.games.plantagenet.state import State


@decision("{lord}: land {port}", rule="4.8.2")
class Land(Decision):
    """4.8.2 At a Port of the Sea where he is."""

    lord: Piece
    port: Place


async def disembark(table: Table[State]) -> None:
    """4.8.2 Each Lord at Sea, first Rebel then King's side, rolls a die (C80).

    Those of a side who land Feed at once, so two at one Port can Share.
    """
    state = table.state
    for side in state.order():
        lords_landed: list[str] = []
        sailors = [
            id for id, lord in lords.lords_of(state, side).items() if lord.at in facts().seas
        ]
        for sailor in sailors:
            while state.lords[id := heirs.now(state, sailor)].at in facts().seas:
                if await lands(table, id):  # if not, who takes his place at Sea rolls too (C98)
                    lords_landed.append(id)
        await settle(table, side, FEED, [heirs.now(state, id) for id in lords_landed])


async def lands(table: Table[State], lord: str) -> bool:
    """4.8.2 Roll for a Lord at Sea, and bring him to any free Port of that Sea unless he is Shipwrecked; did he
    land?"""
    state = table.state
    side, sea, name = lords.side_of(lord), state.lords[lord].at, lords.name(lord)
    wreck = int(facts().limits["disembark"]["shipwreck_on_at_most"])
    await held.moment(table)
    die = await table.roll(f"{lord} disembark", needed=f"{wreck + 1}-6", rule="4.8.2")
    if die <= wreck:
        points = lords.loss(state, lord)
        influence.lose(state, side, points)
        remove_lord(state, lord)
        table.say(
            "4.8.2",
            f"{name} is Shipwrecked in the {board.name(sea)} and lost for good; "
            f"the {lords.side_name(side)} lose {points} Influence.",
            about=(lord,),
        )
        special.tell_release(table)
        await heirs.succession(table)
        disband_without_troops(table)
        return False
    ports = [
        port
        for port in facts().ports[sea]
        if not board.enemies_at(state, port, side) and not allies.apart(state, lord, port)
    ]
    if not ports:
        disband_lord(state, lord)
        table.say("4.8.2", f"{name} finds no Port free of Enemy Lords and Disbands.")
        special.tell_release(table)
        return False
    answer = await table.ask(
        Request[Land](
            side,
            "disembark",
            f"{name} comes ashore from the {board.name(sea)}: at which Port?",
            "4.8.2",
            partial(landings, state=state, lord=lord, ports=ports),
        )
    )
    port = state.lords[lord].at = answer.port
    table.say("4.8.2", f"{name} lands at {board.name(port)}.", "move", (side, sea, port, lord))
    arrive(table, port)
    return True


def landings(menu: Menu, state: State, lord: str, ports: list[str]) -> None:
    side = lords.side_of(lord)
    mine = (side, "", state.enemy(side))
    # M1 A bare `land` takes the first: Friendly, then Neutral, then Enemy Ports.
    coast = facts().ports[state.lords[lord].at]
    best_first = sorted(coast, key=lambda port: mine.index(board.favour(state, port)))
    for port in menu.pick("port", best_first):
        if port in ports:
            owner = board.favour(state, port)
            favour = {"": "Neutral", side: "Friendly"}.get(owner, "Enemy")
            menu.offer(Land(lord, port), f"{favour}; Feeds there at once")
        else:
            enemy = f"an Enemy Lord is at {board.name(port)} (4.8.2)"
            menu.bar(Land(lord, port), allies.apart(state, lord, port) or enemy)
