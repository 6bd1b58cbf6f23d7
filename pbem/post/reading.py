"""What is in an email, found in a process of its own: however an email is built, it costs no more than a few seconds.

`python -m pbem.post.reading` reads emails from its standard input, each behind its length, and answers in the same way.
"""

from __future__ import annotations

import contextlib
import os
import re
import signal
import struct
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import msgspec
from msgspec import Struct

from pbem import system
from pbem.errors import FromMachine, NoBlock, Oversized, PbemError, TooTangled, TwoBlocks
from pbem.gm.inbox import Mail, mail_of
from pbem.home.arrivals import save_in, sequel_in
from pbem.mail.read import header, message
from pbem.mail.read.header import NOBODY, Sender
from pbem.mail.read.machine import Bounced
from pbem.mail.read.parts import EmailContents, leaves
from pbem.protocol import closed_refusal, envelope, sequel, slip
from pbem.protocol import save as savefile
from pbem.protocol.armour import visible
from pbem.protocol.hashing import digest

SECONDS = 5.0
"""Of processor time for one email (post.md, R5): a busy computer takes longer."""
PATIENCE = 60.0
"""Seconds in which it answers, however busy the computer is."""
MOST_IDS = 20
NEAR = 256 * 1024
"""Bytes of a bounce in which the email that came back names itself."""
DAMAGED = (
    "The sealed text in this email was changed on the way. Please copy it again, from its BEGIN line to "
    "its END line."
)
"""Of a letter in which a field is not what it should be; its name would tell nobody anything."""
_ID = re.compile(rb"(?im)^Message-ID:[ \t]*(<[!-;=?-~]{1,250}>)")
_BEGIN = re.compile(r"(?m)^(?=.*BEGIN PBEM)")
_ANSWER = re.compile(r"\*?(\d{1,3})[\s.,:;)-]+(\d{3})\s?(\d{3})[.*]?")
"""As a phone writes it: with a comma of its own, the number in two halves, or in the digits of another language."""
_LENGTH = struct.Struct(">I")


class Reading(Struct, frozen=True):
    """What is in an email. Nothing of it is checked yet.

    Attributes:
        kind: `sealed` (an acceptance, orders, a message), `refusal` (the GM's), `slip` (a return slip alone), `key` (for the audit), `save`,
            `sequel`; `bounce`, `machine`; `none`: nothing of ours; `damaged`: a sealed text that cannot be read; `tangled`: an email that cannot be.
        genesis: of the game that it names. `body`: digest of the signed body.
        text: the words, in which the sealed text is. `save`: the longest save or sequel that is attached.
        why: what is wrong with it. `ids`: Message-IDs in a bounce.
        answer: `2 481516` of an answer from a phone, in an email of kind `none`.
    """

    kind: str
    sender: Sender = NOBODY
    genesis: str = ""
    body: str = ""
    text: str = ""
    save: bytes = b""
    why: str = ""
    ids: tuple[str, ...] = ()
    answer: str = ""


def read_email(raw: bytes) -> Reading:
    """What is in an email, by kind; whatever is in it harms only itself."""
    sender = NOBODY
    try:
        sender = header.sender_of(raw)
        text = message.text_of(raw)
    except Bounced as error:
        ids = [id.decode("ascii") for id in _ID.findall(raw[:NEAR])[:MOST_IDS]]
        return Reading("bounce", sender, why=str(error), ids=tuple(ids))
    except FromMachine as error:
        return Reading("machine", sender, why=str(error))
    except (TooTangled, Oversized) as error:
        return Reading("tangled", sender, why=str(error))
    except Exception as error:
        return with_a_save(raw, sender) or _none(raw, sender, str(error))
    try:
        mail = mail_of(text)
        return Reading("sealed", sender, mail.envelope.body.game, mail.digest, text)
    except TwoBlocks as error:  # one may be quoted, and in the log
        games = {mail.envelope.body.game for mail in _each(text)}
        if len(games) == 1:
            return Reading("sealed", sender, games.pop(), text=text)
        return Reading("damaged", sender, why=str(error))
    except NoBlock as error:
        reading = _refusal(text, sender) or _slip(text, sender) or _key(text, sender)
        reading = reading or with_a_save(raw, sender)
        return reading or _none(raw, sender, str(error))
    except PbemError as error:
        why = DAMAGED if "`body" in str(error) else str(error)
        return with_a_save(raw, sender) or Reading("damaged", sender, why=why)


