"""What glows: first who acts, then what he acts on; and the click that leaves one choice takes it."""

from __future__ import annotations

import json
import re
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.drawing.templates import unbroken
from pbem.engine.request import Option
from pbem.web.seat import always
from pbem.web.seat.arrivals import UNDONE, last_words
from pbem.web.seat.highlights import (
    Concern,
    actor,
    can_only_pass,
    choice_taken,
    concern_is_his,
    concerns_about,
    farther_goals,
    goals,
    in_sight,
    lit,
    nearest_first,
    parted,
    without_actor,
)
from pbem.web.seat.parts import what_is_new
from pbem.web.seat.targets import Target, groups_of, in_full
from tests.web.tables import Page, Table
from tests.web.test_seat import mustering, on_turn


def concern(does: str, *about: str, group: tuple[str, ...] = ()) -> Concern:
    return Concern(
        len(does), Option.in_words(f"{does} {' '.join(about)}", group=group), does, about
    )


A, B, X, Y = "piece:a", "piece:b", "place:x", "place:y"


def test_who_acts_glows_first_then_what_he_acts_on() -> None:
    menu = [concern("march", A, X), concern("march to", A, Y), concern("march by", B, X)]
    assert lit(menu, ()) == {A: 2, B: 1}
    assert goals(menu, ()) == ()
    assert lit(menu[:2], (A,)) == {X: 1, Y: 1}
    assert goals(menu[:2], (A,)) == (X, Y)


def test_a_goal_that_is_only_gone_towards_is_told_from_one_that_is_reached() -> None:
    menu = [concern("march", A, X), concern("march towards", A, X), concern("march towards", A, Y)]
    assert goals(menu, (A,)) == (X, Y)
    assert farther_goals(menu, (A,)) == (Y,)


def test_goals_out_of_reach_are_counted_apart_unless_all_are() -> None:
    spaces = [SimpleNamespace(id=id, name=id.title()) for id in "xy"]
    seat: Any = SimpleNamespace(stand=SimpleNamespace(picture=SimpleNamespace(spaces=spaces)))
    targets = [Target(what, what[6:].title(), 1) for what in (X, Y)]
    _, where, _ = groups_of(seat, targets, (Y,))
    assert (where.named, where.drawn, where.far) == (tuple(targets), 1, [Y])
    _, where, _ = groups_of(seat, targets, (X, Y))
    assert (where.drawn, where.far) == (2, [])


def test_a_list_that_is_not_of_people_alone_is_not_called_so() -> None:
    spaces = [
        SimpleNamespace(id="x", name="X", pieces=[SimpleNamespace(id="a"), SimpleNamespace(id="b")])
    ]
    seat: Any = SimpleNamespace(stand=SimpleNamespace(picture=SimpleNamespace(spaces=spaces)))
    people, spears = (
        [Target(A, "A", 1), Target(B, "B", 1)],
        Target("piece:spears", "Recruit Spears", 1),
    )
    titles = [groups_of(seat, some, ())[0].title for some in (people, [*people, spears])]
    assert titles[0] != titles[1]


def test_a_piece_out_of_sight_that_one_choice_is_about_has_its_sentence() -> None:
    pieces = {A: "Spears", B: "Richard", X: "York"}
    spaces = [SimpleNamespace(id="x", pieces=[SimpleNamespace(id="b")])]
    seat: Any = SimpleNamespace(
        stand=SimpleNamespace(picture=SimpleNamespace(spaces=spaces)),
        names=SimpleNamespace(sentence=lambda value: f"Recruit {pieces[value]}"),
    )
    value: Any
    for value, count, shown in ((A, 1, "Recruit Spears"), (A, 2, "Spears"), (B, 1, "Richard")):
        menu = [replace(concern("recruit", value), value=value)]
        (target,) = in_full(seat, [Target(value, pieces[value], count)], menu)
        assert target == Target(value, shown, count)


