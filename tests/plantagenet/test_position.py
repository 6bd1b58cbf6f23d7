"""The position that reports show (DESIGN section 7)."""

from __future__ import annotations

import json
from typing import Any

import pytest

from pbem.games.plantagenet.position import position
from pbem.games.plantagenet.position_words import box_name, headline, now
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import Battle, BattleLord, State, Troops, VassalState


def place(shown: dict[str, Any], name: str) -> dict[str, Any]:
    (found,) = [p for area in shown["map"] for p in area["places"] if p["name"] == name]
    return dict(found)


def lord(shown: dict[str, Any], id: str) -> dict[str, Any]:
    (found,) = [
        row
        for area in shown["map"]
        for p in area["places"]
        for row in p["lords"]
        if row["id"] == id
    ]
    return dict(found)


def cards(shown: dict[str, Any], side: str) -> dict[str, Any]:
    (found,) = [row for row in shown["cards"] if row["id"] == side]
    return dict(found)


def plain(value: object) -> bool:
    if isinstance(value, dict):
        return all(isinstance(key, str) and plain(item) for key, item in value.items())
    if isinstance(value, list):
        return all(plain(item) for item in value)
    return isinstance(value, str | int | bool)


@pytest.mark.parametrize("scenario", ["Ia", "Ib"])
@pytest.mark.parametrize("side", ["york", "lancaster", "public"])
def test_position_is_plain_json_without_none(scenario: str, side: str) -> None:
    shown = position(setup(scenario, {}), side, {})
    assert plain(shown)
    assert json.loads(json.dumps(shown)) == shown


def test_1_3_2_turns_have_months_and_years() -> None:
    state = setup("Ia", {})
    assert now(state) == "Levy of January-March 1459: Arts of War"
    assert box_name(state, 7) == "April-May 1460"
    assert (box_name(state, 0), box_name(state, 16)) == ("before box 1", "after box 15")
    state.step, state.box, state.influence = "command", 10, -12
    assert headline(state) == "Command of Oct-Dec 1460. Influence Lancastrian 12."


def test_1_4_1_influence_names_the_leader() -> None:
    state = setup("Ib", {})
    assert position(state, "york", {})["influence"] == {"net": 0, "words": "even"}
    state.influence = 4
    assert position(state, "lancaster", {})["influence"] == {"net": 4, "words": "Yorkist 4"}


def test_1_3_1_favour_by_area_and_net_totals() -> None:
    shown = position(setup("Ib", {}), "public", {})
    rulers = {row["area"]: row["ruler"] for row in shown["favour"]}
    assert rulers == {"north": "lancaster", "none": "", "wales": "", "south": "york"}
    count = sum(len(row[s]) for row in shown["favour"] for s in ("york", "lancaster", "neutral"))
    assert count == 54 - 2, "all Strongholds but London and Calais"
    assert [row["words"] for row in shown["totals"]] == [
        "Cities Yorkist 6",
        "Towns even",
        "Fortresses Lancastrian 1",
    ]
    assert [row["words"] for row in shown["specials"]] == [
        "Calais Yorkist",
        "Harlech Neutral",
        "London Yorkist",
    ]


def test_1_5_3_a_mat_shows_forces_assets_and_capabilities() -> None:
    state = setup("Ib", {})
    march = state.lords["march"]
    march.capabilities, march.moved, march.ships = ["Y1"], True, 1
    shown = lord(position(state, "lancaster", {}), "march")
    assert shown["forces"] == ("Retinue, Vassal Fauconberg, 1 Men-at-Arms, 2 Longbowmen, 1 Militia")
    assert shown["assets"]["words"] == "1 Provender, 1 Coin, 1 Cart, 1 Ship"
    assert shown["capabilities"] == ["Culverins and Falconets"]
    assert shown["notes"] == ["Moved-Fought"]
    assert shown["ratings_words"] == "Influence 2, Lordship 2, Command 2, Valour 3"


