"""What a GM may correct by choosing: every path that a game names leads somewhere, and every value fits there."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from pbem.engine import codec
from pbem.engine.patch import patch
from pbem.errors import BadPatch
from pbem.games import find
from pbem.reports.correctables import Correctable
from pbem.reports.order_sentences import names_of
from tests.web.tables import Table

from .games import PUBLIC, Rules, Stop, every_game, some_scenarios, stops

EVERY, LONG = 29, 90
"""Every so many stops are looked at, so many of each game."""


def looked(stop: Stop) -> Correctable:
    state = stop.view(PUBLIC)
    picture = stop.rules.picture(state, PUBLIC)
    return Correctable(names_of(stop.rules, "", picture), state, picture)


@pytest.mark.slow
@every_game
def test_each_value_that_is_offered_fits(rules: Rules) -> None:
    named, found = set(rules.data.table("words").get("corrected", {})), set[str]()
    for scenario in rules.scenarios():
        for n, stop in enumerate(stops(rules, scenario, f"corrected {scenario}", LONG)):
            if n % EVERY:
                continue
            made = looked(stop)
            assert len(made.things) > 2
            found |= {path for path in made.table if _leads(path, [*made.leaves])}
            for thing in made.things[:: 1 + len(made.things) // 12]:
                for spot in made.spots(thing.id):
                    lines = [line for line, _ in spot.choices[:3] + spot.choices[-3:]]
                    for line in [f"set {spot.path} {spot.low}"] if spot.number else lines:
                        assert patch(codec.copied(made.state), line) == line
                        told = made.line(line)
                        assert spot.words in told
                        assert "." not in told.split(" ")[0]
    groups = {path for path in named if path.isupper()}
    assert found >= named - groups, named - groups - found
    assert all(any(one in path.split(".") for path in named) for one in groups)


@some_scenarios
def test_a_hidden_card_in_two_places_or_in_none_is_noticed(rules: Rules, scenario: str) -> None:
    """By whoever knows all cards: at the next shuffle a deck would have another size than everybody counts."""
    for stop in stops(rules, scenario, f"hidden {scenario}", LONG):
        known, misplaced = dict(stop.chance.secrets), rules.secrets.misplaced
        assert misplaced(stop.state, known) == ""
        hands = [(side, slot) for side in rules.sides for slot in stop.known(side)]
        deals = rules.name != "two_provinces"  # its decks hold the same cards whatever is in hands
        sealed = [(side, slot) for side, slot in hands if deals and slot.startswith("deck:")]
        for side, slot in sealed[:1]:
            others = {one: card for one, card in known.items() if one != slot}
            assert misplaced(stop.state, others)
            if rules.name == "plantagenet":
                state = codec.copied(stop.state)
                patch(state, f"remove cards.{side} {known[slot]}")
                assert misplaced(state, known)
        for (side, one), (_, two) in pairwise(sealed):
            alike = {**known, one: known[two]}
            assert rules.name == "richard_iii" or misplaced(stop.state, alike), side


OTHERS = [
    ("plantagenet", "Ia", "plan", "deck:york_arts:0"),
    ("plantagenet", "Ia", "plan", "plan:lancaster:12:1"),
    ("plantagenet", "Ia", "plan", "plan:york:12:1"),
    ("plantagenet", "Ia", "plan", "henry_vi"),
    ("richard_iii", "kingmaker", "hands", "deck:campaign_1:0"),
    ("plantagenet_1450", "bosworth_1485", "hands", "plan:york:12:1"),
]
"""A hand or a stack, and a card that is no card of it; the third is of a Lord whose cards it cannot hold."""


@pytest.mark.parametrize(("name", "scenario", "field", "other"), OTHERS)
def test_a_card_of_another_kind_or_side_is_none_of_a_stack_or_hand(
    name: str, scenario: str, field: str, other: str
) -> None:
    """It would be asked for, or dealt with, as what it is not."""
    rules = find(name)
    card = (rules.secrets.deck_cards("") or ("",))[0] if name == "richard_iii" else "henry_vi"
    seen = 0
    for stop in stops(rules, scenario, f"hidden {scenario}", LONG):
        known = {**stop.chance.secrets, other: card}
        state = codec.copied(stop.state)
        cards = getattr(state, field)["york"]
        if cards:
            cards[-1:] = [other]
            assert rules.secrets.misplaced(state, known)
            seen += 1
    assert seen


def test_a_plan_holds_no_more_cards_of_a_lord_than_there_are() -> None:
    """4.1.1 Three, those counted that were flipped."""
    rules, seen = find("plantagenet"), 0
    for stop in stops(rules, "Ib", "hidden Ib", LONG):
        state = codec.copied(stop.state)
        if state.plan["york"]:
            state.plan["york"] += [state.planned["york"][0]] * 4
            assert rules.secrets.misplaced(state, stop.chance.secrets)
            seen += 1
    assert seen


@pytest.mark.parametrize(
    ("rules", "scenario", "turns"),
    [("plantagenet_1450", "wars_of_the_roses", 2), ("richard_iii", "kingmaker", 1)],
)
def test_a_card_that_was_never_dealt_is_no_card_of_a_hand(
    tmp_path: Path, rules: str, scenario: str, turns: int
) -> None:
    game = Table(tmp_path, rules, scenario).play(turns).look("gm")
    hand = game.ledger.play.state.hands["york"]
    first = next(slot for slot in hand if slot.startswith("deck:"))
    for made_up in ("deck:none:0", "card:nothing"):
        with pytest.raises(BadPatch, match="impossible"):
            game.rule(
                "patch",
                "A slip.",
                lines=[f"remove hands.york {first}", f"add hands.york {made_up}"],
            )


@pytest.mark.parametrize(
    ("rules", "scenario"),
    [("plantagenet_1450", "wars_of_the_roses"), ("richard_iii", "kingmaker")],
)
def test_a_hidden_card_does_not_change_hands(tmp_path: Path, rules: str, scenario: str) -> None:
    """Whoever got it was never shown it, and their program would call the entry false."""
    game = Table(tmp_path, rules, scenario).play(2).look("gm")
    hands = game.ledger.play.state.hands
    york, lancaster = (
        next(slot for slot in hands[side] if slot.startswith("deck:"))
        for side in ("york", "lancaster")
    )
    lines = [f"remove hands.york {york}", f"remove hands.lancaster {lancaster}"]
    lines += [f"add hands.york {lancaster}", f"add hands.lancaster {york}"]
    with pytest.raises(BadPatch, match="shown"):
        game.rule("patch", "A slip.", lines=lines)


def _leads(pattern: str, paths: list[str]) -> bool:
    words = pattern.split(".")
    return any(
        len(parts) == len(words)
        and all(word == part or word.isupper() for word, part in zip(words, parts, strict=True))
        for parts in (path.split(".") for path in paths)
    )


@every_game
def test_a_change_is_told_in_words(rules: Rules) -> None:
    scenario = next(iter(rules.scenarios()))
    stop = next(stops(rules, scenario, "told", 1))
    made = looked(stop)
    number = next(spot for one in made.things for spot in made.spots(one.id) if spot.number)
    told = made.change(f"{number.path}: 2 -> 3")
    assert told.startswith(number.words)
    assert told.endswith("2 -> 3")
    assert made.change("no.such.path: 2 -> 3") == ""
    side = next(iter(rules.sides))
    told = made.readable(f"no.such_path.{side}: -{side}")
    assert told == f"No, such path, {rules.sides[side].name}: -{rules.sides[side].name}"
    assert made.change("A sentence of the story.") == ""
    assert made.readable("A sentence: of the story.") == "A sentence: of the story."