def test_a_policy_for_all_is_offered_with_the_line_that_it_gives_now(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    policy, sentence = "provender, carts", "Take Provender; if not possible: Take Carts"
    gives_now = {policy: "carts 1", "carts": "carts 1"}
    monkeypatch.setattr(always, "usual_policies", lambda rules: {"spoils": policy})
    monkeypatch.setattr(always, "policy_told", lambda seat, kind, text: ("", text, sentence))
    monkeypatch.setattr(always, "choose", lambda request, text, held: gives_now.get(text))
    game = SimpleNamespace(ledger=SimpleNamespace(rules=None), known=lambda side: {})
    request = SimpleNamespace(kind="spoils", side="york", slots=())
    seat: Any = SimpleNamespace(request=request, repeats=True, reactions={}, game=game)
    assert always.usual(seat) == (policy, sentence, "carts 1")


@pytest.mark.parametrize(
    ("note", "words", "new"),
    [
        ("5 for Act of Accord, which ends", "Act of Accord: use its points", "5, which ends"),
        ("Dover Castle", "Hold Dover Castle", ""),
        ("Act of Accord: Henry stays", "Play Act of Accord (L25)", "Henry stays"),
        ("York: 3 dice; Lancaster: 2", "Fight in Yorkshire", "York: 3 dice; Lancaster: 2"),
        ("York: 3 dice; Lancaster: 2", "Fight at York", "York: 3 dice; Lancaster: 2"),
        ("York: 3 dice", "Fight in Yorkshire", "York: 3 dice"),
    ],
)
def test_a_note_says_what_the_words_of_its_choice_do_not(note: str, words: str, new: str) -> None:
    assert what_is_new(note, words) == new


def test_where_nobody_acts_or_only_one_can_all_glows_at_once() -> None:
    menu = [concern("march", A, X), concern("march to", A, Y), concern("tax", X)]
    assert lit(menu, ()) == {A: 2, X: 2, Y: 1}
    assert goals(menu, ()) == (X, Y)
    assert lit([concern("go", X), concern("go on", Y)], ()) == {X: 1, Y: 1}


def test_a_long_list_is_parted_where_that_leaves_less_to_read() -> None:
    hits = [concern(f"{who} hit {n}", f"piece:{who}") for who in "ab" for n in range(7)]
    assert parted(hits) == {A: 7, B: 7}, "each does another thing"
    levies = [concern(f"levy {n % 3}", A if n else B) for n in range(15)]
    assert parted(levies) == {"does:levy 0": 5, "does:levy 1": 5, "does:levy 2": 5}
    assert parted([concern("march", A, X), concern("march", A, Y)]) == {}


def test_a_list_of_amounts_is_parted_by_the_first_of_them() -> None:
    lines = ["bid none", *(f"bid {first} +{more}" for first in (1, 2, 3) for more in range(5))]
    options = [Option.in_words(line, passes=line == "bid none") for line in lines]
    bids = [Concern(n, one, one.line.split()[0], ()) for n, one in enumerate(options)]
    counts = parted(bids)
    assert counts == {"opens:bid 1": 5, "opens:bid 2": 5, "opens:bid 3": 5}
    assert [one.number for one in concerns_about(bids, ("opens:bid 2",))] == [6, 7, 8, 9, 10]
    assert choice_taken(bids, ("opens:bid 2",)) is None


def test_what_passes_comes_first_where_the_end_of_the_list_is_out_of_sight() -> None:
    nothing = Concern(12, Option.in_words("pass", passes=True), "done", ())
    menu = [concern("march", A, X)] * 11
    assert in_sight([*menu, nothing])[-1] is nothing
    assert in_sight([*menu, menu[0], nothing]) == [nothing, *menu, menu[0]]


def test_a_long_list_of_places_begins_with_the_nearest() -> None:
    march = SimpleNamespace(id="march")
    spaces = [SimpleNamespace(id=f"p{x}", x=x, y=0, pieces=[march] * (x == 0)) for x in range(15)]
    board: Any = SimpleNamespace(spaces=spaces)
    going = [
        Concern(n, Option(None), "march", ("piece:march", f"place:p{14 - n}")) for n in range(14)
    ]
    stop = Concern(14, Option(None), "stop", ("piece:march",))
    assert nearest_first([stop, *going], board) == [*reversed(going), stop]
    assert nearest_first(going[:12], board) == going[:12]


def test_a_line_ends_within_no_range() -> None:
    assert unbroken("on 5-6: 33% <") == 'on <span class="whole">5-6</span>: 33% &lt;'


def test_who_the_question_names_is_left_out_unless_another_acts() -> None:
    names: Any = SimpleNamespace(place=str, card=str, piece={"a": "Stanley", "b": "York"}.get)
    march, other = concern("march", A, X), concern("march", B, X)
    assert concern_is_his(names, march, (), "Where does Lord Stanley go?", [march])
    assert not concern_is_his(names, march, (), "Where does Lord Stanley go?", [march, other])
    assert not concern_is_his(names, march, (), "Where do the Stanleys go?", [march])


def test_a_lord_who_is_done_is_named_where_his_side_can_be_done_too() -> None:
    names: Any = SimpleNamespace(place=str, card=str, piece={"a": "Stanley"}.get)
    his = Concern(1, Option.in_words("a: done", passes=True), "done", (A,))
    sides = Concern(2, Option.in_words("done", passes=True), "done", ())
    assert concern_is_his(names, his, (), "What does Stanley do?", [his])
    assert not concern_is_his(names, his, (), "What does Stanley do?", [his, sides])


def test_several_ways_to_do_nothing_are_no_choice() -> None:
    wait, no = (
        Concern(n, Option.in_words(word, passes=True), word, ())
        for n, word in enumerate(("wait", "no"))
    )
    assert can_only_pass([wait, no])
    assert not can_only_pass([no]), "that is the only answer"
    assert not can_only_pass([wait, no, concern("play", A)])


def test_who_acts_is_left_out_of_a_choice() -> None:
    assert without_actor("Somerset (1): march to York") == "March to York"
    assert without_actor("pass") == "Pass"


def test_what_came_last_is_said_next_to_the_question() -> None:
    mine, fight = "Warwick marches to York.", f"{'Somebody Routs. ' * 9}York is dead at St. Albans."
    assert last_words(mine) == mine
    assert last_words(f"{mine} {fight}", 50) == "... Somebody Routs. York is dead at St. Albans."
    assert last_words(f"{UNDONE} {mine} {fight}", 30) == f"{UNDONE} ... York is dead at St. Albans."
    assert last_words(f"{mine} {fight}", 3) == "... York is dead at St. Albans."


def test_the_last_choice_is_taken_only_if_it_was_meant() -> None:
    menu = [concern("march", A, X), concern("march", B, X), concern("rest", B)]
    assert choice_taken(menu, (A, X)) is menu[0]
    assert choice_taken(menu, (A,)) is None, "where he goes was not said"
    assert choice_taken(menu, ("does:rest",)) is None
    assert choice_taken([concern("march", A, X, group=("b",))], (A, X)) is None, "who goes along?"
    same = [concern("loss", A), concern("loss", B)]
    assert choice_taken(same, (A,)) is same[0], "nothing else is asked"
    assert choice_taken([*same, concern("rout", B)], (A,)) is None, "other things could be done"


def test_a_click_on_the_target_writes_the_order_and_undo_takes_it_back(tmp_path: Path) -> None:
    page = on_turn(mustering(tmp_path)[0])
    seat = page.desk.seat
    one = next(
        one
        for one in seat.concerns
        if actor(one) and len(one.about) > 1 and choice_taken(seat.concerns, one.about) is one
    )
    for what in one.about:
        if not seat.orders.lines:
            assert what in page.lit()
            page.click("pick", what=what)
    assert seat.orders.lines == (one.option.line,)
    page.click("undo")
    assert seat.orders.lines == ()
    assert 'data-find="rows"' not in page.part("asked")
    every = page.click("widen", every="yes").parts["asked"]
    assert 'data-find="rows"' in every, "one of many is found by its words"


@pytest.mark.slow
def test_much_that_is_legal_lights_only_who_can_act(tmp_path: Path) -> None:
    page = many(tmp_path)
    actors = {actor(one) for one in page.desk.seat.concerns} - {""}
    chips = set(re.findall(r'data-what="(piece:\w+)"', page.part("asked")))
    assert chips == actors, "who acts is listed before where he goes"
    assert actors <= set(page.lit())
    alone = {what for one in page.desk.seat.concerns if not actor(one) for what in one.about}
    assert {what for what, count in page.lit().items() if count} == actors | alone
    targets = {what for one in page.desk.seat.concerns for what in one.about}
    assert set(page.lit()) == targets, "what they act on can be clicked first, and is drawn dimly"
    who = max(actors, key=lambda what: page.lit()[what])
    page.click("pick", what=who)
    found = re.search(r'data-goals="([^"]*)"', page.part("glow"))
    assert found is not None
    assert json.loads(unescape(found[1]))


def many(folder: Path) -> Page:
    """A question with more choices than are listed."""
    table = Table(folder, "richard_iii", "kingmaker")
    for _ in range(30):
        page = on_turn(table)
        menu = page.desk.seat.concerns
        if len({actor(one) for one in menu}) > 5 and len(menu) > 60:
            return page
        table.turn()
    raise AssertionError("never so many")


def test_ground_without_a_name_has_that_of_its_area(tmp_path: Path) -> None:
    page = on_turn(Table(tmp_path, "plantagenet_1450", "bosworth"))
    names, picture = page.desk.seat.names, page.desk.seat.stand.picture
    areas = dict(picture.areas)
    bare = [one for one in picture.places if one.name == one.id]
    assert bare
    for one in bare:
        assert names.place(one.id) == f"{areas[one.area]} ({one.id})"
    town = next(one for one in picture.places if one.name != one.id)
    assert names.place(town.id) == town.name


def test_where_to_glows_where_who_acts_stands_beside_the_map(tmp_path: Path) -> None:
    table = Table(tmp_path, "warriors", "tudor_1476")
    page = on_turn(table)
    seat = page.desk.seat
    there = {f"piece:{piece.id}" for space in seat.stand.picture.spaces for piece in space.pieces}
    while not (actors := {actor(one) for one in seat.concerns} - {""}) or actors & there:
        table.turn()
        page = on_turn(table)
        seat = page.desk.seat
        there = {
            f"piece:{piece.id}" for space in seat.stand.picture.spaces for piece in space.pieces
        }
    lit = page.lit()
    places = {what for one in seat.concerns for what in one.about if what.startswith("place:")}
    assert places
    assert all(lit[what] for what in places), "nothing on the map would glow"
    where = sorted(places)[0]
    page.click("pick", what=where)
    assert all(where in one.about for one in seat.concerns if actor(one) in page.lit())
