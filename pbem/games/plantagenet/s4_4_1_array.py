"""4.4.1 Battle Array: who stands where, and Valour markers.

Places are named as the Attacker sees them, for both sides: opposed Lords have the same word.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import partial

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.prose import listing
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.errors import Impossible
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s3_1_3_held_events as held
from pbem.games.plantagenet import s6_0_i_special_rules as special
from pbem.games.plantagenet.decisions import Done
from pbem.games.plantagenet.state import Battle, BattleLord, State


class Front(StrEnum):
    """A Front position (4.4.1), in the order in which they are filled."""

    CENTER = "center"
    LEFT = "left"
    RIGHT = "right"


FRONT = tuple(Front)
WINGS = (Front.LEFT, Front.RIGHT)
STANDS = {
    "center": "in the center",
    "left": "on the left",
    "right": "on the right",
    "reserve": "in Reserve",
}


@decision("{lord}: {place}", rule="4.4.1")
class TakePosition(Decision):
    """4.4.1 A Lord stands at a Front position."""

    lord: Piece
    place: Front


def current(state: State) -> Battle:
    """The Battle in progress."""
    if state.battle is None:
        raise Impossible("no Battle is being fought")
    return state.battle


def sides(battle: Battle) -> tuple[str, str]:
    """Defender first, as in most steps of a Battle."""
    return (battle.defender, battle.attacker)


def enemy_of(battle: Battle, side: str) -> str:
    """The other side in the Battle."""
    return battle.defender if side == battle.attacker else battle.attacker


def unrouted(battle: Battle, side: str) -> list[str]:
    """A side's Lords who have not Routed, Reserve included."""
    return [id for id, lord in battle.lords.items() if lord.side == side and lord.place != "gone"]


def is_decided(battle: Battle) -> bool:
    """Has at least one side no Unrouted Lord left? Then no Round follows."""
    return not all(unrouted(battle, side) for side in sides(battle))


def at_place(battle: Battle, side: str, place: str) -> str:
    """The Lord of a side at a Front position, or ""."""
    for id, lord in battle.lords.items():
        if lord.side == side and lord.place == place:
            return id
    return ""


def empty_front(battle: Battle, side: str) -> list[Front]:
    return [place for place in FRONT if not at_place(battle, side, place)]


def reserve(battle: Battle, side: str) -> list[str]:
    """Lords who may leave the Reserve; one who is Late may not before Round 2 (6.0 Ib)."""
    return [
        id
        for id, lord in battle.lords.items()
        if lord.side == side and lord.place == "reserve" and not (lord.late and battle.round < 2)
    ]


def begin(table: Table[State], place: str, attacker: str, events: Sequence[str] = ()) -> None:
    """4.4 Begin a Battle, in which all Lords at the Stronghold take part. `events`: the Events in force in it."""
    state = table.state
    enemy = state.enemy(attacker)
    battle = Battle(at=place, attacker=attacker, defender=enemy, events=list(events))
    for side in sides(battle):
        for lord in board.lords_at(state, place, side):
            battle.lords[lord] = BattleLord(side=side)
    state.battle = battle
    attackers, defenders = unrouted(battle, attacker), unrouted(battle, battle.defender)
    table.say(
        "4.4",
        f"Battle at {board.name(place)}: {lords.names(attackers)} "
        f"attack{'s' if len(attackers) == 1 else ''} {lords.names(defenders)}.",
        kind="battle",
        about=(place, *attackers, *defenders),
    )


def positions(battle: Battle, side: str) -> list[Front]:
    """4.4.1 Where the next Lord may stand: center, then wings; an Attacker opposite Defenders first."""
    empty = empty_front(battle, side)
    if Front.CENTER in empty:
        return [Front.CENTER]
    if side == battle.attacker:
        return [place for place in empty if at_place(battle, battle.defender, place)] or empty
    return empty


def at_will(battle: Battle, side: str) -> bool:
    """4.4.1 May the rest stay in Reserve? Only the Attacker's, once all Defenders have an opponent."""
    opposed = [place for place in FRONT if at_place(battle, battle.defender, place)]
    return side == battle.attacker and all(at_place(battle, side, place) for place in opposed)


