"""6.0 II Foreign Haven, Shaky Allies, Queen Regent."""

from __future__ import annotations

import pytest

from pbem.engine.table import Table
from pbem.games.plantagenet import s4_4_2_rounds as rounds
from pbem.games.plantagenet import s4_4_3_ending as ending
from pbem.games.plantagenet import s6_0_ii_warwicks_rebellion as rule
from pbem.games.plantagenet.s3_2_4_disband import disband_lord, exile_lord, remove_lord
from pbem.games.plantagenet.s3_3_exiles_and_vassals import muster_exiles
from pbem.games.plantagenet.s3_4_2_levy_lord import places_for
from pbem.games.plantagenet.s4_3_1_group_march import followers
from pbem.games.plantagenet.s4_3_4_intercept import interceptors
from pbem.games.plantagenet.s4_3_5_approach import exile
from pbem.games.plantagenet.s4_4_1_array import current
from pbem.games.plantagenet.s4_6_1_sail import sail_targets
from pbem.games.plantagenet.s4_8_1_tides_of_war import awards
from pbem.games.plantagenet.s4_8_2_disembark import disembark
from pbem.games.plantagenet.s6_3_the_wars import set_up
from pbem.games.plantagenet.s6_scenarios import prepare, setup
from pbem.games.plantagenet.state import State
from tests.plantagenet.battlefield import arrayed, battlefield
from tests.plantagenet.field import favour, lines, menu, put
from tests.scripted import Scripted

MEN = {"men_at_arms": 2}


def calendar(state: State, **boxes: int) -> None:
    for lord, box in boxes.items():
        state.lords[lord].at, state.lords[lord].box = "calendar", box


def boxes(state: State, *lords: str) -> list[int]:
    return [state.lords[lord].box for lord in lords]


# Foreign Haven, Warwick


def approached() -> State:
    state = setup("II")
    state.box = 4
    calendar(state, margaret=9, oxford=4, clarence=2, devon=9, gloucester_1=5, pembroke=3)
    return state


def test_6_0_II_exile_of_warwick_on_approach_shifts_the_calendar_left() -> None:
    state = approached()
    state.lords["margaret"].exile = True
    Scripted(state).run(exile, ["edward_iv"], "calais", ["warwick_l"])
    # C90 his own cylinder too, to the current Turn: from 4 + (6 - 5)
    assert boxes(state, "warwick_l", "margaret", "oxford", "clarence") == [4, 4, 4, 2]
    assert boxes(state, "devon", "gloucester_1", "pembroke") == [5, 5, 3]
    assert state.lords["warwick_l"].exile
    assert state.lords["margaret"].exile


def test_6_0_II_exile_of_another_shifts_nobody() -> None:
    state = approached()
    Scripted(state).run(exile, ["edward_iv"], "harlech", ["jasper_tudor_1"])
    assert boxes(state, "margaret", "devon") == [9, 9]


def test_c90_exile_without_an_approach_shifts_nobody() -> None:
    state = approached()
    exile_lord(state, "warwick_l")
    assert boxes(state, "margaret", "devon") == [9, 9]


@pytest.mark.parametrize(("attacker", "latest"), [("york", [1, 2]), ("lancaster", [9, 9])])
def test_c1_warwicks_death_in_defence_shifts_too(attacker: str, latest: list[int]) -> None:
    state = battlefield({"edward_iv": MEN, "warwick_l": MEN}, scenario="II")
    arrayed(state, attacker, {"edward_iv": "center", "warwick_l": "gone"})
    Scripted(state, dice=[6]).run(ending.ending)
    assert state.lords["warwick_l"].at == "out"
    assert boxes(state, "oxford", "devon") == latest


# Foreign Haven, Edward IV


def beaten(at: str) -> State:
    state = battlefield({"edward_iv": MEN, "warwick_l": MEN}, scenario="II")
    arrayed(state, "york", {"edward_iv": "gone", "warwick_l": "center"})
    if at:
        put(state, "margaret", at)
    rounds.rout_lord(state, "edward_iv")
    return state


