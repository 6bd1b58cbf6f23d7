"""A place of the map in words: what is there, and what lies next to it by which way."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pbem.drawing.svg import Drawing
from pbem.engine.notation import nearest_word, squash
from pbem.engine.picture import Place
from pbem.engine.prose import listing
from pbem.errors import BadChoice

if TYPE_CHECKING:
    from pbem.engine.document import Map
    from pbem.engine.picture import Picture, Sea
    from pbem.engine.ruleset import RuleSet


def places_called(rules: RuleSet[Any], picture: Picture, words: str) -> list[Place | Sea]:
    """The places with this name, number or town, else those whose name begins with it.

    Raises BadChoice: there is none, with the name that may be meant.
    """
    word_typed, towns = squash(words), rules.words.towns
    names = [(one, (one.name, one.id, *towns(one.id))) for one in picture.spaces]
    spellings_by_space = [(one, {squash(name) for name in spellings}) for one, spellings in names]
    exact = [one for one, spellings in spellings_by_space if word_typed in spellings]
    matches = exact or [
        space
        for space, spellings in spellings_by_space
        if any(spelling.startswith(word_typed) for spelling in spellings)
    ]
    if not matches:
        name_by_spelling = {
            squash(name): name for _, spellings in names for name in reversed(spellings)
        }
        near = name_by_spelling.get(nearest_word(word_typed, name_by_spelling))
        meant = f". Did you mean `{near}`?" if near else ""
        raise BadChoice(why=f"place `{words}` on this map{meant}")
    return matches


def is_place(rules: RuleSet[Any], picture: Picture, words: str) -> bool:
    """Is this exactly the name, the number or the town of a place?"""
    typed = squash(words)
    return any(
        typed in {squash(name) for name in (space.name, space.id, *rules.words.towns(space.id))}
        for space in picture.spaces
    )


def place_paragraphs(map: Map, rules: RuleSet[Any], words: str) -> Iterator[str]:
    """What is at the places that somebody names, and what lies next to each. Raises BadChoice."""
    drawing = Drawing(map)
    matches = places_called(rules, map.picture, words)
    for space in matches[:FEW]:
        place_text = drawing.place_words(space) if isinstance(space, Place) else space.name
        who = drawing.pieces_words(space)
        if towns := rules.words.towns(space.id):
            place_text = f"{listing(towns)}: in {place_text}"
        yield f"{place_text}. {who}".rstrip()
        yield ways_sentence(rules, space)
    if len(matches) > FEW:
        yield f"And {len(matches) - FEW} more places begin with `{words}`."


def ways_sentence(rules: RuleSet[Any], space: Place | Sea) -> str:
    """`Next to York: by Highway Lincoln and Durham; by Path Hull.`"""
    ways = rules.words.ways_from(space.id)
    ways_text = "; ".join(f"by {way}: {', '.join(names)}" for way, names in ways.items())
    return (
        f"Next to {space.name}, {ways_text}." if ways_text else f"No place is next to {space.name}."
    )


def ways_sentences(rules: RuleSet[Any], picture: Picture) -> Iterator[str]:
    """What lies next to each place; of nameless hexes only those on which somebody is."""
    for space in picture.spaces:
        if (space.name != space.id or space.pieces) and rules.words.ways_from(space.id):
            yield ways_sentence(rules, space)


FEW = 3
"""So many places are described; more are counted."""
