"""An office whose emails travel through real mail servers, and the fixtures of it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.home import computer
from pbem.post import at_work
from pbem.post.config import Config, Source, Way
from pbem.post.context import Context
from tests.moderator.people import Post, any_line, seated
from tests.post.office import WHO, Inside, Office, address
from tests.post.servers import HOST, Servers, running_servers, servers

__all__ = ["running_servers", "servers"]


class Online(Office):
    """An office whose emails travel through both servers.

    Attributes:
        starttls: TLS begins with a command. `box`: the folder of each mailbox. `host`, `ports`: other ones than the servers'.
    """

    def __init__(self, folder: Path, servers: Servers, post: Post | None = None) -> None:
        self.servers, self.starttls, self.box, self.host = servers, False, "INBOX", HOST
        self.ports = dict(servers.ports)
        super().__init__(folder, post or seated())

    def config(self, who: str) -> Config:
        incoming, outgoing = ("imap", "submission") if self.starttls else ("imaps", "smtps")
        account = {"host": self.host, "user": address(who), "secret": f"env:PASSWORD_{who}"}
        source = Source(
            "imap",
            folder=self.box,
            port=self.ports[incoming],
            starttls=self.starttls,
            **account,  # type: ignore[arg-type]
        )
        way = Way("smtp", port=self.ports[outgoing], starttls=self.starttls, **account)  # type: ignore[arg-type]
        return Config(address(who), str(self.games(who)), (source,), way, self.tell, self.limits)

    def order(self, side: str) -> None:
        """A player seals an answer, which their next pass sends."""
        line = any_line(self.post.look(side), self.post.random)
        text = self.post.sent(side, line)
        letter = self.home(side) / computer.POST / computer.OUTBOX / "letter.eml"
        letter.write_bytes(f"X-Unsent: 1\r\nSubject: {side}\r\n\r\n{text}".encode())

    def turn(self) -> None:
        """Whoever is asked first answers, the GM applies it, and everybody gets the news."""
        side = self.post.asked()[0]
        self.order(side)
        self.run(side)
        self.servers.wait("gm", 1, self.box)
        before = self.entries("gm")
        self.run("gm")
        assert self.entries("gm") > before
        assert self.servers.emails("gm", self.box) == {}
        for who in ("york", "lancaster"):
            self.servers.wait(who, 1, self.box)
            self.run(who)
        self.post = Post((self.games("gm") / "game.toml").read_bytes(), seed=before)

    @contextlib.contextmanager
    def at_work(self, who: str) -> Iterator[Context]:
        """Somebody's post, between two passes."""
        with (
            computer.sitting_as(self.home(who)),
            at_work.working(self.config(who), lambda: WHO[who], self.said.append) as context,
        ):
            context.reader = Inside()
            yield context


@pytest.fixture
def office(tmp_path: Path, servers: Servers) -> Online:
    return Online(tmp_path, servers)
