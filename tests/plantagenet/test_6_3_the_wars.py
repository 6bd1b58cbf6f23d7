"""6.3 The Wars: setups by who of the Heirs remains, checked against the rulebook's text."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest

from pbem.games.plantagenet import invariants
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s6_2_heirs_and_succession as heirs
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s6_3_the_wars import set_up
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import State

YORK = ["york", "march", "rutland", "gloucester_1"]
LANCASTER = ["henry_vi", "margaret", "somerset_1", "somerset_2"]


def begun(id: str, *removed: str, y28: bool = False) -> State:
    before = setup("wars_of_the_roses")
    before.removed = list(removed)
    before.set_aside = ["Y28"] if y28 else []
    return set_up(id, before)


def at(state: State, *names: str) -> list[str]:
    return [state.lords[name].at for name in names]


def here(state: State, side: str) -> dict[str, str]:
    """A side's Mustered Lords and where they are."""
    return {id: state.lords[id].at for id in lords.on_map_lords(state, side)}


def exiles(state: State, side: str) -> dict[str, tuple[int, bool]]:
    return {
        id: (piece.box, piece.exile)
        for id, piece in lords.lords_of(state, side).items()
        if piece.at == "calendar"
    }


def added(state: State, side: str) -> set[str]:
    """Cards beyond the War's basic deck."""
    return set(state.cards[side]) - set(scenario.deck(state.scenario, side))


# IIY


def test_6_3_IIY_with_everybody_alive() -> None:
    state = begun("IIY")
    assert here(state, "york") == {"york": "london", "march": "ludlow", "rutland": "canterbury"}
    assert exiles(state, "york") == {
        "devon": (1, False),
        "gloucester_1": (9, False),
        "northumberland_y1": (9, False),
    }
    assert here(state, "lancaster") == {
        "warwick_l": "calais",
        "clarence": "york",
        "jasper_tudor_1": "harlech",
    }
    assert exiles(state, "lancaster") == dict.fromkeys(
        ["henry_vi", "somerset_1", "exeter_2", "oxford"], (9, True)
    )
    assert added(state, "york") == {"Y14", "Y18", "Y19", "Y20"}
    assert added(state, "lancaster") == {"L17", "L18", "L20", "L21"}
    assert len(state.cards["york"]) == 18 + 4
    assert "L4" not in state.cards["lancaster"]
    assert board.net_favour(state, "city") == 1  # "slide Yorkist Cities marker to 1"


def test_6_3_IIY_without_york() -> None:
    state = begun("IIY", "york", "henry_vi", "somerset_1")
    assert here(state, "york") == {"edward_iv": "london", "rutland": "canterbury"}
    assert not heirs.in_war(state, "march")
    assert exiles(state, "lancaster")["margaret"] == (9, True)
    assert exiles(state, "lancaster")["somerset_2"] == (9, True)
    assert added(state, "york") == {"Y23", "Y24", "Y28", "Y31"}
    assert added(state, "lancaster") == {"L27", "L28", "L31"}


def test_c102_rutland_as_king_at_london_keeps_canterburys_favour() -> None:
    state = begun("IIY", "york", "march")
    # he and Gloucester are two: Pembroke too
    assert here(state, "york") == {"rutland": "london", "pembroke": "pembroke"}
    assert state.seats["rutland"] == "canterbury"
    assert board.favour(state, "canterbury") == "york"
    assert added(state, "york") == {"Y20", "Y21", "Y28", "Y35"}


def test_6_3_IIY_without_rutland_canterbury_is_neutral() -> None:
    state = begun("IIY", "rutland")
    assert board.favour(state, "canterbury") == ""
    assert at(state, "pembroke") == ["out"]


def test_6_3_IIY_a_somerset_as_highest_heir() -> None:
    state = begun("IIY", "henry_vi", "margaret", "somerset_1")
    assert added(state, "lancaster") == {"L20", "L21", "L27"}


# IIL


def test_6_3_IIL_with_everybody_alive() -> None:
    state = begun("IIL")
    assert here(state, "lancaster") == {
        "henry_vi": "london",
        "somerset_1": "wells",
        "jasper_tudor_1": "harlech",
    }
    assert here(state, "york") == {
        "warwick_y": "calais",
        "salisbury": "york",
        "pembroke": "pembroke",
    }
    assert exiles(state, "york") == {"devon": (1, False), **dict.fromkeys(YORK, (7, True))}
    assert exiles(state, "lancaster") == {
        "exeter_1": (2, False),
        "oxford": (2, False),
        "northumberland_l": (8, False),
    }
    assert added(state, "lancaster") == {"L15", "L17"}
    assert added(state, "york") == {"Y14", "Y20"}
    for kind, net in scenario.scenario_row(state)["net_favour"].items():
        assert board.net_favour(state, kind) == net


def test_c97_margaret_as_king_starts_in_box_1_ready() -> None:
    state = begun("IIL", "henry_vi")
    assert exiles(state, "lancaster")["margaret"] == (1, False)
    assert at(state, "somerset_1") == ["wells"]
    assert added(state, "lancaster") == {"L27", "L31"}


