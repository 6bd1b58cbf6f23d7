"""6.9 Treachery Rolls, 9.1 Clarence and Exeter."""

from __future__ import annotations

import pytest

from pbem.engine.request import Menu
from pbem.errors import Impossible
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import s6_9_treachery as rule
from pbem.games.richard_iii.invariants import check_heirs
from pbem.games.richard_iii.s6_2_turns import battle_turn
from pbem.games.richard_iii.s6_9_treachery import heads
from pbem.games.richard_iii.s6_battles import settle
from tests.richard_iii.field import contest, empty, fight, kill, lines, opened, put, story
from tests.says import sentence
from tests.scripted import Scripted


def test_6_9_example_the_king_converts_northumberland() -> None:
    """Loyalty 2: two dice, both even."""
    state = empty()
    put(state, "leicester", "y_northumberland")
    contest(state, "leicester", {"l_henry_vi": "derby"})
    found = opened(state, "leicester")
    found.acted = ["y_northumberland"]
    game = Scripted(state, ["henry_vi: treachery northumberland"], [2])
    game.run(battle_turn, found)
    assert state.blocks["l_northumberland"].at == "leicester"
    state = empty(king="york")
    state.king = "y_york"
    put(state, "leicester", "l_northumberland")
    contest(state, "leicester", {"y_york": "derby"})
    found = opened(state, "leicester")
    found.acted = ["l_northumberland"]
    game = Scripted(state, ["york: treachery northumberland"], [2, 6])
    game.run(battle_turn, found)
    assert [label for label, _ in game.rolled] == [
        "treachery northumberland",
        "treachery northumberland 2",
    ]
    assert state.blocks["y_northumberland"].at == "leicester"


def test_6_9_one_odd_number_and_he_stays() -> None:
    state = empty()
    put(state, "leicester", "l_northumberland")
    contest(state, "leicester", {"y_york": "derby"})
    found = opened(state, "leicester")
    game = Scripted(state, dice=[2, 3])
    assert not game.run(rule.treachery_roll, found, "l_northumberland", "pretender")
    assert state.blocks["l_northumberland"].at == "leicester"


def test_c61_three_roles_each_once_in_a_battle() -> None:
    state = empty()
    for id, role in (
        ("l_henry_vi", "king"),
        ("y_york", "pretender"),
        ("y_warwick", "warwick"),
        ("l_warwick", "warwick"),
        ("y_march", ""),
    ):
        assert rule.role(state, id) == role
    put(state, "leicester", "l_rivers")
    contest(state, "leicester", {"y_york": "derby"})
    found = opened(state, "leicester")
    assert rule.may_roll(state, found, "y_york")
    found.rolled = ["pretender"]
    assert not rule.may_roll(state, found, "y_york")
    state.blocks["y_york"].at = "dead"
    assert not rule.may_roll(state, found, "y_march")


def test_6_9_example_one_block_may_face_three_rolls_in_one_battle() -> None:
    """One each from the Treason card, the Pretender, and Warwick."""
    state = empty()
    put(state, "leicester", "l_buckingham", "l_rivers")
    contest(state, "leicester", {"y_york": "derby", "y_warwick": "derby"})
    found = opened(state, "leicester")
    found.acted = ["l_buckingham", "l_rivers"]
    state.treason = "york"
    rolled = []
    for run, line in (
        (rule.treason, "treachery buckingham"),
        (battle_turn, "york: treachery buckingham"),
        (battle_turn, "warwick: treachery buckingham"),
    ):
        dice = [1] * rule.loyalty("l_buckingham", "")
        game = Scripted(state, [line], dice)
        game.run(run, found)
        rolled.append(game.rolled[0][0])
        assert state.blocks["l_buckingham"].at == "leicester"
    assert rolled == ["treachery buckingham"] * 3
    assert found.rolled == ["pretender", "warwick"]
    assert not state.treason


