"""9.0 Levy; the rulebook's example is in `test_examples.py`."""

from __future__ import annotations

from itertools import product

import pytest

from pbem.engine.notation import match
from pbem.errors import IllegalOrder
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.s9_levy import levies, levy, quota
from pbem.games.warriors.state import State
from tests.says import sentence, worded
from tests.scripted import Scripted
from tests.warriors.field import asked, empty, kinds, lines, menu, put


def run(state: State, *answers: str) -> Scripted:
    game = Scripted(state, answers)
    game.run(levy)
    return game


def troops(state: State, *ids: str) -> list[int]:
    return [state.nobles[id].troops for id in ids]


def example() -> State:
    state = empty("levy")
    put(state, "warwick", "north_midlands", "york", 3)
    put(state, "hastings", "north_midlands", "york", 1, back=True)
    put(state, "talbot", "west_midlands", "lancaster")
    state.control["north_midlands"] = "york"
    return state


def test_9_0_the_initiative_player_levies_first() -> None:
    state = example()
    state.control["west_midlands"] = "lancaster"
    state.initiative = "lancaster"
    game = run(state, "levy all", "levy all")
    assert [request.side for request in game.asked] == ["lancaster", "york"]


def test_9_0_levy_is_optional() -> None:
    state = example()
    run(state, "none")
    assert troops(state, "warwick", "hastings") == [3, 1]


def test_9_0_the_highest_single_rank_is_the_limit() -> None:
    state = empty("levy")
    for id in ("ferrers", "vaughan", "lovell"):
        put(state, id, "wales", "york")
    state.control["wales"] = "york"
    run(state, "levy all")
    assert sum(troops(state, "ferrers", "vaughan", "lovell")) == 1


def test_c30_the_owner_breaks_ties() -> None:
    state = empty("levy")
    put(state, "ferrers", "wales", "york")
    put(state, "warwick", "wales", "york")
    state.control["wales"] = "york"
    game = run(state, "ferrers: levy", "levy all")
    assert lines(game.asked[0]) == [
        "levy all",
        "levy wales",
        "warwick: levy",
        "ferrers: levy",
        "none",
    ]
    assert troops(state, "ferrers", "warwick") == [1, 1]
    assert game.asked[1].options[0].note == sentence(
        "games.warriors.s9_levy.levied", "1 Troop", "from 1 region, and the Levy ends"
    )


def york_and_salisbury(york: int = 0, salisbury: int = 0) -> State:
    """Three stars and two: three Troops may be levied."""
    state = empty("levy")
    put(state, "york", "wales", "york", york)
    put(state, "salisbury", "wales", "york", salisbury)
    state.control["wales"] = "york"
    return state


@pytest.mark.parametrize(
    ("order", "shares"),
    [
        (("york", "salisbury", "york"), [2, 1]),
        (("salisbury", "york", "york"), [2, 1]),
        (("york", "salisbury", "salisbury"), [1, 2]),
        (("salisbury", "york", "salisbury"), [1, 2]),
    ],
)
def test_c30_the_owner_breaks_each_tie(order: tuple[str, ...], shares: list[int]) -> None:
    state = york_and_salisbury()
    run(state, *(f"{id}: levy" for id in order))
    assert troops(state, "york", "salisbury") == shares


Troops = tuple[int, ...]


def by_the_text(troops: Troops, limits: Troops, left: int) -> set[Troops]:
    """9.0 Where a levy may stop: each Troop to one of those with the fewest who have room."""
    ends = {troops}
    able = [n for n, has in enumerate(troops) if has < limits[n]]
    for n in able if left else ():
        if troops[n] == min(troops[m] for m in able):
            raised = tuple(has + (m == n) for m, has in enumerate(troops))
            ends |= by_the_text(raised, limits, left - 1)
    return ends


def by_the_menu(state: State, ids: tuple[str, ...], left: int) -> set[Troops]:
    """The same, by the lines that name a noble."""
    ends = {tuple(troops(state, *ids))}
    offered = lines(menu(levies, state=state, side="york", quotas={"wales": left})) if left else []
    for id in ids:
        if f"{id}: levy" in offered:
            state.nobles[id].troops += 1
            ends |= by_the_menu(state, ids, left - 1)
            state.nobles[id].troops -= 1
    return ends


def test_c30_every_distribution_that_the_text_allows_and_no_other_can_be_reached() -> None:
    """Three nobles of three, two and one star, with any Troops that they may have."""
    ids, limits = ("york", "salisbury", "ferrers"), (6, 4, 2)
    for has in product(*(range(limit + 1) for limit in limits)):
        state = york_and_salisbury()
        for id, count in zip(ids, has, strict=True):
            put(state, id, "wales", "york", count)
        left = quota(state, "york", "wales", nobles.at(state, "wales", "york"))
        assert left == min(3, sum(limits) - sum(has))
        assert by_the_menu(state, ids, left) == by_the_text(has, limits, left), has


def test_c30_who_has_fewest_is_offered_alone_and_one_may_stop_after_him() -> None:
    state = york_and_salisbury(york=1)
    game = run(state, "salisbury: levy", "york: levy", "none")
    assert [lines(request)[2:] for request in game.asked] == [
        ["salisbury: levy", "none"],
        ["york: levy", "salisbury: levy", "none"],
        ["salisbury: levy", "none"],
    ]
    assert troops(state, "york", "salisbury") == [2, 1]


