"""The orders that a side has signed, kept beside its pins: what was sent, and what it would have rolled.

A ruling or a new seat may put a question again; the order that answered it is burnt, but not forgotten.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from msgspec import Struct

from pbem.errors import GameBusy, PbemError, Stale
from pbem.home import computer
from pbem.ledger.orders import check_accept
from pbem.player.orders import Letter
from pbem.proof.reader import Reader
from pbem.protocol import envelope, lock
from pbem.protocol.atomic import SECRET, private_folder, replace_file
from pbem.protocol.bodies import Accept, Agree, Draw, Envelope, Order, Over, Ready, Resign, TakeBack
from pbem.protocol.pins import PATIENCE

if TYPE_CHECKING:
    from pbem.player.invitation import Speaker
    from pbem.player.player import Player

RESTORED = 500
"""Below the first revision of an identity that was restored from words; there are a thousand."""
UNDONE_BY_READY = (TakeBack, Draw, Agree, Resign, Over)
"""What ends with the next `ready`, or makes it void."""
DIGITS = 32
"""Of an order's hash in the name of its file: nobody else can make an order with the same."""
THE_SAME = (
    "You wrote this reply before, and the GM has not applied it yet, so you get exactly the same reply "
    "again. `pbem` never writes two different replies for one side. A GM who had both could try the first "
    "dice and cards of each, and use the better one."
)
ANOTHER_GM = (
    "Your earlier reply is no longer valid, because the GM changed after you wrote it (entry {n}). This "
    "is a new reply with new secret numbers, so the first dice and cards will be different. Somebody who "
    "had your earlier reply may have seen what it would have brought. Before you send this reply, ask why "
    "the GM changed."
)


def folder(game: Reader) -> Path:
    return computer.pins().folder / "sent" / game.ledger.game


def keep_youngest(game: Reader, letter: Letter) -> Path:
    """As `keep`, for what was signed after a look at `before`. Raises GameBusy if another program, such as
    the page beside a command, has kept that revision since, or the first order and its head."""
    body = letter.envelope.body
    with _held(game) as beside:
        if isinstance(body, Order):
            now = before(game)
            if body.revision <= now.revision or now.head not in ("", body.head):
                raise GameBusy(path=beside)
        return keep(game, letter)


@contextlib.contextmanager
def _held(game: Reader) -> Iterator[Path]:
    """Alone with what is kept of this game. Raises GameBusy."""
    beside = folder(game).with_suffix(".lock")
    private_folder(beside.parent)
    try:
        file_lock = lock.hold(beside, PATIENCE)
    except BlockingIOError as error:
        raise GameBusy(path=beside) from error
    try:
        yield beside
    finally:
        lock.let_go(file_lock)


def keep(game: Reader, letter: Letter) -> Path:
    """Keep what is about to be mailed; returns where its first body is. Raises OSError; then nothing should be
    mailed."""
    paths = [_keep(game, one) for one in letter.envelopes]
    return paths[0]


def _keep(game: Reader, mail: Envelope) -> Path:
    body = mail.body
    number = f"{body.question:05}-{_revision(body):03}-" if isinstance(body, Order | Ready) else ""
    path = folder(game) / f"{body.author}-{number}{envelope.digest(mail)[:DIGITS]}.txt"
    private_folder(path.parent)
    replace_file(path, envelope.to_text(mail).encode(), mode=SECRET)
    return path


class AcceptReply(NamedTuple):
    """A reply to an invitation, and what its author should know about an earlier one ("" without one)."""

    letter: Letter
    words: str


def accept(game: Speaker, side: str) -> AcceptReply:
    """One's reply to an invitation: the very one that was written here before, as long as the GM can use that.

    It may carry the first link of its author. With a second reply, under other keys, a GM could look at the first
    dice and cards of both and log the one that he likes.

    Raises what `Speaker.join` raises, GameBusy, OSError; then nothing should be mailed.
    """
    with _held(game):
        words = ""
        for letter in _accepts(game, side):
            try:
                check_accept(game.ledger, letter.envelope)
            except Stale as error:
                words = ANOTHER_GM.format(n=error.facts["expected"])
            else:
                return AcceptReply(letter, THE_SAME)
        letter = game.join(side)
        path = folder(game) / f"{side}-accept-{letter.digest[:DIGITS]}.txt"
        private_folder(path.parent)
        replace_file(path, letter.to_text().encode(), mode=SECRET)
        return AcceptReply(letter, words)


