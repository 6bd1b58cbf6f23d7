"""6.2.5 Every event of the Lancastrian deck, played as its text says."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450 import s8_intrigue as s8
from pbem.games.plantagenet_1450.conditions import level
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s8_2_control import convert
from pbem.games.plantagenet_1450.s17_sole_king import sole_king, victory_king
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import Garrison, Modifier, Relations, State, Unit
from tests.plantagenet_1450.field import lines, put, run
from tests.plantagenet_1450.impulses import plays, tracks, whole

LONDON, CALAIS, TOWER = anchor("london"), "2531", "towr"


def court() -> State:
    """Henry is king in London, Richard of York in Ludlow's county."""
    state = whole(london="lancaster", calais="lancaster")
    put(state, "henry_vi", LONDON, crowned=True)
    put(state, "margaret", LONDON)
    put(state, "richard_york", anchor("shropshire"))
    return state


# -- Jack Cade --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [("lancaster", None, 2), (None, "york", 1), ("york", "york", 1)],
)
def test_l21_jack_cade_turns_kent(before: str | None, after: str | None, lost: int) -> None:
    state = whole(**({"kent": before} if before else {}))
    plays(state, "york", "event l21", dice=[1])
    assert state.control.get("kent") == after
    assert state.legitimacy["lancaster"] == 10 - lost
    assert "L21" in state.spent


@pytest.mark.parametrize(
    ("before", "after"), [("lancaster", None), (None, "york"), ("york", "york")]
)
def test_l21_jack_cade_on_3_or_4_turns_sussex(before: str | None, after: str | None) -> None:
    for die in (3, 4):
        state = whole(**({"sussex": before} if before else {}))
        plays(state, "york", "event l21", dice=[die])
        assert state.control.get("sussex") == after


def test_l21_jack_cade_on_5_or_6_reaches_london_and_the_treasury() -> None:
    for die in (5, 6):
        state = whole(london="lancaster", sussex="lancaster")
        state.treasury["lancaster"] = 1
        plays(state, "york", "event l21", dice=[die])
        assert "london" not in state.control
        assert "sussex" in state.control
        assert state.treasury["lancaster"] == 0


def test_c27_played_by_lancaster_it_is_yorks_event_and_lancaster_has_the_points() -> None:
    state = whole(kent="lancaster")
    plays(state, "lancaster", "event l21", dice=[1])
    assert "kent" not in state.control
    assert [(points.side, points.left) for points in state.points] == [("lancaster", 3)]


# -- the court --------------------------------------------------------------------------------------


def test_l22_the_moonstruck_king_makes_york_protector_and_turns_calais() -> None:
    state = court()
    state.wits = 7
    plays(state, "york", "event l22")
    assert state.leaders["henry_vi"].mad
    assert state.wits == 0
    assert (sole_king(state), victory_king(state)) == ("york", "")
    assert state.control["calais"] == "york"
    assert tracks(state) == {"lancaster": 4, "york": 16}


def test_l22_c191_a_lancastrian_garrison_of_calais_holds_its_fortification() -> None:
    state = court()
    state.garrisons[CALAIS] = Garrison("lancaster", [Unit("men_at_arms")])
    plays(state, "york", "event l22")
    assert (state.control["calais"], state.garrisons[CALAIS].side) == ("york", "lancaster")


def test_l23_a_prince_is_born() -> None:
    state = court()
    plays(state, "lancaster", "event l23")
    assert tracks(state) == {"lancaster": 12, "york": 10}
    assert state.heirs["edward_wales"] == 3


def test_l23_not_after_turn_4() -> None:
    state = court()
    state.turn = 5
    game = plays(state, "lancaster", "points l23")
    assert "event l23" not in lines(game.asked[0])


def test_l24_normandy_lost_takes_credit_in_france_or_money() -> None:
    state = whole()
    state.relations["france"] = Relations("lancaster", 2)
    state.treasury["lancaster"] = 5
    plays(state, "york", "event l24")
    assert (level(state, "lancaster", "france"), state.treasury["lancaster"]) == (1, 5)
    assert tracks(state) == {"lancaster": 8, "york": 10}
    state = whole()
    state.treasury["lancaster"] = 5
    plays(state, "york", "event l24")
    assert state.treasury["lancaster"] == 4


