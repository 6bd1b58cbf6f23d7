"""7.0 Supply and exile limits."""

from __future__ import annotations

from pbem.engine.standing import choose
from pbem.games.richard_iii import s7_1_limits as limits
from pbem.games.richard_iii import s7_supply as rule
from pbem.games.richard_iii import s8_political as political
from pbem.games.richard_iii.s4_scenarios import setup
from pbem.games.richard_iii.state import State
from tests.richard_iii.field import act, empty, put, story
from tests.says import says, sentence
from tests.scripted import Scripted

SIX = ["y_norfolk", "y_suffolk", "y_arundel", "y_essex", "y_hastings", "y_herbert"]


def test_c78_four_blocks_five_in_a_city() -> None:
    state = empty()
    put(state, "essex", *SIX[:5])
    assert limits.surplus(state, "essex", "york") == 1
    put(state, "middlesex", *SIX)
    assert limits.surplus(state, "middlesex", "york") == 1


def test_c78_one_step_each_of_different_blocks_of_the_owners_choice() -> None:
    state = empty()
    put(state, "essex", *SIX)
    game = Scripted(state, ["norfolk: lose", "herbert: lose"])
    game.run(rule.losses, "york")
    assert state.blocks["y_norfolk"].strength == 3
    assert state.blocks["y_herbert"].strength == 2
    assert "norfolk: lose" not in [o.line for o in game.asked[1].options]
    assert story(
        game,
        sentence("games.richard_iii.s7_supply.losses", "Essex", "York", "2 steps", word="supply"),
    )
    private = [event for event in game.table.events if event.to]
    assert [event.to for event in private] == ["york", "york"]


def test_c78_deaths_follow_section_6_8() -> None:
    state = empty()
    put(state, "essex", *SIX[:5])
    state.blocks["y_essex"].strength = 1
    game = Scripted(state, ["essex: lose"])
    game.run(rule.losses, "york")
    assert state.blocks["y_essex"].at == "dead"
    assert story(game, "Essex (York) is eliminated")


def test_7_2_example_three_blocks_in_ireland_without_the_irish() -> None:
    """E9: one step each Supply Phase, and one block to the pool on reset."""
    state = empty()
    put(state, "derby", "y_irish")
    put(state, "ireland", "y_york", "y_rutland", "y_norfolk")
    game = Scripted(state, ["norfolk: lose"])
    game.run(rule.losses, "york")
    assert len(game.asked) == 1
    game = Scripted(state, ["norfolk: pool"])
    game.run(political.limit_exiles, "york")
    assert state.blocks["y_norfolk"].at == "pool"
    assert "york: pool" not in [o.line for o in game.asked[0].options]


def test_c79_only_the_mercenaries_at_home_there_are_exempt() -> None:
    state = setup("wars_of_the_roses")
    assert len(limits.supplied(state, "calais", "york")) == 4
    assert limits.surplus(state, "calais", "york") == 0
    put(state, "calais", "y_irish")
    assert limits.surplus(state, "calais", "york") == 1
    put(state, "scotland", "l_french", "l_devon", "l_oxford")
    assert limits.surplus(state, "scotland", "lancaster") == 1


def test_c80_kingmaker_starves_in_france_at_once_and_calais_1460_does_not() -> None:
    state = setup("kingmaker")
    assert limits.surplus(state, "france", "lancaster") == 1
    assert limits.surplus(state, "calais", "york") == 0


def test_c77_order_of_the_supply_phase() -> None:
    state = empty()
    put(state, "essex", *SIX[:5])
    lancaster = ["l_oxford", "l_devon", "l_clifford", "l_wiltshire", "l_beaumont"]
    put(state, "derby", *lancaster)
    put(state, "kent", "y_exeter")
    state.king = ""
    state.blocks["l_henry_vi"].at = "dead"
    state.minors_due = {"york": 1, "lancaster": 1}
    game = Scripted(
        state,
        [
            "no",
            "clarence: enter calais",
            "prince_edward: enter derby",
            "norfolk: lose",
            "oxford: lose",
            "devon: lose",
        ],
    )
    game.run(rule.supply_phase)
    assert [r.kind for r in game.asked] == [
        "execution",
        "minor",
        "minor",
        "supply",
        "supply",
        "supply",
    ]
    assert game.story[0].startswith(sentence("games.richard_iii.s7_supply.succession", word="Long"))


