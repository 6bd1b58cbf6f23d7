"""6.3 The Wars: setting up the second and the third War by who of the Heirs remains.

Each `setup_step` in scenarios.toml is carried out if all its conditions hold, in order. Heirs are named
by person (6.2.1). Conditions:

    if, unless          all these Heirs remain; none of these remains
    highest, next       a side's highest (next highest) remaining Heir is one of these
    only                a side's one remaining Heir is one of these
    heirs               so many Heirs of a side remain
    placed, not_placed  one (none) of these Lords has been set up by an earlier step
    set_aside           this card was set aside in an earlier War

and what a step does: put Heirs aside (`put_aside`, or all but the highest few: `keep`), Muster Lords or
place them on the Calendar, add `cards` to a deck, mark `favour`.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct, field

from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s6_2_heirs_and_succession as heirs
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.facts import SIDES, facts
from pbem.games.plantagenet.state import State

SetupStep = dict[str, Any]


class Setup(Struct):
    """A War that is being set up.

    Attributes:
        remaining: each side's Heirs in this War, by person, highest first.
    """

    state: State
    remaining: dict[str, list[str]] = field(default_factory=dict)


def set_up(war: str, before: State) -> State:
    """6.1.2 The start of a War after another; nobody but Heirs stays removed (6.2.2)."""
    state = scenario.prepare(war)
    state.step, state.options = before.step, before.options
    state.set_aside = list(before.set_aside)
    state.removed = lost_heirs(before)
    setup = Setup(state, {side: remaining(state, side) for side in SIDES})
    for step in scenario.scenario_row(state)["setup_step"]:
        if applies(setup, step):
            carry_out(setup, step)
    if scenario.scenario_row(state).get("succession"):
        state.cards = {side: heirs.war_cards(state, side) for side in SIDES}
    mark_seats(state)
    charge_for_heirs(state)
    return state


def lost_heirs(state: State) -> list[str]:
    """6.2.2 Heirs removed so far, Warwick and those of the third War not being among them."""
    heirs_of_all_wars = [lord for heir in facts().heirs if not heir.late for lord in heir.lords]
    return [lord for lord in state.removed if lord in heirs_of_all_wars]


def remaining(state: State, side: str) -> list[str]:
    """6.3 Heirs of a side listed for this War and not removed; Warwick is added by a step."""
    return [heir.id for heir in heirs.heirs_listed(state, side) if not heir.late]


def applies(setup: Setup, step: SetupStep) -> bool:
    """Do all conditions of a `setup_step` hold, by the Heirs who remain and the Lords placed so far?"""
    alive = [heir for side in SIDES for heir in setup.remaining[side]]
    lords_placed = list(setup.state.seats)
    checks = [
        all(heir in alive for heir in step.get("if", [])),
        not any(heir in alive for heir in step.get("unless", [])),
        *(
            setup.remaining[side][:1] in single(ids)
            for side, ids in step.get("highest", {}).items()
        ),
        *(setup.remaining[side][1:2] in single(ids) for side, ids in step.get("next", {}).items()),
        *(setup.remaining[side] in single(ids) for side, ids in step.get("only", {}).items()),
        "placed" not in step or any(lord in lords_placed for lord in step["placed"]),
        not any(lord in lords_placed for lord in step.get("not_placed", [])),
        step.get("set_aside", "") in ("", *setup.state.set_aside),
    ]
    if "heirs" in step:
        count = len(setup.remaining[step["heirs"]["side"]])
        checks.append(step["heirs"]["from"] <= count <= step["heirs"]["to"])
    return all(checks)


def single(ids: list[str]) -> list[list[str]]:
    return [[id] for id in ids]


def carry_out(setup: Setup, step: SetupStep) -> None:
    """Do what a `setup_step` says: put Heirs aside, Muster and place Lords, add cards, mark Favour."""
    state = setup.state
    for side, few in step.get("keep", {}).items():
        setup.remaining[side] = setup.remaining[side][:few]
    for side in SIDES:
        aside = step.get("put_aside", [])
        setup.remaining[side] = [heir for heir in setup.remaining[side] if heir not in aside]
    for entry in step.get("muster", []):
        scenario.place_mustered(state, entry["lord"], entry["at"])
    for entry in step.get("calendar", []):
        scenario.place_on_calendar(state, entry["lord"], entry["box"], entry["exile"])
    for side, cards in step.get("cards", {}).items():
        state.cards[side] += cards
    for side, places in step.get("favour", {}).items():
        for place in places:
            board.set_favour(state, place, side)


def mark_seats(state: State) -> None:
    """6.3 IIIY, IIIL Each Lord's Seat Favours his side; at London the King's Favour stays (C100)."""
    if "favour_rule" in scenario.scenario_row(state):
        for lord, seat in state.seats.items():
            state.favour.setdefault(seat, facts().lords[lord].side)


def charge_for_heirs(state: State) -> None:
    """6.3 IIIY, IIIL So many points for each person removed in an earlier War (C103)."""
    if "influence_rule" in scenario.scenario_row(state):
        (rule,) = [row for row in facts().grand["rule"] if row["id"] == "lost_heirs"]
        for heir in facts().heirs:
            if heirs.lost(state, heir):
                influence.lose(state, heir.side, rule["points"])
