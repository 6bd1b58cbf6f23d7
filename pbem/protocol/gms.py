"""Who may sign a log: its founder, and those whom a GM of the moment has brought in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.errors import BadSignature, Garbled
from pbem.protocol import sshsig
from pbem.protocol.bodies import (
    AnyStep,
    Chaired,
    Claim,
    DuelAccept,
    DuelGenesis,
    DuelJoined,
    Newest,
)
from pbem.protocol.entry import Entry, genesis_of, namespace, setup_of
from pbem.protocol.public import Keys


def verify_by(gms: Sequence[Keys], entry: Entry, game: str, n: int) -> None:
    """Pass if one of these keys signed this as entry `n` of `game`. Raises BadSignature."""
    for gm in gms[:-1]:
        try:
            entry.verify(gm, game, n)
        except BadSignature:
            continue
        return
    entry.verify(gms[-1], game, n)


def signed_digest(gms: Iterable[Keys], game: str, newest: Newest) -> bool:
    """Has one of these keys signed the entry of `game` of which an author names number, hash and signature?"""
    for gm in gms:
        try:
            sshsig.verify_hash(
                gm, namespace(game, newest.n), bytes.fromhex(newest.sha512), newest.sig
            )
        except BadSignature:
            continue
        return True
    return False


def founder(genesis: Entry) -> Keys:
    """The key in a genesis, which must have signed it: the GM's, or a duellist's. Raises BadSignature, Garbled."""
    setup = setup_of(genesis)
    keys = setup.keys if isinstance(setup, DuelGenesis) else setup.gm
    genesis.verify(keys)
    return keys


def duellists(entries: Sequence[Entry]) -> list[Keys]:
    """The keys of the players of a duel, from its first two entries, which are not checked here.

    Raises BrokenChain, Garbled.
    """
    if not entries:
        raise Garbled(why="this log has no genesis")
    players = []
    for n, entry in enumerate(entries):
        entry.check_readable(n)
        step = entry.body.step
        if isinstance(step, DuelGenesis):
            players.append(step.keys)
        elif isinstance(step, DuelJoined) and isinstance(step.order.body, DuelAccept):
            players.append(step.order.body.keys)
    return players


def next_gms(gms: tuple[Keys, ...], step: AnyStep) -> tuple[Keys, ...]:
    """Who may sign after an entry with this step, entries and saves, if these might sign it."""
    if not isinstance(step, Chaired) or not isinstance(step.order.body, Claim):
        return gms
    newcomer = step.order.body.keys
    return (*gms, newcomer) if step.role == "co" else (newcomer,)


def gms_after(entries: Iterable[Entry]) -> tuple[tuple[Keys, ...], tuple[Keys, ...]]:
    """Who might sign the last of these entries, and who may sign after it.

    The first entry is the genesis; a newcomer counts where a GM of the moment signed his entry.
    Raises BrokenChain, naming an entry that cannot be read, BadSignature, Garbled; Duel: there is no GM.
    """
    entries_left = iter(entries)
    genesis_entry = next(entries_left, None)
    if genesis_entry is None:
        raise Garbled(why="this log has no genesis")
    genesis_entry.check_readable(0)
    genesis_of(genesis_entry)
    gms_before: tuple[Keys, ...] = (founder(genesis_entry),)
    gms = gms_before
    for n, entry in enumerate(entries_left, 1):
        entry.check_readable(n)
        gms_before, gms = gms, next_gms(gms, entry.body.step)
        if gms is not gms_before:
            verify_by(gms_before, entry, genesis_entry.head, n)
    return gms_before, gms
