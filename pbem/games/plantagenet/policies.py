"""Standing orders in Plantagenet: which requests are reactions, presets, whose script runs now."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from pbem.engine.facets.policies import PolicyRules
from pbem.engine.request import Request
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.state import State
from pbem.resources import resource, toml

SCRIPTED = ("command", "march_on")
"""Requests of the Active Lord's own card (4.2.1), which a script for that card answers."""


COMMAND = (
    "4.2.1 your own Command card, where it comes up while your opponent's orders are carried out: "
    "`if can norfolk march york: norfolk: march york; pass`"
)
FIELD = ("4.4", "6.0 III(B)")
"""How the questions of a Battle and of Bosworth begin: with their rule."""
WARS = "wars"
"""In the table `needs`: what the Wars of the Roses have in all three."""


class PlantagenetPolicies(PolicyRules[State]):
    moments = ("event",)
    duel_kinds: Mapping[str, str] = MappingProxyType({"command": COMMAND})

    def may_come(self, state: State, kind: str) -> bool:
        """Does the scenario have one of the cards or rules that this kind takes (table `needs`)? In the Wars of
        the Roses decks change between the Wars (6.3), so that any card may come. At Bosworth there is nothing but a
        Battle, and no Calendar (6.0 III(B))."""
        if not state.box and not _file()["kinds"].get(kind, "").startswith(FIELD):
            return False
        takes = _file()["needs"].get(kind)
        if takes is None or state.scenario in takes:
            return True
        if facts().scenarios[state.scenario]["grand"]:
            return WARS in takes or not facts().cards.keys().isdisjoint(takes)
        return any(card in deck for deck in state.cards.values() for card in takes)

    def script_slot(self, state: State, request: Request) -> str:
        """The Command card now played, for requests about its actions."""
        return state.playing if request.kind in SCRIPTED else ""


@cache
def _file() -> dict[str, Any]:
    return toml(resource("rules_data/plantagenet/policies.toml").read_bytes())


@cache
def bot() -> Mapping[str, str]:
    """Those of the simple player."""
    data = _file()
    return {**data["common"], **data["presets"]["stand_and_fight"], **data["bot"]}
