"""Levy and Campaign steps in short, for the tests of the cards."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.s3_1_arts_of_war import discard_this_levy, resolve_event
from pbem.games.plantagenet.s3_2_4_disband import disband_lord
from pbem.games.plantagenet.s3_4_6_levy_capability import deploy
from pbem.games.plantagenet.s3_4_muster import Musters, levy_actions, muster_side, take_grants
from pbem.games.plantagenet.s4_8_end_campaign import reset
from pbem.games.plantagenet.state import State
from tests.scripted import Scripted


def levy(
    state: State,
    side: str,
    answers: Sequence[str],
    dice: Sequence[int] = (),
    secrets: dict[str, str] | None = None,
) -> Scripted:
    """A side's Muster segment."""
    state.step = "muster"

    async def segment(table: Table[State]) -> None:
        take_grants(state, side)
        await muster_side(table, Musters(side, lords.on_map_lords(state, side)))

    game = Scripted(state, answers, dice, secrets)
    game.run(segment)
    return game


def muster_menu(state: State, lord: str) -> Menu:
    """The Levy actions of a Lord who is alone in his side's Muster."""
    state.step = "muster"
    side = lords.side_of(lord)
    take_grants(state, side)
    menu = Menu()
    levy_actions(menu, state, Musters(side, [lord]))
    return menu


def drawn(
    state: State, card: str, answers: Sequence[str] = (), dice: Sequence[int] = ()
) -> Scripted:
    """An Event that its side has just drawn."""
    state.step = "arts_of_war"
    game = Scripted(state, answers, dice)
    game.run(resolve_event, "york" if card.startswith("Y") else "lancaster", card)
    return game


def gain(state: State, lord: str, card: str) -> None:
    """A Lord gains a Capability, with what comes along."""
    deploy(Table(state), lord, card, "3.4.6")


def end_levy(state: State) -> None:
    discard_this_levy(state)


def end_campaign(state: State) -> None:
    Scripted(state).run(reset)


def leave(state: State, lord: str) -> None:
    """He Disbands; his Capabilities return to the deck."""
    disband_lord(state, lord)


def notes(menu: Menu) -> dict[str, str]:
    return {option.line: option.note for option in menu.options}
