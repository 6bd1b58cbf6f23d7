"""Hold Events that are not about Battle, Intercept or Approach (3.1.3)."""

from __future__ import annotations

from functools import partial

from pbem.engine import codec
from pbem.engine.decision import Amount, Decision, Piece, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s3_1_3_held_events import PLAY, WAYS, PlayEvent, Way, simply
from pbem.games.plantagenet.s3_2_4_disband import disband_without_troops
from pbem.games.plantagenet.s3_4_2_mustering import muster_lord
from pbem.games.plantagenet.s4_3_1_group_march import no_entry
from pbem.games.plantagenet.s4_3_march import March, Stop, fill_march, march_along
from pbem.games.plantagenet.state import State
from pbem.games.plantagenet.veil import tell

EDWARD = "edward_iv"
DEPOT = 4
"""Provender of the Rebel Supply Depot."""


# Aspielles


@decision("play {card} {lord}", rule="3.1.3")
class Spy(PlayEvent):
    """With hidden mats: on this Enemy Lord's."""

    lord: Piece


@WAYS.event("Y13", "L13")
def spied_upon(state: State, side: str, card: str) -> list[Way]:
    """With hidden mats an Enemy Lord, else nothing to choose; nothing to see, no play."""
    enemy = state.enemy(side)
    mats = [id for id in lords.lords_of(state, enemy) if lords.mustered(state, id)]
    if state.hidden_mats and mats:
        return [Way(Spy(card, lord)) for lord in mats]
    return simply(card) if state.held[enemy] else []


@PLAY.event("Y13", "L13")
async def aspielles(table: Table[State], side: str, event: PlayEvent | Spy) -> None:
    """The side sees all Enemy Held Events, and with hidden mats one Enemy mat."""
    state = table.state
    enemy = state.enemy(side)
    for slot in state.held[enemy]:
        await table.deal(slot, side, openly=lambda card: False)
    state.seen[side] = list(state.held[enemy])
    count = len(state.held[enemy])
    lookers = lords.side_name(side)
    events = "Held Event" if count == 1 else f"{count} Held Events"
    if count:
        table.say("3.1.3", f"The {lookers} look at the {events} of the {lords.side_name(enemy)}.")
        table.say("3.1.3", "Seen", to=side, cards=state.seen[side])
    match event:
        case Spy(_, lord):
            state.looked[lord] = codec.copied(state.lords[lord])
            table.say("1.5.3", f"The {lookers} look at {lords.name(lord)}'s mat.")
            table.say("1.5.3", "The position shows what you saw there.", to=side)
        case PlayEvent():
            pass


# Yorkist Parade


@WAYS.event("Y20")
def parade_at_london(state: State, side: str, card: str) -> list[Way]:
    """While London is Yorkist, and York or Warwick there."""
    present = any(
        id in state.lords and state.lords[id].at == "london" for id in ("york", "warwick_y")
    )
    return simply(card) if present and board.favour(state, "london") == "york" else []


@PLAY.event("Y20")
async def lay_out_the_parade(table: Table[State], side: str, event: PlayEvent) -> None:
    """It lies open to the end of this Levy, or in a Campaign of the next (C84)."""
    table.state.in_force.append(event.card)
    when = "this" if table.state.in_levy() else "the next"
    table.say("3.1.3", f"All Yorkist Lords have Influence +2 in {when} Levy.")


# Sun in Splendour


@decision("play {card} {place}", rule="3.1.3")
class Landing(PlayEvent):
    """Edward IV Musters at this Locale."""

    place: Place


@WAYS.event("Y24")
def landings(state: State, side: str, card: str) -> list[Way]:
    """Friendly Locales free of Lancastrians, while Edward IV stands on the Calendar."""
    if EDWARD not in state.lords or state.lords[EDWARD].at != "calendar":
        return []
    places = [place for place in facts().locales if state.favour.get(place) == side]
    free = [place for place in places if not board.enemies_at(state, place, side)]
    boxes = scenario.exile_boxes_of(state, EDWARD)
    return [Way(Landing(card, place)) for place in [*free, *boxes]]


@PLAY.event("Y24")
async def sun_in_splendour(table: Table[State], side: str, event: Landing) -> None:
    """He Musters there without check or cost, whatever his box, as an Exile too (C7)."""
    muster_lord(table.state, EDWARD, event.place)
    text = f"{lords.name(EDWARD)} Musters at {board.name(event.place)}."
    table.say("3.1.3", text, about=(EDWARD, event.place))
    disband_without_troops(table)


# Rebel Supply Depot


def landed(state: State) -> list[str]:
    """The Lords of the last March or Sail who stand at a Port."""
    return [id for id in state.movers if board.is_port(state.lords[id].at)]


@WAYS.event("L28")
def depots(state: State, side: str, card: str) -> list[Way]:
    """After a March or Sail that ended at a Port."""
    return simply(card) if landed(state) else []


@decision("{lord}: take {count} provender", rule="3.1.3")
class TakeProvender(Decision):
    """A Lord's share of the Depot."""

    lord: Piece
    count: Amount


def fill_depot(menu: Menu, movers: list[str], provender: int) -> None:
    for lord in menu.pick("lord", movers):
        for n in menu.pick("count", range(provender if len(movers) == 1 else 1, provender + 1)):
            menu.offer(TakeProvender(lord, n), f"of {provender}")


@PLAY.event("L28")
async def rebel_supply_depot(table: Table[State], side: str, event: PlayEvent) -> None:
    """Those who moved share four Provender and ignore the coming Feed (C112)."""
    state = table.state
    movers, provender = landed(state), DEPOT
    while provender:
        question = f"Rebel Supply Depot: who takes how many of {provender} Provender?"
        fill = partial(fill_depot, movers=movers, provender=provender)
        request = Request[TakeProvender](side, "depot", question, "3.1.3", fill)
        answer = await table.ask(request)
        count, name = answer.count, lords.name(answer.lord)
        state.lords[answer.lord].provender += count
        provender -= count
        tell(table, "3.1.3", side, f"{name} takes {count} Provender.", f"{name} takes Provender.")
    for id in movers:
        state.lords[id].sated = True


# Surprise Landing


@WAYS.event("L33")
def beachheads(state: State, side: str, card: str) -> list[Way]:
    """After a Sail that ended at a Port with a Highway or Road."""
    lord = state.active
    if lord not in landed(state):
        return []
    ways = board.ways(state.lords[lord].at).items()
    open_to_him = any(way != "path" and not no_entry(state, lord, to) for to, way in ways)
    return simply(card) if open_to_him else []


def fill_landing(menu: Menu, state: State) -> None:
    fill_march(menu, state, state.active, free=True)
    menu.offer(Stop(state.active), "no March after all", "3.1.3")


@PLAY.event("L33")
async def surprise_landing(table: Table[State], side: str, event: PlayEvent) -> None:
    """The active Lord may March for no action, with a group as usual; not by Path."""
    state = table.state
    question = f"{lords.name(state.active)} has landed. Where does this Lord March?"
    fill = partial(fill_landing, state=state)
    answer = await table.ask(Request[March | Stop](side, "landing", question, "3.1.3", fill))
    match answer:
        case March():
            await march_along(table, answer)
        case Stop():
            pass
