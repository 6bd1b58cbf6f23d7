"""The position as a side or the public may see it, as a document (C96).

Of enemy blocks only their number and colour in each area is shown; the Rebel is the only black block.
Blocks on the field of a battle are revealed while it is fought.
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
    ReportTable,
    Track,
    cells,
)
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import SIDES, facts
from pbem.games.richard_iii.position_words import (
    PARTIES,
    PARTY,
    STEPS,
    WORDS,
    about,
    crown_words,
    fighter_words,
    headline,
    heir_cells,
    own_words,
)
from pbem.games.richard_iii.s1_1_cards import card
from pbem.games.richard_iii.s4_kingmaker import prisoner
from pbem.games.richard_iii.s6_3_attacks import SEA, field, reserves
from pbem.games.richard_iii.state import Contest, State


def position(state: State, side: str, known: Mapping[str, str]) -> Document:
    """The position as a document, with all that `side` ("york", "lancaster" or "public") may see.

    Args:
        known: secret slot to card, for slots that `side` may look at.
    """
    battle = state.contests.get(state.fighting)
    open_ = battle is not None and not battle.over
    return Document(
        WORDS.now(state),
        headline(state),
        tuple(SIDES.items()),
        (
            Note(_turn_words(state)),
            Note(f"{crown_words(state)}."),
            _held_areas(state),
            *_campaigns(state),
            *_phase(state),
            *_battle(state),
            *_contests(state),
            Heading("The map"),
            *_map(state, side),
            Heading("Pools and hands"),
            Items(tuple(_house(state, owner, side, known) for owner in SIDES)),
        ),
        battle=state.fighting if open_ else "",
    )


def _turn_words(state: State) -> str:
    """`Campaign 1, Game Turn 3: Battle Phase (1.3); the last is Game Turn 7 of campaign 3 (9.0)`."""
    end = f"; the last is Game Turn {state.turns} of campaign {state.last_campaign} (9.0)"
    return f"{WORDS.now(state)} ({STEPS[state.step][1]}){'' if state.winner else end}"


def _campaigns(state: State) -> Iterator[Calendar]:
    """1.0 The campaigns that are not over, each with its Game Turns."""
    for campaign in range(state.campaign, state.last_campaign + 1):
        boxes = (_turn(state, campaign, turn) for turn in range(1, state.turns + 1))
        yield Calendar(f"Campaign {campaign}", tuple(boxes))


def _turn(state: State, campaign: int, turn: int) -> Box:
    """A Game Turn: the deal before the first, the Political Turn after the last, minors at Supply."""
    notes = f"{facts().hand_size} new cards each (1.0)" if turn == 1 else ""
    if turn == state.turns:
        notes = "then disbanding (8.1), Usurpation (8.2)"
        ends = campaign == state.last_campaign
        notes += ": whoever is King wins (9.0)" if ends else ", all go home (8.3, 8.4), reset (8.5)"
    at = (campaign, turn)
    holds = _minors(state) if at == _supply(state) else ()
    return Box(turn, "Game Turn", at == (state.campaign, state.turn), holds, notes)


def _supply(state: State) -> tuple[int, int]:
    """Campaign and Game Turn of the Supply Phase that is on or comes next."""
    steps = list(STEPS)
    over = steps.index(state.step) > steps.index("supply")
    return (state.campaign + 1, 1) if over else (state.campaign, state.turn)


def _minors(state: State) -> Cells:
    """6.82 Minors who enter play, as far as there is a place for them (C70)."""
    if state.winner:
        return ()
    return tuple(
        Cell(f"{blocks.name(id)} ({PARTY[side]}, minor) enters at Supply (6.82)", id, side=side)
        for side in SIDES
        for id in blocks.minors(state, side)[: state.minors_due[side]]
    )


def _held_areas(state: State) -> Track:
    """2.1 Who holds more areas, York's lead to the right."""
    areas_held = board.friendly_areas(state)
    lead, most = areas_held["york"] - areas_held["lancaster"], len(facts().areas)
    leader = "york" if lead > 0 else "lancaster" if lead else ""
    mark = Mark(lead, f"{PARTIES[leader]} +{abs(lead)}" if leader else "level", leader)
    words = ", ".join(f"{PARTIES[side]} {areas}" for side, areas in areas_held.items())
    return Track("Areas held", words, -most, most, (mark,))


def _phase(state: State) -> Iterator[AnyPart]:
    """Cards of this Game Turn, who is Player 1, and Action Points left."""
    played = {side: card(id).name for side, id in sorted(state.played.items())}
    if not played or not state.first:
        return
    words = ", ".join(f"{blocks.side_name(side)} played {name}" for side, name in played.items())
    words += f"; {blocks.side_name(state.first)} is Player 1"
    if state.phase:
        words += f"; {blocks.side_name(state.phase.side)} has {state.phase.ap} AP left"
    yield Note(words)


def _map(state: State, side: str) -> Iterator[AnyPart]:
    """Areas with something in them: numbers for everybody, blocks for their owner; then the rest."""
    rows, vacant = [], []
    control, face_down = board.Control(state), _face_down_cells(state)
    for place in board.north_to_south():
        armies = [_blocks(state, control.at(place, owner), owner == side) for owner in SIDES]
        notes = tuple(face_down.get(place, ()))
        if notes or any(armies):
            name = Cell(board.name(place), place=place)
            rows.append(((name,), cells(about(place)), *armies, notes))
        else:
            vacant.append(Cell(board.name(place), place=place))
    columns = ("Area", "Printed there", *PARTIES.values(), "Also there")
    caption = "From north to south, exile areas last"
    yield ReportTable(caption, columns, tuple(rows), described=True)
    if vacant:
        yield Items((Item(tuple(vacant), "Vacant"),))


