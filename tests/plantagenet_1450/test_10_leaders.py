"""10.1-3 Royal leaders, nobles and their ratings; 3.1.4, 15.1 leaders abroad."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450.conditions import holds
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s11_1_movement import ways
from pbem.games.plantagenet_1450.s14_sieges import bar
from pbem.games.plantagenet_1450.s16_4_1_initiative import action
from pbem.games.plantagenet_1450.s16_4_6_7_deployment import deploy_forces
from pbem.games.plantagenet_1450.s16_4_6_11_captures import kill, survives
from tests.plantagenet_1450.field import LEEDS, TOWTON, empty, fight, lines, put, run
from tests.plantagenet_1450.realm import offered, realm, spend

LONDON, CALAIS = "1928", "2531"


def test_10_1_a_royal_leader_has_no_card_and_a_noble_has_one() -> None:
    """Both fall: the noble's card is discarded, and nothing else."""
    state = realm()
    put(state, "richard_york", LONDON)
    put(state, "bourchier", LONDON)
    assert cards.nobles(state) == [facts().noble_cards["bourchier"]]
    run(kill, state, (), (), "richard_york")
    assert not state.discards
    run(kill, state, (), (), "bourchier")
    assert state.discards == [facts().noble_cards["bourchier"]]


def test_10_2_a_noble_may_change_sides_more_than_once_and_his_card_lies_open_on_either() -> None:
    state = realm()
    put(state, "stanley", LONDON, side="york")
    spend(state, "lancaster", 5, "turn stanley for 5", dice=(6,))
    spend(state, "york", 5, "turn stanley for 5", dice=(6,))
    assert state.leaders["stanley"].side == "york"
    assert cards.nobles(state) == [facts().noble_cards["stanley"]]
    assert not state.discards


def test_10_3_1_the_higher_his_loyalty_the_fewer_dice_turn_a_noble() -> None:
    """With one point, all six dice each: Stanley 2, Audley 3, Northumberland 5, Somerset 6."""
    turned = []
    for noble in ("stanley", "audley", "northumberland", "somerset"):
        count = 0
        for die in range(1, 7):
            state = realm()
            put(state, noble, LONDON, side="lancaster")
            spend(state, "york", 1, f"turn {noble} for 1", dice=(die,))
            count += state.leaders[noble].side == "york"
        turned.append(count)
    assert turned == [5, 4, 2, 1]


def test_10_3_3_the_tactical_rating_of_who_leads_moves_his_sides_columns() -> None:
    """Edward (4) against Exeter (1): three columns."""
    state = empty()
    put(state, "edward_march", LEEDS, "1 longbowmen")
    put(state, "exeter", TOWTON, "1 longbowmen")
    battle = fight(state)
    battle.committed = {"york": "edward_march", "lancaster": "exeter"}
    run(deploy_forces, state)
    assert [one.column for one in battle.fighters] == [6, 3]


@pytest.mark.parametrize(("leader", "lost_on"), [("wiltshire", 3), ("trollope", 7)])
def test_10_3_4_quality_is_what_a_leader_survives_a_battle_by(leader: str, lost_on: int) -> None:
    """Wiltshire's is 2, Trollope's 6."""
    for die in range(1, 7):
        state = empty()
        put(state, leader, TOWTON, side="lancaster")
        dice = [die] if die < lost_on else [die, 6]
        run(survives, state, (), dice, leader, 0, None)
        assert (state.leaders[leader].status == "dead") is (die >= lost_on)


@pytest.mark.parametrize("territory", facts().territories)
def test_15_1_a_leader_may_stand_in_each_of_the_four_territories(territory: str) -> None:
    state = realm()
    put(state, "richard_york", f"foreign:{territory}")
    assert f"improve {territory}" in lines(offered(state, "york", 1))
    assert holds(state, f"foreign(richard_york,{territory})")
    assert not holds(state, "in_england(richard_york)")


def test_3_1_4_1_who_is_abroad_cannot_be_attacked_nor_attack_or_besiege() -> None:
    state = empty(calais="lancaster")
    put(state, "warwick", "foreign:france", "3 billmen", side="york")
    put(state, "margaret", "foreign:france", "1 billmen")
    state.won = "york"
    game = run(action, state, ["pass"])
    assert not [line for line in lines(game.asked[0]) if line.startswith("attack")]
    assert "before" in bar(state, "york", facts().areas["calais"])


def test_3_1_4_2_territories_are_reached_from_their_own_areas_only() -> None:
    state = realm(calais="york")
    put(state, "warwick", CALAIS, side="york")
    there = [
        to for to in ways(state, "warwick") if to.removeprefix("foreign:") in facts().territories
    ]
    assert sorted(to.removeprefix("foreign:") for to in there) == ["burgundy", "france"]
    state.leaders["warwick"].at = LONDON
    assert not [
        t for t in ways(state, "warwick") if t.removeprefix("foreign:") in facts().territories
    ]