def test_1_5_2_a_modified_rating_shows_the_printed_one(monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.games.plantagenet import s1_5_lords

    monkeypatch.setattr(s1_5_lords, "command", lambda state, lord: 3)
    shown = lord(position(setup("Ib", {}), "york", {}), "march")
    assert shown["ratings"][2] == {
        "name": "Command",
        "printed": 2,
        "now": 3,
        "words": "Command 3 (printed 2)",
    }


def test_every_lord_is_shown_once_wherever_he_is() -> None:
    state = setup("Ia", {})
    state.lords["march"].at = "irish_sea"
    state.lords["york"].at = "ireland"
    state.lords["rutland"].at = "out"
    state.removed.append("rutland")
    state.lords["henry_vi"].at, state.lords["henry_vi"].keeper = "captive", "march"
    shown = position(state, "public", {})
    on_map = [row["id"] for area in shown["map"] for p in area["places"] for row in p["lords"]]
    on_calendar = [row["id"] for box in shown["calendar"] for row in box["lords"]]
    gone = [row["id"] for row in shown["gone"]]
    assert sorted(on_map + on_calendar + gone) == sorted(state.lords)
    assert place(shown, "Irish Sea")["about"] == ["Sea"]
    assert place(shown, "Ireland")["about"] == ["Exile box"]
    assert lord(shown, "march")["notes"] == ["holds Henry VI captive"]
    assert [row["words"] for row in shown["gone"]] == [
        "Rutland (Yorkist, removed for good)",
        "Henry VI (Lancastrian, captive of March)",
    ]


def test_1_3_2_calendar_shows_cylinders_exiles_and_vassals() -> None:
    state = setup("Ia", {})
    state.box = 3
    state.lords["buckingham"].exile = True
    state.vassals["devon"] = VassalState("mustered", "york", 5)
    state.vassals["essex"] = VassalState("disbanded", box=5)
    boxes = {box["box"]: box for box in position(state, "york", {})["calendar"]}
    assert boxes[2]["words"] == [
        "Salisbury (Yorkist) is Ready",
        "Northumberland (Lancastrian) is Ready",
    ]
    assert boxes[3]["current"]
    assert boxes[5]["words"] == [
        "Rutland (Yorkist)",
        "Buckingham (Lancastrian, in Exile)",
        "Devon is due Pay from York",
        "Essex is Ready again",
    ]


def test_1_3_1_depleted_places_and_double_favour_at_london() -> None:
    state = setup("Ib", {})
    state.wear = {"london": "depleted", "york": "exhausted"}
    state.london_twice = True
    shown = position(state, "york", {})
    assert shown["worn"] == {"depleted": ["London"], "exhausted": ["York"]}
    assert place(shown, "London")["about"] == ["Stronghold", "Yorkist", "Depleted"]
    assert shown["specials"][2]["words"] == "London Yorkist twice"


def hidden_state() -> State:
    state = setup("Ib", {})
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
    shown = cards(position(state, "york", own), "york")
    assert (len(shown["held_names"]), shown["plan"]) == (1, ["Norfolk"])
    other = cards(position(state, "lancaster", {}), "york")
    assert (other["held"], other["held_names"]) == (1, [])
    assert (other["plan_left"], other["plan"], other["flipped"]) == (1, [], ["March"])


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
    shown = position(state, "public", {})
    assert cards(shown, "york")["unused"] == 20
    assert cards(shown, "lancaster")["unused"] == 20
    assert len(cards(shown, "lancaster")["in_force"]) == 1


def test_4_4_a_battle_shows_the_array_and_what_has_routed() -> None:
    state = setup("Ib", {})
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
    shown = position(state, "public", {})["battle"]
    assert shown["words"] == (
        "Lancastrians attack, Yorkists defend. Round 2; melee Strikes of March and Somerset (1)"
    )
    assert [wing["title"] for wing in shown["wings"]] == ["Center", "Reserve", "Routed"]
    assert [lord["words"] for wing in shown["wings"] for lord in wing["lords"]] == [
        "March (Yorkist, Valour markers 2): Retinue, 1 Men-at-Arms, 1 Longbowmen, 1 Militia; "
        "Routed: Vassal Fauconberg, 1 Longbowmen",
        "Somerset (1) (Lancastrian, Valour markers 1): 2 Men-at-Arms, 2 Longbowmen; "
        "Routed: Retinue",
        "Norfolk (Yorkist, Valour markers 2, late): Retinue, 2 Men-at-Arms, 2 Longbowmen, "
        "2 Militia",
        "Exeter (1) (Lancastrian, fled): Retinue, 2 Men-at-Arms, 2 Longbowmen",
    ]
    assert shown["hits"] == ["Yorkists still take 1 Hit"]
    assert shown["events"] == ["In play: Leeward Battle Line (Y1)"]


def test_5_victory_words_follow_the_scenario() -> None:
    words = position(setup("Ia", {}), "york", {})["victory"]
    assert words["threshold"] == 40
    assert words["words"] == (
        "40 points win at once after this Campaign (5.2). "
        "Most points after October-December 1461 (box 15) win (5.3)."
    )
    assert "Test of Arms" in position(setup("Ib", {}), "york", {})["victory"]["words"]
