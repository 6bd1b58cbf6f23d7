"""1.5.3 Hidden Mats: what is asked does not tell which Capabilities lie behind a screen (C85)."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet.s3_1_arts_of_war import draw_capability
from pbem.games.plantagenet.s4_3_1_group_march import Move
from pbem.games.plantagenet.s4_3_4_intercept import interceptors
from pbem.games.plantagenet.s4_3_5_approach import approach
from pbem.games.plantagenet.s4_8_1_tides_of_war import tides_of_war
from pbem.games.plantagenet.state import State
from tests.plantagenet.field import card, empty, put
from tests.scripted import Scripted

Shape = list[tuple[str, str, str, bool]]


def screens(hidden: bool = True) -> State:
    state = empty()
    state.hidden_mats = hidden
    return state


def shapes(game: Scripted) -> Shape:
    """What both sides can see of the questions."""
    return [(r.side, r.kind, r.question, r.only_line() is None) for r in game.asked]


@pytest.mark.parametrize("hidden", [True, False])
def test_c85_l15_kings_parley_is_asked_whether_he_has_it_or_not(hidden: bool) -> None:
    seen = []
    for cards in ([], ["L15"], ["L13"]):
        state = screens(hidden)
        put(state, "york", "ely")
        put(state, "henry_vi", "ely")
        state.lords["henry_vi"].capabilities = list(cards)
        parley = ["no"] if hidden or "L15" in cards else []
        game = Scripted(state, [*parley, "henry_vi: exile"])
        game.run(approach, Move(["york"], "lynn", []), "ely", "york")
        seen.append([shape for shape in shapes(game) if shape[1] == "kings_parley"])
    assert [len(found) for found in seen] == ([1, 1, 1] if hidden else [0, 1, 0])
    assert not hidden or seen[0] == seen[1] == seen[2]


def test_c85_y4_deeds_of_charity_are_asked_once_whoever_has_it() -> None:
    seen = []
    for holder in ("", "york", "march"):
        state = screens()
        put(state, "york", "ely", provender=2)
        put(state, "march", "ludlow", provender=2)
        if holder:
            state.lords[holder].capabilities = ["Y4"]
        game = Scripted(state, ["no"])
        game.run(tides_of_war)
        seen.append(shapes(game))
    assert seen[0] == seen[1] == seen[2]
    assert [kind for _, kind, _, _ in seen[0]] == ["deeds"]


def test_c85_valour_from_a_hidden_card_does_not_show_in_who_may_intercept() -> None:
    for hidden in (True, False):
        able = []
        for cards in ([], ["L13"]):
            state = screens(hidden)
            put(state, "york", "newcastle")
            put(state, "henry_vi", "lincoln")
            state.lords["henry_vi"].capabilities = list(cards)
            able.append(interceptors(state, "york", ["york"], "york"))
        assert able == ([["henry_vi"]] * 2 if hidden else [[], ["henry_vi"]])


@pytest.mark.parametrize("cards", [[], ["Y11"]])
def test_c85_y11_a_march_by_road_is_followed_by_the_same_question(cards: list[str]) -> None:
    state = screens()
    put(state, "york", "ely")
    state.lords["york"].capabilities = list(cards)
    game = card(state, "york", ["york: march lynn", "york: stop", "york: pass"])
    assert [(r.kind, r.forced) for r in game.asked][1] == ("march_on", False)
    assert (len(game.asked[1].options) > 1) == bool(cards)


def test_1_5_3_a_drawn_capability_is_told_to_its_owner_only() -> None:
    state = screens()
    put(state, "york", "ely")
    game = Scripted(state, ["y6: to york"], secrets={"a": "Y6"})
    game.run(draw_capability, "york", "a")
    assert game.dealt == [("a", "york")]
    assert game.asked[0].only_line() is None
    assert state.lords["york"].capabilities == ["Y6"]


def test_1_5_3_special_vassals_and_their_troops_join_behind_the_screen() -> None:
    state = screens()
    put(state, "somerset_1", "lynn")
    game = Scripted(state, ["l19: to somerset_1"], secrets={"a": "L19"})
    game.run(draw_capability, "lancaster", "a")
    openly = [e.text for e in game.table.events if e.to == ""]
    assert not any("Trollope" in text for text in openly)
    assert any("Trollope" in e.text for e in game.table.events if e.to == "lancaster")
