"""A finished game in a file: order lines, dice and cards, and the positions they led to.

    ends = ["automatic york", "threshold lancaster"]     how each War, or the game, ended: endings.toml
    position = "..."                                     SHA-256 of the last position
    record = '''
    = turn 1, 1455-1456: 0f1e2d3c4b5a6978                a turn begins here, at this position
    york muster-3: warwick: levy troops                  a decision: side, request, order line
    york muster-4 (only line): done                      one that nobody was asked for
    york held_event-4.2: ask                             a moment at which a side wanted to be asked
      die 3: intercept warwick#1                         what chance said, in the order of asking
      cards arts york 1: Y5 Y3 Y17                       a face-down deck, first card on top
      deal deck:arts york 1:0 to york: hidden            `open`, `look` and `show` likewise
    '''

Nothing here knows a class of the engine but `Play`: it is given order lines and a chance, and asked for
its requests, its decisions and its position.
"""

from __future__ import annotations

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pbem.engine import codec
from pbem.engine.play import Play
from pbem.engine.request import Option, Request
from pbem.engine.script import ASK
from pbem.engine.table import Holds, cards_in
from pbem.errors import IllegalOrder
from pbem.games import find
from tests.says import sentence

FORCED = " (only line)"
HIDDEN = "hidden"
Answer = tuple[str, str, str]
"""Side, request, order line; the line of a secret stack names its cards."""


class Deviation(Exception):
    """The game goes another way than it did when it was stored."""


