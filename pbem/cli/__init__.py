"""The command line: one file a verb, each parses, calls the library once, and prints.

Exit codes: 0 done, 1 a bug in pbem, 2 refused (nothing was changed), 3 done but not all of it written,
130 stopped by whoever typed it.
"""

from __future__ import annotations

import atexit
import importlib
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from keyword import iskeyword
from pathlib import Path
from typing import Any, NoReturn, TextIO, cast

import click

from pbem import __version__
from pbem.cli import terminal
from pbem.cli.terminal import Fitted, coloured, painted, show_what_it_can, wrapped
from pbem.errors import PbemError
from pbem.misread import nearest
from pbem.system import collect_seldom

SECTIONS = {
    "Getting started": {
        "learn": "Learn by playing a short game against a robot.",
        "guide": "Read the manual: a first game, orders, the GM's work, trust.",
        "identity": "Make your keys, lock and unlock them, show your card.",
        "new": "GM: set up a game and get the file for the players.",
        "join": "Join a game, or ask for a seat in one that has begun.",
        "demo": "Watch a whole game being played by email.",
    },
    "Playing": {
        "orders": "Player: write, check and sign your orders.",
        "play": "Play in your browser: look at the map, click and send.",
        "legal": "List every order that is legal for your decision.",
        "try": "Try out moves, for all sides; nothing is sent.",
        "odds": "Show your chances: a check, an Intercept, a whole battle.",
        "say": "Player: send a message to everybody in the game.",
        "draw": "Player: offer a draw, or accept one.",
        "resign": "Player: give up the game.",
        "addresses": "GM: the players' email addresses. Only you keep them.",
        "apply": "GM: apply the players' emails and write the reports.",
        "post": "Fetch and send the emails of your games, once or all the time.",
    },
    "Looking": {
        "show": "Show the position now, as far as you can see it.",
        "report": "Show what happened, the position now, and whose turn it is.",
        "map": "Draw the map with the moves as arrows: SVG or PNG.",
        "replay": "Step through a game, in the terminal or as a page with a slider.",
        "note": "Keep notes of your own on a game. They stay on this computer.",
        "stats": "Count emails, dice and influence of a game.",
        "rules": "Look up a summary of a rulebook section, with our rulings.",
        "card": "Look up a card as `pbem` plays it, with our rulings.",
    },
    "Checking, and the end": {
        "verify": "Check a game for cheating: every signature, die, card and rule.",
        "explain": "Explain one entry in full, and show how to check its dice.",
        "doctor": "Find out what is wrong with a save, and what you can do about it.",
        "over": "After the end: agree to the result; later publish your key.",
        "audit": "After the end: check the whole game again with nothing hidden.",
    },
    "Disagreements": {
        "dispute": "Player: object to an entry. Reports say so until the GM rules.",
        "rule": "GM: make a ruling: correct, go back, end a game, newer rules.",
        "adjudicate": "GM: judge a game that cannot be finished.",
        "takeback": "Player: ask for a take-back, or agree to one.",
        "adopt": "Continue a game from another copy, such as an older one.",
    },
    "Changes of people and terms": {
        "consent": "Player: agree to a new player, a ruling, newer rules, less time.",
        "seat": "GM: give a seat to a newcomer, or the game to another GM.",
    },
    "Time, and many games": {
        "clock": "GM: set deadlines, give more time, go on without a silent side.",
        "holiday": "Player: name days on which your clock stops.",
        "due": "List who must answer by when, in all games; write reminders.",
        "list": "List all games of a folder, and whose turn it is.",
        "archive": "Make a website of a folder of games for spectators.",
        "standings": "Show a table of the finished games of a folder, with ratings.",
        "league": "Let robots play each other many times, and rate them.",
    },
}
BUG = (
    "This is a bug in pbem, not your mistake. Nothing is lost: your save is either as it was before this "
    "command or complete after it. {kept}, and the save (there are no secrets in it)."
)
STOPPED = 130
"""What shells give a command that Ctrl-C has ended."""
VERBS = {verb: line for section in SECTIONS.values() for verb, line in section.items()}
CLOSE = 0.75
"""How much of a word must be right for it to be taken for a slip of the fingers, from 0 to 1."""


