"""4.6.4 Parley on Campaign."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbem.engine.decision import Amount, Decision, Piece, Place, decision
from pbem.engine.once import Once
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.hooks import Terms
from pbem.games.plantagenet.s1_3_1_blockade import blockade, caution, closed_seas, feared_seas
from pbem.games.plantagenet.s4_2_1_actions import no_time, spend
from pbem.games.plantagenet.state import State

PURPOSE = "parley"


@decision("{lord}: parley {place} [+{bonus}]", rule="4.6.4")
class CampaignParley(Decision):
    """4.6.4 One level of Favour, for one action."""

    lord: Piece
    place: Place
    bonus: Amount = 0


def parley_places(state: State, lord: str, closed: Sequence[str] = ()) -> dict[str, int]:
    """4.6.4 Strongholds in reach with their distance: his own, or an adjacent one.

    Or, with a Ship (own or Shared, C35), from a Port or Exile box a Port on the same Sea. Beyond his
    own location he must be at a Friendly Locale, and the target must be free of Enemy Lords.

    Args:
        closed: Seas whose Ports he does without.
    """
    origin, side = state.lords[lord].at, lords.side_of(lord)
    if not lords.on_map(state, lord):
        return {}
    if not board.friendly(state, origin, side):
        return {origin: 0}
    near = list(board.ways(origin))
    if lords.has_ship(state, lord):
        by_sea = board.sea_links(origin, lords.great_ships(state, lord), closed)
        near += [port for port in by_sea if port not in near]
    enemy_places = board.occupied(state, state.enemy(side))
    return {place: 1 for place in near if place not in enemy_places}


def blocked(state: State, place: str, side: str) -> bool:
    """1.3.1 Double Favour at London keeps Lancastrian Parley off (C37)."""
    return place == "london" and state.london_twice and side == "lancaster"


def parley_terms(state: State, lord: str, ways: int) -> Terms:
    """4.6.4 The own location needs no check and costs nothing; else check, a point for the distance."""
    return influence.terms(state, lord, PURPOSE, ways, free=not ways)


def fill_parley(menu: Menu, state: State, lord: str) -> None:
    """4.6.4 Towards own Favour, one level for one action."""
    if not menu.wants(CampaignParley):
        return
    side = lords.side_of(lord)
    late = bool(no_time(state, lord, "parley"))
    reached = {} if late else parley_places(state, lord)
    checks = Once(partial(parley_terms, state, lord))
    for place in menu.pick("place", reached):
        if board.favour(state, place) != side and not blocked(state, place, side) and not late:
            terms = checks[reached[place]]
            for bonus in menu.pick("bonus", influence.bonuses(state, lord, terms, PURPOSE)):
                note = partial(parley_note, state, lord, place, bonus)
                menu.offer(CampaignParley(lord, place, bonus), note)
    menu.bar_more(partial(bar_parley, state=state, lord=lord))


def bar_parley(menu: Menu, state: State, lord: str) -> None:
    """Why a place near by cannot be Parleyed."""
    origin, side = state.lords[lord].at, lords.side_of(lord)
    for place in parley_places(state, lord):
        if board.favour(state, place) == side:
            why = f"{board.name(place)} is Friendly already (3.4.1)"
        elif blocked(state, place, side):
            why = "two Yorkist Favour markers at London bar Parley (1.3.1)"
        else:
            why = no_time(state, lord, "parley")
        menu.bar(CampaignParley(lord, place), why)
    if lords.on_map(state, lord) and not board.friendly(state, origin, side):
        for place in board.ways(origin):
            why = f"{board.name(origin)} is not Friendly, so Parley is possible only there (3.4.1)"
            menu.bar(CampaignParley(lord, place), why)


def parley_note(state: State, lord: str, place: str, bonus: int) -> str:
    then = "Neutral" if board.favour(state, place) else "Friendly"
    ways = parley_places(state, lord)[place]
    where = "" if ways else "own location, "
    price = influence.price(state, lord, PURPOSE, parley_terms(state, lord, ways), bonus)
    freely = place in parley_places(state, lord, feared_seas(state, lord))
    return f"becomes {then}; {where}{price}{'' if freely else caution(state)}"


async def parley(table: Table[State], answer: CampaignParley) -> None:
    """4.6.4 Whoever succeeds shifts Favour by one level."""
    state = table.state
    lord, place, bonus = answer.lord, answer.place, answer.bonus
    spend(state, lord, "parley")
    side, lord_name = lords.side_of(lord), lords.name(lord)
    freely = parley_places(state, lord, closed_seas(state, lord))
    label_words = f"parley {place}"
    if place not in freely and not await blockade(table, lord, label_words, "4.6.4"):
        return
    ways = parley_places(state, lord)[place]
    terms = parley_terms(state, lord, ways)
    cost = terms.cost + bonus
    if not await influence.check(
        table, lord, label_words, "4.6.4", bonus, purpose=PURPOSE, terms=terms
    ):
        tries = influence.attempt_text(f"Parley for {board.name(place)}", cost)
        table.say("4.6.4", f"{lord_name} {tries} and fails.")
        return
    board.shift_favour(state, place, side)
    favour_now = "Friendly" if board.favour(state, place) else "Neutral"
    price = f"for {cost} Influence" if cost else "at no cost"
    table.say(
        "4.6.4",
        f"{lord_name} Parleys for {board.name(place)} {price}: {board.name(place)} is now {favour_now}.",
        about=(place, lord),
    )