@dataclass(frozen=True)
class Stored:
    """One file. `record` has a line an item, without line ends."""

    game: str
    scenario: str
    ends: tuple[str, ...]
    reason: str
    position: str
    record: tuple[str, ...]
    options: dict[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> Stored:
        table = tomllib.loads(path.read_text("utf-8"))
        record = tuple(table.pop("record").splitlines())
        return cls(record=record, ends=tuple(table.pop("ends")), **table)

    def text(self) -> str:
        """The file."""
        head = {"game": self.game, "scenario": self.scenario}
        head |= {f"options.{name}": value for name, value in self.options.items()}
        lines = [f"{name} = {json.dumps(value)}" for name, value in head.items()]
        lines.append(f"ends = {json.dumps(self.ends)}")
        lines.append(f"reason = {json.dumps(self.reason, ensure_ascii=False)}")
        lines.append(f'position = "{self.position}"')
        return "\n".join([*lines, "record = '''", *self.record, "'''", ""])

    def answers(self) -> Iterator[Answer]:
        """All that was typed, and the moments."""
        for line in self.record:
            head, _, order = line.partition(": ")
            if not line.startswith((" ", "=")) and not head.endswith(FORCED):
                side, _, request = head.partition(" ")
                yield side, request, order

    def dice(self) -> Iterator[int]:
        for line in self.record:
            if line.startswith("  die "):
                yield int(line.split()[1].rstrip(":"))

    def decks(self) -> Iterator[list[str]]:
        for line in self.record:
            if line.startswith("  cards "):
                yield line.rpartition(": ")[2].split()


def digest(position: Any) -> str:
    """SHA-256 of a position, written in one way only."""
    plain = json.dumps(codec.dump(position), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(plain.encode()).hexdigest()


def ended(game: str, said: str) -> str:
    """The id of the ending that this is the sentence of, or ""."""
    for one in find(game).endings:
        blanks = re.sub(r"\\{\w+\\}", ".+", re.escape(one.sentence))
        if re.fullmatch(rf"{blanks}( The \w+ win (this War|the Wars of the Roses)\.)?", said):
            return one.name.lower()
    return ""


def end_of_war(said: str) -> str:
    """The side that wins a War that is not the last, with this sentence; or ""."""
    won = re.search(r"The (Yorkists|Lancastrians) win this War\.", said)
    return {"Yorkists": "york", "Lancastrians": "lancaster"}[won[1]] if won else ""


def plan_slots(side: str, request: str, cards: Sequence[str]) -> dict[str, str]:
    """The slots in which the cards of a secret stack lie, top first."""
    number = request.rpartition("-")[2]
    return {f"plan:{side}:{number}:{n}": card for n, card in enumerate(cards, 1)}


class Replay:
    """Plays answers, dice and cards, and keeps the record; it is its own chance.

    `expected` is the record to come: the first line that differs raises Deviation.
    """

    def __init__(
        self,
        game: str,
        scenario: str,
        options: dict[str, str],
        answers: Iterable[Answer],
        dice: Iterable[int],
        decks: Iterable[list[str]],
        expected: tuple[str, ...] | None = None,
    ) -> None:
        self.answers = list(answers)
        self.dice, self.decks = iter(dice), iter(decks)
        self.expected = expected
        self.record: list[str] = []
        self.secrets: dict[str, str] = {}
        self.ends: list[str] = []
        self.part = ""
        self.turn = ""
        self.stack = ""
        self.game, self.scenario, self.options = game, scenario, options
        self.rules = find(game)
        self.play: Play[Any] = Play.new(self.rules, scenario, options)
        asked = {answer[:2] for answer in self.answers if answer[2] == ASK}
        if asked:
            self.play.at_moment = lambda one: ASK if (one.side, one.id) in asked else ""
        self.noted = self.told = 0

    @classmethod
    def of(cls, stored: Stored) -> Replay:
        return cls(
            stored.game,
            stored.scenario,
            stored.options,
            stored.answers(),
            stored.dice(),
            stored.decks(),
            stored.record,
        )

    def run(self) -> None:
        """To the end of the answers. Raises Deviation."""
        self.play.start(self)
        self._stopped()
        for side, request, line in self.answers:
            if line == ASK:
                continue
            open_now = [one.id for one in self.play.pending if one.side == side]
            if open_now != [request]:
                raise Deviation(f"{side} is asked {open_now} and not {request}, for `{line}`")
            self._answer(side, line)
            self._stopped()
        if self.expected is not None and self.expected[len(self.record) :]:
            raise Deviation(f"no more comes after line {len(self.record)}")

    def _answer(self, side: str, line: str) -> None:
        request = self.play.request(side)
        if request.stack is None:
            self.play.answer(side, line, self)
            return
        self.stack = line
        hidden = plan_slots(side, request.id, line.split()[1:])
        self.secrets |= hidden
        self.play.answer_stack(side, list(hidden), self)

    # -- the record ---------------------------------------------------------------------------

    def _stopped(self) -> None:
        self._decided()
        self._ended()
        state = self.play.state
        turn = self.rules.words.turn(state)
        if turn != self.turn and self.play.pending:
            self.turn = turn
            self._write(f"= {turn}: {digest(state)[:16]}")

    def _ended(self) -> None:
        """Which War, or the game, is over, and how."""
        for said in (event.text for event in self.play.events[self.told :]):
            if winner := end_of_war(said):
                self.ends.append(f"{self.part} {ended(self.game, said)} {winner}")
        result = self.play.result
        if result is not None:
            winner = " ".join(result.winners) or "draw"
            self.ends.append(f"{self.part} {ended(self.game, result.reason)} {winner}")
        self.part, self.told = self.play.state.scenario, len(self.play.events)

    def _decided(self) -> None:
        for one in self.play.decisions[self.noted :]:
            line = str(one.line)
            if self.stack and line == self.stack.split()[0]:
                line, self.stack = self.stack, ""
            self._write(f"{one.side} {one.request}{FORCED if one.forced else ''}: {line}")
        self.noted = len(self.play.decisions)

    def _chance(self, line: str) -> None:
        self._decided()
        self._write(f"  {line}")

    def _write(self, line: str) -> None:
        number = len(self.record)
        if self.expected is not None:
            due = self.expected[number] if number < len(self.expected) else "the end"
            if line != due:
                raise Deviation(f"line {number + 1} of the record: `{line}` instead of `{due}`")
        self.record.append(line)

    # -- the engine's chance ------------------------------------------------------------------

    def roll(self, label: str, sides: int) -> int:
        value = next(self.dice, 0)
        self._chance(f"die {value}: {label}")
        return value

    def shuffle(
        self, deck: str, count: int, contents: Callable[[dict[str, str]], list[str]]
    ) -> list[str]:
        cards = next(self.decks, [])
        self._chance(f"cards {deck}: {' '.join(cards)}")
        if sorted(contents(self.secrets)) != sorted(cards) or len(cards) != count:
            raise Deviation(f"the deck {deck} has other cards than `{' '.join(cards)}`")
        slots = [f"deck:{deck}:{place}" for place in range(count)]
        self.secrets.update(zip(slots, cards, strict=True))
        return slots

    def open(self, slot: str) -> str:
        card = self.secrets.get(slot, "nothing")
        self._chance(f"open {slot}: {card}")
        return card

    def deal(self, slot: str, side: str, openly: Callable[[str], bool]) -> str | None:
        card = self.secrets.get(slot, "nothing")
        shown = card if openly(card) else None
        self._chance(f"deal {slot} to {side}: {shown or HIDDEN}")
        return shown

    def peek(self, slot: str, side: str) -> str:
        card = self.secrets.get(slot, "nothing")
        self._chance(f"peek {slot} by {side}: {card}")
        return card

    def show(self, slots: tuple[str, ...], card: str) -> str:
        for slot in slots:
            if self.secrets.get(slot) == card:
                self._chance(f"show {slot}: {card}")
                return slot
        raise IllegalOrder(
            where="", line=card, reason=sentence("ledger.chance.held_slot"), instead=""
        )

    def prove(self, slots: tuple[str, ...], holds: Holds) -> bool:
        return holds(cards_in(slots, self.secrets))

    def against(self, request: Request, option: Option) -> str:
        return option.against(cards_in(request.slots, self.secrets))
