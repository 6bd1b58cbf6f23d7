"""6.5 Battle cards: a window for each moment of a battle, what the cards do in it, and Treason (L50, Y50, C174)."""

from __future__ import annotations

from functools import partial
from typing import Any

from pbem.engine.decision import Card, Decision, Piece, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.errors import Impossible
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_6_2_subsidiaries as subsidiaries
from pbem.games.plantagenet_1450.conditions import Around, all_hold
from pbem.games.plantagenet_1450.facts import CardFacts, facts
from pbem.games.plantagenet_1450.s8_points import at_least
from pbem.games.plantagenet_1450.s10_allegiance import ALWAYS_LOYAL, can_be_turned, turn_coat
from pbem.games.plantagenet_1450.s16_4_6_2_subsidiaries import current_battle
from pbem.games.plantagenet_1450.s16_4_6_12_reorganisation import drop_excess
from pbem.games.plantagenet_1450.state import ELIMINATED, WAVERING, Battle, Fighter, Modifier, State

TIMINGS = {
    "before_deploy": "Before the armies are drawn up",
    "before_missile": "Before the arrows fly",
    "before_melee_round": "Before this round of Melee",
    "after_melee_round": "After this round of Melee",
    "after_battle": "After the battle",
}


@decision("play {card} [against {leader}] [from {at}]", rule="6.5")
class PlayBattleCard(Decision):
    """The enemy noble whom it tempts, or the hex from which it brings a force, where it names one."""

    card: Card
    leader: Piece = ""
    at: Place = ""


@decision("play none", rule="6.5", passes=True)
class PlayNothing(Decision):
    pass


def total(battle: Battle, what: str, side: str) -> int:
    """What cards add for a side now."""
    return sum(
        modifier.amount
        for modifier in battle.modifiers
        if modifier.what == what and modifier.side == side and modifier.round in (0, battle.round)
    )


async def window(table: Table[State], timing: str) -> None:
    """C173 Offer each side, attacker first, the Battle cards of a moment, until it plays none.

    What one side plays does not open the other's window again. `timing`: a key of `TIMINGS`.
    """
    state = table.state
    battle = current_battle(state)
    for side in (battle.attacker, state.enemy(battle.attacker)):
        while held := able(state, side, timing):
            answer = await table.ask(
                Request[PlayBattleCard | PlayNothing](
                    side,
                    f"battle_{timing}",
                    f"{_moment(battle, timing)}: do you play a Battle card?",
                    "6.5",
                    partial(fill_cards, state=state, side=side, held=held),
                    forced=False,
                    slots=cards.slots(state, side),
                )
            )
            if isinstance(answer, PlayNothing):
                break
            await play(table, side, answer)


def _moment(battle: Battle, timing: str) -> str:
    won = timing == "after_battle" and battle.winner
    return f"{board.side_name(battle.winner)} has won the battle" if won else TIMINGS[timing]


def able(state: State, side: str, timing: str) -> list[CardFacts]:
    """Those that would do something now."""
    playable = cards.playable(state, side, timing)
    playable = [card for card in playable if all_hold(state, card.prerequisites, Around(side))]
    return [card for card in playable if choices(state, side, card)]


def choices(state: State, side: str, card: CardFacts) -> list[PlayBattleCard]:
    """The ways to play it: one for each noble whom it may name (L50, Y50), or for each hex (Y53, C168)."""
    if any(step["op"] == "loyalty" for step in card.effects):
        return [PlayBattleCard(card.id, leader=id) for id in open_to_it(state, side)]
    if any(step.get("what") == "join_auto" for step in card.effects):
        return [PlayBattleCard(card.id, at=at) for at in subsidiaries.absent(state)]
    return [PlayBattleCard(card.id)]


def fill_cards(menu: Menu, state: State, side: str, held: list[CardFacts]) -> None:
    for card in held:
        for way in choices(state, side, card):
            menu.offer(way, partial(note, state, way), shows=card.id)
    menu.offer(PlayNothing())


def note(state: State, way: PlayBattleCard) -> str:
    card = facts().cards[way.card]
    text = card.text
    if way.leader:
        return f"{text} Loyalty {leaders.rating(state, way.leader).loyalty}."
    if way.at:
        return f"{text} {leaders.the_names(subsidiaries.absent(state)[way.at])}."
    return text


async def play(table: Table[State], side: str, way: PlayBattleCard) -> None:
    card = facts().cards[way.card]
    await cards.lay_down(table, side, card.id)
    if card.play_once:
        table.state.spent.append(card.id)
    text = f"{board.side_name(side)} plays the card {card.title}. {card.text}"
    table.say("6.5", text, about=(card.id,))
    for step in card.effects:
        match step["op"], step.get("what"):
            case "loyalty", _:
                await tempt(table, way.leader, step["bonus"])
            case "modify", "join_auto":
                subsidiaries.bring(table, way.at)
            case _:
                take_step(table.state, side, step)


def morale(fighter: Fighter) -> int:
    return facts().units[fighter.kind].morale


def take_step(state: State, side: str, step: dict[str, Any]) -> None:
    """An operation of `effects.md` without a choice or a die. Raises Impossible for one that no Battle card has."""
    battle = current_battle(state)
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
            waverers = [f for f in battle.fighters if f.side == of and f.column == WAVERING]
            for waverer in sorted(waverers, key=morale, reverse=True)[: step["count"]]:
                waverer.column = step["column"]
        case "lose_units":
            waverers = [f for f in battle.fighters if f.side == of and f.column == WAVERING]
            for waverer in waverers[: step["count"]]:
                waverer.column = ELIMINATED
        case _:
            raise Impossible(f"no Battle card has the operation {step['op']}")


def open_to_it(state: State, side: str) -> list[str]:
    """The enemy's nobles in the battle who have a numbered loyalty, and may serve this side."""
    theirs = current_battle(state).leaders[state.enemy(side)]
    return [id for id in theirs if can_be_turned(state, id, side)]


async def tempt(table: Table[State], id: str, bonus: int) -> None:
    """Roll a leader's Loyalty with a bonus; if he fails, he and his men leave the battle before it begins."""
    state = table.state
    battle = current_battle(state)
    loyalty = leaders.rating(state, id).loyalty
    least = max(ALWAYS_LOYAL + 1, loyalty - bonus + 1)
    needed_words = at_least(least)
    if await table.roll(f"treason of {id}", needed_words, "6.5") < least:
        table.say("6.5", f"{leaders.subject(id)} stays loyal.", about=(id,))
        return
    side = state.leaders[id].side
    battle.leaders[side].remove(id)
    battle.aside.append(id)
    if battle.committed.get(side) == id:
        del battle.committed[side]
    table.say("6.5", f"{leaders.subject(id)} stands aside with his men.", about=(id,))


def both_stand(state: State) -> bool:
    """C174 There is a battle while each side has a leader or a unit left."""
    battle = current_battle(state)
    return all(some or battle.levies.get(side, 0) for side, some in battle.leaders.items())


def change_sides(table: Table[State], id: str) -> None:
    """C174 In the hex that he holds; if enemies share it, in the nearest one that he may enter, but on an
    island he stays (C199). Called units beyond his Command leave (C93)."""
    at = table.state.leaders[id].at
    turn_coat(table, id, "6.5", facts().hexes if facts().beside[at] else ())
    drop_excess(table, id)
