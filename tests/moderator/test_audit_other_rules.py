"""PROTOCOL rules 9 and 14: what rests on rules that are not installed is not shown, and held against nobody."""

from __future__ import annotations

import pytest

from pbem.moderator.proof.audit import Answer, Claim, audit

from .skirmish import HITS_MORE, ONE
from .test_audit import answers, broken, reveals_of, unproven, words
from .test_rules_change import (
    at_a_round,
    carry_over,
    install,
    kept,
    played,
    registered,
    send,
)

__all__ = ["registered"]


def test_a_log_of_another_version_is_checked_without_its_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = played()
    entries, reveals = post.look().save.entries, reveals_of(post)
    assert unproven(audit(entries, reveals)) == {}
    install(monkeypatch, HITS_MORE)
    found = audit(entries, reveals)
    assert not found.contradicted
    gm = answers(found, "gm")
    assert gm[Claim.LOG] == (Answer.PROVEN, -1)
    assert gm[Claim.RULES][0] is gm[Claim.BYTES][0] is Answer.NOT_SHOWN
    assert "cannot be told here" in words(found)
    assert not any(party != "gm" for party, _ in unproven(found))


def test_a_forged_die_is_found_without_the_rules_too(monkeypatch: pytest.MonkeyPatch) -> None:
    post = played()
    entries, reveals = post.look().save.entries, reveals_of(post)
    install(monkeypatch, HITS_MORE)
    n = max(entry.n for entry in entries if entry.body.record.rolls)
    gm = answers(audit(broken(entries, n), reveals), "gm")
    assert gm[Claim.LOG] == (Answer.CONTRADICTED, n)


def test_after_a_ruling_that_carries_over_only_the_older_stretch_is_not_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = at_a_round(played())
    send(post, "york", "strike")
    kept(post)
    install(monkeypatch, HITS_MORE)
    carry_over(post)
    entries, reveals = post.look().save.entries, reveals_of(post)
    found = audit(entries, reveals)
    assert not found.contradicted
    assert answers(found, "gm")[Claim.RULES] == (Answer.NOT_SHOWN, 1)
    assert "rules version 1 is not installed here" in words(found)
    install(monkeypatch, ONE)
    assert not audit(entries, reveals).contradicted