def _accepts(game: Player, side: str) -> list[Letter]:
    """What this identity has signed here to take this seat."""
    letters = []
    for path in sorted(folder(game).glob(f"{side}-accept-*.txt")):
        try:
            text = path.read_bytes()
            signed_accept = envelope.from_text(text, "ACCEPT")
            more = (envelope.from_text(text, "READY"),) if b" READY-" in text else ()
        except (PbemError, OSError):
            continue  # damaged: it is a memory, no proof
        mine = (game.ledger.game, side, game.identity.ssh if game.identity else "")
        body = signed_accept.body
        if isinstance(body, Accept) and (body.game, body.author, body.keys.ssh) == mine:
            letters.append(Letter((signed_accept, *more)))
    return letters


def with_ready(game: Player, letter: Letter) -> Letter:
    """A letter, and the `ready` that its author owes: the one that was signed first, so that it counts once.

    Not with what a `ready` would undo, nor with what puts everything again.
    """
    if not game.owes_ready or isinstance(letter.envelope.body, UNDONE_BY_READY):
        return letter
    earlier = youngest(game)
    is_known = earlier is not None and earlier.envelope.body.head in game.ledger.heads
    ready = earlier.envelope if earlier is not None and is_known else game.orders(()).envelopes[-1]
    others = [one for one in letter.envelopes if not isinstance(one.body, Ready)]
    with_ready_letter = Letter((*others, ready))
    if others and not is_known:
        _keep(game, ready)
    return with_ready_letter


class Before(Struct, frozen=True):
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
    unknown = RESTORED if computer.restored_mark().exists() else 0
    heads = (body.head for body in earlier if body.head in game.ledger.heads)
    return Before(max((b.revision for b in earlier), default=unknown), next(heads, ""))


def youngest(game: Reader) -> Letter | None:
    """The last orders signed here for the question that is open now; the `ready`, if that is what is owed."""
    asking = game.ledger.askings.get(game.side)
    kind = Ready if asking is not None and asking.is_ready else Order
    sent_answers = _read(game, _of_asking(game, asking.number)) if asking is not None else []
    mine = [one for body, one in sent_answers if isinstance(body, kind)]
    return Letter((mine[-1],)) if mine else None


def lapsed(game: Reader) -> bool:
    """Were orders signed here for the question before the open one, of which no entry holds any?

    The GM has ruled, or decided for this side, before they came; now it is too late for them.
    """
    asking = game.ledger.askings.get(game.side)
    earlier = orders(game, asking.number - 1) if asking and asking.number > 1 else []
    return bool(earlier) and all(game.entry_of(one) < 0 for one in earlier)


def orders(game: Reader, asking: int = 0) -> list[Envelope]:
    """The orders kept here, oldest asking and revision first; only those for one asking if it is given."""
    paths = _of_asking(game, asking) if asking else folder(game).glob("*.txt")
    sent_answers = _read(game, paths)
    return [
        answer
        for body, answer in sent_answers
        if isinstance(body, Order) and asking in (0, body.question)
    ]


def untaken(game: Reader) -> list[Envelope]:
    """As `orders`, those that no entry holds; a file that names one of the others is not opened."""
    taken_digits = {digest[:DIGITS] for digest in game.ledger.cases.said}
    paths = [path for path in folder(game).glob("*.txt") if path.stem[-DIGITS:] not in taken_digits]
    sent_answers = _read(game, paths)
    return [one for body, one in sent_answers if isinstance(body, Order) and game.entry_of(one) < 0]


def _of_asking(game: Reader, asking: int) -> Iterable[Path]:
    return folder(game).glob(f"{game.side}-{asking:05}-*.txt")


def _read(game: Reader, paths: Iterable[Path]) -> list[tuple[Order | Ready, Envelope]]:
    rows = []
    for path in sorted(paths):
        try:
            text = path.read_bytes()
            mail = envelope.from_text(text, "READY" if b" READY-" in text else "ORDER")
        except (PbemError, OSError):
            continue  # not ours, or damaged: it is a memory, no proof
        body = mail.body
        mine = (game.side, game.ledger.game)
        if isinstance(body, Order | Ready) and (body.author, body.game) == mine:
            rows.append((body, mail))
    return sorted(rows, key=lambda row: (row[0].question, _revision(row[0])))


def _revision(body: Order | Ready) -> int:
    return body.revision if isinstance(body, Order) else 0
