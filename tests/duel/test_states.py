"""All states of a duel: who is asked, and who has lost the record. In each somebody honest may sign, but at the end."""

from __future__ import annotations

import functools
import itertools

import pytest

from pbem.duel.duellist import Duellist

from .strangers import verdict
from .table import ANN, BOB, Machine, table
from .test_orders import asked, legal
from .test_proposals import exchange, moved

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
}
"""Each state of the log behind the accept, with the sides that are asked in it."""
LOST = [(), ("york",), ("lancaster",), SIDES]


def other_side(side: str) -> str:
    return SIDES[1 - SIDES.index(side)]


@functools.cache
def files(state: str) -> dict[str, bytes]:
    """Each side's file as the log has come to this state, and no order waits."""
    one, other = table("states")
    if state.endswith("a ready"):
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


def players(state: str, lost: tuple[str, ...]) -> tuple[Machine, Machine]:
    """Both players; whoever has lost the record goes on from what the other has."""
    emails = files(state)
    ann, bob = (
        Duellist.recover(person, emails[other_side(side)])
        if side in lost
        else Duellist.load(person, emails[side])
        for side, person in zip(SIDES, (ANN, BOB), strict=True)
    )
    return Machine(ann, "ann"), Machine(bob, "bob")


def play_on(machines: tuple[Machine, Machine]) -> None:
    """Both do what they are asked, and agree to new chains; emails go to and fro."""
    for machine in machines:
        if machine.player.decides:
            machine.player.decide([legal(machine)])
        elif machine.player.proposal is not None:
            machine.player.decline()
    for one, other in (machines, machines[::-1]) * 3:
        other.player.apply(one.player.email(), agree=True)


@pytest.mark.parametrize(("state", "lost"), [*itertools.product(ASKED, LOST)])
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
        assert ann.decides or bob.decides


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
