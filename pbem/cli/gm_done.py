"""What every command of a GM goes through: the save held and whole, then new entries written, then reports.

In this order: the entries into the pin, the save, the pin settled, the reports. After a kill or a full
disk anywhere in between, the next command (`pbem apply GAME.toml` will do) finishes what it finds.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pbem.cli import person
from pbem.cli.formats import Reports
from pbem.cli.terminal import wrapped
from pbem.errors import PbemError
from pbem.home import here, opening, robot_homes
from pbem.home.robot_homes import keeps
from pbem.moderator.game import Game
from pbem.moderator.ledger.story import Story
from pbem.protocol import save
from pbem.protocol.save import Save
from pbem.reports.formats import SPOKEN

if TYPE_CHECKING:
    from pbem.mail.outbox import Parcel


class Unfinished(click.ClickException):
    """The entries are signed and safe; something that follows from them could not be written."""

    exit_code = 3

    def show(self, file: Any = None) -> None:
        click.echo(wrapped(f"Not finished: {self.message}"), err=True)


@contextlib.contextmanager
def moderated(file: Path, by_hashes: bool = False) -> Iterator[Game]:
    """A GM's save, held against his other processes; what a kill left of it is finished first.

    Args:
        by_hashes: of a game that comes out differently under the rules installed here.

    Raises GameBusy, what `person.open_game` raises, and BadStatement after one's own reveal.
    """
    genesis = save.genesis_hash(file.read_bytes())
    if not genesis:
        save.read(file.read_bytes())  # says what is wrong with it
    with here.pins().lock(genesis):
        game = (
            opening.by_hashes(file, person.load_identity())
            if by_hashes
            else person.open_game(file, held=True)
        )
        here.check_may_sign(game)
        if here.told(game) < 0:
            here.set_told(game)
        yield _finished(game, file)


def _finished(game: Game, file: Path) -> Game:
    """The game with the entries that were signed before a kill and that the save lacks."""
    left = here.pins().unfinished(game.ledger.game, game.heads)
    if not left:
        return game
    whole = Game(Save((*game.save.entries, *left), game.save.signer), game.identity, file)
    write(whole, file)
    first, last = left[0].n, left[-1].n
    told = f"entry {first}" if first == last else f"entries {first} to {last}"
    click.echo(f"Finished what was cut off: {told} of {game.id}.", err=True)
    return whole


def write(game: Game, file: Path) -> None:
    """The entries that are new since the pin: into the pin, into the save, settled.

    Raises OSError while nothing has changed; Unfinished from then on.
    """
    seen, genesis = here.pins(), game.ledger.game
    pin = seen.pin(genesis)
    known, gm = pin.count if pin else 0, game.ledger.table.gms[0].fingerprint
    before, new = game.heads[:known], game.save.entries[known:]
    try:
        if seen.unfinished(genesis, before) != new:
            seen.intend(genesis, before, gm, new)
    except OSError:
        if seen.unfinished(genesis, before) != new:
            raise
    with promised(f"the new entries are signed and kept in {seen.folder}", file):
        game.write(file)
    with promised(f"{file} has the new entries", file):
        seen.settle(genesis, game.heads, gm, game.checkpoint(seen.checkpoint(genesis)))


@contextlib.contextmanager
def promised(stands: str, file: Path) -> Iterator[None]:
    """What fails from here on is not refused: it is done later."""
    try:
        yield
    except (OSError, PbemError) as error:
        if isinstance(error, OSError):
            why = f"{error.filename or ''}: {error.strerror or error}".lstrip(": ")
        else:
            why = str(error)
        advice = f"When that is mended, `{person.pbem()} apply {file}` does the rest."
        raise Unfinished(f"{stands}, but then: {why.rstrip('.')}. {advice}") from error


def read_clock(game: Game) -> list[Story]:
    """In a game with deadlines the time of new questions begins now: a reading, if one is due."""
    clock = game.ledger.cases.clock
    if not clock.deadline or game.result or not game.in_charge:
        return []
    started = {side: clock.since.get(side, (0, 0))[0] for side in game.ledger.askings}
    asked = {side: asking.number for side, asking in game.ledger.askings.items()}
    if started == asked:
        return []
    return [game.tick(max(here.now(), clock.at))]


def untold(game: Game, stories: Sequence[Story] = ()) -> list[Story]:
    """These stories, and those of earlier entries whose reports a kill left unwritten."""
    first = stories[0].n if stories else len(game.save.entries)
    told = here.told(game)
    earlier = game.stories(told + 1, first - 1) if 0 <= told < first - 1 else []
    return [*earlier, *stories]


def write_reports(game: Game, file: Path, stories: Sequence[Story], wish: Reports) -> None:
    """Write what is to be sent about new entries, and say so. Raises Unfinished."""
    told = untold(game, sorted(stories, key=lambda story: story.n))
    outbox = wish.mails(game)
    if told and (outbox or not wish.none):
        from pbem.mail.outbox import parcels, write_all  # slow to load

        kinds, flavour = wish.chosen(game)
        folder = wish.folder or file.parent / "reports"
        with promised(f"{file} has the new entries", file):
            every = parcels(game, told, SPOKEN in kinds)
            made = [one for one in every if not keeps(file, one.reader)]
            written = [] if wish.none else write_all(game, folder, made, kinds, flavour)
            mails = write_mails(game, outbox, made, file, kinds) if outbox else []
        if mails:
            click.echo("Open each of these in your mail program, look at it, and send it:")
        else:
            click.echo(f"Send {file} to all players, each with the report of their side:")
        for path in mails or written:
            click.echo(f"  {path}")
    with promised(f"{file} has the new entries", file):
        here.set_told(game)


def write_mails(
    game: Game, folder: Path, made: Sequence[Parcel], file: Path, kinds: Sequence[str]
) -> list[Path]:
    """Finished mails, to the addresses that are sure; none to a robot here. Raises OSError, Garbled."""
    from pbem.mail import addresses, eml

    people = [one for one in made if not robot_homes.keeps(file, one.reader)]
    book = addresses.read(here.addresses(game.ledger.game))
    return eml.write_mails(game, folder, people, book, file, kinds)


def tell(story: Story) -> None:
    """What an entry did, for the GM; with a mark where it is not for everybody."""
    for event in story.events:
        alone = f"(for {event.to} alone) " if event.to else ""
        click.echo(wrapped(alone + event.text, "  ", "    "))


def keep(game: Game, file: Path, story: Story) -> None:
    """Write the save and the reports about a new entry, and tell what it did."""
    wish = Reports()
    wish.chosen(game)  # or refused, before anything is written
    stories = [story, *read_clock(game)]
    write(game, file)
    click.echo(f"Entry {story.n} of {game.id}:")
    tell(story)
    write_reports(game, file, stories, wish)


__all__ = [
    "Unfinished",
    "keep",
    "moderated",
    "promised",
    "read_clock",
    "tell",
    "write",
    "write_reports",
]
