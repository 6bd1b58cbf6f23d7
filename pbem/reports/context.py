"""What a report is made of: plain structs, built from a game's log by whoever has the secrets.

Nothing here may hold more than its audience may know; `questions.asked_of` keeps the options of other sides out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine.document import Document, Map
from pbem.engine.picture import Move, Picture, Tray
from pbem.engine.script import ASK
from pbem.engine.table import READING
from pbem.errors import Impossible
from pbem.reports.dice import Dice, fold
from pbem.reports.questions import Choice as Choice
from pbem.reports.questions import OpenRequest as OpenRequest
from pbem.reports.questions import asked_of as asked_of
from pbem.reports.questions import rows

if TYPE_CHECKING:
    from pbem.engine.play import Decided
    from pbem.engine.table import Event
    from pbem.reports.writing import Writing

PUBLIC = "public"
PASSES, NOT_DONE = "passes", "left"
"""Kinds of passages that a report itself writes: who passed, and which own lines were not carried out."""
VOID = " (taken back)"
TRIED = "TRIED, NOT PLAYED"
MOVES = ("move", "retreat", "exile")
SEEN_BY_ALL = "This is what everybody could see at that time. The log of a game with hidden pieces keeps nothing else. What only you were shown is in the story."
REMARKS = {
    "script": "by script",
    "policy": "by policy",
    "earlier": "sent earlier",
    "ruling": "by the GM",
    "absent": "by the rules, for a side that is absent",
}


class Passage(Struct, frozen=True):
    """A passage of the story: an order, a sentence, a heading or some dice.

    Attributes:
        kind: "order", "text", "heading", "dice", "joins", "ready", "standing", or what the game calls such
            an event.
        text: the sentence, or the order lines of one side in a row.
        side: who gave the order. `forced`: it was the only legal one.
        by: `script`, `policy` or `earlier` if it was given in advance, `why`: by which words.
        to: the only side that may read it; "" for everybody.
        about, via: what it is about, see `engine.table.Event`.
    """

    kind: str
    text: str = ""
    rule: str = ""
    side: str = ""
    forced: bool = False
    dice: tuple[Dice, ...] = ()
    to: str = ""
    by: str = ""
    why: str = ""
    about: tuple[str, ...] = ()
    via: tuple[str, ...] = ()

    @property
    def remark(self) -> str:
        """Why an order was given in advance, or had to be; "" if it was neither."""
        if self.forced:
            return "the only choice"
        if self.why and " ".join(self.why.split()) != self.text:
            return f"your {self.by}: {self.why}"
        return REMARKS.get(self.by, "")


class EntryStory(Struct, frozen=True):
    """What one entry of the log brought.

    Attributes:
        n: number in the log. `side`: who wrote it.
        key: what it was made from: `york:7` for an order of York's asking 7, `york is ready`, `ruling`.
        passages: in the order in which it happened.
        left: order lines that could not be carried out, and `why`; for their own side only.
        void: the later entry that took it back, or 0. `undoes`: the first entry that this one took back, or 0.
        name: what it is called where it is no entry of a log.
    """

    n: int
    side: str
    key: str
    passages: tuple[Passage, ...]
    left: tuple[str, ...] = ()
    why: str = ""
    void: int = 0
    undoes: int = 0
    name: str = ""

    @property
    def title(self) -> str:
        return self.name or f"Entry {self.n}{VOID if self.void else ''}"

    @property
    def actors(self) -> tuple[str, ...]:
        """Who acted: the sides whose orders were carried out, of their own choice if there is one; else whoever
        wrote it, but nobody for a mere `ready`."""
        orders = [one for one in self.passages if one.kind == "order"]
        voluntary = [one for one in orders if not one.forced] or orders
        wrote = (self.author,) if self.author else ()
        return tuple(dict.fromkeys(one.side for one in voluntary)) or wrote

    @property
    def author(self) -> str:
        """Who did something by writing it; "" for a mere `ready`, after which the game goes on by itself."""
        return "" if self.key == f"{self.side} is ready" else self.side

    @property
    def undone(self) -> str:
        """`Entry 15 is taken back`, `Entries 15 to 20 are taken back`; "" if it took nothing back."""
        first, last = self.undoes, self.n - 1
        if not first:
            return ""
        return (
            f"Entries {first} to {last} are taken back"
            if first < last
            else f"Entry {first} is taken back"
        )

    @property
    def not_done(self) -> Passage:
        """The order lines that are left, and why."""
        return Passage(NOT_DONE, "; ".join(self.left), why=self.why)

    @property
    def ordered(self) -> bool:
        """Is it made from an order, not from other words of a player or the GM?"""
        return self.key == f"{self.side}:{self.key.rpartition(':')[2]}"

    @property
    def silent(self) -> bool:
        """Is it only a reading of the clock? What hangs on it is told before the story."""
        return bool(self.passages) and all(line.kind == READING for line in self.passages)

    @property
    def orders(self) -> int:
        return sum(1 for passage in self.passages if passage.kind == "order" and not passage.forced)

    @property
    def dice(self) -> int:
        return sum(len(die.values) for passage in self.passages for die in passage.dice)


class Point(Struct, frozen=True):
    """The score at the end of a game turn, positive for the first side; the first is the start."""

    turn: str
    value: int


class Context(Struct, frozen=True):
    """All that a report tells. `game` is the rule set.

    Attributes:
        picture: for the map; None where a report is only words.
        battle: the board of the battle that is being fought. `battle_before`: of the last one here, before it ended.
        trend: by how much the first side led turn by turn, in `score_name`; empty if unknown.
        earlier: entries before, as far back as a battle began that may still go on in `entries`.
        last: the last entry of the log; if it is a later one than `entry`, this is the past.
        seen_by_all: the position is as everybody saw it, not as its reader did.
        halted: for what the game waits where nobody is asked.
        terms: of the table, in words.
        folded: told by who acted, see `reports.digest`, not entry by entry. `since`: the entry of the
            reader's last orders, if it begins there, else 0.
        tried: of a branch of `pbem try`, the words that nothing of it was played; "" of a game.
        writing: what its reader needs to write orders on the page itself; None for who only reads.
    """

    title: str
    game: str
    audience: str
    entries: tuple[EntryStory, ...]
    position: Document
    asked: tuple[OpenRequest, ...]
    log_head: str
    entry: int
    result: str
    picture: Picture | None = None
    battle: tuple[Tray, ...] = ()
    battle_before: tuple[Tray, ...] = ()
    trend: tuple[Point, ...] = ()
    score_name: str = ""
    notices: tuple[str, ...] = ()
    earlier: tuple[EntryStory, ...] = ()
    last: int = 0
    seen_by_all: bool = False
    halted: str = ""
    terms: str = ""
    folded: bool = False
    since: int = 0
    tried: str = ""
    writing: Writing | None = None

    @property
    def past(self) -> bool:
        return self.entry < self.last

    @property
    def asked_title(self) -> str:
        return "What was asked then" if self.past else "What is asked"

    @property
    def story_title(self) -> str:
        yours = f" since your last orders (entry {self.since})" if self.since else ""
        return f"What happened{yours}"

    @property
    def position_title(self) -> str:
        return f"Position after entry {self.entry}" if self.past else "Position"

    @property
    def position_note(self) -> str:
        """What is missing in a position of the past; "" if nothing."""
        return SEEN_BY_ALL if self.seen_by_all else ""

    def side(self, id: str) -> str:
        """A side's name for people, from the game's position."""
        sides = dict(self.position.sides)
        return sides[id].people if id in sides else "GM" if id == "gm" else id

    def title_of(self, entry: EntryStory) -> str:
        """`Entry 12, by the Yorkists`: who acted in it, whoever sent the email."""
        by = " and the ".join(map(self.side, entry.actors))
        return f"{entry.title}, by the {by}" if by else entry.title

    @property
    def heading(self) -> str:
        """Whose report of what: `Towton by mail, for the Yorkists`."""
        reader = "all to read" if self.audience == PUBLIC else f"the {self.side(self.audience)}"
        return f"{self.title}, for {reader}"

    @property
    def mine(self) -> tuple[OpenRequest, ...]:
        return tuple(question for question in self.asked if question.mine)

    @property
    def others(self) -> tuple[OpenRequest, ...]:
        return tuple(question for question in self.asked if not question.mine)

    @property
    def groups(self) -> list[tuple[OpenRequest, list[tuple[str, list[Choice]]]]]:
        """The audience's own requests, the choices of each grouped by rule, rows for reading."""
        return [
            (
                question,
                [
                    (rule, list(run))
                    for rule, run in groupby(rows(question.options), key=lambda c: c.rule)
                ],
            )
            for question in self.mine
        ]

    @property
    def living(self) -> list[EntryStory]:
        """The entries that count: those that were taken back are told, and marked."""
        return [entry for entry in self.entries if not entry.void]

    @property
    def news(self) -> list[EntryStory]:
        """The entries that tell something; told entry by entry a reading of the clock has its line too."""
        return [entry for entry in self.entries if not (self.folded and entry.silent)]

    @property
    def undone(self) -> tuple[str, ...]:
        """What was taken back among what is told: `Entries 15 to 20 are taken back`."""
        return tuple(entry.undone for entry in self.living if entry.undoes)

    @property
    def dice(self) -> int:
        return sum(entry.dice for entry in self.living)

    @property
    def moves(self) -> tuple[Move, ...]:
        """Arrows for the map, in the order of events."""
        return tuple(
            Move(
                passage.about[1],
                passage.about[2],
                passage.about[0],
                passage.text,
                passage.kind,
                passage.via,
            )
            for entry in self.living
            for passage in entry.passages
            if passage.kind in MOVES
        )


