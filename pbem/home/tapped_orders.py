"""Lines that somebody tapped together on the page of a report: read and checked where he can seal them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.errors import OtherBlock, WrongGame
from pbem.mail.read import lines, orders_file
from pbem.mail.read.orders_file import OrdersFile
from pbem.player.orders import Orders
from pbem.proof import game_names

if TYPE_CHECKING:
    from pbem.player.player import Player


def tapped_lines(content: bytes) -> OrdersFile | None:
    """The lines in a mail or a text, None where it holds none. Raises as `lines.read`: they are there, and damaged."""
    try:
        return lines.read(content)
    except OtherBlock:
        return None


def tapped_orders(game: Player, orders: OrdersFile, escrow: bool = True) -> Orders:
    """What they order in this game. Raises as `orders_file.to_send` and `Player.check_orders`."""
    try:
        mine = orders_file.to_send(game, orders)
    except WrongGame as error:
        raise game_names.foreign(game_names.by_id(orders.game), game) from error
    game.check_orders(mine, escrow)
    return mine
