"""Armour: survives the mail, forgives nothing in the base64."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import BadInput, Garbled, NoBlock, OtherBlock, Oversized, Truncated, TwoBlocks
from pbem.protocol.armour import PROSE, SAVED, unwrap, wrap
from tests.says import worded

PAYLOAD = b'{"body":{' + bytes(range(256)) + 78 * b"."  # ends in two `=`
BLOCK = wrap("ORDER", PAYLOAD)
BODY = "".join(BLOCK.splitlines()[1:-1])


def read(text: str | bytes) -> bytes:
    return unwrap("ORDER", text, 4096)


def quoted(text: str, mark: str = "> ") -> str:
    return "".join(mark + line for line in text.splitlines(keepends=True))


TRANSPORTS: dict[str, str | bytes] = {
    "as it is": BLOCK,
    "bytes": BLOCK.encode(),
    "crlf": BLOCK.replace("\n", "\r\n"),
    "old mac": BLOCK.replace("\n", "\r"),
    "quoted": quoted(BLOCK),
    "quoted in a quote, no space": quoted(quoted(BLOCK), ">"),
    "wrapped again": "\n".join(textwrap.wrap(BLOCK, 40)),
    "wrapped again and quoted": quoted("\n".join(textwrap.wrap(BLOCK, 52))),
    "all on one line": BLOCK.replace("\n", " "),
    "indented": textwrap.indent(BLOCK, "\t   "),
    "blank lines": BLOCK.replace("\n", "\n\n"),
    "nbsp": BLOCK.replace(" ", "\u00a0").replace("\n", "\u00a0\n"),
    "nbsp in latin-1": BLOCK.replace(" ", "\u00a0").encode("latin-1"),
    "zero width space": BLOCK.replace("\n", "\u200b\n"),
    "em and en dash": BLOCK.replace("-----", "—–"),
    "two em dashes and a hyphen": BLOCK.replace("-----", "——-"),
    "non-breaking hyphens": BLOCK.replace("-----", 5 * "\u2011"),
    "bbcode around": f"[quote=ann][code]\n{BLOCK}[/code][/quote]",
    "bbcode on the lines": f"[b][color=#ff0000]{BLOCK.strip()}[/color][/b]",
    "bbcode on each line": "".join(f"[tt]{line}[/tt]\n" for line in BLOCK.splitlines()),
    "padding in quoted-printable": BLOCK.replace("=", "=3D"),
    "a bar before each line": quoted(BLOCK, "| "),
    "initials before each line": quoted(BLOCK, "AB> "),
    "a quoted bar": quoted(quoted(BLOCK, "| ")),
    "bold marks": BLOCK.replace("-----BEGIN", "*-----BEGIN").replace("R-----", "R-----*"),
    "escaped for Markdown": BLOCK.replace("-----BEGIN", "\\-----BEGIN").replace(
        "-----E", "\\-----E"
    ),
    "escaped by PGP": BLOCK.replace("-----BEGIN", "- -----BEGIN").replace("-----END", "- -----END"),
    "soft hyphens": BLOCK.replace("\n", "\u00ad\n"),
    "joiners everywhere": "\u200d".join(BLOCK),
    "direction marks in the marks": BLOCK.replace("BEGIN", "\u200eBEGIN\u2069"),
    "quoted-printable, undecoded": BLOCK.replace("=", "=3D").replace("\n", "=20\n"),
    "soft breaks": f"{BLOCK[:40]}=\n{BLOCK[40:]}".replace("==", "=3D=3D"),
    "broken by sendmail": "!\n ".join([BLOCK[:60], BLOCK[60:200], BLOCK[200:]]),
    "a blank in the wrong charset": BLOCK.replace("\n", "Â\u00a0\n"),
    "wrapped between its padding": BLOCK.replace("==", "=\n="),
    "prose around": f"Hello -- my orders:\n\n{BLOCK}\n-- \nAnn\n-----\n> old text [sic] --",
    "another kind beside it": wrap("RECEIPT", b"x") + BLOCK,
}


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_the_block_survives(transport: str) -> None:
    assert read(TRANSPORTS[transport]) == PAYLOAD


@given(st.binary(min_size=1, max_size=500))
def test_unwrap_is_the_inverse_of_wrap(payload: bytes) -> None:
    block = wrap("ORDER", payload)
    assert read(block) == payload
    assert all(len(line) <= 64 for line in block.splitlines())


def test_another_block() -> None:
    with pytest.raises(
        OtherBlock, match="This is" + r"\s*" + worded("protocol.armour.CALLED", word="public")
    ):
        unwrap("ORDER", wrap("CARD", PAYLOAD), 100)
    with pytest.raises(
        OtherBlock,
        match="This is" + r"\s*" + worded("protocol.armour.describe_foreign_text", word="save"),
    ):
        unwrap("ORDER", SAVED, 100)


def test_no_block() -> None:
    for text in ("", "hello", BLOCK.replace("BEGIN", "BEGlN")):
        with pytest.raises(NoBlock, match="BEGIN PBEM2 ORDER"):
            read(text)


def test_two_blocks() -> None:
    other = wrap("ORDER", PAYLOAD.replace(b".", b"!"))
    cut = BLOCK.replace(BODY[16:19], "")
    for text in (
        BLOCK + other,
        BLOCK + quoted(other),
        BLOCK + BLOCK + other,
        BLOCK + cut,
        BLOCK + BLOCK.splitlines()[-1],
        BLOCK.splitlines()[0] + "\n" + BLOCK,
    ):
        with pytest.raises(TwoBlocks, match=r"[23] sealed texts"):
            read(text)


def test_what_cannot_be_an_envelope_does_not_count_beside_one() -> None:
    """A word cannot be written so that the next mail with it is refused."""
    short = wrap("ORDER", b'{"body":{"type":"order"}}')
    for text in (
        wrap("ORDER", 400 * b"a"),
        short,
        BLOCK.replace(BODY[:8], ""),
        BLOCK.replace(BODY, "a b - c"),
    ):
        assert read(BLOCK + text) == read(text + BLOCK) == PAYLOAD
        with pytest.raises(TwoBlocks):
            read(text + BLOCK + wrap("ORDER", PAYLOAD.replace(b".", b"!")))
    with pytest.raises(TwoBlocks):
        read(short + wrap("ORDER", 400 * b"a"))


def test_what_was_applied_does_not_count_beside_something_new() -> None:
    other = PAYLOAD.replace(b".", b"!")
    both, known = BLOCK + wrap("ORDER", other), {other}
    assert unwrap("ORDER", both, 4096, known.__contains__) == PAYLOAD
    known.add(PAYLOAD)
    assert unwrap("ORDER", both, 4096, known.__contains__) in known
    cut = wrap("ORDER", other).replace(BODY[16:19], "")
    with pytest.raises(TwoBlocks):
        unwrap("ORDER", BLOCK + cut, 4096, {other}.__contains__)
    with pytest.raises(Garbled):
        unwrap("ORDER", BLOCK + cut, 4096, {PAYLOAD}.__contains__)


def test_the_same_block_twice_is_one() -> None:
    for text in (BLOCK + BLOCK, BLOCK + quoted(BLOCK), BLOCK + BLOCK.replace("\n", " ")):
        assert read(text) == PAYLOAD


def test_the_refusal_of_an_empty_mail_can_be_quoted() -> None:
    """Whoever answers it with his order sends one block, not two."""
    with pytest.raises(NoBlock) as refused:
        read("")
    assert read(f"{BLOCK}\n> {refused.value}\n") == PAYLOAD


def test_every_prefix_is_truncated_or_no_block() -> None:
    for end in range(len(BLOCK) - 1):
        with pytest.raises((Truncated, NoBlock, Garbled)):
            read(BLOCK[:end])


@pytest.mark.parametrize(
    "body",
    [
        BODY[:-1],
        BODY[:-2],
        BODY + "=",
        BODY[1:],
        BODY[:-3] + "x==",
        BODY.replace("/", "_"),
        "",
        "AB==",
        "*" + BODY,
        BODY[:20] + ">" + BODY[20:],
        BODY[:20] + "=" + BODY[20:],
    ],
)
def test_base64_has_one_spelling(body: str) -> None:
    with pytest.raises(Garbled):
        read(f"-----BEGIN PBEM2 ORDER-----\n{body}\n-----END PBEM2 ORDER-----\n")


def test_dashes_are_counted() -> None:
    for run in ("----", "------", "–-", "-", "â€”â€”-"):
        with pytest.raises(
            Garbled, match=worded("protocol.armour.unwrap", "PBEM2", "ORDER", word="dashes")
        ):
            read(BLOCK.replace("-----", run))
    with pytest.raises(NoBlock):
        read("Write a line that says BEGIN PBEM2 ORDER, in dashes.")


def test_oversized() -> None:
    assert unwrap("ORDER", BLOCK, len(PAYLOAD)) == PAYLOAD
    with pytest.raises(Oversized, match="bytes"):
        unwrap("ORDER", BLOCK, len(PAYLOAD) - 1)
    with pytest.raises(Oversized, match=worded("protocol.armour.unwrap", word="characters")):
        unwrap("ORDER", (PROSE + 8 * 4096 + 1) * "-", 4096)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", ["-", " ", "> ", "[b]", "--BEGIN ", "[", "-----BEGIN PBEM2 ORDER", "—"]
)
def test_a_hostile_mail_is_read_in_linear_time(piece: str) -> None:
    with pytest.raises(BadInput):
        read(piece * (PROSE // len(piece)))


@pytest.mark.slow
def test_only_white_space_leaves_the_payload_as_it_was() -> None:
    """Every character changed, dropped or doubled; the signature catches what decodes otherwise."""
    block = BLOCK.strip()
    for at, was in enumerate(block):
        for now in ("", was + was, "A", "-", "=", "\n", " ", "é", "]", ","):
            text = block[:at] + now + block[at + 1 :]
            try:
                payload = read(text)
            except BadInput:
                continue
            same = "".join(text.split()) == "".join(block.split())
            assert same == (payload == PAYLOAD), (at, now)