def test_c30_the_noble_with_fewest_is_never_told_to_wait_for_himself() -> None:
    with pytest.raises(IllegalOrder, match=r"comes first: Salisbury \(9\.0\)"):
        run(york_and_salisbury(york=1), "york: levy")
    state = york_and_salisbury()
    put(state, "ferrers", "wales", "york", 2)
    with pytest.raises(IllegalOrder, match=worded("games.warriors.s9_levy.why_not", word="rank")):
        run(state, "ferrers: levy")
    assert run(york_and_salisbury(york=1), "salisbury: levy", "none")


def test_9_0_a_noble_with_room_receives_after_those_who_are_full() -> None:
    """The fewest who has room: Ferrers has two Troops and may have no more."""
    state = york_and_salisbury(york=4, salisbury=3)
    put(state, "ferrers", "wales", "york", 2)
    run(state, "salisbury: levy", "york: levy", "york: levy")
    assert troops(state, "york", "salisbury", "ferrers") == [6, 4, 2]


def test_9_0_a_region_is_named_also_when_it_is_the_only_one() -> None:
    state = york_and_salisbury()
    run(state, "levy wales")
    assert troops(state, "york", "salisbury") == [2, 1]


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("levy london", r"London \(9\.0\)"),
        ("levy ireland", worded("games.warriors.s9_levy.why_not_there", "Ireland", word="none")),
        ("levy france", worded("games.warriors.s9_levy.why_not_there", "France", word="control")),
        (
            "talbot: levy",
            worded("games.warriors.s2_2_1_nobles.why_not_led", "Lancaster", word="serves"),
        ),
        (
            "bourchier: levy",
            worded("games.warriors.s2_2_1_nobles.why_not_led", "York", word="Covert"),
        ),
        (
            "ferrers: levy",
            worded("games.warriors.s9_levy.why_not_there", word="many"),
        ),
        ("levy east", worded("games.warriors.s9_levy.why_not_there", word="many")),
        ("lovell: levy", worded("games.warriors.s9_levy.why_not_there", word="their")),
    ],
)
def test_9_0_every_refusal_names_its_reason(typed: str, reason: str) -> None:
    state = york_and_salisbury()
    put(state, "talbot", "wales", "lancaster")
    put(state, "bourchier", "covert", "york")
    put(state, "ferrers", "east", "york")
    put(state, "lovell", "south_midlands", "york", 2)
    state.control |= {"east": "york", "ireland": "york", "south_midlands": "york"}
    with pytest.raises(IllegalOrder, match=reason):
        run(state, "ferrers: levy", typed)


def test_14_0_an_infirm_henry_alone_is_told_why_he_levies_nothing() -> None:
    state = york_and_salisbury()
    put(state, "henry_vi", "east", "york", back=True)
    state.control["east"] = "york"
    with pytest.raises(
        IllegalOrder, match=worded("games.warriors.s9_levy.why_not_there", word="infirm")
    ):
        run(state, "levy east")


def test_c30_who_has_more_troops_waits() -> None:
    state = empty("levy")
    for id, count in (("ferrers", 1), ("warwick", 0), ("lovell", 0)):
        put(state, id, "wales", "york", count)
    state.control["wales"] = "york"
    game = run(state, "none")
    with pytest.raises(IllegalOrder, match="fewest Troops"):
        match(game.asked[0], "ferrers: levy")


def test_9_0_nobody_exceeds_two_troops_a_star() -> None:
    state = empty("levy")
    put(state, "ferrers", "wales", "york", 2)
    put(state, "york", "wales", "york", 5)
    state.control["wales"] = "york"
    run(state, "levy all")
    assert troops(state, "ferrers", "york") == [2, 6]
    assert kinds(run(state)) == []


def test_9_0_never_in_london_nor_in_regions_not_controlled() -> None:
    state = empty("levy")
    put(state, "york", "london", "york")
    put(state, "warwick", "wales", "york")
    put(state, "ferrers", "east", "york")
    state.control = {"london": "york", "east": "york"}
    game = run(state, "levy all")
    with pytest.raises(IllegalOrder, match=r"London \(9\.0\)"):
        match(asked(game, "levy")[0], "levy london")
    with pytest.raises(
        IllegalOrder, match=worded("games.warriors.s9_levy.why_not_there", "Wales", word="control")
    ):
        match(asked(game, "levy")[0], "levy wales")
    assert troops(state, "york", "warwick", "ferrers") == [0, 0, 1]


def test_c30_nobles_in_exile_may_levy() -> None:
    state = empty("levy")
    put(state, "margaret", "france", "lancaster")
    put(state, "dacre", "scotland", "lancaster")
    game = run(state, "levy france", "levy all")
    assert troops(state, "margaret", "dacre") == [3, 1]
    assert "levy scotland" in lines(game.asked[0])


def test_c30_the_infirm_henry_levies_nothing_but_may_receive() -> None:
    state = empty("levy")
    put(state, "henry_vi", "east", "lancaster", back=True)
    state.control["east"] = "lancaster"
    assert kinds(run(state)) == []
    put(state, "talbot", "east", "lancaster", 1)
    run(state, "levy all")
    assert troops(state, "henry_vi", "talbot") == [2, 1] or troops(state, "henry_vi", "talbot") == [
        1,
        2,
    ]


def test_9_0_none_says_how_many_troops_are_not_levied() -> None:
    game = run(example(), "none")
    (none,) = (option for option in game.asked[0].options if option.passes)
    (every,) = (option for option in game.asked[0].options if option.line == "levy all")
    assert none.gives_up == f"leaves {every.note.partition(' from ')[0]} not levied"
