"""Agreeing at a terminal to the addresses that mails came from (`pbem.round.correspondents`)."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from pbem.cli import person
from pbem.cli.terminal import at_terminal, wrapped
from pbem.home import here
from pbem.mail import addresses
from pbem.round.correspondents import origin_of

if TYPE_CHECKING:
    from pbem.gm.game import Game


def ask(game: Game, doubtful: Sequence[str]) -> None:
    """In a terminal agree to the address of each of these sides once; elsewhere say how."""
    path = here.addresses(game.ledger.game)
    book = addresses.read(path)
    for side in doubtful:
        known = origin_of(game, book, side)
        if not at_terminal():
            how = f"{person.pbem()} addresses {shlex.quote(str(game.path))} --confirm {side}"
            wait = f"{known} Until you confirm it, its mails have no address: {how}"
            click.echo(wrapped(wait, "", "    "), err=True)
        elif click.confirm(f"{known} Send its reports there?"):
            book = book.confirm(side)
            addresses.write(path, book)