def test_l25_act_of_accord() -> None:
    state = court()
    state.control["london"] = "york"
    plays(state, "york", "event l25")
    assert tracks(state) == {"lancaster": 8, "york": 13}
    assert state.changes == [Modifier("heir_die", "lancaster", 1)]
    state.spent, state.control["london"] = [], "lancaster"
    assert "event l25" not in lines(plays(state, "york", "points l25").asked[0])


def test_l26_parliament_of_devils() -> None:
    state = court()
    state.control |= dict.fromkeys(("kent", "sussex", "surrey", "shropshire", "york"), "york")
    game = plays(state, "lancaster", "event l26", ["choose kent with york_west sussex"])
    assert not any("shropshire" in line for line in lines(game.asked[1]))
    assert "choose none" in lines(game.asked[1])
    assert [group for group, side in state.control.items() if side == "york"] == [
        "surrey",
        "shropshire",
    ]
    assert state.treasury["lancaster"] == 2


def test_l26_c37_only_with_the_sole_king() -> None:
    state = court()
    state.leaders["henry_vi"].mad = True
    assert "event l26" not in lines(plays(state, "lancaster", "points l26").asked[0])


def test_c103_no_card_picks_calais_until_york_has_lost_what_declared_for_the_protector() -> None:
    state = court()
    plays(state, "york", "event l22")
    state.leaders["henry_vi"].mad = False
    state.control["kent"] = "york"
    game = plays(state, "lancaster", "event l26", ["choose none"])
    assert lines(game.asked[1]) == ["choose kent", "choose none"]
    table = game.table
    convert(table, facts().areas["calais"], "neutral", "14.3")
    convert(table, facts().areas["calais"], "york", "8.2")
    state.spent.remove("L26")
    game = plays(state, "lancaster", "event l26", ["choose none"])
    assert lines(game.asked[1]) == ["choose kent", "choose calais", "choose none"]


def test_l27_loveday() -> None:
    state = whole()
    plays(state, "york", "event l27")
    assert tracks(state) == {"lancaster": 11, "york": 11}
    assert state.flags == {"no_campaign_start": "end_of_turn"}
    put(state, "richard_york", anchor("shropshire"))
    plays(state, "york", "points l39")
    game = run(s8.spend, state, ["done"])
    assert "control shropshire" in lines(game.asked[0])
    assert not any("campaign" in line for line in lines(game.asked[0]))


def test_l31_court_at_coventry() -> None:
    state = whole(leicester="york")
    game = plays(state, "lancaster", "event l31", ["choose derby with warwick"])
    assert state.control == {"leicester": "york", "derby": "lancaster", "warwick": "lancaster"}
    assert "choose leicester" not in lines(game.asked[1])
    assert tracks(state)["lancaster"] == 12


# -- Calais, feuds, arrests -------------------------------------------------------------------------


def captain(**control: str) -> State:
    state = whole(**control)
    put(state, "warwick", anchor("warwick"), side="york")
    return state


def test_l32_captain_of_calais_crosses_and_neutral_calais_is_yorks() -> None:
    state = captain()
    plays(state, "york", "event l32", ["warwick: go calais"])
    assert state.leaders["warwick"].at == CALAIS
    assert state.control["calais"] == "york"


@pytest.mark.parametrize(("die", "left"), [(3, "lancaster"), (4, None)])
def test_l32_he_may_stay_and_a_die_may_open_the_gates(die: int, left: str | None) -> None:
    state = captain(calais="lancaster")
    plays(state, "york", "event l32", ["warwick: wait"], [die])
    assert state.leaders["warwick"].at == anchor("warwick")
    assert state.control.get("calais") == left


def test_l32_where_calais_is_yorks_already_it_pays() -> None:
    state = captain(calais="york")
    plays(state, "york", "event l32", ["warwick: wait"])
    assert state.treasury["york"] == 2


