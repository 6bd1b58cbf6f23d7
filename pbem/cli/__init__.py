"""The command line: one file a verb, each parses, calls the library once, and prints.

Exit codes: 0 done, 1 a bug in pbem, 2 refused (nothing was changed).
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

import click

from pbem import __version__
from pbem.errors import PbemError

VERBS = {
    "identity": "Your keys: make them once, show the card that others need.",
    "new": "GM: start a game and get the file to send to the players.",
    "join": "Player: accept an invitation.",
    "show": "The position now, as you may see it.",
    "legal": "Every legal order line of the open question.",
    "orders": "Player: write, check, seal and sign your orders.",
    "apply": "GM: take mails, run the rules, write the new save and the reports.",
    "report": "What happened, where things stand, what is asked of whom.",
    "verify": "Check everything: signatures, links, every die, every card, the rules.",
    "demo": "Watch a whole game being played by mail.",
}


class Verbs(click.Group):
    """Loads a verb's file when it is used, so that `--help` is quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        found = name if name in VERBS else next((v for v in VERBS if v.startswith(name)), "")
        if not found or len([v for v in VERBS if v.startswith(name)]) > 1 and name not in VERBS:
            return None
        command: click.Command = importlib.import_module(f"pbem.cli.{found}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Refusals are one plain sentence and exit code 2."""
        try:
            return super().invoke(ctx)
        except PbemError as error:
            raise Refused(str(error)) from error
        except OSError as error:
            raise Refused(f"{error.filename or ''}: {error.strerror or error}".lstrip(": ")) from error


class Refused(click.ClickException):
    """Something that the person can put right."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        click.echo(click.wrap_text(f"Refused: {self.message}", 78), err=True)


@click.group(
    cls=Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 88},
    epilog="A game is one file, game.toml, that the GM sends round; players mail back signed text "
    "blocks. `pbem COMMAND --help` says more; `pbem demo` shows it all.",
)
@click.version_option(__version__)
def group() -> None:
    """Play Wars of the Roses wargames by email: sealed orders, honest dice, the whole rulebook."""


def main() -> None:
    """Entry point of the `pbem` command."""
    try:
        group()
    except Exception:
        import traceback

        traceback.print_exc()
        click.echo(
            "This is a bug in pbem, not your mistake; nothing was written. Please report the text "
            "above together with the save.",
            err=True,
        )
        sys.exit(1)
