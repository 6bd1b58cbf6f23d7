"""Who types here: his identity, with its passphrase asked for, and games opened through his eyes.

Through whose eyes a save is read decides what it shows: one's own seat, or the public.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

import click

from pbem.cli import complete
from pbem.cli.terminal import at_terminal, wrapped
from pbem.engine.prose import listing
from pbem.errors import BadPassphrase, Duel, Impossible, Locked
from pbem.home import computer, opening
from pbem.misread import nearest
from pbem.proof.reader import Reader
from pbem.protocol import armour, save
from pbem.protocol.keys import Identity, needs_passphrase

if TYPE_CHECKING:
    from pbem.gm.game import Game
    from pbem.proof.verdict import Verdict

R = TypeVar("R", bound=Reader)
Eyes = Literal["own", "any", "public"]


BEGIN = 2 * len(armour.SAVED)
"""Bytes of a file in which the first line of a save begins."""
TRIES = 3
"""At a passphrase."""
NEWCOMER = "Player"
"""Whoever has no identity yet, and cannot be asked for a name."""
FIRST_IDENTITY = (
    "This computer had no identity, so `pbem` has made one: {name}, in {path}. It has {keeps}. Copy the file "
    "to a safe place: without it you cannot continue your games. For another name, delete the file "
    "before you begin a game, and type `pbem identity new`."
)


def pbem() -> str:
    """How a line that is to be typed here begins: `pbem`, as whom this one was typed."""
    context = click.get_current_context(silent=True)
    home = context.find_root().params.get("home") if context else None
    return "pbem" if home is None else f"pbem --home {shlex.quote(str(home))}"


def as_typed(text: str) -> str:
    """What names commands to type, with each as whom this one was typed."""
    context, begin = click.get_current_context(silent=True), pbem()
    root = context.find_root() if context else None
    if begin == "pbem" or root is None or not isinstance(root.command, click.Group):
        return text
    verbs = "|".join(root.command.list_commands(root))
    return re.sub(rf"\bpbem (?=(?:{verbs})\b)", f"{begin} ", text)


def load_identity(keep: Callable[[str], None] | None = None) -> Identity:
    """The identity of this computer; its passphrase is in $PBEM_PASSPHRASE, unlocked, or asked for. Raises Locked.

    Args:
        keep: takes a passphrase that was given or typed, once it is known to be right; one that was
            unlocked before is then typed again.
    """
    path = computer.existing_identity()
    if not needs_passphrase(path):
        return Identity.load(path, "")
    passphrase = os.environ.get(computer.PASSPHRASE, "")
    if not passphrase and keep is None:
        from pbem.home import passphrases  # who has no passphrase keeps none

        passphrase = passphrases.kept_passphrase(path, computer.now())
    if not passphrase and not sys.stdin.isatty():
        raise Locked(variable=computer.PASSPHRASE)
    identity, passphrase = (
        (Identity.load(path, passphrase), passphrase) if passphrase else _asked_for(path)
    )
    if keep is not None:
        keep(passphrase)
    return identity


def identity_for_a_first_game() -> Identity:
    """The identity of this computer, made where there is none: nobody has to know about keys to play a robot.

    At a terminal its owner is asked for a name. Raises Locked, OSError, click.Abort.
    """
    path = computer.identity_file()
    if path.exists():
        return load_identity()
    name = NEWCOMER
    if at_terminal():
        login = os.environ.get("USER") or os.environ.get("USERNAME") or NEWCOMER
        name = click.prompt("Your name, as others will see it", login[:1].upper() + login[1:])
    passphrase = os.environ.get(computer.PASSPHRASE, "")
    identity = Identity.new(name)
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    identity.save(path, passphrase)
    keeps = f"the passphrase in {computer.PASSPHRASE}" if passphrase else "no passphrase"
    say(FIRST_IDENTITY.format(name=name, path=path, keeps=keeps))
    return identity


def _asked_for(path: Path) -> tuple[Identity, str]:
    """An identity, and the passphrase that opens it, typed; a slip costs nothing. Raises BadPassphrase."""
    for tries_left in range(TRIES - 1, -1, -1):
        typed = click.prompt("Passphrase", hide_input=True, err=True)
        try:
            return Identity.load(path, typed), typed
        except BadPassphrase:
            if not tries_left:
                raise
            times = "once more" if tries_left == 1 else f"{tries_left} times more"
            warn([f"That passphrase is wrong. You can try {times}."])
    raise Impossible("nobody was asked")


def open_game(path: Path, eyes: Eyes = "own", *, held: bool = False) -> Game:
    """A game to moderate or to speak in; see `open_save`. Raises Duel: there is no GM who hears it."""
    from pbem.gm.game import Game  # who only looks does without

    game = open_save(Game, path, eyes, held=held)
    if not game.ledger.offices.moderated:
        raise Duel
    return game


def open_save(kind: type[R], path: Path, eyes: Eyes = "own", *, held: bool = False) -> R:
    """Read a save, check it against what this machine has seen of the game, and remember it.

    Args:
        kind: `Reader` to look at it, `Player` to write orders.
        eyes: through whose eyes: `own` needs an identity, `any` takes it if there is one, `public`
            asks for no passphrase.
        held: is the lock of this game's pin held already?

    Raises:
        NoIdentity. GameBusy.
        Forked, ShorterHistory: history was rewritten or cut.
    """
    game = opening.read_game(kind, path, identity_of(eyes), save_in_email(path))
    remember(game, held=held)
    return game


def save_in_email(path: Path) -> bytes | None:
    """The save that came with an email; None of a file that is a save itself, or has none in it. Raises OSError."""
    with path.open("rb") as file:
        begin = file.read(BEGIN)
    if any(first in begin for first in armour.GAMES):
        return None
    from pbem.home import arrivals  # who opens a save does without

    return arrivals.save_in_email(path) or None


def duel_in(path: Path) -> bytes:
    """The game without a GM in a file or an email; b"" where there is none. Raises Oversized, OSError."""
    if path.is_dir():
        return b""
    inside = save_in_email(path)
    if inside is not None:
        return inside if save.is_duel(inside) else b""
    with path.open("rb") as file:
        is_duel = save.is_duel(file.read(BEGIN))
    return save.contents(path) if is_duel else b""


def identity_of(eyes: Eyes) -> Identity | None:
    """Whose eyes these are. Raises NoIdentity."""
    is_needed = eyes == "own" or (eyes == "any" and computer.identity_file().exists())
    return load_identity() if is_needed else None


def verified(path: Path, identity: Identity | None) -> tuple[Reader, Verdict]:
    """As `opened`, of a game that is verified too. Raises what `Reader.verify` raises."""
    game, verdict = opening.verified(path, identity, save_in_email(path))
    remember(game)
    return game, verdict


def remember(game: Reader, *, held: bool = False) -> None:
    """As `opening.remember`, and say what there is to say."""
    warn(opening.remember(game, held=held))


def warn(sentences: Iterable[str]) -> None:
    for sentence in sentences:
        say(sentence)


def say(sentence: str) -> None:
    click.echo(wrapped(as_typed(sentence), "", "    "), err=True)


class SavePath(click.Path):
    """A file that is there; what is none is refused with the saves that are."""

    def get_missing_message(
        self, param: click.Parameter, ctx: click.Context | None = None
    ) -> str | None:
        """The saves in this folder, the newest first."""
        saves = sorted(Path().glob("*.toml"), key=lambda file: -file.stat().st_mtime)
        return f"Name the file of a game, such as {saves[0]}." if saves else None

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        path = Path(value)
        if path.is_file() or not path.parent.is_dir():
            return super().convert(value, param, ctx)
        folder = path if path.is_dir() else path.parent
        saves = [file.name for file in sorted(folder.glob("*.toml"))]
        near = saves if path.is_dir() else nearest(path.name, saves)
        meant = f" Did you mean {listing([str(folder / name) for name in near[:3]], 'or')}?"
        what = "is a folder" if path.is_dir() else "is no file"
        advice = f"{value} {what}; name the file of a game.{meant if near else ''}"
        raise click.BadParameter(advice, ctx, param)


save_argument = click.argument(
    "file",
    type=SavePath(exists=True, dir_okay=False, path_type=Path),
    metavar="GAME.toml",
)
"""A save, or an email with one in it."""
side_option = click.option(
    "--as",
    "side",
    default="",
    shell_complete=complete.sides,
    help="A side, or `public`. Default: your own seat.",
)
