"""What `verify` says is proven, what it leaves to the audit, and what it names."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pbem.engine.table import Table
from pbem.moderator.cases.time import DAY
from pbem.moderator.game import Game
from pbem.moderator.proof.verdict import Failed, Ground, Idle, Unwatched, Verdict
from pbem.reports.verdict import line, text
from pbem.version import VERSION
from tests.cheats.table import PARLEY, mustering

from .people import GM, NONCE, PLAYERS, Post, joined, played, seated
from .test_audit import send_policies
from .test_rulings import rule, told

LINE = re.compile(
    r"In order\. (\d+) entries, (\d+) dice proven"
    r"(; (\d+) decisions? rests? on sealed standing orders, proven at the audit)?\."
)


def words(found: Verdict) -> str:
    return " ".join(text(found).split())


def send(post: Post, side: str, *lines: str) -> None:
    error = told(post, post.sent(side, *lines))
    assert error is None, error


def test_the_line_counts_entries_and_dice() -> None:
    post = played(30)
    entries = post.look().save.entries
    found = post.look().verify()
    match = LINE.fullmatch(line(found))
    assert match, line(found)
    dice = sum(len(entry.body.record.rolls) for entry in entries)
    assert (int(match[1]), int(match[2])) == (len(entries), dice)
    assert (found.shuffles, found.resting, found.faults, found.grounds) == (2, 0, (), ())
    assert "2 shuffles" in words(found)
    assert max(map(len, text(found).splitlines())) <= 78


def test_decisions_on_sealed_standing_orders_are_counted_but_for_their_owner() -> None:
    post = seated()
    send_policies(post)
    by: set[str] = set()
    while "york" not in by:
        post.turn()
        decided = [d for e in post.look().save.entries for d in e.body.record.decisions]
        by |= {d.side for d in decided if d.by == "policy"}
    count = {side: sum(d.by == "policy" and d.side == side for d in decided) for side in PLAYERS}
    everybody = post.look().verify()
    assert everybody.resting == sum(count.values())
    assert post.look("york").verify().resting == sum(count.values()) - count["york"]
    assert post.look("york").verify().side == "york"
    match = LINE.fullmatch(line(everybody))
    assert match
    assert int(match[4]) == everybody.resting
    assert "With your key: every decision and question of york" in words(post.look("york").verify())
    assert "With your key" not in words(everybody)


def test_in_a_veiled_game_it_says_that_the_rules_are_proven_at_the_audit() -> None:
    cards = {side: f"{who.name} {who.public.fingerprint}" for side, who in PLAYERS.items()}
    post = joined(Post(Game.new(GM, "richard_iii", "kingmaker", cards, None, NONCE).dumps())).play(
        6
    )
    found = post.look().verify()
    assert "the position is secret, so the rules are proven at the audit" in line(found)
    dealt = [deal for entry in post.look().save.entries for deal in entry.body.record.deals]
    assert found.dealt == len(dealt) > 0
    own = post.look("york").verify()
    assert own.dealt == sum(deal.to != "york" for deal in dealt)
    assert "every line that you ordered" in words(own)


def test_orders_that_rolled_nothing_in_a_row_are_named() -> None:
    post = mustering()
    first = post.look().ledger.n + 1
    for lord in ("march", "norfolk"):
        send(post, "york", f"{lord}: done")
    if not any(run.side == "york" for run in post.look().verify().idle):
        send(post, "york", "warwick_y: done")
    (run,) = [run for run in post.look().verify().idle if run.side == "york"]
    assert isinstance(run, Idle)
    assert run.orders >= 3
    assert run.first <= first <= run.last
    assert "orders in a row that rolled nothing" in words(post.look().verify())


def test_a_die_ends_the_row() -> None:
    post = mustering()
    before = [run for run in post.look().verify().idle if run.side == "york"]
    send(post, "york", PARLEY)
    assert post.look().save.entries[-1].body.record.rolls
    assert [run for run in post.look().verify().idle if run.side == "york"] == before


def test_new_ground_is_named_with_what_brought_it() -> None:
    post = mustering()
    n = post.look().ledger.n
    rule(post, "void", entry=n, reason="Once more.")
    found = post.look().verify()
    assert found.grounds == (Ground(n + 1, "a ruling (void)"),)
    assert f"entry {n + 1}, a ruling (void)" in words(found)


def absent(post: Post, side: str) -> None:
    """A side that says nothing for a month, by the GM's clock, is declared absent."""
    game = post.look("gm")
    game.tick(100 * DAY)
    game.absent(side, 131 * DAY, "No word for a month.")
    post.save = game.dumps()


def test_dice_that_fell_while_a_side_was_absent_are_named() -> None:
    post = mustering()
    rule(post, "patch", lines=["set lords norfolk coin 3"])
    assert post.look().ledger.owes_ready() == ("lancaster",)
    absent(post, "lancaster")
    send(post, "york", PARLEY)
    n = post.look().ledger.n
    found = post.look().verify()
    assert found.unwatched == (Unwatched(n, 1, ("lancaster",)),)
    assert f"Entry {n}: 1 die fell while lancaster was absent" in words(found)


def test_a_clock_that_is_days_ahead_of_ones_own_is_named() -> None:
    post = mustering()
    game = post.look("gm")
    n = game.tick(100 * DAY).n
    post.save = game.dumps()
    assert post.look().verify(now=99 * DAY).ahead == ()
    assert post.look().verify().ahead == ()
    found = post.look().verify(now=91 * DAY)
    assert found.ahead == (n,)
    assert "days ahead of yours" in words(found)


def failing(patch: pytest.MonkeyPatch) -> None:
    """A program that fails after each die."""
    roll = Table.roll

    async def fail(self: Table[Any], *args: Any, **more: Any) -> int:
        await roll(self, *args, **more)
        raise ZeroDivisionError

    patch.setattr(Table, "roll", fail)


def test_a_fault_that_does_not_happen_here_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    post = mustering()
    with monkeypatch.context() as patch:
        failing(patch)
        send(post, "york", PARLEY)
        n = post.look().ledger.n
        here = post.look().verify()
    found = Game.loads(post.save).verify()
    assert here.faults == (Failed(n, "york", "ZeroDivisionError", True, VERSION, 1),)
    assert "It fails here too." in words(here)
    assert found.faults == (Failed(n, "york", "ZeroDivisionError", False, VERSION, 1),)
    assert f"IT DOES NOT FAIL HERE (pbem {VERSION})." in words(found)
