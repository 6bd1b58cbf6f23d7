"""The position as a document. Everybody may see all of it (C29)."""

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
    ReportTable,
    Track,
    cells,
)
from pbem.engine.prose import count_text
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import NEUTRAL, SIDES, facts
from pbem.games.warriors.position_words import PARTIES, STEPS, WORDS, headline, noble, note
from pbem.games.warriors.s3_setup import last_turn, scenario_row
from pbem.games.warriors.s7_3_attack import SECOND_MISS, attack_words
from pbem.games.warriors.s12_victory_points import (
    exile_cost,
    income,
    lead_words,
    regions_worth,
)
from pbem.games.warriors.state import State


def position(state: State) -> Document:
    """The position as a document; everybody can see all of it."""
    return Document(
        WORDS.now(state),
        headline(state),
        tuple(SIDES.items()),
        (
            Note(_turn_words(state)),
            _turns(state),
            _victory(state),
            Note(f"{', '.join(_income(state, side) for side in SIDES)}", "Income now"),
            *_initiative(state),
            *_battle(state),
            Heading("The map, from north to south"),
            ReportTable(
                "Nobles: stars, b = battle, l = leadership, home",
                ("Place", "Status", *map(nobles.side_name, SIDES)),
                tuple(_place(state, place) for place in _north_to_south()),
                described=True,
            ),
            Heading("Boxes"),
            Items(tuple(_boxes(state))),
        ),
        battle=state.battle.at if state.battle else "",
        note=note(),
    )


def _turn_words(state: State) -> str:
    """`Turn 3 (1461-1464): Campaigns (6.1); turn 9 is the last (13.0)`."""
    last = "" if state.winner else f"; turn {last_turn(state)} is the last (13.0)"
    return f"{WORDS.now(state)} ({STEPS[state.step][1]}){last}"


def _turns(state: State) -> Calendar:
    """4.0 The turn track of the scenario."""
    turns = range(scenario_row(state)["first_turn"], last_turn(state) + 1)
    return Calendar("Turns", tuple(_turn(state, turn) for turn in turns))


def _turn(state: State, turn: int) -> Box:
    """What comes in a turn: whose a tied Initiative is, nobles from the cup, how the game ends."""
    scenario, tables = scenario_row(state), facts().tables
    first = tables["initiative"]["tie_first_turn"]
    notes = [f"{count_text(tables['reinforcement']['draw'], 'noble')} from the cup (11.1)"]
    if turn == scenario["first_turn"] and not scenario.get("initiative_last"):
        notes.insert(0, f"a tied Initiative is {nobles.side_name(first)}'s (5.0)")
    if turn == last_turn(state):
        notes.append("most VP win at its end, then most 3-star nobles (13.0)")
    return Box(turn, facts().years[turn], turn == state.turn, notes=", ".join(notes))


def _victory(state: State) -> Track:
    """13.0 The lead, York's to the right as everywhere."""
    needed = scenario_row(state)["auto_victory_vp"]
    lead, most = lead_words(state.lead), max(needed, abs(state.lead))
    leader = "lancaster" if state.lead > 0 else "york" if state.lead else ""
    held = f"{PARTIES[leader]} {abs(state.lead)}" if leader else "level"
    ends = (("york", needed), ("lancaster", -needed))
    goals = (Mark(at, f"{PARTIES[side]} win", goal=True) for side, at in ends)
    words = f"{lead[0].upper()}{lead[1:]}; {needed} win at the end of a turn (13.0)."
    return Track("Victory Points", words, -most, most, (Mark(-state.lead, held, leader), *goals))


def _income(state: State, side: str) -> str:
    cost = exile_cost(state, side)
    words = f"{nobles.side_name(side)} {income(state, side):+} VP per turn"
    return words + (
        f" ({regions_worth(state, side)} for regions, -{cost} for exiles)" if cost else ""
    )


def _initiative(state: State) -> Iterator[AnyPart]:
    if not state.value:
        return
    words = f"{nobles.side_name(state.initiative)} has the Initiative with {state.value}"
    if state.step in ("campaign", "place_noble"):
        impulses = ", ".join(f"{nobles.side_name(s)} {state.impulses[s]}" for s in state.order())
        words += f"; left after this impulse: {impulses}"
    yield Note(words)


