"""16.4.6.11 Leaders killed and captured; Margaret of Anjou; captives on the road."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s16_4_6_11_captures import (
    Captors,
    capture,
    kill,
    set_free,
    strongholds,
    survives,
)
from pbem.games.plantagenet_1450.s16_4_8_recovery import recovery
from pbem.games.plantagenet_1450.state import Garrison, State, Unit
from tests.plantagenet_1450.field import LEEDS, TOWTON, YORK, army, empty, lines, put, run
from tests.plantagenet_1450.realm import realm
from tests.says import sentence

BY_WARWICK = Captors("york", ("warwick",))


def taken(**control: str) -> State:
    state = empty(**control)
    put(state, "warwick", LEEDS, "1 billmen", side="york")
    put(state, "clifford", TOWTON, "2 billmen", fatigue=2)
    return state


def test_16_4_6_11_a_die_above_quality_is_needed_to_lose_a_leader() -> None:
    for die, free in ((5, True), (6, False)):
        state = taken()
        dice = [die] if free else [die, 1]
        assert run(survives, state, [], dice, "clifford", 0, BY_WARWICK).rolled[0][1] == die
        assert leaders.is_free(state, "clifford") == free


def test_c89_the_victor_picks_any_fortified_hex_that_he_controls() -> None:
    state = taken(kent="york", york="york", london="york", chester="lancaster")
    game = run(capture, state, ["hold clifford 1514"], [], "clifford", BY_WARWICK)
    assert lines(game.asked[0]) == ["hold clifford 2430", "hold clifford 1514"]
    captive = state.leaders["clifford"]
    assert (captive.at, captive.status, captive.fatigue) == ("1514", "captive", 0)


def test_c89_c191_a_castle_that_the_enemys_garrison_holds_is_not_his() -> None:
    state = taken(kent="york", york="york")
    state.garrisons["1514"] = Garrison("lancaster", [Unit("men_at_arms")])
    state.garrisons["2430"] = Garrison("york", [Unit("men_at_arms")])
    run(capture, state, [], [], "clifford", BY_WARWICK)
    assert state.leaders["clifford"].at == "2430"
    del state.garrisons["2430"]
    state = taken(york="york")
    state.garrisons["1514"] = Garrison("lancaster", [Unit("men_at_arms")])
    run(capture, state, [], [], "clifford", BY_WARWICK)
    assert state.leaders["clifford"].captor == "warwick"


def test_c89_c191_a_castle_that_his_own_garrison_holds_against_the_marker_is_his() -> None:
    for control in ({}, {"kent": "lancaster"}):
        state = taken(**control)
        state.garrisons["2430"] = Garrison("york", [Unit("men_at_arms")])
        run(capture, state, [], [], "clifford", BY_WARWICK)
        assert (state.leaders["clifford"].at, state.leaders["clifford"].captor) == ("2430", "")


def test_c89_nobody_is_held_where_a_friend_of_his_stands_with_an_army() -> None:
    """An enemy who stood in the castle's hex when the area turned may stay there (P4)."""
    for units, castles in (("1 billmen", ["2430"]), ("", ["2430", "1514"])):
        state = taken(kent="york", york="york")
        put(state, "exeter", "1514", units)
        assert strongholds(state, "york", "clifford") == castles


def test_c147_without_a_fortress_the_captive_goes_along_with_his_captor() -> None:
    state = taken()
    run(capture, state, [], [], "clifford", BY_WARWICK)
    leaders.go(state, "warwick", YORK)
    assert state.leaders["clifford"].at == YORK
    assert state.leaders["clifford"].captor == "warwick"


NOBODY = Captors("york")
"""York has won by its Levies alone."""


def test_p15_a_side_that_wins_without_a_leader_still_takes_prisoners_into_its_castles() -> None:
    state = taken(kent="york")
    run(survives, state, [], [6, 1], "clifford", 0, NOBODY)
    assert (state.leaders["clifford"].status, state.leaders["clifford"].at) == ("captive", "2430")


def test_p15_without_a_castle_nobody_can_hold_him() -> None:
    state = taken()
    game = run(survives, state, [], [6, 1], "clifford", 0, NOBODY)
    assert state.leaders["clifford"].status == "free"
    assert game.story == [
        sentence("games.plantagenet_1450.s16_4_6_11_captures.capture", "Lord Clifford", word="left")
    ]


def test_c88_a_leader_of_the_side_that_won_is_unharmed() -> None:
    state = taken(kent="york")
    game = run(survives, state, [], [6, 1], "clifford", 0, None)
    assert state.leaders["clifford"].status == "free"
    assert game.story == [
        sentence(
            "games.plantagenet_1450.s16_4_6_11_captures.survives", "Lord Clifford", word="unharmed"
        )
    ]


