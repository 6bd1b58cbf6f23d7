"""`pbem odds battle`: an attack from where the armies stand, fought many times with the real code of 16.4.6."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from pbem.engine import codec
from pbem.engine.battle_odds import (
    BattleOutcome,
    from_here,
    from_the_start,
    how_often,
    losses,
    winners,
)
from pbem.engine.chance import SeededChance
from pbem.engine.notation import squash
from pbem.engine.odds import (
    PIECE,
    PLACE,
    Answer,
    Inquiry,
    Parameter,
    one_of,
)
from pbem.engine.ruleset import RuleSet
from pbem.engine.simulate import (
    both_policies,
    policies_note,
    policy_parameters,
    sample,
)
from pbem.engine.table import Table
from pbem.errors import BadQuestion
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_6_combat as combat
from pbem.games.plantagenet_1450.facts import SIDES, Hex, facts
from pbem.games.plantagenet_1450.state import State

PRESET = "bold"
PARAMETERS = (
    Parameter(
        "leader", "Who attacks. You do not need this while a battle is being fought.", kind=PIECE
    ),
    Parameter("at", "The hex that is attacked, by number or town.", kind=PLACE),
    Parameter(
        "joining", "Hexes whose forces try to join: `1512 1412`, `all`.", kind=PLACE, several=True
    ),
    *policy_parameters(PRESET),
)


class Outcome(BattleOutcome, frozen=True):
    """How one attack ended: no winner where there was no battle, losses are units.

    Attributes:
        gone: leaders who were killed or captured.
    """

    gone: tuple[str, ...]


def battle(rules: RuleSet[State], inquiry: Inquiry) -> Answer:
    """The odds of a battle: of the one being fought from here on, or of an attack by a leader. Raises BadQuestion."""
    state: State = codec.copied(inquiry.state)
    if state.battle is not None:
        return rest(rules, inquiry, state)
    for name in ("leader", "at"):
        if name not in inquiry.given:
            raise BadQuestion(why=f"`battle` needs --{name} while none is fought")
    main = one_of(inquiry.given.get("leader", ""), list(state.leaders), "leader")
    side = state.leaders[main].side
    at = hex_named(inquiry.given.get("at", ""))
    if main not in combat.able(state, side):
        raise BadQuestion(why=f"{leaders.name(main)} cannot attack now (16.4.6)")
    if at not in combat.targets(state, side, state.leaders[main].at):
        why = f"no enemy force in {board.name(at)} can be attacked by {leaders.name(main)} (16.4.6)"
        raise BadQuestion(why=why)
    able = combat.subsidiaries(state, side, state.leaders[main].at, at)
    hexes = joining(inquiry.given.get("joining", ""), able)

    policies = both_policies(rules, inquiry, PRESET)

    async def attack(table: Table[State], chance: SeededChance) -> Outcome:
        await combat.attack(table, main, at, hexes)
        return battle_outcome(state, table)

    play = from_the_start(rules, replace(inquiry, known={}), policies, state, attack)
    title = f"{leaders.name(main)} attacks {board.name(at)}: {combat.attack_note(state, main, at, list(hexes))}"
    return battle_odds(title, play, inquiry)


def rest(rules: RuleSet[State], inquiry: Inquiry, state: State) -> Answer:
    """The battle that is being fought, from here to its end. Raises BadQuestion."""
    battle = state.battle
    set_ups = inquiry.given.keys() & {"leader", "at", "joining"}
    if inquiry.checkpoint is None or battle is None or set_ups:
        raise BadQuestion(why="a battle is being fought; ask about another when it is over")
    play = from_here(
        rules,
        inquiry,
        both_policies(rules, inquiry, PRESET),
        lambda state: state.battle,
        lambda table, _: battle_outcome(state, table),
    )
    return battle_odds(f"The rest of the battle at {board.name(battle.at)}", play, inquiry)


def hex_named(text: str) -> str:
    """A hex by its number or its town. Raises BadQuestion."""
    some: dict[str, Hex] = facts().hexes
    for id, hex in some.items():
        if text.strip() and squash(text) in (squash(id), squash(hex.town)):
            return id
    return one_of(text, list(some), "hex")


def joining(text: str, able: list[str]) -> tuple[str, ...]:
    """The hexes that try to join, in the order of the menu. Raises BadQuestion."""
    if squash(text) == "all":
        return tuple(able)
    hexes = [hex_named(word) for word in text.replace(",", " ").split()]
    for at in hexes:
        if at not in able:
            raise BadQuestion(why=f"no force in {board.name(at)} can join this attack (16.4.6.2)")
    return tuple(at for at in able if at in hexes)


def battle_outcome(before: State, table: Table[State]) -> Outcome:
    """What an attack changed."""
    after = table.state
    won = [event.about[0] for event in table.events if event.kind == "battle_won"]
    lost = {side: units(before, before, side) - units(before, after, side) for side in SIDES}
    gone = tuple(
        id
        for id, leader in after.leaders.items()
        if leader.status in ("dead", "captive") and before.leaders[id].status == "free"
    )
    return Outcome(won[0] if won else "", lost, gone)


def units(before: State, state: State, side: str) -> int:
    """The units of those who served a side before: who changes sides has not lost them."""
    garrisons = [one.units for one in state.garrisons.values() if one.side == side]
    armies = [state.leaders[id].army for id, one in before.leaders.items() if one.side == side]
    return sum(map(len, armies + garrisons))


def battle_odds(title: str, play: Callable[[SeededChance], Outcome], inquiry: Inquiry) -> Answer:
    """The distribution of what happened."""
    outcomes = sample(inquiry.games, inquiry.seed, play, inquiry.tick)
    sides = {side: board.side_name(side) for side in SIDES}
    fell = [id for id in facts().leaders if any(id in one.gone for one in outcomes)]
    names = {id: leaders.name(id) for id in fell}
    blocks = (
        winners("Who wins", {**sides, "": "no battle"}, outcomes),
        how_often("Killed or captured", names, outcomes, lambda o, id: id in o.gone, fate=True),
    )
    units_lost = {side: f"Units that {name} loses" for side, name in sides.items()}
    lost, numbers = losses(units_lost, outcomes)
    notes = (policies_note(inquiry, SIDES, PRESET),)
    return Answer(title, (*blocks, *lost), len(outcomes), inquiry.seed, numbers, notes)
