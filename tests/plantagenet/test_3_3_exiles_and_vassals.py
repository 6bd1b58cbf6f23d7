"""3.3 Exiles and Vassals."""

from __future__ import annotations

from pbem.games.plantagenet import s3_3_exiles_and_vassals as rule
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import VassalState
from tests.scripted import Scripted


def test_3_3_1_an_exile_returns_to_the_box_of_his_network() -> None:
    state = setup("Ia", {})
    state.box = 4
    warwick = state.lords["warwick_y"]
    warwick.exile, warwick.box = True, 4
    game = Scripted(state, answers=["warwick_y: return to burgundy"])
    game.run(rule.muster_exiles)
    assert state.lords["warwick_y"].at == "burgundy"
    assert state.lords["warwick_y"].troops.men_at_arms == 3
    assert not state.lords["warwick_y"].exile


def test_3_3_1_unmarked_or_later_cylinders_stay() -> None:
    state = setup("Ia", {})
    state.lords["rutland"].exile = True
    game = Scripted(state)
    game.run(rule.muster_exiles)
    assert game.asked == []


def test_3_3_2_face_down_pairs_return_to_their_seat() -> None:
    state = setup("Ia", {})
    state.vassals["devon"] = VassalState("disbanded", box=1)
    state.vassals["essex"] = VassalState("disbanded", box=2)
    Scripted(state).run(rule.ready_vassals)
    assert state.vassals["devon"].status == "ready"
    assert state.vassals["essex"].status == "disbanded"
