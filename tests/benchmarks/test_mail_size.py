"""PROTOCOL.md, rule 10: what comes by mail is read in a time that grows as its size does.

pytest tests/benchmarks/test_mail_size.py --benchmark-enable --benchmark-only
--benchmark-timer=time.process_time: each kind of bad mail in five sizes; the table at the end tells
by which power of the size the CPU time grew from the second to the last.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from pbem.engine import condition, script
from pbem.errors import PbemError
from pbem.mail.read.message import text_of
from pbem.protocol.armour import FORMAT, wrap
from pbem.protocol.envelope import from_text
from tests.tiers import soaked

SIZES = [1 << 16, 1 << 17, 1 << 18, 1 << 19, 1 << 20]
TOP = b"From: a@b\nSubject: x\nMIME-Version: 1.0\n"
PAGE = TOP + b"Content-Type: text/html\n\n"
MIXED = TOP + b"Content-Type: multipart/mixed; boundary=q\n\n"
TEXT = TOP + b"Content-Type: text/plain\n\n"
CODED = TOP + b"Content-Type: text/plain\nContent-Transfer-Encoding: "

BEGIN, END = (f"-----{word} {FORMAT} ORDER-----\n".encode() for word in ("BEGIN", "END"))

# What stands above, and what is repeated until the size is reached.
MAILS: dict[str, tuple[bytes, bytes]] = {
    "bare_text": (b"", b"From here on, my orders: "),
    "angle_brackets": (PAGE, b"<"),
    "open_tags": (PAGE, b"<a "),
    "open_comments": (PAGE, b"<!--"),
    "tags": (PAGE, b"<p>x</p>"),
    "entities": (PAGE, b"&#9"),
    "long_references": (PAGE, b"&#99999999999999999999"),
    "parts": (MIXED, b"--q\n\nhi\n"),
    "nearly_boundaries": (MIXED, b"--qq\n\nhi\n"),
    "blanks_behind_boundaries": (MIXED, b"--q" + b" " * 500 + b"x\n"),
    "nested_parts": (TOP, b"Content-Type: multipart/mixed; boundary=q\n\n--q\n"),
    "nested_mails": (TOP, b"Content-Type: message/rfc822\n\n"),
    "parameters": (TOP + b"Content-Type: text/plain", b"; a=b"),
    "brackets": (TOP + b"Content-Type: text/plain ", b"("),
    "fields": (TOP, b"A: b\n"),
    "folded_fields": (TOP, b"A: b\n c\n"),
    "colons": (TOP, b":"),
    "blank_lines": (b"", b"\n"),
    "carriage_returns": (b"", b"\r"),
    "mbox": (b"From a\n" + TOP, b"\n\nFrom a\nA: b\n"),
    "base64_in_pieces": (CODED + b"base64\n\n", b"QQ=="),
    "quoted_printable": (CODED + b"quoted-printable\n\n", b"=3D=\n"),
    "punycode": (TOP + b"Content-Type: text/plain; charset=punycode\n\n", b"a-"),
    "quotes": (TEXT, b"> "),
    "quoted_lines": (TEXT, b"> > x\n"),
    "bbcode": (TEXT, b"[a="),
    "dashes": (TEXT, b"----- "),
    "begins": (TEXT, BEGIN),
    "ends": (TEXT, END),
    "blocks": (TEXT, BEGIN + b"AAAA\n" + END),
    "half_marks": (TEXT, BEGIN[:-6] + b"\n"),
    "soft_breaks": (TEXT + BEGIN, b"=\n"),
    "sendmail": (TEXT + BEGIN, b"!\n "),
    "invisible": (TEXT, "\u200b".encode()),
}
PAYLOADS = {
    "unclosed_string": (b"[" * 40 + b'"', b'\\"'),
    "brackets_in_a_string": (b"[" * 40 + b'"', b"["),
    "digits": (b"[" * 9, b"9"),
    "objects": (b"[", b'{"a":1},'),
}
TEXTS: dict[str, tuple[Callable[[str], object], str]] = {
    "not": (condition.parse, "not "),
    "brackets": (condition.parse, "("),
    "digits": (condition.parse, "9"),
    "blanks": (condition.parse, " "),
    "repeat": (script.read, "9"),
    "statements": (script.read, "a: x\n"),
    "commas": (script.read, "x, "),
    "ifs": (script.read, "a if b "),
}


def kinds_of_blocks(size: int) -> bytes:
    """Alternatives with a block of another kind on each line."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    kinds = map("".join, itertools.islice(itertools.product(letters, repeat=4), size // len(BEGIN)))
    begins = b"".join(f"-----BEGIN {FORMAT} {kind}-----\n".encode() for kind in kinds)
    return MIXED.replace(b"mixed", b"alternative") + b"--q\n\n" + begins + b"--q\n\nx\n--q--\n"


def refused(read: Callable[[], object]) -> None:
    try:
        read()
    except PbemError:
        return


@pytest.mark.slow
@pytest.mark.parametrize("size", soaked([(size,) for size in SIZES], [(SIZES[0],), (SIZES[-1],)]))
@pytest.mark.parametrize("kind", MAILS)
def test_mail(benchmark: BenchmarkFixture, kind: str, size: int) -> None:
    top, piece = MAILS[kind]
    raw = top + piece * ((size - len(top)) // len(piece))
    benchmark.extra_info["bytes"] = size
    once(benchmark, lambda: from_text(text_of(raw), "ORDER"))


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", ["kinds_of_blocks"])
def test_alternatives(benchmark: BenchmarkFixture, kind: str, size: int) -> None:
    raw = kinds_of_blocks(size)
    benchmark.extra_info["bytes"] = size
    once(benchmark, lambda: from_text(text_of(raw), "ORDER"))


@pytest.mark.parametrize("size", [size // 32 for size in SIZES])
@pytest.mark.parametrize("kind", PAYLOADS)
def test_payload(benchmark: BenchmarkFixture, kind: str, size: int) -> None:
    top, piece = PAYLOADS[kind]
    mail = wrap("ORDER", top + piece * ((size - len(top)) // len(piece)))
    benchmark.extra_info["bytes"] = size
    once(benchmark, lambda: from_text(mail, "ORDER"))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", TEXTS)
def test_text(benchmark: BenchmarkFixture, kind: str, size: int) -> None:
    read, piece = TEXTS[kind]
    text = piece * (size // len(piece))
    benchmark.extra_info["bytes"] = size
    once(benchmark, lambda: read(text))


def once(benchmark: BenchmarkFixture, read: Callable[[], object]) -> None:
    benchmark.pedantic(refused, (read,), rounds=1 if benchmark.disabled else 5)
