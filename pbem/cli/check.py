"""`pbem check`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import out, person
from pbem.cli.orders_told import tell_first_card, tell_standing
from pbem.cli.terminal import wrapped
from pbem.errors import PbemError
from pbem.mail.read import orders_file
from pbem.mail.read.locate import located
from pbem.player.tries import Case
from pbem.protocol.textfile import read_text


def tell(case: Case, depth: int = 0) -> None:
    """A case and what may follow from it, indented."""
    pad = "  " * depth
    if case.outcome:
        click.secho(f"{pad[2:]}- {case.outcome}", bold=True)
    for line in case.lines:
        click.echo(f"{pad}{line}")
    for fork in case.forks:
        tell(fork, depth + 1)
    if case.end:
        mark = "STOP: " if case.illegal else ""
        click.echo(wrapped(f"{mark}{case.end}", pad, pad + "  "))


@click.command(
    "check",
    help="""Try an orders file on this machine, from what you know: every line, and both outcomes of a
    check. Nothing is sealed or written.""",
)
@person.save_argument
@click.argument("orders", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@out.printed(secret=True)
def command(file: Path, orders: Path) -> None:
    game = person.open_game(file)
    raw = orders.read_bytes()
    written = orders_file.read(raw)
    try:
        draft = orders_file.to_send(game, written)
        game.check_standing(draft.scripts, draft.reactions or {})
        if game.owes_ready:
            game.orders(draft.lines, 1, True, draft.scripts, draft.reactions)
            click.echo("\n".join(draft.lines))
        elif draft.lines:
            tell(game.cases(draft.lines))
    except PbemError as error:
        raise click.ClickException(located(read_text(raw), error)) from error
    tell_standing(game, draft)
    if draft.scripts:
        tell_first_card(game, draft)
        click.echo("Scripts can be read; what is legal shows when their card is flipped.")
