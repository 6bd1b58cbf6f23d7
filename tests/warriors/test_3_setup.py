"""3.0 Setup and the draft of neutral nobles."""

from __future__ import annotations

import pytest

from pbem.engine.notation import match
from pbem.engine.scenarios import starting_state
from pbem.errors import BadOption, IllegalOrder, UnknownScenario
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import NEUTRAL, facts
from pbem.games.warriors.game import WARRIORS
from pbem.games.warriors.s3_setup import draft, draft_note, opening_control, setup
from pbem.games.warriors.state import NobleState
from tests.says import Pattern, worded
from tests.scripted import Scripted
from tests.warriors.field import asked, empty, lines, put, where

DRAWN = ["audley", "oxford", "powis", "scrope", "warwick"]


def drawn(names: list[str], scenario: str = "standard_1455") -> dict[str, str]:
    """The draft's deck with these nobles on top."""
    state = setup(scenario)
    rest = [
        id for id in nobles.cup(state) if nobles.colour(state, id) == NEUTRAL and id not in names
    ]
    return {f"deck:draft:{n}": id for n, id in enumerate([*names, *rest])}


class Laid(Scripted):
    """A draft from a deck that lies as the test says."""

    def _result(self, effect: object) -> object:
        kept = dict(self.secrets)
        result = super()._result(effect)
        self.secrets.update(kept)
        return result


def drafted(answers: list[str], names: list[str] = DRAWN) -> Scripted:
    game = Laid(setup("standard_1455"), answers, secrets=drawn(names))
    game.run(draft)
    return game


ANSWERS = [
    "warwick: place west_midlands",
    "oxford: place east",
    "audley: place west_midlands",
    "scrope: place yorkshire",
]


def test_3_0_the_standard_game_starts_as_printed() -> None:
    state = setup("standard_1455")
    assert state.nobles["henry_vi"] == NobleState("london", "lancaster", True, 2)
    assert state.nobles["margaret"] == NobleState("london", "lancaster", False, 1)
    assert state.nobles["somerset"] == NobleState("south_midlands", "lancaster", False, 2)
    assert state.nobles["buckingham"] == NobleState("south_midlands", "lancaster", False, 2)
    assert state.nobles["york"] == NobleState("west_midlands", "york", False, 4)
    assert len(nobles.cup(state)) == 68 - 5
    assert (state.turn, state.lead, state.step) == (1, 0, "draft")


def test_c42_five_neutrals_are_chosen_in_turn_and_placed_at_once() -> None:
    game = drafted(ANSWERS)
    state = game.state
    assert [request.side for request in game.asked] == [
        "york",
        "lancaster",
        "york",
        "lancaster",
        "york",
    ]
    assert where(state, "warwick") == ("west_midlands", "york")
    assert where(state, "oxford") == ("east", "lancaster")
    assert where(state, "powis") == ("wales", "york")
    assert {state.nobles[id].troops for id in DRAWN} == {2}
    assert not nobles.face_up_nobles(state)
    assert {nobles.colour(state, id) for id in nobles.cup(state)} == {"york", "lancaster", NEUTRAL}


def test_c42_a_noble_goes_home_even_among_enemies_and_york_is_the_aggressor() -> None:
    game = drafted(
        [
            "warwick: place burgundy",
            "audley: place west_midlands",
            "oxford: place east",
            "scrope: place yorkshire",
        ]
    )
    assert game.state.aggressor == {"west_midlands": "york"}
    assert "west_midlands" not in game.state.control


def test_3_0_warwick_may_start_with_friends_or_in_burgundy() -> None:
    game = drafted(ANSWERS)
    first = asked(game, "draft")[0]
    assert [line for line in lines(first) if line.startswith("warwick")] == [
        "warwick: place west_midlands",
        "warwick: place burgundy",
    ]
    assert "home region" in first.menu.barred["audley: place london"]


def test_c1_sole_occupation_gives_control_and_margaret_holds_london() -> None:
    state = drafted(ANSWERS).state
    assert state.control == {
        "london": "lancaster",
        "south_midlands": "lancaster",
        "west_midlands": "york",
        "east": "lancaster",
        "yorkshire": "lancaster",
        "wales": "york",
    }


def kingmaker(**placed: tuple[str, str]) -> dict[str, str]:
    """Who controls what in the Kingmaker's scenario, with these nobles (place, side) drafted."""
    state = setup("kingmaker_1465")
    for id, (place, side) in placed.items():
        put(state, id, place, side, 2)
    opening_control(state)
    return state.control


def test_c1_a_listed_region_where_nobody_is_starts_under_control() -> None:
    held = kingmaker()
    assert (held["northeast"], held["calais"]) == ("york", "lancaster")