def fill_array(menu: Menu, state: State, side: str) -> None:
    """4.4.1 Offer the places of the array that are free to each Lord in Reserve, and say why others are barred."""
    battle = current(state)
    places = positions(battle, side)
    for place in menu.pick("place", places):
        opposite = at_place(battle, state.enemy(side), place)
        note = f"opposite {lords.name(opposite)}" if opposite else ""
        for lord in menu.pick("lord", reserve(battle, side)):
            menu.offer(TakePosition(lord, place), note)
    if at_will(battle, side):
        menu.offer(Done(), "the others start in Reserve", "4.4.1")
    center_only = places == [Front.CENTER]
    reason = "the center is filled first" if center_only else "it is not free for you yet"
    for lord in unrouted(battle, side):
        for place in FRONT:
            if battle.lords[lord].late:
                menu.bar(TakePosition(lord, place), "he is Late: Reserve until Round 2 (6.0 Ib)")
            elif place not in places or battle.lords[lord].place != "reserve":
                why = f"{reason}: opposite each Enemy before others (4.4.1)"
                menu.bar(TakePosition(lord, place), why)


async def position(table: Table[State], side: str) -> None:
    """4.4.1 A Lord each in up to three Front positions; all others in Reserve."""
    state = table.state
    battle = current(state)
    while reserve(battle, side) and empty_front(battle, side):
        answer = await table.ask(
            Request[TakePosition | Done](
                side,
                "array",
                f"Battle at {board.name(battle.at)}: who stands where (left and right as the "
                "Attacker sees them)?",
                "4.4.1",
                partial(fill_array, state=state, side=side),
            )
        )
        match answer:
            case TakePosition(lord, place):
                battle.lords[lord].place = place.value
            case Done():
                break
    tell_array(table, side)


def tell_array(table: Table[State], side: str) -> None:
    battle = current(table.state)
    places = [
        f"{lords.name(id)} {STANDS[place]}"
        for place in (*FRONT, "reserve")
        for id in unrouted(battle, side)
        if battle.lords[id].place == place
    ]
    table.say(
        "4.4.1",
        f"The {lords.side_name(side)} array {listing(places)}.",
        kind="battle_array",
        about=tuple(unrouted(battle, side)),
    )


def reinforce(table: Table[State]) -> None:
    """C68 Troops that cards add for this Battle, as far as the pool goes."""
    state = table.state
    battle = current(state)
    for lord, fighter in battle.lords.items():
        for troops_added in hooks.REINFORCEMENTS.at_mat(state, lord):
            came = forces.muster(state, lord, troops_added(state, lord))
            for kind, n in came.items():
                setattr(fighter.added, kind, getattr(fighter.added, kind) + n)
            if came:
                text = f"{lords.name(lord)} adds {forces.in_words(came)} for this Battle."
                table.say("4.4.1", text, kind="battle_array", about=(lord,))


async def events(table: Table[State]) -> None:
    """4.4.1 Held Events, the Defender's, then the Attacker's (C117); then what Capabilities allow
    before Round 1, if there is to be one."""
    state = table.state
    battle = current(state)
    asking = f"Battle at {board.name(battle.at)}, both sides arrayed: play a Hold Event?"
    for side in sides(battle):
        if not is_decided(battle):
            await held.window(table, side, "battle_events", "any", question=asking)
    if not is_decided(battle):
        await before_rounds(table)


async def before_rounds(table: Table[State]) -> None:
    """What Capabilities allow before Round 1, the Defender's first."""
    state = table.state
    battle = current(state)
    for side in sides(battle):
        for place in FRONT:
            lord = at_place(battle, side, place)
            if lord:
                for act in list(hooks.BEFORE_ROUNDS.at_mat(state, lord)):
                    await act(table, lord)


def mark_valour(state: State) -> None:
    """4.4.1 Each Lord's Valour markers (C69)."""
    for id, lord in current(state).lords.items():
        lord.valour = lords.valour(state, id)


async def array(table: Table[State]) -> None:
    """4.4.1 Defenders, then Attackers position their Lords; then Valour, then Held Events."""
    state = table.state
    battle = current(state)
    reinforce(table)
    late = special.hold_back(state, battle)
    if late:
        battle.lords[late].late = True
        table.say("6.0 Ib", f"{lords.name(late)} is Late: he stays in Reserve until Round 2.")
    for side in sides(battle):
        await position(table, side)
    mark_valour(state)
    await events(table)
