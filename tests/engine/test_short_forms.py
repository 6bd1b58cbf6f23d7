"""Short forms: who acts, the verb and what comes last may be left out where one legal line is left."""

from __future__ import annotations

import pytest

from pbem.engine.decision import Amount, Card, Decision, Piece, Place, decision
from pbem.engine.notation import match
from pbem.engine.request import Menu, Request, subset_of
from pbem.engine.standing import choose
from pbem.engine.vocabulary import card_names, kinds, short_forms, stack_verbs
from pbem.errors import AmbiguousOrder, IllegalOrder, UnknownWord
from pbem.games import find
from pbem.ledger.checks.lines import Meaning, meaning
from pbem.ledger.glimpse import dump_request, load_request
from tests.says import worded

CALLED = {"y7": "Shewolf / Harbingers", "troops": "levy troops"}


@decision("{lord}: return to {box}", rule="3.3.1")
class Return(Decision):
    lord: Piece
    box: Place


@decision("{lord}: capability {card}", rule="3.4.6")
class Capability(Decision):
    lord: Piece
    card: Card


@decision("{card}: to {lord}", rule="3.1.2")
class ToLord(Decision):
    card: Card
    lord: Piece


@decision("{lord}: troops [hire]", rule="3.4.4")
class Troops(Decision):
    lord: Piece
    hire: bool = False


@decision("{lord}: parley {to} [+{bonus}]", rule="3.4.1")
class Parley(Decision):
    lord: Piece
    to: Place
    bonus: Amount = 0


@decision("{lord}: march {to} [with {party}]", rule="4.3")
class March(Decision):
    lord: Piece
    to: Place
    party: tuple[Piece, ...] = ()


@decision("play {card}", rule="1.1")
class Play(Decision):
    card: Piece


Answer = Return | Capability | ToLord | Troops | Parley | March | Play


def asking(*offered: Decision, barred: Decision | None = None) -> Request:
    def fill(menu: Menu) -> None:
        for one in offered:
            if isinstance(one, March):
                menu.offer(one, party=subset_of(("march", "norfolk")))
            else:
                menu.offer(one)
        if barred is not None:
            menu.bar(barred, "London is Exhausted (3.4.4)")

    return Request[Answer]("york", "test", "What now?", "9.9", fill, short_forms=lambda: CALLED)


@pytest.mark.parametrize(
    ("typed", "offered", "line"),
    [
        ("henry: return", Return("henry_vi", "scotland"), "henry_vi: return to scotland"),
        ("henry: scot", Return("henry_vi", "scotland"), "henry_vi: return to scotland"),
        ("action 4", Play("action_4"), "play action_4"),
        ("capability harbingers", Capability("warwick_y", "Y7"), "warwick_y: capability y7"),
        ("warwick: harb", Capability("warwick_y", "Y7"), "warwick_y: capability y7"),
        ("l9 somerset", ToLord("L9", "somerset_1"), "l9: to somerset_1"),
        ("levy troops", Troops("norfolk"), "norfolk: troops"),
        ("norf: Levy Troops hire", Troops("norfolk", True), "norfolk: troops hire"),
        ("st albans +1", Parley("march", "st_albans", 1), "march: parley st_albans +1"),
        ("york with all", March("warwick", "york"), "warwick: march york with march norfolk"),
    ],
)
def test_a_unique_short_form_is_that_line(typed: str, offered: Decision, line: str) -> None:
    """Of the menu itself, of one told in words (a veiled game), and in a script."""
    request = asking(offered, Play("surprise"))
    assert match(request, typed) == line
    assert choose(request, typed, (), exact=True) == line
    told = load_request(dump_request(request, own=True), lambda: CALLED)
    assert match(told, typed) == line
    # Where pieces are hidden nothing may stand behind the last word that was written.
    assert bool(meaning(typed, line, CALLED)) == (typed != "henry: return")


def test_what_fits_several_is_asked_back_with_all_of_them() -> None:
    request = asking(Troops("march"), Troops("norfolk"))
    with pytest.raises(
        AmbiguousOrder,
        match=worded("errors.AmbiguousOrder", ..., ..., "march: troops; norfolk: troops"),
    ):
        match(request, "levy troops")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("norfolk: troops", Troops("norfolk", True)),
        ("norfolk: parley ely", Parley("norfolk", "ely", 3)),
        ("ely", Parley("norfolk", "ely", 3)),
    ],
)
def test_what_costs_more_or_does_something_else_is_never_guessed(
    typed: str, offered: Decision
) -> None:
    for request in (
        asking(offered),
        load_request(dump_request(asking(offered), own=True), lambda: CALLED),
    ):
        with pytest.raises(UnknownWord):
            match(request, typed)


def test_another_actor_than_the_one_named_is_never_taken() -> None:
    with pytest.raises(UnknownWord):
        match(asking(Troops("norfolk")), "somerset: troops")


@pytest.mark.parametrize("typed", ["Norfolk: troops", "NORFOLK:Troops"])
def test_a_name_that_is_also_the_word_of_another_is_asked_back_about(typed: str) -> None:
    request = asking(Troops("norfolk"), Troops("howard"))
    request.short_forms = lambda: {"howard": "Norfolk", "norfolk": "Mowbray / Norfolk (4)"}
    with pytest.raises(AmbiguousOrder):
        match(request, typed)
    assert match(request, "norfolk: troops") == "norfolk: troops"
    assert match(request, "Norfolk (4): troops") == "norfolk: troops"
    assert match(request, "Mowbray: troops") == "norfolk: troops"


def test_3_4_4_a_forbidden_line_stays_forbidden_where_a_short_form_would_fit() -> None:
    request = asking(Return("norfolk_x", "troops"), barred=Troops("norfolk"))
    with pytest.raises(IllegalOrder, match=r"Exhausted \(3\.4\.4\)"):
        match(request, "norf: troops")
    assert choose(request, "norf: troops", (), exact=True) is None


def test_cards_are_called_by_their_names_in_every_game_that_has_cards() -> None:
    assert "Harbingers" in short_forms(find("plantagenet"))["y7"]
    assert short_forms(find("plantagenet"))["troops"] == "levy troops"
    assert card_names(find("warriors")) == {}


def test_another_line_than_the_one_sealed_is_not_what_it_could_mean() -> None:
    called = {**CALLED, "carts": "levy carts"}
    assert meaning("levy troops", "norfolk: carts", called) is Meaning.NONE
    assert meaning("norfolk: parley ely", "norfolk: parley ely +3", called) is Meaning.NONE
    assert meaning("norfolk: troops", "norfolk: troops hire", called) is Meaning.NONE
    assert meaning("march: march york", "march: march york with norfolk", called) is Meaning.NONE


def test_a_game_has_no_kinds_of_decision_of_another_one() -> None:
    """Also where the folder of one begins like that of the other."""
    every = {game: kinds(find(game)) for game in ("plantagenet_1450", "plantagenet")}
    assert not {*every["plantagenet"]} & {*every["plantagenet_1450"]}
    assert "deploy" in stack_verbs(find("plantagenet_1450"))
    assert "deploy" not in stack_verbs(find("plantagenet"))
