"""What a game says of itself holds together."""

from __future__ import annotations

import re
import string
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin, get_type_hints

import msgspec
import pytest

from pbem.engine import codec
from pbem.engine.decision import PASSING
from pbem.engine.declared import Ending, option_values
from pbem.engine.scenarios import starting_state
from pbem.errors import BadOption, UnknownScenario

from .games import PUBLIC, Rules, every_game, every_scenario

ID = re.compile(r"[a-z][a-z0-9_]*")


@every_game
def test_sides_have_names_of_their_own_and_a_colour(rules: Rules) -> None:
    assert len(rules.sides) > 1
    for id, side in rules.sides.items():
        assert ID.fullmatch(id)
        assert id not in ("gm", PUBLIC)
        assert side.name[0].isupper()
        assert re.fullmatch("#[0-9a-f]{6}", side.colour)
    for told in ("name", "people", "adjective", "colour"):
        words = [getattr(side, told) for side in rules.sides.values()]
        assert len(set(words)) == len(words), f"two sides have one {told}"


@every_game
def test_it_has_a_name_a_title_a_version_and_scenarios(rules: Rules) -> None:
    assert ID.fullmatch(rules.name)
    assert rules.title
    assert rules.version >= 1
    assert rules.scenarios()
    assert len(set(rules.scenarios().values())) == len(rules.scenarios())


@every_game
def test_the_hash_of_its_data_is_stable(rules: Rules) -> None:
    assert re.fullmatch("[0-9a-f]{64}", rules.data.hash(rules.version))
    assert type(rules)().data.hash(rules.version) == rules.data.hash(rules.version)


@every_scenario
def test_every_setup_is_in_order_whatever_is_chosen(rules: Rules, scenario: str) -> None:
    options = rules.options(scenario)
    assert len({option.name for option in options}) == len(options)
    starts = [starting_state(rules, scenario, {})]
    for option in options:
        assert ID.fullmatch(option.name)
        assert len(set(option.values)) == len(option.values) > 1
        assert option.words
        assert option.rule
        with_each = [
            starting_state(rules, scenario, {option.name: value}) for value in option.values
        ]
        plain = [codec.dump(state) for state in with_each]
        assert plain[0] == codec.dump(starts[0]), "what is left out has the default"
        assert all(one != plain[0] for one in plain[1:]), f"{option.name} changes nothing"
        assert [state.option(option) for state in with_each] == list(option.values)
        assert "options" not in plain[0], "a position says only what is not as by default"
        starts += with_each
    for state in starts:
        rules.check(state)
        assert rules.result(state) is None
        assert codec.load(rules.state_type, codec.dump(state)) == state


@every_scenario
def test_a_scenario_is_found_by_its_id_and_its_title(rules: Rules, scenario: str) -> None:
    title = rules.scenarios()[scenario]
    assert (
        starting_state(rules, scenario.upper(), {})
        == starting_state(rules, title, {})
        == starting_state(rules, scenario, {})
    )


@every_scenario
def test_what_it_does_not_know_is_refused(rules: Rules, scenario: str) -> None:
    with pytest.raises(UnknownScenario):
        starting_state(rules, "the battle of nowhere", {})
    with pytest.raises(BadOption):
        starting_state(rules, scenario, {"no_such_option": "yes"})
    for option in rules.options(scenario):
        with pytest.raises(BadOption):
            option_values(rules.options(scenario), {option.name: "certainly not"})


@every_game
def test_every_ending_names_its_rule(rules: Rules) -> None:
    endings = list(rules.endings)
    assert endings
    for ending in endings:
        assert isinstance(ending, Ending)
        assert ending.rule
        assert ending.rule in ending.sentence or ending.sentence
        list(string.Formatter().parse(ending.sentence))


@every_scenario
def test_the_board_has_every_place_once_and_draws_what_it_names(
    rules: Rules, scenario: str
) -> None:
    state = starting_state(rules, scenario, {})
    for side in (*rules.sides, PUBLIC):
        picture = rules.picture(rules.secrets.veil(state, side), side)
        ids = [space.id for space in picture.spaces]
        assert len(set(ids)) == len(ids) > 0
        assert [id for id, _ in picture.sides] == list(rules.sides)
        assert {place.kind for place in picture.places} <= {kind.id for kind in picture.kinds}
        assert {way.kind for way in picture.ways} <= {id for id, _ in picture.ways_by_kind}
        assert {end for way in picture.ways for end in (way.a, way.b)} <= set(ids)
        assert all(place.owner in ("", *rules.sides) for place in picture.places)
        assert all(
            piece.side in ("", *rules.sides) for space in picture.spaces for piece in space.pieces
        )


@every_game
def test_its_names_are_no_words_that_mean_nothing_more(rules: Rules) -> None:
    """`pass` takes the line that ends in such a word, so no piece or place may be called so."""
    state = starting_state(rules, next(iter(rules.scenarios())), {})
    places = {place.id for place in rules.picture(rules.secrets.veil(state, PUBLIC), PUBLIC).places}
    assert not {*rules.words.names(), *places} & set(PASSING)
    assert places & set(rules.words.names())


def holds_only_plain_values(kind: Any) -> bool:
    """May a state be declared with this: text, numbers, tables and lists, and structs of them?"""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return holds_only_plain_values(args[0])
    if origin in (Union, UnionType):
        return all(part is type(None) or holds_only_plain_values(part) for part in args)
    if origin in (list, tuple):
        return all(part is ... or holds_only_plain_values(part) for part in args)
    if origin is dict:
        return args[0] is str and holds_only_plain_values(args[1])
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = get_type_hints(kind, include_extras=True)
        return all(holds_only_plain_values(hint) for hint in hints.values())
    return kind in (str, int, bool)


@every_game
def test_a_state_holds_nothing_whose_order_is_not_its_own(rules: Rules) -> None:
    """No set, no number that is rounded: they have no place in a saved state."""
    assert holds_only_plain_values(rules.state_type)
    assert not holds_only_plain_values(set[str])
    assert not holds_only_plain_values(dict[str, float])
