"""The desk of a player: his seat, with everything that can be clicked and drawn there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.errors import PbemError
from pbem.home import arrivals as files
from pbem.home import drafts
from pbem.player.invitation import Speaker
from pbem.web.lobby import robots
from pbem.web.lookups import (
    at_pointer,
    books,
    chances,
    checks,
    forecast,
    looking,
    notes,
    trying,
    turn_ahead,
)
from pbem.web.seat import (
    arrivals,
    conditions,
    drawer,
    duels,
    lines,
    parts,
    policies,
    sending,
    speaking,
    stacks,
)
from pbem.web.seat.seat import Part, Seat
from pbem.web.server.jobs import Jobs
from pbem.web.server.page import Answer, Download

Verb = Callable[[Seat, Mapping[str, str]], Answer]
VERBS: Mapping[str, Verb] = {
    **arrivals.VERBS,
    **books.VERBS,
    **chances.VERBS,
    **forecast.VERBS,
    **checks.VERBS,
    **conditions.VERBS,
    **drawer.VERBS,
    **turn_ahead.VERBS,
    **lines.VERBS,
    **looking.VERBS,
    **notes.VERBS,
    **at_pointer.VERBS,
    **policies.VERBS,
    **sending.VERBS,
    **speaking.VERBS,
    **stacks.VERBS,
    **trying.BEGINS,
}


class Seated:
    """A player's page: his seat, and what comes to it and goes from it."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat

    def whole(self) -> str:
        """The page; where the file is broken by now as it was read before, with what is wrong."""
        message = self.seat.said
        try:
            arrivals.refresh(self.seat)
        except PbemError as error:
            self.seat.said = str(error)
        page, self.seat.said = self.seat.whole(), message
        return page

    def act(self, verb: str, words: Mapping[str, str]) -> Answer:
        """See Page. Raises NotOnThisPage for what this page cannot do."""
        came = "" if verb in checks.READS else arrivals.refresh(self.seat)
        if came:
            return self.seat.answer(came, everything=True)
        return self.seat.act(verb, words)

    def drop(self, name: str, content: bytes) -> Answer:
        if duels.is_duel(self.seat.game) and files.save_in(content):
            return duels.drop(self.seat, name, content)
        return speaking.drop(self.seat, content) or arrivals.drop(self.seat, name, content)

    def download(self, name: str) -> Download:
        return sending.file_of(self.seat, name)

    def keep(self) -> str:
        """Write down what is not sent. Raises OSError."""
        path = drafts.keep(self.seat.game, self.seat.orders)
        return (
            f"Your unsent orders are kept in {path}. You will see them again next time."
            if path
            else ""
        )


def seated(
    game: Speaker,
    jobs: Jobs | None = None,
    verbs: Mapping[str, Verb] = VERBS,
    coach: Part | None = None,
    shelf: str = "",
) -> Seated:
    """The seat of this identity at a game, with what it has written and not sent; `jobs` does what takes long.

    Args:
        coach: what stands beside the question instead of what does at any table.
        shelf: the page with all games.

    Raises NotInThisGame, OSError.
    """
    page_parts = {**parts.PARTS, "coach": coach} if coach is not None else parts.PARTS
    seat = Seat(game, verbs, page_parts, parts.page, jobs)
    seat.shelf = shelf
    orders, seat.said = drafts.kept_draft(game)
    seat.take_up(game, orders)
    seat.stamp = arrivals.stamp(game)
    seat.since = arrivals.first_new(game)
    if not robots.sits_at(seat):
        seat.arrived = arrivals.news_waits(game)
    elif game.result is None and arrivals.anything_done(game):
        # Robots answer at once, so their player has seen it; days later a few words call it back.
        seat.brief = arrivals.in_few_words(arrivals.news(seat))
    arrivals.ready_at_once(seat)
    return Seated(seat)
