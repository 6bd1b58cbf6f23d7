"""7.0 The Supply Phase: succession, executions, minors, then losses (order: C77)."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import whereabouts
from pbem.games.richard_iii.decisions import No
from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.s5_4_recruits import heir_sites
from pbem.games.richard_iii.s6_8_deaths import kill, lose_step
from pbem.games.richard_iii.s7_1_limits import fed, supplied, surplus
from pbem.games.richard_iii.state import State


@decision("execute {block}", rule="9.1")
class Execute(Decision):
    """9.1 Clarence or Exeter."""

    block: blocks.OwnBlock


@decision("{block}: enter {place}", rule="6.82")
class Enter(Decision):
    """6.82 Where a minor comes into play."""

    block: blocks.OwnBlock
    place: Place


@decision("{block}: lose", rule="7.1")
class Lose(Decision):
    """7.1, 7.2 Which block goes hungry."""

    block: blocks.OwnBlock


async def supply_phase(table: Table[State]) -> None:
    """1.4, 7.0, C77 Losses of both sides count as simultaneous."""
    state = table.state
    succession(table)
    for id in blocks.turncoat_heirs():
        await execution(table, blocks.side_of(state, id), id)
    await minors_and_losses(table)


async def minors_and_losses(table: Table[State]) -> None:
    """6.82, 7.1 Minors who are due, then losses; the Pretender first."""
    state = table.state
    sides = (state.pretender_side, state.king_side)
    for side in sides:
        await minors_enter(table, side)
    for side in sides:
        await losses(table, side)


def succession(table: Table[State]) -> None:
    """6.81, C67 The senior royal heir becomes King where he is; that place is announced."""
    state = table.state
    if state.king:
        return
    state.king = blocks.senior_heir(state, state.king_side)
    at = state.blocks[state.king].at
    where = f", in {board.the(at)}" if at in facts().areas else ", but is not yet on the map"
    table.say(
        "6.81",
        f"Long live the King! {blocks.subject(state.king)} succeeds{where}.",
        about=(state.king,),
    )


def offer_execution(menu: Menu, state: State, id: str) -> None:
    if blocks.on_map(state, id):
        menu.offer(Execute(id), "he is an heir, so his birth house brings in a minor")
    else:
        menu.bar(Execute(id), "he is not on the map (9.1)")
    menu.offer(No(), rule="9.1")


async def execution(table: Table[State], side: str, id: str) -> None:
    """9.1, C74 Clarence and Exeter may be executed by those whom they defected to.

    The question is put while he serves them, also from the pool, which nobody else can see.
    """
    state = table.state
    if state.blocks[id].at in ("enemy", "dead"):
        return
    answer = await table.ask(
        Request[Execute | No](
            side,
            "execution",
            f"Do you execute {blocks.the(id)}?",
            "9.1",
            partial(offer_execution, state=state, id=id),
            forced=False,
        )
    )
    match answer:
        case Execute():
            table.say("9.1", f"{blocks.side_name(side)} executes {blocks.the(id)}.")
            kill(table, id, "9.1")
        case No():
            pass


async def minors_enter(table: Table[State], side: str) -> None:
    """6.82, C70 One minor for each heir killed, most senior first; he waits if there is no place."""
    state = table.state
    while state.minors_due[side] and blocks.minors(state, side):
        sites = heir_sites(state, board.Control(state), side)
        if not sites:
            return
        id = blocks.minors(state, side)[0]
        answer = await table.ask(
            Request[Enter](
                side,
                "minor",
                f"Where does {blocks.name(id)} enter play?",
                "6.82",
                partial(offer_sites, id=id, sites=best_first(state, sites, side)),
            )
        )
        state.minors_due[side] -= 1
        state.blocks[id].at = answer.place
        state.blocks[id].strength = blocks.block_facts(id).strength
        whereabouts.learn(state, id)
        table.say(
            "6.82",
            f"{blocks.name(id)} comes of age and enters play in {board.the(answer.place)}.",
            about=(id, answer.place),
        )


def offer_sites(menu: Menu, id: str, sites: list[str]) -> None:
    for place in menu.pick("place", sites):
        menu.offer(Enter(id, place))


def best_first(state: State, places: list[str], side: str, away: Collection[str] = ()) -> list[str]:
    """R19 Areas in the order of a menu, whose first line a bare verb takes.

    Those come first that can supply one more, that count (8.2), that are friendly. `away`: blocks about to leave.
    """

    control = board.Control(state)

    def worse(place: str) -> tuple[bool, bool, bool]:
        blocks_fed = [id for id in fed(place, control.at(place, side)) if id not in away]
        area = board.area(place)
        return (
            len(blocks_fed) >= area.limit,
            not area.counts and not area.exile,
            not control.occupied(place, side),
        )

    return sorted(places, key=worse)


async def losses(table: Table[State], side: str) -> None:
    """7.1, 7.2 Each block above the limit costs one step of a block of the owner's choice, never two of
    the same block."""
    state = table.state
    for place in board.Control(state).areas(side):
        steps_due = surplus(state, place, side)
        if not steps_due:
            continue
        steps = "a step" if steps_due == 1 else f"{steps_due} steps"
        table.say(
            "7.2" if board.area(place).exile else "7.1",
            f"{board.name(place)} cannot supply all blocks: {blocks.side_name(side)} loses {steps}.",
            about=(place,),
        )
        hungry = supplied(state, place, side)
        for _ in range(steps_due):
            answer = await table.ask(
                Request[Lose](
                    side,
                    "supply",
                    f"Which of your blocks in {board.the(place)} loses a step?",
                    "7.1",
                    partial(offer_losses, state=state, hungry=list(hungry)),
                )
            )
            id = answer.block
            hungry.remove(id)
            if not lose_step(table, id, "7.1"):
                table.say(
                    "7.1",
                    f"{blocks.subject(id)} falls to strength {state.blocks[id].strength}.",
                    to=side,
                )


def offer_losses(menu: Menu, state: State, hungry: list[str]) -> None:
    ranked = blocks.humblest_first(hungry)
    for id in menu.pick("block", sorted(ranked, key=lambda id: state.blocks[id].strength == 1)):
        strength = state.blocks[id].strength - 1
        lost = f"to strength {strength}" if strength else "dies"
        menu.offer(Lose(id), f"{blocks.rating(id)}, {lost}")
