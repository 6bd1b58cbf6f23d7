"""The Arts of War cards (1.9.1): importing this package registers every card half at its hook.

Which file a card is in, E its Event, C its Capability:

    approach            E Y11 Y12 L11 L20; C Y8 L15
    battle_events       E Y1 Y5 Y19 Y30 Y36 Y37 L1 L5 L7 L12
    battle_hits         C Y1 Y2 Y32 Y36 L1 L2 L31
    commands            E Y8; C Y10 L4 L30
    death_check         E Y3 Y9 L3 L16 L36; C Y33
    events_of_favour    E Y15 Y21 Y27 L15 L23 L24 L26 L29 L31 L32
    events_of_lords     E Y10 Y17 Y23 Y26 Y31 L14 L19 L22 L25 L27 L30
    hold_events         E Y13 Y20 Y24 L13 L28 L33
    intercept           E Y2 L2; C Y30
    levy                E Y22 Y32 L4
    march               E Y25 L8; C Y11
    parley              E Y4 Y18 Y28 Y29 Y34 L10 L17 L18
    pay                 C L14 L22 L37
    protection          C Y9 L5 L23 L27 L34 L36
    provisions          C Y7 Y13 Y29 Y34 L7
    ratings             E Y14 Y20 Y33 Y35; C Y5 Y20 Y22 Y26 L11 L13 L20 L24 L28
    ships               E Y6 L6 L21; C Y6 Y15 L6 L8 L29
    special_vassals     C Y24 L19 L21 L23 L26 L35
    temporary_troops    C Y3 Y25 Y27 Y35 Y37 L3 L25 L33
    tides_of_war        C Y4 Y19 Y21 Y28 L16 L17 L18
    troops              E Y16 L9; C Y12 Y14 Y16 Y18 Y23 Y31 L9 L10 L12
    vassals             E Y7 L34 L35 L37; C Y17 L32
"""

from pbem.games.plantagenet.cards import (
    approach,
    battle_events,
    battle_hits,
    commands,
    death_check,
    events_of_favour,
    events_of_lords,
    hold_events,
    intercept,
    levy,
    march,
    parley,
    pay,
    protection,
    provisions,
    ratings,
    ships,
    special_vassals,
    temporary_troops,
    tides_of_war,
    troops,
    vassals,
)

__all__ = [
    "approach",
    "battle_events",
    "battle_hits",
    "commands",
    "death_check",
    "events_of_favour",
    "events_of_lords",
    "hold_events",
    "intercept",
    "levy",
    "march",
    "parley",
    "pay",
    "protection",
    "provisions",
    "ratings",
    "ships",
    "special_vassals",
    "temporary_troops",
    "tides_of_war",
    "troops",
    "vassals",
]
