"""Where a game stands after the order lines that are written, as far as their author can tell.

No die and no enemy is guessed. Of a check that decides what follows both ways can be looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from pbem.engine.document import Document
from pbem.engine.picture import Move, Picture, Tray
from pbem.engine.play import Play
from pbem.engine.request import Option, Request
from pbem.engine.table import Event
from pbem.ledger import sight
from pbem.ledger.glimpse import Glimpse, state_for
from pbem.ledger.ledger import Ledger
from pbem.ledger.values import PUBLIC
from pbem.player.player import Player
from pbem.player.target import MOST_CHECKS, Way
from pbem.player.writing import Writing
from pbem.reports.context import MOVES
from pbem.web.seat import branches as branching


class PositionView(Struct, frozen=True):
    """A position to look at, and what is asked there.

    Attributes:
        known: one's own hidden cards, by slot. `trays`: what lies beside the map.
        moves: what the lines that are written have moved so far.
        request: what this side is asked here; None if something else comes first, as `why` says.
        options: what it can choose, without what its hidden cards do not allow.
        die: the label of the die that comes next. `check`: that, if both ways can be looked at. `fork`: what can come of another die.
        branches: the lines that run for some outcomes of the first die alone, with these in words.
        told: what the lines did, in words.
        play: what stands so, and its state as this side sees it, `seen`; None in a world that is only tried.
    """

    document: Document
    picture: Picture
    known: dict[str, str]
    trays: tuple[Tray, ...] = ()
    moves: tuple[Move, ...] = ()
    request: Request | None = None
    options: tuple[Option, ...] = ()
    why: str = ""
    die: str = ""
    check: Event | None = None
    told: tuple[str, ...] = ()
    play: Play[Any] | Glimpse | None = None
    seen: Any = None
    fork: tuple[Way, ...] = ()
    branches: Mapping[int, str] = {}


def position_view(writing: Writing, assumed: Sequence[int] = ()) -> PositionView:
    """The position after the lines that are written, which have been checked.

    If a die comes next, the view has its label. If both results of it can be looked at it has the check, else the ways
    in which the game could go on, as far as this side has to decide in one of them.

    Args:
        assumed: what the first dice are taken to show: `target.SUCCESS`, `target.FAILURE`.
    """
    target, next_state = writing.target, writing.next(assumed)
    game, start, run = writing.game, target.start, next_state.run
    if run is None:
        return _view_after(game, start, next_state.play, next_state.request, why=next_state.why)
    branches = branching.runs_if(target, writing.lines)
    if run.play is not None:
        view = _view_after(game, start, next_state.play, next_state.request, why=next_state.why)
        return replace(view, branches=branches)
    die = "" if run.stopped or run.veiled else run.die
    check = target.check(run, assumed)
    fork = target.fork(run, assumed) if check is None and len(assumed) < MOST_CHECKS else ()
    asks = any(pending.side == target.side for way in fork for pending in way.play.pending)
    view = _view_after(game, start, next_state.play, None, check, next_state.why)
    return replace(view, die=die, fork=fork if asks else (), branches=branches)


def earlier(game: Player, ledger: Ledger) -> PositionView:
    """Where it stood when the game stood so, as its player could see it then."""
    return _drawn_view(game, ledger, ledger.play)


def _drawn_view(game: Player, ledger: Ledger, play: Play[Any] | Glimpse) -> PositionView:
    """What stands in this position of a ledger, as its player sees it, or saw it then."""
    eyes = game.holder.sight_of(ledger, game.player_side)
    rules, state = ledger.rules, state_for(ledger.rules, play.state, eyes)
    hand = sight.hand(rules, play, eyes) if eyes != PUBLIC else ()
    known = sight.cards_of(hand, ledger.known())
    return PositionView(
        rules.report(state, eyes, known),
        rules.picture(state, eyes),
        known,
        rules.trays(state, eyes, known),
        play=play,
        seen=state,
    )


def _view_after(
    game: Player,
    start: Play[Any] | Glimpse,
    play: Play[Any] | Glimpse,
    request: Request | None,
    check: Event | None = None,
    why: str = "",
) -> PositionView:
    """The position in `play`, with what the lines since `start` moved and said, and what can be chosen now.

    Args:
        check: the next die, if both of its results can be looked at.
        why: why there is no question, if there is none.
    """
    side = game.player_side
    events = [event for event in _events_since(start, play) if event.to in ("", side)]
    moves = (
        Move(e.about[1], e.about[2], e.about[0], e.text, e.kind, e.via)
        for e in events
        if e.kind in MOVES
    )
    menu = request is not None and request.stack is None
    return replace(
        _drawn_view(game, game.ledger, play),
        moves=tuple(moves),
        request=request,
        options=tuple(game.possible(request)) if request is not None and menu else (),
        why=why,
        check=check,
        told=tuple(e.text for e in events if e.text and e.kind != "die"),
    )


def _events_since(before: Play[Any] | Glimpse, now: Play[Any] | Glimpse) -> Sequence[Event]:
    """What happened since: a copy of the game repeats its step, a rehearsal begins where it stands."""
    if now is before or isinstance(now, Glimpse):
        return ()
    return now.events[0 if isinstance(before, Glimpse) else len(before.events) :]
