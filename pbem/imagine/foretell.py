"""Odds of a game in progress, from what the side that asks may know and nothing more."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.engine.odds import MOST_GAMES, Answer, Inquiry, Odds, check_games
from pbem.engine.play import Play
from pbem.errors import BadQuestion
from pbem.ledger.cases import agreed
from pbem.ledger.glimpse import Glimpse, state_for
from pbem.ledger.values import PUBLIC
from pbem.player.player import Player


def odds_offered(game: Player) -> Mapping[str, Odds]:
    """What may be asked of this game. Raises BadQuestion if it is nothing, NotAllowed by the table's terms."""
    agreed.check_aid(game.ledger, "odds")
    rules = game.ledger.rules
    odds: Mapping[str, Odds] = rules.chances.odds()
    if not odds:
        raise BadQuestion(why=f"{rules.title} has no odds here yet")
    return odds


def question(game: Player, name: str, options: Mapping[str, str]) -> Odds:
    """The odds of that name or its beginning, its options checked. Raises BadQuestion, which lists what there is."""
    odds = odds_offered(game)
    matches = [odds[name]] if name in odds else [o for n, o in odds.items() if n.startswith(name)]
    if len(matches) != 1:
        raise BadQuestion(why=f"there is no `{name}`; there are {', '.join(odds)}")
    (odds_meant,) = matches
    parameters = {parameter.name: parameter for parameter in odds_meant.parameters}
    option_list = ", ".join(f"--{parameter}" for parameter in parameters)
    for option, value in options.items():
        if option not in parameters:
            raise BadQuestion(why=f"`{odds_meant.name}` has no --{option}; it has {option_list}")
        if parameters[option].number and not (
            value.isascii() and value.isdigit() and len(value) < 4
        ):
            raise BadQuestion(why=f"--{option} is a whole number, not `{value}`")
        if not value.strip():
            raise BadQuestion(why=f"--{option} is empty")
    for parameter in odds_meant.parameters:
        if parameter.required and parameter.name not in options:
            raise BadQuestion(why=f"`{odds_meant.name}` needs --{parameter.name}: {parameter.help}")
    return odds_meant


def foretell(
    game: Player,
    name: str,
    options: Mapping[str, str],
    side: str = "",
    games: int = 1000,
    seed: int = 1,
    tick: Callable[[], None] = lambda: None,
    play: Play[Any] | Glimpse | None = None,
    first: str = "",
) -> Answer:
    """Answer a question as `side` (default: one's own, for others the public) may; `play`: where one's own
    order lines have led, in place of where the game stands; `first`: the line with which one would go on there.

    The enemy's standing orders are never looked at, even by a GM who could.

    Raises:
        BadQuestion, UnknownSide, NotAllowed.
    """
    odds = question(game, name, options)
    check_games(games, MOST_GAMES)
    ledger = game.ledger
    rules, play = ledger.rules, play if play is not None else ledger.play
    side = side or (game.side if game.side in ledger.sides else PUBLIC)
    standing = {} if side == PUBLIC else {side: game.standing_of(side)}
    inquiry = Inquiry(
        state_for(rules, play.state, side),
        side,
        dict(options),
        {} if side == PUBLIC else game.known(side),
        standing,
        tuple(request.kind for request in play.pending),
        None if ledger.veiled or not isinstance(play, Play) else play.checkpoint.copied(),
        games,
        seed,
        tick,
        first,
    )
    return odds.run(inquiry)
