"""Standing orders as `policies.toml` of a game declares them: what can be answered, how, ready-made sets, and
the words for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, convert

from pbem.engine.ruleset import RuleSet


def reactions_of(rules: RuleSet[Any]) -> Mapping[str, str]:
    """Request kinds that others can force on a side, with the question that each asks (the table `kinds`)."""
    return dict(rules.data.table("policies").get("kinds", {}))


def policy_kinds(rules: RuleSet[Any], moderated: bool) -> Mapping[str, str]:
    """All kinds that a policy can answer, with their questions: reactions, and in a duel (not `moderated`) what else
    the game names."""
    return {**reactions_of(rules), **({} if moderated else rules.policies.duel_kinds)}


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


def usual_policies(rules: RuleSet[Any]) -> Mapping[str, str]:
    """Kinds of reactions to the policy on which all ready-made sets agree: what one can hardly want otherwise.

    A set with a `default` is none of them.
    """
    sets = [policies for policies in presets_of(rules).values() if "default" not in policies]
    first = sets[0] if sets else {}
    return {
        kind: text for kind, text in first.items() if all(one.get(kind) == text for one in sets)
    }


class PolicyWords(Struct, frozen=True):
    """How policies are asked for.

    Attributes:
        asked: headings, the most wanted first, with kinds of reactions and the question that each asks.
        presets: what each ready-made set does, in a sentence.
        named: what a piece is that an answer names, where it is not one's own: a field, or kind and field
            (`intrigue noble`), to `others`, `all`, or words that are no pieces of the map with a blank between.
        said: kind to answers, or to all of a case, in sentences, where they do not read well by themselves.
    """

    asked: Mapping[str, Mapping[str, str]] = {}
    presets: Mapping[str, str] = {}
    named: Mapping[str, str] = {}
    said: Mapping[str, Mapping[str, str]] = {}


def policy_words(rules: RuleSet[Any]) -> PolicyWords:
    """The tables `policies` of the game's `words.toml`."""
    return convert(rules.data.table("words").get("policies", {}), PolicyWords)