def build(
    title: str,
    game: str,
    audience: str,
    entries: Sequence[EntryStory],
    position: Document,
    questions: Sequence[OpenRequest],
    log_head: str,
    entry: int,
    result: str = "",
    picture: Picture | None = None,
    earlier: Sequence[EntryStory] = (),
) -> Context:
    """The context of one report.

    Args:
        audience: a side id or "public".
        entries: what happened since the audience's last report, oldest first. `earlier`: before.
        position: what the game's `report` gave for this audience.
        log_head, entry: hash and number of the last entry.
        result: how the game ended; "" while it goes on.
    """
    entries_shown = tuple(_shown(story, audience) for story in entries)
    return Context(
        title,
        game,
        audience,
        entries_shown,
        position,
        tuple(questions),
        log_head,
        entry,
        result,
        picture,
        earlier=tuple(_shown(story, audience) for story in earlier),
    )


def _shown(story: EntryStory, audience: str) -> EntryStory:
    """An entry without what is for others; only then are dice folded, or a gap would tell."""
    passages = _folded(
        [_for(line, audience) for line in story.passages if line.to in ("", audience)]
    )
    if story.side == audience:
        return replace(story, passages=tuple(passages))
    return replace(story, passages=tuple(passages), left=(), why="")


def _for(passage: Passage, audience: str) -> Passage:
    """Why a script or a policy decided is for its owner alone."""
    return passage if passage.side == audience or not passage.why else replace(passage, why="")