def module_of(verb: str) -> str:
    """The file of a verb; Python keeps the name of one for itself."""
    return f"pbem.cli.{verb}{'_' * iskeyword(verb)}"


class Typed(click.Context):
    """A command as it was typed; its help is spoken for who listens."""

    def make_formatter(self) -> click.HelpFormatter:
        if not terminal.plain():
            return super().make_formatter()
        from pbem.cli.help_aloud import Aloud  # for few

        return Aloud()


def in_words(command: click.Command) -> click.Command:
    """A command, and those below it, whose help can be spoken."""
    command.context_class = Typed
    if isinstance(command, click.Group):
        command.commands = {name: in_words(one) for name, one in command.commands.items()}
    return command


class Verbs(click.Group):
    """Loads a verb's file when it is used, so that `--help` is quick."""

    context_class = Typed

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command of this name; an unknown one is refused with the nearest name. Shortened names count."""
        name = args[0]
        if self.get_command(ctx, name) is None and not name.startswith("-"):
            near = [verb for verb in VERBS if verb.startswith(name)]
            keys = self.get_command(ctx, "identity")
            if isinstance(keys, click.Group) and name in keys.commands:
                near = [f"identity {name}"]
            if not near:
                near = nearest(name, VERBS, alike=CLOSE)
            meant = f"Did you mean {' or '.join(near)}?" if near else "pbem --help lists them."
            ctx.fail(f"There is no command `{name}`. {meant}")
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*VERBS]  # `list` is a verb here

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        verb = name if name in VERBS else next((v for v in VERBS if v.startswith(name)), "")
        if not verb or (len([v for v in VERBS if v.startswith(name)]) > 1 and name not in VERBS):
            return None
        command: click.Command = importlib.import_module(module_of(verb)).command
        return in_words(command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for section, verbs in SECTIONS.items():
            with formatter.section(section):
                formatter.write_dl([*verbs.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Refusals are one plain sentence and exit code 2, a bug another and code 1."""
        try:
            return super().invoke(ctx)
        except PbemError as error:
            raise Refused(as_typed(ctx, str(error))) from error
        except click.NoSuchOption as error:
            if error.ctx is None or not any(error.option_name in one.opts for one in self.params):
                raise
            right_order = f"{ctx.info_name} {error.option_name} {error.ctx.info_name}"
            advice = f"`{error.option_name}` goes before the command: {right_order} ..."
            raise click.UsageError(advice, error.ctx) from error
        except click.UsageError as error:
            if type(error) is not click.UsageError:  # click's own words name no command
                raise
            raise click.UsageError(as_typed(ctx, error.message), error.ctx) from error
        except BrokenPipeError:  # click would end it with exit code 1
            _drop_output()
            raise click.exceptions.Exit(0) from None
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except OSError as error:
            raise Refused(
                f"{error.filename or ''}: {error.strerror or error}".lstrip(": ")
            ) from error
        except Exception as error:
            raise Broken(error) from error  # here, while it is known whose home this is


def _drop_output() -> None:
    """Print nowhere from now on: the reader, such as `head`, has seen enough."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def as_typed(ctx: click.Context, text: str) -> str:
    """What a refusal tells somebody to type, as whom he typed."""
    if ctx.params.get("home") is None:
        return text
    from pbem.cli import person  # who sits alone at his machine needs it not

    return person.as_typed(text)


class Refused(click.ClickException):
    """Something that the person can put right."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(message)
        # Here, while it is known how the person reads.
        self.told = wrapped(f"Refused: {message}")
        self.color = coloured()

    def show(self, file: Any = None) -> None:
        click.echo(painted("rout", self.told), err=True, color=self.color)


