"""A table over the finished games of a club, with a rating by `openskill` (Plackett-Luce).

A player is a key: whoever changes keys begins anew, whoever shares one is one person here. A seat
that changed hands counts for the one who sat in it at the end.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from pbem.errors import NoRatings
from pbem.proof.reader import Reader


class Record(Struct):
    """A player's line. `rating` is what he plays at least as well as, with much certainty."""

    name: str
    fingerprint: str
    won: int = 0
    drawn: int = 0
    lost: int = 0
    mean: float = 0.0
    doubt: float = 0.0

    @property
    def games(self) -> int:
        return self.won + self.drawn + self.lost

    @property
    def rating(self) -> float:
        return self.mean - 3 * self.doubt


class FinishedGame(Struct, frozen=True):
    """A finished game: its hash, what its GM's clock showed last, and how each player came off."""

    game: str
    at: int
    players: tuple[PlayerResult, ...]


class PlayerResult(Struct, frozen=True):
    """A player at the end of a game."""

    name: str
    fingerprint: str
    won: bool
    drawn: bool


def finished_game(game: Reader) -> FinishedGame | None:
    """What counts of a game; None if it is not finished."""
    result, ledger = game.result, game.ledger
    if result is None or not ledger.begun:
        return None
    is_draw = not result.winners
    players = [
        PlayerResult(seat.keys.name, seat.keys.fingerprint, side in result.winners, is_draw)
        for side, seat in ledger.seats.items()
    ]
    return FinishedGame(ledger.game, ledger.cases.clock.at, tuple(players))


def standings(games: Iterable[FinishedGame]) -> list[Record]:
    """The table, best first. Games count in the order in which the GMs' clocks saw them last.

    Raises:
        NoRatings: the library is not installed.
    """
    try:
        from openskill.models import PlackettLuce, PlackettLuceRating
    except ImportError as error:
        raise NoRatings from error
    model = PlackettLuce()
    table: dict[str, Record] = {}
    ratings: dict[str, PlackettLuceRating] = {}
    for game in sorted(games, key=lambda game: (game.at, game.game)):
        teams, ranks = [], []
        for player in game.players:
            key = player.fingerprint
            line = table.setdefault(key, Record(player.name, key))
            ratings.setdefault(key, model.rating(name=key))
            teams.append(key)
            has_won, has_drawn = player.won, player.drawn
            ranks.append(0 if has_won or has_drawn else 1)
            line.drawn, line.won = line.drawn + has_drawn, line.won + has_won
            line.lost += not (has_won or has_drawn)
        new_ratings = model.rate(
            [[ratings[key]] for key in teams], ranks=[float(rank) for rank in ranks]
        )
        ratings |= {key: rating for key, (rating,) in zip(teams, new_ratings, strict=True)}
    for key, line in table.items():
        line.mean, line.doubt = ratings[key].mu, ratings[key].sigma
    return sorted(table.values(), key=lambda line: (-line.rating, line.fingerprint))