def story(
    n: int,
    side: str,
    key: str,
    decisions: Sequence[Decided],
    events: Sequence[Event],
    left_out: Sequence[str] = (),
    why: str = "",
) -> EntryStory:
    """An entry's decisions and events as passages, in order, for all; `build` leaves out what is not for a reader."""
    passages: list[Passage] = []
    for at in range(len(events) + 1):
        passages += [
            Passage(
                "order",
                decision.line,
                side=decision.side,
                forced=decision.forced,
                by=decision.by,
                why=decision.why,
            )
            for decision in decisions
            if decision.after == at and decision.line != ASK
        ]
        passages += [_passage(event, side) for event in events[at : at + 1]]
    return EntryStory(n, side, key, tuple(passages), tuple(left_out), why)


def _passage(event: Event, author: str) -> Passage:
    if event.kind == "die":
        die = Dice(event.text, event.needed, (event.value,))
        return Passage("dice", rule=event.rule, dice=(die,), to=event.to)
    # In the log a statement begins with its side in small letters: `york signs the end`.
    is_said = bool(author) and not event.kind and event.text.startswith(f"{author} ")
    return Passage(
        event.kind or "text",
        event.text[:1].upper() + event.text[1:] if is_said else event.text,
        event.rule,
        to=event.to,
        about=event.about,
        via=event.via,
    )


def _folded(passages: Sequence[Passage]) -> list[Passage]:
    lines: list[Passage] = []
    for (kind, rule, _), run in groupby(passages, key=lambda t: (t.kind, t.rule, t.side)):
        if kind == "dice":
            dice = fold([die for line in run for die in line.dice])
            lines.append(Passage("dice", rule=rule, dice=tuple(dice)))
        else:
            lines.extend(run)
    return lines


def map_of(report: Context) -> Map:
    """The map of a report that has a picture."""
    if report.picture is None:
        raise Impossible("this report has no picture")
    return Map(report.picture, report.title, report.position.now, report.moves)
