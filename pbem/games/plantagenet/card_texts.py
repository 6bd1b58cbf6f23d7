"""1.9.1 The Arts of War cards for reading: both halves, when and by whom they are used, in which decks."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from pbem.engine.card_text import CardText, Half
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.facts import ArtsOfWar, facts

KINDS = {
    "immediate": "at once when it is drawn",
    "this_levy": "in force from the draw to the end of this Levy",
    "this_campaign": "in force from the draw to the end of this Turn's Campaign",
    "hold": "Hold: kept hidden and played",
}
"""3.1.3 When an Event works, by its kind."""
MOMENTS = {
    "": "",
    "battle_events": "in the Events step of a Battle (4.4.1)",
    "intercept": "when its side Intercepts (4.3.4)",
    "approach": "at an Approach, before Exile is chosen (4.3.5)",
    "death_check": "before the Death checks of a Battle (4.4.3)",
    "campaign": "at any moment of a Campaign",
    "levy": "at any moment of a Levy",
    "any": "at any moment",
    "after_move": "after a March or Sail of its side",
    "after_sail": "after a Sail of its side",
}
"""When a Hold Event may be played."""
LIKE = re.compile(r"Same as the (?P<half>Event|Capability) of (?P<card>\w+)|As (?P<model>\w+)'s ")
"""How a text begins that leans on another card's."""
CHOSEN = "drawn in the first Levy (3.1.2), later chosen by Levy Capability (3.4.6)"


@cache
def card_texts() -> tuple[CardText, ...]:
    """All cards, Yorkist first."""
    return tuple(card_text(card) for card in facts().cards.values())


def card_text(card: ArtsOfWar) -> CardText:
    side = lords.side_name(card.side)
    event = Half(
        "Event",
        card.event,
        (("When", when(card)), ("Whose", side)),
        whole(card.event_text),
    )
    ability = Half(
        "Capability",
        card.capability,
        (("When", CHOSEN), ("Whose", whose(card))),
        whole(card.capability_text),
    )
    return CardText(card.id, (event, ability), (("Deck", side), ("In", ", ".join(decks(card)))))


def whole(text: str) -> str:
    """A text, and as a further paragraph the one that it leans on (a Capability unless it says so)."""
    like = LIKE.match(text.strip())
    if like is None:
        return text
    other = facts().cards[like["card"] or like["model"]]
    name, words = other.capability, other.capability_text
    if like["half"] == "Event":
        name, words = other.event, other.event_text
    return f"{text}\n\n{other.id}, {name}: {words}"


def when(card: ArtsOfWar) -> str:
    return f"{KINDS[card.event_kind]} {MOMENTS[card.event_play]}".strip()


def whose(card: ArtsOfWar) -> str:
    """3.4.6 Whose badge is on the Capability."""
    if "any" in card.capability_lords:
        return f"any Lord of the {lords.side_name(card.side)}"
    return lords.names(list(card.capability_lords))


def decks(card: ArtsOfWar) -> list[str]:
    """6.0 Scenarios and Wars that use the card: in a deck from the start, at a mat, or later."""
    names = []
    for id, row in facts().scenarios.items():
        name = f"War {id}" if row["grand"] else id
        if card.id in scenario.deck(id, card.side):
            names.append(name)
        elif how := comes_later(card.id, row):
            names.append(f"{name} ({how})")
    return names


def comes_later(card: str, row: dict[str, Any]) -> str:
    """How a card that is not in the first deck comes into a scenario, or ""."""
    if card in [entry["card"] for entry in row.get("starting_capabilities", [])]:
        return "at a mat"
    added = [id for entry in row.get("succession", []) for id in entry["add_cards"]]
    steps = [step.get("cards", {}) for step in row.get("setup_step", [])]
    added += [id for cards in steps for ids in cards.values() for id in ids]
    if card in added:
        return "by Succession"
    (edward,) = [rule for rule in facts().grand["rule"] if rule["id"] == "edward_card"]
    present = row["grand"] and edward["lord"] in row["lords"]["lancaster"]
    return f"with {lords.name(edward['lord'])}" if present and card == edward["card"] else ""
