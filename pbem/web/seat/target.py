"""What lines are written for: an answer to what is asked, or the script of a secret stack's card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct

from pbem.engine.play import Play
from pbem.engine.request import Request
from pbem.engine.table import Event, last_die_succeeded
from pbem.ledger.glimpse import Glimpse
from pbem.player.dry import DryRun, NoChance, dry_run, lines_on
from pbem.player.player import Player
from pbem.player.scripts import turned_up
from pbem.player.tries import FAILURE, SUCCESS, check_before

MOST_CHECKS = 3
"""So many checks in a row are looked at both ways."""
MOST_KEPT = 64
"""So many tries are kept."""
MOST_FACES = 12
"""Of a die that is looked at face by face."""


Run = Callable[[Sequence[str], Sequence[int]], DryRun]


class Way(Struct, frozen=True):
    """What comes of a die if it shows one of these `faces`, and where the game stands then; `faces` follow each other."""

    faces: tuple[int, ...]
    play: Play[Any]

    @property
    def face(self) -> int:
        """One that stands for all of them."""
        return self.faces[0]

    @property
    def shown(self) -> str:
        return shown(self.faces)


class Case(NamedTuple):
    """What the next dice are taken to show.

    Attributes:
        assumed: a face of each. `upward`: what is written is for that of the last or more.
        told: in words.
    """

    assumed: tuple[int, ...] = ()
    upward: bool = False
    told: str = ""


CERTAIN = Case()
"""No die is taken to show anything."""


def shown(faces: Sequence[int]) -> str:
    """Faces in a row, as a player says them: `4`, `4-6`."""
    return str(faces[0]) if len(faces) == 1 else f"{faces[0]}-{faces[-1]}"


class Strand(Struct, frozen=True):
    """Lines can be tried on it as often as somebody likes.

    Attributes:
        start: where the first line is carried out; nowhere that can be told if it is `blind`.
        pending: what is asked there of whom, but of nobody who has answered in secret, nor after the end.
        run: tries lines, and takes the first dice to show what it is told.
    """

    start: Play[Any] | Glimpse
    pending: tuple[Request, ...]
    run: Run
    blind: bool = False

    def check(self, run: DryRun, assumed: Sequence[int]) -> Event | None:
        """The die at which a run stopped, if a 1 wins it and a 6 loses it."""
        if not run.die:
            return None
        play = self.run(run.lines[: run.certain], (*assumed, SUCCESS)).play
        return check_before(play.events) if play is not None else None

    def fork(self, run: DryRun, assumed: Sequence[int]) -> tuple[Way, ...]:
        """What can come of the die at which a run stopped, each once; nothing if it is no die, or another die, a
        card or another player comes before one is asked again."""
        if not 0 < run.sides <= MOST_FACES:
            return ()
        ways: list[Way] = []
        for face in range(1, run.sides + 1):
            play = self.run(run.lines[: run.certain], (*assumed, face)).play
            if play is None:
                return ()
            same = ways and _alike(ways[-1].play, play)
            faces = (*ways.pop().faces, face) if same else (face,)
            ways.append(Way(faces, play))
        return tuple(ways)

    def ways(
        self, lines: Sequence[str], assumed: tuple[int, ...] = (), forked: bool = False
    ) -> Iterator[tuple[int, ...]]:
        """How the checks of these lines can turn out, each way to its end, and one die that is no check (`forked`:
        there was one)."""
        run = self.run(lines, assumed)
        faces: Sequence[int] = ()
        if len(assumed) < MOST_CHECKS:
            is_check = self.check(run, assumed) is not None
            faces = (SUCCESS, FAILURE) if is_check else ()
            if not is_check and not forked:
                faces, forked = [way.face for way in self.fork(run, assumed)], True
        if not faces:
            yield assumed
        for face in faces:
            yield from self.ways(lines, (*assumed, face), forked)

    def did(self, lines: Sequence[str], assumed: Sequence[int]) -> list[str]:
        """What is carried out of them if the checks turn out so."""
        return [one.line for one in self.run(lines, assumed).did]


def _alike(one: Play[Any], two: Play[Any]) -> bool:
    """Do both stand the same, whatever the die has shown?"""
    asked = [
        [(r.side, r.kind, [option.line for option in r.options]) for r in play.pending]
        for play in (one, two)
    ]
    won = [last_die_succeeded(play.events) for play in (one, two)]
    return one.state == two.state and asked[0] == asked[1] and won[0] == won[1]


def of_orders(game: Player) -> Strand:
    """The answer to what is asked. Raises NotYourTurn, GameOver."""

    def run(lines: Sequence[str], assumed: Sequence[int]) -> DryRun:
        return dry_run(game.ledger, game.player_side, lines, assumed, raises=False)

    return Strand(game.ledger.play, game.requests, _kept(run))


def _kept(run: Run) -> Run:
    """The same, which does not try again what it has just tried."""
    once = lru_cache(MOST_KEPT)(lambda lines, assumed: run(lines, assumed))
    return lambda lines, assumed: once(tuple(lines), tuple(assumed))


def of_card(game: Player, card: str, below: int) -> Strand:
    """The script of a card, as if it were turned up now."""
    ledger, side = game.ledger, game.player_side

    def run(lines: Sequence[str], assumed: Sequence[int]) -> DryRun:
        play = turned_up(ledger, side, card, below)
        if play is None:
            return DryRun(tuple(lines), 0, None)
        chance = NoChance(ledger.position.secrets, assumed)
        return lines_on(ledger.rules, play, side, lines, chance, raises=False)

    start = turned_up(ledger, side, card, below)
    if start is None:
        return Strand(ledger.play, (), run, blind=True)
    return Strand(start, tuple(start.pending), _kept(run))
