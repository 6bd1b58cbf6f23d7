"""Reports all through random games: they fit the page, and tell nobody the others' hidden cards."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.games import find
from pbem.reports.context import EntryStory, asked_of, build, story
from pbem.reports.formats import render
from pbem.reports.formats.text import WIDTH
from tests.reports.samples import FORMATS
from tests.tiers import soaked

AUDIENCES = ("york", "lancaster", "public")


def positions(
    scenario: str, seed: str, most: int
) -> Iterator[tuple[Play[Any], SeededChance, EntryStory]]:
    """A game of random choices, at every request."""
    choose, chance = random.Random(seed), SeededChance(seed)
    play: Play[Any] = Play.new(find("plantagenet"), scenario, {})
    play.start(chance)
    for n in range(1, most):
        if not play.pending:
            return
        request = play.pending[0]
        play.begin_entry()
        if request.stack is not None:
            deck = [name for name, most in request.stack.limits.items() for _ in range(most % 8)]
            cards = choose.sample(deck, request.stack.size)
            slots = [f"{request.id}:{request.side}:{i}" for i in range(len(cards))]
            chance.secrets.update(zip(slots, cards, strict=True))
            play.answer_stack(request.side, slots, chance)
        else:
            held = [chance.secrets[slot] for slot in request.slots]
            options = list(request.menu.possible(held))
            busy = [o for o in options if not {"disband", "exile", "done"} & set(o.line.split())]
            play.answer(request.side, choose.choice(busy or options).line, chance)
        told = story(n, request.side, f"{request.side}:{n}", play.decisions, play.table.events)
        yield play, chance, told


def report(
    play: Play[Any],
    told: EntryStory,
    audience: str,
    known: Mapping[str, str],
    formats: Iterable[str] = FORMATS,
) -> str:
    rules = find("plantagenet")
    context = build(
        "A game",
        "plantagenet",
        audience,
        [told],
        rules.report(play.state, audience, known),
        [asked_of(request, audience, known) for request in play.pending],
        "0" * 64,
        told.n,
        play.result.reason if play.result else "",
    )
    veiled = rules.secrets.veil(play.state, audience)
    shown = replace(context, picture=rules.picture(veiled, audience))
    return "".join(render(shown, format) for format in formats)


def own(play: Play[Any], chance: SeededChance, audience: str) -> dict[str, str]:
    if audience not in ("york", "lancaster"):
        return {}
    slots = find("plantagenet").secrets.hand(play.state, audience)
    return {slot: chance.secrets[slot] for slot in slots}


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["Ia 1", "Ia 2", "Ib 3"])
def test_text_reports_of_a_random_game_fit_the_page(seed: str) -> None:
    for play, chance, told in positions(seed[:2], seed, 60):
        for audience in AUDIENCES:
            text = report(play, told, audience, own(play, chance, audience), ["text"])
            assert max(map(len, text.splitlines())) <= WIDTH


@pytest.mark.slow
@pytest.mark.parametrize("seed", soaked([("Ia 3",), ("Ib 4",)], [("Ib 4",)]))
def test_other_hidden_cards_never_change_a_report_of_a_random_game(seed: str) -> None:
    held = 0
    for play, chance, told in positions(seed[:2], seed, 80):
        for audience in AUDIENCES:
            mine = own(play, chance, audience)
            others = {
                slot: card
                for side in AUDIENCES
                if side != audience
                for slot, card in own(play, chance, side).items()
            }
            held += len(others)
            shifted = dict(zip(others, [*others.values()][::-1], strict=True))
            assert report(play, told, audience, mine | others) == report(
                play, told, audience, mine | shifted
            )
    assert held, "nothing was ever hidden: this test proves nothing"
