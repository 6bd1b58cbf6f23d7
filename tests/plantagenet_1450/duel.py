"""The bot against the random player, or against itself.

python -m tests.plantagenet_1450.duel wars_of_the_roses york 1 100     the bot as York, seeds 1 to 100
"""

from __future__ import annotations

import sys
from collections import Counter

from pbem.engine.chance import SeededChance
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.play import Play
from pbem.engine.scenarios import starting_state
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.always import Watch
from tests.random_games import RandomPlayer, give

LONGEST = 20_000
"""Decisions after which a game is called endless."""


def duel(scenario: str, seed: str, bots: tuple[str, ...]) -> Play[State]:
    """A game in which these sides are played by the bot, the others at random."""
    rules = PLANTAGENET_1450
    chance, player, watch = SeededChance(seed), RandomPlayer(f"player {seed}"), Watch()
    play = Play(rules, Checkpoint.of(starting_state(rules, scenario, {})))
    play.at_moment = lambda request: ""
    play.start(chance)
    for _ in range(LONGEST):
        if not play.pending:
            return play
        request = play.pending[0]
        if request.side in bots:
            line = rules.robot.choose(play.state, request, chance.secrets)
            answer = tuple(line.split()[1:]) if request.stack is not None else line
        elif request.stack is not None:
            answer = player.stack(request)
        else:
            answer = player.line(request, chance.secrets)
        give(play, request.side, answer, chance)
        watch(play, chance.secrets)
        rules.check(play.state)
    raise AssertionError("this game never ends")


def main(scenario: str, side: str, first: int, last: int) -> None:
    won: Counter[str] = Counter()
    for seed in range(first, last + 1):
        result = duel(scenario, f"duel {seed}", tuple(side.split(","))).result
        if result is None:
            raise AssertionError("it is over without a result")
        won[" ".join(result.winners) or "draw"] += 1
    print(scenario, side, dict(won))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
