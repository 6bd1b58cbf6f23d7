"""In which formats a GM gets the reports of a game, and where finished mails go: as said, else as said
last time, else as usual.

What was said is kept beside the identity, game by game; it is no part of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from msgspec import Struct

from pbem.home import here
from pbem.protocol.atomic import replace_file
from pbem.reports.formats import FORMATS, PICTURE, USUAL

if TYPE_CHECKING:
    from pbem.moderator.game import Game

F = TypeVar("F", bound=Callable[..., Any])
NAMES = f"{', '.join(format.listed for format in FORMATS)} or {PICTURE}"


class Reports(Struct, frozen=True):
    """What was said on the command line.

    Attributes:
        folder: None for `reports` beside the save. `none`: no reports at all.
        formats: as typed, `text,bbcode:phpbb`; "" for those of last time.
        outbox: where finished mails go; None for where they went last time. `no_outbox`: none any more.
    """

    folder: Path | None = None
    none: bool = False
    formats: str = ""
    outbox: Path | None = None
    no_outbox: bool = False

    def chosen(self, game: Game) -> tuple[list[str], str]:
        """The formats for a game, which are remembered for it. Raises UsageError, NoRenderer."""
        kept = here.folder() / "formats" / game.ledger.game
        typed = self.formats or (kept.read_text("utf-8") if kept.exists() else ",".join(USUAL))
        made = read(typed)
        if PICTURE in made[0]:
            from pbem.reports.png import renderer  # only pictures need it

            renderer()
        if self.formats:
            kept.parent.mkdir(parents=True, exist_ok=True)
            replace_file(kept, f"{self.formats}\n".encode())
        return made

    def mails(self, game: Game) -> Path | None:
        """The folder for finished mails, which is remembered for the game; None if none are wanted."""
        kept = here.folder() / "outboxes" / game.ledger.game
        if self.no_outbox:
            kept.unlink(missing_ok=True)
            return None
        if self.outbox is not None:
            kept.parent.mkdir(parents=True, exist_ok=True)
            replace_file(kept, f"{self.outbox.absolute()}\n".encode())
            return self.outbox
        return Path(kept.read_text("utf-8").removesuffix("\n")) if kept.exists() else None


def read(typed: str) -> tuple[list[str], str]:
    """`text,bbcode:phpbb` as formats and the flavour of BBCode. Raises UsageError."""
    kinds: list[str] = []
    flavour = ""
    known = {name for format in FORMATS for name in format.names} | {PICTURE}
    for word in filter(None, (part.strip().lower() for part in typed.split(","))):
        if word not in known:
            raise click.UsageError(
                f"There is no report format `{word}`: {NAMES}, with commas between."
            )
        kind, _, forum = word.partition(":")
        kinds += [] if kind in kinds else [kind]
        flavour = forum or flavour
    return kinds, flavour


def report_options(command: F) -> F:
    """The options whose values are the fields of Reports, in their order."""
    folder = click.option(
        "--reports",
        type=click.Path(file_okay=False, path_type=Path),
        help="Folder for the reports; default: `reports` beside the save.",
    )
    none = click.option("--no-reports", is_flag=True, help="Only the save.")
    formats = click.option(
        "--format",
        "formats",
        default="",
        metavar="F,F",
        help=f"Of the reports: {NAMES}. Kept for this game's next time; at first "
        f"{','.join(USUAL)}.",
    )
    outbox = click.option(
        "--outbox",
        type=click.Path(file_okay=False, path_type=Path),
        help="Folder for finished mails (.eml), one a player and one for the public. Kept for "
        "this game's next time.",
    )
    no_outbox = click.option("--no-outbox", is_flag=True, help="No finished mails any more.")
    return folder(none(formats(outbox(no_outbox(command)))))
