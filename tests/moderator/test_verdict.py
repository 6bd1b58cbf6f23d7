"""What `verify` says is proven, what it leaves to the audit, and what it names."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from pbem.engine.table import Table
from pbem.gm.game import Game
from pbem.ledger.cases.time import DAY
from pbem.ledger.checks.fields import Rests
from pbem.proof.verdict import RULED, Failed, Ground, OrdersInARow, OwnRecord, Unwatched, Verdict
from pbem.protocol.save import Save
from pbem.reports.verdict import (
    LATER,
    LOOK,
    NOW,
    OPEN,
    OPEN_DICE,
    PLAY_ON,
    left_for_audit,
    line,
    meaning,
    text,
)
from pbem.version import VERSION
from tests.cheats.table import OTHER_PARLEY, PARLEY, mustering
from tests.differential.logs import bench
from tests.differential.table import installed
from tests.says import Pattern, says, sentence, worded

from .people import GM, NONCE, PLAYERS, Post, joined, played, seated
from .test_audit import send_policies
from .test_rulings import rule, told

CHECKED, WAITS = "reports.verdict.checked", "reports.verdict.line"
DECISIONS = "|".join(
    worded("reports.verdict.waiting", word=word) for word in ("decision", "decisions")
)
LINE = re.compile(
    worded(CHECKED, Pattern(r"(\d+) entries"), Pattern(r"(\d+) dice"), word="replayed")
    + rf"( {worded(WAITS, word='wait')}: ((\d+) ({DECISIONS}))?.*\.)?"
)


def words(found: Verdict) -> str:
    return " ".join(text(found).split())


def send(post: Post, side: str, *lines: str) -> None:
    error = told(post, post.sent(side, *lines))
    assert error is None, error


@pytest.mark.slow
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


@pytest.mark.slow
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
    assert int(match[5]) == everybody.resting
    assert "With your key: york's decisions by policies" in words(post.look("york").verify())
    assert "With your key" not in words(everybody)


def test_with_hidden_pieces_it_says_what_only_the_gm_knows_and_counts_it() -> None:
    cards = {side: f"{who.name} {who.public.fingerprint}" for side, who in PLAYERS.items()}
    post = joined(Post(Game.new(GM, "richard_iii", "kingmaker", cards, None, NONCE).dumps())).play(
        6
    )
    found = post.look().verify()
    played_by_gm = sentence(CHECKED, word="Nobody")
    assert f"{played_by_gm} {sentence(WAITS, word='wait')}" in line(found)
    records = [entry.body.record for entry in post.look().save.entries]
    assert found.resting == sum(len(record.decisions) for record in records)
    assert f"{found.resting} decisions" in line(found)
    assert f"{len(records)} positions" in line(found)
    dealt = [deal for entry in post.look().save.entries for deal in entry.body.record.deals]
    assert found.dealt == len(dealt) > 0
    own = post.look("york").verify()
    assert own.dealt == sum(deal.to != "york" for deal in dealt)
    decided = [row for record in records for row in record.decisions if row.side == "york"]
    assert own.kept.decisions == len(decided) == found.resting - own.resting
    said = words(own)
    assert f"of york's {len(decided)} decisions" in said or not decided
    for n, forced in own.kept.forced:
        assert says(said, "reports.verdict._word_of_the_gm", n, forced, word="legal")


def test_where_a_gm_and_a_player_could_have_chosen_dice_is_one_sentence() -> None:
    """Two orders of one side with dice, and no order of the other between."""
    post = mustering()
    before = {row.side: row.orders for row in post.look().verify().rows}
    send(post, "york", PARLEY)
    assert post.look().save.entries[-1].body.record.rolls
    assert "york" in post.asked()
    send(post, "york", OTHER_PARLEY)
    n = post.look().ledger.n
    found = post.look().verify()
    (row,) = [row for row in found.rows if row.last == n]
    assert isinstance(row, OrdersInARow)
    assert (row.side, row.first) == ("york", n - 1) if "york" not in before else row.orders >= 2
    assert says(text(found), "reports.verdict._together", word="player's")
    whole = " ".join(text(found, whole=True).split())
    assert says(whole, "reports.verdict._together", "york", row.orders, row.first, n, word="rolled")
    assert not says(whole, "reports.verdict._together", word="player's")


def test_new_ground_is_named_with_what_brought_it() -> None:
    post = mustering()
    n = post.look().ledger.n
    rule(post, "void", entry=n, reason="Once more.")
    found = post.look().verify()
    assert found.grounds == (Ground(n + 1, RULED["void"]),)
    assert f"entry {n + 1}, {RULED['void']}" in words(found)


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
    assert says(words(found), "reports.verdict._dice", n, "1 die", "lancaster", word="Entry")


def test_a_clock_that_is_days_ahead_of_ones_own_is_named() -> None:
    post = mustering()
    game = post.look("gm")
    n = game.tick(100 * DAY).n
    post.save = game.dumps()
    assert post.look().verify(now=100 * DAY - 3600).ahead == ()
    assert post.look().verify().ahead == ()
    found = post.look().verify(now=91 * DAY)
    assert found.ahead == (n,)
    assert says(words(found), "reports.verdict._doubtful", word="ahead")


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
    assert says(words(here), "reports.verdict._fails_here", word="fails")
    assert found.faults == (Failed(n, "york", "ZeroDivisionError", False, VERSION, 1),)
    assert says(words(found), "reports.verdict._fails_here", VERSION, word="LINE")


def test_whatever_rests_where_pieces_are_hidden_is_in_the_last_line() -> None:
    fault = Failed(7, "york", "ZeroDivisionError", None, VERSION, 1)
    found = Verdict(
        entries=9, dice=2, hidden=True, resting=3, shuffles=1, dealt=4, proofs=2, questions=5,
        openings=2, ended=1, over=True, faults=(fault,),
    )  # fmt: skip
    told = left_for_audit(found)
    assert set(told) == set(Rests) - {Rests.NOTHING}
    assert all(told.values())
    assert all(part in line(found) for part in told.values())
    assert "errors" not in line(replace(found, faults=()))


def test_a_fault_that_does_not_happen_here_is_in_the_last_line() -> None:
    found = Verdict(9, 2, faults=(Failed(7, "york", "ZeroDivisionError", False, VERSION, 1),))
    assert says(line(found), "reports.verdict.waiting", word="error")
    again = replace(found.faults[0], again=8, same=True)
    assert "error" not in line(replace(found, faults=(again,)))


def test_what_others_decided_for_me_is_printed_line_by_line() -> None:
    kept = OwnRecord(ruled=((4, "ruling", "norfolk: done"), (9, "absent", "pass")))
    told = words(Verdict(12, 0, "york", hidden=True, kept=kept))
    assert says(told, "reports.verdict._own", word="were made")
    assert "(entries 4 and 9)" in told
    assert says(
        told,
        "reports.verdict._word_of_the_gm",
        4,
        worded("reports.verdict._word_of_the_gm", word="ruled"),
        "norfolk: done",
        word="for you",
    )
    assert says(told, "reports.verdict._word_of_the_gm", word="were")
    assert "Entry 9:" in told
    assert says(told, "reports.verdict._word_of_the_gm", ..., ..., "pass", word="for you")


@pytest.mark.slow
def test_the_end_of_a_hidden_game_is_the_gms_word_until_all_have_signed_it() -> None:
    said = sentence("reports.verdict._word_of_the_gm", word="game")
    with installed():
        entries = bench("waiting in the fog").entries
        ended = next(entry.n for entry in entries if entry.body.record.result is not None)
        gm = entries[0].body.step.gm.fingerprint  # type: ignore[union-attr]
        found = [Game(Save(entries[:n], gm)).verify() for n in range(ended, len(entries) + 1)]
    assert [said in words(one) for one in found] == [False, *[True] * (len(found) - 2), False]
    assert len(found) > 3, "each signs in an entry of its own"


def test_cards_that_left_the_hand_are_listed() -> None:
    kept = OwnRecord(exact=1, gone=((4, "deck:campaign_1:3"), (9, "deck:campaign_1:5")))
    told = words(Verdict(12, 0, "york", hidden=True, kept=kept))
    assert says(told, "reports.verdict._own", "2 cards left", " (entries 4 and 9)", word="hand")
    for n, number in ((4, 4), (9, 6)):
        assert f"Entry {n}: card {number} of" in told
    assert told.count(sentence("reports.verdict._word_of_the_gm", word="left")) == 2


def test_it_ends_with_what_it_means_and_claims_no_more_than_the_line() -> None:
    """No die is named where none fell, nothing is played again where pieces are hidden."""
    plain = meaning(Verdict(5, 0))
    assert plain == sentence("reports.verdict.meaning", f"{OPEN} {PLAY_ON}")
    waits = meaning(Verdict(60, 57, shuffles=2))
    assert waits == sentence("reports.verdict.meaning", f"{OPEN} {OPEN_DICE} {PLAY_ON} {LATER}")
    assert meaning(Verdict(60, 57, shuffles=2, final=True)).endswith(f"{OPEN_DICE} {NOW}")
    veiled = meaning(Verdict(60, 57, hidden=True))
    assert "played" not in veiled
    assert veiled.endswith(f"{PLAY_ON} {LATER}")
    assert "die" not in meaning(Verdict(60, 0, hidden=True))


@pytest.mark.parametrize(
    "odd",
    [
        {"doubts": ((3, "x"),)},
        {"ahead": (3,)},
        {"faults": (Failed(3, "york", "X", here=False),)},
        {"faults": (Failed(3, "york", "X", here=True, again=4, same=False),)},
        {"faults": (Failed(3, "york", "X", here=True, otherwise=4),)},
    ],
)
def test_what_needs_a_look_is_part_of_what_it_means(odd: dict[str, Any]) -> None:
    said = meaning(Verdict(5, 2, **odd))
    assert LOOK in said
    assert PLAY_ON not in said
    assert PLAY_ON in meaning(
        Verdict(5, 2, faults=(Failed(3, "york", "X", True, again=4, same=True),))
    )
    assert LOOK in meaning(Verdict(5, 2), look=True)
