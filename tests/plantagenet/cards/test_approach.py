"""Cards of an Approach (4.3.5)."""

from __future__ import annotations

import pytest

from pbem.engine.notation import match
from pbem.errors import IllegalOrder
from pbem.games.plantagenet import s3_2_4_disband as disbanding
from pbem.games.plantagenet import s4_3_5_approach
from pbem.games.plantagenet.s4_3_4_intercept import interceptors
from pbem.games.plantagenet.s4_4_1_array import begin
from pbem.games.plantagenet.s4_8_end_campaign import reset
from pbem.games.plantagenet.state import Battle, State
from tests.plantagenet.cards.hand import asked, give, hold
from tests.plantagenet.field import card, empty, lines, menu, put
from tests.scripted import Scripted

Fought = list[tuple[str, str, list[str]]]


@pytest.fixture(autouse=True)
def fought(monkeypatch: pytest.MonkeyPatch) -> Fought:
    """Battles are only noted here."""
    noted: Fought = []

    async def battle(table: object, place: str, attacker: str, played: list[str]) -> None:
        noted.append((place, attacker, played))

    monkeypatch.setattr(s4_3_5_approach, "battle", battle)
    return noted


@pytest.fixture
def field() -> State:
    """York at Ely with Somerset and Exeter next to him at Lynn."""
    state = empty()
    put(state, "york", "ely", provender=0, carts=0)
    put(state, "somerset_1", "lynn", provender=2, carts=2)
    put(state, "exeter_1", "lynn", provender=0, carts=0)
    state.influence = 0
    return state


# Blocked Ford


def test_y11_event_blocked_ford_nobody_may_choose_exile(field: State, fought: Fought) -> None:
    game = card(field, "york", ["york: march lynn", "play y11"], secrets=hold(field, "Y11"))
    assert asked(game, "approach") == []
    assert fought == [("lynn", "york", ["Y11"])]
    assert field.held["york"] == []


def test_y11_event_blocked_ford_is_spent_with_the_approach(field: State, fought: Fought) -> None:
    card(field, "york", ["york: march lynn", "play y11"], secrets=hold(field, "Y11"))
    field.lords["york"].at = "ely"
    game = card(field, "york", ["york: march lynn", "all exile"])
    assert asked(game, "held_approach") == []
    assert len(fought) == 1


def test_l11_event_blocked_ford_of_the_lancastrians(field: State, fought: Fought) -> None:
    secrets = hold(field, "L11")
    game = card(field, "exeter_1", ["exeter_1: march ely", "play l11"], secrets=secrets)
    assert asked(game, "approach") == []
    assert fought == [("ely", "lancaster", ["L11"])]


def test_c56_the_windows_of_an_approach_open_whatever_is_held(field: State, fought: Fought) -> None:
    """Truce is asked before Blocked Ford, and Exile only after both."""
    secrets = hold(field, "Y1", "L1")
    game = card(field, "york", ["york: march lynn", "no", "no", "all battle"], secrets=secrets)
    kinds = [(r.kind, r.side) for r in game.asked if r.kind != "command"]
    assert kinds == [
        ("held_campaign", "lancaster"),
        ("held_approach", "york"),
        ("approach", "lancaster"),
    ]
    assert fought == [("lynn", "york", [])]


# Parliament's Truce


def truce(field: State, line: str) -> Scripted:
    side = "york" if line == "play y12" else "lancaster"
    mover, target = ("exeter_1", "ely") if side == "york" else ("york", "lynn")
    secrets = hold(field, line.split()[1].upper())
    answers = [f"{mover}: march {target}", line, f"{mover}: pass"]
    return card(field, mover, answers, secrets=secrets)


def test_y12_event_parliaments_truce_cancels_a_march_that_approaches(
    field: State, fought: Fought
) -> None:
    truce(field, "play y12")
    assert fought == []
    assert field.lords["exeter_1"].at == "lynn"
    assert not field.lords["exeter_1"].moved
    assert field.in_force == ["Y12"]
    assert field.held["york"] == []
    assert any("Parliament's Truce" in why for why in menu(field, "exeter_1").barred.values())
    assert "exeter_1: march ely" not in lines(menu(field, "exeter_1"))
    assert "york: march lynn" not in lines(menu(field, "york"))
    Scripted(field).run(reset)
    assert field.in_force == []
    assert "york: march lynn" in lines(menu(field, "york"))


def test_l20_event_parliaments_truce_the_action_stays_spent_and_the_card_goes_on(
    field: State, fought: Fought
) -> None:
    game = truce(field, "play l20")
    assert fought == []
    assert field.lords["york"].at == "ely"
    left = [r.question for r in game.asked if r.kind == "command"]
    assert "has 2 actions" in left[0]
    assert "has 1 action." in left[1]
    assert field.in_force == ["L20"]
    Scripted(field).run(reset)
    assert field.in_force == []


def test_y12_event_parliaments_truce_bars_intercept_for_both_sides() -> None:
    state = empty()
    put(state, "york", "newcastle")
    put(state, "somerset_1", "lincoln")
    state.lords["york"].at = "york"
    assert interceptors(state, "york", "york") == ["somerset_1"]
    state.in_force.append("Y12")
    assert interceptors(state, "york", "york") == []


