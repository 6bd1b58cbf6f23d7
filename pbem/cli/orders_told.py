"""Orders before they are sealed: what is to be sent, and the read-back in plain words."""

from __future__ import annotations

from collections.abc import Mapping

import click
from msgspec import Struct, field

from pbem.mail import orders_file
from pbem.mail.orders_file import Orders
from pbem.moderator.ledger.values import READY
from pbem.moderator.player import Player


class Draft(Struct):
    """Orders being written: lines, scripts by card number or slot, policies (None: as before)."""

    lines: tuple[str, ...] = ()
    scripts: Mapping[str, str] = field(default_factory=dict)
    reactions: Mapping[str, str] | None = None


def to_send(game: Player, written: Orders) -> Draft:
    """What an orders file says. Raises WrongGame, WrongSide, OldQuestion, NotYourTurn."""
    side = game.player_side
    asked = ""
    if written.lines:
        asked = READY if game.owes_ready else game.request().id
    orders_file.check_addressed(written, game.id, side, asked)
    policies = written.policies(game.ledger.rules.presets())
    return Draft(written.lines, written.scripts, policies)


def tell(game: Player, draft: Draft) -> None:
    """The orders as they will be read, and what cannot be promised of them."""
    later = False
    if game.owes_ready:
        for word in draft.lines:
            click.echo(f"  {word}", err=True)
        tell_standing(game, draft)
        return
    for line in game.preview(draft.lines) if draft.lines else ():
        if not line.checked and not later:
            later = True
            click.echo("  -- after a die or another player's answer; checked only then:", err=True)
        click.echo(f"  {line.text}", err=True)
        if line.doubt:
            doubt = f"Is this right? {line.doubt}"
            click.echo(click.wrap_text(doubt, 78, "    ", "    "), err=True)
    tell_standing(game, draft)


def tell_standing(game: Player, draft: Draft) -> None:
    """Scripts, and policies if they are other than those in force."""
    for number, text in draft.scripts.items():
        told = f"script for card {number.rpartition(':')[2]}: "
        told += "; ".join(text.split("\n")) if text.strip() else "none, you will be asked"
        click.echo(click.wrap_text(told, 78, "  ", "      "), err=True)
    if draft.reactions is not None and dict(draft.reactions) != game.standing.reactions:
        for kind, policy in draft.reactions.items():
            click.echo(click.wrap_text(f"on {kind}: {policy}", 78, "  ", "      "), err=True)
