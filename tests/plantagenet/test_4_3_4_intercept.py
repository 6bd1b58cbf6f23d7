"""4.3.4 Intercept."""

from __future__ import annotations

import pytest

from pbem.engine.notation import match
from pbem.engine.table import Table
from pbem.errors import IllegalOrder
from pbem.games.plantagenet import s4_3_5_approach
from pbem.games.plantagenet.s4_3_4_intercept import interceptors
from pbem.games.plantagenet.s4_4_1_array import begin, current
from pbem.games.plantagenet.state import State
from tests.plantagenet.cards.hand import hold
from tests.plantagenet.cards.turns import notes
from tests.plantagenet.field import card, empty, kinds, lines, menu, put


@pytest.fixture(autouse=True)
def no_battle(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Battles are only noted here."""
    fought: list[tuple[str, str]] = []

    async def battle(table: object, place: str, attacker: str, played: list[str]) -> None:
        fought.append((place, attacker))

    monkeypatch.setattr(s4_3_5_approach, "battle", battle)
    return fought


def test_4_3_4_intercept_needs_road_or_highway() -> None:
    state = empty()
    put(state, "york", "newcastle")
    put(state, "somerset_1", "chester")
    assert interceptors(state, "york", "york") == []
    put(state, "somerset_1", "ravenspur")
    assert interceptors(state, "york", "york") == ["somerset_1"]
    put(state, "somerset_1", "lincoln")
    assert interceptors(state, "york", "york") == ["somerset_1"]
    put(state, "somerset_1", "nottingham")
    assert interceptors(state, "york", "york") == []


def test_4_3_4_a_path_is_barred_with_the_reason() -> None:
    state = empty()
    put(state, "york", "newcastle")
    put(state, "somerset_1", "chester")
    put(state, "exeter_1", "ravenspur")
    game = card(state, "york", ["york: march york", "no", "york: stop", "york: pass"])
    with pytest.raises(IllegalOrder, match="Path"):
        match(game.asked[1], "somerset_1: intercept")


def test_4_3_4_a_roll_up_to_valour_succeeds(no_battle: list[tuple[str, str]]) -> None:
    state = empty()
    put(state, "york", "newcastle")
    put(state, "somerset_1", "lincoln", provender=2, carts=1)
    game = card(
        state, "york", ["york: march york", "somerset: intercept", "somerset: battle"], dice=[2]
    )
    assert game.rolled == [("somerset_1 intercept york", 2)]
    assert state.lords["somerset_1"].at == "york"
    assert state.lords["somerset_1"].moved
    assert state.lords["somerset_1"].provender == 1
    assert no_battle == [("york", "york")]


def test_4_3_4_failure_has_no_effect() -> None:
    state = empty()
    put(state, "york", "newcastle")
    put(state, "somerset_1", "lincoln", provender=2, carts=1)
    card(
        state,
        "york",
        ["york: march york", "somerset: intercept", "york: stop", "york: pass"],
        dice=[3],
    )
    assert state.lords["somerset_1"].at == "lincoln"
    assert not state.lords["somerset_1"].moved
    assert state.lords["somerset_1"].provender == 2


def test_4_3_4_a_single_lord_attempts_once() -> None:
    state = empty()
    put(state, "york", "newcastle")
    put(state, "somerset_1", "lincoln")
    put(state, "exeter_1", "ravenspur")
    game = card(
        state,
        "york",
        ["york: march york", "exeter: intercept", "york: stop", "york: pass"],
        dice=[6],
    )
    assert lines(game.asked[1].menu) == ["somerset_1: intercept", "exeter_1: intercept", "no"]


def test_4_3_4_a_lieutenant_brings_lords_along() -> None:
    state = empty()
    put(state, "york", "newcastle")
    put(state, "somerset_1", "lincoln")
    put(state, "exeter_1", "lincoln")
    card(
        state,
        "york",
        ["york: march york", "somerset: intercept with exeter", "all exile"],
        dice=[1],
    )
    assert {id for id, lord in state.lords.items() if lord.exile} == {"somerset_1", "exeter_1"}


def test_4_3_4_the_intercepted_stop_there(no_battle: list[tuple[str, str]]) -> None:
    state = empty()
    put(state, "york", "newcastle")
    put(state, "somerset_1", "lincoln")
    game = card(
        state, "york", ["york: march york", "somerset: intercept", "somerset: exile"], dice=[1]
    )
    assert kinds(game) == ["command", "intercept", "approach"]
    assert no_battle == []


def test_4_3_4_play_note_interceptors_reinforce_lords_already_there(
    no_battle: list[tuple[str, str]],
) -> None:
    state = empty()
    put(state, "york", "newcastle")
    put(state, "somerset_1", "lincoln")
    put(state, "exeter_1", "york")
    game = card(state, "york", ["york: march york", "somerset: intercept", "all battle"], dice=[1])
    assert "exeter_1: battle" in lines(game.asked[-1].menu)
    assert "somerset_1: battle" in lines(game.asked[-1].menu)
    assert no_battle == [("york", "york")]


def test_4_3_4_lords_at_the_destination_do_not_intercept() -> None:
    state = empty()
    put(state, "exeter_1", "york")
    assert interceptors(state, "york", "york") == []


HENRY_FLANKS = ["henry_vi: intercept l2 with somerset_1"]
"""His Valour is 0: only a Flank Attack brings him there."""


def joined() -> State:
    """York at Newcastle, March ahead of him at York, Somerset at Lincoln."""
    state = empty()
    put(state, "york", "newcastle")
    put(state, "march", "york")
    put(state, "somerset_1", "lincoln", carts=2, provender=2)
    return state


def test_c54_also_where_other_lords_of_the_marching_side_stand(
    no_battle: list[tuple[str, str]],
) -> None:
    state = joined()
    assert "may Intercept" in notes(menu(state, "york"))["york: march york"]
    card(state, "york", ["york: march york", "somerset: intercept", "somerset: battle"], dice=[2])
    assert [state.lords[id].at for id in ("york", "march", "somerset_1")] == ["york"] * 3
    assert no_battle == [("york", "york")]


def test_c54_then_all_there_fight() -> None:
    state = joined()
    state.lords["york"].at = state.lords["somerset_1"].at = "york"
    begin(Table(state), "york", "york")
    assert list(current(state).lords) == ["somerset_1", "york", "march"]


def test_c54_in_exile_he_leaves_what_he_has_to_those_who_marched() -> None:
    state = joined()
    state.favour["york"] = "york"
    carts = {id: state.lords[id].carts for id in ("york", "march")}
    card(state, "york", ["york: march york", "somerset: intercept", "somerset: exile"], dice=[2])
    assert state.lords["somerset_1"].exile
    assert state.lords["york"].carts == carts["york"] + 2
    assert state.lords["march"].carts == carts["march"]


def test_c54_a_failed_intercept_leaves_the_marchers_together() -> None:
    state = joined()
    answers = ["york: march york", "somerset: intercept", "york: stop", "york: pass"]
    card(state, "york", answers, dice=[3])
    assert state.lords["york"].at == state.lords["march"].at == "york"
    assert state.lords["somerset_1"].at == "lincoln"


def test_c54_a_kings_parley_sends_both_sides_back() -> None:
    """Else those who Intercepted would stay beside March without a Battle."""
    state = joined()
    put(state, "henry_vi", "lincoln")
    state.lords["henry_vi"].capabilities = ["L15"]
    answers = ["york: march york", *HENRY_FLANKS, "henry_vi: kings_parley"]
    card(state, "york", answers, secrets=hold(state, "L2"))
    assert [state.lords[id].at for id in ("york", "march")] == ["newcastle", "york"]
    assert [state.lords[id].at for id in ("henry_vi", "somerset_1")] == ["lincoln"] * 2
    assert not any(lord.moved for lord in state.lords.values())


def test_l15_interceptors_stay_where_the_kings_parley_leaves_no_enemy() -> None:
    state = joined()
    state.lords["march"].at = "ely"
    put(state, "henry_vi", "lincoln")
    state.lords["henry_vi"].capabilities = ["L15"]
    answers = ["york: march york", *HENRY_FLANKS, "henry_vi: kings_parley"]
    card(state, "york", answers, secrets=hold(state, "L2"))
    assert state.lords["york"].at == "newcastle"
    assert [state.lords[id].at for id in ("henry_vi", "somerset_1")] == ["york"] * 2


def test_c54_sail_is_never_intercepted() -> None:
    state = empty()
    put(state, "warwick_y", "lynn")
    put(state, "somerset_1", "york")
    game = card(state, "warwick_y", ["warwick_y: sail ravenspur"])
    assert len(game.asked) == 1


def test_4_3_4_valour_0_is_not_asked() -> None:
    state = empty()
    put(state, "york", "newcastle")
    put(state, "henry_vi", "lincoln")
    assert interceptors(state, "york", "york") == []


def test_4_3_4_the_menu_of_the_march_warns() -> None:
    state = empty()
    put(state, "york", "newcastle")
    put(state, "somerset_1", "lincoln")
    (option,) = [o for o in menu(state, "york").options if o.line == "york: march york"]
    assert "may Intercept" in option.note
