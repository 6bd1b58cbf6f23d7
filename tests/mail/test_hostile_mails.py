"""A mail harms only itself (PROTOCOL.md, rule 10): bounded before anything is read, its own receipt."""

from __future__ import annotations

import email
import email.policy
import json
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.errors import BadScript, Bug, Garbled, NoBlock, Oversized, PbemError, TooTangled
from pbem.mail.read import header, parts
from pbem.mail.read.message import LIMIT, text_of
from pbem.player import compose
from pbem.player.robots import bot_lines
from pbem.protocol import armour, bodies, canonical, envelope
from pbem.protocol.armour import FORMAT
from pbem.protocol.bodies import Order
from tests.cli.console import Console
from tests.moderator.people import Post, accept, invited, seated, with_plans
from tests.moderator.writer import lenient, opened
from tests.says import Pattern, says

TOP = b"From: a@b\nSubject: x\nMIME-Version: 1.0\n"


def nested_mails(count: int) -> bytes:
    return TOP + b"Content-Type: message/rfc822\n\n" * count + b"A: b\n\nhello\n"


def nested_parts(count: int) -> bytes:
    inner = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (n, n) for n in range(count)
    )
    return TOP + inner + b"\nhello\n"


def many_parts(count: int) -> bytes:
    return (
        TOP + b"Content-Type: multipart/mixed; boundary=q\n\n" + b"--q\n\nhi\n" * count + b"--q--\n"
    )


def many_fields(count: int) -> bytes:
    return TOP + b"X-A: b\n" * count + b"\nhello\n"


def typed(kind: bytes, text: bytes = b"hello") -> bytes:
    return TOP + b"Content-Type: " + kind + b"\n\n" + text + b"\n"


