"""`pbem try`: one sitting at a branch, typed at a prompt or as `--line`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import click
from msgspec import Struct, field
from msgspec.structs import replace

from pbem.cli.documents import document
from pbem.cli.menus import Menus
from pbem.cli.odds import charted
from pbem.cli.orders_lookups import looked_up, place_text
from pbem.cli.orders_text import hint_text
from pbem.cli.question_text import read_line
from pbem.cli.report_text import report_text
from pbem.cli.rows import fact, numbered_line, pairs, prompt
from pbem.cli.terminal import plain, wrapped
from pbem.engine import foresight
from pbem.engine.facets.robot import Level
from pbem.engine.request import Option, Request
from pbem.engine.table import cards_in
from pbem.errors import BadTry, PbemError
from pbem.home import branches
from pbem.imagine.branches import Branch
from pbem.imagine.fan import fan
from pbem.imagine.fork import Fork, LineResult
from pbem.imagine.series import WORLDS, series
from pbem.ledger.cases import agreed
from pbem.player.player import Player
from pbem.reports import branch_reports
from pbem.reports.context import Context, map_of

HELP = (
    "Type the number of a line or the line itself, with conditions if you like. You play all sides here, so you "
    "answer every question. Nothing is sent: this is a branch, not the game."
)
TYPED = {
    "list": "what is legal",
    "list WORD": "only the lines with that word",
    "hint": "what a simple player would do; then Enter takes it",
    "undo": "take the last line back",
    "show": "all lines so far",
    "position": "where the branch stands",
    "hidden": "what is hidden where in this world",
    "sample 7": "deal again what is hidden, from seed 7 (before the first line)",
    "set PLACE 3: WHAT": "put something hidden where you want it (likewise)",
    "dice 3 5": "so the next dice fall; `dice roll`, `dice roll 7`, `dice ask`",
    "fan LINE": "what the line may bring, with its chances; nothing is done",
    "worlds 50": "the lines so far in that many other worlds: where do they lead?",
    "robot SIDE": "a robot plays that side from here on; `robot SIDE simple`, `robot SIDE off`",
    "policies": "your policies and scripts in force speak from here on; `policies off`",
    "card NAME": "look up a card",
    "rules NUMBER": "look up a rule",
    "map PLACE": "who is there, and which places are next to it by which way",
    "quit": "leave; the branch is kept",
}
LOOKUPS = ("card", "rules")
NEVER_SENT = (
    "nothing in a branch is ever sent. `pbem try GAME.toml --take-over -o my.toml` makes orders of your "
    "lines"
)
MAP_OF = "Which place? `map london` says who is in London, and which places are next to it."
LONGEST_NUMBER = 10


class Sitting(Struct):
    """A branch of a game, and somebody who tries it; `say` prints a line."""

    game: Player
    branch: Branch
    fork: Fork
    say: Callable[[str], None]
    menus: Menus = field(default_factory=Menus)
    hinted: str = ""
    """The line of the hint that was just given, which Enter takes."""

    def header(self) -> None:
        self.say(wrapped(branch_reports.branch_heading(self.game, self.branch, self.fork)))

    # -- what is asked ------------------------------------------------------------------------

    def request(self) -> tuple[Request | None, list[Option]]:
        """What is asked, and its lines that can be chosen in this world."""
        request = self.fork.request()
        if request is None or request.stack is not None:
            return request, []
        cards_held = cards_in(request.slots, self.fork.chance.secrets)
        return request, list(request.menu.possible(cards_held))

    def show_question(self, about: str = "", asked_for: bool = False) -> None:
        """As `Menus.question`."""
        request, options = self.request()
        if request is not None:
            self.say(f"\nAsked in this branch: {request.side}")
            for line in self.menus.question(request, options, about, asked_for):
                self.say(line.lstrip("\n"))
        elif self.fork.result is not None:
            self.say(wrapped(f"The game is over in this branch: {self.fork.result.reason}"))
        else:
            self.say(wrapped(self._die()))

    def _die(self) -> str:
        what = f"`{self.fork.die[0]}`, 1 to {self.fork.die[1]}" if self.fork.die else "the next"
        return (
            f"A die comes first: {what}. `dice 3` chooses the result, `dice roll` rolls it, and `fan` "
            "shows what each result would bring."
        )

    # -- what is typed ------------------------------------------------------------------------

    def do(self, words: str) -> None:
        """Do one line, or show something. Raises what `Fork.take` raises: nothing has changed."""
        verb, _, argument = words.partition(" ")
        match (verb.lower(), argument.strip()):
            case "undo", "":
                self.say(f"Taken back: {self.fork.undo()}")
            case "hint", "":
                self._hint()
            case "send" | "seal", "":
                raise BadTry(why=NEVER_SENT)
            case "hidden", "":
                for line in self.fork.hidden or ["Nothing is hidden in this game."]:
                    self.say(fact(line))
            case "show", "":
                self._show()
            case "position", "":
                self.say(report_text(self._report(())))
            case "map", place:
                board_map = map_of(self._report(()))
                self.say(place_text(board_map, self.fork.rules, place) if place else MAP_OF)
            case lookup, name if lookup in LOOKUPS:
                self.say(looked_up(self.game, lookup, name))
            case "fan", line:
                self.say(charted(fan(self.fork, self._line(line))))
            case "worlds", games if not games or (
                games.isdecimal() and len(games) < LONGEST_NUMBER
            ):
                self.say(charted(series(self.fork, int(games or WORLDS))))
            case _:
                if words.lower().split()[:2] == ["robot", self.branch.side]:
                    agreed.check_aid(self.game.ledger, "robot")
                results = self.fork.take(self._line(words))
                self.say(document(branch_reports.events_of_branch(self._report(results))).rstrip())
        self.branch = replace(self.branch, lines=self.fork.lines)

    def _line(self, words: str) -> str:
        """A number takes that line. Raises BadTry."""
        try:
            return self.menus.pick(*self.request(), words)
        except LookupError as error:
            raise BadTry(why=str(error).rstrip(".")) from error

    def _report(self, results: Sequence[LineResult]) -> Context:
        return branch_reports.context(self.game, self.branch, self.fork, results)

    def _show(self) -> None:
        if not self.fork.done:
            self.say("No line yet.")
        for n, result_line in enumerate(self.fork.done, 1):
            words = result_line.words
            if result_line.by_robot and result_line.stack:  # as secret here as in the game
                words = f"{result_line.side}>> {result_line.line.split()[0]}, {len(result_line.stack)} cards face down"
            looked = f"{words}{'   (robot)' if result_line.by_robot else ''}"
            self.say(numbered_line(n, branch_reports.spoken(words) if plain() else looked))

    # -- at a prompt --------------------------------------------------------------------------

    def run(self, ask: Callable[[str, Sequence[str]], str]) -> None:
        """Question by question; each line is kept as soon as it is typed. Raises click.Abort at the end of input."""
        self.header()
        self.say("`help` lists what you can type here.")
        self.show_question()
        while True:
            request, options = self.request()
            side_asked = request.side if request is not None else "-"
            prompt_text = prompt(len(self.fork.done) + 1, f"try {self.branch.name} {side_asked}")
            words = ask(prompt_text, self._words(options)).strip() or self.hinted
            self.hinted = ""
            match words.lower().split():
                case []:
                    continue
                case ["quit" | "exit"]:
                    return
                case ["help" | "?"]:
                    self.say(f"{wrapped(HELP)}\n{pairs(TYPED)}")
                case ["list", *about]:
                    self.header()
                    self.show_question(" ".join(about), asked_for=True)
                case _:
                    self._typed(words)

    def _hint(self) -> None:
        agreed.check_aid(self.game.ledger, "robot")
        request = self.fork.request()
        if request is not None:
            sight = self.fork.play.sight(request)
            self.hinted = foresight.glance(sight, request, Level.SIMPLE)
        self.say(hint_text(self.hinted) or "Nobody has a decision to make here: a die comes first.")

    def _typed(self, words: str) -> None:
        before = len(self.fork.done)
        try:
            self.do(words)
        except PbemError as error:
            self.say(wrapped(str(error)))
            return
        if len(self.fork.done) != before:
            branches.save(self.game, self.branch)
            self.show_question()

    def _words(self, options: Sequence[Option]) -> list[str]:
        """What Tab offers at the prompt of a branch: options, commands, robots, lookups."""
        sides = self.fork.rules.sides
        verbs = [
            "list",
            "hint",
            "undo",
            "show",
            "position",
            "hidden",
            "sample ",
            "set ",
            "dice ",
            "fan ",
        ]
        verbs += ["worlds", "policies"]
        robots = [f"robot {side}" for side in sides]
        return [
            *(option.line for option in options),
            *verbs,
            *robots,
            *LOOKUPS,
            "map ",
            "quit",
            "help",
        ]


def guide_through_branch(sitting: Sitting) -> None:
    """Lead through a branch on this terminal."""
    try:
        sitting.run(read_line)
    except click.Abort:
        click.echo()
