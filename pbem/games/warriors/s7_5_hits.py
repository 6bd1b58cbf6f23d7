"""7.5 Scoring hits: Troops first, then nobles, the commander last of all."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Amount, Decision, Piece, decision
from pbem.engine.prose import count_text, listing
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import facts
from pbem.games.warriors.s7_1_commanders import army, current
from pbem.games.warriors.s7_5_flight import flight, table_note
from pbem.games.warriors.s8_control import london_falls
from pbem.games.warriors.state import State


@decision("default", rule="7.5")
class LoseByDefault(Decision):
    """C13 Each Troop from the largest retinue."""


@decision("{noble}: lose {troops}", rule="7.5")
class LoseTroops(Decision):
    noble: Piece
    troops: Amount


@decision("{noble}: flee", rule="7.5")
class Flee(Decision):
    """7.5.3 He takes the Hit and rolls on the Flight Table."""

    noble: Piece


async def apply_hits(table: Table[State]) -> None:
    """7.5 Both sides' Hits are simultaneous: the non-aggressor rolls first, but London counts
    as it stood before (C38)."""
    state = table.state
    battle = current(state)
    battle.step, battle.london = "hits", board.london(state)
    for side in (state.enemy(battle.aggressor), battle.aggressor):
        if battle.hits.get(side):
            await take_hits(table, side)
    battle.hits = {}
    london_falls(table)


async def take_hits(table: Table[State], side: str) -> None:
    """7.5 A side takes its Hits: first its Troops are lost, then its nobles flee. Surplus Hits are lost (C13)."""
    state = table.state
    hits = current(state).hits
    await lose_troops(table, side)
    if hits[side] and (standing := army(state, side)):
        count = f"{hits[side]} {'Hit falls' if hits[side] == 1 else 'Hits fall'}"
        table.say(
            "7.5",
            f"{count} on {nobles.side_name(side)}'s {'nobles' if standing[1:] else 'noble'} "
            f"{nobles.names(state, standing)} ({table_note(state, side)}).",
        )
    while hits[side] and army(state, side):
        id = await choose_noble(table, side)
        hits[side] -= 1
        await flight(table, id, side)
    hits[side] = 0


async def lose_troops(table: Table[State], side: str) -> None:
    """7.5.2 Take Hits from the Troops of whichever nobles the owner likes (C13)."""
    state = table.state
    hits = current(state).hits
    standing = army(state, side)
    while hits[side] and (holders := [id for id in standing if state.nobles[id].troops]):
        if hits[side] >= nobles.troops(state, holders):
            losses = {id: state.nobles[id].troops for id in holders}
        elif len(holders) == 1:
            losses = {holders[0]: hits[side]}
        else:
            losses = await choose_losses(table, side, holders)
        for id, count in losses.items():
            state.nobles[id].troops -= count
            hits[side] -= count
        from_each = [f"{count} from {nobles.name(state, id)}" for id, count in losses.items()]
        text = f"{nobles.side_name(side)} loses Troops: {listing(from_each)}."
        if len(losses) == 1:
            (id, count), *_ = losses.items()
            text = f"{nobles.name(state, id)} loses {count_text(count, 'Troop')}."
        table.say("7.5", text, "battle_losses")


async def choose_losses(table: Table[State], side: str, holders: list[str]) -> dict[str, int]:
    """7.5 Ask a side whose Troops its Hits eliminate; how many of each noble."""
    state = table.state
    hits = current(state).hits[side]
    match await table.ask(
        Request[LoseTroops | LoseByDefault](
            side,
            "losses",
            f"You lose {count_text(hits, 'Troop')}: whose?",
            "7.5",
            partial(troop_losses, state=state, hits=hits, holders=holders),
        )
    ):
        case LoseTroops(noble, troops):
            return {noble: troops}
        case LoseByDefault():
            return default_losses(state, hits, holders)


def default_losses(state: State, hits: int, holders: list[str]) -> dict[str, int]:
    """C13 Each from the noble who has most Troops then; equal ones in the order of their ids."""
    troops = {id: state.nobles[id].troops for id in holders}
    for _ in range(hits):
        most = max(troops.values())
        troops[next(id for id in holders if troops[id] == most)] -= 1
    lost = {id: state.nobles[id].troops - troops[id] for id in holders}
    return {id: count for id, count in lost.items() if count}


def troop_losses(menu: Menu, state: State, hits: int, holders: list[str]) -> None:
    if menu.wants(LoseByDefault):
        menu.offer(LoseByDefault(), partial(default_note, state, hits, holders))
    if menu.wants(LoseTroops):
        for noble in menu.pick("noble", holders):
            has = state.nobles[noble].troops
            for troops in menu.pick("troops", range(1, min(hits, has) + 1)):
                menu.offer(LoseTroops(noble, troops), f"of {has}")
    menu.bar_more(partial(bar_losses, state=state, hits=hits, holders=holders))


def default_note(state: State, hits: int, holders: list[str]) -> str:
    split = default_losses(state, hits, holders)
    return ", ".join(f"{nobles.name(state, id)} {count}" for id, count in split.items())


def bar_losses(menu: Menu, state: State, hits: int, holders: list[str]) -> None:
    """Why nobody loses more, and others none."""
    for id, noble in state.nobles.items():
        for count in range(1, nobles.capacity(state, id) + 1):
            reason = f"only {count_text(hits, 'Troop')} must go"
            if id not in holders:
                reason = "he is not among your nobles with Troops in this battle"
            elif count > noble.troops:
                reason = f"he has only {count_text(noble.troops, 'Troop')}"
            menu.bar(LoseTroops(id, count), f"{reason} (7.5)")


async def choose_noble(table: Table[State], side: str) -> str:
    """7.5.3 The noble who takes the next Hit, chosen by his side, the commander last of all."""
    state = table.state
    standing = army(state, side)
    commander = current(state).commanders[side]
    companions = [id for id in standing if id != commander]
    if current(state).hits[side] >= len(standing):
        return by_default(state, companions or standing)
    answer = await table.ask(
        Request[Flee](
            side,
            "noble_loss",
            "Which noble takes the Hit and rolls on the Flight Table?",
            "7.5",
            partial(noble_losses, state=state, others=companions or standing, commander=commander),
        )
    )
    return answer.noble


def by_default(state: State, ids: list[str]) -> str:
    """C13 Nobles from the lowest rank upward."""
    return min(ids, key=lambda id: (nobles.stars(state, id), id))


def noble_losses(menu: Menu, state: State, others: list[str], commander: str) -> None:
    for noble in menu.pick("noble", sorted(others, key=lambda id: (nobles.stars(state, id), id))):
        menu.offer(Flee(noble), count_text(nobles.stars(state, noble), "star"))
    if commander not in others:
        menu.bar(Flee(commander), "the commander takes a Hit last of all (7.5)")
    menu.bar_more(bar_absent)


def bar_absent(menu: Menu) -> None:
    for noble in facts().nobles:
        menu.bar(Flee(noble), "he is not among your nobles who may take it (7.5)")
