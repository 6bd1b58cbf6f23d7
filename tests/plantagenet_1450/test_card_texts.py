"""`pbem card plantagenet_1450`: every card as its steps carry it out."""

from __future__ import annotations

import re

import pytest

from pbem.engine.card_text import CardText
from pbem.errors import Impossible
from pbem.games.plantagenet_1450.card_texts import card_texts
from pbem.games.plantagenet_1450.condition_words import condition_text, conditions_sentence
from pbem.games.plantagenet_1450.effect_words import area, sentences
from pbem.games.plantagenet_1450.facts import facts
from pbem.reports import cards
from pbem.reports.formats import text as text_format
from tests.says import says, sentence

CARDS = {card.id: card for card in card_texts()}


def text(id: str) -> str:
    return CARDS[id].halves[0].text


def half(id: str) -> dict[str, str]:
    return dict(CARDS[id].halves[0].facts)


def test_6_0_both_decks_are_told_card_by_card() -> None:
    assert list(CARDS) == list(facts().cards)
    assert len(CARDS) == 110


@pytest.mark.parametrize("card", CARDS.values(), ids=list(CARDS))
def test_a_card_says_points_when_and_what_it_does(card: CardText) -> None:
    known, one = facts().cards[card.id], card.halves[0]
    assert dict(card.facts)["Intrigue points"] == str(known.points)
    assert (sentence("games.plantagenet_1450.card_texts.card_text") in dict(card.facts)) == (
        known.side_bar is not None
    )
    assert dict(one.facts)["When"]
    assert ("Needs" in dict(one.facts)) == bool(known.prerequisites)
    _, does = one.text.split("\n\n")
    assert len(re.findall(r"(?:^| )\d+\) ", does)) == (
        len(known.effects) if len(known.effects) > 1 else 0
    )
    assert does.endswith(".")
    assert "$" not in does
    assert "_" not in does


def test_what_cards_need_is_told_in_words() -> None:
    crowned = sentence(
        "games.plantagenet_1450.condition_words._plain_words", "Henry VI", word="lives"
    )
    free, also_free = (
        sentence("games.plantagenet_1450.condition_words._plain_words", name, word="is free")
        for name in ("Henry VI", "Richard, Duke of York,")
    )
    assert half("L22")["Needs"] == f"{crowned}, {free} and {also_free}"
    assert half("L34")["Needs"].endswith("York is at most 3 Legitimacy behind")
    dead = sentence("games.plantagenet_1450.condition_words._kings", "Lancaster", word="dead")
    away = sentence(
        "games.plantagenet_1450.condition_words._plain_words",
        "the Lancastrian Pretender",
        word="not in play",
    )
    assert half("Y25")["Needs"] == f"{dead} and {away}"
    assert half("L35")["Needs"] == "Berwick is English"


def test_steps_within_steps_are_told_with_their_conditions() -> None:
    taken = sentence(
        "games.plantagenet_1450.effect_words._board", "Sussex", "comes", "York", word="control"
    )
    assert text("L21").endswith(
        "3) Roll a die: 1-2 nothing; 3-4 if Lancaster controls Sussex: Sussex becomes neutral; "
        f"otherwise if Sussex is neutral: {taken}; "
        "5-6 if Lancaster controls London: London becomes neutral, then Lancaster: Treasury -2."
    )
    numbered = sentence("games.plantagenet_1450.effect_words.leader", word="numbered")
    assert says(
        text("Y50").replace("A die", "a die"),
        "games.plantagenet_1450.effect_words._leaders",
        " plus 2",
        f"an enemy noble {numbered} in the battle",
        word="above",
    )


def test_a_choice_is_told_with_all_ways() -> None:
    held = sentence("games.plantagenet_1450.effect_words._held", word="king")
    king = sentence("games.plantagenet_1450.condition_words.who")
    assert text("Y27").endswith(
        f"area: an area in the south-west{held} without a leader becomes neutral; "
        f"or pay: {king}: Treasury -3."
    )


def test_side_bars_are_told_for_knights_and_mercenaries() -> None:
    bar = sentence("games.plantagenet_1450.card_texts.card_text")
    bars = {id: dict(card.facts).get(bar) for id, card in CARDS.items()}
    assert bars["L27"] == sentence(
        "games.plantagenet_1450.card_texts._bar", "Tresham", "Northampton", word="Knights"
    )
    assert bars["L24"] == sentence(
        "games.plantagenet_1450.card_texts._bar", "French Crossbowmen", word="mercenaries"
    )
    assert bars["L21"] is None


def test_areas_are_told_by_what_is_asked_of_them() -> None:
    assert area({"control": "enemy", "lacks": ["leader_enemy"], "pick": 2}) == (
        "up to two areas that the enemy controls without an enemy leader"
    )
    assert area({"ids": ["kent", "surrey"], "control": "neutral"}) == (
        "an area of Kent or Surrey that is neutral"
    )
    assert area({"has": ["port"], "control": "self"}) == (
        "an area that your side controls with a port"
    )


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("!controls(york,kent)", "York does not control Kent"),
        ("controls(none,kent)", "Kent is neutral"),
        (
            "areas(king)>=25",
            sentence("games.plantagenet_1450.condition_words.who") + " controls at least 25 areas",
        ),
        ("!areas(york)>=6", "York controls fewer than 6 areas"),
        ("legit_lead(york)>=10", "York leads by at least 10 Legitimacy"),
        (
            "!in_england(richard_york)",
            sentence(
                "games.plantagenet_1450.condition_words._plain_words",
                "Richard, Duke of York,",
                word="not free",
            ),
        ),
        (
            "victory_king(any)",
            sentence("games.plantagenet_1450.condition_words.SOLE_KING", word="a"),
        ),
        (
            "!flag(henry_incapacitated)",
            sentence("games.plantagenet_1450.condition_words.FLAGS", word="in his"),
        ),
        ("turn<=4", "it is turn 4 or earlier"),
        (
            "diplomacy(enemy,france)>=1",
            sentence(
                "games.plantagenet_1450.condition_words._number_words",
                "the enemy",
                "France",
                word="terms",
            ),
        ),
        ("leader_in(lancaster,foreign:france)", "a Lancastrian leader is in France"),
    ],
)
def test_a_condition_is_told_in_words(condition: str, words: str) -> None:
    assert condition_text(condition) == words


def test_what_is_free_in_england_is_free() -> None:
    assert conditions_sentence(("free(margaret)", "in_england(henry_vi)", "free(henry_vi)")) == (
        sentence(
            "games.plantagenet_1450.condition_words._plain_words",
            "Margaret of Anjou is free and Henry VI",
            word="is free",
        )
    )


def test_what_is_not_in_the_vocabulary_is_refused() -> None:
    with pytest.raises(Impossible):
        condition_text("likes(york)")
    with pytest.raises(Impossible):
        sentences([{"op": "dance"}])


def test_pbem_card_finds_and_prints_them() -> None:
    (card,) = cards.find_cards("plantagenet_1450", "L22")
    said = text_format.text(cards.card_parts("plantagenet_1450", card))
    assert [one.id for one in cards.find_cards("plantagenet_1450", "night march")] == ["Y44"]
    listed = text_format.text(cards.list_parts(cards.all_cards("plantagenet_1450")))
    assert len(listed.splitlines()) >= 110
    assert said.startswith("L22: The Moonstruck King\n  Deck: Lancastrians\n")
    assert "Must Play: yes" in said
    assert all(len(line) <= 78 for line in said.splitlines())
