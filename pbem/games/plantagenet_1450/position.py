"""The position as a document. All of it is public but the hands of the whole game (7.1.7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.engine.declared import DRAW
from pbem.engine.document import (
    AnyPart,
    Box,
    Calendar,
    Document,
    Item,
    Items,
    Mark,
    Note,
    Track,
    cells,
)
from pbem.games.plantagenet_1450 import position_battle, position_sides, position_turns
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450.condition_words import condition_text
from pbem.games.plantagenet_1450.conditions import units_in_england
from pbem.games.plantagenet_1450.facts import SIDES
from pbem.games.plantagenet_1450.position_words import STEPS, WORDS, headline, reconstructed
from pbem.games.plantagenet_1450.s17_sole_king import protected, sole_king
from pbem.games.plantagenet_1450.s20_scenarios import scenario_row
from pbem.games.plantagenet_1450.state import State

MANY = 50
"""Where the track of units ends."""


def position(state: State, known: Mapping[str, str]) -> Document:
    """All that there is to see for a reader whose hidden slots are `known`."""
    return Document(
        WORDS.now(state),
        headline(state),
        tuple(SIDES.items()),
        (
            Note(f"{WORDS.now(state)} ({STEPS[state.step][1]})"),
            *position_turns.parts(state),
            *_campaign(state),
            Note(_king(state), "The crown (17.0)"),
            *_aims(state),
            *position_battle.parts(state),
            *position_sides.parts(state, known),
            *((Note(note, "Values"),) if (note := reconstructed()) else ()),
        ),
        battle=state.battle.at if state.battle else "",
    )


def _campaign(state: State) -> Iterator[AnyPart]:
    """In the whole game the turn track is the calendar, and what is said first tells the campaign turn."""
    if state.in_campaign and not state.turn:
        yield Calendar("Campaign turns", tuple(_turns(state)))


def _turns(state: State) -> Iterator[Box]:
    for turn in range(1, state.campaign_turns + 1):
        yield Box(turn, f"Turn {turn}", turn == state.campaign_turn and not state.winner)


def _king(state: State) -> str:
    if side := protected(state):
        return f"{board.side_name(side)} has the Protector, who counts as sole king (17.3)."
    king = sole_king(state)
    return f"{board.side_name(king)} has the sole king." if king else "There is no sole king."


def _aims(state: State) -> Iterator[AnyPart]:
    """20.0 What a campaign scenario is won by, and what it is counted by."""
    conditions = scenario_row(state).get("victory")
    if conditions is None:
        return
    parts = [
        Item(
            cells(
                "; or ".join(", and ".join(map(condition_text, some)) for some in conditions[side])
            ),
            board.side_name(side),
        )
        for side in SIDES
    ]
    otherwise_winner = conditions["otherwise"]
    if otherwise_winner == DRAW:
        parts.append(Item(cells("a draw"), "Both, or neither"))
    else:
        parts.append(Item(cells(f"{board.side_name(otherwise_winner)} wins"), "Neither"))
        parts.append(Item(cells("a draw"), "Both"))
    yield Items(tuple(parts), "What decides the Campaign (20.0)")
    many = {side: units_in_england(state, side) for side in SIDES}
    yield Track(
        "Units in England",
        ", ".join(f"{board.side_name(side)} {many[side]}" for side in SIDES),
        0,
        max(MANY, *many.values()),
        tuple(Mark(many[side], board.side_name(side), side) for side in SIDES),
    )
