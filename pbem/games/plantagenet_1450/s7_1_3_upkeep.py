"""7.1.3-5, 9.2.1 Upkeep: the Force Pool, then garrisons, then Calais (C20), a Treasury point a unit."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Amount, Decision, Piece, Place, decision
from pbem.engine.request import Menu, Option, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_3_tracks as tracks
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_6_11_captures as captures
from pbem.games.plantagenet_1450.facts import NEUTRAL, facts
from pbem.games.plantagenet_1450.s7_1_maintenance import ORDER
from pbem.games.plantagenet_1450.s8_2_control import convert
from pbem.games.plantagenet_1450.state import State, Unit

CALAIS = "calais"


@decision("disband {count} {unit}", rule="7.1.3")
class Disband(Decision):
    """Units of the Force Pool that shall not be paid for."""

    count: Amount
    unit: Piece


@decision("dismiss {count} {at}", rule="7.1.4")
class Dismiss(Decision):
    """Units of the garrison of a hex that shall not be paid for."""

    count: Amount
    at: Place


@decision("spare legitimacy", rule="7.1.3")
class SpareLegitimacy(Decision):
    """As many as the Treasury pays for, the best first."""


@decision("keep", rule="7.1.3", passes=True)
class Keep(Decision):
    """All that can be paid for, the best first."""


async def force_pools(table: Table[State]) -> None:
    """7.1.3 Ask each owner of a Force Pool how much he keeps (C20). What the Treasury cannot pay, Legitimacy may,
    to 0."""
    for side in ORDER:
        while pool(table.state, side):
            match await table.ask(
                Request[Disband | SpareLegitimacy | Keep](
                    side,
                    "upkeep",
                    partial(pool_question, table.state, side),
                    "7.1.3",
                    partial(fill_pool, state=table.state, side=side),
                )
            ):
                case Disband(count, unit):
                    take(table, side, [Unit(unit)] * count)
                case SpareLegitimacy():
                    keep(table, side, table.state.treasury[side])
                    break
                case Keep():
                    keep(table, side, table.state.treasury[side] + table.state.legitimacy[side])
                    break


def pool(state: State, side: str) -> list[Unit]:
    """3.2 A Force Pool unit by unit, the best first."""
    some = [Unit(kind) for kind, many in state.pool[side].items() for _ in range(many)]
    return sorted(some, key=lambda unit: -facts().units[unit.kind].morale)


def pool_question(state: State, side: str) -> str:
    many = leaders.army_text(pool(state, side))
    return (
        f"Upkeep of your Force Pool, one point per unit: {many}. You have a Treasury of "
        f"{state.treasury[side]} and Legitimacy {state.legitimacy[side]}. What do you keep?"
    )


def fill_pool(menu: Menu, state: State, side: str) -> None:
    purse, worth = state.treasury[side], state.legitimacy[side]
    units = state.pool[side]
    menu.offer(Keep(), partial(pay_note, state, side, purse + worth))
    if purse < len(pool(state, side)) and worth:
        menu.offer(SpareLegitimacy(), partial(pay_note, state, side, purse))
    else:
        menu.bar(SpareLegitimacy(), "no Legitimacy would be spent (7.1.3)")
    for unit in menu.pick("unit", units):
        menu.offer_each(partial(disbanding, unit), range(1, units[unit] + 1))


def disbanding(unit: str, count: int) -> Option:
    return Option(Disband(count, unit))


def pay_note(state: State, side: str, means: int) -> str:
    """What it costs, and what is lost all the same."""
    some = pool(state, side)
    paid = min(len(some), means)
    money = min(paid, state.treasury[side])
    payment = f"costs {money} Treasury" + (
        f" and {paid - money} Legitimacy" if paid > money else ""
    )
    lost = some[paid:]
    return payment + (f"; eliminated: {leaders.army_text(lost)}" if lost else "")


def keep(table: Table[State], side: str, means: int) -> None:
    """Pay, first with Treasury; who is not paid for is eliminated."""
    state = table.state
    some = pool(state, side)
    paid = min(len(some), means)
    money = min(paid, state.treasury[side])
    tracks.change_treasury(table, side, -money, "7.1.3")
    tracks.change_legitimacy(table, side, money - paid, "7.1.3")
    take(table, side, some[paid:])


def take(table: Table[State], side: str, lost: list[Unit]) -> None:
    counts = table.state.pool[side]
    for unit in lost:
        counts[unit.kind] -= 1
        if not counts[unit.kind]:
            del counts[unit.kind]
    if lost:
        text = f"{board.side_name(side)} disbands {leaders.army_text(lost)} from its Force Pool."
        table.say("7.1.3", text)


async def garrisons(table: Table[State]) -> None:
    """7.1.4, 13.1.4 Ask each owner of garrisons which he keeps, and take the cost out of his Treasury alone.

    Whose marker lies there does not matter (C191).
    """
    for side in ORDER:
        while garrisons_of(table.state, side):
            match await table.ask(
                Request[Dismiss | Keep](
                    side,
                    "garrisons",
                    partial(garrison_question, table.state, side),
                    "7.1.4",
                    partial(fill_garrisons, state=table.state, side=side),
                )
            ):
                case Dismiss(count, at):
                    dismiss(table, at, count)
                case Keep():
                    pay_garrisons(table, side)
                    break


def garrisons_of(state: State, side: str) -> dict[str, int]:
    """The garrisons of a side: their hexes, and how many units stand there."""
    return {at: len(one.units) for at, one in state.garrisons.items() if one.side == side}


def garrison_question(state: State, side: str) -> str:
    some = [
        f"{many} at {facts().forts[at].fort_name}" for at, many in garrisons_of(state, side).items()
    ]
    costs = ", ".join(some)
    return f"Upkeep of garrisons, one point per unit: {costs}. Your Treasury is {state.treasury[side]}. What do you keep?"


def fill_garrisons(menu: Menu, state: State, side: str) -> None:
    menu.offer(Keep(), partial(garrison_note, state, side), "7.1.4")
    counts = garrisons_of(state, side)
    for at in menu.pick("at", counts):
        menu.offer_each(partial(dismissal, at, counts[at]), range(1, counts[at] + 1))


def dismissal(at: str, all: int, count: int) -> Option:
    outcome = f"keeps {all - count}" if count < all else "is then empty"
    return Option(Dismiss(count, at), note=f"{facts().forts[at].fort_name} {outcome}")


def unpaid(state: State, side: str) -> dict[str, int]:
    """Where the Treasury does not reach, and for how many: the strongest fortifications are paid first."""
    purse, counts = state.treasury[side], {}
    due = garrisons_of(state, side)
    for at in sorted(due, key=lambda at: -facts().forts[at].fort_value):
        paid = min(purse, due[at])
        purse -= paid
        if paid < due[at]:
            counts[at] = due[at] - paid
    return counts


def garrison_note(state: State, side: str) -> str:
    paid = min(state.treasury[side], sum(garrisons_of(state, side).values()))
    lost = [f"{n} at {facts().forts[at].fort_name}" for at, n in unpaid(state, side).items()]
    return f"costs {paid} Treasury" + (f"; eliminated: {', '.join(lost)}" if lost else "")


def pay_garrisons(table: Table[State], side: str) -> None:
    for at, many in unpaid(table.state, side).items():
        dismiss(table, at, many)
    tracks.change_treasury(table, side, -sum(garrisons_of(table.state, side).values()), "7.1.4")


def dismiss(table: Table[State], at: str, count: int) -> None:
    garrison = table.state.garrisons[at]
    dismissed = leaders.army_text(garrison.units[:count])
    del garrison.units[:count]
    if not garrison.units:
        del table.state.garrisons[at]
    text = f"{board.side_name(garrison.side)} loses {dismissed} from the garrison of {facts().forts[at].fort_name}."
    table.say("7.1.4", text, about=(at,))
    captures.change_hands(table, at, garrison.side)


async def calais(table: Table[State]) -> None:
    """7.1.5 Who controls Calais pays what the table says; who cannot pay all of it loses his marker, who can must
    pay (C21, C195). No Treasury changes the die (C39)."""
    state = table.state
    side = state.control.get(CALAIS, NEUTRAL)
    if side == NEUTRAL:
        return
    calais = facts().tables["calais_maintenance"]
    die = await table.roll("upkeep of calais", "", "7.1.5")
    price = int(calais["cost"][calais["die"].index(die)])
    if price <= state.treasury[side]:
        table.say(
            "7.1.5", f"Calais costs {board.side_name(side)} {price} Treasury.", about=(CALAIS,)
        )
        tracks.change_treasury(table, side, -price, "7.1.5")
        return
    text = f"Calais costs {price} Treasury, which {board.side_name(side)} cannot pay."
    table.say("7.1.5", text, about=(CALAIS,))
    convert(table, facts().areas[CALAIS], NEUTRAL, "7.1.5")
