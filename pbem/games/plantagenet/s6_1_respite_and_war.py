"""6.1 Respite and War: how a War is lost, and how the next one begins."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s5_victory as victory
from pbem.games.plantagenet import s6_2_heirs_and_succession as heirs
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s4_4_1_array import current
from pbem.games.plantagenet.s6_3_the_wars import set_up
from pbem.games.plantagenet.state import State

# 6.1.1 Surrender


@decision("check death", rule="4.4.3")
class RiskDeath(Decision):
    """4.4.3 The last Heir rolls for Death."""


@decision("surrender", rule="6.1.1")
class Surrender(Decision):
    """6.1.1 Concede the War before he does."""


async def surrender(table: Table[State], lord: str) -> None:
    """6.1.1 In the first or second War a side may concede it, just before the last of its Heirs rolls
    for Death: the only one listed for this War and not removed, whoever is set up by now (C124).

    Raises:
        victory.WarIsOver: it does.
    """
    state, side = table.state, lords.side_of(lord)
    is_last_heir = [lord in heir.lords for heir in heirs.heirs_listed(state, side)]
    if is_last_heir != [True] or not scenario.next_war(state, side):
        return
    answer = await table.ask(
        Request[RiskDeath | Surrender](
            side,
            "surrender",
            f"{lords.name(lord)} is your last Heir in this War and checks for Death. Do you surrender the War?",
            "6.1.1",
            partial(
                fill_surrender,
                deadly=facts().death_check.dies_on(current(state).lords[lord].fled),
                all_is_lost=heirs.is_extinct(state, side, dying=lord),
            ),
        )
    )
    match answer:
        case Surrender():
            beaten = lords.side_name(side)
            reason = victory.End.SURRENDER.reason(beaten=beaten, lord=lords.name(lord))
            victory.end_war(table, state.enemy(side), reason, "6.1.1")
            raise victory.WarIsOver
        case RiskDeath():
            pass


def fill_surrender(menu: Menu, deadly: int, all_is_lost: bool) -> None:
    """`deadly`: the lowest die on which he Dies."""
    lost = "whole game, because your House has no other Heir" if all_is_lost else "War"
    chance = (7 - deadly) / 6
    menu.offer(RiskDeath(), f"Dies on {deadly}-6 ({chance:.0%}), which loses the {lost}")
    menu.offer(Surrender(), "you lose this War, and this Heir lives to see the next")


# 6.1.2 Renewed War


async def respite(table: Table[State]) -> None:
    """6.1.2 Between two Wars: Natural Causes, then set up the next War. Only Heirs removed and cards set
    aside carry over (C107)."""
    state = table.state
    for rule in facts().grand["natural_causes"]:
        if rule["after"] == state.scenario:
            for roll in rule["rolls"]:
                await natural_causes(table, roll["lord"], roll["dice"])
    for side in state.order():
        if heirs.is_extinct(state, side):
            winner, beaten = lords.side_name(state.enemy(side)), lords.side_name(side)
            reason = victory.End.DYNASTY.reason(winner=winner, beaten=beaten)
            victory.end_game(table, state.enemy(side), reason, "6.0")
            return
    war = scenario.next_war(state, state.war_winner)
    table.state = set_up(war, state)
    row = scenario.scenario_row(table.state)
    table.say("6.1.2", f"A new War: {row['name']}, {row['years']}.", kind="heading")


async def natural_causes(table: Table[State], lord: str, dice: int) -> None:
    """6.3 Roll whether a Lord dies of Natural Causes between two Wars; then he is removed for good.

    An old King dies if two dice together are below the last Turn played, Edward IV (but not March) on a 6. Each has to
    be in this War, but need not be on the map (C105).
    """
    state = table.state
    if not heirs.in_war(state, lord):
        return
    label = f"natural causes {lord}"
    if dice == 1:
        dies = await table.roll(label, needed="1-5", rule="6.3") == 6
    else:
        needed_words = f"{state.box} or more on two dice"
        dice_values = [
            await table.roll(label, needed=needed_words, rule="6.3") for _ in range(dice)
        ]
        dies = sum(dice_values) < state.box
    if dies:
        state.removed.append(lord)
    fate = "dies of Natural Causes" if dies else "lives on"
    table.say("6.3", f"{lords.name(lord)} {fate}.", about=(lord,))
