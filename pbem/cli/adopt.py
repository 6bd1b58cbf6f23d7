"""`pbem adopt`."""

from __future__ import annotations

from pathlib import Path

import click

from pbem.cli import duels, person
from pbem.cli.terminal import wrapped
from pbem.errors import Forked, ShorterHistory
from pbem.gm.game import Game
from pbem.home import computer
from pbem.ledger import holder
from pbem.ledger.ledger import Ledger
from pbem.protocol import save


@click.command(
    "adopt",
    help="""Continue with a different copy of a game from the one you have seen. You need this after the
    GM lost the file, restored a backup, and said so to everybody.

    `pbem` shows where both copies are, and asks you. In the other copy the GM has signed new
    entries instead of some that you have seen: ask in public why before you say yes, and keep
    your old file. Orders that you sent for the lost entries may have shown their dice to the
    GM. The GM should then make a ruling, so that every decision gets new dice (`pbem rule`,
    `pbem seat`).

    In a duel: continue although you have lost your own record of it, or have restored a backup. Your
    next dice may be known by now, so new secret numbers are agreed on first.
    """,
)
@person.save_argument
@click.option("--yes", is_flag=True, help="Do not ask me to confirm.")
def command(file: Path, yes: bool) -> None:
    if data := person.duel_in(file):
        duels.recover(file, data, yes)
        return
    identity = person.load_identity() if computer.identity_file().exists() else None
    log = save.read(person.save_in_email(file) or save.contents(file))
    genesis, seen = log.entries[0].head, computer.pins()
    try:
        seen.check(genesis, log.heads)
    except (Forked, ShorterHistory) as differs:
        why = str(differs)
    else:
        click.echo("This file continues the game that you know, so there is nothing to adopt.")
        return
    game = Game(log, identity, file)
    pin = seen.pin(genesis)
    kept_state = holder.kept_ledger(identity, genesis, seen.checkpoint(genesis))
    click.echo(wrapped(why))
    click.echo("\nSeen here before:")
    if kept_state is not None:
        show(kept_state.ledger)
        click.echo(wrapped(parting(kept_state.ledger, game.ledger)))
    elif pin is not None:
        click.echo(f"  {pin.count} entries, head {pin.head[:16]}; more was not kept")
    click.echo(f"\nIn {file}:")
    show(game.ledger)
    if pin is not None and pin.pending:
        gone = f"{len(pin.pending)} entries that you signed here are not in it, and are forgotten."
        click.echo(wrapped(gone))
    if not yes and not click.confirm("\nTake this file as the game from now on?", err=True):
        raise click.Abort
    with seen.lock(genesis):
        seen.forget(genesis)
        person.remember(game, held=True)
    click.echo(f"From now on this is {game.id} for you.")


def show(ledger: Ledger) -> None:
    """Where a log ends, in a few lines."""
    entries = f"{ledger.n + 1} entries, head {ledger.head[:16]}"
    click.echo(f"  {entries}")
    now = ledger.rules.words.now(ledger.play.state) if ledger.begun else "not everybody has joined"
    click.echo(wrapped(f"{now}", "  ", "  "))
    for side, seat in ledger.seats.items():
        click.echo(f"  {side}: {seat.keys.name}; last word in entry {seat.signed}")


def parting(old: Ledger, new: Ledger) -> str:
    """Up to where two logs agree."""
    same = 0
    for mine, theirs in zip(old.heads, new.heads, strict=False):
        if mine != theirs:
            break
        same += 1
    lost = old.n + 1 - same
    return (
        f"Both agree up to entry {same - 1}. {lost} entries that you have seen are not in the file."
    )
