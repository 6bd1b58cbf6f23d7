"""What comes while a page is open: a newer save, dropped on it or put beside it, alone or in a mail; and order
lines that its player tapped together on another machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise

from msgspec.structs import replace

from pbem.engine.picture import Cast
from pbem.errors import NotOnThisPage
from pbem.games import find
from pbem.home import (
    arrivals,
    computer,
    drafts,
    letters,
    opening,
    robot_homes,
    sent,
    tapped_orders,
)
from pbem.ledger import course
from pbem.ledger.ledger import Ledger
from pbem.mail.read.orders_file import OrdersFile
from pbem.patterns import Pattern
from pbem.player.invitation import Speaker
from pbem.player.orders import Orders
from pbem.proof import game_names
from pbem.reports.battles import OUTCOMES, battles
from pbem.reports.context import PASSES, Context, Passage
from pbem.reports.dice import Dice
from pbem.reports.digest import SEALED, StoryPart, blocks, without_seats
from pbem.reports.fought import MOST, verdict_of
from pbem.reports.from_game import context, folded_report, report_for
from pbem.reports.order_sentences import Names, names_of
from pbem.reports.period import Period
from pbem.web.seat.seat import SealedOrders, Seat
from pbem.web.server.page import Answer

NOT_WANTED = (
    "it has no save of this game and no order lines. The emails of other players go to the GM, who sends "
    "you the new save"
)
KNOWN = "You have this save already; it ends with entry {n}."
WRITTEN = (
    "From {name}: {what}. These lines are in your orders now. Check your orders, then seal them."
)
BEFORE = "To get back what you had written before, click Undo."
SHORT = 400
"""Characters of what happened that are kept with the question. The log has all of it."""
FITS = 130
"""Characters of it that are shown there."""
SENTENCES = Pattern(r"(?<=[.!?])(?<!\bSt\.) ")
"""Between two sentences, but not in `St. Albans`."""
UNDONE = "Some of your orders were not carried out."
WEIGHTY = (*OUTCOMES, "battle_death", "death", "treachery", "exile")
"""Kinds of sentences that stay when what happened is cut, as do those on the reader's own dice."""
STAYS = 100
"""Characters of such sentences."""
CUT = " ... "
"""Between what stays and what came last."""
MOST_BEFORE = 8
"""Entries before those that are stepped through."""
LEFT = "left"
"""Kind of a line about orders that were not carried out."""
CHOSEN = "The {people} have chosen, face down."
NOTHING = "Nothing else happened."
ENDED = "{count} {what} came; the game is over."
CAME = "There is news: {count} {what}. Read it before you seal new orders."


def drop(seat: Seat, name: str, content: bytes) -> Answer:
    """Take a save, or a mail with one, in the place of the older one; or lines from a page of a report.

    Raises NotOnThisPage, WrongGame, Forked, ShorterHistory and what reading a save or lines raises; then the
    old one, and what was written, is still there.
    """
    data, path = arrivals.save_in(content), seat.game.path
    if not data and (lines := tapped_orders.tapped_lines(content)) is not None:
        return _write_lines(seat, name, lines)
    if not data or path is None:
        raise NotOnThisPage(why=f"{name}: {NOT_WANTED}")
    if not arrivals.replaced(seat.game, path, data):
        return seat.answer(KNOWN.format(n=len(seat.game.save.entries) - 1))
    return seat.answer(reread(seat), everything=True)


def _write_lines(seat: Seat, name: str, lines: OrdersFile) -> Answer:
    """Put lines into the order list, in the place of those for the same question, cards and policies."""
    game, was = seat.game, seat.orders
    mine = tapped_orders.tapped_orders(game, lines)
    full_lines = mine.lines if game.owes_ready or not mine.lines else game.spelled(mine.lines)
    has_new_stack = bool(mine.lines) and any(
        open_request.side == seat.side and open_request.stack for open_request in game.requests
    )
    scripts = mine.scripts if has_new_stack else {**was.scripts, **mine.scripts}
    reactions = was.reactions if mine.reactions is None else mine.reactions
    seat.inner, seat.card, seat.stack, seat.anew = None, "", (), True
    seat.write(Orders(full_lines or was.lines, scripts, reactions))
    counts = (
        (len(mine.lines), "order line", "order lines"),
        (len(mine.scripts), "script", "scripts"),
        (len(mine.reactions or ()), "policy", "policies"),
    )
    count_words = ", ".join(f"{n} {one if n == 1 else many}" for n, one, many in counts if n)
    message = WRITTEN.format(name=name, what=count_words)
    return seat.answer(message if was == Orders() else f"{message} {BEFORE}", everything=True)


def refresh(seat: Seat) -> str:
    """Take what another program has put in the place of the save; what came, "" if nothing did."""
    path = seat.game.path
    if path is None or seat.stamp == stamp(seat.game):
        return ""
    return reread(seat)


