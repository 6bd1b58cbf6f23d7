"""9.0 Levy, with the rulebook's example."""

from __future__ import annotations

import pytest

from pbem.engine.notation import match
from pbem.errors import IllegalOrder
from pbem.games.warriors.s9_levy import levy
from pbem.games.warriors.state import State
from tests.scripted import Scripted
from tests.warriors.field import asked, empty, kinds, lines, put


def run(state: State, *answers: str) -> Scripted:
    game = Scripted(state, answers)
    game.run(levy)
    return game


def troops(state: State, *ids: str) -> list[int]:
    return [state.nobles[id].troops for id in ids]


def example() -> State:
    state = empty("levy")
    put(state, "warwick", "north_midlands", "york", 3)
    put(state, "hastings", "north_midlands", "york", 1, back=True)
    put(state, "talbot", "west_midlands", "lancaster")
    state.control["north_midlands"] = "york"
    return state


def test_9_0_example_edward_first_then_richard_and_talbot_none() -> None:
    state = example()
    game = run(state, "levy all")
    assert troops(state, "warwick", "hastings", "talbot") == [4, 2, 0]
    assert [request.side for request in game.asked] == ["york"]


def test_9_0_the_initiative_player_levies_first() -> None:
    state = example()
    state.control["west_midlands"] = "lancaster"
    state.initiative = "lancaster"
    game = run(state, "levy all", "levy all")
    assert [request.side for request in game.asked] == ["lancaster", "york"]


def test_9_0_levy_is_optional() -> None:
    state = example()
    run(state, "none")
    assert troops(state, "warwick", "hastings") == [3, 1]


def test_9_0_the_highest_single_rank_is_the_limit() -> None:
    state = empty("levy")
    for id in ("ferrers", "vaughan", "lovell"):
        put(state, id, "wales", "york")
    state.control["wales"] = "york"
    run(state, "levy all")
    assert sum(troops(state, "ferrers", "vaughan", "lovell")) == 1


def test_c30_the_owner_breaks_ties() -> None:
    state = empty("levy")
    put(state, "ferrers", "wales", "york")
    put(state, "warwick", "wales", "york")
    state.control["wales"] = "york"
    game = run(state, "ferrers: levy", "levy all")
    assert lines(game.asked[0]) == ["levy all", "warwick: levy", "ferrers: levy", "none"]
    assert troops(state, "ferrers", "warwick") == [1, 1]
    assert game.asked[1].options[0].note == "1 Troop, ties to the higher rank"


def test_c30_who_has_more_troops_waits() -> None:
    state = empty("levy")
    for id, count in (("ferrers", 1), ("warwick", 0), ("lovell", 0)):
        put(state, id, "wales", "york", count)
    state.control["wales"] = "york"
    game = run(state, "none")
    with pytest.raises(IllegalOrder, match="fewest Troops"):
        match(game.asked[0], "ferrers: levy")


def test_9_0_nobody_exceeds_two_troops_a_star() -> None:
    state = empty("levy")
    put(state, "ferrers", "wales", "york", 2)
    put(state, "york", "wales", "york", 5)
    state.control["wales"] = "york"
    run(state, "levy all")
    assert troops(state, "ferrers", "york") == [2, 6]
    assert kinds(run(state)) == []


def test_9_0_never_in_london_nor_in_regions_not_controlled() -> None:
    state = empty("levy")
    put(state, "york", "london", "york")
    put(state, "warwick", "wales", "york")
    put(state, "ferrers", "east", "york")
    state.control = {"london": "york", "east": "york"}
    game = run(state, "levy all")
    with pytest.raises(IllegalOrder, match=r"London \(9\.0\)"):
        match(asked(game, "levy")[0], "levy london")
    with pytest.raises(IllegalOrder, match="do not control Wales"):
        match(asked(game, "levy")[0], "levy wales")
    assert troops(state, "york", "warwick", "ferrers") == [0, 0, 1]


def test_c30_nobles_in_exile_may_levy() -> None:
    state = empty("levy")
    put(state, "margaret", "france", "lancaster")
    put(state, "dacre", "scotland", "lancaster")
    game = run(state, "levy france", "levy all")
    assert troops(state, "margaret", "dacre") == [3, 1]
    assert "levy scotland" in lines(game.asked[0])


def test_c30_the_infirm_henry_levies_nothing_but_may_receive() -> None:
    state = empty("levy")
    put(state, "henry_vi", "east", "lancaster", back=True)
    state.control["east"] = "lancaster"
    assert kinds(run(state)) == []
    put(state, "talbot", "east", "lancaster", 1)
    run(state, "levy all")
    assert troops(state, "henry_vi", "talbot") == [2, 1] or troops(state, "henry_vi", "talbot") == [
        1,
        2,
    ]
