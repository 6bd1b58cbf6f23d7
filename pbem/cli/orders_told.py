"""Orders before they are sealed: what is to be sent, and the read-back in plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click
from msgspec import Struct, field

from pbem.cli.printed import ordered
from pbem.cli.terminal import wrapped
from pbem.mail import orders_file
from pbem.mail.orders_file import Orders
from pbem.moderator.ledger.values import READY
from pbem.moderator.player import Letter, Player
from pbem.protocol.bodies import Order, Ready

GAMES = 100
"""How often `--ahead` plays a turn."""


class Draft(Struct):
    """Orders being written: lines, scripts by card number or slot, policies (None: as before)."""

    lines: tuple[str, ...] = ()
    scripts: Mapping[str, str] = field(default_factory=dict)
    reactions: Mapping[str, str] | None = None


LATER = "after a die or another player's answer; checked only then:"


def to_send(game: Player, written: Orders) -> Draft:
    """What an orders file says. Raises WrongGame, WrongSide, OldQuestion, NotYourTurn."""
    side = game.player_side
    asked = ""
    if written.lines:
        asked = READY if game.owes_ready else game.request().id
    orders_file.check_addressed(written, game.id, side, asked)
    policies = written.policies(game.ledger.rules.presets())
    return Draft(written.lines, written.scripts, policies)


def tell(game: Player, draft: Draft) -> bool:
    """The orders as they will be read, and what cannot be promised of them; is anything doubtful?"""
    later = doubtful = False
    if game.owes_ready:
        for word in draft.lines:
            click.echo(ordered(word), err=True)
        tell_standing(game, draft)
        return False
    for line in game.preview(draft.lines) if draft.lines else ():
        if not line.checked and not later:
            later = True
            click.echo(wrapped(LATER, "  -- "), err=True)
        when = "does not hold now" if line.checked else "holds in no case"
        skipped = f"skipped: its condition {when}" if line.skipped else ""
        click.echo(ordered(line.text, skipped), err=True)
        doubt = f"Is this right? {line.doubt}" if line.doubt else ""
        this = "this" if line.checked else "if it comes to this, it"
        lost = f"Look out: {this} {line.gives_up}." if line.gives_up else ""
        doubtful = doubtful or bool(doubt)
        for told in filter(None, (doubt, lost)):
            click.echo(wrapped(told, "    ", "    "), err=True)
    tell_standing(game, draft)
    tell_first_card(game, draft)
    return doubtful


def tell_first_card(game: Player, draft: Draft) -> None:
    """What the script of a Plan's first card would come to now, if it does not run as it is written."""
    run = game.first_script(draft.lines, draft.scripts) if draft.scripts else None
    if run is not None and run.stopped:
        told = f"As things stand now, the script for card 1 would stop. {run.stopped}"
        click.echo(wrapped(told, "    ", "    "), err=True)


def tell_standing(game: Player, draft: Draft) -> None:
    """Scripts, and policies if they are other than those in force."""
    for number, text in draft.scripts.items():
        told = f"script for card {number.rpartition(':')[2]}: "
        told += "; ".join(text.split("\n")) if text.strip() else "none, you will be asked"
        click.echo(wrapped(told, "  ", "      "), err=True)
    if draft.reactions is not None and dict(draft.reactions) != game.standing.reactions:
        for kind, policy in draft.reactions.items():
            click.echo(wrapped(f"on {kind}: {policy}", "  ", "      "), err=True)


def in_clear(game: Player, letter: Letter, draft: Draft, readable: bool) -> str:
    """What stands above the block of an order: what is no secret, and with `readable` the lines too.

    Scripts and policies are not even counted: others may not know that a standing order has changed.
    """
    body, ledger = letter.envelope.body, game.ledger
    who = f"{body.author} ({ledger.seats[body.author].keys.name})"
    match body:
        case Ready():
            told = [f"{who} is ready: question {body.asking} of {body.author}, nothing to decide."]
        case Order():
            told = [
                f"{who} answers question {body.asking}, {body.answers}; revision {body.revision}."
            ]
            told.append(f"{_counted(draft.lines)}, sealed.")
        case _:
            told = [f"{who} sends standing orders, sealed."]
    head = ledger.heads.index(body.head)
    told += [
        f"Game: {game.title} ({game.id}).",
        f"Written for the position after entry {head}, log head {body.head[:16]}.",
    ]
    if readable and isinstance(body, Order):
        lines = "\n".join(f"    {line}" for line in draft.lines)
        return "\n".join([*told, "", "In clear, for the GM alone:", lines])
    return "\n".join(told)


def _counted(lines: Sequence[str]) -> str:
    return "1 order line" if len(lines) == 1 else f"{len(lines)} order lines"