def reread(seat: Seat) -> str:
    """Go on with the save as it is on the disk now; a sentence on what came, "" for nothing.

    Raises as `opening.read_game`.
    """
    path, count_before = seat.game.path, len(seat.game.save.entries)
    if path is None:
        raise NotOnThisPage(why="this game has no file")
    game = opening.read_game(type(seat.game), path, seat.game.identity)
    if game.ledger.game != seat.game.ledger.game:
        raise game_names.foreign(game_names.of_log(game.save.entries), seat.game)
    if game.heads == seat.game.heads:  # the same save, written again
        seat.stamp = stamp(game)
        return ""
    doubts = opening.remember(game)
    drafts.keep(seat.game, seat.orders)
    orders, dropped_words = drafts.kept_draft(game)
    count, waits = len(game.save.entries) - count_before, seat.arrived
    seat.take_up(game, orders)
    is_set_up = not game.ledger.cases.ordered and not anything_done(game)
    seat.arrived, seat.since = waits or (bool(count) and not is_set_up), first_new(game)
    if count and not seat.arrived:
        seat.brief = in_few_words(news(seat))
    seat.stamp = stamp(game)
    ready_at_once(seat)
    template = ENDED if game.result is not None else CAME
    came = template.format(count=count, what="entry" if count == 1 else "entries") if count else ""
    return " ".join(filter(None, (came, dropped_words, *doubts)))


def ready_at_once(seat: Seat) -> None:
    """Where its player has nothing to decide the email is signed without a question; it only has to be sent."""
    game, mine = seat.game, seat.orders
    robots = robot_homes.has_robot_gm(game.path)
    duel = not game.ledger.offices.moderated
    if not game.owes_ready or duel or robots or seat.signed is not None or mine != Orders():
        return
    letter = game.orders(())
    computer.check_may_sign(game)
    sent.keep_youngest(game, letter)
    seat.sealed = SealedOrders(letter, letters.of_orders(game, letter, Orders()))
    seat.take_up(game, Orders())


def stamp(game: Speaker) -> tuple[int, int]:
    """When the save was written last, and how long it is; so that another one is noticed."""
    if game.path is None or not game.path.exists():
        return (0, 0)
    status = game.path.stat()
    return (status.st_mtime_ns, status.st_size)


def mark_looked_at(seat: Seat, words: Mapping[str, str]) -> Answer:
    """What arrived was looked at: on to the question."""
    seat.arrived = False
    computer.set_seen(seat.game)
    if seat.game.result is not None:
        return seat.answer("The game is over.")
    return seat.answer("" if seat.request else "You have nothing to decide now.")


