"""3.3 Exiles and Vassals."""

from __future__ import annotations

from pbem.games.plantagenet import s3_3_exiles_and_vassals as rule
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import LordState, State, VassalState
from tests.says import sentence
from tests.scripted import Scripted


def test_3_3_1_an_exile_returns_to_the_box_of_his_network() -> None:
    state = setup("Ia")
    state.box = 4
    warwick = state.lords["warwick_y"]
    warwick.exile, warwick.box = True, 4
    game = Scripted(state, answers=["warwick_y: return to burgundy"])
    game.run(rule.muster_exiles)
    assert state.lords["warwick_y"].at == "burgundy"
    assert state.lords["warwick_y"].troops.men_at_arms == 3
    assert not state.lords["warwick_y"].exile


def test_3_3_1_unmarked_or_later_cylinders_stay() -> None:
    state = setup("Ia")
    state.lords["rutland"].exile = True
    game = Scripted(state)
    game.run(rule.muster_exiles)
    assert game.asked == []


def test_3_3_2_face_down_pairs_return_to_their_seat() -> None:
    state = setup("Ia")
    state.vassals["devon"] = VassalState("disbanded", box=1)
    state.vassals["essex"] = VassalState("disbanded", box=2)
    Scripted(state).run(rule.ready_vassals)
    assert state.vassals["devon"].status == "ready"
    assert state.vassals["essex"].status == "disbanded"


def exile(state: State, lord: str, box: int) -> None:
    state.lords[lord] = LordState(box=box, exile=True)


def test_3_3_1_in_this_or_any_earlier_box_rebel_first_and_free() -> None:
    state = setup("Ia")
    state.box = 5
    exile(state, "henry_vi", 2)
    exile(state, "york", 5)
    exile(state, "march", 6)
    game = Scripted(state, ["york: return to ireland", "henry_vi: return to scotland"])
    game.run(rule.muster_exiles)
    assert [request.side for request in game.asked] == ["york", "lancaster"]
    assert state.lords["march"].at == "calendar"
    assert state.influence == 0
    assert state.lords["york"].coin == 2


def test_3_3_1_each_side_may_leave_them_on_the_calendar() -> None:
    state = setup("Ia")
    state.box = 5
    exile(state, "york", 5)
    exile(state, "rutland", 4)
    Scripted(state, ["rutland: return to ireland", "done"]).run(rule.muster_exiles)
    assert state.lords["rutland"].at == "ireland"
    assert state.lords["york"] == LordState(box=5, exile=True)


def test_3_3_1_without_exile_boxes_nobody_returns() -> None:
    state = setup("Ib")
    exile(state, "march", 1)
    game = Scripted(state)
    game.run(rule.muster_exiles)
    assert game.asked == []


def test_6_0_Ia_a_captive_king_does_not_return() -> None:
    state = setup("Ia")
    state.lords["henry_vi"] = LordState(at="captive", keeper="york")
    game = Scripted(state)
    game.run(rule.muster_exiles)
    assert game.asked == []


def test_c38_ready_again_whoever_is_at_the_seat_face_up_markers_stay() -> None:
    state = setup("Ia")
    state.lords["henry_vi"].at = "exeter"
    state.favour["exeter"] = "lancaster"
    state.vassals["devon"] = VassalState("disbanded", box=1)
    state.vassals["essex"] = VassalState("mustered", "york", 1)
    state.lords["york"].vassals = ["essex"]
    game = Scripted(state)
    game.run(rule.ready_vassals)
    assert state.vassals["devon"] == VassalState("ready")
    assert state.vassals["essex"] == VassalState("mustered", "york", 1)
    assert game.story == [
        sentence("games.plantagenet.s3_3_exiles_and_vassals.ready_vassals", "Devon", "Exeter")
    ]
