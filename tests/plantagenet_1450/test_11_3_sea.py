"""11.3, 8.10, 15.3 Sea movement and how it is stopped."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s8_intrigue import fill_actions, spend
from pbem.games.plantagenet_1450.s11_3_2_interception import departure, interceptors
from pbem.games.plantagenet_1450.s11_3_sea import voyages
from pbem.games.plantagenet_1450.s16_4_5_4_exile import route
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import Points, State
from tests.plantagenet_1450.field import deal, lines, menu, put
from tests.plantagenet_1450.realm import orders, play, points, realm
from tests.says import says

LONDON, CALAIS, MANN = "1928", "2531", "0311"


def voyager(at: str = LONDON, **control: str) -> State:
    state = realm(**{"london": "york", **control})
    put(state, "richard_york", at)
    return state


def sails(state: State, many: Points | None = None) -> list[str]:
    shown = lines(menu(fill_actions, state=state, points=many or points("york")))
    return [line for line in shown if ": sail " in line]


def barred(state: State, line: str, many: Points | None = None) -> str:
    return menu(fill_actions, state=state, points=many or points("york")).barred[line]


def sail(state: State, line: str, many: int = 3, **how: object) -> State:
    state.points = [points("york", many)]
    play(spend, state, answers=(line, *how.pop("answers", ())), **how)  # type: ignore[misc,arg-type]
    return state


def test_11_3_c46_a_point_from_a_friendly_port_to_another() -> None:
    state = sail(voyager(norfolk="york"), "richard_york: sail norfolk")
    assert state.leaders["richard_york"].at == anchor("norfolk")
    assert state.points[0].left == 2


def test_11_3_c12_only_on_the_same_or_an_adjacent_sea_zone() -> None:
    state = voyager(devon="york", somerset="york", chester="york")
    reach = voyages(state, "richard_york")
    assert reach["devon"].zones == ("north_sea", "english_channel")
    assert "chester" not in reach
    assert says(
        barred(state, "richard_york: sail chester"),
        "games.plantagenet_1450.s11_3_sea.why_not",
        word="adjacent",
    )


def test_11_3_not_from_a_port_that_is_not_friendly() -> None:
    state = voyager(london="lancaster", norfolk="york")
    assert sails(state) == []
    assert "not friendly" in barred(state, "richard_york: sail norfolk")


def test_11_3_not_to_an_enemy_port() -> None:
    state = voyager(norfolk="lancaster")
    assert says(
        barred(state, "richard_york: sail norfolk"),
        "games.plantagenet_1450.s11_3_sea.why_not",
        word="holds",
    )


def test_c120_c46_three_points_to_a_neutral_port() -> None:
    state = voyager(anchor("chester"), chester="york")
    assert "richard_york: sail isle_of_mann" in sails(state)
    assert "3 points" in barred(state, "richard_york: sail isle_of_mann", points("york", 2))
    sail(state, "richard_york: sail isle_of_mann")
    assert state.leaders["richard_york"].at == MANN
    assert not state.points


def test_11_3_one_sea_move_a_card() -> None:
    state = sail(voyager(norfolk="york", suffolk="york"), "richard_york: sail norfolk")
    assert state.points[0].sailed
    assert sails(state, state.points[0]) == []
    assert says(
        barred(state, "richard_york: sail suffolk", state.points[0]),
        "games.plantagenet_1450.s11_3_sea.why_not",
        word="card",
    )


@pytest.mark.parametrize(
    ("area", "to"),
    [("isle_of_mann", "ireland"), ("channel_islands", "france"), ("norfolk", "scotland")],
)
def test_15_3_c10_abroad_by_sea_from_the_ports_that_lead_there(area: str, to: str) -> None:
    state = voyager(anchor(area), **{area: "york"})
    abroad = {"ireland", "france", "scotland", "burgundy"} & set(voyages(state, "richard_york"))
    assert abroad == {to}
    sail(state, f"richard_york: sail {to}", many=1)
    assert state.leaders["richard_york"].at == f"foreign:{to}"


def test_c119_home_by_the_routes_out_to_a_friendly_port() -> None:
    state = voyager("foreign:scotland", norfolk="york", durham="lancaster", chester="york")
    assert set(voyages(state, "richard_york")) == {"london", "norfolk"}
    assert voyages(state, "richard_york")["norfolk"].cost == 1


def test_c190_home_to_the_neutral_isle_of_mann_for_three_points() -> None:
    state = voyager("foreign:ireland", chester="york")
    assert {to: v.cost for to, v in voyages(state, "richard_york").items()} == {"isle_of_mann": 3}
    state.control["isle_of_mann"] = "york"
    assert voyages(state, "richard_york")["isle_of_mann"].cost == 1
    state.control["isle_of_mann"] = "lancaster"
    assert voyages(state, "richard_york") == {}


def test_c121_a_stack_is_one_sea_move() -> None:
    state = voyager(norfolk="york")
    put(state, "fauconberg", LONDON, side="york", carrier="richard_york")
    sail(state, "richard_york: sail norfolk with fauconberg", many=1)
    assert state.leaders["fauconberg"].at == anchor("norfolk")
    assert not state.points


def test_c11_no_ship_leaves_scottish_berwick() -> None:
    state = voyager(anchor("bamburgh"), bamburgh="york", norfolk="york")
    assert "norfolk" in voyages(state, "richard_york")
    state.flags["berwick_scottish"] = ""
    assert voyages(state, "richard_york") == {}
    state.leaders["richard_york"].at = LONDON
    assert "norfolk" in voyages(state, "richard_york")
    assert "bamburgh" not in voyages(state, "richard_york")


def test_c122_a_response_keeps_him_in_harbour_and_c123_the_points_are_lost() -> None:
    state = voyager(norfolk="york")
    put(state, "exeter", anchor("suffolk"))
    deal(state, "lancaster", "L41")
    sail(state, "richard_york: sail norfolk", moments=orders(on_sea="play l41"))
    assert state.leaders["richard_york"].at == LONDON
    assert state.points[0].left == 2
    assert state.discards == ["L41"]


@pytest.mark.parametrize(("die", "stopped"), [(1, True), (2, False)])
def test_11_3_2_c123_a_noble_in_a_port_of_the_zone_intercepts(die: int, stopped: bool) -> None:
    state = voyager(norfolk="york")
    put(state, "exeter", anchor("suffolk"))
    put(state, "salisbury", LONDON, side="york")
    sail(
        state,
        "richard_york: sail norfolk with salisbury",
        answers=("intercept exeter",),
        dice=(die,),
    )
    for id in ("richard_york", "salisbury"):
        assert (state.leaders[id].at == LONDON) == stopped
    assert state.points[0].left == 2


def test_11_3_2_treasury_changes_the_interception_and_c48_a_natural_6_fails() -> None:
    for spent, die, stopped in (("bid 2", 3, True), ("bid 2", 4, False), ("bid 5", 6, False)):
        state = voyager(norfolk="york")
        put(state, "exeter", anchor("suffolk"))
        state.treasury["lancaster"] = 5
        answers = ("intercept exeter", spent)
        sail(state, "richard_york: sail norfolk", answers=answers, dice=(die,))
        assert (state.leaders["richard_york"].at == LONDON) == stopped


def test_9_2_2_the_mover_may_counter_the_interceptors_treasury() -> None:
    state = voyager(norfolk="york")
    put(state, "exeter", anchor("suffolk"))
    state.treasury = {"lancaster": 2, "york": 2}
    sail(
        state,
        "richard_york: sail norfolk",
        answers=("intercept exeter", "bid 2"),
        dice=(2,),
        moments=orders(on_bid="match"),
    )
    assert state.leaders["richard_york"].at == anchor("norfolk")
    assert state.treasury == {"lancaster": 0, "york": 0}


def test_c206_c121_every_zone_that_two_ports_share_counts() -> None:
    state = voyager(anchor("kent"), kent="york", calais="york")
    zones = voyages(state, "richard_york")["calais"].zones
    assert set(zones) == {"north_sea", "english_channel"}
    for at in ("norfolk", "devon"):
        put(state, "exeter", anchor(at))
        assert interceptors(state, "lancaster", list(zones)) == ["exeter"]
    assert route(("north_sea",), ("bristol_channel",)) == [
        "north_sea",
        "english_channel",
        "bristol_channel",
    ]


def test_11_3_2_who_may_intercept_reads_from_where_to_where_the_ships_go() -> None:
    words = departure(voyager(), "richard_york", anchor("norfolk"))
    assert LONDON in words
    assert anchor("norfolk") in words


def test_11_3_2_nobody_intercepts_from_scottish_berwick() -> None:
    state = realm()
    put(state, "exeter", anchor("bamburgh"))
    assert interceptors(state, "lancaster", ["north_sea"]) == ["exeter"]
    state.flags["berwick_scottish"] = ""
    assert interceptors(state, "lancaster", ["north_sea"]) == []


def test_p11_he_lands_in_any_hex_of_the_port_area_and_sails_from_any() -> None:
    inland = next(at for at in facts().area_hexes["norfolk"] if not facts().hexes[at].port)
    state = sail(voyager(norfolk="york"), f"richard_york: sail {inland}")
    assert state.leaders["richard_york"].at == inland
    assert "london" in voyages(state, "richard_york")
