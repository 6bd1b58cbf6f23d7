"""4.4.2 Rounds: Flee, Reposition, Engage, Strike, Lord Rout, until a side has no Unrouted Lord."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.prose import listing
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s6_0_ii_warwicks_rebellion as allies
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.facts import STRIKES, facts
from pbem.games.plantagenet.s4_4_1_array import (
    FRONT,
    STANDS,
    WINGS,
    Front,
    at_place,
    current,
    empty_front,
    is_decided,
    reserve,
    sides,
    unrouted,
)
from pbem.games.plantagenet.s4_4_2_engage import engage
from pbem.games.plantagenet.s4_4_2_strike import strike, unrouted_troops
from pbem.games.plantagenet.state import State


async def rounds(table: Table[State]) -> None:
    """4.4.2 Round after Round, until all of at least one side's Lords Rout."""
    battle = current(table.state)
    while not is_decided(battle):
        battle.round += 1
        table.say("4.4.2", f"Round {battle.round}.", kind="battle_round")
        await flee(table)
        if is_decided(battle):
            return
        await reposition(table)
        battle.waiting = await engage(table)
        await strikes(table)
        await pause(table, "rout")
        lord_rout(table)


async def strikes(table: Table[State]) -> None:
    """4.4.2 Engagement after Engagement, Missiles then Melee, unless a card ends the Round."""
    battle = current(table.state)
    battle.halted = False
    while battle.waiting:
        battle.step, battle.fighting = "strike", battle.waiting.pop(0)
        for kind in STRIKES:
            if not battle.halted:
                await pause(table, "strike")
                await strike(table, battle.fighting, kind)
    battle.fighting = []


async def pause(table: Table[State], moment: str) -> None:
    """What Events that lie open may do now, before a Strike, Lord Rout or Losses."""
    for act in list(hooks.PAUSE.in_force(table.state)):
        await act(table, moment)


# Flee


@decision("{lord}: flee", rule="4.4.2")
class Flee(Decision):
    """4.4.2 He Routs at once."""

    lord: Piece


@decision("flee all", rule="4.4.2")
class FleeAll(Decision):
    """4.4.2 All Unrouted Lords of the side do."""


@decision("stand", rule="4.4.2", passes=True)
class Stand(Decision):
    """4.4.2 Nobody else Flees this Round."""


Flight = Flee | FleeAll | Stand


def fill_flee(menu: Menu, state: State, side: str) -> None:
    battle = current(state)
    fighters = unrouted(battle, side)
    routs, lost = "Routs at once", "the Battle is over, and you have lost it"
    if scenario.has_rule(state, "bosworth_field"):
        lost = "the Battle is over, and you have lost the game"
    else:
        routs += f"; Death only on {facts().death_check.dies_on(fled=True)}-6"
    for lord in menu.pick("lord", fighters):
        menu.offer(Flee(lord), routs if len(fighters) > 1 else f"{routs}; {lost}")
    if len(fighters) > 1:
        menu.offer(FleeAll(), lost)
    menu.offer(Stand(), "nobody else Flees this Round")
    for lord, fighter in battle.lords.items():
        if fighter.side == side and fighter.place == "gone":
            menu.bar(Flee(lord), "has Routed already (4.4.2)")


async def flee(table: Table[State]) -> None:
    """4.4.2 Defenders, then Attackers declare who Flees; if a whole side does, the Battle ends at once."""
    state = table.state
    battle = current(state)
    battle.step = "flee"
    for side in sides(battle):
        while unrouted(battle, side):
            answer = await table.ask(
                Request[Flight](
                    side,
                    "flee",
                    f"Round {battle.round}: does any of your Lords Flee?",
                    "4.4.2",
                    partial(fill_flee, state=state, side=side),
                )
            )
            match answer:
                case Flee(lord):
                    flees(table, lord)
                case FleeAll():
                    for lord in unrouted(battle, side):
                        flees(table, lord)
                case Stand():
                    break
        if not unrouted(battle, side):
            return


