"""A folder of games is a club: what is in it, and what is late."""

from __future__ import annotations

import os
import shlex
import textwrap
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from pbem.club.each import Piece
from pbem.duel.waiting import has_answered, owed
from pbem.errors import PbemError
from pbem.ledger.cases import agreed, time
from pbem.proof.reader import Reader
from pbem.protocol import armour
from pbem.protocol import save as savefile
from pbem.protocol.hashing import digest

START = max(map(len, armour.GAMES))
"""Bytes that tell whether a file is a save."""
HEAD = 16_384
"""Bytes in which the header of an email ends, or what matters of it."""
UNSENT = b"\nX-Unsent: 1"


def saves(folder: Path, kinds: tuple[bytes, ...] = armour.GAMES) -> Iterator[Path]:
    """Every save of these kinds, by its first bytes, in a folder and the folders in it, one level deep; what cannot be read may be one."""
    for path in sorted([*folder.glob("*.toml"), *folder.glob("*/*.toml")]):
        try:
            if not path.is_file():
                continue
            with path.open("rb") as file:
                if not file.read(START).startswith(kinds):
                    continue
        except OSError:  # whoever reads it says why
            pass
        yield path


def emails(folder: Path) -> Iterator[Path]:
    """Every email that came, in a folder and the folders in it, one level deep; none that is still to be sent."""
    for path in sorted([*folder.glob("*.eml"), *folder.glob("*/*.eml")]):
        try:
            with path.open("rb") as file:
                head = file.read(HEAD).replace(b"\r\n", b"\n").partition(b"\n\n")[0]
        except OSError:
            continue
        if UNSENT not in head or b"\nfrom:" in b"\n" + head.lower():
            yield path


def pieces(
    folder: Path,
    also: Callable[[Path, str], Sequence[Path]] = lambda *_: (),
    save_in_email: Callable[[Path], bytes] | None = None,
) -> list[Piece]:
    """The saves of a folder for `each.in_order`, in the order of their names, all of one game together and
    the longest first: what a client has seen of a game tells it which copies are old.

    Args:
        also: further files that go with a save, of the game with this genesis hash; they come last.
        save_in_email: reads the save of an email, b"" for none. Then the newest email of a game counts too, if it has more
            entries than every save.
    """
    copies_by_game: dict[str, list[_Save]] = {}
    for path in saves(folder):
        try:
            data = savefile.contents(path)
        except (OSError, PbemError):  # whoever reads it says why
            copies_by_game[str(path)] = [_Save(path, 0, (), "")]
            continue
        game = savefile.genesis_hash(data) or str(path)
        beside = tuple(also(path, game))
        mark = " ".join(digest(one) for one in (data, *(extra.read_bytes() for extra in beside)))
        text = savefile.as_written(data)
        # Of two files of a duel with the same log that with an answer behind it is the newer.
        length = text.count(b"\n[[entry]]\n") + text.count(b"\n[order]\n") / 2
        copy = _Save(path, length, beside, mark)
        copies_by_game.setdefault(game, []).append(copy)
    for game, copy in _in_emails(folder, save_in_email).items() if save_in_email else ():
        if copy.entries > max((one.entries for one in copies_by_game.get(game, ())), default=0):
            copies_by_game.setdefault(game, []).append(copy)
    return [_piece(folder, copies) for copies in copies_by_game.values()]


def _in_emails(folder: Path, save_in_email: Callable[[Path], bytes]) -> dict[str, _Save]:
    """The newest save of each game that came with an email."""
    newest: dict[str, _Save] = {}
    for path in emails(folder):
        try:
            data = save_in_email(path)
        except (OSError, PbemError):  # nothing in it is a game
            continue
        if data and (game := savefile.genesis_hash(data)):
            entries = savefile.as_written(data).count(b"\n[[entry]]\n")
            copy = _Save(path, entries, (), digest(data))
            newest[game] = min(newest.get(game, copy), copy, key=lambda one: -one.entries)
    return newest


def newest_first(path: Path, entries: float) -> tuple[float, int, int]:
    """Sort key for copies of a save: most entries first; of equally new ones that in the outer folder, and then
    the shortest name.

    Mail programs and file managers make longer ones: `game (1).toml`, `game - Copy.toml`.
    """
    return -entries, len(path.parts), len(path.name)


class _Save(NamedTuple):
    """A file that looks like a save: how many entries it seems to have, an answer behind them counted as a half, and
    what goes with it."""

    path: Path
    entries: float
    beside: tuple[Path, ...]
    mark: str


def _piece(folder: Path, copies: list[_Save]) -> Piece:
    name = copies[0].path.relative_to(folder).as_posix()
    ordered = sorted(copies, key=lambda copy: newest_first(copy.path, copy.entries))
    files = [copy.path for copy in ordered] + [path for copy in ordered for path in copy.beside]
    readable = all(copy.mark for copy in ordered)
    marks_and_paths = [
        (copy.mark.encode(), os.fsencode(copy.path.relative_to(folder))) for copy in ordered
    ]
    mark = (
        digest(b"\n".join(mark + b" " + name for mark, name in marks_and_paths)) if readable else ""
    )
    return Piece(name, tuple(map(os.path.abspath, files)), mark)


class GameRow(Struct, frozen=True):
    """A game in a list: whose turn, since when, and how it stands."""

    id: str
    title: str
    now: str
    waits_for: str
    since: str
    entries: int


