"""6.0 Campaigns; the rulebook's example is in `test_examples.py`."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from pbem.engine.notation import match
from pbem.engine.request import Option
from pbem.errors import IllegalOrder
from pbem.games.warriors.s6_3_aggressor import settle
from pbem.games.warriors.s6_campaigns import asks_campaign, campaign, campaigns_of, is_over
from pbem.games.warriors.sequence import following
from pbem.games.warriors.state import State
from tests.says import says, sentence, worded
from tests.scripted import Scripted
from tests.warriors.field import empty, lines, menu, put


def marches(state: State, side: str, word: str = "march") -> list[str]:
    return lines(menu(campaigns_of, state=state, side=side), word)


def orders(state: State, side: str, *typed: str) -> None:
    """Opportunities of a side, one after the other."""
    for line in typed:
        state.next = side
        state.impulses[side] = 3
        Scripted(state, [line]).run(campaign)


def talbot_and_tuchet() -> State:
    state = empty(initiative="lancaster")
    put(state, "talbot", "north_midlands", "lancaster", 4)
    put(state, "audley", "north_midlands", "lancaster", 2)
    return state


def test_6_1_one_noble_crosses_a_sea_route() -> None:
    state = empty()
    put(state, "warwick", "calais", "york")
    put(state, "fauconberg", "calais", "york")
    options = menu(campaigns_of, state=state, side="york").options
    assert [o.group for o in options if o.line == "warwick: march southeast"] == [()]


def test_6_1_a_noble_may_move_in_more_than_one_campaign() -> None:
    state = talbot_and_tuchet()
    orders(state, "lancaster", "talbot: march south_midlands with audley", "talbot: march london")
    assert state.nobles["talbot"].at == "london"


def test_c2_a_pass_uses_the_impulse() -> None:
    state = talbot_and_tuchet()
    game = Scripted(state, ["pass"])
    game.run(campaign)
    assert state.impulses == {"lancaster": 3, "york": 3}
    assert state.next == "york"
    assert state.nobles["talbot"].at == "north_midlands"


def test_c3_the_phase_ends_when_both_markers_stand_at_zero() -> None:
    state = talbot_and_tuchet()
    state.impulses = {"lancaster": 1, "york": 0}
    assert following(state) == "campaign"
    state.impulses = {"lancaster": 0, "york": 0}
    assert is_over(state)
    assert following(state) == "control"


def test_c3_it_closes_early_only_if_both_sides_pass_all() -> None:
    state = talbot_and_tuchet()
    put(state, "york", "wales", "york", 2)
    Scripted(state, ["pass all"]).run(campaign)
    assert state.stood_down == ["lancaster"]
    assert not is_over(state)
    Scripted(state, ["pass"]).run(campaign)
    game = Scripted(state)
    game.run(campaign)
    assert not game.asked
    assert state.next == "york"
    Scripted(state, ["pass all"]).run(campaign)
    assert is_over(state)
    assert following(state) == "control"


def test_c3_nobody_who_can_march_is_asked_to_pass_by_himself() -> None:
    state = talbot_and_tuchet()
    game = Scripted(state)
    state.next = "york"
    game.run(campaign)
    assert lines(game.asked[0]) == ["pass"]


def test_c4_every_march_is_one_step() -> None:
    assert marches(talbot_and_tuchet(), "lancaster", "scotland") == []
    state = talbot_and_tuchet()
    reached = {line.split()[-1] for line in marches(state, "lancaster")}
    assert reached == {"west_midlands", "yorkshire", "south_midlands", "northwest", "east"}


def test_c5_as_many_as_the_enemies_must_stay_behind() -> None:
    state = talbot_and_tuchet()
    put(state, "york", "north_midlands", "york", 6)
    options = menu(campaigns_of, state=state, side="lancaster").options
    assert {o.group for o in options} == {()}
    put(state, "warwick", "north_midlands", "york")
    assert marches(state, "lancaster") == []
    with pytest.raises(IllegalOrder, match=r"6\.2"):
        match(asks_campaign(state, "lancaster"), "talbot: march yorkshire")


def test_c5_the_infirm_henry_stays_behind_and_counts() -> None:
    state = empty(initiative="lancaster")
    put(state, "henry_vi", "london", "lancaster", back=True)
    put(state, "margaret", "london", "lancaster")
    put(state, "york", "london", "york")
    assert {line.split(":")[0] for line in marches(state, "lancaster")} == {"margaret"}
    with pytest.raises(IllegalOrder, match="infirm"):
        match(asks_campaign(state, "lancaster"), "henry_vi: march east")


def test_c5_a_region_entered_this_turn_may_be_left_again() -> None:
    state = talbot_and_tuchet()
    put(state, "york", "west_midlands", "york")
    orders(
        state,
        "lancaster",
        "talbot: march west_midlands with audley",
        "talbot: march south_midlands",
    )
    assert state.nobles["talbot"].at == "south_midlands"
    assert marches(state, "lancaster", "audley") == []


@pytest.mark.parametrize(
    ("noble", "side", "at", "to", "allowed"),
    [
        ("talbot", "lancaster", "northwest", "scotland", True),
        ("talbot", "lancaster", "calais", "france", True),
        ("talbot", "lancaster", "calais", "burgundy", False),
        ("york", "york", "calais", "burgundy", True),
        ("york", "york", "calais", "france", False),
    ],
)
def test_6_2_only_friendly_foreign_areas(
    noble: str, side: str, at: str, to: str, allowed: bool
) -> None:
    state = empty()
    put(state, noble, at, side)
    assert (f"{noble}: march {to}" in marches(state, side)) == allowed
    if not allowed:
        with pytest.raises(
            IllegalOrder, match=worded("games.warriors.s6_campaigns.why_not", word="friendly")
        ):
            match(asks_campaign(state, side), f"{noble}: march {to}")


def entered(*moves: tuple[str, str]) -> State:
    state = talbot_and_tuchet()
    put(state, "york", "west_midlands", "york")
    put(state, "warwick", "wales", "york")
    for side, typed in moves:
        orders(state, side, typed)
    return state


@pytest.mark.parametrize(
    ("moves", "aggressor"),
    [
        ([("lancaster", "talbot: march west_midlands")], {"west_midlands": "lancaster"}),
        (
            [
                ("lancaster", "talbot: march west_midlands"),
                ("york", "warwick: march west_midlands"),
                ("lancaster", "audley: march west_midlands"),
            ],
            {"west_midlands": "lancaster"},
        ),
        ([("york", "york: march north_midlands")], {"north_midlands": "york"}),
        ([("york", "warwick: march west_midlands")], {}),
    ],
)
def test_6_3_the_side_that_comes_second_is_the_aggressor(
    moves: Sequence[tuple[str, str]], aggressor: dict[str, str]
) -> None:
    assert entered(*moves).aggressor == aggressor


def test_c6_the_marker_goes_when_one_side_has_left_completely() -> None:
    state = entered(("lancaster", "talbot: march west_midlands"))
    settle(state, "west_midlands")
    assert state.aggressor == {"west_midlands": "lancaster"}
    state.nobles["york"].at = "wales"
    settle(state, "west_midlands")
    assert state.aggressor == {}


def test_c6_a_later_entry_makes_a_new_marker() -> None:
    state = entered(("lancaster", "talbot: march west_midlands"))
    state.nobles["york"].at = "wales"
    state.aggressor.clear()
    orders(state, "york", "york: march west_midlands")
    assert state.aggressor == {"west_midlands": "york"}


def offered(state: State, line: str) -> Option:
    options = menu(campaigns_of, state=state, side="york").options
    return next(option for option in options if option.line == line)


def test_c3_pass_all_says_how_many_campaigns_it_leaves_unused() -> None:
    state = empty()
    put(state, "warwick", "wales", "york")
    state.impulses["york"] = 2
    assert offered(state, "pass all").gives_up == sentence(
        "games.warriors.s6_campaigns.campaigns_of", "2 more campaigns", word="leaves"
    )
    state.impulses["york"] = 1
    assert offered(state, "pass all").gives_up == sentence(
        "games.warriors.s6_campaigns.campaigns_of", "1 more campaign", word="leaves"
    )


def test_8_8_the_last_three_star_noble_who_leaves_london_loses_it() -> None:
    state = empty()
    put(state, "york", "london", "york")
    put(state, "fauconberg", "london", "york")
    state.control["london"] = "york"
    line = next(o.line for o in menu(campaigns_of, state=state, side="york").options)
    to = line.split()[-1]
    assert says(
        offered(state, f"york: march {to}").note,
        "games.warriors.s6_campaigns.march_note",
        word="lose",
    )
    assert "London" not in offered(state, f"fauconberg: march {to}").note
    state.next, state.impulses["york"] = "york", 3
    Scripted(state, [f"york: march {to}"]).run(campaign)
    assert state.control.get("london") != "york"
