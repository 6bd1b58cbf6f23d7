"""Statistics of a game, by replaying its log: mails, stops, answers, dice, and how it went.

Nothing is guessed: what the log does not hold (days, in a veiled game the turns) is said to be missing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from typing import ClassVar

from msgspec import Struct, field

from pbem.club.dice_stats import DiceGroup, Thrown, dice_groups
from pbem.engine.script import ASK
from pbem.engine.table import spoken
from pbem.ledger.duel_checks import AGREE
from pbem.ledger.ledger import Ledger
from pbem.ledger.story import Story
from pbem.ledger.values import READY
from pbem.proof.reader import Reader
from pbem.protocol.bodies import (
    Answer,
    DuelAnswer,
    DuelJoined,
    DuelOrder,
    DuelPlayed,
    Joined,
    Mailed,
    Order,
    Standing,
)
from pbem.protocol.entry import Entry

DAY = 86_400
WRITTEN = (Answer, Standing, DuelAnswer)
"""What counts as an email with orders."""
MAIL, FURTHER, FORCED = "mail", "further", "forced"
MEANS = {
    MAIL: "by an email that was waited for",
    FURTHER: "by further lines of the same email",
    "earlier": "by lines sent earlier",
    "script": "by a script",
    "policy": "by a policy",
    "ruling": "by a ruling of the GM",
    "absent": "by the rules, a side was absent",
    FORCED: "automatically, because only one line was legal",
}
"""Ways in which a question is answered."""
NO_CLOCK = (
    "No clock runs in this game (`pbem clock`), so `pbem` does not know how many days a turn took."
)
VEILED = (
    "In a game with hidden pieces, the log does not say when a game turn begins. Only the players of a "
    "side can read how its questions were answered."
)


class Point(Struct, frozen=True):
    """A number after an entry of the log."""

    entry: int
    turn: str
    value: int


class Stats(Struct):
    """What `pbem stats` tells.

    Attributes:
        turns: game turns in order; one "" if they cannot be told.
        mails: game turn to side to the number of orders, `ready` among them. `joins`: accepts.
        sittings: game turn to side to how often it sat down to write: its mails until the other side's next
            one are one sitting.
        stops: side to kind of request (or `ready`) to how often the game stopped for it.
        answers: side to one of MEANS to how many questions were answered so.
        readable: the sides whose answers this reader may count.
        readings: game turn to the first and the last reading of the GM's clock in it, in seconds.
        course: name of a line of the score to its values over time.
    """

    game: str
    title: str
    entries: int
    sides: tuple[str, ...]
    turns: list[str] = field(default_factory=list)
    mails: dict[str, Counter[str]] = field(default_factory=dict)
    sittings: dict[str, Counter[str]] = field(default_factory=dict)
    joins: int = 0
    stops: dict[str, Counter[str]] = field(default_factory=dict)
    answers: dict[str, Counter[str]] = field(default_factory=dict)
    readable: tuple[str, ...] = ()
    dice: list[DiceGroup] = field(default_factory=list)
    readings: dict[str, tuple[int, int]] = field(default_factory=dict)
    course: dict[str, list[Point]] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    means: ClassVar[dict[str, str]] = MEANS

    @property
    def days(self) -> dict[str, float]:
        """Game turn to the days between the first and the last reading of the clock in it."""
        return {turn: (last - first) / DAY for turn, (first, last) in self.readings.items()}

    @property
    def orders(self) -> int:
        """Mails with orders, all turns and sides."""
        return sum(sum(count.values()) for count in self.mails.values())

    @property
    def decisions(self) -> int:
        """Questions answered that had more than one legal answer."""
        return sum(n for side in self.answers.values() for how, n in side.items() if how != FORCED)


def stats(game: Reader) -> Stats:
    """Replay a game and count its emails, decisions, questions and dice. Raises what `replay` raises."""
    ledger, entries = game.ledger, game.save.entries
    stats_so_far = Stats(game.id, game.title, len(entries), ledger.sides)
    stats_so_far.stops = {side: Counter() for side in ledger.sides}
    stats_so_far.answers = {side: Counter() for side in ledger.sides}
    stats_so_far.readable = ledger.sides
    if ledger.veiled:
        stats_so_far.readable = tuple(side for side in ledger.sides if side == game.side)
        stats_so_far.notes.append(VEILED)
    thrown: list[Thrown] = []
    last_author = ""
    turn, asked_before, laid = "", dict.fromkeys(ledger.sides, 0), set[str]()
    for ledger_after, story in game.history():
        entry = entries[story.n]
        step = entry.body.step
        if isinstance(step, Joined | DuelJoined):
            stats_so_far.joins += 1
        elif isinstance(step, Mailed | DuelPlayed) and isinstance(step.order.body, WRITTEN):
            turn_now = turn or _turn(stats_so_far, ledger_after)
            stats_so_far.mails[turn_now][story.side] += 1
            stats_so_far.sittings[turn_now][story.side] += story.side != last_author
            last_author = story.side
        own = story.side if _is_order(entry) else ""
        _count_answers(stats_so_far, story, own, laid)
        if ledger_after.ground == story.n:
            laid.clear()  # answers that waited are dropped, and asked again
        thrown += _thrown(entry, story)
        kinds = {request.side: request.kind for request in ledger_after.pending()}
        for side, asking in ledger_after.askings.items():
            if asking.number > asked_before[side]:
                # Whether somebody agrees, in a duel, is no question of the rules.
                kind = READY if asking.is_ready else kinds.get(side, AGREE)
                stats_so_far.stops[side][kind] += 1
                asked_before[side] = asking.number
        turn = _turn(stats_so_far, ledger_after)
        _plot(stats_so_far, ledger_after, entry.n, turn)
        _read_clock(stats_so_far, ledger_after, turn)
    if not stats_so_far.readings:
        stats_so_far.notes.insert(0, NO_CLOCK)
    names: Collection[str] = {*ledger.rules.words.names(), *ledger.sides}
    stats_so_far.dice = dice_groups(thrown, names)
    return stats_so_far


def _is_order(entry: Entry) -> bool:
    step = entry.body.step
    return isinstance(step, Mailed | DuelPlayed) and isinstance(step.order.body, Order | DuelOrder)


def _turn(stats_so_far: Stats, ledger: Ledger) -> str:
    """The game turn now, "" in a veiled game; the first time it is seen it goes on the list."""
    turn = "" if ledger.veiled else ledger.rules.words.turn(ledger.play.state)
    if turn not in stats_so_far.mails:
        stats_so_far.turns.append(turn)
        stats_so_far.mails[turn], stats_so_far.sittings[turn] = Counter(), Counter()
    return turn


def _read_clock(stats_so_far: Stats, ledger: Ledger, turn: str) -> None:
    """The first and the last reading of the GM's clock in a game turn."""
    at = ledger.cases.clock.at
    if at:
        first, _ = stats_so_far.readings.get(turn, (at, at))
        stats_so_far.readings[turn] = (first, at)