def game_row(game: Reader) -> GameRow:
    """A game's row in the club's list: what turn it is, who is asked, since when."""
    ledger = game.ledger
    result = game.result
    players_asked = ", ".join(game.players_asked)
    sides = {*ledger.owes_ready(), *(request.side for request in game.requests)}
    if ledger.position.failure is not None:
        players_asked = "gm (ruling on a fault)"
    times_put = [
        at for side, (number, at) in ledger.cases.clock.since.items() if side in sides and at
    ]
    state_words = f"over, {result.told}" if result else game.now
    since = time.day_in_words(min(times_put)) if times_put else ""
    if not ledger.offices.moderated and ledger.askings:
        players_asked = ", ".join(_asked_in_duel(game))
        since = f"entry {min(asking.since for asking in ledger.askings.values())}"
    return GameRow(game.id, game.title, state_words, players_asked, since, len(game.save.entries))


def _asked_in_duel(game: Reader) -> Iterator[str]:
    """For whom a duel waits: of whoever has answered in this file, for their opponent."""
    ledger = game.ledger
    for side, asking in ledger.askings.items():
        who, what = side, asking.request.rpartition("-")[0].replace("_", " ")
        if has_answered(ledger, side, game.save.order):
            who, what = ledger.offices.witness_of(side), "the outcome"
        yield f"{ledger.seats[who].keys.name} ({who}, {what})"


ENDS = (
    "the game ends by {day}, as agreed. If it is not over by then, the GM has it judged (`pbem "
    "adjudicate`), or all agree to a draw (`pbem draw`)."
)


class DueAnswer(Struct, frozen=True):
    """Somebody who has to answer: by when, until when there is grace, in words, and a mail that says so.

    Attributes:
        genesis, side, key: whose address is meant: the game, the seat, the fingerprint of who sits there; no side
            for the end of the game.
        by: 0 in a duel, which has no clock. `name`: of that player. `reminder`: subject and text of the mail.
    """

    id: str
    genesis: str
    side: str
    key: str
    name: str
    by: int
    grace: int
    told: str
    reminder: str = ""

    def state(self, now: int) -> str:
        """ "" in time, `late`, or `over` with the grace too."""
        if now <= self.by or not self.by:
            return ""
        return "late" if now <= self.grace else "over"

    def words(self, now: int) -> str:
        if not self.by:
            return f"{self.id}: {self.told}"
        state = {"": "in time", "late": "LATE, in grace", "over": "OVER"}[self.state(now)]
        go_on = f" The GM goes on with `pbem clock GAME.toml --timeout {self.side}`."
        return f"{self.id} {state}: {self.told}{go_on if state == 'OVER' and self.side else ''}"


def due_answers(game: Reader, reminders: bool = False) -> list[DueAnswer]:
    """A row for everybody of whom something is asked in a game with deadlines, or in a duel.

    One more row, with no side, has the day by which a game ends, as agreed. `reminders`: with the emails.
    """
    ledger = game.ledger
    rows = []
    if not ledger.offices.moderated:
        for side in ledger.askings:
            keys = ledger.seats[side].keys
            what_is_owed = owed(ledger, side, game.save.order)
            rows.append(
                DueAnswer(
                    game.id, ledger.game, side, keys.fingerprint, keys.name, 0, 0, what_is_owed
                )
            )
        return rows
    day = agreed.of(ledger.genesis).ends
    if day and ledger.result is None:
        end = time.day(day) + time.DAY - 1
        rows.append(DueAnswer(game.id, ledger.game, "", "", "", end, end, ENDS.format(day=day)))
    for side in ledger.askings:
        if by := time.deadline(ledger, side):
            until = time.last_moment(ledger, side)
            mail = reminder(game, side, until) if reminders else ""
            keys, what_is_owed = ledger.seats[side].keys, deadline_sentence(game, side)
            row = DueAnswer(
                game.id,
                ledger.game,
                side,
                keys.fingerprint,
                keys.name,
                by,
                until,
                what_is_owed,
                mail,
            )
            rows.append(row)
    return rows


def deadline_sentence(game: Reader, side: str) -> str:
    return time.deadline_sentence(game.ledger.cases.clock, side, game.ledger.askings[side])


def reminder(game: Reader, side: str, until: int) -> str:
    """A mail to one who is late: its subject and its text."""
    ledger = game.ledger
    seat = ledger.seats[side]
    request = next(
        (open_request for open_request in game.requests if open_request.side == side), None
    )
    question = (
        f"{request.question} ({request.rule})"
        if request
        else "Are you ready? The dice are waiting for you."
    )
    words = [
        f"Subject: {game.id}: your answer, please",
        "",
        f"{seat.keys.name}, in {game.title} ({game.id}) you are asked, as {side.capitalize()}:",
        "",
        f"    {question}",
        "",
        deadline_sentence(game, side),
        "",
        f"To answer, type: pbem orders {shlex.quote(game.path.name if game.path else 'game.toml')}",
        f"Are you away? `pbem holiday` stops your clock if its email reaches the GM by {time.day_in_words(until)}. If your email was lost, send it again.",
    ]
    lines = [wrap(line) if at else line for at, line in enumerate(words)]
    return "\n".join([*lines, "", ledger.table.gms[0].name, ""])


def wrap(line: str) -> str:
    """A paragraph of a mail, 72 columns wide."""
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(line, 72, subsequent_indent=indent, break_long_words=False)
