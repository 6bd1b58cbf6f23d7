"""Who sits at this machine: the identity file, its passphrase, and what it has seen of games."""

from __future__ import annotations

import contextlib
import os
import shlex
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeVar

import click

from pbem.cli import complete
from pbem.cli.terminal import wrapped
from pbem.errors import BadStatement, NoIdentity
from pbem.moderator.cases.time import doubtful
from pbem.moderator.reader import Reader
from pbem.protocol import save
from pbem.protocol.atomic import SECRET, replace_file
from pbem.protocol.keys import Identity, needs_passphrase
from pbem.protocol.pins import Pins

if TYPE_CHECKING:
    from pbem.moderator.game import Game
    from pbem.moderator.proof.verdict import Verdict

R = TypeVar("R", bound=Reader)
FOLDER = "PBEM_HOME"
FILE = "identity.toml"
PASSPHRASE = "PBEM_PASSPHRASE"
NOW = "PBEM_NOW"
Eyes = Literal["own", "any", "public"]


def folder() -> Path:
    """Where the identity and the pins are: `--home`, else $PBEM_HOME, else the system's place for settings."""
    return Path(os.environ.get(FOLDER) or click.get_app_dir("pbem"))


def pbem() -> str:
    """How a line that is to be typed here begins: `pbem`, as whom this one was typed."""
    here = click.get_current_context(silent=True)
    home = here.find_root().params.get("home") if here else None
    return "pbem" if home is None else f"pbem --home {shlex.quote(str(home))}"


@contextlib.contextmanager
def sitting_as(folder: Path) -> Iterator[None]:
    """Be the person whose identity is in this folder."""
    before = os.environ.get(FOLDER)
    os.environ[FOLDER] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ[FOLDER]
        else:
            os.environ[FOLDER] = before


def identity_file() -> Path:
    return folder() / FILE


def existing_identity() -> Path:
    """The identity file of this machine. Raises NoIdentity."""
    path = identity_file()
    if not path.exists():
        home = os.environ.get(FOLDER, "")
        raise NoIdentity(path=path, home=f" --home {shlex.quote(home)}" if home else "")
    return path


def load_identity(keep: Callable[[str], None] | None = None) -> Identity:
    """The identity of this machine; its passphrase is in $PBEM_PASSPHRASE, unlocked, or asked for.

    Args:
        keep: takes a passphrase that was given or typed, once it is known to be right; what was
            unlocked before is then typed anew.
    """
    path = existing_identity()
    if not needs_passphrase(path):
        return Identity.load(path, "")
    passphrase = os.environ.get(PASSPHRASE, "")
    if not passphrase and keep is None:
        from pbem.cli import unlocked  # who has no passphrase keeps none

        passphrase = unlocked.kept(path, now())
    if not passphrase and not sys.stdin.isatty():
        raise click.UsageError(
            f"Your identity is locked, and nobody is here to type its passphrase: `pbem unlock` before, "
            f"or set {PASSPHRASE}."
        )
    passphrase = passphrase or click.prompt("Passphrase", hide_input=True, err=True)
    found = Identity.load(path, passphrase)
    if keep is not None:
        keep(passphrase)
    return found


def restored_mark() -> Path:
    """A file that says: this identity was restored from words, another machine may have signed too."""
    return folder() / "restored"


def now() -> int:
    """Seconds since 1970; $PBEM_NOW if it is set, for tests and for playing time again."""
    return int(os.environ.get(NOW) or time.time())


def pins() -> Pins:
    return Pins(folder() / "pins")


def open_game(path: Path, eyes: Eyes = "own", *, held: bool = False) -> Game:
    """A game to moderate or to speak in; see `opened`."""
    from pbem.moderator.game import Game  # who only looks does without

    return opened(Game, path, eyes, held=held)


def opened(kind: type[R], path: Path, eyes: Eyes = "own", *, held: bool = False) -> R:
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
    game = read_game(kind, path, identity_of(eyes))
    remember(game, held=held)
    return game


def identity_of(eyes: Eyes) -> Identity | None:
    """Whose eyes these are. Raises NoIdentity."""
    wanted = eyes == "own" or (eyes == "any" and identity_file().exists())
    return load_identity() if wanted else None


