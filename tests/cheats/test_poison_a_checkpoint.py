"""Somebody changes the checkpoint beside York's pin, so that her client works from another position."""

from __future__ import annotations

from pathlib import Path

from pbem.gm.game import Game
from pbem.protocol.pins import Pins

from .table import ANN, GM, PARLEY, entries_of, mustering, order


def test_a_checkpoint_that_is_not_the_pinned_one_is_dropped_and_made_again(tmp_path: Path) -> None:
    post = mustering()
    game = post.look("york")
    heads = [entry.head for entry in entries_of(post)]
    pins = Pins(tmp_path)
    pins.settle(heads[0], heads, [GM.public.fingerprint], game.checkpoint())
    assert pins.checkpoint(heads[0]) == game.checkpoint()
    (file,) = tmp_path.glob("*.state")
    for poison in (
        b"",
        b"public\n{}",
        file.read_bytes()[:-1] + bytes([file.read_bytes()[-1] ^ 1]),
        order(post, "york", PARLEY).sig.encode(),
    ):
        file.write_bytes(poison)
        assert pins.checkpoint(heads[0]) is None
        pins.settle(heads[0], heads, [GM.public.fingerprint], game.checkpoint())


def test_one_of_another_log_person_or_make_is_not_taken() -> None:
    post = mustering()
    good, his = post.look("york").checkpoint(), post.look("lancaster").checkpoint()
    for kept in (his, b"public\n" + good[7:], good[:-9], good + b"A", b"sealed\nAAAA"):
        game = Game.loads(post.save, ANN, checkpoint=kept)
        assert game.ledger.marks == post.look().ledger.marks
        assert game.known() == post.look("york").known()
        assert game.side == "york"
