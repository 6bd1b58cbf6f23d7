"""Play courses of requests at random, cut into emails in every way: how they are cut and ordered changes no die.

python -m tests.soak.courses --seed 1 --count 500

Each course that fails is named with its traceback; the exit code is then 1.
"""

from __future__ import annotations

import argparse
import random
import traceback

import pytest

from pbem.games import GAMES
from tests import drawn
from tests.moderator import courses
from tests.moderator.test_courses import LENGTH, check


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="1", help="of the courses")
    parser.add_argument("--count", type=int, default=500, help="how many courses to play")
    wanted = parser.parse_args()
    drawn.stand_in()
    chosen, failed = random.Random(wanted.seed), 0
    for _ in range(wanted.count):
        course = tuple(chosen.choices(range(len(courses.KINDS)), k=LENGTH))
        with pytest.MonkeyPatch.context() as patch, drawn.by(f"{wanted.seed} {course}"):
            patch.setitem(GAMES, "courses", f"{courses.__name__}:INSTALLED")
            try:
                check(course, patch)
            except Exception:
                failed += 1
                print(f"{course} fails:\n{traceback.format_exc()}")
    print(f"{wanted.count} courses, {failed} of them failed")
    raise SystemExit(bool(failed))


if __name__ == "__main__":
    main()
