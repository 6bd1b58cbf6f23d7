"""Capabilities that change Protection or Hits of units (4.4.2)."""

from __future__ import annotations

from pbem.games.plantagenet import s4_4_2_strike as strike
from pbem.games.plantagenet import s4_4_3_ending as ending
from pbem.games.plantagenet.facts import TROOPS
from pbem.games.plantagenet.state import Battle, State
from tests.plantagenet.battlefield import arrayed, battlefield, with_vassal
from tests.plantagenet.cards.hand import give
from tests.scripted import Scripted

ALL = dict.fromkeys(TROOPS, 1)
UNITS = ("retinue", "essex", *TROOPS)
TABLE = {
    "retinue": 4,
    "essex": 4,
    "men_at_arms": 3,
    "longbowmen": 1,
    "militia": 1,
    "mercenaries": 3,
    "handgunners": 3,
}


def field(lord: str, *cards: str) -> tuple[State, Battle]:
    state = battlefield({lord: ALL})
    give(state, lord, *cards)
    return state, arrayed(state, "york", {lord: "center"})


def safe(state: State, lord: str, kind: str = "melee") -> dict[str, int]:
    return {unit: strike.protection(state, lord, unit, kind) for unit in UNITS}


def test_y9_capability_barricades_at_a_friendly_stronghold_only() -> None:
    state, battle = field("york", "Y9")
    assert safe(state, "york") == TABLE
    state.favour["coventry"] = "york"
    walls = {"men_at_arms": 4, "longbowmen": 2, "militia": 2}
    assert safe(state, "york") == TABLE | walls
    assert safe(state, "york", "missile") == TABLE | walls
    battle.attacker = "lancaster"
    assert safe(state, "york") == TABLE | walls
    state.favour["coventry"] = "lancaster"
    assert safe(state, "york") == TABLE


def test_l5_capability_church_blessing_protects_men_at_arms_while_it_is_there() -> None:
    state, _ = field("henry_vi", "L5")
    assert safe(state, "henry_vi") == TABLE | {"men_at_arms": 4}
    state.lords["henry_vi"].capabilities.clear()
    assert safe(state, "henry_vi") == TABLE


def test_l23_capability_montagu_protects_the_retinue_even_after_he_routs() -> None:
    state, battle = field("warwick_l")
    with_vassal(state, "warwick_l", "montagu")
    assert state.lords["warwick_l"].capabilities == ["L23"]
    assert safe(state, "warwick_l") == TABLE | {"retinue": 5}
    battle.lords["warwick_l"].routed_vassals.append("montagu")
    assert safe(state, "warwick_l") == TABLE | {"retinue": 5}
    battle.winner = "lancaster"
    state.lords["warwick_l"].at = battle.at
    ending.disband_routed(Scripted(state).table)
    assert state.lords["warwick_l"].capabilities == []
    assert safe(state, "warwick_l") == TABLE


def test_l27_capability_barded_horse_differs_by_strike() -> None:
    state, _ = field("somerset_1", "L27")
    assert safe(state, "somerset_1", "missile") == TABLE | {"retinue": 3, "essex": 3}
    assert safe(state, "somerset_1", "melee") == TABLE | {"retinue": 5, "essex": 5}
    assert strike.protection(state, "somerset_1", "trollope", "melee") == 5
    state.lords["somerset_1"].capabilities.clear()
    assert safe(state, "somerset_1", "missile") == TABLE


def test_l34_capability_piquiers_until_three_of_them_have_routed() -> None:
    state, battle = field("oxford", "L34", "L5")
    routed = battle.lords["oxford"].routed
    assert safe(state, "oxford") == TABLE | {"men_at_arms": 4, "militia": 4}
    routed.men_at_arms, routed.militia, routed.longbowmen = 1, 1, 1
    assert safe(state, "oxford")["militia"] == 4
    routed.militia = 2
    assert safe(state, "oxford") == TABLE | {"men_at_arms": 4}, "Church Blessing is left"


def test_l36_capability_chevaliers_hit_twice_and_fear_missiles() -> None:
    state, _ = field("oxford", "L36")
    state.lords["oxford"].troops.men_at_arms = 3
    assert safe(state, "oxford", "missile") == TABLE | {"men_at_arms": 2}
    assert safe(state, "oxford", "melee") == TABLE
    assert strike.half_hits(state, "oxford", "melee") == 6 + 3 * 4 + 1 + 1 + 2
    give(state, "oxford", "L34")
    assert safe(state, "oxford", "missile")["men_at_arms"] == 3
    state.lords["oxford"].capabilities.clear()
    assert strike.half_hits(state, "oxford", "melee") == 6 + 3 * 2 + 1 + 1 + 2
    assert safe(state, "oxford", "missile") == TABLE


def test_c69_losses_use_the_tables_protection() -> None:
    state, battle = field("henry_vi", "L5")
    battle.winner = "lancaster"
    battle.lords["henry_vi"].routed.men_at_arms = 1
    state.lords["henry_vi"].troops.militia = 5
    Scripted(state, [], [4]).run(ending.losses)
    assert state.lords["henry_vi"].troops.men_at_arms == 0
