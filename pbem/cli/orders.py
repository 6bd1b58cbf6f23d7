"""`pbem orders`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.cli import files, person
from pbem.cli.orders_edit import edited
from pbem.cli.orders_guided import guided
from pbem.cli.orders_told import Draft, tell, to_send
from pbem.errors import BadScript, IllegalOrder
from pbem.mail import orders_file
from pbem.mail.locate import place_in
from pbem.mail.message import message
from pbem.mail.packet import packet
from pbem.moderator.game import Game
from pbem.protocol.envelope import Envelope
from pbem.protocol.textfile import read_text


@click.command(
    "orders",
    help="""Answer what is asked of you, or change your scripts and policies.

    \b
    pbem orders game.toml                       in a terminal: leads you through it
    pbem orders game.toml --blank -o my.toml    an orders file with every legal line, to fill in
    pbem orders game.toml my.toml               checks it, seals it, writes the mail to send
    pbem orders game.toml --edit                the same in your editor, in one go
    pbem orders game.toml --line 'march: troops' --line 'done'
    """,
)
@person.save_argument
@click.argument(
    "orders", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path)
)
@click.option("--line", "lines", multiple=True, help="An order line; may be given several times.")
@click.option("--blank", is_flag=True, help="Print the orders file to fill in; with -o, write it.")
@click.option("--edit", is_flag=True, help="Open the orders file in your editor ($EDITOR).")
@click.option("--go-on", is_flag=True, help="Send nothing but the link that waiting dice need.")
@click.option("--check", is_flag=True, help="Only check; seal and write nothing.")
@click.option("--revision", default=1, help="Higher than before, to replace orders already sent.")
@click.option("--no-escrow", is_flag=True, help="Keep a secret stack to yourself, not with the GM.")
@click.option("-o", "--out", type=click.Path(path_type=Path), help="Where to write the mail.")
def command(
    file: Path,
    orders: Path | None,
    lines: tuple[str, ...],
    blank: bool,
    edit: bool,
    go_on: bool,
    check: bool,
    revision: int,
    no_escrow: bool,
    out: Path | None,
) -> None:
    game = person.open_game(file)
    if blank or not (orders or lines or go_on or edit or at_terminal()):
        text = packet(game, game.player_side)
        if out is None:
            click.echo(text, nl=False)
        else:
            files.write_text(out, text, secret=True)
        return
    if orders is not None:
        mine = from_file(game, orders, revision, not no_escrow)
    elif lines or go_on:
        mine = Draft(lines)
    elif edit:
        mine = edited(game, revision, not no_escrow)
    else:
        mine = guided(game)
    envelope = game.orders(mine.lines, revision, not no_escrow, mine.scripts, mine.reactions)
    tell(game, mine)
    if check:
        click.echo("These orders are legal, as far as they can be checked without dice.", err=True)
        return
    seal(game, envelope, file, revision, out)


def at_terminal() -> bool:
    return sys.stdin.isatty() and sys.stdout.isatty()


def from_file(game: Game, path: Path, revision: int, escrow: bool) -> Draft:
    """The orders in a file, checked; a mistake is told with its line and column in the file."""
    raw = path.read_bytes()
    draft = to_send(game, orders_file.read(raw))
    try:
        game.orders(draft.lines, revision, escrow, draft.scripts, draft.reactions)
    except (IllegalOrder, BadScript) as error:
        raise place_in(read_text(raw), error) from error
    return draft


def seal(game: Game, envelope: Envelope, file: Path, revision: int, out: Path | None) -> None:
    """Write the mail, and say where it is and whom to send it to."""
    side, seq = envelope.body["from"], envelope.body["seq"]
    out = out or file.parent / f"{game.id}-{side}-{seq:02}.txt"
    words = f"Orders {seq} of {side} in {game.title}."
    text = message(game.ledger.gms[0].name, f"{game.id}: {side} {seq}", words, envelope.to_text())
    other = revision == 1 and out.is_file() and out.read_bytes() != text.encode()
    files.write_text(out, text)
    if other:
        note = f"{out} was there already and is replaced. If you have mailed the old one, write"
        click.echo(f"{note}\nthese again with --revision 2: of two, the higher counts.", err=True)
    gm = game.ledger.gms[0].name
    click.echo(f"Sealed and signed. Mail {out} to the GM, {gm}, attached or pasted.", err=True)
