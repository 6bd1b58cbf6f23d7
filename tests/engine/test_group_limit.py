"""An option may say how many of its group go along."""

from __future__ import annotations

import pytest

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.notation import match
from pbem.engine.request import Menu, Option, Request, subset_of
from pbem.engine.standing import choose, containing
from pbem.errors import AmbiguousOrder, IllegalOrder
from tests.says import worded

GROUP = ("clarence", "conyers", "exeter")


@decision("{lord}: march {to} [with {party}]")
class March(Decision):
    lord: Piece
    to: Place
    party: tuple[Piece, ...] = ()


def request(most: int, *lords: str) -> Request:
    def fill(menu: Menu) -> None:
        for lord in menu.pick("lord", lords or ("warwick",)):
            menu.offer(March(lord, "york"), party=subset_of(GROUP, most))

    return Request[March]("york", "campaign", "Who marches?", "6.1", fill)


def test_without_a_limit_all_may_go() -> None:
    assert len(list(Option.in_words("march", group=GROUP).lines())) == 8
    assert str(match(request(0), "warwick: march york with all")).endswith(" ".join(GROUP))


def test_with_a_limit_only_so_many_may_go() -> None:
    assert len(list(Option.in_words("march", group=GROUP, most=1).lines())) == 4
    assert Option.in_words("march", group=GROUP, most=1).display() == (
        "march [with one of: clarence conyers exeter]"
    )
    assert (
        Option.in_words("march", group=GROUP, most=2)
        .display()
        .startswith("march [with up to 2 of: ")
    )
    assert Option.in_words("march", group=GROUP[:1], most=1).display() == "march [with clarence]"
    assert str(match(request(1), "warwick march york with ex")) == "warwick: march york with exeter"
    told = worded("engine.notation._too_many", 2, 1) + r"\. Did you mean"
    with pytest.raises(IllegalOrder, match=told):
        match(request(1), "warwick: march york with exeter clarence")
    with pytest.raises(IllegalOrder):
        match(request(1), "warwick: march york with all")
    assert str(match(request(2), "warwick: march york with exeter clarence")) == (
        "warwick: march york with clarence exeter"
    )


def test_a_name_spelled_out_wins_over_longer_ones_that_begin_like_it() -> None:
    asked = request(0, "somerset_y", "somerset")
    typed = "somerset: march york with exeter clarence"
    assert str(match(asked, typed)) == "somerset: march york with clarence exeter"
    with pytest.raises(AmbiguousOrder):
        match(asked, "som: march york with exeter")


def test_with_all_is_nobody_where_nobody_may_come_along() -> None:
    """A script says it before it is known who stands there by then."""

    def fill(menu: Menu) -> None:
        menu.offer(March("warwick", "york"))
        menu.offer(March("warwick", "ely"), party=subset_of(GROUP))

    asked = Request[March]("york", "campaign", "Who marches?", "6.1", fill)
    assert str(match(asked, "warwick: march york with all")) == "warwick: march york"
    assert str(match(asked, "warwick: march ely with all")).endswith(" ".join(GROUP))
    assert choose(asked, "warwick: march york with all", (), exact=True) == "warwick: march york"
    with pytest.raises(IllegalOrder):
        match(asked, "warwick: march york with exeter")


def test_a_word_that_a_condition_has_twice_must_stand_twice_in_a_line() -> None:
    """`can pembroke parley pembroke` is not about his Parley elsewhere."""
    asked = request(0, "york")
    assert containing(asked.options, "york march york") == "york: march york"
    assert containing(request(0).options, "york march york") is None
