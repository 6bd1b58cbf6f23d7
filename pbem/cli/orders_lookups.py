"""What can be looked up in the middle of `pbem orders`: a card, a rule, odds, the map."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import click

from pbem.cli.card import cards_text
from pbem.cli.odds import askable, charted, options_of
from pbem.cli.rules import sections_text
from pbem.cli.terminal import plain, wrapped
from pbem.engine.card_text import CardText
from pbem.errors import PbemError
from pbem.home import files
from pbem.imagine.foretell import foretell, odds_offered
from pbem.ledger.glimpse import state_for
from pbem.player.player import Player
from pbem.reports import rulebook
from pbem.reports.cards import exact_cards, find_cards
from pbem.reports.context import map_of
from pbem.reports.from_game import report_for

if TYPE_CHECKING:
    from pbem.engine.document import Map
    from pbem.engine.ruleset import RuleSet

GAMES = 400
"""Simulated for an answer while somebody waits at the prompt."""


def _card(game: Player, name: str) -> str:
    rules = game.ledger.rules.name
    near = () if name else _cards_at_hand(game)
    return cards_text(rules, near or find_cards(rules, name))


def _cards_at_hand(game: Player) -> tuple[CardText, ...]:
    """The cards that the player holds, or that the lines of the question name."""
    rules, side, cards_known = game.ledger.rules, game.player_side, game.known()
    own_requests = [request for request in game.requests if request.side == side]
    menus = [option.line for one in own_requests if one.stack is None for option in one.options]
    menus += [
        name.replace("_", " ")
        for request in own_requests
        if request.stack
        for name in request.stack.limits
    ]
    trays = rules.trays(state_for(rules, game.ledger.play.state, side), side, cards_known)
    cards_held = [token.card for tray in trays if tray.near for token in tray.tokens]
    words_near = {
        word.lower()
        for text in (*cards_known.values(), *cards_held, *menus)
        for word in text.split()
    }
    return tuple(card for card in rules.cards() if card.id.lower() in words_near)


def text_called(game: Player, words: str) -> str:
    """The text of the cards that have these words as their number or name, or what lies next to the place of this
    name; "" if there is neither."""
    name = game.ledger.rules.name
    texts = exact_cards(name, words)
    if texts:
        return cards_text(name, texts).rstrip("\n")
    return place_text_called(game, words)


def place_text_called(game: Player, words: str) -> str:
    """What is at the place that has exactly this name, and next to it; "" if there is none."""
    from pbem.reports.places import is_place  # few look at the map

    map, rules = map_of(report_for(game)), game.ledger.rules
    return place_text(map, rules, words) if is_place(rules, map.picture, words) else ""


def _rules(game: Player, section: str) -> str:
    book = rulebook.rulebook(game.ledger.rules.name)
    return sections_text(book, book.find(section) if section else (), whole=False)


def _odds(game: Player, words: str) -> str:
    names, options = options_of(shlex.split(words))
    if not names:
        return askable(odds_offered(game).values(), "odds {name} {example}")
    name, *plain_words = (
        names  # `battle york` for `battle --at york`: the first parameter that is not named
    )
    offered = odds_offered(game).get(name)
    unset = [one.name for one in offered.parameters if one.name not in options] if offered else []
    options |= dict(zip(unset, plain_words, strict=False))
    return charted(foretell(game, name, options, games=GAMES))


def place_text(map: Map, rules: RuleSet[Any], words: str) -> str:
    """What is at a place, and what lies next to it. Raises BadChoice."""
    from pbem.reports.places import place_paragraphs  # few look at the map

    return "\n".join(
        wrapped(paragraph, "", "  ") for paragraph in place_paragraphs(map, rules, words)
    )


def _map(game: Player, place: str) -> str:
    from pbem.drawing.svg import draw, spoken

    if place:
        return place_text(map_of(report_for(game)), game.ledger.rules, place)
    if plain():
        return spoken(map_of(report_for(game)))
    if game.path is None:
        raise click.UsageError("This game is not in a file, so there is no folder for its map.")
    path = game.path.parent / f"{game.id}-map.svg"
    files.write_text(path, draw(map_of(report_for(game))), secret=True)
    return f"The map is in {path}. Open it in a browser. It shows only what you can see."


LOOKUPS: Mapping[str, Callable[[Player, str], str]] = {
    "card": _card,
    "rules": _rules,
    "odds": _odds,
    "map": _map,
}


def looked_up(game: Player, verb: str, words: str) -> str:
    """The answer, or why there is none: a slip costs nothing here."""
    try:
        return LOOKUPS[verb](game, words).rstrip("\n")
    except (PbemError, ValueError) as error:
        return wrapped(str(error))
    except click.UsageError as error:
        return wrapped(error.message)
