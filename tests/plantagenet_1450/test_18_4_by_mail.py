"""18.4 The Yorkist deck joins in a game by mail: everybody can check it, and the audit proves the shuffle."""

from __future__ import annotations

import pytest

from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.gm.game import Game
from tests.moderator.people import GM, Post, joined
from tests.moderator.test_audit import audited, ended, unproven
from tests.moderator.test_rulings import rule
from tests.plantagenet_1450.test_public_check import fresh, go_on, send, state_of

LONDON = (
    "set leaders.edward_march.status free",
    "set leaders.edward_march.at 1928",
    "set leaders.henry_vi.status captive",
    "set control.london york",
    "set legitimacy.york 20",
    "set treasury.york 20",
    "set treasury.lancaster 0",
)
"""Edward of March in a Yorkist London, and no sole king."""


def worth_three(post: Post) -> str:
    """A line of York's that plays a card for three points or more, or ""."""
    for option in post.look("york").legal():
        word = option.line.split()
        if word[0] == "points" and len(word) == 2 and facts().cards[word[1].upper()].points >= 3:
            return option.line
    return ""


def coronation() -> Post:
    """York, who holds such a card, is to play in a position that the GM has corrected."""
    for nonce in range(1, 40):
        made = Game.new(
            GM, PLANTAGENET_1450.name, "wars_of_the_roses", {}, nonce=bytes([nonce]) * 32
        )
        post = go_on(joined(Post(made.dumps(), seed=3)).ready(), "impulse", "york")
        if worth_three(post):
            rule(post, "patch", lines=list(LONDON))
            return post.ready()
    raise AssertionError("York is never dealt such a hand")


@pytest.mark.slow
def test_18_4_the_shuffle_at_a_coronation_is_checked_by_all_and_proven_by_the_audit() -> None:
    post = coronation()
    undrawn = len(state_of(post).deck)
    send(post, "york", worth_three(post))
    send(post, "york", "crown edward_march for 3")
    send(post, "york", "bid 6")
    state = state_of(post)
    assert state.leaders["edward_march"].crowned
    assert len(state.deck) == undrawn + 55
    assert state.shuffles == 2
    for who in ("", "york", "lancaster"):
        fresh(post, who).verify()
    go_on(post, "impulse", "lancaster", turn=2)
    drawn = sum(slot.startswith("deck:intrigue_2:") for slot in state_of(post).hands["york"])
    assert drawn >= 4, "the next hand comes from the new deck, but for a Plot card"
    found = audited(post, ended(post))
    assert unproven(found) == {}
