"""A folder of finished games, one for each kind of cheating: all are found, and no honest game is accused."""

from __future__ import annotations

from pathlib import Path

from tests.soak.club.__main__ import VERBS, dishonest, judge
from tests.soak.club.folder import KINDS, TABLES, make, pieces

HONEST = 5


def test_every_dishonest_game_is_found_and_no_honest_one_accused(tmp_path: Path) -> None:
    """On two cores, by the commands themselves; `python -m tests.soak.club` does it with a thousand."""
    all_ = pieces(2 * len(KINDS), seed=1, every=2)
    honest = all_[2 : 2 + 4 * HONEST : 4]
    games = [make(str(tmp_path), one.given) for one in (*all_[1::2], *honest)]
    assert {one.cheat for one in games} == {"", *(kind.__name__ for kind in KINDS)}
    assert "duel" in {one.event for one in games}
    assert {one.rules for one in games} >= {rules for rules, *_ in TABLES}
    for verb in VERBS:
        named, out, _ = judge(tmp_path, verb, "--jobs", "2")
        assert named == dishonest(games, verb).keys()
        assert f"{len(games) - len(named)} of {len(games)} saves " in out
