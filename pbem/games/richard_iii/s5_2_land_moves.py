"""5.2 Land moves, and pinning (5.22): one Action Point activates an area; each block crosses one or two borders.

A move is written border by border: `norfolk: move essex`, then `norfolk: move middlesex`. Only the
block that moved last may go on; any other order ends its move (C8).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.once import Once
from pbem.engine.request import Menu, Option
from pbem.engine.table import Table
from pbem.errors import Impossible
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import whereabouts
from pbem.games.richard_iii.facts import Border
from pbem.games.richard_iii.s1_1_cards import card
from pbem.games.richard_iii.s6_3_attacks import enter, main_attackers, too_many_ways
from pbem.games.richard_iii.s7_1_limits import hunger
from pbem.games.richard_iii.state import Phase, State


@decision("{block}: move {to}", rule="5.2")
class Move(Decision):
    """5.2 Across one border."""

    block: blocks.OwnBlock
    to: Place


def phase_of(state: State) -> Phase:
    if state.phase is None:
        raise Impossible("nobody is acting")
    return state.phase


def limit(phase: Phase, border: Border) -> int:
    """5.21, C37 Blocks that may cross a border this turn; Surprise lets one more."""
    return border.limit + card(phase.card).border_bonus


def room(phase: Phase, border: Border) -> bool:
    crossed = phase.crossed.get(border.key)
    return crossed is None or crossed < limit(phase, border)


def barred(
    state: State, control: board.Control, origin: str, to: str, goes_on: bool = False
) -> str:
    """5.2 Why blocks that are not pinned cannot cross to a neighbouring area; "" if they can.

    `goes_on`: the block that is under way.
    """
    phase = phase_of(state)
    side, border = phase.side, board.border(origin, to)
    if board.foreign(to, side):
        return f"{board.the(to)} is an exile area of the enemy (2.7)"
    if not room(phase, border):
        n = limit(phase, border)
        return f"{blocks.blocks_text(n)} have crossed this {border.color} border, its limit (5.21)"
    if goes_on:
        if to == phase.start:
            return "a block does not move straight back (5.2)"
    elif why := closed(state, side, origin, to):
        return why
    if control.occupied(to, state.enemy(side)):
        if not card(phase.card).attack:
            return f"{card(phase.card).name} starts no battle (5.1)"
        return too_many_ways(state, side, to, origin)
    return _off_muster(state, origin, to, goes_on) if phase.muster else ""


def _off_muster(state: State, origin: str, to: str, goes_on: bool) -> str:
    """5.1, C32 A Muster's move must be able to end in its area."""
    phase = phase_of(state)
    if to == phase.muster:
        return ""
    on = board.border(to, phase.muster) if phase.muster in board.neighbours(to) else None
    if goes_on or on is None or origin == phase.muster:
        return f"the move must end in {board.the(phase.muster)} (5.1)"
    if board.border(origin, to).must_stop:
        return "blocks stop behind a red border (5.21)"
    if not room(phase, on):
        return f"the border to {board.the(phase.muster)} is full (5.21)"
    return ""


def startable(state: State, origin: str) -> bool:
    """5.2 May blocks in an area begin a land move as far as Action Points go?"""
    phase = phase_of(state)
    return card(phase.card).land and origin != phase.muster and price(state, origin) <= phase.ap


def ways(state: State, control: board.Control, origin: str) -> list[str]:
    """5.2 The neighbouring areas where blocks in an area may begin a land move to."""
    if not startable(state, origin) or pinned(state, phase_of(state).side, origin):
        return []
    near = board.neighbours(origin)
    return [to for to in near if not barred(state, control, origin, to)]


def ways_on(state: State, control: board.Control) -> list[str]:
    """5.2 Those where the block that is under way may go on to."""
    origin = state.blocks[phase_of(state).moving].at
    near = board.neighbours(origin)
    return [to for to in near if not barred(state, control, origin, to, goes_on=True)]


def unmoved(state: State, among: Iterable[str]) -> list[str]:
    """5.2 Those of some blocks that are on the map and have not moved."""
    moved = phase_of(state).moved
    return [id for id in among if id not in moved and blocks.on_map(state, id)]


def walkers(state: State, fresh: list[str]) -> list[str]:
    """5.2 Blocks that have not moved, and the one under way; in a Muster that goes on first (C32)."""
    if only := bound(state):
        return [only]
    return sorted([*fresh, *filter(None, [phase_of(state).moving])])


def price(state: State, origin: str) -> int:
    """5.2 One Action Point for all blocks that start in an area; none in a Muster (5.1)."""
    phase = phase_of(state)
    return 0 if phase.muster or origin in phase.active else 1


def bound(state: State) -> str:
    """C32 In a Muster: the block under way, which must go on before any other moves; else ""."""
    phase = phase_of(state)
    return phase.moving if phase.muster else ""


