"""4.4 Battle, the whole in order, and 4.4.4 Aftermath.

The story's kinds, for reports: battle (the opening line), battle_array, battle_round,
battle_engagement, battle_strike, battle_unit, battle_rout, battle_end, battle_spoils,
battle_losses, battle_death, battle_disband.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.table import Table
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s3_2_4_disband as disbanding
from pbem.games.plantagenet import s6_0_i_special_rules as special
from pbem.games.plantagenet.s4_4_1_array import array, begin, current
from pbem.games.plantagenet.s4_4_2_rounds import rounds
from pbem.games.plantagenet.s4_4_3_ending import ending
from pbem.games.plantagenet.state import State


async def battle(
    table: Table[State], place: str, attacker: str, played: Sequence[str] = ()
) -> None:
    """4.4 All Lords of both sides at a Stronghold fight.

    Args:
        attacker: side id.
        played: Hold Events of the Approach, which count in the Battle too.
    """
    begin(table, place, attacker, played)
    await array(table)
    await fight(table)


async def fight(table: Table[State]) -> None:
    """4.4.2 to 4.4.4 What follows once all are Arrayed."""
    await rounds(table)
    await ending(table)
    aftermath(table)


def aftermath(table: Table[State]) -> None:
    """4.4.4 Mark the survivors Moved-Fought; the rest of the Command card is skipped."""
    state = table.state
    battle = current(state)
    for lord in battle.lords:
        if lords.on_map(state, lord):
            state.lords[lord].moved = True
    dismiss(table)
    special.test_of_arms(table, battle.at, battle.winner)
    state.actions = 0
    state.battle = None


def dismiss(table: Table[State]) -> None:
    """C68 What is left of Troops that cards added for this Battle returns to the pool; a Lord who then
    has none Disbands at no loss (C76)."""
    state = table.state
    for lord, fighter in current(state).lords.items():
        if not lords.on_map(state, lord):
            continue
        troops_home = forces.present(fighter.added)
        troops = state.lords[lord].troops
        for kind, n in troops_home.items():
            setattr(troops, kind, getattr(troops, kind) - n)
        if troops_home:
            text = f"{lords.name(lord)} sends {forces.in_words(troops_home)} back home."
            table.say("4.4.4", text, kind="battle_losses", about=(lord,))
    disbanding.disband_without_troops(table)
