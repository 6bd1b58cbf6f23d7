"""Lancaster signs the end of another result than the log has, or twice, or plays on after it."""

from __future__ import annotations

import pytest

from pbem.errors import BadStatement, PbemError
from pbem.protocol import bodies, envelope
from pbem.protocol.bodies import Ruling

from .table import BOB, PARLEY, Crook, changed, last, mailed, mustering, order, refusal, verify
from .test_get_the_keys_of_a_running_game import ended, over


def test_over_names_the_entry_of_the_result_and_no_other() -> None:
    post = ended()
    honest = post.look("lancaster").say("over", last(post)).envelope
    for entry in (0, 1, last(post) - 1):
        assert refusal(post, changed(honest, BOB, entry=entry)) is BadStatement


def test_over_is_signed_once_and_is_the_last_word() -> None:
    post = ended()
    over(post, "lancaster")
    again = post.look("lancaster")
    with pytest.raises(PbemError):
        again.say("over", last(post) - 1, "Once more.")
    with pytest.raises(PbemError):
        again.say("dispute", 5, "I take it back.")


def test_a_second_result_is_refused_by_the_gms_program_and_by_verify() -> None:
    post = ended()
    with pytest.raises(PbemError):
        post.look("gm").rule("result", "York after all.", side="york")
    crook = Crook(post)
    crook.signs(Ruling(kind="result", side="york", reason="York after all."), crook.last)
    assert "over already" in verify(crook)


def test_an_over_of_a_running_game_is_refused() -> None:
    post = mustering()
    with pytest.raises(PbemError):
        post.look("lancaster").say("over", last(post))
    honest = post.look("lancaster").say("say", 0, "Hm.").envelope.body
    fields = {name: getattr(honest, name) for name in ("v", "game", "author", "head", "at")}
    assert (
        refusal(post, envelope.sign(BOB, bodies.Over(**fields, entry=last(post)))) is BadStatement
    )


def test_an_over_of_a_voided_result_does_not_count_for_the_next_one() -> None:
    post = ended()
    kept = post.look("lancaster").say("over", last(post)).envelope
    game = post.look("gm")
    game.rule("void", "A mistake.", last(post))
    game.rule("result", "York wins.", side="york")
    post.save = game.dumps()
    assert refusal(post, kept) is BadStatement
    assert not post.look().ledger.final


def test_an_order_after_the_end_is_refused() -> None:
    post = mustering()
    mail = order(post, "york", PARLEY)
    game = post.look("gm")
    game.rule("result", "They agreed.", side="lancaster")
    post.save = game.dumps()
    assert mailed(post, mail).error is not None
