"""What lines are written for: an answer to what is asked, or the script of a secret stack's card."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from pbem.engine.play import Play
from pbem.engine.table import Event
from pbem.moderator.ledger.glimpse import Glimpse
from pbem.moderator.player import Player
from pbem.moderator.turn.dry import DryRun, NoChance, dry_run, lines_on
from pbem.moderator.turn.scripts import turned_up
from pbem.moderator.turn.tries import FAILURE, SUCCESS, check_before

MOST_CHECKS = 3
"""So many checks in a row are looked at both ways."""


class Strand(Struct, frozen=True):
    """Lines can be tried on it as often as somebody likes.

    Attributes:
        start: where the first line is carried out; nowhere that can be told if it is `blind`.
        run: tries lines, and takes the first dice to show what it is told.
    """

    start: Play[Any] | Glimpse
    run: Callable[[Sequence[str], Sequence[int]], DryRun]
    blind: bool = False

    def check(self, run: DryRun, assumed: Sequence[int]) -> Event | None:
        """The die at which a run stopped, if a 1 wins it and a 6 loses it."""
        if not run.die:
            return None
        play = self.run(run.lines[: run.certain], (*assumed, SUCCESS)).play
        return check_before(play.events) if play is not None else None

    def ways(
        self, lines: Sequence[str], assumed: tuple[int, ...] = ()
    ) -> Iterator[tuple[int, ...]]:
        """How the checks of these lines can turn out, each way to its end."""
        run = self.run(lines, assumed)
        if len(assumed) == MOST_CHECKS or self.check(run, assumed) is None:
            yield assumed
            return
        for face in (SUCCESS, FAILURE):
            yield from self.ways(lines, (*assumed, face))

    def did(self, lines: Sequence[str], assumed: Sequence[int]) -> list[str]:
        """What is carried out of them if the checks turn out so."""
        return [one.line for one in self.run(lines, assumed).did]


def of_orders(game: Player) -> Strand:
    """The answer to what is asked. Raises NotYourTurn, GameOver."""

    def run(lines: Sequence[str], assumed: Sequence[int]) -> DryRun:
        return dry_run(game.ledger, game.player_side, lines, assumed, raises=False)

    return Strand(game.ledger.play, run)


def of_card(game: Player, card: str) -> Strand:
    """The script of a card, as if it were turned up now."""
    ledger, side = game.ledger, game.player_side

    def run(lines: Sequence[str], assumed: Sequence[int]) -> DryRun:
        play = turned_up(ledger, side, card)
        if play is None:
            return DryRun(tuple(lines), 0, None)
        chance = NoChance(ledger.position.secrets, assumed)
        return lines_on(ledger.rules, play, side, lines, chance, raises=False)

    start = turned_up(ledger, side, card)
    return Strand(ledger.play, run, blind=True) if start is None else Strand(start, run)
