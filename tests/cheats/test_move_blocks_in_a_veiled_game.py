"""Hidden mats: the GM signs another position than the rules lead to, where nobody can see it."""

from __future__ import annotations

from typing import Any

from pbem.proof.audit import Claim
from pbem.protocol.bodies import replace
from tests.says import says

from .table import ANN, BOB, Crook, audit, audited, order, veiled, verify
from .test_decide_for_her_where_pieces_are_hidden import retold


def test_verify_does_not_say_that_the_rules_were_kept_and_the_audit_shows_that_they_were_not() -> (
    None
):
    post = veiled()
    mail = order(post, "york", post.look("york").legal()[0].line)
    cheat = Crook(post).takes(mail, state_hash=64 * "a")
    assert [verify(cheat, who) for who in (None, ANN, BOB)] == ["", "", ""]
    assert post.look().verify().hidden, "so the verdict says that nobody but the GM plays the rules"
    assert says(audit(cheat), "ledger.chances.DIFFERS", word="position")
    assert Claim.HIDDEN in {row.claim for row in audited(cheat, "gm").contradicted}


def test_what_all_saw_change_is_checked_at_the_audit() -> None:
    post = veiled()
    mail = order(post, "york", post.look("york").legal()[0].line)
    assert audit(Crook(post).takes(mail)) == ""
    cheat = Crook(post).takes(mail, changes=())
    assert says(audit(cheat), "ledger.chances.compare", "changes")


def test_nobody_is_shown_another_board_than_everybody() -> None:
    """Whom London favours, all can see: York is not told that it is York."""
    post = veiled()
    mail = order(post, "york", post.look("york").legal()[0].line)
    honest = Crook(post).takes(mail)
    n, favour = honest.entries[-1].n, ["favour", "london"]

    def favoured(told: dict[str, Any]) -> None:
        rows = [row for row in told["view"] if row[0] != favour]
        told["view"] = sorted([*rows, [favour, "york"]], key=lambda row: row[0])

    stories = retold(post, honest.last, n, "york", favoured)
    cheat = Crook(post).takes(mail, stories=stories)
    assert [verify(cheat, who) for who in (None, BOB)] == ["", ""]
    assert says(verify(cheat, ANN), "ledger.checks.hidden.check_same")


def test_a_die_is_a_die_in_a_veiled_game_too() -> None:
    """Its value hangs on links that everybody has."""
    post = veiled()
    line = next(o.line for o in post.look("york").legal() if "parley" in o.line)
    mail = order(post, "york", line)
    rolls = Crook(post).takes(mail).last.rolls
    for roll in rolls:
        other = tuple(replace(r, value=r.value % 6 + 1) if r is roll else r for r in rolls)
        assert says(
            verify(Crook(post).takes(mail, rolls=other)), "ledger.chances.DIFFERS", word="those"
        )
    assert rolls
