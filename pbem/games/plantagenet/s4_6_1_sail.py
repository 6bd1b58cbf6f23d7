"""4.6.1 Sail."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import combinations

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.prose import count_text
from pbem.engine.request import Menu, subset_of
from pbem.engine.table import Table
from pbem.games.plantagenet import forecast
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s3_1_3_held_events as held
from pbem.games.plantagenet.decisions import Asset
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s1_3_1_blockade import blockade, uses_closed_port, warning
from pbem.games.plantagenet.s4_2_1_actions import no_time, price_in_actions, spend
from pbem.games.plantagenet.s4_3_1_group_march import arrive, followers, move, no_entry
from pbem.games.plantagenet.s4_3_2_haul import discard, owned
from pbem.games.plantagenet.s4_3_5_approach import approach
from pbem.games.plantagenet.state import State

LIMITED = (Asset.PROVENDER, Asset.CARTS)
"""Assets of which Ships hold no more than two each."""


@decision("{lord}: sail [{to}] [with {party}]", rule="4.6.1")
class Sail(Decision):
    """4.6.1 To a Port or Sea; to none only to say why he cannot Sail at all."""

    lord: Piece
    to: Place = ""
    party: tuple[Piece, ...] = ()


def sail_targets(state: State, lord: str) -> list[str]:
    """4.6.1 A Port of the same Sea free of Enemy Lords, that Sea or an adjacent one.

    From a Sea also such a Port on an adjacent Sea. Never an Exile box, never from Port to Port of
    another Sea (C5, C77). Cards may open Ports with Enemy Lords to him, or close some.
    """
    origin, side = state.lords[lord].at, lords.side_of(lord)
    sea = board.sea_of(origin)
    if not sea:
        return []
    near = list(facts().adjacent_seas[sea])
    coasts = [sea, *near] if origin == sea else [sea]
    enemy_places = board.occupied(state, state.enemy(side))
    ports = [
        port
        for coast in coasts
        for port in facts().ports[coast]
        if port != origin
        and not no_entry(state, lord, port)
        and (port not in enemy_places or lords.may(state, lord, "land", port))
    ]
    return ports + [each for each in [sea, *near] if each != origin]


def units(state: State, group: list[str]) -> int:
    """4.6.1 Forces units: Troops, Retinues and Vassals (C6)."""
    mats = [state.lords[id] for id in group]
    return sum(1 + mat.troops.total() + len(mat.vassals) for mat in mats)


def ships_needed(state: State, group: list[str]) -> int:
    """4.6.1 One Ship per six Forces units; Assets may be left, Forces may not."""
    return -(-units(state, group) // int(facts().limits["ship_capacity"]["forces_units"]))


def ships(state: State, group: list[str]) -> int:
    """Ships of those who Sail together, each for what it can carry."""
    return lords.transport_of_group(state, group, "ships", "sail")


def excess(state: State, group: list[str], asset: Asset) -> int:
    """4.6.1 Provender or Carts beyond two per Ship."""
    room = ships(state, group) * int(facts().limits["ship_capacity"][asset])
    return max(0, owned(state, group, asset) - room)


def crews(state: State, lord: str) -> Iterator[tuple[str, ...]]:
    """Every choice of companions for whom the Ships of the group suffice."""
    others = followers(state, lord)
    for size in range(len(others) + 1):
        for crew in combinations(others, size):
            group = [lord, *crew]
            if ships(state, group) >= ships_needed(state, group):
                yield crew


def fill_sail(menu: Menu, state: State, lord: str) -> None:
    """4.6.1 All actions of the card. Groups are listed one by one where Ships limit them."""
    if not menu.wants(Sail):
        return
    menu.bar_more(partial(bar_sail, state=state, lord=lord))
    possible = list(crews(state, lord))
    if not possible or no_time(state, lord, "sail") or lords.barred(state, lord, "sail"):
        return
    companions = followers(state, lord)
    for to in menu.pick("to", sail_targets(state, lord)):
        kept_out = any(no_entry(state, id, to) for id in companions)
        if len(possible) == 2 ** len(companions) and not kept_out:
            note = partial(sail_note, state, to, [lord])
            menu.offer(Sail(lord, to), note, party=subset_of(companions))
        else:
            for party in menu.pick("party", possible):
                if not any(no_entry(state, id, to) for id in party):
                    note = partial(sail_note, state, to, [lord, *party])
                    menu.offer(Sail(lord, to, party), note)


def bar_sail(menu: Menu, state: State, lord: str) -> None:
    """Why he cannot Sail, or not there."""
    if barred := lords.barred(state, lord, "sail"):
        menu.bar(Sail(lord), barred)
        return
    targets = sail_targets(state, lord)
    if not targets:
        origin = board.name(state.lords[lord].at)
        menu.bar(Sail(lord), f"{origin} is neither Port, Exile box nor Sea (4.6.1)")
        return
    late = no_time(state, lord, "sail")
    for to in targets:
        menu.bar(Sail(lord, to), late or ship_trouble(state, lord))
    for place in facts().locales:
        menu.bar(Sail(lord, place), "no such Port free of Enemy Lords on this Sea (4.6.1)")


def ship_trouble(state: State, lord: str) -> str:
    return (
        f"not enough Ships: has {state.lords[lord].ships}, needs {ships_needed(state, [lord])} "
        f"for {count_text(units(state, [lord]), 'unit')} (4.6.1)"
    )


def sail_note(state: State, destination: str, group: list[str]) -> str:
    parts = [price_in_actions(state, group[0], "sail")]
    if enemies := board.enemies_at(state, destination, lords.side_of(group[0])):
        parts.append(f"Approaches {lords.names(enemies)}, ends the card")
    if closed := warning(state, group[0], state.lords[group[0]].at, destination):
        parts.append(closed.removeprefix("; "))
    for asset in LIMITED:
        if lost := excess(state, group, asset):
            parts.append(f"leaves {lost} {asset.title()} behind")
    if not enemies:
        lord, sailed = group[0], excess(state, group[:1], Asset.PROVENDER)
        provender = state.lords[lord].provender - sailed
        parts += filter(None, [forecast.after_card(state, lord, destination, provender)])
    return "; ".join(parts)


async def sail(table: Table[State], answer: Sail) -> None:
    """4.6.1 Leave what the Ships cannot hold, move, mark Moved. Nobody Intercepts (C54)."""
    state = table.state
    lord, destination, group = answer.lord, answer.to, [answer.lord, *answer.party]
    side = lords.side_of(lord)
    spend(state, lord, "sail")
    if uses_closed_port(state, lord, state.lords[lord].at, destination) and not await blockade(
        table, lord, f"sail {destination}", "4.6.1"
    ):
        return
    for asset in LIMITED:
        await discard(table, group, asset, excess(state, group, asset), "4.6.1")
    step = move(state, group, destination)
    state.movers = list(group)
    verb = "sails" if len(group) == 1 else "sail"
    into = "into the " if destination in facts().seas else "to "
    table.say(
        "4.6.1",
        f"{lords.names(group)} {verb} {into}{board.name(destination)}.",
        kind="move",
        about=(side, step.origin, destination, *group),
    )
    if board.enemies_at(state, destination, side) and board.is_port(destination):
        if not await approach(table, step, destination, side):
            state.movers = []
    elif board.is_port(destination):
        arrive(table, destination)
    asking = "After this Sail: do you play a Hold Event?"
    await held.window(table, side, "after_move", "after_sail", question=asking)
