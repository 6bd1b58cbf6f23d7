"""Rulings about the Levy that no section's own test shows (rules_data/plantagenet/rulings.md)."""

from __future__ import annotations

import pytest

from pbem.engine.table import Table
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import sequence
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s3_2_4_disband import disband_without_troops
from pbem.games.plantagenet.s3_4_2_mustering import muster_lord
from pbem.games.plantagenet.s4_3_2_haul import excess_provender
from pbem.games.plantagenet.s4_6_1_sail import ships
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import LordState, State, Troops
from tests.plantagenet.cards.hand import give, hold
from tests.plantagenet.cards.turns import drawn, levy, muster_menu, notes
from tests.plantagenet.field import army, empty, favour, lines, menu, put, vassal
from tests.says import sentence
from tests.scripted import Scripted


@pytest.fixture
def state() -> State:
    """York at Ely and Henry VI at Cambridge, both Friendly to them."""
    state = empty()
    put(state, "york", "ely")
    put(state, "henry_vi", "cambridge")
    favour(state, "york", "ely")
    favour(state, "lancaster", "cambridge")
    state.influence = 0
    return state


def test_c2_parley_needs_no_friendly_locale_supply_and_tax_do(state: State) -> None:
    state.lords["york"].at = "bedford"
    offered = lines(menu(state, "york"))
    assert "york: parley bedford" in offered
    assert not any(line.split()[1] in ("supply", "tax") for line in offered)
    assert lines(muster_menu(state, "york")) == ["york: parley bedford", "york: done", "done"]


def test_c11_each_step_of_pay_is_done_by_both_sides_before_the_next(state: State) -> None:
    state.box, state.step = 2, "pay_troops"
    for lord, id in (("york", "dudley"), ("henry_vi", "beaumont")):
        vassal(state, lord, id, box=2)

    async def levy_to_vassals(table: Table[State]) -> None:
        while table.state.step != "muster_exiles":
            await sequence.step(table)

    answers = ["pay", "pay", "dudley: pay", "beaumont: pay"]
    game = Scripted(state, answers)
    game.run(levy_to_vassals)
    told = [event.rule for event in game.table.events]
    assert told == sorted(told)
    assert [(request.side, request.kind) for request in game.asked] == [
        ("york", "pay_lords"),
        ("lancaster", "pay_lords"),
        ("york", "pay_vassals"),
        ("lancaster", "pay_vassals"),
    ]


def test_c13_losses_and_distances_use_printed_influence_checks_the_modified(state: State) -> None:
    put(state, "march", "ludlow")
    card = lords.card("march").influence
    give(state, "march", "Y20")
    assert influence.rating(state, "march") == card + 1
    assert lords.loss(state, "march") == card
    levy(state, "york", ["done"])
    state.lords["march"].troops = Troops()
    Scripted(state).run(_disband)
    assert state.lords["march"].box == state.box + 6 - card


async def _disband(table: Table[State]) -> None:
    disband_without_troops(table)


def test_c15_the_effective_rating_is_1_to_5_and_the_price_never_below_zero(state: State) -> None:
    state.in_force = ["Y20", "Y35"]
    assert influence.rating(state, "york", bonus=3) == 5
    assert influence.terms(state, "york", grants=[influence.Grant(1, discount=5)]).cost == 0


def test_c15_everything_is_paid_before_the_roll_and_also_for_a_certain_check() -> None:
    state = setup("Ia")
    state.influence = 0
    game = Scripted(state, dice=[6])
    assert not game.run(
        influence.check, "york", "parley lynn", "3.4.1", 1, terms=influence.Terms(2)
    )
    assert state.influence == -3
    sure = influence.Terms(2, sure=True)
    game = Scripted(state)
    assert game.run(influence.check, "york", "parley lynn", "3.4.1", terms=sure)
    assert (state.influence, game.rolled) == (-5, [])


def test_c27_beloved_warwick_depletes(state: State) -> None:
    put(state, "warwick_y", "bedford")
    favour(state, "york", "bedford")
    give(state, "warwick_y", "Y16")
    levy(state, "york", ["warwick_y: troops by y16", "warwick_y: troops by y16", "done"])
    assert state.wear == {"bedford": "exhausted"}
    assert "warwick_y: troops by y16" not in lines(muster_menu(state, "warwick_y"))


def test_c28_commission_of_array_changes_nothing_in_an_exile_box(state: State) -> None:
    state.lords["henry_vi"].at = "scotland"
    give(state, "henry_vi", "L12")
    favour(state, "lancaster", "carlisle", "bamburgh")
    assert not lines(muster_menu(state, "henry_vi"), "troops")


def splendour() -> tuple[State, dict[str, str]]:
    """Edward IV on the Calendar, Sun in Splendour Held, another Yorkist at London."""
    state = empty("II")
    put(state, "pembroke", "london")
    favour(state, "york", "london")
    state.lords["edward_iv"] = LordState(box=9)
    return state, hold(state, "Y24")


def actors(game: Scripted) -> set[str]:
    """Whom the last menu asked about has lines for."""
    return {option.line.partition(":")[0] for option in game.asked[-1].options}


