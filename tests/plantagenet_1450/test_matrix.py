"""The table of rulings.md: every way in which a leader is lost, leaves or moves, times all that he may have with him."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s6_2_5_leader_effects import incapacitate, remove
from pbem.games.plantagenet_1450.s6_2_5_selectors import resolution
from pbem.games.plantagenet_1450.s7_1_6_expulsion import stays
from pbem.games.plantagenet_1450.s7_4_end_of_turn import natural_deaths
from pbem.games.plantagenet_1450.s10_allegiance import turn_coat
from pbem.games.plantagenet_1450.s11_3_1_landings import by_card
from pbem.games.plantagenet_1450.s13_2_giving_way import give_way
from pbem.games.plantagenet_1450.s16_4_5_4_exile import come_back, flee
from pbem.games.plantagenet_1450.s16_4_5_movement import move
from pbem.games.plantagenet_1450.s16_4_6_0_withdrawal import withdraw
from pbem.games.plantagenet_1450.s16_4_6_10_aftermath import aftermath
from pbem.games.plantagenet_1450.s16_4_6_11_captures import Captors, capture, kill
from pbem.games.plantagenet_1450.s16_4_6_13_retreat import retreat
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import ELIMINATED, Fighter, State, Unit
from tests.plantagenet_1450.field import (
    LEEDS,
    PONTEFRACT,
    TOWTON,
    deal,
    empty,
    fight,
    put,
    run,
)
from tests.plantagenet_1450.impulses import whole
from tests.plantagenet_1450.realm import orders, play, realm, spend
from tests.says import sentence
from tests.scripted import Scripted

from .matrix import CARRIED, HAPPENS, HEADINGS, HIRED, MEN, OWN, RIDER, SECOND, TABLE

SAFE = "1710"
DERBY, KENT, FRANCE = anchor("derby"), anchor("kent"), "foreign:france"
BY_WARWICK = Captors("york", ("warwick",))
LANDING = {
    "op": "move",
    "leader": "margaret",
    "to": "pembroke",
    "mode": "sea",
    "with_army": True,
    "attrition": 0,
}
"""As Milford Haven (Y38) has it."""


def with_company(state: State, head: str, heading: str) -> str:
    """Give a leader what the heading says; returns whom it is about, "" for troops."""
    one = state.leaders[head]
    foe, friend = ("norfolk", "devon") if one.side == "lancaster" else ("clifford", "norfolk")
    in_campaign = state.in_campaign
    match heading:
        case "rider":
            put(state, "henry_vi", one.at, rides=head)
            return "henry_vi"
        case "carried leader":
            put(state, friend, one.at, side=one.side, carrier=head)
            return friend
        case "captive":
            put(state, foe, one.at, side=state.enemy(one.side), status="captive", captor=head)
            return foe
        case "captive of these":
            between = with_company(state, head, RIDER if in_campaign else CARRIED)
            put(state, foe, one.at, side=state.enemy(one.side), status="captive", captor=between)
            return foe
    one.army = [Unit("men_at_arms", "own"), Unit("billmen")]
    return ""


def outcome(state: State, head: str, whom: str, start: str) -> str:
    """What became of a leader who was with him."""
    one = state.leaders[whom]
    if whom in leaders.followers(state, head):
        assert one.at == state.leaders[head].at
        return "with him"
    if one.status == "free" and not (one.rides or one.carrier or one.captor):
        own = one.side == facts().leaders[head].faction
        return "stays" if one.at == start and own else "free"
    assert one.status == "captive"
    assert (one.at, state.leaders[one.captor].at) == (start, start)
    return "stays"


def of_men(before: list[Unit], state: State, head: str, heading: str) -> str:
    """What became of the units of one origin."""
    origin = "own" if heading == OWN else "pool"
    had = sum(unit.origin == origin for unit in before)
    has = sum(unit.origin == origin for unit in state.leaders[head].army)
    if has:
        return "with him" if has == had else "thinned"
    taken = [id for id, one in state.leaders.items() if id != head and one.side == "lancaster"]
    theirs = sum(unit.origin == origin for id in taken for unit in state.leaders[id].army)
    return "others" if theirs else "lost"


# -- the ways -----------------------------------------------------------------------------------------


def field(head: str) -> State:
    """In a Campaign: he stands at Towton, Warwick at Leeds."""
    state = empty()
    put(state, "warwick", LEEDS, "5 billmen", side="york")
    put(state, head, TOWTON, side="lancaster")
    return state


def beaten(head: str, dice: list[int], *answers: str, **moments: str) -> State:
    """He and Clifford have lost a battle; he has a man of his own, and hired ones of whom two fell."""
    state = field(head)
    put(state, "clifford", TOWTON)
    battle = fight(state)
    battle.winner, battle.round = "york", 1
    for side, leader, kind, origin, column in (
        ("lancaster", head, "men_at_arms", "own", 4),
        ("lancaster", head, "billmen", "pool", 4),
        ("lancaster", head, "billmen", "pool", ELIMINATED),
        ("lancaster", head, "billmen", "pool", ELIMINATED),
        ("lancaster", head, "billmen", "pool", ELIMINATED),
        ("york", "warwick", "billmen", "pool", 4),
    ):
        battle.fighters.append(Fighter(side, leader, kind, origin, column))
    if moments:
        deal(state, "lancaster", "L42")
    play(aftermath, state, answers=answers, dice=tuple(dice), moments=orders(**moments))
    return state


def lost(heading: str, way: str) -> str:
    """Captured, killed, into exile instead of death, or to sanctuary."""
    head = "margaret" if way == "into exile instead of death" else "somerset"
    exile = ["margaret: exile france"] if head == "margaret" else []
    moments = {"on_capture": "play l42 to durham"} if way == "sanctuary" else {}
    dies = way in ("killed", "into exile instead of death")
    if heading in MEN:
        give = [] if way == "killed" else [f"{head}: give billmen clifford"]
        dice = [1, 6, 6 if dies else 1, 1]
        state = beaten(head, dice, *exile, *give, f"clifford: retreat {SAFE}", **moments)
        before = [Unit("men_at_arms", "own"), Unit("billmen")]
        return of_men(before, state, head, heading)
    if heading == CARRIED:
        state = whole()
        head = "margaret"
        put(state, "warwick", LEEDS, side="york")
        put(state, head, TOWTON)
        state.leaders["edward_wales"].status = "dead"
        exile = ["margaret: exile france"] if dies else []
        if way == "killed":
            head, exile = "edward_wales", []
            put(state, head, TOWTON)
    else:
        state = field(head)
    whom = with_company(state, head, heading)
    if moments:
        deal(state, "lancaster", "L42")
    if dies:
        run(kill, state, exile, [], head)
    else:
        play(capture, state, head, BY_WARWICK, moments=orders(**moments))
    assert state.leaders[head].at != TOWTON
    return outcome(state, head, whom, TOWTON)


def flight(heading: str, way: str) -> str:
    state = empty()
    port = "2430"
    put(state, "margaret", port)
    whom = with_company(state, "margaret", heading)
    if heading in MEN:
        state.leaders["margaret"].army *= 2
        before = list(state.leaders["margaret"].army)
        run(flee, state, [], [5, 6, 1, 1], "margaret", "france")
        return of_men(before, state, "margaret", heading)
    run(flee, state, [], [], "margaret", "france")
    assert has_left(state, "margaret", port)
    return outcome(state, "margaret", whom, port)


def has_left(state: State, id: str, start: str) -> bool:
    return state.leaders[id].at != start


def coat(heading: str, way: str) -> str:
    if heading == CARRIED:
        state, head = whole(), "warwick"
        put(state, head, TOWTON, side="york")
        whom = with_company(state, head, heading)
        turn_coat(Scripted(state).table, head, "19.0")
        one = state.leaders[whom]
        assert (one.at, one.carrier, one.status) == (TOWTON, "", "free")
        assert state.leaders[head].at != TOWTON
        return "stays"
    state, head = field("somerset"), "somerset"
    whom = with_company(state, head, heading)
    before = list(state.leaders[head].army)
    turn_coat(Scripted(state).table, head, "8.4")
    if heading in MEN:
        return of_men(before, state, head, heading)
    return outcome(state, head, whom, TOWTON)


def way_given(heading: str, way: str) -> str:
    state = whole()
    put(state, "margaret", DERBY)
    whom = with_company(state, "margaret", heading)
    before = list(state.leaders["margaret"].army)
    run(give_way, state, ["margaret: go stafford"], [], ["margaret"], BY_WARWICK)
    assert has_left(state, "margaret", DERBY)
    if heading in MEN:
        return of_men(before, state, "margaret", heading)
    return outcome(state, "margaret", whom, DERBY)


def landing(heading: str, way: str) -> str:
    state = whole()
    put(state, "margaret", FRANCE)
    whom = with_company(state, "margaret", heading)
    state.leaders["margaret"].army *= 2
    before = list(state.leaders["margaret"].army)
    dice = [6, 6, 1, 1] if before else []
    run(by_card, state, ["margaret: go pembroke"], dice, resolution("Y38", "lancaster"), LANDING)
    assert has_left(state, "margaret", FRANCE)
    if heading in MEN:
        return of_men(before, state, "margaret", heading)
    return outcome(state, "margaret", whom, FRANCE)


def sea(heading: str, way: str) -> str:
    state = realm(kent="lancaster", sussex="lancaster")
    put(state, "margaret", KENT)
    whom = with_company(state, "margaret", heading)
    party = " with devon" if heading in (CARRIED, SECOND) else ""
    spend(state, "lancaster", 1, f"margaret: sail sussex{party}")
    assert has_left(state, "margaret", KENT)
    return outcome(state, "margaret", whom, KENT)


def expelled(heading: str, way: str) -> str:
    state = realm(kent="lancaster")
    put(state, "margaret", FRANCE)
    whom = with_company(state, "margaret", heading)
    run(stays, state, ["margaret: land kent"], [6], "margaret")
    assert has_left(state, "margaret", FRANCE)
    return outcome(state, "margaret", whom, FRANCE)


def madness(heading: str, way: str) -> str:
    state = whole()
    put(state, "henry_vi", DERBY, crowned=True)
    whom = with_company(state, "henry_vi", heading)
    incapacitate(Scripted(state).table, "henry_vi")
    return outcome(state, "henry_vi", whom, DERBY)


def marched(heading: str, way: str) -> str:
    state = empty()
    put(state, "clifford", TOWTON)
    whom = with_company(state, "clifford", heading)
    before = list(state.leaders["clifford"].army)
    run(move, state, [f"clifford: march {LEEDS}"], [], "clifford", 2)
    assert has_left(state, "clifford", TOWTON)
    if heading in MEN:
        return of_men(before, state, "clifford", heading)
    return outcome(state, "clifford", whom, TOWTON)


def retreated(heading: str, way: str) -> str:
    state = empty()
    put(state, "clifford", TOWTON)
    whom = with_company(state, "clifford", heading)
    before = list(state.leaders["clifford"].army)
    run(retreat, state, [f"clifford: retreat {SAFE}"], [], ["clifford"], TOWTON)
    assert has_left(state, "clifford", TOWTON)
    if heading in MEN:
        return of_men(before, state, "clifford", heading)
    return outcome(state, "clifford", whom, TOWTON)


def withdrawn(heading: str, way: str) -> str:
    state = empty(york="lancaster")
    put(state, "clifford", PONTEFRACT)
    whom = with_company(state, "clifford", heading)
    if heading in MEN:
        origin = "own" if heading == OWN else "pool"
        state.leaders["clifford"].army = [Unit("men_at_arms", origin), Unit("billmen", origin)]
        run(withdraw, state, ["withdraw"], [], "lancaster", PONTEFRACT, "warwick")
        assert state.leaders["clifford"].army == []
        inside = state.garrisons[PONTEFRACT].units
        return "garrison" if inside == [Unit("men_at_arms", origin)] else "lost"
    run(withdraw, state, ["withdraw"], [], "lancaster", PONTEFRACT, "warwick")
    assert state.leaders["clifford"].inside
    one = state.leaders[whom]
    if heading == RIDER:
        return "with him" if one.inside and one.at == PONTEFRACT else "stays"
    held = one.status == "captive" and one.at == state.leaders[one.captor].at == PONTEFRACT
    return "with him" if held else "free"


def returned(heading: str, way: str) -> str:
    state = empty()
    state.campaign_turn, state.treasury = 2, {"lancaster": 3, "york": 0}
    put(state, "margaret", FRANCE, fled=1)
    whom = with_company(state, "margaret", heading)
    state.leaders["margaret"].army *= 2
    before = list(state.leaders["margaret"].army)
    run(come_back, state, [], [6, 1, 1] if before else [], "margaret", "2430")
    assert has_left(state, "margaret", FRANCE)
    if heading in MEN:
        kept = state.leaders["margaret"].army
        assert len(kept) == 2  # one is not paid for, one lost at sea
        return "thinned"
    return outcome(state, "margaret", whom, FRANCE)


def moved(heading: str, way: str) -> str:
    state = realm()
    put(state, "margaret", DERBY)
    whom = with_company(state, "margaret", heading)
    party = " with devon" if heading in (CARRIED, SECOND) else ""
    spend(state, "lancaster", 1, f"margaret: move stafford{party}")
    assert has_left(state, "margaret", DERBY)
    return outcome(state, "margaret", whom, DERBY)


def put_to_death(heading: str, way: str) -> str:
    state = whole()
    put(state, "clarence", DERBY)
    whom = with_company(state, "clarence", heading)
    remove(Scripted(state).table, "clarence")
    assert state.leaders["clarence"].status == "dead"
    return outcome(state, "clarence", whom, DERBY)


def in_his_bed(heading: str, way: str) -> str:
    state = whole(9)
    state.scenario = "end_of_the_plantagenets"
    put(state, "edward_march", DERBY, crowned=True)
    whom = with_company(state, "edward_march", heading)
    for die in (1, 6):
        if state.leaders["edward_march"].status == "free":
            run(natural_deaths, state, [], [die])
    assert state.leaders["edward_march"].status == "dead"
    return outcome(state, "edward_march", whom, DERBY)


WAYS: dict[str, Callable[[str, str], str]] = {
    "captured": lost,
    "killed": lost,
    "into exile instead of death": lost,
    "flight into exile": flight,
    "sanctuary": lost,
    "turns his coat": coat,
    "gives way": way_given,
    "landing by a card": landing,
    "sea move": sea,
    "expelled": expelled,
    "marches": marched,
    "retreats": retreated,
    "withdraws inside": withdrawn,
    "comes back from exile": returned,
    "moves over areas": moved,
    "put to death by a card": put_to_death,
    sentence("games.plantagenet_1450.s7_4_end_of_turn.natural_deaths", word="bed"): in_his_bed,
    "out of his wits": madness,
}


@pytest.mark.parametrize(("way", "heading"), HAPPENS)
def test_what_becomes_of_those_with_him(way: str, heading: str) -> None:
    assert WAYS[way](heading, way) == TABLE[way, heading]


def test_the_table_is_whole() -> None:
    assert len(TABLE) == 21 * len(HEADINGS)
    assert {way for way, _ in HAPPENS} == set(WAYS)


def test_c210_the_hired_men_of_a_royal_leader_who_is_killed_may_be_taken_over() -> None:
    give = "edward_wales: give billmen clifford"
    state = beaten("edward_wales", [1, 6, 6, 1], give, f"clifford: retreat {SAFE}")
    assert state.leaders["edward_wales"].status == "dead"
    before = [Unit("men_at_arms", "own"), Unit("billmen")]
    assert of_men(before, state, "edward_wales", HIRED) == "others"
