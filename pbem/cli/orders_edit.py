"""`pbem orders --edit`: the orders file in $EDITOR; a mistake brings it back with the reason."""

from __future__ import annotations

import click

from pbem.cli.terminal import plain, wrapped
from pbem.errors import PbemError
from pbem.mail.read import orders_file
from pbem.mail.read.orders_file import located_message
from pbem.mail.write.packet import packet
from pbem.player.orders import Orders
from pbem.player.player import Player


def edited(game: Player, escrow: bool) -> Orders:
    """The player's orders from an editor; they have been checked. Raises click.Abort."""
    text = packet(game, game.player_side, plain())
    while True:
        saved = click.edit(text, extension=".toml")
        if saved is None:
            raise click.Abort
        try:
            draft = orders_file.to_send(game, orders_file.parse(saved))
            game.orders(draft.lines, 1, escrow, draft.scripts, draft.reactions)
            return draft
        except PbemError as error:
            click.echo(wrapped(located_message(saved, error)), err=True)
            if not click.confirm("Edit it again?", default=True, err=True):
                raise
            text = saved
