"""The position that reports show: where the game stands, and what is to come."""

from __future__ import annotations

from pbem.engine.document import Box, Calendar, Note, Track
from pbem.games.richard_iii.board_picture import map_picture
from pbem.games.richard_iii.position import position
from pbem.games.richard_iii.s4_scenarios import setup
from pbem.games.richard_iii.state import State
from tests.richard_iii.field import empty, put
from tests.says import sentence


def calendars(state: State) -> list[Calendar]:
    return [part for part in position(state, "public", {}).parts if isinstance(part, Calendar)]


def held(state: State) -> dict[tuple[str, int], list[str]]:
    """Campaign and number of each box that holds something, with what it holds."""
    return {
        (part.caption, box.number): [cell.text for cell in box.holds]
        for part in calendars(state)
        for box in part.boxes
        if box.holds
    }


def test_1_0_each_campaign_that_is_not_over_has_its_seven_game_turns() -> None:
    state = empty()
    state.campaign, state.turn = 2, 3
    made = calendars(state)
    assert [part.caption for part in made] == ["Campaign 2", "Campaign 3"]
    assert [[box.number for box in part.boxes] for part in made] == [list(range(1, 8))] * 2
    assert [(part.caption, b.number) for part in made for b in part.boxes if b.now] == [
        ("Campaign 2", 3)
    ]
    assert [part.caption for part in calendars(setup("richard_iii"))] == ["Campaign 3"]


def test_8_0_the_political_turn_follows_the_last_game_turn_and_9_0_ends_the_last_campaign() -> None:
    first, _, last = calendars(empty())
    assert first.boxes[0].notes == sentence("games.richard_iii.position._turn", 7, word="cards")
    assert first.boxes[1] == Box(2, "Game Turn")
    then, home, king = (
        sentence("games.richard_iii.position._turn", word=word) for word in ("then", "home", "King")
    )
    assert first.boxes[-1].notes == then + home
    assert last.boxes[-1].notes == then + king


def test_6_82_a_minor_who_is_due_lies_in_the_box_of_the_next_supply_phase() -> None:
    state = empty()
    state.step, state.turn = "battle", 6
    assert held(state) == {}
    state.minors_due["york"] = 1
    minor = sentence("games.richard_iii.position._minors", "Clarence", "Yorkist")
    assert held(state) == {("Campaign 1", 6): [minor]}
    state.step, state.turn = "usurpation", 7
    assert held(state) == {("Campaign 2", 1): [minor]}
    state.campaign = 3
    assert held(state) == {}, "the last campaign has no Supply Phase any more"
    state.step, state.winner = "battle", "york"
    assert held(state) == {}


def test_9_0_the_end_is_said_where_no_calendar_is_drawn() -> None:
    state = empty()
    state.step, state.turn = "battle", 3
    assert position(state, "public", {}).parts[0] == Note(
        "Campaign 1, Game Turn 3: Battle Phase (1.3)"
        + sentence("games.richard_iii.position._turn_words", 7, 3)
    )


def test_2_1_the_lead_in_areas_held_is_on_its_track_york_to_the_right() -> None:
    def track(state: State) -> Track:
        (found,) = (p for p in position(state, "public", {}).parts if isinstance(p, Track))
        return found

    state = empty()
    before = track(state).marks[0].at
    put(state, "kent", "y_march")
    after = track(state)
    assert after.marks[0].at == before + 1
    assert after.low == -after.high


def test_2_1_the_areas_held_come_before_three_campaigns_of_turns() -> None:
    kinds = [type(part) for part in position(empty(), "public", {}).parts]
    assert kinds.index(Track) < kinds.index(Calendar), "the score is out of sight below the turns"


def test_3_1_the_legend_explains_a_block_that_its_reader_sees_on_the_map() -> None:
    state = empty()
    put(state, "essex", "y_norfolk")
    for reader in ("york", "lancaster"):
        picture = map_picture(state, reader)
        shown = {one.glance for place in picture.places for one in place.pieces}
        assert shown >= {sign for sign, _ in picture.key}
    assert map_picture(state, "york").key
    assert not map_picture(state, "public").key
