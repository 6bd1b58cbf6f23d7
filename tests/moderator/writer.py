"""A player with a program of his own: he signs what the honest one would not write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from pbem.player import compose
from pbem.player.dry import DryRun
from pbem.protocol import bodies, envelope
from pbem.protocol.bodies import Envelope
from pbem.protocol.keys import Identity

from .people import Post


def opened(text: str) -> Envelope:
    """What is in a mail."""
    return envelope.from_text(
        text, next(k for k in ("ACCEPT", "WORD", "READY", "ORDER") if f" {k}" in text)
    )


def resigned(mail: Envelope, who: Identity, **changes: Any) -> Envelope:
    """The same body with other fields, signed by anybody."""
    return envelope.sign(who, bodies.replace(mail.body, **changes))


def rewritten(mail: str, who: Identity, /, **changes: Any) -> str:
    """A mail with other fields, signed by anybody."""
    return envelope.to_text(resigned(opened(mail), who, **changes))


@contextmanager
def untried() -> Iterator[None]:
    """A program that tries out no line before it seals it."""

    def dry_run(ledger: Any, side: str, lines: Sequence[str], *_: object) -> DryRun:
        return DryRun(tuple(lines), 0, None)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compose, "dry_run", dry_run)
        yield


def lenient(post: Post, side: str, *lines: str, **more: Any) -> str:
    """An order whose lines nobody tried out before they were sealed."""
    with untried():
        return post.look(side).orders(lines, **more).to_text()
