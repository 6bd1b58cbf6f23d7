"""What `pbem odds battle` is in every game: the battle fought many times over, and what came of it counted.

A game says who fights where, and what became of them; see its `odds_battle.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from msgspec import Struct

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.odds import Inquiry, OutcomeGroup, mean, on_average, sampled
from pbem.engine.ruleset import RuleSet
from pbem.engine.simulate import Memo, Policies, go_on, run
from pbem.engine.standing import StandingOrders
from pbem.engine.state import GameState
from pbem.engine.table import Table
from pbem.errors import Impossible

STANDS = "stands"
"""The fate of a fighter who is not lost."""

S = TypeVar("S", bound=GameState)
T = TypeVar("T")
K = TypeVar("K")
B = TypeVar("B")


class BattleOutcome(Struct, frozen=True):
    """How one battle ended.

    Attributes:
        winner: side id, "" for nobody. `losses`: what each side has fewer.
    """

    winner: str
    losses: dict[str, int]


def from_the_start(
    rules: RuleSet[S],
    inquiry: Inquiry,
    policies: Mapping[str, StandingOrders],
    state: S,
    battle: Callable[[Table[S], SeededChance], Coroutine[Any, Any, T]],
) -> Callable[[SeededChance], T]:
    """A function that fights a battle once, in a copy of this position, and returns how it ended.

    It can be called as often as wanted; `battle` runs the rules of one battle.
    """
    start, memo = codec.encode(state), Memo()

    def play(chance: SeededChance) -> T:
        table: Table[S] = Table(codec.decode(rules.state_type, start))
        chance.secrets.update(inquiry.known)
        answers = Policies(rules, table, policies, inquiry.known, memo)
        return run(battle(table, chance), table, answers, chance)

    return play


def from_here(
    rules: RuleSet[S],
    inquiry: Inquiry,
    policies: Mapping[str, StandingOrders],
    battle: Callable[[S], B | None],
    outcome: Callable[[Table[S], B], T],
) -> Callable[[SeededChance], T]:
    """A function that fights the rest of the battle in progress, and returns its outcome. Raises Impossible.

    Args:
        battle: the one that is fought in a position, None when it is over. `outcome`: of the last that was seen.
    """
    checkpoint, in_progress, memo = inquiry.checkpoint, battle(inquiry.state), Memo()
    if checkpoint is None or in_progress is None:
        raise Impossible("there is no battle to go on with")

    def play(chance: SeededChance) -> T:
        chance.secrets.update(inquiry.known)
        last_battle = in_progress

        def over(state: S) -> bool:
            nonlocal last_battle
            battle_now = battle(state)
            last_battle = last_battle if battle_now is None else battle_now
            return battle_now is None

        def answers(table: Table[S]) -> Policies:
            known, side, first = inquiry.known, inquiry.side, inquiry.first
            return Policies(rules, table, policies, known, memo, side, first)

        return outcome(go_on(rules, checkpoint, answers, chance, over), last_battle)

    return play


def attacker_meant(sides_named: Sequence[str], asker: str, sides: Collection[str]) -> str:
    """Who attacks where nobody says: the side whose army alone was named, else the one that asks."""
    if len(sides_named) == 1:
        return sides_named[0]
    return asker if asker in sides else next(iter(sides))


def how_often(
    title: str,
    labels: Mapping[K, str],
    outcomes: Sequence[T],
    has: Callable[[T, K], bool],
    fate: bool = False,
) -> OutcomeGroup:
    """In how many battles each of these came."""
    lines = (
        sampled(label, sum(has(one, key) for one in outcomes), len(outcomes))
        for key, label in labels.items()
    )
    return OutcomeGroup(title, tuple(lines), fate)


def ever(group: OutcomeGroup) -> bool:
    """Did any of it come?"""
    return any(line.count for line in group.lines)


def winners(
    title: str, labels: Mapping[str, str], outcomes: Sequence[BattleOutcome]
) -> OutcomeGroup:
    """Who wins, `labels` by side and for "", nobody."""
    return how_often(title, labels, outcomes, lambda one, side: one.winner == side)


def fates(
    titles: Mapping[str, str],
    labels: Mapping[str, str],
    ends: Sequence[Mapping[str, str]],
    always: Collection[str],
) -> list[OutcomeGroup]:
    """What becomes of those who fight, in the order of `titles`; what never comes only if it is `always` told.

    Args:
        titles: by fate. `labels`: by fighter. `ends`: the fates in each battle, by fighter.
    """
    groups = (
        how_often(title, labels, ends, partial(_ends_as, fate), fate != STANDS)
        for fate, title in titles.items()
    )
    return [
        group for fate, group in zip(titles, groups, strict=True) if fate in always or ever(group)
    ]


def _ends_as(fate: str, ends: Mapping[str, str], fighter: str) -> bool:
    return ends[fighter] == fate


def losses(
    labels: Mapping[str, str], outcomes: Sequence[BattleOutcome]
) -> tuple[list[OutcomeGroup], dict[str, float]]:
    """What each side loses, and the averages by name; `labels` by side."""
    lost = {side: [one.losses[side] for one in outcomes] for side in labels}
    groups = [on_average(labels[side], values) for side, values in lost.items()]
    return groups, {f"losses_{side}": mean(values) for side, values in lost.items()}
