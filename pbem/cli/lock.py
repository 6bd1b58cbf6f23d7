"""`pbem lock`."""

from __future__ import annotations

import os

import click

from pbem.cli import person, unlocked


@click.command("lock", help="Ask for the passphrase again: the keyring forgets it (`pbem unlock`).")
def command() -> None:
    known = unlocked.forget(person.identity_file())
    click.echo("Locked." if known else "It was locked already.")
    if os.environ.get(person.PASSPHRASE):
        click.echo(
            f"But this shell keeps the passphrase in {person.PASSPHRASE}: `unset {person.PASSPHRASE}`.",
            err=True,
        )
