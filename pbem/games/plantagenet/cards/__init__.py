"""The Arts of War cards (1.9.1): importing this package registers every card half at its hook.

The file of each card's Event and of its Capability:

    Y1   battle_events          battle_hits
    Y2   march                  battle_hits
    Y3   death_check            temporary_troops
    Y4   parley                 tides_of_war
    Y5   battle_events          ratings
    Y6   ships                  ships
    Y7   vassals                provisions
    Y8   commands               approach
    Y9   death_check            protection
    Y10  events_of_lords        commands
    Y11  approach               march
    Y12  approach               troops
    Y13  hold_events            provisions
    Y14  ratings                troops
    Y15  events_of_favour       ships
    Y16  troops                 troops
    Y17  events_of_lords        vassals
    Y18  parley                 troops
    Y19  battle_events          tides_of_war
    Y20  hold_events, ratings   ratings
    Y21  events_of_favour       tides_of_war
    Y22  levy                   ratings
    Y23  events_of_lords        troops
    Y24  hold_events            vassals
    Y25  march                  temporary_troops
    Y26  events_of_lords        ratings
    Y27  events_of_favour       temporary_troops
    Y28  parley                 tides_of_war
    Y29  parley                 provisions
    Y30  battle_events          march
    Y31  events_of_lords        troops
    Y32  levy                   battle_hits
    Y33  ratings                death_check
    Y34  parley                 provisions
    Y35  ratings                temporary_troops
    Y36  battle_events          battle_hits
    Y37  battle_events          temporary_troops
    L1   battle_events          battle_hits
    L2   march                  battle_hits
    L3   death_check            temporary_troops
    L4   levy                   commands
    L5   battle_events          protection
    L6   ships                  ships
    L7   battle_events          provisions
    L8   march                  ships
    L9   troops                 troops
    L10  parley                 troops
    L11  approach               ratings
    L12  battle_events          troops
    L13  hold_events            ratings
    L14  events_of_lords        provisions
    L15  events_of_favour       approach
    L16  death_check            tides_of_war
    L17  parley                 tides_of_war
    L18  parley                 tides_of_war
    L19  events_of_lords        vassals
    L20  approach               ratings
    L21  ships                  vassals
    L22  events_of_lords        provisions
    L23  events_of_favour       protection, vassals
    L24  events_of_favour       ratings
    L25  events_of_lords        temporary_troops
    L26  events_of_favour       vassals
    L27  events_of_lords        protection
    L28  hold_events            ratings
    L29  events_of_favour       ships
    L30  events_of_lords        commands
    L31  events_of_favour       battle_hits
    L32  events_of_favour       vassals
    L33  hold_events            temporary_troops
    L34  vassals                protection
    L35  vassals                vassals
    L36  death_check            protection
    L37  vassals                provisions
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
    levy,
    march,
    parley,
    protection,
    provisions,
    ratings,
    ships,
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
    "levy",
    "march",
    "parley",
    "protection",
    "provisions",
    "ratings",
    "ships",
    "temporary_troops",
    "tides_of_war",
    "troops",
    "vassals",
]
