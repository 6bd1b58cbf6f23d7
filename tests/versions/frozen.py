"""The digests of one game, and what two sets of them differ in."""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import tomli_w

from pbem.engine.ruleset import RuleSet
from tests.finished.record import FOLDER as FINISHED
from tests.finished.stored import Stored
from tests.versions import play

FOLDER = Path(__file__).parent
HEAD = """\
# Which games these rules play. Written by `python -m tests.versions.freeze`; why a digest has changed is said in the
# commit that changes it.
"""


class Frozen(NamedTuple):
    """What the rules of a game are known by.

    Attributes:
        version: of the rule set.
        data: digest of what each file of the rules data says, comments aside.
        finished: digest of the stored finished games of each scenario.
        played: digest of random games of each scenario (`play.digest`).
    """

    version: int
    data: dict[str, str]
    finished: dict[str, str]
    played: dict[str, str]

    @classmethod
    def read(cls, path: Path) -> Frozen:
        """A file as `text` writes it; of a game that was never frozen, nothing."""
        if not path.exists():
            return cls(0, {}, {}, {})
        return cls(**tomllib.loads(path.read_text("utf-8")))

    def text(self) -> str:
        return HEAD + tomli_w.dumps(self._asdict())


def path_of(game: str) -> Path:
    return FOLDER / f"{game}.toml"


def current(rules: RuleSet[Any]) -> Frozen:
    """The digests of the rules as they are now. Takes seconds."""
    scenarios = list(rules.scenarios())
    return Frozen(
        rules.version,
        data_digests(rules),
        {scenario: finished_digest(rules.name, scenario) for scenario in scenarios},
        {scenario: played_digest(rules, scenario) for scenario in scenarios},
    )


def data_digests(rules: RuleSet[Any]) -> dict[str, str]:
    files = {name: rules.data.file(f"{name}.toml").read_text("utf-8") for name in rules.data.files}
    return {
        name: short_digest(json.dumps(tomllib.loads(text), sort_keys=True))
        for name, text in files.items()
    }


def finished_digest(game: str, scenario: str) -> str:
    """Of the files with decisions, dice, cards and positions: `tests/finished` plays them again."""
    games = [Stored.read(file) for file in sorted((FINISHED / game).glob("*.toml"))]
    return short_digest("".join(one.text() for one in games if one.scenario == scenario))


def played_digest(rules: RuleSet[Any], scenario: str) -> str:
    return play.digest(rules, scenario, play.GAMES[rules.name])


def short_digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def changes(game: str, old: Frozen, new: Frozen) -> Iterator[str]:
    """A sentence for each difference."""
    if old.version != new.version:
        yield f"{game}: version {new.version} instead of {old.version or 'none'}."
    for table, sentence in (
        ("data", "the rules data in `{}.toml` has changed"),
        ("finished", "the stored finished games of {} have changed"),
        ("played", "{} has another setup, other questions, lines, dice or positions"),
    ):
        before, after = getattr(old, table), getattr(new, table)
        for name in {**before, **after}:
            if before.get(name) != after.get(name):
                yield f"{game}: {sentence.format(name)}."
