"""6.2.5 Every event of the Yorkist deck but those that land an army, played as its text says; 19.0 step by step."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.conditions import level
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s17_sole_king import sole_king
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import Garrison, Modifier, Relations, State, Unit
from tests.plantagenet_1450.field import lines, put
from tests.plantagenet_1450.impulses import plays, tracks, whole

LONDON, CALAIS = anchor("london"), "2531"


def edwards(turn: int = 7, **control: str) -> State:
    """Edward IV is the sole king."""
    state = whole(turn, **control)
    put(state, "edward_march", LONDON, crowned=True)
    state.were_crowned = ["henry_vi", "edward_march"]
    return state


def offered(state: State, side: str, card: str) -> bool:
    game = plays(state, side, f"points {card}")
    return f"event {card}" in lines(game.asked[0])


# -- 19.0 -------------------------------------------------------------------------------------------


def test_19_0_1_warwick_turns_with_the_area_in_which_he_is() -> None:
    state = edwards(warwick="york", kent="york", calais="york")
    put(state, "warwick", anchor("kent"), side="york")
    plays(state, "york", "event y16", dice=[1])
    assert state.leaders["warwick"].side == "lancaster"
    assert {state.control[area] for area in ("kent", "calais", "warwick")} == {"lancaster"}


def test_19_0_2_montagu_turns_with_his_area() -> None:
    state = edwards(durham="york")
    put(state, "montagu", anchor("durham"), side="york")
    plays(state, "york", "event y16", dice=[1])
    assert state.leaders["montagu"].side == state.control["durham"] == "lancaster"


@pytest.mark.parametrize(("die", "side"), [(5, "york"), (6, "lancaster")])
def test_19_0_3_c107_fauconberg_turns_on_a_6(die: int, side: str) -> None:
    state = edwards(norfolk="york")
    put(state, "fauconberg", anchor("norfolk"), side="york")
    plays(state, "york", "event y16", dice=[die, 1])
    assert (state.leaders["fauconberg"].side, state.control["norfolk"]) == (side, side)


def test_19_0_4_and_6_areas_turn_whatever_the_marker_with_their_legitimacy() -> None:
    state = edwards(calais="york", carlisle="york", bamburgh="lancaster")
    plays(state, "york", "event y16", dice=[2])
    turned = {"calais": "lancaster", "carlisle": "lancaster", "bamburgh": "york"}
    assert state.control == {**turned, "warwick": "lancaster", "newcastle": "lancaster"}
    assert tracks(state) == {"lancaster": 10 + 6 + 3 - 1, "york": 10 - 7 - 2 + 1}


def test_19_0_5_york_loses_a_die_of_legitimacy() -> None:
    state = edwards(calais="lancaster", warwick="lancaster", carlisle="lancaster")
    state.control |= {"newcastle": "lancaster", "bamburgh": "york"}
    plays(state, "york", "event y16", dice=[6])
    assert tracks(state) == {"lancaster": 10, "york": 4}


def test_19_0_7_northumberland_turns_without_his_area() -> None:
    state = edwards(york="lancaster")
    put(state, "northumberland", anchor("york_east"), side="lancaster")
    plays(state, "york", "event y16", dice=[1])
    assert state.leaders["northumberland"].side == "york"
    assert state.control["york"] == "lancaster"


def test_c107_who_is_not_in_play_only_changes_the_side_of_his_card() -> None:
    state = edwards()
    plays(state, "york", "event y16", dice=[1])
    assert state.leaders["warwick"].status == "waiting"
    plays(state, "york", "noble l01 to warwick")
    assert state.leaders["warwick"].side == "lancaster"


def test_c107_c219_garrisons_of_steps_4_and_6_change_side_those_of_1_to_3_do_not() -> None:
    state = edwards(calais="york", york="york")
    put(state, "montagu", anchor("york_north"), side="york")
    state.garrisons[CALAIS] = Garrison("york", [Unit("men_at_arms")])
    state.garrisons["1514"] = Garrison("york", [Unit("men_at_arms")])
    plays(state, "york", "event y16", dice=[1])
    assert state.control["york"] == "lancaster"
    assert (state.garrisons[CALAIS].side, state.garrisons["1514"].side) == ("lancaster", "york")


@pytest.mark.parametrize(
    ("id", "step", "dice"), [("warwick", 1, [1]), ("montagu", 2, [1]), ("fauconberg", 3, [6, 1])]
)
def test_19_0_the_area_turns_in_which_he_was_not_that_where_he_is_set_down(
    id: str, step: int, dice: list[int]
) -> None:
    """His old friends hold both hexes of Huntingdon, so he is set down beyond it (C199, P5)."""
    state = edwards(huntingdon="york", cambridge="york", northampton="york", bedford="york")
    first, second = facts().area_hexes["huntingdon"]
    put(state, id, first, side="york")
    put(state, "hastings", first, side="york")
    put(state, "norfolk", second, side="york")
    before = dict(state.control)
    plays(state, "york", "event y16", dice=dice)
    assert facts().hexes[state.leaders[id].at].area != "huntingdon"
    turned = {area for area, side in state.control.items() if before.get(area) != side}
    assert turned == {"huntingdon", "calais", "warwick", "carlisle", "newcastle", "bamburgh"}


def test_c146_c107_who_is_held_by_a_garrison_is_free_when_it_turns_to_his_side() -> None:
    state = edwards(calais="lancaster")
    state.garrisons[CALAIS] = Garrison("york", [Unit("men_at_arms")])
    put(state, "clifford", CALAIS, status="captive")
    plays(state, "york", "event y16", dice=[1])
    assert state.garrisons[CALAIS].side == "lancaster"
    assert state.leaders["clifford"].status == "free"


def test_c149_a_captive_of_the_side_he_turns_to_is_free_and_who_has_turned_stays() -> None:
    state = edwards(kent="york")
    put(state, "warwick", "1514", side="york", status="captive")
    put(state, "montagu", anchor("kent"), side="lancaster")
    plays(state, "york", "event y16", dice=[1])
    assert (state.leaders["warwick"].status, state.leaders["warwick"].side) == ("free", "lancaster")
    assert state.control["kent"] == "york"


def test_c199_who_turns_in_a_hex_with_his_old_side_is_set_down_beside_it() -> None:
    state = edwards()
    put(state, "warwick", anchor("norfolk"), side="york")
    put(state, "hastings", anchor("norfolk"), side="york")
    plays(state, "york", "event y16", dice=[1])
    at = state.leaders["warwick"].at
    assert at != anchor("norfolk")
    assert facts().hexes[at].area == "norfolk"


def test_y16_needs_edward_to_have_been_crowned_dead_or_not() -> None:
    state = edwards()
    state.leaders["edward_march"].status = "dead"
    plays(state, "york", "event y16", dice=[1])
    assert "Y16" in state.spent
    assert not offered(whole(), "york", "y16")


# -- the royal house --------------------------------------------------------------------------------


def test_y17_malmsey_wine_kills_clarence_for_good() -> None:
    state = edwards()
    put(state, "clarence", anchor("derby"), side="york")
    plays(state, "york", "event y17")
    assert (state.leaders["clarence"].status, state.leaders["clarence"].gone) == ("dead", True)
    assert (state.out, state.discards) == (["Y01"], ["Y17"])
    assert "gloucester_crownable" in state.flags
    assert state.legitimacy["york"] == 9


def test_y17_also_when_he_has_not_entered_and_his_card_is_discarded() -> None:
    state = edwards()
    state.discards = ["Y01"]
    plays(state, "york", "event y17")
    assert (state.leaders["clarence"].status, state.out) == ("dead", ["Y01"])


def test_y18_the_readeption_frees_henry_in_london() -> None:
    state = whole(6, london="lancaster")
    put(state, "henry_vi", "towr", status="captive", crowned=True)
    plays(state, "lancaster", "event y18")
    assert (state.leaders["henry_vi"].status, state.leaders["henry_vi"].at) == ("free", LONDON)
    assert state.legitimacy["lancaster"] == 12
    assert [(one.side, one.left, one.uses) for one in state.points] == [
        ("lancaster", 2, ["control"])
    ]


def test_y19_needs_turn_7() -> None:
    assert not offered(whole(6), "york", "y19")
    state = whole(7)
    plays(state, "lancaster", "event y19")
    assert "treaty_of_arras" in state.flags


def test_y20_princes_in_the_tower() -> None:
    state = edwards()
    state.leaders["edward_march"].status = "dead"
    plays(state, "lancaster", "event y20", dice=[5])
    assert state.legitimacy["york"] == 5
    assert state.changes == [Modifier("defection_die", "lancaster", 1)]
    assert not offered(edwards(), "lancaster", "y20")


def test_y21_titulus_regius() -> None:
    state = edwards()
    state.leaders["edward_march"].status = "dead"
    put(state, "gloucester", LONDON)
    assert not offered(state, "york", "y21")
    state.points, state.flags["gloucester_crownable"] = [], ""
    plays(state, "york", "event y21")
    assert state.legitimacy["york"] == 12
    assert [(one.left, one.uses) for one in state.points] == [(3, ["coronation"])]


def test_y22_buckingham_turns_if_he_is_yorks() -> None:
    state = whole(6, brecon="york")
    put(state, "buckingham", anchor("brecon"), side="york")
    plays(state, "lancaster", "event y22")
    assert state.leaders["buckingham"].side == state.control["brecon"] == "lancaster"


def test_y22_the_area_turns_in_which_he_was_not_that_where_he_is_set_down() -> None:
    state = whole(6, huntingdon="york", cambridge="york", bedford="york", northampton="york")
    first, second = facts().area_hexes["huntingdon"]
    for id, at in (("buckingham", first), ("hastings", first), ("norfolk", second)):
        put(state, id, at, side="york")
    plays(state, "lancaster", "event y22")
    assert facts().hexes[state.leaders["buckingham"].at].area != "huntingdon"
    assert [area for area, side in state.control.items() if side == "lancaster"] == ["huntingdon"]


def test_y22_else_two_southern_areas_fall_away() -> None:
    state = whole(6, kent="york", devon="york", norfolk="york", surrey="york")
    put(state, "richard_york", anchor("surrey"))
    game = plays(state, "lancaster", "event y22", ["choose kent with devon"])
    assert not any("surrey" in line or "norfolk" in line for line in lines(game.asked[1]))
    assert state.control == {"norfolk": "york", "surrey": "york"}


def childless(side: str) -> State:
    state = edwards(8)
    for id, known in facts().leaders.items():
        if known.faction == side and known.royal and known.succession >= 0:
            state.leaders[id].status = "dead"
    for id in ("pretender_york", "pretender_lancaster"):
        state.leaders[id].status = "waiting"
    return state


def test_y23_c105_lambert_simnel_comes_when_all_heirs_of_york_are_dead() -> None:
    assert not offered(edwards(8), "york", "y23")
    state = childless("york")
    plays(state, "york", "event y23")
    simnel = state.leaders["pretender_york"]
    assert (simnel.status, simnel.side, simnel.at) == ("free", "york", "foreign:ireland")
    assert level(state, "york", "ireland") == 1
    assert state.pool["york"] == {"pikemen": 2}


def test_y24_perkin_warbeck_is_the_pretender_or_lends_him_credit() -> None:
    state = childless("york")
    plays(state, "york", "event y24")
    assert state.leaders["pretender_york"].at == "foreign:burgundy"
    assert level(state, "york", "burgundy") == 1
    state = childless("york")
    put(state, "pretender_york", "foreign:ireland")
    plays(state, "york", "event y24")
    assert state.leaders["pretender_york"].at == "foreign:ireland"
    assert state.legitimacy["york"] == 12


def test_y25_the_beaufort_claim() -> None:
    state = childless("lancaster")
    plays(state, "lancaster", "event y25")
    assert state.leaders["pretender_lancaster"].at == "foreign:france"
    assert not offered(childless("york"), "lancaster", "y25")


# -- the realm --------------------------------------------------------------------------------------


def test_y27_c144_the_king_loses_an_area_or_pays() -> None:
    state = edwards(devon="york", dorset="york", kent="york")
    state.treasury["york"] = 3
    put(state, "hastings", anchor("dorset"), side="york")
    game = plays(state, "lancaster", "event y27", ["choose pay"])
    assert game.asked[1].side == "york"
    assert lines(game.asked[1]) == ["choose area", "choose pay"]
    assert state.treasury["york"] == 0
    game = plays(state, "lancaster", "event y27", ["choose devon"])
    assert lines(game.asked[1]) == ["choose area"]
    assert "devon" not in state.control


def test_y27_c144_if_he_can_do_neither_nothing_happens() -> None:
    state = edwards(kent="york")
    game = plays(state, "lancaster", "event y27")
    assert len(game.asked) == 1


def test_y28_robin_of_redesdale() -> None:
    state = edwards(durham="york", york="york", kent="york")
    put(state, "hastings", anchor("york_west"), side="york")
    game = plays(state, "lancaster", "event y28", ["choose durham"])
    assert lines(game.asked[1]) == ["choose durham", "choose none"]
    assert state.pool["lancaster"] == {"billmen": 3}


def test_y29_a_burgundian_marriage() -> None:
    state = edwards()
    plays(state, "york", "event y29")
    assert (level(state, "york", "burgundy"), state.treasury["york"]) == (1, 1)


@pytest.mark.parametrize("there", [True, False])
def test_y30_the_bargain_of_angers(there: bool) -> None:
    state = edwards()
    if there:
        put(state, "margaret", "foreign:france")
    plays(state, "lancaster", "event y30")
    assert level(state, "lancaster", "france") == 1
    assert state.pool["lancaster"] == ({"french_foot": 2} if there else {})


def test_c205_a_level_does_not_rise_while_the_enemy_has_relations() -> None:
    state = edwards()
    state.relations["france"] = Relations("york", 1)
    plays(state, "lancaster", "event y30")
    assert state.relations["france"] == Relations("york", 1)


def test_y31_a_scottish_raid_spares_who_is_on_terms_or_has_a_leader_there() -> None:
    state = whole(carlisle="york", newcastle="york", bamburgh="lancaster")
    state.relations["scotland"] = Relations("lancaster", 1)
    put(state, "montagu", anchor("newcastle"), side="york")
    game = plays(state, "york", "event y31", ["choose carlisle"])
    assert lines(game.asked[1]) == ["choose carlisle", "choose none"]
    assert "carlisle" not in state.control


def test_y32_berwick_is_recovered() -> None:
    assert not offered(whole(), "york", "y32")
    state = whole()
    state.flags["berwick_scottish"] = ""
    plays(state, "york", "event y32")
    assert state.flags == {}
    assert state.legitimacy["york"] == 12


def test_y33_benevolences_of_the_sole_king() -> None:
    state = edwards()
    plays(state, "york", "event y33")
    assert (state.treasury["york"], state.legitimacy["york"]) == (4, 9)
    assert not offered(state, "lancaster", "y33")


def test_y34_bill_of_attainder() -> None:
    state = edwards(kent="lancaster", devon="lancaster", norfolk="lancaster")
    put(state, "exeter", anchor("norfolk"))
    plays(state, "york", "event y34", ["choose kent with devon"])
    assert state.control == {"norfolk": "lancaster"}
    assert state.treasury["york"] == 1


def test_y35_livery_and_maintenance_gives_points_for_recruiting_only() -> None:
    state = whole()
    plays(state, "york", "event y35")
    assert [(one.side, one.left, one.uses) for one in state.points] == [
        ("york", 3, ["recruitment"])
    ]


def test_y39_the_union_of_the_roses() -> None:
    state = whole(9)
    put(state, "henry_tudor", LONDON, crowned=True)
    assert sole_king(state) == "lancaster"
    plays(state, "lancaster", "event y39")
    assert tracks(state) == {"lancaster": 13, "york": 8}


def test_c139_points_that_an_effect_names_are_spent_before_the_cards_own() -> None:
    state = whole(6, london="lancaster")
    put(state, "henry_vi", "towr", status="captive", crowned=True)
    plays(state, "lancaster", "event y18")
    assert not any(one.card == "" for one in state.points)
    assert state.points[-1].uses == ["control"]
    not_last = [step["op"] for card in facts().cards.values() for step in card.effects[:-1]]
    assert "points" not in not_last
