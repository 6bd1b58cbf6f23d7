"""What is built by choosing: both ways of a check, conditions, repeats, alarms, scripts, policies."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.errors import PbemError
from pbem.player.orders import Orders
from pbem.player.target import FAILURE, SUCCESS
from pbem.web.seat.always import policies_with
from tests.says import says
from tests.web.tables import Page, Table
from tests.web.test_looked_up import ended
from tests.web.test_seat import mustering, on_turn, put_together


def parleying(folder: Path) -> tuple[Page, str]:
    """The page of who Musters and has ordered a Parley, which a die decides."""
    page = on_turn(mustering(folder)[0])
    options = page.desk.seat.stand.options
    line = next(o.line for o in options if ": parley " in o.line and "succeeds" in o.note)
    page.click("take", line=line)
    return page, line


@pytest.mark.slow
def test_both_ways_of_a_check_are_prepared_by_choosing(tmp_path: Path) -> None:
    page, parley = parleying(tmp_path)
    seat = page.desk.seat
    assert seat.stand.check is not None
    page.click("assume", way="failure")
    again = next(o.line for o in seat.stand.options if ": parley " in o.line)
    page.click("take", line=again)
    assert seat.orders.lines == (parley, f"if failed: {again}")
    page.click("assume")
    page.click("assume", way="success")
    troops = next(o.line for o in seat.stand.options if o.line.endswith(": troops"))
    page.click("take", line=troops)
    target, lines = seat.target, seat.orders.lines
    assert target.did(lines, (SUCCESS,)) == [parley, troops]
    for second in (SUCCESS, FAILURE):
        assert target.did(lines, (FAILURE, second)) == [parley, again]
    drawer = ended(page, page.click("check")).parts["drawer"]
    assert troops in drawer
    assert re.search(r"If [^<]+ succeeds \(", drawer)
    assert re.search(r"If [^<]+ fails \(", drawer)
    assert says(drawer, "reports.cases._line_item", word="certain"), "the first"
    shares = [int(n) for n in re.findall(r"carried out (\d+)% of the time", drawer)]
    assert len(shares) == 2, "the one if it fails, the other if it succeeds"
    assert sum(shares) == 100
    assert seat.assumed
    assert "asked again" not in page.click("seal").parts["sheet"], "dice decide that"


def test_an_answer_for_always_comes_behind_what_a_policy_says_already(tmp_path: Path) -> None:
    page = on_turn(mustering(tmp_path, "capability")[0])
    seat, request = page.desk.seat, page.desk.seat.request
    assert request is not None
    line = seat.stand.options[0].line
    taker = line.partition(": ")[2]
    assert "without an email" in page.part("asked"), (
        "each card is asked about in an email of its own"
    )
    for before, after in (
        ("", taker),
        ("ask", taker),
        ("to nobody", f"to nobody, {taker}"),
        ("if turn 9: ask", f"if turn 9: ask; {taker}"),
    ):
        seat.write(Orders(reactions={request.kind: before} if before else {}))
        assert policies_with(seat, request, line) == {request.kind: after}
        page.click("take", line=line, always="yes")
        assert seat.orders.reactions == {request.kind: after}
    seat.write(Orders())
    assert policies_with(seat, request, "no such line") == seat.reactions


@pytest.mark.slow
def test_a_line_for_either_case_of_a_check_has_no_condition(tmp_path: Path) -> None:
    page, parley = parleying(tmp_path)
    seat = page.desk.seat
    assert 'data-way="either"' in page.part("asked")
    page.click("assume", way="either")
    troops = next(o.line for o in seat.stand.options if o.line.endswith(": troops"))
    page.click("take", line=troops)
    assert seat.orders.lines == (parley, troops)
    for way in (SUCCESS, FAILURE):
        assert seat.target.did(seat.orders.lines, (way,)) == [parley, troops]


def test_a_repeat_is_proposed_as_often_as_it_can_be_carried_out(tmp_path: Path) -> None:
    """The Lord has two Levy actions; after one of them there is one."""
    page, parley = parleying(tmp_path)
    assert "March has 2" in page.desk.seat.game.request().question
    assert parley.startswith("march: ")
    page.click("shape", at="0")
    assert "<option selected>2</option>" in page.part("sheet")
    page.desk.seat.write_lines(["march: troops", parley])
    page.click("shape", at="1")
    assert "<option selected>1</option>" in page.part("sheet")


@pytest.mark.slow
def test_a_line_is_given_conditions_and_repeats(tmp_path: Path) -> None:
    page, parley = parleying(tmp_path)
    seat = page.desk.seat
    page.click("shape", at="0")
    assert "enemy at PLACE" in page.part("sheet")
    page.click("shaped", at="0", when="", again="success", most="2")
    assert seat.orders.lines == (f"{parley} until success max 2",)
    page.click(
        "shaped", at="0", when="if", term="enemy at PLACE", name="london", most="1", **{"is": "not"}
    )
    assert seat.orders.lines == (f"if not enemy at london: {parley}",)
    page.click("shaped", at="0", when="if", typed="turn >= 1", most="1", anyway="yes")
    assert seat.orders.lines == (f"anyway: if turn >= 1: {parley}",)
    with pytest.raises(PbemError):
        page.click("shaped", at="0", when="if", typed="moon", most="1")
    assert seat.orders.lines == (f"anyway: if turn >= 1: {parley}",), "a slip changes nothing"


@pytest.mark.slow
def test_an_alarm_stands_above_all(tmp_path: Path) -> None:
    page, parley = parleying(tmp_path)
    page.click("shape")
    page.click("alarm", term="enemy at PLACE", name="plymouth")
    assert page.desk.seat.orders.lines == ("stop if enemy at plymouth", parley)
    page.click("undo")
    assert page.desk.seat.orders.lines == (parley,)


def test_lines_are_put_elsewhere_and_checked_again(tmp_path: Path) -> None:
    page = on_turn(mustering(tmp_path)[0])
    seat = page.desk.seat
    for _ in range(2):
        page.click("take", line=next(o.line for o in seat.stand.options if "troops" in o.line))
    first, second = seat.orders.lines
    page.click("move", at="1", to="0")
    assert seat.orders.lines == (second, first)
    page.click("delete", at="0")
    assert seat.orders.lines == (first,)
    assert second in page.part("orders") or page.lines() != []
    page.click("undo")
    assert seat.orders.lines == (second, first)


@pytest.mark.slow
def test_a_stack_and_its_scripts_are_built_by_clicks(tmp_path: Path) -> None:
    table = Table(tmp_path, "plantagenet", "Ib")
    while not (asked := table.look().requests) or asked[0].stack is None:
        table.turn()
    page = on_turn(table)
    seat = page.desk.seat
    put_together(page, table)
    assert len(seat.cards) == asked[0].stack.size
    number, card = next((n, card) for n, card in seat.cards.items() if card != "pass")
    page.click("script", card=number)
    assert page.lit(), "what the card could do as things stand now glows"
    line = seat.stand.options[0].line
    page.click("take", line=line)
    assert seat.orders.scripts == {number: line}
    assert card in line
    page.click("script")
    assert line in page.part("orders")
    page.click("preset", name="stand_and_fight")
    assert "does he try to Intercept? <b>No</b>" in page.part("orders")
    page.click("policy", kind="intercept", answer="")
    assert "intercept" not in seat.reactions
    with pytest.raises(PbemError):
        page.click("policy", kind="intercept", answer="dance")
    page.click("undo")
    assert "intercept" in seat.reactions


def test_a_complete_stack_is_sealed_with_one_click_also_by_email(tmp_path: Path) -> None:
    table = Table(tmp_path, "plantagenet", "Ib")
    while not (asked := table.look().requests) or asked[0].stack is None:
        table.turn()
    page = on_turn(table)
    stack = asked[0].stack
    assert stack is not None
    for _ in range(stack.size):
        assert {"verb": "play"} not in page.buttons("asked"), "it is not complete"
        page.click("put", word="pass")
    assert {"verb": "play"} in page.buttons("asked")
    page.click("play")
    assert page.desk.seat.lines == (" ".join([stack.verb, *["pass"] * stack.size]),)
    assert 'data-verb="sealed"' in page.part("sheet"), "its player is asked to confirm"
    assert page.desk.seat.signed is None


@pytest.mark.slow
def test_only_the_script_of_the_last_card_ends_the_plan(tmp_path: Path) -> None:
    table = Table(tmp_path, "plantagenet", "Ib")
    while not (asked := table.look().requests) or asked[0].stack is None:
        table.turn()
    page = on_turn(table)
    seat, size = page.desk.seat, asked[0].stack.size
    lord = next(card for card, most in asked[0].stack.limits.items() if card != "pass" and most > 1)
    for n in range(size):
        page.click("put", word=lord if n in (0, size - 1) else "pass")
    page.click("stacked")
    for number in (1, size):
        page.click("script", card=str(number))
        (note,) = [o.note for o in seat.stand.options if o.line == f"{lord}: pass"]
        assert says(note, "games.plantagenet.s4_6_5_pass.pass_note", word="last") == (
            number == size
        )


def test_the_die_that_decides_is_told_with_names(tmp_path: Path) -> None:
    page, parley = parleying(tmp_path)
    seat = page.desk.seat
    asked = page.part("asked").partition("</h2>")[0]
    assert "decides what follows" in asked
    assert seat.names.place(parley.split()[-1]) in asked
    assert "_" not in asked.rpartition(">")[2]
