"""The position that reports show."""

from __future__ import annotations

import pytest

from pbem.engine.document import Calendar, Figure, Track
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.game import PLANTAGENET
from pbem.games.plantagenet.position import position
from pbem.games.plantagenet.position_words import box_name, headline
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import Battle, BattleLord, State, Troops, VassalState
from tests.says import sentence
from tests.shown import mat, read, shown


@pytest.mark.parametrize("scenario", list(PLANTAGENET.scenarios()))
@pytest.mark.parametrize("side", ["york", "lancaster", "public"])
def test_each_cell_shows_a_piece_or_a_place_that_there_is(scenario: str, side: str) -> None:
    made = position(setup(scenario), side, {})
    pieces = {*facts().lords, *facts().vassals, *facts().special_vassals}
    places = {*facts().locales, *facts().seas, *facts().fields}
    found = shown(made.parts)
    assert {cell.piece for cell in found if cell.piece} <= pieces
    assert {cell.place for cell in found if cell.place} <= places
    assert all(cell.text.strip() == cell.text for cell in found)


def test_1_3_2_turns_have_months_and_years() -> None:
    state = setup("Ia")
    assert PLANTAGENET.words.now(state) == "Levy of January-March 1459: Arts of War"
    assert box_name(state, 7) == "April-May 1460"
    assert (box_name(state, 0), box_name(state, 16)) == (
        sentence("games.plantagenet.position_words.box_name", word="before"),
        sentence("games.plantagenet.position_words.box_name", word="after"),
    )
    state.step, state.box, state.influence = "command", 10, -12
    assert headline(state) == "Command, Oct-Dec 1460. Influence Lancastrian 12."


def test_1_4_1_influence_names_the_leader_and_yorks_points_are_to_the_right() -> None:
    def track(influence: int) -> Track:
        state = setup("Ia")
        state.influence = influence
        (found,) = (p for p in position(state, "york", {}).parts if isinstance(p, Track))
        return found

    assert track(0).words == "even."
    assert track(4).words == "Yorkist 4."
    assert (track(-4).low, track(-4).high) == (-45, 45)
    marks = [(mark.at, mark.text, mark.side, mark.goal) for mark in track(-4).marks]
    assert marks == [
        (-4, "Lancastrian 4", "lancaster", False),
        (40, "40 wins", "", True),
        (-40, "40 wins", "", True),
    ]


def test_1_3_1_favour_by_area_and_net_totals() -> None:
    told = read(position(setup("Ib"), "public", {}), "Favour")
    assert "North" + sentence("games.plantagenet.position_map._area", "Lancastrians") in told
    assert "South" + sentence("games.plantagenet.position_map._area", "Yorkists") in told
    assert told[told.index(sentence("games.plantagenet.position_map.AREAS")) :][:3] == [
        sentence("games.plantagenet.position_map.AREAS"),
        "Yorkists: Gloucester, Oxford",
        "Lancastrians: St. Albans",
    ]
    assert (
        "Net: Cities Yorkist 6, Towns even, Fortresses Lancastrian 1. "
        "Calais Yorkist, Harlech Neutral, London Yorkist."
    ) in told


def test_1_5_3_a_mat_shows_forces_assets_and_capabilities() -> None:
    state = setup("Ib")
    march = state.lords["march"]
    march.capabilities, march.moved, march.ships = ["Y1"], True, 1
    assert mat(position(state, "lancaster", {}), "march") == [
        "London (Rest of England): Stronghold, Yorkist",
        "March, Yorkist",
        "Influence 2, Lordship 2, Command 2, Valour 3",
        "Retinue, Vassal Fauconberg, 1 Man-at-Arms, 2 Longbowmen, 1 Militia",
        "Assets: 1 Provender, 1 Coin, 1 Cart, 1 Ship",
        "Capabilities: Culverins and Falconets",
        "Moved-Fought",
    ]


