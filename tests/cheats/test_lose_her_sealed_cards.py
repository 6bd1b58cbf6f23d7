"""Games with hidden pieces: York's sealed Plan, or a card dealt to her, never comes to lie where it belongs."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest

from pbem.games import find
from pbem.gm.game import Game
from pbem.ledger import disclosure
from pbem.protocol.bodies import Change, Mailed, replace
from pbem.protocol.save import Save
from pbem.reports.verdict import text
from tests.differential.stranger import Stranger
from tests.drawn import kept
from tests.moderator.people import joined
from tests.says import says, sentence

from .table import (
    ANN,
    BOB,
    GM,
    NONCE,
    Crook,
    Post,
    any_line,
    audit,
    mailed,
    order,
    veiled,
    verify,
)

Lie = Callable[[Any], None]


def lying(post: Post, step: Mailed, lie: Lie) -> Crook:
    """He takes a step as it should be, and changes the position before he tells of it."""
    tell = disclosure.tell

    def changed(draft: Any, *more: Any) -> dict[str, Any]:
        lie(draft.play.state)
        return tell(draft, *more)

    crook = Crook(post)
    with mock.patch.object(disclosure, "tell", changed):
        return crook.writes(step)


def sealing() -> tuple[Post, Mailed]:
    """Hidden Mats: York has sealed her Plan, and Lancaster's comes now."""
    post = veiled()
    while [row.stack is not None for row in post.look().requests] != [True, True]:
        post.turn()
    assert mailed(post, plan(post, "york")).error is None
    return post, Mailed(order=plan(post, "lancaster"))


def plan(post: Post, side: str) -> Any:
    return order(post, side, any_line(post.look(side), post.random))


@pytest.mark.slow
@pytest.mark.parametrize(
    "lie", [lambda cards: ["pass"] * len(cards), lambda cards: cards[:-1], lambda cards: []]
)
def test_her_plan_is_the_one_that_she_sealed(lie: Callable[[list[str]], list[str]]) -> None:
    """Cards that lie open, such as `pass`, in place of hers; or her last ones are not there."""
    post, step = sealing()
    honest = Crook(post).writes(step)
    assert [verify(honest, who) for who in (None, ANN, BOB)] == ["", "", ""]

    def change(state: Any) -> None:
        state.plan["york"] = lie(state.plan["york"])

    cheat = lying(post, step, change)
    for who in (None, ANN, BOB):
        assert says(verify(cheat, who), "ledger.checks.hidden._check_none_gone", word="there")
    reader = Stranger()
    *before, last = [reader.entry(entry) for entry in cheat.entries]
    assert not any(before)
    assert "is not in the position" in last


def ending() -> tuple[Post, Mailed]:
    """Hidden Mats, the Wars: an order that ends a War while cards of both Plans are still to be turned up."""
    post, step = _ending()
    return post.copy(), step


@kept
def _ending() -> tuple[Post, Mailed]:
    options = {"hidden_mats": "yes"}
    game = Game.new(GM, "plantagenet", "wars_of_the_roses", {}, options, NONCE)
    post = joined(Post(game.dumps()))
    while (state := post.look("gm").ledger.play.state).step != "command":
        post.turn()
    assert all(state.plan.values())
    game = post.look("gm")
    game.rule("patch", "We missed that York has won this War.", lines=["set war_winner york"])
    post.save = game.dumps()
    while True:
        before = post.copy()
        post.turn()
        body = post.look().save.entries[-1].body
        if any(change.path == ("scenario",) for change in body.record.changes):
            assert isinstance(body.step, Mailed)
            return before, body.step


@pytest.mark.slow
def test_with_a_war_ends_what_was_sealed_in_it_and_each_reader_is_told() -> None:
    post, step = ending()
    left = sum(map(len, post.look("gm").ledger.play.state.plan.values()))
    honest = Crook(post).writes(step)
    for who in (None, ANN, BOB):
        found = Game(Save(honest.entries, GM.public.fingerprint, beside=honest.menus), who).verify()
        words = sentence("ledger.checks.hidden._check_none_gone", left, word="scenario")
        assert words in " ".join(text(found).split())
    assert audit(honest) == ""
    reader = Stranger()
    assert not any(reader.entry(entry) for entry in honest.entries)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("claimed", "why"),
    [
        (False, sentence("ledger.checks.hidden._check_none_gone", word="there")),
        (True, sentence("ledger.checks.hidden.position_after", word="none")),
    ],
)
def test_in_a_war_that_goes_on_no_plan_is_lost(claimed: bool, why: str) -> None:
    """He takes her Plan away and lets the War go on, or says beside it that one follows, which is the same War."""
    post, step = ending()

    def change(state: Any) -> None:
        state.scenario, state.plan["york"] = "I", []

    cheat = lying(post, step, change)
    assert not any(row.path == ("scenario",) for row in cheat.last.changes)
    if claimed:
        record, cheat.entries = cheat.last, cheat.entries[:-1]
        rows = sorted(
            [*record.changes, Change(path=("scenario",), value="I")], key=lambda row: row.path
        )
        cheat.signs(step, replace(record, changes=tuple(rows)))
    for who in (None, ANN, BOB):
        assert why in verify(cheat, who)
    reader = Stranger()
    *before, last = [reader.entry(entry) for entry in cheat.entries]
    assert not any(before)
    # A stranger has no setup, and so cannot know which scenario comes first.
    assert claimed or "is not in the position" in last


def dealing() -> tuple[Post, Mailed]:
    """Richard III: seven cards are dealt to each."""
    scenario = next(iter(find("richard_iii").scenarios()))
    post = joined(Post(Game.new(GM, "richard_iii", scenario, {}, None, NONCE).dumps()))
    while True:
        before = post.copy()
        post.turn()
        body = post.look().save.entries[-1].body
        if body.record.deals:
            assert isinstance(body.step, Mailed)
            return before, body.step


def test_a_card_dealt_to_her_that_she_does_not_hold_is_named() -> None:
    """The residue: of a drawn card the rules may make something else, which only the GM can know."""
    post, step = dealing()
    slot = "deck:campaign_1:0"

    def change(state: Any) -> None:
        state.hands["york"].remove(slot)

    cheat = lying(post, step, change)
    found = Game(Save(cheat.entries, GM.public.fingerprint, beside=cheat.menus), ANN).verify()
    assert [row[:2] for row in found.kept.astray] == [(cheat.entries[-1].n, slot)]
    assert says(" ".join(text(found).split()), "reports.verdict._word_of_the_gm", word="come")
    assert says(audit(cheat), "ledger.chances.compare", "stories")


def test_a_card_that_nobody_dealt_her_is_not_in_her_hand() -> None:
    post, step = dealing()

    def change(state: Any) -> None:
        state.hands["york"][0] = "deck:campaign_1:20"

    cheat = lying(post, step, change)
    assert verify(cheat) == ""
    assert says(verify(cheat, ANN), "ledger.disclosure._check_hand", word="into")
