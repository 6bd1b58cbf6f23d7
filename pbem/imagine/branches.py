"""Branches that somebody keeps of a game he tries: a file each, beside his pins and nowhere else.

A file of its own kind: it begins with a line that no save, orders file or mail has, and whoever is given
one as such refuses it (`protocol.textfile`).
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import asdict, replace

from pbem.engine.standing import StandingOrders
from pbem.errors import BadTry, PbemError
from pbem.imagine.fork import MOST_LINES, Fork, Start
from pbem.imagine.sight import seen_by
from pbem.ledger.cases import agreed
from pbem.ledger.ledger import Ledger
from pbem.ledger.values import GM
from pbem.proof.reader import Reader
from pbem.protocol import textfile, toml

LARGEST = 2_000_000
"""Bytes of a file."""
FORMAT = "pbem-try-1"
OTHER = "its fields are not what they should be"


class Branch(Struct, frozen=True):
    """A branch as it is kept.

    Attributes:
        game: the hash of the genesis. `side`: whose it is. `entry`, `head`: where it begins.
        lines: see `pbem.imagine.fork`.
    """

    name: str
    game: str
    side: str
    entry: int
    head: str
    lines: tuple[str, ...] = ()

    def to_bytes(self) -> bytes:
        fields = {"format": FORMAT, **asdict(self), "lines": list(self.lines)}
        return f"{textfile.BRANCH_HEAD}\n{toml.dumps(fields)}".encode()


def read(data: bytes) -> Branch:
    """The inverse of `Branch.to_bytes`. Raises BadTry."""
    try:
        if len(data) > LARGEST or not data.startswith(textfile.BRANCH_HEAD.encode()):
            raise ValueError("it is no branch of `pbem try`")
        fields = tomllib.loads(data.decode())
        if fields.pop("format") != FORMAT:
            raise ValueError("another version of pbem has written it")
        branch = Branch(**fields)
        _check(branch)
    except (TypeError, KeyError) as error:
        raise BadTry(why=f"the file of this branch cannot be read: {OTHER}") from error
    except (ValueError, RecursionError) as error:
        raise BadTry(why=f"the file of this branch cannot be read: {error}") from error
    return replace(branch, lines=tuple(branch.lines))


def _check(branch: Branch) -> None:
    texts: Sequence[Any] = (branch.name, branch.game, branch.side, branch.head, *branch.lines)
    if not all(isinstance(text, str) for text in texts) or not isinstance(branch.entry, int):
        raise ValueError(OTHER)
    if len(branch.lines) > MOST_LINES:
        raise ValueError("it has too many lines")


def new_branch(game: Reader, name: str, side: str, entry: int | None = None) -> Branch:
    """A branch for what `side` may know: from where a game stands now, or stood after an entry.

    Raises BadTry.
    """
    seat, last_entry = game.side, len(game.heads) - 1
    if side not in game.ledger.sides or (seat in game.ledger.sides and seat != side):
        advice = f"you are {seat}" if seat in game.ledger.sides else "name one with --as"
        raise BadTry(why=f"a branch shows what one side knows: {advice}")
    if seat not in (*game.ledger.sides, GM):
        raise BadTry(why="you have no seat in this game, so you know no side's cards")
    if not game.ledger.begun:
        raise BadTry(why="not all have joined yet")
    if entry is None and game.result is not None:
        raise BadTry(why="the game is over: say after which entry the branch begins")
    if entry is not None and not 1 <= entry <= last_entry:
        raise BadTry(why=f"there is no entry {entry}; they go from 1 to {last_entry}")
    n = last_entry if entry is None else entry
    return Branch(name, game.ledger.game, side, n, game.heads[n])


def start_of(game: Reader, branch: Branch) -> Start:
    """The position at which a branch begins, from the log, as its side could know it then.

    Raises:
        NotAllowed: by the terms of the table.
        BadTry: that entry is not in this log, or nothing was asked then.
    """
    agreed.check_aid(game.ledger, "try")
    if branch.game != game.ledger.game:
        raise BadTry(why=f"the branch `{branch.name}` is of another game")
    if not 0 <= branch.entry < len(game.heads) or game.heads[branch.entry] != branch.head:
        why = f"the entry {branch.entry} from which `{branch.name}` goes is no longer in this log"
        raise BadTry(why=f"{why} (a rewind or another copy)")
    is_newest = branch.entry == len(game.heads) - 1
    ledger = game.ledger if is_newest else game.own_ledger(branch.entry)
    if not ledger.begun:
        raise BadTry(why=f"after entry {branch.entry} not all had joined yet")
    if game.holder.sight_of(ledger, branch.side) != branch.side:
        raise BadTry(
            why=f"after entry {branch.entry} you did not sit there yet, so you know too little"
        )
    mine = game.side == branch.side  # what a GM could read is not his to try
    return _start(ledger, branch.side, ledger.standing(branch.side) if mine else StandingOrders())


def _start(ledger: Ledger, side: str, standing: StandingOrders) -> Start:
    if ledger.veiled and (ledger.play.state is None or not ledger.play.requests):
        raise BadTry(why="nothing is asked at that moment, so there is nothing to go on from")
    return Start(**asdict(seen_by(ledger, side)), standing=standing)


def fork_of(game: Reader, branch: Branch) -> Fork:
    """A branch played up to its last line.

    Raises:
        BadTry: naming the line that does not work any more under the rules installed here.
    """
    start = start_of(game, branch)
    try:
        return Fork(start, branch.lines)
    except PbemError as error:
        at = failing(start, branch.lines)
        if at is None:
            raise
        why = f"line {at + 1} of `{branch.name}` no longer works: `{branch.lines[at]}`. {error}"
        raise BadTry(
            why=f"{why} `pbem try GAME.toml --branch {branch.name} --drop` deletes it"
        ) from error


def failing(start: Start, lines: Sequence[str]) -> int | None:
    """The first line that does not work; None if it is not the lines."""
    for n in range(1, len(lines) + 1):
        try:
            Fork(start, lines[:n])
        except PbemError:
            return n - 1
    return None
