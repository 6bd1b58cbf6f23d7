"""Schedules of duels by a bad post, for as long as one likes: two honest programs end alike, and never loop.

python -m tests.soak.duels [GAME] [FIRST] [HOW MANY]

GAME: warriors, towton or bosworth. A schedule follows from its game and number alone. It prints what became of each
kind of email and how many entries of each kind there were; every tenth log is also read by a stranger's verifier.
"""

from __future__ import annotations

import sys
import time
import traceback

from tests.duel.schedules import ENTRIES, Tally, played


def main(game: str = "warriors", first: str = "0", count: str = "") -> int:
    """Play them; 1 if any failed, or if some kind of email did not have every fate."""
    numbers = range(int(first), int(first) + int(count or {"warriors": 2000}.get(game, 500)))
    tally, failed = Tally(), list[int]()
    began = time.process_time()
    print(
        f"{game}, schedules {numbers[0]} to {numbers[-1]}, more than {ENTRIES[game]} entries each"
    )
    for number in numbers:
        try:
            tally.add(played(game, number, strict=number % 10 == 9))
        except Exception:
            failed.append(number)
            print(f"schedule {number}:")
            traceback.print_exc(limit=-5)
        sys.stdout.flush()
    for line in tally.table():
        print(line)
    print(f"never: {', '.join(tally.missing()) or 'nothing'}")
    print(
        f"failed: {failed or 'none'}; {(time.process_time() - began) / len(numbers):.2f} s of CPU each"
    )
    return int(bool(failed or tally.missing()))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