def test_c77_who_starves_has_his_minor_enter_in_the_next_supply_phase() -> None:
    """Exeter starves as a Yorkist: the losses are simultaneous, and the minors of both came before."""
    state = empty()
    put(state, "essex", *SIX[:4])
    put(state, "essex", "y_exeter", strength=1)
    game = Scripted(state, ["no", "exeter: lose"])
    game.run(rule.supply_phase)
    assert state.blocks["y_exeter"].at == "dead"
    assert (state.minors_due["lancaster"], state.blocks["l_prince_edward"].at) == (1, "minor")
    Scripted(state, ["prince_edward: enter derby"]).run(rule.supply_phase)
    assert (state.minors_due["lancaster"], state.blocks["l_prince_edward"].at) == (0, "derby")


def test_r19_a_bare_enter_takes_a_fed_and_friendly_area_before_a_vacant_one() -> None:
    state = empty()
    state.minors_due["lancaster"] = 1
    put(state, "derby", "l_devon", "l_oxford", "l_clifford", "l_wiltshire")
    put(state, "warwick", "l_beaumont")
    game = Scripted(state, ["prince_edward: enter derby"])
    game.run(rule.minors_enter, "lancaster")
    offered = [o.line for o in game.asked[0].options]
    assert choose(game.asked[0], "enter", ()) == "prince_edward: enter warwick"
    assert offered[-1] == "prince_edward: enter derby"
    state = empty()
    state.minors_due["york"] = 1
    put(state, "ireland", "y_norfolk", "y_suffolk")
    state.blocks["y_calais"].at = state.blocks["y_burgundian"].at = "pool"
    game = Scripted(state, ["clarence: enter calais"])
    game.run(rule.minors_enter, "york")
    assert choose(game.asked[0], "enter", ()) == "clarence: enter calais"


def test_c92_a_prisoner_is_not_fed() -> None:
    state = setup("kingmaker")
    put(state, "middlesex", *SIX[:2], "y_arundel", "y_essex", "y_stanley")
    state.blocks["y_march"].at = "essex"
    assert limits.surplus(state, "middlesex", "york") == 0
    assert limits.surplus(state, "middlesex", "lancaster") == 0


def noted(state: State, line: str) -> str:
    return next(option.note for option in act(state, "york").options if option.line == line)


def test_7_1_a_move_says_what_supply_will_take_and_supply_takes_it() -> None:
    state = empty()
    put(state, "essex", *SIX[:4])
    put(state, "middlesex", "y_hastings")
    assert says(
        noted(state, "hastings: move essex"),
        "games.richard_iii.s7_1_limits.hunger",
        "feeds 4 of 5: 1",
        "",
        "7.1",
        word="step",
    )
    state.blocks["y_hastings"].at = "essex"
    assert says(
        noted(state, "end"),
        "games.richard_iii.s7_1_limits.hunger",
        "Essex: feeds 4 of 5: 1",
        "",
        "7.1",
        word="step",
    )
    game = Scripted(state, ["norfolk: lose"])
    game.run(rule.losses, "york")
    assert len(game.asked) == 1


def test_7_1_where_all_are_fed_or_a_battle_comes_first_nothing_is_said() -> None:
    state = empty()
    put(state, "essex", *SIX[:3])
    put(state, "middlesex", "y_hastings")
    assert "feeds" not in noted(state, "hastings: move essex")
    put(state, "essex", SIX[3])
    put(state, "essex", "l_clifford")
    assert limits.hunger(state, "essex", "york", ["y_hastings"]) == ""


def test_7_2_an_exile_area_says_its_own_limit() -> None:
    state = empty()
    put(state, "ireland", "y_york", "y_rutland")
    told = limits.hunger(state, "ireland", "york", ["y_norfolk"])
    assert told == sentence(
        "games.richard_iii.s7_1_limits.hunger", "feeds 2 of 3: 1", "", "7.2", word="step"
    )


def test_c2_the_end_of_an_action_phase_says_what_is_lost() -> None:
    state = empty()
    put(state, "essex", "y_essex")
    end = next(option for option in act(state, "york").options if option.line == "end")
    assert end.gives_up == "leaves 4 Action Points unused"
    end = next(option for option in act(state, "york", ap=1).options if option.line == "end")
    assert end.gives_up == sentence("games.richard_iii.s5_actions.unused", 1, "")
