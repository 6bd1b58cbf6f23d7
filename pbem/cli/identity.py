"""`pbem identity new|show|words|restore`."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

import click

from pbem.cli import out, person, terminal
from pbem.cli.printed import fact
from pbem.cli.terminal import wrapped
from pbem.errors import HaveIdentity
from pbem.home import files, here
from pbem.protocol.atomic import SECRET, replace_file
from pbem.protocol.keys import Identity, shown_card
from pbem.protocol.words import COUNT, heard, spoken

ASKED_FOR = (
    "It protects the file, and is asked for whenever you sign. Empty (Enter twice): no protection."
)
UNPROTECTED = (
    "Without a passphrase whoever gets the file can play as you. To have one, delete it and make another, "
    "before you join a game: a game knows you by your keys."
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
    keep(lambda: Identity.new(name), no_passphrase)
    click.echo(
        f"Copy that file to a safe place, or print its words ({person.pbem()} identity words).",
        err=True,
    )
    click.echo(f"Then mail your card to the GM: {person.pbem()} identity show -o me.card", err=True)


@command.command(
    "show",
    help="Print your public card: give it to the GM, so that nobody else can take your seat.",
)
@out.printed()
def show() -> None:
    click.echo(shown_card(here.existing_identity()), nl=False)


@command.command(
    "words",
    help="""Print your identity as 24 words, to keep on paper: they are your keys, whoever reads them plays
    as you. `pbem identity restore` makes the identity of them again.
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
    help="""Make your identity again from its words, on this machine: with any copy of a game's save it goes
    on, what you sealed in it included. Nothing is needed from the machine before.
    """,
)
@click.option("--name", prompt="Your name, as on the page with the words", help="Your name.")
@click.option(
    "--words",
    "page",
    type=click.File(encoding="utf-8"),
    help="A file with the words; else you type them.",
)
@click.option("--no-passphrase", is_flag=True, help="Keep the keys unprotected on this machine.")
def restore(name: str, page: TextIO | None, no_passphrase: bool) -> None:
    refuse_second()
    text = page.read(LIMIT) if page else click.prompt(f"The {COUNT} words, in their order")
    root = heard(text)
    keep(lambda: Identity(root, name), no_passphrase)
    replace_file(here.restored_mark(), b"yes\n", mode=SECRET)
    click.echo(
        "Compare the fingerprint with the page. Now take the last game.toml of each game you play: "
        "pbem show game.toml",
        err=True,
    )


def keep(made: Callable[[], Identity], no_passphrase: bool) -> None:
    """Write a new identity file, and say where. Raises HaveIdentity, OSError."""
    refuse_second()
    passphrase = "" if no_passphrase else os.environ.get(here.PASSPHRASE)
    if passphrase is None:
        click.echo(wrapped(ASKED_FOR), err=True)
        passphrase = click.prompt(
            "Passphrase", "", hide_input=True, confirmation_prompt=True, show_default=False
        )
    if not passphrase:
        click.echo(wrapped(UNPROTECTED), err=True)
    me = made()
    here.folder().mkdir(parents=True, exist_ok=True, mode=0o700)
    me.save(here.identity_file(), passphrase)
    for told in (f"{me.name}, {me.public.fingerprint}", f"kept in {here.identity_file()}"):
        click.echo(fact(told, ""), err=True)


def refuse_second() -> None:
    """Raises HaveIdentity."""
    if here.identity_file().exists():
        raise HaveIdentity(path=here.identity_file())
