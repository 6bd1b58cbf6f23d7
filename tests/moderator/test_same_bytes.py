"""The same save and the same mails give the same bytes, on every machine and at every time."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

import pbem

from .people import played

APPLY = """
import hashlib, sys
from pathlib import Path
from pbem.gm.game import Game
from tests.moderator.people import GM

folder = Path(sys.argv[1])
game = Game.loads((folder / "game.toml").read_bytes(), GM)
for receipt in game.apply({path.name: path.read_text() for path in sorted(folder.glob("*.txt"))}):
    assert receipt.error is None, receipt.error
print(hashlib.sha256(game.dumps()).hexdigest())
"""


def test_two_processes_with_other_hash_seeds_write_the_same_save(tmp_path: Path) -> None:
    post = played(60, seed=3)
    (tmp_path / "game.toml").write_bytes(post.saves[0])
    for name, mail in post.mails.items():
        (tmp_path / f"{name}.txt").write_text(mail)
    root = str(Path(pbem.__file__).parents[1])
    paths = os.pathsep.join([root, str(Path(__file__).parents[2])])
    digests = {
        subprocess.run(
            [sys.executable, "-c", APPLY, str(tmp_path)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": paths, "TZ": zone},
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()
        for seed, zone in (("1", "UTC"), ("2024", "Asia/Tokyo"))
    }
    assert digests == {hashlib.sha256(post.save).hexdigest()}


def test_a_save_put_away_after_every_mail_or_never() -> None:
    """A GM that applies one mail a day writes what one writes who applies all in one go."""
    post = played(40, seed=2)
    game = post.copy()
    game.save = post.saves[0]
    game.take(dict(post.mails))
    assert game.save == post.save
