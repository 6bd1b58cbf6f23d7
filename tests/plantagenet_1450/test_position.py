"""The position as a document and as a picture."""

from __future__ import annotations

from pbem.engine.document import Calendar, Figure, ReportTable, Track
from pbem.games import find
from pbem.games.plantagenet_1450.board_picture import map_picture
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.position import position
from pbem.games.plantagenet_1450.s10_leaders import subject
from pbem.games.plantagenet_1450.s16_4_6_7_deployment import deploy_forces
from pbem.games.plantagenet_1450.s20_scenarios import setup
from pbem.games.plantagenet_1450.state import Garrison, Siege, State, Unit
from pbem.reports.formats.text import text
from tests.plantagenet_1450.field import LEEDS, PONTEFRACT, TOWTON, empty, fight, put, run
from tests.says import says, sentence


def told(state: State) -> str:
    return " ".join(text(position(state, {}).parts).split())


def test_aims_are_told_in_words() -> None:
    said = told(setup("towton_1461"))
    assert says(
        said,
        "games.plantagenet_1450.condition_words._number_words",
        "York: a Yorkist leader stands in York (1612), and no Lancastrian leader stands in York (1612), and Lancaster",
        "at most 8",
        word="units",
    )
    dead = sentence(
        "games.plantagenet_1450.condition_words._plain_words",
        subject("edward_march"),
        word="is dead",
    )
    assert f"Lancaster: {dead}; or a Lancastrian" in said
    assert "Both, or neither: a draw" in said


def test_a_campaign_alone_is_scored_by_units_in_england() -> None:
    """So that its end has a chart: there is no Legitimacy in it (20.0)."""
    score = find("plantagenet_1450").score(setup("towton_1461"))
    assert score is not None
    assert score.name == sentence("games.plantagenet_1450.position._aims", word="Units")
    track = next(
        part
        for part in position(setup("towton_1461"), {}).parts
        if isinstance(part, Track) and part.caption == score.name
    )
    assert [mark.at for mark in track.marks] == list(score.points.values())
    assert all(score.points.values())


def test_it_says_that_values_are_reconstructed() -> None:
    assert says(told(setup("towton_1461")), "games.plantagenet_1450.position_words.reconstructed")


def test_leaders_are_told_with_what_has_become_of_them() -> None:
    state = setup("towton_1461")
    state.leaders["henry_vi"].rides = "somerset"
    state.leaders["norfolk"].status = "captive"
    state.leaders["norfolk"].captor = "clifford"
    state.leaders["clifford"].inside = True
    state.leaders["warwick"].fatigue = 3
    state.garrisons[PONTEFRACT] = Garrison("lancaster", [Unit("men_at_arms")] * 2)
    said = told(state)
    assert "rides with Duke of Somerset" in said
    assert "captive, held by Lord Clifford" in said
    assert "inside Pontefract Castle" in said
    assert "Fatigue: +1" in said
    assert "Garrisons: Pontefract Castle 2MA" in said


def test_16_4_6_7_the_battle_board_is_shown() -> None:
    state = setup("towton_1461")
    there = empty()
    put(there, "warwick", LEEDS, "1 knights", side="york")
    put(there, "clifford", TOWTON, "2 billmen")
    state.battle = fight(there)
    before = told(state)
    assert "York, attacking: Earl of Warwick" in before
    assert "Battle Board" not in before, "the armies are not yet drawn up"
    there.battle.committed["york"] = "warwick"
    run(deploy_forces, there)
    said = told(state)
    assert says(said, "games.plantagenet_1450.position_battle.parts", "Towton", word="battle")
    assert "York: 1KN" in said
    assert "Lancaster: 1BI" in said
    assert "Earl of Warwick (Neville) (committed)" in said


def test_the_picture_has_every_hex_with_its_owner_and_who_stands_there() -> None:
    state = setup("towton_1461")
    picture = map_picture(state)
    places = {place.id: place for place in picture.places}
    assert len(places) == 450
    assert places["1514"].owner == "lancaster"
    assert [piece.id for piece in places["1514"].pieces] == ["clifford"]
    assert places["1514"].marks[0][0] == "3"


def test_who_is_abroad_is_drawn_there() -> None:
    state = setup("towton_1461")
    state.leaders["warwick"].at = "foreign:burgundy"
    sea = next(sea for sea in map_picture(state).seas if sea.id == "burgundy")
    assert [piece.id for piece in sea.pieces] == ["warwick"]


def test_countries_abroad_lie_on_their_sides_of_the_map() -> None:
    """They stood in a row north of it: Ireland beside Scotland, and France in the North Sea."""
    shown = map_picture(setup("towton_1461"))
    xs, ys = [place.x for place in shown.places], [place.y for place in shown.places]
    middle = (sum(xs) / len(xs), sum(ys) / len(ys))
    at = {sea.id: sea for sea in shown.seas}
    towns = {place.name: place for place in shown.places}
    assert at["scotland"].y < towns["Carlisle"].y
    assert at["ireland"].x < towns["Holyhead"].x
    assert at["ireland"].x < middle[0] - 300
    assert at["france"].y > towns["Southampton"].y
    assert at["burgundy"].x > at["france"].x
    assert at["burgundy"].y > towns["Dover"].y


def whole(state: State, **known: str) -> str:
    return " ".join(text(position(state, known).parts).split())