def test_c1_a_listed_region_with_nobles_of_both_sides_is_uncontrolled() -> None:
    held = kingmaker(ogle=("northeast", "york"), wenlock=("northeast", "lancaster"))
    assert "northeast" not in held
    assert held["calais"] == "lancaster"


def test_c1_a_listed_region_held_by_a_lone_enemy_is_his() -> None:
    held = kingmaker(ogle=("northeast", "lancaster"), wenlock=("calais", "york"))
    assert (held["northeast"], held["calais"]) == ("lancaster", "york")


@pytest.mark.parametrize("noble", ["", "warwick", "york"])
def test_c1_no_list_gives_london_without_a_3_star_noble(
    noble: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = empty()
    row = facts().scenarios["standard_1455"] | {"control": [{"region": "london", "side": "york"}]}
    monkeypatch.setitem(facts().scenarios, "standard_1455", row)
    if noble:
        put(state, noble, "london", "york")
    opening_control(state)
    assert state.control == ({"london": "york"} if noble == "york" else {})


def test_c42_a_crown_is_told_where_it_may_start() -> None:
    first = asked(drafted(ANSWERS), "draft")[0]
    crown = worded("games.warriors.s11_2_placing.bar_placings", word="crown")
    reason = worded(
        "errors.IllegalOrder", "", "warwick: place east", Pattern(rf"{crown} \(11\.2\)")
    )
    with pytest.raises(IllegalOrder, match=reason):
        match(first, "warwick: place east")


def test_c1_the_infirm_henry_alone_does_not_hold_london() -> None:
    state = setup("standard_1455")
    state.nobles["margaret"] = NobleState()
    opening_control(state)
    assert "london" not in state.control
    put(state, "york", "london", "york")
    opening_control(state)
    assert "london" not in state.control


def test_c45_striped_nobles_stay_on_their_back_side() -> None:
    state = setup("kingmaker_1465")
    assert state.nobles["norfolk"] == NobleState("east", "york", True, 2)
    assert state.nobles["henry_vi"] == NobleState("tower", "lancaster", True)
    assert state.nobles["percy"] == NobleState("tower", "lancaster", True)
    assert state.nobles["salisbury"] == NobleState("covert", "york", True)
    assert state.nobles["oxford"] == NobleState("covert", "lancaster", True)
    assert state.nobles["welles"] == NobleState("cup", "", True)
    assert state.nobles["york"].at == "out"
    assert state.lead == -1
    WARRIORS.check(state)


def test_c45_a_short_scenario_has_its_own_turns_and_controls() -> None:
    state = setup("tudor_1476")
    assert (state.turn, state.lead, state.initiative) == (7, 4, "york")
    put(state, "march", "london", "york")
    opening_control(state)
    assert state.control["northeast"] == "york"
    assert state.control["london"] == "york"
    assert facts().scenarios["tudor_1476"]["auto_victory_vp"] == 12


def test_c45_a_short_scenario_says_who_drafts_first_and_who_is_the_aggressor() -> None:
    """Its control list gives way to the draft (C1): both sides in the Northeast, York in Calais."""
    game = Laid(
        setup("kingmaker_1465"),
        [
            "westmorland: place northeast",
            "wenlock: place calais",
            "audley: place west_midlands",
        ],
        secrets=drawn(["audley", "grey_heton", "wenlock", "westmorland"], "kingmaker_1465"),
    )
    game.run(draft)
    assert [request.side for request in game.asked] == ["lancaster", "york"] * 2
    assert where(game.state, "grey_heton") == ("northeast", "york")
    assert game.state.aggressor == {"northeast": "lancaster"}
    assert "northeast" not in game.state.control
    assert game.state.control["calais"] == "york"


def test_scenarios_are_found_by_the_beginning_of_their_name() -> None:
    assert starting_state(WARRIORS, "standard", {}).scenario == "standard_1455"
    assert starting_state(WARRIORS, "kingmaker-1465", {}).scenario == "kingmaker_1465"
    assert (
        starting_state(WARRIORS, "The Wars of the Roses, 1455-1487", {}).scenario == "standard_1455"
    )
    assert list(WARRIORS.scenarios()) == ["standard_1455", "kingmaker_1465", "tudor_1476"]
    with pytest.raises(UnknownScenario):
        starting_state(WARRIORS, "towton", {})
    with pytest.raises(BadOption):
        starting_state(WARRIORS, "standard", {"fog": True})


@pytest.mark.parametrize("side", ["york", "lancaster"])
def test_3_0_who_becomes_the_aggressor_is_told_of_the_side_of_the_scenario(side: str) -> None:
    state = empty()
    put(state, "warwick", "yorkshire", "york")
    put(state, "oxford", "yorkshire", "lancaster")
    assert ("you become" in draft_note(state, side, "audley", "yorkshire")) == (side == "york")
    assert "aggressor" not in draft_note(state, side, "audley", "wales")
