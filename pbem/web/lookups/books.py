"""What stands in the books: a rule by its number, from wherever it is named; a card by its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.drawing.tags import Markup
from pbem.engine.ruleset import RuleSet
from pbem.reports import cards, rulebook
from pbem.web.seat.drawer import open_, template_markup
from pbem.web.seat.seat import Drawer, Seat
from pbem.web.server.page import Answer

FEW = 3
"""So many cards, or sections of one title, are shown whole."""


def rule(seat: Seat, words: Mapping[str, str]) -> Answer:
    """The `section` of this number or title, without one the contents. Raises UnknownSection."""
    words_typed = words.get("section", "").strip()
    return open_(seat, lambda seat: _rule(seat, words_typed))


def _rule(seat: Seat, typed_words: str) -> Drawer:
    """The drawer with the sections that these words name or contain; with no words the table of contents.

    Raises UnknownSection.
    """
    book = rulebook.rulebook(seat.game.ledger.rules.name)
    if not typed_words:
        rows = [(one, book.depth(one.number)) for one in book.sections]
        return Drawer(f"Rules of {book.title}", template_markup("contents", rows=rows))
    sections = [
        section_found
        for number in _numbers(typed_words)
        if (section_found := book.numbered(number)) is not None
    ]
    if not sections:
        sections = book.find(typed_words)
    pages = [
        template_markup(
            "rule",
            section=section_found,
            parts=book.parts(section_found.number),
            rulings=book.touching(section_found.number),
            above=book.above(section_found.number),
            named=len(sections) > 1,
        )
        for section_found in sections
    ]
    if len(sections) > 1:
        title = f"Rules {', '.join(one.number for one in sections)}"
    else:
        title = f"{sections[0].number} {sections[0].title}"
    return Drawer(title, Markup("".join(pages)))


def _numbers(words_typed: str) -> list[str]:
    """`4.3.4, 4.4`: what a choice or a story names may be several."""
    return [one.strip() for one in words_typed.split(",") if one.strip()]


def card(seat: Seat, words: Mapping[str, str]) -> Answer:
    """The card of this `name`, or those with these words in theirs; all for "". Raises UnknownCard, NoCards."""
    name = words.get("name", "").strip()
    return open_(seat, lambda seat: _card(seat, name))


def _card(seat: Seat, name: str) -> Drawer:
    game = seat.game.ledger.rules.name
    texts = cards.find_cards(game, name)
    if len(texts) == 1:
        return Drawer(
            f"{texts[0].id} {texts[0].names}", card_body(seat.game.ledger.rules, texts[0].id)
        )
    if len(texts) > FEW:
        return Drawer(f"Cards: {len(texts)}", template_markup("cards", cards=texts))
    markups = [
        template_markup("card", card=card_text, rulings=cards.rulings_of(game, card_text))
        for card_text in texts
    ]
    names = ", ".join(f"{one.id} {one.names}" for one in texts)
    return Drawer(names, Markup("".join(markups)))


def has_text(rules: RuleSet[Any], id: str) -> bool:
    """Has a card a text of its own? Cards that are only counted, such as action cards, have none."""
    return any(one.id.lower() == id.lower() for one in rules.cards())


def card_body(rules: RuleSet[Any], id: str) -> Markup:
    """A card as implemented, and the rulings on it. Raises UnknownCard, NoCards."""
    exact = (one for one in rules.cards() if one.id.lower() == id.lower())
    card, game = next(exact, None) or cards.find_cards(rules.name, id)[0], rules.name
    return template_markup("card", card=card, rulings=cards.rulings_of(game, card))


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {"rule": rule, "card": card}
