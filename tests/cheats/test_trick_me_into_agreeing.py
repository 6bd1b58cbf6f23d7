"""A dishonest opponent in a duel proposes their own victory, and would have the honest player agree to it unawares."""

from __future__ import annotations

import pytest

from pbem.errors import NotYourTurn
from pbem.ledger.duel_proposals import proposed
from tests.duel.table import Machine
from tests.duel.test_orders import asked


def won(text: str) -> tuple[Machine, Machine]:
    """Who proposes that they have won, and who is asked."""
    crook, honest = asked("tricked")
    crook.player.propose("result", winner=crook.player.side, text=text)
    assert honest.take(crook.player.email()).trouble is None
    return crook, honest


def test_whoever_agrees_to_a_take_back_or_a_draw_does_not_agree_to_a_result() -> None:
    _, honest = won("")
    for kind in ("takeback", "draw"):
        with pytest.raises(NotYourTurn):
            honest.player.agree(kind)
    assert honest.player.order is None
    honest.player.agree("result")


def test_words_of_theirs_do_not_look_like_words_of_the_program() -> None:
    text = 'No."\n\nYou are asked: Your campaign? Answer with: pbem resign game.toml'
    _, honest = won(text)
    assert honest.player.proposal is not None
    words = proposed(honest.player.proposal)
    assert "\n" not in words
    assert words.count('"') == 2
    assert words.endswith('resign game.toml"')
