"""6.0 Scenarios: each setup against scenarios.toml, names, options."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.engine.scenarios import find_scenario, starting_state
from pbem.errors import BadOption, UnknownScenario
from pbem.games.plantagenet import invariants
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s5_victory as victory
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.facts import SIDES, facts
from pbem.games.plantagenet.game import PLANTAGENET
from pbem.games.plantagenet.s3_2_4_disband import disband_lord, disband_vassal
from pbem.games.plantagenet.s3_4_2_mustering import muster_lord
from pbem.games.plantagenet.s4_2_command import command_card, next_side
from pbem.games.plantagenet.s4_8_end_campaign import grow, waste
from pbem.games.plantagenet.s5_victory import scenario_end
from pbem.games.plantagenet.sequence import following
from pbem.games.plantagenet.state import State, Troops
from tests.says import says
from tests.scripted import Scripted

ALL = ["Ia", "Ib", "Ic", "II", "III", "quickstart", "wars_of_the_roses"]
"""Those that use the map."""
DECK = {"Ia": 22, "Ib": 22, "Ic": 22, "II": 22, "III": 19, "IIIB": 19, "quickstart": 22}


def data(id: str) -> dict[str, Any]:
    return facts().scenarios["I" if id == "wars_of_the_roses" else id]


# Names and options


@pytest.mark.parametrize(
    ("typed", "id"),
    [
        ("Ia", "Ia"),
        ("henry_vi", "Ia"),
        ("towton", "Ib"),
        ("Somerset's Return", "Ic"),
        ("somersets_return", "Ic"),
        ("warwick's rebellion", "II"),
        ("my kingdom for a horse", "III"),
        ("bosworth", "IIIB"),
        ("towt", "Ib"),
        ("wars", "wars_of_the_roses"),
        ("Bosworth, 22 August 1485", "IIIB"),
        ("quickstart", "quickstart"),
        ("king henry", "quickstart"),
        ("wars of the roses", "wars_of_the_roses"),
        ("wars_of_the_roses", "wars_of_the_roses"),
    ],
)
def test_6_0_a_scenario_is_found_by_id_or_name(typed: str, id: str) -> None:
    assert find_scenario(PLANTAGENET.scenarios(), typed) == id


@pytest.mark.parametrize("typed", ["agincourt", "", "IIY"])
def test_6_0_what_is_no_scenario_is_refused_with_a_list(typed: str) -> None:
    with pytest.raises(UnknownScenario, match="Wars of the Roses"):
        find_scenario(PLANTAGENET.scenarios(), typed)


@pytest.mark.parametrize("typed", ["towtn", "Towton 1462", "IB (towton)"])
def test_6_0_a_slip_is_told_what_was_meant(typed: str) -> None:
    with pytest.raises(UnknownScenario, match=r"Did you mean: Ib \(Towton, 1461\)\."):
        find_scenario(PLANTAGENET.scenarios(), typed)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("w", ["II", "wars_of_the_roses"]),
        ("I", ["Ia", "Ib", "Ic", "II", "III", "IIIB"]),
    ],
)
def test_6_0_of_several_that_begin_so_those_are_named(typed: str, meant: list[str]) -> None:
    titles = PLANTAGENET.scenarios()
    with pytest.raises(UnknownScenario, match="can mean several") as caught:
        find_scenario(titles, typed)
    assert caught.value.facts["known"] == ", ".join(f"{id} ({titles[id]})" for id in meant)


def test_6_0_all_scenarios_of_the_guide_are_listed() -> None:
    assert list(PLANTAGENET.scenarios()) == [
        *("Ia", "Ib", "Ic", "II", "III", "IIIB", "quickstart", "wars_of_the_roses")
    ]


def test_1_5_3_hidden_mats_are_agreed_at_setup() -> None:
    assert not starting_state(PLANTAGENET, "Ia", {}).hidden_mats
    assert not starting_state(PLANTAGENET, "Ia", {"hidden_mats": "no"}).hidden_mats
    assert starting_state(PLANTAGENET, "Ia", {"hidden_mats": "yes"}).hidden_mats


@pytest.mark.parametrize(
    ("id", "options"),
    [
        ("Ia", {"hidden_mats": "perhaps"}),
        ("Ia", {"blind": "yes"}),
        ("bosworth", {"hidden_mats": "yes"}),  # "does not use the Hidden Mats option"
    ],
)
def test_6_0_an_unknown_option_is_refused(id: str, options: dict[str, str]) -> None:
    with pytest.raises(BadOption):
        starting_state(PLANTAGENET, id, options)


# Setups against the table


@pytest.mark.parametrize("id", ALL)
def test_6_0_lords_stand_where_the_scenario_says(id: str) -> None:
    state, rows = scenario.setup(id), data(id)
    mustered = {row["lord"]: row["at"] for row in rows["on_map"]}
    waiting = {row["lord"]: (row["box"], row["exile"]) for row in rows["calendar"]}
    for lord, piece in state.lords.items():
        if lord in mustered:
            assert piece.at == mustered[lord]
            assert piece.troops == Troops(**facts().lords[lord].troops)
            assert {name: getattr(piece, name) for name in facts().lords[lord].assets} == dict(
                facts().lords[lord].assets
            )
        elif lord in waiting:
            assert (piece.at, piece.box, piece.exile) == ("calendar", *waiting[lord])
        else:
            assert piece.at == "out"
    seated = {lord: facts().lords[lord].seat for lord in [*mustered, *waiting]}
    assert state.seats == seated


@pytest.mark.parametrize("id", ALL)
def test_6_0_calendar_influence_and_roles(id: str) -> None:
    state, rows = scenario.setup(id), data(id)
    assert state.box == rows["first_box"]
    points = rows["influence"]["points"]
    assert state.influence == (points if rows["influence"]["side"] == "york" else -points)
    assert {rows["role"][state.rebel], rows["role"][state.king]} == {"rebel", "king"}
    assert rows["role"][state.rebel] == "rebel"


@pytest.mark.parametrize("id", ALL)
def test_6_0_favour_agrees_with_the_printed_net_markers(id: str) -> None:
    state, rows = scenario.setup(id), data(id)
    assert state.favour == {place: side for side in SIDES for place in rows["favour"][side]}
    for kind, net in rows["net_favour"].items():
        assert board.net_favour(state, kind) == net
    assert state.exile_boxes == {box: side for side in SIDES for box in rows["exile_boxes"][side]}


@pytest.mark.parametrize("id", ALL)
def test_6_0_vassals_at_their_seats(id: str) -> None:
    state, rows = scenario.setup(id), data(id)
    ready = [vassal for vassal, marker in state.vassals.items() if marker.status == "ready"]
    assert sorted(ready) == sorted(rows["vassals_in_play"])
    for row in rows["vassals_mustered"]:
        marker = state.vassals[row["vassal"]]
        assert (marker.status, marker.lord, marker.box) == (
            *("mustered", row["lord"]),
            row["calendar_box"],
        )


def test_c39_no_vassal_named_like_a_lord_in_play() -> None:
    for id, clashing in (("II", ["devon", "oxford"]), ("III", ["norfolk", "oxford"])):
        state = scenario.setup(id)
        assert [name for name, v in state.vassals.items() if v.status == "out"] == clashing


@pytest.mark.parametrize("id", [*ALL, "IIIB"])
def test_1_9_1_decks_have_the_printed_size_and_roses(id: str) -> None:
    state, rows = scenario.setup(id), data(id)
    for side in SIDES:
        cards = [facts().cards[card] for card in state.cards[side]]
        assert len(cards) == rows["deck"][side]["size"] == len({card.id for card in cards})
        assert {card.side for card in cards} == {side}
        assert {card.roses for card in cards} == {0, rows["deck"][side]["roses"]}


def test_6_0_II_be_sent_for_is_removed() -> None:
    assert "L4" not in scenario.setup("II").cards["lancaster"]


@pytest.mark.parametrize("id", [*ALL, "IIIB"])
def test_setups_hold_the_invariants_with_and_without_screens(id: str) -> None:
    invariants.check(scenario.setup(id))


@pytest.mark.parametrize(
    ("id", "box", "points"),
    [
        *[("Ia", 5, 40), ("Ia", 6, 35), ("Ia", 15, 30), ("Ib", 1, 0), ("Ic", 7, 25)],
        *[("II", 1, 40), ("II", 10, 35), ("II", 11, 30), ("III", 9, 45), ("quickstart", 2, 40)],
        *[("wars_of_the_roses", 15, 40)],
    ],
)
def test_5_2_thresholds(id: str, box: int, points: int) -> None:
    state = scenario.setup(id)
    state.box = box
    assert scenario.threshold(state) == points


@pytest.mark.parametrize(
    ("id", "lord", "boxes"),
    [
        *[("Ia", "york", ["ireland"]), ("Ia", "march", ["burgundy"])],
        *[("Ia", "henry_vi", ["scotland"]), ("Ia", "exeter_1", ["france"])],
        *[("Ic", "henry_vi", ["scotland"]), ("II", "margaret", ["france"])],
        *[("III", "norfolk", ["burgundy"])],
        # C101 Burgundy, not France as on the aid sheet
        *[("wars_of_the_roses", "warwick_y", ["burgundy"])],
        *[("wars_of_the_roses", "margaret", ["france"])],
        *[("wars_of_the_roses", "somerset_2", ["scotland"])],
    ],
)
def test_c101_exile_boxes_by_network(id: str, lord: str, boxes: list[str]) -> None:
    assert scenario.exile_boxes_of(scenario.setup(id), lord) == boxes


def test_c88_towton_marks_no_exile_box() -> None:
    state = scenario.setup("Ib")
    assert not state.exile_boxes
    assert not scenario.exile_boxes_of(state, "march")


# 6.0 Ic


def test_c89_montagu_fills_one_of_warwicks_places_and_is_in_no_deck() -> None:
    state = scenario.setup("Ic")
    warwick = state.lords["warwick_y"]
    assert (warwick.capabilities, warwick.vassals) == (["L23"], ["montagu"])
    assert all("L23" not in state.cards[side] for side in SIDES)


def test_6_0_Ic_montagu_leaves_the_game_with_warwick() -> None:
    state = scenario.setup("Ic")
    disband_lord(state, "warwick_y")
    muster_lord(state, "warwick_y", "calais")
    assert (state.lords["warwick_y"].capabilities, state.lords["warwick_y"].vassals) == ([], [])
    state = scenario.setup("Ic")
    disband_vassal(state, "warwick_y", "montagu")
    assert state.lords["warwick_y"].capabilities == []


@pytest.mark.parametrize(("id", "wastes"), [("Ia", True), ("Ic", False), ("III", False)])
def test_6_0_brief_rebellion_and_ravaged_land_skip_waste(id: str, wastes: bool) -> None:
    state = scenario.setup(id)
    state.box = 5
    lord = next(lord for lord, piece in state.lords.items() if piece.at not in ("calendar", "out"))
    state.lords[lord].provender = 9
    Scripted(state).run(waste)
    assert state.lords[lord].provender == (5 if wastes else 9)


@pytest.mark.parametrize(("id", "grows"), [("Ia", True), ("Ic", True), ("III", False)])
def test_6_0_ravaged_land_skips_grow(id: str, grows: bool) -> None:
    state = scenario.setup(id)
    state.box, state.wear = 4, {"york": "depleted"}
    Scripted(state).run(grow)
    assert state.wear == ({} if grows else {"york": "depleted"})


# Quickstart


def test_c94_the_quickstart_begins_with_the_printed_plans() -> None:
    state = scenario.setup("quickstart")
    assert state.step == "command"
    assert next_side(state) == "york"
    assert state.lords["henry_vi"].capabilities == ["L15"]
    assert PLANTAGENET.secrets.hand(state, "york") == ()
    game = Scripted(state, ["york: pass"])
    game.run(command_card)
    assert state.flipped["york"] == ["york"]
    assert any(
        says(text, "games.plantagenet.s4_2_command.command_card", "York", word="revealed")
        for text in game.story
    )


def test_c94_its_second_turn_is_complete_and_more_influence_wins() -> None:
    state = scenario.setup("quickstart")
    state.box = 2
    assert not scenario.first_turn(state)
    assert scenario.last_turn(state)
    assert scenario_end(state)[0] == "lancaster"
    state.influence = 0
    assert scenario_end(state)[0] == victory.DRAW


def test_c94_its_first_campaign_is_played_before_the_first_levy() -> None:
    state = scenario.setup("quickstart")
    state.step = "reset"
    assert following(state) == "arts_of_war"


def test_c94_a_first_turn_of_passes_comes_out_as_the_rules_count_it() -> None:
    """Yorkists 1 for Wales, 1 for Fortresses, 7 for Lords; Lancastrians 2 for London, 10 for Lords, 1 for
    the Council Member; Cities and Towns are level. The marker began at 3."""
    play: Play[State] = Play.new(PLANTAGENET, "quickstart", {})
    chance = SeededChance(1)
    play.start(chance)
    flipped = []
    while play.state.box == 1:
        (request,) = play.pending
        flipped.append((request.question.partition(" at ")[0], play.state.granted))
        (line,) = (option.line for option in request.options if option.line.endswith(": pass"))
        play.answer(request.side, line, chance)
    york, somerset = ("York", 3), ("Somerset (1)", 2)  # Bourchier at a Friendly City
    march, henry = ("March", 3), ("Henry VI", 2)
    assert flipped == [york, somerset, york, somerset, march, henry, york, somerset]
    assert play.state.influence == -7
    assert any(
        says(event.text, "games.plantagenet.s3_1_arts_of_war.shuffle", ..., 20)
        for event in play.events
    )
