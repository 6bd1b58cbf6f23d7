"""6.9 Treachery: King, Pretender and Warwick, or the Treason card, try to turn an enemy block."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import whereabouts
from pbem.games.richard_iii.decisions import No
from pbem.games.richard_iii.facts import SIDES
from pbem.games.richard_iii.s4_kingmaker import rescue
from pbem.games.richard_iii.s6_3_attacks import field
from pbem.games.richard_iii.s9_victory import instant_victory
from pbem.games.richard_iii.state import Contest, State

WARWICK = "warwick"


@decision("{block}: treachery {target}", rule="6.9")
class Treachery(Decision):
    """6.9 King, Pretender or Warwick rolls for an enemy block."""

    block: blocks.OwnBlock
    target: blocks.EnemyBlock


@decision("treachery {target}", rule="5.1")
class Treason(Decision):
    """5.1 The Treason card's roll for an enemy block."""

    target: blocks.EnemyBlock


def role(state: State, id: str) -> str:
    """6.9, C61 In which role a block may roll: king, pretender, warwick or ""."""
    if id == state.king:
        return "king"
    if id == blocks.pretender(state):
        return "pretender"
    return WARWICK if blocks.block_facts(id).shield == WARWICK else ""


def may_roll(state: State, contest: Contest, id: str) -> bool:
    """6.9, C61 One Treachery Roll for each role in a battle."""
    return role(state, id) not in ("", *contest.rolled)


def heads(state: State) -> list[str]:
    """9.1, C66 Who never defects: King, Pretender, and who will be."""
    return [state.king, *(blocks.senior_heir(state, side) for side in SIDES)]


def immune(state: State, contest: Contest, id: str, by: str) -> str:
    """6.9, 6.91, C62 Why nobody in the role `by` may try to turn a block; "" if he may."""
    label = blocks.block_facts(id)
    if not label.loyalty:
        return f"{blocks.name(id)} never defects (3.13)"
    if id in heads(state):
        return f"{blocks.name(id)} leads his house (9.1)"
    if id in contest.defected:
        return f"{blocks.name(id)} has already defected in this battle (6.9)"
    if by == WARWICK and not label.warwick_may_target:
        return f"Warwick makes no Treachery Roll on {blocks.name(id)} (6.91)"
    return ""


def targets(state: State, contest: Contest, side: str, by: str) -> list[str]:
    """6.9 Enemy blocks on the field that may be turned."""
    return [
        id for id in field(state, contest, state.enemy(side)) if not immune(state, contest, id, by)
    ]


def loyalty(id: str, by: str) -> int:
    """6.9, 6.91 How many dice must all be even."""
    label = blocks.block_facts(id)
    return label.loyalty_vs_warwick if by == WARWICK else label.loyalty


def odds(dice: int) -> str:
    return f"1 chance in {2**dice}"


async def treachery_roll(table: Table[State], contest: Contest, id: str, by: str) -> bool:
    """6.9 As many dice as his loyalty, all even: he defects to the Reserve at his strength (C64)."""
    rolls = [
        await table.roll(f"treachery {blocks.word(id)}", needed="even", rule="6.9")
        for _ in range(loyalty(id, by))
    ]
    if any(roll % 2 for roll in rolls):
        table.say("6.9", f"{blocks.subject(id)} stays loyal.", about=(id,))
        return False
    defect(table, contest, id)
    return True


def defect(table: Table[State], contest: Contest, id: str) -> None:
    """6.9, 9.1 The block's other version joins the Reserve of its new side."""
    state = table.state
    contest.came.pop(id, None)
    new_version = blocks.change(state, id, contest.at)
    for version in (id, new_version):
        whereabouts.learn(state, version)
    contest.reserve.append(new_version)
    contest.defected.append(new_version)
    table.say(
        "6.9",
        f"Treachery! {blocks.subject(id)} defects to {blocks.side_name(blocks.side_of(state, new_version))}.",
        kind="treachery",
        about=(new_version, contest.at),
    )
    instant_victory(table)
    follow(table, new_version)
    rescue(table)


def follow(table: Table[State], id: str) -> None:
    """3.21, R16 An heir who comes back to his house and is senior to its King is King at once, as the
    Pretender's senior heir is the Pretender."""
    state = table.state
    if state.king and id == blocks.senior_heir(state, state.king_side):
        old, state.king = state.king, id
        table.say(
            "3.21",
            f"{blocks.subject(id)} is senior to {blocks.the(old)} and becomes King in his place.",
            about=(id, old),
        )


def best_targets(state: State, ids: list[str], by: str) -> list[str]:
    """R19 For menus, whose first line a bare verb takes: the best chance, then most strength to win."""
    return sorted(ids, key=lambda id: (loyalty(id, by), -state.blocks[id].strength))


def fill_treason(menu: Menu, state: State, contest: Contest, side: str) -> None:
    if menu.wants(Treason):
        for id in menu.pick("target", best_targets(state, targets(state, contest, side, ""), "")):
            menu.offer(Treason(id), odds(loyalty(id, "")))
    menu.offer(No(), "keeps the roll for another battle of this Game Turn", "5.1")


async def treason(table: Table[State], contest: Contest) -> None:
    """5.1, C38 The Treason card's roll, before the first round of any one battle of the turn."""
    state = table.state
    side = state.treason
    if not side or not targets(state, contest, side, ""):
        return
    answer = await table.ask(
        Request[Treason | No](
            side,
            "treason",
            f"Do you use Treason in the battle of {board.name(contest.at)}?",
            "5.1",
            partial(fill_treason, state=state, contest=contest, side=side),
        )
    )
    match answer:
        case Treason(target):
            state.treason = ""
            await treachery_roll(table, contest, target, "")
        case No():
            pass
