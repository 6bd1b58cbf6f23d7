"""Trying on the desk: a branch is begun, stepped through by clicks, named, compared, thrown away, or taken over."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from random import Random

from msgspec.structs import replace

from pbem.drawing.odds import odds_markup
from pbem.drawing.tags import tag
from pbem.engine.document import Heading, Note
from pbem.errors import BadTry, IllegalOrder, NotAllowed, NotOnThisPage, PbemError
from pbem.home import branches as kept
from pbem.imagine.branches import Branch, fork_of, new_branch
from pbem.imagine.fan import MOST, fan
from pbem.imagine.series import WORLDS, series
from pbem.imagine.take_over import taken_over
from pbem.ledger.cases import agreed
from pbem.player.invitation import Speaker
from pbem.player.orders import Orders
from pbem.reports import branch_reports as reports
from pbem.web.lookups import at_pointer, books, looking
from pbem.web.lookups import notes as noting
from pbem.web.lookups.chances import games_of
from pbem.web.lookups.tree import tree
from pbem.web.lookups.try_seat import TrySeat
from pbem.web.seat import drawer, parts, stacks
from pbem.web.seat.drawer import document_markup, open_, show, template_markup
from pbem.web.seat.lines import number
from pbem.web.seat.seat import Drawer, Part, Seat
from pbem.web.server.jobs import Tick
from pbem.web.server.page import Answer, whole_number

# -- at the seat ------------------------------------------------------------------------------------


def try_(seat: Seat, words: Mapping[str, str]) -> Answer:
    """The branches of this game; where there is none, one begins, but after the end. Raises BadTry, NotAllowed."""
    agreed.check_aid(seat.game.ledger, "try")
    if not kept.names(seat.game) and not no_start(seat):
        return branch(seat, {})
    return open_(seat, _tree)


def no_start(seat: Seat, entry: int | None = None) -> str:
    """Why no branch can begin where the game stands, or stood after an entry; "" if one can."""
    if entry not in seat.starts:
        try:
            fork_of(seat.game, new_branch(seat.game, kept.FIRST, seat.side, entry))
            seat.starts[entry] = ""
        except (BadTry, NotAllowed) as error:
            seat.starts[entry] = str(error)
    return seat.starts[entry]


def branch(seat: Seat, words: Mapping[str, str]) -> Answer:
    """A new branch called `name`: where the game stands, where it stood after `entry`, or the first `at` lines of
    the branch `of`."""
    game, name = seat.game, words.get("name", "").strip().lower()
    of, entry = words.get("of", ""), words.get("entry", "")
    after = number(words, "entry", len(game.save.entries)) if entry else None
    branch_made = new_branch(game, _free(seat, name or of or kept.FIRST), seat.side, after)
    if name and branch_made.name != name:
        raise BadTry(why=f"there is a branch `{name}` already")
    if of:
        other, at = kept.branch_named(game, of), whole_number(words.get("at", ""))
        branch_made = replace(other, name=branch_made.name, lines=other.lines[:at])
    return _turned(
        seat,
        branch_made,
        (f"This is the new branch {branch_made.name}. Nothing in it counts in the game."),
    )


def go(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Go on with the branch `name`. Raises BadTry."""
    branch_found = kept.branch_named(seat.game, words.get("name", ""))
    return _turned(
        seat,
        branch_found,
        (f"This is the branch {branch_found.name}. Nothing in it counts in the game."),
    )


def _turned(seat: Seat, branch: Branch, message: str) -> Answer:
    """Show a branch in the place of the orders, or of another branch."""
    fork = fork_of(seat.game, branch)
    if isinstance(seat, TrySeat):
        seat.turn_to(branch, fork)
        return seat.answer(message)
    inner = TrySeat(seat, branch, fork, VERBS, PARTS, parts.page)
    inner.turn_to(branch, fork)
    seat.inner, seat.drawer = inner, None
    return inner.answer(message, everything=True)


def _free(seat: Seat, name: str) -> str:
    """A name that no branch has yet: `first`, else `first-2`."""
    names_taken = kept.names(seat.game)
    stem = name.rstrip("0123456789").removesuffix("-") or name
    names = (f"{stem}-{n}" for n in range(2, kept.MOST + 3))
    return name if name not in names_taken else next(one for one in names if one not in names_taken)


# -- the tree ---------------------------------------------------------------------------------------


