"""Two people who play a duel at `pbem`, each in a folder and a home of their own: only files go from one to the other."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from pbem.duel.duellist import Duellist
from pbem.protocol.keys import Identity
from tests.cli.console import PEOPLE, Console, Done
from tests.random_games import RandomPlayer

NONCE = "6e" * 32
FOUNDED = ("new", "warriors", "standard_1455", "--duel", "--nonce", NONCE)


class Person:
    """Somebody at a machine. `decides`: who answers what is asked."""

    def __init__(self, folder: Path, who: str, seed: str = "x") -> None:
        folder.mkdir()
        self.console, self.who = Console(folder), who
        self.identity: Identity = PEOPLE[who]
        self.folder, self.file = folder, folder / "game.toml"
        self.decides = RandomPlayer(f"{who} {seed}")

    def type(self, *words: str | Path) -> Done:
        """In this process, but in a home of one's own."""
        return self.console.type(self.who, *words)

    def done(self, *words: str | Path) -> str:
        """What a command that works prints."""
        found = self.type(*words)
        assert found.code == 0, found.err
        return found.out

    def started(self, *words: str | Path) -> subprocess.Popen[bytes]:
        """A program of its own: `python -m pbem`."""
        environment = {**os.environ, "PBEM_HOME": str(self.folder / "people" / self.who)}
        environment["PYTHONPATH"] = os.pathsep.join(map(os.path.abspath, sys.path))
        command = [sys.executable, "-m", "pbem", *map(str, words)]
        return subprocess.Popen(
            command,
            cwd=self.folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def line_of(self, passphrase: str) -> str:
        """As `line`, of somebody who has made their identity here, with this passphrase."""
        home = self.folder / "people" / self.who
        self.identity = Identity.load(home / "identity.toml", passphrase)
        return self.line()

    @property
    def duel(self) -> Duellist:
        """The game as this person's file has it."""
        return Duellist.load(self.identity, self.file.read_bytes())

    def line(self) -> str:
        """A legal line for what is asked; "" where nothing is."""
        player = self.duel
        return self.decides.line(player.ledger.request(player.side), {}) if player.decides else ""

    def gets(self, sent: Path, name: str = "came.toml") -> Path:
        """An email arrives: its bytes, and nothing else."""
        return Path(shutil.copyfile(sent, self.folder / name))


def seated(folder: Path, seed: str = "x") -> tuple[Person, Person]:
    """Ann plays York; Bob has joined, and both have the first position."""
    ann, bob = Person(folder / "ann", "ann", seed), Person(folder / "bob", "bob", seed)
    card = ann.console.file("bob.card", bob.done("identity", "show"))
    ann.done(*FOUNDED, "--lancaster", card)
    bob.gets(ann.file, "game.toml")
    bob.done("join", "game.toml", "--as", "lancaster")
    for one, other in ((ann, bob), (bob, ann), (ann, bob), (bob, ann), (ann, bob)):
        one.done("apply", "game.toml", one.gets(other.file))
    return ann, bob


def turn(one: Person, other: Person) -> None:
    """Answer what is asked, if anything is, and let the other apply it."""
    if line := one.line():
        one.done("orders", "game.toml", "--line", line)
    other.done("apply", "game.toml", other.gets(one.file))
