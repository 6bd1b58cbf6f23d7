"""7.0 Battles as a whole: their order and their end; the rulebook's examples are in `test_examples.py`."""

from __future__ import annotations

from pbem.games.warriors.s7_battles import battles
from pbem.games.warriors.sequence import following
from tests.says import sentence
from tests.scripted import Scripted
from tests.warriors.field import asked, empty, fight, kinds, lines, put, where


def test_c39_the_initiative_player_names_the_next_battle() -> None:
    state = empty("battle")
    put(state, "york", "wales", "york", 6)
    put(state, "talbot", "wales", "lancaster")
    put(state, "warwick", "east", "york", 4)
    put(state, "dudley", "east", "lancaster")
    state.aggressor = {"wales": "york", "east": "york"}
    game = Scripted(state, ["fight east", "intrigue dudley"], [1])
    game.run(battles)
    (named,) = asked(game, "battle")
    assert named.side == "york"
    assert lines(named) == ["fight east", "fight wales"]
    assert where(state, "dudley") == ("east", "york")
    assert following(state) == "battle"
    assert "wales" in state.aggressor


def test_7_2_5_without_enemies_after_intrigue_there_is_no_battle() -> None:
    state = empty("battle")
    put(state, "warwick", "east", "york", 4)
    put(state, "dudley", "east", "lancaster", 1)
    game = fight(state, "east", ["intrigue dudley"], [1])
    assert kinds(game) == ["commander", "commander", "intrigue", "intrigue"]
    assert where(state, "dudley") == ("east", "york")
    assert state.nobles["dudley"].troops == 1
    assert state.aggressor == {}


def test_c38_both_sides_may_be_wiped_out_and_the_marker_stays() -> None:
    state = empty("battle")
    put(state, "ormond", "ireland", "lancaster")
    put(state, "kildare", "ireland", "york")
    state.control["ireland"] = "lancaster"
    game = fight(state, "ireland", [], [6, 6, 1, 1])
    assert sentence("games.warriors.s7_battles.close", "Ireland", word="left") in game.story
    assert state.control["ireland"] == "lancaster"
    assert [label for label, _ in game.rolled][2:] == ["ormond flight", "kildare flight"]


def test_7_0_a_battle_may_need_several_rounds() -> None:
    state = empty("battle")
    put(state, "ormond", "ireland", "lancaster", 1)
    put(state, "desmond", "ireland", "york", 1)
    game = fight(state, "ireland", ["fight"] * 4, [1, 1, 1, 1, 6, 1, 6, 1, 6, 1, 3])
    assert [told for told in game.story if told.startswith("Round")] == [
        "Round 1",
        "Round 2",
        "Round 3",
    ]
    assert where(state, "ormond") == ("covert", "lancaster")
    assert state.nobles["desmond"].troops == 0
