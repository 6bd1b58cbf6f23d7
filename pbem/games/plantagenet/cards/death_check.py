"""Cards of the Death check after a Battle (4.4.3)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.decision import Piece, Place, decision
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s3_2_4_disband as disbanding
from pbem.games.plantagenet import s6_0_i_special_rules as special
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s3_1_3_held_events import PLAY, WAYS, PlayEvent, Way
from pbem.games.plantagenet.s4_4_1_array import current
from pbem.games.plantagenet.s4_4_3_ending import lose_troops, routed
from pbem.games.plantagenet.state import State


@decision("play {card} {lord} [with {others}]", rule="3.1.3")
class Save(PlayEvent):
    """These Routed Lords are spared the Death check."""

    lord: Piece
    others: tuple[Piece, ...] = ()


@decision("play {card} {place} {lord} [with {others}]", rule="3.1.3")
class Withdraw(PlayEvent):
    """They are spared it too, and go to another Stronghold."""

    place: Place
    lord: Piece
    others: tuple[Piece, ...] = ()


def groups(state: State, side: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Any number of a side's Routed Lords: each with any of those after him."""
    ids = routed(state, side)
    for i, lord in enumerate(ids):
        yield lord, tuple(ids[i + 1 :])


def saved(state: State, side: str, card: str, note: str) -> Iterator[Way]:
    for lord, others in groups(state, side):
        yield Way(Save(card, lord), note, others)


@WAYS.event("Y3", "Y9", "L3")
def ships_to_escape(state: State, side: str, card: str) -> Iterator[Way]:
    """From a Friendly Port, or a Friendly Stronghold with a way overland to one."""
    place = current(state).at
    if not board.is_stronghold(place) or not board.friendly(state, place, side):
        return
    reached = board.routes(state, side, place, ships=False)
    if any(board.is_port(port) and board.friendly(state, port, side) for port in reached):
        yield from saved(state, side, card, "into Exile, no Death check")


@PLAY.event("Y3", "Y9", "L3")
async def escape_ship(table: Table[State], side: str, event: Save) -> None:
    """The chosen Routed Lords go into Exile instead of rolling for Death, at no loss (C72)."""
    state = table.state
    for lord in (event.lord, *event.others):
        disbanding.exile_lord(state, lord)
        text = f"{lords.name(lord)} escapes by Ship and is {disbanding.whereabouts(state, lord)}."
        table.say("4.4.3", text, kind="battle_disband", about=(lord,))
        special.tell_release(table)


@WAYS.event("L36")
def rescued(state: State, side: str, card: str) -> Iterator[Way]:
    """Any Routed Lancastrian Lords."""
    return saved(state, side, card, "Disbands, no Death check")


@PLAY.event("L36")
async def talbot_to_the_rescue(table: Table[State], side: str, event: Save) -> None:
    """The chosen Lords Disband instead of rolling for Death."""
    state = table.state
    for lord in (event.lord, *event.others):
        disbanding.disband_lord(state, lord)
        text = f"Talbot rescues {lords.name(lord)}, who is {disbanding.whereabouts(state, lord)}."
        table.say("4.4.3", text, kind="battle_disband", about=(lord,))


@WAYS.event("L16")
def northern_refuges(state: State, side: str, card: str) -> Iterator[Way]:
    """After a Battle in the North: another Friendly Stronghold there free of Enemy Lords (C74)."""
    battlefield = current(state).at
    north = facts().areas["north"]
    if battlefield not in north:
        return
    for place in north:
        free = place != battlefield and not board.enemies_at(state, place, side)
        if free and board.friendly(state, place, side):
            note = f"to {board.name(place)}, no Death check"
            for lord, others in groups(state, side):
                yield Way(Withdraw(card, place, lord), note, others)


@PLAY.event("L16")
async def warden_of_the_marches(table: Table[State], side: str, event: Withdraw) -> None:
    """The chosen Lords go there with what has not Routed, and their Retinues."""
    state = table.state
    place, battlefield = event.place, current(state).at
    party = (event.lord, *event.others)
    for lord in party:
        fighter = current(state).lords[lord]
        for kind, n in forces.present(fighter.routed).items():
            lose_troops(state, lord, kind, n)
        for vassal in fighter.routed_vassals:
            disbanding.disband_vassal(state, lord, vassal)
        state.lords[lord].at = place
        text = f"{lords.name(lord)} withdraws to {board.name(place)}."
        table.say("4.4.3", text, kind="retreat", about=(side, battlefield, place, lord))
    for lord in party:
        if not state.lords[lord].troops.total():
            disbanding.disband_lord(state, lord)
            text = f"{lords.name(lord)} has no Troops left and Disbands."
            table.say("1.6", text, kind="battle_disband", about=(lord,))


@hooks.DOOM.capability("Y33")
def bloody_thou_art(state: State) -> str:
    """If the Yorkists win, every Routed Lancastrian Lord Dies, and no Yorkist."""
    return "lancaster" if current(state).winner == "york" else ""
