"""9.2 Treasury points: what they are bid for, how they are countered, what is paid."""

from __future__ import annotations

import pytest

from pbem.engine.condition import parse
from pbem.engine.request import Request
from pbem.errors import IllegalOrder, UnknownWord
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.s9_2_treasury import bid
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import asked, empty, lines
from tests.plantagenet_1450.realm import hold, orders, play, realm
from tests.says import says, sentence, worded

WHAT = sentence("games.plantagenet_1450.s14_sieges.besiege", "Harlech", word="the siege")


def purses(york: int, lancaster: int) -> State:
    state = realm()
    state.treasury = {"york": york, "lancaster": lancaster}
    return state


def test_9_2_2_c38_the_roller_spends_what_he_likes_and_pays_it() -> None:
    state = purses(5, 0)
    net, game = play(bid, state, "york", WHAT, answers=("bid 3",))
    assert net == 3
    assert state.treasury == {"york": 2, "lancaster": 0}
    assert (
        sentence(
            "games.plantagenet_1450.s9_2_treasury.bid",
            "York spends 3 Treasury on the siege of Harlech",
            "+3",
            word="modifier",
        )
        in game.story
    )


def test_9_2_2_c38_nothing_need_be_spent() -> None:
    state = purses(5, 5)
    net, game = play(bid, state, "york", WHAT, answers=("bid none",))
    assert (net, state.treasury) == (0, {"york": 5, "lancaster": 5})
    assert not game.passed, "there is nothing to counter"


def test_9_2_2_c38_the_other_side_counters_and_the_roller_raises_once_more() -> None:
    state = purses(6, 4)
    net, game = play(
        bid, state, "york", WHAT, answers=("bid 2 +3",), moments=orders(on_bid="counter 2")
    )
    assert net == 2 - 2 + 2
    assert state.treasury == {"york": 2, "lancaster": 2}
    assert any(
        says(
            told,
            "games.plantagenet_1450.s9_2_treasury.bid",
            worded("games.plantagenet_1450.s9_2_treasury.bid", "Lancaster", 2, word="against"),
            "+2",
            word="modifier",
        )
        for told in game.story
    )


def test_9_2_2_c38_a_campaign_scenario_has_no_treasury_to_spend() -> None:
    net, game = play(bid, empty(), "york", WHAT)
    assert (net, game.asked) == (0, [])


def test_c38_c140_the_counter_is_a_standing_order_a_sum_or_match_up_to_n() -> None:
    """The example of the notes: opening 1, match up to 2, ceiling 3, against Treasuries of 3 and 2."""
    state = purses(3, 2)
    net, _ = play(
        bid, state, "york", WHAT, answers=("bid 1 +2",), moments=orders(on_bid="match up to 2")
    )
    assert net == 1 - 1 + 1
    assert state.treasury == {"york": 1, "lancaster": 1}


def test_c140_match_up_to_n_counters_no_more_than_n() -> None:
    state = purses(5, 5)
    net, _ = play(
        bid, state, "york", WHAT, answers=("bid 4",), moments=orders(on_bid="match up to 3")
    )
    assert (net, state.treasury) == (1, {"york": 1, "lancaster": 2})


def test_c140_a_formula_may_name_more_than_there_is() -> None:
    state = purses(5, 1)
    net, _ = play(
        bid, state, "york", WHAT, answers=("bid 4",), moments=orders(on_bid="match up to 9")
    )
    assert (net, state.treasury["lancaster"]) == (3, 0)


def test_c140_without_a_standing_order_nothing_is_countered_and_nobody_is_asked() -> None:
    state = purses(5, 5)
    net, game = play(bid, state, "york", WHAT, answers=("bid 2",))
    assert net == 2
    assert [request.side for request in game.passed] == ["lancaster"]
    assert not asked(game, "on_bid")


def test_c140_no_counter_against_a_side_without_treasury() -> None:
    state = purses(2, 0)
    _, game = play(bid, state, "york", WHAT, answers=("bid 2",), moments=orders(on_bid="counter 1"))
    assert not game.passed
    assert "bid 1 +1" not in lines(game.asked[0]), "nobody can counter, so there is no raise (C196)"


def test_c141_what_a_die_cannot_use_is_paid_all_the_same() -> None:
    state = purses(20, 0)
    net, _ = play(bid, state, "york", WHAT, answers=("bid 20",))
    assert (net, state.treasury["york"]) == (20, 0)


def test_c141_nobody_bids_more_than_he_has() -> None:
    with pytest.raises((IllegalOrder, UnknownWord)):
        play(bid, purses(2, 5), "york", WHAT, answers=("bid 3",))
    with pytest.raises((IllegalOrder, UnknownWord)):
        play(bid, purses(2, 5), "york", WHAT, answers=("bid 1 +2",))


