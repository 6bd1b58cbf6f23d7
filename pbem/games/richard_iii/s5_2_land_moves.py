"""5.2 Land moves: one Action Point activates an area; each block crosses one or two borders.

A move is written border by border: `norfolk: move essex`, then `norfolk: move middlesex`. Only the
block that moved last may go on; any other order ends its move (C8).
"""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.errors import Impossible
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import Border
from pbem.games.richard_iii.s1_1_cards import card
from pbem.games.richard_iii.s5_22_pinning import closed, pinned
from pbem.games.richard_iii.s6_3_attacks import enter, too_many_ways
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


def limit(state: State, border: Border) -> int:
    """5.21, C37 Blocks that may cross a border this turn; Surprise lets one more."""
    return border.limit + card(phase_of(state).card).border_bonus


def room(state: State, border: Border) -> bool:
    return phase_of(state).crossed.get(border.key, 0) < limit(state, border)


def barred(state: State, control: board.Control, here: str, to: str, goes_on: bool = False) -> str:
    """5.2 Why blocks may not cross to a neighbouring area; "" if they may. `goes_on`: the one does that
    is under way."""
    phase = phase_of(state)
    side = phase.side
    border = board.border(here, to)
    if board.foreign(state, to, side):
        return f"{board.name(to)} is an exile area of the enemy (2.7)"
    if not room(state, border):
        n = limit(state, border)
        return f"{blocks.counted(n)} have crossed this {border.color} border, its limit (5.21)"
    if goes_on:
        if to == phase.start:
            return "a block does not move straight back (5.2)"
    else:
        why = pinned(state, side, here) or closed(state, side, here, to)
        if why:
            return why
    if control.occupied(to, state.enemy(side)):
        if not card(phase.card).attack:
            return f"{card(phase.card).name} starts no battle (5.1)"
        return too_many_ways(state, side, to, here)
    return _off_muster(state, here, to, goes_on) if phase.muster else ""


def _off_muster(state: State, here: str, to: str, goes_on: bool) -> str:
    """5.1, C32 A Muster's move must be able to end in its area."""
    phase = phase_of(state)
    if to == phase.muster:
        return ""
    on = board.border(to, phase.muster) if phase.muster in board.neighbours(to) else None
    if goes_on or on is None or here == phase.muster:
        return f"the move must end in {board.name(phase.muster)} (5.1)"
    if board.border(here, to).must_stop:
        return "blocks stop behind a red border (5.21)"
    if not room(state, on):
        return f"the border to {board.name(phase.muster)} is full (5.21)"
    return ""


def ways(state: State, control: board.Control, here: str, goes_on: bool = False) -> list[str]:
    """5.2 The neighbouring areas to which blocks may cross."""
    near = board.neighbours(here)
    return [to for to in near if not barred(state, control, here, to, goes_on)]


def unmoved(state: State) -> list[str]:
    """5.2 The acting side's blocks on the map that have not moved."""
    phase = phase_of(state)
    return [id for id in blocks.ready(state, phase.side) if id not in phase.moved]


def startable(state: State, here: str) -> bool:
    """5.2 May blocks in an area begin a land move as far as Action Points go?"""
    phase = phase_of(state)
    return card(phase.card).land and here != phase.muster and price(state, here) <= phase.ap


def walkers(state: State) -> list[str]:
    """5.2 Blocks that may move as far as Action Points go, the one that is under way too."""
    phase, there = phase_of(state), state.blocks
    fresh = unmoved(state)
    starts = [here for here in blocks.places(state, fresh) if startable(state, here)]
    return [
        id
        for id in blocks.ready(state, phase.side)
        if id == phase.moving or (there[id].at in starts and id not in phase.moved)
    ]


def price(state: State, here: str) -> int:
    """5.2 One Action Point for all blocks that start in an area; none in a Muster (5.1)."""
    phase = phase_of(state)
    return 0 if phase.muster or here in phase.active else 1


def bound(state: State) -> str:
    """C32 In a Muster: the block under way, which must go on before any other moves; else ""."""
    phase = phase_of(state)
    return phase.moving if phase.muster else ""


def fill(menu: Menu, state: State) -> None:
    if not menu.wants(Move):
        return
    phase, control = phase_of(state), board.Control(state)
    movers = [id for id in menu.pick("block", walkers(state)) if bound(state) in ("", id)]
    starts = {here: ways(state, control, here) for here in blocks.places(state, movers)}
    for id in movers:
        here = state.blocks[id].at
        on = starts[here] if id != phase.moving else ways(state, control, here, goes_on=True)
        for to in menu.pick("to", on):
            menu.offer(Move(id, to), partial(_note, state, id, here, to))
    menu.bar_more(partial(_bar, state=state))


def _bar(menu: Menu, state: State) -> None:
    phase, control = phase_of(state), board.Control(state)
    for id in walkers(state):
        here, goes_on = state.blocks[id].at, id == phase.moving
        for to in board.neighbours(here):
            if why := barred(state, control, here, to, goes_on):
                menu.bar(Move(id, to), why)
        for far in [] if goes_on else _beyond(here):
            why = "write the move border by border, one line for each area (5.2)"
            menu.bar(Move(id, far), why)


def _beyond(here: str) -> list[str]:
    near = board.neighbours(here)
    return [far for mid in near for far in board.neighbours(mid) if far not in (here, *near)]


def _note(state: State, id: str, here: str, to: str) -> str:
    phase = phase_of(state)
    notes = []
    if phase.moving == id:
        notes.append("goes on")
    elif cost := price(state, here):
        notes.append(f"{cost} AP for all blocks in {board.name(here)}")
    if board.occupied(state, to, state.enemy(phase.side)):
        contest = state.contests.get(to)
        own = contest is None or contest.attacker == phase.side
        notes.append("attacks" if own else "reinforces")
    elif board.border(here, to).must_stop:
        notes.append("red border: stops")
    return ", ".join(notes)


def land_move(table: Table[State], id: str, to: str) -> None:
    """5.2, 5.21 One border is crossed; the block stops behind a red one and where the enemy is."""
    state = table.state
    phase = phase_of(state)
    here = state.blocks[id].at
    border = board.border(here, to)
    if phase.moving != id:
        phase.moved.append(id)
        phase.steps = 0
        if cost := price(state, here):
            phase.ap -= cost
            phase.active.append(here)
    phase.moving, phase.start, phase.steps = id, here, phase.steps + 1
    phase.crossed[border.key] = phase.crossed.get(border.key, 0) + 1
    state.blocks[id].at = to
    battle = board.occupied(state, to, state.enemy(phase.side))
    if battle:
        enter(state, id, to, here)
    ends = border.must_stop or phase.steps >= card(phase.card).reach or to == phase.muster
    if battle or ends or not ways(state, board.Control(state), to, goes_on=True):
        phase.moving = ""
    went = "moves" if phase.steps == 1 else "goes on with it"
    what = f" {blocks.seen(id)}" if phase.steps == 1 else ""
    table.say(
        "5.2",
        f"{blocks.side_name(phase.side)} {went}{what} from {board.name(here)} to {board.name(to)}"
        f"{_clash(state, to, phase.side) if battle else ''}.",
        kind="move",
        about=(phase.side, here, to),
    )


def _clash(state: State, to: str, side: str) -> str:
    return ", attacking" if state.contests[to].attacker == side else ", in Reserve"
