"""A game put away at any request, and taken up again, is the same game."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine import codec
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.play import Play
from pbem.errors import GameOver, IllegalOrder, NotYourTurn, ReplayMismatch
from tests.moderator.forger import resigned
from tests.moderator.people import played

from .random_play import FIRST_SEEDS, SOME_SCENARIOS, RandomGame


def picture(play: Play[Any]) -> dict[str, Any]:
    """All that somebody could see of a game between two answers."""
    return {
        "state": codec.dump(play.state),
        "checkpoint": codec.encode(play.checkpoint),
        "pending": [
            (r.id, r.side, r.kind, r.question, r.rule, r.slots, r.options, r.menu.barred)
            for r in play.pending
        ],
        "stacks": [(r.stack.size, dict(r.stack.limits)) if r.stack else None for r in play.pending],
        "result": play.result,
    }


@pytest.mark.slow
@pytest.mark.parametrize("seed", FIRST_SEEDS)
@pytest.mark.parametrize(("rules", "scenario"), SOME_SCENARIOS)
def test_put_away_at_every_request(rules: str, scenario: str, seed: int) -> None:
    game = RandomGame(rules, scenario, seed)
    for stop, play in enumerate(game.steps()):
        if stop % 3:
            continue
        saved = codec.decode(Checkpoint, codec.encode(play.checkpoint))
        again: Play[Any] = Play(game.rules, saved)
        again.resume()
        assert picture(again) == picture(play)


@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_answers_and_chance_give_the_same_game(seed: int) -> None:
    first, second = (RandomGame("plantagenet", "Ib", seed) for _ in range(2))
    for _ in first.steps():
        pass
    for side, answer in first.answers:
        second.give(side, answer)
    assert picture(second.play) == picture(first.play)
    assert second.play.result is not None


def test_a_refused_answer_changes_nothing() -> None:
    game = RandomGame("plantagenet", "Ib", 3)
    for play in game.steps():
        before = picture(play)
        for request in play.pending:
            if request.stack is None:
                with pytest.raises(IllegalOrder):
                    play.answer(request.side, "fly to the moon", game.chance)
        (other,) = {"york", "lancaster"} - {request.side for request in play.pending} or {None}
        if other is not None:
            with pytest.raises(NotYourTurn):
                play.answer(other, "pass", game.chance)
        assert picture(play) == before


def test_after_the_end_nothing_is_asked() -> None:
    game = RandomGame("plantagenet", "Ib", 1)
    for _ in game.steps():
        pass
    assert game.play.requests == ()
    with pytest.raises(GameOver):
        game.play.answer("york", "pass", game.chance)


@pytest.mark.slow
def test_a_mismatch_names_the_first_entry_that_differs() -> None:
    """Both entry 5 and the last have been changed; 5 is named."""
    post = played(12)
    data = resigned(post.save, 5, lambda body: body["record"].pop("decisions"))
    data = resigned(data, -1, lambda body: body["record"].update(state_hash=64 * "0"))
    post.save = data
    with pytest.raises(ReplayMismatch, match="Entry 5 cannot be replayed"):
        post.look().verify()


def test_values_that_have_no_place_in_a_state() -> None:
    for value in (1.5, b"x", object(), [None]):
        with pytest.raises(TypeError):
            codec.dump(value)
