"""The map: areas while cards are played, hexes in a Campaign."""

from __future__ import annotations

import pytest

from pbem.drawing.boxes import dotted
from pbem.drawing.hexes import drawn_sides
from pbem.drawing.layout import chart
from pbem.drawing.svg import ROOM
from pbem.engine.picture import Move
from pbem.engine.scenarios import starting_state
from pbem.games.plantagenet_1450.board_picture import map_picture
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.s16_4_5_movement import move
from pbem.games.plantagenet_1450.state import Garrison, Relations, Siege, State, Unit
from tests.plantagenet_1450.field import PONTEFRACT, TOWTON, YORK, empty, put, run
from tests.reports.test_labels import labels
from tests.reports.test_map import drawn as svg
from tests.reports.test_map import overlaps, texts
from tests.says import sentence

SCENARIOS = tuple(PLANTAGENET_1450.scenarios())


def started(scenario: str) -> State:
    return starting_state(PLANTAGENET_1450, scenario, {})


@pytest.mark.slow
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_name_and_no_card_covers_another(scenario: str) -> None:
    made = chart(map_picture(started(scenario)))
    cards = made.cards
    assert cards
    assert not overlaps(made)
    assert not [(a, b) for a in cards for b in cards if a is not b and a.box.overlap(b.box)]
    assert all(spot.box.outside(made.frame) < 0.01 for spot in made.spots)
    assert all(card.box.outside(made.frame) < 0.01 for card in cards)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everybody_in_play_is_on_the_map(scenario: str) -> None:
    state = started(scenario)
    shown = {piece.id for card in chart(map_picture(state)).cards for piece in card.pieces}
    in_play = {id for id, one in state.leaders.items() if one.status in ("free", "captive")}
    assert shown == in_play
    assert in_play


def test_3_1_areas_have_the_colour_of_their_controller() -> None:
    state = started("wars_of_the_roses")
    state.control = {"kent": "york", "york": "lancaster"}
    picture = map_picture(state)
    owners = {place.id: place.owner for place in picture.places}
    assert owners["kent"] == "york"
    assert {owners[f"york_{riding}"] for riding in ("north", "east", "west")} == {"lancaster"}
    assert owners["london"] == ""
    by_side = {ground.owner: ground.path.count("Z") for ground in chart(picture).grid.grounds}
    kent = next(place for place in picture.places if place.id == "kent")
    assert by_side["york"] == len(kent.ground)
    assert sum(by_side.values()) == 449


def test_3_1_4_3_a_territory_shows_whose_friend_it_is() -> None:
    state = started("wars_of_the_roses")
    state.relations["scotland"] = Relations("lancaster", 2)
    state.leaders["margaret"].at = "foreign:scotland"
    scotland = next(place for place in map_picture(state).places if place.id == "scotland")
    assert (scotland.owner, scotland.marks) == ("lancaster", (("2", "Friendly"),))
    assert [piece.id for piece in scotland.pieces] == ["margaret"]


def test_14_0_a_fortification_shows_its_garrison_and_the_siege() -> None:
    state = started("wars_of_the_roses")
    state.garrisons[PONTEFRACT] = Garrison("lancaster", [Unit("men_at_arms")] * 2)
    state.sieges[PONTEFRACT] = Siege("york", 2)

    def marks() -> dict[str, str]:
        places = {place.id: place for place in map_picture(state).places}
        return dict(places["york_west"].marks)

    assert marks() == {
        "3": sentence(
            "games.plantagenet_1450.board_picture.marks", "Pontefract Castle", word="fortification"
        ),
        "G": "garrison of 2MA, Lancaster",
        "S": sentence("games.plantagenet_1450.board_picture.marks", "York", 2, word="under"),
    }
    state.sieges[PONTEFRACT] = Siege("york", reduced=True)
    assert marks()["R"] == "reduced"