def _battle(state: State) -> Iterator[AnyPart]:
    """The battle that is being fought, as a table with a row for each army; nothing without one."""
    battle = state.battle
    if battle is None:
        return
    rounds_missed = min(battle.missed, SECOND_MISS)
    moment = f"round {battle.round}" if battle.round else "before round 1"
    marker = f", Missed! marker {rounds_missed}" if rounds_missed else ""
    yield Heading(f"Battle in {board.name(battle.at)}, {moment}{marker}")
    rows = []
    for side in (battle.aggressor, state.enemy(battle.aggressor)):
        army = nobles.at(state, battle.at, side)
        role = " (aggressor)" if side == battle.aggressor else ""
        is_led = len(battle.commanders) == len(SIDES) and army
        commander = battle.commanders[side] if is_led else ""
        hits = battle.hits.get(side)
        rows.append(
            (
                cells(f"{nobles.side_name(side)}{role}"),
                cells(f"strength {nobles.strength(state, army)}"),
                cells(Cell(nobles.name(state, commander), commander) if is_led else ""),
                cells(attack_words(state, side) if is_led else ""),
                cells(f"still takes {count_text(hits, 'Hit')}" if hits else ""),
            )
        )
    yield ReportTable(
        "", ("Army", "Strength", "Commander", "Attack", "Hits"), tuple(rows), described=True
    )


def _north_to_south() -> list[str]:
    places = facts().places
    return sorted(places, key=lambda id: (places[id].y, places[id].x))


def _place(state: State, id: str) -> tuple[Cells, ...]:
    place = facts().places[id]
    holder = board.controller(state, id)
    about = [f"{place.vp} VP" if board.is_region(id) else "exile"]
    about.append(nobles.side_name(holder) if holder else "uncontrolled")
    if id in state.aggressor:
        about.append(f"contested, {nobles.side_name(state.aggressor[id])} is the aggressor")
    name = Cell(f"{place.name} ({place.abbr})", place=id)
    return ((name,), cells(", ".join(about)), *(_army(state, id, side) for side in SIDES))


def _army(state: State, place: str, side: str) -> Cells:
    army = nobles.at(state, place, side)
    if not army:
        return ()
    return (Cell(f"strength {nobles.strength(state, army)}"), *_nobles(state, army))


def _nobles(state: State, ids: Iterable[str]) -> Cells:
    return tuple(Cell(noble(state, id), id) for id in ids)


def _boxes(state: State) -> Iterator[Item]:
    empty = cells("empty")
    for side in SIDES:
        covert = _nobles(state, nobles.covert(state, side))
        yield Item(covert or empty, f"{nobles.side_name(side)}'s Covert Box")
    prisoners = tuple(Cell(_prisoner(state, id), id) for id in nobles.prisoners(state))
    yield Item(prisoners or empty, "Tower of London")
    if nobles_drawn := _nobles(state, nobles.face_up_nobles(state)):
        yield Item(nobles_drawn, "Drawn, next to the board")
    yield _cup(state)
    gone = (id for id in sorted(state.nobles) if state.nobles[id].at == "out")
    if out := tuple(Cell(nobles.name(state, id), id) for id in gone):
        yield Item(out, "Out of play")


def _prisoner(state: State, id: str) -> str:
    """A neutral prisoner remembers whom he served (C20)."""
    served = nobles.side_name(state.nobles[id].side)
    whose = f"neutral, served {served}" if nobles.colour(state, id) == NEUTRAL else "of "
    if nobles.colour(state, id) != NEUTRAL:
        whose += nobles.side_name(nobles.colour(state, id))
    face = nobles.face(state, id)
    return f"{nobles.name(state, id)} {face.stars}* ({whose})"


def _cup(state: State) -> Item:
    """C29 The contents follow from what is in play, so they may be listed."""
    inside = nobles.cup(state)
    rows = []
    for colour in (*SIDES, NEUTRAL):
        ids = [id for id in inside if nobles.colour(state, id) == colour]
        title = "Neutral" if colour == NEUTRAL else nobles.side_name(colour)
        names = tuple(Cell(nobles.name(state, id), id) for id in ids)
        if names:
            rows.append(Item(names, f"{title} {len(names)}"))
    return Item(cells(count_text(len(inside), "noble")), "In the cup", items=tuple(rows))
