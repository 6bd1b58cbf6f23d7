"""Standing orders as `policies.toml` of a game declares them: what can be answered, how, and ready-made sets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.engine.ruleset import RuleSet


def reactions_of(rules: RuleSet[Any]) -> Mapping[str, str]:
    """Request kinds that others can force on a side, with the question that each asks (the table `kinds`)."""
    return dict(rules.data.table("policies").get("kinds", {}))


def answers_of(rules: RuleSet[Any]) -> Mapping[str, Sequence[str]]:
    """Kinds of reactions with the names of the types of decision that answer them (the table `answers`), so that
    a policy can be put together by choosing. Any decision of the game answers a kind that is missing here."""
    return dict(rules.data.table("policies").get("answers", {}))


def presets_of(rules: RuleSet[Any]) -> Mapping[str, Mapping[str, str]]:
    """Ready-made sets of policies: name to kind to policy text.

    The tables `presets`; a set without a `default` also has what is in `common`.
    """
    tables = rules.data.table("policies")
    common = tables.get("common", {})
    return {
        name: {**({} if "default" in policies else common), **policies}
        for name, policies in tables.get("presets", {}).items()
    }
