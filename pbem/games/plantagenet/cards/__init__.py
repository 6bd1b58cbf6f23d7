"""The Arts of War cards (1.9.1): importing this package registers every card half at its hook.

Which file a card is in, E its Event, C its Capability:

    approach            E Y11 Y12 L11 L20; C Y8 L15
    battle_events       E Y1 Y5 Y19 Y30 Y36 Y37 L1 L5 L7 L12
    battle_hits         C Y1 Y2 Y32 Y36 L1 L2 L31
    death_check         E Y3 Y9 L3 L16 L36; C Y33
    intercept           E Y2 L2; C Y30
    protection          C Y9 L5 L23 L27 L34 L36
    temporary_troops    C Y3 Y25 Y27 Y35 Y37 L3 L25 L33
"""

from pbem.games.plantagenet.cards import (
    approach,
    battle_events,
    battle_hits,
    death_check,
    intercept,
    protection,
    temporary_troops,
)

__all__ = [
    "approach",
    "battle_events",
    "battle_hits",
    "death_check",
    "intercept",
    "protection",
    "temporary_troops",
]
