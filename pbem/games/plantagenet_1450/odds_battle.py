"""`pbem odds battle`: an attack from where the armies stand, fought many times with the real code of 16.4.6."""

from __future__ import annotations

from msgspec import Struct

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.notation import squash
from pbem.engine.odds import (
    PIECE,
    PLACE,
    Answer,
    Inquiry,
    OutcomeGroup,
    Parameter,
    mean,
    on_average,
    one_of,
    sampled,
)
from pbem.engine.ruleset import RuleSet
from pbem.engine.simulate import (
    Memo,
    Policies,
    both_policies,
    go_on,
    policies_note,
    policy_parameters,
    run,
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
    Parameter("leader", "Whose attack it is; not asked while one is fought.", kind=PIECE),
    Parameter("at", "The hex that is attacked, by number or town.", kind=PLACE),
    Parameter(
        "joining", "Hexes whose forces try to join: `1512 1412`, `all`.", kind=PLACE, several=True
    ),
    *policy_parameters(PRESET),
)


class Outcome(Struct, frozen=True):
    """How one attack ended. `winner`: "" where there was no battle. `lost`: units by side; `gone`: leaders
    who were killed or captured."""

    winner: str
    lost: dict[str, int]
    gone: tuple[str, ...]


def battle(rules: RuleSet[State], inquiry: Inquiry) -> Answer:
    """Raises BadQuestion."""
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
    policies, memo, start = both_policies(rules, inquiry, PRESET), Memo(), codec.encode(state)

    def play(chance: SeededChance) -> Outcome:
        table: Table[State] = Table(codec.decode(State, start))
        answers = Policies(rules, table, policies, {}, memo)
        run(combat.attack(table, main, at, hexes), table, answers, chance)
        return battle_outcome(state, table)

    outcomes = sample(inquiry.games, inquiry.seed, play, inquiry.tick)
    title = f"{leaders.name(main)} attacks {board.name(at)}: {combat.attack_note(state, main, at, list(hexes))}"
    return battle_odds(title, outcomes, inquiry, (policies_note(inquiry, SIDES, PRESET),))


def rest(rules: RuleSet[State], inquiry: Inquiry, state: State) -> Answer:
    """The battle that is being fought, from here to its end. Raises BadQuestion."""
    checkpoint, fought = inquiry.checkpoint, state.battle
    if checkpoint is None or fought is None or inquiry.given.keys() & {"leader", "at", "joining"}:
        raise BadQuestion(why="a battle is being fought; ask of another when it is over")
    policies, memo = both_policies(rules, inquiry, PRESET), Memo()

    def play(chance: SeededChance) -> Outcome:
        chance.secrets.update(inquiry.known)
        table = go_on(
            rules,
            checkpoint,
            lambda table: Policies(
                rules, table, policies, inquiry.known, memo, inquiry.side, inquiry.first
            ),
            chance,
            lambda state: state.battle is None,
        )
        return battle_outcome(state, table)

    outcomes = sample(inquiry.games, inquiry.seed, play, inquiry.tick)
    title = f"The battle at {board.name(fought.at)} from here on"
    return battle_odds(title, outcomes, inquiry, (policies_note(inquiry, SIDES, PRESET),))


def hex_named(text: str) -> str:
    """A hex by its number or its town. Raises BadQuestion."""
    some: dict[str, Hex] = facts().hexes
    for id, here in some.items():
        if text.strip() and squash(text) in (squash(id), squash(here.town)):
            return id
    return one_of(text, list(some), "hex")


def joining(text: str, able: list[str]) -> tuple[str, ...]:
    """The hexes that try to join, in the order of the menu. Raises BadQuestion."""
    if squash(text) == "all":
        return tuple(able)
    named = [hex_named(word) for word in text.replace(",", " ").split()]
    for at in named:
        if at not in able:
            raise BadQuestion(why=f"no force in {board.name(at)} can join this attack (16.4.6.2)")
    return tuple(at for at in able if at in named)


def battle_outcome(before: State, table: Table[State]) -> Outcome:
    """What an attack changed."""
    after = table.state
    won = [event.about[0] for event in table.events if event.kind == "battle_won"]
    lost = {side: units(before, before, side) - units(before, after, side) for side in SIDES}
    gone = tuple(
        id
        for id, one in after.leaders.items()
        if one.status in ("dead", "captive") and before.leaders[id].status == "free"
    )
    return Outcome(won[0] if won else "", lost, gone)


def units(before: State, state: State, side: str) -> int:
    """The units of those who served a side before: who changes sides has not lost them."""
    garrisons = [one.units for one in state.garrisons.values() if one.side == side]
    armies = [state.leaders[id].army for id, one in before.leaders.items() if one.side == side]
    return sum(map(len, armies + garrisons))


def battle_odds(
    title: str, outcomes: list[Outcome], inquiry: Inquiry, notes: tuple[str, ...]
) -> Answer:
    """The distribution of what happened."""
    games = len(outcomes)
    ends = {**{side: board.side_name(side) for side in SIDES}, "": "no battle"}
    wins = [
        sampled(words, sum(one.winner == side for one in outcomes), games)
        for side, words in ends.items()
    ]
    gone = [
        sampled(leaders.name(id), sum(id in one.gone for one in outcomes), games)
        for id in facts().leaders
        if any(id in one.gone for one in outcomes)
    ]
    blocks = [
        OutcomeGroup("Who wins", tuple(wins)),
        OutcomeGroup("Killed or captured", tuple(gone), fate=True),
    ]
    numbers = {}
    for side in SIDES:
        lost = [one.lost[side] for one in outcomes]
        numbers[f"losses_{side}"] = mean(lost)
        blocks.append(on_average(f"Units that {board.side_name(side)} loses", lost))
    return Answer(title, tuple(blocks), games, inquiry.seed, numbers, notes)
