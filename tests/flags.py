"""`python -O` and `-OO` change nothing: the log, refusals, reports and help are the same bytes.

python -m tests.flags             plays a game, then takes its mails under each flag and compares
python -m tests.flags say FOLDER  what one interpreter says; FOLDER holds the game's mails
"""

from __future__ import annotations

import difflib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click

from pbem.cli import group
from tests import drawn
from tests.cli.console import Console, Done
from tests.cli.refusals import CASES
from tests.cli.refusals.cases import every_class
from tests.moderator.people import invited, played, seated

FLAGS = ((), ("-O",), ("-OO",))
FOUL = "set lords.norfolk.coin -1"
MOST = 400
"""Mails of the game at most; it ends before."""
BEGUN = 20
"""Mails after which a correction is tried."""


def record(folder: Path, mails: int = MOST) -> None:
    """Play a game, and keep its invitation and its mails."""
    post = played(mails, seed=3)
    (folder / "game.toml").write_bytes(invited().dumps())
    for name, mail in post.mails.items():
        (folder / f"{name}.txt").write_text(mail, encoding="utf-8")


def helps(command: click.Command, context: click.Context) -> Iterator[str]:
    """The help of a command and of all below it."""
    yield command.get_help(context)
    for name in command.list_commands(context) if isinstance(command, click.Group) else ():
        below = command.get_command(context, name)
        if below is None:
            raise LookupError(name)
        yield from helps(below, click.Context(below, parent=context, info_name=name))


def refusals(folder: Path, cases: int | None) -> Iterator[str]:
    """What every class of refusal says, and what those say that the command line meets."""
    for kind in every_class():
        yield f"{kind.__name__}: {kind.says}"
    every = [case for cases in CASES.values() for case in cases]
    for case in every[:cases]:
        place = folder / case.__name__
        place.mkdir()
        with drawn.by(case.__name__):
            done = case(Console(place, seated().save))
        yield f"{case.__name__}: {told(done)}"


def game(folder: Path, mails: Path) -> Iterator[str]:
    """The log that these mails make, a correction that may not be, and what commands show of it."""
    console = Console(folder, (mails / "game.toml").read_bytes())
    taken = sorted(mails.glob("*.txt"), key=lambda path: ("join" not in path.name, path.name))
    for pile in (taken[:BEGUN], taken[BEGUN:]):
        yield told(console.type("gm", "apply", "game.toml", "--no-reports", *pile))
        foul = console.type("gm", "rule", "game.toml", "--reason", "none", "--patch", FOUL)
        yield told(foul)
    for who in ("gm", "ann", "bob"):
        for verb in ("show", "report", "legal", "stats", "verify"):
            yield told(console.type(who, verb, "game.toml"))
    yield hashlib.sha256(console.save.read_bytes()).hexdigest()


def told(done: Done) -> str:
    """But not the names of refusals: some mails are sealed anew, and are other bytes each time."""
    said = f"exit code {done.code}\n{done.out}\n{done.err}"
    return re.sub(r"-refused-[0-9a-f]{8}\.txt", "-refused.txt", said)


def say(mails: Path, cases: int | None = None) -> None:
    """Everything, for another interpreter to compare: paths, the clock and what is drawn are the same each time."""
    drawn.stand_in()
    scratch = mails / "scratch"
    for name in ("refusals", "game"):
        (scratch / name).mkdir(parents=True)
    print(*helps(group, click.Context(group, info_name="pbem")), sep="\n\n")
    print(*refusals(scratch / "refusals", cases), sep="\n")
    print(*game(scratch / "game", mails), sep="\n")
    shutil.rmtree(scratch)


def heard(mails: Path, flags: tuple[str, ...], *cases: str) -> str:
    """What an interpreter with these flags says."""
    words = [sys.executable, *flags, "-m", "tests.flags", "say", str(mails), *cases]
    root = Path(__file__).parents[1]
    clean = {k: v for k, v in os.environ.items() if k != "PYTHONOPTIMIZE"}
    done = subprocess.run(words, cwd=root, env=clean, capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr.decode())
    return done.stdout.decode()


def differences(mails: Path, *cases: str) -> Iterator[str]:
    """Lines that another flag changes."""
    plain, *others = (heard(mails, flags, *cases) for flags in FLAGS)
    for flags, other in zip(FLAGS[1:], others, strict=True):
        names = ("python", f"python {' '.join(flags)}")
        yield from difflib.unified_diff(plain.splitlines(), other.splitlines(), *names, n=0)


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="pbem-mails-") as folder:
        record(Path(folder))
        found = list(differences(Path(folder)))
    print(*found, sep="\n")
    print("A flag changes something." if found else "python -O and -OO change nothing.")
    return bool(found)


if __name__ == "__main__":
    if sys.argv[1:2] == ["say"]:
        say(Path(sys.argv[2]), int(sys.argv[3]) if sys.argv[3:] else None)
    else:
        sys.exit(main())
