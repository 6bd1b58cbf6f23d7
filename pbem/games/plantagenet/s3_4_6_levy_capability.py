"""3.4.6 Levy Capability: an unused Arts of War card goes to a Lord's mat."""

from __future__ import annotations

from functools import partial

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
    if not eligible(lord, card):
        return f"{lords.name(lord)}'s badge is not on {card} (3.4.6)"
    if has := same_name(state, lord, card):
        return has
    if full(state, lord):
        return f"{lords.name(lord)} has two Capabilities already (3.4.6)"
    return ""


def same_name(state: State, lord: str, card: str) -> str:
    """1.9.1 Why not, if he has one of the same name already, or ""."""
    cards = facts().cards
    for other in state.lords[lord].capabilities:
        if cards[other].capability == cards[card].capability:
            return f"{lords.name(lord)} has {cards[card].capability} already (3.4.6)"
    return ""


def full(state: State, lord: str) -> bool:
    """1.9.1 Has he two Capabilities?"""
    limit = int(facts().limits["capabilities_per_lord"])
    return len(state.lords[lord].capabilities) >= limit


def eligible(lord: str, card: str) -> bool:
    """1.9.1 Is the Lord's badge on the card?"""
    return card in facts().badges[lord]


def brings_vassal(card: str) -> bool:
    """1.5.4 Does a Special Vassal come with the card?"""
    return card in facts().with_vassals


def deployable(state: State, side: str, card: str) -> list[str]:
    """3.1.2 On-map Lords of a side who can take a card."""
    return [id for id in lords.on_map_lords(state, side) if not hindrance(state, id, card)]


def fill_levy_capability(menu: Menu, state: State, lord: str) -> None:
    """3.4.6 Any card of his side that lies nowhere open; none of those that its owner secretly Holds."""
    if not menu.wants(LevyCapability):
        return
    menu.bar_more(partial(bar_levy_capability, state=state, lord=lord))
    cards = facts().cards
    for card in menu.pick("card", candidates(state, lord)):
        if not trouble(state, lord, card):
            menu.offer(LevyCapability(lord, card), cards[card].capability, unheld=card)


def candidates(state: State, lord: str) -> list[str]:
    """3.4.6 Cards of his side with his badge on them that lie nowhere open; none once he has two."""
    if full(state, lord):
        return []
    lie_open = {card for mat in state.lords.values() for card in mat.capabilities}
    lie_open.update(state.in_force)
    badges = facts().badges[lord]
    deck = state.cards[lords.side_of(lord)]
    return [card for card in deck if card in badges and card not in lie_open]


def trouble(state: State, lord: str, card: str) -> str:
    """Why a Lord with his badge on a card that lies nowhere open cannot Levy it, or ""."""
    barred = lords.barred(state, lord, "special_vassal") if brings_vassal(card) else ""
    return same_name(state, lord, card) or barred


def bar_levy_capability(menu: Menu, state: State, lord: str) -> None:
    """Why a card cannot be Levied."""
    placed = {
        card: f"{card} is at {lords.name(id)}'s mat (3.4.6)"
        for id, mat in state.lords.items()
        for card in mat.capabilities
    }
    for card in state.cards[lords.side_of(lord)]:
        in_force = f"{card} is in force as an Event (3.1.3)" if card in state.in_force else ""
        unfit = hindrance(state, lord, card) or trouble(state, lord, card)
        if reason := placed.get(card) or in_force or unfit:
            menu.bar(LevyCapability(lord, card), reason)


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
    if card in hooks.CARD_GAINED.capabilities:
        hooks.CARD_GAINED.capabilities[card](table, lord)
    if card in hooks.ARRIVED.capabilities:
        hooks.ARRIVED.capabilities[card](table, lord)
    if card in hooks.GRANT.capabilities and table.state.in_levy():
        mat.extra[card] = hooks.GRANT.capabilities[card](table.state, lord).count
