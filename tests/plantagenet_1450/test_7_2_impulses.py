"""7.2 Impulses, 8.0 to 8.2 points and markers, 3.3 tracks: the frame in which cards are played."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s7_2_impulses as s7_2
from pbem.games.plantagenet_1450 import s8_intrigue as s8
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s3_3_tracks import change_legitimacy, change_treasury
from pbem.games.plantagenet_1450.s16_4_6_4_called import call_to_arms
from pbem.games.plantagenet_1450.s20_scenarios import anchor, setup
from pbem.games.plantagenet_1450.sequence import following
from pbem.games.plantagenet_1450.state import Garrison, Points, Siege, State, Unit
from tests.plantagenet_1450.field import LEEDS, TOWTON, fight, lines, put, run
from tests.plantagenet_1450.impulses import plays, tracks, whole
from tests.scripted import Scripted

LONDON = anchor("london")


def spending(state: State, points: int, *answers: str, side: str = "york") -> Scripted:
    """The points of a card, one action after the other."""
    state.points = [Points(side, "L39", points, points)]
    game = Scripted(state, answers)
    while state.points and not state.in_campaign and game.answers:
        left, game.answers = game.answers[1:], game.answers[:1]
        game.run(s8.spend)
        game.answers = left
    return game


# -- 7.2 --------------------------------------------------------------------------------------------


def test_c18_lancaster_plays_first_in_each_of_five_impulses_then_york() -> None:
    state = whole()
    order = []
    run(s7_2.begin, state)
    while s7_2.is_impulse(state):
        order.append((state.impulse, state.plays))
        run(s7_2.end_of_play, state)
    assert order == [(n, side) for n in range(1, 6) for side in ("lancaster", "york")]


def test_7_1_8_the_marker_begins_in_the_first_box_and_no_campaign_is_initiated() -> None:
    state = whole()
    state.impulse, state.plays, state.campaigned = 5, "york", True
    run(s7_2.begin, state)
    assert (state.impulse, state.plays, state.campaigned) == (1, "lancaster", False)


def test_6_1_7_2_1_a_card_is_played_for_its_points() -> None:
    state = whole()
    plays(state, "york", "points l39")
    assert [(one.side, one.card, one.left) for one in state.points] == [("york", "L39", 5)]
    assert state.discards == ["L39"]


def test_7_2_3_c34_one_intrigue_is_one_point_for_one_action() -> None:
    state = whole()
    put(state, "richard_york", anchor("kent"))
    plays(state, "york", "one intrigue")
    run(s8.spend, state, ["control kent"])
    assert (state.points, state.control) == ([], {"kent": "york"})


def test_c133_an_empty_hand_plays_one_intrigue_and_may_leave_its_point() -> None:
    state = whole()
    put(state, "richard_york", anchor("kent"))
    game = plays(state, "york", "one intrigue")
    assert lines(game.asked[0]) == ["one intrigue"]
    run(s8.spend, state, ["done"])
    assert (state.points, state.control) == ([], {})


def test_c133_nothing_obliges_in_a_campaign() -> None:
    state = whole()
    put(state, "warwick", LEEDS, "2 billmen", side="york")
    put(state, "clifford", TOWTON, "1 billmen")
    state.leaders = {id: one for id, one in state.leaders.items() if one.at}
    fight(state)
    slots = ["deck:intrigue_1:0", "deck:intrigue_1:1"]
    state.hands["york"], state.impulse = list(slots), 5
    game = Scripted(state, ["call none"], [], dict(zip(slots, ("L24", "L02"), strict=True)))
    game.run(call_to_arms)
    assert len(state.hands["york"]) == 2


def test_c182_after_a_campaign_the_other_side_still_plays_in_that_impulse() -> None:
    state = whole()
    state.impulse, state.plays = 2, "lancaster"
    spending(state, 3, "open a campaign of 3 turns", side="lancaster")
    assert following(state, "intrigue", 1) == "deployment"
    state.in_campaign = False
    assert following(state, "end_of_campaign", 3) == "intrigue"
    run(s8.spend, state)
    assert following(state, "intrigue", 3) == "end_of_play"
    run(s7_2.end_of_play, state)
    assert (state.impulse, state.plays) == (2, "york")


def test_c127_the_card_of_a_noble_in_play_lies_open_before_his_side() -> None:
    state = whole()
    plays(state, "york", "noble l01 to warwick")
    assert "L01" in cards.elsewhere(state)
    assert "L01" not in state.discards
    state.hands["lancaster"] = ["deck:intrigue_1:9"]
    assert "L01" not in [card.id for card in cards.could_hold(state, "lancaster")]


# -- 8.0 to 8.2 -------------------------------------------------------------------------------------


def test_c139_points_are_split_among_actions_until_done_and_the_rest_is_lost() -> None:
    state = whole(kent="lancaster")
    put(state, "richard_york", anchor("kent"))
    state.sieges[facts().areas["kent"].fort_hex] = Siege("york", reduced=True)
    spending(state, 4, "remove kent", "control kent", "done")
    assert (state.control, state.points) == ({"kent": "york"}, [])


def test_8_1_c35_the_points_spent_are_the_length_and_the_play_ends() -> None:
    state = whole()
    spending(state, 5, "open a campaign of 4 turns")
    assert (state.campaign_turns, state.won, state.points[-1].left) == (4, "york", 0)
    assert state.campaigned


def test_8_1_there_is_one_campaign_a_turn() -> None:
    state = whole()
    put(state, "richard_york", anchor("kent"))
    state.campaigned = True
    game = spending(state, 5, "done")
    assert not any("campaign" in line for line in lines(game.asked[0]))


def test_8_2_c40_a_marker_is_placed_where_a_leader_is_whatever_enemy_is_there() -> None:
    state = whole()
    put(state, "richard_york", anchor("surrey"))
    put(state, "exeter", next(at for at in facts().area_hexes["surrey"] if at != anchor("surrey")))
    game = spending(state, 1, "control surrey")
    assert "control kent" not in lines(game.asked[0])
    assert (state.control, tracks(state)["york"]) == ({"surrey": "york"}, 11)


def test_8_2_c40_one_play_may_remove_a_marker_and_then_place_one() -> None:
    state = whole(surrey="lancaster")
    put(state, "richard_york", anchor("surrey"))
    spending(state, 2, "remove surrey", "control surrey")
    assert state.control == {"surrey": "york"}
    assert tracks(state) == {"york": 11, "lancaster": 9}


def test_8_2_14_1_3_an_unreduced_fortification_keeps_its_marker() -> None:
    state = whole(kent="lancaster")
    put(state, "richard_york", anchor("kent"))
    game = spending(state, 2, "done")
    assert not any("remove" in line for line in lines(game.asked[0]))


def test_c157_a_neutral_fortified_area_takes_a_marker_unless_an_enemy_garrison_is_there() -> None:
    for held in (False, True):
        state = whole()
        put(state, "richard_york", anchor("kent"))
        if held:
            garrison = Garrison("lancaster", [Unit("men_at_arms")])
            state.garrisons[facts().areas["kent"].fort_hex] = garrison
        game = spending(state, 1, "done")
        assert ("control kent" in lines(game.asked[0])) != held


def test_c14_calais_moves_legitimacy_by_6_both_ways() -> None:
    state = whole(calais="lancaster")
    put(state, "richard_york", "2531")
    state.sieges["2531"] = Siege("york", reduced=True)
    spending(state, 2, "remove calais", "control calais")
    assert tracks(state) == {"york": 16, "lancaster": 4}


# -- 3.3 and the set-ups ----------------------------------------------------------------------------


@pytest.mark.parametrize(("by", "now"), [(99, 60), (-99, 0)])
def test_c113_what_goes_beyond_the_ends_of_a_track_is_lost(by: int, now: int) -> None:
    state = whole()
    table = Scripted(state).table
    change_legitimacy(table, "york", by, "3.3")
    change_treasury(table, "york", by, "3.3")
    assert (state.legitimacy["york"], state.treasury["york"]) == (now, now)
    assert state.winner == ""


def test_c112_c188_20_2_begins_with_edward_as_sole_king_and_the_scots_in_berwick() -> None:
    state = setup("end_of_the_plantagenets")
    assert state.leaders["edward_march"].crowned
    assert "berwick_scottish" in state.flags
    assert state.leaders["thomas_neville"].status == "dead"


def test_c114_a_side_without_leaders_still_plays_cards() -> None:
    state = whole()
    plays(state, "york", "event l39")
    assert state.treasury["york"] == 3
    game = spending(state, 5, "done")
    assert "done" in lines(game.asked[0])
