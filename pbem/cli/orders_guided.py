"""`pbem orders` in a terminal: question by question, with everything that is legal to pick from.

What is typed goes through the same notation and the same checks as an orders file. Nothing is
sealed before the read-back has been confirmed, and until then everything can be undone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import click

from pbem.cli import question_text
from pbem.cli.documents import document
from pbem.cli.orders_ahead import Walk
from pbem.cli.orders_lookups import LOOKUPS, looked_up
from pbem.cli.orders_text import tell
from pbem.cli.person import as_typed
from pbem.cli.question_text import read_line
from pbem.cli.report_text import report_text
from pbem.cli.rows import fact, order_line_text, pairs, prompt
from pbem.cli.terminal import plain, wrapped
from pbem.engine.policies import presets_of
from pbem.engine.request import Option, Request
from pbem.engine.standing import DEFAULT
from pbem.errors import Impossible, PbemError
from pbem.imagine import GAMES
from pbem.ledger.values import READY
from pbem.player.orders import Orders
from pbem.player.player import Player
from pbem.player.robots import advice
from pbem.player.target import FIRST
from pbem.player.writing import BETWEEN, NOTHING_TO_UNDO, Writing
from pbem.reports import from_game, report_parts
from pbem.reports.from_game import position

HELP = (
    "A number takes that line (`3 with all`, `3 with march warwick` where others may come along), or "
    "type the line itself; names by their first letters, Tab completes."
)
TYPED = {
    "list": "what is legal, again",
    "list WORD": "only the lines with that word",
    "position": "the position, again",
    "undo": "take the last thing back",
    "show": "all that is written so far",
    "on KIND: ANSWER": "a policy",
    "policies": "all kinds and what they do",
    "preset NAME": "adopt a ready-made set of policies",
    "script N: LINES": "what card N of the Plan does (; between lines)",
    "ahead": "play this turn ahead: what am I asked, what then, and how may it end?",
    "card NAME": "look up a card",
    "rules NUMBER": "look up a rule",
    "odds": "what the dice would give; `odds` alone lists what you can ask",
    "map": "the map",
    "send": "read back, then seal",
    "quit": "leave, nothing is sent",
}
READY_ASKED = (
    "You have nothing to decide: `send` writes the email that the dice are waiting for. You can change your "
    "policies too."
)
HELPED = "`help` tells what you can type here."
TAKEN_DOWN = "  Taken down; `policies` shows all of them."
Say = Callable[[str], None]
HINT = "hint"
"""A line that a simple player would order, for a learner."""


class Coach(Protocol):
    """Who stands behind a learner."""

    def lesson(self, request: Request) -> str:
        """What to know when this is asked; "" when it has been told."""
        ...


class Guide(Writing):
    """One sitting. `ask(prompt, completions)` reads a line, `say` prints one.

    Attributes:
        coach: tells a learner about each kind of question, and gives him hints; None for others.
            A learner's lines are sent as soon as a die or another player decides.
        games: how often `ahead` plays the turn.
    """

    def __init__(
        self,
        game: Player,
        ask: Callable[[str, Sequence[str]], str],
        say: Say,
        coach: Coach | None = None,
        orders: Orders | None = None,
        games: int = GAMES,
    ) -> None:
        super().__init__(game, orders)
        self.ask, self.say, self.coach, self.games = ask, say, coach, games

    def run(self, again: bool = False, ahead: bool = False) -> Orders:
        """Lead through the orders; `again`: the player knows the position; `ahead`: begin by playing the turn
        ahead. Raises click.Abort when he leaves."""
        if not again:
            self.say(opening(self.game))
            self.say(HELPED)
        self._show_question()
        if ahead:
            self._take_up("ahead", [])
        while True:
            options = self.options
            words = self.ask(self._prompt(), self._completions(options)).strip()
            if words.lower() in ("send", "seal"):
                if self._confirmed():
                    return self.orders
            elif words:
                self._take_up(words, options)
                if self.coach is not None and self.orders.lines and self.request is None:
                    return self.orders

    def _take_up(self, words: str, options: Sequence[Option]) -> None:
        try:
            self._take(words, options)
        except PbemError as error:
            self.say(wrapped(str(error)))
            if " " not in words:
                self.say(HELPED)

    # -- what is asked ------------------------------------------------------------------------

    def _show_question(self, about: str = "", asked_for: bool = False) -> None:
        """What is asked now. `about`: only choices with this word; `asked_for`: he wants to have them all."""
        if self.game.owes_ready:
            self.say("" if self.orders.lines else READY_ASKED)
            return
        request = self.request
        if request is None:
            if not self.orders.lines or self.coach is None:
                self.say(wrapped(self.next().why))
            return
        if self.coach is not None and (lesson := self.coach.lesson(request)):
            self.say(lesson)
        for line in question_text.question(request, self.options, about, asked_for):
            self.say(line)

    def _prompt(self) -> str:
        return prompt(len(self.orders.lines) + 1)

    def _completions(self, options: Sequence[Option]) -> list[str]:
        request = self.request
        kinds = [f"on {kind}: " for kind in self.game.reactions]
        presets = [f"preset {name}" for name in presets_of(self.game.ledger.rules)]
        cards = (
            [f"plan {name} " for name in request.stack.limits] if request and request.stack else []
        )
        cards += [READY] if self.game.owes_ready else []
        return [option.line for option in options] + cards + self._verbs() + kinds + presets

    def _verbs(self) -> list[str]:
        verbs = ["list", "position", "ahead", "undo", "show", "policies", "send", "quit", "help"]
        verbs += LOOKUPS
        return [*verbs, HINT] if self.coach is not None else verbs

    # -- what is typed ------------------------------------------------------------------------

    def _take(self, words: str, options: Sequence[Option]) -> None:
        if not self._command(words):
            self._line(words, options)

    def _command(self, words: str) -> bool:
        """Do what is no order line; False if it is one."""
        verb, _, rest = words.partition(" ")
        match (verb.lower(), rest.strip()):
            case "help" | "?", "":
                self.say(f"{wrapped(HELP)}\n{pairs(self._typed())}")
            case "list", about:
                self._show_question(about, asked_for=True)
            case "position", "":
                self.say(report_text(position(self.game)))
            case "show", "":
                tell(self.game, self.orders)
            case "quit" | "exit", "":
                raise click.Abort
            case "hint", "" if self.coach is not None:
                self.say(self._hint())
            case "ahead", "":
                self._ahead()
            case "undo", "":
                self._undone()
            case "policies", "":
                self._show_policies()
            case what, about if what in LOOKUPS:
                self.say(looked_up(self.game, what, about))
            case "preset", name:
                self._adopted(name)
            case "on", policy if ":" in policy:
                kind, _, text = policy.partition(":")
                self._taken_down({**self.reactions, kind.strip(): text.strip()})
            case "script", script if ":" in script:
                number, _, text = script.partition(":")
                self._script(number.strip(), text.strip())
            case _:
                return False
        return True

    def _typed(self) -> dict[str, str]:
        """What can be typed now, and what it does."""
        request, now = self.request, dict[str, str]()
        if self.game.owes_ready:
            now["ready"] = "dice may fall; nothing is decided"
        if request is not None and request.stack is not None:
            now[f"{request.stack.verb} CARD CARD ..."] = (
                "the whole stack in one line, top card first"
            )
        if self.coach is not None:
            now["hint"] = "what a simple player would order"
        conditions = {
            "if failed: LINE": "a line with its condition; `pbem guide fewer-emails` has them"
        }
        return {**now, **TYPED, **conditions, "help": "this"}

    def _ahead(self) -> None:
        request = self.request
        if request is not None and request.stack is not None:
            self.say(f"First the {request.stack.verb}; then `ahead` plays it, card by card.")
            return
        after = Walk(self.game, self.ask, self.say, self.games).through(self.orders)
        if after != self.orders:
            self.write(after)
            tell(self.game, after)
        self.say("`send` when you are done; `ahead` plays it again.")

    def _line(self, words: str, options: Sequence[Option]) -> None:
        if self.game.owes_ready:
            if words.lower() == READY:
                self.take(READY)
                self.say(wrapped("ready; `send` seals it.", "  "))
            else:
                self.say(READY_ASKED)
            return
        words, why = question_text.picked_line(words, options)
        if why:
            self.say(why)
            return
        request = self.request
        self.say(order_line_text(self.take(words)))
        if request is not None and request.stack is not None and self.coach is None:
            self._ask_scripts(request)
        self._show_question()

    def _ask_scripts(self, request: Request) -> None:
        """After the Plan, card by card: what it shall do when it is flipped."""
        if request.stack is None:
            raise Impossible("no stack is asked for")
        self.say("What does each card do when it is flipped? Enter: ask me then. `send` ends this.")
        cards = self.orders.lines[0].split()[1:]
        number = 1
        while number <= len(cards):
            card = cards[number - 1]
            if card == "pass":
                number += 1
                continue
            text = self.ask(f"card {number}, {card}: ", [f"{card}: ", *self._verbs()]).strip()
            if text.lower() == "send":
                return
            try:
                if self._command(text):
                    if not self.orders.lines:
                        return  # the Plan itself was taken back
                    continue
                if text:
                    self._script(str(number), text)
                number += 1
            except PbemError as error:
                self.say(wrapped(str(error)))

    def _script(self, number: str, text: str) -> None:
        said = BETWEEN.join(self.write_script(number, text))
        self.say(wrapped(f"script for card {number}: {said or 'none'}", "  ", "    "))
        why = self.game.first_script_stops(self.orders.lines, self.orders.scripts)
        if number == FIRST and why:
            self.say(wrapped(f"As things stand now it would stop. {why} `undo` takes it back."))

    def _taken_down(self, reactions: dict[str, str]) -> None:
        self.write_policies(reactions)
        self.say(TAKEN_DOWN)

    def _adopted(self, preset: str) -> None:
        self.adopt(preset)
        self.say(TAKEN_DOWN)

    def _show_policies(self) -> None:
        mine, kinds = self.reactions, self.game.reactions
        self.say(f"{DEFAULT}: {mine.get(DEFAULT, 'ask')}")
        for kind, about in kinds.items():
            self.say(wrapped(f"{kind}: {mine.get(kind, 'none')} ({about})", "", "    "))
        self.say(f"Presets: {', '.join(presets_of(self.game.ledger.rules)) or 'none'}.")

    def _hint(self) -> str:
        line = advice(self.game, self.orders.lines)
        return (
            f"A simple player would order: {line}"
            if line
            else "There is nothing to order now: `send`."
        )

    def _undone(self) -> None:
        gone = self.undo()
        if gone is None:
            self.say(wrapped(as_typed(NOTHING_TO_UNDO)))
            return
        for line in gone.lines[len(self.orders.lines) :]:
            self.say(fact(f"taken back: {line}"))
        tell(self.game, self.orders)
        self._show_question()

    def _confirmed(self) -> bool:
        """The read-back in plain words."""
        if self.orders == Orders():
            self.say("There is nothing to send yet; `quit` leaves.")
            return False
        self.say("You order:")
        tell(self.game, self.orders)
        unasked = self.request
        if unasked is not None and self.orders.lines:
            self.say(f"You will be asked again: {unasked.question}")
        return self.ask("Seal and sign this? [y/N] ", ["yes", "no"]).strip().lower() in ("y", "yes")


def guide_through(
    game: Player,
    again: bool = False,
    coach: Coach | None = None,
    draft: Orders | None = None,
    games: int = 0,
) -> Orders:
    """Lead through orders on this terminal, as `Guide.run` does, from a draft if there is one; `games`: play
    the turn ahead so often at once. Raises click.Abort."""
    guide = Guide(game, read_line, click.echo, coach, draft, games or GAMES)
    return guide.run(again, ahead=games > 0)


def opening(game: Player) -> str:
    """What comes before the first question: the position; for who listens, what is new since his last orders."""
    if plain():
        return document(report_parts.news(from_game.report_for(game)))
    return report_text(from_game.position(game))
