"""Ways and refuges are found once a question: a correction by the GM has them found again."""

from __future__ import annotations

from typing import Any

from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.state import State
from tests.random_games import RandomPlayer, give

ENOUGH = 3


def asked(kind: str, seed: str) -> tuple[Play[Any], SeededChance]:
    """A random campaign that stands at a question of a kind."""
    play: Play[Any] = Play.new(PLANTAGENET_1450, "towton_1461", {})
    chance, player = SeededChance(seed), RandomPlayer(seed)
    play.start(chance)
    while play.pending[0].kind != kind or len(play.pending[0].options) < ENOUGH:
        request = play.pending[0]
        stacked = request.stack is not None
        answer = player.stack(request) if stacked else player.line(request, chance.secrets)
        give(play, request.side, answer, chance)
    return play, chance


def resumed(play: Play[Any]) -> Play[Any]:
    again: Play[Any] = Play(PLANTAGENET_1450, play.checkpoint.copied())
    again.resume()
    return again


def lines(play: Play[Any]) -> list[str]:
    some = [option.line for option in play.pending[0].options]
    return [line for line in some if "towards" not in line]


def corrected(kind: str, seed: str) -> None:
    """An enemy is put beside where somebody may go; the menu and the answer see him, also when taken up again."""
    play, chance = asked(kind, seed)
    state: State = play.state
    request = play.pending[0]
    before = lines(play)
    to = before[0].split()[-1]
    (foe,) = [id for id in ("exeter", "warwick") if state.leaders[id].side != request.side]
    play.patch(f"set leaders.{foe}.at {to}")
    after = lines(play)
    assert after != before
    again = resumed(play)
    assert lines(again) == after
    for one in (play, again):
        one.answer(request.side, after[0], chance)
    assert play.state.leaders == again.state.leaders


def test_a_correction_while_a_march_is_asked() -> None:
    corrected("march", "corrected march")


def test_a_correction_while_a_retreat_is_asked() -> None:
    corrected("retreat", "corrected retreat")
