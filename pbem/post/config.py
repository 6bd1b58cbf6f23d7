"""What somebody said about their email, in `post.toml` beside the identity. No secret is in it."""

from __future__ import annotations

import re
import shlex
import stat
import subprocess
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct, field

from pbem.errors import BadChoice
from pbem.home import computer
from pbem.mail.addresses import checked_address
from pbem.protocol import toml
from pbem.protocol.atomic import SECRET, private_folder, replace_file
from pbem.system import WINDOWS

UNITS = {"kB": 1_000, "MB": 1_000_000}
TERMINAL, COMMAND = "terminal", "command:"
KEYRING, VARIABLE, TOKEN = "keyring", "env:", "oauth-command:"
"""With COMMAND, where a password may come from."""


class BadPostFile(BadChoice):
    says = (
        "Your email settings in {path} cannot be used: {why}. Correct that file, or run `pbem post "
        "--setup`. Nothing was fetched or sent."
    )


class NoPostFile(BadChoice):
    says = "Your email is not set up for `pbem` yet. Run `pbem post --setup` first."


class Server(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A mail server, and how one proves to it who one is.

    Attributes:
        port: 0 for the usual one. `starttls`: TLS begins with a command; otherwise it is there from the first byte.
        secret: where the password is: `keyring`, `env:` and a variable, or `command:` and a program that prints it; or
            `oauth-command:` and a program that prints a token.
    """

    host: str = ""
    port: int = 0
    starttls: bool = False
    user: str = ""
    secret: str = ""


class Source(Server, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Where email arrives: a Maildir, a folder with a file per email, or a folder of an IMAP server."""

    kind: Literal["maildir", "folder", "imap"]
    path: str = ""
    folder: str = ""

    @property
    def place(self) -> str:
        """A name for it, for people and for the journal."""
        return f"{self.folder} of {self.user} at {self.host}" if self.kind == "imap" else self.path


class Way(Server, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How email leaves: into a Maildir or a folder that another program empties, through `sendmail`, or by SMTP."""

    kind: Literal["maildir", "folder", "sendmail", "smtp"]
    path: str = ""
    command: tuple[str, ...] = ()


class Limits(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is fetched and sent at most (post.md, R5).

    Attributes:
        size: of an email. `spool`: of all emails that are kept here until they are dealt with.
        sender_hour: emails of one address in an hour, ten times as many of a confirmed one. `strangers_day`: of all unknown addresses in a day.
        out_day: emails sent in a day.
    """

    size: str = "3 MB"
    sender_hour: int = 20
    strangers_day: int = 100
    out_day: int = 300
    spool: str = "200 MB"


class Phone(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How questions are answered from a phone; it is off without an address.

    Attributes:
        address: to which questions are mailed, and from which answers come.
        number: from which, and from the identity, the secret of the authenticator is made; a new one makes a new secret.
    """

    address: str = ""
    number: int = 0


class Config(
    Struct, frozen=True, forbid_unknown_fields=True, rename={"sources": "in", "way": "out"}
):
    """What `post.toml` says.

    Attributes:
        address: one's own, from which emails are sent. `games`: the folder of games.
        tell: how news is told: `terminal`, or `command:` and a program that gets it as JSON.
    """

    address: str
    games: str
    sources: tuple[Source, ...]
    way: Way
    tell: tuple[str, ...] = (TERMINAL,)
    limits: Limits = field(default_factory=Limits)
    phone: Phone = field(default_factory=Phone)

    @property
    def folder(self) -> Path:
        """The folder of games."""
        return Path(self.games).expanduser()

    @property
    def domain(self) -> str:
        return self.address.rpartition("@")[2]


def config_file() -> Path:
    return computer.folder() / computer.POST_FILE


def read_config() -> Config:
    """What is in `post.toml`. Raises NoPostFile, BadPostFile, OSError."""
    path = config_file()
    try:
        if not WINDOWS and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise BadPostFile(path=path, why=f"others can read it: type `chmod 600 {path}`")
        config = msgspec.convert(tomllib.loads(path.read_text("utf-8")), Config)
    except FileNotFoundError as error:
        raise NoPostFile from error
    except (ValueError, msgspec.ValidationError) as error:
        raise BadPostFile(path=path, why=f"it cannot be read: {error}") from error
    if why := fault(config):
        raise BadPostFile(path=path, why=why)
    return config


def carries(file: Path) -> bool:
    """Does this file lie in the folder of games of a post? Not if there is none, or if it cannot be read; the post says
    why."""
    if computer.post_outbox() is None:
        return False
    try:
        return read_config().folder.absolute() in file.absolute().parents
    except (BadPostFile, OSError):
        return False


def fault(config: Config) -> str:
    """The first thing that is wrong with these settings, in words; "" if nothing is."""
    for name, address in (("address", config.address), ("phone", config.phone.address)):
        try:
            checked_address(address or config.address)
        except BadChoice as error:
            return f"`{name}` is wrong: {str(error).rstrip('.')}"
    if not config.sources:
        return "`in` names no place where email arrives"
    places: list[tuple[str, Source | Way]] = [("in", source) for source in config.sources]
    for name, place in [*places, ("out", config.way)]:
        if place.kind in ("maildir", "folder") and not place.path:
            return f"`{name}` is a {place.kind} without a path"
        if place.kind in ("imap", "smtp") and (why := server_fault(place)):
            return f"`{name}` {why}"
    for source in config.sources:
        if source.kind == "imap" and not (source.folder and source.folder.isprintable()):
            return "`in` names no folder of the IMAP server"
    if config.way.path and config.way.path in [source.path for source in config.sources]:
        return "`in` and `out` are the same place, so `pbem` would fetch what it sends"
    for way in config.tell:
        if way != TERMINAL and not (way.startswith(COMMAND) and way.removeprefix(COMMAND).strip()):
            return f"`tell` has `{way}`; it takes `terminal` or `command:PROGRAM`"
    for size in (config.limits.size, config.limits.spool):
        if not _SIZE.fullmatch(size):
            return f"`limits` has `{size}`; write a size like `3 MB` or `500 kB`"
    return ""


def server_fault(server: Server) -> str:
    """What is wrong with how a mail server is described, "" if nothing is."""
    if not _HOST.fullmatch(server.host):
        return f"has the server `{server.host}`; write a name like `mail.example.org`"
    if not 0 <= server.port < 65536:
        return f"has the port {server.port}; it is a number up to 65535"
    if not server.user or not server.user.isprintable():
        return "does not say who you are on the server (`user`)"
    kinds = [kind for kind in (VARIABLE, COMMAND, TOKEN) if server.secret.startswith(kind)]
    if server.secret != KEYRING and not (kinds and server.secret.removeprefix(kinds[0]).strip()):
        return (
            "does not say where the password is: `secret` takes `keyring`, `env:NAME`, `command:PROGRAM` or "
            "`oauth-command:PROGRAM`, and never the password itself"
        )
    return ""


def write_config(config: Config) -> Path:
    """Keep it, for its owner's eyes; from now on what `pbem` seals goes into the outbox. Raises OSError."""
    path = config_file()
    private_folder(path.parent)
    replace_file(path, toml.dumps(msgspec.to_builtins(config)).encode(), mode=SECRET)
    private_folder(computer.folder() / computer.POST / computer.OUTBOX)
    return path


def command_words(command: str) -> list[str]:
    """The words of a command, as a shell of this system parts them: on Windows a backslash is part of a path."""
    if not WINDOWS:
        return shlex.split(command)
    return [word.strip('"') for word in shlex.split(command, posix=False)]


def join_command(words: Sequence[str]) -> str:
    """These words as `command_words` parts them again."""
    return subprocess.list2cmdline(words) if WINDOWS else shlex.join(words)


_HOST = re.compile(r"[A-Za-z0-9:][A-Za-z0-9.:-]{0,252}")
_SIZE = re.compile(r"([0-9]{1,6}) (kB|MB)")


def bytes_of(size: str) -> int:
    """`3 MB` in bytes; `fault` has found nothing wrong with it."""
    number, _, unit = size.partition(" ")
    return int(number) * UNITS[unit]