def _each(text: str) -> Iterator[Mail]:
    """Every sealed text of several, alone."""
    for part in _BEGIN.split(text)[: MOST_IDS + 1]:
        with contextlib.suppress(PbemError):
            yield mail_of(part)


def _refusal(text: str, sender: Sender) -> Reading | None:
    try:
        refusal = envelope.read_refusal(text)
    except PbemError:
        return _closed_refusal(text, sender)
    return Reading("refusal", sender, refusal.body.game, envelope.digest(refusal), text)


def _closed_refusal(text: str, sender: Sender) -> Reading | None:
    try:
        closed = closed_refusal.from_text(text)
    except PbemError:
        return None
    return Reading("refusal", sender, closed.game, digest(closed.data.encode()), text)


def _slip(text: str, sender: Sender) -> Reading | None:
    games = {one.game for one in slip.from_text(text)}
    return Reading("slip", sender, games.pop(), text=text) if len(games) == 1 else None


def _key(text: str, sender: Sender) -> Reading | None:
    try:
        reveal = envelope.read_reveal(text)
    except PbemError:
        return None
    return Reading("key", sender, reveal.body.game, text=text)


def _none(raw: bytes, sender: Sender, why: str) -> Reading:
    """An email without anything of ours, but for a person's answer from a phone."""
    is_reply = sender.before and not sender.automatic
    return Reading("none", sender, why=why, answer=_phone_answer(raw) if is_reply else "")


def _phone_answer(raw: bytes) -> str:
    """The first line that is an answer, which no program has quoted; "" if there is none."""
    mail = header.below(raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    try:
        texts = leaves(mail, EmailContents())
    except PbemError:
        return ""
    for line in visible("\n".join(texts)).splitlines():
        if match := _ANSWER.fullmatch(line.strip()):
            return f"{int(match[1])} {int(match[2] + match[3]):06}"
    return ""


def with_a_save(raw: bytes, sender: Sender) -> Reading | None:
    """The reading of an email that carries a save or new entries; None if it carries neither."""
    try:
        if save := save_in(raw):
            genesis = savefile.genesis_hash(save)
            return Reading("save", sender, genesis, save=save) if genesis else None
        if block := sequel_in(raw):
            return Reading("sequel", sender, sequel.named(block).genesis, save=block)
    except PbemError:
        pass
    return None


class TooSlow(Exception):
    """Reading an email took too long, or ended the process that read it."""


class EmailReader:
    """The process that reads emails; it is started when the first one comes, and again after one that ended it."""

    def __init__(self, seconds: float = SECONDS, patience: float = PATIENCE) -> None:
        self.seconds, self.patience = seconds, patience
        self.process: subprocess.Popen[bytes] | None = None

    def read(self, raw: bytes) -> Reading:
        """What is in an email, read by the other process, which is ended if it takes too long. Raises TooSlow."""
        process = self.process or self._start()
        clock = threading.Timer(self.patience, process.kill)
        clock.start()
        try:
            _put(process.stdin, raw)
            answer = _get(process.stdout)
        except OSError:
            answer = None
        finally:
            clock.cancel()
        if answer is None:
            self.close()
            raise TooSlow
        return msgspec.msgpack.decode(answer, type=Reading)

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def _start(self) -> subprocess.Popen[bytes]:
        root = str(Path(__file__).parents[2])
        path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH"))))
        with system.ctrl_c_kept():
            self.process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(self.seconds)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": path},
            )
        return self.process


def _put(pipe: IO[bytes] | None, data: bytes) -> None:
    if pipe is not None:
        pipe.write(_LENGTH.pack(len(data)) + data)
        pipe.flush()


def _get(pipe: IO[bytes] | None) -> bytes | None:
    """What the other side has written; None if it has ended."""
    head = pipe.read(_LENGTH.size) if pipe is not None else b""
    if pipe is None or len(head) < _LENGTH.size:
        return None
    data = pipe.read(length := _LENGTH.unpack(head)[0])
    return data if len(data) == length else None


def serve(seconds: float) -> None:
    """Answer until nothing more comes, or until one email takes too long; Ctrl-C ends only the post that asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    while (raw := _get(sys.stdin.buffer)) is not None:
        system.end_after(seconds)
        _put(sys.stdout.buffer, msgspec.msgpack.encode(read_email(raw)))


if __name__ == "__main__":
    serve(float(sys.argv[1]))
