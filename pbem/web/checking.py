"""What can be checked: the orders that are written, an entry of the log, the whole game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.engine.document import AnyPart, Heading, Item, Items, Note, cells
from pbem.errors import NotOnThisPage, PbemError
from pbem.home.opening import verified
from pbem.home.verified import words_of
from pbem.reports import cases, explained
from pbem.reports.tags import Markup, tag
from pbem.web.drawer import open_, rendered, said, show, written
from pbem.web.lines import number
from pbem.web.page import Answer
from pbem.web.seat import Drawer, Seat
from pbem.web.sending import first_card

FIRST = (
    explained.HAPPENED,
    "WHAT IT MEANS",
    "WHAT WAS DECIDED",
    "DICE, AND HOW TO CHECK EACH BY HAND",
    "BEFORE THE GM",
)
"""What somebody asks first who asks about an entry."""
STANDS_STILL = "Scripts can be read; what is legal shows when their card is turned up."


def check(seat: Seat, words: Mapping[str, str]) -> Answer:
    """The orders read back, and what may come of them, both ways at each check."""
    return open_(seat, _checked)


def _checked(seat: Seat) -> Drawer:
    game, mine = seat.game, seat.orders
    policies = mine.reactions or {}
    game.check_standing(mine.scripts, policies)
    lines = game.preview(mine.lines) if mine.lines and not game.owes_ready else []
    in_force = game.standing.reactions
    parts: list[AnyPart] = [
        Heading("Read back", 3),
        *cases.read_back(lines, mine.scripts, {} if policies == in_force else policies),
    ]
    if lines and not (seat.cards and game.request().stack is not None):
        parts += [Heading("Both ways", 3), *cases.document(game.cases(mine.lines))]
    if why := first_card(seat):
        parts.append(Note(f"As things stand now, the script for card 1 would stop. {why}"))
    if mine.scripts:
        parts.append(Note(STANDS_STILL))
    return Drawer("Your orders, checked", written(seat, parts))


def explain(seat: Seat, words: Mapping[str, str]) -> Answer:
    """All that is behind `entry`: what was signed, asked and legal, its dice, its rules. Raises BadStatement."""
    n = number(words, "entry", len(seat.game.save.entries))
    told = explained.explained(seat.game, n)
    (_, title), *rest = told
    rest.sort(key=lambda part: part[0] not in FIRST)
    made = [_explained(*part, opens=part[0] in FIRST) for part in rest]
    return show(seat, f"Entry {n}", rendered("entry", n=n) + Markup("".join(made)) + said(*title))


def _explained(title: str, lines: Sequence[str], opens: bool) -> Markup:
    """One thing about an entry; what is not asked first is folded away."""
    rows = Markup("".join(tag("li", _line(line.strip())) for line in lines))
    listed = tag("ul", rows, class_="plain")
    if opens:
        return Markup(tag("h3", title.capitalize()) + listed)
    return tag("details", tag("summary", title.capitalize()), listed)


def _line(line: str) -> str:
    """A line that goes into a shell can be copied as it stands."""
    return tag("code", line) if "printf" in line else line


def verify(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Replay the whole game, with the eyes of this side. What is wrong is told as it is."""
    game = seat.game
    if game.path is None:
        raise NotOnThisPage(why="this game has no file that could be verified")
    try:
        again, verdict = verified(game.path, game.identity)
    except PbemError as error:
        return show(seat, "NOT in order", said(str(error)))
    line, sentences = words_of(again, verdict)
    table = game.ledger.table
    seats = {f"GM {gm.name}": gm.fingerprint for gm in table.gms}
    for side, one in game.ledger.seats.items():
        seats[f"{side}: {one.keys.name}"] = one.keys.fingerprint
    parts = (
        Note(line, mark="lead"),
        Items(tuple(Item(cells(sentence)) for sentence in sentences)),
        Heading("Who signs", 3),
        Items(tuple(Item(cells(key), who) for who, key in seats.items())),
        Note("Head of the log:", copied=game.head),
    )
    return show(seat, "Verified", written(seat, parts))


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
    "check": check,
    "explain": explain,
    "verify": verify,
}
