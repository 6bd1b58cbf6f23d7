"""16.4.6.10-14 After a battle: fatigue, leaders lost, reorganisation, spoils."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450 import s16_4_5_3_zones as zones
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s16_4_6_10_aftermath import (
    aftermath,
    casualty_effects,
    loss_modifier,
)
from pbem.games.plantagenet_1450.s16_4_6_12_reorganisation import reorganise
from pbem.games.plantagenet_1450.state import (
    ELIMINATED,
    WAVERING,
    Battle,
    Fighter,
    Garrison,
    State,
    Unit,
)
from tests.plantagenet_1450.field import (
    LEEDS,
    PONTEFRACT,
    TOWTON,
    army,
    asked,
    deal,
    empty,
    fight,
    lines,
    put,
    run,
    units,
)
from tests.says import sentence

SAFE = "1710"


def fought(winner: str = "york", retreats: str = "", **control: str) -> tuple[State, Battle]:
    """Warwick from Leeds against Clifford at Towton, over but for the aftermath."""
    state = empty(**control)
    put(state, "warwick", LEEDS, side="york")
    put(state, "clifford", TOWTON)
    battle = fight(state)
    battle.winner, battle.retreats, battle.round = winner, retreats, 1
    return state, battle


def stand(battle: Battle, leader: str, *columns: int, kind: str = "billmen") -> None:
    side = next(side for side, some in battle.leaders.items() if leader in some)
    battle.fighters += [Fighter(side, leader, kind, "pool", column) for column in columns]


@pytest.mark.parametrize(
    ("columns", "gained"),
    [
        ((4, 4, WAVERING, ELIMINATED), 0),
        ((4, WAVERING, ELIMINATED), 1),
        ((WAVERING, WAVERING, ELIMINATED), 2),
        ((ELIMINATED, ELIMINATED), 0),
        ((), 0),
    ],
)
def test_16_4_6_10_c176_fatigue_by_what_becomes_of_an_army(
    columns: tuple[int, ...], gained: int
) -> None:
    state, battle = fought()
    stand(battle, "warwick", *columns)
    casualty_effects(state, "york")
    assert state.leaders["warwick"].fatigue == gained


def test_c176_c170_levies_are_left_out_and_fatigue_ends_at_4() -> None:
    state, battle = fought()
    stand(battle, "warwick", WAVERING, 4)
    battle.fighters += [Fighter("york", "", "levies", "levy", ELIMINATED)] * 3
    casualty_effects(state, "york")
    assert state.leaders["warwick"].fatigue == 0
    battle.fighters[1].column = WAVERING
    state.leaders["warwick"].fatigue = 3
    casualty_effects(state, "york")
    assert state.leaders["warwick"].fatigue == 4


@pytest.mark.parametrize(
    ("columns", "won", "committed", "modifier"),
    [
        ((4, 4), True, False, -2),
        ((4, 4), True, True, -1),
        ((4, 4), False, True, 1),
        ((4, WAVERING, ELIMINATED), False, False, 1),
        ((4, ELIMINATED, ELIMINATED), False, False, 3),
        ((4, ELIMINATED, ELIMINATED), True, True, 2),
        ((4, ELIMINATED), False, False, 0),
    ],
)
def test_16_4_6_11_c87_modifiers_add_up(
    columns: tuple[int, ...], won: bool, committed: bool, modifier: int
) -> None:
    _, battle = fought("york" if won else "lancaster")
    stand(battle, "warwick", *columns)
    if committed:
        battle.committed["york"] = "warwick"
    assert loss_modifier(battle, "york", "warwick") == modifier


def test_c177_a_leader_without_units_uses_the_figures_of_his_side() -> None:
    state, battle = fought("lancaster")
    put(state, "norfolk", LEEDS, side="york")
    battle.leaders["york"].append("norfolk")
    stand(battle, "warwick", ELIMINATED, ELIMINATED, 4)
    assert loss_modifier(battle, "york", "norfolk") == 3


def test_16_4_6_11_a_loser_is_captured_unless_the_second_die_is_a_6() -> None:
    state, battle = fought(retreats="lancaster", kent="york")
    stand(battle, "warwick", 4)
    stand(battle, "clifford", 4)
    run(aftermath, state, [], [1, 6, 5])
    assert state.leaders["clifford"].status == "captive"
    assert state.leaders["clifford"].at == "2430"
    assert army(state, "clifford") == []
    state, battle = fought(retreats="lancaster")
    stand(battle, "warwick", 4)
    stand(battle, "clifford", 4)
    run(aftermath, state, [], [1, 6, 6])
    assert state.leaders["clifford"].status == "dead"


@pytest.mark.parametrize(("die", "lost"), [(2, False), (3, True)])
def test_16_4_6_11_c212_henry_who_rides_rolls_for_loss_too_with_quality_2(
    die: int, lost: bool
) -> None:
    state, battle = fought(retreats="lancaster")
    put(state, "henry_vi", TOWTON, rides="clifford")
    stand(battle, "warwick", 4)
    stand(battle, "clifford", 4)
    henry = ["henry_vi"] if lost else []
    dice = [1, 1, die] + [1] * len(henry)
    game = run(aftermath, state, [f"clifford: retreat {SAFE}"], dice)
    assert [name for name, _ in game.rolled] == [
        *(f"loss of {id}" for id in ("warwick", "clifford", "henry_vi")),
        *(f"death of {id}" for id in henry),
    ]
    assert state.leaders["henry_vi"].status == ("captive" if lost else "free")
    assert state.leaders["henry_vi"].at == (LEEDS if lost else SAFE)


def test_c88_a_victor_is_killed_on_a_6_and_else_unharmed() -> None:
    for second, status in ((5, "free"), (6, "dead")):
        state, battle = fought(retreats="lancaster")
        battle.committed["york"] = "warwick"
        stand(battle, "warwick", ELIMINATED, ELIMINATED, 4)
        stand(battle, "clifford", 4)
        run(aftermath, state, [f"clifford: retreat {SAFE}"], [5, second, 1])
        assert state.leaders["warwick"].status == status


def test_6_5_no_quarter_kills_captives_on_5() -> None:
    state, battle = fought(retreats="lancaster")
    deal(state, "york", "L53")
    stand(battle, "warwick", 4)
    stand(battle, "clifford", 4)
    game = run(aftermath, state, ["play l53"], [1, 5, 5])
    assert state.leaders["clifford"].status == "dead"
    assert lines(game.asked[0]) == ["play l53", "play none"]


def test_6_5_bloody_meadow_leaves_no_wavering_enemy() -> None:
    state, battle = fought(retreats="lancaster")
    deal(state, "york", "Y55")
    stand(battle, "warwick", 4)
    stand(battle, "clifford", 4, WAVERING, WAVERING)
    run(aftermath, state, ["play y55", f"clifford: retreat {SAFE}"], [1, 1])
    assert army(state, "clifford") == ["billmen"]


def test_c86_wavering_units_survive_and_levies_go() -> None:
    state, battle = fought(retreats="lancaster")
    stand(battle, "warwick", 4, WAVERING, ELIMINATED)
    battle.fighters.append(Fighter("york", "", "levies", "levy", 2))
    stand(battle, "clifford", 4)
    run(aftermath, state, [f"clifford: retreat {SAFE}"], [1, 1])
    assert army(state, "warwick") == ["billmen", "billmen"]


def give(state: State, answers: list[str], *ids: str) -> list[str]:
    game = run(
        reorganise,
        state,
        answers,
        [],
        state.leaders[ids[0]].side,
        {id: state.leaders[id].army for id in ids},
    )
    return [line for request in game.asked for line in lines(request)]


def test_16_4_6_12_c93_units_go_to_leaders_with_room() -> None:
    state = empty()
    put(state, "warwick", LEEDS, "2 billmen 1 men_at_arms own", side="york")
    put(state, "fauconberg", LEEDS, "2 longbowmen", side="york")
    shown = give(
        state, ["fauconberg: give longbowmen warwick", "give none"], "warwick", "fauconberg"
    )
    assert "warwick: give billmen fauconberg" not in shown[:2]
    assert not any("men_at_arms" in line for line in shown)
    assert army(state, "warwick") == ["billmen", "billmen", "longbowmen", "men_at_arms"]
    assert army(state, "fauconberg") == ["longbowmen"]


def test_c93_c171_what_exceeds_command_goes_first_what_a_card_called() -> None:
    state = empty()
    put(state, "fauconberg", LEEDS, "1 longbowmen 1 billmen 2 knights called", side="york")
    give(state, [], "fauconberg")
    assert army(state, "fauconberg") == ["billmen", "longbowmen"]


def test_c210_units_of_a_dead_noble_are_lost_those_of_a_captive_may_be_taken() -> None:
    state = empty()
    put(state, "warwick", LEEDS, side="york")
    put(state, "norfolk", "", "1 billmen", side="york", status="dead")
    put(state, "fauconberg", "2430", "1 spears", side="york", status="captive")
    put(state, "edward_march", "", "1 knights", status="dead")
    shown = give(
        state,
        ["fauconberg: give spears warwick", "give none"],
        "warwick",
        "norfolk",
        "fauconberg",
        "edward_march",
    )
    assert "edward_march: give knights warwick" in shown
    assert not any(line.startswith("norfolk") for line in shown)
    assert army(state, "warwick") == ["spears"]
    assert army(state, "fauconberg") == army(state, "edward_march") == []


def test_16_4_6_12_c93_units_take_over_the_fatigue_of_their_new_leader() -> None:
    state = empty()
    put(state, "warwick", LEEDS, side="york", fatigue=3)
    put(state, "fauconberg", LEEDS, "1 longbowmen", side="york")
    give(state, ["fauconberg: give longbowmen warwick"], "warwick", "fauconberg")
    assert (state.leaders["warwick"].army, state.leaders["warwick"].fatigue) == (
        units("1 longbowmen"),
        3,
    )


def test_16_4_6_14_c95_an_opponent_who_is_eliminated_loses_the_area() -> None:
    state, battle = fought(york="lancaster")
    stand(battle, "warwick", 4)
    stand(battle, "clifford", WAVERING, ELIMINATED)
    run(aftermath, state, [f"clifford: retreat {SAFE}"], [1, 1])
    assert state.control == {"york": "york"}


def test_c95_not_if_he_broke_off_with_units_left() -> None:
    state, battle = fought(retreats="lancaster", york="lancaster")
    stand(battle, "warwick", 4)
    stand(battle, "clifford", 2)
    run(aftermath, state, [f"clifford: retreat {SAFE}"], [1, 1])
    assert state.control == {"york": "lancaster"}


def test_c146_a_captive_is_free_when_his_side_gains_the_area() -> None:
    state, battle = fought(york="lancaster")
    put(state, "norfolk", PONTEFRACT, side="york", status="captive")
    battle.leaders["york"] = ["warwick"]
    stand(battle, "warwick", 4)
    stand(battle, "clifford", ELIMINATED)
    run(aftermath, state, [f"clifford: retreat {SAFE}"], [1, 1])
    assert state.leaders["norfolk"].status == "free"
    assert state.leaders["norfolk"].at == PONTEFRACT


def test_c216_a_garrison_stays_in_an_area_that_turns() -> None:
    state, battle = fought(york="lancaster")
    state.garrisons[PONTEFRACT] = Garrison("lancaster", [Unit("men_at_arms")])
    stand(battle, "warwick", 4)
    stand(battle, "clifford", ELIMINATED)
    run(aftermath, state, [f"clifford: retreat {SAFE}"], [1, 1])
    assert state.control == {"york": "york"}
    assert state.garrisons[PONTEFRACT].units
    assert PONTEFRACT in zones.closed_hexes(state, "york")


def test_c178_the_victor_stays_where_he_is() -> None:
    state, battle = fought()
    stand(battle, "warwick", 4)
    stand(battle, "clifford", ELIMINATED)
    game = run(aftermath, state, [f"clifford: retreat {SAFE}"], [1, 1])
    assert state.leaders["warwick"].at == LEEDS
    assert len(asked(game, "retreat")) == 1


def test_p4_who_is_inside_without_a_garrison_stands_in_the_open_when_the_area_turns() -> None:
    state, battle = fought(york="lancaster")
    put(state, "exeter", PONTEFRACT, inside=True)
    battle.leaders["lancaster"] = ["clifford"]
    stand(battle, "warwick", 4)
    stand(battle, "clifford", ELIMINATED)
    run(aftermath, state, [f"clifford: retreat {SAFE}"], [1, 1])
    assert not state.leaders["exeter"].inside
    assert state.leaders["exeter"].at == PONTEFRACT


def levies_alone(**control: str) -> State:
    """York's Levies have beaten Clifford; Warwick stood aside before the battle (C174)."""
    state, battle = fought(**control)
    battle.leaders["york"] = []
    battle.aside = ["warwick"]
    battle.fighters += [Fighter("york", "", "levies", "levy", 2) for _ in range(3)]
    stand(battle, "clifford", ELIMINATED)
    return state


