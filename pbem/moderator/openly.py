"""Replay with the GM's secrets: everything is done again as the GM did it, and compared.

The GM goes back in a game this way; after the end, with the revealed keys, anybody audits it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from pbem.errors import ReplayMismatch
from pbem.moderator.apply import step
from pbem.moderator.ledger import Ledger
from pbem.moderator.replay import begin, walk
from pbem.moderator.rewind import History, Position
from pbem.moderator.story import Story
from pbem.protocol.entry import Entry
from pbem.protocol.keys import GameKey

INPUTS: dict[str, tuple[str, ...]] = {
    "accept": ("order",),
    "order": ("order",),
    "clock": ("kind", "at", "side", "hours", "grace", "ending", "reason"),
    "seat": ("order", "agreed", "reason"),
    "gm": ("order", "role", "reason"),
    "ruling": ("kind", "entry", "side", "lines", "reason", "sealed"),
}
"""What an entry was made from; all else in it must follow."""


def replay_openly(
    entries: Sequence[Entry], key: GameKey, also: Iterable[int] = ()
) -> Iterator[tuple[Ledger, Story]]:
    """The ledger with all secrets after each entry from 1 on, with the whole story.

    Args:
        key: the GM's secrets of the game.
        also: entries after which positions are kept, beside those that the log comes back to.

    Raises:
        NotTrusted, ReplayMismatch: an entry is not what its GM should have written.
    """
    ledger = begin(entries)
    ledger.key = key

    def take(entry: Entry, heads: Sequence[str]) -> Story:
        body, story = step(ledger, _inputs(entry), heads)
        _compare(entry, body)
        return story

    yield from walk(entries, ledger, take, also)


def position_after(entries: Sequence[Entry], key: GameKey, n: int) -> Position:
    """The position after entry `n`, with all its secrets. Raises as `replay_openly`, BadRuling."""
    past: Callable[[int], Position] = History(())
    for ledger, _ in replay_openly(entries[: n + 1], key, (n,)):
        past = ledger.past
    return past(n)


def _inputs(entry: Entry) -> dict[str, Any]:
    names = INPUTS.get(entry.type, ("order",))
    return {"type": entry.type, **{name: entry.body[name] for name in names if name in entry.body}}


def _compare(entry: Entry, body: dict[str, Any]) -> None:
    wrong = sorted(name for name in {*entry.body, *body} if entry.body.get(name) != body.get(name))
    if wrong:
        why = f"its `{wrong[0]}` is not what follows from the rules and the GM's own secrets"
        raise ReplayMismatch(n=entry.n, why=why)
