"""6.0 III(B) Bosworth: secret Capabilities and Array, then a Battle that decides."""

from __future__ import annotations

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.decision import readings
from pbem.engine.notation import match
from pbem.engine.play import Play
from pbem.engine.request import Menu, Option
from pbem.errors import IllegalOrder, UnknownWord
from pbem.games import find
from pbem.games.plantagenet import invariants
from pbem.games.plantagenet import s4_4_1_array as array
from pbem.games.plantagenet import s4_4_2_rounds as rounds
from pbem.games.plantagenet import s6_0_iii_b_bosworth as bosworth
from pbem.games.plantagenet.game import PLANTAGENET
from pbem.games.plantagenet.s4_4_1_array import current
from pbem.games.plantagenet.s5_victory import DRAW
from pbem.games.plantagenet.s6_0_iii_b_bosworth import Carried, FieldArray, FieldCards
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.sequence import step
from pbem.games.plantagenet.state import BattleLord, State
from tests.says import sentence, worded
from tests.scripted import Scripted
from tests.shown import read

YORK = "cards y32_richard_iii y36_norfolk y8_norfolk y9_northumberland_y2"
LANCASTER = "cards l34_oxford l5_henry_tudor l36_jasper_tudor_2 l13_henry_tudor"
ARRAYS = ["array norfolk richard_iii northumberland_y2", "array oxford henry_tudor jasper_tudor_2"]


def field(york: str = YORK, lancaster: str = LANCASTER) -> Scripted:
    game = Scripted(setup("IIIB"), [york, lancaster, *ARRAYS])
    game.run(step)
    return game


def opened() -> Play[State]:
    """A game at its first secret choice."""
    play: Play[State] = Play.new(find("plantagenet"), "bosworth", {})
    chance = SeededChance(1)
    play.start(chance)
    return play


def test_6_0_IIIB_there_is_no_board() -> None:
    state = setup("IIIB")
    assert (state.box, state.favour, state.seats, state.exile_boxes) == (0, {}, {}, {})
    assert all(marker.status == "out" for marker in state.vassals.values())
    assert {lord.at for lord in state.lords.values()} == {"bosworth"}
    assert all(lord.troops.total() for lord in state.lords.values())
    invariants.check(state)
    shown = PLANTAGENET.report(state, "public", {})
    assert shown.now == "Battle: Capabilities and Array"
    told = read(shown)
    assert "Victory: " + sentence("games.plantagenet.position._victory", word="Rout") in told
    assert not {"Favour", "Calendar"} & {*told}


def test_6_0_IIIB_the_array_says_which_place_is_filled_next() -> None:
    stacks = [request.stack for request in field().asked if request.kind == "field_array"]
    assert [stack.places for stack in stacks if stack] == [
        ("on the left", "in the center", "on the right")
    ] * 2


def test_6_0_IIIB_both_sides_choose_in_secret_and_at_once() -> None:
    play = opened()
    assert [request.side for request in play.pending] == ["york", "lancaster"]
    assert all(request.secret for request in play.pending)


def test_6_0_IIIB_four_capabilities_each_and_the_array_are_revealed() -> None:
    game = field()
    state = game.state
    assert state.lords["norfolk"].capabilities == ["Y36", "Y8"]
    assert state.lords["richard_iii"].capabilities == ["Y32"]
    assert state.lords["henry_tudor"].capabilities == ["L5", "L13"]
    battle = current(state)
    assert {id: lord.place for id, lord in battle.lords.items()} == {
        "norfolk": "left",
        "richard_iii": "center",
        "northumberland_y2": "right",
        "oxford": "left",
        "henry_tudor": "center",
        "jasper_tudor_2": "right",
    }
    assert battle.lords["henry_tudor"].valour == 3  # one, and two of L13
    assert state.step == "fight"


