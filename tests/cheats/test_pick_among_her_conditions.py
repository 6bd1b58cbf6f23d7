"""Hidden mats: York's order has an `if` and an `else`, and the GM carries out both, or neither."""

from __future__ import annotations

import pytest

from pbem.engine.script import read
from pbem.gm.game import Game
from pbem.ledger.checks.lines import Turn, after_line, reach
from pbem.protocol.bodies import Left, Record
from pbem.protocol.save import Save
from pbem.reports.verdict import text
from tests.says import says

from .table import ANN, BOB, GM, Crook, Post, by_hand, order, veiled, verify

NAMES = tuple(name for name in Record.__struct_fields__ if name != "link")


def lines(post: Post) -> tuple[str, str]:
    one, other = (option.line for option in post.look("york").legal()[:2])
    return one, other


def instead(post: Post, mail_texts: list[str], done: list[str]) -> Crook:
    """York orders some texts, and the entry is the one of another order of hers."""
    made = Crook(post).takes(by_hand(post, "york", done)).last
    changes = {name: getattr(made, name) for name in NAMES}
    return Crook(post).takes(by_hand(post, "york", mail_texts), **changes)


def test_behind_another_line_verify_says_who_knows_that_it_was_the_right_one() -> None:
    post = veiled()
    one, other = lines(post)
    third = next(o.line for o in post.look("york").legal() if o.line.split()[:3] != one.split()[:3])
    texts = [third, f"if turn >= 1: {one}", f"else: {other}"]
    honest = Crook(post).takes(by_hand(post, "york", texts))
    assert [verify(honest, who) for who in (None, ANN, BOB)] == ["", "", ""]
    found = Game(Save(honest.entries, GM.public.fingerprint), ANN).verify()
    n = honest.entries[-1].n
    assert found.kept.conditions == (n,)
    said = " ".join(text(found).split())
    assert says(
        said,
        "reports.verdict._word_of_the_gm",
        "1 line",
        f" (entry {n})",
        "condition was",
        word="condition",
    )


def test_at_the_beginning_of_her_order_it_is_the_one_whose_condition_holds() -> None:
    """Nothing had happened yet that she did not see."""
    post = veiled()
    one, other = lines(post)
    texts = [f"if turn >= 99: {one}", f"else: {other}"]
    honest = Crook(post).takes(by_hand(post, "york", texts))
    assert [verify(honest, who) for who in (None, ANN, BOB)] == ["", "", ""]
    assert Game(Save(honest.entries, GM.public.fingerprint), ANN).verify().kept.conditions == ()
    cheat = instead(post, texts, [one])
    assert verify(cheat) == ""
    assert f"line 2 of your order, `else: {other}`, comes first" in verify(cheat, ANN)


def test_both_are_not() -> None:
    post = veiled()
    one, other = lines(post)
    cheat = instead(post, [f"if turn >= 1: {one}", f"else: {other}"], [one, other])
    assert verify(cheat) == ""
    assert says(verify(cheat, ANN), "ledger.checks.own.OwnCheck._check_line", word="above")


def test_neither_is_not() -> None:
    post = veiled()
    one, other = lines(post)
    third = post.look("york").legal()[2].line
    honest = instead(post, [third, f"if turn >= 99: {one}"], [third])
    assert verify(honest, ANN) == "", "the condition does not hold"
    cheat = instead(post, [third, f"if turn >= 1: {one}"], [third])
    cheat.menus.clear()
    assert verify(cheat, ANN) == "", "the condition may not have held"
    cheat = instead(post, [third, f"if turn >= 1: {one}", f"else: {other}"], [third])
    assert verify(cheat) == ""
    assert says(verify(cheat, ANN), "ledger.checks.own.OwnCheck._if_held_at", word="condition")


def test_an_else_does_not_end_her_order_after_its_if_was_carried_out() -> None:
    post = veiled()
    one, other = lines(post)
    n = post.look().ledger.n + 1
    texts = [f"if turn >= 1: {one}", f"else: {other}"]
    made = Crook(post).takes(order(post, "york", one)).last
    changes = {name: getattr(made, name) for name in NAMES}
    changes["left"] = (Left("york", n, 2),)
    cheat = Crook(post).takes(by_hand(post, "york", texts), **changes)
    assert verify(cheat) == ""
    assert says(verify(cheat, ANN), "ledger.checks.own.OwnCheck._check_end", word="above")


def test_a_line_that_repeats_without_a_condition_is_carried_out_as_often_as_it_says() -> None:
    post = veiled()
    one, other = lines(post)
    cheat = instead(post, [f"repeat 2: {one}", other], [one, other])
    assert verify(cheat) == ""
    assert says(verify(cheat, ANN), "ledger.checks.own.OwnCheck._if_held_at", word="neither")


@pytest.mark.parametrize(
    ("text_", "upto", "held"),
    [
        ("if a: x; else: y; z", 3, set()),
        ("if a: x; else if b: y; z", 3, {False}),
        ("if a: x; else: y; anyway: z", 3, {True}),
        ("x; anyway: z", 2, {True}),
        ("if a: x; y; anyway: z", 3, {True, False}),
        ("x; z", 2, set()),
        ("else: x; z", 2, {True}),
        ("stop if a; z", 2, {True}),
        ("if a: x; anyway: w; else: y", 3, set()),
        ("if a: x; else if b: y; else: z", 3, {False}),
    ],
)
def test_what_can_have_its_turn_without_a_line_before_it(
    text_: str, upto: int, held: set[bool]
) -> None:
    assert reach(read(text_), {Turn(1, True)}, upto) == held


def test_behind_a_line_that_was_carried_out() -> None:
    twice = read("repeat 2: x; y; anyway: z")
    assert after_line(twice, 1, 1, True) == {Turn(3, True)}
    assert after_line(twice, 1, 2, True) == {Turn(2, True)}
    until = read("x until success; y")
    assert after_line(until, 1, 1, True) == {Turn(2, True)}
