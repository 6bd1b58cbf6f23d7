"""`pbem identity new|show|words|restore|unlock|lock`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

import click

from pbem.cli import out, person, terminal
from pbem.cli.rows import fact
from pbem.cli.terminal import wrapped
from pbem.errors import HaveIdentity
from pbem.home import computer, files, passphrases
from pbem.ledger.cases.time import HOUR, hours_of, span
from pbem.protocol.atomic import SECRET, replace_file
from pbem.protocol.keys import Identity, needs_passphrase, shown_card
from pbem.protocol.words import COUNT, heard, spoken

ASKED_FOR = (
    "The passphrase protects the file, and `pbem` asks for it whenever you sign. For no passphrase, press "
    "Enter twice."
)
UNPROTECTED = (
    "Without a passphrase, anybody who gets the file can play as you. If you want a passphrase, delete "
    "this file and make a new identity before you join a game. Once you have joined, the game knows you "
    "by your keys."
)
COLUMNS = 4
LIMIT = 64 * 1024
"""Characters of a page with words."""
PAGE = """\
The keys of {name}, for play by email with pbem
{fingerprint}

{words}

Whoever has these words can play as {name}.
Keep them on paper, away from the machine.

To make the identity again, anywhere: pbem identity restore
It asks for the name and for the words, line by line from left to right.
Compare the fingerprint above. Then take the last save of each game.
"""


class Group(click.Group):
    """Names the commands there are where somebody types another one."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.commands and not args[0].startswith("-"):
            command_names = ", ".join(sorted(self.commands))
            ctx.fail(f"There is no command `identity {args[0]}`. Known: {command_names}.")
        return super().resolve_command(ctx, args)


@click.group(
    "identity",
    cls=Group,
    help="Manage your keys. One identity is enough for all your games. Keep a copy of the identity file.",
)
def command() -> None: ...


@command.command(
    "new", help="Make your identity. Keep a backup: without it you cannot continue your games."
)
@click.option(
    "--name", prompt="Your name, as others will see it", help="Your name, as others will see it."
)
@click.option(
    "--no-passphrase",
    is_flag=True,
    help="Set no passphrase: the keys on this computer are then unprotected.",
)
def new(name: str, no_passphrase: bool) -> None:
    keep(lambda: Identity.new(name), no_passphrase)
    click.echo(
        f"Copy that file to a safe place, or print its words ({person.pbem()} identity words).",
        err=True,
    )
    card = f"{person.pbem()} identity show -o me.card"
    click.echo(f"Then mail your card to the GM, or in a duel to your opponent: {card}", err=True)


@command.command(
    "show",
    help="Print your public card. Give the card to the GM, so that nobody else can take your seat.",
)
@out.printed()
def show() -> None:
    click.echo(shown_card(computer.existing_identity()), nl=False)


@command.command(
    "words",
    help="""Print your identity as 24 words. Keep the words on paper, and show them to nobody: anybody who reads
    them can play as you. `pbem identity restore` rebuilds your identity from the words.
    """,
)
@click.option("-o", "--out", type=click.Path(path_type=Path), help=out.INSTEAD)
def words(out: Path | None) -> None:
    me = person.load_identity()
    page = PAGE.format(
        name=me.name, fingerprint=me.public.fingerprint, words=_in_rows(spoken(me.root))
    )
    if out is None:
        click.echo(page, nl=False)
    else:
        files.write_text(out, page, secret=True)


def _in_rows(words: Sequence[str]) -> str:
    """Numbered, to be copied by eye; for who listens each on a line of its own."""
    if terminal.plain():
        return "\n".join(f"{n}: {word}." for n, word in enumerate(words, 1))
    spelled = [f"{n:>2} {word:<9}" for n, word in enumerate(words, 1)]
    rows = (spelled[at : at + COLUMNS] for at in range(0, len(spelled), COLUMNS))
    return "\n".join(f"  {' '.join(row).rstrip()}" for row in rows)


@command.command(
    "restore",
    help="""Restore your identity from its words. You can continue each of your games from any copy of its save,
    with everything that you have sealed in it. You need nothing from your old computer.
    """,
)
@click.option("--name", prompt="Your name, as on the page with the words", help="Your name.")
@click.option(
    "--words",
    "page",
    type=click.File(encoding="utf-8"),
    help="A file that contains the words of your identity, if you do not want to type them.",
)
@click.option(
    "--no-passphrase",
    is_flag=True,
    help="Set no passphrase: the keys on this computer are then unprotected.",
)
def restore(name: str, page: TextIO | None, no_passphrase: bool) -> None:
    refuse_second()
    text = page.read(LIMIT) if page else click.prompt(f"The {COUNT} words, in their order")
    root = heard(text)
    keep(lambda: Identity(root, name), no_passphrase)
    replace_file(computer.restored_mark(), b"yes\n", mode=SECRET)
    click.echo(
        "Compare the fingerprint with the page. Now take the last game.toml of each game you play: "
        "pbem show game.toml",
        err=True,
    )


def hours(context: click.Context, option: click.Parameter, value: str) -> int:
    """Hours of `2h` or `7d`. Raises BadParameter."""
    try:
        return hours_of(value)
    except ValueError as error:
        raise click.BadParameter(str(error)) from error


@command.command(
    "unlock",
    help="""Type your passphrase once. Your system's keyring keeps the passphrase for some hours, or until `pbem
    identity lock`.

    You need `pip install 'pbem[keyring]'` and a keyring. Windows, macOS, GNOME and KDE have a keyring. Without
    a keyring your shell can keep the passphrase until you close it:

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
    help="How long to keep the passphrase, such as 2h or 7d.",
)
def unlock(hours: int) -> None:
    path = computer.identity_file()
    if path.exists() and not needs_passphrase(path):
        click.echo("This identity has no passphrase: there is nothing to unlock.")
        return
    passphrases.system_keyring()  # before anybody types a passphrase for nothing
    person.load_identity(
        keep=lambda typed: passphrases.keep(path, typed, computer.now() + hours * HOUR)
    )
    click.echo(f"Unlocked for {span(hours)}, or until `{person.pbem()} identity lock`.")


@command.command(
    "lock",
    help="Lock your identity. The keyring forgets your passphrase, and `pbem` asks you for it again.",
)
def lock() -> None:
    known = passphrases.forget(computer.identity_file())
    click.echo("Locked." if known else "It was locked already.")
    if os.environ.get(computer.PASSPHRASE):
        click.echo(
            f"But this shell still has the passphrase in {computer.PASSPHRASE}. Type `unset {computer.PASSPHRASE}` to remove it.",
            err=True,
        )


def keep(make: Callable[[], Identity], no_passphrase: bool) -> None:
    """Write a new identity file, and say where. Raises HaveIdentity, OSError."""
    refuse_second()
    passphrase = "" if no_passphrase else os.environ.get(computer.PASSPHRASE)
    if passphrase is None:
        click.echo(wrapped(ASKED_FOR), err=True)
        passphrase = click.prompt(
            "Passphrase", "", hide_input=True, confirmation_prompt=True, show_default=False
        )
    if not passphrase:
        click.echo(wrapped(UNPROTECTED), err=True)
    identity = make()
    computer.folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    identity.save(computer.identity_file(), passphrase)
    for line in (
        f"{identity.name}, {identity.public.fingerprint}",
        f"kept in {computer.identity_file()}",
    ):
        click.echo(fact(line, ""), err=True)


def refuse_second() -> None:
    """Pass if this computer has no identity yet. Raises HaveIdentity."""
    if computer.identity_file().exists():
        raise HaveIdentity(path=computer.identity_file())
