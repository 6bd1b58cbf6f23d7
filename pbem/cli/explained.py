"""Everything behind one entry: `pbem explain`. What was signed, asked, legal, rolled, ruled, changed."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pbem.engine import codec
from pbem.engine.patch import difference
from pbem.engine.request import Request
from pbem.errors import BadStatement, UnknownRoll
from pbem.moderator import by_hand
from pbem.moderator.chance import Moment
from pbem.moderator.desk import voided_by
from pbem.moderator.replay import replayed
from pbem.reports import rulebook

if TYPE_CHECKING:
    from pbem.moderator.game import Game
    from pbem.moderator.ledger import Ledger
    from pbem.moderator.story import Story
    from pbem.protocol.entry import Entry

WIDTH = 78


def explain(game: Game, n: int, label: str = "") -> str:
    """All that can be told about entry `n`, or only about one of its dice.

    Raises:
        BadStatement: there is no such entry. UnknownRoll.
    """
    if not 0 < n < len(game.save.entries):
        raise BadStatement(why=f"there is no entry {n}; they are 1 to {len(game.save.entries) - 1}")
    entry = game.save.entries[n]
    if label:
        return "\n".join(_dice(game, entry, label)) + "\n"
    before = replayed(game.save.entries[:n])
    (story,) = game.stories(n, n)
    parts = [
        ("", list(_title(game, entry, story))),
        ("WHAT WAS SIGNED", list(_signed(entry))),
        ("WHAT WAS ASKED, AND WHAT WAS LEGAL", list(_asked(before))),
        ("WHAT WAS DECIDED", [_decided(d.side, d.line, d.by, d.forced) for d in story.decisions]),
        ("DICE, AND HOW TO CHECK EACH BY HAND", list(_dice(game, entry))),
        (
            "WHAT HAPPENED",
            [f"{e.text} ({e.rule})" if e.rule else e.text for e in story.events if e.kind != "die"],
        ),
        ("RULES AND OUR RULINGS ON THEM", list(_rules(game, story))),
        ("BEFORE THE GM", list(_desk(game, n))),
        ("WHAT CHANGED", list(_changed(game, before, n))),
    ]
    told = [
        "\n".join([*([title] if title else []), *(_wrapped(line) for line in lines)])
        for title, lines in parts
        if lines
    ]
    return "\n\n".join(told) + "\n"


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
        if before.veiled:
            yield "      (its menu was for that side alone)"
            continue
        yield from (f"      {line}" for line in _legal(request))


def _legal(request: Request) -> Iterator[str]:
    if request.stack is not None:
        limits = ", ".join(
            f"{c}{f' x{k}' if k >= 0 else ''}" for c, k in request.stack.limits.items()
        )
        yield f"{request.stack.verb}, then {request.stack.size} of: {limits}"
        return
    for option in request.options:
        rule = f" ({option.rule})" if option.rule else ""
        note = f" - {option.note}" if option.note else ""
        yield f"{option.display()}{note}{rule}"


def _decided(side: str, line: str, by: str, forced: bool) -> str:
    how = "the only choice" if forced else {"ruling": "by the GM"}.get(by, by)
    return f"  {side}: {line}" + (f" ({how})" if how else "")


def _dice(game: Game, entry: Entry, label: str = "") -> Iterator[str]:
    rolls = entry.body.get("rolls", [])
    wanted = [roll for roll in rolls if label in ("", roll["label"])]
    if label and not wanted:
        raise UnknownRoll(
            label=label, n=entry.n, known=", ".join(r["label"] for r in rolls) or "none"
        )
    if not wanted:
        return
    moment = moment_of(game, entry)
    for roll in wanted:
        hand = by_hand.die(moment, roll["label"], roll["sides"])
        yield f"  {roll['label']}: {roll['value']} of {roll['sides']}"
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
    for number in sorted({event.rule for event in story.events if event.rule}):
        section = book.numbered(number)
        yield f"  {number} {section.title if section else ''}".rstrip()
        for ruling in book.touching(section.number if section else number):
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


def _changed(game: Game, before: Ledger, n: int) -> Sequence[str]:
    if before.veiled:
        return [
            "  What changed is for those who may know it: the pieces are hidden until the audit."
        ]
    after = replayed(game.save.entries[: n + 1])
    states = [codec.dump(ledger.play.state) for ledger in (before, after)]
    return [f"  {line}" for line in difference(*states)]
