"""A folder of finished games, one for each kind of cheating: all are found, and no honest game is accused."""

from __future__ import annotations

from pathlib import Path

from tests.soak.many.__main__ import verified
from tests.soak.many.folder import KINDS, TABLES, make, pieces

HONEST = 5


def test_every_dishonest_game_is_found_and_no_honest_one_accused(tmp_path: Path) -> None:
    """On two cores, by the command itself; `python -m tests.soak.many` does it with a thousand."""
    all_ = pieces(2 * len(KINDS), seed=1, every=2)
    games = [make(str(tmp_path), one.given) for one in (*all_[1::2], *all_[2 : 2 + 4 * HONEST : 4])]
    bad = {one.file for one in games if one.cheat}
    assert {one.cheat for one in games} == {"", *(kind.__name__ for kind in KINDS)}
    assert {one.rules for one in games} == {rules for rules, *_ in TABLES}
    named, out, _ = verified(tmp_path, 2)
    assert named == bad
    assert f"{HONEST} of {len(games)} saves in order." in out
