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
    help="""Continue a game from a copy that differs from the one that you know. You need this command if the GM
    has lost the file, has restored a backup, and has told everybody about it.

    `pbem` shows where each copy ends, and then asks whether you want to continue from the other copy. In the
    other copy the GM has replaced some entries that you have seen. Before you agree to the other copy, ask in
    public why entries were replaced. Keep your old file. If you sent orders for the lost entries, the GM may
    know the dice that your orders would roll. The GM should then make a ruling, so that every decision gets new
    dice (`pbem rule`, `pbem seat`).

    In a duel: continue after you have lost your record of the game or restored a backup. The person you play
    against may know your next dice by now, so the two of you first have to agree on new secret numbers.
    """,
)
@person.save_argument
@click.option("--yes", is_flag=True, help="Do not ask me to confirm.")
def command(file: Path, yes: bool) -> None:
    """Show how a file that contradicts this computer's record differs, and take it as the game from now on if
    confirmed."""
    if data := person.duel_in(file):
        duels.recover(file, data, yes)
        return
    identity = person.load_identity() if computer.identity_file().exists() else None
    log = save.read(person.save_in_email(file) or save.contents(file))
    genesis, pins = log.entries[0].head, computer.pins()
    try:
        pins.check(genesis, log.heads)
    except (Forked, ShorterHistory) as differs:
        why = str(differs)
    else:
        click.echo(
            "This file simply continues the game that you know. You can use it as it is, without `pbem "
            "adopt`."
        )
        return
    game = Game(log, identity, file)
    pin = pins.pin(genesis)
    kept_state = holder.kept_ledger(identity, genesis, pins.checkpoint(genesis))
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
        entries_words = f"{len(pin.pending)} entries that you signed here are not in this file. They will be forgotten."
        click.echo(wrapped(entries_words))
    if not yes and not click.confirm("\nTake this file as the game from now on?", err=True):
        raise click.Abort
    with pins.lock(genesis):
        pins.forget(genesis)
        person.remember(game, held=True)
    click.echo(f"From now on this computer uses this file as {game.id}.")


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
        f"Both copies are the same up to entry {same - 1}. {lost} entries that you have seen are missing "
        "in the file."
    )
