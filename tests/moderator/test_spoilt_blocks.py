"""A block that cannot be applied: its refusal says what is wrong and what to do, and the next email is applied."""

from __future__ import annotations

import json
import random
from collections.abc import Callable

import pytest

from pbem.ledger.sealed import BUCKET, seal_info
from pbem.protocol import armour, bodies, envelope, seal
from pbem.protocol.bodies import Envelope, Order, Sealed
from tests.cheats.table import ANN, BOB, PARLEY, changed, mustering, order
from tests.says import sentence

from .people import Post

Spoil = Callable[[Post, Envelope], str]


def lines_of(mail: Envelope) -> list[str]:
    return envelope.to_text(mail).splitlines()


def newer(_: Post, mail: Envelope) -> str:
    signed = json.loads(bodies.encode(mail))
    signed["body"]["v"] += 1
    plain = json.dumps(signed, separators=(",", ":"), sort_keys=True, ensure_ascii=False)
    return armour.wrap("ORDER", plain.encode())


def resealed(post: Post, mail: Envelope, x25519: str, plain: bytes) -> str:
    assert isinstance(mail.body, Order)
    data = seal.seal(x25519, seal_info(mail.body, "gm"), plain, BUCKET)
    return envelope.to_text(changed(mail, ANN, sealed=(Sealed("gm", data), mail.body.sealed[1])))


def to_bob(post: Post, mail: Envelope) -> str:
    return resealed(post, mail, post.look().ledger.seats["lancaster"].keys.x25519, b"{}")


def no_orders(post: Post, mail: Envelope) -> str:
    return resealed(post, mail, post.look().ledger.chair.keys.x25519, b'{"a":1}')


AGAIN = sentence("errors.Garbled")
VERSIONS = sentence("errors.Garbled")
SPOILT: dict[str, tuple[Spoil, tuple[str, ...]]] = {
    "anything": (
        lambda _, mail: armour.wrap("ORDER", random.Random(1).randbytes(2500)),
        (sentence("errors.Garbled", word="damaged"), AGAIN, VERSIONS),
    ),
    "another game": (
        lambda _, mail: envelope.to_text(changed(mail, ANN, game="0" * len(mail.body.game))),
        (sentence("errors.WrongGame", "00000000", word="another"), sentence("errors.WrongGame")),
    ),
    "another side's": (
        lambda _, mail: envelope.to_text(changed(mail, BOB)),
        (sentence("protocol.sshsig._difference", word="key"), sentence("errors.BadSignature")),
    ),
    "no end": (
        lambda _, mail: "\n".join(lines_of(mail)[:12]),
        (sentence("errors.Truncated"), sentence("errors.Truncated")),
    ),
    "half a line less": (
        lambda _, mail: "\n".join([*lines_of(mail)[:8], "AAAAA", *lines_of(mail)[9:]]),
        (sentence("protocol.armour._payload", word="part"), AGAIN),
    ),
    "no middle": (
        lambda _, mail: "\n".join([*lines_of(mail)[:8], lines_of(mail)[-1]]),
        (sentence("misread.misread", word="its end"), AGAIN),
    ),
    "another key": (
        to_bob,
        (
            sentence("ledger.sealed.unseal", "york", word="order of"),
            "the GM's key does not open it",
            sentence("ledger.sealed.unseal", word="write"),
        ),
    ),
    "sealed garbage": (
        no_orders,
        (sentence("misread.misread", "the field `a`", word="here"), AGAIN, VERSIONS),
    ),
    "a newer version": (newer, ("`body.v`", VERSIONS)),
    "a newer format": (
        lambda _, mail: envelope.to_text(mail).replace(armour.FORMAT, "PBEM3"),
        (
            sentence("errors.OtherVersion", "a newer", "PBEM3", "PBEM2"),
            sentence("errors.OtherVersion"),
        ),
    ),
    "an early format": (
        lambda _, mail: envelope.to_text(mail).replace(armour.FORMAT, "PBEM1"),
        (sentence("errors.OtherVersion", "an early", "PBEM1", word="says"),),
    ),
}


@pytest.mark.parametrize("name", SPOILT)
def test_a_spoilt_block_is_refused_in_words_that_help(name: str) -> None:
    post = mustering()
    spoil, words = SPOILT[name]
    word = post.look("lancaster").say("say", 0, "Good morning.").to_text()
    bad, good = post.take({"bad": spoil(post, order(post, "york", PARLEY)), "good": word})
    assert bad.error is not None
    for part in words:
        assert part in str(bad.error), str(bad.error)
    assert good.error is None
    assert good.story is not None


def test_an_email_that_comes_twice_is_applied_once_and_so_is_the_next() -> None:
    post = mustering()
    text = envelope.to_text(order(post, "york", PARLEY))
    word = post.look("lancaster").say("say", 0, "Good morning.").to_text()
    first, second, good = post.take({"one": f"{text}\n{text}", "two": text, "word": word})
    assert [one.error for one in (first, second, good)] == [None, None, None]
    assert first.entry == second.entry
    assert post.look().ledger.n == max(first.entry or 0, good.entry or 0)
