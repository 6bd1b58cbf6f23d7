"""16.4.5.5, 11.1, C147 Who goes along with whom, and who stays behind (P9)."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s6_2_5_leader_effects import imprison, remove
from pbem.games.plantagenet_1450.s16_4_6_11_captures import Captors, capture
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import LEEDS, TOWTON, YORK, deal, empty, put, run
from tests.plantagenet_1450.impulses import plays, whole
from tests.plantagenet_1450.realm import orders, play
from tests.scripted import Scripted


def company() -> State:
    """Somerset, with whom Henry rides, who holds Norfolk; Somerset himself holds Bourchier."""
    state = empty(york="york")
    put(state, "warwick", LEEDS, "2 billmen", side="york")
    put(state, "somerset", TOWTON, side="lancaster")
    put(state, "henry_vi", TOWTON, rides="somerset")
    put(state, "norfolk", TOWTON, status="captive", captor="henry_vi", side="york")
    put(state, "bourchier", TOWTON, status="captive", captor="somerset", side="york")
    return state


def test_c147_the_captive_of_who_rides_or_is_carried_goes_along() -> None:
    state = company()
    leaders.go(state, "somerset", YORK)
    assert {one.at for id, one in state.leaders.items() if id != "warwick"} == {YORK}
    state = whole()
    put(state, "margaret", TOWTON)
    put(state, "clifford", TOWTON, carrier="margaret")
    put(state, "norfolk", TOWTON, status="captive", captor="clifford", side="york")
    leaders.go(state, "margaret", YORK)
    assert state.leaders["norfolk"].at == YORK


def test_p9_who_reaches_sanctuary_goes_alone() -> None:
    state = company()
    put(state, "devon", TOWTON, side="lancaster", carrier="somerset")
    deal(state, "lancaster", "L42")
    said = orders(on_capture="play l42 to durham")
    play(capture, state, "somerset", Captors("york", ("warwick",)), moments=said)
    somerset = state.leaders["somerset"]
    assert facts().hexes[somerset.at].area == "durham"
    stay = {id: state.leaders[id] for id in ("henry_vi", "norfolk", "devon", "bourchier")}
    assert stay["henry_vi"].rides == stay["devon"].carrier == stay["bourchier"].captor == ""
    assert {id: one.status for id, one in stay.items()} == {
        "henry_vi": "free",
        "norfolk": "captive",
        "devon": "free",
        "bourchier": "free",
    }
    assert {stay[id].at for id in ("henry_vi", "norfolk", "devon")} == {TOWTON}


@pytest.mark.parametrize("lost", ["imprisoned", "removed"])
def test_c147_who_is_taken_by_a_card_leaves_his_captives_free_where_they_are(lost: str) -> None:
    state = company()
    if lost == "imprisoned":
        run(imprison, state, [], [], "somerset", "tower")
    else:
        remove(Scripted(state).table, "somerset")
    assert (state.leaders["bourchier"].status, state.leaders["bourchier"].captor) == ("free", "")
    assert state.leaders["henry_vi"].rides == ""
    assert (state.leaders["norfolk"].status, state.leaders["norfolk"].at) == ("captive", TOWTON)


def test_c145_y30_y38_need_a_leader_in_his_wits_in_france() -> None:
    for mad in (False, True):
        state = whole(5)
        state.were_crowned.append("edward_march")
        put(state, "henry_vi", "foreign:france", mad=mad)
        plays(state, "lancaster", "event y30")
        assert state.pool["lancaster"].get("french_foot", 0) == (0 if mad else 2)
