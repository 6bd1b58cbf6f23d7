"""Along a log: each entry signed, linked and taken again, by whoever reads it.

`fold` is what verify, report and every command of a player runs; it trusts nothing but the genesis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pbem.errors import (
    BadRuling,
    BrokenChain,
    Duel,
    FalseEntry,
    Impossible,
    NeedsProgram,
    NotTrusted,
    PbemError,
    ReplayMismatch,
    UnknownRules,
)
from pbem.ledger.chance import Chance
from pbem.ledger.chances import AuditChance, LogChance
from pbem.ledger.checks import classes
from pbem.ledger.claims import Claims
from pbem.ledger.ledger import Ledger
from pbem.ledger.sight import Eyes
from pbem.ledger.story import Story
from pbem.ledger.take import begin, first_hash, take
from pbem.ledger.values import Position
from pbem.protocol import bodies, gms
from pbem.protocol.bodies import AnyStep, DuelStep, Mailed, Record, Ruling
from pbem.protocol.entry import Entry, setup_of
from pbem.protocol.keys import GameKey
from pbem.protocol.public import Keys

if TYPE_CHECKING:
    from pbem.ledger.wording import Reworded

# What rules and parsers raise on contents that no honest GM writes.
BROKEN = (PbemError, LookupError, TypeError, ValueError, AttributeError, Impossible)
EyesOf = Callable[[Ledger, AnyStep], Eyes | None]
"""As whom somebody reads at a moment: his key changes with his seat."""
NOBODY: EyesOf = lambda ledger, step: None  # noqa: E731


Chances = Callable[[Callable[[int], Position], Record], Chance]
"""What carries out an entry again, from the positions before it and its record."""


class Past:
    """The positions that a log comes back to, kept while it is folded."""

    def __init__(self, entries: Sequence[Entry], also: Iterable[int] = (), since: int = 0) -> None:
        """`since`: the entry from which on it is folded."""
        self.wanted = {*also, *_first_voided(entries, since)}
        self.kept: dict[int, Position] = {}

    def keep(self, ledger: Ledger) -> None:
        """Call after each entry."""
        if ledger.n in self.wanted:
            self.kept[ledger.n] = ledger.position

    def __call__(self, n: int) -> Position:
        """The position after entry `n`. Raises BadRuling if there was none."""
        if n not in self.kept:
            raise BadRuling(why=f"there is no position after entry {n} to go back to")
        return self.kept[n]


def _first_voided(entries: Sequence[Entry], since: int) -> Iterator[int]:
    for n, entry in enumerate(entries[since:], since):
        try:
            entry.check_readable(n)
        except BrokenChain:
            return  # whoever folds up to it says so
        step = entry.body.step
        if isinstance(step, Ruling) and step.kind == "void":
            yield step.entry - 1
        elif isinstance(step, bodies.DuelPlayed) and isinstance(step.order.body, bodies.DuelAgree):
            yield from _first_proposed(entries[:n])
        elif isinstance(step, Mailed) and isinstance(step.order.body, bodies.Agree):
            wish = entries[min(step.order.body.entry, entry.n)].body.step
            if isinstance(wish, Mailed) and isinstance(wish.order.body, bodies.TakeBack):
                yield wish.order.body.entry - 1


def _first_proposed(entries: Sequence[Entry]) -> Iterator[int]:
    """The entry to which the take-back that was proposed last goes back."""
    for entry in reversed(entries):
        step = entry.body.step
        if isinstance(step, bodies.DuelPlayed):
            body = step.order.body
            if isinstance(body, bodies.DuelPropose):
                if body.entry:
                    yield body.entry - 1
                return


def ledger_at_genesis(
    entries: Sequence[Entry], keys: Mapping[str, GameKey] | None = None
) -> Ledger:
    """The ledger right after the genesis.

    Raises:
        BrokenChain, BadSignature, ReplayMismatch. UnknownRules: its rules are not known here. FalseEntry: a duel that
            needs a GM.
    """
    if not entries:
        raise BrokenChain(n=0, why="there is no genesis")
    genesis_entry = entries[0]
    genesis_entry.check_follows(None)
    founder = gms.founder(genesis_entry)
    genesis = setup_of(genesis_entry)
    try:
        ledger = begin(genesis, keys, genesis_entry.head, genesis_entry.sha512)
    except UnknownRules:
        raise
    except BROKEN as error:
        raise ReplayMismatch(n=0, why=f"there is no such game: {error}") from error
    if tuple(genesis.sides) != tuple(ledger.rules.sides):
        raise ReplayMismatch(n=0, why="its sides are not those of the rules")
    if isinstance(genesis, bodies.DuelGenesis):
        _check_open(ledger, genesis)
    anchors = [*genesis.anchors.values()]
    if isinstance(genesis, bodies.DuelGenesis):
        anchors.append(genesis.keys.x25519)
    if len(set(anchors)) < len(anchors):
        raise ReplayMismatch(n=0, why="an anchor stands in it twice")
    record = genesis_entry.body.record
    right = first_hash(genesis, (keys or {}).get(founder.x25519)) or record.state_hash
    if record != Record(state_hash=right):
        raise ReplayMismatch(n=0, why="the position after it is another one")
    return ledger


def _check_open(ledger: Ledger, genesis: bodies.DuelGenesis) -> None:
    """Can two players play this alone? Otherwise its founder could read what is hidden. Raises FalseEntry."""
    why = ledger.rules.secrets.needs_gm(genesis.scenario, genesis.options)
    if why:
        raise FalseEntry(
            n=0, why=f"this cannot be a duel, because it needs a GM. {why.rstrip('.')}"
        )


def fold(
    entries: Sequence[Entry],
    start: Ledger | None = None,
    *,
    eyes: EyesOf = NOBODY,
    keys: Mapping[str, GameKey] | None = None,
    past: Past | None = None,
    claims: Claims | None = None,
    reworded: list[Reworded] | None = None,
    duel: Chances | None = None,
) -> Iterator[tuple[Ledger, Story]]:
    """The ledger after each entry from `start` (default: the genesis) on, with the entry's story.

    Args:
        eyes: a player who reads with his own key also checks what the GM did in his name.
        keys: with the GM's keys everything is done again as the GM did it, to the last byte.
        claims: grows by what the log says of hidden cards and does not show.
        reworded: with the GM's keys, grows by the sentences that this program words otherwise.
        duel: how an entry of a duel is carried out again (`duels.told`), for who reads duels.

    Raises:
        BrokenChain, BadSignature, BadLink, BadOpening: the log is not honest.
        ReplayMismatch: the rules do not give what the log says.
        UnknownRules: from an entry on it goes on under rules that are not known here.
        Duel: it is one, and its reader reads none.
    """
    ledger = start if start is not None else ledger_at_genesis(entries, keys)
    known_past = past or Past(entries, since=ledger.n + 1)
    known_past.keep(ledger)
    claims = Claims() if claims is None else claims
    for entry in entries[ledger.n + 1 :]:
        entry.check_follows(entries[ledger.n])
        step, record = entry.body.step, entry.body.record
        gms.verify_by(_signers(ledger, step), entry, ledger.game, ledger.n + 1)
        chance: Chance
        if isinstance(step, DuelStep):
            if duel is None:
                raise Duel
            chance = duel(known_past, record)
        elif keys:
            chance = AuditChance(keys, known_past, record, reworded)
        else:
            chance = LogChance(record, known_past, eyes(ledger, step), claims)
        try:
            classes.check(ledger, step, record)
            unsigned = take(ledger, step, chance)
            claims.learn(ledger.game, record)
        except NotTrusted as error:
            error.in_entry(entry.n)
            raise
        except (NeedsProgram, ReplayMismatch):
            raise
        except BROKEN as error:
            why = f"its order should have been refused: {str(error).removesuffix('.')}"
            raise ReplayMismatch(n=entry.n, why=why) from error
        ledger = unsigned.ledger(entry)
        known_past.keep(ledger)
        yield ledger, unsigned.story


def _signers(ledger: Ledger, step: AnyStep) -> tuple[Keys, ...]:
    """Who may sign an entry made from this. Raises ReplayMismatch: nobody may."""
    if ledger.offices.moderated and not isinstance(step, DuelStep):
        return ledger.table.gms
    if ledger.offices.moderated or not isinstance(step, DuelStep):
        raise ReplayMismatch(n=ledger.n + 1, why="there is no such entry in this game")
    signer = ledger.offices.witness_of(step.order.body.author)
    if signer not in ledger.seats:
        raise ReplayMismatch(
            n=ledger.n + 1, why=f"{signer} would sign it, and nobody plays {signer}"
        )
    return (ledger.seats[signer].keys,)


def ledger_after(
    entries: Sequence[Entry],
    start: Ledger | None = None,
    *,
    eyes: EyesOf = NOBODY,
    keys: Mapping[str, GameKey] | None = None,
    past: Past | None = None,
    until: int | None = None,
    duel: Chances | None = None,
) -> Ledger:
    """The ledger after the last entry, or after entry `until`. The other arguments and errors are those of `fold`."""
    ledger = start if start is not None else ledger_at_genesis(entries, keys)
    for next_ledger, _ in fold(entries, ledger, eyes=eyes, keys=keys, past=past, duel=duel):
        if until is not None and next_ledger.n > until:
            break
        ledger = next_ledger
    return ledger


def at(entries: Sequence[Entry], n: int, keys: Mapping[str, GameKey]) -> Position:
    """The position after entry `n`, for a GM who goes back to it. Raises as `fold`, BadRuling."""
    past = Past(entries, (n,))
    ledger_after(entries, keys=keys, past=past, until=n)
    return past(n)