def test_3_3_the_whole_game_shows_its_tracks() -> None:
    state = setup("wars_of_the_roses")
    state.turn, state.impulse, state.treasury = 3, 2, {"york": 4, "lancaster": 9}
    state.leaders["edward_wales"].status = "dead"
    state.step = "play"
    said = whole(state)
    assert said.startswith("Turn 3 (1460-1464): Impulse 2")
    assert f"Box 3, 1460-1464 (now): {facts().leaders['edward_march'].name}" in said
    assert "Edward, Prince of Wales" not in said.split("Legitimacy")[0]
    assert "Legitimacy: York 8, Lancaster 15" in said
    assert "Treasury: York 4, Lancaster 9" in said
    assert says(said, "games.plantagenet_1450.position_turns.AUTOMATIC", word="turn 4")
    assert "Ireland Friend of: York Level: 1 Wary" in said


def test_20_2_has_the_standard_victory_only() -> None:
    said = whole(setup("end_of_the_plantagenets"))
    assert not says(said, "games.plantagenet_1450.position_turns.AUTOMATIC", word="turn 3")
    assert says(said, "games.plantagenet_1450.position_turns.STANDARD", 10)
    may, hold = (
        sentence("games.plantagenet_1450.condition_words.FLAGS", word=word)
        for word in ("may be crowned", "Scots")
    )
    assert f"In force: {may} and {hold}" in said


def test_7_1_7_a_hand_is_shown_to_its_owner_alone() -> None:
    state = setup("wars_of_the_roses")
    state.hands = {"york": ["card:L21", "deck:1", "deck:2"], "lancaster": ["deck:3"]}
    state.plot = {"york": "deck:2"}
    public = whole(state)
    plot = sentence("games.plantagenet_1450.position_turns.hand", word="Plot")
    assert f"Hand: L21 Jack Cade Rebellion, {plot}, 1 hidden card" in public
    own = whole(state, **{"deck:1": "L24", "deck:2": "L22"})
    assert "L24 Normandy and Gascony Lost, L22 The Moonstruck King (Plot card)" in own
    assert own.endswith(public[public.index("The rest") :])
    assert says(own, "engine.table.Event.naming", word="card")
    assert "Hand:" in own


def test_14_3_sieges_the_dead_and_discards_are_told() -> None:
    state = setup("wars_of_the_roses")
    state.sieges = {PONTEFRACT: Siege("york", 2)}
    state.leaders["clifford"].status = "dead"
    state.discards, state.spent, state.out = ["L24"], ["L24"], ["L15"]
    said = whole(state)
    assert "Besieged or reduced: Pontefract Castle (under siege, +2)" in said
    assert "Dead: Lord Clifford" in said
    assert "Discards: L24 Normandy and Gascony Lost" in said
    assert sentence("games.plantagenet_1450.position_turns._deck", word="played") + ": L24" in said
    out = sentence("games.plantagenet_1450.position_turns._deck", word="Out")
    assert f"{out}: L15 Lord Clifford" in said


def test_17_3_the_protector_is_told() -> None:
    state = setup("wars_of_the_roses")
    state.leaders["henry_vi"].mad = True
    assert says(whole(state), "games.plantagenet_1450.position._king", "York", word="Protector")


def test_16_3_armies_stand_in_their_boxes() -> None:
    state = setup("towton_1461")
    state.leaders["warwick"].fatigue = 3
    said = whole(state)
    box = said[said.index("St Albans (1826) Earl of Warwick") :]
    assert "2 Longbowmen, 2 Billmen and 1 unit of Knights 1 unit of Men-at-Arms, his own" in box
    assert says(box, "games.plantagenet_1450.position_sides._army", 0, 5, word="places")
    assert says(box, "games.plantagenet_1450.position_sides._army", "+1", word="Fatigue")


def test_16_3_armies_in_one_hex_stand_next_to_each_other() -> None:
    parts = position(setup("bosworth_1485"), {}).parts
    york = next(part for part in parts if isinstance(part, Figure))
    places = [mat.at.place for mat in york.mats]
    assert places.count("1519") == 2
    assert places[places.index("1519") + 1] == "1519"


def test_outside_a_campaign_leaders_stand_in_areas_of_the_map() -> None:
    state = setup("wars_of_the_roses")
    there = {place.id for place in map_picture(state).places}
    tables = [part for part in position(state, {}).parts if isinstance(part, ReportTable)]
    shown = {cell.place for table in tables for row in table.rows for cell in row[2] if cell.place}
    assert {"beaumaris", "london"} <= shown <= there


def test_in_a_campaign_of_the_whole_game_one_box_is_now() -> None:
    state = setup("wars_of_the_roses")
    state.in_campaign, state.step, state.campaign_turn, state.campaign_turns = True, "action", 2, 3
    boxes = [
        box
        for part in position(state, {}).parts
        if isinstance(part, Calendar)
        for box in part.boxes
        if box.now
    ]
    assert [box.number for box in boxes] == [1]
    assert says(
        whole(state),
        "games.plantagenet_1450.position_words.Plantagenet1450Words.turn",
        2,
        3,
        word="campaign",
    )


def test_4_0_the_goals_of_the_turn_are_told() -> None:
    state = setup("wars_of_the_roses")
    seen = whole(state)
    assert "Hold the capital" in seen
    state.options = {"historical_goals": "no", "rise_of_edward": "yes"}
    seen = whole(state)
    assert "Hold the capital" not in seen
    assert says(seen, "games.plantagenet_1450.position_turns.STANDARD", 6)


def test_a_turn_has_a_name_of_its_own_after_its_campaign() -> None:
    state = setup("wars_of_the_roses")
    state.step = "play"
    names = [whole(state).partition(":")[0]]
    state.campaigned = state.in_campaign = True
    names.append(whole(state).partition(":")[0])
    state.in_campaign = False
    names.append(whole(state).partition(":")[0])
    assert len(set(names)) == 3
    assert says(
        names[2], "games.plantagenet_1450.position_words.Plantagenet1450Words.turn", word="after"
    )
