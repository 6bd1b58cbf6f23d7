"""Going back: what a position is, and how a game takes it up again (PROTOCOL.md, section 14).

The state, the cards on the table and the standing orders go back. The log, the links, the numbers of
orders, requests and shuffles go on, so that no die, card or name can come a second time.
"""

from __future__ import annotations

import copy
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pbem.engine import codec
from pbem.engine.play import Checkpoint, Play
from pbem.engine.ruleset import Result
from pbem.engine.script import Script
from pbem.engine.standing import Standing
from pbem.errors import BadRuling, Impossible
from pbem.moderator import veil
from pbem.moderator.book import Opening
from pbem.protocol.entry import Entry

if TYPE_CHECKING:
    from pbem.moderator.ledger import Ledger


@dataclass
class Position:
    """All of a game that a rewind brings back."""

    begun: bool
    checkpoint: Checkpoint | None
    commitments: dict[str, str]
    secrets: dict[str, Opening]
    standing: dict[str, Standing]
    rest: dict[str, Script]
    rest_step: int
    imposed: dict[str, str]
    house: list[str]
    verdict: list[str]


def position_of(ledger: Ledger) -> Position:
    """A copy of where a game stands."""
    play = ledger.play
    kept = Position(
        ledger.begun,
        play.checkpoint if isinstance(play, Play) else None,
        ledger.book.commitments,
        ledger.book.secrets,
        ledger.standing,
        ledger.rest,
        ledger.rest_step,
        ledger.desk.imposed,
        ledger.desk.house,
        ledger.desk.verdict,
    )
    return copy.deepcopy(kept)


class History:
    """The positions that a log comes back to, kept while it is replayed."""

    def __init__(self, entries: Sequence[Entry], also: Iterable[int] = ()) -> None:
        self._wanted = {*also, *_first_voided(entries)}
        self._kept: dict[int, Position] = {}

    def keep(self, n: int, ledger: Ledger) -> None:
        """Call after each entry."""
        if n in self._wanted:
            self._kept[n] = position_of(ledger)

    def __call__(self, n: int) -> Position:
        """The position after entry `n`. Raises BadRuling if there was none."""
        if n not in self._kept:
            raise BadRuling(why=f"there is no position after entry {n} to go back to")
        return self._kept[n]


def _first_voided(entries: Sequence[Entry]) -> Iterable[int]:
    for entry in entries:
        if b'"type":"ruling"' in entry.raw and entry.body.get("kind") == "void":
            first: Any = entry.body.get("entry")
        elif b'"type":"takeback"' in entry.raw and isinstance(entry.body.get("order"), dict):
            said = entry.body["order"].get("body")
            first = said.get("entry") if isinstance(said, dict) else None
        else:
            continue
        if type(first) is int:
            yield first - 1


def rewind(ledger: Ledger, first: int, n: int, body: dict[str, Any]) -> None:
    """Entry `n` takes the game back to before entry `first`.

    Raises:
        BadRuling: there is nothing to go back to.
    """
    if not 0 < first < n:
        raise BadRuling(why=f"entry {first} is not an entry before this one")
    if ledger.desk.revealed:
        raise BadRuling(
            why="secrets have been revealed, so the game cannot go on from an earlier place"
        )
    old, position = ledger.play, copy.deepcopy(ledger.past(first - 1))
    if not position.begun:
        raise BadRuling(
            why="the game goes back to its first order, not to before its players joined"
        )
    desk = ledger.desk
    desk.rewinds[str(n)] = first
    desk.settle(first, n)
    ledger.book.commitments = position.commitments
    ledger.book.secrets = position.secrets
    ledger.standing = position.standing
    ledger.rest, ledger.rest_step = position.rest, position.rest_step
    desk.imposed, desk.house, desk.verdict = position.imposed, position.house, position.verdict
    if ledger.hidden:
        glimpse_asked(ledger, body)
    else:
        if position.checkpoint is None:
            raise Impossible("there is no position to go back to")
        ledger.play = _resumed(ledger, position.checkpoint, old, len(desk.rewinds))
    ledger.opened_at = n


def _resumed(ledger: Ledger, checkpoint: Checkpoint, old: Play[Any], rewinds: int) -> Play[Any]:
    checkpoint.rewinds = rewinds
    trial: Play[Any] = Play(ledger.rules, codec.copied(checkpoint))
    trial.resume()
    # The open request gets the number after all that were ever asked.
    checkpoint.passed += old.number + 1 - trial.number
    play: Play[Any] = Play(ledger.rules, checkpoint)
    play.resume()
    return play


def glimpse_asked(ledger: Ledger, body: dict[str, Any]) -> None:
    """What a verifier of a veiled game knows after a ruling: the questions that the GM names."""
    if not ledger.begun:
        return
    asked = tuple(veil.load_request(request) for request in body["asked"])
    over = None if asked else Result("", "the game is over")
    ledger.play = veil.Glimpse(ledger.play.state, asked, over)
