"""`pbem odds`."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from pbem.cli import jobs, out, person, terminal
from pbem.cli.terminal import waited
from pbem.engine.odds import Answer, Odds
from pbem.imagine.foretell import foretell, odds_offered, question
from pbem.player.player import Player
from pbem.reports import odds as told

MANY = 1000


@click.command(
    "odds",
    context_settings={"ignore_unknown_options": True},
    help="""Show your chances in the position, as far as you can see it.

    \b
    pbem odds GAME.toml              lists what may be asked of that game, and how
    pbem odds battle GAME.toml       the battle that is fought now, to its end
    pbem orders GAME.toml --ahead    how the whole turn may end

    \b
    Plantagenet
      pbem odds check GAME.toml --lord march --vassal oxford
      pbem odds intercept GAME.toml --lord norfolk
      pbem odds battle GAME.toml --at york --york 'march, norfolk' --attacker york
      pbem odds battle GAME.toml --lancaster 'somerset_1: 4 militia, 2 longbowmen'
    Richard III
      pbem odds battle GAME.toml --at leicester
      pbem odds battle GAME.toml --at kent --york 'middlesex: norfolk 4, march'
      pbem odds battle GAME.toml --at kent --lancaster 'exeter, 2 unknown'
      pbem odds treachery GAME.toml --target stanley --by warwick
    Warriors of England
      pbem odds battle GAME.toml --at wales
      pbem odds battle GAME.toml --at wales --york 'warwick 4' --london york
      pbem odds intrigue GAME.toml --commander york --target audley
      pbem odds flight GAME.toml --london lancaster
      pbem odds control GAME.toml --at wales --noble warwick
    Plantagenet, 1450-1500
      pbem odds battle GAME.toml --leader warwick --at towton --joining all
      pbem odds attrition GAME.toml --leader warwick --to york
      pbem odds interception GAME.toml --leader margaret --to kent
      pbem odds siege GAME.toml --area calais --rolls 3 --treasury 1
      pbem odds recruitment GAME.toml --unit longbowmen --treasury 2

    `pbem` fights a battle many times (--games) under the full rules. Your side follows the policies that you
    sent, or those of --preset. The enemy follows the policies of --enemy-preset. Nobody's secrets are used:
    blocks that you cannot see are drawn at random, and the answer says so. The range in brackets gets narrower
    with more --games.
    """,
)
@click.argument(
    "words", nargs=-1, required=True, type=click.UNPROCESSED, metavar="[QUESTION] GAME.toml ..."
)
@click.option(
    "--as",
    "side",
    default="",
    help="The side whose view you want, if not your own. `public` works too.",
)
@click.option("--games", default=MANY, show_default=True, help="Number of games to simulate.")
@click.option(
    "--seed",
    default=1,
    show_default=True,
    help=("A number for the dice: with the same number you get the same dice."),
)
@jobs.json_option
@out.printed(secret=True)
def command(words: tuple[str, ...], side: str, games: int, seed: int, as_json: bool) -> None:
    name, file, options = _read(words)
    game = person.open_save(Player, file, "any")
    if not name:
        quoted = shlex.quote(str(file)).replace("{", "{{").replace("}", "}}")
        how = f"pbem odds {{name}} {quoted} {{example}}"
        click.echo(askable(odds_offered(game).values(), how))
        return
    simulated = question(game, name, options).sampled
    with waited(games if simulated and not as_json else 0, "Fighting") as tick:
        answer = foretell(game, name, options, side, games, seed, tick)
    click.echo(json.dumps(told.data(answer), indent=2) if as_json else charted(answer), nl=as_json)


def _read(words: tuple[str, ...]) -> tuple[str, Path, dict[str, str]]:
    """The question ("" if none), the save, and the options, in any order; which there are, the game says."""
    names, options = options_of(words)
    if not 1 <= len(names) <= 2:
        raise click.UsageError("It goes: pbem odds QUESTION GAME.toml --lord march")
    if len(names) > 1 and not Path(names[1]).is_file() and Path(names[0]).is_file():
        names.reverse()  # as in all other commands, the game first
    file = Path(names[-1])
    if not file.is_file():
        raise click.UsageError(f"There is no file {file}.")
    return names[0] if len(names) > 1 else "", file, options


def options_of(words: Sequence[str]) -> tuple[list[str], dict[str, str]]:
    """What stands among words by itself, and `--lord march` or `--lord=march`."""
    names: list[str] = []
    options: dict[str, str] = {}
    rest = list(words)
    while rest:
        word = rest.pop(0)
        if not word.startswith("--"):
            names.append(word)
            continue
        option, equals, value = word.removeprefix("--").partition("=")
        if not equals and not rest:
            raise click.UsageError(f"{word} needs a value.")
        options[option] = value if equals else rest.pop(0)
    return names, options


def charted(answer: Answer) -> str:
    """Odds as a chart, or in words."""
    return told.spoken(answer) if terminal.plain() else told.text(answer)


def askable(questions: Iterable[Odds], typed: str) -> str:
    """What odds may be asked for; `typed`: how, with `{name}` and `{example}`."""
    return (told.offered_aloud if terminal.plain() else told.odds_help)(questions, typed)
