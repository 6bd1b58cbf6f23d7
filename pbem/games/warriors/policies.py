"""Standing orders in Warriors of England: reactions, presets, and what happens without orders (C46)."""

from __future__ import annotations

from functools import cache
from typing import Any

from pbem.engine.request import Request
from pbem.engine.standing import choose
from pbem.resources import resource, toml

WITHOUT_ORDERS = "without_orders"
"""The preset of C46: nothing rash, and nothing left undone that costs nothing."""


@cache
def _data() -> dict[str, Any]:
    return toml(resource("rules_data/warriors/policies.toml").read_bytes())


def preset(name: str) -> dict[str, str]:
    """One of the ready-made sets of policies."""
    return dict(_data()["presets"][name])


def standing_order(request: Request) -> str:
    """C46 The line for a request that nobody has answered."""
    policy = preset(WITHOUT_ORDERS).get(request.kind, "pass")
    return choose(request, policy, ()) or request.options[0].line
