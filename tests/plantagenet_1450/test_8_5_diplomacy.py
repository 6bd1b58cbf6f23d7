"""8.5, 15.0 Diplomacy: what relations cost, on what dice they move, and what a rival court thinks of it."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet_1450.s15_2_relations import improve
from pbem.games.plantagenet_1450.state import Relations, State
from tests.plantagenet_1450.field import lines, put, run
from tests.plantagenet_1450.realm import offered, orders, realm, spend
from tests.says import says


def court(territory: str, level: int = 0, side: str = "york") -> State:
    """Richard of York at a foreign court."""
    state = realm()
    put(state, "richard_york", f"foreign:{territory}")
    if level:
        state.relations[territory] = Relations(side, level)
    return state


def missions(state: State, points: int = 5, side: str = "york") -> list[str]:
    words = lines(offered(state, side, points))
    return [line for line in words if line.split()[0] in ("improve", "harm")]


def test_8_5_only_where_a_leader_is_present() -> None:
    state = court("ireland")
    assert missions(state) == ["improve ireland"]
    barred = offered(state, "york", 5).barred["improve france"]
    assert says(barred, "games.plantagenet_1450.s8_5_diplomacy.bar", word="leader")
    assert missions(state, side="lancaster") == []


def test_15_2_a_level_costs_its_number_and_needs_a_six() -> None:
    state = court("ireland")
    game = spend(state, "york", 5, "improve ireland", "improve ireland", dice=(6, 5))
    assert state.relations == {"ireland": Relations("york", 1)}
    assert state.points[-1].left == 5 - 1 - 2, "the second try would have been Friendly"
    assert "Relations of York with Ireland: Wary." in game.story


def test_15_2_the_third_level_costs_three_and_there_is_no_fourth() -> None:
    state = court("ireland", 2)
    assert missions(state, 2) == []
    assert "it costs 3 points" in offered(state, "york", 2).barred["improve ireland"]
    spend(state, "york", 3, "improve ireland", dice=(6,))
    assert state.relations["ireland"].level == 3
    assert missions(state) == []


def test_15_2_treasury_adds_to_the_die_and_c142_may_be_countered() -> None:
    state = court("ireland")
    state.treasury = {"york": 3, "lancaster": 3}
    spend(state, "york", 1, "improve ireland", "bid 3", dice=(3,))
    assert state.relations["ireland"].level == 1
    state = court("ireland")
    state.treasury = {"york": 3, "lancaster": 3}
    spend(
        state,
        "york",
        1,
        "improve ireland",
        "bid 3",
        dice=(5,),
        moments=orders(on_bid="match"),
    )
    assert not state.relations
    assert state.treasury == {"york": 0, "lancaster": 0}


def test_c52_harming_the_enemys_relations_costs_the_box_below() -> None:
    for level, price in ((3, 2), (2, 1), (1, 1)):
        state = court("ireland", level, side="lancaster")
        spend(state, "york", 3, "harm ireland", dice=(6,))
        assert state.points[-1].left == 3 - price if price < 3 else not state.points
        after = state.relations.get("ireland")
        assert (after.level if after else 0) == level - 1


def test_c52_without_enemy_relations_there_is_nothing_to_harm() -> None:
    state = court("ireland", 1)
    assert "harm ireland" not in missions(state)
    assert "no relations" in offered(state, "york", 5).barred["harm ireland"]


def test_c205_nothing_is_improved_while_the_enemy_has_relations_there() -> None:
    state = court("ireland", 1, side="lancaster")
    assert missions(state) == ["harm ireland"]
    assert "C205" in offered(state, "york", 5).barred["improve ireland"]
    game = run(raised, state, (), (), "ireland")
    assert state.relations["ireland"] == Relations("lancaster", 1)
    assert not game.story


async def raised(table: Table[State], territory: str) -> None:
    """As a card does it."""
    improve(table, "york", territory, "6.2.5")


def test_15_4_c53_what_is_gained_in_france_is_lost_in_burgundy_and_the_reverse() -> None:
    for here, rival in (("france", "burgundy"), ("burgundy", "france")):
        state = court(here)
        state.relations[rival] = Relations("york", 2)
        spend(state, "york", 1, f"improve {here}", dice=(6,))
        assert state.relations == {here: Relations("york", 1), rival: Relations("york", 1)}


def test_15_4_c53_the_enemys_relations_with_the_rival_stay() -> None:
    state = court("france")
    state.relations["burgundy"] = Relations("lancaster", 2)
    spend(state, "york", 1, "improve france", dice=(6,))
    assert state.relations["burgundy"] == Relations("lancaster", 2)


def test_15_4_c53_a_decrease_brings_nothing_elsewhere() -> None:
    state = court("france", 2, side="lancaster")
    state.relations["burgundy"] = Relations("lancaster", 1)
    spend(state, "york", 1, "harm france", dice=(6,))
    assert state.relations["burgundy"] == Relations("lancaster", 1)


def test_c53_the_second_treaty_of_arras_ends_it() -> None:
    state = court("france")
    state.relations["burgundy"] = Relations("york", 2)
    state.flags["treaty_of_arras"] = ""
    spend(state, "york", 1, "improve france", dice=(6,))
    assert state.relations["burgundy"] == Relations("york", 2)


def test_c204_the_rival_falls_only_by_what_was_gained() -> None:
    state = court("france", 3)
    state.relations["burgundy"] = Relations("york", 2)
    run(raised, state, (), (), "france")
    assert state.relations["burgundy"] == Relations("york", 2)
    state = court("france", 2)
    state.relations["burgundy"] = Relations("york", 3)
    run(raised, state, (), (), "france")
    assert state.relations == {"france": Relations("york", 3), "burgundy": Relations("york", 2)}


def test_c145_a_king_out_of_his_wits_negotiates_nothing() -> None:
    state = realm()
    put(state, "henry_vi", "foreign:scotland", mad=True)
    assert missions(state, side="lancaster") == []
