"""An honest log under lying tables: they make a client show a link far ahead, seal to another key, or reveal."""

from __future__ import annotations

import re

import pytest

from pbem.errors import BadStatement, ReplayMismatch
from pbem.gm.game import Game
from pbem.ledger import sealed
from pbem.proof.revealed_keys import own_reveals
from pbem.protocol import save as savefile
from tests.says import sentence

from .table import ANN, EVE, GM, PARLEY, Post, mustering, order


def lying(post: Post, **tables: dict[str, object]) -> Game:
    """Anne opens a save whose tables the GM wrote as he liked; the file and its log are signed."""
    header = {
        "pbem": 2,
        "rules": "plantagenet",
        "entries": 500,
        "seq": 500,
        "now": sentence("games.richard_iii.position_words.headline", word="game"),
    }
    data = savefile.write(header, tables, post.look().save.entries, GM)
    assert re.search(rb"seq = 500", data)
    return Game.loads(data, ANN)


def test_a_clients_link_is_that_of_the_log() -> None:
    post = mustering()
    honest = order(post, "york", PARLEY).body
    game = lying(post, askings={"york": 501}, chains={"york": {"number": 501}})
    mail = game.orders([PARLEY]).envelope.body
    assert (mail.question, mail.link, mail.head) == (honest.question, honest.link, honest.head)  # type: ignore[union-attr]


def test_a_client_seals_to_the_gm_of_the_log() -> None:
    post = mustering()
    game = lying(
        post, gm={"x25519": EVE.public.x25519}, players={"york": {"x25519": EVE.public.x25519}}
    )
    body = game.orders([PARLEY]).envelope.body
    (key,) = post.look("gm").holder.keys.values()
    told = sealed.unseal(key, body, "gm")  # type: ignore[arg-type]
    assert told.statements[0].text == PARLEY


def test_a_client_reveals_nothing_for_a_verdict_that_stands_in_a_table() -> None:
    game = lying(
        mustering(),
        result={"winner": "lancaster", "reason": "over"},
        over={"york": 7, "lancaster": 7},
    )
    assert game.result is None
    with pytest.raises(BadStatement):
        own_reveals(game)


def test_verify_says_that_the_tables_are_not_what_the_log_leads_to() -> None:
    with pytest.raises(ReplayMismatch):
        lying(mustering()).verify()
