"""4.8.1 Tides of War: Influence for Lords, Areas, Special Strongholds and the most Favour."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s6_0_ii_warwicks_rebellion as allies
from pbem.games.plantagenet.facts import SIDES, facts
from pbem.games.plantagenet.state import State

Awards = list[tuple[int, str]]
"""Points, and what for."""

PLURAL = {"city": "Cities", "town": "Towns", "fortress": "Fortresses"}


async def tides_of_war(table: Table[State]) -> None:
    """4.8.1 Add up what each side gains and adjust the marker once, by the net amount (C14, C79)."""
    state = table.state
    total: dict[str, int] = {}
    for side in state.order():
        awards_won = [*awards(state, side), *await card_awards(table, side)]
        total[side] = sum(points for points, _ in awards_won)
        reasons = "; ".join(f"{points} for {reason}" for points, reason in awards_won)
        gain = f"{total[side]} Influence: {reasons}" if awards_won else "no Influence"
        table.say("4.8.1", f"Tides of War bring the {lords.side_name(side)} {gain}.")
    net = total["york"] - total["lancaster"]
    influence.gain(state, "york", net)
    ahead = "york" if state.influence > 0 else "lancaster"
    score_words = f"{SIDES[ahead].adjective} {abs(state.influence)}" if state.influence else "0"
    table.say(
        "4.8.1",
        f"The Influence marker moves by {abs(net)}, to {score_words}."
        if net
        else f"The Influence marker stays at {score_words}.",
    )


async def card_awards(table: Table[State], side: str) -> Awards:
    """What the Capabilities of a side's Lords bring."""
    won: Awards = []
    own = lords.lords_of(table.state, side)
    for lord, card in list(hooks.TIDES.put_to(table.state, own)):
        points, reason = await card(table, lord)
        won += [(points, reason)] if points else []
    return won


def awards(state: State, side: str) -> Awards:
    return [
        *areas(state, side),
        *special_strongholds(state, side),
        *most_favour(state, side),
        *gain_lords_influence(state, side),
        *allies.queen_regent(state, side),
    ]


def present(state: State, side: str, area: str) -> bool:
    """4.8.1 At least one Lord anywhere within an Area."""
    return not board.occupied(state, side).isdisjoint(facts().areas[area])


def in_prose(area: str) -> str:
    """`the North`, `Wales`."""
    return area.title() if area == "wales" else f"the {area.title()}"


def areas(state: State, side: str) -> Awards:
    """4.8.1 One point for a Lord in an Area; two for Domination, regardless of Lords there."""
    points = facts().influence["tides_of_war"]
    won: Awards = []
    for area in facts().areas:
        if present(state, side, area):
            won.append((points["lord_present_in_each_area"], f"a Lord in {in_prose(area)}"))
        if board.dominates(state, side, area):
            won.append((points["dominate_each_area"], f"Dominating {in_prose(area)}"))
    return won


def special_strongholds(state: State, side: str) -> Awards:
    """4.8.1 London, Calais and Harlech, each unless an Enemy Lord occupies it."""
    return [
        (facts().strongholds[place].tides_influence, f"Favour at {board.name(place)}")
        for place in facts().strongholds_by_kind["special"]
        if state.favour.get(place) == side and not board.enemies_at(state, place, side)
    ]


def most_favour(state: State, side: str) -> Awards:
    """4.8.1 The side with the most markers at a type of Stronghold; nobody if tied (C79)."""
    sign = 1 if side == "york" else -1
    return [
        (facts().strongholds[kind].tides_influence, f"the most {plural}")
        for kind, plural in PLURAL.items()
        if sign * board.net_favour(state, kind) > 0
    ]


def gain_lords_influence(state: State, side: str) -> Awards:
    """4.8.1 In marked Turns the printed ratings of all Lords on the map, Exile boxes too (C12, C13)."""
    ids = lords.on_map_lords(state, side)
    if not facts().calendar[state.box].gain_lords_influence or not ids:
        return []
    return [(sum(lords.card(id).influence for id in ids), f"Lords on the map ({lords.names(ids)})")]
