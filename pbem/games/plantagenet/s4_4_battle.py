"""4.4 Battle, the whole in order, and 4.4.4 Aftermath.

The story's kinds, for reports: battle (the opening line), battle_array, battle_round,
battle_engagement, battle_strike, battle_unit, battle_rout, battle_end, battle_spoils,
battle_losses, battle_death, battle_disband.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.table import Table
from pbem.games.plantagenet import s6_special as special
from pbem.games.plantagenet.s4_4_1_array import array, begin, current, sides
from pbem.games.plantagenet.s4_4_2_rounds import rounds
from pbem.games.plantagenet.s4_4_3_ending import ending, surviving
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
    await rounds(table)
    await ending(table)
    aftermath(table)


def aftermath(table: Table[State]) -> None:
    """4.4.4 Mark the survivors Moved-Fought; the rest of the Command card is skipped."""
    state = table.state
    fought = current(state)
    for side in sides(fought):
        for lord in surviving(state, side):
            state.lords[lord].moved = True
    special.test_of_arms(table, fought.at, fought.winner)
    state.actions = 0
    state.battle = None