def test_c142_c143_some_bids_may_not_be_countered() -> None:
    state = purses(3, 3)
    net, game = play(
        bid,
        state,
        "york",
        "a muster",
        contested=False,
        answers=("bid 2",),
        moments=orders(on_bid="counter 2"),
    )
    assert (net, state.treasury["lancaster"]) == (2, 3)
    assert not game.passed


def test_c189_in_a_siege_the_defender_counters_an_opening_of_nothing_too() -> None:
    state = purses(0, 3)
    net, _ = play(bid, state, "york", WHAT, defended=True, moments=orders(on_bid="counter 2"))
    assert (net, state.treasury) == (-2, {"york": 0, "lancaster": 1})
    state = purses(3, 3)
    net, _ = play(
        bid,
        state,
        "york",
        WHAT,
        defended=True,
        answers=("bid 0 +2",),
        moments=orders(on_bid="counter 3"),
    )
    assert (net, state.treasury) == (-1, {"york": 1, "lancaster": 0})


def test_c189_elsewhere_an_opening_of_nothing_is_no_bid() -> None:
    state = purses(3, 3)
    _, game = play(bid, state, "york", WHAT, answers=("bid none",))
    assert not [line for line in lines(game.asked[0]) if line.startswith("bid 0")]


def test_c196_the_raise_answers_the_counter_and_no_more() -> None:
    state = purses(9, 5)
    net, _ = play(
        bid, state, "york", WHAT, answers=("bid 1 +5",), moments=orders(on_bid="counter 3")
    )
    assert (net, state.treasury) == (1, {"york": 9 - 1 - 3, "lancaster": 2})


def test_c196_a_counter_may_exceed_the_opening() -> None:
    state = purses(2, 5)
    net, _ = play(bid, state, "york", WHAT, answers=("bid 1",), moments=orders(on_bid="counter 5"))
    assert (net, state.treasury) == (-4, {"york": 1, "lancaster": 0})


def test_c140_y46_foreign_gold_pays_three_points_of_one_bid() -> None:
    state = purses(2, 0)
    secrets = hold(state, "york", "Y46")
    net, game = play(bid, state, "york", WHAT, answers=("bid 5 playing y46",), secrets=secrets)
    assert (net, state.treasury["york"]) == (5, 0)
    assert state.discards == ["Y46"]
    assert not state.hands["york"]
    assert (
        sentence(
            "games.plantagenet_1450.s9_2_treasury.open_bidding",
            "York",
            "Foreign Gold",
            3,
            word="plays",
        )
        in game.story
    )


def test_c140_y46_what_it_gives_beyond_the_bid_is_lost() -> None:
    state = purses(2, 0)
    secrets = hold(state, "york", "Y46")
    net, _ = play(bid, state, "york", WHAT, answers=("bid 1 playing y46",), secrets=secrets)
    assert (net, state.treasury["york"]) == (1, 2)


def test_c140_y46_the_question_does_not_tell_who_holds_it() -> None:
    """Whoever may hold it is offered it; only its holder can choose it."""
    asked_of = []
    for card in ("Y46", "Y40"):
        state = purses(1, 0)
        state.cards += ["Y46", "Y40"]
        secrets = hold(state, "york", card)
        _, game = play(bid, state, "york", WHAT, answers=("bid none",), secrets=secrets)
        asked_of.append((game.asked[0].question, lines(game.asked[0])))
    assert asked_of[0] == asked_of[1]
    assert "bid 4 playing y46" in asked_of[0][1]
    state = purses(1, 0)
    state.cards += ["Y46", "Y40"]
    with pytest.raises(IllegalOrder):
        play(
            bid,
            state,
            "york",
            WHAT,
            answers=("bid 1 playing y46",),
            secrets=hold(state, "york", "Y40"),
        )


def test_c38_a_standing_order_may_ask_what_is_rolled_for() -> None:
    """`bid on siege` holds while the bid for a siege is open, and no longer."""
    state = purses(3, 3)
    seen = []

    def watch(request: Request) -> str:
        seen.append(holds(state, "bid on siege"))
        return "match"

    net, _ = play(bid, state, "york", WHAT, about="siege", answers=("bid 2",), moments=watch)
    assert (net, seen, holds(state, "bid on siege")) == (0, [True], False)


def holds(state: State, term: str) -> bool:
    return parse(term).holds(
        lambda words: PLANTAGENET_1450.conditions.look(state, "lancaster", words)
    )
