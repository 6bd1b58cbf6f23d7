"""5.4 Recruiting."""

from __future__ import annotations

from tests.richard_iii.field import act, empty, lines, play, put, targets
from tests.says import says


def test_5_4_sidebar_northumberland_and_newcastle_for_2_ap() -> None:
    state = empty()
    play(
        state,
        "lancaster",
        "action_2",
        "northumberland: recruit northumbria",
        "newcastle_levy: recruit northumbria",
    )
    assert state.blocks["l_northumberland"].at == "northumbria"
    assert state.blocks["l_newcastle_levy"].at == "northumbria"


def test_5_4_sidebar_three_blocks_in_east_anglia_for_3_ap() -> None:
    state = empty()
    names = ("norfolk", "suffolk", "norwich_levy")
    play(state, "york", "action_3", *(f"{name}: recruit east_anglia" for name in names))
    assert all(state.blocks[f"y_{name}"].at == "east_anglia" for name in names)


def test_c26_where_each_kind_is_recruited() -> None:
    state = empty()
    put(state, "glamorgan", "l_devon")
    shown = act(state, "york")
    assert targets(shown, "norfolk: recruit") == {"caernarvon", "east_anglia"}
    assert "(5.4)" in shown.barred["norfolk: recruit glamorgan"]
    assert targets(shown, "canterbury_church: recruit") == {"kent"}
    assert targets(shown, "london_levy: recruit") == {"middlesex"}
    assert not targets(shown, "bombard: recruit")
    rebel = targets(shown, "rebel: recruit")
    assert {"isle_of_man", "derby"} <= rebel
    assert not rebel & {"glamorgan", "calais", "france"}
    put(state, "warwick", "y_essex")
    assert targets(act(state, "york"), "bombard: recruit") == {"warwick"}
    assert "warwick" not in targets(act(state, "york"), "rebel: recruit")
    assert targets(act(state, "lancaster"), "welsh: recruit") == {
        "caernarvon",
        "glamorgan",
        "pembroke",
        "powys",
    }


def test_c26_the_rebel_is_in_the_pretenders_pool() -> None:
    state = empty(king="york")
    assert not lines(act(state, "york"), "rebel:")
    assert lines(act(state, "lancaster"), "rebel:")


def test_c27_blocks_that_fell_in_this_campaign_cannot_be_recruited() -> None:
    state = empty()
    state.blocks["y_london_levy"].face_down = True
    shown = act(state, "york")
    assert not lines(shown, "london_levy")
    assert says(
        shown.barred["london_levy: recruit middlesex"],
        "games.richard_iii.s5_4_recruits.barred",
        word="fell",
    )


def test_c28_only_the_yorkist_warwick_in_calais() -> None:
    state = empty()
    put(state, "pool", "y_warwick")
    assert "calais" in targets(act(state, "york"), "warwick: recruit")
    put(state, "east_yorks", "l_oxford")
    assert not targets(act(state, "york"), "kent: recruit")
    put(state, "pool", "l_warwick")
    assert targets(act(state, "lancaster"), "warwick: recruit") == {"warwick", "glamorgan"}


def test_c29_turncoats_in_a_pool() -> None:
    state = empty()
    put(state, "pool", "l_clarence", "y_exeter")
    put(state, "hereford", "l_devon")
    put(state, "rutland", "y_worcester")
    assert targets(act(state, "lancaster"), "clarence: recruit") == {"south_yorks", "hereford"}
    assert targets(act(state, "york"), "exeter: recruit") == {"cornwall"}


def test_c30_other_heirs_in_a_pool_come_like_minors() -> None:
    state = empty()
    put(state, "chester", "y_essex")
    assert targets(act(state, "york"), "march: recruit") == {"calais", "ireland"}
    royal = targets(act(state, "lancaster"), "somerset: recruit")
    assert {"middlesex", "sussex"} <= royal
    assert "chester" not in royal
    assert "dorset" not in royal


def test_5_4_recruits_stand_at_full_strength_and_minors_wait() -> None:
    state = empty()
    play(state, "york", "action_2", "norfolk: recruit caernarvon", "end")
    assert state.blocks["y_norfolk"].strength == 4
    assert not lines(act(state, "york"), "clarence")
