"""Cards that act on the Muster as a whole, or on the return of Exiles."""

from __future__ import annotations

from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.s3_3_exiles_and_vassals import muster_exiles
from pbem.games.plantagenet.state import LordState, State
from tests.plantagenet.cards.hand import asked
from tests.plantagenet.cards.turns import end_levy, levy, muster_menu
from tests.plantagenet.field import empty, favour, lines, put
from tests.scripted import Scripted


def test_l4_event_be_sent_for_exiles_of_any_box() -> None:
    state = empty()
    for lord in ("henry_vi", "york"):
        state.lords[lord] = LordState(box=9, exile=True)
    state.in_force.append("L4")
    game = Scripted(state, ["henry_vi: return to scotland"])
    game.run(muster_exiles)
    assert [request.side for request in game.asked] == ["lancaster"]
    assert state.lords["henry_vi"].at == "scotland"
    end_levy(state)
    state.lords["henry_vi"] = LordState(box=9, exile=True)
    game = Scripted(state)
    game.run(muster_exiles)
    assert game.asked == []


def yorkists() -> State:
    state = empty()
    put(state, "york", "ely")
    put(state, "march", "ludlow")
    favour(state, "york", "ely", "ludlow")
    return state


def test_y22_event_loyalty_and_trust_lordship_for_one_lord() -> None:
    state = yorkists()
    state.in_force.append("Y22")
    plain = lords.lordship(state, "march")
    game = levy(state, "york", ["march: lordship by y22", "march: carts", "done"])
    assert f"March has {plain + 2}" in game.asked[-1].question
    assert not any("by y22" in option.line for option in game.asked[-1].options)
    assert lords.lordship(state, "york") == lords.card("york").lordship
    end_levy(state)
    assert lords.lordship(state, "march") == plain


def test_y22_event_loyalty_and_trust_can_wait_for_the_end_of_his_own_actions() -> None:
    state = yorkists()
    state.in_force.append("Y22")
    plain = lords.lordship(state, "march")
    answers = [*["march: carts"] * plain, "march: lordship by y22", "march: carts", "done"]
    levy(state, "york", answers)
    assert state.lords["march"].carts >= 2 * (plain + 1)


def gloucester(cards: list[str]) -> State:
    state = empty("III")
    put(state, "oxford", "exeter")
    put(state, "gloucester_2", "york")
    favour(state, "lancaster", "exeter")
    favour(state, "york", "york")
    state.in_force += cards
    state.influence = 0
    return state


def test_y32_event_the_kings_name_undoes_a_levy_but_not_its_price() -> None:
    state = gloucester(["Y32"])
    troops = state.lords["oxford"].troops
    before = troops.total()
    plain = lords.card("oxford").lordship
    game = levy(
        state,
        "lancaster",
        ["oxford: troops", "undo", "done"] if plain > 1 else ["oxford: troops", "undo"],
    )
    assert asked(game, "kings_name") == ["york"]
    assert state.lords["oxford"].troops.total() == before
    assert state.wear == {}
    assert state.influence == -1
    if plain > 1:
        assert f"Oxford has {plain - 1}" in game.asked[-1].question


def test_y32_event_the_kings_name_parley_only_if_it_succeeded() -> None:
    state = gloucester(["Y32"])
    game = levy(state, "lancaster", ["oxford: parley wells", "done"], dice=[6])
    assert asked(game, "kings_name") == []
    game = levy(state, "lancaster", ["oxford: parley wells", "undo", "done"], dice=[1])
    assert asked(game, "kings_name") == ["york"]
    assert "wells" not in state.favour
    assert state.influence == 4 - 1


def test_c110_the_help_of_a_card_stays_spent_too() -> None:
    state = gloucester(["Y32", "L18"])
    answers = ["oxford: parley wells by l18", "undo", "done"]
    game = levy(state, "lancaster", answers)
    assert "wells" not in state.favour
    assert not any("by l18" in option.line for option in game.asked[-1].options)


def test_y32_event_the_kings_name_ends_without_gloucester_and_with_the_levy() -> None:
    state = gloucester(["Y32"])
    state.lords["gloucester_2"] = LordState(box=9)
    game = levy(state, "lancaster", ["oxford: carts", "done"])
    assert asked(game, "kings_name") == []
    state = gloucester(["Y32"])
    end_levy(state)
    game = levy(state, "lancaster", ["oxford: carts", "done"])
    assert asked(game, "kings_name") == []
    assert lines(muster_menu(state, "oxford"))
