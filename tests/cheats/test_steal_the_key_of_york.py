"""A thief has Anne's identity file; or only her mails; or her folder with its checkpoints."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import BadPassphrase, Equivocation, SeatLost
from pbem.gm.game import Game
from pbem.ledger.holder import from_checkpoint
from pbem.protocol import envelope
from pbem.protocol.keys import Identity

from .table import (
    ANN,
    BOB,
    EVE,
    OTHER_PARLEY,
    PARLEY,
    mailed,
    mustering,
    order,
    planning,
    stacked,
)


@pytest.mark.slow
def test_the_identity_file_alone_opens_nothing(tmp_path: Path) -> None:
    path = tmp_path / "identity"
    ANN.save(path, "correct horse")
    assert ANN.sign("pbem2-said", b"x").encode() not in path.read_bytes()
    with pytest.raises(BadPassphrase):
        Identity.load(path, "battery staple")


def test_two_hands_with_one_key_stop_each_other() -> None:
    """The thief's order and hers have one number: neither counts, both receipts say so, and she takes a new key."""
    post = mustering()
    mails = {"hers": order(post, "york", PARLEY), "his": order(post, "york", OTHER_PARLEY)}
    receipts = post.take({name: envelope.to_text(mail) for name, mail in mails.items()})
    assert [type(receipt.error) for receipt in receipts] == [Equivocation, Equivocation]


def test_after_a_new_key_the_stolen_one_signs_nothing() -> None:
    post = mustering()
    stolen = order(post, "york", PARLEY)
    claim = Game.loads(post.save, EVE).claim("york").envelope
    game = post.look("gm")
    game.seat(claim, [], "Her key was stolen.")
    post.save, post.kept = game.dumps(), {}
    assert isinstance(mailed(post, stolen).error, SeatLost)


def test_a_checkpoint_in_a_stolen_folder_holds_no_secret_in_clear() -> None:
    post = planning()
    assert mailed(post, stacked(post, "york")).error is None
    game = post.look("york")
    kept = game.checkpoint()
    plan = [slot for slot in game.known() if slot.startswith("plan:york")]
    assert plan
    for slot in plan:
        assert slot.encode() not in kept
        assert game.ledger.position.secrets[slot].salt.encode() not in kept
    for thief in (BOB, EVE, None):
        assert from_checkpoint(thief, game.save.entries, kept) is None
    assert from_checkpoint(ANN, game.save.entries, kept) is not None
