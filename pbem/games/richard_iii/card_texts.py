"""5.1 The event cards for reading; the others are nothing but Action Points."""

from __future__ import annotations

from pbem.engine.card_text import CardText, Half
from pbem.games.richard_iii.facts import Card, facts


def card_texts() -> tuple[CardText, ...]:
    return tuple(card_text(card) for card in facts().cards.values() if card.event)


def card_text(card: Card) -> CardText:
    points = (("Action Points", str(card.ap)),)
    return CardText(card.id, (Half("Event", card.name, points, card.effect),))