def test_1_5_2_a_modified_rating_shows_the_printed_one(monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.games.plantagenet import s1_5_lords

    monkeypatch.setattr(s1_5_lords, "command", lambda state, lord: 3)
    told = mat(position(setup("Ib"), "york", {}), "march")
    assert told[2] == "Influence 2, Lordship 2, Command 3 (printed 2), Valour 3"


def test_every_lord_is_shown_once_wherever_he_is() -> None:
    state = setup("Ia")
    state.lords["march"].at = "irish_sea"
    state.lords["york"].at = "ireland"
    state.lords["rutland"].at = "out"
    state.removed.append("rutland")
    state.lords["henry_vi"].at, state.lords["henry_vi"].keeper = "captive", "march"
    made = position(state, "public", {})
    notes = [cell for cell in shown(made.parts) if cell.text.startswith("holds ")]
    assert [(cell.text, cell.piece) for cell in notes] == [("holds Henry VI captive", "henry_vi")]
    pieces = [cell.piece for cell in shown(made.parts) if cell.side and cell not in notes]
    assert sorted(pieces) == sorted(state.lords)
    assert mat(made, "march")[0] == "Irish Sea: Sea"
    assert mat(made, "york")[0] == "Ireland: Exile box"
    gone = "Gone: Rutland (Yorkist, removed for good); Henry VI (Lancastrian, captive of March)"
    assert gone in read(made)


def test_1_3_2_calendar_shows_cylinders_exiles_and_vassals() -> None:
    state = setup("Ia")
    state.box = 3
    state.lords["buckingham"].exile = True
    state.vassals["devon"] = VassalState("mustered", "york", 5)
    state.vassals["essex"] = VassalState("disbanded", box=5)
    (calendar,) = (p for p in position(state, "york", {}).parts if isinstance(p, Calendar))
    assert [box.number for box in calendar.boxes] == list(range(1, 16))
    assert [box.number for box in calendar.boxes if box.now] == [3]
    told = {box.number: [cell.text for cell in box.holds] for box in calendar.boxes}
    assert told[2] == ["Salisbury (Yorkist) is Ready", "Northumberland (Lancastrian) is Ready"]
    assert told[5] == [
        "Rutland (Yorkist)",
        "Buckingham (Lancastrian, in Exile)",
        sentence("games.plantagenet.position._box", "Devon", "York", word="due"),
        sentence("games.plantagenet.position._box", "Essex", word="Ready"),
    ]
    assert (
        calendar.boxes[3].notes == sentence("games.plantagenet.position._marks") + ", Grow (4.8.4)"
    )


def test_5_3_turns_that_are_never_played_are_no_boxes_of_the_calendar() -> None:
    state = setup("Ic")
    state.vassals["essex"] = VassalState("disbanded", box=9)
    (calendar,) = (p for p in position(state, "york", {}).parts if isinstance(p, Calendar))
    assert [box.number for box in calendar.boxes] == [5, 6, 7, 9]
    notes = {box.number: box.notes for box in calendar.boxes}
    assert notes[7] == sentence("games.plantagenet.position._box", word="5.3")
    assert notes[9] == sentence("games.plantagenet.position._box", word="not")
    state = setup("II")
    state.box = 15
    assert "4.8.4" not in read(position(state, "york", {}))


def test_2_2_3_a_box_off_an_end_of_the_calendar_is_there_if_something_lies_in_it() -> None:
    state = setup("Ia")
    state.lords["buckingham"].box = 16
    (calendar,) = (p for p in position(state, "york", {}).parts if isinstance(p, Calendar))
    assert [box.number for box in calendar.boxes] == list(range(1, 17))


def test_1_3_1_depleted_places_and_double_favour_at_london() -> None:
    state = setup("Ib")
    state.wear = {"london": "depleted", "york": "exhausted"}
    state.london_twice = True
    made = position(state, "york", {})
    told = read(made, "Favour")
    assert told[-2:] == ["Depleted: London", "Exhausted: York"]
    assert mat(made, "march")[0] == "London (Rest of England): Stronghold, Yorkist, Depleted"
    assert told[-3].endswith("London Yorkist twice.")


def hidden_state() -> State:
    state = setup("Ib")
    state.held = {"york": ["deck:arts york 2:0"], "lancaster": ["deck:arts lancaster 2:0"]}
    state.plan = {"york": ["plan:york:2"], "lancaster": ["plan:lancaster:2"]}
    state.flipped = {"york": ["march"], "lancaster": ["pass"]}
    state.in_force = ["L10"]
    return state


SECRETS = {
    "deck:arts york 2:0": "Y5",
    "deck:arts lancaster 2:0": "L5",
    "plan:york:2": "norfolk",
    "plan:lancaster:2": "exeter_1",
}


def test_1_9_the_owner_sees_his_held_events_and_plan_others_only_their_number() -> None:
    state = hidden_state()
    own = {slot: card for slot, card in SECRETS.items() if "york" in slot}
    unused = sentence("games.plantagenet.position._cards", 21, word="unused")
    counts = f"Yorkists: {unused}; Held Events: 1; Plan: 1 card left; played: March"
    told = read(position(state, "york", own), "Cards")
    assert told[:3] == [
        counts,
        f"You hold: {facts().cards['Y5'].event}",
        (sentence("games.plantagenet.position._own_cards", word="Plan") + ": Norfolk"),
    ]
    other = read(position(state, "lancaster", {}), "Cards")
    assert other[0] == counts
    assert other[1].startswith("Lancastrians: ")


@pytest.mark.parametrize("side", ["york", "lancaster", "public"])
def test_4_1_2_nobody_sees_the_enemys_hidden_cards_whatever_is_passed_in(side: str) -> None:
    state = hidden_state()
    changed = {
        slot: ("Y1" if card[0] == "Y" else "L1" if card[0] == "L" else "pass")
        for slot, card in SECRETS.items()
        if side not in slot
    }
    assert position(state, side, SECRETS) == position(state, side, SECRETS | changed)


def test_1_9_1_unused_cards_are_those_neither_held_nor_in_play() -> None:
    state = hidden_state()
    state.lords["march"].capabilities = ["Y1"]
    york, lancaster, _ = read(position(state, "public", {}), "Cards")
    assert york.startswith(
        sentence("games.plantagenet.position._cards", "Yorkists: 20", word="Arts") + ";"
    )
    assert lancaster.startswith(
        sentence("games.plantagenet.position._cards", "Lancastrians: 20", word="Arts") + ";"
    )
    assert f"in force: {facts().cards['L10'].event}" in lancaster


def test_4_4_a_battle_shows_the_array_and_what_has_routed() -> None:
    state = setup("Ib")
    state.battle = Battle(
        "london",
        "lancaster",
        "york",
        round=2,
        step="strike",
        fighting=["march", "somerset_1"],
        strike="melee",
        hits={"york": 1, "lancaster": 0},
        events=["Y1"],
        lords={
            "march": BattleLord("york", "center", 2, Troops(longbowmen=1), False, ["fauconberg"]),
            "norfolk": BattleLord("york", "reserve", 2, late=True),
            "somerset_1": BattleLord("lancaster", "center", 1, Troops(), True),
            "exeter_1": BattleLord("lancaster", "gone", 0, fled=True),
        },
    )
    made = position(state, "public", {})
    assert made.battle == "london"
    board = next(tray for tray in PLANTAGENET.trays(state, "york", {}) if tray.is_battle)
    attacker = [
        (group.title, [token.text for token in group.tokens]) for group in board.rows[0].groups
    ]
    assert all(tokens for title, tokens in attacker if title != "Reserve"), "an empty place is seen"
    assert read(made, "Battle") == [
        "Lancastrians attack, Yorkists defend. Round 2; melee Strikes of March and Somerset (1)",
        sentence(
            "games.plantagenet.position_battle.array", facts().cards["Y1"].event, "Y1", word="play"
        ),
        "Yorkists still take 1 Hit",
        "Center",
        ("Somerset (1) (Lancastrian, " + sentence("games.plantagenet.position_battle._lord", "1)")),
        "2 Men-at-Arms, 2 Longbowmen",
        "Routed: Retinue",
        ("March (Yorkist, " + sentence("games.plantagenet.position_battle._lord", "2)")),
        "Retinue, 1 Man-at-Arms, 1 Longbowman, 1 Militia",
        "Routed: Vassal Fauconberg, 1 Longbowman",
        "Reserve",
        (
            "Norfolk (Yorkist, "
            + sentence(
                "games.plantagenet.position_battle._lord",
                "2, late): Retinue, 2 Men-at-Arms, 2 Longbowmen, 2 Militia",
            )
        ),
        "Routed",
        "Exeter (1) (Lancastrian, fled): Retinue, 2 Men-at-Arms, 2 Longbowmen",
    ]
    (line,) = (p for p in made.parts if isinstance(p, Figure) and p.columns)
    assert (line.rows, line.columns) == (
        ("Lancastrians", "Yorkists"),
        ("Center", "Reserve", "Routed"),
    )


def test_5_victory_words_follow_the_scenario() -> None:
    at_once = sentence("games.plantagenet.position._victory", 40, word="once")
    at_last = sentence(
        "games.plantagenet.position._victory", "October-December 1461", 15, word="leads"
    )
    assert f"Victory: {at_once} {at_last}" in read(position(setup("Ia"), "york", {}))
    assert any("Test of Arms" in told for told in read(position(setup("Ib"), "york", {})))
