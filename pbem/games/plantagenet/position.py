"""The position as a document: what a side may see.

Everything comes from the public state, except the asking side's own Plan and Held Events, which
are looked up in what it knows, and only under its own slots.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

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
    Track,
    cells,
)
from pbem.engine.prose import count_text
from pbem.games.plantagenet import position_map as on_map
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.facts import SIDES, TROOPS, facts
from pbem.games.plantagenet.position_battle import array
from pbem.games.plantagenet.position_words import (
    PARTY,
    STEPS,
    WORDS,
    box_name,
    command_name,
    headline,
    influence_words,
)
from pbem.games.plantagenet.state import LordState, State

OFF_ENDS = (0, 16)
"""2.2.3 Boxes off the ends of the Calendar."""


def position(state: State, side: str, known: Mapping[str, str]) -> Document:
    """The position as a document, with all that `side` ("york", "lancaster" or "public") may see.

    Args:
        known: secret slot to card, for slots that `side` may look at.
    """
    return Document(
        WORDS.now(state),
        headline(state),
        tuple(SIDES.items()),
        (
            Note(_turn(state)),
            *_influence(state),
            *_active(state),
            *array(state),
            Heading("Lords, from north to south"),
            on_map.mats(state),
            *_lords_out(state),
            *on_map.favour(state),
            *_calendar(state),
            Heading("Cards and pool"),
            Items((*(_cards(state, owner, side, known) for owner in SIDES), _pools(state))),
        ),
        battle=state.battle.at if state.battle else "",
    )


def _turn(state: State) -> str:
    """`Levy of January-March 1461: Muster (3.4); Waste (4.8.5) after this Campaign`."""
    rule = STEPS[state.step][2]
    marks = _marks(state, state.box) if state.box and not state.winner else []
    after = f"; {', '.join(marks)} after this Campaign" if marks else ""
    return f"{WORDS.now(state)} ({rule}){after}"


def _marks(state: State, box: int) -> list[str]:
    """What a box of the Calendar calls for; the last Turn ends at 4.8.3, before Grow and Waste."""
    turn, goes_on = facts().calendar[box], box != scenario.scenario_row(state)["last_box"]
    marks = {
        "Lords gain Influence (4.8.1)": turn.gain_lords_influence,
        "Grow (4.8.4)": turn.grow and goes_on,
        "Waste (4.8.5)": turn.waste and goes_on,
    }
    return [text for text, marked in marks.items() if marked]


def _influence(state: State) -> Iterator[AnyPart]:
    """1.4.1 The track, Yorkist points to the right, and what they are worth."""
    words, most = influence_words(state), facts().influence["max_net"]
    leader = "york" if state.influence > 0 else "lancaster" if state.influence else ""
    marks = [Mark(state.influence, words, leader)]
    if points := scenario.threshold(state):
        marks += [Mark(at, f"{points} wins", goal=True) for at in (points, -points)]
    if state.box:
        yield Track("Influence", f"{words}.", -most, most, tuple(marks))
    if victory := _victory(state):
        yield Note(victory, "Victory")


def _victory(state: State) -> str:
    """What still decides the game, in a few sentences; "" once it is over."""
    if state.winner:
        return ""
    points, last_box = scenario.threshold(state), scenario.scenario_row(state)["last_box"]
    words = []
    if points:
        words.append(f"{points} Influence wins at once after this Campaign (5.2).")
    if scenario.has_rule(state, "test_of_arms"):
        party = PARTY[board.favour(state, "york")]
        words.append(
            "Favour at York wins at the end of the Campaign; without it, the game is a draw "
            f"(Test of Arms). York is now {party}."
        )
    elif not state.box:
        words.append("The winner of the Battle wins; if all Rout it is a draw.")
    else:
        words.append(
            f"The side that leads after {box_name(state, last_box)} (box {last_box}) wins (5.3)."
        )
    return " ".join(words)


def _active(state: State) -> Iterator[AnyPart]:
    if state.active:
        name, at = lords.name(state.active), board.name(state.lords[state.active].at)
        hidden = state.lords[state.active].hidden
        actions = "" if hidden else f", {count_text(state.actions, 'action')} left"
        yield Note(f"{name} at {at}{actions}", "Active Lord")


def _calendar(state: State) -> Iterator[AnyPart]:
    """1.3.2 The Turns that are played; a scenario that is but a Battle has none (6.0 III(B))."""
    if not state.box:
        return
    yield Heading("Calendar")
    boxes = (_box(state, box) for box in range(OFF_ENDS[1] + 1))
    yield Calendar("", tuple(box for box in boxes if box.holds or _played(state, box.number)))
    ready = (id for id, vassal in state.vassals.items() if vassal.status == "ready")
    if waiting := cells(*map(_ready, ready)):
        yield Items((Item(waiting, "Vassals ready at their Seats"),))


def _played(state: State, box: int) -> bool:
    row = scenario.scenario_row(state)
    return bool(row["first_box"] <= box <= row["last_box"])


def _box(state: State, box: int) -> Box:
    """A box of the Calendar: the Lords in it, and the Vassals that are due Pay or Ready again."""
    holds = [
        _cylinder(state, id, lord)
        for id, lord in state.lords.items()
        if lord.at == "calendar" and lord.box == box
    ]
    for id, marker in state.vassals.items():
        if marker.box != box:
            continue
        if marker.status == "mustered":
            owner = lords.name(marker.lord) if marker.lord else "a hidden mat"
            holds.append(Cell(f"{lords.vassal(id).name} is due Pay from {owner}", id))
        elif marker.status == "disbanded":
            holds.append(Cell(f"{lords.vassal(id).name} is Ready again", id))
    last = scenario.scenario_row(state)["last_box"]
    notes = _marks(state, box) if _played(state, box) else []
    if box == last:
        notes.append("the last Turn (5.3)")
    if box > last:
        notes.append("after the last Turn: not played")
    return Box(box, box_name(state, box), box == state.box, tuple(holds), ", ".join(notes))


def _cylinder(state: State, id: str, lord: LordState) -> Cell:
    """`Exeter (Lancastrian, in Exile)`; before its box a cylinder that comes up is Ready (3.4.2)."""
    side = lords.side_of(id)
    marks = [PARTY[side], *(["in Exile"] if lord.exile else [])]
    ready = " is Ready" if lord.box <= state.box else ""
    return Cell(f"{lords.name(id)} ({', '.join(marks)}){ready}", id, side=side)


def _lords_out(state: State) -> Iterator[AnyPart]:
    """Lords removed for good, Heirs in earlier Wars too, and a captive King (scenario Ia)."""
    captives = [id for id, lord in state.lords.items() if lord.at == "captive"]
    gone = []
    for id in dict.fromkeys([*state.removed, *captives]):
        lord = state.lords.get(id, LordState(at="out"))
        if lord.at in ("captive", "out"):
            why = f"captive of {lords.name(lord.keeper)}" if lord.keeper else "removed for good"
            side = lords.side_of(id)
            gone.append(Cell(f"{lords.name(id)} ({PARTY[side]}, {why})", id, side=side))
    if gone:
        yield Items((Item(tuple(gone), "Gone"),))


def _ready(id: str) -> Cell:
    counter = lords.vassal(id)
    return Cell(f"{counter.name} ({board.name(counter.seat)})", id, counter.seat)


def _pools(state: State) -> Item:
    pool = ((forces.in_pool(state, kind), facts().units[kind].name) for kind in TROOPS)
    return Item(cells(*(f"{n} {name}" for n, name in pool if n)), "Troops in the pool")


def _cards(state: State, owner: str, reader: str, known: Mapping[str, str]) -> Item:
    """Arts of War and Command cards of `owner`; what lies face down is named to `owner` only."""
    used_cards = [
        card for id in lords.lords_of(state, owner) for card in state.lords[id].capabilities
    ]
    open_ = [card for card in state.in_force if facts().cards[card].side == owner]
    held_cards, plan = state.held[owner], state.plan[owner]
    in_use = sum(card in used_cards or card in open_ for card in state.cards[owner]) + len(
        held_cards
    )
    unused_count = len(state.cards[owner]) - in_use
    is_screened = any(state.lords[id].hidden for id in lords.lords_of(state, owner))
    flipped_words = ", ".join(command_name(card) for card in state.flipped[owner])
    in_force = ", ".join(facts().cards[card].event for card in open_)
    words = cells(
        "" if is_screened else f"{unused_count} Arts of War cards unused",
        f"Held Events: {len(held_cards)}" if held_cards else "",
        f"in force: {in_force}" if in_force else "",
        f"Plan: {count_text(len(plan), 'card')} left" if plan else "",
        f"played: {flipped_words}" if flipped_words else "",
    )
    own = _own_cards(state, owner, reader, known)
    rows = tuple(Item(names, title) for title, names in own.items() if names)
    return Item(words, lords.side_name(owner), items=rows)


def _event(card: str) -> Cell:
    return Cell(facts().cards[card].event, card=card)


def _own_cards(state: State, owner: str, reader: str, known: Mapping[str, str]) -> dict[str, Cells]:
    """1.9.1, 4.1.2 What of `owner`'s hidden cards the reader may name."""
    if reader == state.enemy(owner):
        seen = [known[slot] for slot in state.seen[reader] if slot in known]
        return {"You have seen": cells(*map(_event, seen))}
    if reader != owner:
        return {}
    cards_held = [known[slot] for slot in state.held[owner] if slot in known]
    plan = [known[slot] for slot in state.plan[owner] if slot in known]
    return {
        "You hold": cells(*map(_event, cards_held)),
        "Your Plan, top card first": cells(*map(command_name, plan)),
    }
