"""8.9 The Moonstruck King recovers; 17.3 until then there is a Protector."""

from __future__ import annotations

from pbem.games.plantagenet_1450 import s7_2_impulses as impulses
from pbem.games.plantagenet_1450.conditions import holds
from pbem.games.plantagenet_1450.s16_4_6_11_captures import kill
from pbem.games.plantagenet_1450.s17_sole_king import protected, sole_king, victory_king
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import asked, lines, put, run
from tests.plantagenet_1450.realm import offered, realm, spend

LONDON, LEICESTER = "1928", "1521"


def moonstruck(impulses: int = 0) -> State:
    state = realm()
    put(state, "henry_vi", LONDON, crowned=True, mad=True)
    put(state, "richard_york", LEICESTER)
    state.wits = impulses
    return state


def test_8_9_a_die_up_to_the_impulses_since_and_the_protectorate_ends() -> None:
    state = moonstruck(2)
    assert (sole_king(state), victory_king(state), protected(state)) == ("york", "", "york")
    game = spend(state, "lancaster", 1, "recover wits", dice=(2,))
    assert game.rolled == [("wits", 2)]
    assert not state.leaders["henry_vi"].mad
    assert state.wits == 0
    assert (sole_king(state), victory_king(state), protected(state)) == (
        "lancaster",
        "lancaster",
        "",
    )
    assert not holds(state, "flag(henry_incapacitated)")


def test_8_9_a_higher_die_leaves_him_as_he_is() -> None:
    state = moonstruck(2)
    spend(state, "lancaster", 2, "recover wits", dice=(3,))
    assert state.leaders["henry_vi"].mad
    assert state.points[-1].left == 1


def test_8_9_c39_no_treasury_is_spent_on_it() -> None:
    """C39"""
    state = moonstruck(1)
    state.treasury = {"york": 9, "lancaster": 9}
    assert not asked(spend(state, "lancaster", 1, "recover wits", dice=(6,)), "bid")


def test_8_9_only_his_own_side_and_only_while_he_is_out_of_his_wits() -> None:
    state = moonstruck(3)
    assert "recover wits" not in lines(offered(state, "york", 3))
    assert "recover wits" in lines(offered(state, "lancaster", 3))
    state.leaders["henry_vi"].mad = False
    assert "recover wits" not in lines(offered(state, "lancaster", 3))


def test_c44_both_plays_make_one_impulse_and_they_count_over_the_turns() -> None:
    state = moonstruck()
    assert "C44" in offered(state, "lancaster", 1).barred["recover wits"]
    state.impulse, state.plays = 5, "lancaster"
    run(impulses.end_of_play, state)
    assert state.wits == 0
    run(impulses.end_of_play, state)
    assert state.wits == 1
    run(impulses.begin, state)
    for _ in range(2):
        run(impulses.end_of_play, state)
    assert state.wits == 2


def test_c44_nothing_is_counted_while_nobody_is_out_of_his_wits() -> None:
    state = moonstruck()
    state.leaders["henry_vi"].mad = False
    state.plays = "york"
    run(impulses.end_of_play, state)
    assert state.wits == 0


def test_8_9_a_captive_king_may_recover_too() -> None:
    state = moonstruck(6)
    state.leaders["henry_vi"].status = "captive"
    spend(state, "lancaster", 1, "recover wits", dice=(6,))
    assert not state.leaders["henry_vi"].mad


def test_c145_the_death_of_the_king_ends_the_protectorate() -> None:
    state = moonstruck(2)
    run(kill, state, (), (), "henry_vi")
    assert (sole_king(state), protected(state)) == ("", "")
    assert not holds(state, "flag(henry_incapacitated)")
