"""Words for the position: steps, turns, nobles."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pbem.engine.facets.words import Words
from pbem.engine.notation import squash
from pbem.engine.prose import count_text
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import SIDES, facts
from pbem.games.warriors.s12_victory_points import lead_words
from pbem.games.warriors.state import State

PARTIES = {id: side.people for id, side in SIDES.items()}
STEPS = {
    "draft": ("Setup", "3.0"),
    "initiative": ("Initiative", "5.0"),
    "campaigns": ("Campaigns", "6.0"),
    "campaign": ("Campaigns", "6.1"),
    "battle": ("Battles", "7.0"),
    "control": ("Control", "8.0"),
    "levy": ("Levy", "9.0"),
    "tower": ("Tower of London", "10.0"),
    "reinforcements": ("Reinforcements", "11.1"),
    "placing": ("Placing Nobles", "11.2"),
    "place_noble": ("Placing Nobles", "11.2"),
    "victory_points": ("Victory Points", "12.0"),
    "henry_vi": ("Henry VI", "14.0"),
    "advance_turn": ("End of Turn", "13.0"),
}
"""Title and rule of each step of `sequence`."""


class WarriorsWords(Words[State]):
    def turn(self, state: State) -> str:
        return f"turn {state.turn}, {facts().years[state.turn]}"

    def now(self, state: State) -> str:
        """Where the game stands: `Turn 3 (1461-1464): Campaigns`."""
        title = "the game is over" if state.winner else STEPS[state.step][0]
        return f"Turn {state.turn} ({facts().years[state.turn]}): {title}"

    def names(self) -> Collection[str]:
        return {*facts().nobles, *facts().places}

    def ways_from(self, place: str) -> Mapping[str, Sequence[str]]:
        return board.ways_in_words(place)

    def piece_name(self, piece: str) -> str:
        counter = facts().nobles.get(piece)
        return nobles.full(counter.front) if counter else super().piece_name(piece)

    def spellings(self, name: str) -> Sequence[str]:
        counter = facts().nobles.get(name)
        return nobles.spellings(counter) if counter else super().spellings(name)


WORDS = WarriorsWords()


def note() -> str:
    """Whose the values are; for every report's footer."""
    own = ", ".join(f"{name}.toml" for name in facts().own)
    whose = "Map values, nobles and rulings of this data set are"
    if own:
        whose = f"This game uses values of its own ({own}). The other map values, nobles and rulings are"
    return (
        f"{whose} a reconstruction, not the publisher's. "
        "The files in rules_data/warriors mark what is reconstructed."
    )


def headline(state: State) -> str:
    """`Turn 3, Campaigns: Lancaster leads by 4 VP.`"""
    title = "the end" if state.winner else STEPS[state.step][0]
    return f"Turn {state.turn}, {title}: {lead_words(state.lead)}."


def home(state: State, id: str) -> str:
    """His home's abbreviation, or `crown`."""
    at = nobles.face(state, id).home
    return facts().places[at].abbr if board.on_map(at) else at


def noble(state: State, id: str) -> str:
    """`Warwick 2* b3 l6 crown, 4 Troops, neutral`: rank, battle, leadership, home.

    Where orders call him by another word, that follows: `Pembroke (tudor_j) 2* ...`.
    """
    face, piece, name = nobles.face(state, id), state.nobles[id], nobles.name(state, id)
    title = name if squash(name.partition(" (")[0]) == squash(id) else f"{name} ({id})"
    parts = [f"{title} {face.stars}* b{face.battle} l{face.leadership} {home(state, id)}"]
    if board.on_map(piece.at):
        parts.append(count_text(piece.troops, "Troop"))
    parts += marks(state, id)
    return ", ".join(parts)


def marks(state: State, id: str) -> list[str]:
    """What else to know: turned or neutral, second life, infirm, disgraced."""
    piece, own = state.nobles[id], nobles.colour(state, id)
    remarks = []
    if piece.side and own != piece.side:
        remarks.append("neutral" if own == "neutral" else "turncoat")
    if nobles.infirm(state, id):
        remarks.append("infirm")
    elif piece.back:
        remarks.append("2nd life")
    if piece.disgraced:
        remarks.append("disgraced")
    return remarks
