"""What a reader sees: a document for all formats, and a picture for the map."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.document import (
    Box,
    Calendar,
    Cell,
    Document,
    Mark,
    Note,
    ReportTable,
    Track,
    cells,
)
from pbem.engine.picture import Picture, Piece, Place, Shape, Token, Tray, Way, face_down, tray_row
from tests.contract.toy.rules import ROUNDS
from tests.contract.toy.state import SIDES, State, facts, provinces


def document(state: State, side: str, known: Mapping[str, str]) -> Document:
    """`known` has the card of every slot that `side` may look at, and no other."""
    where = now(state)
    rows = tuple(
        (
            cells(Cell(SIDES[id].name, piece=id, side=id)),
            cells(str(army.men)),
            cells(Cell(provinces()[army.at]["name"], place=army.at) if army.at else "in camp"),
            cells(*(known.get(slot, "hidden").capitalize() for slot in state.hands.get(id, ()))),
        )
        for id, army in ((side, state.armies[side]) for side in SIDES)
    )
    marks = tuple(Mark(state.points[id], SIDES[id].name, id) for id in SIDES)
    words = ", ".join(f"{SIDES[id].name} {state.points[id]}" for id in SIDES)
    last = int(state.option(ROUNDS))
    rounds = tuple(Box(n, "round", n == state.round) for n in range(1, last + 1))
    most = max(last * len(provinces()), *state.points.values())
    return Document(
        where,
        f"{where}. {words}.",
        tuple(SIDES.items()),
        (
            Note(where),
            Calendar("Rounds", rounds),
            Track("Points", words, 0, most, marks),
            ReportTable("Armies", ("Side", "Men", "Where", "Banner"), rows),
        ),
    )


def trays(state: State, side: str, known: Mapping[str, str]) -> tuple[Tray, ...]:
    """Each side's banners, face down but for those whose cards are `known`; and the armies as blocks."""
    most = max(row["men"] for row in facts()["scenario"])
    armies = (
        tray_row(
            SIDES[id].name,
            ((place(army.at), (_army(id, army.men, most),)) if army.men else ("", ()),),
            id,
        )
        for id, army in ((side, state.armies[side]) for side in SIDES)
    )
    hands = tuple(
        Tray(
            f"Banners of {SIDES[id].name}",
            (tray_row("", (("", _banners(state, id, known)),), id),),
            id,
            near=id == side,
        )
        for id in SIDES
        if state.hands.get(id)
    )
    return (*hands, Tray("Armies", tuple(one for one in armies if one.groups)))


def place(at: str) -> str:
    return provinces()[at]["name"] if at else "in camp"


def _army(side: str, men: int, most: int) -> Token:
    words = f"{men} men"
    return Token("block", words, side, side, words=words, steps=men, full=most)


def _banners(state: State, side: str, known: Mapping[str, str]) -> tuple[Token, ...]:
    slots = state.hands[side]
    shown = [known[slot] for slot in slots if slot in known]
    cards = (Token("card", card.capitalize(), side, card=card) for card in shown)
    return (*cards, *face_down("card", side, len(slots) - len(shown)))


def now(state: State) -> str:
    if state.ending:
        return "The game is over"
    return (
        f"Round {state.round} of {state.option(ROUNDS)}" if state.round else "The banners are dealt"
    )


def picture(state: State) -> Picture:
    """Two provinces and the way between them; nothing on the map is hidden."""
    moor, vale = provinces()
    return Picture(
        sides=tuple(SIDES.items()),
        owned="Held by the",
        kinds=(Shape("province", "square", "Province"),),
        ways_by_kind=(("road", "Road"),),
        places=tuple(_place(state, row["id"]) for row in facts()["province"]),
        ways=(Way(moor, vale, "road"),),
    )


def _place(state: State, id: str) -> Place:
    row, there = provinces()[id], state.standing(id)
    pieces = tuple(
        Piece(side, f"{SIDES[side].adjective} army", side, str(state.armies[side].men))
        for side in there
    )
    owner = there[0] if len(there) == 1 else ""
    return Place(id, row["name"], "province", row["x"], row["y"], owner, pieces=pieces)
