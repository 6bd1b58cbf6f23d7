"""7.5 Scoring hits and the Flight Table."""

from __future__ import annotations

import pytest

from pbem.engine.notation import match
from pbem.errors import IllegalOrder
from pbem.games.warriors.s7_5_flight import flight, outcome, table_note
from pbem.games.warriors.s7_5_hits import apply_hits
from pbem.games.warriors.state import State
from tests.says import sentence, worded
from tests.scripted import Scripted
from tests.warriors.field import asked, empty, engaged, kinds, lines, put, where


def field(**hits: int) -> State:
    """York with Ferrers and Audley, commanded by York, against Margaret with Clifford."""
    state = empty("battle")
    put(state, "york", "yorkshire", "york", 3)
    put(state, "ferrers", "yorkshire", "york", 2)
    put(state, "audley", "yorkshire", "york")
    put(state, "margaret", "yorkshire", "lancaster", 1)
    put(state, "clifford", "yorkshire", "lancaster")
    fought = engaged(state, "yorkshire", york="york", lancaster="margaret")
    fought.hits = dict(hits)
    return state


def hit(state: State, *answers: str, dice: tuple[int, ...] = ()) -> Scripted:
    game = Scripted(state, answers, dice)
    game.run(apply_hits)
    return game


def troops(state: State, *ids: str) -> list[int]:
    return [state.nobles[id].troops for id in ids]


def test_c13_troops_fall_first_from_whichever_nobles_the_owner_likes() -> None:
    state = field(york=3)
    hit(state, "ferrers: lose 2")
    assert troops(state, "york", "ferrers") == [2, 0]


def test_c13_the_default_takes_from_the_noble_with_most_troops() -> None:
    state = field(york=3)
    game = hit(state, "default")
    assert troops(state, "york", "ferrers") == [1, 1]
    assert "York 2, Ferrers 1" not in game.asked[0].question
    assert game.asked[0].options[0].note == "Ferrers 1, Richard of York 2"


def test_c47_without_a_choice_nobody_is_asked() -> None:
    state = field(york=5, lancaster=1)
    game = hit(state)
    assert kinds(game) == []
    assert troops(state, "york", "ferrers", "margaret") == [0, 0, 0]


def test_c13_then_nobles_of_the_owners_choice_the_commander_last() -> None:
    state = field(york=6)
    game = hit(state, "ferrers: flee", dice=(3,))
    (choice,) = asked(game, "noble_loss")
    assert lines(choice) == ["audley: flee", "ferrers: flee"]
    with pytest.raises(IllegalOrder, match=worded("games.warriors.s7_5_hits.noble_losses")):
        match(choice, "york: flee")
    assert where(state, "ferrers") == ("covert", "york")
    assert where(state, "audley") == ("yorkshire", "york")


def test_c13_surplus_hits_are_lost() -> None:
    state = field(lancaster=9)
    game = hit(state, dice=(3, 3))
    assert [label for label, _ in game.rolled] == ["clifford flight", "margaret flight"]
    assert state.battle is not None
    assert state.battle.hits == {}


@pytest.mark.parametrize(
    ("die", "place"),
    [
        (1, "covert"),
        (2, "covert"),
        (3, "covert"),
        (4, "covert"),
        (5, "covert"),
        (6, "burgundy"),
    ],
)
def test_7_5_the_flight_table(die: int, place: str) -> None:
    state = field()
    Scripted(state, dice=[die]).run(flight, "ferrers", "york")
    assert where(state, "ferrers") == (place, "york")
    assert state.nobles["ferrers"].back == (die in (1, 2, 4))


@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_c15_results_4_to_6_become_the_tower_if_the_opponent_controls_london(die: int) -> None:
    state = field()
    fought = state.battle
    assert fought is not None
    printed = outcome(state, die, "york")
    for holder in ("", "york"):
        fought.london = holder
        assert outcome(state, die, "york") == printed
    fought.london = "lancaster"
    assert outcome(state, die, "york") == ("tower" if die > 3 else printed)
    assert table_note(state, "york") == sentence(
        "games.warriors.s7_5_flight.table_note", "1-2 killed, 3 Covert Box, 4-6 Tower"
    )
    assert table_note(state, "lancaster") == (
        sentence(
            "games.warriors.s7_5_flight.table_note",
            "1-2 killed, 3 Covert Box, 4 killed, 5 Covert Box, 6 exile",
        )
    )


