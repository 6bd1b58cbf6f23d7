"""Words for the position: where the game stands, areas and blocks."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from pbem.engine.document import Cell, Cells
from pbem.engine.facets.words import Words
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import SIDES, facts
from pbem.games.richard_iii.s2_2_shields import firepower
from pbem.games.richard_iii.s6_2_turns import initiative
from pbem.games.richard_iii.state import Contest, State

PARTIES = {id: side.people for id, side in SIDES.items()}
PARTY = {id: side.adjective for id, side in SIDES.items()}
STEPS = {
    "deal": ("The deal", "1.0"),
    "cards": ("Card Phase", "1.1"),
    "first_player": ("Action Phase, Player 1", "1.2"),
    "second_player": ("Action Phase, Player 2", "1.2"),
    "battle": ("Battle Phase", "1.3"),
    "supply": ("Supply Phase", "1.4"),
    "disband": ("Political Turn: disband", "8.1"),
    "usurpation": ("Political Turn: Usurpation", "8.2"),
    "pretender_home": ("Political Turn: the Pretender goes home", "8.3"),
    "king_home": ("Political Turn: the King goes home", "8.4"),
    "reset": ("Campaign reset", "8.5"),
}
"""Title and rule of each step of `sequence`."""


class RichardIIIWords(Words[State]):
    def turn(self, state: State) -> str:
        return f"campaign {state.campaign}, turn {state.turn}"

    def now(self, state: State) -> str:
        """`Campaign 1, Game Turn 3: Battle Phase`."""
        if state.winner:
            return f"The game is over in campaign {state.campaign}"
        return f"Campaign {state.campaign}, Game Turn {state.turn}: {STEPS[state.step][0]}"

    def names(self) -> Collection[str]:
        """Labels of dice call a block by its word in order lines."""
        return {*facts().blocks, *map(blocks.word, facts().blocks), *facts().areas}

    def towns(self, place: str) -> Collection[str]:
        area = facts().areas.get(place)
        return (area.city,) if area and area.city else ()

    def ways_from(self, place: str) -> Mapping[str, Sequence[str]]:
        return board.ways_in_words(place)

    def card_name(self, card: str) -> str:
        return facts().cards[card].name

    def piece_name(self, piece: str) -> str:
        ids = (piece, *(f"{side[0]}_{piece}" for side in SIDES))  # labels of dice have its word
        id = next((id for id in ids if id in facts().blocks), "")
        return blocks.name(id) if id else super().piece_name(piece)

    def piece_word(self, piece: str) -> str:
        return blocks.word(piece) if piece in facts().blocks else piece


WORDS = RichardIIIWords()


def headline(state: State) -> str:
    """`Battle Phase of Game Turn 3. Henry VI is King.`"""
    if state.winner:
        return "The game is over."
    return f"{STEPS[state.step][0]}, Game Turn {state.turn}. {crown_words(state)}."


def crown_words(state: State) -> str:
    """Who is King and who is Pretender; both are known to all (C96)."""
    if state.king:
        king = f"{blocks.name(state.king)} is King"
    else:
        king = f"The {PARTY[state.king_side]} King is dead"
    rival = blocks.pretender(state)
    return king + (f", {blocks.name(rival)} Pretender" if rival else "")


def heir_cells(state: State, side: str) -> Cells:
    """The living heirs of a house in their order, with what everybody knows of them."""
    mark = {"minor": " (minor)", "tower": " (prisoner)", "enemy": " (serves the enemy)"}
    return tuple(
        Cell(blocks.name(id) + mark.get(state.blocks[id].at, ""), id)
        for id in blocks.heirs(side)
        if state.blocks[id].at != "dead"
    )


def about(place: str) -> str:
    """What is printed in an area: `city London, crown, port`."""
    area = board.area(place)
    marks = [
        f"{PARTY[area.exile]} exile" if area.exile else "",
        f"city {area.city}" if area.city else "",
        "crown" if area.crown else "",
        f"cathedral {area.cathedral}" if area.cathedral else "",
        "Wales" if area.wales else "",
        "port" if area.port else "",
        ", ".join(shield_name(key) for key in area.shields),
    ]
    return ", ".join(mark for mark in marks if mark)


def shield_name(key: str) -> str:
    """2.2 Whose shield: a noble's, or a royal house's."""
    side = key.removeprefix("house_")
    if side != key:
        return f"House of {blocks.side_name(side)}"
    return next(b.name for b in facts().blocks.values() if b.shield == key)


def own_words(state: State, id: str) -> str:
    """A block as its owner sees it: `Norfolk B2, strength 3 of 4`."""
    return f"{blocks.name(id)} {blocks.face(state, id)}"


def fighter_words(state: State, contest: Contest, id: str) -> str:
    """A block revealed in battle: `Norfolk, strength 3, B3`, its firepower as it now is."""
    power = firepower(state, contest, id)
    acted = ", has acted" if id in contest.acted else ""
    return (
        f"{blocks.name(id)}, strength {state.blocks[id].strength}, "
        f"{initiative(contest, id)}{power}{acted}"
    )
