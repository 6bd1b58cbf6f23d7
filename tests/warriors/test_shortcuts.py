"""C46 What a bare verb of a policy does: the first such line of the menu, which is sorted for that."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from pbem.engine.request import Menu, Request
from pbem.engine.standing import Standing, answer, choose
from pbem.games.warriors.game import WARRIORS
from pbem.games.warriors.s2_1_map import ways
from pbem.games.warriors.s7_1_commanders import commanders
from pbem.games.warriors.s7_5_flight import exiles
from pbem.games.warriors.s7_6_withdrawal import offer_withdrawals, parties
from pbem.games.warriors.s7_7_end_of_battle import choices
from pbem.games.warriors.s10_tower import trials
from pbem.games.warriors.s11_2_placing import placings
from pbem.games.warriors.state import State
from tests.warriors.field import empty, engaged, example, put


def bare(verb: str, kind: str, fill: Callable[[Menu], None], side: str = "york") -> str:
    line = choose(Request(side, kind, "?", "C46", fill), verb, ())
    assert line is not None
    return line


def surrounded() -> State:
    """The rulebook's battle, an enemy in every region next to it."""
    state = example()
    fought = engaged(state, "north_midlands", york="warwick", lancaster="talbot")
    fought.round = 1
    enemies = ("york", "fauconberg", "dynham", "berkeley", "stanley_t", "stanley_w", "lovell")
    for id, place in zip(enemies, ways("north_midlands"), strict=False):
        put(state, id, place, "york")
    return state


def test_c46_a_preset_that_would_withdraw_and_cannot_fights_without_a_mail() -> None:
    state = surrounded()
    put(state, "talbot", "north_midlands", "lancaster", 0)
    put(state, "audley", "cup", "")
    fill = partial(choices, state=state, side="lancaster")
    request = Request("lancaster", "withdraw", "?", "7.6", fill)
    assert [option.line for option in request.options] == ["fight"]
    for name in ("sensible", "cautious"):
        given = answer(
            Standing(dict(WARRIORS.presets()[name])),
            request,
            "",
            WARRIORS.reactions(),
            lambda words: WARRIORS.look(state, "lancaster", words),
            (),
        )
        assert given is not None
        assert given.line == "fight"


def test_c46_a_bare_withdraw_keeps_the_army_together_on_its_own_ground() -> None:
    state = example()
    engaged(state, "north_midlands", york="warwick", lancaster="talbot")
    clear = [to for to, kind in ways("north_midlands").items() if kind == "clear"]
    state.control[clear[-1]] = "lancaster"
    fill = partial(offer_withdrawals, state=state, side="lancaster")
    assert bare("withdraw", "withdraw", fill, "lancaster") == f"withdraw {clear[-1]}"


def test_c46_a_bare_take_saves_rank_and_troops() -> None:
    state = example()
    fill = partial(parties, state=state, here=["audley", "talbot"], limit=1)
    assert bare("take", "withdraw_party", fill, "lancaster") == "take talbot"


def test_c46_a_bare_command_is_the_best_in_battle() -> None:
    state = empty()
    put(state, "warwick", "wales", "york")
    put(state, "salisbury", "wales", "york")
    fill = partial(commanders, state=state, ids=["salisbury", "warwick"])
    line = bare("command", "commander", fill)
    notes = {o.line: o.note for o in Request("york", "commander", "?", "7.1", fill).options}
    assert notes[line] == max(notes.values())


def test_c46_a_bare_pardon_or_execute_is_for_the_highest_rank() -> None:
    state = empty()
    for id in ("clifford", "margaret", "percy"):
        put(state, id, "tower", "lancaster")
    fill = partial(trials, state=state, side="york", untried=["clifford", "margaret", "percy"])
    assert bare("execute", "trial", fill) == "margaret: execute"
    fill = partial(trials, state=state, side="lancaster", untried=["clifford", "percy", "margaret"])
    assert bare("pardon", "trial", fill, "lancaster") == "margaret: pardon"


def test_c46_a_bare_exile_is_the_first_on_the_map() -> None:
    fill = partial(exiles, state=empty(), side="lancaster")
    assert bare("exile", "exile", fill, "lancaster") == "exile scotland"


def test_c46_a_bare_place_is_not_among_enemies_and_not_abroad() -> None:
    state = empty()
    put(state, "warwick", "covert", "york")
    put(state, "york", "wales", "york")
    put(state, "hastings", "east", "york")
    put(state, "clifford", "east", "lancaster")
    fill = partial(placings, state=state, side="york")
    assert bare("place", "place", fill) == "warwick: place wales"
    lines = [o.line for o in Request("york", "place", "?", "11.2", fill).options]
    assert lines.index("warwick: place burgundy") < lines.index("warwick: place east")
