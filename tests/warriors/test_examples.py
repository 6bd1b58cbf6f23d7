"""The rulebook's examples of 6.1 and 7.5 to 9.0, sentence by sentence; from the march on they are one story."""

from __future__ import annotations

import pytest

from pbem.engine.notation import match
from pbem.errors import IllegalOrder
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.s6_campaigns import asks_campaign, campaign
from pbem.games.warriors.s7_2_intrigue import chance
from pbem.games.warriors.s7_3_attack import bonus, dice
from pbem.games.warriors.s7_battles import battles
from pbem.games.warriors.s8_control import control
from pbem.games.warriors.s9_levy import levy
from pbem.games.warriors.state import State
from tests.says import sentence, worded
from tests.scripted import Scripted
from tests.warriors.field import asked, empty, engaged, kinds, lines, put, where

YORK = [1, 3, 5, 6, 5, 5]
"""The first round's dice before the +1: 2, 4, 6, 7, 6 and 6."""
LANCASTER = [1, 6, 3, 4, 6]
PURSUIT = [4, 5, 3, 5, 5, 1]
"""5, 6, 4, 6, 6 and 2."""


def talbot_and_tuchet(initiative: str = "lancaster") -> State:
    state = empty(initiative=initiative)
    put(state, "talbot", "north_midlands", "lancaster", 4)
    put(state, "audley", "north_midlands", "lancaster", 2)
    return state


def marched() -> State:
    """7.5 Neville and Edward Hastings come from Yorkshire."""
    state = talbot_and_tuchet("york")
    put(state, "warwick", "yorkshire", "york", 4)
    put(state, "hastings", "yorkshire", "york", 2, back=True)
    Scripted(state, ["warwick: march north_midlands with hastings"]).run(campaign)
    return state


def fought(*after: str, pursuit: tuple[int, ...] = ()) -> Scripted:
    """7.5 The first round; what comes after it is the test's."""
    answers = ["intrigue audley", "default", "hastings: lose 1", "warwick: lose 1", *after]
    game = Scripted(marched(), answers, [5, *YORK, *LANCASTER, *pursuit])
    game.run(battles)
    return game


def withdrawn() -> Scripted:
    """7.7 Lancaster withdraws, and Tuchet falls in the pursuit."""
    return fought("withdraw west_midlands", pursuit=(*PURSUIT, 2))


def controlled() -> State:
    """8.0 York rolls a 1."""
    state: State = withdrawn().state
    Scripted(state, ["attempt north_midlands"], [1]).run(control)
    return state


def test_6_1_example_both_may_cross_the_clear_boundary_with_their_troops() -> None:
    state = talbot_and_tuchet()
    Scripted(state, ["talbot: march west_midlands with audley"]).run(campaign)
    assert where(state, "talbot") == where(state, "audley") == ("west_midlands", "lancaster")
    assert nobles.troops(state, ["talbot"]) == 4
    assert nobles.troops(state, ["audley"]) == 2


def test_6_1_example_only_one_may_cross_the_obstructed_boundary() -> None:
    state = talbot_and_tuchet()
    request = asks_campaign(state, "lancaster")
    for typed in ("talbot: march northwest with audley", "audley march northw with talb"):
        with pytest.raises(IllegalOrder, match=r"only one noble .*obstructed boundary \(6\.1\)"):
            match(request, typed)
    Scripted(state, ["talbot: march northwest"]).run(campaign)
    assert where(state, "talbot")[0] == "northwest"
    assert where(state, "audley")[0] == "north_midlands"


def test_6_1_example_they_may_not_split_up() -> None:
    """Both move to the same region in one campaign, or each needs his own."""
    request = asks_campaign(talbot_and_tuchet(), "lancaster")
    assert {order.count(" march ") for order in lines(request, "march")} == {1}
    (to_west,) = [o for o in request.options if o.line == "talbot: march west_midlands"]
    assert list(to_west.lines()) == [
        "talbot: march west_midlands",
        "talbot: march west_midlands with audley",
    ]


def test_6_3_example_york_is_the_aggressor() -> None:
    assert marched().aggressor == {"north_midlands": "york"}


def test_7_1_example_talbot_and_neville_command() -> None:
    game = withdrawn()
    chosen = [(request.side, lines(request)) for request in asked(game, "commander")]
    assert chosen == [("lancaster", ["talbot: command"]), ("york", ["warwick: command"])]


