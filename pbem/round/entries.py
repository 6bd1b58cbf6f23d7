"""What every act of a GM goes through: the save held and whole, then new entries written.

In this order: the entries into the pin, the save, the pin settled, the reports (`handing_out`). After a kill or a
full disk anywhere in between, the next act of the GM finishes what it finds.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from pbem.errors import Duel, PbemError
from pbem.gm.game import Game
from pbem.home import computer, opening
from pbem.ledger.cases import time
from pbem.ledger.story import Story
from pbem.protocol import save
from pbem.protocol.keys import Identity
from pbem.protocol.save import Save

Tell = Callable[[str], None]
"""Takes a sentence for whoever sits here."""


class Unfinished(Exception):
    """Exit code 3: entries of `file` are signed and safe; something that follows from them could not be written."""

    def __init__(self, stands: str, why: str, file: Path) -> None:
        super().__init__(f"{stands}, but then: {why.rstrip('.')}.")
        self.file = file


@contextlib.contextmanager
def game_to_moderate(
    file: Path, identity: Callable[[], Identity], tell: Tell, signs: bool = True
) -> Iterator[Game]:
    """A GM's save, held against his other processes; what a kill left of it is finished first.

    Args:
        identity: whose eyes; asked for when the save is held.
        signs: False where the keys of others are taken too, which a GM who has published a key can still do.

    Raises Duel, GameBusy, what `opening.read_game` raises, and BadStatement after one's own reveal.
    """
    data = save.contents(file)
    if save.is_duel(data):
        raise Duel
    genesis = save.genesis_hash(data)
    if not genesis:
        save.read(data)  # says what is wrong with it
    with computer.pins().lock(genesis):
        game = opening.read_game(Game, file, identity())
        for sentence in opening.remember(game, held=True):
            tell(sentence)
        if signs or not game.ledger.final:
            computer.check_may_sign(game)
        if computer.last_reported_entry(game) < 0:
            computer.set_told(game)
        yield _finish_interrupted(game, file, tell)


def _finish_interrupted(game: Game, file: Path, tell: Tell) -> Game:
    """The game with the entries that were signed before a kill and that the save lacks."""
    missing_entries = computer.pins().unfinished(game.ledger.game, game.heads)
    if not missing_entries:
        return game
    whole = Game(
        Save((*game.save.entries, *missing_entries), game.save.signer), game.identity, file
    )
    write(whole, file)
    first, last = missing_entries[0].n, missing_entries[-1].n
    entries_words = f"entry {first}" if first == last else f"entries {first} to {last}"
    tell(f"Finished what was interrupted: {entries_words} of {game.id}.")
    return whole


def write(game: Game, file: Path) -> None:
    """Write the entries that are new since the pin: into the pin, into the save, then settle the pin.

    Raises BadStatement and OSError while nothing has changed; Unfinished from then on.
    """
    computer.check_may_sign(game)
    pins, genesis = computer.pins(), game.ledger.game
    pin = pins.pin(genesis)
    entries_seen = pin.count if pin else 0
    signers = [gm.fingerprint for gm in game.ledger.table.gms]
    heads_before, new_entries = game.heads[:entries_seen], game.save.entries[entries_seen:]
    try:
        if pins.unfinished(genesis, heads_before) != new_entries:
            pins.intend(genesis, heads_before, signers, new_entries)
    except OSError:
        if pins.unfinished(genesis, heads_before) != new_entries:
            raise
    with promised(f"the new entries are signed and kept in {pins.folder}", file):
        game.write(file)
    with promised(f"{file} has the new entries", file):
        pins.settle(genesis, game.heads, signers, game.checkpoint(pins.checkpoint(genesis)))


@contextlib.contextmanager
def promised(stands: str, file: Path) -> Iterator[None]:
    """What fails from here on is not refused: it is done later. Raises Unfinished."""
    try:
        yield
    except OSError as error:
        why = f"{error.filename or ''}: {error.strerror or error}".lstrip(": ")
        raise Unfinished(stands, why, file) from error
    except PbemError as error:
        raise Unfinished(stands, str(error), file) from error


def clock_is_due(game: Game) -> bool:
    """Is the clock to be read: for the deadlines of new questions, else once a week, so that days of silence run?

    Never where something in the game is dated later than this computer's clock says.
    """
    ledger, now = game.ledger, computer.now()
    clock = ledger.cases.clock
    if not ledger.begun or ledger.final or not game.in_charge or clock.latest > now + time.AHEAD:
        return False
    new = any(
        clock.pace_at(asking.since).hours and clock.since.get(side, (0, 0))[0] != asking.number
        for side, asking in ledger.askings.items()
    )
    return new or now >= max(clock.at, ledger.genesis.at) + time.WEEK


def clock_in_doubt(game: Game) -> str:
    """Why somebody has to say that this computer's clock is right before it is read; "" if nobody has to."""
    return time.strange(game.ledger, computer.now()) if clock_is_due(game) else ""


def read_clock(game: Game, clock_is_right: bool = False) -> list[Story]:
    """A reading, if one is due; not of a clock that says a strange time, unless somebody says that it is right."""
    if not clock_is_due(game) or (clock_in_doubt(game) and not clock_is_right):
        return []
    return [game.tick(computer.now())]
