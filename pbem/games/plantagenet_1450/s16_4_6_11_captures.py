"""16.4.6.11 Leaders are killed or captured; where captives are held, and when they come free."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_4_sanctuary as sanctuary
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_5_3_zones as zones
from pbem.games.plantagenet_1450 import s16_4_6_11_3_margaret as margaret
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s8_points import at_least
from pbem.games.plantagenet_1450.state import State


@decision("hold {captive} {at}", rule="16.4.6.11")
class Hold(Decision):
    captive: Piece
    at: Place


class Captors(Struct, frozen=True):
    """Who takes a beaten leader.

    Attributes:
        side: the victor.
        takers: leaders of that side who were there, the one who would take a captive along first (C147); none where
            a side has won without a leader (P15).
    """

    side: str
    takers: tuple[str, ...] = ()


async def survives(
    table: Table[State], id: str, modifier: int, captors: Captors | None, killed_on: int = 0
) -> bool:
    """16.4.6.11 Roll for a leader after a battle. False if he is killed, captured or in sanctuary.

    A die and modifier above his Quality loses him: killed on a second die of 6, else captured.

    Args:
        captors: None where his own side has won (C88).
        killed_on: what the second die must reach, if a card says so.
    """
    quality = leaders.rating(table.state, id).quality
    least = quality - modifier + 1
    needed_words = at_least(least)
    die = await table.roll(f"loss of {id}", needed_words, "16.4.6.11")
    if die + modifier <= quality:
        return True
    death_on = killed_on or facts().tables["leader_loss"]["killed_on"]
    if await table.roll(f"death of {id}", f"{death_on}-6", "16.4.6.11") >= death_on:
        await kill(table, id)
        return False
    if captors is None:
        table.say(
            "16.4.6.11", f"{leaders.subject(id)} is unharmed: victors are not captured (C88)."
        )
        return True
    return not await capture(table, id, captors)


async def kill(table: Table[State], id: str, rule: str = "16.4.6.11") -> None:
    """C210 A noble's units go with him, and his card to the discards (6.3.3, C30). Margaret goes into exile instead,
    without units (16.4.6.11.3, C92)."""
    refuges = facts().leaders[id].exile_instead_of_death
    if refuges:
        await margaret.flee_from_death(table, id, refuges)
        part_company(table, id)
        return
    die(table, id, rule, "is killed")


def die(table: Table[State], id: str, rule: str, how: str) -> None:
    """A leader dies. A noble's army is disbanded and his card discarded; a royal leader's army stays."""
    state = table.state
    leader = state.leaders[id]
    leader.status, leader.at, leader.fatigue, leader.inside, leader.captor = (
        "dead",
        "",
        0,
        False,
        "",
    )
    leader.mad = False  # nobody governs for him any more (C145)
    if not facts().leaders[id].royal:
        leader.army = []
        cards.discard_noble(state, id)
    table.say(rule, f"{leaders.subject(id)} {how}.", about=(leader.side, id))
    part_company(table, id)


async def capture(table: Table[State], id: str, captors: Captors) -> bool:
    """C89 Capture a leader, or he reaches sanctuary. False if nobody is left who could take him: he stays (P15).

    The victor chooses the castle; where he has none, the captive goes along with his captor (C147).
    """
    state = table.state
    leader = state.leaders[id]
    start = leader.at
    if await reaches_sanctuary(table, id, "captured"):
        return True
    castles = strongholds(state, captors.side, id)
    takers = [taker for taker in captors.takers if can_take(state, taker, captors.side)]
    if not castles and not takers:
        table.say("16.4.6.11", f"Nobody is left to hold {leaders.the(id)}.", about=(id,))
        return False
    leader.status, leader.fatigue, leader.inside, leader.army = "captive", 0, False, []
    part_company(table, id)
    if castles:
        answer = await table.ask(
            Request[Hold](
                captors.side,
                "hold",
                f"In which castle is {leaders.the(id, goes_on=True)} held?",
                "16.4.6.11",
                partial(fill_castles, id=id, castles=castles),
            )
        )
        leader.at = answer.at
    else:
        leader.captor, leader.at = takers[0], state.leaders[takers[0]].at
    where = f"at {board.name(leader.at)}" if castles else f"by {leaders.the(takers[0])}"
    table.say(
        "16.4.6.11",
        f"{leaders.subject(id)} is captured and held {where}.",
        "retreat",
        about=(leader.side, start, board.word(leader.at), id),
    )
    await margaret.may_lose_her_son(table, id)
    return True


async def reaches_sanctuary(table: Table[State], id: str, fate: str) -> bool:
    """6.4, P9 Does he reach holy ground, alone? His units may follow others (C210); whom he carries or holds stays
    where he was."""
    at = await sanctuary.haven(table, id, fate)
    if not at:
        return False
    state = table.state
    leader = state.leaders[id]
    leader.status, leader.captor, leader.inside, leader.army, leader.at = "free", "", False, [], at
    if state.battle is not None:
        state.battle.gone.append(id)
    table.say("6.4", f"{leaders.subject(id)} is at {board.name(at)}.", about=(at, id))
    part_company(table, id)
    return True


def can_take(state: State, id: str, side: str) -> bool:
    """C145, C147 He is free, in his wits and still of the side that won."""
    return (
        leaders.is_free(state, id)
        and leaders.commands(state, id)
        and state.leaders[id].side == side
    )


def strongholds(state: State, side: str, captive: str) -> list[str]:
    """C89 The fortified hexes that a side holds, by its garrison or by its marker where nobody has one (C57, C191);
    not where another leader of the captive's side stands with an army (P4)."""
    beset = {
        state.leaders[id].at
        for id in leaders.free(state, state.leaders[captive].side)
        if id != captive and state.leaders[id].army
    }
    return [at for at in facts().forts if board.holder(state, at) == side and at not in beset]


