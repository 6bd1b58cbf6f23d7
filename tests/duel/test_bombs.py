"""A file that the opponent has signed and that is no game, or one in another spelling: it changes nothing."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from pbem.duel.duellist import Duellist
from pbem.errors import BrokenChain, Garbled, NotCanonical, PbemError
from pbem.protocol import bodies, canonical
from pbem.protocol import save as savefile
from pbem.protocol.entry import Entry, namespace
from tests.cheats.test_bomb_the_inbox import work

from .test_cheats import deciding, entered, first_line, order_of

BOMBS = {
    "deep": b"[" * 60_000,
    "deeper": b'{"body":' * 7_000,
    "numbers": b'{"v":' + b"9" * 60_000 + b"}",
    "long": b"A" * 300_000,
    "bytes": b"\x00\xff" * 30_000,
}


def signed(author: Duellist, data: bytes) -> bytes:
    return data + f"# signed: {author.identity.sign(savefile.NAMESPACE, data)}\n".encode()


def log(author: Duellist) -> bytes:
    """The author's file above the order and the signature."""
    data = author.email()
    return data[: data.rindex(b"\n[order]\n")]


def as_entry(author: Duellist, bomb: bytes) -> bytes:
    entry = Entry(bomb, author.identity.sign("pbem2-entry", bomb))
    return savefile.write({}, {}, (*author.entries, entry), author.identity, True)


PLACES: dict[str, Callable[[Duellist, bytes], bytes]] = {
    "the file": lambda author, bomb: bomb,
    "a table": lambda author, bomb: signed(
        author, b"# A duel played with pbem." + bomb + log(author)
    ),
    "an entry": as_entry,
    "the order": lambda author, bomb: signed(
        author, log(author) + b"\n[order]\nbody = '''" + bomb + b"'''\nsig = 'AAAA'\n\n"
    ),
    "a key": lambda author, bomb: signed(
        author, log(author) + b"\n[[reveal]]\nbody = '''" + bomb + b"'''\nsig = 'AAAA'\n\n"
    ),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_bomb_is_refused_and_nothing_is_changed(bomb: str) -> None:
    author, witness = deciding()
    author.decide([first_line(author)])
    before = witness.email()
    for name, place in PLACES.items():
        data = place(author, BOMBS[bomb])

        def take(data: bytes = data) -> None:
            with pytest.raises(PbemError):
                witness.apply(data)

        assert work(take) < 20_000, name
        assert witness.email() == before
    assert witness.apply(author.email()).trouble is None


def test_only_one_spelling_of_an_order_and_of_an_entry_is_read() -> None:
    """Else one signature could be read in two ways, and one order would have two entries."""
    author, witness = deciding()
    author.decide([first_line(author)])
    for body in respellings(bodies.encode(order_of(author).body)):
        sig = author.identity.sign("pbem2-duel", body).encode()
        order = b"\n[order]\nbody = '''" + body + b"'''\nsig = '" + sig + b"'\n\n"
        with pytest.raises((NotCanonical, Garbled)):
            witness.apply(signed(author, log(author) + order))
    assert witness.apply(author.email()).trouble is None
    author, witness = entered()
    last, space = witness.entries[-1], namespace(witness.ledger.game, witness.ledger.n)
    for body in respellings(last.raw):
        entries = (*witness.entries[:-1], Entry(body, witness.identity.sign(space, body)))
        with pytest.raises((NotCanonical, Garbled, BrokenChain)):
            author.apply(savefile.write({}, {}, entries, witness.identity, True))
    assert author.apply(witness.email()).trouble is None


def respellings(raw: bytes) -> list[bytes]:
    plain = json.loads(raw)
    return [
        json.dumps(plain, sort_keys=True).encode(),
        json.dumps(dict(reversed(plain.items())), separators=(",", ":")).encode(),
        raw.replace(b"place", b"\\u0070lace", 1),
        raw[:-1] + b',"v":2}',
        canonical.encode({**plain, "more": 1}),
        raw.replace(b'"v":2', b'"v":2.0'),
    ]


@pytest.mark.parametrize("line", ["fly to the moon", "if failed and not failed: pass"])
def test_an_order_of_as_many_lines_as_there_may_be_is_carried_out_in_short_time(line: str) -> None:
    author, witness = deciding()
    author.decide([first_line(author), *[line] * 127])
    assert work(lambda: witness.apply(author.email())) < 300_000
    assert witness.entries[-1].body.record.decisions
