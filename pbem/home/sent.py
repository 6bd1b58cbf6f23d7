"""The orders that a side has signed, kept beside its pins: what was sent, and what it would have rolled.

A ruling or a new seat may put a question again; the order that answered it is burnt, but not forgotten.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from pbem.errors import GameBusy, PbemError
from pbem.home import here
from pbem.player.player import Letter, Player
from pbem.proof.reader import Reader
from pbem.protocol import envelope, lock
from pbem.protocol.atomic import SECRET, private_folder, replace_file
from pbem.protocol.bodies import Agree, Draw, Envelope, Order, Over, Ready, Resign, TakeBack
from pbem.protocol.pins import PATIENCE

RESTORED = 500
"""Below the first revision of an identity that was restored from words; there are a thousand."""
UNDONE_BY_READY = (TakeBack, Draw, Agree, Resign, Over)
"""What ends with the next `ready`, or makes it void."""
DIGITS = 32
"""Of an order's hash in the name of its file: nobody else can make an order with the same."""


def folder(game: Reader) -> Path:
    return here.pins().folder / "sent" / game.ledger.game


def keep_youngest(game: Reader, letter: Letter) -> Path:
    """As `keep`, for what was signed after a look at `before`. Raises GameBusy if another program, such as
    the page beside a command, has kept that revision since, or the first order and its head."""
    body, beside = letter.envelope.body, folder(game).with_suffix(".lock")
    private_folder(beside.parent)
    try:
        held = lock.hold(beside, PATIENCE)
    except BlockingIOError as error:
        raise GameBusy(path=beside) from error
    try:
        if isinstance(body, Order):
            now = before(game)
            if body.revision <= now.revision or now.head not in ("", body.head):
                raise GameBusy(path=beside)
        return keep(game, letter)
    finally:
        lock.let_go(held)


def keep(game: Reader, letter: Letter) -> Path:
    """Keep what is about to be mailed; returns where its first body is. Raises OSError; then nothing should be
    mailed."""
    kept = [_keep(game, one) for one in letter.envelopes]
    return kept[0]


def _keep(game: Reader, one: Envelope) -> Path:
    body = one.body
    number = f"{body.question:05}-{_revision(body):03}-" if isinstance(body, Order | Ready) else ""
    path = folder(game) / f"{body.author}-{number}{envelope.digest(one)[:DIGITS]}.txt"
    private_folder(path.parent)
    replace_file(path, envelope.to_text(one).encode(), mode=SECRET)
    return path


def with_ready(game: Player, letter: Letter) -> Letter:
    """A letter, and the `ready` that its author owes: the one that was signed first, so that it counts once.

    Not with what a `ready` would undo, nor with what puts everything again.
    """
    if not game.owes_ready or isinstance(letter.envelope.body, UNDONE_BY_READY):
        return letter
    earlier = youngest(game)
    kept = earlier is not None and earlier.envelope.body.head in game.ledger.heads
    ready = earlier.envelope if earlier is not None and kept else game.orders(()).envelopes[-1]
    others = [one for one in letter.envelopes if not isinstance(one.body, Ready)]
    made = Letter((*others, ready))
    if others and not kept:
        _keep(game, ready)
    return made


class Before(NamedTuple):
    """What was signed here for the question that is open now: the youngest revision (0: none yet), and the
    head that the first of these orders named ("": none, or one that is in the log no more)."""

    revision: int
    head: str


def before(game: Reader) -> Before:
    """Orders written now have the next revision, and name the same head."""
    asking = game.ledger.askings.get(game.side)
    bodies = [one.body for one in (orders(game, asking.number) if asking else ())]
    earlier = [body for body in bodies if isinstance(body, Order)]
    # What the machine before a restore has mailed is not known here; this counts above it.
    unknown = RESTORED if here.restored_mark().exists() else 0
    heads = (body.head for body in earlier if body.head in game.ledger.heads)
    return Before(max((b.revision for b in earlier), default=unknown), next(heads, ""))


def youngest(game: Reader) -> Letter | None:
    """The last orders signed here for the question that is open now; the `ready`, if that is what is owed."""
    asking = game.ledger.askings.get(game.side)
    kind = Ready if asking is not None and asking.is_ready else Order
    found = _read(game, _of_asking(game, asking.number)) if asking is not None else []
    mine = [one for body, one in found if isinstance(body, kind)]
    return Letter((mine[-1],)) if mine else None


def orders(game: Reader, asking: int = 0) -> list[Envelope]:
    """The orders kept here, oldest asking and revision first; only those for one asking if it is given."""
    paths = _of_asking(game, asking) if asking else folder(game).glob("*.txt")
    found = _read(game, paths)
    return [one for body, one in found if isinstance(body, Order) and asking in (0, body.question)]


def untaken(game: Reader) -> list[Envelope]:
    """As `orders`, those that no entry holds; a file that names one of the others is not opened."""
    taken = {digest[:DIGITS] for digest in game.ledger.cases.said}
    paths = [path for path in folder(game).glob("*.txt") if path.stem[-DIGITS:] not in taken]
    found = _read(game, paths)
    return [one for body, one in found if isinstance(body, Order) and game.entry_of(one) < 0]


def _of_asking(game: Reader, asking: int) -> Iterable[Path]:
    return folder(game).glob(f"{game.side}-{asking:05}-*.txt")


def _read(game: Reader, paths: Iterable[Path]) -> list[tuple[Order | Ready, Envelope]]:
    found = []
    for path in sorted(paths):
        try:
            text = path.read_bytes()
            one = envelope.from_text(text, "READY" if b" READY-" in text else "ORDER")
        except (PbemError, OSError):
            continue  # not ours, or damaged: it is a memory, no proof
        body = one.body
        mine = (game.side, game.ledger.game)
        if isinstance(body, Order | Ready) and (body.author, body.game) == mine:
            found.append((body, one))
    return sorted(found, key=lambda row: (row[0].question, _revision(row[0])))


def _revision(body: Order | Ready) -> int:
    return body.revision if isinstance(body, Order) else 0