@pytest.mark.parametrize("gone", [[], ["somerset_1"]])
def test_6_3_IIL_a_somerset_as_king_is_at_london(gone: list[str]) -> None:
    state = begun("IIL", "henry_vi", "margaret", *gone)
    king = "somerset_2" if gone else "somerset_1"
    assert here(state, "lancaster") == {king: "london", "jasper_tudor_1": "harlech"}
    # L16 is no card of another's; L27 neither
    assert added(state, "lancaster") == {"L16", "L27"}


def test_6_3_IIL_the_highest_yorkist_heir_adds_his_cards() -> None:
    assert added(begun("IIL", "york"), "york") == {"Y20", "Y21"}
    assert added(begun("IIL", "york", "march", "rutland"), "york") == {"Y25", "Y30"}


# IIIY


@pytest.mark.parametrize(
    ("removed", "y28", "stand", "cards"),
    [
        ([], False, {"york": "london", "march": "ludlow"}, {"Y14", "Y21", "Y20"}),
        (
            ["march"],
            False,
            {"york": "london", "rutland": "canterbury"},
            {"Y14", "Y21", "Y20"},
        ),
        # Y28 set aside: Rutland gives way to Gloucester
        (
            ["march"],
            True,
            {"york": "london", "gloucester_1": "gloucester"},
            {"Y14", "Y21", "Y34"},
        ),
        (
            ["march", "rutland"],
            False,
            {"york": "london", "gloucester_1": "gloucester"},
            {"Y14", "Y21", "Y34"},
        ),
        (
            ["march", "rutland", "gloucester_1"],
            False,
            {"york": "london", "northumberland_y2": "carlisle"},
            {"Y14", "Y21", "Y37"},
        ),
        (
            ["york"],
            False,
            {"edward_iv": "london", "rutland": "canterbury"},
            {"Y23", "Y24", "Y31"},
        ),
        (
            ["york"],
            True,
            {"edward_iv": "london", "gloucester_1": "gloucester"},
            {"Y23", "Y24", "Y34", "Y28"},  # set aside in the second War only
        ),
        (
            ["york", "rutland"],
            False,
            {"edward_iv": "london", "gloucester_1": "gloucester"},
            {"Y23", "Y24", "Y34", "Y28"},
        ),
        (
            ["york", "rutland", "gloucester_1"],
            False,
            {"edward_iv": "london", "northumberland_y2": "carlisle"},
            {"Y23", "Y24", "Y37"},
        ),
        (
            ["york", "march"],
            False,
            {"rutland": "london", "gloucester_2": "london"},
            {"Y20", "Y21", "Y34"},
        ),
        (
            ["york", "march"],
            True,
            {"richard_iii": "london", "northumberland_y2": "carlisle"},
            {"Y32", "Y33", "Y37"},
        ),
        (
            ["york", "march", "gloucester_1"],
            False,
            {"warwick_y": "london", "salisbury": "york"},
            {"Y16", "Y17", "Y22"},
        ),
    ],
)
def test_c99_the_yorkists_of_war_iiiy(
    removed: list[str], y28: bool, stand: dict[str, str], cards: set[str]
) -> None:
    state = begun("IIIY", *removed, y28=y28)
    assert here(state, "york") == {**stand, "norfolk": "arundel"}
    assert added(state, "york") == cards
    assert board.favour(state, "london") == "york"
    for lord in here(state, "york"):
        assert board.favour(state, facts().lords[lord].seat) == "york"


@pytest.mark.parametrize(
    ("removed", "stand", "box", "cards"),
    [
        (["york"], "margaret", "france", {"L27", "L31"}),
        (["margaret"], "henry_tudor", "france", {"L32", "L35"}),
        (["margaret", "york"], "warwick_l", "calais", {"L23", "L30"}),
        (["margaret", "york", "march"], "henry_tudor", "france", {"L32", "L35"}),
    ],
)
def test_6_3_IIIY_the_lancastrian_heir(
    removed: list[str], stand: str, box: str, cards: set[str]
) -> None:
    state = begun("IIIY", *removed)
    assert here(state, "lancaster") == dict.fromkeys([stand, "oxford", "jasper_tudor_2"], box)
    assert added(state, "lancaster") == cards
    assert (state.lords[stand].capabilities == ["L26"]) == (stand == "margaret")
    assert board.favour(state, "oxford") == board.favour(state, "pembroke") == "lancaster"


def test_6_3_IIIY_london_stays_yorkist_though_margaret_has_her_seat_there() -> None:
    state = begun("IIIY", "march")
    assert state.seats["margaret"] == "london"
    assert board.favour(state, "london") == "york"


# IIIL


