"""Cards that add to a Lord's ratings (1.5.2)."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.state import State
from tests.plantagenet.cards.hand import give
from tests.plantagenet.cards.turns import end_campaign, end_levy, leave
from tests.plantagenet.field import card, empty, favour, put


@pytest.fixture
def state() -> State:
    state = empty()
    put(state, "march", "ludlow")
    put(state, "henry_vi", "london")
    return state


def test_y14_event_richard_of_york_parleys_of_this_levy_only(state: State) -> None:
    state.in_force.append("Y14")
    plain = lords.card("march").influence
    assert lords.influence(state, "march", "levy_parley") == plain + 1
    assert lords.influence(state, "march", "parley") == plain
    assert lords.influence(state, "march", "vassal") == plain
    assert lords.influence(state, "henry_vi", "levy_parley") == lords.card("henry_vi").influence
    end_levy(state)
    assert lords.influence(state, "march", "levy_parley") == plain


def test_y20_event_yorkist_parade_in_one_levy_for_all_checks(state: State) -> None:
    state.in_force.append("Y20")
    plain = lords.card("march").influence
    assert lords.influence(state, "march", "tax") == plain + 2
    assert lords.loss(state, "march") == plain, "printed ratings stay"
    assert lords.influence(state, "henry_vi") == lords.card("henry_vi").influence
    end_levy(state)
    assert lords.influence(state, "march") == plain


def test_y20_event_yorkist_parade_of_a_campaign_waits_for_the_next_levy(state: State) -> None:
    state.in_force.append("Y20")
    state.step = "command"
    assert lords.influence(state, "march") == lords.card("march").influence
    state.step = "reset"
    end_campaign(state)
    state.step = "arts_of_war"
    assert lords.influence(state, "march") == lords.card("march").influence + 2


def test_y33_event_edward_v_gives_gloucester_lordship() -> None:
    state = empty("III")
    put(state, "gloucester_2", "york")
    state.in_force.append("Y33")
    assert lords.lordship(state, "gloucester_2") == lords.card("gloucester_2").lordship + 3
    assert "richard_iii" not in [id for id in state.lords if lords.added(state, id, "lordship")]
    end_levy(state)
    assert lords.lordship(state, "gloucester_2") == lords.card("gloucester_2").lordship


def test_y35_event_privy_council_for_yorkist_checks_this_levy(state: State) -> None:
    state.in_force.append("Y35")
    assert influence.rating(state, "march") == lords.card("march").influence + 1
    assert influence.rating(state, "henry_vi") == lords.card("henry_vi").influence
    end_levy(state)
    assert influence.rating(state, "march") == lords.card("march").influence


def test_y5_capability_thomas_bourchier_for_the_whole_card_from_a_friendly_city(
    state: State,
) -> None:
    put(state, "york", "york")
    favour(state, "york", "york")
    give(state, "york", "Y5")
    plain = lords.card("york").command
    game = card(state, "york", ["york: march scarborough", "york: pass"])
    assert f"has {plain + 1} actions" in game.asked[0].question
    assert f"at Scarborough has {plain} action" in game.asked[1].question
    assert lords.command(state, "york") == plain


@pytest.mark.parametrize(
    ("place", "friendly"), [("york", False), ("ludlow", True), ("london", True)]
)
def test_y5_capability_thomas_bourchier_not_elsewhere(
    state: State, place: str, friendly: bool
) -> None:
    put(state, "york", place)
    if friendly:
        favour(state, "york", place)
    give(state, "york", "Y5")
    assert lords.added(state, "york", "revealed") == 0


def test_y20_capability_yorks_favoured_son(state: State) -> None:
    give(state, "march", "Y20")
    assert lords.influence(state, "march") == lords.card("march").influence + 1
    assert lords.command(state, "march") == lords.card("march").command + 1
    leave(state, "march")
    assert lords.command(state, "march") == lords.card("march").command


def test_y22_capability_fair_arbiter_while_at_a_friendly_locale(state: State) -> None:
    put(state, "salisbury", "york")
    give(state, "salisbury", "Y22")
    card = lords.card("salisbury")
    assert lords.lordship(state, "salisbury") == card.lordship
    favour(state, "york", "york")
    assert lords.lordship(state, "salisbury") == card.lordship + 1
    assert lords.influence(state, "salisbury") == card.influence + 1
    state.lords["salisbury"].at = "burgundy"
    assert lords.lordship(state, "salisbury") == card.lordship + 1
    leave(state, "salisbury")
    assert lords.lordship(state, "salisbury") == card.lordship


def test_y26_capability_fallen_brother_once_clarence_is_removed() -> None:
    state = empty("II")
    put(state, "gloucester_1", "york")
    give(state, "gloucester_1", "Y26")
    card = lords.card("gloucester_1")
    assert lords.lordship(state, "gloucester_1") == card.lordship
    state.lords["clarence"].at = "out"
    assert lords.lordship(state, "gloucester_1") == card.lordship + 1
    assert lords.influence(state, "gloucester_1") == card.influence + 2
    leave(state, "gloucester_1")
    assert lords.lordship(state, "gloucester_1") == card.lordship


def test_l11_capability_in_the_name_of_the_king_for_parleys_in_both_phases(state: State) -> None:
    give(state, "henry_vi", "L11")
    plain = lords.card("henry_vi").influence
    for purpose, more in (("levy_parley", 1), ("parley", 1), ("lord", 0), ("tax", 0)):
        assert lords.influence(state, "henry_vi", purpose) == plain + more
    leave(state, "henry_vi")
    assert lords.influence(state, "henry_vi", "parley") == plain


def test_l13_capability_expert_counsellors(state: State) -> None:
    give(state, "henry_vi", "L13")
    assert lords.valour(state, "henry_vi") == lords.card("henry_vi").valour + 2
    leave(state, "henry_vi")
    assert lords.valour(state, "henry_vi") == lords.card("henry_vi").valour


def test_l20_capability_veteran_of_french_wars_adds_to_others(state: State) -> None:
    put(state, "somerset_1", "wells")
    give(state, "somerset_1", "L20", "L13")
    assert lords.valour(state, "somerset_1") == lords.card("somerset_1").valour + 4
    leave(state, "somerset_1")
    assert lords.valour(state, "somerset_1") == lords.card("somerset_1").valour


def married() -> State:
    state = empty("II")
    put(state, "clarence", "york")
    put(state, "warwick_l", "york")
    favour(state, "lancaster", "york")
    give(state, "clarence", "L24")
    return state


def test_l24_capability_married_to_a_neville_while_with_warwick_at_a_friendly_place() -> None:
    state = married()
    card = lords.card("clarence")
    assert lords.influence(state, "clarence") == card.influence + 2
    assert lords.command(state, "clarence") == card.command + 1
    state.favour.clear()
    assert lords.command(state, "clarence") == card.command
    state = married()
    state.lords["warwick_l"].at = "lincoln"
    assert lords.influence(state, "clarence") == card.influence
    leave(state, "warwick_l")
    assert lords.influence(state, "clarence") == card.influence


def test_l24_capability_married_to_a_neville_parting_takes_the_action_away() -> None:
    state = married()
    assert lords.card("clarence").command == 1
    game = card(state, "clarence", ["clarence: march lincoln", "clarence: stop"])
    assert [r.question.split("has ")[1] for r in game.asked if r.kind == "command"] == [
        "2 actions."
    ]


def test_l24_capability_married_to_a_neville_meeting_gives_the_action() -> None:
    state = married()
    state.lords["clarence"].at = "lincoln"
    game = card(state, "clarence", ["clarence: march york", "clarence: stop", "clarence: pass"])
    assert [r.question.split("has ")[1] for r in game.asked if r.kind == "command"] == [
        "1 action.",
        "1 action.",
    ]


def test_l28_capability_loyal_somerset_with_margaret() -> None:
    state = empty("II")
    put(state, "somerset_1", "wells")
    put(state, "margaret", "wells")
    give(state, "somerset_1", "L28")
    card = lords.card("somerset_1")
    assert lords.influence(state, "somerset_1") == card.influence + 1
    assert lords.valour(state, "somerset_1") == card.valour + 1
    state.lords["margaret"].at = "france"
    assert lords.valour(state, "somerset_1") == card.valour
    state.lords["somerset_1"].at = "france"
    assert lords.valour(state, "somerset_1") == card.valour + 1