def test_c62_targets_on_the_field_with_a_loyalty() -> None:
    state = empty()
    put(state, "leicester", "l_rivers", "l_devon", "l_henry_vi", "l_exeter", "l_york_church")
    contest(state, "leicester", {"y_york": "derby"})
    contest(state, "leicester", {"l_stanley": "lincoln"})
    found = opened(state, "leicester")
    assert set(rule.targets(state, found, "york", "pretender")) == {
        "l_rivers",
        "l_exeter",
        "l_york_church",
    }
    found.defected = ["l_rivers"]
    assert "already defected" in rule.immune(state, found, "l_rivers", "pretender")
    assert "never defects" in rule.immune(state, found, "l_devon", "pretender")


def test_c62_the_king_and_pretender_never_defect() -> None:
    state = empty()
    state.blocks["l_henry_vi"].at = state.blocks["l_prince_edward"].at = "dead"
    state.king = "l_exeter"
    put(state, "leicester", "l_exeter")
    contest(state, "leicester", {"y_york": "derby"})
    assert rule.targets(state, opened(state, "leicester"), "york", "pretender") == []


@pytest.mark.parametrize(
    ("id", "by", "dice"),
    [
        ("l_kent", "pretender", 2),
        ("l_kent", "warwick", 1),
        ("l_salisbury", "", 2),
        ("l_salisbury", "warwick", 1),
        ("l_warwick", "king", 3),
        ("l_stanley", "warwick", 1),
        ("y_rivers", "king", 2),
        ("l_rivers", "king", 1),
    ],
)
def test_c63_dice(id: str, by: str, dice: int) -> None:
    assert rule.loyalty(id, by) == dice


def test_6_91_warwick_makes_no_roll_on_northumberland_or_westmoreland() -> None:
    state = empty()
    put(state, "leicester", "l_northumberland", "l_westmoreland", "l_stanley")
    contest(state, "leicester", {"y_warwick": "derby"})
    found = opened(state, "leicester")
    assert rule.targets(state, found, "york", "warwick") == ["l_stanley"]
    assert len(rule.targets(state, found, "york", "pretender")) == 3


def test_c64_he_joins_the_reserve_at_his_strength_and_acts_next_round() -> None:
    state = empty()
    put(state, "leicester", "l_stanley", "l_devon")
    state.blocks["l_stanley"].strength = 2
    contest(state, "leicester", {"y_york": "derby"})
    game = fight(
        state,
        "leicester",
        [
            "stanley: pass",
            "devon: pass",
            "york: treachery stanley",
            "devon: retreat oxford",
            "done",
        ],
        [4],
    )
    assert state.blocks["y_stanley"].strength == 2
    assert state.blocks["l_stanley"].at == "enemy"
    assert story(game, "Treachery! Stanley defects to York.")
    assert story(
        game,
        sentence(
            "games.richard_iii.s6_battles.arrive", "York", "Stanley (strength 2)", word="brings"
        ),
    )


def test_c44_c64_in_round_4_only_defenders_roll() -> None:
    state = empty()
    put(state, "leicester", "l_henry_vi")
    contest(state, "leicester", {"y_york": "derby", "y_stanley": "derby"})
    found = opened(state, "leicester", round=4)
    Scripted(state, ["henry_vi: treachery stanley"], [2]).run(battle_turn, found)
    game = Scripted(state, ["york: retreat derby"])
    game.run(battle_turn, found)
    assert not lines(game.asked[0].menu, "treachery")
    assert state.blocks["l_stanley"].at == "leicester"


def test_c65_the_last_block_converted_ends_the_battle() -> None:
    state = empty()
    put(state, "leicester", "l_stanley")
    contest(state, "leicester", {"y_york": "derby"})
    game = fight(state, "leicester", ["stanley: pass", "york: treachery stanley", "done"], [2])
    assert story(game, "York wins")


