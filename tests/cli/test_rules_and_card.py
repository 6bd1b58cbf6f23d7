"""`pbem rules` and `pbem card`: what a player reads who has no rulebook at hand."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from pbem.cli import group
from pbem.errors import NoCards, NoRulebook, UnknownCard, UnknownGame, UnknownSection
from pbem.games import GAMES, find
from pbem.games.plantagenet.facts import facts
from pbem.reports import cards, rulebook

BOOK = rulebook.rulebook("plantagenet")
CARDS = cards.all_cards("plantagenet")


def typed(*words: str) -> str:
    done = CliRunner().invoke(group, words)
    assert done.exit_code == 0, done.output
    return done.output


def refused(*words: str) -> str:
    done = CliRunner().invoke(group, words)
    assert done.exit_code == 2
    return " ".join(done.output.split())


def joined(text: str) -> str:
    return " ".join(text.split())


# pbem rules


def test_rules_prints_a_section_with_its_rulings() -> None:
    said = typed("rules", "plantagenet", "4.3.4")
    assert said.startswith("4.3.4 Intercept\n")
    assert BOOK.find("4.3.4").text in joined(said)
    for number in ("C53", "C54", "C55", "C113"):
        assert f"\n  {number} (" in said
    assert "test_" not in said


def test_rules_names_the_parts_and_the_rulings_on_the_whole() -> None:
    assert "Its parts: 3.4.1 Parley; 3.4.2 Levy Lord;" in typed("rules", "plantagenet", "3.4")
    assert "Rulings on 3.4 as a whole: C2, C25, C110, C120." in typed(
        "rules", "plantagenet", "3.4.5"
    )


@pytest.mark.parametrize("section", BOOK.sections, ids=lambda section: section.number)
def test_every_section_is_whole_sentences_and_fits_a_mail(section: rulebook.Section) -> None:
    assert section.text.endswith((".", ").")), section.text
    said = typed("rules", "plantagenet", section.number)
    assert all(len(line) <= 78 for line in said.splitlines())


@pytest.mark.parametrize(
    ("words", "number"),
    [
        (["4.3.4."], "4.3.4"),
        (["3.0"], "3"),
        (["6.0", "Ib"], "6.0 Ib"),
        (["ib"], "6.0 Ib"),
        (["III(B)"], "6.0 III(B)"),
        (["6.3", "iiy"], "6.3 IIY"),
        (["intercept"], "4.3.4"),
        (["tides", "of", "war"], "4.8.1"),
    ],
)
def test_a_section_is_found_by_number_scenario_or_title(words: list[str], number: str) -> None:
    assert typed("rules", "plantagenet", *words).startswith(f"{number} ")


def test_rules_without_a_section_lists_the_contents() -> None:
    lines = typed("rules", "plantagenet").splitlines()
    assert "    4.3.4  Intercept" in lines
    assert "  6.0 Ib  Towton, 1461" in "\n".join(lines)
    for section in BOOK.sections:
        assert any(line.strip() == f"{section.number}  {section.title}" for line in lines)


@pytest.mark.parametrize(
    ("section", "nearest"),
    [
        ("4.3.9", "4.3.5 Approach"),
        ("3.4.1.2", "3.4.1 Parley"),
        ("parley", "4.6.4 Parley"),
        ("9", "4"),
    ],
)
def test_an_unknown_section_names_the_nearest(section: str, nearest: str) -> None:
    assert nearest in refused_by(UnknownSection, "rules", "plantagenet", section)


def refused_by(error: type[Exception], *words: str) -> str:
    """The message, and it is of this class."""
    done = CliRunner().invoke(group, words, standalone_mode=False)
    assert isinstance(done.exception.__cause__, error)
    return joined(refused(*words))


def test_a_game_without_a_rulebook_says_so() -> None:
    without = [game for game in GAMES if game not in rulebook.known()]
    for game in without:
        assert "plantagenet" in refused_by(NoRulebook, "rules", game, "1")
    assert "plantagenet" in typed("rules")
    refused_by(UnknownGame, "rules", "chess")


# pbem card


def test_card_prints_both_halves_as_implemented() -> None:
    said = typed("card", "L7")
    card = facts().cards["L7"]
    assert said.startswith("L7  For trust not him / Harbingers\n")
    assert "Event: For trust not him\n" in said
    assert "When: Hold: kept hidden and played in the Events step of a Battle (4.4.1)" in said
    assert "Capability: Harbingers\n" in said
    assert "Whose: any Lord of the Lancastrians" in said
    assert joined(card.event_text) in joined(said)
    assert "Ia, Ib, Ic, II, III" in said
    assert "\n  C117 (" in said


def test_a_text_that_leans_on_another_card_brings_that_text_along() -> None:
    assert joined(facts().cards["Y7"].capability_text) in joined(typed("card", "L7"))
    assert "Y5, Suspicion: Pick one" in joined(typed("card", "L5"))
    assert "Y25, Pembroke: In a Battle" in joined(typed("card", "L33"))


def test_card_says_who_may_use_it_and_where_it_comes_in() -> None:
    montagu = joined(typed("card", "l23"))
    assert "Ic (at a mat)" in montagu
    edward = joined(typed("card", "edward"))
    assert "Whose: Margaret" in edward
    assert "War IIL (with Margaret)" in edward
    assert "War IIY (by Succession)" in joined(typed("card", "y14"))
    for row in CARDS:
        assert dict(row.facts)["In"], row.id


@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_card_fits_a_mail_and_every_ruling_it_names_is_printed(card: cards.CardText) -> None:
    said = typed("card", card.id.lower())
    assert all(len(line) <= 78 for line in said.splitlines())
    named = {ruling.number for ruling in cards.rulings_of("plantagenet", card)}
    assert all(f"\n  {number} (" in said for number in named)
    assert "clarifications" not in said
    assert ".toml" not in said


def test_names_and_parts_of_names_work() -> None:
    assert [line for line in typed("card", "suspicion").splitlines() if " / " in line] == [
        "Y5  Suspicion / Thomas Bourchier",
        "L5  Suspicion / Church Blessing",
    ]
    assert typed("card", "flank", "attack").count("Event: Flank Attack") == 2
    assert typed("card", "kings name").startswith("Y32  The King's Name")


def test_card_lists_all_and_too_many_as_lines() -> None:
    assert len(typed("card").splitlines()) >= 74
    some = typed("card", "of")
    assert "Event:" not in some
    assert "Y14  Richard of York / Burgundians" in some
    assert "L7 " not in some


def test_an_unknown_card_names_the_nearest() -> None:
    assert "Suspicion" in refused_by(UnknownCard, "card", "suspition")
    assert "lists them all" in refused_by(UnknownCard, "card", "qqqqqqq")


def test_other_games_have_their_cards_or_say_that_there_are_none() -> None:
    assert "Action Points: 0" in typed("card", "--game", "richard_iii", "plague")
    refused_by(NoCards, "card", "--game", "warriors", "x")
    for game in GAMES:
        assert isinstance(find(game).cards(), tuple)
