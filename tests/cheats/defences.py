"""All defences, and the files of cheats that need none."""

from __future__ import annotations

from . import (
    defences_a_to_c,
    defences_d,
    defences_duel,
    defences_e_to_k,
    defences_l_to_r,
    defences_s_to_z,
)

DEFENCES = [
    *defences_a_to_c.DEFENCES,
    *defences_d.DEFENCES,
    *defences_duel.DEFENCES,
    *defences_e_to_k.DEFENCES,
    *defences_l_to_r.DEFENCES,
    *defences_s_to_z.DEFENCES,
]
NONE_NEEDED = {
    "fair_odds": "it measures how often throws succeed; the lines behind it have rows above",
    "type_pbem_at_a_forged_save": "the same cheats as above, seen from the command line",
}
"""Files of cheats that are about no line of the program, and why."""
