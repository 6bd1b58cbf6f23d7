"""What lies beside the board is drawn from what its reader may see, and what is face down tells nothing."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pbem.engine.picture import DOWN, KINDS, LIES, STANDS, Token, Tray, face_down

from .games import RULES, Rules, Stop, some_scenarios, stops

EVERY = 17
"""Every so many stops are looked at."""


def drawn(stop: Stop, eyes: str) -> tuple[Tray, ...]:
    return stop.rules.trays(stop.view(eyes), eyes, stop.known(eyes))


def tokens(trays: tuple[Tray, ...]) -> Iterator[Token]:
    return (token for tray in trays for token in tray.tokens)


@pytest.mark.slow
@some_scenarios
def test_each_token_is_somebodys_and_what_is_face_down_tells_nothing_else(
    rules: Rules, scenario: str
) -> None:
    for n, stop in enumerate(stops(rules, scenario, f"trays {scenario}", 6 * EVERY)):
        if n % EVERY:
            continue
        for eyes in stop.eyes:
            trays = drawn(stop, eyes)
            assert trays == drawn(stop, eyes), "the same position is drawn the same"
            assert all(tray.rows and tray.title for tray in trays)
            for token in tokens(trays):
                assert token.kind in KINDS
                assert token.pose in (STANDS, LIES, DOWN)
                assert token.side in ("", *rules.sides)
                if token.pose == DOWN:
                    assert (token,) == face_down(token.kind, token.side)
                else:
                    assert token.text


@pytest.mark.slow
@some_scenarios
def test_ones_own_hidden_cards_lie_near_the_question(rules: Rules, scenario: str) -> None:
    texts = {card.id for card in rules.cards()}
    for n, stop in enumerate(stops(rules, scenario, f"hands {scenario}", 6 * EVERY)):
        if n % EVERY:
            continue
        for eyes in rules.sides:
            own = rules.secrets.hand(stop.view(eyes), eyes)
            held = {card for slot, card in stop.known(eyes).items() if slot in own}
            near = {token.card for tray in drawn(stop, eyes) if tray.near for token in tray.tokens}
            assert held & texts <= near


def test_a_game_that_says_nothing_has_the_hand_drawn() -> None:
    (rules,) = (rules for rules in RULES if rules.name == "two_provinces")
    made = super(type(rules), rules).trays
    (tray,) = made(rules.setup("march"), "north", {"hand:north:1": "HART"})
    assert (tray.near, [token.card for token in tray.tokens]) == (True, ["HART"])
    assert made(rules.setup("march"), "north", {}) == ()


def test_the_banners_of_the_others_lie_face_down_until_all_may_see_them() -> None:
    (rules,) = (rules for rules in RULES if rules.name == "two_provinces")
    stop = list(stops(rules, "march", "banners", 3))[-1]
    mine, *others = (tray for tray in drawn(stop, "north") if tray.title.startswith("Banner"))
    assert [token.pose for token in mine.tokens] == [STANDS]
    assert others
    assert all(token.pose == DOWN for tray in others for token in tray.tokens)


def test_a_block_is_turned_by_a_quarter_for_each_step() -> None:
    edges = {steps: Token("block", steps=steps, full=4).edges for steps in (4, 3, 2, 1)}
    assert edges[4] == (4, 3, 2, 1)
    assert edges[3] == (3, 2, 1, 4)
    assert edges[1] == (1, 4, 3, 2)
    assert Token("block", steps=2, full=3).edges == (2, 1, 0, 3)
    assert Token("block").edges == ()
