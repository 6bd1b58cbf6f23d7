"""Hidden mats, where only the GM can run the rules: with York's order in hand he asks her anew, without a ruling, so
that she must send another link; or he asks no `ready` of Lancaster after a ruling."""

from __future__ import annotations

from typing import Any

from pbem.gm.game import Game
from pbem.protocol.bodies import Left, Mailed, Ruling, replace
from pbem.protocol.save import Save
from pbem.reports.verdict import line
from tests.says import says, sentence

from .table import ANN, BOB, GM, Crook, asking, by_hand, order, veiled, verify
from .test_decide_for_her_where_pieces_are_hidden import retold


def test_a_question_stays_until_it_is_answered_and_everybody_sees_it() -> None:
    post = veiled()
    word = post.look("lancaster").say("say", 0, "Have a care.").envelope
    honest = Crook(post).takes(word)
    assert verify(honest) == ""
    (old,) = honest.last.questions
    assert old.number == asking(post, "york")
    anew = replace(old, number=old.number + 1)
    for asked, where, word_of_it in (
        ((anew,), "ledger.checks.questions._Check.new", "place"),
        ((), "ledger.checks.questions._Check.questions", "no more"),
        ((replace(anew, request="muster-99"),), "ledger.checks.questions._Check.new", "place"),
    ):
        found = verify(Crook(post).takes(word, questions=asked))
        assert says(found, where, "york", old.number, word=word_of_it)


def test_a_number_that_is_not_the_next_is_seen_by_everybody() -> None:
    post = veiled()
    mail = order(post, "york", post.look("york").legal()[-1].line)
    honest = Crook(post).takes(mail)
    assert verify(honest) == ""
    far = tuple(replace(one, number=one.number + 7) for one in honest.last.questions)
    assert says(
        verify(Crook(post).takes(mail, questions=far)),
        "ledger.checks.questions._Check.new",
        word="next",
    )


def test_after_a_ruling_every_side_is_asked_again() -> None:
    post = veiled()
    step = Ruling(kind="void", entry=post.look().ledger.n, reason="A slip.")
    honest = Crook(post).writes(step)
    assert verify(honest) == ""
    assert {one.side for one in honest.last.questions} == {"york", "lancaster"}
    for gone in honest.last.questions:
        rest = tuple(one for one in honest.last.questions if one is not gone)
        assert says(
            verify(Crook(post).writes(step, questions=rest)),
            "ledger.checks.questions._Check.everybody",
        )


def test_whose_order_ends_is_asked() -> None:
    """He ends York's turn behind her first line, as if she had said `done`."""
    post = veiled()
    game = post.look("york")
    first = next(o.line for o in game.legal() if not o.passes)
    mail = by_hand(post, "york", [first, "norfolk: forage"])
    over = Crook(post).takes(by_hand(post, "york", [first, "done"])).last
    assert [one.side for one in over.questions] == ["lancaster"]
    n = post.look().ledger.n + 1
    done = [row for row in over.decisions if row.side == "york"][1:]
    rows = tuple(row for row in over.decisions if row not in done)

    def told(plain: dict[str, Any]) -> None:
        plain["decisions"], plain["ran"] = plain["decisions"][:1], plain["ran"][:1]

    left = (Left("york", n, 2),)
    cheat = Crook(post)
    stories = retold(post, over, n, "york", told)
    record = replace(over, decisions=rows, left=left, stories=stories)
    cheat.signs(Mailed(order=mail), record)
    for who in (None, ANN, BOB):
        assert says(
            verify(cheat, who), "ledger.checks.hidden._check_left", ..., "york", word="asked"
        )


def test_that_she_had_to_be_asked_is_the_gms_word_and_verify_says_so() -> None:
    post = veiled()
    mail = order(post, "york", post.look("york").legal()[0].line)
    entries = Crook(post).takes(mail).entries
    rests = {
        ANN: sentence(
            "reports.verdict.left_for_audit",
            sentence("reports.verdict.left_for_audit", word="you"),
            word="had",
        )
        + ", "
        + sentence("reports.verdict.left_for_audit", word="passed"),
        None: sentence(
            "reports.verdict.left_for_audit",
            sentence("reports.verdict.left_for_audit", word="all"),
            word="had",
        ),
    }
    for who, what in rests.items():
        told = line(Game(Save(entries, GM.public.fingerprint), who).verify())
        assert what in told
        assert says(told, "reports.verdict.left_for_audit", word="left")