def test_c31_edward_who_musters_in_the_muster_segment_does_not_act_in_it() -> None:
    state, secrets = splendour()
    game = levy(state, "york", ["play y24 london", "done"], secrets=secrets)
    assert state.lords["edward_iv"].at == "london"
    assert "edward_iv" not in actors(game)


def test_c31_edward_who_musters_before_it_acts() -> None:
    state, _ = splendour()
    muster_lord(state, "edward_iv", "london")
    game = levy(state, "york", ["done"])
    assert "edward_iv" in actors(game)


def test_c40_assets_are_shared_where_they_are_spent_haul_and_sail_inside_the_group(
    state: State,
) -> None:
    put(state, "march", "ely", coin=0, provender=2, ships=0, carts=0)
    mat = state.lords["york"]
    mat.ships, mat.coin, mat.carts, mat.provender = 2, 3, 2, 0
    assert [lords.shared(state, "march", asset) for asset in ("ships", "coin", "carts")] == [
        2,
        3,
        2,
    ]
    assert excess_provender(state, ["march"]) == 2
    assert excess_provender(state, ["york", "march"]) == 0
    assert (ships(state, ["march"]), ships(state, ["york", "march"])) == (0, 2)
    mat.at = "lynn"
    assert [lords.shared(state, "march", asset) for asset in ("ships", "coin", "carts")] == [
        0,
        0,
        0,
    ]


def test_c40_troops_vassals_and_valour_are_not_shared(state: State) -> None:
    put(state, "march", "ely")
    vassal(state, "york", "dudley")
    assert lords.loss(state, "march") == lords.card("march").influence
    assert lords.valour(state, "march") == lords.card("march").valour
    army(state, "march")
    Scripted(state).run(_disband)
    assert (state.lords["march"].at, state.lords["york"].at) == ("calendar", "ely")


def test_c76_a_lord_without_troops_disbands_at_once_and_at_no_loss(state: State) -> None:
    vassal(state, "york", "dudley")
    army(state, "york")
    game = Scripted(state)
    game.run(_disband)
    assert game.story == [
        sentence("games.plantagenet.s3_2_4_disband.disband_without_troops", "York")
    ]
    assert (state.lords["york"].at, state.influence) == ("calendar", 0)
    assert state.vassals["dudley"].status == "disbanded"


@pytest.mark.parametrize(("wear", "offered"), [({}, True), ({"ireland": "exhausted"}, False)])
def test_c114_irishmen_need_an_unexhausted_box_too(
    state: State, wear: dict[str, str], offered: bool
) -> None:
    state.lords["york"].at = "ireland"
    give(state, "york", "Y18")
    state.wear = wear
    assert ("york: troops by y18" in lines(muster_menu(state, "york"))) is offered


def test_c115_the_spider_costs_as_a_check_not_as_levy_vassal_but_loyalty_counts() -> None:
    state = empty("III")
    put(state, "norfolk", "arundel")
    vassal(state, "norfolk", "bonville")
    counter = facts().vassals["bonville"]
    assert counter.loyalty_side == "york"
    state.in_force.append("L34")
    state.influence = 0
    game = drawn(state, "L27", ["norfolk: keep bonville"], [5])
    best = min(5, lords.card("norfolk").influence + counter.loyalty)
    note = next(o.note for o in game.asked[-1].options if o.line == "norfolk: keep bonville")
    assert note == sentence(
        "games.plantagenet.s4_3_4_intercept.interceptions", "costs 1", f"1-{best}", word="succeeds"
    )
    assert state.influence == -1
    assert lords.name("norfolk") in game.asked[0].question, "he is marked on the map"


def test_c116_adjacent_means_by_way_never_by_sea() -> None:
    state = empty("III")
    put(state, "henry_tudor", "pembroke", ships=2)
    favour(state, "lancaster", "pembroke")
    favour(state, "york", "bristol")
    drawn(state, "L32")
    assert state.favour["cardiff"] == "lancaster"
    assert state.favour["bristol"] == "york", "a Port of the same Sea"


def test_c118_badges_ignore_numbers_and_richard_has_gloucesters() -> None:
    versions = [{"gloucester_1", "gloucester_2"}, {"somerset_1", "somerset_2"}]
    versions += [{"exeter_1", "exeter_2"}, {"jasper_tudor_1", "jasper_tudor_2"}]
    for id, card in facts().cards.items():
        for lord in versions:
            assert lord & set(card.capability_lords) in (set(), lord), id
    for id in ("Y23", "Y26", "Y31"):
        assert versions[0] | {"richard_iii"} <= set(facts().cards[id].capability_lords), id


def test_c118_richard_parleys_as_heir_but_edward_v_is_gloucesters_alone() -> None:
    state = empty("III")
    state.lords["richard_iii"] = LordState()
    put(state, "richard_iii", "london")
    favour(state, "york", "london")
    plain = lords.lordship(state, "richard_iii")
    state.in_force = ["Y28", "Y33"]
    assert lords.lordship(state, "richard_iii") == plain
    offered = muster_menu(state, "richard_iii")
    assert any(line.endswith("by y28") for line in notes(offered))
