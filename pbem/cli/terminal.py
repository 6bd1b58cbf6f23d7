"""Who is there, and what a terminal cannot show: replaced, never a crash."""

from __future__ import annotations

import codecs
import io
import sys
from typing import TextIO

ASCII = "pbem_ascii"


def _plain_ascii(name: str) -> codecs.CodecInfo | None:
    if name != ASCII:
        return None
    plain = codecs.lookup("ascii")
    return codecs.CodecInfo(
        plain.encode,
        plain.decode,
        plain.streamreader,
        plain.streamwriter,
        plain.incrementalencoder,
        plain.incrementaldecoder,
        name=ASCII,
    )


def show_what_it_can(stream: TextIO) -> None:
    """Let `?` stand for what the stream's encoding lacks: cp1252, cp850, ASCII."""
    if not isinstance(stream, io.TextIOWrapper):
        return
    if codecs.lookup(stream.encoding).name != "ascii":
        stream.reconfigure(errors="replace")
        return
    # click takes a stream of that name for a mistake and would write UTF-8 to it.
    codecs.register(_plain_ascii)
    stream.reconfigure(encoding=ASCII, errors="replace")


def at_terminal() -> bool:
    """Can somebody be asked?"""
    return sys.stdin.isatty() and sys.stdout.isatty()
