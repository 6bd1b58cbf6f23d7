"""16.4.6.6 Committed leaders."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.s16_4_6_2_subsidiaries import current_battle
from pbem.games.plantagenet_1450.state import State


@decision("commit {leader}", rule="16.4.6.6")
class Commit(Decision):
    leader: Piece


@decision("commit none", rule="16.4.6.6", passes=True)
class CommitNobody(Decision):
    pass


async def commit(table: Table[State]) -> None:
    """Ask each side, attacker first, which leader it commits: any who takes part, or none (C73)."""
    state = table.state
    battle = current_battle(state)
    for side in (battle.attacker, state.enemy(battle.attacker)):
        match await table.ask(
            Request[Commit | CommitNobody](
                side,
                "commit",
                "Which leader do you commit to the battle?",
                "16.4.6.6",
                partial(fill_commitments, state=state, side=side),
            )
        ):
            case Commit(leader):
                battle.committed[side] = leader
                text = f"{leaders.subject(leader)} is committed to the battle."
                table.say("16.4.6.6", text, about=(leader,))
            case CommitNobody():
                pass


def fill_commitments(menu: Menu, state: State, side: str) -> None:
    able = [id for id in current_battle(state).leaders[side] if leaders.commands(state, id)]
    for leader in menu.pick("leader", able):
        menu.offer(Commit(leader), partial(note, state, leader))
    menu.offer(CommitNobody())


def note(state: State, id: str) -> str:
    rated = leaders.rating(state, id)
    danger = "+1 on the roll that may kill or capture him"
    return f"Tactical {rated.tactical}, Quality {rated.quality}; {danger}"
