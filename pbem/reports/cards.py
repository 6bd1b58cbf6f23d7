"""Cards for reading: `pbem card`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches

from pbem.engine.card_text import CardText
from pbem.engine.document import AnyPart, Heading, Item, Items, Note, cells
from pbem.errors import NoCards, UnknownCard
from pbem.games import find, game_beginning, installed_games
from pbem.reports.rulebook import Ruling, ruling_parts, rulings

MOST_CARDS = "plantagenet"
"""Whose cards are meant when no game is named."""


def asked_for(words: Sequence[str]) -> tuple[str, Sequence[CardText]]:
    """The game and the cards that these words mean: `L7`, `richard_iii plague` or `richard_iii`.

    A first word that only begins a game's name may as well begin a card's: `richard of york`.

    Raises: NoCards, UnknownCard: of the game that is named.
    """
    game = game_beginning(words[0]) if words else ""
    if game:
        try:
            return game, find_cards(game, " ".join(words[1:]))
        except (NoCards, UnknownCard):
            if words[0].lower() not in installed_games():
                with suppress(UnknownCard):
                    return MOST_CARDS, find_cards(MOST_CARDS, " ".join(words))
            raise
    text = " ".join(words)
    try:
        return MOST_CARDS, find_cards(MOST_CARDS, text)
    except UnknownCard:
        for other_game in installed_games():
            with suppress(NoCards, UnknownCard):
                return other_game, find_cards(other_game, text)
        raise


def elsewhere(game: str, words: str) -> str:
    """Where other games have a card of this number, for who named no game; "" if none has."""
    mentions = []
    for other in installed_games():
        with suppress(NoCards):
            same = [one for one in all_cards(other) if _plain(one.id) == _plain(words)]
            mentions += [
                f"`pbem card {other} {card.id}`, {card.names}" for card in same if other != game
            ]
    return (
        f"This is a card of {find(game).title}. Others: {'; '.join(mentions)}." if mentions else ""
    )


def all_cards(game: str) -> tuple[CardText, ...]:
    """The cards of a game. Raises UnknownGame, NoCards."""
    rules = find(game)
    cards = rules.cards()
    if not cards:
        raise NoCards(game=rules.title)
    return cards


def find_cards(game: str, words: str) -> Sequence[CardText]:
    """The card of this id, or those with a half of this name, or with the words in a name, the nearest
    first; all for "".

    Raises:
        UnknownGame, NoCards. UnknownCard: naming the nearest ones.
    """
    cards = all_cards(game)
    if not words:
        return cards
    if exact := exact_cards(game, words):
        return exact
    far = {card.id: min(_far(words, half.name) for half in card.halves) for card in cards}
    if matches := [card for card in cards if far[card.id] < UNLIKE]:
        return sorted(matches, key=lambda card: far[card.id])
    names = {half.name.lower(): half.name for card in cards for half in card.halves}
    ids = {card.id.lower(): card.id for card in cards}
    near = get_close_matches(words.lower(), {**ids, **names}, n=3, cutoff=0.5)
    all_of_them = f"`pbem card {game}` lists them all"
    near_names = ", ".join({**ids, **names}[name] for name in near) or all_of_them
    raise UnknownCard(card=words, known=near_names)


def exact_cards(game: str, words: str) -> Sequence[CardText]:
    """The card of this id, or those with a half of this name; none for a game without cards."""
    cards, plain = find(game).cards(), _plain(words)
    by_id = [card for card in cards if _plain(card.id) == plain]
    return by_id or [card for card in cards if any(_plain(h.name) == plain for h in card.halves)]


UNLIKE = 5


def _far(words_typed: str, name: str) -> int:
    """How near a name comes to what was typed: 0 begins with its words, UNLIKE has nothing of it."""
    typed, words = _words(words_typed), _words(name)
    size = len(typed)
    runs = [words[at : at + size] for at in range(len(words) - size + 1)]
    near = (
        bool(runs) and runs[0] == typed,
        typed in runs,
        _plain(name).startswith(_plain(words_typed)),
        _plain(words_typed) in _plain(name),
        all(any(word.startswith(part) for word in words) for part in typed),
    )
    return near.index(True) if _plain(words_typed) and True in near else UNLIKE


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower().replace("'", ""))


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def list_parts(some: Iterable[CardText]) -> Iterator[AnyPart]:
    """A line for each card."""
    yield Items(tuple(Item(cells(one.names), one.id) for one in some))


def card_parts(game: str, card: CardText) -> Iterator[AnyPart]:
    """A card as implemented, and the rulings that it touches."""
    yield Heading(f"{card.id}: {card.names}")
    yield from (Note(value, label) for label, value in card.facts)
    for half in card.halves:
        yield Heading(f"{half.kind}: {half.name}")
        yield from (Note(value, label) for label, value in half.facts)
        yield from (Note(" ".join(part.split())) for part in half.text.split("\n\n"))
    yield from ruling_parts(rulings_of(game, card))


def rulings_of(game: str, card: CardText) -> list[Ruling]:
    """Rulings that the card's text names, and those that name the card: L7, but Plague."""
    text = " ".join(half.text for half in card.halves)
    numbers = set(re.findall(r"\b[A-Z]\d+\b", text))
    calls = (card.id,) if re.search(r"\d", card.id) else tuple(half.name for half in card.halves)
    mention = re.compile(rf"\b({'|'.join(map(re.escape, calls))})\b")
    return [
        ruling
        for ruling in rulings(find(game).name)
        if ruling.number in numbers or mention.search(ruling.text)
    ]
