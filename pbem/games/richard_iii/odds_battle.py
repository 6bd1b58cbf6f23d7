"""`pbem odds battle`: a battle fought many times over with the real code of 6.0.

Whoever asks knows of the enemy's upright blocks only where they stand: who they are is drawn anew for
each game. Nothing else of the enemy's is looked at, for the state is the one that the asker may see.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping

from msgspec import Struct

from pbem.engine import codec
from pbem.engine.battle_odds import (
    BattleOutcome,
    attacker_meant,
    ever,
    from_the_start,
    how_often,
    winners,
)
from pbem.engine.chance import SeededChance
from pbem.engine.odds import (
    PIECE,
    PLACE,
    SIDE,
    Answer,
    Inquiry,
    OutcomeGroup,
    Parameter,
    histogram,
    mean,
    one_of,
)
from pbem.engine.prose import count_text, listing
from pbem.engine.ruleset import RuleSet
from pbem.engine.simulate import (
    both_policies,
    policies_note,
    policy_parameters,
    sample,
)
from pbem.engine.standing import StandingOrders
from pbem.engine.table import Table
from pbem.errors import BadQuestion
from pbem.games.richard_iii import odds_forces as typed
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import s6_battles as s6
from pbem.games.richard_iii.facts import SIDES
from pbem.games.richard_iii.odds_forces import Group, Unknown
from pbem.games.richard_iii.s6_3_attacks import enter, field
from pbem.games.richard_iii.s6_9_treachery import treason
from pbem.games.richard_iii.s9_victory import GameDecided
from pbem.games.richard_iii.state import Contest, State
from pbem.games.richard_iii.veil import hidden, upright

PRESET = "stand_and_fight"
PARAMETERS = (
    Parameter(
        "at", "The area of the battle. The blocks there fight, unless you name others.", kind=PLACE
    ),
    Parameter("attacker", "york or lancaster.", kind=SIDE),
    Parameter(
        "york",
        "The blocks of York, such as `norfolk, york 3` (3 is the strength of the block). List attackers by the area that they come from, the Main Attack first: `middlesex: all; sussex: march`. With `clifford 2, 3 unknown` you know one block and guess that there are three more.",
        kind=PIECE,
        several=True,
        of="york",
    ),
    Parameter("lancaster", "The same for Lancaster.", kind=PIECE, several=True, of="lancaster"),
    *policy_parameters(PRESET),
)


class Setting(Struct, frozen=True):
    """A battle to be fought: the position as the asker knows it, and what he does not know.

    Attributes:
        unmeasured: blocks known by name whose strength is not: the enemy's Rebel (C96).
    """

    state: State
    at: str
    unknown: tuple[Unknown, ...]
    begun: bool
    unmeasured: frozenset[str]


class Outcome(BattleOutcome, frozen=True):
    """How one battle ended.

    Attributes:
        decided: who won the whole game with it, or "".
        eliminated, turned: blocks; `losses` are of either kind. `steps`: by side.
    """

    decided: str
    eliminated: frozenset[str]
    turned: frozenset[str]
    steps: dict[str, int]


def battle(rules: RuleSet[State], inquiry: Inquiry) -> Answer:
    """The odds of a battle. Raises BadQuestion."""
    policies = both_policies(rules, inquiry, PRESET)
    setting = under_way(inquiry) or set_up(inquiry)
    contest = setting.state.contests[setting.at]
    title = f"Battle of {board.name(setting.at)}"
    if setting.begun:
        title = f"The rest of the battle of {board.name(setting.at)}, from round {contest.round} on"
    sides = (contest.attacker, contest.defender)
    attack, defence = (army(setting, side) for side in sides)
    attacker, defender = (blocks.side_name(side) for side in sides)
    title += f": {attacker} with {attack} attacks {defender} with {defence}"
    outcomes = sample(
        inquiry.games, inquiry.seed, battle_play(rules, inquiry, setting, policies), inquiry.tick
    )
    notes = [
        *(guess(setting, one) for one in setting.unknown if guessed(setting, one)),
        *(measure(setting, side) for side in sides if unmeasured(setting, side)),
        *(["Hits that still wait for a choice are not included."] * ("hits" in inquiry.asked)),
        policies_note(inquiry, SIDES, PRESET),
    ]
    return battle_odds(title, outcomes, setting, inquiry, tuple(notes))


# The position


def secrets(state: State, asker: str, known: set[str]) -> tuple[Unknown, ...]:
    """What `asker` does not know, the `known` blocks aside."""
    return tuple(typed.unknown(state, side, known) for side in SIDES if side != asker)


def unseen(state: State, side: str, asker: str, revealed: set[str]) -> list[str]:
    """Stand-ins of a side's blocks that the asker cannot see; none of his own, nor those `revealed`."""
    return [] if side == asker else list(typed.unknown(state, side, revealed).ids)


