"""Decisions are values, order lines their notation."""

from __future__ import annotations

from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.decision import Amount, Card, Decision, Piece, Place, decision, readings
from pbem.engine.notation import match
from pbem.engine.request import Menu, Request, subset_of
from pbem.errors import IllegalOrder, Impossible, UnknownWord
from tests.says import worded


class Unit(StrEnum):
    MILITIA = "militia"
    RETINUE = "retinue"


@decision("{lord}: march {to} [with {party}]", rule="4.3")
class March(Decision):
    lord: Piece
    to: Place
    party: tuple[Piece, ...] = ()


@decision("{lord}: parley {to} [+{bonus}] [by {cards}]", rule="3.4.1")
class Parley(Decision):
    lord: Piece
    to: Place
    bonus: Amount = 0
    cards: tuple[Card, ...] = ()


@decision("{lord}: {unit} [all]", rule="4.4.2")
class Hit(Decision):
    lord: Piece
    unit: Unit
    all: bool = False


@decision("pay {place}", rule="3.2")
class Pay(Decision):
    place: Place


@decision("pay nobody", rule="3.2", passes=True)
class PayNobody(Decision):
    pass


class CardPlay(Decision):
    """A base of kinds: never written itself."""

    card: Card


@decision("play {card}", rule="3.1.3")
class Play(CardPlay):
    pass


@decision("{card}: to {lord}", rule="3.1.2")
class Give(CardPlay):
    lord: Piece


ANY = March | Parley | Hit | Pay | PayNobody | CardPlay
LINES = {
    "warwick: march york": March("warwick", "york"),
    "warwick: march york with march norfolk": March("warwick", "york", ("march", "norfolk")),
    "march: parley ely": Parley("march", "ely"),
    "march: parley ely +3": Parley("march", "ely", 3),
    "march: parley ely by y20": Parley("march", "ely", cards=("Y20",)),
    "march: parley ely +1 by y20 y3": Parley("march", "ely", 1, ("Y20", "Y3")),
    "march: militia": Hit("march", Unit.MILITIA),
    "march: retinue all": Hit("march", Unit.RETINUE, all=True),
    "pay york": Pay("york"),
    "pay nobody": PayNobody(),
    "play l3": Play("L3"),
    "y11: to york": Give("Y11", "york"),
}


@pytest.mark.parametrize(("line", "value"), LINES.items())
def test_line_and_value_are_inverse(line: str, value: Decision) -> None:
    assert str(value) == line
    assert readings(ANY, line, "york")[0] == value


@pytest.mark.parametrize(
    "line",
    [
        "warwick: march",
        "warwick: march york with",
        "warwick: march york with with",
        "Warwick: march york",
        "warwick:  march york",
        "march: parley ely +",
        "march: parley ely +x",
        "march: parley ely +01",
        "march: parley ely by y20 +1",
        "march: cavalry",
        "march: militia whole",
        "play L3",
        "",
        "pay",
    ],
)
def test_what_is_no_canonical_line_is_no_value(line: str) -> None:
    assert readings(ANY, line, "york") == []


WORDS = st.from_regex(r"[a-z0-9][a-z0-9_+*-]{0,12}", fullmatch=True).filter(lambda w: w != "with")


@pytest.mark.slow
@given(WORDS, WORDS, st.lists(WORDS, max_size=4))
def test_whatever_the_names_a_line_is_read_back(lord: str, to: str, party: list[str]) -> None:
    value = March(lord, to, tuple(party))
    assert value in readings(ANY, str(value), "york")


@given(st.text(max_size=40))
def test_whatever_is_read_is_canonical(line: str) -> None:
    assert all(str(value) == line for value in readings(ANY, line, "york"))


def test_of_two_readings_the_one_with_more_fixed_words_comes_first() -> None:
    assert readings(ANY, "pay nobody", "york") == [PayNobody(), Pay("nobody")]


def test_a_field_that_the_line_leaves_out_is_refused() -> None:
    class Odd(Decision):
        place: Place

    with pytest.raises(
        Impossible, match=worded("engine.decision.Notation.__init__", ..., "odd", "['place']")
    ):
        decision("odd")(Odd)


def test_a_field_that_does_not_say_what_it_names_is_refused() -> None:
    @decision("vague {place}")
    class Vague(Decision):
        place: str

    with pytest.raises(Impossible, match=worded("engine.decision._field")):
        str(Vague("york"))


def marches(menu: Menu) -> None:
    if menu.wants(March):
        for lord in menu.pick("lord", ("warwick", "salisbury")):
            for to in menu.pick("to", ("york", "ely")):
                LOOKED.append((lord, to))
                menu.offer(
                    March(lord, to), lambda: "costs 1", party=subset_of(("norfolk", "march"), 1)
                )
            menu.bar(March(lord, "london"), "no Way leads there (4.3.3)")
    menu.offer(PayNobody())


LOOKED: list[tuple[str, str]] = []
REQUEST = Request[March | PayNobody]("york", "command", "What now?", "4.3", marches)


def test_a_given_decision_is_checked_along_its_own_branch() -> None:
    LOOKED.clear()
    option = REQUEST.branch(March("warwick", "york", ("march",)))
    assert option is not None
    assert option.decision == March("warwick", "york")
    assert LOOKED == [("warwick", "york")]


@pytest.mark.parametrize(
    "value",
    [
        March("norfolk", "york"),
        March("warwick", "london"),
        March("warwick", "york", ("norfolk", "march")),
        March("warwick", "york", ("somerset",)),
        Pay("york"),
    ],
)
def test_what_is_not_legal_has_no_branch(value: Decision) -> None:
    assert REQUEST.branch(value) is None


def test_a_menu_reads_its_lines_back_with_those_who_go_along() -> None:
    for option in REQUEST.options:
        for line, value in zip(option.lines(), option.decisions(), strict=True):
            assert str(value) == line
            assert REQUEST.read(line) == value
            assert REQUEST.branch(value) == option


def test_names_shortened_or_barred_work_from_the_same_declaration() -> None:
    assert match(REQUEST, "war march y with nor") == "warwick: march york with norfolk"
    with pytest.raises(IllegalOrder, match="no Way leads there"):
        match(REQUEST, "warwick: march london")
    with pytest.raises(UnknownWord, match="Did you mean `warwick: march york"):
        match(REQUEST, "warwick: march yorck")


def test_a_note_is_made_when_it_is_read() -> None:
    assert [option.note for option in REQUEST.options][:1] == ["costs 1"]
    assert [option.rule for option in REQUEST.options][-1] == "3.2"
