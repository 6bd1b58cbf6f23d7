"""1.5.3 Hidden Mats: what is asked does not tell which Capabilities lie behind a screen (C85)."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from pbem.engine.table import Table
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.cards.events_of_lords import (
    henrys_proclamation,
    she_wolf_of_france,
    universelle_aragne,
    welsh_rebellion,
)
from pbem.games.plantagenet.s3_1_arts_of_war import draw_capability
from pbem.games.plantagenet.s3_2_pay import pay_troops
from pbem.games.plantagenet.s3_4_muster import Musters, muster_side
from pbem.games.plantagenet.s4_3_1_group_march import Move
from pbem.games.plantagenet.s4_3_2_haul import haul
from pbem.games.plantagenet.s4_3_4_intercept import interceptors
from pbem.games.plantagenet.s4_3_5_approach import approach
from pbem.games.plantagenet.s4_8_1_tides_of_war import tides_of_war
from pbem.games.plantagenet.state import State
from tests.plantagenet.field import army, card, empty, favour, menu, put, vassal
from tests.says import says, sentence
from tests.scripted import Scripted

Shape = list[tuple[str, str, str, bool]]


def screens(hidden: bool = True) -> State:
    state = empty()
    state.options["hidden_mats"] = "yes" if hidden else "no"
    return state


def shapes(game: Scripted) -> Shape:
    """What both sides can see of the questions."""
    return [(r.side, r.kind, r.question, r.only() is None) for r in game.asked]


@pytest.mark.parametrize("hidden", [True, False])
def test_c85_l15_kings_parley_is_asked_whether_he_has_it_or_not(hidden: bool) -> None:
    seen = []
    for cards in ([], ["L15"], ["L13"]):
        state = screens(hidden)
        put(state, "york", "ely")
        put(state, "henry_vi", "ely")
        state.lords["henry_vi"].capabilities = list(cards)
        parley = ["no"] if hidden or "L15" in cards else []
        game = Scripted(state, [*parley, "henry_vi: exile"])
        game.run(approach, Move(["york"], "lynn", []), "ely", "york")
        seen.append([shape for shape in shapes(game) if shape[1] == "kings_parley"])
    assert [len(found) for found in seen] == ([1, 1, 1] if hidden else [0, 1, 0])
    assert not hidden or seen[0] == seen[1] == seen[2]


def test_c85_y4_deeds_of_charity_are_asked_once_whoever_has_it() -> None:
    seen = []
    for holder in ("", "york", "march"):
        state = screens()
        put(state, "york", "ely", provender=2)
        put(state, "march", "ludlow", provender=2)
        if holder:
            state.lords[holder].capabilities = ["Y4"]
        game = Scripted(state, ["no"])
        game.run(tides_of_war)
        seen.append(shapes(game))
    assert seen[0] == seen[1] == seen[2]
    assert [kind for _, kind, _, _ in seen[0]] == ["deeds"]


def test_c85_valour_from_a_hidden_card_does_not_show_in_who_may_intercept() -> None:
    for hidden in (True, False):
        able = []
        for cards in ([], ["L13"]):
            state = screens(hidden)
            put(state, "york", "newcastle")
            put(state, "henry_vi", "lincoln")
            state.lords["henry_vi"].capabilities = list(cards)
            able.append(interceptors(state, "york", "york"))
        assert able == ([["henry_vi"]] * 2 if hidden else [[], ["henry_vi"]])


@pytest.mark.parametrize("cards", [[], ["Y11"]])
def test_c85_y11_a_march_by_road_is_followed_by_the_same_question(cards: list[str]) -> None:
    state = screens()
    put(state, "york", "ely")
    state.lords["york"].capabilities = list(cards)
    game = card(state, "york", ["york: march lynn", "york: stop", "york: pass"])
    assert [(r.kind, r.forced) for r in game.asked][1] == ("march_on", False)
    assert (len(game.asked[1].options) > 1) == bool(cards)


def test_1_5_3_a_drawn_capability_is_told_to_its_owner_only() -> None:
    state = screens()
    put(state, "york", "ely")
    game = Scripted(state, ["y6: to york"], secrets={"a": "Y6"})
    game.run(draw_capability, "york", "a")
    assert game.dealt == [("a", "york")]
    assert game.asked[0].only() is None
    assert state.lords["york"].capabilities == ["Y6"]


def test_1_5_3_special_vassals_and_their_troops_join_behind_the_screen() -> None:
    state = screens()
    put(state, "somerset_1", "lynn")
    game = Scripted(state, ["l19: to somerset_1"], secrets={"a": "L19"})
    game.run(draw_capability, "lancaster", "a")
    openly = [e.text for e in game.table.events if e.to == ""]
    assert not any("Trollope" in text for text in openly)
    assert any("Trollope" in e.text for e in game.table.events if e.to == "lancaster")


# C119 Sharing and leaving behind


def publicly(game: Scripted) -> list[str]:
    return [event.text for event in game.table.events if event.to == ""]


@pytest.mark.parametrize("coin", [(2, 0), (1, 1), (0, 2)])
def test_c119_enough_coin_is_shared_without_a_question(coin: tuple[int, int]) -> None:
    state = screens()
    state.box = 2
    for lord, n in zip(("york", "march"), coin, strict=True):
        put(state, lord, "ely", coin=n)
        army(state, lord, militia=6)
    game = Scripted(state)
    game.run(pay_troops)
    assert game.asked == []
    assert publicly(game) == ["York Pays the Troops.", "March Pays the Troops."]
    assert state.lords["york"].coin == state.lords["march"].coin == 0


def test_c119_who_has_most_gives_first() -> None:
    state = screens()
    state.box = 2
    put(state, "york", "ely", coin=0)
    put(state, "march", "ely", coin=2)
    put(state, "salisbury", "ely", coin=3)
    for lord in ("york", "march", "salisbury"):
        army(state, lord, militia=6)
    Scripted(state).run(pay_troops)
    assert [state.lords[id].coin for id in ("march", "salisbury")] == [1, 1]


@pytest.mark.parametrize(
    ("troops", "coin", "line", "unpaid"),
    [
        ((6, 6), (1, 0), "pay march", ["March"]),  # nothing to choose, and asked all the same
        ((6, 12), (1, 1), "pay march", ["March"]),
        ((12, 12), (1, 2), "pay york", ["York"]),
    ],
)
def test_c119_if_somebody_goes_short_the_owner_is_asked_once(
    troops: tuple[int, int], coin: tuple[int, int], line: str, unpaid: list[str]
) -> None:
    state = screens()
    state.box = 2
    state.wear["ely"] = "exhausted"  # nobody can Pillage
    for lord, n, c in zip(("york", "march"), troops, coin, strict=True):
        put(state, lord, "ely", coin=c)
        army(state, lord, militia=n)
    game = Scripted(state, [line])
    game.run(pay_troops)
    assert shapes(game) == [
        (
            "york",
            "share",
            sentence("games.plantagenet.s1_5_3_sharing.share_behind_screen", "Coin", "Ely"),
            True,
        )
    ]
    said = [text for text in publicly(game) if "Unpaid." in text]
    assert said == [f"{name}'s Troops are Unpaid." for name in unpaid]


def test_c119_the_owner_says_whose_debt_comes_first() -> None:
    for first, second in (("york", "march"), ("march", "york")):
        state = screens()
        state.box = 2
        state.wear["ely"] = "exhausted"
        for lord in ("york", "march", "salisbury"):
            put(state, lord, "ely", coin=0)
            army(state, lord, militia=6)
        state.lords["salisbury"].coin = 2
        Scripted(state, [f"pay {first} {second}"]).run(pay_troops)
        assert (state.lords[first].at, state.lords[second].at) == ("ely", "calendar")


@pytest.mark.parametrize("provender", [(4, 0), (2, 2), (0, 4)])
def test_c119_a_group_that_leaves_provender_is_asked_once(provender: tuple[int, int]) -> None:
    state = screens()
    for lord, n in zip(("york", "march"), provender, strict=True):
        put(state, lord, "ely", provender=n, carts=1)
    first = "york" if provender[0] else "march"
    game = Scripted(state, [f"{first}: discard provender"])
    game.run(haul, ["york", "march"])
    question = sentence(
        "games.plantagenet.s4_3_2_haul.discard_behind_screen", "Provender", word="Some"
    )
    assert shapes(game) == [("york", "discard", question, True)]
    assert publicly(game) == ["York and March leave some Provender behind."]
    assert state.lords["york"].provender + state.lords["march"].provender == 2


def test_c119_a_lord_alone_is_not_asked() -> None:
    state = screens()
    put(state, "york", "ely", provender=4, carts=1)
    game = Scripted(state)
    game.run(haul, ["york"])
    assert game.asked == []
    assert publicly(game) == ["York leaves some Provender behind."]
    assert state.lords["york"].provender == 1


# C120 Cards that may be there


@pytest.mark.parametrize("cards", [[], ["Y20"]])
def test_c120_command_that_a_card_may_add_is_asked_for_until_he_passes(cards: list[str]) -> None:
    state = screens()
    put(state, "march", "ludlow")
    favour(state, "york", "ludlow")
    state.lords["march"].capabilities = list(cards)
    forage = ["march: forage", "march: forage"]
    game = card(state, "march", [*forage, "march: pass"])
    assert (
        shapes(game)
        == [
            (
                "york",
                "command",
                sentence(
                    "games.plantagenet.s4_2_command.question", "March at Ludlow", word="which"
                ),
                True,
            )
        ]
        * 3
    )
    assert len(game.asked[2].options) == 1 or cards
    assert publicly(game)[-1] == "March Passes."


def test_c120_nobody_is_asked_on_where_no_card_could_add_anything() -> None:
    state = screens()
    put(state, "march", "ludlow")
    assert len(card(state, "march", ["march: pass"]).asked) == 1
    put(state, "salisbury", "ely")  # Y5 is his too, but Ely is not Friendly
    parley = [f"salisbury: parley {place}" for place in ("ely", "ely")]
    favour(state, "lancaster", "ely")
    assert len(card(state, "salisbury", parley).asked) == lords.card("salisbury").command


@pytest.mark.parametrize("cards", [[], ["Y22"]])
def test_c120_lordship_that_a_card_may_add_is_asked_for_until_he_is_done(cards: list[str]) -> None:
    state = screens()
    put(state, "salisbury", "york")
    favour(state, "york", "york")
    state.lords["salisbury"].capabilities = list(cards)
    lordship = lords.card("salisbury").lordship
    game = Scripted(state, [*["salisbury: carts"] * lordship, "salisbury: done"])
    game.run(muster_side, Musters("york", ["salisbury"]))
    question = sentence("games.plantagenet.s3_4_muster.question", "Salisbury", "", word="Left")
    assert shapes(game) == [("york", "muster", question, True)] * (lordship + 1)


@pytest.mark.parametrize("cards", [[], ["Y15"]])
def test_c120_a_hidden_blockade_is_feared_wherever_it_could_be(cards: list[str]) -> None:
    state = screens()
    put(state, "warwick_y", "calais")
    put(state, "henry_vi", "dover", ships=2)
    favour(state, "lancaster", "dover", "plymouth")
    state.lords["warwick_y"].capabilities = list(cards)
    notes = {option.line: option.note for option in menu(state, "henry_vi").options}
    assert says(
        notes["henry_vi: sail plymouth"], "games.plantagenet.s1_3_1_blockade.caution", word="hidden"
    )
    assert says(
        notes["henry_vi: sail plymouth"],
        "games.plantagenet.s1_3_1_blockade.caution",
        2,
        word="pass",
    )
    dice = [2] if cards else []
    game = card(state, "henry_vi", ["henry_vi: sail plymouth"], dice)
    assert state.lords["henry_vi"].at == "plymouth"
    assert bool(game.rolled) == bool(cards)


def test_c120_no_blockade_is_feared_from_a_card_that_lies_open() -> None:
    state = screens()
    put(state, "warwick_y", "calais")
    put(state, "henry_vi", "dover", ships=2)
    state.cards["york"].remove("Y15")
    notes = [option.note for option in menu(state, "henry_vi").options]
    assert not any("Blockade" in note for note in notes)


# C121 Naming what cannot be seen


def test_c121_l25_names_troops_unseen() -> None:
    for kind in ("militia", "longbowmen"):
        state = screens()
        put(state, "york", "ludlow")
        army(state, "york", **{kind: 3})
        lines = ["york: lose mercenaries", f"york: lose {kind}", f"york: lose {kind}"]
        game = Scripted(state, lines)
        game.run(welsh_rebellion, "lancaster")
        assert [len(request.options) for request in game.asked] == [5, 4, 4]
        assert (
            sentence(
                "games.plantagenet.cards.events_of_lords.welsh_rebellion",
                "Welsh Rebellion: York",
                "Mercenaries",
                word="to lose",
            )
            in game.story
        )
        assert state.lords["york"].troops.total() == 1


@pytest.mark.parametrize("there", [True, False])
def test_c121_l27_may_name_hastings_whether_he_is_there_or_not(there: bool) -> None:
    state = empty("II")
    state.options["hidden_mats"] = "yes"
    put(state, "edward_iv", "london")
    if there:
        state.lords["edward_iv"].capabilities = ["Y24"]
        state.lords["edward_iv"].vassals = ["hastings"]
    keep = ["edward_iv: keep hastings"] if there else []
    game = Scripted(state, keep, dice=[1] * there)
    game.run(universelle_aragne, "lancaster")
    assert [option.line for option in game.asked[0].options] == ["test hastings"]
    assert (
        sentence(
            "games.plantagenet.cards.events_of_lords.universelle_aragne", "Hastings", word="serves"
        )
        in game.story
    ) is not there


def test_c121_l27_names_regular_vassals_without_their_lords() -> None:
    state = screens()
    put(state, "york", "ely")
    vassal(state, "york", "essex")
    game = Scripted(state, ["york: keep essex"], dice=[1])
    game.run(universelle_aragne, "lancaster")
    (option,) = game.asked[0].options
    assert (option.line, option.note) == ("test essex", "")
    assert game.asked[1].only() is None


def served(first: str, second: str, *special: str) -> State:
    """Essex with one Yorkist, Dudley with the other, and a Special Vassal with Edward IV or none."""
    state = empty("II")
    state.options["hidden_mats"], state.box = "yes", 2
    put(state, "edward_iv", "london")
    put(state, "pembroke", "pembroke")
    state.lords["edward_iv"].vassals += special
    state.lords["edward_iv"].capabilities += ["Y24"] if special else []
    vassal(state, first, "essex")
    vassal(state, second, "dudley")
    return state


SERVED = [
    ("edward_iv", "pembroke"),
    ("pembroke", "edward_iv"),
    ("edward_iv", "edward_iv"),
    ("edward_iv", "pembroke", "hastings"),
    ("pembroke", "edward_iv", "hastings"),
]


def test_c121_l27_lists_vassals_in_an_order_that_does_not_tell_whom_they_serve() -> None:
    seen = []
    for mats in SERVED:
        game = Scripted(
            served(*mats),
            ["test essex", "test dudley", f"{mats[0]}: keep essex", f"{mats[1]}: keep dudley"],
            [1, 1],
        )
        game.run(universelle_aragne, "lancaster")
        seen.append([[option.line for option in request.options] for request in game.asked[:2]])
    assert all(lists == seen[0] for lists in seen)


@pytest.mark.parametrize("event", [she_wolf_of_france, henrys_proclamation])
def test_c121_y17_l19_name_vassals_in_an_order_that_does_not_tell_whom_they_serve(
    event: Callable[[Table[State], str], Coroutine[Any, Any, None]],
) -> None:
    told = []
    for mats in SERVED:
        game = Scripted(served(*mats))
        game.run(event, "york")
        told.append(publicly(game))
    assert all(story == told[0] for story in told)
