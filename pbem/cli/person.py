"""Who sits at this machine: the identity file, its passphrase, and what it has seen of games."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Literal

import click

from pbem.cli import complete
from pbem.errors import NoIdentity
from pbem.moderator.game import Game
from pbem.protocol.entry import check_chain
from pbem.protocol.keys import Identity, needs_passphrase
from pbem.protocol.pins import Pins

FOLDER = "PBEM_HOME"
PASSPHRASE = "PBEM_PASSPHRASE"
NOW = "PBEM_NOW"
Eyes = Literal["own", "any", "public"]


def folder() -> Path:
    """Where the identity and the pins are: $PBEM_HOME, else the system's place for settings."""
    return Path(os.environ.get(FOLDER) or click.get_app_dir("pbem"))


def identity_file() -> Path:
    return folder() / "identity.toml"


def load_identity() -> Identity:
    """The identity of this machine; asks for its passphrase, or takes it from $PBEM_PASSPHRASE."""
    path = identity_file()
    if not path.exists():
        raise NoIdentity(path=path)
    passphrase = ""
    if needs_passphrase(path):
        passphrase = os.environ.get(PASSPHRASE, "")
        if not passphrase and not sys.stdin.isatty():
            raise click.UsageError(f"Nobody is here to ask for the passphrase; set {PASSPHRASE}.")
        passphrase = passphrase or click.prompt("Passphrase", hide_input=True, err=True)
    return Identity.load(path, passphrase)


def now() -> int:
    """Seconds since 1970; $PBEM_NOW if it is set, for tests and for playing time again."""
    return int(os.environ.get(NOW) or time.time())


def pins() -> Pins:
    return Pins(folder() / "pins")


def open_game(path: Path, eyes: Eyes = "own") -> Game:
    """Read a save, check it against what this machine has seen of the game, and remember it.

    Args:
        eyes: through whose eyes: `own` needs an identity, `any` takes it if there is one, `public`
            asks for no passphrase.

    Raises:
        NoIdentity.
        Forked, ShorterHistory, UnknownKey: history was rewritten, cut, or taken over.
    """
    wanted = eyes == "own" or (eyes == "any" and identity_file().exists())
    identity = load_identity() if wanted else None
    game = Game.loads(path.read_bytes(), identity, path=path)
    pins().check(game.id, game.heads, game.ledger.gm)
    pin = pins().pin(game.id)
    check_chain(game.save.entries, pin.length if pin else 0)
    pins().remember(game.id, game.heads, game.ledger.gm)
    return game


save_argument = click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="GAME.toml"
)
side_option = click.option(
    "--as",
    "side",
    default="",
    shell_complete=complete.sides,
    help="york, lancaster or public; default: your own seat.",
)
