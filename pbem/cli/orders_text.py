"""Orders before they are sealed: what is to be sent, and the read-back in plain words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from pbem.cli.rows import order_line_text
from pbem.cli.terminal import one_line, plain, wrapped
from pbem.engine.policies import presets_of
from pbem.engine.prose import sentence
from pbem.player.orders import BETWEEN, Orders
from pbem.player.player import Player

HINTED = "A simple player would order (Enter takes it):"
LATER = "after a die or another player's answer; checked only then:"

FROM_WHEN = (
    "Your new policies apply to orders that are written after the GM has applied this email. For older "
    "orders your old policies still apply."
)


SIGN = "Seal and sign this? [y/N] "
SIGN_IN_DUEL = "Sign this? In a duel it is final, and your opponent can read the lines. [y/N] "


def sign_question(game: Player) -> str:
    """What a player is asked before orders are signed: in a duel nobody can replace them."""
    return SIGN if game.ledger.offices.moderated else SIGN_IN_DUEL


def hint_text(*lines: str) -> str:
    """The lines that a simple player would order, on a row each; "" for none."""
    return "\n".join([HINTED, *map(order_line_text, lines)]) if lines else ""


def script_hint_text(statements: Sequence[str]) -> str:
    """The script that a simple player would write; "" for none. Screen readers get one statement per row."""
    if not plain() and statements:
        return hint_text(BETWEEN.join(statements))
    return hint_text(*statements)


def script_text(number: str, statements: Sequence[str], none: str, hanging: str) -> str:
    """The script of a card; `none` if it has no statement. Screen readers get one statement per row."""
    if not plain() or len(statements) < 2:
        return wrapped(
            f"script for card {number}: {BETWEEN.join(statements) or none}", "  ", hanging
        )
    head = sentence(f"script for card {number}: {len(statements)} lines")
    return "\n".join([head, *(order_line_text(one_line(statement)) for statement in statements)])


def tell(game: Player, draft: Orders) -> bool:
    """Print the orders as they will be read, and what cannot be promised of them; is anything doubtful?"""
    later_told = doubtful = False
    if game.owes_ready:
        for word in draft.lines:
            click.echo(order_line_text(word), err=True)
        tell_standing(game, draft)
        return False
    for line in game.preview(draft.lines) if draft.lines else ():
        if not line.checked and not later_told:
            later_told = True
            click.echo(wrapped(LATER, "  -- "), err=True)
        click.echo(
            order_line_text(line.text, f"skipped: {line.skipped}" if line.skipped else ""), err=True
        )
        doubtful = doubtful or bool(line.doubt)
        for warning in line.warnings:
            click.echo(wrapped(warning, "    ", "    "), err=True)
    tell_standing(game, draft)
    tell_first_card(game, draft)
    return doubtful


def tell_first_card(game: Player, draft: Orders) -> None:
    """What the script of a Plan's first card would come to now, if it does not run as it is written."""
    why = game.first_script_stops(draft.lines, draft.scripts) if draft.scripts else ""
    if why:
        text = f"As things are now, the script for card 1 would stop. {why}"
        click.echo(wrapped(text, "    ", "    "), err=True)


def tell_standing(game: Player, draft: Orders) -> None:
    """Scripts, and policies if they are other than those in force."""
    for number, text in draft.scripts.items():
        statements = text.split("\n") if text.strip() else []
        card = number.rpartition(":")[2]
        click.echo(script_text(card, statements, "none, you will be asked", "      "), err=True)
    if draft.reactions is not None and dict(draft.reactions) != game.standing.reactions:
        for row in _policy_rows(game, draft.reactions):
            click.echo(wrapped(row, "  ", "      "), err=True)


def policies_note(game: Player, orders: Orders) -> str:
    """From when on new policies answer, where others are in force; else ""."""
    before = game.standing.reactions
    return FROM_WHEN if before and orders.reactions not in (None, before) else ""


def _in_one_line(policy: str) -> str:
    """A policy of several lines, as it can also be written."""
    return BETWEEN.join(policy.strip().splitlines())


def _policy_rows(game: Player, policies: Mapping[str, str]) -> list[str]:
    """A set of policies, shortly: what is different from those in force, or from a ready-made set."""
    known = {
        "your policies as they are": game.standing.reactions,
        **{f"policies: preset {name}": of for name, of in presets_of(game.ledger.rules).items()},
    }
    shortest = [f"on {kind}: {_in_one_line(policy)}" for kind, policy in policies.items()]
    for name, others in known.items():
        changes = [
            f"on {kind}: {_in_one_line(of)}"
            for kind, of in policies.items()
            if others.get(kind) != of
        ]
        changes += [f"on {kind}: none" for kind in others if kind not in policies]
        if others and len(changes) + 1 < len(shortest):
            shortest = [f"{name}, but" if changes else name, *changes]
    return shortest
