"""16.4.1-2 Initiative and passing: who acts next, until three passes in a row end the campaign turn."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s16_4_3_activation as activation
from pbem.games.plantagenet_1450 import s16_4_5_4_exile as exile
from pbem.games.plantagenet_1450 import s16_4_6_combat as combat
from pbem.games.plantagenet_1450 import s20_neutrals as neutrals
from pbem.games.plantagenet_1450.facts import SIDES
from pbem.games.plantagenet_1450.s17_sole_king import sole_king
from pbem.games.plantagenet_1450.state import State

PASSES = 3
"""In a row: they end the campaign turn (16.4.2)."""
TIES = "york"
"""Who wins a tie where there is no sole king (16.4.1)."""


@decision("pass", rule="16.4.2", passes=True)
class PassInitiative(Decision):
    pass


Act = activation.Activate | exile.Flee | exile.ComeBack | combat.Attack | PassInitiative


def is_over(state: State) -> bool:
    return state.passes >= PASSES


async def action(table: Table[State]) -> None:
    """Ask the side with the initiative for one action or pass, and carry it out.

    A pass hands the choice over without a new die (C159); after an action both roll again.
    """
    state = table.state
    if not state.initiative:
        state.initiative = await initiative(table)
        if not state.acted:
            await neutrals.is_moved(table, state.initiative)
    side = state.initiative
    answer = await table.ask(
        Request[Act](
            side,
            "act",
            "You have the initiative: which force acts?",
            "16.4.1",
            partial(fill_actions, state=state, side=side),
            slots=cards.slots(state, side),
        )
    )
    if isinstance(answer, PassInitiative):
        state.passes += 1
        state.initiative = state.enemy(side)
        return
    state.passes, state.initiative, state.acted = 0, "", True
    match answer:
        case activation.Activate():
            await activation.activate(table, answer)
        case exile.Flee(leader, to):
            await exile.flee(table, leader, to)
        case exile.ComeBack(leader, at):
            await exile.come_back(table, leader, at)
        case combat.Attack(leader, at, hexes):
            await combat.attack(table, leader, at, hexes)


async def initiative(table: Table[State]) -> str:
    """16.4.1 Both roll; a tie goes to the sole king, else to York (C63)."""
    state = table.state
    if state.won:
        side, state.won = state.won, ""
        table.say("16.4.1", f"{board.side_name(side)} begins and has the initiative.")
        return side
    dice = {side: await table.roll(f"initiative {side}", "", "16.4.1") for side in SIDES}
    best = [side for side in SIDES if dice[side] == max(dice.values())]
    side = best[0] if len(best) == 1 else sole_king(state) or TIES
    table.say("16.4.1", f"{board.side_name(side)} has the initiative.")
    return side


def fill_actions(menu: Menu, state: State, side: str) -> None:
    if menu.wants(combat.Attack):
        combat.fill_attacks(menu, state, side)
    if menu.wants(activation.Activate):
        activation.fill_activations(menu, state, side)
    if menu.wants(exile.Flee, exile.ComeBack):
        exile.fill_crossings(menu, state, side)
    menu.offer(PassInitiative())