def test_c145_c147_a_king_out_of_his_wits_takes_nobody_along() -> None:
    state = taken()
    put(state, "henry_vi", TOWTON, mad=True)
    put(state, "norfolk", TOWTON, side="york")
    run(capture, state, [], [], "norfolk", Captors("lancaster", ("henry_vi", "clifford")))
    assert state.leaders["norfolk"].captor == "clifford"
    put(state, "norfolk", TOWTON, side="york")
    run(capture, state, [], [], "norfolk", Captors("lancaster", ("henry_vi",)))
    assert state.leaders["norfolk"].status == "free"


def test_c147_he_is_free_when_his_captor_is_killed_or_captured() -> None:
    for end in (kill, capture):
        state = taken()
        put(state, "exeter", YORK, "1 billmen")
        run(capture, state, [], [], "clifford", BY_WARWICK)
        more = [Captors("lancaster", ("exeter",))] if end is capture else []
        run(end, state, [], [], "warwick", *more)
        assert state.leaders["clifford"].status == "free"
        assert state.leaders["clifford"].at == LEEDS


def test_6_3_3_a_noble_who_is_killed_loses_his_forces() -> None:
    state = taken()
    run(kill, state, [], [], "clifford")
    assert army(state, "clifford") == []
    assert (state.leaders["clifford"].status, state.leaders["clifford"].at) == ("dead", "")


def test_16_4_6_11_3_c92_margaret_goes_into_exile_instead_of_death() -> None:
    state = empty()
    put(state, "margaret", TOWTON, "2 billmen")
    game = run(kill, state, ["margaret: exile france"], [], "margaret")
    assert lines(game.asked[0]) == ["margaret: exile scotland", "margaret: exile france"]
    assert game.asked[0].side == "lancaster"
    margaret = state.leaders["margaret"]
    assert (margaret.status, margaret.at, margaret.army) == ("free", "foreign:france", [])


def test_16_4_5_5_henry_is_on_foot_again_when_his_carrier_falls() -> None:
    state = empty()
    put(state, "somerset", TOWTON, "1 billmen", side="lancaster")
    put(state, "henry_vi", TOWTON, rides="somerset")
    run(kill, state, [], [], "somerset")
    assert state.leaders["henry_vi"].rides == ""
    assert leaders.with_force(state, TOWTON, "lancaster") == ["henry_vi"]


def test_a_captive_does_not_recover() -> None:
    state = taken()
    state.leaders["clifford"].status = "captive"
    assert not run(recovery, state).rolled


def test_p5_who_comes_free_among_enemies_is_set_down_beside_them() -> None:
    state = taken()
    put(state, "norfolk", LEEDS, "1 billmen", side="york")
    run(capture, state, [], [], "clifford", BY_WARWICK)
    run(kill, state, [], [], "warwick")
    freed = state.leaders["clifford"]
    assert freed.status == "free"
    assert freed.at == min(
        to for to in facts().beside[LEEDS] if facts().hexes[to].area == "york_west"
    )


def test_p5_in_a_one_hex_area_he_stays_with_them() -> None:
    state = empty()
    put(state, "warwick", "2531", "1 billmen", side="york")
    put(state, "norfolk", "2531", "1 billmen", side="york")
    put(state, "clifford", "2531", status="captive", captor="warwick")
    run(kill, state, [], [], "warwick")
    assert (state.leaders["clifford"].status, state.leaders["clifford"].at) == ("free", "2531")


async def free_again(table: Table[State]) -> None:
    set_free(table, "clifford", "C146")


def test_p5_where_the_enemy_holds_every_hex_of_the_area_he_is_set_down_beyond_it() -> None:
    state = empty()
    monmouth = [at for at, one in facts().hexes.items() if one.area == "monmouth"]
    for at, guard in zip(monmouth, ("warwick", "norfolk", "fauconberg", "bourchier"), strict=False):
        put(state, guard, at, "1 billmen", side="york")
    assert 1 < len(monmouth) <= 4
    put(state, "clifford", monmouth[0], status="captive")
    run(free_again, state)
    assert state.leaders["clifford"].at in {
        to for at in monmouth for to in facts().beside[at] if to not in monmouth
    }


def test_c30_the_card_of_a_killed_noble_goes_to_the_discards() -> None:
    state = realm()
    put(state, "exeter", TOWTON)
    put(state, "edward_march", LEEDS)
    for id in ("exeter", "edward_march"):
        run(kill, state, [], [], id)
    assert state.discards == [facts().noble_cards["exeter"]]
