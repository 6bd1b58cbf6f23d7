"""The position as a document. Everybody may see all of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.engine.document import (
    AnyPart,
    Box,
    Calendar,
    Cell,
    Cells,
    Document,
    Heading,
    Item,
    Items,
    Mark,
    Note,
    Table,
    Track,
    cells,
)
from pbem.engine.ending import DRAW
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.condition_words import said
from pbem.games.plantagenet_1450.conditions import units_in_england
from pbem.games.plantagenet_1450.facts import SIDES, facts
from pbem.games.plantagenet_1450.position_words import (
    STEPS,
    dice,
    glance,
    headline,
    marker,
    now,
    rated,
    reconstructed,
    status,
    where,
)
from pbem.games.plantagenet_1450.s16_3_deployment import pool
from pbem.games.plantagenet_1450.s17_sole_king import sole_king
from pbem.games.plantagenet_1450.s20_neutrals import undecided, within
from pbem.games.plantagenet_1450.s20_reinforcements import expected
from pbem.games.plantagenet_1450.s20_scenarios import row
from pbem.games.plantagenet_1450.state import ELIMINATED, WAVERING, Battle, State

MANY = 50
"""Where the track of units ends."""


def position(state: State) -> Document:
    """All that there is to see."""
    return Document(
        now(state),
        headline(state),
        tuple(SIDES.items()),
        (
            Note(f"{now(state)} ({STEPS[state.step][1]})"),
            Calendar("Campaign turns", tuple(_turns(state))),
            Note(_king(state), "The crown (17.0)"),
            Items(tuple(_aims(state)), "What decides the Campaign (20.0)"),
            _strength(state),
            *_battle(state),
            *(part for side in SIDES for part in _side(state, side)),
            *_neutrals(state),
            *_expected(state),
            *((Note(told, "Values"),) if (told := reconstructed()) else ()),
        ),
        battle=state.battle.at if state.battle else "",
    )


def _turns(state: State) -> Iterator[Box]:
    for turn in range(1, state.campaign_turns + 1):
        yield Box(turn, f"Turn {turn}", turn == state.campaign_turn and not state.winner)


def _king(state: State) -> str:
    king = sole_king(state)
    return f"{board.side_name(king)} has the sole king." if king else "There is no sole king."


def _aims(state: State) -> Iterator[Item]:
    conditions = row(state)["victory"]
    for side in SIDES:
        told = "; or ".join(", and ".join(map(said, some)) for some in conditions[side])
        yield Item(cells(told), board.side_name(side))
    other = conditions["otherwise"]
    if other == DRAW:
        yield Item(cells("a draw"), "Both, or neither")
    else:
        yield Item(cells(f"{board.side_name(other)} wins"), "Neither")
        yield Item(cells("a draw"), "Both")


def _strength(state: State) -> Track:
    """The units that each side has in England, which scenarios judge by."""
    many = {side: units_in_england(state, side) for side in SIDES}
    return Track(
        "Units in England",
        ", ".join(f"{board.side_name(side)} {many[side]}" for side in SIDES),
        0,
        max(MANY, *many.values()),
        tuple(Mark(many[side], board.side_name(side), side) for side in SIDES),
    )


def _side(state: State, side: str) -> Iterator[AnyPart]:
    yield Heading(board.side_name(side))
    waiting = [one["id"] for _, one in expected(state)]
    some = [id for id, one in state.leaders.items() if one.side == side and id not in waiting]
    yield _leaders(state, some)
    held = [
        facts().group_names[group] for group in facts().groups if state.control.get(group) == side
    ]
    hand = [f"{card} {facts().cards[card].title}" for card in cards.named(state, side)]
    garrisons = [
        f"{facts().forts[at].fort_name} {glance(one.units)}"
        for at, one in state.garrisons.items()
        if one.side == side and one.units
    ]
    yield Items(
        (
            Item(cells(leaders.counted(pool(state, side))), "Force Pool"),
            Item(cells(_listed(held)), "Control"),
            Item(cells(_listed(hand)), "Hand"),
            Item(cells(_listed(garrisons)), "Garrisons"),
        )
    )


def _leaders(state: State, some: list[str]) -> Table:
    return Table(
        "Leaders: Loyalty-Command-Tactical-Quality, fatigue marker, army",
        ("Leader", "Rated", "Where", "Fatigue", "Army", "Status"),
        tuple(_leader(state, id) for id in some),
    )


def _neutrals(state: State) -> Iterator[AnyPart]:
    """C218 Who may still choose, and on which dice."""
    some = undecided(state)
    if not some:
        return
    yield Heading("Neutral")
    yield _leaders(state, list(some))
    told = [
        Item(cells(_listed(f"{board.side_name(side)} on {dice(one[side])}" for side in SIDES)), who)
        for id, one in some.items()
        for who in (leaders.name(id),)
    ]
    words = f"Whom they join in a battle within {within(state)} hexes (20.0)"
    yield Items(tuple(told), words)


def _expected(state: State) -> Iterator[AnyPart]:
    """Who comes while the Campaign lasts."""
    told = [
        Item(
            cells(
                f"{board.side_name(state.leaders[one['id']].side)}, at {board.name(one['hex'])}, "
                f"with {leaders.counted(state.leaders[one['id']].army)}"
            ),
            f"Campaign turn {turn}: {leaders.name(one['id'])}",
        )
        for turn, one in expected(state)
    ]
    if told:
        yield Items(tuple(told), "Reinforcements")


def _listed(some: Iterable[str]) -> str:
    return ", ".join(some) or "nothing"


def _leader(state: State, id: str) -> tuple[Cells, ...]:
    one = state.leaders[id]
    place = one.at if one.at in facts().hexes else ""
    return (
        (Cell(leaders.name(id), piece=id, side=board.flag(one.side)),),
        cells(rated(state, id)),
        (Cell(where(one), place=place),),
        cells(marker(one.fatigue)),
        cells(glance(one.army)),
        cells(status(one)),
    )


def _battle(state: State) -> Iterator[AnyPart]:
    """16.4.6.7 The Battle Board."""
    battle = state.battle
    if battle is None:
        return
    yield Heading(f"The battle at {board.name(battle.at)}")
    low, high = facts().columns
    columns = [*range(high, low - 1, -1), WAVERING, ELIMINATED]
    yield Table(
        f"Battle Board, round {battle.round}" if battle.round else "Battle Board",
        ("Column", *(board.side_name(side) for side in battle.leaders)),
        tuple(
            (
                cells(_column(column)),
                *(cells(_there(battle, side, column)) for side in battle.leaders),
            )
            for column in columns
        ),
    )


def _column(column: int) -> str:
    return {WAVERING: "Wavering", ELIMINATED: "Eliminated"}.get(column, str(column))


def _there(battle: Battle, side: str, column: int) -> str:
    some = [one.kind for one in battle.fighters if one.side == side and one.column == column]
    return " ".join(
        f"{some.count(kind)}{facts().units[kind].abbr}" for kind in facts().units if kind in some
    )
