"""Emails as they really come go the whole way: mailbox, spool, reading, round and answer."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from pbem import errors
from pbem.errors import FromMachine
from pbem.home import computer
from pbem.mail import addresses
from pbem.mail.addresses import Book
from pbem.mail.read import machine
from pbem.post.config import Limits
from pbem.post.reading import EmailReader
from tests.mail.template import POST, Mail, all_mails
from tests.moderator.people import ANN, Post
from tests.post.office import Inside, Office, address
from tests.says import says

HEAD, MAILS = all_mails()
ANNS = "ann@example.org"
"""From where the emails of the corpus come."""
PLENTY = Limits(sender_hour=10_000, strangers_day=10_000, size="30 MB", spool="900 MB")


def wanted(mail: Mail) -> set[str]:
    """The states in which such an email may end."""
    if mail.want == "take":
        return {"taken"}
    if mail.want == "TwoBlocks":  # one of them may be the one in the log
        return {"taken", "refused"}
    kind = getattr(machine, mail.want, None) or getattr(errors, mail.want)
    if issubclass(kind, FromMachine):
        return {"none"}
    return {"none", "refused", "person"}


@pytest.mark.parametrize(
    ("step", "reader"), [(12, Inside), pytest.param(1, EmailReader, marks=pytest.mark.slow)]
)
def test_the_corpus_goes_the_whole_way(
    tmp_path: Path, step: int, reader: type[EmailReader]
) -> None:
    office = Office(tmp_path, POST.copy(), limits=PLENTY)
    with computer.sitting_as(office.home("gm")):
        book = Book().put("york", ANNS, ANN.public.fingerprint)
        addresses.write(computer.addresses(office.genesis), book)
    before = office.entries("gm")
    states: dict[str, tuple[Mail, str]] = {}
    for mail in MAILS[::step]:
        for n, raw in enumerate([*mail.files(HEAD)][: 1 if step > 1 else None]):
            office.put("gm", raw, f"{mail.id}-{n}")
            states[hashlib.sha256(raw).hexdigest()] = (mail, "")
    news = office.run("gm", reader)
    context = office.context("gm")
    rows = context.journal.incoming_among(states)
    context.journal.close()
    assert len(rows) == len(states)
    for row in rows:
        mail, _ = states[row.digest]
        assert row.state in wanted(mail), f"{mail.id}: {row.state}, {row.words}"
    assert office.entries("gm") == before + 1, "one order, however often it comes"
    assert not any(says(words, "post.once.harmless", word="failed") for words in news)
    sent_to = {mail["To"].addresses[0].addr_spec for mail in office.sent("gm")}
    assert sent_to <= {ANNS, address("gm")}
    _plays_on(office)


def _plays_on(office: Office) -> None:
    """The next answer is applied as ever."""
    before = office.entries("gm")
    office.post = Post((office.games("gm") / "game.toml").read_bytes())
    (side, *_) = office.post.asked()
    line = office.post.look(side).legal()[0].line
    office.put("gm", office.sealed(side, line, id="next"), "next")
    office.run("gm")
    assert office.entries("gm") == before + 1