@pytest.mark.parametrize("at", ["", "north_sea"])
def test_c72_edward_may_go_into_exile_at_no_further_loss(at: str) -> None:
    state = beaten(at)
    game = Scripted(state, ["edward_iv: exile"])
    game.run(ending.ending)
    edward = state.lords["edward_iv"]
    assert (edward.at, edward.box, edward.exile) == ("calendar", 2, True)
    assert state.influence == -5  # what the winner gained


def test_6_0_II_edward_may_check_death_all_the_same() -> None:
    state = beaten("")
    Scripted(state, ["edward_iv: check death"], [3]).run(ending.ending)
    assert state.lords["edward_iv"].at == "out"


@pytest.mark.parametrize("at", ["london", "france"])
def test_6_0_II_no_haven_for_edward_with_margaret_on_map(at: str) -> None:
    state = beaten(at)
    game = Scripted(state, [], [1])
    game.run(ending.ending)
    assert [option.line for option in game.asked[-1].options] == ["edward_iv: check death"]


def with_margaret() -> State:
    """Edward IV Attacks Margaret and Warwick at Coventry."""
    state = battlefield(dict.fromkeys(("edward_iv", "margaret", "warwick_l"), MEN), scenario="II")
    arrayed(state, "york", {"edward_iv": "center", "margaret": "center", "warwick_l": "left"})
    return state


def test_c125_the_haven_is_settled_as_edward_routs_not_when_he_checks() -> None:
    """Both Rout at Coventry, and she Dies before his check."""
    state = with_margaret()
    for lord in ("edward_iv", "margaret"):
        current(state).lords[lord].routed_retinue = True
    rounds.lord_rout(Table(state))
    game = Scripted(state, [], [6, 1])
    game.run(ending.ending)
    assert [label for label, _ in game.rolled] == ["death margaret", "death edward_iv"]
    assert [option.line for option in game.asked[-1].options] == ["edward_iv: check death"]


def test_c125_nor_when_he_flees_beside_her() -> None:
    state = with_margaret()
    Scripted(state, ["stand", "edward_iv: flee"]).run(rounds.flee)
    disband_lord(state, "margaret")
    del current(state).lords["margaret"]
    game = Scripted(state, [], [1])
    game.run(ending.ending)
    assert [option.line for option in game.asked[-1].options] == ["edward_iv: check death"]


def test_c125_a_haven_if_she_was_gone_before_he_routed() -> None:
    state = with_margaret()
    disband_lord(state, "margaret")
    del current(state).lords["margaret"]
    Scripted(state, ["stand", "edward_iv: flee"]).run(rounds.flee)
    Scripted(state, ["edward_iv: exile"]).run(ending.ending)
    assert state.lords["edward_iv"].exile


def test_c102_no_haven_for_edward_in_war_iiy() -> None:
    state = prepare("IIY")
    put(state, "edward_iv", "london")
    assert not rule.has_haven(state, "edward_iv")
    assert rule.has_haven(setup("II"), "edward_iv")
    assert not rule.has_haven(setup("II"), "warwick_l")


# Shaky Allies


def test_c91_clarence_leaves_when_margaret_is_placed_in_france() -> None:
    state = setup("II")
    state.box = 9
    state.lords["clarence"].capabilities = ["L24"]
    game = Scripted(state, ["oxford: return to france", "margaret: return to france", "done"])
    game.run(muster_exiles)
    assert state.lords["clarence"].at == "out"
    assert "clarence" not in state.seats
    assert "clarence" in state.removed
    assert "L24" in state.cards["lancaster"]
    assert any("Clarence leaves the game" in text for text in game.story)


def test_c91_clarence_who_has_gone_before_leaves_no_second_time() -> None:
    state = setup("II")
    remove_lord(state, "clarence")
    state.lords["margaret"].at = "france"
    game = Scripted(state)
    rule.lose_ally(game.table)
    assert game.story == []
    assert state.removed == ["clarence"]


def test_c90_foreign_haven_shifts_nobody_who_is_early_enough() -> None:
    state = setup("II")
    for lord in state.lords.values():
        lord.box = min(lord.box, state.box)
    game = Scripted(state)
    rule.foreign_haven(game.table, "warwick_l")
    assert game.story == []