@pytest.mark.parametrize("die", [1, 2, 3])
def test_l33_the_feud_rebounds_on_1_and_does_nothing_on_2_and_3(die: int) -> None:
    state = whole(durham="lancaster")
    plays(state, "york", "event l33", dice=[die])
    assert state.control == {"durham": "lancaster"}
    assert state.legitimacy["york"] == (9 if die == 1 else 10)


def test_l33_the_feud_takes_a_northern_area_without_an_enemy_leader() -> None:
    state = whole(durham="lancaster", york="lancaster", kent="lancaster", carlisle="york")
    put(state, "clifford", anchor("york_north"))
    game = plays(state, "york", "event l33", ["choose durham"], [4])
    assert lines(game.asked[-1]) == ["choose durham", "choose none"]
    assert "durham" not in state.control


def test_l33_treasury_moves_the_die() -> None:
    state = whole(durham="lancaster")
    state.treasury = {"york": 2, "lancaster": 0}
    plays(state, "york", "event l33", ["bid 1", "choose durham"], [3])
    assert "durham" not in state.control
    assert state.treasury["york"] == 1


def test_l34_somerset_is_sent_to_the_tower() -> None:
    state = court()
    put(state, "somerset", LONDON, side="lancaster")
    plays(state, "york", "event l34")
    assert (state.leaders["somerset"].status, state.leaders["somerset"].at) == ("captive", TOWER)
    assert tracks(state)["lancaster"] == 9


def test_c214_he_is_held_in_a_tower_that_lancaster_holds() -> None:
    state = court()
    state.control["tower"] = "lancaster"
    put(state, "somerset", LONDON, side="lancaster")
    plays(state, "york", "event l34")
    assert state.leaders["somerset"].status == "captive"


def test_l35_berwick_is_ceded() -> None:
    state = whole()
    plays(state, "lancaster", "event l35")
    assert "berwick_scottish" in state.flags
    assert level(state, "lancaster", "scotland") == 1
    assert tracks(state) == {"lancaster": 8, "york": 10}


@pytest.mark.parametrize(("die", "points"), [(3, 0), (4, 2)])
def test_l36_heads_on_micklegate_bar(die: int, points: int) -> None:
    state = whole()
    put(state, "richard_york", "", status="dead")
    plays(state, "lancaster", "event l36", dice=[die])
    assert tracks(state)["lancaster"] == 12
    assert [(one.side, one.left, one.uses) for one in state.points] == [
        ("york", points, ["heir_check"])
    ][: points // 2]


def test_l36_only_when_york_is_dead() -> None:
    game = plays(court(), "lancaster", "points l36")
    assert "event l36" not in lines(game.asked[0])


# -- men and money ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [(None, "lancaster"), ("york", "york")])
def test_l37_the_queens_gallants(before: str | None, after: str) -> None:
    state = whole(**({"chester": before} if before else {}))
    plays(state, "lancaster", "event l37")
    assert state.pool["lancaster"]["men_at_arms"] == 2
    assert state.control["chester"] == after


def test_l38_commission_of_array_rolls_twice() -> None:
    state = court()
    plays(state, "lancaster", "event l38", dice=[5, 6])
    assert state.pool["lancaster"] == {"longbowmen": 3, "billmen": 4}
    assert "event l38" not in lines(plays(state, "york", "points l38").asked[0])


@pytest.mark.parametrize(("holder", "gain"), [("york", 5), ("lancaster", 3)])
def test_l39_loan_of_the_staple(holder: str, gain: int) -> None:
    state = whole(calais=holder)
    plays(state, "york", "event l39")
    assert state.treasury["york"] == gain


def test_l40_parliament_at_drogheda() -> None:
    state = whole()
    plays(state, "york", "event l40")
    assert level(state, "york", "ireland") == 1
    assert state.pool["york"] == {}
    state = whole()
    put(state, "richard_york", "foreign:ireland")
    plays(state, "york", "event l40")
    assert state.pool["york"] == {"irish_kern": 2}