def revealed_in(state: State) -> set[str]:
    """6.4, C41 Blocks that stand on the field of the battle that is fought now: whoever thinks of another
    battle has seen them, and how strong they are."""
    battle = state.contests.get(state.fighting)
    if battle is None or battle.over:
        return set()
    return {id for side in SIDES for id in field(state, battle, side)}


def unsized(state: State, asker: str, groups: Mapping[str, list[Group]]) -> frozenset[str]:
    """C96 Blocks that the asker knows by their colour alone, unless he typed how strong they are."""
    typed_strengths = {
        id for many in groups.values() for group in many for id, n in group.named.items() if n
    }
    return frozenset(
        id
        for side in SIDES
        if side != asker
        for id in set(upright(state, side)) - set(hidden(state, side)) - typed_strengths
    )


def under_way(inquiry: Inquiry) -> Setting | None:
    """The battle that is being fought now, if it is about that one. Raises BadQuestion."""
    state: State = codec.copied(inquiry.state)
    set_ups = {"york", "lancaster", "attacker"} & inquiry.given.keys()
    contest = state.contests.get(state.fighting)
    if contest is None or set_ups:
        return None
    if typed.area_named(inquiry.given.get("at", "")) not in ("", contest.at):
        return None
    if contest.over:
        raise BadQuestion(
            why=f"the battle of {board.name(contest.at)} is over except for regrouping"
        )
    unknown = secrets(state, inquiry.side, set())
    return Setting(state, contest.at, unknown, True, unsized(inquiry.state, inquiry.side, {}))


def set_up(inquiry: Inquiry) -> Setting:
    """Who fights where, from what was asked and from the position. Raises BadQuestion."""
    state, options = codec.copied(inquiry.state), inquiry.given
    blocks_revealed = revealed_in(state)
    state.phase, state.fighting = None, ""
    groups = {
        side: typed.read(
            state, side, options.get(side, ""), unseen(state, side, inquiry.side, blocks_revealed)
        )
        for side in SIDES
    }
    at = typed.area_named(options.get("at", "")) or where(state)
    contest = state.contests.get(at)
    attacker = one_of(options.get("attacker", ""), SIDES, "side")
    if contest is None or any(groups.values()) or attacker not in ("", contest.attacker):
        attacker = attacker or who_attacks(state, at, groups, inquiry.side)
        blocks_named = begin(state, at, attacker, groups, inquiry.side, blocks_revealed)
    else:
        blocks_named = set[str]()
    state.contests = {at: state.contests[at]}
    state.first = state.first or state.contests[at].attacker
    unknown = secrets(state, inquiry.side, blocks_named | blocks_revealed)
    return Setting(state, at, unknown, False, unsized(inquiry.state, inquiry.side, groups))


def where(state: State) -> str:
    """The only contested area. Raises BadQuestion."""
    if len(state.contests) == 1:
        return next(iter(state.contests))
    contested = f" (contested: {', '.join(sorted(state.contests))})" if state.contests else ""
    raise BadQuestion(why=f"say where the battle is, such as --at essex{contested}")


def who_attacks(state: State, at: str, groups: Mapping[str, list[Group]], asker: str) -> str:
    """As it stands; else who alone is not there, who alone was named, or who asks."""
    if at in state.contests:
        return state.contests[at].attacker
    away = [side for side in SIDES if not board.occupied(state, at, side)]
    sides = [side for side in SIDES if groups[side]]
    if len(away) == 1:
        return away[0]
    return attacker_meant(sides, asker, SIDES)


