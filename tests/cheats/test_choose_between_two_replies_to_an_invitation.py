"""A GM looks at the first deal that a reply brings, says that the email was lost, and logs the better of two."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem import system
from pbem.errors import SideTaken, Stale
from pbem.gm.game import Game
from pbem.home import computer, sent
from pbem.protocol.bodies import Accept, Ready
from pbem.protocol.keys import Identity
from tests.says import says

from .table import ANN, BOB, EVE, GM, NONCE


def invitation() -> Game:
    """York has joined, and Lancaster is the last."""
    game = Game.new(GM, "plantagenet", "Ib", {}, {}, NONCE)
    game.apply({"ann": seen(game, ANN).join("york").to_text()})
    return game


def seen(game: Game, who: Identity) -> Game:
    return Game.loads(game.dumps(), who)


def still(game: Game) -> None:
    """An entry that changes nothing but the head."""
    game.tick(system.now())


def test_asked_again_she_sends_the_same_reply(tmp_path: Path) -> None:
    with computer.sitting_as(tmp_path):
        game = invitation()
        first = sent.accept(seen(game, BOB), "lancaster")
        assert [type(one.body) for one in first.letter.envelopes] == [Accept, Ready]
        assert first.words == ""
        still(game)
        again = sent.accept(seen(game, BOB), "lancaster")
        assert again.letter.to_text() == first.letter.to_text(), "no other keys, no other deal"
        assert says(again.words, "home.sent.THE_SAME")
        assert [one.error for one in game.apply({"bob": again.letter.to_text()})] == [None]
        with pytest.raises(SideTaken):
            sent.accept(seen(game, EVE), "lancaster")


def test_what_another_identity_or_game_has_sent_is_not_hers(tmp_path: Path) -> None:
    with computer.sitting_as(tmp_path):
        game = invitation()
        first = sent.accept(seen(game, EVE), "lancaster").letter
        assert sent.accept(seen(game, BOB), "lancaster").letter.to_text() != first.to_text()
        path = next(sent.folder(game).glob("lancaster-accept-*"))
        elsewhere = Game.new(GM, "plantagenet", "Ib", {}, {}, bytes(32))
        sent.folder(elsewhere).mkdir()
        (sent.folder(elsewhere) / path.name).write_bytes(path.read_bytes())
        for who in (BOB, EVE):
            made = sent.accept(seen(elsewhere, who), "lancaster").letter
            assert made.envelope.body.game == elsewhere.ledger.game


def test_under_another_gm_she_is_told_what_another_reply_means(tmp_path: Path) -> None:
    with computer.sitting_as(tmp_path):
        game = invitation()
        first = sent.accept(seen(game, BOB), "lancaster").letter
        claim = seen(game, EVE).claim("gm").envelope
        game.seat(claim, [], "I am ill.")
        after = Game.loads(game.dumps(), EVE)
        other = sent.accept(Game.loads(after.dumps(), BOB), "lancaster")
        assert other.letter.to_text() != first.to_text()
        assert says(other.words, "home.sent.ANOTHER_GM", 2)
        receipts = after.apply({"old": first.to_text()})
        assert isinstance(receipts[0].error, Stale), "the old one can never be used again"
        assert sent.accept(Game.loads(after.dumps(), BOB), "lancaster").letter == other.letter
