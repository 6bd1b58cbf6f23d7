"""4.6.2 Forage."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.prose import up_to
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet import forecast, hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s4_2_1_actions import spend_action
from pbem.games.plantagenet.state import State
from pbem.games.plantagenet.veil import tell

AUTOMATIC = 6


@decision("{lord}: forage", rule="4.6.2")
class Forage(Decision):
    """4.6.2 Provender from the Locale where he is."""

    lord: Piece


def forage_range(state: State, lord: str) -> int:
    """4.6.2 The highest die that succeeds; 6 needs no die. Adjacent means by Way of any kind (C48)."""
    place, side = state.lords[lord].at, lords.side_of(lord)
    table = facts().limits["forage"]
    friendly = board.friendly(state, place, side)
    enemy_locale = board.favour(state, place) == state.enemy(side)
    if enemy_locale or board.enemy_adjacent(state, place, side):
        return int(table["enemy_locale_or_adjacent_enemy"])
    return int(table["friendly_no_adjacent_enemy" if friendly else "neutral_no_adjacent_enemy"])


def fill_forage(menu: Menu, state: State, lord: str) -> None:
    """4.6.2 At any Locale that is not yet Exhausted, whatever its Favour, Exile boxes too."""
    if not menu.wants(Forage):
        return
    place = state.lords[lord].at
    if not lords.on_map(state, lord):
        menu.bar(Forage(lord), "there is nothing to Forage at Sea (4.6.2)")
    elif board.exhausted(state, place):
        menu.bar(Forage(lord), f"{board.name(place)} is Exhausted (4.6.2)")
    else:
        menu.offer(Forage(lord), partial(forage_note, state, lord))


def forage_note(state: State, lord: str) -> str:
    place, best = state.lords[lord].at, forage_range(state, lord)
    chance = "succeeds" if best == AUTOMATIC else f"succeeds on {up_to(best)}"
    worn = "Exhausts" if place in state.wear else "Depletes"
    amount = gathered(state, lord, succeeds=True)
    gain = f"{amount} Provender, {chance}, then {worn} {board.name(place)}"
    return "; ".join(filter(None, [gain, forecast.waste_note(state, "provender")]))


def gathered(state: State, lord: str, succeeds: bool) -> int:
    """4.6.2 The Provender that he adds, with what cards make of it, which may be some if he finds none."""
    amount = int(facts().limits["forage"]["provender"]) if succeeds else 0
    for gain in hooks.PROCEEDS.of(state, lord):
        amount = gain(state, lord, "forage", amount)
    return amount


async def forage(table: Table[State], lord: str) -> None:
    """4.6.2 Add one Provender; only if it is added, Deplete or Exhaust the Locale."""
    state = table.state
    spend_action(state)
    place, name = state.lords[lord].at, lords.name(lord)
    best = forage_range(state, lord)
    if best < AUTOMATIC:
        die = await table.roll(f"{lord} forage {place}", needed=f"1-{best}", rule="4.6.2")
        if die > best:
            amount = gathered(state, lord, succeeds=False)
            state.lords[lord].provender += amount
            amount_words = f"{amount} Provender all the same" if amount else "nothing"
            at = board.at_place(place)
            public_sentence = f"{name} Forages {at} in vain."
            tell(
                table,
                "4.6.2",
                lords.side_of(lord),
                f"{name} Forages {at} and finds {amount_words}.",
                public_sentence,
            )
            return
    amount = gathered(state, lord, succeeds=True)
    state.lords[lord].provender += amount
    worn = board.deplete(state, place).title()
    at = f"{board.at_place(place)}, which is now {worn}"
    tell(
        table,
        "4.6.2",
        lords.side_of(lord),
        f"{name} Forages {amount} Provender {at}.",
        f"{name} Forages {at}.",
        about=(place, lord),
    )
