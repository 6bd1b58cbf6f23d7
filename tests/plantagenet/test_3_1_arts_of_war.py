"""3.1 Arts of War."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s3_1_arts_of_war as rule
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State
from tests.says import says, sentence
from tests.scripted import Scripted


@pytest.fixture
def state() -> State:
    """Later than the first Turn: Events are drawn."""
    later = setup("Ia")
    later.box = 2
    return later


def stack(state: State, side: str, *first: str) -> None:
    """Put cards on top of the deck that a scripted shuffle deals."""
    state.cards[side] = [*first, *(card for card in state.cards[side] if card not in first)]


def hold(state: State, secrets: dict[str, str], side: str, card: str) -> None:
    slot = f"deck:{side}_1:{len(state.held[side])}"
    state.held[side].append(slot)
    secrets[slot] = card


def test_3_1_1_held_events_and_cards_in_play_are_not_shuffled_in(state: State) -> None:
    secrets: dict[str, str] = {}
    hold(state, secrets, "york", "Y1")
    state.lords["york"].capabilities = ["Y3"]
    state.in_force = ["Y6"]
    assert rule.unused(state, "york") == 19
    assert rule.public_cards(state, "york") == ["Y3", "Y6"]
    game = Scripted(state, secrets=secrets)
    game.run(rule.shuffle, "york")
    dealt = [secrets[slot] for slot in state.deck["york"]]
    assert len(dealt) == 19
    assert not {"Y1", "Y3", "Y6"} & set(dealt)
    assert state.deck["york"][0] == "deck:york_2:0"


def test_c16_every_card_neither_held_nor_in_play_is_shuffled_anew_each_levy(state: State) -> None:
    stack(state, "york", "Y10", "Y15")
    stack(state, "lancaster", "L14", "L15")
    Scripted(state, ["done", "done"]).run(rule.arts_of_war)
    assert rule.unused(state, "york") == 22
    assert state.deck == {"york": [], "lancaster": []}


def test_3_1_an_empty_deck_yields_no_card(state: State) -> None:
    state.cards["york"] = ["Y10"]
    stack(state, "york", "Y10")
    stack(state, "lancaster", "L14", "L15")
    game = Scripted(state, ["done", "done"])
    game.run(rule.arts_of_war)
    assert [text for text in game.story if text.startswith("The Yorkists draw")] == [
        sentence(
            "games.plantagenet.s3_1_arts_of_war.resolve_event",
            "The Yorkists draw the Event Tax Collectors (Y10)",
            word="card",
        )
    ]


def test_3_1_2_first_levy_each_side_deploys_two_capabilities_rebel_first() -> None:
    state = setup("Ia")
    stack(state, "york", "Y3", "Y5")
    stack(state, "lancaster", "L3", "L5")
    answers = ["y3: to march", "y5: to york", "l3: to henry_vi", "l5: to somerset_1"]
    game = Scripted(state, answers)
    game.run(rule.arts_of_war)
    assert [request.side for request in game.asked] == ["york", "york", "lancaster", "lancaster"]
    assert state.lords["march"].capabilities == ["Y3"]
    assert state.lords["somerset_1"].capabilities == ["L5"]
    assert rule.unused(state, "york") == 20
    assert state.held == {"york": [], "lancaster": []}


def test_3_1_2_only_eligible_mustered_lords_may_take_it() -> None:
    state = setup("Ia")
    stack(state, "york", "Y14", "Y20")
    stack(state, "lancaster", "L15", "L14")
    game = Scripted(state, ["y14: to york"])
    game.run(rule.arts_of_war)
    offered = [[option.line for option in request.options] for request in game.asked]
    assert offered[:2] == [["y14: to york", "y14: to march"], ["y20: to march"]]
    assert state.lords["march"].capabilities == ["Y20"]
    assert state.lords["henry_vi"].capabilities == ["L15"]


def test_3_1_2_a_card_that_no_mustered_lord_can_take_is_discarded() -> None:
    state = setup("Ia")
    stack(state, "york", "Y17", "Y16")
    stack(state, "lancaster", "L14", "L16")
    game = Scripted(state)
    game.run(rule.arts_of_war)
    assert game.asked == []
    assert rule.unused(state, "york") == rule.unused(state, "lancaster") == 22


def test_c17_lords_in_exile_boxes_are_eligible_calendar_lords_are_not() -> None:
    state = setup("Ia")
    state.lords["york"].at = "ireland"
    stack(state, "york", "Y22", "Y18")
    stack(state, "lancaster", "L14", "L16")
    Scripted(state).run(rule.arts_of_war)
    assert state.lords["york"].capabilities == ["Y18"]
    assert state.lords["salisbury"].capabilities == []


def test_c17_never_two_cards_of_the_same_name_with_one_lord() -> None:
    state = setup("Ia")
    stack(state, "york", "Y1", "Y2")
    stack(state, "lancaster", "L14", "L16")
    game = Scripted(state, ["y1: to york"])
    game.run(rule.arts_of_war)
    assert state.lords["york"].capabilities == ["Y1"]
    assert state.lords["march"].capabilities == ["Y2"]


def test_3_1_3_later_levies_draw_two_events_rebel_first(state: State) -> None:
    stack(state, "york", "Y10", "Y15")
    stack(state, "lancaster", "L14", "L15")
    game = Scripted(state, ["done", "done"])
    game.run(rule.arts_of_war)
    drawn = [
        text
        for text in game.story
        if says(text, "games.plantagenet.s3_1_arts_of_war.resolve_event", word="draw")
    ]
    assert [
        facts().cards[card].event in text
        for card, text in zip(("Y10", "Y15", "L14", "L15"), drawn, strict=True)
    ] == [True] * 4
    assert state.in_force == []


def test_3_1_3_a_hold_event_stays_hidden(state: State) -> None:
    stack(state, "york", "Y1", "Y12")
    stack(state, "lancaster", "L14", "L1")
    game = Scripted(state, ["done"])
    game.run(rule.arts_of_war)
    assert state.held["york"] == ["deck:york_2:0", "deck:york_2:1"]
    assert state.held["lancaster"] == ["deck:lancaster_2:1"]
    assert rule.unused(state, "york") == 20
    assert not any(facts().cards["Y1"].event in text or "Y1" in text for text in game.story)


def test_3_1_3_what_is_told_of_a_hold_event_does_not_tell_which(state: State) -> None:
    stories = []
    for first in ("Y1", "Y19"):
        position = setup("Ia")
        position.box = 2
        stack(position, "york", first, "Y10")
        stack(position, "lancaster", "L14", "L15")
        game = Scripted(position, ["done", "done"])
        game.run(rule.arts_of_war)
        position.cards["york"].sort()
        stories.append((game.story, position))
    assert stories[0] == stories[1]


def test_3_1_3_this_levy_and_this_campaign_events_lie_open(state: State) -> None:
    stack(state, "york", "Y4", "Y6")
    stack(state, "lancaster", "L14", "L8")
    Scripted(state, ["done"]).run(rule.arts_of_war)
    assert state.in_force == ["Y4", "Y6", "L8"]
    assert rule.unused(state, "york") == 20
    rule.discard_this_levy(state)
    assert state.in_force == ["Y6", "L8"]


def test_3_1_4_a_held_event_is_kept_over_the_next_shuffle(state: State) -> None:
    secrets: dict[str, str] = {}
    hold(state, secrets, "york", "Y11")
    stack(state, "york", "Y10", "Y15")
    stack(state, "lancaster", "L14", "L15")
    Scripted(state, ["done", "done"], secrets=secrets).run(rule.arts_of_war)
    assert state.held["york"] == ["deck:york_1:0"]
    assert rule.unused(state, "york") == 21