def _blocks(state: State, ids: list[str], owns: bool) -> Cells:
    """Blocks in an area: how many, and which, if its reader `owns` them."""
    if not ids:
        return ()
    own = (Cell(own_words(state, id), id) for id in ids if owns)
    return (Cell(_count_words(ids)), *own)


def _face_down_cells(state: State) -> dict[str, list[Cell]]:
    """By area: blocks that lie face-down, and the prisoner in the Tower."""
    lying: dict[str, list[Cell]] = {}
    for id, block in state.blocks.items():
        if block.face_down:
            side = PARTY[blocks.side_of(state, id)]
            cell = Cell(f"{blocks.name(id)} ({side}) lies face-down", id)
            lying.setdefault(block.at, []).append(cell)
    if held := prisoner(state):
        cell = Cell(f"{blocks.name(held)} is a prisoner in the Tower", held)
        for id, area in facts().areas.items():
            if area.city == "London":
                lying.setdefault(id, []).append(cell)
    return lying


def _count_words(ids: list[str]) -> str:
    """`3 blocks`, `a block and the Rebel (black)`."""
    plain = [id for id in ids if id != blocks.REBEL]
    parts = [blocks.blocks_text(len(plain))] if plain else []
    if len(plain) < len(ids):
        parts.append(f"{blocks.block_as_seen(blocks.REBEL)} (black)")
    return " and ".join(parts)


def _ways(contest: Contest) -> str:
    """How both sides came: `York from Derby (Main Attack), Warwick`."""
    words = []
    for side in (contest.attacker, contest.defender):
        ways = [
            board.name(way) + (" (Main Attack)" if _main(contest, side, way) else "")
            for way in contest.ways[side]
        ]
        if ways:
            words.append(f"{blocks.side_name(side)} from {', '.join(ways)}")
    return "; ".join(words)


def _main(contest: Contest, side: str, way: str) -> bool:
    return side == contest.attacker and contest.main in (way, SEA)


def _contests(state: State) -> Iterator[AnyPart]:
    """Battles that are still to be fought."""
    rows = []
    for place in sorted(state.contests):
        contest = state.contests[place]
        if place != state.fighting:
            attacker = blocks.side_name(contest.attacker)
            words = f"{board.name(place)}: {attacker} attacks; {_ways(contest)}"
            rows.append(Item((Cell(words, place=place),)))
    if rows:
        yield Heading("Battles to be fought")
        yield Items(tuple(rows))


def _battle(state: State) -> Iterator[AnyPart]:
    """The battle that is fought: all on the field are revealed, Reserves are only counted (C41)."""
    contest = state.contests.get(state.fighting)
    if contest is None or contest.over:
        return
    moment = f"round {contest.round}" if contest.round else "before round 1"
    yield Heading(f"Battle of {board.name(contest.at)}, {moment}")
    if ways := _ways(contest):
        yield Note(ways)
    rows = []
    for owner, role in ((contest.attacker, "Attacker"), (contest.defender, "Defender")):
        ids = field(state, contest, owner)
        fighters = tuple(Cell(fighter_words(state, contest, id), id) for id in ids)
        late = len(reserves(state, contest, owner))
        reserve = cells(blocks.blocks_text(late) if late else "")
        rows.append((cells(f"{blocks.side_name(owner)}, {role}"), fighters, reserve))
    yield ReportTable("", ("Army", "On the field", "In Reserve"), tuple(rows))


def _house(state: State, owner: str, reader: str, known: Mapping[str, str]) -> Item:
    """Pool, hand, heirs and losses of a side; what is in pool and hand, to the owner only."""
    own = owner == reader
    pool = [id for id in blocks.blocks_of(state, owner) if state.blocks[id].at == "pool"]
    ready = [id for id in pool if not state.blocks[id].face_down]
    cards_held = [known[slot] for slot in state.hands[owner] if own and slot in known]
    hand = cells(*(Cell(card(id).name, card=id) for id in cards_held))
    dead_cells = tuple(
        Cell(blocks.name(id), id)
        for id, block in state.blocks.items()
        if block.at == "dead" and _native(owner, id)
    )
    role = "King's side" if owner == state.king_side else "Pretender's side"
    fallen = f", {len(pool) - len(ready)} more face-down" if len(pool) > len(ready) else ""
    counts = cells(
        f"{blocks.blocks_text(len(ready)) if ready else 'no blocks'} in the pool{fallen}",
        f"{len(state.hands[owner])} {'card' if len(state.hands[owner]) == 1 else 'cards'} in hand",
    )
    mine = tuple(Cell(blocks.name(id), id) for id in ready if own)
    rows = {"Your cards": hand, "Your pool": mine, "Gone for good": dead_cells}
    heirs = Item(heir_cells(state, owner) or cells("none"), "Heirs, senior first")
    items = (heirs, *(Item(words, title) for title, words in rows.items() if words))
    return Item(counts, f"{PARTIES[owner]} ({role})", items=items)


def _native(owner: str, id: str) -> bool:
    """Each dead block is listed once: under its house of birth, or the side of its first version."""
    other = blocks.block_facts(id).counterpart
    house = blocks.birth_house(id)
    if blocks.block_facts(id).side != owner:
        return False
    return house == owner if house else not other or blocks.block_facts(id).side == "york"
