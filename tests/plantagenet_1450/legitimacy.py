"""How far Legitimacy comes by aimless play of the political game (C120, the medians of the facts' README).

python -m tests.plantagenet_1450.legitimacy wars_of_the_roses 1 1000

Both sides are courtiers, who take and remove markers wherever they can and else do anything, and pass in every
Campaign; automatic victories count. Medians are of the games that are not over after a turn.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Coroutine
from statistics import median, quantiles
from typing import Any

from pbem.engine.chance import SeededChance
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.play import Play
from pbem.engine.scenarios import starting_state
from pbem.engine.table import Table
from pbem.games.plantagenet_1450.facts import SIDES
from pbem.games.plantagenet_1450.game import Plantagenet1450
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.courtier import Courtier
from tests.random_games import give


class Watched(Plantagenet1450):
    """`after`: turn to the Legitimacy of both sides when it was over."""

    def __init__(self) -> None:
        self.after: dict[int, dict[str, int]] = {}

    def step(self, table: Table[State]) -> Coroutine[Any, Any, None]:
        return self._watched(table)

    async def _watched(self, table: Table[State]) -> None:
        turn = table.state.turn
        await super().step(table)
        if table.state.turn != turn:
            self.after[turn] = dict(table.state.legitimacy)


def played(scenario: str, seed: str) -> tuple[Watched, State]:
    rules, chance, player = Watched(), SeededChance(seed), Courtier(seed, fights=False)
    play = Play(rules, Checkpoint.of(starting_state(rules, scenario, {})))
    play.start(chance)
    while play.pending:
        request = play.pending[0]
        stacked = request.stack is not None
        answer = player.stack(request) if stacked else player.line(request, chance.secrets)
        give(play, request.side, answer, chance)
    return rules, play.state


def main(scenario: str, first: int, last: int) -> None:
    after: dict[int, list[dict[str, int]]] = {}
    ends, wins = Counter[str](), Counter[str]()
    for seed in range(first, last + 1):
        rules, end = played(scenario, f"{scenario} {seed}")
        for turn, levels in rules.after.items():
            after.setdefault(turn, []).append(levels)
        ends[end.ending] += 1
        wins[end.winner] += 1
        print(f"{seed}: turn {end.turn}. {rules.after} {end.ending}", flush=True)
    for turn, rows in sorted(after.items()):
        for side in SIDES:
            levels = [row[side] for row in rows]
            tenth = quantiles(levels, n=10)[-1] if len(levels) > 1 else levels[0]
            print(
                f"after turn {turn}: {side} {median(levels)}, upper tenth {tenth} ({len(rows)} games)"
            )
    for ending, count in ends.most_common():
        print(f"{count:5} {ending}")
    print(dict(wins))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
