"""A GM's rulings: always an entry more, with its reason, never a change of what was written.

uphold   the entry stands                     patch    correct the position: `set lords.york.coin 3`
void     it and all after it are taken back   impose   decide for a side that is asked
again    a line that failed is carried out, with the same dice
option   a game option from now on            house    a house rule, in words
result   the game ends so: a forfeit, a draw
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pbem.engine import codec
from pbem.engine.declared import declared, option_values
from pbem.engine.notation import match
from pbem.engine.patch import difference
from pbem.engine.play import Play
from pbem.engine.table import NAMED, Event
from pbem.errors import BadPatch, BadRuling, Impossible
from pbem.ledger.askings import put_again
from pbem.ledger.cases.rewind import rewind, undone
from pbem.ledger.chance import Chance
from pbem.ledger.chances import GmChance, LogChance
from pbem.ledger.draft import Draft, commit
from pbem.ledger.ledger import game_at
from pbem.ledger.locks import covered, lock_stack, stack_slots
from pbem.ledger.orders import quietly
from pbem.ledger.run import Run, go_on_where_nobody_owes
from pbem.ledger.values import PUBLIC, Dispute, KnownCard, Ruled, replace
from pbem.protocol.bodies import MOST_TEXT, Locked, Opening, Ruling

SEALED_KINDS = ("patch", "impose")
AFTER_THE_END = ("uphold",)
WHILE_IT_RUNS = ("patch", "option", "impose")
BY = "ruling"


def take(draft: Draft, step: Ruling, chance: Chance) -> list[Event]:
    """Carry out a ruling; the events for reports, first the GM's reason.

    Raises: BadRuling, BadPatch, UnknownWord, AmbiguousOrder, IllegalOrder, NotYourTurn, BadOption.
    """
    n, kind, ledger = draft.n, step.kind, draft.ledger
    hides = draft.veiled and kind in SEALED_KINDS
    if bool(step.sealed) != hides or (hides and step.lines):
        raise BadRuling(why="what it decides is sealed where pieces are hidden, and nowhere else")
    if not draft.begun:
        raise BadRuling(why="all players must have joined first")
    if not 0 <= step.entry < n:
        raise BadRuling(why=f"there is no entry {step.entry} yet; the last one is {n - 1}")
    if ledger.final and kind not in AFTER_THE_END:
        raise BadRuling(why="the end is signed, so nothing can change")
    if ledger.result is not None and kind in WHILE_IT_RUNS:
        raise BadRuling(why="the game is over; go back first, to before the entry that ended it")
    events = KINDS[kind](draft, step, chance)
    openly = " ".join(event.text for event in events[:1] if not event.to)
    cases = draft.cases
    draft.change(
        rulings=(*cases.rulings, Ruled(n, kind, step.entry, openly)),
        disputes=tuple(_dispute_after(row, step.entry, n) for row in cases.disputes),
    )
    on = f" on entry {step.entry}" if step.entry else ""
    return [Event("", f"The GM rules{on}: {step.reason}"), *events]


def _dispute_after(row: Dispute, entry: int, n: int) -> Dispute:
    return replace(row, ruled=n) if row.entry == entry and not row.ruled else row


def _uphold(draft: Draft, step: Ruling, chance: Chance) -> list[Event]:
    if not step.entry:
        raise BadRuling(why="say which entry stands")
    return [Event("", f"Entry {step.entry} stands as it is.")]


def _void(draft: Draft, step: Ruling, chance: Chance) -> list[Event]:
    rewind(draft, step.entry, chance)
    return [Event("", undone(step.entry, draft.n))]


def _again(draft: Draft, step: Ruling, chance: Chance) -> list[Event]:
    """Carry out the line that failed, by a program in which it does not fail; the events for reports.

    The dice and shuffles are those of the entry that failed. Raises BadRuling if no fault waits, or that of another
    entry.
    """
    failure = draft.failure
    if failure is None or draft.result is not None:
        raise BadRuling(why="no error of the program waits for a ruling")
    if step.entry != failure.n:
        raise BadRuling(why=f"the error of the program is in entry {failure.n}")
    draft.failure, draft.again, draft.program = None, failure, step.program
    draft.uses = dict(failure.uses)
    draft.shuffles -= failure.fault.shuffles
    if draft.cut < 0:
        draft.cut = failure.n
    events = [Event("", f"The line that failed in entry {failure.n} is carried out.")]
    if not draft.hidden:
        draft.open_before = set(failure.open_before)
        labels = draft.play.table.labels
        labels.clear()
        labels.update(failure.uses)
        Run.again(draft, chance, failure)
    return events


def _patch(draft: Draft, step: Ruling, chance: Chance) -> list[Event]:
    events = [Event("", "The position is corrected.")]
    if not draft.hidden:
        events += correct_position(draft, chance.lines(step), exact=True)
    put_again(draft)
    go_on_where_nobody_owes(draft, chance)
    return events


def correct_position(draft: Draft, lines: Sequence[str], exact: bool) -> list[Event]:
    """Carry out lines of correction, which are tried on a copy first; the events say what they changed.

    Args:
        exact: the lines must be spelled out, as the log keeps them.

    Raises BadRuling, BadPatch.
    """
    if not lines:
        raise BadRuling(why="there is no line to carry out")
    play: Play[Any] = draft.play
    state_before = codec.copied(play.state)
    trial: Any = game_at(draft.rules, draft.position())
    for line in lines:
        full_line = trial.patch(line)
        if exact and full_line != line:
            raise BadPatch(line=line, why=f"the log spells it `{full_line}`")
    check_patched(draft, trial, lines)
    for line in lines:
        play.patch(line)
    for request in play.pending:
        if request.stack is None and request.fill is not None and not request.options:
            why = f"{request.side} would be asked `{request.kind}` and have no legal answer"
            raise BadRuling(why=why)
    return _differences(draft, state_before)


def check_patched(draft: Draft, trial: Play[Any], lines: Sequence[str]) -> None:
    """Pass if the corrected state can be saved, keeps the invariants, and can be shown to all. Raises BadPatch.

    Args:
        trial: a copy of the game with the corrections.
        lines: the corrections, for the refusal.
    """
    rules = draft.rules
    try:
        state = codec.copied(trial.state)
        rules.check(state)
        public_state = rules.secrets.veil(state, PUBLIC)
        rules.report(public_state, PUBLIC, {})
        rules.picture(public_state, PUBLIC)
    except (Impossible, LookupError, TypeError, ValueError, AttributeError) as error:
        problem = f"there is no {error}" if isinstance(error, KeyError) else error
        why = f"the position would be impossible ({problem or 'an invariant is broken'})"
        raise BadPatch(line="; ".join(lines), why=why) from error
    if covered(draft, codec.encode(state)) != covered(draft, codec.encode(draft.play.state)):
        why = "cards that nobody has drawn or turned up stay where they lie; go back instead"
        raise BadPatch(line="; ".join(lines), why=why)
    if draft.veiled and rules.secrets.place(state) != rules.secrets.place(draft.play.state):
        why = "where pieces are hidden a correction changes neither the turn nor its step, nor who acts in it; go back instead"
        raise BadPatch(line="; ".join(lines), why=why)
    if state.rules_version != draft.versions[-1].version:
        raise BadPatch(line="; ".join(lines), why="another version of the rules needs all players")
    if rules.secrets.veiled(state) != draft.veiled:
        raise BadPatch(line="; ".join(lines), why="what is secret cannot change during a game")


def _differences(draft: Draft, state_before: Any) -> list[Event]:
    """Events that say what a correction changed: for everybody, and in a veiled game for the side that may know it."""
    rules, state_after = draft.rules, draft.play.state

    def seen_by(side: str) -> list[str]:
        views = [
            codec.dump(rules.secrets.veil(state, side)) for state in (state_before, state_after)
        ]
        return difference(*views)

    public = seen_by(PUBLIC)
    events = [Event("", line) for line in public]
    if draft.veiled:
        events += [
            Event("", line, to=side)
            for side in draft.sides
            for line in seen_by(side)
            if line not in public
        ]
    return events


def _impose(draft: Draft, step: Ruling, chance: Chance) -> list[Event]:
    """Make a decision in place of its side; the events for reports.

    Its dice wait until everybody else was ready after it, because the GM knows its own next links.
    """
    side = step.side
    if draft.hidden:
        if isinstance(chance, LogChance):
            lock_stack(draft, draft.play.request(side), chance.record.plan)
            draft.notes.plan.extend(chance.record.plan)
        put_again(draft)
        return [_imposed_event(side)]
    if draft.failure is not None:
        raise BadRuling(
            why="the program has failed, so first make a ruling on the position: go back, or correct it"
        )
    (line,) = chance.lines(step) or [""]
    request = draft.play.request(side)
    order = str(match(request, line))
    if request.kind == "open":
        raise BadRuling(
            why="only the side itself can open what it kept from the GM; go back instead"
        )
    if request.side in draft.laid:
        raise BadRuling(why=f"{side} has answered already")

    def act() -> None:
        if request.stack is not None:
            _commit_stack(draft, side, order, chance)
            draft.play.answer_stack(side, stack_slots(request), chance, by=BY)
        else:
            draft.play.answer(side, order, chance, by=BY)

    alone = len(draft.play.requests) == 1
    draft.cut, draft.brings = -1, {}
    # The GM knows its own next links, so it may not make dice alone.
    quietly(chance, act)
    answer_imposed = draft.play.checkpoint.answers.get(side)
    # The others are asked again; what the GM decided stands.
    put_again(draft, stands=side, answer=None if alone else answer_imposed)
    go_on_where_nobody_owes(draft, chance)
    which = f"The decision is: {order}."
    if draft.veiled:
        draft.tell(side, which)  # its player's own program says so too, from what it has checked
        return [_imposed_event(side)]
    return [_imposed_event(side), Event("", which)]


def _imposed_event(side: str) -> Event:
    """What everybody may read of an imposed decision."""
    return Event("", f"The GM decides for {side}.")


def _commit_stack(draft: Draft, side: str, order: str, chance: Chance) -> None:
    """A secret stack from the GM is none: its salt is the public nonce; but a veiled one is."""
    salt = draft.genesis.nonce
    if isinstance(chance, GmChance) and draft.veiled:
        salt = chance.key.secret(f"imposed/{draft.n}").hex()
    request = draft.play.request(side)
    slots, cards = stack_slots(request), order.split()[1:]
    draft.imposed = tuple(
        Opening(slot, salt, card) for slot, card in zip(slots, cards, strict=True)
    )
    for slot, card in zip(slots, cards, strict=True):
        draft.secrets[slot] = KnownCard(salt, card)
        draft.notes.plan.append(Locked(slot, commit(draft.game, slot, 0, salt, card)))
    lock_stack(draft, request, draft.notes.plan)


def _option(draft: Draft, step: Ruling, chance: Chance) -> list[Event]:
    """Give a game option another value from now on; the events for reports.

    The rules look options up in the state, so this is a correction of it. A reader who cannot see the whole state
    only hears of it. Raises BadRuling, BadOption.
    """
    (text,) = step.lines or [""]
    name, _, value = text.partition(" ")
    genesis, rules = draft.genesis, draft.rules
    events = [Event("", f"From now on: {name} = {value}.")]
    option = declared(rules.options(genesis.scenario), name)
    value = option_values([option], {name: value})[name]
    if not option.changes:
        raise BadRuling(why=f"{name} cannot change while a game runs ({option.rule})")
    if not draft.hidden:
        if draft.play.state.option(option) == value:
            raise BadRuling(why=f"{name} is {value} already")
        usual = value == option.default
        line = f"remove options {name}" if usual else f"set options.{name} {value}"
        events += correct_position(draft, [line], exact=False)
    put_again(draft)
    go_on_where_nobody_owes(draft, chance)
    return events


def _house(draft: Draft, step: Ruling, chance: Chance) -> list[Event]:
    (text,) = step.lines or [""]
    if not text:
        raise BadRuling(why="say what the house rule is")
    draft.house.append(text)
    return [Event("", f"House rule from now on: {text}")]


def _result(draft: Draft, step: Ruling, chance: Chance) -> list[Event]:
    winner = step.side
    if winner and winner not in draft.sides:
        raise BadRuling(why=f"there is no side {winner}")
    if draft.result is not None:
        raise BadRuling(why="the game is over already")
    draft.verdict = ((winner,) if winner else (), step.reason)
    draft.askings.clear()
    text = f"The game is over: {winner} wins." if winner else "The game is over: a draw."
    return [Event("", text)]


def checked_reason(reason: str) -> str:
    """Why somebody rules so, on one line. Raises BadRuling."""
    reason = " ".join(reason.split())
    if not reason:
        raise BadRuling(why="a ruling gives its reason")
    if len(reason) > MOST_TEXT:
        raise BadRuling(why=f"its reason has {len(reason)} characters, at most {MOST_TEXT}")
    return reason


def patch_lines(draft: Draft, lines: Sequence[str]) -> list[str]:
    """Patch lines spelled out, for the log. Raises BadPatch, also for what only their author can know to be
    impossible: it would fail at the next shuffle."""
    trial: Any = game_at(draft.rules, draft.position())
    secrets, known = draft.rules.secrets, draft.known()
    was_wrong = secrets.misplaced(trial.state, known)
    hands = {side: {*secrets.hand(trial.state, side)} for side in draft.sides}
    full_lines = [trial.patch(line) for line in lines]
    why = "" if was_wrong else secrets.misplaced(trial.state, known)
    for side, hand in hands.items():
        new = {*secrets.hand(trial.state, side)} - hand - draft.shown.keys()
        if any(not slot.startswith(NAMED) for slot in new):
            why = why or f"{side} would hold a hidden card that was never shown to it"
    if why:
        raise BadPatch(line="; ".join(lines), why=f"the position would be impossible ({why})")
    return full_lines


KINDS: dict[str, Callable[[Draft, Ruling, Chance], list[Event]]] = {
    "uphold": _uphold,
    "void": _void,
    "again": _again,
    "patch": _patch,
    "impose": _impose,
    "option": _option,
    "house": _house,
    "result": _result,
}
