"""6.0 III King Richard: Gloucester may become Richard III, at setup or in any Muster at London."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s6_2_heirs_and_succession as heirs
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.decisions import No
from pbem.games.plantagenet.state import State

RULE = "6.0 III"


@decision("{lord}: become {king}", rule=RULE)
class Become(Decision):
    """6.0 III Gloucester takes the crown."""

    lord: Piece
    king: Piece


def may_be_crowned(state: State, side: str) -> bool:
    """6.0 III With Gloucester at London, at no cost (C92)."""
    rule = scenario.rule(state, "king_richard")
    ours = bool(rule) and lords.side_of(rule["lord"]) == side
    return ours and bool(state.lords[rule["lord"]].at == rule["at"])


def fill_crown(menu: Menu, state: State, side: str) -> None:
    rule = scenario.rule(state, "king_richard")
    if not rule or lords.side_of(rule["lord"]) != side or not menu.wants(Become):
        return
    becomes = Become(rule["lord"], rule["becomes"])
    if may_be_crowned(state, side):
        menu.offer(becomes, "free; he cannot be Gloucester again")
    elif heirs.in_war(state, rule["lord"]):
        menu.bar(becomes, f"{lords.name(rule['lord'])} is not at London ({RULE})")


def crown(table: Table[State]) -> str:
    """6.0 III Replace Gloucester in place; returns who he is now."""
    rule = scenario.rule(table.state, "king_richard")
    heirs.replace(table.state, rule["lord"], rule["becomes"])
    old, new = lords.name(rule["lord"]), lords.name(rule["becomes"])
    table.say(RULE, f"{old} takes the crown: he is {new} from now on.", about=(rule["becomes"],))
    return str(rule["becomes"])


async def offer_crown(table: Table[State], side: str) -> None:
    """6.0 III Ask once: at setup, and after a Muster that has brought Gloucester to London."""
    if not may_be_crowned(table.state, side):
        return
    answer = await table.ask(
        Request[Become | No](
            side,
            "crown",
            "Does Gloucester become Richard III?",
            RULE,
            partial(fill_choice, state=table.state, side=side),
        )
    )
    match answer:
        case Become():
            crown(table)
        case No():
            pass


def fill_choice(menu: Menu, state: State, side: str) -> None:
    fill_crown(menu, state, side)
    menu.offer(No(), "he may do so in a later Muster at London", RULE)


async def king_richard(table: Table[State]) -> None:
    """6.0 III The choice at setup, before the first Levy."""
    await offer_crown(table, table.state.king)
