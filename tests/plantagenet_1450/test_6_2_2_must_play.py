"""6.2.2, 6.2.3, 6.3.2, 7.2.2 What a hand is obliged to, and that nobody else can see it (C128 to C131, C192)."""

from __future__ import annotations

import pytest

from pbem.engine.request import Request
from pbem.errors import IllegalOrder
from pbem.games.plantagenet_1450 import s7_2_impulses as s7_2
from pbem.games.plantagenet_1450 import s8_intrigue as s8
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import lines, put, run
from tests.plantagenet_1450.impulses import whole
from tests.says import Pattern, says
from tests.scripted import Scripted


def hidden(state: State, side: str, *cards: str) -> dict[str, str]:
    """A hand that only its owner knows."""
    slots = [f"deck:intrigue_1:{n}" for n in range(len(cards))]
    state.hands[side] = slots
    return dict(zip(slots, cards, strict=True))


def tries(state: State, line: str, *cards: str, side: str = "york") -> Scripted:
    state.plays = side
    game = Scripted(state, [line], [], hidden(state, side, *cards))
    game.run(s7_2.play)
    return game


def refused(state: State, line: str, *cards: str, side: str = "york") -> str:
    with pytest.raises(IllegalOrder) as caught:
        tries(state, line, *cards, side=side)
    return str(caught.value)


def at_impulse(number: int) -> State:
    """Normandy (L24) can always happen; Somerset (L02) and Exeter (L08) are the enemy's for York."""
    state = whole()
    state.impulse = number
    return state


def test_6_2_2_1_c128_as_many_obliged_cards_as_later_impulses_and_one_more_may_wait() -> None:
    tries(at_impulse(4), "one intrigue", "L24", "L02", "L46")
    tries(at_impulse(5), "one intrigue", "L24", "L46")
    refused(at_impulse(5), "one intrigue", "L24", "L02", "L46")
    refused(at_impulse(4), "points l46", "L24", "L02", "L08", "L46")


def test_c128_the_one_that_is_played_waits_no_more() -> None:
    tries(at_impulse(5), "event l24", "L24", "L02")
    tries(at_impulse(5), "noble l02 to dorset", "L24", "L02")


def test_c25_the_owner_alone_learns_that_his_hand_does_not_allow_a_line() -> None:
    told = refused(at_impulse(5), "one intrigue", "L24", "L02")
    assert says(told, "engine.option.Option.against", word="allow")
    assert "(6.2.2, C128)" in told


def test_7_2_2_all_but_one_must_be_played_and_that_one_may_be_kept_as_plot_card() -> None:
    state = at_impulse(5)
    tries(state, "event l24", "L24", "L02")
    assert len(state.hands["york"]) == 1


def test_c192_an_obliged_card_is_no_plain_points() -> None:
    assert "(6.2.2, C192)" in refused(at_impulse(1), "points l24", "L24")
    assert "(6.2.2, C192)" in refused(at_impulse(1), "points l02", "L02")


def test_6_2_2_c26_without_its_prerequisites_a_must_play_card_is_intrigue_like_any() -> None:
    state = at_impulse(5)
    tries(state, "points l22", "L22", "L02")
    assert state.points[-1].left == 4
    assert says(
        refused(at_impulse(1), "event l22", "L22"),
        "games.plantagenet_1450.s7_2_impulses.bar",
        "The Moonstruck King",
        Pattern("Henry VI .*"),
        word="if",
    )


def test_6_3_2_own_and_neutral_nobles_never_oblige() -> None:
    tries(at_impulse(5), "one intrigue", "L01", "L05", "L07", "L18", "L06")


def test_c129_a_split_must_play_obliges_whoever_holds_it_and_gives_no_points() -> None:
    for side in ("york", "lancaster"):
        state = at_impulse(5)
        state.turn = 7
        refused(state, "one intrigue", "Y19", "L24", side=side)
        state = at_impulse(5)
        state.turn = 7
        tries(state, "event y19", "Y19", "L24", side=side)
        assert state.points == []
        assert "treaty_of_arras" in state.flags