def _count_answers(stats_so_far: Stats, story: Story, own: str, laid: set[str]) -> None:
    """`own`: whose order this is. `laid`: sides whose mail waits, laid down, for the other's answer."""
    if own and not any(d.side == own and not d.by and not d.forced for d in story.decisions):
        laid.add(own)
    waited = {own, *laid}
    for decision in story.decisions:
        if (decision.line, decision.by) == (ASK, "policy"):
            continue  # a moment at which a side wanted to be asked
        how = FORCED if decision.forced else decision.by
        if not how or (how == "earlier" and decision.side in laid):
            how = MAIL if decision.side in waited else FURTHER
            waited.discard(decision.side)
            laid.discard(decision.side)
        stats_so_far.answers[decision.side][how] += 1


def _thrown(entry: Entry, story: Story) -> list[Thrown]:
    needed = {event.text: event.needed for event in story.events if event.kind == "die"}
    rolls_by_name = [(spoken(roll.label), roll) for roll in entry.body.record.rolls]
    return [
        Thrown(name, roll.sides, roll.value, needed.get(name, "")) for name, roll in rolls_by_name
    ]


def _plot(stats_so_far: Stats, ledger: Ledger, n: int, turn: str) -> None:
    if ledger.veiled or not ledger.begun:
        return
    score = ledger.rules.score(ledger.play.state)
    if score is not None:
        for name, value in score.lines.items():
            stats_so_far.course.setdefault(name, []).append(Point(n, turn, value))
