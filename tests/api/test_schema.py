"""The schema that follows from the classes says all that is in a position, wherever a game comes to stand."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest

import pbem
from pbem.api.values import GameData, SeenPosition
from pbem.engine import codec
from pbem.games import GAMES
from pbem.ledger.glimpse import state_for
from tests.finished.stored import Replay, Stored
from tests.finished.test_finished import FILES
from tests.tiers import soaked

EVERY = 12
"""Every so many stops of a finished game are looked at, and its end."""
NAMED = {f"{file.parent.name}/{file.stem}": file for file in FILES}
SHORT = [
    min(
        (name for name in NAMED if name.startswith(f"{game}/") and hidden == ("hidden" in name)),
        key=lambda name: NAMED[name].stat().st_size,
    )
    for game, hidden in (*((game, False) for game in GAMES), ("plantagenet", True))
]


def closed(rules: str) -> jsonschema.Draft202012Validator:
    """The schema of a game's position, in which an unknown key of any object is wrong."""
    whole = pbem.schema(rules)
    jsonschema.Draft202012Validator.check_schema(whole)
    for part in whole["$defs"].values():
        if "properties" in part:
            part["additionalProperties"] = False
    return jsonschema.Draft202012Validator(whole | {"$ref": "#/$defs/SeenPosition"})


class Looked(Replay):
    """Plays a finished game again, and keeps the position as everybody sees it at some of its stops."""

    def _stopped(self) -> None:
        super()._stopped()
        self.stops = getattr(self, "stops", -1) + 1
        self.seen: list[dict[str, Any]] = getattr(self, "seen", [])
        if self.stops % EVERY and self.play.result is None:
            return
        for eyes in (*self.rules.sides, "public"):
            state = state_for(self.rules, self.play.state, eyes)
            self.seen.append(
                {
                    "side": eyes,
                    "cards": {},
                    "places": {},
                    "unsure": [],
                    "position": codec.dump(state),
                }
            )


@pytest.mark.parametrize("name", soaked([(name,) for name in NAMED], [(name,) for name in SHORT]))
def test_a_finished_game_is_as_its_schema_says(name: str) -> None:
    game = Looked.of(Stored.read(NAMED[name]))
    game.run()
    assert game.play.result is not None
    valid = closed(game.game)
    assert len(game.seen) >= 6, name
    for seen in game.seen:
        valid.validate(json.loads(json.dumps(seen)))


def test_a_schema_refuses_what_a_position_does_not_have() -> None:
    """A key too many, a key too few and a wrong type, in whatever object they stand."""
    game = Looked.of(Stored.read(NAMED[SHORT[0]]))
    game.run()
    valid = closed(game.game)
    seen = game.seen[-1]
    position = seen["position"]
    lord = next(iter(position["lords"].values()))
    for broken in (position, lord, lord["troops"]):
        broken["junk"] = 1
        assert not valid.is_valid(seen)
        del broken["junk"]
    kept = lord.pop("at")
    assert not valid.is_valid(seen)
    lord["at"] = 7
    assert not valid.is_valid(seen)
    lord["at"] = kept
    valid.validate(seen)


def test_the_schema_of_a_line_names_every_field_of_its_class() -> None:
    whole = pbem.schema()
    assert whole["$id"] == "urn:pbem:game:1"
    for kind in (GameData, SeenPosition, pbem.Waiting, pbem.Question, pbem.Choice, pbem.GameTurn):
        assert set(whole["$defs"][kind.__name__]["properties"]) == set(kind.__struct_fields__)


@pytest.mark.parametrize("rules", GAMES)
def test_a_schema_is_json_and_the_same_each_time(rules: str) -> None:
    assert json.dumps(pbem.schema(rules)) == json.dumps(pbem.schema(rules))