def test_c55_a_truce_of_the_marching_side_sends_interceptors_back(fought: Fought) -> None:
    """The March itself stands and may go on."""
    state = empty()
    put(state, "york", "newcastle")
    put(state, "somerset_1", "lincoln")
    answers = ["york: march york", "somerset_1: intercept", "play y12", "york: stop", "york: pass"]
    game = card(state, "york", answers, [1], secrets=hold(state, "Y12"))
    assert asked(game, "held_campaign") == ["york"]
    assert state.lords["york"].at == "york"
    assert state.lords["york"].moved
    assert state.lords["somerset_1"].at == "lincoln"
    assert not state.lords["somerset_1"].moved
    assert fought == []


def test_c55_where_others_stand_too_the_march_is_cancelled_as_well(fought: Fought) -> None:
    state = empty()
    put(state, "york", "newcastle")
    put(state, "exeter_1", "york")
    put(state, "somerset_1", "lincoln")
    answers = ["york: march york", "somerset_1: intercept", "play l20", "york: pass"]
    card(state, "york", answers, [1], secrets=hold(state, "L20"))
    assert state.lords["york"].at == "newcastle"
    assert state.lords["somerset_1"].at == "lincoln"
    assert state.lords["exeter_1"].at == "york"


def test_y12_event_parliaments_truce_while_one_is_in_force_there_is_no_second(
    field: State, fought: Fought
) -> None:
    field.in_force.append("L20")
    game = card(field, "exeter_1", ["exeter_1: pass"], secrets=hold(field, "Y12"))
    with pytest.raises(IllegalOrder, match="Truce"):
        match(game.asked[0], "exeter_1: march ely")


# King's Parley


def parley(answers: list[str]) -> tuple[State, Scripted]:
    state = empty()
    put(state, "york", "ely")
    put(state, "henry_vi", "lynn")
    put(state, "exeter_1", "lynn")
    give(state, "henry_vi", "L15")
    state.influence = 0
    return state, card(state, "york", ["york: march lynn", *answers])


def test_l15_capability_kings_parley_cancels_the_approach_and_ends_the_card(
    fought: Fought,
) -> None:
    state, game = parley(["henry_vi: kings_parley"])
    assert state.lords["york"].at == "ely"
    assert not state.lords["york"].moved
    assert state.lords["henry_vi"].capabilities == []
    assert asked(game, "command") == ["york"], "the card has ended"
    assert asked(game, "approach") == []
    assert fought == []


def test_l15_capability_kings_parley_may_be_kept(fought: Fought) -> None:
    state, _ = parley(["no", "all battle"])
    assert state.lords["henry_vi"].capabilities == ["L15"]
    assert fought == [("lynn", "york", [])]


def test_l15_capability_kings_parley_comes_before_truce_and_ford(fought: Fought) -> None:
    state = empty()
    put(state, "york", "ely")
    put(state, "henry_vi", "lynn")
    give(state, "henry_vi", "L15")
    secrets = hold(state, "Y11", "L20")
    answers = ["york: march lynn", "henry_vi: kings_parley"]
    card(state, "york", answers, secrets=secrets)
    assert state.held == {"york": ["held:Y11"], "lancaster": ["held:L20"]}


def test_l15_capability_kings_parley_earlier_moves_stay_marked(fought: Fought) -> None:
    state = empty()
    put(state, "york", "bury_st_edmunds")
    put(state, "henry_vi", "lynn")
    give(state, "henry_vi", "L15")
    card(state, "york", ["york: march ely", "york: march lynn", "henry_vi: kings_parley"])
    assert state.lords["york"].at == "ely"
    assert state.lords["york"].moved


def test_l15_capability_kings_parley_not_where_henry_is_elsewhere_or_approaches(
    fought: Fought,
) -> None:
    state = empty()
    put(state, "york", "ely")
    put(state, "henry_vi", "lynn")
    give(state, "henry_vi", "L15")
    game = card(state, "henry_vi", ["henry_vi: march ely", "york: battle"])
    assert asked(game, "kings_parley") == []
    assert fought == [("ely", "lancaster", [])]


# England is my Home


def test_y8_capability_england_is_my_home_next_turn_unmarked_and_no_loss() -> None:
    state = empty()
    put(state, "york", "ely", provender=2, carts=2)
    put(state, "exeter_1", "lynn", provender=0, carts=0)
    give(state, "york", "Y8")
    state.influence = 0
    game = card(state, "exeter_1", ["exeter_1: march ely", "york: exile"])
    assert state.lords["york"].at == "calendar"
    assert state.lords["york"].box == state.box + 1
    assert not state.lords["york"].exile
    assert state.influence == 0
    assert state.lords["york"].capabilities == []
    assert state.lords["exeter_1"].provender == 1, "half of it as Spoils"
    note = next(r for r in game.asked if r.kind == "approach").options[1].note
    assert note == "loses no Influence, Disbands"


def test_y8_capability_england_is_my_home_not_after_blocked_ford_of_the_lancastrians() -> None:
    state = empty()
    put(state, "york", "ely")
    give(state, "york", "Y8")
    game = Scripted(state)
    begin(game.table, "ely", "lancaster", ["L11"])
    assert isinstance(state.battle, Battle)
    disbanding.exile_lord(state, "york")
    assert state.lords["york"].exile
    assert state.lords["york"].box == state.box + 1


def test_y8_capability_england_is_my_home_ends_with_the_card() -> None:
    state = empty()
    put(state, "march", "ely")
    give(state, "march", "Y8")
    assert disbanding.spared_exile(state, "march")
    state.lords["march"].capabilities.clear()
    disbanding.exile_lord(state, "march")
    assert state.lords["march"].exile
