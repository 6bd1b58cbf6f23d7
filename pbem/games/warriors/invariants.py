"""What is true of every position; random games assert it after each decision."""

from __future__ import annotations

from pbem.errors import require
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import NEUTRAL, SIDES, facts
from pbem.games.warriors.s6_3_aggressor import contested_regions
from pbem.games.warriors.s8_control import holds
from pbem.games.warriors.state import State


def check(state: State) -> None:
    """Pass if the state is one that the rules allow. Raises Impossible, naming the rule that is broken."""
    check_nobles(state)
    check_control(state)
    check_impulses(state)
    check_named(state)


def check_named(state: State) -> None:
    """Who is named is a side."""
    require(state.initiative in ("", *SIDES), f"{state.initiative} is no side (5.0)")
    require(state.next in ("", *SIDES), f"{state.next} is no side (5.0)")
    require(state.winner in ("", "draw", *SIDES), f"{state.winner} cannot win (13.0)")


def check_nobles(state: State) -> None:
    """2.2.1, 2.2.2 Every counter is in one place; Troops only on the map and up to the limit."""
    require(sorted(state.nobles) == sorted(facts().nobles), "a noble is lost (2.2.1)")
    for id, noble in state.nobles.items():
        if board.on_map(noble.at):
            require(noble.side in SIDES, f"{id} serves nobody (2.2.1)")
            require(board.may_enter(noble.side, noble.at), f"{id} is in a hostile country (6.2)")
            require(0 <= noble.troops <= nobles.capacity(state, id), f"{id} leads too many (2.2.2)")
        else:
            require(noble.at in ("cup", "drawn", "covert", "tower", "out"), f"{id} is nowhere")
            require(not noble.troops, f"{id} has Troops in the {noble.at} (C12)")
            require(not noble.disgraced, f"{id} is disgraced off the map (7.6)")
        is_in_box = noble.at in ("covert", "tower") or board.on_map(noble.at)
        require(bool(noble.side) == is_in_box, f"{id}: control in the {noble.at} (2.2.1)")
    henry = state.nobles[facts().henry]
    require(henry.at != "tower" or henry.back, "Henry VI is well in the Tower (14.0)")
    if state.step not in ("reinforcements", "draft"):
        require(not nobles.face_up_nobles(state), "nobles are still next to the board (11.1)")
    if state.step != "draft":
        for id in nobles.cup(state):
            noble = state.nobles[id]
            striped_ids = facts().scenarios[state.scenario].get("striped", [])
            require(not noble.back or id in striped_ids, f"{id} is striped in the cup (11.1)")
            require(
                nobles.colour(state, id) in (*SIDES, NEUTRAL),
                "a counter in the cup has no colour (2.2.1)",
            )


def check_control(state: State) -> None:
    """6.3, 8.0 Aggressors in contested regions only; London needs a 3-star noble."""
    for place, side in state.control.items():
        require(place in facts().regions, f"{place} cannot be controlled (8.0)")
        require(side in SIDES, f"{side!r} controls {place} (8.0)")
    battle = state.battle.at if state.battle else ""
    holder = board.london(state)
    if holder and not state.battle:
        require(holds(state, holder), "London is held without a 3-star noble (8.8)")
    if state.step != "draft":
        contested_places = contested_regions(state)
        marked_places = [place for place in facts().regions if place in state.aggressor]
        require(
            set(contested_places) <= set(marked_places), f"no aggressor in {contested_places} (6.3)"
        )
        require(
            set(marked_places) <= {*contested_places, battle},
            f"an aggressor without a battle: {marked_places} (C6)",
        )
    if state.step in ("control", "levy", "tower", "reinforcements"):
        require(not contested_regions(state), "a battle has not been fought (7.0)")


def check_impulses(state: State) -> None:
    """5.0, 6.1 Nobody has more impulses than the value; one side at most is one ahead."""
    if state.step == "draft":
        return
    require(
        0 <= state.value <= facts().tables["initiative"]["value_max"],
        "the Initiative value is out of range (5.0)",
    )
    require(
        all(0 <= impulses <= state.value for impulses in state.impulses.values()),
        "a side has more impulses than the Initiative value (6.1)",
    )
    if state.value and state.step != "initiative":
        first, second = state.order()
        ahead = state.impulses[first] - state.impulses[second]
        require(ahead in (0, 1), f"impulses {state.impulses} out of turn (6.1)")
