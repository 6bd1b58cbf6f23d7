"""Policies: every kind and preset can be read, and what conditions may look at."""

from __future__ import annotations

from functools import partial

import pytest

from pbem.engine.condition import parse
from pbem.engine.policies import presets_of, reactions_of
from pbem.engine.script import read
from pbem.engine.standing import DEFAULT, StandingOrders, answer, check
from pbem.errors import BadScript
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import facts
from pbem.games.warriors.game import WARRIORS
from pbem.games.warriors.policies import WITHOUT_ORDERS
from pbem.games.warriors.s7_6_withdrawal import Withdraw
from pbem.games.warriors.s7_7_end_of_battle import FightOn, choices
from pbem.games.warriors.state import State
from tests.warriors.field import asking, empty, engaged, example, put

NOT_REACTIONS = {"draft", "campaign"}


def battle() -> State:
    state = example()
    fought = engaged(state, "north_midlands", york="warwick", lancaster="talbot")
    fought.round, fought.missed = 2, 1
    return state


@pytest.mark.parametrize("name", list(presets_of(WARRIORS)))
def test_presets_name_known_kinds_and_can_be_read(name: str) -> None:
    state = battle()
    preset = presets_of(WARRIORS)[name]
    assert set(preset) <= {*reactions_of(WARRIORS), DEFAULT}
    check(
        StandingOrders(dict(preset)),
        reactions_of(WARRIORS),
        lambda words: WARRIORS.conditions.look(state, "york", words),
    )
    assert all(read(text) for text in preset.values())


def test_c46_covers_every_reaction() -> None:
    assert set(presets_of(WARRIORS)[WITHOUT_ORDERS]) == set(reactions_of(WARRIORS))


@pytest.mark.parametrize(
    ("term", "value"),
    [
        ("enemy at north_midlands", True),
        ("enemy at NM", True),
        ("enemy at wales", False),
        ("warwick at nm", True),
        ("E.Hastings at north midlands", True),
        ("control north_midlands", "lancaster"),
        ("control wales", "none"),
        ("strength", 8),
        ("enemy strength", 8),
        ("enemy", 8),
        ("dice", 6),
        ("enemy dice", 5),
        ("nobles", 2),
        ("enemy nobles", 2),
        ("strength at wales", 0),
        ("enemy strength at nm", 8),
        ("troops talbot", 4),
        ("stars warwick", 2),
        ("battle warwick", 3),
        ("leadership talbot", 5),
        ("aggressor", True),
        ("round", 2),
        ("missed", 1),
        ("turn", 2),
        ("value", 4),
        ("impulses", 4),
        ("lead", -3),
    ],
)
def test_a_condition_may_look_at(term: str, value: int | bool | str) -> None:
    state = battle()
    state.lead = 3
    assert WARRIORS.conditions.look(state, "york", tuple(term.lower().split())) == value


def test_every_name_of_a_noble_can_be_written_as_it_is_printed() -> None:
    """`Norfolk (4)` and `Richard of York` have signs in them that a condition has, too."""
    for id, counter in facts().nobles.items():
        for name in nobles.spellings(counter):
            state = battle()
            put(state, id, "wales", "york", 1)
            written = f"not ({name} at london) and troops {name} >= 1".replace("*", "")
            assert parse(written).holds(partial(WARRIORS.conditions.look, state, "york")), written


@pytest.mark.parametrize("term", ["weather", "enemy at york_town", "troops nobody", "enemy hopes"])
def test_other_terms_are_refused(term: str) -> None:
    with pytest.raises(BadScript):
        WARRIORS.conditions.look(battle(), "york", tuple(term.split()))


def test_outside_a_battle_its_terms_are_nothing() -> None:
    state = empty()
    for term in ("strength", "dice", "round", "missed", "aggressor"):
        assert not WARRIORS.conditions.look(state, "york", (term,))


@pytest.mark.parametrize(("troops", "line"), [(4, "fight"), (0, "withdraw south_midlands")])
def test_the_sensible_withdraw_when_they_are_weak(troops: int, line: str) -> None:
    state = battle()
    put(state, "talbot", "north_midlands", "lancaster", troops)
    put(state, "audley", "cup", "")
    fill = partial(choices, state=state, side="lancaster")
    request = asking(FightOn | Withdraw, "withdraw", fill, "lancaster")
    standing = StandingOrders(dict(presets_of(WARRIORS)["sensible"]))
    given = answer(
        standing,
        request,
        WARRIORS.policies.script_slot(state, request),
        reactions_of(WARRIORS),
        lambda words: WARRIORS.conditions.look(state, "lancaster", words),
        (),
    )
    assert given is not None
    assert given.line == line


def test_every_kind_of_request_is_a_reaction_or_a_move() -> None:
    """A request that no policy can answer would cost a mail in every battle."""
    import re
    from pathlib import Path

    from pbem.games import warriors

    folder = Path(str(warriors.__file__)).parent
    sources = "\n".join(p.read_text("utf-8") for p in sorted(folder.glob("s*.py")))
    kinds = set(re.findall(r"Request\[[^(]*\]\(\s*[\w.()]+,\s*\"(\w+)\"", sources))
    assert kinds == {*reactions_of(WARRIORS), *NOT_REACTIONS}
    assert WARRIORS.secrets.veil(empty(), "york") == empty()
