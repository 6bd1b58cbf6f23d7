"""A GM who has the chair from another gives the next one a false key in place of an earlier one: what was sealed to
that GM could never be opened again."""

from __future__ import annotations

from unittest import mock

import pytest

from pbem.errors import FalseEntry
from pbem.gm.game import Game
from pbem.ledger.holder import key_of
from pbem.proof.audit import audit
from pbem.protocol import envelope, save, seal
from pbem.protocol.bodies import VERSION, Chaired, Reveal
from pbem.protocol.keys import GameKey, Identity
from tests.moderator.people import Post
from tests.says import worded

from .table import EVE, GM, mustering

NEXT = Identity(bytes([21]) * 32, "Gwen")


def chaired(post: Post, gm: Game, who: Identity, role: str) -> Post:
    """The GM gives somebody the chair, or a place next to it."""
    claim = Game.loads(post.save, who).claim("gm", as_co_gm=role == "co").envelope
    gm.seat(claim, [], "I am tired.", role)
    post.save, post.kept = gm.dumps(), {}
    return post


def accused(post: Post, keys: dict[GameKey, Identity]) -> set[str]:
    """Whom an audit contradicts, with the keys of all GMs before and that of the next one."""
    entries = save.read(post.save, []).entries
    last = entries[-1].body.step
    assert isinstance(last, Chaired)
    keys = {**keys, key_of(NEXT, entries[0].head, last.order.body): NEXT}
    published = [
        Reveal(v=VERSION, game=entries[0].head, author="gm", key=key.root.hex()) for key in keys
    ]
    found = audit(
        entries,
        [
            envelope.sign_reveal(who, body)
            for who, body in zip(keys.values(), published, strict=True)
        ],
    )
    return {row.party for row in found.contradicted}


@pytest.mark.parametrize("role", ["handover", "co"])
@pytest.mark.parametrize("lost", [0, 1])
def test_the_next_gm_gets_the_key_of_each_gm_before(role: str, lost: int) -> None:
    post = mustering()
    chaired(post, post.look("gm"), EVE, "handover")
    honest = chaired(post.copy(), Game.loads(post.save, EVE), NEXT, role)
    assert Game.loads(honest.save, NEXT).verify().entries == honest.look().ledger.n + 1
    deal, eve = seal.deal, Game.loads(post.save, EVE)
    keys = [*eve.holder.keys.values()]
    kept = keys[lost].root.hex().encode()

    def without(sender: GameKey, to: str, info: bytes, plain: bytes, bucket: int) -> str:
        plain = plain.replace(kept, 64 * b"a") if b"escrow" in info else plain
        return deal(sender, to, info, plain, bucket)

    with mock.patch.object(seal, "deal", without):
        chaired(post, eve, NEXT, role)
    with pytest.raises(FalseEntry, match=worded("ledger.handover.keys_handed_over", word="keys")):
        Game.loads(post.save, NEXT).verify()
    of_gms = dict(zip(keys, (GM, EVE), strict=True))
    assert (accused(honest, of_gms), accused(post, of_gms)) == (set(), {"gm"})
