"""3.4.6 Levy Capability: an unused Arts of War card goes to a Lord's mat."""

from __future__ import annotations

from pbem.engine.decision import Card, decision
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.decisions import LevyAction
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.state import State
from pbem.games.plantagenet.veil import tell


@decision("{lord}: capability {card}", rule="3.4.6")
class LevyCapability(LevyAction):
    """3.4.6 A card for his mat."""

    card: Card


def hindrance(state: State, lord: str, card: str) -> str:
    """Why a Lord cannot have a card at his mat, or "" (3.4.6, 1.9.1).

    His badge must be on it; two cards at most, never two of the same name.
    """
    cards = facts().cards
    here = state.lords[lord].capabilities
    if not eligible(lord, card):
        return f"{lords.name(lord)}'s badge is not on {card} (3.4.6)"
    if any(cards[other].capability == cards[card].capability for other in here):
        return f"{lords.name(lord)} has {cards[card].capability} already (3.4.6)"
    if len(here) >= facts().limits["capabilities_per_lord"]:
        return f"{lords.name(lord)} has two Capabilities already (3.4.6)"
    return ""


def eligible(lord: str, card: str) -> bool:
    """1.9.1 Is the Lord's badge on the card?"""
    allowed = facts().cards[card].capability_lords
    return "any" in allowed or lord in allowed


def brings_vassal(card: str) -> bool:
    """1.5.4 Does a Special Vassal come with the card?"""
    return any(vassal.card == card for vassal in facts().special_vassals.values())


def deployable(state: State, side: str, card: str) -> list[str]:
    """3.1.2 On-map Lords of a side who can take a card."""
    return [id for id in lords.on_map_lords(state, side) if not hindrance(state, id, card)]


def fill_levy_capability(menu: Menu, state: State, lord: str) -> None:
    """3.4.6 Any card of his side that lies nowhere open; none of those that its owner secretly Holds."""
    if not menu.wants(LevyCapability):
        return
    placed = {
        card: f"{card} is at {lords.name(id)}'s mat"
        for id, mat in state.lords.items()
        for card in mat.capabilities
    }
    for card in menu.pick("card", state.cards[lords.side_of(lord)]):
        reason = hindrance(state, lord, card)
        if card in placed:
            reason = f"{placed[card]} (3.4.6)"
        elif card in state.in_force:
            reason = f"{card} is in force as an Event (3.1.3)"
        elif brings_vassal(card):
            reason = reason or lords.barred(state, lord, "special_vassal")
        if reason:
            menu.bar(LevyCapability(lord, card), reason)
        else:
            menu.offer(LevyCapability(lord, card), facts().cards[card].capability, unheld=card)


def levy_capability(table: Table[State], action: LevyCapability) -> None:
    """3.4.6 The Capability that he chose, its Event half out of play while it stays."""
    deploy(table, action.lord, action.card, "3.4.6")


def deploy(table: Table[State], lord: str, card: str, rule: str) -> None:
    """1.5.3 Tuck the card under the bottom edge of the mat; from there it counts at once."""
    mat = table.state.lords[lord]
    mat.capabilities.append(card)
    tell(
        table,
        rule,
        lords.side_of(lord),
        f"{lords.name(lord)} gains the Capability {facts().cards[card].capability}.",
        f"{lords.name(lord)} gains a Capability.",
    )
    if card in hooks.GAINED.capabilities:
        hooks.GAINED.capabilities[card](table, lord)
    if card in hooks.ARRIVED.capabilities:
        hooks.ARRIVED.capabilities[card](table, lord)
    if card in hooks.GRANT.capabilities and table.state.in_levy():
        mat.extra[card] = hooks.GRANT.capabilities[card](table.state, lord).count
