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


def barred(state: State, id: str, to: str) -> str:
    """5.2 Why a block may not cross to a neighbouring area; "" if it may."""
    phase = phase_of(state)
    here, side = state.blocks[id].at, phase.side
    border = board.border(here, to)
    if board.foreign(state, to, side):
        return f"{board.name(to)} is an exile area of the enemy (2.7)"
    if not room(state, border):
        n = limit(state, border)
        return f"{blocks.counted(n)} have crossed this {border.color} border, its limit (5.21)"
    if phase.moving == id:
        if to == phase.start:
            return "a block does not move straight back (5.2)"
    else:
        why = pinned(state, side, here) or closed(state, side, here, to)
        if why:
            return why
    if board.occupied(state, to, state.enemy(side)):
        if not card(phase.card).attack:
            return f"{card(phase.card).name} starts no battle (5.1)"
        return too_many_ways(state, side, to, here)
    return _off_muster(state, id, to) if phase.muster else ""


def _off_muster(state: State, id: str, to: str) -> str:
    """5.1, C32 A Muster's move must be able to end in its area."""
    phase = phase_of(state)
    here = state.blocks[id].at
    if to == phase.muster:
        return ""
    on = board.border(to, phase.muster) if phase.muster in board.neighbours(to) else None
    if phase.moving == id or on is None or here == phase.muster:
        return f"the move must end in {board.name(phase.muster)} (5.1)"
    if board.border(here, to).must_stop:
        return "blocks stop behind a red border (5.21)"
    if not room(state, on):
        return f"the border to {board.name(phase.muster)} is full (5.21)"
    return ""


def startable(state: State, id: str) -> bool:
    """5.2 May this block begin a land move as far as Action Points go?"""
    phase = phase_of(state)
    if id in phase.moved or not card(phase.card).land:
        return False
    here = state.blocks[id].at
    return here != phase.muster and price(state, here) <= phase.ap


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
    phase = phase_of(state)
    for id in menu.pick("block", blocks.blocks_of(state, phase.side)):
        if not blocks.on_map(state, id) or not (startable(state, id) or phase.moving == id):
            continue
        here = state.blocks[id].at
        for to in menu.pick("to", board.neighbours(here)):
            if why := barred(state, id, to):
                menu.bar(Move(id, to), why)
            elif bound(state) in ("", id):
                menu.offer(Move(id, to), partial(_note, state, id, here, to))
        if phase.moving != id:
            for far in _beyond(here):
                menu.bar(
                    Move(id, far), "write the move border by border, one line for each area (5.2)"
                )


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
    if battle or ends or all(barred(state, id, on) for on in board.neighbours(to)):
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
