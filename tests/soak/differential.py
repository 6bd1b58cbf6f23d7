"""Change honest logs and ask `pbem verify` and the independent verifier, with new seeds, for as long as you like.

python -m tests.soak.differential --seed 1 --minutes 60

Each mutant on which they differ is named with what makes it again; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from itertools import count

from tests import drawn
from tests.differential.judges import PUBLIC, Bench, Crash, deceived, overlooked, unseen
from tests.differential.logs import LOGS, bench
from tests.differential.mutator import Mutant, Mutator
from tests.differential.table import installed

ROUND = 25
"""Mutants of one log before the next has its turn."""


def judged(honest: Bench, mutant: Mutant, alone: bool) -> tuple[str, str]:
    """What is wrong with a mutant's verdicts ("" if nothing is), and who refused it."""
    try:
        said = honest.readers_say([mutant.entry], mutant.n)
        stranger = "" if alone else honest.stranger_says([mutant.entry], mutant.n)
    except Crash as error:
        return f"crash: {error}", "crash"
    why = overlooked(mutant.names, said) or deceived(said, stranger)
    if not alone:
        why = why or unseen(mutant.names, honest.veiled, said, stranger)
    if said[PUBLIC] and stranger:
        return why, "both"
    return why, "pbem" if said[PUBLIC] else "a key" if any(said.values()) else "nobody"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--log", action="append", choices=list(LOGS), default=[])
    parser.add_argument("--alone", action="store_true", help="ask pbem, and nobody else")
    chosen = parser.parse_args()
    drawn.stand_in()
    end = time.monotonic() + 60 * chosen.minutes
    told, wrong = Counter[str](), Counter[str]()
    mutators = {}
    for turn in count():
        for name in chosen.log or LOGS:
            if time.monotonic() > end:
                break
            honest = bench(name)
            mutator = mutators.setdefault(name, Mutator(honest))
            with installed():
                for mutant in mutator.mutants(f"{chosen.seed} {turn} {name}", ROUND):
                    why, who = judged(honest, mutant, chosen.alone)
                    told[who] += 1
                    if why:
                        wrong[f"{', '.join(mutant.names)}: {why.partition(': ')[0]}"] += 1
                        print(f"{chosen.seed} {turn} {name}, {mutant}\n  {why}")
        if time.monotonic() > end:
            break
    print(", ".join(f"{who} {number}" for who, number in told.most_common()))
    for what, number in wrong.most_common():
        print(f"{number:5} {what}")
    if wrong:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
