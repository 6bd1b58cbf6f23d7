"""`pbem lock`."""

from __future__ import annotations

import os

import click

from pbem.home import here, unlocked


@click.command("lock", help="Ask for the passphrase again: the keyring forgets it (`pbem unlock`).")
def command() -> None:
    known = unlocked.forget(here.identity_file())
    click.echo("Locked." if known else "It was locked already.")
    if os.environ.get(here.PASSPHRASE):
        click.echo(
            f"But this shell keeps the passphrase in {here.PASSPHRASE}: `unset {here.PASSPHRASE}`.",
            err=True,
        )
