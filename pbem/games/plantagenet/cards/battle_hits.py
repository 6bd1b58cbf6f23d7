"""Capabilities that act on Hits, Strikes and Engagements of a Battle (4.4.2), save Protection."""

from __future__ import annotations

from msgspec import Struct

from pbem.engine.decision import Decision, Piece, decision
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


class Hits(Struct, frozen=True):
    """What a card adds: Hits on the Enemy, and on the Lord's own Retinue."""

    inflicts: int
    suffers: int


CHARGE = Hits(3, 1)
"""Of a Final Charge."""


@decision("{lord}: fire", rule="4.4.1")
class FireGuns(Decision):
    """He gives up his guns for Missile Hits in Round 1."""

    lord: Piece


@decision("{lord}: keep", rule="4.4.1", passes=True)
class KeepGuns(Decision):
    """He keeps them, without dice in this Battle."""

    lord: Piece


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
        menu.offer(FireGuns(lord), f"{count} of Missile Hits in Round 1; gives up the card")
        menu.offer(KeepGuns(lord), "keeps the card: no dice for the guns in this Battle")

    question = f"Does {lords.name(lord)} use the Culverins and Falconets in Round 1?"
    request = Request[FireGuns | KeepGuns](side, "guns", question, "4.4.1", fill)
    match await table.ask(request):
        case FireGuns():
            mat = state.lords[lord].capabilities
            mat.remove(next(card for card in mat if card in GUNS))
            battle.lords[lord].guns = dice
            table.say("4.4.1", f"{lords.name(lord)} brings up the guns and gives up the card.")
        case KeepGuns():
            pass


def may_fight(battle: Battle, lord: str) -> bool:
    """Can he be Engaged in Round 1? A Ravine may have cut him off, or all his Enemies (C65)."""
    facing = unrouted(battle, enemy_of(battle, battle.lords[lord].side))
    return not battle.lords[lord].cut_off and any(not battle.lords[id].cut_off for id in facing)


@decision("{lord}: charge", rule="4.4.2")
class Charge(Decision):
    """More Hits on the Enemy, for one on his own Retinue."""

    lord: Piece


@decision("{lord}: hold", rule="4.4.2")
class HoldBack(Decision):
    """No Final Charge in this Strike."""

    lord: Piece


@hooks.EXTRA_HITS.capability("Y32")
async def final_charge(table: Table[State], lord: str, kind: str) -> int:
    """Three more Hits on the Enemy in a Melee Strike, for one on his own Unrouted Retinue; the Hits."""
    fighter = current(table.state).lords[lord]
    if kind != "melee" or fighter.routed_retinue:
        return 0

    def fill(menu: Menu) -> None:
        price = f"{CHARGE.inflicts} more Hits on the Enemy, {CHARGE.suffers} on his own Retinue"
        menu.offer(Charge(lord), price)
        menu.offer(HoldBack(lord))

    question = f"Melee: does {lords.name(lord)} make a Final Charge?"
    side = lords.side_of(lord)
    request = Request[Charge | HoldBack](side, "charge", question, "4.4.2", fill)
    match await table.ask(request):
        case HoldBack():
            return 0
        case Charge():
            fighter.charge += CHARGE.suffers
            text = f"{lords.name(lord)} makes a Final Charge."
            table.say("4.4.2", text, "battle_strike", (lord,))
            return CHARGE.inflicts


@decision("{lord}: alone", rule="4.4.2")
class FightAlone(Decision):
    """Only his Engagement is fought in Round 1."""

    lord: Piece


@decision("fight all", rule="4.4.2")
class FightAll(Decision):
    """All Engagements of Round 1 are fought."""


@hooks.ENGAGEMENTS.capability("Y36")
async def vanguard(table: Table[State], lord: str, engagements: list[list[str]]) -> list[list[str]]:
    """The Engagements of Round 1: only that of this Lord, if the Yorkist wishes."""
    battle = current(table.state)
    if battle.round != 1 or len(engagements) < 2:
        return engagements
    own = next(group for group in engagements if lord in group)

    def fill(menu: Menu) -> None:
        menu.offer(FightAlone(lord), f"only the {place_of(battle, own)} fights in Round 1")
        menu.offer(FightAll())

    question = f"Does {lords.name(lord)}'s Vanguard fight Round 1 alone?"
    side = lords.side_of(lord)
    request = Request[FightAlone | FightAll](side, "vanguard", question, "4.4.2", fill)
    match await table.ask(request):
        case FightAll():
            return engagements
        case FightAlone():
            text = f"{lords.name(lord)} is the Vanguard: only his Engagement is fought in Round 1."
            table.say("4.4.2", text, kind="battle_engagement", about=tuple(own))
            return [own]


@decision("{lord}: rout men_at_arms", rule="4.4.2")
class YeomanFalls(Decision):
    """One of her Men-at-Arms Routs."""

    lord: Piece


@decision("{lord}: rout retinue", rule="4.4.2")
class RetinueRouts(Decision):
    """Her Retinue does."""

    lord: Piece


@hooks.ROUTS.capability("L31")
async def yeomen_of_the_crown(table: Table[State], lord: str, unit: str) -> str:
    """The unit that Routs: one of her Men-at-Arms in place of her Retinue, if she wishes."""
    if unit != "retinue" or not unrouted_troops(table.state, lord).get("men_at_arms"):
        return unit

    def fill(menu: Menu) -> None:
        menu.offer(YeomanFalls(lord), "a Yeoman falls for her")
        menu.offer(RetinueRouts(lord))

    question = f"{lords.name(lord)}'s Retinue is about to Rout: do Yeomen of the Crown step in?"
    side = lords.side_of(lord)
    request = Request[YeomanFalls | RetinueRouts](side, "yeomen", question, "4.4.2", fill)
    match await table.ask(request):
        case YeomanFalls():
            return "men_at_arms"
        case RetinueRouts():
            return unit
