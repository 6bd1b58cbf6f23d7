"""Emails get lost, come twice, late, and cross: two honest programs end with the same log, and never loop."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.proof.duel_audit import audit_duel
from pbem.protocol import save as savefile

from .strangers import verdict
from .table import Post, table
from .test_stacks import at_plans

ENTRIES = 20
SCHEDULES = 30
PROPOSES = 0.15
LOSSES = 8
"""How often, of a thousand steps, somebody loses their record."""
MOST_WITH_CARDS = 300
"""Emails after which two programs are taken to answer each other for ever; at Bosworth cards are revealed one by one."""


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


def scheduled_with_plans(number: int, steps: int) -> Post:
    """Towton or Bosworth from the first secret cards on, with policies in two of three games and lost records in every
    other."""
    machines = at_plans(("towton", "bosworth")[number // 2 % 2], f"plans {number}")
    for machine in machines:
        machine.policies = {"array": "ask", "default": "pass"} if number % 3 else None
    post = Post(f"post {number}", machines, losses=LOSSES * (number % 2))
    for _ in range(steps):
        post.step()
    post.settle(MOST_WITH_CARDS)
    for machine in machines:
        if machine.player.decides:
            machine.player.resign()
    post.settle(MOST_WITH_CARDS)
    return post


def check_sealed(post: Post) -> None:
    """Both have the same log, all of it in order, and the keys of both."""
    check(post, 9)
    first, second = (machine.player for machine in post.machines)
    assert verdict(first.email()).startswith("good: ")
    assert first.ledger.result is not None
    assert first.reveals == second.reveals
    assert {reveal.body.author for reveal in first.reveals} == {"york", "lancaster"}
    save, _ = savefile.read_duel(first.email())
    assert not audit_duel(save.entries, save.reveals).contradicted


@pytest.mark.slow
def test_sealed_cards_and_policies_by_a_bad_post() -> None:
    posts = [scheduled_with_plans(number, 160) for number in range(8)]
    for post in posts:
        check_sealed(post)
    logs = [entry for post in posts for entry in post.machines[0].player.entries]
    assert any(entry.body.record.policies for entry in logs)


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