def begin(
    state: State,
    at: str,
    attacker: str,
    groups: Mapping[str, list[Group]],
    asker: str,
    revealed: set[str],
) -> set[str]:
    """6.3 Begin a new contest in the area with these armies, and return the ids of the blocks that were named.

    A contest that is there is begun afresh, but its blocks keep the way they came; `enter` opens the new one.

    Args:
        groups: the blocks named for a side; if none are, those that are in the area fight.
        asker: the side that asks. `revealed`: blocks of the other side that it knows.

    Raises BadQuestion.
    """
    ids = {id for many in groups.values() for group in many for id in group.named}
    origins = {id: block.at for id, block in state.blocks.items()}
    armies: dict[str, list[Group]] = {}
    for side in SIDES:
        secret = unseen(state, side, asker, revealed)
        present = [Group("", dict.fromkeys(board.at(state, at, side), 0))]
        groups_placed = (
            typed.place(state, side, at, groups[side], secret) if groups[side] else present
        )
        armies[side] = [group for group in groups_placed if group.named]
        if not armies[side]:
            nobody_words = f"no block of {blocks.side_name(side)} is in {board.name(at)}"
            raise BadQuestion(
                why=f"{nobody_words}; name those who would fight: --{side} 'BLOCK, BLOCK'"
            )
        if board.foreign(at, side):
            raise BadQuestion(why=f"{board.name(at)} is an exile area of the enemy (2.7)")
    old_contest = state.contests.pop(at, None)
    came = old_contest.came if old_contest is not None else {}
    attack = typed.ways_in(state, at, armies[attacker], {**origins, **came})
    typed.check_reinforcements(at, armies[state.enemy(attacker)])
    for group in [
        *attack,
        *(reinforcement for reinforcement in armies[state.enemy(attacker)] if reinforcement.area),
    ]:
        for id in group.named:
            enter(state, id, at, group.area)
    state.contests[at].main = attack[0].area
    return ids


def army(setting: Setting, side: str) -> str:
    """`Norfolk (3), March (4) and 2 unknown blocks`."""
    secret = {id for one in setting.unknown for id in one.ids}
    army_ids = board.at(setting.state, setting.at, side)
    known = [
        blocks.name(id) if id in setting.unmeasured else s6.strength(setting.state, id)
        for id in army_ids
        if id not in secret
    ]
    more = len(army_ids) - len(known)
    return listing([*known, *([count_text(more, "unknown block")] if more else [])])


def guessed(setting: Setting, stand_ins: Unknown) -> list[str]:
    """The stand-ins of a side that take part."""
    return [id for id in board.at(setting.state, setting.at, stand_ins.side) if id in stand_ins.ids]


def unmeasured(setting: Setting, side: str) -> list[str]:
    """Blocks of a side that take part with a strength that the asker does not know."""
    return [id for id in board.at(setting.state, setting.at, side) if id in setting.unmeasured]


def measure(setting: Setting, side: str) -> str:
    ids = unmeasured(setting, side)
    return (
        f"The strength of {blocks.names(ids)} is hidden from you, so full strength is assumed. Type "
        f"what you know or guess: --{side} '{blocks.word(ids[0])} 2'."
    )


def guess(setting: Setting, stand_ins: Unknown) -> str:
    count, side = len(guessed(setting, stand_ins)), stand_ins.side
    others = f", {count - 1} unknown" if count > 1 else ""
    return (
        f"{count} block{'s' if count > 1 else ''} of {blocks.side_name(side)} {'are' if count > 1 else 'is'} hidden "
        f"from you. Each game draws {'them' if count > 1 else 'it'} from the {len(stand_ins.ids)} that could stand "
        f"there, at full strength. "
        f"Type what you know or guess: --{side} 'NAME 3{others}'."
    )


# Playing it


