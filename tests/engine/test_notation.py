"""`str` and `parse` are inverse; players may spell as they like; refusals tell what to do."""

from __future__ import annotations

import contextlib
import random
import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.notation import match
from pbem.engine.request import Menu, Option, Request, subset_of
from pbem.engine.stack import Stack
from pbem.errors import AmbiguousOrder, IllegalOrder, UnknownWord
from tests.says import sentence, worded
from tests.tiers import soaked

from .random_play import SOME_SCENARIOS, RandomGame

WORDS = st.from_regex(r"[a-z0-9+*][a-z0-9_+*-]{0,12}", fullmatch=True)


def menu_of(*lines: str, group: tuple[str, ...] = (), **barred: str) -> Request:
    def fill(menu: Menu) -> None:
        for line in lines:
            menu.add(Option.in_words(line, "9.9", group=group))
        for line, reason in barred.items():
            menu.bar_words(line, reason)

    return Request("york", "test", "What now?", "9.9", fill)


@pytest.mark.slow
@given(st.lists(st.lists(WORDS, min_size=1, max_size=4), min_size=1, max_size=12))
def test_every_line_offered_is_read_as_itself(lines: list[list[str]]) -> None:
    """Unless two differ in punctuation only, which no rule set may offer."""
    offered = [" ".join(line) for line in lines if "with" not in line]
    names = [line.replace("_", "").replace("-", "").replace(" ", "") for line in offered]
    if len(set(names)) < len(names) or not offered:
        return
    request = menu_of(*offered)
    for line in offered:
        assert str(match(request, line)) == line


@pytest.mark.slow
@pytest.mark.parametrize("seed", soaked([(0,), (1,)], [(0,)]))
@pytest.mark.parametrize(("rules", "scenario"), SOME_SCENARIOS)
def test_every_legal_line_of_a_random_game_is_read_back(
    rules: str, scenario: str, seed: int
) -> None:
    """As it is, in capitals, with other punctuation and spaces, and each with its group."""
    game, chance = RandomGame(rules, scenario, seed), random.Random(seed)
    for play in game.steps():
        for request in play.pending:
            assert request.stack or request.options, request.question
            lines = [line for option in request.options for line in list(option.lines())[:20]]
            assert len(set(lines)) == len(lines), request.kind
            for line in chance.sample(lines, min(8, len(lines))):
                assert match(request, line) == line
                for spelled in (
                    line.upper(),
                    line.replace("_", " "),
                    line.replace("_", "-").replace(":", " , "),
                    f"  {line.title()} ".replace(" ", "  "),
                ):
                    assert str(match(request, spelled)) == line, spelled


MARCH = menu_of(
    "march: parley st_albans +1",
    "march: parley st_albans",
    "march: parley leicester",
    "march: parley lynn",
    "march: troops",
    "norfolk: troops",
    "done",
)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("done", "done"),
        ("DONE", "done"),
        ("d", "done"),
        ("march troops", "march: troops"),
        ("m t", "march: troops"),
        ("March: parley St. Albans", "march: parley st_albans"),
        ("march parley st albans +1", "march: parley st_albans +1"),
        ("mar par stalbans+1", "march: parley st_albans +1"),
        ("march: parley leic", "march: parley leicester"),
        ("n troops", "norfolk: troops"),
    ],
)
def test_short_forms(typed: str, meant: str) -> None:
    assert str(match(MARCH, typed)) == meant


def test_names_of_a_group_in_any_order_and_shape() -> None:
    request = menu_of("warwick: march london", group=("march", "norfolk", "rutland"))
    for typed in (
        "warwick: march london with norfolk march",
        "warwick march london with March and Norfolk",
        "w m l with n, m",
    ):
        assert str(match(request, typed)) == "warwick: march london with march norfolk"
    assert str(match(request, "w m l with all")).endswith("with march norfolk rutland")
    with pytest.raises(UnknownWord):
        match(request, "warwick: march london with somerset")


@decision("{lord}: march {to} [with {party}]", rule="6.1")
class March(Decision):
    lord: Piece
    to: Place
    party: tuple[Piece, ...] = ()


def few() -> Request:
    """London takes one companion, Wales none; Rutland never comes."""

    def fill(menu: Menu) -> None:
        friends = subset_of(("march", "norfolk", "salisbury"), 1)
        menu.offer(March("warwick", "london"), party=friends)
        menu.offer(March("warwick", "wales"))
        menu.bar(March("warwick", "wales", ("march",)), "the border is narrow (6.1)")
        menu.bar(March("warwick", "london", ("rutland",)), "he is ill (14.0)")
        menu.bar(March("warwick", "london"), "never read, for it is offered")

    return Request[March]("york", "test", "What now?", "9.9", fill)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("warwick: march london with march norfolk", r"name 2 .* at most 1 may go along \(6\.1\)"),
        ("w m london with all", r"name 3 .* at most 1 may go along \(6\.1\)"),
        ("warwick: march wales with march", r"narrow \(6\.1\)"),
        ("w march w with mar", r"narrow \(6\.1\)"),
        ("warwick: march london with march rutland", r"he is ill \(14\.0\)"),
    ],
)
def test_who_may_not_go_along_is_refused_with_the_reason(typed: str, reason: str) -> None:
    with pytest.raises(IllegalOrder, match=reason):
        match(few(), typed)
    assert "warwick: march london" not in few().menu.barred