def test_c65_c47_the_last_defender_converted_in_round_1_swaps_control() -> None:
    state = empty()
    put(state, "leicester", "l_stanley")
    contest(state, "leicester", {"y_york": "derby"})
    contest(state, "leicester", {"l_devon": "lincoln"})
    found = opened(state, "leicester")
    game = Scripted(state, dice=[2])
    game.run(rule.treachery_roll, found, "l_stanley", "pretender")
    settle(game.table, found)
    assert found.attacker == "lancaster"
    assert "l_devon" in found.acted


def test_c73_a_defection_brings_in_no_minor() -> None:
    state = empty()
    put(state, "leicester", "l_exeter")
    contest(state, "leicester", {"y_york": "derby"})
    found = opened(state, "leicester")
    game = Scripted(state, dice=[2, 2])
    game.run(rule.treachery_roll, found, "l_exeter", "pretender")
    assert state.minors_due == {"york": 0, "lancaster": 0}
    assert state.blocks["y_exeter"].at == "leicester"


def test_9_1_he_regains_his_status_if_he_defects_back() -> None:
    state = empty()
    put(state, "leicester", "y_exeter")
    assert "l_exeter" not in blocks.living_heirs(state, "lancaster")
    contest(state, "leicester", {"l_henry_vi": "derby"})
    game = Scripted(state, dice=[2])
    game.run(rule.treachery_roll, opened(state, "leicester"), "y_exeter", "king")
    assert "l_exeter" in blocks.living_heirs(state, "lancaster")


@pytest.mark.parametrize(
    ("king", "head"), [("york", "y_gloucester"), ("lancaster", "y_gloucester")]
)
def test_r16_an_heir_who_comes_back_and_is_senior_has_the_title_at_once(
    king: str, head: str
) -> None:
    """3.21: Clarence outranks Gloucester, who was King or Pretender while Clarence served Lancaster."""
    state = empty(king=king)
    kill(state, "y_york", "y_march", "y_rutland")
    put(state, "derby", "y_gloucester")
    if king == "york":
        state.king = head
    put(state, "essex", "l_clarence")
    found = contest(state, "essex", {"y_norfolk": "leicester"})
    assert head in heads(state)
    check_heirs(state)
    rule.defect(Scripted(state).table, found, "l_clarence")
    assert (state.king if king == "york" else blocks.pretender(state)) == "y_clarence"
    assert rule.role(state, "y_clarence") == ("king" if king == "york" else "pretender")
    check_heirs(state)
    if king == "york":
        state.king = "y_gloucester"
        with pytest.raises(Impossible, match="is senior"):
            check_heirs(state)
        state.king = "y_clarence"
    found.rolled = [rule.role(state, "y_clarence")]
    assert not rule.may_roll(state, found, "y_clarence")


def test_r16_a_junior_who_comes_back_and_a_dead_king_change_nothing() -> None:
    state = empty(king="york")
    put(state, "essex", "l_clarence")
    found = contest(state, "essex", {"y_norfolk": "leicester"})
    rule.defect(Scripted(state).table, found, "l_clarence")
    assert state.king == "y_york"
    state.king = ""
    rule.follow(Scripted(state).table, "y_york")
    assert state.king == ""


def test_r19_a_bare_treachery_takes_the_best_chance_then_the_strongest() -> None:
    state = empty()
    put(state, "essex", "l_northumberland", "l_stanley", "l_rivers", "l_buckingham")
    state.blocks["l_rivers"].strength = 1
    found = contest(state, "essex", {"y_york": "leicester"})
    state.treason = "york"
    menu = Menu()
    rule.fill_treason(menu, state, found, "york")
    dice = [rule.loyalty(f"l_{o.line.split()[1]}", "") for o in menu.options[:-1]]
    assert dice == sorted(dice)
    best = menu.options[: dice.count(dice[0])]
    strengths = [state.blocks[f"l_{o.line.split()[1]}"].strength for o in best]
    assert len(best) > 1
    assert strengths == sorted(strengths, reverse=True)