@pytest.mark.parametrize(
    ("removed", "y28", "stand", "cards", "at"),
    [
        ([], False, ["york", "march"], {"Y14", "Y18", "Y20"}, "burgundy"),
        (["march"], False, ["york", "rutland"], {"Y14", "Y18", "Y20"}, "burgundy"),
        (["march", "rutland"], False, ["york", "gloucester_1"], {"Y14", "Y18", "Y34"}, "burgundy"),
        (
            ["march", "rutland", "gloucester_1"],
            False,
            ["york", "salisbury"],
            {"Y14", "Y18", "Y17", "Y22"},
            "burgundy",
        ),
        ([], True, ["gloucester_2", "salisbury"], {"Y35", "Y17", "Y22"}, "burgundy"),
        (
            ["york", "march", "rutland"],
            False,
            ["gloucester_2", "salisbury"],
            {"Y35", "Y17", "Y22"},
            "burgundy",
        ),
        (["york"], False, ["warwick_y", "salisbury"], {"Y16", "Y17", "Y22"}, "calais"),
        (["york", "march"], False, ["warwick_y", "salisbury"], {"Y16", "Y17", "Y22"}, "calais"),
        (["york"], True, ["gloucester_2", "salisbury"], {"Y35", "Y17", "Y22"}, "burgundy"),
        (
            ["york", "gloucester_1"],
            True,
            ["warwick_y", "salisbury"],
            {"Y16", "Y17", "Y22"},
            "calais",
        ),
    ],
)
def test_6_3_IIIL_the_yorkists(
    removed: list[str], y28: bool, stand: list[str], cards: set[str], at: str
) -> None:
    state = begun("IIIL", *removed, y28=y28)
    assert here(state, "york") == dict.fromkeys([*stand, "norfolk"], at)
    assert added(state, "york") == cards


@pytest.mark.parametrize(
    ("removed", "king", "cards"),
    [
        ([], "henry_vi", {"L15", "L17"}),
        (["henry_vi"], "margaret", {"L27", "L31"}),
        (["henry_vi", "margaret"], "somerset_1", {"L18", "L20", "L27"}),
        (["henry_vi", "margaret", "somerset_1"], "somerset_1", {"L18", "L20", "L27"}),
    ],
)
def test_6_3_IIIL_the_lancastrian_king(removed: list[str], king: str, cards: set[str]) -> None:
    state = begun("IIIL", *removed)
    assert here(state, "lancaster") == {
        king: "london",
        "oxford": "oxford",
        "jasper_tudor_2": "pembroke",
    }
    assert added(state, "lancaster") == cards
    assert (state.lords[king].capabilities == ["L26"]) == (king == "margaret")


def test_c100_london_stays_lancastrian_with_gloucesters_seat_there() -> None:
    state = begun("IIIL", y28=True)
    assert state.seats["gloucester_2"] == "london"
    assert board.favour(state, "london") == "lancaster"
    assert board.favour(state, "arundel") == board.favour(state, "york") == "york"


# The third War's Influence


@pytest.mark.parametrize(
    ("removed", "points"),
    [
        ([], 0),
        (["york"], -8),
        (["york", "edward_iv"], -16),
        (["henry_vi"], 8),
        (["york", "henry_vi", "margaret"], 8),
        (["warwick_y", "warwick_l", "salisbury"], 0),
    ],
)
@pytest.mark.parametrize("id", ["IIIY", "IIIL"])
def test_c103_eight_points_for_each_heir_lost(id: str, removed: list[str], points: int) -> None:
    assert begun(id, *removed).influence == points


def test_c103_march_and_edward_are_one_person() -> None:
    state = begun("IIIL", "march", "edward_iv", "gloucester_1", "richard_iii")
    assert state.influence == -16


# Every case


def subsets(names: list[str]) -> Iterator[tuple[str, ...]]:
    for size in range(len(names) + 1):
        yield from combinations(names, size)


@pytest.mark.slow
@pytest.mark.parametrize("id", ["IIY", "IIL", "IIIY", "IIIL"])
def test_6_3_every_possible_setup_holds_the_invariants(id: str) -> None:
    """Without those that an earlier War's end rules out (C104, C108)."""
    for york in subsets(YORK[:3] if id in ("IIY", "IIL") else YORK):
        for lancaster in subsets(LANCASTER):
            if (york in (tuple(YORK), tuple(YORK[:3])) and id == "IIY") or len(york) == 4:
                continue
            if len(lancaster) == 4 and id != "IIIY":
                continue
            for y28 in (False, True) if id.startswith("III") else (False,):
                state = begun(id, *york, *lancaster, y28=y28)
                invariants.check(state)
                for side in ("york", "lancaster"):
                    assert heirs.present(state, side), (id, york, lancaster, side)
                    assert len(set(state.cards[side])) == len(state.cards[side])
                assert not set(york + lancaster) & {
                    lord for lord in state.seats if lord != "somerset_1"
                }


@pytest.mark.parametrize(
    ("id", "turns"), [("I", 15), ("IIY", 15), ("IIL", 15), ("IIIY", 7), ("IIIL", 6)]
)
def test_6_0_36_or_37_turns_in_all(id: str, turns: int) -> None:
    row = facts().scenarios[id]
    assert row["last_box"] - row["first_box"] + 1 == turns == row["turns"]
