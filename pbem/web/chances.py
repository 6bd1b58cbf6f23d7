"""What the chances are: of a battle or a check from the map, and of the turn as the orders would have it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from pbem.engine.odds import PIECE, PLACE, SIDE, Odds, Parameter
from pbem.engine.odds import Answer as Told
from pbem.errors import BadQuestion, NotOnThisPage
from pbem.moderator.cases import agreed
from pbem.moderator.turn.ahead import turn_ahead
from pbem.moderator.turn.foretell import foretell, offered, question
from pbem.reports.odds_drawn import drawn
from pbem.web.drawer import open_, rendered, show
from pbem.web.jobs import Tick
from pbem.web.page import Answer, whole_number
from pbem.web.seat import Drawer, Seat

GAMES, TURNS = 1000, 100
"""Simulated for an answer, unless somebody wants more."""
ASKS = "odds:"
"""Before the name of a parameter, among the words of a form."""


class Field(Struct, frozen=True):
    """A parameter as it is asked for: with what can be chosen, or by typing."""

    name: str
    help: str
    required: bool
    number: bool
    value: str
    choices: tuple[tuple[str, str], ...] = ()


def odds(seat: Seat, words: Mapping[str, str]) -> Answer:
    """What may be asked of this game; with `about` only of that place or piece, filled in."""
    about = words.get("about", "")
    return open_(seat, lambda seat: _offered(seat, about))


def _offered(seat: Seat, about: str) -> Drawer:
    found = [one for one in offered(seat.game).values() if not about or names(one, about)]
    if not found:
        raise BadQuestion(why="nothing can be asked of that")
    rows = [
        (one, [_field(seat, parameter, about) for parameter in one.parameters]) for one in found
    ]
    first = next((one.name for one in found if one.name == "battle"), found[0].name)
    return Drawer("Odds", rendered("odds", rows=rows, first=first, games=GAMES))


def names(one: Odds, about: str) -> bool:
    """Is there a parameter of it for a `place:york`, a `piece:warwick`?"""
    return any(parameter.kind == about.partition(":")[0] for parameter in one.parameters)


def _field(seat: Seat, parameter: Parameter, about: str) -> Field:
    kind, _, id = about.partition(":")
    choices: tuple[tuple[str, str], ...] = ()
    spaces = seat.stand.picture.spaces
    if parameter.kind == PLACE:
        held = sorted(spaces, key=lambda space: not space.pieces)
        choices = tuple((space.id, space.name) for space in held)
    elif parameter.kind == PIECE:
        choices = tuple((piece.id, piece.name) for space in spaces for piece in space.pieces)
    elif parameter.kind == SIDE:
        sides = seat.game.ledger.rules.sides
        choices = tuple((side, about.name) for side, about in sides.items())
    value = id if parameter.kind == kind and id in dict(choices) else ""
    return Field(
        parameter.name, parameter.help, parameter.required, parameter.number, value, choices
    )


def foretold(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Answer the question `name`, from what this side may know. Raises BadQuestion, NotAllowed."""
    name, games = words.get("name", ""), games_of(words, GAMES)
    given = {
        key.removeprefix(ASKS): value.strip()
        for key, value in words.items()
        if key.startswith(ASKS) and value.strip()
    }
    game = seat.game
    if not question(game, name, given).sampled:
        return _told(seat, foretell(game, name, given))

    def work(tick: Tick) -> Callable[[], Answer]:
        told = foretell(game, name, given, games=games, tick=tick)
        return lambda: _told(seat, told)

    return seat.work("Fighting", games, work)


def turn(seat: Seat, words: Mapping[str, str]) -> Answer:
    """The orders that are written, to the end of the turn against the robot. Raises BadScript, NotAllowed."""
    game, mine, games = seat.game, seat.orders, games_of(words, TURNS)
    agreed.check_aid(game.ledger, "odds")
    if mine.scripts or mine.reactions:
        game.check_standing(mine.scripts, mine.reactions or {})
    if game.owes_ready:
        raise NotOnThisPage(why="no turn is under way; you are only asked whether you are ready")

    def work(tick: Tick) -> Callable[[], Answer]:
        told = turn_ahead(game, mine, games=games, tick=tick)
        return lambda: _told(seat, told)

    return seat.work("Playing the turn", games, work)


def _told(seat: Seat, told: Told) -> Answer:
    return show(seat, told.title, drawn(told))


def games_of(words: Mapping[str, str], usual: int) -> int:
    games = whole_number(words.get("games", "").strip())
    return usual if games is None else games


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
    "odds": odds,
    "foretold": foretold,
    "turn": turn,
}
