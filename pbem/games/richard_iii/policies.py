"""Standing orders in Richard III: which requests are reactions, and ready-made policies."""

from __future__ import annotations

from functools import cache
from typing import Any

from pbem.resources import resource, toml


@cache
def _data() -> dict[str, Any]:
    return toml(resource("rules_data/richard_iii/policies.toml").read_bytes())


def reactions() -> dict[str, str]:
    return dict(_data()["kinds"])


def presets() -> dict[str, dict[str, str]]:
    return {name: dict(policies) for name, policies in _data()["presets"].items()}
