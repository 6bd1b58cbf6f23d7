"""`pbem legal`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import complete, jobs, out, person
from pbem.cli.terminal import plain, wrapped
from pbem.engine.display import rows_of
from pbem.ledger.values import READY_QUESTION
from pbem.proof.reader import Reader


@click.command(
    "legal",
    help="List every legal order line for your decision, with its rule, cost and chance of success.",
)
@person.save_argument
@click.option(
    "--as",
    "side",
    default="",
    shell_complete=complete.sides,
    help="Show the lines of a side other than your own.",
)
@jobs.json_option
@out.printed(secret=True)
def command(file: Path, side: str, as_json: bool) -> None:
    """Print every legal line of a side's question, or the cards of its stack."""
    game = person.open_save(Reader, file, "any" if side else "own")
    side = side or game.player_side
    if as_json:
        from pbem.cli import as_data  # for programs only

        as_data.print_decision(game, side)
        return
    options = game.legal(side)
    owes_ready = side in game.ledger.owes_ready()
    request = None if owes_ready else game.request(side)
    click.echo(f"{side}: {request.cited if request else READY_QUESTION}")
    is_plain = plain()
    if request is not None and request.stack is not None:
        stack, indent = request.stack, "" if is_plain else "  "
        cards = f"{stack.verb} and {stack.size} of these, in order: {stack.cards_listed}"
        click.echo(wrapped(cards, indent, f"{indent}  "))
    for row in rows_of(options):
        if is_plain:
            click.echo(row.spoken)
        else:
            click.echo(f"  {row.text:<46} {row.rule:<7} {row.note}".rstrip())
