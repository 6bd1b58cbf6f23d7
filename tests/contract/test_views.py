"""What a side sees: nothing that it must not know, in every format, and its own cards."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.drawing.svg import draw
from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.document import Calendar, Figure, ReportTable, Track
from pbem.engine.play import Play
from pbem.engine.scenarios import starting_state
from pbem.engine.table import Cards
from pbem.errors import PbemError
from pbem.ledger.glimpse import encode_story, read, state_for
from pbem.reports.context import asked_of, build, map_of, story
from pbem.reports.formats import FORMATS, render
from pbem.reports.formats.text import WIDTH
from tests.random_games import RandomPlayer, give
from tests.tiers import soaked

from .games import PUBLIC, Rules, Stop, some_scenarios, stops

EVERY = 29
"""Every so many stops are shown in all formats to all eyes."""
WAYS = 4
"""Seeds of games that are played with other cards."""


def ways(rules: Rules, scenario: str) -> list[dict[str, str]]:
    """The ways to play a scenario: by the defaults, and with each other value of an option."""
    others = [{one.name: word} for one in rules.options(scenario) for word in one.values[1:]]
    return [{}, *others]


@pytest.mark.slow
@some_scenarios
def test_a_veil_hides_something_and_hides_it_once(rules: Rules, scenario: str) -> None:
    for options in ways(rules, scenario):
        veiled = rules.secrets.veiled(starting_state(rules, scenario, options))
        hid = False
        for n, stop in enumerate(stops(rules, scenario, f"veil {scenario}", 200, options)):
            if n % 7:
                continue
            assert rules.secrets.veiled(stop.state) == veiled, (
                "a whole game is veiled, or none of it"
            )
            public = codec.dump(stop.view(PUBLIC))
            for eyes in stop.eyes:
                view = stop.view(eyes)
                assert codec.dump(rules.secrets.veil(view, eyes)) == codec.dump(view)
                assert codec.dump(rules.secrets.veil(view, PUBLIC)) == public, (
                    "all know what is public"
                )
                hid |= codec.dump(view) != codec.dump(stop.state)
                if eyes != PUBLIC:
                    assert rules.secrets.hand(view, eyes) == rules.secrets.hand(stop.state, eyes)
        assert hid == veiled, f"{options}: a veil that hides nothing, or more than `veiled` says"


def shown(stop: Stop, eyes: str) -> dict[str, str]:
    """The report for a reader in every format, and the map."""
    rules, play = stop.rules, stop.play
    view = state_for(rules, stop.state, eyes)
    decisions, events = play.decisions, play.events
    if rules.secrets.veiled(stop.state):
        own, heard = read(encode_story(decisions, events, eyes))
        decisions, events = list(own), list(heard)
    first = play.pending[0].side
    entry = story(1, first, f"{first}:1", decisions, events)
    known = stop.known(eyes)
    asked = [asked_of(request, eyes, known) for request in play.pending]
    document = rules.report(view, eyes, known)
    assert [id for id, _ in document.sides] == list(rules.sides)
    made = build(rules.title, rules.name, eyes, [entry], document, asked, "0" * 64, 1)
    made = replace(made, picture=rules.picture(view, eyes))
    return {form.name: render(made, form.name) for form in FORMATS} | {"svg": draw(map_of(made))}


@pytest.mark.slow
@some_scenarios
def test_every_format_renders_for_every_reader(rules: Rules, scenario: str) -> None:
    for n, stop in enumerate(stops(rules, scenario, f"shown {scenario}", 3 * EVERY)):
        if n % EVERY:
            continue
        for eyes in stop.eyes:
            pages = shown(stop, eyes)
            assert all(pages.values())
            assert pages == shown(stop, eyes), "the same position reads the same"
            json.loads(pages["json"])
            text = pages["text"].splitlines()
            assert max(map(len, text)) <= WIDTH
            assert all(line == line.rstrip() for line in text)
            for side in rules.sides.values():
                assert side.people in pages["html"] or side.name in pages["html"]


NO_TURNS = {
    ("plantagenet", "IIIB"): "Bosworth is but a Battle, without Turns or Influence (6.0 III(B))"
}
"""Scenarios without a calendar or a track, and why."""


@pytest.mark.slow
@some_scenarios
def test_a_position_has_a_table_a_track_and_a_calendar_with_one_box_for_now(
    rules: Rules, scenario: str
) -> None:
    for stop in stops(rules, scenario, f"parts {scenario}", 40):
        parts = rules.report(stop.view(PUBLIC), PUBLIC, {}).parts
        calendars = [part for part in parts if isinstance(part, Calendar)]
        now = [box for part in calendars for box in part.boxes if box.now]
        assert any(isinstance(part, ReportTable | Figure) for part in parts)
        turns = (rules.name, scenario) not in NO_TURNS
        assert any(isinstance(part, Track) for part in parts) == turns
        assert (bool(calendars), len(now)) == (turns, turns)


class Turned(SeededChance):
    """Remembers which slots were turned up for all, and what was in them."""

    def __init__(self, seed: int | str) -> None:
        super().__init__(seed)
        self.opened: list[tuple[str, str]] = []

    def open(self, slot: str) -> str | None:
        self.opened.append((slot, self.secrets[slot]))
        return super().open(slot)

    def deal(self, slot: str, side: str, openly: Callable[[str], bool]) -> str | None:
        if openly(self.secrets[slot]):
            self.opened.append((slot, self.secrets[slot]))
        return super().deal(slot, side, openly)

    def show(self, slots: tuple[str, ...], card: str) -> str:
        slot = super().show(slots, card)
        self.opened.append((slot, card))
        return slot


class OtherCards(Turned):
    """The same dice, but every face-down deck lies in another order."""

    def shuffle(self, deck: str, count: int, contents: Callable[[Cards], list[str]]) -> list[str]:
        slots = super().shuffle(deck, count, contents)
        cards = [self.secrets[slot] for slot in slots]
        self.secrets.update(zip(slots, [*cards[1:], *cards[:1]], strict=True))
        return slots


def heard(play: Play[Any]) -> list[Any]:
    """What everybody was told."""
    events: list[Any] = encode_story(play.decisions, play.events, PUBLIC)["events"]
    return events


def public(play: Play[Any]) -> list[Any]:
    """What everybody sees: the position, what lies beside it, where it stands, and what is asked of whom."""
    state = play.rules.secrets.veil(play.state, PUBLIC)
    asked = [(r.side, r.kind, r.question, r.rule, r.id) for r in play.pending]
    trays = play.rules.trays(state, PUBLIC, {})
    return [codec.dump(state), trays, play.rules.words.now(state), asked, play.result]


def begun(rules: Rules, scenario: str, options: dict[str, str], chance: SeededChance) -> Play[Any]:
    play: Play[Any] = Play.new(rules, scenario, options)
    play.start(chance)
    return play


@pytest.mark.slow
@some_scenarios
@pytest.mark.parametrize("seed", soaked([(n,) for n in range(WAYS)], [(0,)]))
def test_hidden_cards_show_nowhere_until_they_are_laid_open(
    rules: Rules, scenario: str, seed: int
) -> None:
    """Two games that differ in face-down cards alone: while the same is told, the same can be seen."""
    for options in ways(rules, scenario):
        one, two = Turned(seed), OtherCards(seed)
        mine, theirs = begun(rules, scenario, options, one), begun(rules, scenario, options, two)
        player = RandomPlayer(f"cards {seed}")
        for _ in range(60):
            if not mine.pending or one.opened != two.opened or heard(mine) != heard(theirs):
                break  # a card was turned up, and is another here
            assert public(mine) == public(theirs)
            first = mine.pending[0]
            stack = first.stack is not None
            answer = player.stack(first) if stack else player.line(first, one.secrets)
            give(mine, first.side, answer, one)
            try:
                give(theirs, first.side, answer, two)
            except PbemError:
                break  # who does not hold a card cannot lay it down
