"""`pbem new`."""

from __future__ import annotations

import os
import re
from pathlib import Path

import click

from pbem.cli import complete, gm_done, person
from pbem.engine.declared import typed
from pbem.errors import BadData, WouldOverwrite
from pbem.games import GAMES, find
from pbem.mail import message
from pbem.moderator.cases.invitation import DAYS
from pbem.moderator.game import Game
from pbem.protocol.keys import read_card
from pbem.protocol.textfile import read_text


def invited(value: str) -> str:
    """An address as it is, or from a card file the name and the fingerprint of its key."""
    path = Path(value)
    if not path.is_file():
        if value and "@" not in value:
            raise click.UsageError(f"There is no card file {value}, and an address has an @.")
        return value
    keys = read_card(message.read(path))
    return f"{keys.name} {keys.fingerprint}"


def list_scenarios(game: str) -> None:
    """Print the scenarios of a rule set, "" for all rule sets. Raises UnknownGame."""
    for name in [game] if game else GAMES:
        rules = find(name)
        click.echo(f"{rules.name}: {rules.title}")
        for scenario, title in rules.scenarios().items():
            click.echo(f"  {scenario:<20} {title}")


def own_data(game: str, folder: Path) -> dict[str, str]:
    """The files of a folder that this game can take. Raises UnknownGame, BadData."""
    rules = find(game)
    names = rules.data_files()
    files = {name: folder / f"{name}.toml" for name in names}
    try:
        data = {
            name: read_text(path.read_bytes()) for name, path in files.items() if path.is_file()
        }
    except UnicodeDecodeError as error:
        raise BadData(why="they are not text in UTF-8 or UTF-16") from error
    if not data:
        wanted = f"{folder} has none of {', '.join(f'{name}.toml' for name in names)}"
        raise BadData(why=wanted if names else f"{rules.name} takes none")
    return data


def in_hex(context: click.Context, option: click.Parameter, value: str) -> str:
    """Refuse what is not 32 bytes in hex."""
    if value and not re.fullmatch("[0-9a-f]{64}", value):
        raise click.BadParameter("64 hex digits are needed")
    return value


@click.command(
    "new",
    help="""Start a game as its GM: pbem new plantagenet towton --york ann.card --lancaster bob.card

    Send the file to both players; they answer with `pbem join`. A card (`pbem identity show`)
    binds a seat to one key; with a mere address, compare fingerprints when they join.
    Without a GAME or a SCENARIO it lists those there are.
    """,
)
@click.argument("game", default="", shell_complete=complete.games)
@click.argument("scenario", default="", shell_complete=complete.scenarios)
@click.option("--york", default="", help="Who plays York: a card file (safest) or an address.")
@click.option("--lancaster", default="", help="Who plays Lancaster, likewise.")
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="Such as hidden_mats=yes."
)
@click.option(
    "--data",
    "folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder with printed values of your own, such as nobles.toml.",
)
@click.option(
    "--days",
    type=click.IntRange(1, 1000),
    default=DAYS,
    show_default=True,
    help="Of silence after which a side may be declared absent.",
)
@click.option(
    "--nonce", default="", hidden=True, callback=in_hex, help="For demos: 32 bytes in hex."
)
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), default=Path("game.toml"), show_default=True
)
def command(
    game: str,
    scenario: str,
    york: str,
    lancaster: str,
    options: tuple[str, ...],
    out: Path,
    days: int,
    nonce: str,
    folder: Path | None,
) -> None:
    if not scenario:
        list_scenarios(game)
        return
    if os.path.lexists(out):
        raise WouldOverwrite(path=out)
    gm = person.load_identity()
    seats = {"york": invited(york), "lancaster": invited(lancaster)}
    data = own_data(game, folder) if folder else {}
    made = Game.new(
        gm, game, scenario, seats, typed(options), bytes.fromhex(nonce) or None, data, days
    )
    with person.pins().lock(made.ledger.game):
        gm_done.write(made, out)
        with gm_done.promised(f"{out} is the new game", out):
            person.set_told(made)
    click.echo(f"{made.title}: game {made.id}, in {out}.")
    if data:
        names = ", ".join(f"{name}.toml" for name in data)
        click.echo(f"  data of your own: {names}; they go to both players in this file")
    for side, who in seats.items():
        click.echo(f"  {side}: {who or 'whoever joins first'}")
    click.echo(f"Send {out} to both players. They join with: pbem join {out.name} --as SIDE")
