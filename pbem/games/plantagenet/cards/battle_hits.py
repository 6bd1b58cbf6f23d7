"""Capabilities that act on Hits, Strikes and Engagements of a Battle (4.4.2), save Protection."""

from __future__ import annotations

from typing import Any

from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.s4_4_1_array import current, enemy_of, unrouted
from pbem.games.plantagenet.s4_4_2_engage import place_of
from pbem.games.plantagenet.s4_4_2_strike import unrouted_troops
from pbem.games.plantagenet.state import Battle, State

PATRICK = "Y37"
GUNS = ("Y1", "Y2", "L1", "L2")


@hooks.BEFORE_ROUNDS.capability(*GUNS)
async def culverins_and_falconets(table: Table[State], lord: str) -> None:
    """Given up by a Front Lord it adds a die of Missile Hits in Round 1, with Y37 two (C63)."""
    state = table.state
    battle = current(state)
    side = lords.side_of(lord)
    if not may_fight(battle, lord):
        return
    dice = 2 if side == "york" and PATRICK in battle.events else 1

    def fill(menu: Menu) -> None:
        count = "two dice" if dice == 2 else "a die"
        menu.offer_line(
            f"{lord}: fire", "4.4.1", f"{count} of Missile Hits in Round 1; gives up the card"
        )
        menu.offer_line(f"{lord}: keep", "4.4.1", "keeps his guns for another Battle")

    question = f"Does {lords.name(lord)} use his Culverins and Falconets in Round 1?"
    order = await table.ask(Request[Any](side, "guns", question, "4.4.1", fill))
    if order.verb == "fire":
        mat = state.lords[lord].capabilities
        mat.remove(next(card for card in mat if card in GUNS))
        battle.lords[lord].guns = dice
        table.say("4.4.1", f"{lords.name(lord)} brings up his guns and gives up the card.")


def may_fight(battle: Battle, lord: str) -> bool:
    """Can he be Engaged in Round 1? A Ravine may have cut him off, or all his Enemies (C65)."""
    facing = unrouted(battle, enemy_of(battle, battle.lords[lord].side))
    return not battle.lords[lord].cut_off and any(not battle.lords[id].cut_off for id in facing)


@hooks.EXTRA_HITS.capability("Y32")
async def final_charge(table: Table[State], lord: str, kind: str) -> int:
    """For a Hit on his Unrouted Retinue three more on the Enemy in a Melee Strike."""
    fighter = current(table.state).lords[lord]
    if kind != "melee" or fighter.routed_retinue:
        return 0

    def fill(menu: Menu) -> None:
        menu.offer_line(f"{lord}: charge", "4.4.2", "3 Hits more on the Enemy, 1 on his Retinue")
        menu.offer_line(f"{lord}: hold", "4.4.2")

    question = f"Melee: does {lords.name(lord)} make a Final Charge?"
    order = await table.ask(Request[Any](lords.side_of(lord), "charge", question, "4.4.2", fill))
    if order.verb == "hold":
        return 0
    fighter.charge += 1
    table.say("4.4.2", f"{lords.name(lord)} makes a Final Charge.", "battle_strike", (lord,))
    return 3


@hooks.ENGAGEMENTS.capability("Y36")
async def vanguard(table: Table[State], lord: str, engagements: list[list[str]]) -> list[list[str]]:
    """In Round 1 only his Engagement is fought, if the Yorkist wishes."""
    battle = current(table.state)
    if battle.round != 1 or len(engagements) < 2:
        return engagements
    own = next(group for group in engagements if lord in group)

    def fill(menu: Menu) -> None:
        menu.offer_line(
            f"{lord}: alone", "4.4.2", f"only the {place_of(battle, own)} fights in Round 1"
        )
        menu.offer_line("fight all", "4.4.2")

    question = f"Does {lords.name(lord)}'s Vanguard fight Round 1 alone?"
    order = await table.ask(Request[Any](lords.side_of(lord), "vanguard", question, "4.4.2", fill))
    if order.verb == "fight":
        return engagements
    text = f"{lords.name(lord)} is the Vanguard: only his Engagement is fought in Round 1."
    table.say("4.4.2", text, kind="battle_engagement", about=tuple(own))
    return [own]


@hooks.ROUTS.capability("L31")
async def yeomen_of_the_crown(table: Table[State], lord: str, unit: str) -> str:
    """One of her Men-at-Arms may Rout in place of her Retinue."""
    if unit != "retinue" or not unrouted_troops(table.state, lord).get("men_at_arms"):
        return unit

    def fill(menu: Menu) -> None:
        menu.offer_line(f"{lord}: rout men_at_arms", "4.4.2", "a Yeoman falls for her")
        menu.offer_line(f"{lord}: rout retinue", "4.4.2")

    question = f"{lords.name(lord)}'s Retinue is about to Rout: do Yeomen of the Crown step in?"
    order = await table.ask(Request[Any](lords.side_of(lord), "yeomen", question, "4.4.2", fill))
    return str(order.args[0])
