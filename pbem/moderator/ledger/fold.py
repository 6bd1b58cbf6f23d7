"""Along a log: each entry signed, linked and taken again, by whoever reads it.

`fold` is what verify, report and every command of a player runs; it trusts nothing but the genesis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from pbem.errors import (
    BadRuling,
    BrokenChain,
    Impossible,
    NeedsProgram,
    NotTrusted,
    OtherRules,
    PbemError,
    ReplayMismatch,
)
from pbem.games import find
from pbem.moderator.ledger.chance import Chance
from pbem.moderator.ledger.chances import AuditChance, LogChance
from pbem.moderator.ledger.claims import Claims
from pbem.moderator.ledger.eyes import Eyes
from pbem.moderator.ledger.ledger import Ledger
from pbem.moderator.ledger.story import Story
from pbem.moderator.ledger.take import begin, first_hash, take
from pbem.moderator.ledger.unplayed import (
    HashChance,
    Name,
    in_words,
    installed,
    named_last,
    unplayed,
)
from pbem.moderator.ledger.values import Position
from pbem.protocol import bodies, gms
from pbem.protocol.bodies import AnyStep, Mailed, Record, Rules, Ruling
from pbem.protocol.entry import Entry
from pbem.protocol.genesis import genesis_of
from pbem.protocol.keys import GameKey

# What rules and parsers raise on contents that no honest GM writes.
BROKEN = (PbemError, LookupError, TypeError, ValueError, AttributeError, Impossible)
EyesOf = Callable[[Ledger, AnyStep], Eyes | None]
"""As whom somebody reads at a moment: his key changes with his seat."""
NOBODY: EyesOf = lambda ledger, step: None  # noqa: E731


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
    for entry in entries[since:]:
        step = entry.body.step
        if isinstance(step, Ruling) and step.kind == "void":
            yield step.entry - 1
        elif isinstance(step, Mailed) and isinstance(step.order.body, bodies.Agree):
            asked = entries[min(step.order.body.entry, entry.n)].body.step
            if isinstance(asked, Mailed) and isinstance(asked.order.body, bodies.TakeBack):
                yield asked.order.body.entry - 1


def begun(
    entries: Sequence[Entry], keys: Mapping[str, GameKey] | None = None, *, by_hashes: bool = False
) -> Ledger:
    """The ledger right after the genesis. Raises BrokenChain, BadSignature, ReplayMismatch."""
    if not entries:
        raise BrokenChain(n=0, why="there is no genesis")
    first = entries[0]
    first.check_follows(None)
    gms.founder(first)
    genesis = genesis_of(first)
    try:
        here = installed(find(genesis.rules, genesis.data))
        made = (genesis.rules_version, genesis.data_hash)
        played = not any(0 in s for s in unplayed(entries, 0, made, here, by_hashes))
        ledger = begin(genesis, keys, first.head, first.sha512, played=played)
    except BROKEN as error:
        raise ReplayMismatch(n=0, why=f"there is no such game: {error}") from error
    if tuple(genesis.sides) != tuple(ledger.rules.sides):
        raise ReplayMismatch(n=0, why="its sides are not those of the rules")
    anchors = (*genesis.anchors.answer.values(), genesis.anchors.deck)
    if len(set(anchors)) < len(anchors):
        raise ReplayMismatch(n=0, why="an anchor stands in it twice")
    key = (keys or {}).get(genesis.gm.x25519)
    right = first_hash(genesis, key) if played else ""
    if right and first.body.record != Record(state_hash=right):
        wrong = ReplayMismatch(n=0, why="the position after it is another one")
        raise _told(entries, wrong, made, here)
    return ledger


def _told(
    entries: Sequence[Entry], error: ReplayMismatch, made: Name, here: Name
) -> ReplayMismatch:
    """An error as it is told where the log was `made` with other rules than are installed `here`."""
    if made == here:
        return error
    for entry in entries[int(str(error.facts["n"])) :]:
        step = entry.body.step
        if isinstance(step, Rules) and (step.version, step.data_hash) == here:
            why = f"{error.facts['why']}, and entry {entry.n} says that it comes out the same here"
            return ReplayMismatch(**{**error.facts, "why": why})
    return OtherRules(**error.facts, **in_words(made, here))


def _made_with(ledger: Ledger, step: AnyStep) -> Name:
    """The version that an entry was made with."""
    if isinstance(step, Ruling) and step.kind == "rules" and len(step.lines) > 1:
        return step.lines[0], step.lines[1]
    return named_last(ledger)


def fold(
    entries: Sequence[Entry],
    start: Ledger | None = None,
    *,
    eyes: EyesOf = NOBODY,
    keys: Mapping[str, GameKey] | None = None,
    past: Past | None = None,
    by_hashes: bool = False,
    claims: Claims | None = None,
) -> Iterator[tuple[Ledger, Story]]:
    """The ledger after each entry from `start` (default: the genesis) on, with the entry's story.

    Args:
        eyes: a player who reads with his own key also checks what the GM did in his name.
        keys: with the GM's keys everything is done again as the GM did it, to the last byte.
        by_hashes: take also the last stretch of the log from its signed hashes.
        claims: grows by what the log says of hidden cards and does not show.

    Raises:
        BrokenChain, BadSignature, BadLink, BadOpening: the log is not honest.
        ReplayMismatch: the rules do not give what the log says.
        OtherRules: likewise, but the log was made with another version of them.
    """
    ledger = start if start is not None else begun(entries, keys, by_hashes=by_hashes)
    here = installed(ledger.rules)
    named = here if ledger.n else named_last(ledger)
    stretches = unplayed(entries, ledger.n, named, here, by_hashes)
    kept = past or Past(entries, since=ledger.n + 1)
    kept.keep(ledger)
    claims = Claims() if claims is None else claims
    for entry in entries[ledger.n + 1 :]:
        entry.check_follows(entries[ledger.n])
        gms.verify_by(ledger.table.gms, entry, ledger.game, ledger.n + 1)
        step, record = entry.body.step, entry.body.record
        chance: Chance
        if any(entry.n in stretch for stretch in stretches):
            chance = HashChance(record, kept, eyes(ledger, step), keys or {})
        elif keys:
            chance = AuditChance(keys, kept, record)
        else:
            chance = LogChance(record, kept, eyes(ledger, step), claims)
        try:
            taken = take(ledger, step, chance)
            claims.learn(ledger.game, record)
        except (NotTrusted, NeedsProgram):
            raise
        except ReplayMismatch as error:
            made = _made_with(ledger, step) if chance.played else here
            raise _told(entries, error, made, here) from error.__cause__
        except BROKEN as error:
            why = f"its order should have been refused: {error}"
            made = _made_with(ledger, step) if chance.played else here
            wrong = ReplayMismatch(n=entry.n, why=why)
            raise _told(entries, wrong, made, here) from error
        ledger = taken.ledger(entry)
        kept.keep(ledger)
        yield ledger, taken.story


def folded(
    entries: Sequence[Entry],
    start: Ledger | None = None,
    *,
    eyes: EyesOf = NOBODY,
    keys: Mapping[str, GameKey] | None = None,
    past: Past | None = None,
    by_hashes: bool = False,
    until: int | None = None,
) -> Ledger:
    """The ledger after the last entry, or after entry `until`. Raises as `fold` does."""
    ledger = start if start is not None else begun(entries, keys, by_hashes=by_hashes)
    for after, _ in fold(entries, ledger, eyes=eyes, keys=keys, past=past, by_hashes=by_hashes):
        if until is not None and after.n > until:
            break
        ledger = after
    return ledger


def at(entries: Sequence[Entry], n: int, keys: Mapping[str, GameKey]) -> Position:
    """The position after entry `n`, for a GM who goes back to it. Raises as `fold`, BadRuling."""
    past = Past(entries, (n,))
    folded(entries, keys=keys, past=past, until=n)
    return past(n)
