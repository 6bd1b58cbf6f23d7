"""4.2 Command: flip the next card, and its Lord acts."""

from __future__ import annotations

from functools import partial

from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s3_1_3_held_events as held
from pbem.games.plantagenet import s6_2_heirs_and_succession as heirs
from pbem.games.plantagenet.decisions import CardAction
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s4_1_plan import PASS, next_side, stacked, top_card
from pbem.games.plantagenet.s4_2_1_actions import activate, end_card, regrant
from pbem.games.plantagenet.s4_3_march import March, fill_march, march
from pbem.games.plantagenet.s4_5_supply import (
    Supply,
    SupplyByShip,
    fill_supply,
    supply,
    supply_by_ship,
)
from pbem.games.plantagenet.s4_6_1_sail import Sail, fill_sail, sail
from pbem.games.plantagenet.s4_6_2_forage import Forage, fill_forage, forage
from pbem.games.plantagenet.s4_6_3_tax import Tax, fill_tax, tax
from pbem.games.plantagenet.s4_6_4_parley import CampaignParley, fill_parley, parley
from pbem.games.plantagenet.s4_6_5_pass import Pass, fill_pass, pass_card
from pbem.games.plantagenet.state import State

Command = (
    March
    | Sail
    | Supply
    | SupplyByShip
    | Forage
    | Tax
    | CampaignParley
    | Pass
    | CardAction
    | held.PlayEvent
)
"""4.2.2 Command Menu, with what cards allow."""
MOMENTS = ("campaign", "any")
"""Hold Events that may be played in the middle of a card (3.1.3)."""


def menu_of(menu: Menu, state: State, lord: str) -> None:
    if state.hidden_mats and state.actions <= 0:
        fill_pass(menu, state, lord)
        return
    fill_march(menu, state, lord)
    fill_sail(menu, state, lord)
    fill_supply(menu, state, lord)
    fill_forage(menu, state, lord)
    fill_tax(menu, state, lord)
    fill_parley(menu, state, lord)
    fill_pass(menu, state, lord)
    if menu.wants(CardAction):
        for more in hooks.LINES.of(state, lord):
            more(menu, state, lord)
    held.plays(menu, state, lords.side_of(lord), MOMENTS)


def may_go_on(state: State, lord: str, revealed: bool) -> bool:
    """1.5.3 Could a card at his hidden mat have added to his Command, which nothing has ended? Then
    only a Pass ends the card (C120).

    Args:
        revealed: it could when the card was revealed.
    """
    more = revealed or lords.may_have_more(state, lord, "command")
    return state.granted > 0 and more


def question(state: State, lord: str) -> str:
    """With Hidden Mats without the number of actions, as a card may have added some."""
    where = f"{lords.name(lord)} {board.at_place(state.lords[lord].at)}"
    if state.hidden_mats:
        return f"{where}: which Command?"
    return f"{where} has {state.actions} action{'s' * (state.actions > 1)}."


async def command_card(table: Table[State]) -> None:
    """4.2 Flip the top card of one side's Plan and Activate its Lord, or Pass.

    A card of a Lord who has been replaced in place is one of the new Lord (C43).
    """
    state = table.state
    side = next_side(state)
    card = await top_card(table, side)
    lord = heirs.now(state, card)
    legal = stacked(state, side, card)
    state.playing = state.plan[side].pop(0)
    state.flipped[side].append(card)
    if not legal:
        name = lords.name(card) if card in facts().lords else "Pass" if card == PASS else "unknown"
        table.say(
            "4.1.1",
            f"The Plan of the {lords.side_name(side)} was not allowed this {name} card. It counts as a Pass.",
        )
    elif card == PASS:
        table.say("4.2.3", f"The {lords.side_name(side)} reveal a Pass card.")
    elif not lords.mustered(state, lord):
        table.say(
            "4.2.3", f"{lords.name(lord)} is not on the map, so this Command card does nothing."
        )
    else:
        table.say("4.2", f"{lords.name(lord)}'s Command card is revealed.", about=(lord,))
        await actions(table, lord)


async def actions(table: Table[State], lord: str) -> None:
    """4.2.1 Any Commands in any order, up to the Lord's Command rating.

    A Lord at Sea is Activated too (C43). Command that a card adds may come and go on the way.
    """
    activate(table.state, lord)
    await act_on(table, lord, lords.may_have_more(table.state, lord, "revealed"))


async def act_on(table: Table[State], lord: str, could_have_more: bool) -> None:
    """4.2.1 Ask for and carry out the actions of a card until it is spent.

    `could_have_more`: could he have had more Command when it was flipped?
    """
    state = table.state
    while lords.mustered(state, lord) and (
        state.actions > 0 or may_go_on(state, lord, could_have_more)
    ):
        side, command = lords.side_of(lord), lords.command(state, lord)
        answer = await table.ask(
            Request[Command](
                side,
                "command",
                question(state, lord),
                "4.2",
                partial(menu_of, state=state, lord=lord),
                forced=not state.hidden_mats,
                slots=tuple(state.held[side]),
            )
        )
        match answer:
            case March():
                await march(table, answer)
            case Sail():
                await sail(table, answer)
            case Supply(_, source):
                await supply(table, lord, source)
            case SupplyByShip(_, port):
                await supply_by_ship(table, lord, port)
            case Forage():
                await forage(table, lord)
            case Tax():
                await tax(table, answer)
            case CampaignParley():
                await parley(table, answer)
            case Pass():
                await pass_card(table, lord)
            case CardAction():
                await hooks.carry_out(table, answer)
            case held.PlayEvent():
                await held.play(table, side, answer)
        if lords.mustered(state, lord):
            regrant(state, lords.command(state, lord) - command)
    end_card(state)
