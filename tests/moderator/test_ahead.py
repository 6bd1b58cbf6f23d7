"""A turn is played ahead with one's own orders, from what one may know and nothing more."""

from __future__ import annotations

import pytest

from pbem.engine.odds import Answer, Line, OutcomeGroup
from pbem.errors import BadQuestion
from pbem.gm.game import Game
from pbem.imagine.ahead import HIDDEN, STAYS, turn_ahead
from pbem.player.orders import Orders
from pbem.player.player import Player
from pbem.player.robots import bot_lines
from tests.says import says, sentence

from .people import GM, Post, joined, played, with_plans

CARDS: dict[str, str] = {}


def ends(game: Player, orders: Orders, games: int) -> Answer:
    return turn_ahead(game, orders, games).ends


def block(answer: Answer, title: str) -> OutcomeGroup:
    return next(one for one in answer.blocks if one.title.startswith(title))


def carried_out(answer: Answer) -> dict[str, float]:
    lines: tuple[Line, ...] = block(answer, "Your lines").lines
    return {line.label: line.share for line in lines}


def asked(post: Post, side: str) -> list[str]:
    return [one.kind for one in post.look("gm").requests if one.side == side]


def test_a_line_that_is_legal_now_is_always_carried_out() -> None:
    game = played(8).look("york")
    (first, *_) = bot_lines(game, 1)
    told = carried_out(ends(game, Orders((first, "if influence > 40: done")), 3))
    assert told == {first: 1.0, "if influence > 40: done": 0.0}


def test_lines_make_a_difference() -> None:
    game = played(8).look("york")
    assert ends(game, Orders(("done",)), 3).blocks != ends(game, Orders(), 3).blocks


def test_a_policy_answers_before_the_robot() -> None:
    game = with_plans().look("lancaster")
    flee = Orders(reactions={"flee": "flee all", "default": "pass"})
    stand = Orders(reactions={"flee": "no", "default": "pass"})
    assert ends(game, flee, 6).blocks != ends(game, stand, 6).blocks


@pytest.mark.slow
def test_scripts_go_with_a_plan() -> None:
    post = played(8)
    while "plan" not in asked(post, "york"):
        post.turn()
    game = post.look("york")
    (plan,) = bot_lines(game, 1)
    numbers = range(1, len(plan.split()))
    passing = Orders((plan,), {str(number): "pass" for number in numbers})
    idle, robot = (ends(game, one, 3) for one in (passing, Orders((plan,))))
    assert idle.blocks[0] == robot.blocks[0]
    assert idle.blocks != robot.blocks


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "scenario"),
    [("richard_iii", "kingmaker"), ("warriors", "tudor"), ("plantagenet_1450", "towton_1461")],
)
def test_every_game_tells_score_or_counts_and_places(rules: str, scenario: str) -> None:
    game = Game.new(GM, rules, scenario, CARDS, nonce=bytes(range(32)))
    post = joined(Post(game.dumps())).play(6)
    answer = ends(post.look("york"), Orders(), 4)
    assert answer.games == 4
    titles = [one.title for one in answer.blocks]
    assert any(", now at " in title for title in titles) or "Hardly ever moved" in answer.notes[0]
    assert any(title.startswith(("York, ", "Lancaster, ")) for title in titles)


def test_where_hidden_pieces_decide_it_says_so() -> None:
    """With Hidden Mats no position says how far a Muster has come."""
    mats = {"hidden_mats": "yes"}
    game = Game.new(GM, "plantagenet", "Ib", CARDS, mats, nonce=bytes(range(32)))
    post = joined(Post(game.dumps()))
    while "muster" not in asked(post, "york"):
        post.turn()
    with pytest.raises(BadQuestion, match=HIDDEN[:30]):
        turn_ahead(post.look("york"), Orders(), games=1)


def test_who_hardly_ever_moves_is_in_the_note_and_the_others_have_a_block_each() -> None:
    answer = ends(played(8).look("york"), Orders(), 6)
    blocks = [one for one in answer.blocks if says(one.title, "imagine.ahead._pieces")]
    assert blocks
    for one in blocks:
        name, _, now = one.title.partition(sentence("imagine.ahead._pieces"))
        assert {line.label: line.share for line in one.lines}.get(now, 0) < STAYS
        assert name not in answer.notes[0]
