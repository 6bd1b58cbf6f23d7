"""Emails get lost, come twice, late, and cross: two honest programs end with the same log, and never loop."""

from __future__ import annotations

from collections import Counter

import pytest

from .table import Post, table

ENTRIES = 20
SCHEDULES = 30
PROPOSES = 0.15
LOSSES = 8
"""How often, of a thousand steps, somebody loses their record."""


def scheduled(number: int, entries: int = ENTRIES) -> Post:
    """A duel by a post that is not to be relied on."""
    side = ("york", "lancaster")[number % 2]
    machines = table(f"schedule {number}", side, PROPOSES)
    post = Post(f"post {number}", machines, losses=LOSSES * (number % 3 == 0))
    for _ in range(100 * entries):
        post.step()
        if all(len(machine.player.entries) > entries for machine in machines):
            break
    under_way = len(post.under_way)
    post.settle(most=4 * under_way + 20)
    return post


def check(post: Post, entries: int = ENTRIES) -> None:
    first, second = (machine.player for machine in post.machines)
    assert first.entries == second.entries
    assert len(first.entries) > entries
    assert first.ledger.head == second.ledger.head
    assert first.ledger.state_hash == second.ledger.state_hash
    assert not first.claims
    assert not second.claims


def test_a_few_entries_by_a_bad_post() -> None:
    check(scheduled(0, 5), 5)


@pytest.mark.slow
def test_every_kind_of_email_has_every_fate_and_the_logs_end_alike() -> None:
    fates: Counter[tuple[str, str]] = Counter()
    for number in range(SCHEDULES):
        post = scheduled(number)
        check(post)
        fates += post.fates
    kinds = {"DuelGenesis", "DuelAccept", "DuelReady", "DuelOrder", "DuelPlayed"}
    kinds |= {"DuelPropose", "DuelAgree", "DuelNo", "DuelClaim", "DuelRenewed"}
    assert {kind for kind, _ in fates} >= kinds
    for kind in kinds:
        assert all(fates[kind, fate] for fate in Post.FATES), (kind, fates)