def test_3_0_a_campaign_shows_every_hex_for_a_march_may_lead_anywhere() -> None:
    made = chart(map_picture(started("towton_1461")))
    assert {spot.place.id for spot in made.spots} == set(facts().hexes)


def test_3_0_a_hex_shows_terrain_number_town_and_who_holds_it() -> None:
    written = texts(svg(shown=map_picture(started("towton_1461"))))
    assert {"1409 L", "York", "Towton", "Pontefract", "♣1511 L"} <= set(written)
    bare = next(id for id, one in facts().hexes.items() if one.area == "norfolk" and not one.town)
    assert sum(bare in text for text in written) == 1, "its number, and no name besides"


def test_3_0_rivers_run_along_sides_and_roads_through_hexes() -> None:
    picture = map_picture(started("towton_1461"))
    assert [rank for rank, _ in chart(picture).grid.edges] == [0, 1]
    assert {frozenset((edge.a, edge.b)) for edge in picture.edges} == facts().rivers
    assert {frozenset((way.a, way.b)) for way in picture.ways} == facts().roads


def test_3_1_3_the_tower_stands_in_the_corner_of_london() -> None:
    for scenario in ("towton_1461", "wars_of_the_roses"):
        spots = {spot.place.id: spot for spot in chart(map_picture(started(scenario))).spots}
        tower = spots["towr" if scenario == "towton_1461" else "tower"]
        london = spots["1928" if scenario == "towton_1461" else "london"]
        assert 8 < ((tower.x - london.x) ** 2 + (tower.y - london.y) ** 2) ** 0.5 < 30


def test_16_4_5_a_march_is_told_with_its_path() -> None:
    state = empty()
    put(state, "warwick", YORK, "2 billmen", side="york")
    game = run(move, state, [f"warwick: march {PONTEFRACT}", "warwick: stop"], [], "warwick", 4)
    (marched,) = [event for event in game.table.events if event.kind == "move"]
    assert marched.about[:3] == ("york", YORK, PONTEFRACT)
    assert marched.via == (TOWTON,)


def test_11_0_a_move_over_areas_is_an_arrow_between_them() -> None:
    state = started("wars_of_the_roses")
    moved = Move("1928", "2229", "york", "He goes to Kent.")
    (arrow,) = chart(map_picture(state), (moved,)).arrows
    spots = {spot.place.id: spot for spot in chart(map_picture(state)).spots}
    assert arrow.path.startswith(f"M{spots['london'].x:.1f},{spots['london'].y:.1f}")
    assert facts().hexes["2229"].area == "kent"


@pytest.mark.parametrize("in_campaign", [False, True])
def test_c11_the_port_of_scottish_berwick_is_drawn_no_more(in_campaign: bool) -> None:
    state = started("wars_of_the_roses")
    state.in_campaign = in_campaign
    there = facts().berwick if in_campaign else "bamburgh"

    def port() -> bool:
        return next(one.port for one in map_picture(state).places if one.id == there)

    assert port()
    state.flags[facts().berwick_lost] = ""
    assert not port()


def test_20_0_a_neutral_counter_has_a_letter_as_those_of_sides() -> None:
    root = svg(shown=map_picture(started("bosworth_1485")))
    pieces = [group for group in root.iter() if group.get("data-piece")]
    letters = {group.get("data-piece"): texts(group)[0] for group in pieces}
    assert set(letters.values()) == {"Y", "L", "N"}
    assert letters["stanley"] == "N"


def test_3_1_the_name_of_an_area_keeps_off_rivers_and_borders() -> None:
    """Half of them lay on one, as MONMOUTH on the Wye."""
    made = chart(map_picture(started("towton_1461")), (), ROOM)
    sides = dotted(drawn_sides(made.grid), 4)
    names = {name.upper() for name, _, _, _ in made.areas}
    crossed = [name for name, box in labels(made) if name in names and any(map(box.holds, sides))]
    assert len(names) > 50
    assert len(crossed) < len(names) / 4
