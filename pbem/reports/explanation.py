"""Everything behind one entry: what was signed, asked, legal, rolled, ruled, changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from pbem.engine import codec
from pbem.engine.display import rows_of
from pbem.engine.patch import difference
from pbem.engine.request import Request
from pbem.engine.table import spoken
from pbem.errors import BadStatement, NotTrusted, ReplayMismatch, UnknownRoll
from pbem.ledger import duels
from pbem.ledger.cases.time import date
from pbem.ledger.fold import fold, ledger_at_genesis
from pbem.ledger.story import Story, author
from pbem.ledger.values import PUBLIC
from pbem.proof import by_hand
from pbem.proof.revealed_keys import at_hand
from pbem.proof.verdict import RULED
from pbem.protocol.bodies import (
    Absent,
    Accept,
    AnyStatement,
    AnyStep,
    Chaired,
    Clocked,
    DuelAccept,
    DuelAnswer,
    DuelGenesis,
    DuelJoined,
    DuelOrder,
    DuelPlayed,
    Joined,
    Mailed,
    Order,
    Ready,
    Ruling,
    Seated,
    Standing,
)
from pbem.reports import rulebook
from pbem.reports.context import REMARKS
from pbem.reports.correctables import Correctable
from pbem.reports.dice import Dice
from pbem.reports.openings import sealed_in
from pbem.reports.order_sentences import names_of
from pbem.reports.sentences import of_entry
from pbem.slots import slot_words

if TYPE_CHECKING:
    from pbem.engine.play import Decided
    from pbem.engine.table import Event
    from pbem.ledger.ledger import Ledger
    from pbem.proof.reader import Reader
    from pbem.protocol.entry import Entry

HAPPENED = "WHAT HAPPENED"
MEANS = "WHAT IT MEANS"
DECIDED = "WHAT WAS DECIDED"
CASES = "BEFORE THE GM"
DICE = "DICE, AND HOW TO CHECK EACH BY HAND"
FIELDS = "WHAT ELSE CHANGED IN THE SAVED POSITION, FIELD BY FIELD"
HIDDEN = "  For those who may know it: the pieces are hidden until the keys are revealed."


def explanation(game: Reader, n: int, label: str = "") -> list[tuple[str, list[str]]]:
    """All that can be told about entry `n`, or only about one of its dice: titles with lines, none wrapped. The game
    comes first; keys, links and hashes come last.

    Raises:
        BadStatement: there is no such entry. UnknownRoll.
    """
    if not 0 < n < len(game.save.entries):
        raise BadStatement(why=f"there is no entry {n}; they are 1 to {len(game.save.entries) - 1}")
    entry = game.save.entries[n]
    if label:
        return [("", list(_dice(game, entry, (), label)))]
    around = _around(game, n)
    secret = [f"  {line}" for line in sealed_in(entry, at_hand(game))]
    signed_lines = [*_signed_lines(entry.body.step), f"log fingerprint of this entry: {entry.head}"]
    sections = [
        ("", list(_title(game, entry, around.story))),
        (HAPPENED, list(_event_lines(around.story))),
        (MEANS, [f"  {sentence}" for sentence in of_entry(game, n)]),
        (DECIDED, [_decision_line(game.ledger, one) for one in around.story.decisions]),
        ("WHAT WAS ASKED, AND WHAT WAS LEGAL", around.asked),
        ("RULES AND OUR RULINGS ON THEM", list(_rules(game, around.story))),
        (CASES, list(_cases(game, n))),
        ("WHAT CHANGED", around.changed),
        ("WHAT WAS SEALED IN IT", secret),
        ("SEALED LINES THAT WERE REVEALED", list(_line_reveals(game, entry))),
        (DICE, list(_dice(game, entry, around.story.events))),
        (FIELDS, around.fields),
        ("WHAT WAS SIGNED, AND WITH WHICH KEYS", [f"  {line}" for line in signed_lines]),
    ]
    return [part for part in sections if part[1]]


class Around(Struct, frozen=True):
    """An entry's story, what was asked just before it, what it changed in the game's words, and the `fields` for which
    the game has none."""

    story: Story
    asked: list[str]
    changed: list[str]
    fields: list[str] = []


def _around(game: Reader, n: int) -> Around:
    """The story of an entry, what was asked before it and what it changed, as its reader can know them.

    The log is folded up to the entry; in a veiled game only its GM sees the changes.
    """
    entries, reader = game.save.entries[: n + 1], game.holder
    ledger_before = ledger = start = ledger_at_genesis(entries, reader.keys)
    story = Story(n, *author(entries[n].body.step))
    try:
        for ledger, story in fold(
            entries, start, eyes=reader.eyes, keys=reader.keys, duel=duels.told
        ):
            if story.n < n:
                ledger_before = ledger
    except (NotTrusted, ReplayMismatch) as error:
        return Around(
            Story(n, *author(entries[n].body.step)), [*_question_lines(ledger)], [f"  {error}"]
        )
    questions = list(_question_lines(ledger_before))
    if ledger.hidden:
        (story,) = game.stories(n, n)
        return Around(story, questions, [HIDDEN])
    was, is_ = (codec.dump(one.play.state) for one in (ledger_before, ledger))
    changes, fields = _in_words(ledger, difference(was, is_))
    return Around(story, questions, changes, fields)


def _in_words(ledger: Ledger, differences: Sequence[str]) -> tuple[list[str], list[str]]:
    """What changed, by the names of pieces and places; and the rest as it is in the state."""
    state, rules = ledger.play.state, ledger.rules
    picture = rules.picture(state, PUBLIC)
    things = Correctable(names_of(rules, "", picture), state, picture)
    words = {line: things.change(line) for line in differences}
    changed = [f"  {text}" for text in words.values() if text]
    return changed, [f"  {line}" for line, text in words.items() if not text]


def _title(game: Reader, entry: Entry, story: Story) -> Iterator[str]:
    yield f"Entry {entry.n} of {game.title}: {story.key}"
    rewinds = sorted(game.ledger.cases.rewinds.items())
    gone = next((n for n, first in rewinds if first <= entry.n < n), 0)
    if gone:
        yield f"This entry was taken back by entry {gone}. Its dice are gone."


def _signed_lines(step: AnyStep) -> Iterator[str]:
    """What was signed in a step, a line each: keys, question, locked cards, text and reason."""
    match step:
        case Joined(order=mail) | Mailed(order=mail) | Seated(order=mail) | Chaired(order=mail):
            body = mail.body
            if isinstance(body, Accept):
                yield f"key {body.keys.fingerprint} of {body.keys.name}"
            yield f"{_kind(body)} of {body.author}, written against head {body.head}"
            if isinstance(body, Order | Ready):
                yield f"answers question {body.question} with link {body.link}"
            if isinstance(body, Order):
                yield f"for `{body.request}`, revision {body.revision}"
                yield f"{len(body.statements)} slots for lines, filled or not, each locked separately"
                yield from (f"{part.slot} is locked as {part.commitment}" for part in body.plan)
            if isinstance(body, Order | Standing):
                to = " and ".join(part.to for part in body.sealed if part.data)
                yield f"sealed to {to}, locked as {body.commitment}"
            if isinstance(body, AnyStatement) and body.entry:
                yield f"about entry {body.entry}"
            if isinstance(body, AnyStatement) and body.text:
                yield body.text
            if isinstance(step, Seated | Chaired):
                yield f"the GM's reason: {step.reason or 'none'}"
        case DuelGenesis():
            yield f"the set-up of the duel, by {step.keys.name} of {step.side}"
        case DuelJoined(order=order) | DuelPlayed(order=order):
            body_in_duel = order.body
            if isinstance(body_in_duel, DuelAccept):
                yield f"key {body_in_duel.keys.fingerprint} of {body_in_duel.keys.name}"
            kind = type(body_in_duel).__struct_config__.tag
            yield f"{kind} of {body_in_duel.author}, written against head {body_in_duel.head}"
            if isinstance(body_in_duel, DuelAnswer):
                yield f"answers question {body_in_duel.question} with link {body_in_duel.link}"
            if isinstance(body_in_duel, DuelOrder):
                yield from (f"> {line}" for line in body_in_duel.lines)
                yield from (f"seals {slot_words(row.slot)}" for row in body_in_duel.plan)
                yield from (
                    f"turns up {slot_words(opening.slot)}: {opening.card}"
                    for opening in body_in_duel.openings
                )
        case Ruling():
            yield f"a ruling by the GM ({step.kind}): {step.reason}"
            yield from (f"> {line}" for line in step.lines)
        case Clocked() | Absent():
            yield f"the GM's clock: {date(step.at)}. {step.reason}".strip()
        case _:
            yield f"a note by the GM: {_kind(step)}"


def _kind(body: object) -> str:
    return type(body).__name__.lower()


def _line_reveals(game: Reader, entry: Entry) -> Iterator[str]:
    """The sealed lines that this entry carried out, passed over or ended at."""
    for opening in entry.body.record.opened:
        side, _ = author(game.save.entries[opening.entry].body.step)
        yield f"  {side}, line {opening.place} of entry {opening.entry}: {opening.text or '(padding)'}"


def _question_lines(before: Ledger) -> Iterator[str]:
    for request in before.pending():
        yield f"  {_name(before, request.side)}: {request.cited}"
        if before.hidden:
            yield "      (its menu was for that side alone)"
        else:
            yield from (f"      {line}" for line in _legal(request))
    for side in before.owes_ready():
        yield f"  {_name(before, side)}: only whether it is ready"


def _name(ledger: Ledger, side: str) -> str:
    return ledger.rules.sides[side].name


def _legal(request: Request) -> Iterator[str]:
    if request.stack is not None:
        yield f"{request.stack.verb}, then {request.stack.size} of: {request.stack.cards_listed}"
        return
    for row in rows_of(request.options):
        rule = f" ({row.rule})" if row.rule else ""
        note = f" - {row.note}" if row.note else ""
        yield f"{row.text}{note}{rule}"


def _decision_line(ledger: Ledger, decision: Decided) -> str:
    how = "the only choice" if decision.forced else REMARKS.get(decision.by, "")
    why = f": {decision.why}" if decision.why and decision.why != decision.line else ""
    return f"  {_name(ledger, decision.side)}: {decision.line}" + (f" ({how}{why})" if how else "")


def _event_lines(story: Story) -> Iterator[str]:
    for event in story.events:
        text = (
            str(Dice(event.text, event.needed, (event.value,)))
            if event.kind == "die"
            else event.text
        )
        to = f" [to {event.to}]" if event.to else ""
        yield f"  {text}{f' ({event.rule})' if event.rule else ''}{to}"


def _dice(game: Reader, entry: Entry, events: Sequence[Event], label: str = "") -> Iterator[str]:
    """Each die of an entry, or those of one label, with how to work it out by hand. Raises UnknownRoll."""
    rolls = entry.body.record.rolls
    chosen_rolls = [roll for roll in rolls if label in ("", roll.label, spoken(roll.label))]
    if label and not chosen_rolls:
        roll_names = ", ".join(spoken(roll.label) for roll in rolls) or "none"
        raise UnknownRoll(label=label, n=entry.n, known=roll_names)
    if not chosen_rolls:
        return
    links = by_hand.links_at(game.save.entries, entry.n)
    dice_by_text = {e.text: Dice(e.text, e.needed, (e.value,)) for e in events if e.kind == "die"}
    for roll in chosen_rolls:
        hand = by_hand.die(game.ledger.game, links, roll.label, roll.sides)
        name = spoken(roll.label)
        yield f"  {dice_by_text.get(name, f'{name}: {roll.value} of {roll.sides}')}"
        if roll.absent:
            yield f"    {' and '.join(roll.absent)} was absent when it fell"
        yield from (f"    {line}" for line in hand.lines)
        yield f"    {hand.how}"


def _rules(game: Reader, story: Story) -> Iterator[str]:
    book = rulebook.rulebook(game.ledger.rules.name)
    for section in book.named(event.rule for event in story.events if event.rule):
        yield f"  {section.number} {section.title}"
        for ruling in book.touching(section.number):
            yield f"      {ruling.number} ({ruling.source}): {' '.join(ruling.text.split())}"


def _cases(game: Reader, n: int) -> Iterator[str]:
    cases = game.ledger.cases
    for dispute in cases.disputes:
        if dispute.entry == n:
            end = f"ruled on in entry {dispute.ruled}" if dispute.ruled else "open"
            yield f"  Entry {dispute.n}: {dispute.side} disputes it ({end}): {dispute.text}"
    for ruling in cases.rulings:
        if n in (ruling.entry, ruling.n):
            by = f" Countersigned by {' and '.join(ruling.by)}." if ruling.by else ""
            yield f"  Entry {ruling.n}: {RULED.get(ruling.kind, ruling.kind)}. {ruling.told}{by}"
