"""4.0 The whole game, for reports: turns, Legitimacy and Treasury, foreign courts, cards, what decides it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.engine.document import (
    AnyPart,
    Box,
    Calendar,
    Cell,
    Cells,
    Item,
    Items,
    Mark,
    ReportTable,
    Track,
    cells,
)
from pbem.engine.prose import count_text, listing
from pbem.engine.table import NAMED
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s4_goals as s4
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.condition_words import FLAGS, conditions_sentence, who
from pbem.games.plantagenet_1450.facts import SIDES, facts
from pbem.games.plantagenet_1450.s20_scenarios import last_turn, scenario_row
from pbem.games.plantagenet_1450.state import State

AUTOMATIC = {
    "king_30_and_10": "At once: who has the sole king, Legitimacy {level} and {lead} more than the other side",
    "york_turn_3": "After turn 3: York, with Richard of York in England and Legitimacy {level}",
    "york_turn_4": "After turn 4: York, with Richard of York in England",
    "lancaster_turn_6": "After turn 6: Lancaster, if Edward, Earl of March, is not crowned",
}
"""20.1 The Automatic Victories."""
STANDARD = "After turn {last}: who has the sole king; without one who leads by {lead} Legitimacy; otherwise a draw"


def parts(state: State) -> Iterator[AnyPart]:
    """The parts about the turn, the tracks, the courts and the deck; none in a campaign scenario."""
    if not state.turn:
        return
    yield Calendar("Turn track (7.1.1)", tuple(_turns(state)))
    yield _track(state, "Legitimacy", state.legitimacy, "victory_level")
    yield _track(state, "Treasury", state.treasury)
    yield Items(tuple(_decides(state)), "What decides the game (20.1)")
    if goals := list(_goals(state)):
        yield Items(
            tuple(goals), "Goals of this turn (4.0): a side that misses one loses Legitimacy"
        )
    yield _courts(state)
    if stands := [FLAGS[name][0] for name in state.flags if name in FLAGS]:
        yield Items((Item(cells(listing(stands)), "In force"),))
    yield Items(tuple(_deck(state)), "The Intrigue deck (6.0)")


def _turns(state: State) -> Iterator[Box]:
    """Heirs lie where they come of age, until they are in play (8.8)."""
    for turn in range(scenario_row(state)["first_turn"], last_turn(state) + 1):
        is_now = turn == state.turn and not state.winner
        heirs = [
            Cell(leaders.name(id), piece=id, side=state.leaders[id].side)
            for id, comes in state.heirs.items()
            if comes == turn and state.leaders[id].status == "waiting"
        ]
        yield Box(turn, facts().turns[turn], is_now, tuple(heirs))


def _track(state: State, name: str, points: Mapping[str, int], goal: str = "") -> Track:
    track = facts().tables[name.lower()]
    marks = [Mark(points[side], board.side_name(side), side) for side in SIDES]
    if goal:
        marks.append(Mark(track[goal], "automatic victory (20.1)", goal=True))
    words = ", ".join(f"{board.side_name(side)} {points[side]}" for side in SIDES)
    return Track(name, words, track["min"], track["max"], tuple(marks))


def _decides(state: State) -> Iterator[Item]:
    track = facts().tables["legitimacy"]
    level, lead = track["victory_level"], track["victory_lead"]
    for name in scenario_row(state)["automatic_victory"]:
        yield Item(cells(AUTOMATIC[name].format(level=level, lead=lead)))
    yield Item(cells(STANDARD.format(last=last_turn(state), lead=lead)))


def _goals(state: State) -> Iterator[Item]:
    for goal in s4.of_turn(state):
        swing = f"otherwise {-goal['lose']}" + (
            f", +{goal['gain']} for the other side" if goal["gain"] else ""
        )
        yield Item(
            cells(f"{goal['goal']}: {conditions_sentence(goal['condition'])}; {swing}"),
            who(goal["side"]),
        )


def _courts(state: State) -> ReportTable:
    """15.2 Whose friends the foreign courts are."""
    rows = []
    for id, known in facts().territories.items():
        relations = state.relations.get(id)
        whose = (
            Cell(board.side_name(relations.side), side=relations.side) if relations else "nobody"
        )
        level = f"{relations.level} {known.levels[relations.level - 1]}" if relations else "0"
        rows.append(((Cell(known.name, place=id),), cells(whose), cells(level)))
    return ReportTable(
        "Foreign territories (15.2)", ("Territory", "Friend of", "Level"), tuple(rows)
    )


def _deck(state: State) -> Iterator[Item]:
    yield Item(cells(count_text(len(state.deck), "card")), "To be drawn")
    yield Item(_titles(state.discards), "Discards")
    if state.spent:
        yield Item(_titles(state.spent), "Events that cannot be played again (6.2.4)")
    if state.out:
        yield Item(_titles(state.out), "Out of the game")


def _titles(some: list[str]) -> Cells:
    titles = (Cell(f"{card} {facts().cards[card].title}", card=card) for card in some)
    return cells(*titles) or cells("none")


def hand(state: State, side: str, known: Mapping[str, str]) -> Item:
    """The cards of a side that the reader may name; of the others how many they are, and which is the Plot card."""
    hand_cells = list[Cell]()
    hidden = 0
    for slot in cards.slots(state, side):
        card = slot.removeprefix(NAMED) if slot.startswith(NAMED) else known.get(slot, "")
        plot = " (Plot card)" if state.plot.get(side) == slot else ""
        if card:
            hand_cells.append(Cell(f"{card} {facts().cards[card].title}{plot}", card=card))
        elif plot:
            hand_cells.append(Cell("a hidden Plot card"))
        else:
            hidden += 1
    if hidden:
        hand_cells.append(Cell(f"{hidden} hidden card{'s' if hidden > 1 else ''}"))
    return Item(cells(*hand_cells) or cells("nothing"), "Hand")
