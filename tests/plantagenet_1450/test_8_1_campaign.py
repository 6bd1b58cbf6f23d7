"""8.1, 16.1-2 A Campaign is opened with points, once a turn; 7.3 else it begins by itself."""

from __future__ import annotations

from pbem.games.plantagenet_1450.sequence import campaign_begins, following, step
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import lines, put, run
from tests.plantagenet_1450.realm import offered, realm, spend
from tests.says import sentence


def campaigns(state: State, points: int, card: str = "L38") -> list[str]:
    menu = offered(state, "york", points, card=card)
    return [line for line in lines(menu) if line.startswith("open")]


def test_8_1_three_four_or_five_points_open_it() -> None:
    state = realm()
    assert campaigns(state, 5) == [f"open a campaign of {many} turns" for many in (3, 4, 5)]
    assert campaigns(state, 3) == ["open a campaign of 3 turns"]
    assert not campaigns(state, 2)


def test_8_1_16_2_c35_the_points_spent_are_its_length_and_the_play_ends() -> None:
    state = realm()
    game = spend(state, "york", 5, "open a campaign of 4 turns")
    assert (state.campaign_turns, state.in_campaign, state.campaigned) == (4, True, True)
    assert sum(one.left for one in state.points) == 0, "the fifth point is lost"
    assert following(state, "intrigue", 1) == "deployment"
    assert sentence("games.plantagenet_1450.s8_1_campaign.open_campaign", "York", 4) in game.story


def test_8_1_c35_other_points_of_the_card_are_used_before() -> None:
    state = realm()
    spend(state, "york", 5, "recruit spears", "open a campaign of 4 turns", dice=(3,))
    assert state.campaign_turns == 4
    assert state.pool["york"]


def test_16_4_1_who_opens_it_with_points_wins_the_first_initiative() -> None:
    state = realm()
    spend(state, "york", 3, "open a campaign of 3 turns")
    assert state.won == "york"


def test_8_1_only_one_campaign_a_turn() -> None:
    state = realm()
    state.campaigned = True
    assert not campaigns(state, 5)
    barred = offered(state, "york", 5).barred["open a campaign of 3 turns"]
    assert barred == sentence("games.plantagenet_1450.s8_1_campaign.bar", word="there")


def test_8_1_c34_not_with_one_intrigue_nor_after_the_loveday() -> None:
    state = realm()
    assert not campaigns(state, 1, card="")
    state.flags["no_campaign_start"] = "end_of_turn"
    assert not campaigns(state, 5)


def test_7_3_without_one_a_campaign_of_three_turns_begins_after_the_last_impulse() -> None:
    state = realm()
    state.impulse = 6
    assert following(state, "end_of_play", 1) == "campaign"
    game = run(campaign_begins, state)
    assert (state.campaign_turns, state.in_campaign) == (3, True)
    assert game.story == [sentence("games.plantagenet_1450.sequence.campaign_begins", 3)]


def test_16_1_a_turn_with_a_campaign_has_none_at_its_end() -> None:
    state = realm()
    state.impulse, state.campaigned = 6, True
    assert following(state, "end_of_play", 1) == "turn_ends"


def test_c182_the_opponents_play_follows_a_campaign_that_points_opened() -> None:
    state = realm()
    state.impulse, state.plays, state.campaigned = 2, "lancaster", True
    state.step = "end_of_campaign"
    put(state, "richard_york", "1928")
    after = following(state, "end_of_campaign", 3)
    assert after == "end_of_play"
    state.step = after
    run(step, state)
    assert (state.step, state.plays, state.impulse) == ("play", "york", 2)
