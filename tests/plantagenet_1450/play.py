"""Random games of one scenario, to the end, under the invariants.

python -m tests.plantagenet_1450.play wars_of_the_roses 1 5     seeds 1 to 5
"""

from __future__ import annotations

import sys
from collections import Counter

from tests.plantagenet_1450.offered import NAME, offered
from tests.random_games import play_game, replay


def main(scenario: str, first: int, last: int) -> None:
    with offered():
        for seed in range(first, last + 1):
            game = play_game(scenario, f"play {seed}", name=NAME)
            replay(scenario, game)
            kinds = Counter(str(one[-1]).split()[0] for one in game.answers)
            print(seed, game.reason, len(game.answers), kinds.most_common(6))


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
