"""`pbem orders`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.cli import person
from pbem.mail import orders_file
from pbem.mail.message import message
from pbem.moderator.game import Game
from pbem.moderator.preview import Line


@click.command("orders")
@person.save_argument
@click.argument(
    "orders", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--line", "lines", multiple=True, help="An order line; may be given several times.")
@click.option("--edit", is_flag=True, help="Open the orders file in your editor ($EDITOR).")
@click.option("--check", is_flag=True, help="Only check; seal and write nothing.")
@click.option("--revision", default=1, help="Higher than before, to replace orders already sent.")
@click.option("--no-escrow", is_flag=True, help="Keep a secret stack to yourself, not with the GM.")
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Where to write the mail.")
def command(
    file: Path,
    orders: Path | None,
    lines: tuple[str, ...],
    edit: bool,
    check: bool,
    revision: int,
    no_escrow: bool,
    out: Path | None,
) -> None:
    """Answer what is asked of you.

    \b
    pbem orders game.toml > my.toml        prints an orders file with every legal line; edit it
    pbem orders game.toml my.toml          checks it, seals it, writes york-07.txt to mail
    pbem orders game.toml --edit           the same in your editor, in one go
    pbem orders game.toml --line 'march: troops' --line 'done'
    """
    game = person.open_game(file)
    request = game.request()
    if orders is not None:
        written = orders_file.read(orders.read_bytes())
        orders_file.check_addressed(written, game.id, request)
        lines = written.lines
    elif not lines:
        blank = orders_file.template(game.id, game.title, game.now, request, game.legal())
        if not (edit or sys.stdout.isatty()):
            click.echo(blank, nl=False)
            return
        lines = _edited(blank, game, revision, not no_escrow)
    envelope = game.orders(lines, revision, not no_escrow)
    tell(game.preview(lines))
    if check:
        click.echo("These orders are legal, as far as they can be checked without dice.", err=True)
        return
    side, seq = envelope.body["from"], envelope.body["seq"]
    out = out or file.parent / f"{side}-{seq:02}.txt"
    words = f"Orders {seq} of {side} in {game.title}."
    text = message(game.ledger.gm.name, f"{game.id}: {side} {seq}", words, envelope.to_text())
    if revision == 1 and out.exists() and out.read_text(encoding="utf-8") != text:
        note = f"{out} was there already and is replaced. If you have mailed the old one, write"
        click.echo(f"{note}\nthese again with --revision 2: of two, the higher counts.", err=True)
    person.write_text(out, text)
    click.echo(f"Sealed and signed. Mail {out} to the GM, attached or pasted.", err=True)


def tell(lines: list[Line]) -> None:
    """The lines as they will be read, and what cannot be promised of them."""
    later = False
    for line in lines:
        if not line.checked and not later:
            later = True
            click.echo("  -- after a die or your opponent; checked only then:", err=True)
        click.echo(f"  {line.text}", err=True)
        if line.doubt:
            click.echo(
                click.wrap_text(f"Is this right? {line.doubt}", 78, "    ", "    "), err=True
            )


def _edited(blank: str, game: Game, revision: int, escrow: bool) -> tuple[str, ...]:
    """The player's lines from an editor; on a mistake the same text comes back with the reason."""
    text = blank
    while True:
        edited = click.edit(text, extension=".toml")
        if edited is None:
            raise click.Abort
        try:
            written = orders_file.parse(edited)
            orders_file.check_addressed(written, game.id, game.request())
            game.orders(written.lines, revision, escrow)
            return written.lines
        except Exception as error:
            click.echo(str(error), err=True)
            if not click.confirm("Edit it again?", default=True, err=True):
                raise
            text = edited
