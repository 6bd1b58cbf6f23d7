"""C46 What a bare verb of a policy does: the first such line of the menu, which is sorted for that."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from pbem.engine.policies import presets_of, reactions_of
from pbem.engine.request import Menu
from pbem.engine.standing import StandingOrders, answer, choose
from pbem.games.warriors.game import WARRIORS
from pbem.games.warriors.passing import NoMore, Pass, PassAll
from pbem.games.warriors.s2_1_map import ways
from pbem.games.warriors.s7_1_commanders import Command, commanders
from pbem.games.warriors.s7_5_flight import Exile, exiles
from pbem.games.warriors.s7_6_withdrawal import TakeAlong, Withdraw, offer_withdrawals, parties
from pbem.games.warriors.s7_7_end_of_battle import FightOn, choices
from pbem.games.warriors.s10_tower import Execute, Pardon, trials
from pbem.games.warriors.s11_2_placing import PlaceNoble, asks_placing, placings
from pbem.games.warriors.state import State
from tests.warriors.field import asking, empty, engaged, example, put


def bare(
    verb: str, answers: Any, kind: str, fill: Callable[[Menu], None], side: str = "york"
) -> str:
    line = choose(asking(answers, kind, fill, side), verb, ())
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
    request = asking(FightOn | Withdraw, "withdraw", fill, "lancaster")
    assert [option.line for option in request.options] == ["fight"]
    for name in ("sensible", "cautious"):
        given = answer(
            StandingOrders(dict(presets_of(WARRIORS)[name])),
            request,
            "",
            reactions_of(WARRIORS),
            lambda words: WARRIORS.conditions.look(state, "lancaster", words),
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
    assert bare("withdraw", Withdraw, "withdraw", fill, "lancaster") == f"withdraw {clear[-1]}"


def test_c46_a_bare_take_saves_rank_and_troops() -> None:
    state = example()
    fill = partial(parties, state=state, army=["audley", "talbot"], limit=1)
    assert bare("take", TakeAlong, "withdraw_party", fill, "lancaster") == "take talbot"


def test_c46_a_bare_command_is_the_best_in_battle() -> None:
    state = empty()
    put(state, "warwick", "wales", "york")
    put(state, "salisbury", "wales", "york")
    fill = partial(commanders, state=state, ids=["salisbury", "warwick"])
    line = bare("command", Command, "commander", fill)
    notes = {o.line: o.note for o in asking(Command, "commander", fill).options}
    assert notes[line] == max(notes.values())


def test_c46_a_bare_pardon_or_execute_is_for_the_highest_rank() -> None:
    state = empty()
    for id in ("clifford", "margaret", "percy"):
        put(state, id, "tower", "lancaster")
    fill = partial(trials, state=state, side="york", untried=["clifford", "margaret", "percy"])
    assert bare("execute", Pardon | Execute | NoMore, "trial", fill) == "margaret: execute"
    fill = partial(trials, state=state, side="lancaster", untried=["clifford", "percy", "margaret"])
    assert (
        bare("pardon", Pardon | Execute | NoMore, "trial", fill, "lancaster") == "margaret: pardon"
    )


def test_c46_a_bare_exile_is_the_first_on_the_map() -> None:
    fill = partial(exiles, state=empty(), side="lancaster")
    assert bare("exile", Exile, "exile", fill, "lancaster") == "exile scotland"


def test_c46_a_bare_place_is_not_among_enemies_and_not_abroad() -> None:
    state = empty()
    put(state, "warwick", "covert", "york")
    put(state, "york", "wales", "york")
    put(state, "hastings", "east", "york")
    put(state, "clifford", "east", "lancaster")
    fill = partial(placings, state=state, side="york")
    assert bare("place", PlaceNoble | Pass | PassAll, "place", fill) == "warwick: place wales"
    lines = [o.line for o in asks_placing(state, "york").options]
    assert lines.index("warwick: place burgundy") < lines.index("warwick: place east")