def test_7_2_example_lancaster_goes_first_but_nobody_can_be_won() -> None:
    first, second = asked(withdrawn(), "intrigue")
    assert (first.side, second.side) == ("lancaster", "york")
    assert lines(first) == ["no"]
    assert first.menu.barred["intrigue hastings"].endswith(
        sentence("games.warriors.s7_2_intrigue.targets")
    )


def test_7_2_example_two_stars_less_one_and_one_for_the_colour_is_nothing() -> None:
    state = marched()
    engaged(state, "north_midlands", lancaster="talbot", york="warwick")
    assert chance(state, "lancaster", "hastings") == 2 - 1 - 1
    assert chance(state, "york", "audley") == 2 - 1


def test_7_2_example_a_5_does_not_win_tuchet_over() -> None:
    game = withdrawn()
    assert game.rolled[0] == ("york intrigue audley", 5)
    assert "Audley stays with Lancaster." in game.story
    assert "intrigue audley" in lines(asked(game, "intrigue")[1])


def test_7_3_example_six_of_eight_roll_at_one_more_and_hit_four_times() -> None:
    state = marched()
    engaged(state, "north_midlands", lancaster="talbot", york="warwick")
    assert nobles.strength(state, ["warwick", "hastings"]) == 8
    assert (dice(state, "york"), bonus(state, "york")) == (6, 1)
    assert "York attacks in the North Midlands with 6 dice at +1: 4 Hits." in withdrawn().story


def test_7_4_example_five_of_eight_roll_and_hit_twice() -> None:
    state = marched()
    engaged(state, "north_midlands", lancaster="talbot", york="warwick")
    assert nobles.strength(state, ["talbot", "audley"]) == 8
    assert (dice(state, "lancaster"), bonus(state, "lancaster")) == (5, 0)
    assert "Lancaster attacks in the North Midlands with 5 dice: 2 Hits." in withdrawn().story


def test_7_3_2_example_battle_3_against_1_adds_two() -> None:
    state = marched()
    engaged(state, "north_midlands", lancaster="audley", york="warwick")
    assert bonus(state, "york") == 3 - 1
    assert bonus(state, "lancaster") == 0


def test_7_5_example_four_troops_and_two_troops_fall() -> None:
    game = fought("withdraw west_midlands", pursuit=(1, 1, 1, 1, 1, 1))
    state = game.state
    assert nobles.troops(state, ["talbot", "audley"]) == 6 - 4
    assert nobles.troops(state, ["warwick"]) == 4 - 1
    assert nobles.troops(state, ["hastings"]) == 2 - 1


def test_7_6_example_either_side_may_withdraw_the_non_aggressor_first() -> None:
    game = fought("fight", "withdraw yorkshire", pursuit=(1, 1, 1, 1))
    assert [request.side for request in asked(game, "withdraw")] == ["lancaster", "york"]


def test_7_6_example_if_nobody_withdraws_another_round_is_fought() -> None:
    misses = (1,) * 6 + (1,) * 4
    game = fought("fight", "fight", "withdraw west_midlands", pursuit=(*misses, *(1,) * 6))
    assert [told for told in game.story if told.startswith("Round")] == ["Round 1", "Round 2"]


def test_7_7_example_only_one_noble_could_withdraw_to_the_northwest() -> None:
    (offer,) = asked(withdrawn(), "withdraw")
    notes = {option.line: option.note for option in offer.options}
    assert notes["withdraw northwest"] == "obstructed boundary" + sentence(
        "games.warriors.s7_6_withdrawal.withdrawal_note", 1, 2
    )
    assert notes["withdraw west_midlands"] == "clear boundary"


def test_7_7_example_york_rolls_six_dice_again_and_lancaster_none() -> None:
    game = withdrawn()
    after = [label for label, _ in game.rolled[1 + len(YORK) + len(LANCASTER) :]]
    assert after == [f"york attacks north_midlands {n}" for n in range(7, 13)] + ["audley flight"]
    assert "York attacks in the North Midlands with 6 dice at +1: 3 Hits." in game.story


def test_7_7_example_the_third_hit_kills_tuchet_who_waits_face_down_for_lancaster() -> None:
    game = withdrawn()
    assert game.rolled[-1] == ("audley flight", 2)
    assert where(game.state, "audley") == ("covert", "lancaster")
    assert game.state.nobles["audley"].back


def test_7_7_example_the_commander_takes_no_hit_before_tuchet() -> None:
    with pytest.raises(IllegalOrder, match=worded("games.warriors.s7_5_hits.noble_losses")):
        match(asked(withdrawn(), "noble_loss")[0], "talbot: flee")