def test_c129_what_obliges_too_late_costs_nothing_one_of_them_is_played() -> None:
    state = at_impulse(5)
    tries(state, "event l24", "L24", "L02", "L08")
    refused(at_impulse(5), "points l46", "L24", "L02", "L08", "L46")


def test_6_2_4_a_spent_event_obliges_no_more() -> None:
    state = at_impulse(5)
    state.spent.append("L24")
    tries(state, "points l24", "L24", "L02")


def plotting(number: int, plot: int = 0) -> State:
    state = at_impulse(number)
    state.plot["york"] = f"deck:intrigue_1:{plot}"
    return state


def test_6_2_3_c131_at_the_last_impulse_the_plot_card_alone_may_be_played() -> None:
    state = plotting(5)
    game = tries(state, "points l46", "L46", "L24", "L02")
    assert game.asked[0].slots == ("deck:intrigue_1:0",)
    assert "york" not in state.plot
    assert "(6.2.3, C131)" in refused(plotting(5), "one intrigue", "L46", "L24")
    assert says(
        refused(plotting(5), "points l45", "L46", "L45"),
        "engine.option.Option.against",
        word="you do",
    )


def test_6_2_3_c131_also_where_it_is_the_only_card_of_the_hand() -> None:
    assert "(6.2.3, C131)" in refused(plotting(5), "one intrigue", "L46")
    tries(plotting(5), "points l46", "L46")


def test_c131_as_its_event_or_noble_too() -> None:
    state = plotting(5)
    tries(state, "noble l02 to dorset", "L02", "L24", "L08")
    assert state.leaders["somerset"].status == "free"


def test_c128_a_plot_card_of_last_turn_takes_one_of_the_impulses() -> None:
    tries(at_impulse(4), "one intrigue", "L46", "L24", "L02")
    refused(plotting(4), "one intrigue", "L46", "L24", "L02")
    tries(plotting(4), "points l46", "L46", "L24", "L02")
    tries(plotting(4), "event l24", "L46", "L24", "L02")


def test_c192_an_obliged_plot_card_counts_once() -> None:
    tries(plotting(4), "one intrigue", "L24", "L02")
    refused(plotting(4), "one intrigue", "L24", "L02", "L08")


def asked(*cards: str, plot: bool = False) -> Request:
    state = plotting(3) if plot else at_impulse(3)
    state.plays = "york"
    put(state, "richard_york", anchor("norfolk"))
    game = Scripted(state, [], [], hidden(state, "york", *cards))
    with pytest.raises(AssertionError, match="an answer is missing"):
        game.run(s7_2.play)
    return game.asked[0]


@pytest.mark.parametrize("plot", [False, True])
def test_c130_the_menu_is_the_same_whatever_is_held(plot: bool) -> None:
    one = asked("L24", "L02", "L46", "L53", plot=plot)
    two = asked("L01", "L33", "L41", "L16", plot=plot)
    assert one.options[:] == two.options[:]
    assert [str(option.note) for option in one.options] == [str(o.note) for o in two.options]
    assert one.menu.barred == two.menu.barred
    assert (one.question, one.slots) == (two.question, two.slots)


def test_c130_what_a_hand_must_fit_looks_at_nothing_that_moves_on() -> None:
    state = at_impulse(5)
    request = Request[s7_2.Play](
        "york", "impulse", "", "7.2", lambda menu: s7_2.fill_plays(menu, state, "york")
    )
    hidden(state, "york", "L24", "L02", "L46")
    option = next(one for one in request.options if one.line == "one intrigue")
    before = option.against(["L24", "L02", "L46"])
    state.impulse, state.spent, state.turn = 1, ["L24"], 9
    put(state, "somerset", anchor("london"))
    assert before
    assert option.against(["L24", "L02", "L46"]) == before
    assert not option.against(["L24", "L46", "L45"])


