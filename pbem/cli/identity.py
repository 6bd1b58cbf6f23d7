"""`pbem identity new|show`."""

from __future__ import annotations

import os

import click

from pbem.cli import files, person
from pbem.errors import HaveIdentity
from pbem.protocol.keys import Identity, shown_card

ASKED_FOR = (
    "It protects the file, and is asked for whenever you sign. Empty (Enter twice): no protection."
)
UNPROTECTED = (
    "Without a passphrase whoever gets the file can play as you. To have one, delete it and make another,\n"
    "before you join a game: a game knows you by your keys."
)


@click.group(
    "identity",
    help="Your keys. One identity serves all games; keep a copy of its file and the passphrase.",
)
def command() -> None: ...


@command.command(
    "new", help="Make your identity. Lose it and you cannot go on with your games, so back it up."
)
@click.option("--name", prompt="Your name, as others will see it", help="Your name for others.")
@click.option("--no-passphrase", is_flag=True, help="Keep the keys unprotected on this machine.")
def new(name: str, no_passphrase: bool) -> None:
    if person.identity_file().exists():
        raise HaveIdentity(path=person.identity_file())
    passphrase = "" if no_passphrase else os.environ.get(person.PASSPHRASE)
    if passphrase is None:
        click.echo(ASKED_FOR, err=True)
        passphrase = click.prompt(
            "Passphrase", "", hide_input=True, confirmation_prompt=True, show_default=False
        )
    if not passphrase:
        click.echo(UNPROTECTED, err=True)
    me = Identity.new(name)
    person.folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    me.save(person.identity_file(), passphrase)
    click.echo(f"{me.name}, {me.public.fingerprint}\nkept in {person.identity_file()}", err=True)
    click.echo("Copy that file to a safe place: nobody can restore it.", err=True)
    click.echo("Then mail your card to the GM: pbem identity show -o me.card", err=True)


@command.command(
    "show",
    help="Print your public card: give it to the GM, so that nobody else can take your seat.",
)
@files.printed()
def show() -> None:
    click.echo(shown_card(person.existing_identity()), nl=False)
