"""PROTOCOL, section 14: what rests on rules that are not known here is not shown, and held against nobody."""

from __future__ import annotations

import pytest

from pbem.proof.audit import Answer, Claim, audit
from tests.says import says

from .skirmish import ONE, TWO
from .test_audit import answers, broken, reveals_of, unproven, words
from .test_rules_change import at_a_round, install, played, registered, send, upgraded

__all__ = ["registered"]


@pytest.mark.slow
def test_both_versions_of_a_game_are_audited(monkeypatch: pytest.MonkeyPatch) -> None:
    post = at_a_round(played())
    install(monkeypatch, TWO)
    upgraded(post)
    assert unproven(audit(post.look().save.entries, reveals_of(post))) == {}


def test_from_a_version_on_that_is_not_known_nothing_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = at_a_round(played())
    install(monkeypatch, TWO)
    n = upgraded(post).ledger.n
    send(post, "york", "ready") if "york" in post.look().ledger.owes_ready() else None
    entries, reveals = post.look().save.entries, reveals_of(post)
    install(monkeypatch, ONE)
    found = audit(entries, reveals)
    assert not found.contradicted
    gm = answers(found, "gm")
    assert gm[Claim.RULES] == gm[Claim.BYTES] == (Answer.NOT_SHOWN, n)
    assert says(words(found), "errors.UnknownRules", ..., ..., 2)
    assert not any(party != "gm" for party, _ in unproven(found))


@pytest.mark.slow
def test_a_forged_die_before_it_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    post = at_a_round(played())
    install(monkeypatch, TWO)
    upgraded(post)
    entries, reveals = post.look().save.entries, reveals_of(post)
    install(monkeypatch, ONE)
    n = max(entry.n for entry in entries if entry.body.record.rolls)
    gm = answers(audit(broken(entries, n), reveals), "gm")
    assert gm[Claim.RULES] == (Answer.CONTRADICTED, n)
