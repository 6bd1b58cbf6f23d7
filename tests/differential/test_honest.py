"""Honest games of every kind pass every reader: what the differential changes is in order before."""

from __future__ import annotations

import json
from typing import get_args

import pytest

from pbem.gm.game import Game
from pbem.protocol.bodies import AnySaid, AnyStep
from pbem.protocol.save import Save
from pbem.protocol.steps import CLOCK_FIELDS, RULING_FIELDS

from .logs import LOGS, bench
from .shapes import at, places
from .table import installed

NOWHERE = {
    "Genesis.data": "tests/moderator/test_audit_other_rules.py has games with files of their own",
    **dict.fromkeys(
        (f"{word}.entry" for word in ("Consent", "Holiday", "Resign", "Say")),
        "it is about no entry, so the field is refused",
    ),
    "Record.policies": "only duels reveal policies; tests/duel has these",
}
"""Fields that no honest log here fills, with the reason."""


@pytest.mark.slow
@pytest.mark.parametrize("name", LOGS)
def test_everybody_takes_an_honest_game(name: str) -> None:
    """Each by the fold, as the log is made ready; the public by `verify` too, which looks at the whole."""
    honest = bench(name)
    with installed():
        game = Game(Save(honest.entries, honest.gm.public.fingerprint))
        assert game.verify().entries == len(honest.entries)


@pytest.mark.slow
def test_every_field_of_every_body_is_filled_somewhere() -> None:
    """Or the differential never changes it."""
    seen, filled = set[str](), set[str]()
    for name in LOGS:
        for entry in bench(name).entries:
            body = json.loads(entry.raw)
            for place in places(body):
                seen.add(place.name)
                if at(body, place.path) is not None:
                    filled.add(place.name)
    assert sorted(seen - filled) == sorted(NOWHERE)


@pytest.mark.slow
def test_every_kind_of_step_and_of_decision_is_there_where_all_can_see_and_where_not() -> None:
    steps, decisions = set[tuple[bool, str]](), set[tuple[bool, str]]()
    for honest in map(bench, LOGS):
        for entry in honest.entries:
            body = json.loads(entry.raw)
            step, said = body["step"], body["step"].get("order", {}).get("body", {})
            steps |= {(honest.veiled, step["type"]), (honest.veiled, step.get("kind", ""))}
            steps.add((honest.veiled, said.get("type", "")))
            decisions |= {(honest.veiled, d.by) for d in entry.body.record.decisions}
    tags = {kind.__struct_config__.tag for kind in (*get_args(AnyStep), *get_args(AnySaid))}
    duels = {
        "duel",
        "joined",
        "played",
        "renewed",
    }  # steps of games without a GM, which tests/duel plays
    there = (tags - {"consent"} - duels) | RULING_FIELDS.keys() | CLOCK_FIELDS.keys()
    assert {name for _, name in steps} >= there
    kinds = {"", "earlier", "script", "policy", "forced", "ruling"}
    assert {by for veiled, by in decisions if not veiled} == {*kinds, "absent"}
    assert {by for veiled, by in decisions if veiled} >= kinds - {"forced"}
