"""What the simple player prepares: policies for all that the enemy or the dice can ask, and in one
go who comes from the Covert Box where, which else takes a mail for every noble."""

from __future__ import annotations

from pbem.engine.order import Order
from pbem.engine.request import Menu
from pbem.engine.script import ASK
from pbem.engine.standing import Standing
from pbem.games.warriors import bot, policies
from pbem.games.warriors.bot_sight import placed
from pbem.games.warriors.facts import facts
from pbem.games.warriors.s11_2_placing import placings
from pbem.games.warriors.state import State

PRESET = "cautious"


def standing(state: State, side: str) -> Standing:
    """A preset, and while nobles are placed the order in which they come this turn."""
    place = placing_list(state, side) if state.step == "place_noble" else ASK
    return Standing({**policies.presets()[PRESET], "place": place})


def placing_list(state: State, side: str) -> str:
    """11.2 `warwick wales, talbot east, pass if turn < 4; else ask`: for this turn's box only.

    Planned as if the enemy did nothing; nobody comes whom the simple player would keep back.
    """
    troops = facts().tables["placing"]["troops_with_placed_noble"]
    chosen: list[str] = []
    then = state
    while True:
        menu = Menu()
        placings(menu, then, side)
        orders = [Order.parse(option.line) for option in menu.options]
        best = max(orders, key=lambda order: (bot.place(then, side, order), str(order)))
        if best.verb == "pass":
            break
        chosen.append(f"{best.actor} {best.args[0]}")
        then = placed(then, best.actor, side, best.args[0], troops)
    return f"{', '.join([*chosen, 'pass'])} if turn < {state.turn + 1}; else ask"