def again(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Step through what happened, once more or after all."""
    seat.arrived = True
    return seat.answer()


def first_new(game: Speaker) -> int:
    """The first entry since its reader's last orders that he has not looked at on this machine; where he has
    looked at all, the first since his orders."""
    first, new = game.last_order(), computer.last_seen_entry(game.ledger.game, game.side) + 1
    return max(first, new) if new < len(game.save.entries) else first


def news(seat: Seat) -> Context:
    """What is stepped through."""
    game = seat.game
    return folded_report(game, report_for(game, period=Period(since=seat.since)), seat.since)


def older(seat: Seat, then: Ledger) -> Context:
    """What had happened last when the game stood so, as far as it is at hand."""
    late = then.course.late
    first = (
        next((n for n in range(then.n, 0, -1) if course.kept_stories(late, n, then.n) is None), 0)
        + 1
    )
    late_stories = course.kept_stories(late, first, then.n) or []
    stories = [seat.game.story_for(story, seat.side) for story in late_stories]
    last, before = stories[-MOST_BEFORE:], stories[:-MOST_BEFORE]
    return replace(context(seat.game, "", last, before), folded=True, notices=())


def story_parts(seat: Seat, report: Context) -> list[StoryPart]:
    """What happened, in blocks; where robots sit nobody is told who has joined."""
    parts = blocks(report, battles(report))
    return without_seats(parts) if robot_homes.has_robot_gm(seat.game.path) else parts


def in_few_words(report: Context) -> str:
    """What happened besides the reader's own orders, cut where it becomes long; orders that were not carried
    out come first. Who passed is said only where nothing else happened. The latest is kept, and before it how battles ended, who died, and what the reader's own dice
    brought. Of dice after which no sentence comes it says what they were for."""
    story_blocks = without_seats(blocks(report, battles(report)))
    passages = [passage for block in story_blocks for passage in block.passages]
    passes_of_reader = f"the {report.side(report.audience)}"
    names = names_of(find(report.game), report.audience, report.picture, report.battle)
    undone = [UNDONE] if report.undone or any(one.kind == LEFT for one in passages) else []
    sentences, passed = list[str](), list[str]()
    for block in story_blocks:
        acts = [
            passage
            for passage in block.passages
            if passage.text
            and passage.kind != "order"
            and (passage.kind, passage.text) != (PASSES, passes_of_reader)
        ]
        lines = [passage.text for passage in block.passages if passage.kind == "order"]
        if lines and not acts and block.side not in ("", report.audience):
            sentences += _order_sentences(report, block.side, lines, names)
        if all(one.kind == PASSES for one in acts):
            dice = [die for passage in block.passages for die in passage.dice if die.label]
            sentences += [_roll_sentence(die, names) for die in dice[-MOST:]]
        for act in acts:
            sealed = act.text == SEALED and block.side
            text = CHOSEN.format(people=report.side(block.side)) if sealed else act.text
            if act.kind == PASSES:
                passed.append(f"Passed: {text}.")
            else:
                sentences.append(text)
    text = " ".join((*undone, *map(_with_stop, sentences or passed))) or NOTHING
    latest = last_words(text)
    stays = [one for one in _staying(report, story_blocks) if one not in latest]
    if stays:
        late = text.rpartition(stays[-1])[-1].strip()
        text = CUT.join((" ".join((*undone, *stays)), late))
    return last_words(text, SHORT)


def _staying(report: Context, story_blocks: Sequence[StoryPart]) -> list[str]:
    """The sentences that stay when a story is cut, in its order, as far as there is room for them.

    Those of a weighty kind take their room first.
    """
    weighty, own = set[str](), set[str]()
    passages = [(part.side, one) for part in story_blocks for one in part.passages]
    for (_, before), (side, passage) in pairwise((("", Passage("")), *passages)):
        if not passage.text or passage.kind == "order":
            continue
        if passage.kind in WEIGHTY:
            weighty.add(_with_stop(passage.text))
        elif before.dice and side == report.audience:
            own.add(_with_stop(passage.text))
    in_order = dict.fromkeys(_with_stop(passage.text) for _, passage in passages)
    staying = set[str]()
    for sentence in sorted(in_order, key=lambda one: one in own):
        if sentence in weighty | own and len(" ".join((*staying, sentence))) <= STAYS:
            staying.add(sentence)
    return [one for one in in_order if one in staying]


def _with_stop(sentence: str) -> str:
    """A sentence with its full stop."""
    return sentence if sentence.endswith((".", "!", "?", ")")) else f"{sentence}."


def _order_sentences(
    report: Context, side: str, lines: Sequence[str], names: Names
) -> Iterator[str]:
    """Another side's orders after which no sentence comes; a bare word is a choice that stays sealed."""
    people = report.side(side)
    sealed = [line for line in lines if not names.lines(line) and " " not in line]
    if sealed:
        yield CHOSEN.format(people=people)
    orders = "; ".join(names.lines(line) or line for line in lines if line not in sealed)
    if orders:
        yield f"{people}: {orders}."


def _roll_sentence(die: Dice, names: Names) -> str:
    """`Protection Somerset militia: needs 1 (17%), rolled 1, 5: 1 of 2.`"""
    rolled = f"rolled {', '.join(map(str, die.values))}"
    verdict = f": {words}" if (words := verdict_of(die, names)) else ""
    needs = f"{die.wants}, " if die.wants else ""
    return f"{names.label(die.label)}: {needs}{rolled}{verdict}."


def without_rolls(text: str, rolls: Sequence[Cast]) -> str:
    """A story without the sentences about dice that are drawn next to it."""
    for cast in rolls:
        text = re.sub(rf"(?:^|(?<= )){re.escape(cast.words)}: [^.]*rolled [^.]*\.(?: |$)", "", text)
    return text.strip()


def last_words(text: str, most: int = FITS) -> str:
    """Its last sentences, of at most that many characters, one at least: what came last leads to the question.

    What stays, and that orders were not carried out, stays in front.
    """
    stays, was_cut, late = text.rpartition(CUT)
    sentences = SENTENCES.compiled.split(late)
    first = [stays] if was_cut else sentences[:1] if sentences[0] == UNDONE else []
    rest, count = sentences if was_cut else sentences[len(first) :], 1
    while count < len(rest) and len(" ".join((stays, *rest[-count - 1 :]))) <= most:
        count += 1
    cut = ["..."] if was_cut or count < len(rest) else []
    return " ".join((*first, *cut, *rest[-count:]))


def news_waits(game: Speaker) -> bool:
    """Did something happen, more than that players sat down, that this one has not looked at on this machine?"""
    first_entry = game.last_order()
    last = len(game.save.entries) - 1
    if not (computer.last_seen_entry(game.ledger.game, game.side) < last and last > first_entry):
        return False
    return anything_done(game)


def anything_done(game: Speaker) -> bool:
    """Did something happen since its reader's last orders, more than that players sat down?"""
    report = report_for(game)
    return not all(block.seating for block in blocks(report, battles(report)))


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
    "looked": mark_looked_at,
    "steps": again,
}
