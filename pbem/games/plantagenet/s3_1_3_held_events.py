"""3.1.3 Hold Events: kept hidden, played at the moment that their text names.

A window opens whenever a side holds any card and some card of its deck could be played in it. So
whether it opens, and what it offers, depends only on what the enemy knows too; which of the cards
are really held shows when one is laid down.

Events for any moment of the game, of a Levy or of a Campaign have no window, which would be a mail each
time, but moments (C127): a policy `event` plays them, and only where it says `ask` is its side
asked.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable
from functools import partial
from types import coroutine
from typing import Any

from msgspec import Struct

from pbem.engine.decision import Card, Decision, decision
from pbem.engine.request import Menu, Request, subset_of
from pbem.engine.table import Ask, Effect, Moment, Table
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.decisions import No
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.hooks import PAUSE, Hook
from pbem.games.plantagenet.state import State

AMID = ("intercept", "kings_parley", "approach")
"""Questions in the middle of an Approach, where a Truce has its own place (C56): before them no Event of
the Campaign, but those for any moment."""
WINDOWS = ("held", "regroup")
"""Questions, by the beginning of their kind, that are moments themselves."""


@decision("play {card}", rule="3.1.3")
class PlayEvent(Decision):
    """3.1.3 A Hold Event is laid down. Where its player chooses something, its card has a kind of its own,
    made from this one."""

    card: Card


@decision("wait", passes=True)
class Wait(Decision):
    """C127 Nothing at this moment."""


class Way(Struct, frozen=True):
    """One way to play a Hold Event. `others`: who may follow after `with`."""

    event: PlayEvent
    note: str = ""
    others: tuple[str, ...] = ()


WAYS: Hook[Callable[[State, str, str], Iterable[Way]]] = Hook()
"""The ways to play it now, for a side and the card; none where it cannot be played."""
PLAY: Hook[Callable[[Table[State], str, Any], Awaitable[None]]] = Hook()
"""What a Hold Event does for the side that plays it, as a decision of the kind that its WAYS offer."""


def simply(card: str) -> list[Way]:
    """The one way to play a card where there is nothing to choose."""
    return [Way(PlayEvent(card))]


def could_hold(state: State, side: str, moments: tuple[str, ...]) -> list[str]:
    """Hold Events of these moments that nobody has seen elsewhere; at hidden mats nobody sees any."""
    if not state.held[side]:
        return []
    open_cards = [*state.in_force, *(state.battle.events if state.battle else [])]
    mats = [] if state.hidden_mats else state.lords.values()
    at_mats = [card for lord in mats for card in lord.capabilities]
    return [
        id
        for id in state.cards[side]
        if facts().cards[id].event_play in moments and id not in open_cards and id not in at_mats
    ]


def plays(menu: Menu, state: State, side: str, moments: tuple[str, ...]) -> None:
    """For a window, or for any other menu of a side that may play a card meanwhile."""
    if not menu.wants(PlayEvent):
        return
    for card in menu.pick("card", could_hold(state, side, moments)):
        for way in WAYS.events[card](state, side, card):
            title = ": ".join(filter(None, [facts().cards[card].event, way.note]))
            menu.offer(way.event, title, shows=card, others=subset_of(way.others))


def plays_or_no(menu: Menu, state: State, side: str, moments: tuple[str, ...]) -> None:
    plays(menu, state, side, moments)
    menu.offer(No(), "play nothing")


async def window(table: Table[State], side: str, *moments: str, question: str = "") -> list[str]:
    """Let a side play Hold Events of these moments, one after the other; returns what it played."""
    cards_played: list[str] = []
    state = table.state
    while any(list(WAYS.events[id](state, side, id)) for id in could_hold(state, side, moments)):
        answer = await table.ask(
            Request[PlayEvent | No](
                side,
                f"held_{moments[0]}",
                question or "Play a Hold Event?",
                "3.1.3",
                partial(plays_or_no, state=state, side=side, moments=moments),
                forced=False,
                slots=tuple(state.held[side]),
            )
        )
        match answer:
            case No():
                break
            case PlayEvent():
                await play(table, side, answer)
                cards_played.append(answer.card)
    return cards_played


async def play(table: Table[State], side: str, event: PlayEvent) -> None:
    """Lay the card down and carry out its text. In a Battle it lies open until the Aftermath."""
    state = table.state
    card = event.card
    slot = await table.show(tuple(state.held[side]), card)
    state.held[side].remove(slot)
    table.say("3.1.3", f"The {lords.side_name(side)} play {facts().cards[card].event} ({card}).")
    await PLAY.events[card](table, side, event)
    if state.battle is not None and card not in state.in_force:
        state.battle.events.append(card)


def moments(state: State) -> tuple[str, ...]:
    """C127 Which Hold Events have a moment now: in a Battle those for any moment only."""
    phase = "levy" if state.in_levy() else "campaign"
    return ("any",) if state.battle is not None else (phase, "any")


def plays_or_wait(menu: Menu, state: State, side: str, moments: tuple[str, ...]) -> None:
    plays(menu, state, side, moments)
    menu.offer(Wait(), "plays nothing now; you are asked again at the next moment")
    menu.offer(No(), "plays nothing more; you are not asked again in this step of the Turn")


def may_play(
    state: State, side: str, amid: bool, before: Callable[[], str]
) -> Request[PlayEvent | Wait | No]:
    """C127 What a side could play at a moment; for `amid` and `before` see there."""
    cards = ("any",) if amid else moments(state)
    return Request[PlayEvent | Wait | No](
        side,
        "event",
        f"Now, before {before()}: play a Hold Event?",
        "3.1.3",
        partial(plays_or_wait, state=state, side=side, moments=cards),
        forced=False,
        slots=tuple(state.held[side]),
    )


def the_game_goes_on() -> str:
    return "the game continues"


async def moment(
    table: Table[State], amid: bool = False, what_comes: Callable[[], str] = the_game_goes_on
) -> bool:
    """C127 Somebody may play a Hold Event, Rebels first, or one that lies open may act.

    Args:
        amid: something that an Event of the Levy or Campaign would upset has been begun.
        what_comes: what comes next, for whoever is asked.

    Returns:
        Did anybody?
    """
    state, anybody_acted = table.state, False
    for side in state.order():
        while state.held[side]:
            match answer := await table.moment(partial(may_play, state, side, amid, what_comes)):
                case PlayEvent():
                    await play(table, side, answer)
                    anybody_acted = True
                case Wait() | No() | None:
                    break
    for act in PAUSE.in_force(state):
        anybody_acted = await act(table, "moment") or anybody_acted
    return anybody_acted


def answering(question: Ask) -> str:
    """What comes after the moment before a question."""
    first, *others = question.requests
    who = "both sides" if others else f"the {lords.side_name(first.side)}"
    return f'{who} answer "{first.question}"'


@coroutine
def with_moments(
    table: Table[State], rule: Coroutine[Effect | Moment, object, None]
) -> Generator[Effect | Moment, object, None]:
    """C127 Run rules with a moment before each question that they put to either side."""
    answer: object = None
    try:
        while True:
            try:
                effect = rule.send(answer)
            except StopIteration:
                return
            if isinstance(effect, Ask) and not effect.requests[0].kind.startswith(WINDOWS):
                amid, what_comes = effect.requests[0].kind in AMID, partial(answering, effect)
                yield from moment(table, amid, what_comes).__await__()
                for request in effect.requests:  # what has just been played is in no hand
                    slots_held = table.state.held[request.side]
                    request.slots = tuple(slot for slot in request.slots if slot in slots_held)
            answer = yield effect
    finally:
        rule.close()