def test_c93_the_rebels_attack() -> None:
    battle = current(field().state)
    assert (battle.attacker, battle.defender) == ("lancaster", "york")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (
            "cards y1_norfolk y1_richard_iii y9_norfolk y8_norfolk",
            worded("games.plantagenet.s6_0_iii_b_bosworth.trouble", "Y1", word="given"),
        ),
        ("cards y1_norfolk y2_norfolk y9_norfolk y8_richard_iii", "Culverins and Falconets"),
        ("cards y1_norfolk y9_norfolk y8_norfolk y5_richard_iii", "more than two"),
        ("cards y1_norfolk y9_norfolk y8_richard_iii", "needs exactly 4"),
    ],
)
def test_6_0_IIIB_what_cannot_lie_so_is_refused(line: str, why: str) -> None:
    play = opened()
    with pytest.raises(IllegalOrder, match=why):
        match(play.request("york"), line)


def test_6_0_IIIB_badges_count() -> None:
    words = [str(one) for one in bosworth.choices(setup("IIIB"), "york")]
    assert "y36_norfolk" in words
    assert "y36_richard_iii" not in words
    assert "y1_richard_iii" in words
    assert not any(word.startswith("l") for word in words)
    assert not any(word.startswith(("y34", "y35")) for word in words), (
        "Gloucester's, who is the King"
    )
    play = opened()
    with pytest.raises(UnknownWord):
        match(play.request("york"), "cards y36_richard_iii y1_norfolk y9_norfolk y8_richard_iii")


def revealed(cards: list[str], places: list[str]) -> State:
    """What a client without honour has sealed comes to light."""
    state = setup("IIIB")
    state_cards = {f"c{n}": word for n, word in enumerate(cards)}
    state_places = {f"p{n}": word for n, word in enumerate(places)}
    game = Scripted(state, secrets={**state_cards, **state_places})
    array.begin(game.table, "bosworth", "lancaster")
    game.run(bosworth.reveal, "york", tuple(state_cards), tuple(state_places))
    return state


def test_6_0_IIIB_a_sealed_stack_that_is_not_legal_gains_nothing() -> None:
    state = revealed(
        ["y1_norfolk", "y2_norfolk", "y1_richard_iii", "l5_norfolk", "Y36_norfolk", "y36"],
        ["norfolk", "norfolk", "henry_tudor"],
    )
    assert state.lords["norfolk"].capabilities == ["Y1"]
    assert state.lords["richard_iii"].capabilities == []
    battle = current(state)
    assert battle.lords["norfolk"].place == "left"
    places = [battle.lords[id].place for id in ("norfolk", "richard_iii", "northumberland_y2")]
    assert sorted(places) == ["center", "left", "right"]


def fought(york: str, lancaster: str) -> State:
    state: State = field().state
    for lord in current(state).lords.values():
        lord.place = york if lord.side == "york" else lancaster
    assert isinstance(current(state).lords["norfolk"], BattleLord)
    Scripted(state).run(step)
    return state


@pytest.mark.parametrize(
    ("york", "lancaster", "winner"),
    [("gone", "reserve", "lancaster"), ("reserve", "gone", "york"), ("gone", "gone", DRAW)],
)
def test_6_0_IIIB_the_winner_of_the_battle_wins(york: str, lancaster: str, winner: str) -> None:
    state = fought(york, lancaster)
    assert state.winner == winner
    assert "Bosworth Field" in state.ending
    assert state.influence == 0


def test_6_0_IIIB_a_stack_is_a_decision_and_a_line() -> None:
    value = FieldCards((Carried("Y36", "norfolk"), Carried("Y1", "richard_iii")))
    assert str(value) == "cards y36_norfolk y1_richard_iii"
    assert readings(FieldCards | FieldArray, str(value), "york") == [value]
    array = FieldArray(("norfolk", "richard_iii", "northumberland_y2"))
    assert readings(FieldCards | FieldArray, str(array), "york") == [array]


def test_6_0_IIIB_who_flees_is_told_of_no_death_check() -> None:
    """Nothing comes after the Battle."""
    state = field().state
    assert not any("Death" in option.note for option in fled(state))
    state.scenario = "Ia"
    assert any("Death" in option.note for option in fled(state))


def fled(state: State) -> list[Option]:
    menu = Menu()
    rounds.fill_flee(menu, state, "york")
    return menu.options
