"""Lancaster sends a policy that breaks the program when York's order asks it: a veto."""

from __future__ import annotations

import pytest

from pbem.errors import BadScript, PbemError
from pbem.ledger import sealed
from pbem.protocol import bodies, commitment, envelope
from pbem.protocol.bodies import Envelope, Orders, Sealed, Standing

from .table import BOB, PARLEY, Post, mailed, mustering, refusal, sent, verify


def policy(post: Post, kind: str, text: str) -> Envelope:
    """A standing order with any text, which no client of ours would seal."""
    game = post.look("lancaster")
    ledger, author = game.ledger, game._author()
    told = Orders(salt=commitment.new_salt(), standing=True, reactions=((kind, text),))
    made = Standing(
        v=bodies.VERSION,
        game=ledger.game,
        author="lancaster",
        head=ledger.head,
        newest=author.newest,
        at=author.at,
        counter=1,
        commitment=commitment.commit_orders(ledger.game, "lancaster", "standing", 1, 0, told),
        sealed=(Sealed("gm", ""), Sealed("lancaster", "")),
    )
    keys = ledger.chair.keys.x25519, ledger.seats["lancaster"].keys.x25519
    parts = sealed.seal_orders(made, told, *keys, escrow=True)
    return envelope.sign(BOB, bodies.replace(made, sealed=parts))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("intercept", f"no if coin > {'9' * 400}; else no"),
        ("intercept", f"no if {'(' * 300}failed{')' * 300}; else no"),
        ("no_such_kind", "no"),
        ("approach", "stand if units >= 70% of moon; else stand"),
        ("losses", ",".join(["militia"] * 1500)),
    ],
)
def test_a_policy_that_cannot_be_decided_is_refused_by_apply_when_it_comes(
    kind: str, text: str
) -> None:
    post = mustering()
    receipt = mailed(post, policy(post, kind, text))
    assert isinstance(receipt.error, PbemError)
    assert refusal(post, policy(post, kind, text)) is BadScript
    sent(post, "york", PARLEY)
    assert verify(post) == ""