def test_c15_only_death_flips() -> None:
    state = field()
    assert state.battle is not None
    state.battle.london = "lancaster"
    put(state, "ferrers", "yorkshire", "york", back=True)
    Scripted(state, dice=[5]).run(flight, "ferrers", "york")
    assert state.nobles["ferrers"].at == "tower"
    assert state.nobles["ferrers"].back
    Scripted(state, dice=[3]).run(flight, "audley", "york")
    assert not state.nobles["audley"].back


def test_c15_a_turned_noble_hides_in_the_box_of_the_side_he_served() -> None:
    state = field()
    put(state, "clifford", "yorkshire", "york")
    Scripted(state, dice=[3]).run(flight, "clifford", "york")
    assert where(state, "clifford") == ("covert", "york")


def test_c14_a_turned_noble_who_is_killed_returns_to_his_colour() -> None:
    state = field()
    put(state, "clifford", "yorkshire", "york")
    Scripted(state, dice=[1]).run(flight, "clifford", "york")
    assert where(state, "clifford") == ("covert", "lancaster")
    assert state.nobles["clifford"].back


def test_c14_a_killed_neutral_goes_to_the_box_of_his_controller() -> None:
    state = field()
    Scripted(state, dice=[1]).run(flight, "audley", "york")
    assert where(state, "audley") == ("covert", "york")
    assert state.nobles["audley"].back


def test_2_2_1_killed_again_he_is_removed_from_play() -> None:
    state = field()
    put(state, "ferrers", "yorkshire", "york", back=True)
    Scripted(state, dice=[1]).run(flight, "ferrers", "york")
    assert where(state, "ferrers") == ("out", "")


def test_14_0_henry_killed_is_removed_at_once() -> None:
    state = field()
    put(state, "henry_vi", "yorkshire", "lancaster")
    Scripted(state, dice=[2]).run(flight, "henry_vi", "lancaster")
    assert where(state, "henry_vi") == ("out", "")


def test_c12_who_is_captured_hidden_or_exiled_has_no_troops() -> None:
    for die in (1, 3, 5, 6):
        state = field()
        put(state, "ferrers", "yorkshire", "york", 2)
        Scripted(state, dice=[die]).run(flight, "ferrers", "york")
        assert state.nobles["ferrers"].troops == 0


def test_c31_lancaster_chooses_between_france_and_scotland() -> None:
    state = field()
    game = Scripted(state, ["exile scotland"], [6])
    game.run(flight, "margaret", "lancaster")
    assert sorted(lines(game.asked[0])) == ["exile france", "exile scotland"]
    assert where(state, "margaret") == ("scotland", "lancaster")


def test_c22_henry_becomes_infirm_as_he_enters_the_tower() -> None:
    state = field()
    put(state, "henry_vi", "yorkshire", "lancaster")
    assert state.battle is not None
    state.battle.london = "york"
    Scripted(state, dice=[6]).run(flight, "henry_vi", "lancaster")
    assert state.nobles["henry_vi"].at == "tower"
    assert state.nobles["henry_vi"].back


def test_c38_flight_rolls_read_london_as_it_was_when_the_hits_began() -> None:
    """Margaret, the holder, falls first; York's noble still goes to the Tower, then London falls."""
    state = empty("battle")
    put(state, "margaret", "london", "lancaster")
    put(state, "ferrers", "london", "york")
    put(state, "york", "london", "york")
    state.control["london"] = "lancaster"
    fought = engaged(state, "london", york="york", lancaster="margaret")
    fought.hits = {"lancaster": 1, "york": 1}
    game = hit(state, dice=(3, 6))
    assert [label for label, _ in game.rolled] == ["margaret flight", "ferrers flight"]
    assert where(state, "ferrers") == ("tower", "york")
    assert "london" not in state.control
    assert game.story[-1] == sentence("games.warriors.s8_control.london_falls", "Lancaster")
