"""The position in words, as plain data for templates and JSON. Everybody may see all of it (C29)."""

from __future__ import annotations

from typing import Any

from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import NEUTRAL, SIDES, facts
from pbem.games.warriors.position_words import PARTIES, STEPS, headline, noble, note, now
from pbem.games.warriors.s7_3_attack import SECOND_MISS, attack_words
from pbem.games.warriors.s12_victory_points import (
    exile_cost,
    income,
    lead_words,
    regions_worth,
)
from pbem.games.warriors.state import State

Plain = dict[str, Any]


def position(state: State) -> Plain:
    """All that there is to see; no value in it is None."""
    return {
        "now": now(state),
        "headline": headline(state),
        "headings": ["battle", "battle_round"],
        "note": note(),
        "sides": PARTIES,
        "scenario": {"id": state.scenario, "name": facts().scenarios[state.scenario]["name"]},
        "turn": _turn(state),
        "victory": _victory(state),
        "initiative": _initiative(state),
        "battle": _battle(state),
        "map": [_place(state, place) for place in _north_to_south()],
        "boxes": [_box(state, side) for side in SIDES],
        "tower": [_prisoner(state, id) for id in nobles.prisoners(state)],
        "drawn": [noble(state, id) for id in nobles.drawn(state)],
        "cup": _cup(state),
        "gone": [nobles.name(state, id) for id in sorted(state.nobles) if _is_gone(state, id)],
        "winner": state.winner,
        "ending": state.ending,
    }


def _turn(state: State) -> Plain:
    last = facts().scenarios[state.scenario]["last_turn"]
    title, rule = STEPS[state.step]
    return {
        "number": state.turn,
        "last": last,
        "years": facts().years[state.turn],
        "step": title,
        "rule": rule,
        "words": f"turn {state.turn} of {last}",
    }


def _victory(state: State) -> Plain:
    needed = facts().scenarios[state.scenario]["auto_victory_vp"]
    lead = lead_words(state.lead)
    rows: list[str] = []
    for side in SIDES:
        cost = exile_cost(state, side)
        words = f"{nobles.side_name(side)} {income(state, side):+} VP a turn"
        words += f" ({regions_worth(state, side)} for regions, -{cost} for exiles)" if cost else ""
        rows.append(words)
    return {
        "lead": state.lead,
        "words": f"{lead[0].upper()}{lead[1:]}; {needed} win at the end of a turn (13.0)",
        "needed": needed,
        "income": {side: income(state, side) for side in SIDES},
        "income_words": f"As it stands: {', '.join(rows)}",
    }


def _initiative(state: State) -> Plain:
    if not state.value:
        return {"side": "", "value": 0, "left": {}, "words": ""}
    words = f"{nobles.side_name(state.initiative)} has the Initiative with {state.value}"
    if state.step in ("campaign", "place_noble"):
        left = ", ".join(f"{nobles.side_name(s)} {state.impulses[s]}" for s in state.order())
        words += f"; left after this impulse: {left}"
    return {
        "side": state.initiative,
        "value": state.value,
        "left": dict(state.impulses),
        "words": words,
    }


def _battle(state: State) -> Plain:
    fought = state.battle
    if fought is None:
        return {}
    armies = []
    for side in (fought.aggressor, state.enemy(fought.aggressor)):
        here = nobles.at(state, fought.at, side)
        words = f"{nobles.side_name(side)}: strength {nobles.strength(state, here)}"
        if len(fought.commanders) == len(SIDES) and here:
            commander = nobles.name(state, fought.commanders[side])
            words += f", {commander} commands, {attack_words(state, side)}"
        if fought.hits.get(side):
            words += f", still takes {nobles.counted(fought.hits[side], 'Hit')}"
        armies.append(
            {
                "side": nobles.side_name(side),
                "aggressor": side == fought.aggressor,
                "words": words + (" (aggressor)" if side == fought.aggressor else ""),
            }
        )
    missed = min(fought.missed, SECOND_MISS)
    return {
        "at": board.name(fought.at),
        "place": fought.at,
        "round": fought.round,
        "step": fought.step,
        "words": (f"round {fought.round}" if fought.round else "before round 1")
        + (f", Missed! marker {missed}" if missed else ""),
        "armies": armies,
    }


def _north_to_south() -> list[str]:
    places = facts().places
    return sorted(places, key=lambda id: (places[id].y, places[id].x))


def _place(state: State, id: str) -> Plain:
    place = facts().places[id]
    holder = board.controller(state, id)
    about = [f"{place.vp} VP" if board.is_region(id) else "exile"]
    about.append(nobles.side_name(holder) if holder else "uncontrolled")
    if id in state.aggressor:
        about.append(f"contested, {nobles.side_name(state.aggressor[id])} is the aggressor")
    armies = []
    for side in SIDES:
        here = nobles.at(state, id, side)
        if here:
            strength = nobles.strength(state, here)
            armies.append(
                {
                    "side": nobles.side_name(side),
                    "id": side,
                    "strength": strength,
                    "words": f"{nobles.side_name(side)}, strength {strength}",
                    "nobles": [noble(state, who) for who in here],
                    "ids": here,
                }
            )
    return {
        "id": id,
        "name": place.name,
        "abbr": place.abbr,
        "vp": place.vp,
        "x": place.x,
        "y": place.y,
        "foreign": board.is_foreign(id),
        "control": holder,
        "about": about,
        "about_words": ", ".join(about),
        "armies": armies,
    }


def _box(state: State, side: str) -> Plain:
    return {
        "id": side,
        "side": nobles.side_name(side),
        "nobles": [noble(state, id) for id in nobles.covert(state, side)],
    }


def _prisoner(state: State, id: str) -> str:
    """A neutral prisoner remembers whom he served (C20)."""
    served = nobles.side_name(state.nobles[id].side)
    whose = f"neutral, served {served}" if nobles.colour(state, id) == NEUTRAL else "of "
    if nobles.colour(state, id) != NEUTRAL:
        whose += nobles.side_name(nobles.colour(state, id))
    face = nobles.face(state, id)
    return f"{face.short} {face.stars}* ({whose})"


def _cup(state: State) -> Plain:
    """C29 The contents follow from what is in play, so they may be listed."""
    inside = nobles.cup(state)
    rows = []
    for colour in (*SIDES, NEUTRAL):
        names = [nobles.name(state, id) for id in inside if nobles.colour(state, id) == colour]
        title = "Neutral" if colour == NEUTRAL else nobles.side_name(colour)
        if names:
            rows.append({"side": title, "count": len(names), "words": ", ".join(names)})
    return {"count": len(inside), "rows": rows}


def _is_gone(state: State, id: str) -> bool:
    return state.nobles[id].at == "out"
