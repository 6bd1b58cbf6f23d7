"""Policies, conditions and repeats are put together from lists, in every game, without a typed word."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from markupsafe import escape

from pbem.engine.policies import policy_words, presets_of, reactions_of
from pbem.engine.script import read
from pbem.engine.vocabulary import answering
from pbem.errors import PbemError
from pbem.reports.policy_texts import ALWAYS, OTHERWISE, Answers, question
from pbem.reports.writing import GAP, terms_of
from pbem.web.seat.answers import forms
from pbem.web.seat.conditional_line import Look, apart, condition_text
from pbem.web.seat.conditions import condition_row
from tests.says import sentence
from tests.web.tables import GAMES, Page, Table, some_games
from tests.web.test_looked_up import ended
from tests.web.test_written import parleying

every_game = pytest.mark.parametrize(("rules", "scenario"), GAMES, ids=[game for game, _ in GAMES])


def seated(folder: Path, rules: str, scenario: str) -> Page:
    """The page of a side that is asked, some turns into a game."""
    table = Table(folder, rules, scenario).play(4)
    page = table.page(table.look().ledger.turn_of()[0])
    if page.desk.seat.arrived:
        page.click("looked")
    return page


@pytest.mark.slow
@some_games("richard_iii")
def test_every_answer_of_every_policy_can_be_chosen(
    tmp_path: Path, rules: str, scenario: str
) -> None:
    """What the lists of a form name is taken: each form with nothing named, or with the first of each list."""
    page = seated(tmp_path, rules, scenario)
    seat = page.desk.seat
    for kind in seat.game.reactions:
        page.click("policies", kind=kind)
        assert escape(question(seat.game.ledger.rules, kind)) in page.part("sheet")
        for form in forms(seat, kind):
            first = {
                gap.name: next((words[0][0] for _, words in gap.groups if words), "")
                for gap in form.gaps
                if gap.name
            }
            page.click("answer", kind=kind, form=str(form.n), **first)
            fixed = re.sub(r" ?\[[^]]*\]|\{\w+\}:?", "", form.line)
            written = seat.reactions[kind]
            assert all(word in written for word in fixed.split()), kind
            assert all(word in written for word in first.values()), kind
            page.click("undo")


@pytest.mark.slow
@every_game
def test_every_term_has_its_lists(tmp_path: Path, rules: str, scenario: str) -> None:
    """A condition that is put together from the first of each list can be read, and is taken apart again."""
    page = seated(tmp_path, rules, scenario)
    seat = page.desk.seat
    look = seat.game.ledger.look(seat.side)
    known = terms_of(seat.game.ledger.rules)
    for term in known:
        if "WORDS" in term and not seat.stand.options:
            continue
        made = condition_row(seat, "", 0, Look("and", term))
        names = tuple(named[0][0] for _, named in made.gaps)
        assert len(names) == len(GAP.findall(term))
        value = next((named[0][0] for _, named in made.values if named), "")
        for how, _ in made.compared:
            one = Look("and", term, names, how, "", value if made.values else "")
            (statement,) = read(f"if {one.text}: pass")
            assert statement.guard is not None
            statement.guard.holds(look)
            again = apart(one.text, known)
            if "WORDS" not in term:
                assert again is not None, one.text
                assert again[0].text == one.text


def test_looks_are_joined_from_left_to_right() -> None:
    known = ("round", "strength", "enemy strength", "enemy at PLACE")
    some = [
        Look("and", "enemy at PLACE", ("york",), "not"),
        Look("or", "round", (), ">=", "", "2"),
        Look("and", "strength", (), "<=", "70", "enemy strength"),
    ]
    text = "(not enemy at york or round >= 2) and strength <= 70% of enemy strength"
    assert condition_text(some) == text
    assert apart(text, known) is None, "brackets stand as they were typed"
    assert apart("not enemy at york or round >= 2", known) == some[:2]
    assert condition_text(some[1:]) == "round >= 2 and strength <= 70% of enemy strength"
    assert apart("moon >= 2", known) is None


def test_a_policy_is_put_together_case_by_case(tmp_path: Path) -> None:
    page, _ = parleying(tmp_path)
    seat = page.desk.seat

    def number(words: str) -> str:
        texts = {str(form.n): form.line for form in forms(seat, "approach")}
        return next(n for n, text in texts.items() if text == words)

    page.click(
        "answer", kind="approach", form=number("all battle"), when="if", term="strength", value="enemy strength", share="70", **{"is": ">="}
    )  # fmt: skip
    assert seat.reactions["approach"] == "if strength >= 70% of enemy strength: all battle"
    page.click("answer", kind="approach", form=number("all exile"))
    page.click("answer", kind="approach", form=number("all battle"), at="1")
    assert seat.reactions["approach"].endswith("enemy strength: all battle; all exile, all battle")
    page.click("rank", kind="approach", at="1", one="1", to="0")
    assert seat.reactions["approach"].endswith("; all battle, all exile")
    page.click("unanswer", kind="approach", at="1", one="0")
    assert seat.reactions["approach"].endswith("; all exile")
    page.click("rank", kind="approach", at="1", to="0")
    assert seat.reactions["approach"].startswith("all exile; if strength")
    page.click("unanswer", kind="approach", at="0")
    assert seat.reactions["approach"] == "if strength >= 70% of enemy strength: all battle"
    page.click("unanswer", kind="approach", at="0", one="0")
    assert "approach" not in seat.reactions


def test_an_else_that_comes_first_is_none_any_more(tmp_path: Path) -> None:
    """After nothing `else` would never hold."""
    page, _ = parleying(tmp_path)
    seat = page.desk.seat
    page.click(
        "policy",
        kind="flee",
        answer="flee all if strength < 4; else if round >= 2: stand; else: stand",
    )
    page.click("unanswer", kind="flee", at="0")
    assert seat.reactions["flee"] == "if round >= 2: stand; stand"


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    page, _ = parleying(tmp_path)
    for words in (
        {"kind": "dinner", "form": "0"},
        {"kind": "approach", "form": "99"},
        {"kind": "approach", "form": ""},
        {"kind": "approach", "form": "9" * 5000},
        {"kind": "approach", "form": "ask", "at": "0"},
    ):
        with pytest.raises(PbemError):
            page.click("answer", **words)
    for prefix, n in (("", "9"), ("moon", "0"), ("", "x")):
        with pytest.raises(PbemError):
            page.click("fit", prefix=prefix, n=n)
    assert "approach" not in page.desk.seat.reactions


def test_a_repeat_is_chosen(tmp_path: Path) -> None:
    page, parley = parleying(tmp_path)
    seat = page.desk.seat
    answer = page.click("fit", prefix="until-", n="0", **{"until-term": "influence"})
    lists = answer.parts["look-until-0"]
    assert 'name="until-is"' in lists
    assert 'name="until-value"' in lists
    assert re.search(r'<option value="-3"', lists), "Influence can be negative"
    for words, written in (
        ({"again": "success", "most": "3"}, f"{parley} until success max 3"),
        ({"again": "times", "most": "2"}, f"repeat 2: {parley}"),
        ({"again": "until", "most": "4", "until-term": "influence", "until-is": ">=", "until-value": "5"}, f"{parley} until influence >= 5 max 4"),
        ({"again": "times", "most": "2", "when": "if", "term": "influence", "is": ">=", "value": "-10"}, f"if influence >= -10: repeat 2: {parley}"),
        ({"again": ""}, parley),
    ):  # fmt: skip
        page.click("shaped", at="0", **words)
        assert seat.orders.lines == (written,)
        page.click("shape", at="0")
        chosen = re.findall(r'name="(\w+)" value="([^"]*)" checked', page.part("sheet"))
        assert ("again", words.get("again", "")) in chosen, "it is shown as it was chosen"


@pytest.mark.slow
@every_game
def test_a_piece_that_answers_is_ones_own_where_the_game_names_no_other(
    tmp_path: Path, rules: str, scenario: str
) -> None:
    seat = seated(tmp_path, rules, scenario).desk.seat
    spaces = seat.stand.picture.spaces if seat.stand.picture is not None else ()
    own = {piece.id for space in spaces for piece in space.pieces if piece.side == seat.side}
    places = {space.id for space in spaces}
    pieces = {piece.id for space in spaces for piece in space.pieces} - places
    named = policy_words(seat.game.ledger.rules).named
    for kind in seat.game.reactions:
        for form in forms(seat, kind):
            for gap in form.gaps:
                field = gap.name.partition("-")[2]
                if field in named or f"{kind} {field}" in named:
                    continue
                words = {word for _, some in gap.groups for word, _ in some}
                assert not words & pieces - own, (kind, gap.name)


def test_what_a_line_cannot_look_at_is_not_offered(tmp_path: Path) -> None:
    """The first line has no roll before it; a line after a parley has, and one after a condition can say `else`."""
    page, parley = parleying(tmp_path)
    seat = page.desk.seat

    def offered(at: str) -> tuple[set[str], set[str]]:
        page.click("shape", at=at)
        found = re.findall(r'name="(when|again)" value="([^"]*)"', page.part("sheet"))
        return {v for n, v in found if n == "when"}, {v for n, v in found if n == "again"}

    assert offered("0") == ({"", "if"}, {"", "success", "until", "times"})
    assert '<option value="failed"' not in page.part("sheet").split('name="until-term"')[0]
    told = page.click("fit", prefix="", n="0", rolled="no", term="influence").parts["look-0"]
    assert '"failed"' not in told
    seat.write_lines((parley, f"if failed: {parley}"))
    assert offered("1")[0] == {"", "failed", "success", "if"}
    seat.write_lines((parley, f"if failed: {parley}", f"else: {parley}"))
    assert offered("2")[0] == {"", "failed", "success", "if", "else", "else if"}
    assert offered("0")[0] == {"", "if"}


def test_until_success_is_offered_to_a_line_that_rolls(tmp_path: Path) -> None:
    page, _ = parleying(tmp_path)
    seat = page.desk.seat
    still = next(
        option.line
        for option in seat.game.request().options
        if not seat.target.run((option.line,), ()).die and not option.group
    )
    page.click("undo")
    seat.write_lines((still,))
    page.click("shape", at="0")
    assert 'name="again" value="success"' not in page.part("sheet")
    assert 'name="again" value="until"' in page.part("sheet")


@pytest.mark.slow
@every_game
def test_policies_are_told_in_sentences(tmp_path: Path, rules: str, scenario: str) -> None:
    """Every question is a sentence, every ready-made set says what it does, and none of its answers is code."""
    page = seated(tmp_path, rules, scenario)
    seat = page.desk.seat
    game, words = seat.game.ledger.rules, policy_words(seat.game.ledger.rules)
    told = {kind for some in words.asked.values() for kind in some}
    assert told == set(reactions_of(game))
    assert all(text.endswith("?") for some in words.asked.values() for text in some.values())
    assert set(words.presets) == set(presets_of(game))
    assert set(words.said) <= told
    fields = {
        key
        for kind in told
        for form in answering(game, kind)
        for field, one in form.notation.fields.items()
        for key in (field, f"{kind} {field}")
        if one.kind.name == "piece" and not one.kind.words
    }
    assert set(words.named) <= fields, "whom no answer can name"
    for name, policies in presets_of(game).items():
        page.click("preset", name=name)
        sheet = page.part("sheet")
        for kind, text in policies.items():
            if kind == "default" or kind not in seat.game.reactions:
                continue
            said = Answers(seat.names, kind).policy(text)
            assert said, kind
            assert not re.search("[_<>=]", said), (kind, said)
            assert OTHERWISE not in said or text not in words.said.get(kind, {}), (kind, said)
            assert str(escape(said)) in sheet
            assert str(escape(said)) in page.part("orders")


def test_what_was_taken_for_a_policy_is_said_in_a_sentence(tmp_path: Path) -> None:
    page, _ = parleying(tmp_path)
    told = {
        "default": (
            "pass",
            sentence("web.seat.answers.policy_told", word="What") + f" {ALWAYS['pass']}.",
        ),
        "flee": ("stand", "A Round begins: who Flees? Stand."),
    }
    for kind, (answer, text) in told.items():
        assert page.click("policy", kind=kind, answer=answer).said == text
    assert page.click("policy", kind="default", answer="").said.endswith("I am asked.")


def test_policies_are_checked_in_sentences(tmp_path: Path) -> None:
    page, _ = parleying(tmp_path)
    page.click("policy", kind="flee", answer="flee all if strength < 4; else stand")
    drawer = ended(page, page.click("check")).parts["drawer"]
    assert "A Round begins: who Flees?" in drawer
    assert "If strength is less than 4: Flee all. Else: Stand" in drawer
    assert "flee all if strength &lt; 4; else stand" in drawer
