"""5.0 Initiative: one die each; the loser's roll plus one is the value."""

from __future__ import annotations

from pbem.engine.prose import count_text
from pbem.engine.table import Table
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import SIDES, facts
from pbem.games.warriors.state import State


async def initiative(table: Table[State]) -> None:
    """5.0 The higher roll wins; tied, the side without it last turn, on the first turn York."""
    state = table.state
    rules = facts().tables["initiative"]
    years = facts().years[state.turn]
    table.say("4.0", f"Turn {state.turn}, {years}", kind="heading")
    dice = {side: await table.roll(f"initiative {side}", rule="5.0") for side in SIDES}
    high, low = max(dice.values()), min(dice.values())
    if high == low:
        winner = state.enemy(state.initiative) if state.initiative else rules["tie_first_turn"]
    else:
        (winner,) = (side for side in SIDES if dice[side] == high)
    state.initiative = winner
    state.value = low + rules["loser_bonus"]
    name = nobles.side_name(winner)
    tie = high == low
    gets = f"The rolls are tied, which gives {name}" if tie else f"{name} has"
    table.say(
        "5.0",
        f"{gets} the Initiative with {count_text(state.value, 'Impulse')}; "
        f"{nobles.side_name(state.enemy(winner))} has {count_text(state.value - 1, 'Impulse')}.",
    )
    begin_impulses(state)


def begin_impulses(state: State) -> None:
    """5.0, 11.2 The Initiative player has as many as the value and the first, the other one fewer."""
    first, second = state.order()
    state.impulses = {first: state.value, second: state.value - 1}
    state.next = first
    state.stood_down = []


def take_impulse(state: State, side: str) -> None:
    """C3 His marker moves one box down; the other side is next while it has any."""
    state.impulses[side] -= 1
    other = state.enemy(side)
    state.next = other if state.impulses[other] else side
