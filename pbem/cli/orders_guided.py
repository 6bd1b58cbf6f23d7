"""`pbem orders` in a terminal: question by question, with everything that is legal to pick from.

What is typed goes through the same notation and the same checks as an orders file. Nothing is
sealed before the read-back has been confirmed, and until then everything can be undone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol

import click

from pbem.cli.documents import document
from pbem.cli.menus import Menus
from pbem.cli.orders_ahead import SEND, Walk
from pbem.cli.orders_lookups import LOOKUPS, looked_up, text_called
from pbem.cli.orders_text import hint_text, script_hint_text, script_text, sign_question, tell
from pbem.cli.person import as_typed
from pbem.cli.question_text import FEW, read_line
from pbem.cli.rows import fact, order_line_text, pairs, prompt
from pbem.cli.terminal import plain, wrapped
from pbem.engine.notation import nearest_word, words_of
from pbem.engine.policies import policy_words, presets_of
from pbem.engine.prose import listing
from pbem.engine.request import Option, Request
from pbem.engine.standing import DEFAULT
from pbem.errors import AmbiguousOrder, IllegalOrder, Impossible, PbemError, UnknownWord
from pbem.imagine import GAMES
from pbem.ledger.cases import agreed
from pbem.ledger.values import READY
from pbem.player.orders import BETWEEN, Orders
from pbem.player.player import Player
from pbem.player.repeated import repeated
from pbem.player.robots import advice, script_advice
from pbem.player.target import FIRST
from pbem.player.writing import NOTHING_TO_UNDO, WHEN_DONE, Writing
from pbem.reports import from_game, report_parts

HELP = (
    "Type the number of a line (or `3 with all`, `3 with march warwick` if others can come along) or the line "
    "itself. The first letters of a name are enough, and Tab completes it."
)
TYPED = {
    "list": "what is legal, again",
    "list WORD": "only the lines with that word",
    "position": "the position, again",
    "hint": "what a simple player would order; then Enter takes it",
    "undo": "take back the last thing that you wrote",
    "show": "all that is written so far",
    "on KIND: ANSWER": "a policy",
    "policies": "all kinds and what they do",
    "preset NAME": "adopt a ready-made set of policies",
    "script N: LINES": "what card N of the Plan does (; between lines)",
    "ahead": "play this turn ahead: what am I asked, what then, and how may it end?",
    "card": "the cards that you hold or can choose; `card NAME` for any other",
    "rules NUMBER": "look up a rule",
    "odds": "what the dice would give; `odds` alone lists what you can ask",
    "map": "the map; `map london`: which places are next to London, and by which way",
    "send": "read the orders back, then seal them",
    "quit": "leave, nothing is sent",
}
READY_ASKED = (
    "You have nothing to decide, but the dice wait for an email from you: `send` writes it. You can also "
    "change your policies."
)
HELPED = "`help` lists what you can type here."
TAKEN_DOWN = "  Written down; `policies` shows all of them."
AGAIN = (
    "You have answered a question like this before in this turn, and more may come. A policy can answer for "
    "you. Type {presets} for all the usual questions, or `on {kind}: {policy}` for this kind only."
)
NO_HINT = "There is no hint for this card: a robot, too, decides only when the card is flipped."
MANY_LINES = "`{words}` can mean {lines} lines. `list {words}` shows them."
NOTHING_YET = "You have written nothing yet."
TYPE_SEND = "Type `send` when you are done."
NO_HINT_HERE = "There is no hint here."
NOT_SEALED = (
    "Nothing was sealed or sent. Your orders are still here. `send` asks you again, and `show` prints "
    "them."
)
YES_OR_NO = "Type `y` to seal these orders, or press Enter to go back to them."
Say = Callable[[str], None]


class Coach(Protocol):
    """Who stands behind a learner."""

    def lesson(self, request: Request) -> str:
        """What to know when this is asked; "" when it has been told."""
        ...


class Guide(Writing):
    """One sitting. `ask(prompt, completions)` reads a line, `say` prints one.

    Attributes:
        coach: explains each kind of question to a learner; None for others. A learner's lines are sent as soon as
            a die or another player decides.
        games: how often `ahead` plays the turn.
        menus: what was printed of each kind of question.
        hinted: the hint that was just given, which Enter takes.
        noted: why nothing can be picked here, as it was said last.
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
        self.menus, self.hinted, self.noted = Menus(), "", ""

    def run(self, again: bool = False, ahead: bool = False) -> Orders:
        """Lead through the orders; `again`: the player knows the position; `ahead`: begin by playing the turn
        ahead. Raises NotInThisGame; click.Abort when he leaves."""
        if self.side and not again:  # a stranger is refused before anything is printed
            self.say(opening(self.game))
            self.say(HELPED)
        self._show_question()
        self._offer_policy()
        sends = ahead and self._take_up("ahead", [])
        while not (sends and self._is_confirmed()):
            options = self.options
            words = self.ask(self._prompt(), self._completions(options)).strip() or self.hinted
            self.hinted = ""
            sends = bool(words) and self._take_up(words, options)
            if self.coach is not None and self.orders.lines and self.request is None:
                break
        return self.orders

    def _take_up(self, words: str, options: Sequence[Option]) -> bool:
        """Do what was typed, and say what is wrong with it; True if the player wants to send."""
        try:
            return self._take(words, options)
        except UnknownWord as error:
            verb = nearest_word(words.lower(), self._verbs())
            meant = verb if verb != words.lower() else ""
            self.say(wrapped(f"`{words}`: did you mean `{meant}`?" if meant else str(error)))
        except AmbiguousOrder as error:
            lines = sum(words.lower() in option.display().lower() for option in options)
            many = MANY_LINES.format(words=words, lines=lines)
            self.say(wrapped(many if lines > FEW else str(error)))
            return False
        except PbemError as error:
            self.say(wrapped(str(error)))
        if " " not in words:
            self.say(HELPED)
        return False

    # -- what is asked ------------------------------------------------------------------------

    def _show_question(self, about: str = "", asked_for: bool = False) -> None:
        """Print what is asked now. `about`: only choices with this word; `asked_for`: the player wants them all."""
        if self.game.owes_ready:
            self.say("" if self.orders.lines else READY_ASKED)
            return
        request = self.request
        if request is None:
            why = self.next().why.replace(WHEN_DONE, TYPE_SEND)
            if (not self.orders.lines or self.coach is None) and (asked_for or why != self.noted):
                self.say(wrapped(why))
            self.noted = why
            return
        self.noted = ""
        if self.coach is not None and (lesson := self.coach.lesson(request)):
            self.say(lesson)
        for line in self.menus.question(request, self.options, about, asked_for):
            self.say(line)

    def _offer_policy(self) -> None:
        """Name the policy that would have answered a question that comes again."""
        repeated_policy = (
            repeated(self.game) if self.coach is None and self.orders == Orders() else None
        )
        if repeated_policy is not None:
            presets = listing([f"`preset {name}`" for name in repeated_policy.presets], "or")
            policy = BETWEEN.join(repeated_policy.policy.splitlines())
            self.say(
                wrapped(AGAIN.format(kind=repeated_policy.kind, policy=policy, presets=presets))
            )

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
        verbs = ["list", "position", "hint", "ahead", "undo", "show", "policies"]
        return [*verbs, *LOOKUPS, SEND, "quit", "help"]

    # -- what is typed ------------------------------------------------------------------------

    def _take(self, words: str, options: Sequence[Option]) -> bool:
        """Do what was typed; True if the player wants to send."""
        match words.lower():
            case "send" | "seal":
                return True
            case "ahead":
                return self._ahead()
            case "hint":
                self._hint()
            case "undo":
                self._undone()
                self._show_question()
            case _:
                return not self._command(words) and self._line(words, options)
        return False

    def _command(self, words: str) -> bool:
        """Do what works at every prompt and is no order line; False if it is one."""
        verb, _, argument = words.partition(" ")
        match (verb.lower(), argument.strip()):
            case "help" | "?", "":
                self.say(f"{wrapped(HELP)}\n{pairs(self._typed())}")
            case "list", about:
                self._show_question(about, asked_for=True)
            case "position", "":
                self.say(_position_text(self.game))
            case "show", "":
                if self.orders == Orders():
                    self.say(NOTHING_YET)
                tell(self.game, self.orders)
            case "quit" | "exit", "":
                if self.coach is None:
                    self.say("Nothing was sealed or sent.")
                raise click.Abort
            case "undo", "":
                self._undone()
            case "policies", "":
                self._show_policies()
            case lookup, about if lookup in LOOKUPS:
                self.say(looked_up(self.game, lookup, about))
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
        conditions = {
            "if failed: LINE": "a line with its condition; `pbem guide fewer-emails` has them"
        }
        return {**now, **TYPED, **conditions, "help": "this"}

    def _ahead(self) -> bool:
        """Play the turn ahead; True if the player wants to send."""
        request = self.request
        if request is not None and request.stack is not None:
            self.say(f"First write the {request.stack.verb}. Then `ahead` plays it, card by card.")
            return False
        before = self.orders
        is_done = Walk(self, self.ask, self.say, self._command, self.games).through()
        if is_done and self.orders != before:
            tell(self.game, self.orders)
        if is_done:
            self.say("Type `send` when you are done. `ahead` plays the turn again.")
        return not is_done

    def _line(self, words: str, options: Sequence[Option]) -> bool:
        """Put a line behind the orders; True if the player wants to send."""
        if self.game.owes_ready:
            if words.lower() == READY:
                self.take(READY)
                self.say(wrapped("ready; `send` seals it.", "  "))
            else:
                self.say(READY_ASKED)
            return False
        request, count_before = self.request, len(self.orders.lines)
        try:
            line = self.menus.pick(request, options, words)
            if line == words and (text := self._name_alone(words, options)):
                self.say(text)
                return False
            self.take(line)
        except LookupError as error:
            self.say(str(error))
            return False
        except IllegalOrder:
            if text := text_called(self.game, words):
                self.say(text)
                return False
            raise
        self._say_lines(count_before)
        stack = request.stack if request is not None and self.coach is None else None
        has_scripts = stack is not None and stack.scripted  # an array is not
        if (
            has_scripts
            and self.game.ledger.offices.moderated
            and request is not None
            and self._ask_scripts(request)
        ):
            return True
        self._show_question()
        return False

    def _name_alone(self, words: str, options: Sequence[Option]) -> str:
        """The text of a card or place that is typed alone and is no word of a line that is possible; else ""."""
        if re.search(r"[\s:]", words):
            return ""
        possible = (part for option in options for part in words_of(option.line))
        asked_for = any(part.startswith(words.lower()) for part in possible)
        return "" if asked_for else text_called(self.game, words)

    def _say_lines(self, before: int) -> None:
        """The lines from number `before` on as they are read, and what the last one leaves unused."""
        for line in self.orders.lines[before:]:
            self.say(order_line_text(line))
        if self.stacks:
            return
        for warning in self.target.preview(self.orders.lines)[-1].warnings:
            self.say(wrapped(warning, "    ", "    "))

    def _ask_scripts(self, request: Request) -> bool:
        """After the Plan, card by card: what it is to do when it is flipped. True if the player wants to send."""
        if request.stack is None:
            raise Impossible("no stack is asked for")
        self.say(
            "What should each card do when it is flipped? Enter: ask me then. `hint`: what a robot would prepare. "
            "`end` leaves the rest open, `send` seals what is written."
        )
        cards = self.orders.lines[0].split()[1:]
        hints = script_advice(self.game, cards)
        number, hint = 1, ""
        while number <= len(cards):
            card = cards[number - 1]
            if card == "pass":
                number += 1
                continue
            completions = [f"{card}: ", *self._verbs(), "end"]
            text = self.ask(f"card {number}, {card}: ", completions).strip() or hint
            hinted_before, hint = hint, ""
            if text.lower() in (SEND, "end"):
                return text.lower() == SEND
            orders_before = self.orders
            try:
                if text.lower() == "hint":
                    script = hints.get(str(number), "")
                    statements = script.split("\n") if script else []
                    hint = BETWEEN.join(statements)
                    self.say(script_hint_text(statements) or NO_HINT)
                elif self._command(text):
                    if not self.orders.lines:
                        self._show_question()
                        return False  # the Plan itself was taken back
                    number = _first_difference(orders_before, self.orders, number)
                else:
                    if text:
                        self._script(str(number), text, known=text == hinted_before)
                    number += 1
            except PbemError as error:
                self.say(wrapped(str(error)))
        return False

    def _script(self, number: str, text: str, known: bool = False) -> None:
        """Write a card's script, and read it back unless it is `known`: printed just before, as a hint."""
        statements = self.write_script(number, text)
        brief = fact(f"script for card {number}: taken from the hint")
        self.say(brief if known else script_text(number, statements, "none", "    "))
        why = self.game.first_script_stops(self.orders.lines, self.orders.scripts)
        if number == FIRST and why:
            self.say(
                wrapped(f"As things are now, this script would stop. {why} `undo` takes it back.")
            )

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
        rules = self.game.ledger.rules
        sentences = policy_words(rules).presets
        for name in presets_of(rules):
            self.say(wrapped(f"preset {name}: {sentences.get(name, '')}", "", "    "))

    def _hint(self) -> None:
        agreed.check_aid(self.game.ledger, "robot")
        orders = self.orders
        if self.game.owes_ready:
            lines: Sequence[str] = () if orders.lines else (READY,)
        else:
            lines = advice(self.game, orders.lines)
        self.hinted = BETWEEN.join(lines)
        self.say(
            hint_text(*lines)
            or wrapped(f"{NO_HINT_HERE} {self.next().why.replace(WHEN_DONE, TYPE_SEND)}")
        )

    def _undone(self) -> None:
        gone = self.undo()
        if gone is None:
            self.say(wrapped(as_typed(NOTHING_TO_UNDO)))
            return
        for line in gone.lines[len(self.orders.lines) :]:
            self.say(fact(f"taken back: {line}"))
        for number in gone.scripts.keys() - self.orders.scripts.keys():
            self.say(fact(f"taken back: the script for card {number}"))
        if gone.reactions != self.orders.reactions:
            self.say(fact("taken back: your last change of policies"))
        tell(self.game, self.orders)

    def _is_confirmed(self) -> bool:
        """Read the orders back in plain words, and ask; True if the player agrees."""
        if self.orders == Orders():
            self.say("There is nothing to send yet. Type `quit` to leave.")
            return False
        self.say("You order:")
        tell(self.game, self.orders)
        next_request = self.request
        if next_request is not None and self.orders.lines:
            self.say(f"You will be asked again: {next_request.question}")
        while True:
            reply = self.ask(sign_question(self.game), ["yes", "no", "show", "undo"]).strip()
            if reply.lower() in ("y", "yes", SEND):
                return True
            if reply.lower() in ("", "n", "no"):
                self.say(wrapped(NOT_SEALED))
                return False
            if reply.lower() == "undo":
                self._undone()
                self._show_question()
                return False
            if not self._answered_aside(reply):
                self.say(YES_OR_NO)

    def _answered_aside(self, words: str) -> bool:
        try:
            return self._command(words)
        except PbemError as error:
            self.say(wrapped(str(error)))
            return True


def _first_difference(before: Orders, after: Orders, number: int) -> int:
    """The card to go on with: the first one whose script was taken back, else the same one."""
    gone = [int(n) for n in before.scripts if n not in after.scripts]
    return min([number, *gone])


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
    """What comes before the first question: the position; for a listener, what is new since the last orders."""
    if plain():
        return document(report_parts.news(from_game.report_for(game)))
    return _position_text(game)


def _position_text(game: Player) -> str:
    """The position and whom else the game waits for; the player's own question comes after it, with its menu."""
    report = from_game.position(game)
    others = report_parts.of_others(report) if report.others else ()
    return document((*report_parts.story_parts(report), *others))
