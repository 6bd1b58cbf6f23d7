"""20.0, C218 Bosworth 1485: forces that have not chosen a side."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.s16_4_1_initiative import action
from pbem.games.plantagenet_1450.s16_4_5_3_zones import enemies, zones
from pbem.games.plantagenet_1450.s16_4_6_3_levies import rolls
from pbem.games.plantagenet_1450.s16_4_6_combat import attack, is_target
from pbem.games.plantagenet_1450.s16_4_8_recovery import modifier, recovery
from pbem.games.plantagenet_1450.s17_sole_king import sole_king
from pbem.games.plantagenet_1450.s20_neutrals import choose
from pbem.games.plantagenet_1450.s20_scenarios import setup
from pbem.games.plantagenet_1450.s20_victory import End, verdict
from pbem.games.plantagenet_1450.state import Battle, State
from tests.plantagenet_1450.field import asked, lines, run
from tests.scripted import Scripted

BOSWORTH, LEICESTER, TUTBURY, TWO_OFF, STAFFORD = "1421", "1521", "1420", "1620", "1219"
LONDON = "1928"


def bosworth() -> State:
    return setup("bosworth_1485")


def face_to_face() -> State:
    """Tudor with Oxford at Leicester, Gloucester at Bosworth, a Stanley on either side."""
    state = bosworth()
    for id in ("howard", "northumberland", "lovell", "ratcliffe", "jasper_tudor", "rhys"):
        del state.leaders[id]
    state.leaders["gloucester"].at = BOSWORTH
    state.leaders["henry_tudor"].at = state.leaders["oxford"].at = LEICESTER
    state.leaders["stanley"].at = TUTBURY
    state.leaders["william_stanley"].at = TWO_OFF
    state.hands = {"york": [], "lancaster": []}
    return state


def fight(state: State, attacker: str = "lancaster") -> Battle:
    """A battle in progress, for which nobody has chosen yet."""
    tudor, gloucester = ["henry_tudor", "oxford"], ["gloucester"]
    sides = {"lancaster": tudor, "york": gloucester}
    at, origin = (BOSWORTH, LEICESTER) if attacker == "lancaster" else (LEICESTER, BOSWORTH)
    state.battle = Battle(at, attacker, sides[attacker][0], [origin], sides)
    return state.battle


def test_20_bosworth_is_set_up_as_the_scenario_says() -> None:
    state = bosworth()
    PLANTAGENET_1450.check(state)
    assert (state.won, state.campaign_turns, sole_king(state)) == ("lancaster", 3, "york")
    stanley = state.leaders["stanley"]
    assert (stanley.side, stanley.at, len(stanley.army)) == ("neutral", STAFFORD, 5)
    assert leaders.rating(state, "stanley").command == 4


def test_20_whoever_fails_york_has_won() -> None:
    state = bosworth()
    assert verdict(state) == ("york", End.CAMPAIGN_ELSE.reason(winner="York"))
    state.leaders["gloucester"].status = "dead"
    assert verdict(state)[0] == "lancaster"
    state.leaders["henry_tudor"].status = "captive"
    assert verdict(state) == ("draw", End.CAMPAIGN_BOTH.reason())


def test_p14_lancaster_has_won_in_london_when_york_has_eight_units_left() -> None:
    state = bosworth()
    state.leaders["oxford"].at = LONDON
    assert verdict(state)[0] == "york"
    for id in ("howard", "northumberland", "ratcliffe"):
        state.leaders[id].army.clear()
    assert verdict(state)[0] == "york"
    state.leaders["gloucester"].army = state.leaders["gloucester"].army[:5]
    assert verdict(state)[0] == "lancaster"
    state.leaders["oxford"].at = LEICESTER
    assert verdict(state)[0] == "york"


def test_c218_neutrals_are_nobodys_enemy() -> None:
    state = bosworth()
    for side in ("york", "lancaster"):
        assert STAFFORD not in enemies(state, side)
        assert not is_target(state, side, STAFFORD)
        assert not zones(state, side) & set(facts().beside[STAFFORD])
    state.leaders["oxford"].at = "1218"
    assert modifier(state, "oxford") == 0


def test_c218_neutrals_give_no_levies() -> None:
    state = bosworth()
    before = rolls(state, "york", BOSWORTH), rolls(state, "lancaster", BOSWORTH)
    del state.leaders["stanley"], state.leaders["william_stanley"]
    assert (rolls(state, "york", BOSWORTH), rolls(state, "lancaster", BOSWORTH)) == before


def test_c218_a_neutral_recovers_without_a_modifier() -> None:
    state = face_to_face()
    state.leaders["stanley"].fatigue = 3
    state.leaders["stanley"].at = BOSWORTH
    assert modifier(state, "stanley") == 0
    run(recovery, state, [], [2])
    assert state.leaders["stanley"].fatigue == 2


@pytest.mark.parametrize(
    ("dice", "sides"),
    [
        ((4, 3), ("neutral", "neutral")),
        ((5, 4), ("lancaster", "lancaster")),
        ((4, 4), ("neutral", "lancaster")),
        ((1, 1), ("york", "york")),
        ((2, 6), ("neutral", "lancaster")),
    ],
)
def test_c218_a_die_decides_whom_they_join(dice: tuple[int, ...], sides: tuple[str, ...]) -> None:
    state = face_to_face()
    battle = fight(state)
    run(choose, state, [], dice)
    for id, side in zip(("stanley", "william_stanley"), sides, strict=True):
        assert state.leaders[id].side == side
        assert all((id in some) == (whose == side) for whose, some in battle.leaders.items())
        assert state.leaders[id].fatigue == (side == "lancaster")


def test_c218_within_two_hexes_of_the_target() -> None:
    state = face_to_face()
    state.leaders["stanley"].at = "1320"
    state.leaders["william_stanley"].at = "1318"
    fight(state)
    game = run(choose, state, [], [6])
    assert [label for label, _ in game.rolled] == ["stanley chooses"]


def test_c218_who_stays_neutral_rolls_again_at_the_next_battle() -> None:
    state = face_to_face()
    fight(state)
    run(choose, state, [], [3, 3])
    fight(state)
    run(choose, state, [], [5, 3])
    assert state.leaders["stanley"].side == "lancaster"
    fight(state)
    game = run(choose, state, [], [2])
    assert [label for label, _ in game.rolled] == ["william_stanley chooses"]


def test_c199_one_who_shares_the_hex_of_his_new_enemies_is_set_down_beside_it() -> None:
    state = face_to_face()
    state.leaders["stanley"].at = BOSWORTH
    state.leaders["william_stanley"].at = STAFFORD
    battle = fight(state)
    run(choose, state, [], [6])
    assert state.leaders["stanley"].at in facts().beside[BOSWORTH]
    assert battle.leaders["lancaster"][-1] == "stanley"


def test_c166_one_who_is_too_tired_changes_sides_and_does_not_attack() -> None:
    state = face_to_face()
    state.leaders["stanley"].fatigue = 4
    state.leaders["william_stanley"].at = STAFFORD
    battle = fight(state)
    run(choose, state, [], [5])
    assert state.leaders["stanley"].side == "lancaster"
    assert "stanley" not in battle.leaders["lancaster"]
    state.leaders["stanley"].side = "neutral"
    battle = fight(state, "york")
    run(choose, state, [], [5])
    assert "stanley" in battle.leaders["lancaster"]


def test_c218_they_choose_after_commitment_and_before_the_armies_are_drawn_up() -> None:
    state = face_to_face()
    state.hands["lancaster"] = ["card:Y50"]
    levies = [1] * (rolls(state, "york", BOSWORTH) + rolls(state, "lancaster", BOSWORTH))
    dice = [*levies, 1, 1, 3]
    answers = ["commit none", "commit none", "play y50 against stanley", "retreat"]
    game = Scripted(state, answers, dice)
    with pytest.raises(AssertionError, match="a die is missing: shot"):
        game.run(attack, "henry_tudor", BOSWORTH, ())
    assert state.battle is not None
    assert state.battle.leaders["york"] == ["gloucester", "william_stanley"]
    assert state.battle.aside == ["stanley"]


def first_initiative() -> State:
    state = face_to_face()
    state.step, state.won = "action", "lancaster"
    return state


def test_20_c218_the_winner_of_the_first_initiative_may_move_one_neutral_once() -> None:
    state = first_initiative()
    answers = ["move stanley", "stanley: march 1320", "stanley: stop", "pass"]
    game = run(action, state, answers, [1])
    assert lines(asked(game, "neutral")[0]) == [
        "move stanley",
        "move william_stanley",
        "move none",
    ]
    assert {request.side for request in game.asked} == {"lancaster"}
    assert (state.leaders["stanley"].at, state.leaders["stanley"].fatigue) == ("1320", 1)
    assert state.initiative == "york"
    again = run(action, state, ["pass"])
    assert not asked(again, "neutral")


def test_20_no_neutral_moves_at_a_later_initiative() -> None:
    state = first_initiative()
    state.acted, state.won = True, ""
    game = run(action, state, ["pass"], [2, 1])
    assert not asked(game, "neutral")


def test_20_a_neutral_enters_any_hex_and_no_zone_of_control_stops_him() -> None:
    state = first_initiative()
    on = ["stanley: march 1521", "stanley: march 1519", "stanley: march 1619", "stanley: stop"]
    game = run(action, state, ["move stanley", *on, "pass"], [6])
    assert state.leaders["stanley"].at == "1619"
    assert not any("attack" in line for line in lines(asked(game, "march")[-1]))


def test_20_with_nobody_neutral_nothing_is_asked() -> None:
    state = first_initiative()
    state.leaders["stanley"].side = state.leaders["william_stanley"].side = "lancaster"
    assert not asked(run(action, state, ["pass"]), "neutral")


def test_20_the_position_tells_on_which_dice_they_join() -> None:
    state = bosworth()
    told = str(PLANTAGENET_1450.report(state, "york", {}))
    assert "York on 1, Lancaster on 5-6" in told
    assert "York wins" in told
    state.leaders["stanley"].side = state.leaders["william_stanley"].side = "lancaster"
    assert "York on 1, Lancaster" not in str(PLANTAGENET_1450.report(state, "york", {}))
    assert PLANTAGENET_1450.picture(state, "york").places