def test_c91_clarence_stays_while_only_others_return() -> None:
    state = setup("II")
    state.box = 9
    Scripted(state, ["oxford: return to france", "done"]).run(muster_exiles)
    assert state.lords["clarence"].at == "york"


def test_c102_clarence_stays_in_war_iiy() -> None:
    before = setup("wars_of_the_roses")
    before.removed = ["henry_vi", "somerset_1"]
    state = set_up("IIY", before)
    state.box = 9
    Scripted(state, ["margaret: return to france", "done"]).run(muster_exiles)
    assert state.lords["clarence"].at == "york"


def allies(margaret: str, warwick: str) -> State:
    state = setup("II")
    state.lords["clarence"].at = "out"
    put(state, "margaret", margaret, ships=2)
    put(state, "warwick_l", warwick, ships=2)
    return state


def test_c91_no_march_to_the_other() -> None:
    state = allies("london", "st_albans")
    filled = menu(state, "margaret")
    assert "margaret: march st_albans" not in lines(filled, "march")
    assert "Shaky Allies" in filled.barred["margaret: march st_albans"]
    assert "warwick_l: march london" not in lines(menu(state, "warwick_l"), "march")


def test_c91_nobody_takes_them_along_to_the_other() -> None:
    state = allies("london", "st_albans")
    put(state, "somerset_2", "st_albans")
    march = next(o for o in menu(state, "warwick_l").options if o.line.endswith("bedford"))
    assert "somerset_2" in march.group
    put(state, "warwick_l", "france")
    put(state, "margaret", "france")
    assert followers(state, "margaret") == ()


def test_c91_no_sail_to_the_other_but_to_the_same_sea() -> None:
    state = allies("dover", "france")
    targets = sail_targets(state, "warwick_l")
    assert "dover" not in targets
    assert "english_channel" in targets
    assert "hastings" in targets


def test_c91_no_intercept_where_the_other_stands() -> None:
    state = allies("london", "st_albans")
    put(state, "edward_iv", "bedford")
    # Margaret stands at London already: Warwick cannot help her there, others may.
    put(state, "somerset_2", "st_albans")
    assert "warwick_l" not in interceptors(state, "york", "london")
    assert "somerset_2" in interceptors(state, "york", "london")


def test_c91_no_muster_at_the_other() -> None:
    state = setup("II")
    put(state, "warwick_l", "london")
    calendar(state, margaret=1)
    favour(state, "lancaster", "london", "harlech")
    state.lords["edward_iv"].at = "ely"
    places = places_for(state, "margaret")
    assert "london" not in places
    assert "harlech" in places


def test_c91_no_landing_at_the_other() -> None:
    state = allies("english_channel", "calais")
    game = Scripted(state, ["margaret: land dover"], [6])
    game.run(disembark)
    (request,) = [request for request in game.asked if request.kind == "disembark"]
    assert "margaret: land calais" not in [option.line for option in request.options]
    assert "Shaky Allies" in request.menu.barred["margaret: land calais"]


@pytest.mark.parametrize("place", ["france", "english_channel"])
def test_c91_an_exile_box_or_sea_is_no_stronghold(place: str) -> None:
    assert rule.apart(allies(place, "calais"), "warwick_l", place) == ""


# Queen Regent


@pytest.mark.parametrize(("at", "points"), [("london", 3), ("york", 0), ("france", 0)])
def test_6_0_II_queen_regent(at: str, points: int) -> None:
    state = setup("II")
    state.lords["edward_iv"].at = "ely"
    put(state, "margaret", at)
    assert sum(won for won, _ in rule.queen_regent(state, "lancaster")) == points
    assert any("Regent" in text for _, text in awards(state, "lancaster")) == bool(points)
    assert rule.queen_regent(state, "york") == []


def test_c102_no_queen_regent_in_war_iiy() -> None:
    state = prepare("IIY")
    put(state, "margaret", "london")
    assert rule.queen_regent(state, "lancaster") == []