def flees(table: Table[State], lord: str) -> None:
    rout_lord(table.state, lord)
    current(table.state).lords[lord].fled = True
    table.say("4.4.2", f"{lords.name(lord)} Flees the Battle.", "battle_rout", about=(lord,))


# Reposition (Routed Lords have left the Array, their place is "gone")


async def reposition(table: Table[State]) -> None:
    """4.4.2 First both sides Advance, then both fill an empty Front center."""
    battle = current(table.state)
    battle.step = "reposition"
    for side in sides(battle):
        await advance(table, side)
    for side in sides(battle):
        await fill_center(table, side)


@decision("{lord}: {place}", rule="4.4.2")
class Advance(Decision):
    """4.4.2 From Reserve into an empty Front position."""

    lord: Piece
    place: Front


@decision("{lord}: center", rule="4.4.2")
class Slide(Decision):
    """4.4.2 From a wing into the empty Front center."""

    lord: Piece


def fill_advance(menu: Menu, state: State, side: str) -> None:
    battle = current(state)
    for lord in menu.pick("lord", reserve(battle, side)):
        for place in menu.pick("place", empty_front(battle, side)):
            menu.offer(Advance(lord, place), "from Reserve")
    for lord, fighter in battle.lords.items():
        if fighter.side == side and fighter.late and battle.round < 2:
            for place in FRONT:
                menu.bar(Advance(lord, place), "he is Late: Reserve until Round 2 (6.0 Ib)")


async def advance(table: Table[State], side: str) -> None:
    """4.4.2 Unrouted Lords in Reserve slide into empty Front positions, one a position."""
    state = table.state
    battle = current(state)
    while reserve(battle, side) and empty_front(battle, side):
        answer = await table.ask(
            Request[Advance](
                side,
                "advance",
                "Which Lord in Reserve Advances to which empty Front position?",
                "4.4.2",
                partial(fill_advance, state=state, side=side),
            )
        )
        _move(table, answer.lord, answer.place, "Advances from Reserve")


def fill_slide(menu: Menu, state: State, side: str) -> None:
    for wing in WINGS:
        lord = at_place(current(state), side, wing)
        if lord:
            menu.offer(Slide(lord), f"leaves the {wing}")


async def fill_center(table: Table[State], side: str) -> None:
    """4.4.2 If the Front center is still empty, a Lord from left or right must slide there."""
    state = table.state
    battle = current(state)
    wings = [at_place(battle, side, wing) for wing in WINGS]
    if at_place(battle, side, Front.CENTER) or not any(wings):
        return
    answer = await table.ask(
        Request[Slide](
            side,
            "center",
            "Which Lord slides to the empty Front center?",
            "4.4.2",
            partial(fill_slide, state=state, side=side),
        )
    )
    _move(table, answer.lord, Front.CENTER, "slides over")


def _move(table: Table[State], lord: str, place: Front, how: str) -> None:
    current(table.state).lords[lord].place = place.value
    text = f"{lords.name(lord)} {how} and stands {STANDS[place]}."
    table.say("4.4.2", text, kind="battle_array", about=(lord,))


# Lord Rout


def rout_lord(state: State, lord: str) -> None:
    """4.4.2 A Lord leaves the Array, by Flight or in Lord Rout. What depends on the moment of his Rout is
    settled now (6.0 II)."""
    fighter = current(state).lords[lord]
    fighter.place, fighter.haven = "gone", allies.has_haven(state, lord)


def lord_rout(table: Table[State]) -> None:
    """4.4.2 A Lord Routs if all his Troops have Routed, or his Retinue, or both."""
    state = table.state
    battle = current(state)
    for side in sides(battle):
        for lord in unrouted(battle, side):
            fighter = battle.lords[lord]
            reasons = ["the Retinue"] if fighter.routed_retinue else []
            if not unrouted_troops(state, lord):
                reasons.append("the last Troops")
            if reasons:
                rout_lord(state, lord)
                table.say(
                    "4.4.2",
                    f"{lords.name(lord)} Routs: {listing(reasons)} "
                    f"{'has' if reasons == ['the Retinue'] else 'have'} Routed.",
                    kind="battle_rout",
                    about=(lord,),
                )