def test_7_7_example_talbot_reaches_the_west_midlands_disgraced() -> None:
    state = withdrawn().state
    talbot = state.nobles["talbot"]
    assert (talbot.at, talbot.troops, talbot.disgraced) == ("west_midlands", 0, True)
    assert (state.battle, state.aggressor) == (None, {})
    assert not nobles.at(state, "north_midlands", "lancaster")


def withdrawing(to: str) -> Scripted:
    """West Midlands is York's by now, and Ferrers stands in South Midlands."""
    state = marched()
    state.control["west_midlands"] = "york"
    put(state, "ferrers", "south_midlands", "york")
    answers = ["intrigue audley", "default", "default", f"withdraw {to}"]
    game = Scripted(state, answers, [5, *YORK, *LANCASTER, *PURSUIT, 2])
    game.run(battles)
    return game


def test_7_6_5_example_one_may_withdraw_to_an_enemy_controlled_region_without_enemies() -> None:
    """As where a battle has just cleared them out; not to one where they stand."""
    with pytest.raises(
        IllegalOrder, match=worded("games.warriors.s7_6_withdrawal.why_not", word="enemy")
    ):
        withdrawing("south_midlands")
    state = withdrawing("west_midlands").state
    assert where(state, "talbot") == ("west_midlands", "lancaster")
    assert state.control["west_midlands"] == "york"


def test_8_0_example_neville_needs_2_or_less_for_the_north_midlands() -> None:
    """So nobody of the story is at home where it lets him roll, nor Talbot where it keeps him from it."""
    state = withdrawn().state
    game = Scripted(state, ["attempt north_midlands"], [2])
    game.run(control)
    assert asked(game, "control")[0].options[0].note == "needs 1-2; uncontrolled"
    assert game.rolled == [("york control north_midlands", 2)]
    assert state.control == {"north_midlands": "york"}
    assert nobles.face(state, "talbot").home != "west_midlands"


def test_8_0_example_a_3_would_not_do() -> None:
    state = withdrawn().state
    Scripted(state, ["attempt north_midlands"], [3]).run(control)
    assert state.control == {}


def test_8_0_example_disgraced_talbot_may_not_roll_for_the_west_midlands() -> None:
    state = withdrawn().state
    game = Scripted(state, ["none"])
    game.run(control)
    assert [request.side for request in game.asked] == ["york"]
    state = withdrawn().state
    put(state, "dacre", "east", "lancaster")
    with pytest.raises(IllegalOrder, match=r"disgraced \(8\.2\)"):
        Scripted(state, ["none", "attempt west_midlands"]).run(control)


def test_9_0_example_hastings_first_then_neville_and_no_third_troop() -> None:
    with pytest.raises(
        IllegalOrder,
        match=worded("games.warriors.s9_levy.why_not", "Edward Hastings", word="fewest"),
    ):
        Scripted(controlled(), ["warwick: levy"]).run(levy)
    with pytest.raises(IllegalOrder, match=worded("games.warriors.s9_levy.why_not", word="rank")):
        Scripted(controlled(), ["hastings: levy", "hastings: levy"]).run(levy)
    state = controlled()
    game = Scripted(state, ["hastings: levy", "warwick: levy"])
    game.run(levy)
    assert [request.side for request in game.asked] == ["york", "york"]
    assert nobles.troops(state, ["hastings"]) == 2
    assert nobles.troops(state, ["warwick"]) == 4


def test_9_0_example_all_at_once_comes_to_the_same() -> None:
    state = controlled()
    game = Scripted(state, ["levy all"])
    game.run(levy)
    assert game.asked[0].options[0].note == sentence(
        "games.warriors.s9_levy.levied", "2 Troops", "from 1 region, and the Levy ends"
    )
    assert [nobles.troops(state, [id]) for id in ("hastings", "warwick")] == [2, 4]


def test_9_0_example_talbot_levies_nothing_in_an_uncontrolled_region() -> None:
    state = controlled()
    game = Scripted(state, ["none"])
    game.run(levy)
    assert kinds(game) == ["levy"]
    put(state, "margaret", "france", "lancaster")
    with pytest.raises(
        IllegalOrder,
        match=worded("games.warriors.s9_levy.why_not_there", "the West Midlands", word="control"),
    ):
        Scripted(state, ["none", "talbot: levy"]).run(levy)
