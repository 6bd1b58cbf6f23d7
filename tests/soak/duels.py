"""Schedules of duels by a bad post, for as long as one likes: two honest programs end alike, and never loop.

python -m tests.soak.duels [FIRST] [HOW MANY]
"""

from __future__ import annotations

import sys
import time
import traceback
from collections import Counter

from tests.duel.table import Post
from tests.duel.test_schedules import check, scheduled


def main(first: str = "1000", count: str = "2000") -> int:
    """Play them, and print what became of each kind of email; 1 if any failed."""
    fates, failed, entries, began = Counter[tuple[str, str]](), 0, 0, time.monotonic()
    for number in range(int(first), int(first) + int(count)):
        try:
            post = scheduled(number)
            check(post)
        except Exception:
            failed += 1
            print(f"schedule {number}:")
            traceback.print_exc(limit=-4)
        else:
            fates += post.fates
            entries += len(post.machines[0].player.entries)
    print(f"{count} schedules from {first}, {failed} failed, {entries} entries")
    for kind in sorted({kind for kind, _ in fates}):
        print(f"{kind:12}", *(f"{fate} {fates[kind, fate]:6}" for fate in Post.FATES))
    print(f"{time.monotonic() - began:.0f} s")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
