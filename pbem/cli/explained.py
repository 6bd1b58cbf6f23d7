"""Everything behind one entry: `pbem explain`. What was signed, asked, legal, rolled, ruled, changed."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pbem.engine import codec
from pbem.engine.display import rows_of
from pbem.engine.patch import difference
from pbem.engine.request import Request
from pbem.errors import BadStatement, NotTrusted, ReplayMismatch, UnknownRoll
from pbem.moderator import by_hand
from pbem.moderator.chance import Moment
from pbem.moderator.desk import voided_by
from pbem.moderator.openly import replay_openly
from pbem.moderator.replay import begin, replay
from pbem.moderator.story import Story, of_entry
from pbem.reports import rulebook
from pbem.reports.context import REMARKS
from pbem.reports.dice import Dice
from pbem.reports.opened import GM, keys_at_hand, sealed_in

if TYPE_CHECKING:
    from pbem.engine.play import Decision
    from pbem.engine.table import Event
    from pbem.moderator.game import Game
    from pbem.moderator.ledger import Ledger
    from pbem.protocol.entry import Entry
    from pbem.protocol.keys import GameKey

WIDTH = 78
HIDDEN = "  For those who may know it: the pieces are hidden until the keys are revealed."


def explain(game: Game, n: int, label: str = "") -> str:
    """All that can be told about entry `n`, or only about one of its dice.

    Raises:
        BadStatement: there is no such entry. UnknownRoll.
    """
    if not 0 < n < len(game.save.entries):
        raise BadStatement(why=f"there is no entry {n}; they are 1 to {len(game.save.entries) - 1}")
    entry = game.save.entries[n]
    if label:
        return "\n".join(_dice(game, entry, (), label)) + "\n"
    keys = keys_at_hand(game)
    around = _around(game, n, keys)
    secret = [f"  {line}" for line in sealed_in(game, entry, keys)]
    parts = [
        ("", list(_title(game, entry, around.story))),
        ("WHAT WAS SIGNED", list(_signed(entry))),
        ("WHAT WAS SEALED IN IT", secret),
        ("WHAT WAS ASKED, AND WHAT WAS LEGAL", around.asked),
        ("WHAT WAS DECIDED", [_decided(decision) for decision in around.story.decisions]),
        ("DICE, AND HOW TO CHECK EACH BY HAND", list(_dice(game, entry, around.story.events))),
        ("WHAT HAPPENED", list(_happened(around.story))),
        ("RULES AND OUR RULINGS ON THEM", list(_rules(game, around.story))),
        ("BEFORE THE GM", list(_desk(game, n))),
        ("WHAT CHANGED", around.changed),
    ]
    told = [
        "\n".join([*([title] if title else []), *(_wrapped(line) for line in lines)])
        for title, lines in parts
        if lines
    ]
    return "\n\n".join(told) + "\n"


@dataclass(frozen=True)
class Around:
    """An entry's story, what was asked just before it, and what it changed."""

    story: Story
    asked: list[str]
    changed: list[str]


def _around(game: Game, n: int, keys: Mapping[str, GameKey]) -> Around:
    """One replay up to the entry: with the GM's secrets where the position is hidden without them."""
    entries = game.save.entries[: n + 1]
    blind = game.ledger.veiled and GM not in keys
    steps = replay_openly(entries, keys[GM]) if GM in keys else replay(entries, game.identity)
    ledger = begin(entries)
    asked, state = list(_asked(ledger)), codec.dump(ledger.play.state)
    try:
        for ledger, story in steps:
            if story.n == n - 1:
                asked, state = list(_asked(ledger)), codec.dump(ledger.play.state)
    except (NotTrusted, ReplayMismatch) as error:
        author, key = of_entry(game.save.entries[n])
        return Around(Story(n, author, key), asked, [f"  {error}"])
    if blind:
        (story,) = game.stories(n, n)
        return Around(story, asked, [HIDDEN])
    changed = [f"  {line}" for line in difference(state, codec.dump(ledger.play.state))]
    return Around(story, asked, changed)


def _wrapped(line: str) -> str:
    if "printf" in line:
        return line  # to be pasted into a shell
    indent = line[: len(line) - len(line.lstrip())] + "    "
    return textwrap.fill(line, WIDTH, subsequent_indent=indent, break_on_hyphens=False)


def _title(game: Game, entry: Entry, story: Story) -> Iterator[str]:
    yield f"Entry {entry.n} of {game.id}: {story.key}"
    yield f"head {entry.head}"
    gone = voided_by(entry.n, len(game.save.entries), game.ledger.desk.rewinds)
    if gone:
        yield f"It was taken back by entry {gone}; its dice are burnt."


