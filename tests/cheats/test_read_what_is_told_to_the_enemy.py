"""Hidden mats: Lancaster reads what the GM tells York."""

from __future__ import annotations

import pytest

from pbem.errors import BadOpening
from pbem.protocol import seal

from .table import mailed, order, veiled


def test_his_key_does_not_open_her_story() -> None:
    post = veiled()
    line = post.look("york").legal()[0].line
    assert mailed(post, order(post, "york", line)).error is None
    game = post.look("lancaster")
    record, n = game.save.entries[-1].body.record, game.ledger.n
    hers = next(part for part in record.stories if part.to == "york").sealed
    gm, info = game.ledger.chair.keys.x25519, seal.info("story", game.ledger.game, n)
    key, her_key = game.key, post.look("york").key
    assert key is not None
    assert her_key is not None
    assert seal.undeal(her_key, gm, info, hers)
    with pytest.raises(BadOpening):
        seal.undeal(key, gm, info, hers)


def test_its_length_tells_little() -> None:
    """Stories and sealed orders are padded to buckets."""
    post = veiled()
    sizes = set()
    for place in (0, -1):
        trial = post.copy()
        mail = order(trial, "york", trial.look("york").legal()[place].line)
        assert mailed(trial, mail).error is None
        record = trial.look().save.entries[-1].body.record
        sizes.add(tuple(len(part.sealed) for part in record.stories if part.to != "public"))
    assert len(sizes) == 1
