"""`pbem rules` and `pbem card`: what a player reads who has no rulebook at hand."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from pbem.cli import group
from pbem.engine.card_text import CardText
from pbem.errors import NoCards, UnknownCard, UnknownGame, UnknownSection
from pbem.games import GAMES, find
from pbem.games.plantagenet.facts import facts
from pbem.reports import cards, rulebook
from pbem.reports.formats import text
from tests.says import says

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
    (section,) = BOOK.find("4.3.4")
    assert section.text in joined(said)
    for number in ("C53", "C54", "C55", "C113"):
        assert f"\n  {number} (" in said
    assert "test_" not in said


def test_a_title_that_sections_share_shows_all_of_them() -> None:
    said = typed("rules", "plantagenet", "parley")
    assert said.startswith("3.4.1 Parley\n")
    assert "\n4.6.4 Parley\n" in said


def test_rules_names_the_parts_and_the_rulings_on_the_whole() -> None:
    assert "Its parts: 3.4.1 Parley; 3.4.2 Levy Lord;" in typed("rules", "plantagenet", "3.4")
    assert says(
        typed("rules", "plantagenet", "3.4.5"),
        "reports.rulebook.Rulebook.wider",
        "3.4",
        "C2, C25, C110, C120",
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_section_is_whole_sentences_and_fits_a_mail(game: str) -> None:
    book = rulebook.rulebook(game)
    for section in book.sections:
        assert section.text.endswith((".", ").")), section.text
        assert book.find(section.number) == [section]
        said = text.text(rulebook.section_parts(book, section))
        assert all(len(line) <= 78 for line in said.splitlines()), said


@pytest.mark.parametrize(
    ("words", "number", "rulings"),
    [
        (["richard_iii", "5.22"], "5.22 Pinning", ["C13", "C14", "C24"]),
        (["rich", "treachery"], "6.9 Treachery", ["C61", "C62", "C63", "C64", "C65"]),
        (["Richard", "kingmaker"], "4.0 Kingmaker", ["C76", "C93", "R15"]),
        (["warriors", "7.6"], "7.6 Withdrawal", ["C10", "C33", "C34"]),
        (["war", "8.4"], "8.0 Control", ["C17", "C18"]),
        (["war", "intrigue"], "7.2 Intrigue", ["C8"]),
    ],
)
def test_the_other_games_say_theirs_in_the_same_way(
    words: list[str], number: str, rulings: list[str]
) -> None:
    said = typed("rules", *words)
    assert said.startswith(number)
    for ruling in rulings:
        assert f"\n  {ruling} (" in said
    assert "test_" not in said


def test_parts_are_told_by_the_rulebooks_own_numbering() -> None:
    assert "Its parts: 5.21 Border Limits; 5.22 Pinning." in typed("rules", "rich", "5.2")
    assert "Rulings on 5.2 as a whole: C7, " in joined(typed("rules", "rich", "5.22"))
    assert "\n5.21 Border Limits\n" in typed("rules", "richard_iii")
    assert "\n4.10 Advance the Turn Marker\n" in typed("rules", "warriors")


@pytest.mark.parametrize(
    ("words", "number"),
    [
        (["4.3.4."], "4.3.4"),
        (["3.0"], "3"),
        (["6.0"], "6.0"),
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
    assert "4.3.4 Intercept" in lines
    assert "6.0 Ib Towton, 1461" in lines
    for section in BOOK.sections:
        assert f"{section.number} {section.title}" in lines


@pytest.mark.parametrize(
    ("section", "nearest"),
    [
        ("4.3.9", "4.3.5 Approach"),
        ("3.4.1.2", "3.4.1 Parley"),
        ("9", "4"),
        ("pool", "1.6 Forces"),
    ],
)
def test_an_unknown_section_names_the_nearest(section: str, nearest: str) -> None:
    assert nearest in refused_by(UnknownSection, "rules", "plantagenet", section)


def refused_by(error: type[Exception], *words: str) -> str:
    """The message, and it is of this class."""
    done = CliRunner().invoke(group, words, standalone_mode=False)
    assert done.exception is not None
    assert isinstance(done.exception.__cause__, error)
    return joined(refused(*words))


def test_the_games_are_listed_and_no_other_is_known() -> None:
    assert all(game in typed("rules") for game in GAMES)
    refused_by(UnknownGame, "rules", "chess")


# pbem card


def test_card_prints_both_halves_as_implemented() -> None:
    said = typed("card", "L7")
    card = facts().cards["L7"]
    assert said.startswith("L7: For trust not him / Harbingers\n")
    assert "Event: For trust not him\n" in said
    assert says(said, "games.plantagenet.card_texts.MOMENTS", word="Events")
    assert says(said, "games.plantagenet.card_texts.KINDS", word="Hold")
    assert "When:" in said
    assert "Capability: Harbingers\n" in said
    assert says(said, "games.plantagenet.card_texts.whose", "Lancastrians")
    assert "Whose:" in said
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


@pytest.mark.slow
@pytest.mark.parametrize("card", CARDS, ids=lambda card: card.id)
def test_every_card_fits_a_mail_and_every_ruling_it_names_is_printed(card: CardText) -> None:
    said = typed("card", card.id.lower())
    assert all(len(line) <= 78 for line in said.splitlines())
    named = {ruling.number for ruling in cards.rulings_of("plantagenet", card)}
    assert all(f"\n  {number} (" in said for number in named)
    assert "clarifications" not in said
    assert ".toml" not in said


def test_names_and_parts_of_names_work() -> None:
    assert [line for line in typed("card", "suspicion").splitlines() if " / " in line] == [
        "Y5: Suspicion / Thomas Bourchier",
        "L5: Suspicion / Church Blessing",
    ]
    assert typed("card", "flank", "attack").count("Event: Flank Attack") == 2
    assert typed("card", "kings name").startswith("Y32: The King's Name")


def test_the_nearest_card_comes_first() -> None:
    named = [card.names for card in cards.find_cards("plantagenet", "york")]
    assert named[:3] == [
        "Richard of York / Burgundians",
        "London for York / Naval Blockade",
        "Yorkists Block Parliament / Harbingers",
    ]
    assert cards.find_cards("plantagenet", "ship")[0].names.startswith("Escape Ship")
    assert cards.find_cards("plantagenet", "soldiers muster")[0].id == "Y3"


def test_card_lists_all_and_too_many_as_lines() -> None:
    assert len(typed("card").splitlines()) >= 74
    some = typed("card", "of")
    assert "Event:" not in some
    assert "Y14: Richard of York / Burgundians" in some
    assert "L7:" not in some


def test_an_unknown_card_names_the_nearest() -> None:
    assert "Suspicion" in refused_by(UnknownCard, "card", "suspition")
    assert "lists them all" in refused_by(UnknownCard, "card", "qqqqqqq")


def test_without_a_game_it_says_whose_card_it_is_and_finds_those_of_other_games() -> None:
    said = joined(typed("card", "l28"))
    assert says(said, "reports.cards.elsewhere", word="Others")
    assert "Plantagenet" in said
    assert "`pbem card plantagenet_1450 L28`, Interception on the Road" in said
    assert "Interception on the Road" in typed("card", "interception")


def test_other_games_have_their_cards_or_say_that_there_are_none() -> None:
    said = typed("card", "richard_iii", "plague")
    assert "Action Points: 0" in said
    assert "\n  C39 (" in said
    assert "\n  C38 (" not in said
    assert "\n  C31 (" in typed("card", "rich", "force", "march")
    assert len(typed("card", "richard_iii").splitlines()) == 6
    assert "Plague" in refused_by(UnknownCard, "card", "richard_iii", "plage")
    assert "pbem card richard_iii" in refused_by(UnknownCard, "card", "rich", "zzz")
    refused_by(NoCards, "card", "warriors", "x")
    for game in GAMES:
        assert isinstance(find(game).cards(), tuple)


def test_a_word_that_begins_a_game_and_a_card_is_what_fits() -> None:
    assert typed("card", "richard", "of", "york").startswith("Y14: Richard of York")
    assert typed("card", "Richard", "treason").startswith("treason: Treason")
    assert typed("card", "plant", "L7") == typed("card", "L7")
    assert "Warden of the Marches" in typed("card", "war")
