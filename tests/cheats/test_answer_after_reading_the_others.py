"""Both choose at once; Lancaster reads York's choice before he makes his."""

from __future__ import annotations

import pytest

from pbem.protocol.bodies import Ruling
from tests.says import says

from .table import ANN, BOB, Crook, choosing, last, mailed, order, planning, stacked, verify


@pytest.mark.slow
def test_the_first_of_two_answers_stands_sealed_in_the_log() -> None:
    post = choosing()
    lines = {side: post.look(side).legal()[0].line for side in ("york", "lancaster")}
    assert mailed(post, order(post, "york", lines["york"])).error is None
    assert lines["york"].encode() not in post.save
    texts = {
        who: post.look(who).ledger.position.rest["york"].texts for who in ("york", "lancaster")
    }
    assert texts["york"][0] == lines["york"]
    assert set(texts["lancaster"]) == {None}
    assert mailed(post, order(post, "lancaster", lines["lancaster"])).error is None
    assert [verify(post, who) for who in (None, ANN, BOB)] == ["", "", ""]


@pytest.mark.slow
def test_a_void_of_the_second_answer_drops_the_first_one_too() -> None:
    """Else he would answer again, knowing what she chose."""
    post = planning()
    hers = stacked(post, "york")
    assert mailed(post, hers).error is None
    assert mailed(post, stacked(post, "lancaster")).error is None
    numbers = post.look().ledger.chains.numbers
    game = post.look("gm")
    game.rule("void", "He slipped.", last(post))
    post.save = game.dumps()
    ledger = post.look().ledger
    assert {s: a.request for s, a in ledger.askings.items()}.keys() == {"york", "lancaster"}
    assert all("plan" in asking.request for asking in ledger.askings.values())
    assert all(ledger.chains.numbers[side] == numbers[side] + 1 for side in ledger.sides)
    assert not any(slot.startswith("plan:") for slot in ledger.position.locks)
    assert verify(post) == ""


def test_her_old_plan_is_refused_after_that() -> None:
    post = planning()
    hers = stacked(post, "york")
    assert mailed(post, hers).error is None
    assert mailed(post, stacked(post, "lancaster")).error is None
    game = post.look("gm")
    game.rule("void", "He slipped.", last(post))
    post.save = game.dumps()
    receipt = mailed(post, hers)
    assert receipt.again, "it is in the log, as a voided entry, and is not taken again"
    assert not any(s.startswith("plan:york") for s in post.look().ledger.position.locks)


def test_a_gm_who_leaves_her_half_in_place_is_seen_by_verify() -> None:
    post = planning()
    assert mailed(post, stacked(post, "york")).error is None
    assert mailed(post, stacked(post, "lancaster")).error is None
    step = Ruling(kind="void", entry=last(post), reason="He slipped.")
    asked = Crook(post).writes(step).last.questions
    only = tuple(one for one in asked if one.side == "lancaster")
    assert says(
        verify(Crook(post).writes(step, questions=only)),
        "ledger.checks.questions._Check.everybody",
        "york",
    )
