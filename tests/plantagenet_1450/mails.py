"""How many mails a game turn and a campaign turn take, medians of some bot games.

python -m tests.plantagenet_1450.mails towton_1461 5
"""

from __future__ import annotations

import sys
from statistics import median

from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from tests.demo_mails import count


def main(scenario: str, games: int) -> None:
    turns: dict[str, list[int]] = {"turn": [], "campaign turn": []}
    for number in range(games):
        told = count(PLANTAGENET_1450.name, scenario, "scripts")
        for name, turn in told.turns.items():
            turns["campaign turn" if "campaign" in name else "turn"].append(turn.mails)
        print(number, told.result, {name: turn.mails for name, turn in told.turns.items()})
    print({name: (median(mails), max(mails)) for name, mails in turns.items() if mails})


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
