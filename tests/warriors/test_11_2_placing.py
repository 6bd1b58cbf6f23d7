"""11.2 Placing nobles."""

from __future__ import annotations

import pytest

from pbem.engine.notation import match
from pbem.errors import IllegalOrder
from pbem.games.warriors.s6_campaigns import campaigns_of
from pbem.games.warriors.s11_2_placing import place_noble, placing
from pbem.games.warriors.sequence import following
from pbem.games.warriors.state import State
from tests.says import worded
from tests.scripted import Scripted
from tests.warriors.field import empty, lines, menu, put, where


def boxes(value: int = 3) -> State:
    state = empty("placing", value=value)
    put(state, "warwick", "covert", "york")
    put(state, "ferrers", "covert", "york")
    put(state, "lovell", "covert", "york")
    put(state, "percy", "covert", "lancaster")
    return state


def run(state: State, *answers: str) -> Scripted:
    game = Scripted(state, answers)

    async def phase(table: object) -> None:
        await placing(table)  # type: ignore[arg-type]
        state.step = following(state)
        while state.step == "place_noble":
            await place_noble(table)  # type: ignore[arg-type]
            state.step = following(state)

    game.run(phase)
    return game


def test_11_2_in_turn_the_initiative_player_first_home_with_one_troop() -> None:
    state = boxes()
    game = run(
        state,
        "ferrers: place west_midlands",
        "percy: place northeast",
        "lovell: place south",
        "pass",
    )
    assert [request.side for request in game.asked] == ["york", "lancaster", "york", "york"]
    assert where(state, "ferrers") == ("west_midlands", "york")
    assert state.nobles["ferrers"].troops == 1


def test_c24_as_many_as_the_value_the_other_side_one_fewer() -> None:
    state = boxes(2)
    put(state, "dacre", "covert", "lancaster")
    game = run(state, "lovell: place south", "percy: place northeast", "pass")
    assert [request.side for request in game.asked] == ["york", "lancaster", "york"]
    assert where(state, "dacre") == ("covert", "lancaster")


def test_c24_an_opportunity_not_used_is_lost_the_next_may_be_used() -> None:
    state = boxes()
    run(state, "pass", "pass", "lovell: place south", "pass", "ferrers: place west_m")
    assert where(state, "lovell") == ("south_midlands", "york")
    assert where(state, "percy") == ("covert", "lancaster")


def test_c41_a_crown_goes_to_friends_or_to_a_foreign_area() -> None:
    state = boxes()
    put(state, "march", "london", "york")
    put(state, "york", "wales", "york")
    game = run(state, "pass all", "pass all")
    places = [line for line in lines(game.asked[0]) if line.startswith("warwick")]
    assert places == ["warwick: place wales", "warwick: place london", "warwick: place burgundy"]
    with pytest.raises(IllegalOrder, match=r"with a crown .* friendly noble .*\(11\.2\)"):
        match(game.asked[0], "warwick: place east")
    with pytest.raises(
        IllegalOrder,
        match=worded(
            "games.warriors.s11_2_placing.bar_placings", "West Midlands (11.2)", word="home"
        ),
    ):
        match(game.asked[0], "ferrers: place east")


def test_c41_a_noble_placed_a_moment_ago_counts_and_abroad_is_always_open() -> None:
    state = boxes()
    game = run(
        state,
        "ferrers: place west_midlands",
        "pass all",
        "warwick: place west_midlands",
        "pass",
    )
    first = [line for line in lines(game.asked[0]) if line.startswith("warwick")]
    assert first == ["warwick: place burgundy"]
    assert where(state, "warwick") == ("west_midlands", "york")


def test_c23_placed_among_enemies_his_side_is_the_aggressor() -> None:
    state = boxes()
    put(state, "talbot", "west_midlands", "lancaster", 2)
    state.control["west_midlands"] = "lancaster"
    run(state, "ferrers: place west_m", "pass all", "pass all")
    assert state.aggressor == {"west_midlands": "york"}
    assert state.control == {"west_midlands": "lancaster"}


def test_c23_the_rule_of_staying_behind_binds_both_sides_then() -> None:
    state = boxes()
    put(state, "talbot", "west_midlands", "lancaster", 2)
    run(state, "ferrers: place west_m", "pass all", "pass all")
    for side in ("york", "lancaster"):
        assert lines(menu(campaigns_of, state=state, side=side)) == ["pass"]


def test_11_2_home_whatever_its_control() -> None:
    state = boxes()
    state.control["northeast"] = "york"
    run(state, "pass all", "percy: place northeast")
    assert where(state, "percy") == ("northeast", "lancaster")


def test_11_2_only_from_the_covert_box() -> None:
    state = boxes()
    game = run(state, "pass all", "pass all")
    assert not any(line.startswith("audley") for line in lines(game.asked[0]))
