"""M1 What a bare verb of a policy does: the first such line of the menu, which is sorted for that."""

from __future__ import annotations

from functools import partial

import pytest

from pbem.engine.policies import presets_of, reactions_of
from pbem.engine.request import Menu, Request
from pbem.engine.standing import StandingOrders, answer, choose
from pbem.games.plantagenet import s1_5_3_sharing as sharing
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s4_3_2_haul as haul
from pbem.games.plantagenet.decisions import Asset
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.game import PLANTAGENET
from pbem.games.plantagenet.policies import bot
from pbem.games.plantagenet.s3_2_1_pay_troops import PAY
from pbem.games.plantagenet.s4_3_5_approach import Stance, stands
from pbem.games.plantagenet.s4_4_2_strike import AssignHit, dearness, fill_hits
from pbem.games.plantagenet.s4_4_3_ending import CheckDeath, GoAbroad
from pbem.games.plantagenet.s4_4_3_spoils import TakeSpoils, fill_spoils
from pbem.games.plantagenet.s4_8_2_disembark import Land, landings
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State
from tests.plantagenet.battlefield import arrayed, battlefield, with_vassal
from tests.plantagenet.field import favour, put
from tests.scripted import Scripted

PRESETS = {**presets_of(PLANTAGENET), "bot": bot()}
SPEAKING = [name for name, policies in PRESETS.items() if "hits" in policies]


def by_preset(name: str, state: State, request: Request) -> str:
    given = answer(
        StandingOrders(dict(PRESETS[name])),
        request,
        "",
        reactions_of(PLANTAGENET),
        lambda words: PLANTAGENET.conditions.look(state, request.side, words),
        (),
    )
    assert given is not None
    return given.line


def hits(state: State) -> Request:
    fill = partial(fill_hits, state=state, group=["york", "march"], kind="melee")
    return Request[AssignHit]("york", "hits", "?", "4.4.2", fill)


@pytest.mark.parametrize("name", SPEAKING)
def test_m1_vassals_take_hits_before_retinues(name: str) -> None:
    """A Lord Routs with his Retinue, so nobody would give it a Hit that a Vassal could take."""
    state = battlefield({"york": {}, "march": {}, "henry_vi": {}})
    with_vassal(state, "york", "fauconberg")
    arrayed(state, "york", {"york": "center", "march": "left", "henry_vi": "center"})
    assert by_preset(name, state, hits(state)) == "york: fauconberg all"


@pytest.mark.parametrize("name", SPEAKING)
def test_m1_the_cheapest_troops_of_all_take_hits_first(name: str) -> None:
    state = battlefield({"york": {"men_at_arms": 1}, "march": {"militia": 1}, "henry_vi": {}})
    arrayed(state, "york", {"york": "center", "march": "left", "henry_vi": "center"})
    assert by_preset(name, state, hits(state)) == "march: militia all"


def test_m1_every_kind_of_troops_has_its_place_before_vassals_and_retinues() -> None:
    kinds = [unit for unit in facts().units if unit not in ("vassal", "retinue")]
    ranked = sorted([*kinds, "fauconberg", "retinue"], key=dearness)
    assert sorted(ranked[:-2]) == sorted(kinds)
    assert ranked[-2:] == ["fauconberg", "retinue"]


@pytest.mark.parametrize("name", SPEAKING)
def test_m1_edward_goes_abroad_rather_than_check_for_death(name: str) -> None:
    """6.0 II at no further loss (C72); whoever has no such choice checks."""

    def fill(menu: Menu, haven: bool) -> None:
        menu.offer(CheckDeath("gloucester_1"))
        menu.offer(CheckDeath("edward_iv"))
        if haven:
            menu.offer(GoAbroad("edward_iv"))

    for haven, line in ((True, "edward_iv: exile"), (False, "gloucester_1: check death")):
        request = Request[CheckDeath | GoAbroad](
            "york", "death", "?", "4.4.3", partial(fill, haven=haven)
        )
        assert by_preset(name, setup("II"), request) == line


@pytest.mark.parametrize("undecided", [["york"], ["york", "march"]])
def test_m1_all_battle_is_for_one_lord_too(undecided: list[str]) -> None:
    state = battlefield({"york": {}, "march": {}, "henry_vi": {}})
    request = Request[Stance](
        "york", "approach", "?", "4.3.5", partial(stands, state=state, undecided=undecided)
    )
    line = by_preset("stand_and_fight", state, request)
    assert line == ("all battle" if len(undecided) > 1 else "york: battle")


def test_m1_a_bare_land_takes_a_friendly_port() -> None:
    state = setup("Ia")
    put(state, "york", "north_sea")
    ports = list(facts().ports["north_sea"])
    for port in ports:
        favour(state, "lancaster", port)
    fill = partial(landings, state=state, lord="york", ports=ports)
    favour(state, "", ports[-2])
    request = Request[Land]("york", "disembark", "?", "4.8.2", fill)
    assert choose(request, "land", ()) == f"york: land {ports[-2]}"
    favour(state, "york", ports[-1])
    request = Request[Land]("york", "disembark", "?", "4.8.2", fill)
    assert choose(request, "land", ()) == f"york: land {ports[-1]}"


def rich(asset: str, *counts: int) -> State:
    """York, March and Salisbury together, with so much of an asset each."""
    state = battlefield({"york": {}, "march": {}, "salisbury": {}})
    for lord, n in zip(("york", "march", "salisbury"), counts, strict=True):
        setattr(state.lords[lord], asset, n)
    return state


def test_m1_who_has_most_shares_and_the_smallest_debt_is_paid_first() -> None:
    state = rich("coin", 0, 1, 3)
    givers = lords.richest_first(state, ["york", "march", "salisbury"], "coin")
    assert givers == ["salisbury", "march", "york"]
    game = Scripted(state, ["salisbury: pay march", "salisbury: pay march"])
    game.run(sharing.share, "york", PAY, "coventry", {"york": 4, "march": 2})
    assert choose(game.asked[0], "pay", ()) == "salisbury: pay march"
    fill = partial(sharing.fill_order, upkeep=PAY, debts={"york": 4, "march": 2})
    assert (
        choose(Request[sharing.InOrder]("york", "share", "?", "3.2.1", fill), "pay", ())
        == "pay march york"
    )


def test_m1_what_stays_behind_is_of_those_who_have_most() -> None:
    state = rich("provender", 1, 4, 2)
    group = ["york", "march", "salisbury"]
    for kind in (haul.discards, haul.discards_first):
        fill = partial(kind, state=state, group=group, asset=Asset.PROVENDER, excess=2)
        request = Request[haul.Discard | haul.DiscardFirst]("york", "discard", "?", "4.3.2", fill)
        line = choose(request, "discard", ())
        assert line is not None
        assert line.startswith("march: discard")


def test_m1_a_companion_who_has_more_spends_first() -> None:
    state = rich("coin", 1, 2, 0)
    fill = partial(sharing.fill_gives, state=state, lord="york", asset=Asset.COIN)
    request = Request[sharing.Give]("york", "share", "?", "3.4.4", fill)
    assert choose(request, "give", ()) == "march: give coin"


def test_m1_spoils_are_spread() -> None:
    state = rich("provender", 2, 0, 1)
    winners = ["york", "march", "salisbury"]
    fill = partial(fill_spoils, state=state, winners=winners, kind=Asset.PROVENDER, total=3)
    request = Request[TakeSpoils]("york", "spoils", "?", "4.4.3", fill)
    assert choose(request, "provender, carts", ()) == "march: take 1 provender"
