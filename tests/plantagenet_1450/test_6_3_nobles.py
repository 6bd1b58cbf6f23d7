"""6.3 Noble cards."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450 import s8_intrigue as s8
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s6_2_2_must_play import obliging
from pbem.games.plantagenet_1450.s6_3_nobles import faction
from pbem.games.plantagenet_1450.s16_4_6_11_captures import kill
from pbem.games.plantagenet_1450.s20_scenarios import anchor, setup
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import lines, put, run
from tests.plantagenet_1450.impulses import plays, whole
from tests.says import says

NOBLES = [card for card in facts().cards.values() if card.noble]


@pytest.mark.parametrize("card", NOBLES, ids=lambda card: card.id)
def test_6_3_1_every_noble_card_brings_its_noble_to_his_areas_and_gives_its_points(card) -> None:
    for area in card.homes:
        state = whole()
        plays(state, "york", f"noble {card.id.lower()} to {area}")
        noble = state.leaders[card.noble]
        assert (noble.status, noble.at) == ("free", anchor(area))
        whose = facts().leaders[card.noble].faction
        assert noble.side == ("york" if whose == "neutral" else whose)
        assert [(points.side, points.left) for points in state.points] == [("york", card.points)]
        assert card.id not in state.discards
        assert not state.hands["york"]


def test_6_3_1_he_may_join_a_royal_leader_of_his_side_abroad_too() -> None:
    state = whole()
    put(state, "richard_york", "foreign:ireland")
    put(state, "margaret", anchor("london"))
    game = plays(state, "york", "noble l01 joins richard_york")
    assert state.leaders["warwick"].at == "foreign:ireland"
    assert "noble l01 joins margaret" not in lines(game.asked[0])


def test_c135_the_royal_leader_must_be_free() -> None:
    state = whole()
    put(state, "richard_york", anchor("london"), status="captive")
    game = plays(state, "york", "noble l01 to calais")
    assert not any("joins" in line for line in lines(game.asked[0]))


def test_6_3_2_c28_who_plays_an_enemy_noble_chooses_his_place_and_has_the_points() -> None:
    state = whole()
    put(state, "richard_york", anchor("norfolk"))
    plays(state, "lancaster", "noble l01 to warwick")
    assert state.leaders["warwick"].side == "york"
    assert [(points.side, points.left) for points in state.points] == [("lancaster", 5)]


def test_6_3_2_a_friendly_noble_may_be_played_for_points_and_goes_to_the_discards() -> None:
    state = whole()
    plays(state, "lancaster", "points l02")
    assert state.discards == ["L02"]
    assert state.leaders["somerset"].status == "waiting"


def test_c29_a_neutral_noble_joins_who_plays_him() -> None:
    for side in ("york", "lancaster"):
        state = whole()
        plays(state, side, "noble l07 to chester")
        assert state.leaders["stanley"].side == side


def test_c193_his_points_may_be_spent_before_he_is_placed() -> None:
    state = whole()
    plays(state, "lancaster", "points l02 then noble")
    assert state.leaders["somerset"].status == "waiting"
    assert state.discards == ["L02"]
    run(s8.spend, state, ["done", "noble l02 to dorset"])
    assert state.leaders["somerset"].at == anchor("dorset")
    assert (state.discards, state.points) == ([], [])


def test_c118_another_hex_of_his_area_may_be_named() -> None:
    state = whole()
    other = next(
        one.id for one in facts().hexes.values() if one.area == "norfolk" and not one.anchor
    )
    plays(state, "york", f"noble l06 to norfolk with {other}")
    assert state.leaders["norfolk"].at == other


def beset(state: State, area: str, *foes: str) -> State:
    """Lancaster holds every hex of an area: its castle, and in each of the others a leader stands."""
    state.control[area] = "lancaster"
    fields = [at for at in facts().area_hexes[area] if at not in facts().forts]
    for id, at in zip(foes, fields, strict=True):
        put(state, id, at, side="lancaster")
    return state


def test_c117_he_does_not_come_to_an_area_of_which_the_enemy_holds_every_hex() -> None:
    state = beset(whole(), "monmouth", "exeter", "clifford")
    (asked,) = plays(state, "york", "noble l13 to cardiff").asked
    assert "noble l13 to monmouth" not in lines(asked)
    assert says(
        asked.menu.barred["noble l13 to monmouth"],
        "games.plantagenet_1450.s6_3_nobles.fill_placings",
        "Monmouth",
        word="every",
    )


def test_c128_an_enemy_noble_for_whom_there_is_no_place_obliges_nobody() -> None:
    state = beset(whole(), "monmouth", "exeter", "clifford")
    assert "L13" in obliging(state, "lancaster")
    beset(state, "cardiff", "somerset", "devon", "wiltshire", "oxford", "audley")
    assert "L13" not in obliging(state, "lancaster")
    put(state, "richard_york", "foreign:ireland")
    assert "L13" in obliging(state, "lancaster")


def test_6_3_3_a_noble_who_is_killed_leaves_his_card_to_the_discards() -> None:
    state = whole()
    plays(state, "york", "noble l06 to norfolk")
    run(kill, state, [], [], "norfolk")
    assert state.discards == ["L06"]
    assert state.leaders["norfolk"].status == "dead"


def test_c30_the_card_of_a_dead_noble_brings_his_heir() -> None:
    state = whole()
    put(state, "norfolk", "", status="dead", side="york")
    plays(state, "york", "noble l06 to suffolk")
    assert state.leaders["norfolk"].status == "free"


def test_c200_a_noble_returns_for_the_side_printed_on_his_card() -> None:
    state = whole()
    put(state, "buckingham", "", status="dead", side="york")
    put(state, "stanley", "", status="dead", side="york")
    assert (faction(state, "buckingham"), faction(state, "stanley")) == ("lancaster", "neutral")


def test_c200_or_for_the_side_to_which_19_0_has_turned_him() -> None:
    state = whole()
    assert (faction(state, "warwick"), faction(state, "northumberland")) == ("york", "lancaster")
    state.spent.append("Y16")
    assert (faction(state, "warwick"), faction(state, "northumberland")) == ("lancaster", "york")
    assert faction(setup("end_of_the_plantagenets"), "northumberland") == "york"


def test_c136_who_is_dead_for_good_comes_no_more_and_his_card_leaves_the_game() -> None:
    state = whole()
    put(state, "clarence", "", status="dead", side="york").gone = True
    game = plays(state, "york", "points y01")
    assert lines(game.asked[0]) == ["points y01", "one intrigue"]
    assert (state.out, state.discards) == (["Y01"], [])
