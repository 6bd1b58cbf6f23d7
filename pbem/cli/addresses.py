"""`pbem addresses`."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pbem.cli import complete, person
from pbem.cli.terminal import at_terminal, wrapped
from pbem.home import computer
from pbem.ledger.values import GM, PUBLIC
from pbem.mail import addresses
from pbem.mail.addresses import Book
from pbem.proof.reader import Reader
from pbem.round import correspondents
from pbem.round.correspondents import origin_of

if TYPE_CHECKING:
    from pbem.gm.game import Game


@click.command(
    "addresses",
    help="""Show or change the email addresses of a game.

    \b
    pbem addresses game.toml          shows them
    pbem addresses game.toml york ann@example.org public club@example.org

    You alone keep the addresses, in the folder of your identity and never in the save. `pbem` learns an address
    from `new --york ann@example.org` or from the email with which a player joined. You have to confirm an
    address from an email once, because anybody can fake a sender. WHO can be a side, the `gm`, or `public` for
    a mailing list. With a folder of games you see the addresses of each game.
    """,
)
@click.argument("file", type=click.Path(exists=True, path_type=Path), metavar="GAME.toml|FOLDER")
@click.argument("words", nargs=-1, metavar="[WHO ADDRESS]...")
@click.option(
    "--confirm",
    multiple=True,
    metavar="SIDE",
    shell_complete=complete.sides,
    help="Confirm the address that came with an email.",
)
@click.option("--forget", multiple=True, metavar="WHO", help="Forget the address.")
def command(
    file: Path,
    words: tuple[str, ...],
    confirm: tuple[str, ...],
    forget: tuple[str, ...],
) -> None:
    if file.is_dir():
        if words or confirm or forget:
            raise click.UsageError(
                "For a folder, `pbem` only shows the addresses. To change them, name the file of one game."
            )
        show_folder(file)
        return
    game = person.open_save(Reader, file, "any")
    path = computer.addresses(game.ledger.game)
    book = old_book = addresses.read(path)
    parties = (*game.ledger.sides, PUBLIC, GM)
    if len(words) % 2:
        raise click.UsageError(f"After `{words[-1]}` an address is missing: {words[-1]} ADDRESS")
    for party_words, address in zip(words[::2], words[1::2], strict=True):
        party = party_named(party_words, parties)
        book = book.put(party, address, correspondents.fingerprint(game, party))
    for party_words in (party_named(party_words, parties) for party_words in confirm):
        if party_words not in book.rows:
            raise click.UsageError(
                f"No address of {party_words} is known yet; write one: {person.pbem()} addresses {shlex.quote(str(file))} {party_words} ADDRESS"
            )
        book = book.confirm(party_words)
    for party_words in forget:
        book = book.without(party_named(party_words, parties))
    if book != old_book:
        addresses.write(path, book)
    show(game, book)


def show(game: Reader, book: Book) -> None:
    """The addresses of a game, a line each."""
    for party in (*game.ledger.sides, PUBLIC, GM):
        row = book.rows.get(party)
        if row is None:
            continue
        sure = book.of(party, correspondents.fingerprint(game, party)) is not None
        remark = "" if sure else f"  not confirmed: --confirm {party}"
        if row.key and row.key != correspondents.fingerprint(game, party):
            remark = "  belongs to the player before; not used"
        click.echo(f"{party:<12}{row.address}{remark}")
    if not book.rows:
        side = game.ledger.sides[0]
        how = f"{person.pbem()} addresses {shlex.quote(str(game.path))} {side} ADDRESS"
        click.echo(f"No address is known for this game. To add one, type: {how}")


def show_folder(folder: Path) -> None:
    """The addresses of every game of a folder."""
    from pbem.club import piles  # `apply` to one game does without

    games_read = piles.read(folder, lambda path: person.open_save(Reader, path, "any"))
    for path, game in games_read.games.values():
        click.echo(f"{game.id}  {path}")
        show(game, addresses.read(computer.addresses(game.ledger.game)))
    for unopened in games_read.unopened:
        click.echo(wrapped(f"{unopened.path}: {unopened.error}", "", "    "), err=True)
    if not games_read.games:
        click.echo("No games here.")


def party_named(who: str, parties: tuple[str, ...]) -> str:
    """A party by its name or the beginning of it. Raises UsageError."""
    parties_named = [party for party in parties if party == who.lower()]
    parties_named = parties_named or [
        party for party in parties if who and party.startswith(who.lower())
    ]
    if len(parties_named) != 1:
        raise click.UsageError(f"`{who}` is not one of {', '.join(parties)}.")
    return parties_named[0]


def confirm_doubtful(game: Game, doubtful: Sequence[str]) -> None:
    """In a terminal agree to the address of each of these sides once; elsewhere say how."""
    path = computer.addresses(game.ledger.game)
    book = addresses.read(path)
    for side in doubtful:
        origin = origin_of(game, book, side)
        if not at_terminal():
            how = f"{person.pbem()} addresses {shlex.quote(str(game.path))} --confirm {side}"
            wait = f"{origin} Until you confirm it, the emails for {side} have no address: {how}"
            click.echo(wrapped(wait, "", "    "), err=True)
        elif click.confirm(f"{origin} Send its reports there?"):
            book = book.confirm(side)
            addresses.write(path, book)
