"""Looking without writing: choices narrowed by clicks, both ways of a check."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pbem.errors import NotOnThisPage
from pbem.player.target import FAILURE, SUCCESS
from pbem.web.seat import lines, stacks
from pbem.web.seat.branches import Case
from pbem.web.seat.highlights import choice_taken, concerns_about, name_of, of_cards
from pbem.web.seat.seat import Seat
from pbem.web.server.page import Answer, whole_number

MORE = "+"
"""Behind a face: that or more."""
EITHER, WHATEVER = "either", "whatever the die shows"
FACES = {"success": SUCCESS, "failure": FAILURE}


def pick(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Narrow the choices to those about `what`; what was picked before is let go if none is about both.

    If only one is left, and nothing else can have been meant, it is taken.
    """
    what = words.get("what", "")
    if seat.request is not None and seat.request.stack is not None:
        cards = of_cards(seat.request.stack.limits, seat.stand.picture)
        return stacks.put_card(seat, {"word": cards.get(what, "")})
    all_, picked_before = seat.concerns, tuple(one for one in seat.on if one != what)
    if what in seat.on:
        seat.look(picked_before, seat.case)
        return seat.answer(_count_left(seat))
    on = next((on for on in ((*picked_before, what), (what,)) if concerns_about(all_, on)), None)
    if on is None:
        raise NotOnThisPage(why=f"no choice is about {what.partition(':')[2] or 'nothing'}")
    meant = None if seat.tried else choice_taken(all_, on)
    if meant is not None:
        return lines.take(seat, {"line": meant.option.line, "always": words.get("always", "")})
    seat.look(on, seat.case)
    return seat.answer(_count_left(seat))


def widen(seat: Seat, words: Mapping[str, str]) -> Answer:
    """All choices again; with `every` all of them as one list."""
    seat.look((), seat.case)
    seat.every = bool(words.get("every"))
    return seat.answer(_count_left(seat))


def assume(seat: Seat, words: Mapping[str, str]) -> Answer:
    """Look at what comes if the next check turns out as `way` says, or the die shows that face (`4+`: or more).

    Without `way`, go back to what is certain.
    """
    way = words.get("way", "")
    if not way:
        seat.look()
        return seat.answer("What is certain.")
    stand, dice_before = seat.stand, seat.assumed
    if way == EITHER and stand.check is not None:
        seat.look((), Case((*dice_before, SUCCESS), True, WHATEVER))
        return seat.answer(f"In this case: {WHATEVER}.")
    if way in FACES and stand.check is not None:
        outcome = "it succeeds" if way == "success" else "it fails"
        seat.look((), Case((*dice_before, FACES[way]), told=outcome))
        return seat.answer(f"If {outcome}.")
    face = whole_number(way.removesuffix(MORE))
    way_shown = next((way_shown for way_shown in stand.fork if way_shown.face == face), None)
    if way_shown is None:
        raise NotOnThisPage(why="no such die comes next")
    upward = way.endswith(MORE)
    outcome = f"the die shows {f'{way_shown.face} or more' if upward else way_shown.shown}"
    if upward and way_shown is stand.fork[0]:
        outcome = WHATEVER
    seat.look((), Case((*dice_before, way_shown.face), upward, outcome))
    return seat.answer(f"In this case: {outcome}.")


def _count_left(seat: Seat) -> str:
    concerns = concerns_about(seat.concerns, seat.on)
    names = [name_of(seat.names, what) for what in seat.on]
    about = f" for {', '.join(names)}" if names else ""
    return f"{len(concerns)} {'choice' if len(concerns) == 1 else 'choices'}{about}."


VERBS: Mapping[str, Callable[[Seat, Mapping[str, str]], Answer]] = {
    "pick": pick,
    "widen": widen,
    "assume": assume,
}