def verified(path: Path, identity: Identity | None) -> tuple[Reader, Verdict]:
    """As `opened`, of a game that is verified too. Raises what `Reader.verify` raises."""
    log, kept = _read(path)
    game, found = Reader.verified(log, identity, path, kept, now())
    remember(game)
    return game, found


def read_game(kind: type[R], path: Path, identity: Identity | None) -> R:
    """A save from where this machine left off. Raises Forked, ShorterHistory before anything is folded."""
    log, kept = _read(path)
    game = kind(log, identity, path, kept)
    with contextlib.suppress(FileNotFoundError):
        game.accepted = _kept("accepted", game).read_text("ascii")
    return game


def _read(path: Path) -> tuple[save.Save, bytes | None]:
    """A log that goes on from what this machine has seen, and the checkpoint kept of it."""
    data, seen = save.contents(path), pins()
    genesis = save.genesis_hash(data)
    pin = seen.pin(genesis) if genesis else None
    log = save.read(data, (pin.gm,) if pin else ())
    seen.check(log.entries[0].head, log.heads)
    return log, seen.checkpoint(genesis) if pin else None


def open_by_hashes(path: Path) -> Game:
    """A GM's game of other rules than those installed here; see `Game.by_hashes`. Raises BadRuling."""
    from pbem.moderator.game import Game

    data, seen = save.contents(path), pins()
    log = save.read(data)
    genesis = log.entries[0].head
    seen.check(genesis, log.heads)
    return Game.by_hashes(log, load_identity(), seen.checkpoint(genesis), path)


def remember(game: Reader, *, held: bool = False) -> None:
    """Pin a history that was read, and keep its checkpoint, so that the next start is quick."""
    genesis, seen, table = game.ledger.game, pins(), game.ledger.table
    pin = seen.pin(genesis)
    gms = [*(chair.keys for chair in table.chairs), *table.gms]
    seen.check(genesis, game.heads, [gm.fingerprint for gm in gms])
    if seen.unfinished(genesis, game.heads):
        if held:
            return
        note = "A command was cut off: entries that you signed are not in this save yet. Run `pbem apply"
        click.echo(f"{note} {game.path}` to finish it.", err=True)
        return
    known = pin.count if pin else 0
    for doubt in doubtful(game.save.entries[known:], now()):
        click.echo(wrapped(f"Look out: {doubt}", "", "    "), err=True)
    fresh = pin is None or known < len(game.heads) or bool(pin.pending)
    if fresh or not game.resumed:
        with contextlib.nullcontext() if held else seen.lock(genesis):
            kept = game.checkpoint(seen.checkpoint(genesis))
            seen.settle(genesis, game.heads, table.gms[0].fingerprint, kept)


def told(game: Reader) -> int:
    """The last entry whose reports this GM has written; -1 if nobody knows."""
    try:
        return int(_kept("told", game).read_text("ascii"))
    except (FileNotFoundError, ValueError):
        return -1


def set_told(game: Reader) -> None:
    """The reports are written up to the last entry."""
    last = len(game.save.entries) - 1
    if told(game) != last:
        _put(_kept("told", game), f"{last}\n".encode())


def set_accepted(game: Reader, side: str) -> None:
    """An accept for this side is written, to be mailed."""
    _put(_kept("accepted", game), side.encode())


def check_may_sign(game: Reader) -> None:
    """Who has published his key of a game signs nothing more in it (rule 7). Raises BadStatement."""
    if _kept("revealed", game).exists():
        raise BadStatement(why="you have published your key of this game, and sign no more in it")


def set_revealed(game: Reader) -> None:
    _put(_kept("revealed", game), b"yes\n")


def addresses(genesis: str) -> Path:
    """The file with the addresses of one game."""
    return folder() / "addresses" / f"{genesis}.toml"


def _kept(what: str, game: Reader) -> Path:
    return pins().folder / what / game.ledger.game


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, data, mode=SECRET)


save_argument = click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, path_type=Path), metavar="GAME.toml"
)
side_option = click.option(
    "--as",
    "side",
    default="",
    shell_complete=complete.sides,
    help="A side, or public; default: your own seat.",
)
