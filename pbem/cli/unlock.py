"""`pbem unlock`."""

from __future__ import annotations

import click

from pbem.cli import person
from pbem.home import here, unlocked
from pbem.ledger.cases.time import HOUR, hours_of, span
from pbem.protocol.keys import needs_passphrase


def hours(context: click.Context, option: click.Parameter, value: str) -> int:
    try:
        return hours_of(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@click.command(
    "unlock",
    help="""Type your passphrase once; the system's keyring keeps it for some hours, or until `pbem lock`.

    It needs `pip install 'pbem[keyring]'`, and a keyring: Windows and macOS have one, on Linux GNOME
    and KDE. Without one, let this shell keep it until you close it:

    \b
    bash, zsh    read -rs PBEM_PASSPHRASE; export PBEM_PASSPHRASE
    fish         read -gxs PBEM_PASSPHRASE
    PowerShell   $env:PBEM_PASSPHRASE = Read-Host -MaskInput
    """,
)
@click.option(
    "--for",
    "hours",
    default="12h",
    show_default=True,
    callback=hours,
    help="How long, as in 2h or 7d.",
)
def command(hours: int) -> None:
    path = here.identity_file()
    if path.exists() and not needs_passphrase(path):
        click.echo("This identity has no passphrase: there is nothing to unlock.")
        return
    unlocked.system_keyring()  # before anybody types a passphrase for nothing
    person.load_identity(keep=lambda typed: unlocked.keep(path, typed, here.now() + hours * HOUR))
    click.echo(f"Unlocked for {span(hours)}, or until `{person.pbem()} lock`.")
