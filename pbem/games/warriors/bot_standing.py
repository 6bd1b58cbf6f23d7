"""What the simple player prepares: policies for all that the enemy or the dice can ask, and in one
go who comes from the Covert Box where, which else takes a mail for every noble."""

from __future__ import annotations

from pbem.games.warriors import bot
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.bot_sight import placed
from pbem.games.warriors.s11_2_placing import PlaceNoble, asks_placing, troops_along
from pbem.games.warriors.state import State

PRESET = "cautious"


def as_it_was(state: State, side: str, place: str) -> str:
    """The enemy at a place is no stronger than now."""
    most = nobles.strength(state, nobles.at(state, place, state.enemy(side)))
    return f"enemy strength at {place} <= {most}" if most else f"no enemy at {place}"


def quiet(state: State, side: str) -> str:
    """Every army stands as it does now."""
    places = sorted(nobles.armies(state)[side])
    return " and ".join(as_it_was(state, side, place) for place in places) or "turn > 0"


def placing_list(state: State, side: str) -> str:
    """11.2 `warwick wales, talbot east, pass if turn < 4; else ask`: for this turn's box only.

    Planned as if the enemy did nothing; nobody comes whom the simple player would keep back.
    """
    chosen: list[str] = []
    then = state
    while True:
        best = max(
            asks_placing(then, side).decisions(),
            key=lambda decision: (bot.place(then, side, decision), str(decision)),
        )
        if not isinstance(best, PlaceNoble):
            break
        chosen.append(f"{best.noble} {best.to}")
        then = placed(then, best.noble, side, best.to, troops_along())
    return f"{', '.join([*chosen, 'pass'])} if turn < {state.turn + 1}; else ask"
