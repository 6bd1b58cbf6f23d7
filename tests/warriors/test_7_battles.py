"""7.0 Battles as a whole: their order, and the rulebook's two examples with their dice."""

from __future__ import annotations

from pbem.games.warriors.s7_2_intrigue import chance
from pbem.games.warriors.s7_battles import battles
from pbem.games.warriors.s8_control import can_attempt
from pbem.games.warriors.sequence import following
from tests.scripted import Scripted
from tests.warriors.field import asked, empty, engaged, example, fight, kinds, lines, put, where

YORK = [1, 3, 5, 6, 5, 5]
"""The first round's dice before the +1: 2, 4, 6, 7, 6 and 6."""
LANCASTER = [1, 6, 3, 4, 6]
PURSUIT = [4, 5, 3, 5, 5, 1]
"""5, 6, 4, 6, 6 and 2."""


def test_7_2_example_talbot_has_nobody_to_try_and_neville_may_try_tuchet() -> None:
    state = example()
    engaged(state, "north_midlands", lancaster="talbot", york="warwick")
    assert chance(state, "lancaster", "hastings") == 0
    assert chance(state, "york", "audley") == 1
    assert chance(state, "york", "talbot") < 1


def test_7_3_example_of_battle_and_withdrawal() -> None:
    """7.5, 7.7 Both examples: six dice at +1 score four Hits, five dice two; then Talbot withdraws."""
    state = example()
    game = fight(
        state,
        "north_midlands",
        [
            "intrigue audley",
            "default",
            "hastings: lose 1",
            "warwick: lose 1",
            "withdraw west_midlands",
        ],
        [5, *YORK, *LANCASTER, *PURSUIT, 2],
    )
    assert [request.side for request in asked(game, "commander")] == ["lancaster", "york"]
    assert [str(request.options[0].line) for request in asked(game, "commander")] == [
        "talbot: command",
        "warwick: command",
    ]
    assert "York attacks in North Midlands with 6 dice, +1: 4 Hits." in game.story
    assert "Lancaster attacks in North Midlands with 5 dice, +0: 2 Hits." in game.story
    assert "York attacks in North Midlands with 6 dice, +1: 3 Hits." in game.story
    assert (state.nobles["warwick"].troops, state.nobles["hastings"].troops) == (3, 1)
    assert where(state, "audley") == ("covert", "lancaster")
    assert state.nobles["audley"].back
    talbot = state.nobles["talbot"]
    assert (talbot.at, talbot.troops, talbot.disgraced) == ("west_midlands", 0, True)
    assert state.battle is None
    assert state.aggressor == {}
    assert not can_attempt(state, "lancaster", "west_midlands")


def test_7_6_example_only_one_noble_could_withdraw_to_the_northwest() -> None:
    game = fight(
        example(),
        "north_midlands",
        ["no", "default", "default", "withdraw west_midlands", "default"],
        [*YORK, *LANCASTER, 6, 1, 1, 1, 1, 1],
    )
    (offer, *_) = asked(game, "withdraw")
    notes = {option.line: option.note for option in offer.options}
    assert "1 of 2 nobles must be left behind" in notes["withdraw northwest"]
    assert notes["withdraw west_midlands"] == "clear boundary"


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
    assert "Nobody is left in Ireland." in game.story
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
