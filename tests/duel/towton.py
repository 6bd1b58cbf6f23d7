"""Towton, or Bosworth, between two people at `pbem`, from where both are asked for secret cards."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from unittest import mock

from pbem.duel.duellist import Duellist
from pbem.home import computer
from pbem.round import duels
from tests.cli.console import PEOPLE
from tests.drawn import kept

from .people import Person
from .test_stacks import at_plans

PLANS = {"ann": "plan march march pass pass", "bob": "plan pass pass pass pass"}
"""Of York, and of Lancaster."""


@kept
def plans_asked(scenario: str = "towton") -> dict[str, bytes]:
    """The files of both, by their path."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        machines = at_plans(scenario, people=(PEOPLE["ann"], PEOPLE["bob"]))
        for who, machine in zip(("ann", "bob"), machines, strict=True):
            put(Person(folder / who, who), machine.player)
        return {
            str(path.relative_to(folder)): path.read_bytes()
            for path in folder.rglob("*")
            if path.is_file()
        }


def put(person: Person, player: Duellist) -> None:
    """Keep a duel at home and in the folder, as the program does."""
    home = str(person.folder / "people" / person.who)
    with mock.patch.dict(os.environ, {computer.FOLDER: home}):
        duels.write(player, person.file)


def laid_out(folder: Path, scenario: str = "towton") -> tuple[Person, Person]:
    """Ann, who plays York, and Bob."""
    folder.mkdir(exist_ok=True)
    ann, bob = Person(folder / "ann", "ann"), Person(folder / "bob", "bob")
    for name, data in plans_asked(scenario).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return ann, bob


def sealed(folder: Path) -> tuple[Person, Person]:
    """Both have sealed their Plans, and York's first card is revealed."""
    ann, bob = laid_out(folder)
    for one, other in ((ann, bob), (bob, ann)):
        one.done("orders", "game.toml", "--line", PLANS[one.who])
        other.done("apply", "game.toml", other.gets(one.file))
    return ann, bob
