"""What a game says of policies to those who put them together: questions, what ready-made sets do, and whom answers name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct, convert

from pbem.engine.ruleset import RuleSet


class PolicyWords(Struct, frozen=True):
    """How policies are asked for.

    Attributes:
        asked: headings, the most wanted first, with kinds of reactions and the question that each asks.
        presets: what each ready-made set does, in a sentence.
        named: what a piece is that an answer names, where it is not one's own: a field, or kind and field
            (`intrigue noble`), to `others`, `all`, or words that are no pieces of the map with a blank between.
        said: kind to answers in sentences, where they do not read well by themselves.
    """

    asked: Mapping[str, Mapping[str, str]] = {}
    presets: Mapping[str, str] = {}
    named: Mapping[str, str] = {}
    said: Mapping[str, Mapping[str, str]] = {}


def policy_words(rules: RuleSet[Any]) -> PolicyWords:
    """The tables `policies` of the game's `words.toml`."""
    return convert(rules.data.table("words").get("policies", {}), PolicyWords)
