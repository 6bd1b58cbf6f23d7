"""Order lines in sentences: names as people know them, for each game, from its templates and its table `said`."""

from __future__ import annotations

import re

import pytest
from msgspec import structs

from pbem.engine.policies import presets_of, usual_policies
from pbem.engine.vocabulary import kinds
from pbem.games import GAMES, find
from pbem.reports.order_sentences import BEFORE, Names, names_of
from pbem.reports.policy_texts import Answers

WORD = re.compile(r"\{(\w+)")
SAID = (
    ("plantagenet", "y10: to march", "Agitators (Y10) to March"),
    ("plantagenet", "march: march shrewsbury", "March: march to Shrewsbury"),
    ("plantagenet", "march: parley ely +1", "March: parley with Ely +1"),
    ("plantagenet", "march: sail", "March: sail"),
    ("plantagenet", "march: troops hire", "March: levy troops and hire Mercenaries"),
    ("plantagenet", "march: troops commons 2", "March: levy troops with 2 more Militia"),
    ("plantagenet", "march: parley ely by_land", "March: parley with Ely by land"),
    ("plantagenet", "somerset_1: intercept", "Somerset (1): intercept"),
    ("plantagenet", "march: take 2 men_at_arms", "March: take 2 Men-at-Arms"),
    ("plantagenet", "margaret: rout men_at_arms", "Margaret: let a Man-at-Arms Rout"),
    (
        "plantagenet",
        "march: agitate bury_st_edmunds by y10",
        "March: agitate Bury St Edmunds by Agitators (Y10)",
    ),
    ("plantagenet_1450", "move none", "Move nobody"),
    ("richard_iii", "bombard: move kent", "Bombard: move to Kent"),
    ("richard_iii", "london_levy: recruit kent", "London levy: recruit at Kent"),
    ("warriors", "march: march wales with hastings", "Edward IV: march to Wales with Hastings"),
)


@pytest.mark.parametrize(("game", "line", "sentence"), SAID)
def test_a_line_in_a_sentence(game: str, line: str, sentence: str) -> None:
    names = names_of(find(game), "york", None)
    assert names.line(line) == sentence
    assert names.statement(f"if failed: {line}") == f"If {BEFORE['failed']}: {sentence}"


def test_who_acts_alone_is_not_asked_whether_he_goes_along_and_another_hex_is_called_another() -> (
    None
):
    names = names_of(find("plantagenet_1450"), "york", None)
    alone, goes = names.read("withdraw"), names.read("hastings: go kent")
    assert not names.asks_along(alone, ["hastings"])
    assert names.asks_along(alone, ["hastings", "rivers"])
    assert names.asks_along(goes, ["2229"])
    assert names.leads_along(goes) == "or at"


def test_what_cannot_be_read_has_no_sentence() -> None:
    names = names_of(find("warriors"), "york", None)
    assert not names.line("moon")
    assert not names.statement("moon; if")


@pytest.mark.parametrize("game", GAMES)
def test_every_template_of_a_sentence_is_that_of_a_decision(game: str) -> None:
    rules = find(game)
    lines = {kind.notation.line: kind.notation for kind in kinds(rules)}
    for line, sentence in rules.data.table("words").get("said", {}).items():
        assert line in lines, f"no decision is written so: {line}"
        assert set(WORD.findall(sentence)) <= set(lines[line].fields), sentence


def test_what_a_die_is_for_is_told_with_names_and_without_its_number() -> None:
    rules = find("plantagenet")
    names = Names(rules, "york", {"exeter_1": "Exeter (1)"}, {"st_albans": "St. Albans"}, {}, {})
    assert names.label("protection exeter_1 men_at_arms 3") == "Protection Exeter (1) Men-at-Arms"
    blocks = Names(find("richard_iii"), "york", {"l_exeter": "Exeter"}, {}, {}, {})
    assert blocks.label("exeter at suffolk") == "Exeter at Suffolk", "no id, in sight or not"
    assert names.label("march to st_albans") == "March to St. Albans"
    assert names.label("york parley st_albans 2") == "York's Parley with St. Albans"
    assert names.label("york blockade tax st_albans").startswith("York's Blockade roll before")
    assert names.label("death exeter_1") == "Survival Exeter (1)", "yes: he lives"
    assert names.label("losses exeter_1 militia 2") == "Survival Exeter (1) Militia"
    assert names.label("initiative york") == "Initiative York"
    names = Names(find("plantagenet_1450"), "york", {}, {}, {"l33": "The Feud"}, {})
    assert names.label("card l33") == "The Feud (L33)"
    assert names.label("death of margaret").startswith("Death of Margaret"), (
        "yes: she does not live"
    )
    assert names.label("expulsion of margaret").startswith("Stay "), "yes: she is not expelled"
    assert names.label("refuge of margaret").startswith("Loss "), "yes: she finds none"
    assert names.label("levies york 2") == "Levies York (the higher, the more come)"
    assert names.label("morale york men_at_arms") == "Morale York Men-at-Arms"


@pytest.mark.parametrize("game", GAMES)
def test_a_ready_made_policy_says_what_it_does_and_not_that_anything_goes(game: str) -> None:
    rules = find(game)
    names = names_of(rules, next(iter(rules.sides)), None)
    said = {kind: Answers(names, kind).policy(text) for kind, text in usual_policies(rules).items()}
    assert {kind for kind, text in said.items() if re.search(r"\b[Aa]ny\b|^Done$", text)} == set()


@pytest.mark.parametrize("game", GAMES)
def test_no_word_is_left_hanging_in_a_ready_made_policy(game: str) -> None:
    rules = find(game)
    names = names_of(rules, next(iter(rules.sides)), None)
    hanging = re.compile(r"\b(and|at|by|for|from|playing|to|with)( up to)?(;|\.|$)")
    said = {
        f"{name} {kind}": Answers(names, kind).policy(text)
        for name, policies in presets_of(rules).items()
        for kind, text in policies.items()
    }
    assert {key: text for key, text in said.items() if hanging.search(text)} == {}


def test_a_die_says_what_the_numbers_do_that_it_needs() -> None:
    names = names_of(find("warriors"), "york", None)
    assert names.label("lancaster control wales") == "Lancaster to control Wales"
    assert names.label("york attacks wales 2") == "York attacks in Wales"
    assert names.label("henry vi changes") == "Change of Henry VI"
    noble = structs.replace(names, pieces={"york": "Richard of York"})
    of_side = (
        "york attacks wales 2",
        "york control wales",
        "york intrigue wales",
        "initiative york",
    )
    assert not [label for label in of_side if "Richard" in noble.label(label)], "his side rolls"
    assert noble.label("york flight").startswith("Richard of York")
