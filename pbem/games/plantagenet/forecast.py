"""What a choice brings later on, as things stand: Feed (4.7), Pay (3.2.1), Waste (4.8.5).

For the notes of a side's own menus: it looks at that side's own mats and at what lies open.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s3_2_1_pay_troops import Loot, can_pillage, loot, need
from pbem.games.plantagenet.s3_2_pay import spared
from pbem.games.plantagenet.state import State


def after_card(state: State, lord: str, place: str = "", provender: int = -1) -> str:
    """What follows the card of a Lord who ends it at a place: "" where nothing is lacking.

    Args:
        place: if he goes there; "" if he stays where he is.
        provender: what he has there, if that is less than now.
    """
    goes, at = bool(place), place or state.lords[lord].at
    parts = [feeding(state, lord, at, provender)] if goes or state.lords[lord].moved else []
    if not state.plan[lords.side_of(lord)]:
        parts.append(next_turn(state, lord, at))
    return "; ".join(filter(None, parts))


def feeding(state: State, lord: str, place: str, provender: int = -1) -> str:
    """4.7 `Needs 2 Provender, has 0: will Pillage, -8 Influence`, for a Lord who has moved and ends at a place;
    those who Share there count."""
    if state.lords[lord].sated:
        return ""
    ids = {*board.lords_at(state, place, lords.side_of(lord)), lord}
    fed = [id for id in ids if id == lord or (state.lords[id].moved and not state.lords[id].sated)]
    has = {id: state.lords[id].provender for id in ids}
    if provender >= 0:
        has[lord] = provender
    debts = Debts("Provender", need(state, lord), sum(need(state, id) for id in fed))
    return lacking(state, lord, place, debts, sum(has.values()), gain_of(place).provender)


class Debts(Struct, frozen=True):
    """How much of an asset is to be spent: by one Lord, and by all who are together with him."""

    asset: str
    own: int
    all: int


def lacking(state: State, lord: str, place: str, debts: Debts, has: int, gain: int) -> str:
    """3.2.1 What happens to Lords who must spend more than they have; "" if they have enough.

    Args:
        gain: what Pillage there would bring; who lacked something then owes all of his again.
    """
    if debts.all <= has:
        return ""
    balance = f"needs {debts.all} {debts.asset}, has {has}: "
    cost = lords.loss(state, lord)
    if not can_pillage(state, place):
        return balance + f"will Disband, -{cost} Influence"
    pillages = f"will Pillage, -{loot(place).cost} Influence"
    if gain < debts.own:
        pillages += f", which is too little, and then Disband, -{cost} Influence"
    return balance + pillages


def gain_of(place: str) -> Loot:
    """3.2.1 What Pillage brings, nothing where there is no Stronghold."""
    return loot(place) if board.is_stronghold(place) else Loot(0, 0, 0)


def next_turn(state: State, lord: str, place: str) -> str:
    """3.2.1 `next Levy needs 2 Coin, has 0: ...` when the last card of a Plan leaves a Lord so; after Waste, if that comes."""
    if spared(state, lord) or scenario.last_turn(state):
        return ""
    ids = {*board.lords_at(state, place, lords.side_of(lord)), lord}
    wasted = wastes(state)
    pay = {
        id: forces.fed_by(troops_after_waste(state, id) if wasted else troops(state, id))
        for id in ids
    }
    coin = sum(lords.card(id).assets["coin"] if wasted else state.lords[id].coin for id in ids)
    debts = Debts("Coin", pay[lord], sum(pay.values()))
    shortage = lacking(state, lord, place, debts, coin, gain_of(place).coin)
    return f"next Levy {shortage}" if shortage else ""


def after_levy(state: State, lord: str, new_troops: Mapping[str, int], coin: int = 0) -> str:
    """What Troops that are Levied now bring with them: Waste takes them, or there is Pay for them."""
    if wastes(state):
        has, card = forces.present(state.lords[lord].troops), lords.card(lord).troops
        more = any(
            has.get(kind, 0) + n > card.get(kind, 0)
            for kind, n in new_troops.items()
            if not facts().units[kind].waste_immune
        )
        return "Waste takes what is beyond his card at the end of this Turn" if more else ""
    debts = forces.fed_by(troops(state, lord) + sum(new_troops.values()))
    coin_left = state.lords[lord].coin - coin
    if debts <= coin_left or spared(state, lord):
        return ""
    return f"next Levy needs {debts} Coin, has {max(0, coin_left)}"


def wastes(state: State) -> bool:
    """4.8.5 Does this Turn end with Waste? The last ends before it (4.8.3)."""
    if scenario.last_turn(state) or scenario.has_rule(state, "skip_waste"):
        return False
    return facts().calendar[state.box].waste


def waste_note(state: State, what: str) -> str:
    """4.8.5 What becomes of an Asset when the Turn ends; "" in a Turn without Waste."""
    if not wastes(state):
        return ""
    return "Waste: back to the Coin of his card" if what == "coin" else "Waste halves it"


def troops(state: State, lord: str) -> int:
    return state.lords[lord].troops.total()


def troops_after_waste(state: State, lord: str) -> int:
    """4.8.5 His Troops after Waste, which fills up to those of his card, Mercenaries and Handgunners apart."""
    mine = forces.present(state.lords[lord].troops)
    immune = sum(n for kind, n in mine.items() if facts().units[kind].waste_immune)
    return immune + lords.card_troops(lord)
