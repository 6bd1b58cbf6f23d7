"""Which kind of mailbox and of way out `post.toml` names."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.post.config import Config, Source
from pbem.post.imap import ImapMailbox
from pbem.post.journal import Journal
from pbem.post.smtp import Submission
from pbem.post.sources import Disk, Mailbox
from pbem.post.ways_out import Local, WayOut


def mailbox(source: Source, journal: Journal) -> Mailbox:
    return ImapMailbox(source, journal) if source.kind == "imap" else Disk(source)


def way_out(config: Config, journal: Journal) -> WayOut:
    way, sender = config.way, config.address
    return Submission(way, sender, journal) if way.kind == "smtp" else Local(way, sender)


def accounts(doors: Iterable[Mailbox | WayOut]) -> set[str]:
    """The names of the accounts at mail servers that these doors use."""
    return {door.account.name for door in doors if isinstance(door, ImapMailbox | Submission)}
