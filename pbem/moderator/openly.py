"""Replay with the GM's secrets: everything is done again as the GM did it, and compared.

The GM goes back in a game this way; after the end, with the revealed keys, anybody audits it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from pbem.errors import NotTrusted, ReplayMismatch
from pbem.moderator import shape
from pbem.moderator.apply import step
from pbem.moderator.ledger import Ledger
from pbem.moderator.replay import BROKEN, begin
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
    history = History(entries, also)
    ledger.past = history
    heads = [entries[0].head]
    for n, entry in enumerate(entries[1:], 1):
        entry.check_follows(entries[n - 1])
        ledger.verify(entry)
        try:
            shape.entry(entry.body)
            body, story = step(ledger, _inputs(entry), heads)
        except (NotTrusted, ReplayMismatch):
            raise
        except BROKEN as error:
            raise ReplayMismatch(n=n, why=f"its order should have been refused: {error}") from error
        _compare(entry, body)
        heads.append(entry.head)
        history.keep(n, ledger)
        yield ledger, story


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
