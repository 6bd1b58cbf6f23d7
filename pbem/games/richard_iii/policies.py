"""Standing orders in Richard III: which requests are reactions, and ready-made policies."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any

from pbem.resources import resource


@cache
def _data() -> dict[str, Any]:
    return tomllib.loads(resource("rules_data/richard_iii/policies.toml").read_text("utf-8"))


def reactions() -> dict[str, str]:
    return dict(_data()["kinds"])


def presets() -> dict[str, dict[str, str]]:
    return {name: dict(policies) for name, policies in _data()["presets"].items()}
