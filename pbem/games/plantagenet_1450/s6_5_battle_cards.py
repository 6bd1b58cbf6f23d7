"""6.5 Battle cards: a window for each moment of a battle, and what the cards do in it."""

from __future__ import annotations

from functools import partial
from typing import Any

from pbem.engine.decision import Card, Decision, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.errors import Impossible
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450.facts import CardFacts, facts
from pbem.games.plantagenet_1450.s16_4_6_2_subsidiaries import fought
from pbem.games.plantagenet_1450.state import ELIMINATED, WAVERING, Battle, Fighter, Modifier, State

TIMINGS = {
    "before_deploy": "Before the armies are drawn up",
    "before_missile": "Before the arrows fly",
    "before_melee_round": "Before this round of Melee",
    "after_melee_round": "After this round of Melee",
    "after_battle": "After the battle",
}


@decision("play {card}", rule="6.5")
class PlayBattleCard(Decision):
    card: Card


@decision("play none", rule="6.5", passes=True)
class PlayNothing(Decision):
    pass


def total(battle: Battle, what: str, side: str) -> int:
    """What cards add for a side now."""
    return sum(
        one.amount
        for one in battle.modifiers
        if one.what == what and one.side == side and one.round in (0, battle.round)
    )


async def window(table: Table[State], timing: str) -> None:
    """C173 Offered once to each side, attacker first; what one plays does not open the other's again."""
    state = table.state
    battle = fought(state)
    for side in (battle.attacker, state.enemy(battle.attacker)):
        while held := able(state, side, timing):
            answer = await table.ask(
                Request[PlayBattleCard | PlayNothing](
                    side,
                    f"battle_{timing}",
                    f"{TIMINGS[timing]}: do you play a Battle card?",
                    "6.5",
                    partial(fill_cards, held=held),
                    forced=False,
                    slots=cards.slots(state, side),
                )
            )
            if isinstance(answer, PlayNothing):
                break
            await play(table, side, facts().cards[answer.card])


def able(state: State, side: str, timing: str) -> list[CardFacts]:
    held = cards.playable(state, side, timing)
    return [card for card in held if all(holds(state, side, one) for one in card.prerequisites)]


def holds(state: State, side: str, condition: str) -> bool:
    """The conditions on Battle cards, such as `defender(self)`. Raises Impossible for another one."""
    battle = fought(state)
    match condition:
        case "attacker(self)":
            return side == battle.attacker
        case "defender(self)":
            return side != battle.attacker
        case "winner(self)":
            return side == battle.winner
        case "committed(self)":
            return side in battle.committed
        case _:
            raise Impossible(f"no Battle card has the condition {condition}")


def fill_cards(menu: Menu, held: list[CardFacts]) -> None:
    texts = {card.id: f"{card.title}: {card.text}" for card in held}
    for card in menu.pick("card", texts):
        menu.offer(PlayBattleCard(card), texts[card], shows=card)
    menu.offer(PlayNothing())


async def play(table: Table[State], side: str, card: CardFacts) -> None:
    await cards.lay_down(table, side, card.id)
    told = f"{board.side_name(side)} plays {card.title}: {card.text}"
    table.say("6.5", told, about=(card.id,))
    for step in card.effects:
        take_step(table.state, side, step)


def morale(one: Fighter) -> int:
    return facts().units[one.kind].morale


def take_step(state: State, side: str, step: dict[str, Any]) -> None:
    """An operation of `effects.md`. Raises Impossible for one that no Battle card has."""
    battle = fought(state)
    whose = step.get("side", "self")
    of = {"self": side, "enemy": state.enemy(side)}.get(whose, whose)
    match step["op"]:
        case "modify":
            only = {"battle": 0, "first_round": 1, "this_round": battle.round}[step["scope"]]
            battle.modifiers.append(Modifier(step["what"], of, step["amount"], only))
        case "flag":
            battle.flags.append(step["name"])
        case "shots":
            battle.shots.setdefault(of, []).extend([step["rating"]] * step["count"])
        case "rally":
            wavering = [f for f in battle.fighters if f.side == of and f.column == WAVERING]
            for one in sorted(wavering, key=morale, reverse=True)[: step["count"]]:
                one.column = step["column"]
        case "lose_units":
            wavering = [f for f in battle.fighters if f.side == of and f.column == WAVERING]
            for one in wavering[: step["count"]]:
                one.column = ELIMINATED
        case _:
            raise Impossible(f"no Battle card has the operation {step['op']}")