def test_6_2_1_only_the_side_of_its_colour_plays_an_event() -> None:
    assert "(6.2.1)" in refused(at_impulse(1), "event l37", "L37")
    state = at_impulse(1)
    tries(state, "event l37", "L37", side="lancaster")
    assert state.discards == ["L37"]


def test_6_2_a_split_event_is_played_by_either() -> None:
    for side in ("york", "lancaster"):
        state = at_impulse(1)
        tries(state, "event l39", "L39", side=side)
        assert state.treasury[side] == 3


def test_6_2_2_2_an_opponents_must_play_gives_its_points_after_the_event() -> None:
    state = at_impulse(1)
    tries(state, "event l24", "L24", side="lancaster")
    assert state.legitimacy == {"york": 10, "lancaster": 8}
    assert [(points.side, points.left) for points in state.points] == [("lancaster", 3)]


def test_6_2_2_2_or_before_it() -> None:
    state = at_impulse(1)
    tries(state, "points l24 then event", "L24", side="lancaster")
    assert state.legitimacy["lancaster"] == 10
    assert state.points[-1].event


def test_6_2_2_2_it_follows_a_campaign_that_is_opened_with_its_points() -> None:
    state = at_impulse(1)
    tries(state, "points l24 then event", "L24", side="lancaster")
    run(s8.spend, state, ["open a campaign of 3 turns"])
    assert state.in_campaign
    assert state.legitimacy["lancaster"] == 10
    state.in_campaign = False
    run(s8.spend, state)
    assert (state.legitimacy["lancaster"], state.points) == (8, [])


def before_its_event(turn: int = 1) -> State:
    """A king and a protector in England, and a queen."""
    state = whole(turn, carlisle="lancaster")
    put(state, "henry_vi", anchor("carlisle"), crowned=True)
    put(state, "margaret", anchor("durham"))
    put(state, "richard_york", anchor("kent"))
    return state


def test_6_2_2_2_its_own_points_do_not_dodge_it() -> None:
    state = before_its_event()
    tries(state, "points l22 then event", "L22", side="lancaster")
    run(s8.spend, state, ["henry_vi: move scotland"])
    run(s8.spend, state, ["done"])
    assert state.leaders["henry_vi"].at == "foreign:scotland"
    assert (state.leaders["henry_vi"].mad, state.control["calais"]) == (True, "york")
    assert state.spent == ["L22"]


def test_6_2_2_2_nor_does_a_campaign_that_they_open() -> None:
    state = before_its_event()
    tries(state, "points l23 then event", "L23", side="york")
    state.leaders["margaret"].status = "captive"
    run(s8.spend, state, ["done"])
    assert (state.legitimacy["lancaster"], state.spent) == (12, ["L23"])


def test_6_2_2_2_who_died_meanwhile_loses_no_wits_and_nobody_governs_for_him() -> None:
    state = before_its_event()
    tries(state, "points l22 then event", "L22", side="lancaster")
    state.leaders["henry_vi"].status, state.leaders["henry_vi"].at = "dead", ""
    run(s8.spend, state, ["done"])
    assert state.spent == ["L22"]
    assert not any(one.mad for one in state.leaders.values())
    assert "calais" not in state.control


def test_c92_a_prince_who_is_out_of_the_game_comes_no_sooner() -> None:
    state = before_its_event()
    tries(state, "points l23 then event", "L23", side="york")
    state.leaders["edward_wales"].status, before = "dead", dict(state.heirs)
    run(s8.spend, state, ["done"])
    assert (state.legitimacy["lancaster"], state.heirs) == (12, before)


def test_6_2_2_ones_own_must_play_gives_no_points() -> None:
    state = at_impulse(1)
    game = tries(state, "event l24", "L24", side="york")
    assert state.points == []
    assert "points l24 then event" not in lines(game.asked[0])


def test_7_2_3_one_intrigue_keeps_the_hand() -> None:
    state = at_impulse(1)
    tries(state, "one intrigue", "L46")
    assert len(state.hands["york"]) == 1
    assert [(points.card, points.left) for points in state.points] == [("", 1)]
