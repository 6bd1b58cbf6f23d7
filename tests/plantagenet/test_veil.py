"""1.5.3 Hidden Mats: what each side sees of the position, and what the story tells."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from pbem.engine.scenarios import starting_state
from pbem.engine.standing import StandingOrders, check
from pbem.errors import BadScript
from pbem.games.plantagenet.decisions import LevyAction
from pbem.games.plantagenet.game import PLANTAGENET
from pbem.games.plantagenet.guards import OF_A_LORD
from pbem.games.plantagenet.s1_6_forces import in_pool
from pbem.games.plantagenet.s3_1_arts_of_war import draw_capability
from pbem.games.plantagenet.s3_2_pay import pay_troops
from pbem.games.plantagenet.s3_4_4_levy_troops import LevyTroops, levy_troops
from pbem.games.plantagenet.s3_4_5_levy_transport import LevyCarts, levy_transport
from pbem.games.plantagenet.s3_4_6_levy_capability import LevyCapability, levy_capability
from pbem.games.plantagenet.s4_3_2_haul import haul
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import LordState, State, Troops
from tests.plantagenet.battlefield import arrayed
from tests.plantagenet.field import card, put, vassal
from tests.says import says, sentence, worded
from tests.scripted import Scripted
from tests.shown import mat, read


def screened(scenario: str = "Ia") -> State:
    state = starting_state(PLANTAGENET, scenario, {"hidden_mats": "yes"})
    vassal(state, "york", "essex", 4)
    state.lords["york"].capabilities = ["Y5"]
    return state


def test_1_5_3_without_the_option_nothing_is_veiled() -> None:
    state = setup("Ia")
    for side in ("york", "lancaster", "public"):
        assert PLANTAGENET.secrets.veil(state, side) is state
    assert not PLANTAGENET.secrets.veiled(state)
    assert PLANTAGENET.secrets.veiled(screened())


def test_1_5_3_the_own_side_is_intact() -> None:
    state = screened()
    seen = PLANTAGENET.secrets.veil(state, "york")
    for lord in ("york", "march", "salisbury"):
        assert seen.lords[lord] == state.lords[lord]
    assert seen.vassals == state.vassals


def test_1_5_3_enemy_mats_are_blank_but_their_cylinders_stand() -> None:
    state = screened()
    state.lords["york"].moved = True
    seen = PLANTAGENET.secrets.veil(state, "lancaster")
    assert seen.lords["york"] == LordState(at="ely", moved=True, hidden=True)
    assert seen.lords["salisbury"] == state.lords["salisbury"]  # on the Calendar, without a mat
    assert seen.seats == state.seats
    assert seen.favour == state.favour
    assert (seen.influence, seen.cards, seen.held) == (state.influence, state.cards, state.held)


def test_1_5_3_the_public_sees_no_mat_at_all() -> None:
    seen = PLANTAGENET.secrets.veil(screened(), "public")
    hidden = [id for id, lord in seen.lords.items() if lord.hidden]
    assert hidden == ["york", "march", "henry_vi", "somerset_1"]


def test_1_5_3_the_state_itself_is_not_touched() -> None:
    state = screened()
    before = copy.deepcopy(state)
    PLANTAGENET.secrets.veil(state, "lancaster")
    assert state == before


def test_c85_the_calendar_tells_who_serves_but_not_at_which_mat() -> None:
    state = screened()
    marker = PLANTAGENET.secrets.veil(state, "lancaster").vassals["essex"]
    assert (marker.status, marker.lord, marker.box) == ("mustered", "", 4)
    shown = PLANTAGENET.report(PLANTAGENET.secrets.veil(state, "lancaster"), "lancaster", {})
    assert says(
        " ".join(read(shown, "Calendar")),
        "games.plantagenet.position._box",
        "Essex",
        "a hidden mat",
        word="Pay",
    )


def test_c85_the_pool_stays_open() -> None:
    state = screened()
    for kind in ("militia", "men_at_arms", "longbowmen"):
        assert in_pool(PLANTAGENET.secrets.veil(state, "lancaster"), kind) == in_pool(state, kind)
        assert in_pool(PLANTAGENET.secrets.veil(state, "public"), kind) == in_pool(state, kind)


def test_1_5_3_mats_in_the_present_battle_are_shown() -> None:
    state = screened()
    put(state, "march", "coventry")
    put(state, "henry_vi", "coventry")
    arrayed(state, "york", {"march": "center", "henry_vi": "center"})
    seen = PLANTAGENET.secrets.veil(state, "lancaster")
    assert seen.lords["march"] == state.lords["march"]
    assert seen.lords["york"].hidden
    public = PLANTAGENET.secrets.veil(state, "public")
    assert [id for id, lord in public.lords.items() if lord.hidden] == ["york", "somerset_1"]


def test_6_0_Ia_everybody_knows_who_holds_the_king() -> None:
    state = screened()
    state.lords["henry_vi"] = LordState(at="captive", keeper="york")
    seen = PLANTAGENET.secrets.veil(state, "lancaster")
    assert seen.lords["henry_vi"].keeper == "york"


def vary(state: State) -> list[State]:
    """Positions that differ only in what the Yorkist screens hide, the open pool apart."""
    others = [copy.deepcopy(state) for _ in range(4)]
    others[0].lords["york"].coin = 9
    others[1].lords["york"].capabilities = ["Y1", "Y2"]
    others[2].lords["york"].vassals.remove("essex")
    others[2].lords["march"].vassals.append("essex")
    others[2].vassals["essex"].lord = "march"
    moved = others[3].lords
    moved["york"].troops, moved["march"].troops = moved["march"].troops, moved["york"].troops
    return others


@pytest.mark.parametrize("side", ["lancaster", "public"])
def test_1_5_3_what_is_hidden_changes_neither_view_nor_report(side: str) -> None:
    state = screened()
    report = PLANTAGENET.report(PLANTAGENET.secrets.veil(state, side), side, {})
    for other in vary(state):
        assert PLANTAGENET.secrets.veil(other, side) == PLANTAGENET.secrets.veil(state, side)
        assert PLANTAGENET.report(PLANTAGENET.secrets.veil(other, side), side, {}) == report


def test_1_5_3_a_report_says_hidden() -> None:
    state = screened()
    made = PLANTAGENET.report(PLANTAGENET.secrets.veil(state, "lancaster"), "lancaster", {})
    ratings = "Influence 5, Lordship 3, Command 2, Valour 2"
    assert mat(made, "york")[2:] == [ratings, "mat hidden"]
    assert "4 Coin" in mat(made, "henry_vi")[4]
    york, lancaster, *_ = read(made, "Cards")
    assert "unused" not in york
    assert says(lancaster, "games.plantagenet.position._cards", word="Arts")


# The story


def told(game: Scripted, to: str) -> str:
    return " ".join(e.text for e in game.table.events if e.kind != "die" and e.to in ("", to))


def levy(state: State, rule: Any, action: LevyAction) -> Scripted:
    game = Scripted(state)

    async def run(table: Any) -> None:
        done = rule(table, action)
        if done is not None:
            await done

    game.run(run)
    return game


@pytest.mark.parametrize(
    ("rule", "action", "secret", "openly"),
    [
        (levy_troops, LevyTroops("york"), "Longbowman", "York Levies Troops at Ely"),
        (levy_transport, LevyCarts("york"), "2 Carts", "York gathers Transport."),
        (levy_capability, LevyCapability("york", "Y6"), "Great Ships", "York gains a Capability."),
    ],
)
def test_1_5_3_levies_are_told_without_what_the_screen_hides(
    rule: Any, action: LevyAction, secret: str, openly: str
) -> None:
    game = levy(screened(), rule, action)
    assert secret in told(game, "york")
    assert openly in told(game, "lancaster")
    assert secret not in told(game, "lancaster")
    shown = levy(setup("Ia"), rule, action)
    assert secret in told(shown, "lancaster")


def test_1_5_3_the_first_capabilities_are_drawn_behind_the_screen() -> None:
    state = screened()
    game = Scripted(state, ["y6: to march"], secrets={"a": "Y6"})
    game.run(draw_capability, "york", "a")
    assert "Great Ships" in told(game, "york")
    assert "Great Ships" not in told(game, "lancaster")
    assert "Great Ships" not in game.asked[0].question


def test_1_5_3_pay_tells_no_coin() -> None:
    state = screened()
    state.box = 2
    state.lords["york"].troops = Troops(militia=8)
    game = Scripted(state)
    game.run(pay_troops)
    assert "York Pays the Troops with 2 Coin." in told(game, "york")
    assert "York Pays the Troops." in told(game, "lancaster")
    assert "York Pays the Troops with" not in told(game, "lancaster")


def test_1_5_3_haul_tells_no_number() -> None:
    state = screened()
    for lord in ("york", "march"):
        put(state, lord, "ely", provender=3, carts=0)
    game = Scripted(state, ["march: discard provender"])
    game.run(haul, ["york", "march"])
    assert "York and March leave some Provender behind." in told(game, "lancaster")
    assert "3 Provender" not in told(game, "lancaster")
    assert "March leaves 3 Provender behind." in told(game, "york")
    assert all("6" not in request.question for request in game.asked)


@pytest.mark.parametrize(
    ("line", "dice", "secret", "openly"),
    [
        ("york: supply ely", [], "Provender", "York Supplies from Ely, which is now Depleted."),
        ("york: forage", [], "1 Provender", "York Forages at Ely, which is now Depleted."),
        (
            "york: tax ely",
            [],
            "Coin",
            f"York Taxes Ely {sentence('games.plantagenet.s4_6_3_tax.collect', word='cost')}; Ely is now",
        ),
    ],
)
def test_1_5_3_campaign_gains_are_the_owners_business(
    line: str, dice: list[int], secret: str, openly: str
) -> None:
    state = screened()
    state.lords["york"].capabilities = []
    game = card(state, "york", [line, "york: pass"], dice)
    assert secret in told(game, "york")
    assert openly in told(game, "lancaster")
    assert secret not in told(game, "lancaster")


TERMS = (
    "enemy at coventry",
    "york at london",
    "favour york",
    "enemy strength",
    "enemy strength at coventry",
    "strength at coventry",
    "coin henry_vi",
    "influence",
    "actions",
)


def test_1_5_3_no_condition_sees_what_is_hidden() -> None:
    state = screened()
    state.active = "york"
    for other in vary(state):
        for words in TERMS:
            term = tuple(words.split())
            seen = [
                PLANTAGENET.conditions.look(
                    PLANTAGENET.secrets.veil(s, "lancaster"), "lancaster", term
                )
                for s in (state, other)
            ]
            assert seen[0] == seen[1], words
    assert PLANTAGENET.conditions.look(
        state, "york", ("coin", "york")
    ) != PLANTAGENET.conditions.look(vary(state)[0], "york", ("coin", "york"))


@pytest.mark.parametrize("asset", OF_A_LORD)
def test_1_5_3_a_condition_on_a_hidden_mat_is_refused_when_it_is_written(asset: str) -> None:
    state = PLANTAGENET.secrets.veil(screened(), "lancaster")

    def look(words: tuple[str, ...]) -> int | bool | str:
        return PLANTAGENET.conditions.look(state, "lancaster", words)

    with pytest.raises(
        BadScript,
        match=worded("games.plantagenet.guards.PlantagenetConditions.look", word="hidden"),
    ):
        check(StandingOrders({"flee": f"stand if {asset} york >= 1"}), ["flee"], look)
    check(StandingOrders({"flee": f"stand if {asset} henry_vi >= 1"}), ["flee"], look)
