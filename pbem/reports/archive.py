"""A club as a static site, for whoever looks on: games, standings, public reports, replays.

All of it is made from games read through nobody's eyes. A delay in game turns lets the site lag behind a
running game: what is shown then is made from the log as far as that, so nothing later can be in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from pbem.club.standings import FinishedGame, Record, finished_game
from pbem.drawing.tags import Markup, joined_markup, tag
from pbem.engine.document import Heading
from pbem.ledger.cases import agreed
from pbem.protocol.atomic import replace_file
from pbem.reports.context import PUBLIC
from pbem.reports.formats import html
from pbem.reports.from_game import context, report_for, with_map
from pbem.reports.history import steps
from pbem.reports.period import Period
from pbem.reports.replay_page import page
from pbem.reports.report_parts import whole

if TYPE_CHECKING:
    from pbem.proof.reader import Reader
    from pbem.reports.context import Context

INDEX = "index.html"
REPLAY = "replay.html"


class Shelf(Struct, frozen=True):
    """What the index says of a game.

    Attributes:
        folder: of its pages; "" while nothing of it is shown.
        players: side to name. `now`: where it stands, as far as it is shown; how it ended.
        ended: for the standings, once it is over.
    """

    folder: str
    title: str
    players: Mapping[str, str]
    now: str
    ended: FinishedGame | None = None


def game_shown(game: Reader, delay: int) -> Reader | None:
    """A game as far as the site shows it: all of it once it is over, else as it stood at the end of the game
    turn so many turns ago (0: as it stands). None while there is no such turn."""
    if not game.ledger.begun or game.result is not None or not delay:
        return game if game.ledger.begun else None
    turns = game.turns
    return game.until(turns[-1 - delay].last) if len(turns) > delay else None


def shelve(folder: Path, game: Reader, delay: int) -> Shelf:
    """Write the pages of one game, at least as late as its terms want, and delete pages no longer shown; its shelf
    row.

    Raises OSError.
    """
    players = {side: seat.keys.name for side, seat in game.ledger.seats.items()}
    delay = max(delay, agreed.of(game.ledger.genesis).delay)
    past_game, game_folder = game_shown(game, delay), folder / game.id
    pages = _pages(past_game) if past_game is not None else {}
    for path in [*game_folder.glob("turn-*.html"), game_folder / INDEX, game_folder / REPLAY]:
        if path.name not in pages:
            path.unlink(missing_ok=True)
    if past_game is None:
        lag = f"shown after {delay} more {'turn' if delay == 1 else 'turns'}"
        return Shelf(
            "", game.title, players, f"under way, {lag}" if game.ledger.begun else game.now
        )
    game_folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        replace_file(game_folder / name, text.encode("utf-8"))
    state_words = past_game.result.told if past_game.result else past_game.now
    return Shelf(game.id, game.title, players, state_words, finished_game(past_game))


def _pages(game: Reader) -> dict[str, str]:
    """All pages of a game by their names: where it stands, each turn, the replay."""
    latest = with_map(game, context(game, PUBLIC, ()))
    links = [(f"../{INDEX}", "All games"), (REPLAY, "Replay")]
    links += [(f"turn-{turn.number}.html", turn.name) for turn in game.turns]
    pages = {INDEX: _page(game.title, links, _body(latest))}
    for turn in game.turns:
        body = _body(report_for(game, PUBLIC, Period(turn=str(turn.number))))
        back = [(f"../{INDEX}", "All games"), (INDEX, "The position now"), (REPLAY, "Replay")]
        pages[f"turn-{turn.number}.html"] = _page(f"{game.title}: {turn.name}", back, body)
    pages[REPLAY] = page(steps(game, PUBLIC))
    return pages


def _body(report: Context) -> Markup:
    """A report without its title, which stands above the links."""
    parts = [part for part in whole(report) if not (isinstance(part, Heading) and part.level == 1)]
    return html.fragment(parts, report.position.sides)


def index(shelves: Sequence[Shelf], table: Sequence[Record], delay: int) -> str:
    """The page that leads to all others. `table`: the standings, empty for none."""
    rows = joined_markup(map(_row, shelves), "\n")
    heads = joined_markup(
        tag("th", name, scope="col") for name in ("Game", "Players", "The position")
    )
    games = tag("table", tag("thead", tag("tr", heads)), tag("tbody", rows))
    parts = [tag("h2", "Games"), tag("div", games, class_="scroll")]
    if delay:
        lag = f"Running games are shown as they were {delay} game turn{'s' * (delay > 1)} ago."
        parts.append(tag("p", lag))
    if table:
        parts += [tag("h2", "Standings"), tag("div", _standings(table), class_="scroll")]
    return _page("Games", [], joined_markup(parts, "\n"))


def _row(shelf: Shelf) -> Markup:
    title = tag("a", shelf.title, href=f"{shelf.folder}/{INDEX}") if shelf.folder else shelf.title
    players = ", ".join(f"{name} ({side})" for side, name in shelf.players.items())
    return tag("tr", tag("th", title, scope="row"), tag("td", players), tag("td", shelf.now))


def _standings(table: Sequence[Record]) -> Markup:
    names = ("Player", "Games", "Won", "Drawn", "Lost", "Rating")
    heads = joined_markup(tag("th", name, scope="col") for name in names)
    rows = joined_markup(_record(line) for line in table)
    return tag("table", tag("thead", tag("tr", heads)), tag("tbody", rows))


def _record(line: Record) -> Markup:
    counts = (line.games, line.won, line.drawn, line.lost)
    cells = [tag("td", str(count)) for count in counts]
    return tag("tr", tag("th", line.name, scope="row"), *cells, tag("td", f"{line.rating:.1f}"))


def _page(title: str, links: Sequence[tuple[str, str]], body: Markup) -> str:
    header = [tag("h1", title)]
    if links:
        linked = joined_markup((tag("a", text, href=href) for href, text in links), "\n")
        header.append(tag("nav", linked, aria_label="Pages"))
    return html.shell(title, header, body)
