"""The values that programs get, the same in Python and in the JSON of `list`, `due`, `show` and `legal`.

All times are in UTC. New fields may come at any time. When one changes its meaning or goes away, `VERSION` grows.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, field

from pbem.engine import ruleset
from pbem.errors import PbemError

VERSION = 1


class Waiting(Struct, frozen=True):
    """Somebody whose email the game waits for.

    Attributes:
        side: a side, or `gm`.
        player: the name of whoever plays it; "" while nobody has joined.
        kind: what about: `join`, a kind of decision such as `muster`, `ready`, `ruling`, or `over`.
        question: one sentence for people.
        rule: rulebook section, or "".
        answers: the name of the question, which an order repeats; "" if no order answers it.
        since: when the GM's clock first read it. None without a clock.
        deadline: by when to answer. None without one, or while the clock is stopped.
        grace: until when an answer is late but still counts, at least `deadline`.
    """

    side: str
    player: str
    kind: str
    question: str
    rule: str = ""
    answers: str = ""
    since: datetime | None = None
    deadline: datetime | None = None
    grace: datetime | None = None

    def __str__(self) -> str:
        by = f", by {self.deadline:%Y-%m-%d %H:%M} UTC" if self.deadline else ""
        return f"{self.side}: {_cited(self.question, self.rule)}{by}"


class Choice(Struct, frozen=True):
    """A legal order line.

    Attributes:
        group: words that you can add behind ` with `, any of them, in this order.
        most: how many of the group at most.
        rule: rulebook section.
        note: cost, chance and forecast, for people.
    """

    line: str
    group: tuple[str, ...] = ()
    most: int = 0
    rule: str = ""
    note: str = ""

    def __str__(self) -> str:
        return _cited(self.line, self.rule)


class SecretStack(Struct, frozen=True):
    """A secret stack of cards (a Plan) to order: `verb`, then `size` names, each as often as `limits` says.

    A limit of -1 means any number of times.
    """

    verb: str
    size: int
    limits: dict[str, int]


class Question(Struct, frozen=True):
    """What a side has to decide.

    Attributes:
        kind: kind of decision, or `ready`.
        question: one sentence for people.
        rule: rulebook section, or "".
        answers: its name, which an order repeats.
        choices: every legal line; none for a secret stack.
        stack: for a secret stack instead of a menu.
    """

    side: str
    kind: str
    question: str
    rule: str
    answers: str
    choices: tuple[Choice, ...] = ()
    stack: SecretStack | None = None

    def __str__(self) -> str:
        return f"{self.side}: {_cited(self.question, self.rule)}"


class GameTurn(Struct, frozen=True):
    """A game turn that has been played or is being played; number 0 is the set-up.

    Attributes:
        first, last: its entries.
        score: at its end or now, by side; empty in a game that keeps none.
    """

    number: int
    name: str
    first: int
    last: int
    score: dict[str, int]

    def __str__(self) -> str:
        points = ", ".join(f"{side} {value}" for side, value in self.score.items())
        return f"{self.name}: {points}" if points else self.name


class Outcome(Struct, frozen=True):
    """How a game ended. `winners`: the sides that have won, none in a draw."""

    winners: tuple[str, ...]
    reason: str

    def __str__(self) -> str:
        return ruleset.Result(self.winners, self.reason).told


class SeenPosition(Struct, frozen=True):
    """A position as one side may know it.

    Attributes:
        side: a side, or `public`.
        cards: its own hidden cards, slot to card.
        places: the places of the map, id to name, such as `st_albans` to `St. Albans`.
        unsure: ids of pieces that stand for hidden ones. That a piece of this side is there is true; which it is,
            and its strength, need not be.
        position: plain data, as `pbem.schema` describes it for each game.
    """

    side: str
    cards: dict[str, str]
    places: dict[str, str]
    unsure: tuple[str, ...]
    position: dict[str, Any]


class Event(Struct, frozen=True):
    """One thing that happened.

    Attributes:
        kind: `die`, `move`, `heading`; what happens in a battle begins with `battle`, such as `battle_strike`,
            `battle_rout` and `battle_end`. There are others, and "" for plain prose.
        needed: for a die what succeeds, such as `1-3`; "" where no roll fails.
        rolled: the roll of a die.
    """

    text: str
    rule: str = ""
    kind: str = ""
    needed: str = ""
    rolled: int = 0

    def __str__(self) -> str:
        if self.kind != "die":
            return _cited(self.text, self.rule)
        needs = f", needs {self.needed}" if self.needed else ""
        return _cited(f"Die: {self.text}{needs}, rolls {self.rolled}", self.rule)


class Happened(Struct, frozen=True):
    """What one entry did. `lines`: the order lines that were carried out, those of other sides too."""

    entry: int
    side: str
    lines: tuple[str, ...]
    events: tuple[Event, ...]

    def __str__(self) -> str:
        return " ".join(
            [f"Entry {self.entry}, {self.side}:", *(event.text for event in self.events)]
        )


class Receipt(Struct, frozen=True):
    """What became of an email that a GM has applied.

    Attributes:
        name: what the GM called it.
        entry: the entry that holds it; -1 if it was refused.
        again: it had been applied before, and nothing was done.
        error: why it was refused, or None.
    """

    name: str
    entry: int
    again: bool = False
    error: PbemError | None = None

    def __str__(self) -> str:
        if self.error is not None:
            return f"{self.name}: refused. {self.error}"
        return f"{self.name}: entry {self.entry}{', applied before' if self.again else ''}"


class GameData(Struct, frozen=True, kw_only=True):
    """A game as JSON: what `pbem list`, `due`, `show` and `legal` print with `--json`, a line per game.

    Attributes:
        file: as it was found; "" if unknown.
        rules, scenario: ids, such as `plantagenet` and `Ia`.
        entry: the number of the last entry.
        now: where the game is, in words.
        sides: side to the name of its player; "" while nobody has joined.
        waiting_for: whose email the game waits for.
        result: how it ended; null while it goes on.
        ends: the day by which it ends, as agreed; null if there is none.
        score: what the score of `turns` counts, such as `Influence`; "" in a game that keeps none.
        seen: the position, from `show` only.
        question: the decision of one side with its lines, or null while it has none; from `legal` only.
    """

    format: Literal["pbem-game"] = "pbem-game"
    version: int = VERSION
    file: str = ""
    id: str
    title: str
    rules: str
    scenario: str
    entry: int
    now: str
    sides: dict[str, str]
    waiting_for: tuple[Waiting, ...]
    result: Outcome | None
    ends: date | None
    score: str
    turns: tuple[GameTurn, ...] = field(default=())
    seen: SeenPosition | UnsetType = UNSET
    question: Question | UnsetType | None = UNSET


def _cited(text: str, rule: str) -> str:
    return f"{text} (rule {rule})" if rule else text
