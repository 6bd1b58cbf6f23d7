"""16.4.6.11.3 Margaret of Anjou: exile instead of death, and what her capture may cost."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s9_2_treasury as treasury
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import ABROAD
from pbem.games.plantagenet_1450.s8_points import at_least
from pbem.games.plantagenet_1450.state import State

MARGARET, PRINCE = "margaret", "edward_wales"
LOST_ON = 6


@decision("{leader}: exile {to}", rule="16.4.6.11.3")
class GoIntoExile(Decision):
    leader: Piece
    to: Place


async def flee_from_death(table: Table[State], id: str, refuges: tuple[str, ...]) -> None:
    """C92 A leader escapes death by fleeing to Scotland or France without units; his side is asked where to."""
    state = table.state
    leader = state.leaders[id]
    answer = await table.ask(
        Request[GoIntoExile](
            leader.side,
            "exile",
            f"Where does {leaders.the(id, goes_on=True)} find refuge?",
            "16.4.6.11.3",
            partial(fill_refuges, id=id, refuges=refuges),
        )
    )
    start = leader.at
    leader.at, leader.army, leader.inside = ABROAD + answer.to, [], False
    leader.fled = state.campaign_turn
    table.say(
        "16.4.6.11.3",
        f"{leaders.subject(id)} escapes to {board.name(leader.at)}.",
        "exile",
        about=(leader.side, start, board.word(leader.at), id),
    )


def fill_refuges(menu: Menu, id: str, refuges: tuple[str, ...]) -> None:
    for to in menu.pick("to", refuges):
        menu.offer(GoIntoExile(id, to))


async def may_lose_her_son(table: Table[State], id: str) -> None:
    """C92, C220 Captured before the Prince has entered on the turn track: her captor rolls, and on a 6, changed by
    Treasury, he is out of the game."""
    state = table.state
    if id != MARGARET or state.turn >= state.heirs.get(PRINCE, 0):
        return
    if state.leaders[PRINCE].status != "waiting":
        return
    captor = state.enemy(state.leaders[id].side)
    modifier = await treasury.bid(table, captor, f"the fate of {leaders.the(PRINCE)}")
    least = LOST_ON - modifier
    needed_words = at_least(least)
    die = await table.roll(f"fate of {PRINCE}", needed_words, "16.4.6.11.3")
    if die + modifier >= LOST_ON:
        state.leaders[PRINCE].status = "dead"
        text = f"{leaders.subject(PRINCE)} is out of the game: his mother was captured."
        table.say("16.4.6.11.3", text, about=(PRINCE,))
