"""Standing orders in Plantagenet: which requests are reactions, presets, whose script runs now."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pbem.engine.request import Request
from pbem.games.plantagenet.state import State
from pbem.resources import resource, toml

SCRIPTED = ("command", "march_on")
"""Requests of the Active Lord's own card (4.2.1), which a script for that card answers."""


MOMENTS = ("event",)
"""Kinds that only policies answer."""


@cache
def bot() -> Mapping[str, str]:
    """Those of the simple player."""
    data: dict[str, Any] = toml(resource("rules_data/plantagenet/policies.toml").read_bytes())
    return {**data["common"], **data["presets"]["stand_and_fight"], **data["bot"]}


def script_slot(state: State, request: Request) -> str:
    """The Command card now played, for requests about its actions."""
    return state.playing if request.kind in SCRIPTED else ""
