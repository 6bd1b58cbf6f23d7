"""7.6 Withdrawal."""

from __future__ import annotations

from functools import partial

import pytest

from pbem.engine.notation import match
from pbem.engine.request import Request
from pbem.errors import IllegalOrder
from pbem.games.warriors.board_trays import trays
from pbem.games.warriors.s2_2_1_nobles import name
from pbem.games.warriors.s7_6_withdrawal import Withdraw, destinations, offer_withdrawals, withdraw
from pbem.games.warriors.s7_7_end_of_battle import end_of_round, fight_or_withdraw
from pbem.games.warriors.state import State
from tests.says import sentence, worded
from tests.scripted import Scripted
from tests.warriors.field import asked, asking, empty, engaged, lines, put, where


def field() -> State:
    """Talbot, Dacre and Vaux in the North Midlands against Warwick; York is the aggressor."""
    state = empty("battle")
    put(state, "talbot", "north_midlands", "lancaster", 2)
    put(state, "dacre", "north_midlands", "lancaster", 1)
    put(state, "vaux", "north_midlands", "lancaster", 1)
    put(state, "warwick", "north_midlands", "york", 4)
    engaged(state, "north_midlands", york="warwick", lancaster="talbot")
    return state


def go(state: State, side: str, to: str, *answers: str, dice: tuple[int, ...] = ()) -> Scripted:
    assert state.battle is not None
    state.battle.to = to
    game = Scripted(state, answers, dice)
    game.run(withdraw, side)
    return game


def test_7_6_the_question_names_those_who_would_leave() -> None:
    state = field()
    question = fight_or_withdraw(state, "lancaster")
    assert name(state, "warwick") not in question
    assert all(name(state, id) in question for id in ("talbot", "dacre", "vaux"))


def test_c37_the_non_aggressor_declares_first_and_the_first_declaration_ends_it() -> None:
    game = Scripted(field(), ["withdraw east"])
    assert game.run(end_of_round) == "lancaster"
    assert len(game.asked) == 1
    game = Scripted(field(), ["fight", "withdraw yorkshire"])
    assert game.run(end_of_round) == "york"
    assert [request.side for request in game.asked] == ["lancaster", "york"]


def test_c37_if_nobody_withdraws_the_next_round_begins() -> None:
    assert Scripted(field(), ["fight", "fight"]).run(end_of_round) == ""


@pytest.mark.parametrize(
    ("step", "moment"), [("attacks", "round 1"), ("withdrawal", "after round 1")]
)
def test_the_board_says_whether_the_round_is_over(step: str, moment: str) -> None:
    state = field()
    assert state.battle is not None
    state.battle.round, state.battle.step = 1, step
    (line,) = [tray for tray in trays(state) if tray.is_battle]
    assert line.title.endswith(f", {moment}")


def offered(state: State, side: str) -> Request:
    fill = partial(offer_withdrawals, state=state, side=side)
    return asking(Withdraw, "forced_withdrawal", fill, side)


def test_c33_not_among_enemies_control_is_no_bar() -> None:
    state = field()
    put(state, "fauconberg", "yorkshire", "york")
    put(state, "margaret", "east", "lancaster", 6)
    state.control["west_midlands"] = "york"
    assert sorted(destinations(state, "lancaster")) == [
        "east",
        "northwest",
        "south_midlands",
        "west_midlands",
    ]
    with pytest.raises(
        IllegalOrder, match=worded("games.warriors.s7_6_withdrawal.why_not", word="enemy")
    ):
        match(offered(state, "lancaster"), "withdraw yorkshire")


def test_c33_a_friendly_foreign_area_but_no_other() -> None:
    state = empty("battle")
    put(state, "talbot", "calais", "lancaster")
    put(state, "warwick", "calais", "york")
    engaged(state, "calais", york="warwick", lancaster="talbot")
    assert "france" in destinations(state, "lancaster")
    assert "burgundy" in destinations(state, "york")
    with pytest.raises(IllegalOrder, match="not friendly"):
        match(offered(state, "lancaster"), "withdraw burgundy")


def test_c33_a_side_without_a_destination_cannot_withdraw() -> None:
    state = empty("battle")
    put(state, "ormond", "ireland", "lancaster")
    put(state, "kildare", "ireland", "york")
    put(state, "ferrers", "wales", "york")
    put(state, "ogle", "northwest", "york")
    engaged(state, "ireland", york="kildare", lancaster="ormond")
    game = Scripted(state, ["fight"])
    game.run(end_of_round)
    assert lines(asked(game, "withdraw")[0]) == ["fight"]


