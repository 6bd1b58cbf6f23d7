"""1.1, 5.1 Cards: deal, mulligan, Player 1."""

from __future__ import annotations

import pytest

from pbem.engine.request import Menu
from pbem.errors import IllegalOrder
from pbem.games.richard_iii import s1_1_cards as rule
from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.s4_scenarios import setup
from pbem.games.richard_iii.state import State
from tests.says import says
from tests.scripted import Scripted

LOW = ["action_2", "action_2", "action_2", "action_2", "plague", "muster", "piracy"]
"""A hand worth 10."""


def stacked(hands: dict[str, list[str]]) -> tuple[State, dict[str, str]]:
    state = setup("wars_of_the_roses")
    secrets: dict[str, str] = {}
    for side, hand in hands.items():
        state.hands[side] = [f"{side}:{n}" for n in range(len(hand))]
        secrets |= dict(zip(state.hands[side], hand, strict=True))
    return state, secrets


def test_5_1_there_are_25_cards() -> None:
    kinds = {id: kind.count for id, kind in facts().cards.items()}
    assert sum(kinds.values()) == 25
    assert (kinds["action_2"], kinds["action_3"], kinds["action_4"]) == (6, 7, 6)
    assert sum(kind.event for kind in facts().cards.values()) == 6


def test_c1_seven_cards_each_and_eleven_out_of_play() -> None:
    game = Scripted(setup("wars_of_the_roses"), ["keep", "keep"])
    game.run(rule.deal)
    assert {side: len(hand) for side, hand in game.state.hands.items()} == {
        "york": 7,
        "lancaster": 7,
    }
    slots = [*game.state.hands["york"], *game.state.hands["lancaster"]]
    assert len(set(slots)) == 14
    assert len(game.secrets) == 25
    assert not any(event.text.startswith("action") for event in game.table.events)


@pytest.mark.parametrize(
    ("york", "lancaster", "first"),
    [
        ("action_3", "action_4", "lancaster"),
        ("plague", "action_4", "york"),
        ("piracy", "surprise", "york"),
        ("muster", "treason", "lancaster"),
    ],
)
def test_1_1_c3_event_then_ap_is_player_1(york: str, lancaster: str, first: str) -> None:
    state, secrets = stacked({"york": [york, "action_2"], "lancaster": [lancaster, "action_2"]})
    game = Scripted(state, [f"play {york}", f"play {lancaster}"], secrets=secrets)
    game.run(rule.choose)
    assert state.first == first
    assert state.played == {"york": york, "lancaster": lancaster}
    assert {side: len(hand) for side, hand in state.hands.items()} == {"york": 1, "lancaster": 1}


@pytest.mark.parametrize(("king", "first"), [("lancaster", "york"), ("york", "lancaster")])
def test_1_1_c3_the_pretender_is_player_1_on_ties(king: str, first: str) -> None:
    state, _ = stacked({})
    state.king_side = king
    state.played = {"york": "action_3", "lancaster": "action_3"}
    assert max(state.played, key=lambda side: rule.priority(state, side)) == first
    state.played = {"york": "plague", "lancaster": "muster"}
    assert max(state.played, key=lambda side: rule.priority(state, side)) == first


def test_c2_both_choose_secretly_whatever_they_hold() -> None:
    state, secrets = stacked({"york": LOW, "lancaster": LOW[::-1]})
    game = Scripted(state, ["play piracy", "play plague"], secrets=secrets)
    game.run(rule.choose)
    york, lancaster = game.asked
    assert york.secret_menu
    assert not york.forced
    assert [o.line for o in york.options] == [o.line for o in lancaster.options]
    assert len(york.options) == len(facts().cards)
    assert not next(o for o in york.options if o.line == "play surprise").possible(LOW)


def test_c2_r3_the_last_card_is_no_choice() -> None:
    state, secrets = stacked({"york": ["action_2"], "lancaster": ["action_4"]})
    game = Scripted(state, secrets=secrets)
    game.run(rule.choose)
    assert not game.asked
    assert state.first == "lancaster"


def test_c5_a_mulligan_is_shown_and_redealt_while_the_enemy_keeps() -> None:
    high = ["action_4"] * 4 + ["action_3"] * 3
    state, secrets = stacked({"york": LOW, "lancaster": high})
    kept = list(state.hands["lancaster"])
    game = Scripted(state, ["redeal", "keep", "keep"], secrets=secrets)
    game.run(rule.mulligan)
    assert state.redealt
    assert state.hands["lancaster"] == kept
    assert all(slot.startswith("deck:campaign_1_redeal") for slot in state.hands["york"])
    dealt = [card for slot, card in secrets.items() if slot.startswith("deck:")]
    assert len(dealt) == 18
    assert dealt.count("action_4") == 2
    assert [r.kind for r in game.asked] == ["mulligan", "mulligan", "keep_hand"]


def test_c5_the_opponent_may_take_new_cards_too() -> None:
    state, secrets = stacked({"york": LOW, "lancaster": ["action_3"] * 7})
    game = Scripted(state, ["redeal", "keep", "redeal"], secrets=secrets)
    game.run(rule.mulligan)
    assert all(slot.startswith("deck:") for side in state.hands for slot in state.hands[side])


def test_c5_r2_a_hand_above_13_is_no_mulligan() -> None:
    state, secrets = stacked({"york": ["action_2"] * 7, "lancaster": LOW})
    game = Scripted(state, ["redeal", "keep"], secrets=secrets)
    with pytest.raises(IllegalOrder, match="13 AP or less"):
        game.run(rule.mulligan)
    assert (game.story, state.redealt) == ([], False)


def test_c5_if_both_want_a_redeal_the_pretender_comes_first_and_it_happens_once() -> None:
    state, secrets = stacked({"york": LOW, "lancaster": list(LOW)})
    game = Scripted(state, ["redeal", "redeal", "keep"], secrets=secrets)
    game.run(rule.mulligan)
    assert [r.side for r in game.asked] == ["york", "lancaster", "lancaster"]
    assert (
        len(
            [
                text
                for text in game.story
                if says(text, "games.richard_iii.s1_1_cards.show_hand", word="shows")
            ]
        )
        == 1
    )


def test_c5_r2_the_mulligan_question_tells_nothing() -> None:
    menu = Menu()
    rule.offer_mulligan(menu)
    assert [option.line for option in menu.options] == ["keep", "redeal"]


def test_c5_who_holds_more_is_not_offered_it() -> None:
    menu = Menu()
    rule.offer_mulligan(menu)
    redeal = menu.options[1]
    assert redeal.possible(LOW)
    assert not redeal.possible(["action_2"] * 7)
    assert redeal.possible([""] * 7), "where the hand is not known, the GM says it"