def test_several_meanings_are_all_named() -> None:
    with pytest.raises(AmbiguousOrder) as caught:
        match(MARCH, "march: parley l", "line 3: ")
    message = str(caught.value)
    assert message.startswith("line 3: `march: parley l`")
    for line in ("march: parley lynn", "march: parley leicester"):
        assert line in message


def test_a_slip_gets_a_proposal() -> None:
    with pytest.raises(UnknownWord, match=r"Did you mean `march: parley leicester`"):
        match(MARCH, "march: parley liecester")


def test_nothing_like_it_gets_the_menu_and_the_rule() -> None:
    with pytest.raises(UnknownWord) as caught:
        match(MARCH, "fly to the moon")
    assert "9.9" in str(caught.value)
    assert "Possible: march: parley st_albans; march: parley leicester" in str(caught.value)


def test_a_dead_line_quotes_the_question_and_the_nearest_lines() -> None:
    """Somebody who has no actions left: what is asked instead, and what others may do of it."""
    muster = menu_of("norfolk: troops", "norfolk: parley ely", "norfolk: parley ely +1", "done")
    muster.question, muster.rule = "What does Norfolk do? Left: 3.", "3.4"
    with pytest.raises(UnknownWord) as refused:
        match(muster, "march: carts", "line 3: ")
    told = str(refused.value)
    assert told.startswith(
        "line 3: `march: carts`: " + sentence("engine.notation.match", word="answer")
    )
    assert "What does Norfolk do? Left: 3. (rule 3.4)" in told
    assert "Possible: norfolk: troops; norfolk: parley ely; done." in told
    with pytest.raises(UnknownWord, match=r"Did you mean `norfolk: parley ely`\?\Z"):
        match(muster, "warwick: parley ely")


def test_what_a_rule_forbids_says_why() -> None:
    request = menu_of("done", sail="4.6.1 no Ships here")
    with pytest.raises(
        IllegalOrder, match=worded("errors.IllegalOrder", ..., "Sail", "4.6.1 no Ships here")
    ) as caught:
        match(request, "Sail")
    assert not isinstance(caught.value, UnknownWord)


STACK = Request(
    "york", "plan", "Stack.", "4.1", stack=Stack("plan", 4, {"march": 3, "warwick": 3, "pass": -1})
)


@pytest.mark.parametrize(
    "typed",
    ["plan march warwick pass pass", "march warwick pass pass", "Plan: m, w, p, p", "M W P P"],
)
def test_a_stack_in_several_spellings(typed: str) -> None:
    assert str(match(STACK, typed)) == "plan march warwick pass pass"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("plan march", sentence("engine.notation.stacked", 1, "card", 4, word="needs")),
        ("plan m m m m", "march appears 4 times"),
        ("plan m m m m w", sentence("engine.notation.stacked", 5, "cards", 4, word="needs")),
        (
            "plan m m m norfolk",
            worded("engine.notation.stacked", word="such") + r"\. Cards: march, warwick, pass\.$",
        ),
        (
            "plan p p p wq",
            "`wq`: "
            + worded("engine.notation.stacked", word="such")
            + r"\. Cards: march, warwick, pass\.$",
        ),
        (
            "plan w w w w",
            sentence("engine.notation.stacked", "warwick", 4, "3 times", word="appears"),
        ),
        ("", "0 cards"),
    ],
)
def test_a_stack_that_cannot_be(typed: str, told: str) -> None:
    with pytest.raises(IllegalOrder, match=told):
        match(STACK, typed)


def test_the_last_card_of_a_stack_is_counted_too() -> None:
    """As many as there are is legal, one more is not, whichever card it is."""
    few = Request("york", "plan", "Stack.", "4.1", stack=Stack("plan", 3, {"march": -1, "pass": 2}))
    assert str(match(few, "plan p p m")) == "plan pass pass march"
    with pytest.raises(
        IllegalOrder, match=worded("engine.notation.stacked", "pass", 3, "2 times", word="appears")
    ):
        match(few, "plan p p p")


@pytest.mark.parametrize("typed", ["march " * 20_000, "march with " + "n, " * 20_000, "x" * 10**6])
def test_a_line_without_end_is_refused_before_it_is_compared(typed: str) -> None:
    for request in (MARCH, STACK):
        with pytest.raises(
            UnknownWord, match=worded("engine.notation.match", ..., 600, word="order")
        ) as refused:
            match(request, typed, "line 1: ")
        assert len(str(refused.value)) < 200


@given(st.text(alphabet=string.printable, max_size=60))
def test_no_text_makes_the_reader_crash(typed: str) -> None:
    for request in (MARCH, STACK):
        with contextlib.suppress(IllegalOrder):
            match(request, typed)