def _tree(seat: Seat) -> Drawer:
    branch_tree = tree(seat)
    now = seat.branch.name if isinstance(seat, TrySeat) else ""
    markup = template_markup(
        "branches",
        roots=[branch_tree.roots[entry] for entry in sorted(branch_tree.roots)],
        broken=branch_tree.broken,
        now=now,
        over=seat.game.result is not None,
        why=no_start(seat),
    )
    return Drawer("Branches", markup)


def rename(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Call this branch `name`. Raises BadTry."""
    try_seat, name = _branch(seat), words.get("name", "").strip().lower()
    old = try_seat.branch.name
    if name == old:
        return try_seat.answer(f"The branch already has the name {name}.")
    if name in kept.names(try_seat.game):
        raise BadTry(why=f"there is a branch `{name}` already")
    try_seat.turn_to(replace(try_seat.branch, name=name), try_seat.fork)
    kept.drop(try_seat.game, old)
    return try_seat.answer(f"The branch is now called {name}.")


def drop(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Throw the branch `name` away; who was in it is back at the game."""
    name = words.get("name", "")
    kept.drop(seat.game, name)
    if isinstance(seat, TrySeat) and seat.branch.name == name:
        return _leave_branch(seat, f"The branch {name} was deleted. You are back in the game.")
    return seat.answer(f"The branch {name} was deleted.")


def compare(seat: Seat, words: Mapping[str, str]) -> Answer:
    """This branch beside the branch `name`. Raises BadTry."""
    try_seat = _branch(seat)
    other = kept.branch_named(try_seat.game, words.get("name", ""))
    pairs = [(try_seat.branch, try_seat.fork), (other, fork_of(try_seat.game, other))]
    title = f"{try_seat.branch.name} and {other.name}, side by side"
    return show(
        try_seat, title, document_markup(try_seat, reports.comparison(try_seat.game, pairs))
    )


# -- in a branch ------------------------------------------------------------------------------------


def take(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Try `line`, with those of `with` who go along: an order line, or one of `pbem try`'s words."""
    try_seat, line = _branch(seat), words.get("line", "").strip()
    along = words.get("with", "").strip()
    if not line:
        raise NotOnThisPage(why="there is no line in it")
    word, _, argument = line.partition(" ")
    match word.lower():
        case "fan":
            return fan_of(try_seat, {"line": argument.strip()})
        case "worlds":
            return worlds(try_seat, {"games": argument})
        case "undo" if not argument:
            return undo(try_seat, {})
    if line.lower().split()[:2] == ["robot", try_seat.side]:
        agreed.check_aid(try_seat.game.ledger, "robot")
    try_seat.step(f"{line} with {along}" if along else line)
    notes, first_result = [note for one in try_seat.fresh for note in one.notes], try_seat.fresh[0]
    sentence = try_seat.names.statement(first_result.line) or first_result.words
    return try_seat.answer(" ".join((f"Tried: {sentence}.", *notes)))


def undo(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Take the last line of the branch back. Raises BadTry."""
    try_seat = _branch(seat)
    return try_seat.answer(f"Taken back: {try_seat.back()}")


def set_(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Put `what` into the hidden place `at`, or deal all that is hidden anew from `seed`. Raises BadTry."""
    seed = words.get("seed", "").strip()
    line = f"sample {seed}" if seed else f"set {words.get('at', '')}: {words.get('what', '')}"
    return take(seat, {"line": line})


def fan_of(seat: Seat, words: Mapping[str, str]) -> Answer:
    """What `line` may bring, or without one the die that waits; nothing of it is done."""
    try_seat, line = _branch(seat), words.get("line", "").strip()
    if not line and not try_seat.fork.waits:
        raise NotOnThisPage(why="no die waits here")
    copy, title = try_seat.fork.copied(), f"{try_seat.branch.name}: what may come of it"
    if line:
        copy.tried(line, (), Random("fan"))

    def work(tick: Tick) -> Callable[[], Answer]:
        outcomes = fan(copy, line, tick)
        body = odds_markup(outcomes)
        return lambda: show(try_seat, title, body)

    return try_seat.work("Fanning out", MOST, work)


def worlds(seat: Seat, words: Mapping[str, str]) -> Answer:
    """The lines of this branch in many other worlds: where do they lead? Raises BadQuestion."""
    try_seat, games = _branch(seat), games_of(words, WORLDS)
    copy, name = try_seat.fork.copied(), try_seat.branch.name

    def work(tick: Tick) -> Callable[[], Answer]:
        series_answer = series(copy, games, tick)
        body = odds_markup(series_answer)
        return lambda: show(try_seat, f"{name}: {series_answer.title}", body)

    return try_seat.work("Trying worlds", games, work)


def adopt_lines(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Make the player's own lines of this branch the orders that are written, as far as they are possible now.

    Raises BadTry, NotYourTurn and as `spelled`.
    """
    try_seat = _branch(seat)
    outer, game = try_seat.outer, try_seat.game
    own_lines = taken_over(game, try_seat.branch, try_seat.fork)
    lines, lines_left = _possible(game, own_lines.lines)
    if not lines:
        return try_seat.answer(
            f"None of your lines can be carried out in the game now: {lines_left[0]}."
        )
    lines_left = (*lines_left, *own_lines.left)
    game.check_standing(own_lines.scripts, {})
    outer.card = ""
    outer.write(
        Orders(lines, {**outer.orders.scripts, **own_lines.scripts}, outer.orders.reactions)
    )
    left_out = (
        f" These were left out, because another player or a die decides first: {'; '.join(lines_left)}."
        if lines_left
        else ""
    )
    return _leave_branch(
        try_seat, f"Your lines are in the orders now. Nothing is sealed yet.{left_out}"
    )


def _possible(game: Speaker, lines: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The lines as they are spelled out, up to the first that the game does not take; and the rest."""
    for count in range(len(lines), 0, -1):
        with contextlib.suppress(IllegalOrder):
            return game.spelled(lines[:count]), lines[count:]
    return (), lines


def leave(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Back to the game; the branch is kept."""
    return _leave_branch(_branch(seat), "You are back in the game.")


def _leave_branch(try_seat: TrySeat, message: str) -> Answer:
    outer = try_seat.outer
    outer.inner = None
    outer.version = try_seat.version
    return outer.answer(message, everything=True)


def _branch(seat: Seat) -> TrySeat:
    if not isinstance(seat, TrySeat):
        raise NotOnThisPage(why="no branch is open")
    return seat


# -- what is drawn ----------------------------------------------------------------------------------


def head(seat: Seat) -> str:
    try_seat = _branch(seat)
    heading = reports.branch_heading(try_seat.game, try_seat.branch, try_seat.fork)
    now, mine = try_seat.stand.document.headline, try_seat.game.side == try_seat.branch.side
    why = _nothing_to_take(try_seat) if mine else ""
    return template_markup("tried_head", seat=try_seat, said=heading, now=now, mine=mine, why=why)


def _nothing_to_take(try_seat: TrySeat) -> str:
    """Why no line of the branch can be taken into the orders; "" if some can."""
    try:
        taken_over(try_seat.game, try_seat.branch, try_seat.fork)
    except PbemError as error:
        return str(error)
    return ""


def lines(seat: Seat) -> str:
    """The tree from where the branch begins, and the world it is tried in."""
    try_seat = _branch(seat)
    fork = try_seat.fork
    sides = [(side, about.name, side in fork.robots) for side, about in fork.rules.sides.items()]
    played = any(one.side for one in fork.done)
    root = tree(seat).roots.get(try_seat.branch.entry)
    now, worlds = try_seat.branch.name, WORLDS
    return template_markup(
        "tried_lines", seat=try_seat, root=root, sides=sides, begun=played, now=now, worlds=worlds
    )


def log(seat: Seat) -> str:
    """What the lines brought, the last one first in sight."""
    try_seat = _branch(seat)
    report = reports.context(try_seat.game, try_seat.branch, try_seat.fork)
    events_markup = document_markup(
        try_seat, (Heading("What the lines brought", 2), *reports.events_of_branch(report))
    )
    empty = document_markup(try_seat, (Note("No line yet."),))
    return tag("div", events_markup if try_seat.fork.done else empty, id="log")


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
    **books.VERBS,
    **drawer.VERBS,
    **noting.VERBS,
    **at_pointer.VERBS,
    **{verb: act for verb, act in stacks.VERBS.items() if verb != "script"},
    **{verb: act for verb, act in looking.VERBS.items() if verb != "assume"},
    "try": try_,
    "branch": branch,
    "go": go,
    "rename": rename,
    "drop": drop,
    "compare": compare,
    "take": take,
    "undo": undo,
    "set": set_,
    "fan": fan_of,
    "worlds": worlds,
    "over": adopt_lines,
    "leave": leave,
}
"""In a branch: nothing here seals, signs or mails."""
BEGINS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
    "try": try_,
    "branch": branch,
    "go": go,
    "drop": drop,
}
"""At the seat."""
PARTS: Mapping[str, Part] = {
    **parts.PARTS,
    "head": Part(head),
    "orders": Part(lines),
    "log": Part(log),
}
