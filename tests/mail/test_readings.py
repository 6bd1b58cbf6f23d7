"""Which reading of a part counts: the first in which every block is whole, found with one look at each text."""

from __future__ import annotations

import base64
from itertools import count

import pytest

from pbem.mail.read import parts
from pbem.mail.read.message import text_of
from pbem.protocol import armour, envelope
from tests.moderator.people import seated

HEAD = b"From: Ann <a@b.example>\nSubject: x\nMIME-Version: 1.0\n"
POST = seated().ready()


def word(padding: int) -> bytes:
    """A block whose base64 ends in this number of `=`."""
    for length in count(1):
        block = POST.look("lancaster").say("say", 0, "x" * length).to_text().encode()
        lines = block.strip().split(b"\n")
        if lines[-2].endswith(b"=" * padding) and not lines[-2].endswith(b"=" * (padding + 1)):
            return block
    raise AssertionError


BLOCKS = [word(padding) for padding in range(3)]
BROKEN = BLOCKS[0].replace(BLOCKS[0][200:210], b"", 1)


def labelled(kind: bytes, encoding: bytes, body: bytes) -> bytes:
    fields = b"Content-Type: " + kind + b"\nContent-Transfer-Encoding: " + encoding
    return HEAD + fields + b"\n\n" + body


def multipart(kind: bytes, *inner: bytes) -> bytes:
    between = b"".join(b"--q\n" + part + b"\n" for part in inner)
    return HEAD + b"Content-Type: multipart/" + kind + b"; boundary=q\n\n" + between + b"--q--\n"


@pytest.mark.parametrize("block", BLOCKS, ids=["==0", "==1", "==2"])
@pytest.mark.parametrize("encoding", [b"quoted-printable", b"base64", b"x-unknown"])
def test_a_transfer_encoding_that_was_never_applied_costs_no_block(
    encoding: bytes, block: bytes
) -> None:
    text = text_of(labelled(b"text/plain", encoding, b"My orders.\n\n" + block))
    assert envelope.from_text(text, "WORD") == envelope.from_text(block, "WORD")


@pytest.mark.parametrize("first", BLOCKS, ids=["==0", "==1", "==2"])
def test_nor_one_of_several(first: bytes) -> None:
    """The old one below it survives a reading in which the new one is damaged."""
    for second in BLOCKS:
        text = text_of(labelled(b"text/plain", b"quoted-printable", first + b"\n\n" + second))
        known = {envelope.digest(envelope.from_text(second, "WORD"))}
        assert envelope.from_text(text, "WORD", known) == envelope.from_text(first, "WORD")


def test_of_two_forms_the_one_in_which_all_blocks_are_whole_counts() -> None:
    old, new = BLOCKS[1], BLOCKS[0]
    cut = b"Content-Type: text/plain\n\n" + BROKEN + b"\n" + old
    good = b"Content-Type: text/html\n\n<p>" + new + b"</p>\n<p>" + old + b"</p>"
    known = {envelope.digest(envelope.from_text(old, "WORD"))}
    for forms in ((cut, good), (good, cut)):
        text = text_of(multipart(b"alternative", *forms))
        assert envelope.from_text(text, "WORD", known) == envelope.from_text(new, "WORD")


@pytest.mark.parametrize("block", [b"PBEM2 ", BLOCKS[0], b"-----BEGIN PBEM2 ORDER-----\n"])
def test_nested_forms_are_looked_through_once(
    block: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each text once, however deep it is nested: the work is counted, not timed."""
    leaf = block * (40_000 // len(block))
    raw = b"Content-Type: text/plain\n\n" + leaf
    for n in range(parts.MOST_NESTED - 1):
        line = b"--q%d\n" % n
        raw = b"Content-Type: multipart/alternative; boundary=q%d\n\n" % n + line + raw + b"\n"
    looked = 0

    def counted(text: str) -> tuple[int, int]:
        nonlocal looked
        looked += len(text)
        return armour.blocks(text)

    monkeypatch.setattr(parts, "blocks", counted)
    text_of(HEAD + raw)
    assert len(leaf) <= looked <= len(leaf) + 100


def test_blocks_are_looked_through_once_of_however_many_kinds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    read, digits = 0, armour._digits

    def counted(clean: str, begin: object, end: object) -> str:
        nonlocal read
        found = digits(clean, begin, end)  # type: ignore[arg-type]
        read += len(found)
        return found

    monkeypatch.setattr(armour, "_digits", counted)
    kinds = ["A" * n for n in range(1, 200)]
    text = "".join(f"-----BEGIN PBEM2 {kind}-----\nAAAA\n" for kind in kinds)
    text += "".join(f"-----END PBEM2 {kind}-----\n" for kind in kinds)
    assert armour.blocks(text + BLOCKS[0].decode()) == (1, 0)
    assert read <= len(text) + len(BLOCKS[0])


PICTURES = [b"image/x-portable-bitmap", b"image/jpeg", b"audio/x-order", b"video/x-ord", b"font/x"]


@pytest.mark.parametrize("kind", PICTURES)
def test_a_text_attached_as_a_picture_is_read_if_a_sealed_text_is_in_it(kind: bytes) -> None:
    coded = labelled(kind, b"base64", base64.encodebytes(BLOCKS[2]))
    text = text_of(multipart(b"mixed", b"\nMy orders are attached.\n", coded))
    assert envelope.from_text(text, "WORD") == envelope.from_text(BLOCKS[2], "WORD")


def test_a_picture_stays_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """It counts for no text, however large it is, and is not even looked through for blocks."""
    monkeypatch.setattr(parts, "blocks", lambda _: pytest.fail("looked through"))
    picture = base64.encodebytes(b"\x89PNG\r\n\x1a\n" + bytes(2 * parts.MOST_TEXT // 3))
    mail = multipart(b"mixed", b"\n" + BLOCKS[0], *[labelled(b"image/png", b"base64", picture)] * 3)
    assert envelope.from_text(text_of(mail), "WORD") == envelope.from_text(BLOCKS[0], "WORD")
