"""Standing orders in Plantagenet: which requests are reactions, presets, whose script runs now."""

from __future__ import annotations

from functools import cache
from typing import Any

from pbem.engine.request import Request
from pbem.games.plantagenet.state import State
from pbem.resources import resource, toml

SCRIPTED = ("command", "march_on")
"""Requests of the Active Lord's own card (4.2.1), which a script for that card answers."""


@cache
def _data() -> dict[str, Any]:
    return toml(resource("rules_data/plantagenet/policies.toml").read_bytes())


def reactions() -> dict[str, str]:
    return dict(_data()["kinds"])


def moments() -> tuple[str, ...]:
    """Kinds that only policies answer."""
    return ("event",)


def presets() -> dict[str, dict[str, str]]:
    common = _data()["common"]
    return {
        name: {**({} if "default" in policies else common), **policies}
        for name, policies in _data()["presets"].items()
    }


def bot() -> dict[str, str]:
    """Those of the simple player."""
    return {**presets()["stand_and_fight"], **_data()["bot"]}


def script_slot(state: State, request: Request) -> str:
    """The Command card now played, for requests about its actions."""
    return state.playing if request.kind in SCRIPTED else ""
