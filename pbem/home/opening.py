"""Saves opened from where this machine left off, checked against what it has seen of a game, and remembered."""

from __future__ import annotations

import contextlib
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from pbem.errors import Forked
from pbem.home import computer
from pbem.ledger.cases import clocks
from pbem.proof.reader import Reader
from pbem.protocol import save
from pbem.protocol.bodies import DuelClaim, DuelEnvelope
from pbem.protocol.keys import Identity
from pbem.protocol.public import Keys

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from pbem.proof.verdict import Verdict

R = TypeVar("R", bound=Reader)
Verify: TypeAlias = "Callable[[Callable[[], None]], tuple[Reader, Verdict]]"


def read_game(kind: type[R], path: Path, identity: Identity | None, data: bytes | None = None) -> R:
    """A save from where this machine left off. Raises Forked, ShorterHistory before anything is folded.

    Args:
        kind: `Reader` to look at it, `Player` to write orders, `Game` to moderate.
        identity: whose eyes; None for the public's.
        data: the save, where the file is an email that it came with.
    """
    log, kept_state = _read(path, data)
    game = kind(log, identity, path, kept_state)
    if accepted := computer.accepted_side(game):
        game.accepted = accepted
    return game


def verified(
    path: Path, identity: Identity | None, data: bytes | None = None
) -> tuple[Reader, Verdict]:
    """As `read_game`, and verified too. Raises what `Reader.verify` raises."""
    return to_verify(path, identity, data)[1](lambda: None)


def to_verify(
    path: Path, identity: Identity | None, data: bytes | None = None
) -> tuple[int, Verify]:
    """How many entries a save has, and what verifies it, which reads no more files: it is told what to call
    after each entry. Raises what reading a save raises."""
    log, kept_state = _read(path, data)
    now = computer.now()
    return len(log.entries), lambda tick: Reader.verified(
        log, identity, path, kept_state, now, tick
    )


def remember(game: Reader, *, held: bool = False) -> list[str]:
    """Pin a history that was read, and keep its checkpoint, so that the next start is quick.

    Args:
        held: is the lock of this game's pin held already?

    Returns sentences for whoever opened it: what is left to finish, what is strange about its clock.

    Raises:
        GameBusy.
        Forked, ShorterHistory: history was rewritten or cut.
    """
    genesis, pins, table = game.ledger.game, computer.pins(), game.ledger.table
    own = None if game.ledger.offices.moderated else own_log(genesis)
    if own is not None and own.heads != game.heads:
        how = f"`pbem apply {shlex.quote(str(game.path))}` brings it up to date."
        return [
            (
                f"This is not your newest file of this duel, or it has entries that you have not applied. {how}"
            )
        ]
    gms = [*(chair.keys for chair in table.chairs), *table.gms]
    pin = pins.check(genesis, game.heads, [gm.fingerprint for gm in gms])
    if interrupted(game):
        note = "A command was interrupted: some entries that you signed are not in this save yet."
        return (
            [] if held else [f"{note} Run `pbem apply {shlex.quote(str(game.path))}` to finish it."]
        )
    entries_seen = pin.count if pin else 0
    entries, time_now = game.save.entries, computer.now()
    doubts = list(clocks.first_seen(entries, entries_seen, game.side, time_now))
    fresh = pin is None or entries_seen < len(game.heads) or bool(pin.pending)
    if fresh or not game.resumed:
        with contextlib.nullcontext() if held else pins.lock(genesis):
            kept_state = game.checkpoint(pins.checkpoint(genesis))
            ahead = clocks.early_times_to_keep(entries, entries_seen, game.side, time_now)
            signers = [keys.fingerprint for keys in table.gms or _players(game)]
            plays = game.side in game.ledger.sides and not clocks.behind(
                entries, game.side, time_now
            )
            pins.settle(genesis, game.heads, signers, kept_state, ahead, time_now if plays else 0)
    if own is not None and (order := own_order(genesis)) is not None:
        how = f"`pbem apply {shlex.quote(str(game.path))}` makes your email again."
        waiting = CLAIMED if isinstance(order.body, DuelClaim) else ANSWERED
        doubts.append(f"{waiting} {how}")
    return doubts


def interrupted(game: Reader) -> bool:
    """Whether a round ended between signing its entries and writing them into this save. Raises Forked, ShorterHistory."""
    return bool(computer.pins().unfinished(game.ledger.game, game.heads))


ANSWERED = "You have answered. Your opponent's next email brings the outcome."
CLAIMED = (
    "You have asked for new secret numbers. Your opponent's next email brings them into the game."
)


def own_log(genesis: str) -> save.Save | None:
    """The log of a duel that one plays here; None of one that one looks on. Raises as `save.read_duel`, OSError."""
    record = computer.duel_record(genesis)
    return save.read_duel(record.read_bytes())[0] if record.is_file() else None


def own_order(genesis: str) -> DuelEnvelope | None:
    """What this player of a duel has signed that is not in the log yet. Raises as `own_log`."""
    record = computer.duel_record(genesis)
    return save.read_duel(record.read_bytes())[1] if record.is_file() else None


def _check_goes_on(own: Sequence[str], theirs: Sequence[str]) -> None:
    """Does one log go on from the other, by the heads after their entries? Raises Forked."""
    for n, (mine, other) in enumerate(zip(own, theirs, strict=False)):
        if mine != other:
            raise Forked(n=n, who="your own file has", seen=mine[:16], found=other[:16])


def _players(game: Reader) -> list[Keys]:
    """Who signs the entries of a duel."""
    return [seat.keys for seat in game.ledger.seats.values()]


def _read(path: Path, data: bytes | None) -> tuple[save.Save, bytes | None]:
    """A log that goes on from what this machine has seen, and the checkpoint kept of it."""
    data, seen = save.contents(path) if data is None else data, computer.pins()
    genesis = save.genesis_hash(data)
    pin = seen.pin(genesis) if genesis else None
    if save.is_duel(data):
        log = save.read_duel(data)[0]
        if (own := own_log(genesis)) is not None:
            _check_goes_on(own.heads, log.heads)
            return log, seen.checkpoint(genesis)
    else:
        log = save.read(data, pin.signers if pin else ())
    seen.check(log.entries[0].head, log.heads)
    return log, seen.checkpoint(genesis) if pin else None
