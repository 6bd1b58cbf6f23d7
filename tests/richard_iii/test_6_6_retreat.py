"""6.6 Retreat, 6.7 regroup."""

from __future__ import annotations

from pbem.games.richard_iii import s6_6_retreat as rule
from pbem.games.richard_iii.state import Contest, State
from tests.richard_iii.field import contest, empty, fight, opened, put, story
from tests.says import says
from tests.scripted import Scripted


def leicester() -> tuple[State, Contest]:
    """Devon and Oxford in Leicester are attacked from Warwick."""
    state = empty()
    put(state, "leicester", "l_devon", "l_oxford")
    contest(state, "leicester", {"y_norfolk": "warwick", "y_suffolk": "warwick"})
    return state, opened(state, "leicester", round=2)


def test_c56_to_friendly_or_vacant_areas_not_over_the_enemys_border() -> None:
    state, found = leicester()
    put(state, "derby", "l_clifford")
    put(state, "rutland", "y_worcester")
    reached = set(rule.retreats(state, found, "l_devon"))
    assert reached == {"derby", "lincoln", "oxford", "middlesex", "essex"}
    assert says(
        rule.barred(state, found, "l_devon", "warwick"),
        "games.richard_iii.s6_6_retreat.closed",
        word="entered",
    )
    assert says(
        rule.barred(state, found, "l_devon", "rutland"),
        "games.richard_iii.s6_6_retreat.closed",
        word="neither",
    )


def test_c56_attackers_need_not_go_back_the_way_they_came() -> None:
    state, found = leicester()
    assert {"warwick", "derby"} <= set(rule.retreats(state, found, "y_norfolk"))


def test_c56_if_both_crossed_a_border_only_player_2_may_use_it() -> None:
    state, found = leicester()
    contest(state, "leicester", {"l_clifford": "warwick"})
    assert "warwick" in rule.retreats(state, found, "l_devon")
    assert "warwick" not in rule.retreats(state, found, "y_norfolk")
    assert says(
        rule.barred(state, found, "y_norfolk", "warwick"),
        "games.richard_iii.s6_6_retreat.closed",
        word="Player",
    )


def test_c56_border_limits_apply_to_each_side_and_round() -> None:
    state, found = leicester()
    put(state, "leicester", "l_clifford", "l_wiltshire")
    table = Scripted(state).table
    for id in ("l_devon", "l_oxford", "l_clifford"):
        rule.retreat(table, found, id, "derby")
    assert "its limit" in rule.barred(state, found, "l_wiltshire", "derby")
    found.crossed = {}
    assert "derby" in rule.retreats(state, found, "l_wiltshire")


def test_c57_only_crossings_into_this_battle_count() -> None:
    state, found = leicester()
    put(state, "derby", "l_beaumont")
    contest(state, "derby", {"y_essex": "chester"})
    put(state, "pool", "l_beaumont", "y_essex")
    assert "derby" in rule.retreats(state, found, "l_devon")


def test_c58_a_contested_area_is_no_destination_one_emptied_earlier_is() -> None:
    state, found = leicester()
    put(state, "derby", "l_beaumont")
    contest(state, "derby", {"y_essex": "chester"})
    assert "derby" not in rule.retreats(state, found, "l_devon")
    assert "derby" not in rule.retreats(state, found, "y_norfolk")
    put(state, "pool", "l_beaumont", "y_essex")
    del state.contests["derby"]
    assert "derby" in rule.retreats(state, found, "l_devon")


def test_c10_no_retreat_or_regroup_into_enemy_exile() -> None:
    state = empty()
    put(state, "northumbria", "y_norfolk")
    put(state, "pool", "l_scots")
    contest(state, "northumbria", {"l_oxford": "cumbria"})
    found = opened(state, "northumbria", round=2)
    assert "scotland" not in rule.retreats(state, found, "y_norfolk")
    assert "scotland" not in rule.regroups(state, found, "y_norfolk")
    assert "scotland" in rule.retreats(state, found, "l_oxford")


def test_5_3_nobody_retreats_by_sea_but_pirates() -> None:
    state = empty()
    put(state, "kent", "l_devon")
    contest(state, "kent", {"y_norfolk": "sussex"})
    found = opened(state, "kent", round=2)
    assert set(rule.retreats(state, found, "l_devon")) == {"middlesex"}


def test_c59_the_winner_regroups_over_any_border_within_fresh_limits() -> None:
    state = empty()
    put(state, "lancaster", "l_devon")
    state.blocks["l_devon"].strength = 1
    three = dict.fromkeys(("y_norfolk", "y_suffolk", "y_essex"), "chester")
    contest(state, "lancaster", three)
    game = fight(
        state,
        "lancaster",
        [
            "devon: pass",
            "norfolk: fire",
            "norfolk: regroup derby",
            "suffolk: regroup derby",
            "essex: regroup chester",
        ],
        [1, 6, 6, 6],
    )
    last = game.asked[-1].menu
    assert not [o for o in last.options if o.line == "essex: regroup derby"]
    assert story(game, "York regroups a block from Lancaster to Derby.")
    assert "lancaster" not in state.contests


def test_c59_r7_reserves_regroup_too_and_the_names_stay_hidden() -> None:
    state = empty()
    put(state, "leicester", "l_devon")
    state.blocks["l_devon"].strength = 1
    contest(state, "leicester", {"y_norfolk": "warwick", "y_suffolk": "derby"}, main="warwick")
    game = fight(
        state,
        "leicester",
        ["devon: pass", "norfolk: fire", "suffolk: regroup derby", "done"],
        [1, 6, 6, 6],
    )
    assert state.blocks["y_suffolk"].at == "derby"
    assert not story(game, "Suffolk")


def test_c59_no_question_when_there_is_nowhere_to_go() -> None:
    state = empty()
    put(state, "kent", "l_devon")
    put(state, "sussex", "l_oxford")
    put(state, "middlesex", "l_clifford")
    state.blocks["l_devon"].strength = 1
    contest(state, "kent", {"y_norfolk": "sussex"})
    fight(state, "kent", ["devon: pass", "norfolk: fire"], [1, 6, 6, 6])
    assert state.blocks["y_norfolk"].at == "kent"
