"""4.3.4 Intercept: an Enemy Lord near the destination tries to get there first."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.prose import up_to
from pbem.engine.request import Menu, Request, subset_of
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s3_1_3_held_events as held
from pbem.games.plantagenet.decisions import No
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s4_3_1_group_march import Move, followers, move, no_entry
from pbem.games.plantagenet.s4_3_2_haul import haul, haul_note
from pbem.games.plantagenet.state import State


@decision("{lord}: intercept [with {party}]", rule="4.3.4")
class Intercept(Decision):
    """4.3.4 An attempt, by a die up to his Valour."""

    lord: Piece
    party: tuple[Piece, ...] = ()


@decision("{lord}: intercept {card} [with {party}]", rule="4.3.4")
class FlankAttack(held.PlayEvent):
    """4.3.4 An Intercept with a Hold Event, which needs no die."""

    lord: Piece
    party: tuple[Piece, ...] = ()


Attempt = Intercept | FlankAttack | No


class Interception(Struct, frozen=True):
    """Lords who got there first. `attacks`: they Attack, though Approached (C53)."""

    move: Move
    attacks: bool


def interceptors(state: State, side: str, destination: str) -> list[str]:
    """4.3.4 Enemies of the marching side adjacent to the destination by Highway or Road, not Path.

    Also where Lords of the marching side stand already (C54), not where a card lets them not enter. A
    Lord whom no die could help is not asked, but with Hidden Mats: his Valour may come from a hidden card.
    """
    near = [at for at, way in board.ways(destination).items() if way in ("highway", "road")]
    return [
        id
        for id, lord in state.lords.items()
        if lord.at in near
        and lords.side_of(id) != side
        and (
            state.hidden_mats or lords.valour(state, id) > 0 or surprises(state, state.enemy(side))
        )
        and not no_entry(state, id, destination)
    ]


def surprises(state: State, side: str) -> list[str]:
    """Hold Events that a side may have, with which an Intercept needs no die."""
    return held.could_hold(state, side, ("intercept",))


def intercept_note(state: State, side: str, destination: str) -> str:
    """A warning for the menu of the side that marches."""
    able = interceptors(state, side, destination)
    return f"{lords.names(able)} may Intercept" if able else ""


def interceptions(menu: Menu, state: State, able: list[str], destination: str) -> None:
    """Offer an attempt to each of these Lords. With a Hold Event no die is needed; it is offered if it could be
    Held."""
    side = lords.side_of(able[0])
    for lord in menu.pick("lord", able):
        start = f"from {board.name(state.lords[lord].at)}"
        valour = lords.valour(state, lord)
        group = (id for id in followers(state, lord) if not no_entry(state, id, destination))
        party = subset_of(group)
        if valour > 0:
            chance = f"{start}, succeeds on {up_to(valour)}"
            menu.offer(Intercept(lord), partial(offer_note, state, lord, chance), party=party)
        for card in menu.pick("card", surprises(state, side)):
            title = f"{start}; {facts().cards[card].event}: no die, your side Attacks"
            note = partial(offer_note, state, lord, title)
            menu.offer(FlankAttack(card, lord), note, shows=card, party=party)
    for lord in lords.on_map_lords(state, side):
        menu.bar(Intercept(lord), partial(out_of_reach, state, lord, destination))
    menu.offer(No(), rule="4.3.4")


def offer_note(state: State, lord: str, chance: str) -> str:
    return "; ".join(filter(None, [chance, haul_note(state, [lord])]))


def out_of_reach(state: State, lord: str, destination: str) -> str:
    """Why a Lord who is on the map cannot Intercept."""
    reason = {"path": "nobody Intercepts along a Path", None: "not adjacent"}
    way = board.ways(destination).get(state.lords[lord].at)
    why = no_entry(state, lord, destination) or reason.get(way, "no die succeeds for Valour 0")
    return f"{why} (4.3.4)"


async def intercept(table: Table[State], group: list[str], destination: str) -> Interception | None:
    """4.3.4 A single Enemy Lord may attempt once, with a group if he leads one; C54.

    Interceptors move as if by March and count as having been there first (4.3.5).

    Returns:
        what happened, None if nobody came.
    """
    state = table.state
    side = lords.side_of(group[0])
    able = interceptors(state, side, destination)
    if not able:
        return None
    answer = await table.ask(
        Request[Attempt](
            state.enemy(side),
            "intercept",
            f"{lords.names(group)} {'marches' if len(group) == 1 else 'march'} to "
            f"{board.name(destination)}: does anybody Intercept?",
            "4.3.4",
            partial(interceptions, state=state, able=able, destination=destination),
            forced=not state.hidden_mats,
            slots=tuple(state.held[state.enemy(side)]),
        )
    )
    match answer:
        case No():
            return None
        case FlankAttack():
            await held.play(table, state.enemy(side), answer)
            attacks = True
        case Intercept():
            attacks = False
            if not await succeeds(table, answer.lord, destination):
                return None
    party = [answer.lord, *answer.party]
    await haul(table, party)
    step = move(state, party, destination)
    table.say(
        "4.3.4",
        f"{lords.names(party)} {'Intercepts' if len(party) == 1 else 'Intercept'} at "
        f"{board.name(destination)}.",
        kind="move",
        about=(state.enemy(side), step.origin, destination, *party),
    )
    return Interception(step, attacks)


async def succeeds(table: Table[State], leader: str, destination: str) -> bool:
    """4.3.4 A die up to his Valour."""
    valour = lords.valour(table.state, leader)
    die = await table.roll(f"{leader} intercept {destination}", needed=f"1-{valour}", rule="4.3.4")
    if die > valour:
        table.say("4.3.4", f"{lords.name(leader)} fails to Intercept at {board.name(destination)}.")
    return die <= valour
