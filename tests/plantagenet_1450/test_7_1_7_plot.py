"""7.1.7 Discard and deal; 6.2.3 Plot cards."""

from __future__ import annotations

import pytest

from pbem.engine.request import Menu
from pbem.engine.table import NAMED, Table
from pbem.errors import IllegalOrder
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.s7_1_7_deal import discard_and_deal
from pbem.games.plantagenet_1450.s7_1_7_plot import fill_plots, warning
from pbem.games.plantagenet_1450.s7_2_impulses import play as play_impulse
from pbem.games.plantagenet_1450.s7_4_end_of_turn import turn_ends
from pbem.games.plantagenet_1450.state import State
from pbem.web.seat.highlights import concerns
from tests.plantagenet_1450.field import deal, lines, put
from tests.plantagenet_1450.realm import hold, play, realm
from tests.says import says, sentence
from tests.scripted import Scripted

LONDON = "1928"
YOUNG_PRINCES = "Y20"
"""A Must Play card, once Edward IV is dead."""
IDLE = ("L41", "L45", "L46", "L47")
"""Responses oblige nobody."""
JACK_CADE = "L21"


def dealt(
    york: tuple[str, ...] = (), lancaster: tuple[str, ...] = ()
) -> tuple[State, dict[str, str]]:
    """A turn ends; the deck has twenty cards."""
    state = realm(london="lancaster")
    put(state, "henry_vi", LONDON, crowned=True)
    secrets = {**hold(state, "york", *york), **hold(state, "lancaster", *lancaster)}
    state.deck = [f"deck:intrigue_1:{number}" for number in range(20)]
    rest = [card for card in state.cards if card not in (*york, *lancaster)]
    return state, {**secrets, **dict(zip(state.deck, rest, strict=False))}


def test_a_card_that_only_its_place_names_glows_for_whoever_knows_it() -> None:
    menu = Menu()
    fill_plots(menu, ("slot:1", f"{NAMED}{JACK_CADE}"), ())
    told = {
        one.option.line: one.about
        for one in concerns(PLANTAGENET_1450, "york", menu.options, {"slot:1": "L41"})
    }
    assert (told["plot 1"], told["plot 2"]) == (("card:L41",), (f"card:{JACK_CADE}",))


def new_turn(state: State, secrets: dict[str, str], *answers: str) -> Scripted:
    return play(ends_and_begins, state, answers=answers, secrets=secrets)[1]


async def ends_and_begins(table: Table[State]) -> None:
    await turn_ends(table)
    await discard_and_deal(table)


def test_7_1_7_what_is_left_of_the_hands_is_discarded_and_five_cards_are_dealt() -> None:
    state, secrets = dealt(IDLE[:2], IDLE[2:])
    new_turn(state, secrets, "plot none", "plot none")
    assert sorted(state.discards) == sorted(IDLE)
    assert {side: len(hand) for side, hand in state.hands.items()} == {"york": 5, "lancaster": 5}
    assert state.plot == {}


def test_7_1_7_a_plot_card_stays_and_only_four_are_dealt() -> None:
    state, secrets = dealt(IDLE[:2], IDLE[2:])
    kept = state.hands["york"][1]
    new_turn(state, secrets, "plot none", "plot 2")
    assert state.plot == {"york": kept}
    assert state.hands["york"][0] == kept
    assert len(state.hands["york"]) == 5
    assert sorted(state.discards) == sorted([IDLE[0], *IDLE[2:]])
    assert len(state.deck) == 20 - 9


def test_7_1_7_lancaster_decides_first_and_c126_cards_are_dealt_one_by_one() -> None:
    state, secrets = dealt(IDLE[:2], IDLE[2:])
    game = new_turn(state, secrets, "plot 1", "plot none")
    assert [request.side for request in game.asked] == ["lancaster", "york"]
    assert [side for _, side in game.dealt][:4] == ["lancaster", "york", "lancaster", "york"]


def test_c132_the_card_is_named_by_its_place_and_who_holds_none_keeps_none() -> None:
    state, secrets = dealt(IDLE[:3])
    game = new_turn(state, secrets, "plot 3")
    assert lines(game.asked[0]) == ["plot none", "plot 1", "plot 2", "plot 3"]
    assert not any(IDLE[2] in line for line in game.story)
    assert [request.side for request in game.asked] == ["york"]


def test_c23_cards_kept_by_one_intrigue_are_discarded_now() -> None:
    state, secrets = dealt(IDLE)
    game = new_turn(state, secrets, "plot none")
    assert set(state.discards) == set(IDLE)
    assert any("discards" in line for line in game.story)


def test_c108_the_first_turn_has_no_discards_and_no_plot_card() -> None:
    state = realm()
    state.turn, state.shuffles, state.cards = 1, 0, state.cards[:30]
    deal(state, "york", JACK_CADE)
    _, game = play(discard_and_deal, state)
    assert not game.asked
    assert not state.discards


@pytest.mark.parametrize("line", ["plot none", "plot 1"])
def test_c25_a_must_play_card_is_not_discarded(line: str) -> None:
    state, secrets = dealt((IDLE[0], JACK_CADE))
    with pytest.raises(IllegalOrder, match=r"7\.1\.7"):
        new_turn(state, secrets, line)
    state, secrets = dealt((IDLE[0], JACK_CADE))
    new_turn(state, secrets, "plot 2")
    assert state.discards == [IDLE[0]]