def battle_play(
    rules: RuleSet[State],
    inquiry: Inquiry,
    setting: Setting,
    policies: Mapping[str, StandingOrders],
) -> Callable[[SeededChance], Outcome]:
    """A function that fights the battle once, each time with other blocks for those that the asker does not know."""

    async def fight(table: Table[State], chance: SeededChance) -> Outcome:
        for stand_ins in setting.unknown:
            typed.draw(table.state, stand_ins, chance.random)
        state_before = codec.copied(table.state)
        contest = table.state.contests[setting.at]
        with contextlib.suppress(GameDecided):
            await (go_on(table, contest) if setting.begun else s6.fight(table, contest))
        return battle_outcome(state_before, table.state, setting.at)

    return from_the_start(rules, inquiry, policies, setting.state, fight)


async def go_on(table: Table[State], contest: Contest) -> None:
    """6.2 The battle that is being fought; the Treason card comes before its first round."""
    if not contest.round:
        await treason(table, contest)
        s6.settle(table, contest)
    await s6.fight_on(table, contest)


def battle_outcome(state_before: State, state_after: State, at: str) -> Outcome:
    """What a battle changed: who won it, or the game, and the blocks and steps that each side lost."""
    dead_ids, turned_ids = set[str](), set[str]()
    losses_by_side, steps = dict.fromkeys(SIDES, 0), dict.fromkeys(SIDES, 0)
    for side in SIDES:
        for id in board.at(state_before, at, side):
            block_after = state_after.blocks[id]
            if block_after.at == "dead" or block_after.face_down:
                dead_ids.add(id)
            elif block_after.at == "enemy":
                turned_ids.add(id)
            is_gone = id in dead_ids or id in turned_ids
            losses_by_side[side] += is_gone
            steps[side] += state_before.blocks[id].strength - (
                0 if is_gone else block_after.strength
            )
    sides_left = [side for side in SIDES if board.occupied(state_after, at, side)]
    game_winner = "" if state_before.winner else state_after.winner
    winner = sides_left[0] if len(sides_left) == 1 else game_winner
    return Outcome(
        winner, losses_by_side, game_winner, frozenset(dead_ids), frozenset(turned_ids), steps
    )


# Telling it


def fighters(setting: Setting) -> dict[str, str]:
    """Block to label: those whom the asker knows, and the enemy's head if he may be there."""
    labels: dict[str, str] = {}
    secret = {id for one in setting.unknown for id in one.ids}
    for side in SIDES:
        army_ids = board.at(setting.state, setting.at, side)
        labels |= {id: blocks.name(id) for id in army_ids if id not in secret}
    for stand_ins in setting.unknown:
        for id in (setting.state.king, blocks.pretender(setting.state)):
            if id in stand_ins.ids and guessed(setting, stand_ins):
                labels[id] = f"{blocks.name(id)}, if there"
    return labels


def battle_odds(
    title: str,
    outcomes: list[Outcome],
    setting: Setting,
    inquiry: Inquiry,
    notes: tuple[str, ...],
) -> Answer:
    """The odds of a battle from its outcomes in many games: who wins, who falls or turns, and the losses."""
    sides = {side: blocks.side_name(side) for side in SIDES}
    groups = [winners("Who wins the battle", sides, outcomes)]
    whole_game = "Who wins the whole game with it: no enemy heir is left (9.0)"
    game_group = how_often(whole_game, sides, outcomes, lambda one, side: one.decided == side)
    if ever(game_group):
        groups.append(game_group)
    labels = fighters(setting)
    if labels:
        groups.append(
            how_often(
                "Eliminated", labels, outcomes, lambda one, id: id in one.eliminated, fate=True
            )
        )
    turned_group = how_often(
        "Goes over to the enemy", labels, outcomes, lambda one, id: id in one.turned, fate=True
    )
    if ever(turned_group):
        groups.append(turned_group)
    numbers = {}
    for side, name in sides.items():
        losses_of_side = [one.losses[side] for one in outcomes]
        numbers[f"losses_{side}"] = mean(losses_of_side)
        numbers[f"steps_{side}"] = mean([one.steps[side] for one in outcomes])
        words = (
            f"Blocks that {name} loses: {mean(losses_of_side):.1f} on average, and "
            f"{numbers[f'steps_{side}']:.1f} steps in all"
        )
        groups.append(OutcomeGroup(words, histogram(losses_of_side)))
    return Answer(title, tuple(groups), len(outcomes), inquiry.seed, numbers, notes)
