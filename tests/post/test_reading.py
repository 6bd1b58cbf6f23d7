"""What the post makes of emails as they really come, in this process and in the one that reads them."""

from __future__ import annotations

import contextlib
import signal

import pytest

from pbem import errors
from pbem.errors import EncryptedMail, FromMachine, NoBlock, OutlookFile, WinmailDat
from pbem.mail.read import machine
from pbem.post.reading import EmailReader, read_email
from pbem.protocol import envelope
from pbem.system import WINDOWS
from tests.mail.template import ORDER, Mail, all_mails

HEAD, MAILS = all_mails()
UNTOUCHED = (NoBlock, EncryptedMail, WinmailDat, OutlookFile)


def wanted(mail: Mail) -> set[str]:
    """What such an email may count as."""
    if mail.want in ("take", "TwoBlocks"):  # the log may hold one of the two: the round decides
        return {"sealed"}
    kind = getattr(machine, mail.want, None) or getattr(errors, mail.want)
    if issubclass(kind, FromMachine):
        return {"bounce"} if kind is machine.Bounced else {"machine"}
    return {"none", "save"} if issubclass(kind, UNTOUCHED) else {"damaged", "tangled", "none"}


@pytest.mark.parametrize("mail", MAILS, ids=[mail.id for mail in MAILS])
def test_an_email_as_it_comes(mail: Mail) -> None:
    for raw in mail.files(HEAD):
        found = read_email(raw)
        assert found.kind in wanted(mail), found.why
        if mail.want == "take":
            assert (found.genesis, found.body) == (ORDER.body.game, envelope.digest(ORDER))


SMALL = [raw for mail in MAILS for raw in list(mail.files(HEAD))[:1] if len(raw) < 100_000]


def test_the_corpus_has_every_kind() -> None:
    kinds = {read_email(raw).kind for raw in SMALL}
    assert kinds >= {"sealed", "bounce", "machine", "none", "damaged"}


def test_the_process_that_reads_answers_the_same() -> None:
    chosen = SMALL[::9]
    with contextlib.closing(EmailReader()) as reader:
        if not WINDOWS:
            reader._start().send_signal(signal.SIGINT)  # Ctrl-C is for the post alone
        assert [reader.read(raw) for raw in chosen] == [read_email(raw) for raw in chosen]


@pytest.mark.parametrize(
    "raw", [b"", b"\0" * 1000, b"From: a@b.cc\nTo: c@d.ee\n" * 500, b"\xff\xfe" * 50]
)
def test_rubbish_is_nothing_of_ours(raw: bytes) -> None:
    assert read_email(raw).kind in ("none", "tangled")
