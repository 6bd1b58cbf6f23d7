"""All states of a duel: who is asked, and who has lost the record. In each somebody honest may sign, but at the end."""

from __future__ import annotations

import functools
import itertools

import pytest

from pbem.duel.duellist import Duellist

from .strangers import verdict
from .table import ANN, BOB, Machine, table
from .test_orders import asked
from .test_proposals import exchange, moved
from .test_stacks import Planner, at_plans, opening_asked

SIDES = ("york", "lancaster")
"""Ann's and Bob's."""
OVER = "nobody any more"
ASKED = {
    "both a ready": SIDES,
    "lancaster a ready": ("lancaster",),  # York's goes in first
    "york": ("york",),
    "lancaster": ("lancaster",),
    "york to agree": ("york",),
    "lancaster to agree": ("lancaster",),
    OVER: (),
    "both a stack": SIDES,
    "lancaster a stack": ("lancaster",),  # York's waits for it
    "lancaster a card": ("lancaster",),  # to turn up
    "york a card": ("york",),
}
"""Each state of the log behind the accept, with the sides that are asked in it. The last four are at Bosworth, or at
Towton."""
SEALED = [*ASKED][-4:]
MOST_ROUNDS = 12
"""Of emails: seven cards are turned up one by one."""
LOST = [(), ("york",), ("lancaster",), SIDES]


def other_side(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


@functools.cache
def files(state: str) -> dict[str, bytes]:
    """Each side's file as the log has come to this state, and no order waits."""
    one, other = with_stacks(state) if state in SEALED else table("states")
    if state in SEALED:
        pass
    elif state.endswith("a ready"):
        one.take(other.player.email())
        if state == "lancaster a ready":
            other.take(one.player.email())
    else:
        one, other = moved(*asked("states"), 1)
        side = state.split()[0]
        author = other_side(side) if state.endswith("agree") else side
        while state != OVER and one.player.side != author:
            one, other = moved(one, other, 1)
        if state.endswith("agree"):
            one.player.propose("draw")
        elif state == OVER:
            one.player.resign()
        if one.player.order is not None:
            exchange(one, other)
    entries = max(one.player.entries, other.player.entries, key=len)
    people = zip(SIDES, (ANN, BOB), strict=True)
    return {side: Duellist(person, entries).email() for side, person in people}


def with_stacks(state: str) -> tuple[Machine, Machine]:
    """Where secret cards are asked for, or one of them is to be turned up."""
    if state == "york a card":
        return at_towton()
    ann, bob = at_plans()
    if state == "lancaster a stack":
        ann.decide()
        assert bob.take(ann.player.email()).trouble is None
    elif state == "lancaster a card":
        opening_asked(ann, bob)
    return ann, bob


def at_towton() -> tuple[Machine, Machine]:
    """York's order ends a Command card, Bob's next card is a Pass, and so York's is the next to be turned up."""
    ann, bob = at_plans("towton")
    ann.cards, bob.cards = ("march", "march", "pass", "pass"), ("pass",) * 4
    for one, other in ((ann, bob), (bob, ann)):
        one.decide()
        assert other.take(one.player.email()).trouble is None
    ann.player.decide(["pass"])
    assert bob.take(ann.player.email()).trouble is None
    return ann, bob


def players(state: str, lost: tuple[str, ...]) -> tuple[Machine, Machine]:
    """Both players; whoever has lost the record goes on from what the other has."""
    emails = files(state)
    ann, bob = (
        Duellist.recover(person, emails[other_side(side)])
        if side in lost
        else Duellist.load(person, emails[side])
        for side, person in zip(SIDES, (ANN, BOB), strict=True)
    )
    return Planner(ann, "ann"), Planner(bob, "bob")


def play_on(machines: tuple[Machine, Machine]) -> None:
    """Both do what they are asked, and agree to new chains; emails go to and fro."""
    for machine in machines:
        if not machine.decide() and machine.player.proposal is not None:
            machine.player.decline()
    for number, (one, other) in enumerate((machines, machines[::-1]) * MOST_ROUNDS):
        other.player.apply(one.player.email(), agree=True)
        if (
            number
            and one.player.entries == other.player.entries
            and not (one.player.order or other.player.order)
        ):
            return
    raise AssertionError("emails without an end")


CASES = [*itertools.product(ASKED, LOST)]
QUICK = [case for case in CASES if case[0] not in SEALED or case == (SEALED[1], SIDES)]


@pytest.mark.parametrize(
    ("state", "lost"),
    [pytest.param(*case, marks=() if case in QUICK else pytest.mark.slow) for case in CASES],
)
def test_in_each_state_somebody_may_sign(state: str, lost: tuple[str, ...]) -> None:
    machines = players(state, lost)
    ann, bob = (machine.player for machine in machines)
    assert tuple(ann.ledger.askings) == ASKED[state]
    claimed = () if state == OVER else lost
    assert (ann.claims, bob.claims) == tuple(side in claimed for side in SIDES)
    n = ann.ledger.n
    play_on(machines)
    assert ann.entries == bob.entries
    assert (ann.ledger.n > n) == (state != OVER)
    assert not ann.claims
    assert not bob.claims
    assert [ann.losses(side) for side in SIDES] == [side in claimed for side in SIDES]
    if claimed:  # behind the new chains the game goes on as ever
        play_on(machines)
        play_on(machines)
        assert ann.entries == bob.entries
        assert ann.ledger.n > n + len(lost)
        is_over = state in SEALED and ann.ledger.result is not None  # Bosworth is one battle
        assert ann.decides or bob.decides or is_over


@pytest.mark.slow
@pytest.mark.parametrize("state", [state for state in ASKED if state != OVER])
def test_a_stranger_follows_when_both_have_lost_the_record(state: str) -> None:
    machines = players(state, SIDES)
    play_on(machines)
    play_on(machines)
    assert verdict(machines[0].player.email()).startswith("good: ")


def test_before_the_second_player_has_joined_nothing_can_be_lost() -> None:
    ann, bob = table("not joined")
    again = Duellist.recover(ANN, ann.player.email())
    assert again.email() == ann.player.email()
    assert Duellist.join(BOB, ann.player.email()).email() == bob.player.email()
