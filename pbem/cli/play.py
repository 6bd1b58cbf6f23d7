"""`pbem play`."""

from __future__ import annotations

import contextlib
from importlib.util import find_spec
from pathlib import Path

import click

from pbem.cli import complete, person
from pbem.cli.terminal import wrapped
from pbem.home import computer, robot_homes
from pbem.ledger.values import PUBLIC
from pbem.post.beside import Beside

NEEDED = ("starlette", "uvicorn")
MISSING = "The desk in the browser needs two more libraries. Where pbem is installed: pip install 'pbem[play]'"
OPEN = "The desk is in your browser. To stop it, press Ctrl-C here; it also stops ten minutes after you close its tabs."
SET_UP = (
    "`pbem` can fetch and send the emails of your games, too. To set that up: {pbem} post --setup"
)
FETCHES = "`pbem` fetches and sends your email while the desk is open."
BY_HAND = "Open this file in a browser on this machine, once: {file}"


@click.command(
    "play",
    help="""Play in your browser: look at the map, click your orders, seal and send them.

    \b
    pbem play game.toml               one game, as its player, GM or newcomer
    pbem play GAMES/                  a folder of games, and whose turn it is
    pbem play                         this folder: also for a first lesson or game
    pbem play game.toml --as public   as a spectator; nothing can be changed

    The page runs on your computer, and nobody else can open it. To stop the page, press Ctrl-C here; it also
    stops ten minutes after you close the last tab. Orders that you have not sent are kept. If you have set up
    `pbem post`, the page also fetches and sends your email while it is open.
    """,
)
@click.argument(
    "path",
    type=click.Path(exists=True, path_type=Path),
    default=Path(),
    metavar="[GAME.toml|FOLDER]",
)
@click.option(
    "--as",
    "side",
    default="",
    shell_complete=complete.sides,
    help="`public` to watch. Default: your own seat.",
)
@click.option(
    "--no-browser",
    is_flag=True,
    help="Do not open the browser; print the name of the file to open.",
)
def command(path: Path, side: str, no_browser: bool) -> None:
    """Open the desk in the browser, for one game or a folder, and serve it until it is closed."""
    if any(find_spec(name) is None for name in NEEDED):
        raise click.ClickException(MISSING)
    # Who has not installed them reads the sentence above.
    from pbem.web.server import jobs, pages, serve

    desk_jobs = jobs.Jobs()
    if path.is_dir() and side:
        raise click.UsageError("--as works only with one game.")
    with contextlib.ExitStack() as cleanup:
        site: pages.Pages
        if side == PUBLIC:
            site = pages.OneTable(pages.watch_page(path))
        else:
            folder = path.is_dir()
            identity = person.identity_for_a_first_game() if folder else person.load_identity()
            if folder or not robot_homes.has_robot_gm(path):
                cleanup.enter_context(Beside(identity, person.say, person.say))
                about_email = (
                    FETCHES if computer.post_outbox() else SET_UP.format(pbem=person.pbem())
                )
                click.echo(wrapped(about_email))
            if folder:
                site = pages.Club(path, identity, desk_jobs)
            else:
                mine = pages.seat_of(path, identity)
                if side not in ("", mine):
                    raise click.UsageError(f"Your seat in this game is {mine}.")
                site = pages.OneTable(pages.open_page(path, identity, desk_jobs))

        def tell_browser(file: Path) -> None:
            if no_browser or not serve.in_browser(file):
                click.echo(wrapped(BY_HAND.format(file=file)))
            else:
                click.echo(wrapped(OPEN))

        for message in serve.serve(
            site, desk_jobs, computer.folder().resolve() / "desk", tell_browser
        ):
            click.echo(wrapped(message))