class Broken(click.ClickException):
    """A bug in pbem, written down in the home of whoever met it."""

    exit_code = 1

    def __init__(self, error: Exception) -> None:
        from pbem.home import bugs  # what goes well needs none

        super().__init__(BUG.format(kept=bugs.keep_bug_report(error)))

    def show(self, file: Any = None) -> None:
        click.echo(self.message, err=True)


def _show(error: click.ClickException) -> None:
    """Say what was wrong, with nothing that a terminal would obey: it may quote a file from elsewhere."""
    if isinstance(error, Refused | Broken):
        error.show()
        return

    shown_text = io.StringIO()
    error.show(shown_text)
    click.echo(
        "\n".join([terminal.one_line(row) for row in shown_text.getvalue().split("\n")]),
        err=True,
        nl=False,
    )


def versions(ctx: click.Context, option: click.Parameter, is_asked: bool) -> None:
    """Print what is installed here: who reports a fault or compares two machines needs all of it."""
    if not is_asked:
        return
    from pbem.games import find, installed_games  # who only asks for help needs none

    rows = [f"pbem {__version__}, Python {sys.version.split()[0]}"]
    for name in installed_games():
        rules = find(name)
        rows.append(f"{name:<20} rules {rules.version:<4} {rules.title}")
    for row in rows:
        click.echo(f"{' '.join(row.split())}." if terminal.plain() else row)
    ctx.exit()


@click.group(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 88},
    epilog="A game is one file, game.toml, which the GM sends round. Players email signed orders back. "
    "`pbem guide` is the manual, `pbem COMMAND --help` explains a command, and `pbem demo` shows a game.",
    help="Play Wars of the Roses wargames by email: sealed orders, honest dice, the whole rulebook.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=versions,
    help="Show the version of pbem and of the rules of each game.",
)
@click.option(
    "--home",
    metavar="FOLDER",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of your keys, if several people share this computer. Replaces $PBEM_HOME.",
)
@click.option(
    "--plain",
    is_flag=True,
    is_eager=True,
    help="For screen readers: one fact per line, no drawing, no colour. Or set PBEM_PLAIN.",
)
@click.pass_context
def group(ctx: click.Context, home: Path | None, plain: bool) -> None:
    ctx.color = coloured()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, Fitted):
            stream.whole = terminal.plain()
    if home is not None:
        from pbem.home.computer import sitting_as  # who only asks for help needs nobody

        ctx.with_resource(sitting_as(home))


def typed() -> NoReturn:
    """Entry point of the `pbem` command: a process that ends with it."""
    codes: list[str | int | None] = []
    atexit.register(_leave, codes)  # before all others, so it is the last to be called
    try:
        main()
    except SystemExit as ending:
        codes.append(ending.code)
        raise


def _leave(codes: Sequence[str | int | None]) -> None:
    """End the process with this code, and take nothing apart: to free every module and object singly costs
    a twelfth of `show`, and the system frees them at once. Without a code Python ends it, and says why."""
    for code in codes:
        if isinstance(code, str):
            return
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()
        os._exit(code or 0)


def main(words: Sequence[str] | None = None) -> NoReturn:
    """One command, and the end of it as SystemExit; `words` instead of those typed."""
    collect_seldom()
    show_what_it_can(sys.stdout)
    show_what_it_can(sys.stderr)
    if sys.stdout.isatty():
        sys.stdout = cast(TextIO, Fitted(sys.stdout))
    if sys.stderr.isatty():
        sys.stderr = cast(TextIO, Fitted(sys.stderr))
    try:
        code = group.main(words, standalone_mode=False)
        sys.stdout.flush()
        sys.exit(code if isinstance(code, int) else 0)
    except click.ClickException as error:
        _show(error)
        sys.exit(error.exit_code if isinstance(error, Broken) else max(error.exit_code, 2))
    except (click.Abort, KeyboardInterrupt):
        click.echo("Stopped.", err=True)
        sys.exit(STOPPED)
    except BrokenPipeError:
        _drop_output()
        sys.exit(0)
    except Exception as error:
        Broken(error).show()
        sys.exit(1)
