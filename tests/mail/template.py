"""Mails made from the templates of `mails.toml`, as the bytes of a file."""

from __future__ import annotations

import base64
import codecs
import html
import quopri
import re
import textwrap
import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pbem.protocol import envelope
from pbem.protocol.armour import FORMAT
from pbem.protocol.bodies import Envelope
from tests.moderator.people import seated

POST = seated().ready()
"""The game that all mails are for."""


def signed(revision: int) -> Envelope:
    """An order of Anne's."""
    game = POST.look("york")
    return game.orders([game.legal()[0].line], revision).envelope


ORDER = signed(1)
OTHER = envelope.to_text(signed(2))
BLOCK = envelope.to_text(ORDER).rstrip("\n")
WORDS = "Griffith, here are my orders. Ann"
_HOLE = re.compile(r"\{([a-z0-9_]+)((?:\|[^{}]*)?)\}")
_ESCAPE = re.compile(r"\\(?:u([0-9a-f]{4})|([nsb\\]))")


@dataclass(frozen=True)
class Mail:
    """An entry of `mails.toml`."""

    id: str
    program: str
    what: str
    source: list[str]
    want: str
    template: str
    lines: list[str] = field(default_factory=lambda: [""])
    parts: dict[str, str] = field(default_factory=dict)
    charset: str = "utf-8"
    eol: str = "lf"
    say: str = ""

    def files(self, head: str) -> Iterator[bytes]:
        """The mail with each of its lines; with line ends of both kinds unless it says which."""
        for line in self.lines:
            text = self.filled(self.template, head, line).removesuffix("\n") + "\n"
            ends = {"cr": ["\r"]}.get(self.eol, ["\n", "\r\n"])
            for end in ends[: 1 if self.charset == "latin-1" else None]:
                yield text.replace("\n", end).encode(self.charset)

    def filled(self, template: str, head: str, line: str) -> str:
        known = {
            "head": head,
            "block": BLOCK,
            "other": OTHER,
            "words": WORDS,
            "line": line,
            "x": "",
        }
        known["body"] = f"{WORDS}\n\n{BLOCK}\n"

        def fill(hole: re.Match[str]) -> str:
            name, filters = hole[1], hole[2].split("|")[1:]
            part = self.parts.get(name)
            text = known[name] if part is None else self.filled(part, head, line)
            text = text.removesuffix("\n") if name in ("head", "block") else text
            for step in filters:
                word, *arguments = step.split(":")
                text = FILTERS[word](text, *(unescaped(a, line) for a in arguments))
            return text.removesuffix("\n")

        return _HOLE.sub(fill, template.replace("$F", FORMAT))


def all_mails() -> tuple[str, list[Mail]]:
    """The usual header, and every entry."""
    data = tomllib.loads(Path(__file__).with_name("mails.toml").read_text(encoding="utf-8"))
    return data["head"].removesuffix("\n"), [Mail(**entry) for entry in data["mail"]]


def unescaped(argument: str, line: str) -> str:
    letters = {"n": "\n", "s": " ", "b": "|", "\\": "\\"}
    text = _ESCAPE.sub(lambda m: chr(int(m[1], 16)) if m[1] else letters[m[2]], argument)
    return text.replace("$LINE", line)


def each(text: str, before: str, after: str) -> str:
    return "\n".join(before + line + after for line in text.split("\n"))


def fold(text: str, columns: str) -> str:
    n = int(columns)
    rows = [[line[i : i + n] for i in range(0, len(line), n)] or [""] for line in text.split("\n")]
    return "\n".join(piece for row in rows for piece in row)


def words(text: str, columns: str) -> str:
    lines = text.split("\n")
    return "\n".join("\n".join(textwrap.wrap(line, int(columns))) for line in lines)


def every(text: str, n: str, between: str) -> str:
    return between.join(text[i : i + int(n)] for i in range(0, len(text), int(n)))


def quoted_printable(text: str, charset: str = "utf-8") -> str:
    return quopri.encodestring(text.encode(charset)).decode("ascii")


def in_base64(text: str, charset: str = "utf-8") -> str:
    return base64.encodebytes(text.encode(charset)).decode("ascii")


def dash_escaped(text: str) -> str:
    return re.sub(r"(?m)^-", "- -", text)


def put(text: str, after: str, line: str) -> str:
    lines = text.split("\n")
    return "\n".join([*lines[: int(after)], line, *lines[int(after) :]])


def spoil(text: str, how: str) -> str:
    """A block in which a line is lost, or there twice, or cut."""
    lines = text.split("\n")
    lines[4:5] = {"lost": [], "twice": [lines[4]] * 2, "cut": [lines[4][:30]]}[how]
    return "\n".join(lines)


def der(text: str) -> str:
    """As the content of a CMS structure: octet strings of a hundred bytes."""
    raw = text.encode()
    chunks = [raw[i : i + 100] for i in range(0, len(raw), 100)]
    return b"".join(bytes([4, len(chunk)]) + chunk for chunk in chunks).decode("latin-1")


def tnef(text: str) -> str:
    return "\x78\x9f\x3e\x22\x01\x00\x02\x0f\x80\x06\x00" + text + "\x00\xff\x10"


def ole(text: str) -> str:
    return "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "\x00" * 500 + "\x00".join(text)


FILTERS: dict[str, Callable[..., str]] = {
    "quote": lambda text, mark: each(text, mark, ""),
    "each": each,
    "fold": fold,
    "words": words,
    "join": lambda text, between="": between.join(text.split("\n")),
    "every": every,
    "sub": lambda text, old, new: text.replace(old, new),
    "esc": html.escape,
    "qp": quoted_printable,
    "b64": in_base64,
    "dash": dash_escaped,
    "moji": lambda text: codecs.decode(text.encode(), "cp1252", "replace"),
    "first": lambda text, n: "\n".join(text.split("\n")[: int(n)]),
    "put": put,
    "pad": lambda _, n: "A" * int(n),
    "soft": lambda text: re.sub(r"(?m)^(.{69,})$", r"\1=", text),
    "spoil": spoil,
    "der": der,
    "tnef": tnef,
    "ole": ole,
}
