"""What is asked at setup: each answer is tried at once, and what is wrong with it is said in plain words."""

from __future__ import annotations

import os
import shutil
import ssl
import time
from email.utils import formatdate
from pathlib import Path
from typing import Literal

from msgspec import structs

from pbem.club.folder import saves
from pbem.errors import BadChoice, NoKeyring
from pbem.home import passphrases
from pbem.mail.addresses import checked_address
from pbem.post import imap, smtp, sources
from pbem.post.accounts import NO_TLS, SETUP, AccountFault
from pbem.post.config import (
    COMMAND,
    KEYRING,
    Config,
    Server,
    Source,
    Way,
    command_words,
    join_command,
    server_fault,
)
from pbem.post.imap import ImapMailbox
from pbem.post.journal import Journal, Outgoing
from pbem.post.smtp import Submission
from pbem.post.sources import MailboxLost
from pbem.post.ways_out import SENDMAIL, WayLost
from pbem.system import WINDOWS

NONE = "none"
ARRIVES = 60
"""Seconds in which an email to oneself should arrive."""


class BadAnswer(BadChoice):
    says = "{why}."


def folder_of(typed: str) -> Path:
    """A folder that is there and may be written in. Raises BadAnswer."""
    path = Path(typed).expanduser().absolute()
    if not path.is_dir():
        raise BadAnswer(
            why=f"there is no folder {path}" if not path.exists() else f"{path} is not a folder"
        )
    if not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        raise BadAnswer(
            why=f"you may not write in {path}, and `pbem` has to move emails and replace saves there"
        )
    return path


def games_of(typed: str) -> str:
    """The folder of games. Raises BadAnswer."""
    return str(folder_of(typed))


def count_games(folder: str) -> int:
    return len(list(saves(Path(folder))))


def source_of(typed: str) -> Source:
    """Where email arrives, by its path. Raises BadAnswer."""
    path = folder_of(typed)
    if sources.is_maildir(path):
        if WINDOWS:
            raise BadAnswer(
                why="Windows does not allow the names of files in a Maildir; give a folder with one file per email"
            )
        for part in sources.PARTS:
            folder_of(str(path / part))
        return Source("maildir", str(path))
    if next(saves(path), None) is not None:
        raise BadAnswer(why=f"there are games in {path}; emails need a folder of their own")
    readable = (part for part in path.iterdir() if os.access(part, os.X_OK))
    maildirs = sorted(part.name for part in readable if sources.is_maildir(part))
    if maildirs:
        raise BadAnswer(
            why=f"{path} contains Maildirs; give one of them, such as {path / maildirs[0]}"
        )
    return Source("folder", str(path))


def way_of(typed: str) -> Way:
    """How email leaves, by the path of a program, a Maildir or a folder. Raises BadAnswer."""
    if typed == "sendmail":
        typed = SENDMAIL[0]
    if Path(typed).expanduser().is_dir():
        path = folder_of(typed)
        return Way("maildir" if sources.is_maildir(path) else "folder", str(path))
    words = command_words(typed)
    program = shutil.which(words[0]) if words else None
    if program is None:
        is_host = not {"/", "\\"} & {*typed} and bool({":", "."} & {*typed})
        hint = "; for a mail server, type `smtp` first" if is_host else ""
        raise BadAnswer(why=f"there is no program and no folder {typed}{hint}")
    return Way("sendmail", command=() if (program,) == SENDMAIL else (program, *words[1:]))


def greeted(kind: Literal["imap", "smtp"], host_typed: str, journal: Journal) -> Server:
    """A mail server that answers with TLS, by its name and perhaps its port. Raises BadAnswer."""
    host, _, port = host_typed.partition(":")
    if port and not port.isdecimal():
        raise BadAnswer(why=f"`{port}` is not a port; write a name like {host}, or {host}:993")
    usual = (imap.PORT, imap.STARTTLS_PORT) if kind == "imap" else (smtp.PORT, smtp.STARTTLS_PORT)
    number = int(port or 0)
    tries = [(number, False), (number, True)] if port else [(usual[0], False), (usual[1], True)]
    faults = []
    for number, starttls in tries:
        server = Server(host=host, port=number, starttls=starttls, user="nobody", secret=KEYRING)
        if why := server_fault(server):
            raise BadAnswer(why=f"it {why}")
        door = _door(kind, server, journal)
        try:
            if isinstance(door, ImapMailbox):
                door.greet().shutdown()
            else:
                door.greet().close()
        except AccountFault as error:
            raise BadAnswer(why=str(error).rstrip(".")) from error
        except OSError as error:
            faults.append(door.account.why(error))
            if isinstance(error, ssl.SSLError) and error.reason != NO_TLS:
                break
            if port and not isinstance(error, ssl.SSLError):
                break
        else:
            return server
    raise BadAnswer(why=faults[0].rstrip("."))


