"""4.2 Command."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s4_2_command as rule
from pbem.games.plantagenet.s4_2_1_actions import card_is_whole
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.sequence import following
from pbem.games.plantagenet.state import State
from tests.plantagenet.field import card, empty, favour, lines, menu, put
from tests.scripted import Scripted


def stacked(state: State, york: list[str], lancaster: list[str]) -> dict[str, str]:
    """Put cards into the Plans as hidden slots; everybody named might be in them."""
    secrets: dict[str, str] = {}
    for side, cards in (("york", york), ("lancaster", lancaster)):
        state.plan[side] = [f"{side}{n}" for n in range(len(cards))]
        secrets.update(zip(state.plan[side], cards, strict=True))
        state.planned[side] = list(dict.fromkeys(card for card in cards if card != "pass"))
    return secrets


def test_4_2_rebel_and_king_flip_in_turns() -> None:
    state = setup("Ia")
    secrets = stacked(state, ["pass", "pass"], ["pass", "pass"])
    seen = []
    for _ in range(4):
        seen.append(rule.next_side(state))
        Scripted(state, secrets=secrets).run(rule.command_card)
    assert seen == ["york", "lancaster", "york", "lancaster"]
    assert state.flipped == {"york": ["pass", "pass"], "lancaster": ["pass", "pass"]}
    assert state.plan == {"york": [], "lancaster": []}


def test_4_2_a_side_with_cards_left_goes_on_alone() -> None:
    state = setup("Ia")
    stacked(state, ["pass", "pass", "pass"], ["pass"])
    state.plan["york"].pop(0)
    state.plan["lancaster"].clear()
    state.flipped = {"york": ["pass"], "lancaster": []}
    assert rule.next_side(state) == "york"


def test_4_2_after_both_plans_the_campaign_ends() -> None:
    state = setup("Ia")
    state.step = "feed"
    stacked(state, ["pass"], [])
    assert following(state) == "command"
    stacked(state, [], [])
    assert following(state) == "tides_of_war"


def test_4_2_1_as_many_actions_as_the_command_rating() -> None:
    state = setup("Ia")
    secrets = stacked(state, ["york"], ["pass"])
    game = Scripted(state, ["york: forage", "york: tax ely"], secrets=secrets)
    game.run(rule.command_card)
    assert [request.side for request in game.asked] == ["york", "york"]
    assert state.active == ""
    assert state.actions == 0


def test_4_2_1_one_command_may_use_several_actions() -> None:
    state = setup("Ia")
    card(state, "york", ["york: tax ely", "york: tax ely"])
    assert state.lords["york"].coin == 2 + 2 + 2
    assert state.wear["ely"] == "exhausted"


def test_4_6_5_pass_ends_the_card_with_actions_left() -> None:
    state = setup("Ia")
    game = card(state, "york", ["york: pass"])
    assert len(game.asked) == 1
    assert state.lords["york"].coin == 2


@pytest.mark.parametrize("where", ["calendar", "out", "captive"])
def test_4_2_3_the_card_of_a_lord_not_on_map_does_nothing(where: str) -> None:
    state = setup("Ia")
    secrets = stacked(state, ["march"], ["pass"])
    state.lords["march"].at = where
    game = Scripted(state, secrets=secrets)
    game.run(rule.command_card)
    assert game.asked == []
    assert state.flipped["york"] == ["march"]


def test_4_2_3_a_pass_card_does_nothing() -> None:
    state = setup("Ia")
    game = Scripted(state, secrets=stacked(state, ["pass"], ["pass"]))
    game.run(rule.command_card)
    assert game.asked == []


def test_c43_a_lord_at_sea_is_activated_for_sail_or_pass_only() -> None:
    state = empty()
    put(state, "warwick_y", "english_channel")
    favour(state, "york", "calais")
    offered = lines(menu(state, "warwick_y"))
    assert "warwick_y: sail calais" in offered
    assert {line.split()[1] for line in offered} == {"sail", "pass"}


def test_4_1_1_a_card_that_could_not_be_in_the_plan_is_a_pass() -> None:
    state = setup("Ia")
    secrets = stacked(state, ["york"], ["pass"])
    state.planned["york"] = ["march"]
    game = Scripted(state, secrets=secrets)
    game.run(rule.command_card)
    assert game.asked == []
    assert "Pass" in game.story[-1]


def test_c59_whole_card_actions_must_be_the_first() -> None:
    state = empty()
    put(state, "warwick_y", "scarborough")
    put(state, "march", "chester")
    assert lines(menu(state, "warwick_y"), "sail")
    assert not lines(menu(state, "warwick_y", left=1), "sail")
    assert "4.2.1" in menu(state, "warwick_y", left=1).barred["warwick_y: sail lynn"]
    assert "march: march york" in lines(menu(state, "march"))
    later = menu(state, "march", left=1)
    assert "march: march york" not in lines(later)
    assert "4.2.1" in later.barred["march: march york"]
    assert "march: march shrewsbury" in lines(later)


def test_c59_a_card_is_not_whole_again_when_the_rating_falls(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = empty()
    put(state, "march", "shrewsbury")
    monkeypatch.setattr("pbem.games.plantagenet.s1_5_lords.command", lambda state, lord: 3)
    menu(state, "march")
    monkeypatch.setattr("pbem.games.plantagenet.s1_5_lords.command", lambda state, lord: 2)
    put(state, "march", "chester")
    state.actions = 2
    assert not card_is_whole(state)
