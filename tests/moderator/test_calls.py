"""The turn played ahead: where prepared orders leave something open, and what is written there."""

from __future__ import annotations

import pytest

from pbem.engine.script import read
from pbem.errors import BadQuestion, BadScript
from pbem.gm.game import Game
from pbem.imagine.ahead import Ahead, turn_ahead
from pbem.imagine.calls import amended, with_words_at
from pbem.imagine.own_orders import AnswerSlot
from pbem.player.orders import Orders
from pbem.player.robots import bot_orders
from tests.cheats.table import mustering
from tests.drawn import kept
from tests.says import worded

from .people import Post
from .test_scripts_by_mail import send_plans, to_plan

GAMES = 12


@kept
def planning() -> Post:
    return to_plan()


def york() -> tuple[Game, Orders]:
    """The Plan of the robot, and nothing beside it."""
    game = planning().look("york")
    return game, Orders((bot_orders(game).lines[0],))


def of_cards(found: Ahead) -> set[str]:
    return {one.place.card for one in found.open if one.place.card}


def test_every_card_without_a_script_calls() -> None:
    game, orders = york()
    found = turn_ahead(game, orders, GAMES)
    assert of_cards(found)
    assert all(one.none and one.games <= GAMES and one.robot for one in found.open)
    assert len(found.sittings) == GAMES
    assert min(found.sittings) >= 1


def test_what_is_written_for_a_card_is_carried_out_and_calls_less() -> None:
    game, orders = york()
    scripts = {str(n): f"{card}: pass" for n, card in enumerate(orders.lines[0].split()[1:], 1)}
    found = turn_ahead(game, Orders(orders.lines, scripts), GAMES)
    assert not of_cards(found)
    assert sum(found.sittings) < sum(turn_ahead(game, orders, GAMES).sittings)


def test_an_ask_and_an_alarm_are_wanted_and_named() -> None:
    game, orders = york()
    card = orders.lines[0].split()[1]
    for text in ("ask", f"stop if turn >= 1\n{card}: pass"):
        found = turn_ahead(game, Orders(orders.lines, {"1": text}), GAMES)
        (first,) = (one for one in found.open if one.place.card == "1")
        assert (first.wanted, first.place.text, first.games) == (True, text.split("\n")[0], GAMES)


@pytest.mark.slow
def test_a_line_that_is_not_possible_calls_until_there_is_another_for_that_case() -> None:
    game, orders = york()
    card = orders.lines[0].split()[1]
    orders = Orders(orders.lines, {"1": f"{card}: march calais"})
    (first,) = (one for one in turn_ahead(game, orders, GAMES).open if one.place.card == "1")
    assert first.place == AnswerSlot(card="1", text=f"{card}: march calais")
    assert (first.wanted, first.none) == (False, False)
    after = with_words_at(game, orders, first.place, f"{card}: pass")
    assert "1" not in of_cards(turn_ahead(game, after, GAMES))
    game.orders(after.lines, scripts=after.scripts)


@pytest.mark.slow
def test_worlds_that_differ_in_what_york_may_not_know_give_the_same() -> None:
    game, orders = york()
    post = planning().copy()
    send_plans(post, lancaster="{lord}: pass")
    assert turn_ahead(post.look("york"), orders, GAMES) == turn_ahead(game, orders, GAMES)


def test_a_number_of_games_that_makes_no_sense_is_refused() -> None:
    game, orders = york()
    with pytest.raises(BadQuestion, match="1 to"):
        turn_ahead(game, orders, 0)


@pytest.mark.parametrize(
    ("text", "stops", "made"),
    [
        ("a: x", "", "a: x\nb: y"),
        ("a: x z", "a: x z", "if not can a x z: b: y\nelse: a: x z"),
        ("if coin > 1: a: x", "if coin > 1: a: x",
         "if (coin > 1) and not can a x: b: y\nelse if coin > 1: a: x"),
        ("a: x if coin > 1\nelse: c: z", "a: x if coin > 1",
         "if (coin > 1) and not can a x: b: y\nelse: a: x if coin > 1\nelse: c: z"),
        ("if coin > 1: a: x\nelse: c: z with all", "else: c: z with all",
         "if coin > 1: a: x\nelse if not can c z: b: y\nelse: c: z with all"),
    ],
)  # fmt: skip
def test_an_answer_stands_beside_the_line_that_is_not_possible(
    text: str, stops: str, made: str
) -> None:
    assert amended(text, stops, "b: y") == made
    assert read(made)


def test_two_lines_for_one_case_go_into_the_script_itself() -> None:
    with pytest.raises(BadScript, match=worded("imagine.calls.amended")):
        amended("a: x", "a: x", "b: y; c: z")


def test_what_no_line_of_now_can_answer_is_told_as_later() -> None:
    """Lines of the Muster lapse with it: the Plan behind the enemy's Muster is for another order."""
    post = mustering()
    found = turn_ahead(
        post.look("york"), Orders(("march: done", "norfolk: done", "warwick_y: done")), 4
    )
    plans = [one for one in found.open if one.kind == "plan"]
    assert [one.later for one in plans] == [True]
    assert not any(
        one.later for one in turn_ahead(post.look("york"), Orders(), 4).open if one.kind == "muster"
    )
