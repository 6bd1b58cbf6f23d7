"""A branch that is tried on the page of a seat: the same map and choices, in a world that may not be the true one.

It has no orders, so nothing of it can be sealed: what is clicked goes to the branch.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from pbem.engine.option import Option
from pbem.engine.picture import Move
from pbem.engine.table import cards_in
from pbem.home import branches
from pbem.imagine.branches import Branch
from pbem.imagine.fork import Fork, LineResult
from pbem.ledger.glimpse import state_for
from pbem.reports.context import MOVES
from pbem.web.seat.highlights import Concern, concerns, concerns_on_map
from pbem.web.seat.position import PositionView
from pbem.web.seat.seat import Part, Seat
from pbem.web.server.page import Answer

OVER = "The game is over in this branch: {reason}"
DIE = "A die comes first: {label}, 1 to {sides}."
STOPS = "Nobody has a decision here."


class TrySeat(Seat):
    """A seat whose choices are tried, not written.

    Attributes:
        outer: the seat with the orders. `branch`: as it is kept. `fork`: the branch as it stands.
        fresh: what the last click brought.
    """

    tried = True

    def __init__(
        self,
        outer: Seat,
        branch: Branch,
        fork: Fork,
        verbs: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]],
        parts: Mapping[str, Part],
        page: Callable[[Seat, Mapping[str, str]], str],
    ) -> None:
        super().__init__(outer.game, verbs, parts, page, outer.jobs)
        self.outer, self.branch, self.fork = outer, branch, fork
        self.version = outer.version
        self.fresh: Sequence[LineResult] = ()
        self._at: tuple[object, PositionView] | None = None
        self._about: tuple[object, tuple[Concern, ...]] | None = None

    @property
    def front(self) -> Seat:
        return self.outer.front

    def step(self, words: str) -> None:
        """Try one more line, or another word. Raises as `Fork.take`; nothing has changed then."""
        self.fresh = self.fork.take(words)
        self._kept()

    def back(self) -> str:
        """Take the last line back. Raises BadTry."""
        gone, self.fresh = self.fork.undo(), ()
        self._kept()
        return gone

    def turn_to(self, branch: Branch, fork: Fork) -> None:
        """Go on with this branch."""
        self.branch, self.fork, self.fresh = branch, fork, ()
        self._kept()

    def _kept(self) -> None:
        self.branch = replace(self.branch, lines=self.fork.lines)
        branches.save(self.game, self.branch)
        self._at = self._about = None
        self.stack = ()
        self.look()

    @property
    def lines(self) -> tuple[str, ...]:
        return self.fork.lines

    def write_lines(self, lines: Sequence[str]) -> tuple[str, ...]:
        """Try the last of these lines: a stack is put together as in orders."""
        self.step(lines[-1])
        return (lines[-1],)

    @property
    def stand(self) -> PositionView:
        """Where the branch stands, as its side sees it."""
        if self._at is None or self._at[0] is not self.fork:
            self._at = self.fork, _stand(self.fork)
        return self._at[1]

    @property
    def concerns(self) -> tuple[Concern, ...]:
        stand, request = self.stand, self.stand.request
        if self._about is None or self._about[0] is not stand:
            asked_side = request.side if request is not None else self.side
            all_concerns = concerns(self.fork.rules, asked_side, stand.options)
            self._about = stand, concerns_on_map(stand.picture, all_concerns)
        return self._about[1]


def _stand(fork: Fork) -> PositionView:
    """The position that a branch has led to, with the choices of the question asked there."""
    rules, side = fork.rules, fork.side
    state, cards_known, request = (
        state_for(rules, fork.state, side),
        fork.known(side),
        fork.request(),
    )
    options: tuple[Option, ...] = ()
    if request is not None and request.stack is None:
        cards_held = cards_in(request.slots, fork.chance.secrets)
        options = tuple(request.menu.possible(cards_held))
    moves = tuple(
        Move(event.about[1], event.about[2], event.about[0], event.text, event.kind, event.via)
        for line_result in fork.done
        for event in line_result.events
        if event.kind in MOVES and event.to in ("", side)
    )
    picture = rules.picture(state, side)
    document = rules.report(state, side, cards_known)
    trays = rules.trays(state, side, cards_known)
    return PositionView(document, picture, cards_known, trays, moves, request, options, _why(fork))


def _why(fork: Fork) -> str:
    """What comes where nobody is asked."""
    if fork.result is not None:
        return OVER.format(reason=fork.result.reason)
    return DIE.format(label=fork.die[0], sides=fork.die[1]) if fork.die else STOPS