def test_c33_the_rule_of_staying_behind_does_not_apply() -> None:
    state = field()
    go(state, "york", "yorkshire", dice=(1, 1, 1, 1, 1))
    assert where(state, "warwick") == ("yorkshire", "york")


def test_c34_the_others_flee_before_the_pursuit() -> None:
    state = field()
    game = go(state, "lancaster", "east", "take talbot", dice=(3, 1, *[6, 6, 1, 1, 1]))
    assert [label for label, _ in game.rolled[:2]] == ["dacre flight", "vaux flight"]
    assert where(state, "dacre") == ("covert", "lancaster")
    assert state.nobles["vaux"].back
    assert state.nobles["talbot"].troops == 0
    assert state.nobles["talbot"].disgraced
    assert where(state, "talbot") == ("east", "lancaster")


def test_c34_who_goes_is_chosen_up_to_the_limit() -> None:
    state = field()
    game = go(state, "lancaster", "west_midlands", "take dacre talbot", dice=(3, *[1] * 5))
    assert lines(asked(game, "withdraw_party")[0]) == [
        "take dacre talbot",
        "take talbot vaux",
        "take dacre vaux",
    ]
    assert where(state, "vaux") == ("covert", "lancaster")
    assert where(state, "dacre") == ("west_midlands", "lancaster")


def test_c34_the_pursuer_has_his_bonus_against_the_new_commander() -> None:
    """Talbot (battle 2) is left behind; against Dacre (battle 1) Warwick adds 2."""
    state = field()
    game = go(state, "lancaster", "east", "take dacre", dice=(3, 3, 4, 1, 1, 1, 1))
    assert "York attacks in the North Midlands with 5 dice at +2: 1 Hit." in game.story
    assert state.nobles["dacre"].troops == 0


def test_c34_the_hits_fall_on_those_who_withdraw_and_perhaps_nobody_arrives() -> None:
    state = field()
    state.nobles["vaux"].at = state.nobles["dacre"].at = "east"
    game = go(state, "lancaster", "west_midlands", dice=(6, 6, 6, 1, 1, 3))
    assert where(state, "talbot") == ("covert", "lancaster")
    assert game.story[-1] == sentence(
        "games.warriors.s7_6_withdrawal.arrive", "the West Midlands", word="left"
    )


def test_c34_the_withdrawing_side_does_not_roll() -> None:
    game = go(field(), "lancaster", "west_midlands", "take talbot vaux", dice=(3, *[1] * 5))
    assert {label.split()[0] for label, _ in game.rolled} == {"dacre", "york"}


def test_c12_who_is_left_behind_loses_his_troops_before_he_rolls() -> None:
    state = field()
    go(
        state,
        "lancaster",
        "west_midlands",
        "take talbot vaux",
        dice=(3, *[1] * 5),
    )
    assert state.nobles["dacre"].troops == 0


def test_7_6_4_the_story_says_who_is_left_behind_and_nothing_where_nobody_is() -> None:
    game = go(field(), "lancaster", "west_midlands", "take talbot vaux", dice=(3, *[1] * 5))
    assert [line for line in game.story if "left behind" in line] == [
        sentence(
            "games.warriors.s7_6_withdrawal.leave_behind",
            "Dacre",
            "is",
            "Flight Table: 1-2 killed, 3 Covert Box, 4 killed, 5 Covert Box, 6 exile",
        )
    ]
    game = go(field(), "york", "yorkshire", dice=(1, 1, 1, 1, 1))
    assert not [line for line in game.story if "left behind" in line]


def test_c10_who_has_withdrawn_is_disgraced_the_infirm_henry_too() -> None:
    state = empty("battle")
    put(state, "henry_vi", "london", "lancaster", back=True)
    put(state, "york", "london", "york")
    engaged(state, "london", york="york", lancaster="henry_vi")
    go(state, "lancaster", "east", dice=(1,))
    assert where(state, "henry_vi") == ("east", "lancaster")
    assert state.nobles["henry_vi"].disgraced


def test_c19_london_is_lost_when_its_holder_withdraws() -> None:
    state = empty("battle")
    put(state, "margaret", "london", "lancaster")
    put(state, "york", "london", "york")
    state.control["london"] = "lancaster"
    engaged(state, "london", york="york", lancaster="margaret")
    go(state, "lancaster", "east", dice=(1,))
    assert "london" not in state.control