def fill_castles(menu: Menu, id: str, castles: list[str]) -> None:
    for at in menu.pick("at", castles):
        menu.offer(Hold(id, at), facts().forts[at].fort_name)


def part_company(table: Table[State], id: str) -> None:
    """Who is lost, gets away or changes sides goes alone: he is carried no more, and lets go of those whom he carries
    or holds (16.4.5.5, 11.1, C147). They stay where they are, which may be no longer where he is."""
    state = table.state
    state.leaders[id].rides = state.leaders[id].carrier = ""
    dependants = [*leaders.carried(state, id), *leaders.picked_up(state, id)]
    for dependant in dependants:
        state.leaders[dependant].rides = state.leaders[dependant].carrier = ""
    if dependants:
        at = board.name(state.leaders[dependants[0]].at)
        stays = "stay" if dependants[1:] else "stays"
        table.say(
            "11.1",
            f"{leaders.subjects(dependants)} {stays} behind at {at}.",
            about=tuple(dependants),
        )
    release(table, id)


def release(table: Table[State], id: str) -> None:
    """C147 The captives whom he takes along are free, in the hex where they are."""
    for leader in leaders.captives_of(table.state, id):
        set_free(table, leader, "C147")


def change_hands(table: Table[State], at: str, before: str) -> None:
    """C146 The captives of who holds a fortification now are free; `before` held it until then."""
    state = table.state
    now = board.holder(state, at)
    for id, leader in state.leaders.items() if now != before else ():
        is_prisoner = leader.status == "captive" and leader.side == now and not leader.captor
        if is_prisoner and leader.at == at:
            set_free(table, id, "C146")


def set_free(table: Table[State], id: str, ruling: str) -> None:
    """Where he is; with enemies in his hex, in the nearest one that he may enter (P5)."""
    state = table.state
    leader = state.leaders[id]
    leader.status, leader.captor = "free", ""
    if not board.is_abroad(leader.at):
        leader.at = zones.nearest_free(state, leader.side, leader.at)
    text = f"{leaders.subject(id)} is free at {board.name(leader.at)} ({ruling})."
    table.say("16.4.6.11", text, about=(id,))
