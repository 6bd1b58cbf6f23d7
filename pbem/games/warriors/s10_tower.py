"""10.0 Tower of London: whoever controls London may try the prisoners, to pardon or to execute."""

from __future__ import annotations

from functools import partial
from typing import Any

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.prose import count_text
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.die import at_least
from pbem.games.warriors.facts import NEUTRAL, facts
from pbem.games.warriors.passing import NoMore
from pbem.games.warriors.s11_1_reinforcements import merit
from pbem.games.warriors.state import State


class Trial(Decision):
    """10.0 Of a prisoner in the Tower."""

    noble: Piece


@decision("{noble}: pardon", rule="10.0")
class Pardon(Trial):
    """10.0 He moves to the Covert Box of the side that tries him."""


@decision("{noble}: execute", rule="10.0")
class Execute(Trial):
    """10.0 As a death."""


Judgement = Pardon | Execute | NoMore
"""10.0 What answers an opportunity for a trial."""


def imprison(state: State, id: str, served: str) -> None:
    """7.5.6, 14.0 Into the Tower as he is; Henry VI becomes infirm there (C15, C22)."""
    nobles.leave(state, id, "tower", served)
    if id == facts().henry:
        state.nobles[id].back = True


def rules() -> dict[str, Any]:
    return dict(facts().tables["tower"])


async def tower(table: Table[State]) -> None:
    """10.0 At most the Initiative value minus two trials, one after another (C21)."""
    state = table.state
    side = board.london(state)
    if not side:
        return
    prisoners_left = nobles.prisoners(state)
    for trials_left in range(state.value - 2, 0, -1):
        to_try = [
            id
            for id in prisoners_left
            if may_pardon(state, side, id) or may_execute(state, side, id)
        ]
        if not to_try:
            return
        match await table.ask(
            Request[Judgement](
                side,
                "trial",
                f"Whom do you put on trial next? You have {count_text(min(trials_left, len(to_try)), 'trial')} left.",
                "10.0",
                partial(trials, state=state, side=side, untried=list(prisoners_left)),
            )
        ):
            case Pardon(noble):
                prisoners_left.remove(noble)
                await pardon(table, side, noble)
            case Execute(noble):
                prisoners_left.remove(noble)
                await execute(table, side, noble)
            case NoMore():
                return


def may_pardon(state: State, side: str, id: str) -> bool:
    """C20 One's own colour, or a neutral whomever he served."""
    return nobles.colour(state, id) in (side, NEUTRAL)


def may_execute(state: State, side: str, id: str) -> bool:
    """C20 The opponent's colour, or a neutral who served him when he was taken."""
    if nobles.colour(state, id) == NEUTRAL:
        return state.nobles[id].side == state.enemy(side)
    return nobles.colour(state, id) != side


def pardon_needs() -> int:
    """10.0 The lowest die that pardons."""
    return int(rules()["pardon_success_min"])


def execution_needs(state: State, id: str) -> int:
    """10.0 The lowest die that condemns: less one it must exceed his rank."""
    return nobles.stars(state, id) + 1 - int(rules()["execution_die_modifier"])


def trials(menu: Menu, state: State, side: str, untried: list[str]) -> None:
    """The highest rank first (C46)."""
    for noble in menu.pick("noble", sorted(untried, key=lambda id: merit(state, id))):
        if may_pardon(state, side, noble):
            menu.offer(Pardon(noble), f"needs {at_least(pardon_needs())}")
        else:
            menu.bar(Pardon(noble), "an enemy noble cannot be pardoned (10.0)")
        if may_execute(state, side, noble):
            menu.offer(Execute(noble), f"needs {at_least(execution_needs(state, noble))}")
        else:
            menu.bar(Execute(noble), "only enemy nobles can be executed (10.0)")
    menu.offer(NoMore(), rule="10.0")
    menu.bar_more(partial(bar_others, state=state))


def bar_others(menu: Menu, state: State) -> None:
    for id, noble in state.nobles.items():
        why_tried = "a noble is tried only once a turn"
        reason = why_tried if noble.at == "tower" else "he is not in the Tower of London"
        for kind in (Pardon, Execute):
            menu.bar(kind(id), f"{reason} (10.0)")


async def pardon(table: Table[State], side: str, id: str) -> None:
    """10.0 On 5-6 he moves to the Covert Box of the side that tried him."""
    state = table.state
    least = pardon_needs()
    die = await table.roll(f"{id} pardon", needed=at_least(least), rule="10.0")
    who = nobles.name(state, id)
    if die < least:
        table.say("10.0", f"{who} is not pardoned and stays in the Tower.")
        return
    nobles.leave(state, id, "covert", side)
    table.say(
        "10.0", f"{who} is pardoned and joins {nobles.side_name(side)}'s Covert Box.", about=(id,)
    )


async def execute(table: Table[State], side: str, id: str) -> None:
    """10.0 As a death; two VP for an enemy 3-star noble (C22)."""
    state = table.state
    least = execution_needs(state, id)
    die = await table.roll(f"{id} execution", needed=at_least(least), rule="10.0")
    who, rank = nobles.name(state, id), nobles.stars(state, id)
    if die < least:
        table.say("10.0", f"There is no verdict: {who} stays in the Tower.")
        return
    fate = nobles.die(state, id, neutral_to=side)
    table.say("10.0", f"{who} is executed; {fate}.", "execution", about=(id,))
    if rank >= facts().tables["control"]["london_needs_stars"]:
        points = rules()["vp_for_executing_enemy_three_star"]
        state.lead += points if side == "lancaster" else -points
        table.say("10.0", f"{nobles.side_name(side)} gains {points} VP.")
