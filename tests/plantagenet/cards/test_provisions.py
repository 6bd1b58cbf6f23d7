"""Cards about what Supply, Forage and Tax bring."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet.state import State
from tests.plantagenet.cards.hand import give
from tests.plantagenet.cards.turns import leave, notes
from tests.plantagenet.field import card, empty, favour, menu, put


@pytest.fixture
def state() -> State:
    state = empty()
    for lord, at, side in (("york", "ely", "york"), ("henry_vi", "cambridge", "lancaster")):
        put(state, lord, at, provender=0, coin=0)
        favour(state, side, at)
    state.step = "command"
    return state


def check_harbingers(state: State, lord: str, event: str) -> None:
    here = state.lords[lord].at
    plain = int(notes(menu(state, lord))[f"{lord}: supply {here}"].split()[0])
    give(state, lord, event)
    assert notes(menu(state, lord))[f"{lord}: supply {here}"].startswith(f"{2 * plain} ")
    card(state, lord, [f"{lord}: supply {here}", f"{lord}: pass"])
    assert state.lords[lord].provender == 2 * plain
    leave(state, lord)
    put(state, lord, here)
    state.wear.clear()
    assert notes(menu(state, lord))[f"{lord}: supply {here}"].startswith(f"{plain} ")


def test_y7_capability_harbingers_double_supply(state: State) -> None:
    check_harbingers(state, "york", "Y7")


def test_l7_capability_harbingers_double_supply(state: State) -> None:
    check_harbingers(state, "henry_vi", "L7")


def test_l7_capability_harbingers_after_the_cart_limit_and_not_on_forage(state: State) -> None:
    give(state, "henry_vi", "L7")
    favour(state, "lancaster", "st_albans", "bedford")
    state.lords["henry_vi"].carts = 1
    far = [line for line in notes(menu(state, "henry_vi")).items() if " over 1 Way" in line[1]]
    assert all(note.startswith("2 Provender") for _, note in far)
    leave(state, "york")
    assert notes(menu(state, "henry_vi"))["henry_vi: forage"].startswith("1 Provender")


def test_y13_capability_scourers_one_more_even_if_forage_fails(state: State) -> None:
    give(state, "york", "Y13")
    state.favour.pop("ely")
    leave(state, "henry_vi")
    game = card(state, "york", ["york: forage", "york: forage"], dice=[6, 1])
    assert state.lords["york"].provender == 1 + 2
    assert state.wear == {"ely": "depleted"}, "only the success Depletes"
    assert len(game.rolled) == 2
    favour(state, "york", "ely")
    supply = notes(menu(state, "york"))["york: supply ely"]
    leave(state, "york")
    put(state, "york", "ely", provender=0)
    assert notes(menu(state, "york"))["york: supply ely"] == supply
    assert notes(menu(state, "york"))["york: forage"].startswith("1 Provender")


def devon() -> State:
    state = empty("II")
    put(state, "devon", "exeter", provender=0, coin=0, carts=0)
    favour(state, "york", "exeter")
    state.step = "command"
    return state


def test_y29_capability_stafford_branch_one_more_from_exeter_and_its_neighbours() -> None:
    state = devon()
    before = notes(menu(state, "devon"))
    give(state, "devon", "Y29")
    after = notes(menu(state, "devon"))
    for line in ("devon: supply exeter", "devon: tax exeter"):
        assert int(after[line].split()[0]) == int(before[line].split()[0]) + 1
    leave(state, "devon")
    put(state, "devon", "exeter")
    assert notes(menu(state, "devon"))["devon: tax exeter"] == before["devon: tax exeter"]


def test_c47_stafford_branch_is_inside_the_cart_limit_and_not_for_ships() -> None:
    state = devon()
    favour(state, "york", "wells", "plymouth")
    state.lords["devon"].carts, state.lords["devon"].ships = 1, 1
    give(state, "devon", "Y29")
    offered = notes(menu(state, "devon"))
    assert offered["devon: supply wells"].startswith("1 Provender")
    assert offered["devon: supply port plymouth"].startswith("1 Provender")


def test_y34_capability_so_wise_so_young_one_coin_more_even_if_tax_fails() -> None:
    state = empty("III")
    put(state, "gloucester_2", "london", coin=0)
    favour(state, "york", "london", "york")
    state.seats.pop("gloucester_2", None)
    state.step = "command"
    plain = int(notes(menu(state, "gloucester_2"))["gloucester_2: tax london"].split()[0])
    give(state, "gloucester_2", "Y34")
    answers = ["gloucester_2: tax london", "gloucester_2: tax london", "gloucester_2: pass"]
    card(state, "gloucester_2", answers, dice=[6, 1])
    assert state.lords["gloucester_2"].coin == 1 + plain + 1
    leave(state, "gloucester_2")
    put(state, "gloucester_2", "london", coin=0)
    state.seats.pop("gloucester_2", None)
    state.wear.clear()
    assert notes(menu(state, "gloucester_2"))["gloucester_2: tax london"].startswith(f"{plain} ")