HOSTILE = {
    "mails in mails": (nested_mails(3000), TooTangled),
    "parts in parts": (nested_parts(1000), TooTangled),
    "many parts": (many_parts(16_000), TooTangled),
    "many empty parts": (many_parts(100_000), TooTangled),
    "many fields": (many_fields(16_000), TooTangled),
    "a field without end": (TOP + b"X: " + b"y" * 2**20 + b"\n\nhello", NoBlock),
    "a header without end": (TOP + b"X: y\n" * 2**18, TooTangled),
    "brackets in the type": (typed(b"text/plain" + b"(" * 2000), NoBlock),
    "brackets as the type": (typed(b"(" * 2000), NoBlock),
    "quotes in the type": (typed(b'text/plain; a="' + b'\\"' * 2000), NoBlock),
    "many parameters": (typed(b"text/plain" + b"; a=b" * 16_000), NoBlock),
    "an endless boundary": (typed(b"multipart/mixed; boundary=" + b"b" * 3000), NoBlock),
    "an endless reference": (typed(b"text/html", b"<p>&#" + b"9" * 5000 + b";"), NoBlock),
    "tags that never end": (typed(b"text/html", b"<a " * 2**19), NoBlock),
    "nothing but padding": (typed(b"text/plain", b"=" * 2**20), NoBlock),
    "a slow codec": (typed(b"text/plain; charset=punycode", b"a" * 2**20), NoBlock),
    "a codec of no text": (typed(b"text/plain; charset=zlib"), NoBlock),
    "more than a mail": (b"x" * (LIMIT + 1), Oversized),
    "a bare text of 4 MB": (b"x" * 2**22, Oversized),
    "more text than a mail": (typed(b"text/plain", b"x" * (parts.MOST_TEXT + 1)), Oversized),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_mail_is_refused_in_words(name: str) -> None:
    raw, kind = HOSTILE[name]
    with pytest.raises(kind) as refused:
        envelope.from_text(text_of(raw), "ORDER")
    assert len(str(refused.value)) < 500


def test_the_bounds_let_through_what_people_send() -> None:
    order = asked().sent("york", asked().look("york").legal()[0].line).encode()
    fields = many_fields(header.MOST_FIELDS - 10).replace(b"hello\n", order)
    within = many_parts(parts.MOST_PARTS - 2).replace(b"hi\n", order, 1)
    deep = nested_mails(parts.MOST_NESTED - 1).replace(b"hello\n", order)
    for raw in (fields, within, deep):
        assert isinstance(envelope.from_text(text_of(raw), "ORDER").body, Order)


PIECES = [b"From: a@b\n", b"Content-Type: ", b"multipart/mixed", b"; boundary=", b"q", b'"', b"\n--q",
          b"--", b"\n", b"\r", b"\n\n", b"message/rfc822", b"text/html", b"<", b">", b"&#9", b"\xff\xfe",
          b"\x00", b"=", b"base64", b"Content-Transfer-Encoding: ", b"From ", b"!\n ", b"\\", FORMAT.encode(),
          *(f"-----{w} {FORMAT} ORDER-----".encode() for w in ("BEGIN", "END")), b"multipart/alternative",
          b"charset=utf-16", b"application/x", b"Auto-Submitted: ", b"(", b"\xe2\x80\x94"]  # fmt: skip


@given(st.one_of(st.binary(max_size=300), st.lists(st.sampled_from(PIECES)).map(b"".join)))
def test_no_bytes_make_the_reader_crash(raw: bytes) -> None:
    try:
        envelope.from_text(text_of(raw), "ORDER")
    except PbemError:
        return


@st.composite
def trees(draw: st.DrawFn, depth: int = 4) -> tuple[EmailMessage, list[str]]:
    """A mail as Python builds one, and the texts of its leaves."""
    made = EmailMessage(email.policy.SMTP if draw(st.booleans()) else email.policy.default)
    if depth == 0 or draw(st.booleans()):
        word = draw(
            st.sampled_from(["order", "Grüße", "=3D", "From here", "a\n\nb", "--", "x" * 200])
        )
        text = f"{word} {draw(st.integers(0, 10**9))}"
        coding = draw(st.sampled_from(["base64", "quoted-printable", "8bit"]))
        if coding == "8bit" and len(text) > 78:
            coding = "base64"
        made.set_content(text, cte=coding)
        return made, [text]
    children = draw(st.lists(trees(depth - 1), min_size=1, max_size=3))
    if len(children) == 1:
        made.make_mixed()
        made.add_attachment(children[0][0])  # as message/rfc822
        return made, children[0][1]
    made.make_mixed()
    for child, _ in children:
        made.attach(child)
    return made, [text for _, texts in children for text in texts]


@pytest.mark.slow
@given(trees())
def test_all_leaves_are_found_in_what_python_writes(tree: tuple[EmailMessage, list[str]]) -> None:
    """Python's own writer and its parser's `walk` are the other opinion."""
    made, texts = tree
    made["Subject"], made["From"] = "x", "a@b"
    raw = made.as_bytes()
    found = [
        leaf.strip().replace("\r\n", "\n")
        for leaf in parts.leaves(raw.replace(b"\r\n", b"\n"), parts.EmailContents())
    ]
    assert found == texts
    parsed = email.message_from_bytes(raw, policy=email.policy.default)
    other = [
        part.get_content().strip().replace("\r\n", "\n")
        for part in parsed.walk()
        if part.get_content_maintype() == "text"
    ]
    assert found == other


NOT_NOT = "not " * 3000


def asked() -> Post:
    """York is asked something."""
    return seated().ready()


def spoilt(text: str, kind: str, **fields: object) -> str:
    """A mail with fields that no program of ours would write."""
    body = json.loads(bodies.encode(opened(text)))
    body["body"] |= fields
    return armour.wrap(kind, canonical.encode(body))


@pytest.mark.parametrize(
    "line",
    [
        f"repeat {'9' * 5000}: ready",
        f"ready if {NOT_NOT}failed",
        f"ready if {'(' * 3000}failed{')' * 3000}",
        f"ready if failed > {'9' * 400}",
        f"ready if {'9' * 400}% of failed",
        "\n".join(["ready"] * 5000),
        "ready;" * 5000,
        "ready " * 5000,
        ", ".join(["ready"] * 3000),
    ],
)
def test_a_hostile_order_is_refused_and_the_next_mail_taken(line: str) -> None:
    """His program tries nothing out; what does not fit into a signed body he cannot even send."""
    post = asked()
    try:
        bad_mail = lenient(post, "york", line)
    except PbemError:
        return
    bad, good = post.take({"a": bad_mail, "b": said(post)})
    assert isinstance(bad.error, PbemError)
    assert not isinstance(bad.error, Bug)
    assert len(str(bad.error)) < 500
    assert good.error is None


def said(post: Post) -> str:
    """A good mail of the other side."""
    return post.look("lancaster").say("say", 0, "Hello.").to_text()


def before_plan() -> Post:
    saves = [Post(data) for data in with_plans(2).saves]
    return next(p for p in saves if any(r.stack and r.side == "york" for r in p.look().requests))


@pytest.mark.slow
@pytest.mark.parametrize("where", ["scripts", "reactions"])
@pytest.mark.parametrize("text", [f"x if {NOT_NOT}failed", f"repeat {'9' * 500}: x", "x;" * 3000])
def test_a_hostile_sealed_text_is_refused_and_the_next_mail_taken(text: str, where: str) -> None:
    post = before_plan() if where == "scripts" else asked()
    sealed: dict[str, Any] = {where: {"1" if where == "scripts" else "hits": text}}
    look = post.look("york")
    with mock.patch.object(compose, "check"):  # his program does not look
        try:
            bad_mail = look.orders(bot_lines(look, 1), **sealed).to_text()
        except PbemError:  # too long for any body
            return
    bad, good = post.take({"a": bad_mail, "b": said(post)})
    assert isinstance(bad.error, BadScript)
    assert good.error is None


def test_a_statement_with_fields_of_the_wrong_type_is_only_garbled() -> None:
    post = seated()
    mail = post.look("york").say("dispute", 1, "?").to_text()
    bad_mail = spoilt(mail, "WORD", head=[])
    bad, good = post.take({"a": bad_mail, "b": post.sent("york", "ready")})
    assert isinstance(bad.error, Garbled)
    assert good.error is None


@pytest.mark.parametrize(
    "where", ["ledger.sealed.unseal", "ledger.orders.check_answering", "gm.game.Entry.signed"]
)
def test_a_bug_is_the_receipt_of_its_mail_and_the_game_stands_as_it_was(where: str) -> None:
    """Whatever rules or reader raise: the mail is refused, nothing is half done, and it can come again."""
    post = asked()
    before = post.save
    pile: dict[str, str | bytes] = {"york": post.sent("york", post.look("york").legal()[0].line)}
    with mock.patch(f"pbem.{where}", side_effect=ZeroDivisionError("deep inside")):
        (bad,) = post.take(pile)
    assert isinstance(bad.error, Bug)
    assert "ZeroDivisionError: deep inside in " in str(bad.error)
    assert post.save == before
    (good,) = post.take(pile)
    assert good.error is None


def test_apply_takes_the_others_of_a_pile_and_exits_with_1(tmp_path: Path) -> None:
    post = seated()
    console = Console(tmp_path, post.save)
    good = [
        console.mail(post.sent("york", "ready"), "york.txt"),
        console.mail(said(post), "lancaster.txt"),
    ]
    bad = [
        console.mail(raw, f"{n}.eml")
        for n, (raw, _) in enumerate(HOSTILE.values())
        if len(raw) < 2**20
    ]
    bug = console.mail("a bug", "bug.eml")

    def read(path: Path) -> bytes:
        if path.name == "bug.eml":
            raise RecursionError("too deep")
        return path.read_bytes()

    done = console.type("gm", "apply", "game.toml", *bad, good[0], *bad, good[1], *bad)
    assert done.code == 2
    assert "lancaster.txt: entry 3" in done.out
    assert "york.txt: entry 4" in done.out
    assert "Traceback" not in done.err
    with mock.patch("pbem.cli.apply.message.raw", side_effect=read):
        done = console.type("gm", "apply", "game.toml", bug, good[0])
    assert done.code == 1
    assert "bug.eml: refused. " in done.said
    assert says(done.said, "errors.Bug", Pattern("RecursionError: too deep.*?"))
    assert "york.txt: entry 4, taken before" in done.out


def test_a_bug_in_a_club_is_a_receipt_too(tmp_path: Path) -> None:
    post = seated()
    console = Console(tmp_path, post.save)
    good = console.mail(post.sent("york", "ready"))
    stranger = console.mail(accept(invited().dumps(), "york").to_text(), "other.txt")
    honest = envelope.from_text

    def read(text: str | bytes, kind: str, said: object) -> Any:
        if kind == "ACCEPT" and "ACCEPT" in str(text):
            raise RecursionError
        return honest(text, kind)

    with mock.patch("pbem.gm.inbox.envelope.from_text", side_effect=read):
        done = console.type("gm", "apply", ".", stranger, good)
    assert done.code == 1
    assert "mail.txt: entry 3" in done.out
