"""What everybody checks of an entry whose rules they cannot play (PROTOCOL.md, sections 14, 17 and 18)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from pbem.engine import codec
from pbem.engine.patch import changes, with_changes
from pbem.engine.table import Event, spoken
from pbem.errors import BadInput, FalseEntry
from pbem.ledger.checks.classes import ENDING, GROUND, MOVING, Kind
from pbem.ledger.glimpse import PublicStory, heard, same_result, strictly
from pbem.ledger.locks import slots_in
from pbem.ledger.values import ABSENT, EARLIER, GM, POLICY, PUBLIC, Failure, Glimpsed
from pbem.protocol import canonical
from pbem.protocol.bodies import AnyStep, Ended, Fault, Mailed, OpenQuestion, Order, Record
from pbem.protocol.entry import LIMIT
from pbem.slots import slot_words

if TYPE_CHECKING:
    from pbem.engine.ruleset import Result, RuleSet
    from pbem.ledger.chance import Past
    from pbem.ledger.draft import Draft

_tables = msgspec.json.Decoder(dict[str, msgspec.Raw])


def check(
    draft: Draft, step: AnyStep, kind: Kind, record: Record, before: Result | None, past: Past
) -> None:
    """Check a record without rules or keys: result, lines left, faults, stories, and that its dice and deals can be.

    Cards, questions and decisions are checked elsewhere.

    Args:
        before: how the game had ended before the entry, None if it had not.

    Raises: FalseEntry.
    """
    _check_result(draft, kind, record, before, past)
    _check_left(draft, record)
    _check_faults(draft, step, kind, record)
    _check_stories(draft, record)
    for roll in record.rolls:
        if roll.sides not in draft.rules.secrets.dice:
            raise _wrong(
                draft, f"the die `{roll.label}` has {roll.sides} sides, and no die here has"
            )
    for deal in record.deals:
        if deal.to not in draft.sides:
            raise _wrong(draft, f"it deals a card to `{deal.to}`, and there is no such side")


def _wrong(draft: Draft, why: str) -> FalseEntry:
    return FalseEntry(n=draft.n, why=why)


def _check_result(
    draft: Draft, kind: Kind, record: Record, before: Result | None, past: Past
) -> None:
    """A result stays as it was, but where an entry may end the game, or goes back to before its end."""
    expected = Ended(before.winners, before.reason) if before is not None else None
    if kind.of is ENDING and draft.verdict is not None:
        expected = Ended(*draft.verdict)
    elif kind.rewinds:
        play = past(draft.cases.rewinds[draft.n] - 1).play
        expected = Ended(*draft.verdict) if draft.verdict else getattr(play, "ended", None)
    elif before is None and (kind.decides or kind.of is MOVING):
        return
    if not same_result(record.result, expected):
        deed = "ends the game" if record.result and not expected else "changes how the game ended"
        raise _wrong(draft, f"it {deed}, and such an entry does not")


def _check_left(draft: Draft, record: Record) -> None:
    """What ended is an order that waits, at a place that it has; it waits no more, and its side is asked."""
    asked_sides = {row.side for row in record.questions}
    asked_sides |= {row.side for row in record.decisions if row.by in (POLICY, "script", ABSENT)}
    sides = [row.side for row in record.left]
    if len(set(sides)) < len(sides):
        raise _wrong(draft, "an order ends in it twice")
    for row in record.left:
        waiting = draft.rest.get(row.side)
        if waiting is None or waiting.entry != row.entry or row.place > len(waiting.commitments):
            raise _wrong(
                draft, f"it ends line {row.place} of an order of {row.side} that does not wait"
            )
        if row.side not in asked_sides and not record.faults and record.result is None:
            raise _wrong(draft, f"it ends an order of {row.side}, and {row.side} is not asked")


def _by_cards(draft: Draft, step: AnyStep, kind: Kind, fault: Fault) -> bool:
    """Was it an answer by cards that failed: a stack, or the opening of a card?"""
    failure = draft.ledger.position.failure
    if kind.name == "ruling again" and failure is not None:
        before = failure.fault
        return (before.side, before.entry, before.place) == (fault.side, fault.entry, 0)
    body = step.order.body if isinstance(step, Mailed) else None
    if not isinstance(body, Order) or (body.author, draft.n) != (fault.side, fault.entry):
        return False
    return bool(body.plan or body.openings)


def _check_faults(draft: Draft, step: AnyStep, kind: Kind, record: Record) -> None:
    if len(record.faults) > 1:
        raise _wrong(draft, "it tells of two errors of the program")
    if record.faults and not record.rolls and not record.shuffles:
        raise _wrong(draft, "it tells of an error of the program before any die or shuffle")
    for fault in record.faults:
        if not fault.place:
            if fault.side != GM and not _by_cards(draft, step, kind, fault):
                why = f"an answer of `{fault.side}` by cards fails, and the entry holds none"
                raise _wrong(draft, why)
            continue
        waiting = draft.rest.get(fault.side)
        is_its_order = waiting is not None and waiting.entry == fault.entry
        if waiting is None or not is_its_order or fault.place > len(waiting.commitments):
            raise _wrong(draft, f"line {fault.place} of {fault.side} fails, and no such line waits")


def _check_stories(draft: Draft, record: Record) -> None:
    """Who is told, and what everybody may read."""
    hearers = (PUBLIC, *(draft.sides if draft.begun else ()))
    if tuple(part.to for part in record.stories) != hearers:
        raise _wrong(draft, f"it must tell its story to {', '.join(hearers)}")
    everybody, *others = record.stories
    if everybody.sealed or any(part.clear or not part.sealed for part in others):
        raise _wrong(draft, "a story stands open that is for one side, or sealed that is for all")
    try:
        clear = heard(PublicStory, canonical.decode(everybody.clear.encode(), LIMIT), PUBLIC)
    except (BadInput, ValueError) as error:
        raise _wrong(draft, f"what it tells everybody is no story: {error}") from error
    if clear.decisions:
        raise _wrong(draft, "what it tells everybody is no story without decisions")


def check_told(draft: Draft, clear: Sequence[Event], own_events: Sequence[Event]) -> None:
    """Pass if the story tells of the dice that fell, but not those of a line that failed, and tells all the same.

    `clear` is what everybody reads, `own_events` what this reader reads, or the same. Raises FalseEntry.
    """
    undone = sum(fault.rolls for fault in draft.notes.faults)
    fell = [(spoken(roll.label), roll.value) for roll in draft.notes.rolls]
    for events in (clear, own_events):
        dice = [(event.text, event.value) for event in events if event.kind == "die"]
        if dice != fell[: len(fell) - undone]:
            raise _wrong(draft, "the dice that it tells of are not those that fell")
    if [event for event in own_events if not event.to] != list(clear):
        raise _wrong(draft, "it tells you something else than everybody")


def in_step(
    draft: Draft, kind: Kind, record: Record, before: Any, questions: Collection[OpenQuestion]
) -> int:
    """How many decisions of an entry can belong to the step of the sequence of play that goes on before it.

    It is 0 where nobody but the GM can tell (PROTOCOL.md, section 14).

    Args:
        before: the state before the entry, as this reader saw it.
        questions: what was open then.

    Raises:
        FalseEntry: the question that it answers cannot have been asked in this step.
    """
    rows = record.decisions
    open_names = {one.request for one in questions}
    # The lines of an order that failed go on over all steps; and what does not begin with an answer to an open question
    # may begin in another step.
    if kind.name == "ruling again" or not rows or rows[0].request not in open_names:
        return 0
    stays = draft.rules.secrets.asked_in_step(before, answered(record))
    if not stays:
        raise _wrong(draft, f"it decides `{rows[0].request}`, and that is not asked in this step")
    return stays


def check_place(draft: Draft, kind: Kind, before: Any) -> None:
    """A correction leaves the game where it stands in its sequence of play (PROTOCOL.md, section 14). Raises FalseEntry.

    Args:
        before: the state before the entry, as this reader saw it.
    """
    place = draft.rules.secrets.place
    if (
        kind.name == "ruling patch"
        and kind.of is GROUND
        and place(draft.play.state) != place(before)
    ):
        raise _wrong(draft, "it corrects where the game stands in its turn, and nothing may")


def answered(record: Record) -> list[tuple[str, str]]:
    """Side and kind of the questions that an entry answers, in order."""
    return [(row.side, row.request.rpartition("-")[0]) for row in record.decisions]


def check_lapsed(draft: Draft, record: Record, stays: int) -> None:
    """Check that an earlier order decides nothing once the step in which it waited is over, as everybody sees by the
    questions that were answered.

    Args:
        stays: what `in_step` gives.

    Raises:
        FalseEntry.
    """
    for row in record.decisions[stays:] if stays else ():
        if row.by == EARLIER:
            why = f"an earlier order of {row.side} answers `{row.request}` after its part of the turn was over"
            raise _wrong(draft, why)


def position_after(n: int, base: bytes, rows: list[Any]) -> bytes:
    """A position after these changes, in canonical JSON.

    Args:
        n: the entry that tells of the changes.
        base: the position before them, in canonical JSON.

    Raises:
        FalseEntry: they are not exactly what differs between the two.
    """
    was = msgspec.json.decode(base)
    try:
        position = with_changes(was, rows)
        is_exact = changes(was, position) == rows
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        raise FalseEntry(n=n, why="it tells of changes that fit no position") from error
    if not is_exact:
        raise FalseEntry(n=n, why="it tells of changes that are none")
    for path, *value in rows:  # all the rest was canonical before
        if not _small(value):
            raise FalseEntry(n=n, why=f"a number in {'.'.join(path)} is larger than positions have")
        canonical.check_value(dict.fromkeys(path, ""))
        canonical.check_value(value, canonical.MAX_DEPTH - len(path) + 1)
    raw = codec.encode(position)
    canonical.check_raw(raw)
    return raw


def _small(data: Any) -> bool:
    """Is no number in plain data larger than positions have?"""
    nodes = [data]
    while nodes:
        node = nodes.pop()
        if type(node) is int and abs(node) > codec.LARGEST:
            return False
        if isinstance(node, list | dict):
            nodes += node.values() if isinstance(node, dict) else node
    return True


def check_shows(n: int, rules: RuleSet[Any], position: bytes, side: str) -> Any:
    """The state in a position, which must be one that every report can describe and draw.

    Args:
        position: in canonical JSON, as `side` (or `PUBLIC`) sees it.

    Raises:
        FalseEntry: it cannot, whatever the game's own words for it stumble over.
    """
    try:
        state = strictly(rules.state_type, msgspec.json.decode(position))
        rules.report(state, side, {})
        rules.picture(state, side)
        rules.trays(state, side, {})
        rules.words.now(state)
        rules.score(state)
    except Exception as error:  # words for positions are not written for such as never were
        raise FalseEntry(n=n, why="it shows a position that is none") from error
    return state


def check_same(n: int, rules: RuleSet[Any], own: Any, common: bytes) -> None:
    """What one sees and everybody sees too is the same: one's own view, veiled, is theirs.

    Args:
        own: the state as one sees it. common: the position that everybody sees, in canonical JSON.

    Raises:
        FalseEntry: it is not.
    """
    if codec.encode(codec.dump(rules.secrets.veil(own, PUBLIC))) != common:
        raise FalseEntry(n=n, why="it shows you another position than everybody")


def check_lie(n: int, was: bytes, now: bytes, hand: Collection[str]) -> None:
    """Pass if the hidden cards that stay in one's hand are where they were, in the same order.

    Args:
        was, now: two positions in canonical JSON.
        hand: slots.

    Raises:
        FalseEntry: one is not.
    """
    if was == now or not hand:
        return
    tables_before, tables_after = _tables.decode(was), _tables.decode(now)
    words = [codec.encode(slot) for slot in hand]
    changed_tables = [
        name
        for name, raw in tables_before.items()
        if raw != tables_after.get(name) and any(word in bytes(raw) for word in words)
    ]
    slots_after = _slots_by_path(
        {name: tables_after[name] for name in changed_tables if name in tables_after}, hand
    )
    for path, slots in _slots_by_path(
        {name: tables_before[name] for name in changed_tables}, hand
    ).items():
        slots_at_path = slots_after.get(path, [])
        if [slot for slot in slots_at_path if slot in slots] != slots:
            raise FalseEntry(
                n=n,
                why=f"hidden cards of yours lie in another place, or order, in {'.'.join(path)}",
            )


def check_stacks(
    draft: Draft, kind: Kind, record: Record, was: Glimpsed, now: bytes, failed: Failure | None
) -> None:
    """Pass if each card of a sealed stack is in the public position until it is turned up, in order, and no other is.

    Cards of a stack that was dropped, or went with its scenario, have no lock afterwards (PROTOCOL.md, section 8).

    Args:
        was: what everybody saw before.
        now: the position as they see it after the entry, in canonical JSON.
        failed: the fault that waited before the entry, if one did.

    Raises:
        FalseEntry: one is gone, never came, or has no business there. With the scenario in which it was sealed it
            may go, which `verify` says.
    """
    slots_after, slots_before = _stack_cards(now), _stack_cards(was.common)
    slots_due = _slots_due(draft, kind, record, {*slots_before})
    if not kind.rewinds and record.result is None:
        possible_slots = {*slots_before, *slots_due, *draft.shown}
        strange = [
            slot for slot in slots_after if slot not in draft.locks or slot not in possible_slots
        ]
        if strange:
            raise _wrong(
                draft, f"{slot_words(strange[0])} lies there, and it does not belong there"
            )
        _check_order(draft, now, [slot for slot in slots_after if slot not in draft.shown])
        _check_none_gone(
            draft, kind, record, was, {*slots_after}, [*slots_due, *slots_before], failed
        )
    slots_kept = {*slots_after, *slots_due, *draft.shown}
    for slot in [
        slot for slot in draft.locks if slot.startswith("plan:") and slot not in slots_kept
    ]:
        del draft.locks[slot]
        draft.secrets.pop(slot, None)


def _check_none_gone(
    draft: Draft,
    kind: Kind,
    record: Record,
    was: Glimpsed,
    lying: set[str],
    sealed: Sequence[str],
    failed: Failure | None,
) -> None:
    """Pass if all cards of the stacks are there that must be. Raises FalseEntry.

    Args:
        lying: slots in the position after the entry.
        sealed: slots that were sealed, of which those must be there whose stacks are complete.
    """
    slots_due = {
        *_complete_stacks(draft, kind, record, was, failed, sealed),
        *_stack_cards(was.common),
    }
    slots_gone = sorted(slots_due - lying - draft.shown.keys())
    if not slots_gone:
        return
    if any(change.path == ("scenario",) for change in record.changes):
        draft.doubts.append(
            f"by the GM's word a scenario ended, and with it {len(slots_gone)} cards of Plans that nobody had turned up"
        )
        return
    why = f"{slot_words(slots_gone[0])} does not lie there, and it was not turned up"
    raise _wrong(draft, why)


def _check_order(draft: Draft, now: bytes, lying: Sequence[str]) -> None:
    """Do the cards of each stack lie as they were sealed, the top one first? Raises FalseEntry."""
    for slots in _slots_by_path(_tables.decode(now), lying).values():
        places: dict[str, int] = {}
        for slot in slots:
            stack, _, place = slot.rpartition(":")
            if int(place) <= places.get(stack, 0):
                raise _wrong(draft, f"{slot_words(slot)} lies below a card that was above it")
            places[stack] = int(place)


def _stack_cards(position: bytes) -> list[str]:
    return [slot for slot in slots_in(position) if slot.startswith("plan:")]


def _slots_due(draft: Draft, kind: Kind, record: Record, lay: Collection[str]) -> list[str]:
    """The cards of stacks that are sealed and do not lie in the position yet: others have still to answer, or a
    ruling has just decided. New ground drops those that were answered before it, but where it decides for the
    last side."""
    slots = [slot for slot in draft.locks if slot.startswith("plan:") and slot not in draft.shown]
    last = kind.name == "ruling impose" and all(row.stack is None for row in record.questions)
    if kind.ground and kind.name != "ruling again" and not record.faults and not last:
        slots = [slot for slot in slots if slot not in draft.ledger.position.locks]
    return [slot for slot in slots if slot not in lay]


def _complete_stacks(
    draft: Draft,
    kind: Kind,
    record: Record,
    was: Glimpsed,
    failed: Failure | None,
    sealed: Sequence[str],
) -> list[str]:
    """The slots, of those `sealed`, of the stacks for which no side is asked any more after this entry.

    A stack is complete when all have sealed theirs who were asked for one; until then its cards need not be there.
    """
    if record.faults or draft.failure is not None:
        return []
    if all(row.stack is None for row in record.questions):
        return list(sealed)
    if kind.ground:
        return []
    open_before = {row.request for row in was.asked}
    if failed is not None:
        open_before |= {*failed.open_before}
    closed_requests = open_before - {row.request for row in record.questions}
    numbers = {name.rpartition("-")[2] for name in closed_requests}
    return [slot for slot in sealed if slot.split(":")[2] in numbers]


def _slots_by_path(
    tables: Mapping[str, msgspec.Raw], hand: Collection[str]
) -> dict[tuple[str, ...], list[str]]:
    """Where these slots are in tables of a position: a path of names, to the slots in their order."""
    slots_by_path: dict[tuple[str, ...], list[str]] = {}
    nodes: list[tuple[tuple[str, ...], Any]] = [
        ((name,), msgspec.json.decode(raw)) for name, raw in tables.items()
    ]
    while nodes:
        path, node = nodes.pop()
        if isinstance(node, dict):
            nodes += [((*path, name), below) for name, below in node.items()]
        elif isinstance(node, list):
            nodes += [(path, below) for below in reversed(node)]
        elif isinstance(node, str) and node in hand:
            slots_by_path.setdefault(path, []).append(node)
    return slots_by_path


STAYS = {"rules": "version", "ruling option": "options"}
"""Steps after which the position stays as it is, but for one member of the state."""


def check_stays(n: int, kind: Kind, paths: Sequence[Sequence[str]]) -> None:
    """Other rules and options alone move no piece. Raises FalseEntry.

    Args:
        paths: of what changes in a view of the position.
    """
    member = STAYS.get(kind.name)
    if member and kind.of is GROUND and any(path[0] != member for path in paths):
        raise FalseEntry(n=n, why=f"it changes more of the position than its {member}")


def seen_by_all(draft: Draft, kind: Kind, record: Record, source: Glimpsed, past: Past) -> bytes:
    """The position as everybody sees it after an entry, in canonical JSON.

    Raises:
        FalseEntry: the changes are not those between two positions, or a rewind leads elsewhere.
    """
    rows: list[Any] = [
        [list(change.path)] if change.value is None else [list(change.path), change.value]
        for change in record.changes
    ]
    if kind.name in ("seat", "gm handover", "gm co") and rows:
        raise _wrong(draft, "who sits where changes nothing on the map")
    check_stays(draft.n, kind, [row[0] for row in rows])
    if not rows and not kind.rewinds:
        return source.common
    common = position_after(draft.n, source.common, rows) if rows else source.common
    if kind.rewinds:
        play = past(draft.cases.rewinds[draft.n] - 1).play
        if isinstance(play, Glimpsed) and common != play.common:
            raise _wrong(draft, "it goes back to another position than there was")
    return common
