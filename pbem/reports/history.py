"""A game entry by entry: each step a small report with the map, for a terminal or for a page."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pbem.errors import VeiledPast
from pbem.reports.context import PUBLIC, Context, build, story
from pbem.reports.render import environment, plain, wrap
from pbem.reports.summary import changed

if TYPE_CHECKING:
    from pbem.moderator.game import Game


def steps(game: Game) -> Iterator[Context]:
    """Each entry from the first on, as everybody could see it. Raises VeiledPast."""
    if game.ledger.veiled:
        raise VeiledPast(n=1)
    for ledger, told in game.history():
        rules, state = ledger.rules, ledger.play.state
        entry = story(told.n, told.side, told.key, told.decisions, told.events)
        yield build(
            game.title,
            rules.name,
            PUBLIC,
            [entry],
            rules.report(state, PUBLIC, {}),
            [],
            game.heads[told.n],
            told.n,
            board=rules.board(state, PUBLIC),
        )


def words(step: Context) -> str:
    """One step for a terminal: its orders and sentences without the dice, and where things stand."""
    (entry,) = step.entries
    lines = [f"{entry.title}, by the {step.side(entry.side)}. {changed(step)}"]
    for told in entry.told:
        mark = "> " if told.kind == "order" else ""
        lines += [] if told.dice else [f"  {mark}{told.text}{told.remark}"]
    return "\n".join(wrap(plain(line)) for line in lines)


def page(game: Game) -> str:
    """All steps in one file with a slider; the arrow keys move it. Nothing is loaded from anywhere."""
    made = list(steps(game))
    return environment("html").get_template("html/replay.html.j2").render(steps=made) + "\n"