def test_c129_of_two_obliged_cards_one_is_kept_and_the_other_costs_nothing() -> None:
    state, secrets = dealt((IDLE[0], JACK_CADE, "L02"))
    with pytest.raises(IllegalOrder):
        new_turn(state, secrets, "plot 1")
    state, secrets = dealt((IDLE[0], JACK_CADE, "L02"))
    new_turn(state, secrets, "plot 3")
    assert set(state.discards) == {IDLE[0], JACK_CADE}
    assert state.winner == ""


def test_c26_a_must_play_card_that_cannot_be_played_may_be_discarded() -> None:
    state, secrets = dealt((JACK_CADE,))
    state.spent = [JACK_CADE]
    new_turn(state, secrets, "plot none")
    assert state.discards == [JACK_CADE]


A_PRINCE_IS_BORN, SECOND_ARRAS = "L23", "Y19"
"""Must Play cards: up to turn 4, and from turn 7 on."""


def test_6_2_2_1_what_could_be_played_in_the_turn_of_the_draw_is_not_discarded_after_it() -> None:
    for turn, due in ((4, True), (5, False)):
        state, secrets = dealt((), (IDLE[2], A_PRINCE_IS_BORN))
        put(state, "margaret", LONDON)
        state.turn = turn
        if due:
            with pytest.raises(IllegalOrder, match=r"7\.1\.7"):
                new_turn(state, secrets, "plot none")
        else:
            new_turn(state, secrets, "plot none")
            assert A_PRINCE_IS_BORN in state.discards


def test_6_2_2_1_what_could_not_be_played_yet_is_like_any_other() -> None:
    for turn, due in ((6, False), (7, True)):
        state, secrets = dealt((IDLE[0], SECOND_ARRAS))
        state.turn = turn
        if due:
            with pytest.raises(IllegalOrder, match=r"7\.1\.7"):
                new_turn(state, secrets, "plot none")
        else:
            new_turn(state, secrets, "plot none")
            assert SECOND_ARRAS in state.discards


def edward_holds_out(status: str) -> tuple[State, dict[str, str]]:
    state, secrets = dealt((IDLE[0], YOUNG_PRINCES))
    state.scenario, state.turn = "end_of_the_plantagenets", 9
    put(state, "edward_march", LONDON, status=status)
    state.cards.append(YOUNG_PRINCES)
    return state, secrets


def test_6_2_2_1_what_can_happen_only_since_the_turn_is_over_is_like_any_other() -> None:
    state, secrets = edward_holds_out("free")
    play(ends_and_begins, state, answers=("plot none",), dice=(1,), secrets=secrets)
    assert state.leaders["edward_march"].status == "dead"
    assert YOUNG_PRINCES in state.discards
    state, secrets = edward_holds_out("dead")
    with pytest.raises(IllegalOrder, match=r"7\.1\.7"):
        new_turn(state, secrets, "plot none")


def test_6_2_2_1_what_can_happen_no_more_since_the_turn_is_over_is_kept_all_the_same() -> None:
    state, secrets = dealt((), (IDLE[2], A_PRINCE_IS_BORN))
    put(state, "margaret", LONDON)

    async def and_she_is_taken(table: Table[State]) -> None:
        await turn_ends(table)
        state.leaders["margaret"].status = "captive"
        await discard_and_deal(table)

    with pytest.raises(IllegalOrder, match=r"7\.1\.7"):
        play(and_she_is_taken, state, answers=("plot none",), secrets=secrets)


def plotting(impulse: int) -> tuple[State, dict[str, str]]:
    state = realm()
    secrets = hold(state, "york", *IDLE)
    state.plot["york"], state.impulse = state.hands["york"][1], impulse
    return state, secrets


def test_c24_the_owner_is_warned_at_his_last_impulse_but_one() -> None:
    for impulse, words in (
        (3, ""),
        (4, sentence("games.plantagenet_1450.s7_1_7_plot.warning", word="next")),
        (5, "nothing else"),
    ):
        state, _ = plotting(impulse)
        assert words in warning(state, "york")
        assert warning(state, "lancaster") == ""
        assert bool(words) == bool(warning(state, "york"))


def test_c131_at_the_last_impulse_only_the_plot_card_may_be_played() -> None:
    for line, legal in (("one intrigue", False), ("points l41", False), ("points l45", True)):
        state, secrets = plotting(5)
        if not legal:
            with pytest.raises(IllegalOrder):
                play(play_impulse, state, answers=(line,), secrets=secrets)
            continue
        _, game = play(play_impulse, state, answers=(line,), secrets=secrets)
        assert state.plot == {}
        assert says(
            game.asked[0].question, "games.plantagenet_1450.s7_1_7_plot.warning", word="due"
        )


def test_6_2_3_a_plot_card_that_left_the_hand_in_another_way_is_played() -> None:
    state, secrets = plotting(4)
    play(play_impulse, state, answers=("points l45",), secrets=secrets)
    assert state.plot == {}
    state.impulse = 5
    _, game = play(play_impulse, state, answers=("one intrigue",), secrets=secrets)
    assert "Plot" not in game.asked[0].question
