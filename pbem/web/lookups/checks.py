"""What can be checked: the orders that are written, an entry of the log, the whole game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pbem.drawing.tags import Markup, tag
from pbem.engine.document import AnyPart, Heading, Item, Items, Note, cells
from pbem.errors import NotOnThisPage, PbemError
from pbem.home.opening import to_verify
from pbem.home.verify_sentences import words_of
from pbem.player.invitation import Speaker
from pbem.player.orders import Orders
from pbem.player.target import MOST_CASES, Case
from pbem.proof.reader import Reader
from pbem.proof.verdict import Verdict
from pbem.reports import cases, explanation
from pbem.web.lookups.trying import no_start
from pbem.web.seat.answers import policy_told
from pbem.web.seat.drawer import document_markup, open_, paragraphs, show, template_markup
from pbem.web.seat.lines import number
from pbem.web.seat.seat import Drawer, Seat
from pbem.web.seat.sending import first_card
from pbem.web.server.jobs import Tick
from pbem.web.server.page import Answer

BY_HAND = "Check it by hand"
FIRST = (
    explanation.HAPPENED,
    explanation.MEANS,
    explanation.DECIDED,
    explanation.DICE,
    explanation.CASES,
)
"""What somebody asks first who asks about an entry."""
WRONG = "NOT in order"
STANDS_STILL = "`pbem` can read the scripts. Only when a card is turned up can `pbem` check whether its lines are legal."


def check(seat: Seat, words: Mapping[str, str]) -> Answer:
    """The orders read back, and what may come of them, both ways at each check."""
    game, mine = seat.game, seat.orders
    game.check_standing(mine.scripts, mine.reactions or {})
    if not mine.lines or game.owes_ready or seat.stacks:
        return open_(seat, lambda seat: _check_drawer(seat, game, mine, None))

    def work(tick: Tick) -> Callable[[], Answer]:
        case = game.cases(mine.lines, tick)
        return lambda: open_(seat, lambda seat: _check_drawer(seat, game, mine, case))

    return seat.work("Checking", MOST_CASES, work)


def _check_drawer(seat: Seat, game: Speaker, mine: Orders, case: Case | None) -> Drawer:
    """The drawer with what `check` has found, as long as the orders are these."""
    if seat.game is not game or seat.orders != mine:
        return Drawer("Checked before your last change", template_markup("check_again"))
    policies = mine.reactions or {}
    lines = game.preview(mine.lines) if mine.lines and not game.owes_ready and case is None else []
    in_force = game.standing.reactions
    new_policies = {} if policies == in_force else policies
    parts: list[AnyPart] = []
    if case is not None:
        parts += cases.case_parts(case, seat.names.statement, seat.names.words)
    if lines or mine.scripts or (case is None and not new_policies):
        parts += cases.read_back(lines, mine.scripts, {})
    if new_policies:
        rows = (policy_told(seat, kind, text) for kind, text in new_policies.items())
        items = tuple(Item(cells(f"{sentence} ({text})"), asks) for asks, text, sentence in rows)
        parts += [Heading("Policies", 3), Items(items)]
    if why := first_card(seat):
        parts.append(Note(f"As things are now, the script for card 1 would stop. {why}"))
    if mine.scripts:
        parts.append(Note(STANDS_STILL))
    return Drawer("Your orders, checked", document_markup(seat, parts))


def explain(seat: Seat, words: Mapping[str, str]) -> Answer:
    """All that is behind `entry`: what was signed, asked and legal, its dice, its rules. Raises BadStatement."""
    n = number(words, "entry", len(seat.game.save.entries))
    sections = explanation.explanation(seat.game, n)
    (_, title), *rest = sections
    rest.sort(key=lambda part: FIRST.index(part[0]) if part[0] in FIRST else len(FIRST))
    markups = [_explained(seat, *part) for part in rest]
    tries = not no_start(seat, n)
    return show(
        seat,
        f"Entry {n}",
        template_markup("entry", n=n, tries=tries) + Markup("".join(markups)) + paragraphs(*title),
    )


def _explained(seat: Seat, title: str, lines: Sequence[str]) -> Markup:
    """One thing about an entry; what is not asked first is folded away."""
    opens, rows = title in FIRST, list[tuple[str, list[str]]]()
    for line in lines:
        if opens and rows and line.startswith("    "):
            rows[-1][1].append(line.strip())
        else:
            rows.append((line.strip(), []))
    tell = _decided if title == explanation.DECIDED else line_with_details
    listed = tag("ul", Markup("".join(tell(seat, *row) for row in rows)), class_="plain")
    if opens:
        return Markup(tag("h3", title.partition(",")[0].capitalize()) + listed)
    return tag("details", tag("summary", title.capitalize()), listed)


def line_with_details(seat: Seat, line: str, below: Sequence[str]) -> Markup:
    """A line; what stands below it, how a die is checked by hand, is folded away."""
    if not below:
        return tag("li", line)
    rows = Markup("".join(tag("li", tag("code", each)) for each in below))
    return tag("li", line, tag("details", tag("summary", BY_HAND), tag("ul", rows, class_="plain")))


def _decided(seat: Seat, line: str, below: Sequence[str]) -> Markup:
    """`York: march: march ely (a policy)` as people say it, with the line as it was written."""
    side, _, order = line.partition(": ")
    order_line, how, why = order.partition(" (")
    sentence = seat.names.line(order_line)
    if not sentence:
        return tag("li", line)
    return tag("li", f"{side}: {sentence}{how}{why} ", tag("code", order_line, class_="wrote"))


def verify(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Replay the whole game with the eyes of this side, as a job; a drawer then shows the verdict, or what is
    wrong."""
    game = seat.game
    if game.path is None:
        raise NotOnThisPage(why="this game has no file that could be verified")
    try:
        count, verify_with = to_verify(game.path, game.identity)
    except PbemError as error:
        return show(seat, WRONG, paragraphs(str(error)))

    def work(tick: Tick) -> Callable[[], Answer]:
        try:
            again, verdict = verify_with(tick)
        except PbemError as error:
            error_text = paragraphs(str(error))
            return lambda: show(seat, WRONG, error_text)
        return lambda: _verdict_answer(seat, game, again, verdict)

    return seat.work("Verifying", count - 1, work)


def _verdict_answer(seat: Seat, game: Speaker, again: Reader, verdict: Verdict) -> Answer:
    words = words_of(again, verdict)
    table = game.ledger.table
    seats = {f"GM {gm.name}": gm.fingerprint for gm in table.gms}
    for side, player_seat in game.ledger.seats.items():
        seats[f"{side}: {player_seat.keys.name}"] = player_seat.keys.fingerprint
    parts = (
        Note(words.line, mark="lead"),
        Note(words.meaning),
        Items(tuple(Item(cells(sentence)) for sentence in words.sentences)),
        Heading("Who signs", 3),
        Items(tuple(Item(cells(key), who) for who, key in seats.items())),
        Note("Log fingerprint:", copied=game.head),
    )
    return show(seat, "Verified", document_markup(seat, parts))


READS = ("verify",)
"""What reads the file of the game itself, and tells what is wrong with it."""
VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
    "check": check,
    "explain": explain,
    "verify": verify,
}