def test_p15_who_is_beaten_by_levies_alone_may_be_captured() -> None:
    state = levies_alone(kent="york")
    run(aftermath, state, [], [6, 1])
    assert (state.leaders["clifford"].status, state.leaders["clifford"].at) == ("captive", "2430")


def surround(state: State, at: str, side: str) -> None:
    """A leader of a side in every hex beside one."""
    able = [id for id in facts().noble_cards if side in facts().leaders[id].ratings]
    left = iter(id for id in able if id not in state.leaders)
    for to in facts().beside[at]:
        put(state, next(left), to, "1 billmen", side=side)


@pytest.mark.parametrize("control", [{}, {"kent": "york"}])
def test_p15_with_nowhere_to_go_from_levies_alone_he_rolls_as_a_lone_leader(
    control: dict[str, str],
) -> None:
    state = levies_alone(**control)
    surround(state, TOWTON, "york")
    game = run(aftermath, state, [], [1, 6, 1])
    assert (
        sentence("games.plantagenet_1450.s16_4_6_10_aftermath.retreat", "Lord Clifford")
        in game.story
    )
    assert state.leaders["clifford"].status == ("captive" if control else "free")


def test_c147_a_captor_who_has_fled_abroad_takes_nobody_along() -> None:
    """Margaret wins, and would have been killed (16.4.6.11.3)."""
    state = empty()
    put(state, "warwick", LEEDS, side="york")
    put(state, "margaret", TOWTON)
    battle = fight(state)
    battle.winner, battle.round = "lancaster", 1
    stand(battle, "warwick", 4, ELIMINATED, ELIMINATED)
    stand(battle, "margaret", 4, ELIMINATED, ELIMINATED)
    battle.leaders = {"lancaster": ["margaret"], "york": ["warwick"]}
    battle.attacker = "lancaster"
    answers = ["margaret: exile france", f"warwick: retreat {SAFE}"]
    run(aftermath, state, answers, [6, 6, 6, 1])
    assert state.leaders["margaret"].at == "foreign:france"
    assert state.leaders["warwick"].status == "free"


def test_p15_c59_who_gives_way_to_levies_alone_and_has_nowhere_to_go_is_captured_if_there_is_a_castle() -> (
    None
):
    for control, status in (({}, "free"), ({"kent": "york"}, "captive")):
        state = levies_alone(**control)
        assert state.battle is not None
        state.battle.by_card = True
        foes = iter(id for id in facts().noble_cards if id not in state.leaders)
        for area in facts().areas[facts().hexes[TOWTON].area].adjacent:
            put(state, next(foes), facts().area_hexes[area][0], side="york")
        game = run(aftermath, state, [], [1])
        assert (
            sentence(
                "games.plantagenet_1450.s13_2_giving_way.give_way", "Lord Clifford", word="nowhere"
            )
            in game.story
        )
        assert state.leaders["clifford"].status == status
