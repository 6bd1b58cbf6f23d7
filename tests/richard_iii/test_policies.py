"""Policies: every kind and preset can be read, and what conditions may look at."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.engine.policies import presets_of, reactions_of
from pbem.engine.request import Menu, Request
from pbem.engine.script import read
from pbem.engine.standing import DEFAULT, StandingOrders, answer, check, choose
from pbem.errors import BadScript
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import s5_1_events as events
from pbem.games.richard_iii import s6_2_turns as turns
from pbem.games.richard_iii import s6_4_combat as combat
from pbem.games.richard_iii import s7_supply as supply
from pbem.games.richard_iii import s8_political as political
from pbem.games.richard_iii.game import RICHARD_III
from pbem.games.richard_iii.s6_3_attacks import offer_mains
from pbem.games.richard_iii.s6_6_retreat import fill_regroup, retreats
from pbem.games.richard_iii.state import State
from tests.random_games import RandomPlayer
from tests.richard_iii.field import contest, empty, opened, put

YORKISTS = ("y_arundel", "y_essex", "y_hastings", "y_herbert", "y_worcester", "y_london_levy")
NOT_REACTIONS = {"actions", "card", "ready"}


def battle() -> State:
    state = empty()
    put(state, "leicester", "l_devon", "l_oxford")
    contest(state, "leicester", {"y_norfolk": "warwick", "y_suffolk": "derby"}, main="warwick")
    opened(state, "leicester")
    return state


@pytest.mark.parametrize("name", list(presets_of(RICHARD_III)))
def test_presets_name_known_kinds_and_can_be_read(name: str) -> None:
    state = battle()
    preset = presets_of(RICHARD_III)[name]
    assert set(preset) <= {*reactions_of(RICHARD_III), DEFAULT}
    check(
        StandingOrders(dict(preset)),
        reactions_of(RICHARD_III),
        lambda words: RICHARD_III.conditions.look(state, "york", words),
    )
    assert all(read(text) for text in preset.values())


@pytest.mark.parametrize(
    ("term", "side", "value"),
    [
        ("enemy at leicester", "york", True),
        ("enemy at london", "york", False),
        ("enemies leicester", "york", 2),
        ("blocks leicester", "york", 2),
        ("norfolk at leicester", "york", True),
        ("norwich levy at leicester", "york", False),
        ("strength norfolk", "york", 4),
        ("strength arundel", "york", 0),
        ("strength", "york", 7),
        ("enemy strength", "york", 5),
        ("enemy strength", "lancaster", 4),
        ("enemy blocks", "lancaster", 1),
        ("attacker", "york", True),
        ("round", "york", 1),
        ("king", "york", False),
        ("turn", "york", 1),
        ("campaign", "york", 1),
    ],
)
def test_what_conditions_look_at(term: str, side: str, value: object) -> None:
    state = RICHARD_III.secrets.veil(battle(), side)
    assert RICHARD_III.conditions.look(state, side, tuple(term.split())) == value


def test_unknown_terms_say_what_there_is() -> None:
    for term in ("moon", "enemy at atlantis", "strength henry_vi"):
        with pytest.raises(BadScript):
            RICHARD_III.conditions.look(battle(), "york", tuple(term.split()))


@pytest.mark.slow
@pytest.mark.parametrize("scenario", list(RICHARD_III.scenarios()))
def test_every_reaction_is_answered_by_stand_and_fight(scenario: str) -> None:
    """A game in which only cards and actions are asked."""
    play: Play[Any] = Play.new(RICHARD_III, scenario, {})
    chance, player = SeededChance(scenario), RandomPlayer(scenario)
    player.eager = True
    standing = StandingOrders(dict(presets_of(RICHARD_III)["stand_and_fight"]))
    play.start(chance)
    while play.pending:
        request = play.pending[0]
        if request.kind in NOT_REACTIONS:
            play.answer(request.side, player.line(request, chance.secrets), chance)
            continue
        assert request.kind in reactions_of(RICHARD_III)
        view = RICHARD_III.secrets.veil(play.state, request.side)
        ready = answer(
            standing,
            request,
            "",
            reactions_of(RICHARD_III),
            lambda words, view=view, side=request.side: RICHARD_III.conditions.look(
                view, side, words
            ),
            (),
        )
        assert ready is not None, f"{request.kind}: {[o.line for o in request.options]}"
        play.answer(request.side, ready.line, chance)
    assert play.result is not None


def test_r19_the_cautious_who_cannot_retreat_fire() -> None:
    """A policy that may have no legal line would cost a mail."""
    state = empty()
    put(state, "leicester", "l_devon", strength=1)
    contest(state, "leicester", {"y_norfolk": "warwick", "y_suffolk": "warwick"})
    found = opened(state, "leicester", round=2)
    for place in board.neighbours("leicester"):
        if place != "warwick":
            put(state, place, next(id for id in YORKISTS if state.blocks[id].at == "pool"))
    assert not retreats(state, found, "l_devon")
    fill = partial(turns.fill, state=state, contest=found, able=["l_devon"])
    request = Request("lancaster", "battle_turn", "?", "6.2", fill)
    given = answer(
        StandingOrders(dict(presets_of(RICHARD_III)["cautious"])),
        request,
        "",
        reactions_of(RICHARD_III),
        lambda words: RICHARD_III.conditions.look(state, "lancaster", words),
        (),
    )
    assert given is not None
    assert given.line == "devon: fire"


@pytest.mark.parametrize(
    ("kind", "fill", "verb"),
    [
        ("plague_deaths", events._fill_deaths, "fall"),
        ("hits", combat.fill_hits, "hit"),
        ("exile_limit", lambda menu, ids: political.offer_surplus(menu, empty(), ids), "pool"),
    ],
)
def test_r19_where_blocks_suffer_the_humblest_does(
    kind: str, fill: Callable[[Menu, list[str]], None], verb: str
) -> None:
    ids = ["l_henry_vi", "l_exeter", "l_devon", "l_york_church", "l_french", "l_bristol_levy"]
    for _ in range(len(ids)):
        request = Request("lancaster", kind, "?", "7.1", lambda menu: fill(menu, ids))
        line = choose(request, verb, ())
        assert line is not None
        assert line.split(":")[0] == blocks.word(ids[-1])
        ids.pop()


def test_r19_for_want_of_supply_who_would_die_is_last() -> None:
    state = empty()
    put(state, "essex", "l_bristol_levy", "l_devon", "l_henry_vi")
    state.blocks["l_bristol_levy"].strength = 1
    hungry = ["l_bristol_levy", "l_devon", "l_henry_vi"]
    fill = partial(supply.offer_losses, state=state, hungry=hungry)
    request = Request("lancaster", "supply", "?", "7.1", fill)
    assert choose(request, "lose", ()) == "devon: lose"
    assert [o.line for o in request.options][-1] == "bristol_levy: lose"
    request.fill = partial(political.offer_surplus, state=state, extra=hungry)
    request.forget()
    for some in (request.options, Request("lancaster", "supply", "?", "7.1", fill).options):
        assert all(blocks.rating(one.decision.block) in one.note for one in some), "his face"


def test_r19_a_bare_retreat_and_regroup_go_where_there_is_supply_to_friends() -> None:
    state = empty()
    put(state, "leicester", "l_devon")
    put(state, "lincoln", "l_oxford")
    crowd = ["l_clifford", "l_wiltshire", "l_beaumont", "l_pembroke", "l_bristol_levy"]
    put(state, "rutland", *crowd)
    contest(state, "leicester", {"y_norfolk": "warwick"})
    found = opened(state, "leicester", round=2)
    near = retreats(state, found, "l_devon")
    assert {"lincoln", "rutland"} <= set(near)
    for kind, verb, fill in (
        ("battle_turn", "retreat", partial(turns.fill, able=["l_devon"])),
        ("regroup", "regroup", partial(fill_regroup, side="lancaster")),
    ):
        request = Request("lancaster", kind, "?", "6.6", partial(fill, state=state, contest=found))
        assert choose(request, verb, ()) == f"devon: {verb} lincoln"
        to = [o.line.split()[-1] for o in request.options if f" {verb} " in o.line]
        assert to[-1] == "rutland"


@pytest.mark.parametrize(
    ("more", "way"),
    [({}, "warwick"), ({"y_essex": "derby"}, "derby"), ({"y_essex": "warwick"}, "warwick")],
)
def test_r19_main_is_the_border_that_most_blocks_crossed_or_else_the_first(
    more: dict[str, str], way: str
) -> None:
    state = empty()
    put(state, "leicester", "l_devon")
    came = {"y_norfolk": "warwick", "y_suffolk": "derby", **more}
    found = contest(state, "leicester", came)
    request = Request("york", "main_attack", "?", "6.3", lambda menu: offer_mains(menu, found))
    assert choose(request, "main", ()) == f"main {way}"
