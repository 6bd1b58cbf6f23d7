"""Lines for one outcome of a die: the conditions that tell it from the others, and the lines that run in it alone."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pbem.engine.condition import Look, Value
from pbem.engine.play import Play
from pbem.engine.ruleset import RuleSet
from pbem.errors import BadScript, IllegalOrder
from pbem.ledger.sight import look_of
from pbem.player.target import Target, Way, faces_text
from pbem.reports.writing import GAP, OF_LINES, terms_of
from pbem.web.seat.conditional_line import FIRST

SPOKEN = re.compile(r"[\w'.]+( [\w'.]+)*")
"""A line that a condition can name."""
MOST_LINES = 24
"""So many lines of a menu are tried for a condition."""
MOST_WORDS = 8
"""So many words of what was done last are looked at."""
Faces = tuple[int, ...]


class Case(NamedTuple):
    """What the next dice are taken to show.

    Attributes:
        assumed: a face of each. `upward`: what is written is for that of the last or more.
        told: in words.
    """

    assumed: tuple[int, ...] = ()
    upward: bool = False
    told: str = ""


CERTAIN = Case()
"""No die is taken to show anything."""


def covers(case: Case, way: Faces) -> bool:
    """Is this one of the ways that are meant?"""
    assumed, end = case.assumed, len(case.assumed) - 1
    if way[: len(assumed)] == assumed:
        return True
    return case.upward and way[:end] == assumed[:end] and way[end:] > assumed[end:]


def conditions(
    rules: RuleSet[Any],
    side: str,
    ends: Mapping[Faces, Play[Any]],
    mine: Sequence[Faces],
    words: Sequence[str],
    line: str,
) -> Iterator[str]:
    """Conditions that hold after `mine` of these ways, and after no other.

    Args:
        ends: where each stands. `words`: what may stand for a name in a term. `line`: what shall run.
    """
    looks = {way: look_of(rules, play, side) for way, play in ends.items()}
    terms = terms_of(rules)
    plain = [term for term in terms if not GAP.search(term) and term not in FIRST]
    filled_terms = (
        text
        for term in terms
        if GAP.search(term) and not set(GAP.findall(term)) & set(OF_LINES)
        for text in _fillings(term, words)
    )
    for term in itertools.chain((one for one in FIRST if one in terms), plain, filled_terms):
        yield from _terms_that_tell(term, looks, mine)
    menus = {
        way: dict.fromkeys(
            words
            for request in play.pending
            if request.side == side
            for option in request.options
            if SPOKEN.fullmatch(words := option.line.replace(":", ""))
        )
        for way, play in ends.items()
    }
    yield from _by_menus(looks, menus, mine, line.replace(":", ""))


def _by_menus(
    looks: Mapping[Faces, Look],
    menus: Mapping[Faces, Mapping[str, None]],
    mine: Sequence[Faces],
    line: str,
) -> Iterator[str]:
    """Lines that these ways offer and others do not, or the other way round; `line` itself before any other.

    Which is offered is looked up as the condition will look: `can march york` holds where a march towards York is.
    """

    def can(words: str, way: Faces) -> bool:
        return bool(looks[way](("can", *words.split())))

    mine_known = [way for way in mine if way in looks]
    others_known = [way for way in looks if way not in mine]
    if not mine_known or not others_known:
        return
    best, first_menu = "", menus[mine_known[0]]
    common = [
        menu_line
        for menu_line in dict.fromkeys((line, *first_menu))
        if all(menu_line in menus[way] for way in mine_known)
        and any(menu_line not in menus[way] for way in others_known)
    ]
    for menu_line in common[:MOST_LINES]:
        others_left = [way for way in looks if way not in mine and can(menu_line, way)]
        if len(others_left) < len(others_known):
            best, others_known = menu_line, others_left
        if not others_known:
            yield f"can {best}"
            return
    common = [
        menu_line
        for menu_line in menus[others_known[0]]
        if all(menu_line in menus[way] for way in others_known)
        and not any(menu_line in menus[way] for way in mine_known)
    ]
    for menu_line in common[:MOST_LINES]:
        if not any(can(menu_line, way) for way in mine_known):
            yield f"can {best} and not can {menu_line}" if best else f"not can {menu_line}"
            return


def _fillings(term: str, words: Sequence[str]) -> Iterator[str]:
    count = len(GAP.findall(term))
    for some in itertools.permutations(words[:MOST_WORDS], count):
        words_left = list(some)
        yield GAP.sub(lambda _, rest=words_left: rest.pop(0), term)  # type: ignore[misc]


def _terms_that_tell(
    term: str, looks: Mapping[Faces, Look], mine: Sequence[Faces]
) -> Iterator[str]:
    """How this term tells these ways from the others, if it does."""
    try:
        values = {way: look(tuple(term.split())) for way, look in looks.items()}
    except BadScript:
        return
    own_values = {values[way] for way in mine if way in values}
    other = {value for way, value in values.items() if way not in mine}
    if not own_values or not other or own_values & other:
        return
    yield from _compared(term, own_values, other)


def _compared(term: str, own_values: set[Value], other: set[Value]) -> Iterator[str]:
    first = next(iter(own_values))
    if isinstance(first, bool):
        yield term if first else f"not {term}"
        return
    if isinstance(first, int):
        some = [value for value in own_values if isinstance(value, int)]
        rest = [value for value in other if isinstance(value, int)]
        if min(some) > max(rest):
            yield f"{term} >= {min(some)}"
        if max(some) < min(rest):
            yield f"{term} <= {max(some)}"
    if len(own_values) == 1:
        yield f"{term} = {first}"


def way_labels(rules: RuleSet[Any], side: str, ways: Sequence[Way]) -> list[str]:
    """What tells the ways of a die apart, for each: `points 3`, else how many choices it leaves."""
    looks = [look_of(rules, way.play, side) for way in ways]
    for term in terms_of(rules):
        if GAP.search(term) or term in FIRST:
            continue
        try:
            values = [look(tuple(term.split())) for look in looks]
        except BadScript:
            continue
        if len(set(values)) == len(ways) > 1:
            return [f"{term} {value}" for value in values]
    counts = [sum(len(r.options) for r in way.play.pending if r.side == side) for way in ways]
    return [f"{count} choices" for count in counts]


def runs_if(target: Target, lines: Sequence[str]) -> dict[int, str]:
    """For the lines after the first die, if it is no check: what it must show that they run."""
    run = target.run(lines, ())
    if not run.die or run.certain == len(lines) or target.check(run, ()) is not None:
        return {}
    faces_by_line: dict[int, list[int]] = {}
    ways = target.fork(run, ())
    for way in ways:
        for line_done in target.run(lines, (way.face,)).did:
            if line_done.at >= run.certain and not set(way.faces) & set(
                faces_by_line.get(line_done.at, ())
            ):
                faces_by_line.setdefault(line_done.at, []).extend(way.faces)
    all_ = sum(len(way.faces) for way in ways)
    return {
        at: "whatever the die shows"
        if len(faces) == all_
        else f"if the die shows {_face_list(faces)}"
        for at, faces in faces_by_line.items()
    }


def rolls(target: Target, lines: Sequence[str], at: int) -> bool:
    """Can a die be rolled for line `at`? Also where that cannot be told, for what stands before it."""
    if target.blind:
        return True
    try:
        for way in target.ways(lines[:at]) if at else ((),):
            if target.run(lines[: at + 1], way).may_roll(at):
                return True
    except IllegalOrder:  # none of these lines would run now
        return False
    return False


def _face_list(faces: Sequence[int]) -> str:
    """Faces with gaps between: `1, 4-6`."""
    rows: list[list[int]] = []
    for face in faces:
        if rows and rows[-1][-1] == face - 1:
            rows[-1].append(face)
        else:
            rows.append([face])
    return ", ".join(map(faces_text, rows))