def _door(kind: str, server: Server, journal: Journal) -> ImapMailbox | Submission:
    facts = structs.asdict(server)
    if kind == "imap":
        return ImapMailbox(Source("imap", folder=imap.INBOX, **facts), journal)
    return Submission(Way("smtp", **facts), "", journal)


def secret_of(typed: str, server: Server) -> str:
    """Where the password of an account is. Raises BadAnswer."""
    if why := server_fault(structs.replace(server, secret=typed)):
        raise BadAnswer(why=f"it {why}")
    if typed == KEYRING and not has_keyring():
        raise BadAnswer(
            why="this system has no keyring, or its library is missing: pip install 'pbem[post]'"
        )
    return typed


def has_keyring() -> bool:
    """Can this system keep a password?"""
    try:
        passphrases.system_keyring()
    except NoKeyring:
        return False
    return True


def logged_in(kind: Literal["imap", "smtp"], server: Server, journal: Journal) -> None:
    """Log in, once. Raises BadAnswer."""
    door = _door(kind, server, journal)
    journal.forget_refused(door.account.name)
    try:
        if isinstance(door, ImapMailbox):
            door.folders()
        else:
            door.ready()
    except (MailboxLost, WayLost) as error:
        raise BadAnswer(why=str(error).removesuffix(SETUP).rstrip(". ")) from error
    finally:
        door.close()


def email_to_oneself(config: Config, journal: Journal, at: int) -> Outgoing:
    """An email to oneself."""
    id = journal.message_id(f"setup/{at}", config.domain)
    text = (
        f"From: {config.address}\r\nTo: {config.address}\r\nSubject: A test email from pbem\r\nDate: {formatdate(at)}\r\n"
        f"Message-ID: {id}\r\nAuto-Submitted: auto-generated\r\n\r\n"
        "This email shows that pbem can send and receive email. You can delete it.\r\n"
    )
    return Outgoing("setup", id, "", "", "", config.address, "", text.encode(), "", "", 0, at)


def where_it_arrived(box: ImapMailbox, id: str, address: str) -> str:
    """What became of the email to oneself, within a minute, and what helps. Raises MailboxLost."""
    end = time.monotonic() + ARRIVES
    while not (folder := box.find(id)) and time.monotonic() < end:
        time.sleep(1)
    if folder == box.folder:
        return f"Your test email arrived in {folder}."
    if not folder:
        return (
            f"After {ARRIVES} seconds, your test email has not arrived in {box.folder}, the inbox or the "
            "spam folder. Look for it with your email program."
        )
    if folder == imap.INBOX:
        return (
            f"Your test email arrived in {folder}, where `pbem` does not look. Set up a rule at your "
            f"provider that moves emails for {address} into {box.folder}."
        )
    return (
        f"Your test email arrived in {folder}: your provider treats it as spam. Mark it as not spam, or you will miss emails "
        "of your games."
    )


def way_beside(source: Source, typed: str) -> Way:
    """How email leaves, where it does not arrive. Raises BadAnswer."""
    way = way_of(typed)
    if way.path == source.path:
        raise BadAnswer(why="email arrives there, and `pbem` would fetch what it sends")
    return way


def phone_of(typed: str) -> str:
    """The address that is read on the phone, "" for none. Raises BadChoice."""
    return "" if typed == NONE else checked_address(typed)


def tell_of(typed: str) -> tuple[str, ...]:
    """How news is told besides the terminal. Raises BadAnswer."""
    if typed == NONE:
        return ()
    words = command_words(typed)
    program = shutil.which(words[0]) if words else None
    if program is None:
        raise BadAnswer(why=f"there is no program {typed}")
    return (COMMAND + join_command([program, *words[1:]]),)
