"""Everybody's posts in one folder: identities, folders of games, and Maildirs between which a test carries emails."""

from __future__ import annotations

import os
from collections.abc import Sequence
from copy import copy
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from unittest import mock

from pbem.home import computer
from pbem.mail import addresses
from pbem.mail.addresses import Book
from pbem.mail.write import eml
from pbem.post import at_work, doors, journal, once, sources
from pbem.post.config import TERMINAL, Config, Limits, Phone, Source, Way, write_config
from pbem.post.context import Context
from pbem.post.journal import Journal
from pbem.post.reading import EmailReader, Reading, read_email
from pbem.protocol.keys import Identity
from tests.moderator.people import ANN, BOB, EVE, GM, Post

WHO = {"gm": GM, "york": ANN, "lancaster": BOB, "eve": EVE}
NOON = 90_000
HEAD = "From: {sender}\r\nTo: {to}\r\nSubject: {subject}\r\nMessage-ID: <{id}@example.org>\r\n{more}\r\n"


class Inside(EmailReader):
    """Reads emails in this process, which is quicker to start."""

    def read(self, raw: bytes) -> Reading:
        return read_email(raw)


def address(who: str) -> str:
    return f"{who}@example.org"


class Office:
    """A game that is under way, as its GM and both players have it; `now`: what every clock says."""

    def __init__(
        self, folder: Path, post: Post, *, limits: Limits | None = None, sure: bool = True
    ) -> None:
        self.folder, self.post, self.now = folder, post, NOON
        self.said: list[str] = []
        self.tell: tuple[str, ...] = (TERMINAL,)
        self.way: Way | None = None
        self.source: Source | None = None
        self.phone = Phone()
        self.limits = limits or Limits()
        self.genesis = post.look().ledger.game
        for who, identity in WHO.items():
            self._settle(who, identity)
            if who != "eve":
                (self.games(who) / "game.toml").write_bytes(post.save)
        if sure:
            self.confirm("york", "lancaster")

    def _settle(self, who: str, identity: Identity) -> None:
        for path in (self.home(who), self.games(who)):
            path.mkdir(parents=True)
        for path in (self.mailbox(who), self.outgoing(who)):
            sources.make_maildir(path)
        identity.save(self.home(who) / "identity.toml", "")
        with computer.sitting_as(self.home(who)):
            write_config(self.config(who))
            if who in ("york", "lancaster"):
                book = Book().put("gm", address("gm"), GM.public.fingerprint)
                addresses.write(computer.addresses(self.genesis), book)

    def moved(self, folder: Path) -> Office:
        """A copy of all this lies in another folder."""
        office = copy(self)
        office.folder = folder
        return office

    def confirm(self, *sides: str) -> None:
        """The GM types the addresses of these sides."""
        book = Book()
        for side in sides:
            book = book.put(side, address(side), WHO[side].public.fingerprint)
        with computer.sitting_as(self.home("gm")):
            addresses.write(computer.addresses(self.genesis), book)

    def config(self, who: str) -> Config:
        source = self.source or Source("maildir", str(self.mailbox(who)))
        way = self.way or Way("maildir", str(self.outgoing(who)))
        phone = self.phone if who == "york" else Phone()
        return Config(
            address(who), str(self.games(who)), (source,), way, self.tell, self.limits, phone
        )

    def home(self, who: str) -> Path:
        return self.folder / "people" / who

    def games(self, who: str) -> Path:
        return self.folder / "games" / who

    def mailbox(self, who: str) -> Path:
        return self.folder / "mailboxes" / who

    def outgoing(self, who: str) -> Path:
        return self.folder / "outgoing" / who

    def run(self, who: str, reader: type[EmailReader] = Inside, drawn: bool = False) -> list[str]:
        """One pass of somebody's post; returns the news. What else was said is in `said`."""
        news: list[str] = []
        self.said = []
        with (
            computer.sitting_as(self.home(who)),
            mock.patch.object(at_work, "EmailReader", reader),
            mock.patch.object(os, "fsync"),  # nobody pulls the plug of a test
            mock.patch.object(journal, "SYNCHRONOUS", "OFF"),
            mock.patch.dict("os.environ", {computer.NOW: str(self.now)}),
            mock.patch.object(eml, "png", eml.png if drawn else lambda *_: b"picture"),
            at_work.working(self.config(who), lambda: WHO[who], self.said.append) as context,
        ):
            once.run(context)
            once.tell(context, news.append)
        return news

    def context(self, who: str) -> Context:
        """To look at; nothing runs."""
        home = self.home(who) / computer.POST
        opened = Journal(home / "journal.sqlite")
        config = self.config(who)
        way_out = doors.way_out(config, opened)
        return Context(
            config, opened, Inside(), lambda: WHO[who], self.now, print, home, way_out
        )  # fmt: skip

    def states(self, who: str) -> dict[str, int]:
        """How many emails that came are in each state."""
        context = self.context(who)
        found = dict(context.journal.counts("email_in"))
        context.journal.close()
        return found

    def out_states(self, who: str) -> dict[str, int]:
        context = self.context(who)
        found = dict(context.journal.counts("email_out"))
        context.journal.close()
        return found

    def put(self, to: str, mail: bytes | str, name: str = "1") -> Path:
        """An email arrives."""
        path = self.mailbox(to) / "new" / name
        path.write_bytes(mail.encode() if isinstance(mail, str) else mail)
        return path

    def email(
        self, sender: str, text: str, *, to: str = "gm", id: str = "1", more: str = ""
    ) -> str:
        """An email as somebody's program writes it; `sender`: an address."""
        top = HEAD.format(sender=sender, to=address(to), subject="Hello", id=id, more=more)
        return top + text.replace("\n", "\r\n")

    def sealed(
        self, side: str, *lines: str, id: str = "1", more: str = "", sender: str = ""
    ) -> str:
        """A player's orders by email."""
        return self.email(sender or address(side), self.post.sent(side, *lines), id=id, more=more)

    def sent(self, who: str) -> list[EmailMessage]:
        """What somebody's post has sent, oldest first."""
        paths = sorted(
            (self.outgoing(who) / "new").iterdir(), key=lambda path: path.stat().st_mtime_ns
        )
        found = [message_from_bytes(path.read_bytes(), policy=policy.SMTP) for path in paths]
        return [mail for mail in found if isinstance(mail, EmailMessage)]

    def carry(self, who: str) -> list[str]:
        """What somebody's post has sent arrives; returns to whom."""
        readers = []
        for path in sorted((self.outgoing(who) / "new").iterdir()):
            mail = message_from_bytes(path.read_bytes(), policy=policy.SMTP)
            reader = str(mail["To"].addresses[0].addr_spec).partition("@")[0]
            path.rename(self.mailbox(reader) / "new" / path.name)
            readers.append(reader)
        return sorted(readers)

    def left(self, who: str) -> list[str]:
        """The emails that still lie in somebody's mailbox."""
        source = Source("maildir", str(self.mailbox(who)))
        return sorted(sources.Disk(source).names())

    def filed(self, who: str, into: str = sources.DONE) -> Sequence[str]:
        box = self.mailbox(who) / f".pbem.{into}" / "cur"
        return sorted(path.name.partition(":")[0] for path in box.glob("*"))

    def entries(self, who: str) -> int:
        return (self.games(who) / "game.toml").read_bytes().count(b"\n[[entry]]\n")
