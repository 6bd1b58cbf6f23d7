"""4.6.5 Pass."""

from __future__ import annotations

from pbem.games.plantagenet import s1_5_lords as lords
from tests.plantagenet.field import card, empty, favour, lines, menu, put


def test_4_6_5_pass_is_always_possible_and_ends_the_card() -> None:
    state = empty()
    put(state, "york", "bedford")
    before = state.lords["york"]
    game = card(state, "york", ["york: pass"])
    assert game.story == [f"York Passes with {lords.command(state, 'york')} actions left."]
    assert state.actions == 0
    assert state.lords["york"] == before


def test_4_6_5_after_other_actions_it_ends_the_rest() -> None:
    state = empty()
    put(state, "york", "ely", provender=0)
    favour(state, "york", "ely")
    game = card(state, "york", ["york: forage", "york: pass"])
    assert state.lords["york"].provender == 1
    assert game.story[-1].startswith("York Passes with 1 action")


def test_4_6_5_at_sea_too() -> None:
    state = empty()
    put(state, "york", "irish_sea")
    assert "york: pass" in lines(menu(state, "york"))