def _signed(entry: Entry) -> Iterator[str]:
    if "order" not in entry.body:
        yield f"  a {entry.type} by the GM: {entry.body.get('reason', '')}"
        yield from (f"  > {line}" for line in entry.body.get("lines", []))
        return
    body = entry.body["order"]["body"]
    about = [
        f"{name} {body[name]}" for name in ("seq", "revision", "answers", "entry") if name in body
    ]
    yield f"  {body['type']} of {body['from']}: {', '.join(about)}; written against head {body['head']}"
    yield from (f"  > {line}" for line in body.get("lines", []))
    if body.get("text"):
        yield f"  {body['text']}"
    for part in body.get("plan", []):
        yield f"  {part['slot']} is locked as {part['commitment']}"
    for part in body.get("sealed", []):
        yield f"  sealed to {part['to']}, locked as {part['commitment']}"


def _asked(before: Ledger) -> Iterator[str]:
    for request in before.pending():
        yield f"  {request.side}: {request.question} ({request.rule}; {request.id})"
        if before.hidden:
            yield "      (its menu was for that side alone)"
        else:
            yield from (f"      {line}" for line in _legal(request))


def _legal(request: Request) -> Iterator[str]:
    if request.stack is not None:
        limits = ", ".join(
            f"{c}{f' x{k}' if k >= 0 else ''}" for c, k in request.stack.limits.items()
        )
        yield f"{request.stack.verb}, then {request.stack.size} of: {limits}"
        return
    for row in rows_of(request.options):
        rule = f" ({row.rule})" if row.rule else ""
        note = f" - {row.note}" if row.note else ""
        yield f"{row.text}{note}{rule}"


def _decided(decision: Decision) -> str:
    how = "the only choice" if decision.forced else REMARKS.get(decision.by, "")
    why = f": {decision.why}" if decision.why and decision.why != decision.line else ""
    return f"  {decision.side}: {decision.line}" + (f" ({how}{why})" if how else "")


def _happened(story: Story) -> Iterator[str]:
    for event in story.events:
        if event.kind != "die":
            to = f" [to {event.to}]" if event.to else ""
            yield f"  {event.text}{f' ({event.rule})' if event.rule else ''}{to}"


def _dice(game: Game, entry: Entry, events: Sequence[Event], label: str = "") -> Iterator[str]:
    rolls = entry.body.get("rolls", [])
    wanted = [roll for roll in rolls if label in ("", roll["label"])]
    if label and not wanted:
        raise UnknownRoll(
            label=label, n=entry.n, known=", ".join(r["label"] for r in rolls) or "none"
        )
    if not wanted:
        return
    moment = moment_of(game, entry)
    needed = {e.text: Dice(e.text, e.needed, (e.value,)) for e in events if e.kind == "die"}
    for roll in wanted:
        hand = by_hand.die(moment, roll["label"], roll["sides"])
        plain = f"{roll['label']}: {roll['value']} of {roll['sides']}"
        yield f"  {needed.get(roll['label'], plain)}"
        yield from (f"    {line}" for line in hand.lines)
        yield f"    {hand.how}"


def moment_of(game: Game, entry: Entry) -> Moment:
    """What an entry's dice hang on, read off the log."""
    last: dict[str, str] = {}
    for earlier in game.save.entries[1 : entry.n + 1]:
        if earlier.type in ("accept", "seat"):
            last[earlier.body["order"]["body"]["from"]] = earlier.body["order"]["body"]["anchor"]
        elif earlier.type == "order":
            last[earlier.body["order"]["body"]["from"]] = earlier.body["order"]["body"]["link"]
    body = entry.body["order"]["body"]
    links = ",".join(last[side] for side in game.ledger.sides)
    return Moment(game.id, f"{body['from']}:{body['seq']}", entry.body["answer_link"], links)


def _rules(game: Game, story: Story) -> Iterator[str]:
    book = rulebook.rulebook(game.ledger.rules.name)
    for section in book.named(event.rule for event in story.events if event.rule):
        yield f"  {section.number} {section.title}"
        for ruling in book.touching(section.number):
            yield f"      {ruling.number} ({ruling.source}): {' '.join(ruling.text.split())}"


def _desk(game: Game, n: int) -> Iterator[str]:
    desk = game.ledger.desk
    for dispute in desk.disputes:
        if dispute.entry == n:
            end = f"ruled on in entry {dispute.ruled}" if dispute.ruled else "open"
            yield f"  Entry {dispute.n}: {dispute.side} disputes it ({end}): {dispute.text}"
    for ruling in desk.rulings:
        if n in (ruling.entry, ruling.n):
            by = f" Countersigned by {' and '.join(ruling.by)}." if ruling.by else ""
            yield f"  Entry {ruling.n}: the GM rules ({ruling.kind}). {ruling.told}{by}"
