"""`pbem orders --ahead`: the turn ahead, card by card and question by question, until nothing is left open that
should not be. What it writes are ordinary lines, in the draft of the orders."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import click
from msgspec import Struct, field

from pbem.cli.odds import charted
from pbem.cli.terminal import waited, wrapped
from pbem.errors import PbemError
from pbem.imagine import GAMES
from pbem.imagine.ahead import Ahead, AnswerSlot, Open, turn_ahead
from pbem.imagine.calls import ROBOT, with_answer
from pbem.player.orders import Orders
from pbem.player.player import Player
from pbem.reports import foresight

HOW = (
    "A number takes that line. Or type lines (; between them), conditions as everywhere; `robot`: what the robot "
    "would prepare; `ask` or Enter: you want to be asked; `end`: leave the rest open."
)
END, ASK = "end", "ask"
Ask = Callable[[str, Sequence[str]], str]


def turn_ahead_with_bar(game: Player, draft: Orders, games: int) -> Ahead:
    """The turn played ahead, with a bar on a terminal. Raises BadQuestion, GameOver, BadScript."""
    with waited(games, "Playing") as tick:
        return turn_ahead(game, draft, games, tick=tick)


def open_question_paragraphs(found: Ahead) -> Iterator[str]:
    """What is open, a paragraph each, ready to print."""
    games = len(found.sittings)
    yield wrapped(foresight.summary(found))
    if not found.open:
        yield foresight.NOTHING
    for one in found.open:
        yield wrapped(f"{foresight.where(one)}: {foresight.why(one, games)}", "  ", "    ")


def print_ahead(game: Player, draft: Orders, games: int) -> None:
    """Where these orders leave something open, and how the turn may end. Raises as `turn_ahead_with_bar`, and what
    refuses a line, script or policy."""
    if draft.lines:
        game.spelled(draft.lines)
    game.check_standing(draft.scripts, draft.reactions or {})
    found = turn_ahead_with_bar(game, draft, games)
    for line in open_question_paragraphs(found):
        click.echo(line)
    click.echo(f"\n{charted(found.ends)}", nl=False)


class Walk(Struct):
    """One walk through the turn. `ask(prompt, completions)` reads a line, `say` prints one.

    Attributes:
        left: what stays open on purpose. `how`: what can be answered, until it has been said.
    """

    game: Player
    ask: Ask
    say: Callable[[str], None]
    games: int = GAMES
    left: list[AnswerSlot] = field(default_factory=list)
    how: str = HOW

    def through(self, draft: Orders) -> Orders:
        """The draft with an answer to each question that he wants answered; how the turn may end with it is told
        at last. Raises as `counted`."""
        while True:
            found = turn_ahead_with_bar(self.game, draft, self.games)
            for line in open_question_paragraphs(found):
                self.say(line)
            answerable = (o for o in found.open if not o.wanted and not o.later)
            one = next((o for o in answerable if o.place not in self.left), None)
            after = self._answered(draft, one) if one is not None else None
            if after is None:
                self.say(f"\n{charted(found.ends)}")
                return draft
            draft = after

    def _answered(self, draft: Orders, one: Open) -> Orders | None:
        """The draft with his answer; None if he leaves the rest open."""
        self.say(
            wrapped(f"\n{foresight.where(one)}, in {one.games} of {self.games}: {one.question}")
        )
        for number, (line, count) in enumerate(one.robot, 1):
            self.say(f"{number:>3}  {line}   (the robot, in {count})")
        if self.how:
            self.say(wrapped(self.how))
        self.how = ""
        while True:
            words = self.ask("What then? ", [*(line for line, _ in one.robot), ROBOT, ASK, END])
            typed = words.strip()
            if typed.lower() == END:
                return None
            if typed.lower() in ("", ASK):
                self.left.append(one.place)
                return draft
            try:
                return self._written(draft, one, typed)
            except PbemError as error:
                self.say(wrapped(str(error)))

    def _written(self, draft: Orders, one: Open, typed: str) -> Orders:
        numbered = {str(n): row[0] for n, row in enumerate(one.robot, 1)}
        typed = numbered.get(typed, typed)
        return with_answer(self.game, draft, one, typed)
