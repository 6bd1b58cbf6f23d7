"""Two worlds that differ only in what one side must not know: Lancaster's Plan."""

from __future__ import annotations

import random
import re

from tests.moderator.people import Post, any_line, played

HASH = re.compile(r"[0-9a-f]{8,}")


def two_worlds() -> tuple[Post, Post]:
    """The same game with two different Plans of Lancaster, each taken by the GM."""
    made = []
    for seed in (1, 2):
        post = played(1)
        while len(post.asked()) < 2 or not all(r.stack for r in post.look().requests):
            post.turn()
        lines = {
            "york": any_line(post.look("york"), random.Random(1)),
            "lancaster": any_line(post.look("lancaster"), random.Random(seed)),
        }
        receipts = post.take({side: post.sent(side, line) for side, line in lines.items()})
        assert all(receipt.error is None for receipt in receipts)
        made.append(post)
    one, other = made
    assert one.look("lancaster").known() != other.look("lancaster").known()
    return one, other


def unhashed(html: str) -> str:
    """A page without the hashes in it, which tell nothing."""
    return HASH.sub("HASH", html)
