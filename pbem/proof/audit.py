"""The audit: after the end, with the revealed keys, each party's claims are proven, contradicted, or not shown.

It always ends, whatever anybody wrote: a garbage copy, a foreign chain or a false key costs its own party a claim,
and leaves all others as they are (PROTOCOL.md, rule 9).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum

from msgspec import Struct, field

from pbem.errors import NeedsProgram, PbemError, ReplayMismatch, UnknownRules
from pbem.ledger import sealed
from pbem.ledger.chances import repeats
from pbem.ledger.fold import fold, ledger_at_genesis
from pbem.ledger.ledger import Ledger
from pbem.ledger.values import GM
from pbem.ledger.wording import Reworded
from pbem.proof.revealed_keys import OpenedOffice, RevealedKeys, places, revealed_keys
from pbem.protocol.bodies import Mailed, Order, Orders, Ruling, SignedReveal, Standing
from pbem.protocol.entry import Entry
from pbem.protocol.keys import GameKey
from pbem.version import VERSION


class Answer(Enum):
    """What became of a claim."""

    PROVEN = "proven"
    CONTRADICTED = "contradicted"
    NOT_SHOWN = "not shown"


class Claim(Enum):
    """What each party says of itself by playing."""

    LOG = "signatures, links, dice and opened cards are right"
    RULES = "signatures, links, dice and opened cards are right, and each step keeps the rules"
    CHAINS = "its links are of one chain of its key, fixed before"
    BYTES = "each entry follows from rules, orders and keys, to the last byte"
    SHUFFLES = "each deck was shuffled by its secret links"
    DEALS = "each card dealt in secret is the one that lay there"
    STANDING = "sealed plans, scripts and policies decided as they say"
    HIDDEN = "the secret position was the one that it signed"
    FAULTS = "the program failed where the log says so"
    WORDS = "what it showed is worded as this program words it"
    COPIES = "what it sealed to itself is what it sealed to the GM"
    PLANS = "its plan cards are those that it locked"
    STACKS = "all cards that it sealed, the covered ones too, are there and allowed"
    POLICIES = "all policies that it sealed are there"


class Finding(Struct, frozen=True):
    """One row of the table.

    Attributes:
        entry: where it is contradicted, or from where on it is not shown; -1 if proven.
        count: of what it speaks, such as entries, shuffles or orders.
    """

    party: str
    claim: Claim
    answer: Answer
    entry: int = -1
    why: str = ""
    count: int = 0


class Audit(Struct, frozen=True):
    """All findings.

    Attributes:
        entries: that could be read. `ledger`: after the last one that is in order for everybody; None if
            none is. `revealed`: the keys that were used.
    """

    findings: tuple[Finding, ...]
    entries: tuple[Entry, ...]
    ledger: Ledger | None
    revealed: RevealedKeys = field(default_factory=lambda: RevealedKeys(()))

    @property
    def contradicted(self) -> tuple[Finding, ...]:
        return tuple(row for row in self.findings if row.answer is Answer.CONTRADICTED)


class Broken(Struct, frozen=True):
    """Where a log stops being right, or being shown.

    Attributes:
        part: the field of the record that differs, "" for anything else.
        other_rules: it goes on under rules that are not known here, so nothing is said against anybody.
    """

    entry: int
    why: str
    part: str = ""
    other_rules: bool = False

    @property
    def answer(self) -> Answer:
        return Answer.NOT_SHOWN if self.other_rules else Answer.CONTRADICTED


def audit(entries: Sequence[Entry], reveals: Sequence[SignedReveal]) -> Audit:
    """Check everything that these keys open: a finding for each claim of each party. Never raises for what is in
    them."""
    readable, unread = _readable(entries)
    if not readable:
        why = unread.why if unread else "there is no genesis"
        return Audit((Finding(GM, Claim.LOG, Answer.CONTRADICTED, 0, why),), (), None)
    keys = revealed_keys(readable, reveals)
    ledger, broken, doubts = _fold_checked(readable, {})
    is_veiled = ledger is not None and ledger.veiled
    broken = broken or unread
    findings = [_log_finding(Claim.LOG if is_veiled else Claim.RULES, broken, len(readable))]
    findings += _gm_findings(readable, keys, is_veiled, broken, doubts)
    for place in keys.places:
        if place.party != GM:
            findings += _player_findings(readable, keys, place)
    return Audit(tuple(findings), tuple(readable), ledger, keys)


def _readable(entries: Sequence[Entry]) -> tuple[list[Entry], Broken | None]:
    """The entries up to the first that cannot be read."""
    readable: list[Entry] = []
    for n, entry in enumerate(entries):
        try:
            entry.body  # noqa: B018  decoded once, and kept
            if entry.n != n:
                return readable, Broken(n, "it has another number")
            if n == 0:
                places([entry])
        except Exception as error:  # whatever it holds, the audit goes on
            return readable, Broken(n, str(error))
        readable.append(entry)
    return readable, None


def _fold_checked(
    entries: Sequence[Entry],
    keys: Mapping[str, GameKey],
    reworded: list[Reworded] | None = None,
) -> tuple[Ledger | None, Broken | None, set[int]]:
    """Fold a log as far as it is right, for everybody or with the GM's keys, and never raise.

    Returns the ledger after the last good entry (None if the genesis is bad), where and why it stops being right
    (None if nowhere), and the entries of which something does not happen here.
    """
    doubts: set[int] = set()
    ledger: Ledger | None = None
    try:
        ledger = ledger_at_genesis(entries, keys or None)
        for next_ledger, story in fold(entries, ledger, keys=keys or None, reworded=reworded):
            ledger = next_ledger
            doubts |= {ledger.n} if story.doubts else set()
    except (UnknownRules, NeedsProgram) as error:
        return ledger, Broken(ledger.n + 1 if ledger else 0, str(error), "", True), doubts
    except Exception as error:  # a hostile log may break anything; that is a finding too
        at = ledger.n + 1 if ledger is not None else 0
        part = str(error.facts.get("part", "")) if isinstance(error, PbemError) else ""
        why = str(error.facts["why"]) if isinstance(error, ReplayMismatch) else str(error)
        return ledger, Broken(at, why, part), doubts
    return ledger, None, doubts


def _log_finding(claim: Claim, broken: Broken | None, count: int) -> Finding:
    if broken is None:
        return Finding(GM, claim, Answer.PROVEN, count=count)
    return Finding(GM, claim, broken.answer, broken.entry, broken.why, count)


# -- the GM -------------------------------------------------------------------------------------

PARTS = {
    "shuffles": Claim.SHUFFLES,
    "deals": Claim.DEALS,
    "decisions": Claim.STANDING,
    "questions": Claim.STANDING,
    "opened": Claim.STANDING,
    "left": Claim.STANDING,
    "state_hash": Claim.HIDDEN,
    "changes": Claim.HIDDEN,
    "stories": Claim.HIDDEN,
    "menus": Claim.HIDDEN,
}
"""Which claim besides `BYTES` is contradicted by which part of a record."""


def _gm_findings(
    entries: Sequence[Entry],
    keys: RevealedKeys,
    veiled: bool,
    public: Broken | None,
    doubts: set[int],
) -> Iterator[Finding]:
    """A finding for each claim of the GM: do the revealed keys prove it?

    Args:
        public: where the log is broken for everybody, None if nowhere.
        doubts: entries that a reader already doubts.
    """
    chairs = [place for place in keys.places if place.party == GM]
    for chair in chairs:
        yield chains_claim(keys, chair)
    missing_chair = next((chair for chair in chairs if keys.key(chair) is None), None)
    upto = len(entries) if missing_chair is None else missing_chair.since
    claims = {
        Claim.BYTES: len(entries),
        Claim.SHUFFLES: sum(len(e.body.record.shuffles) for e in entries),
        Claim.DEALS: sum(len(e.body.record.deals) for e in entries),
        Claim.STANDING: sum(
            decision.by in ("script", "policy")
            for e in entries
            for decision in e.body.record.decisions
        ),
    }
    if veiled:
        claims[Claim.HIDDEN] = len(entries)
    broken: Broken | None = None
    reworded: list[Reworded] = []
    if upto:
        _, broken, own = _fold_checked(entries[:upto], keys.gm, reworded)
        doubts = doubts | own
    for claim, count in claims.items():
        if (
            count or claim is Claim.STANDING
        ):  # of which also a question speaks that was put needlessly
            yield _with_keys(claim, count, broken, missing_chair, public)
    faults = [entry for entry in entries if entry.body.record.faults]
    if faults:
        with_keys = _with_keys(
            Claim.FAULTS, len(faults), broken, missing_chair if veiled else None, public
        )
        yield _faults(entries, faults, doubts) if with_keys.answer is Answer.PROVEN else with_keys
    if veiled:
        whole = _with_keys(Claim.WORDS, len(entries), broken, missing_chair, public)
        yield _words(reworded) if reworded else whole


def _words(reworded: Sequence[Reworded]) -> Finding:
    """Sentences that this program would not write: those of another version, or a lie of the GM."""
    sentences_read = [one for one in reworded if one.written or one.here]
    first = sentences_read[0] if sentences_read else reworded[0]
    differences = [
        f'in entry {sentence.entry} the log says "{sentence.written}" where pbem {VERSION} says "{sentence.here}"'
        for sentence in sentences_read
    ]
    menus = len(reworded) - len(sentences_read)
    if menus:
        what = "a menu was" if menus == 1 else f"{menus} menus were"
        differences.append(f"{what} worded otherwise than pbem {VERSION} words them")
    return Finding(
        GM, Claim.WORDS, Answer.NOT_SHOWN, first.entry, "; ".join(differences), len(reworded)
    )


def _faults(entries: Sequence[Entry], faults: Sequence[Entry], doubts: set[int]) -> Finding:
    """Is each fault one that happens here too? One that does not did no harm if an `again` repeats its dice."""
    unshown = [entry for entry in faults if entry.n in doubts]
    if not unshown:
        return Finding(GM, Claim.FAULTS, Answer.PROVEN, count=len(faults))
    harmful = [entry for entry in unshown if not _carried_out(entries, entry)]
    if harmful:
        why = f"the fault does not happen under pbem {VERSION}"
        return Finding(GM, Claim.FAULTS, Answer.NOT_SHOWN, harmful[0].n, why, len(faults))
    why = "; ".join(
        f"entry {entry.n} failed under pbem {entry.body.record.faults[0].program} by the GM's word; "
        f"entry {_carried_out(entries, entry)} carried it out with the same dice"
        for entry in unshown
    )
    return Finding(GM, Claim.FAULTS, Answer.NOT_SHOWN, unshown[0].n, why, len(faults))


def _carried_out(entries: Sequence[Entry], faulty: Entry) -> int:
    """The ruling `again` that begins with what the faulty line had made, 0 if there is none."""
    for entry in entries[faulty.n + 1 :]:
        step, record = entry.body.step, entry.body.record
        if isinstance(step, Ruling) and (step.kind, step.entry) == ("again", faulty.n):
            return entry.n if repeats(faulty.body.record, record) else 0
    return 0


def _with_keys(
    claim: Claim,
    count: int,
    broken: Broken | None,
    missing_chair: OpenedOffice | None,
    public: Broken | None,
) -> Finding:
    """The finding on one claim of the GM: proven, contradicted by what is broken, or not shown for want of a key."""
    if broken is not None and (
        broken.other_rules or claim is Claim.BYTES or PARTS.get(broken.part) is claim
    ):
        return Finding(GM, claim, broken.answer, broken.entry, broken.why, count)
    if broken is not None:
        why = f"checked before entry {broken.entry}, which contradicts another claim"
        return Finding(GM, claim, Answer.NOT_SHOWN, broken.entry, why, count)
    if missing_chair is not None:
        why = f"the key of {missing_chair.keys.name}, who was the GM, is not here"
        return Finding(GM, claim, Answer.NOT_SHOWN, missing_chair.since, why, count)
    if public is not None:
        why = "a reader cannot follow the log beyond that entry"
        return Finding(GM, claim, Answer.NOT_SHOWN, public.entry, why, count)
    return Finding(GM, claim, Answer.PROVEN, count=count)


def chains_claim(keys: RevealedKeys, place: OpenedOffice) -> Finding:
    """Are the chains of a place of the key that was revealed for it?"""
    key, party, since = keys.key(place), place.party, place.since
    if key is not None and place.own_chains(key):
        return Finding(party, Claim.CHAINS, Answer.PROVEN, count=len(place.anchors))
    if key is not None:
        why = "its anchor there is of no chain of the key that it revealed"
        return Finding(party, Claim.CHAINS, Answer.CONTRADICTED, since, why)
    # Of a key that fits nothing nobody knows who has put it there, nor whether the right one was left out.
    why = f"the key of {place.keys.name} for that entry is not here"
    return Finding(party, Claim.CHAINS, Answer.NOT_SHOWN, since, why)


# -- the players --------------------------------------------------------------------------------


def _player_findings(
    entries: Sequence[Entry], keys: RevealedKeys, place: OpenedOffice
) -> Iterator[Finding]:
    """A finding for each claim of a player, from his own copies; one that does not open costs him, and nobody else."""
    yield chains_claim(keys, place)
    key = keys.key(place)
    own = list(_written(entries, place))
    plans = [(n, body) for n, body in own if isinstance(body, Order) and body.plan]
    if key is None:
        why = f"the key of {place.keys.name} for entry {place.since} is not here"
        first_entry = own[0][0] if own else place.since
        yield Finding(place.party, Claim.COPIES, Answer.NOT_SHOWN, first_entry, why, len(own))
    else:
        yield _first_wrong(
            place.party, Claim.COPIES, own, lambda n, body: _copy(key, body, place.party)
        )
    if plans:
        yield _first_wrong(
            place.party, Claim.PLANS, plans, lambda n, body: _plan(keys, place, n, body)
        )


def _written(
    entries: Sequence[Entry], place: OpenedOffice
) -> Iterator[tuple[int, Order | Standing]]:
    for entry in entries:
        step = entry.body.step
        if isinstance(step, Mailed) and place.holds(entry.n):
            body = step.order.body
            if isinstance(body, Order | Standing) and body.author == place.party:
                yield entry.n, body


Judged = tuple[Answer, str]


def _first_wrong(
    party: str,
    claim: Claim,
    bodies: Sequence[tuple[int, Order | Standing]],
    judge: Callable[[int, Order | Standing], Judged],
) -> Finding:
    """The worst of what is found about these orders, and where it is first found."""
    unseen: Finding | None = None
    for n, body in bodies:
        answer, why = judge(n, body)
        if answer is Answer.CONTRADICTED:
            return Finding(party, claim, answer, n, why, len(bodies))
        if answer is Answer.NOT_SHOWN and unseen is None:
            unseen = Finding(party, claim, answer, n, why, len(bodies))
    return unseen or Finding(party, claim, Answer.PROVEN, count=len(bodies))


def _opened(key: GameKey | None, body: Order | Standing, to: str) -> Orders | str:
    """What an order sealed, or why it does not open."""
    if key is None:
        return "the key is not revealed"
    try:
        return sealed.unseal(key, body, to)
    except Exception as error:  # whatever somebody sealed to himself
        return str(error)


def _copy(key: GameKey, body: Order | Standing, side: str) -> Judged:
    opened = _opened(key, body, side)
    return (Answer.CONTRADICTED, opened) if isinstance(opened, str) else (Answer.PROVEN, "")


def _plan(keys: RevealedKeys, place: OpenedOffice, n: int, body: Order | Standing) -> Judged:
    """The cards of a stack, from the owner's copy, or from the GM's where that one is garbage."""
    own = _opened(keys.key(place), body, place.party)
    gm = _opened(keys.at(GM, n), body, GM)
    for copy in (own, gm):
        if isinstance(copy, Orders) and copy.cards:
            return Answer.PROVEN, ""  # `unseal` has compared each card with what was locked
    return Answer.NOT_SHOWN, own if isinstance(own, str) else "its own copy holds no cards"
