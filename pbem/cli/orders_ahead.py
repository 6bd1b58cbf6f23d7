"""`pbem orders --ahead`: the turn ahead, card by card and question by question, until nothing is left open that
should not be. What it writes are ordinary lines, in the draft of the orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import click
from msgspec import Struct, field

from pbem.cli.odds import charted
from pbem.cli.orders_text import hint_text
from pbem.cli.terminal import waited, wrapped
from pbem.errors import PbemError
from pbem.imagine import GAMES
from pbem.imagine.ahead import Ahead, Open, turn_ahead
from pbem.imagine.calls import ROBOT, with_answer
from pbem.imagine.own_orders import AnswerSlot
from pbem.player.orders import Orders
from pbem.player.player import Player
from pbem.player.writing import Writing
from pbem.reports import foresight

HOW = (
    "Type the number of a line, or type your own lines with `;` between them. Conditions work here too. "
    "`robot` takes what the robot would prepare. With `ask` or Enter you decide later. `end` leaves the "
    "rest open, and `send` seals your orders."
)
END, ASK, SEND = "end", "ask", "send"
Ask = Callable[[str, Sequence[str]], str]


def turn_ahead_with_bar(game: Player, draft: Orders, games: int) -> Ahead:
    """The turn played ahead, with a bar on a terminal. Raises BadQuestion, GameOver, BadScript."""
    with waited(games, "Playing") as tick:
        return turn_ahead(game, draft, games, tick=tick)


def open_question_paragraphs(ahead: Ahead) -> Iterator[str]:
    """What is open, a paragraph each, ready to print."""
    games = len(ahead.sittings)
    yield wrapped(foresight.summary(ahead))
    if not ahead.open:
        yield foresight.NOTHING
    for question in ahead.open:
        yield wrapped(
            f"{foresight.where(question)}: {foresight.why(question, games)}", "  ", "    "
        )


def print_ahead(game: Player, draft: Orders, games: int) -> None:
    """Where these orders leave something open, and how the turn may end. Raises as `turn_ahead_with_bar`, and what
    refuses a line, script or policy."""
    if draft.lines:
        game.spelled(draft.lines)
    game.check_standing(draft.scripts, draft.reactions or {})
    ahead = turn_ahead_with_bar(game, draft, games)
    for line in open_question_paragraphs(ahead):
        click.echo(line)
    click.echo(f"\n{charted(ahead.ends)}", nl=False)


class Walk(Struct):
    """One walk through the turn. `ask(prompt, completions)` reads a line, `say` prints one.

    Attributes:
        writing: the orders, into which each answer goes. `command`: does what is no order line, and says whether
            it was that; it can change the orders too.
        left: what stays open on purpose. `how`: what can be answered, until it has been said.
    """

    writing: Writing
    ask: Ask
    say: Callable[[str], None]
    command: Callable[[str], bool]
    games: int = GAMES
    left: list[AnswerSlot] = field(default_factory=list)
    how: str = HOW

    def through(self) -> bool:
        """Ask for an answer to each question that the player wants answered, and then say how the turn may end;
        False if the player wants to `send` before that. Raises as `turn_ahead_with_bar`."""
        while True:
            draft = self.writing.orders
            ahead = turn_ahead_with_bar(self.writing.game, draft, self.games)
            for line in open_question_paragraphs(ahead):
                self.say(line)
            answerable = (o for o in ahead.open if not o.wanted and not o.later)
            question = next((o for o in answerable if o.place not in self.left), None)
            reply = self._answer(draft, question) if question is not None else END
            if reply == SEND:
                return False
            if reply == END:
                self.say(f"\n{charted(ahead.ends)}")
                return True

    def _answer(self, draft: Orders, question: Open) -> str:
        """Write the answer to an open question; END if the player leaves the rest open, SEND to seal now."""
        self.say(
            wrapped(
                f"\n{foresight.where(question)}, in {question.games} of {self.games}: {question.question}"
            )
        )
        for number, (line, count) in enumerate(question.robot, 1):
            self.say(f"{number:>3}  {line}   (the robot, in {count})")
        if self.how:
            self.say(wrapped(self.how))
        self.how, hint_line = "", ""
        while True:
            completions = [
                *(line for line, _ in question.robot),
                ROBOT,
                ASK,
                END,
                SEND,
                "show",
                "undo",
            ]
            reply = self.ask("What then? ", completions).strip() or hint_line
            hint_line = ""
            if reply.lower() == "hint" and question.robot:
                hint_line = question.robot[0][0]
                self.say(hint_text(hint_line))
                continue
            if reply.lower() in (END, SEND):
                return reply.lower()
            if reply.lower() in ("", ASK):
                self.left.append(question.place)
                return ASK
            try:
                if not self.command(reply):
                    self.writing.write(self._answered(draft, question, reply))
                if self.writing.orders != draft:
                    return reply
            except PbemError as error:
                self.say(wrapped(str(error)))

    def _answered(self, draft: Orders, question: Open, typed: str) -> Orders:
        """The draft with an answer to an open question."""
        numbered = {str(n): row[0] for n, row in enumerate(question.robot, 1)}
        return with_answer(self.writing.game, draft, question, numbered.get(typed, typed))
