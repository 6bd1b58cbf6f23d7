"""1.4 Influence: the track, and checks against a Lord's rating."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from pbem.engine.prose import up_to
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s3_1_3_held_events as held
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.hooks import Grant, Terms
from pbem.games.plantagenet.state import State


def gain(state: State, side: str, points: int) -> None:
    """1.4.1 Shift the net marker towards `side` (negative: away); it stops at 45."""
    limit = facts().influence["max_net"]
    moved = state.influence + (points if side == "york" else -points)
    state.influence = max(-limit, min(limit, moved))


def lose(state: State, side: str, points: int) -> None:
    gain(state, side, -points)


def score(state: State, side: str) -> int:
    """Points of `side` on the net track; negative if the enemy is ahead."""
    return state.influence if side == "york" else -state.influence


def terms(
    state: State,
    lord: str,
    purpose: str = "",
    ways: int = 0,
    free: bool = False,
    grants: Sequence[Grant] = (),
) -> Terms:
    """1.4.2 What a check costs, and whether it is certain: one point, one per Way, then what cards change (C15).

    Args:
        purpose: what the check is for, in the words of `hooks.CHECK`.
        free: a Parley that costs nothing and needs no check (4.6.4).
        grants: cards that help just this one.
    """
    check = facts().check
    costs_nothing = free or any(grant.free for grant in grants)
    discount = sum(grant.discount for grant in grants)
    cost = 0 if costs_nothing else max(0, check.cost + check.each_way * ways - discount)
    value = Terms(cost, free or any(grant.sure for grant in grants))
    for change in hooks.CHECK.of(state, lord):
        value = change(state, lord, purpose, value)
    return value


def rating(state: State, lord: str, vassal: str = "", bonus: int = 0, purpose: str = "") -> int:
    """1.4.2 The highest roll that succeeds: modified rating, 1 always works and 6 never (C15)."""
    return highest_roll(modified(state, lord, vassal, purpose) + facts().check.added[bonus])


def modified(state: State, lord: str, vassal: str = "", purpose: str = "") -> int:
    """1.4.2 His rating with what cards and a Vassal's Loyalty make of it."""
    value = lords.influence(state, lord, purpose)
    if vassal:
        counter = lords.vassal(vassal)
        same = counter.loyalty_side == lords.side_of(lord)
        value += counter.loyalty if same else -counter.loyalty
    return value


def highest_roll(value: int) -> int:
    """1.4.2 That succeeds with a modified rating."""
    check = facts().check
    return max(check.succeeds_on, min(check.fails_on - 1, value))


def bonuses(
    state: State, lord: str, terms: Terms, purpose: str = "", vassal: str = ""
) -> tuple[int, ...]:
    """The added spendings that still help: none that would not raise the effective rating.

    Spending more is never of use, so such lines are not offered (play note to 1.4.2).
    """
    return (0,) if terms.sure else useful(modified(state, lord, vassal, purpose))


@cache
def useful(value: int) -> tuple[int, ...]:
    """1.4.2 The added spendings that raise the highest roll of a modified rating, nothing first."""
    added, spendings = facts().check.added, [0]
    for extra, more in added.items():
        if highest_roll(value + more) > highest_roll(value + added[spendings[-1]]):
            spendings.append(extra)
    return tuple(spendings)


def price(
    state: State,
    lord: str,
    purpose: str,
    terms: Terms,
    bonus: int = 0,
    vassal: str = "",
    suffix: str = "",
) -> str:
    """For a menu: what a check costs with so much added, and its chance, `costs 2, succeeds on 1-4`.

    Args:
        suffix: what follows.
    """
    cost = f"costs {terms.cost + bonus}" if terms.cost + bonus else "free"
    best = rating(state, lord, vassal, bonus, purpose)
    return f"{cost}, {'certain' if terms.sure else f'succeeds on {up_to(best)}'}{suffix}"


def attempt_text(deed: str, cost: int) -> str:
    """For a story: `spends 2 Influence to Parley for York`."""
    return f"spends {cost} Influence to {deed}" if cost else f"tries to {deed} at no cost"


async def check(
    table: Table[State],
    lord: str,
    label_words: str,
    rule: str,
    bonus: int = 0,
    *,
    vassal: str = "",
    purpose: str = "",
    terms: Terms,
) -> bool:
    """1.4.2 Pay, roll, compare; did it succeed? `label_words` completes the die's label: `york parley bedford`."""
    state = table.state
    lose(state, lords.side_of(lord), terms.cost + bonus)
    if terms.sure:
        return True
    await held.moment(table, amid=True)
    most = rating(state, lord, vassal, bonus, purpose)
    die = await table.roll(f"{lord} {label_words}", needed=f"1-{most}", rule=rule)
    return die <= most
