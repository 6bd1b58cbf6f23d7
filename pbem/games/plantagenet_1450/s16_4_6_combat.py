"""16.4.6 Combat: one hex is attacked by the main force, and by subsidiary forces that come in time."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.prose import count_text
from pbem.engine.request import Menu, subset_of
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_5_battle_cards as battle_cards
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s20_neutrals as neutrals
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s16_4_6_0_withdrawal import withdraw
from pbem.games.plantagenet_1450.s16_4_6_2_subsidiaries import (
    call_up,
    can_try,
    current_battle,
    odds_note,
)
from pbem.games.plantagenet_1450.s16_4_6_3_levies import raise_levies
from pbem.games.plantagenet_1450.s16_4_6_4_called import call_to_arms
from pbem.games.plantagenet_1450.s16_4_6_6_commitment import commit
from pbem.games.plantagenet_1450.s16_4_6_7_deployment import deploy_forces
from pbem.games.plantagenet_1450.s16_4_6_8_missiles import missile_fire
from pbem.games.plantagenet_1450.s16_4_6_9_melee import melee
from pbem.games.plantagenet_1450.s16_4_6_10_aftermath import aftermath
from pbem.games.plantagenet_1450.s16_4_6_12_reorganisation import drop_excess
from pbem.games.plantagenet_1450.state import Battle, State


@decision("{leader}: attack {at} [with {hexes}]", rule="16.4.6")
class Attack(Decision):
    """The leader's hex is the main force; the others are those whose subsidiary forces try to join."""

    leader: Piece
    at: Place
    hexes: tuple[Place, ...] = ()


def able(state: State, side: str) -> list[str]:
    """16.4.6 Leaders with a unit who are not too tired to attack."""
    return [
        id
        for id in leaders.free(state, side)
        if can_fight(state, id) and state.leaders[id].army and leaders.commands(state, id)
    ]


def can_fight(state: State, id: str) -> bool:
    """He stands in the field, in England or overseas, with a marker lower than +2."""
    leader = state.leaders[id]
    rested = leader.fatigue < leaders.MOST_FATIGUE
    return rested and leaders.in_field(leader) and not board.is_abroad(leader.at)


def targets(state: State, side: str, at: str) -> list[str]:
    """Hexes beside this one, and this one itself (C116), with an enemy force in the field."""
    armed = hosts(state, state.enemy(side))
    return [to for to in (at, *facts().beside[at]) if to in armed]


def is_target(state: State, side: str, at: str) -> bool:
    return at in hosts(state, state.enemy(side))


def hosts(state: State, side: str) -> set[str]:
    """The hexes where a side has leaders with combat units in the field."""
    return {
        leader.at
        for leader in state.leaders.values()
        if leader.side == side
        and leader.status == "free"
        and leader.army
        and leaders.in_field(leader)
    }


def fill_attacks(menu: Menu, state: State, side: str) -> None:
    for leader in menu.pick("leader", able(state, side)):
        origin = state.leaders[leader].at
        for at in menu.pick("at", targets(state, side, origin)):
            trying = subsidiaries(state, side, origin, at)
            menu.offer(
                Attack(leader, at),
                partial(attack_note, state, leader, at, trying),
                hexes=subset_of(trying),
            )
    menu.bar_more(partial(bar_attacks, state=state, side=side))


def subsidiaries(state: State, side: str, origin: str, at: str) -> list[str]:
    """16.4.6.2 The other hexes beside the target from which a force may try to join."""
    return [to for to in facts().beside[at] if to != origin and can_try(state, side, to)]


def attack_note(state: State, id: str, at: str, trying: list[str]) -> str:
    side = state.leaders[id].side
    mine = leaders.with_force(state, state.leaders[id].at, side)
    theirs = leaders.with_force(state, at, state.enemy(side))
    many, few = (sum(len(state.leaders[one].army) for one in some) for some in (mine, theirs))
    joins = "".join(f"; {odds_note(state, id, at, hex)}" for hex in trying)
    return f"{count_text(many, 'unit')} against {few} of {leaders.the_names(theirs, goes_on=True)} at {board.name(at)}{joins}"


def bar_attacks(menu: Menu, state: State, side: str) -> None:
    for id in leaders.free(state, side):
        leader = state.leaders[id]
        if board.is_abroad(leader.at):
            continue
        for at in targets(state, side, leader.at):
            if leader.fatigue >= leaders.MOST_FATIGUE:
                menu.bar(Attack(id, at), "with a +2 marker nobody attacks (16.4.6)")
            elif leader.mad:
                menu.bar(Attack(id, at), "he is out of his wits (8.9, C145)")
            elif not leader.army:
                menu.bar(Attack(id, at), "he has no combat units (16.4.6)")


async def attack(table: Table[State], main: str, at: str, hexes: tuple[str, ...]) -> None:
    """16.4.6 An attack from its announcement to its end; there is no battle if the defenders withdraw in time.

    Args:
        main: the leader of the main force.
        hexes: where the forces stand that try to join him.
    """
    state = table.state
    side = state.leaders[main].side
    origin = state.leaders[main].at
    mine = [id for id in leaders.with_force(state, origin, side) if can_fight(state, id)]
    table.say(
        "16.4.6.1",
        f"{leaders.subjects([main, *(id for id in mine if id != main)])} {'attack' if mine[1:] else 'attacks'} "
        f"{leaders.the_names(leaders.with_force(state, at, state.enemy(side)), goes_on=True)} at {board.name(at)}.",
        "battle",
        about=(at, main),
    )
    await withdraw(table, state.enemy(side), at, main)
    for id in mine:
        leaders.tire(state, id)
    if not is_target(state, side, at):
        table.say("16.4.6.1", "There is no battle: the defenders have withdrawn.", "battle_end")
        return
    theirs = leaders.with_force(state, at, state.enemy(side))
    state.battle = Battle(at, side, main, [origin], {side: mine, state.enemy(side): theirs})
    await call_up(table, hexes)
    await fight_out(table)


async def fight_out(table: Table[State]) -> None:
    """16.4.6.3-14 The steps of a battle from the Levies on, also of one that a card brings about (C59)."""
    state = table.state
    battle = current_battle(state)
    await raise_levies(table)
    await call_to_arms(table)
    await commit(table)
    await neutrals.choose(table)
    await battle_cards.window(table, "before_deploy")
    if battle_cards.both_stand(state):
        await deploy_forces(table)
        await missile_fire(table)
        await melee(table)
        await aftermath(table)
        text = "The battle is over."
    else:
        text = "There is no battle: nobody is left to fight it."
        for id in (id for some in battle.leaders.values() for id in some):
            drop_excess(table, id)
    state.battle = None
    for id in battle.aside:
        battle_cards.change_sides(table, id)
    table.say("16.4.6", text, "battle_end")