def fill(menu: Menu, state: State, control: board.Control, fresh: list[str]) -> None:
    """5.2 For those who have not moved, and the one that is under way."""
    if not menu.wants(Move):
        return
    phase, from_area = phase_of(state), Once(partial(ways, state, control))
    for id in menu.pick("block", walkers(state, fresh)):
        goes_on = id == phase.moving
        on = ways_on(state, control) if goes_on else from_area[state.blocks[id].at]
        menu.offer_each(partial(_move, state, id), menu.pick("to", on))
    menu.bar_more(partial(_bar, state=state, control=control))


def _move(state: State, id: str, to: str) -> Option:
    return Option(Move(id, to), note=partial(_note, state, id, state.blocks[id].at, to))


def _bar(menu: Menu, state: State, control: board.Control) -> None:
    phase = phase_of(state)
    fresh = unmoved(state, blocks.roll_of(state, phase.side))
    for id in sorted([*fresh, *filter(None, [phase.moving])]):
        origin, goes_on = state.blocks[id].at, id == phase.moving
        if not goes_on and not startable(state, origin):
            continue
        stays = "" if goes_on else pinned(state, phase.side, origin)
        for to in board.neighbours(origin):
            if why := stays or barred(state, control, origin, to, goes_on):
                menu.bar(Move(id, to), why)
        for far in [] if goes_on else _beyond(origin):
            why = "write the move border by border, one line for each area (5.2)"
            menu.bar(Move(id, far), why)


def _beyond(origin: str) -> list[str]:
    near = board.neighbours(origin)
    return [far for mid in near for far in board.neighbours(mid) if far not in (origin, *near)]


def _note(state: State, id: str, origin: str, to: str) -> str:
    """The remark on a move in the menu: its cost, whether it attacks, where it stops, and hunger."""
    phase = phase_of(state)
    notes = []
    if phase.moving == id:
        notes.append("goes on")
    elif cost := price(state, origin):
        notes.append(f"{cost} AP for all blocks in {board.the(origin)}")
    if board.occupied(state, to, state.enemy(phase.side)):
        contest = state.contests.get(to)
        own = contest is None or contest.attacker == phase.side
        notes.append("attacks" if own else "reinforces")
    elif board.border(origin, to).must_stop:
        notes.append("red border: stops")
    if hungry := hunger(state, to, phase.side, [id]):
        notes.append(hungry)
    return ", ".join(notes)


def land_move(table: Table[State], id: str, to: str) -> None:
    """5.2, 5.21 Move a block over one border; it stops behind a red one and where the enemy is."""
    state = table.state
    phase = phase_of(state)
    origin = state.blocks[id].at
    border = board.border(origin, to)
    if phase.moving != id:
        phase.moved.append(id)
        phase.steps = 0
        if cost := price(state, origin):
            phase.ap -= cost
            phase.active.append(origin)
    phase.moving, phase.start, phase.steps = id, origin, phase.steps + 1
    phase.crossed[border.key] = phase.crossed.get(border.key, 0) + 1
    state.blocks[id].at = to
    whereabouts.follow(state, id, origin)
    battle = board.occupied(state, to, state.enemy(phase.side))
    if battle:
        enter(state, id, to, origin)
    ends = border.must_stop or phase.steps >= card(phase.card).reach or to == phase.muster
    if battle or ends or not ways_on(state, board.Control(state)):
        phase.moving = ""
    went = "moves" if phase.steps == 1 else "moves the same block on"
    block_words = f" {blocks.block_as_seen(id)}" if phase.steps == 1 else ""
    table.say(
        "5.2",
        f"{blocks.side_name(phase.side)} {went}{block_words} from {board.the(origin)} to {board.the(to)}"
        f"{_clash(state, to, phase.side) if battle else ''}.",
        kind="move",
        about=(phase.side, origin, to),
    )


def _clash(state: State, to: str, side: str) -> str:
    return ", attacking" if state.contests[to].attacker == side else ", in Reserve"


def pinned(state: State, side: str, place: str) -> str:
    """5.22, C13 Why no more of a side's blocks may leave an area; "" if one may.

    As many blocks stay as the enemy has in his Main Attack; his Reserves pin nobody, and one's own
    reinforcements do not count.
    """
    contest = state.contests.get(place)
    if contest is None or contest.attacker == side:
        return ""
    present = [id for id in board.at(state, place, side) if id not in contest.came]
    attackers = main_attackers(state, contest)
    if len(present) > len(attackers):
        return ""
    return f"pinned in {board.the(place)} by {blocks.blocks_text(len(attackers))} (5.22)"


def closed(state: State, side: str, place: str, to: str) -> str:
    """5.22, C14 Why unpinned blocks may not cross a border: the enemy used it to enter this battle."""
    contest = state.contests.get(place)
    if contest is None or to not in contest.ways[state.enemy(side)]:
        return ""
    return f"the enemy entered {board.the(place)} over this border (5.22)"
