"""The ruling `again`: a program that no longer fails carries the line out with the dice that it had (section 13)."""

from __future__ import annotations

import pytest

from pbem.engine import codec
from pbem.errors import BadRuling, FalseEntry, NeedsProgram, ReplayMismatch
from pbem.gm.game import Game
from pbem.ledger.chances import GmChance
from pbem.proof.audit import Answer, Claim
from pbem.protocol.bodies import Ruling
from pbem.protocol.save import Save
from pbem.reports.audit import document
from pbem.reports.formats import text
from pbem.reports.verdict import text as verdict_words
from pbem.version import VERSION
from tests.cheats.table import OTHER_PARLEY, PARLEY, Crook, audited, order, veiled
from tests.says import says, worded

from .forger import chained, entries_of, plain, saved, verify
from .people import GM, PLAYERS, Post
from .test_faults import broken, failing, faulty
from .test_rulings import rule
from .writer import lenient

READERS = (None, *PLAYERS.values(), GM)


def again(post: Post) -> Post:
    """The GM carries out the line that failed in the last entry."""
    n = post.look().ledger.n
    rule(post, "again", entry=n)
    return post


def same_as_honest(before: Post, post: Post, *lines: str) -> None:
    """What the faulty entry and the `again` behind it did is what one entry would have done."""
    before.take({"york": lenient(before, "york", *lines)})
    honest = before.look().save.entries[-1].body.record
    first, second = (entry.body.record for entry in post.look().save.entries[-2:])
    (fault,) = first.faults
    kept = len(first.rolls) - fault.rolls
    assert (*first.rolls[:kept], *second.rolls) == honest.rolls
    assert second.rolls[: fault.rolls] == first.rolls[kept:]
    assert [(d.side, d.line) for d in (*first.decisions, *second.decisions)] == [
        (d.side, d.line) for d in honest.decisions
    ]
    now, then = post.look("gm").ledger, before.look("gm").ledger
    assert codec.dump(now.play.state) == codec.dump(then.play.state)
    assert [a.request for a in second.questions] == [a.request for a in honest.questions]
    assert second.link == ""
    for who in READERS:
        assert Game.loads(post.save, who).verify()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lines", "what", "after"),
    [
        ((PARLEY,), "", 1),
        ((PARLEY, "norfolk: done"), "", 1),
        ((PARLEY, OTHER_PARLEY, "norfolk: done"), "northampton", 1),
        (("if failed: march: done", PARLEY, "if failed: norfolk: done"), "", 1),
    ],
)
def test_again_gives_what_the_line_would_have_given(
    lines: tuple[str, ...], what: str, after: int
) -> None:
    before, post = faulty(*lines, what=what, after=after)
    same_as_honest(before, again(post), *lines)


def test_again_in_a_repeat_goes_on_with_the_round_that_failed() -> None:
    line = f"{failing()} until success max 3"
    before, post = faulty(line, after=2)
    same_as_honest(before, again(post), line)


@pytest.mark.slow
def test_again_in_a_game_with_hidden_pieces() -> None:
    post = veiled()
    line = next(o.line for o in post.look("york").legal() if " parley " in o.line)
    before, mail = post.copy(), lenient(post, "york", line)
    with broken():
        (receipt,) = post.take({"york": mail})
    assert receipt.error is None
    (fault,) = post.look().verify().faults
    assert (fault.here, fault.again) == (None, 0)
    again(post)
    same_as_honest(before, post, line)
    found = post.look().verify()
    (fault,) = found.faults
    assert (fault.here, fault.again, fault.same) == (None, post.look().ledger.n, True)
    assert "the same dice" in " ".join(verdict_words(found).split())


class Fails(GmChance):
    """His program breaks right after the die."""

    def roll(self, label: str, sides: int) -> int:
        super().roll(label, sides)
        raise RuntimeError


class NamesAnother(GmChance):
    """He carries the line out with a die of another name."""

    def roll(self, label: str, sides: int) -> int:
        return super().roll(f"another {label.partition('#')[0]}#1", sides)


def test_again_with_another_die_is_refused() -> None:
    post = veiled()
    line = next(o.line for o in post.look("york").legal() if " parley " in o.line)
    cheat = Crook(post).takes(order(post, "york", line), Fails)
    n = cheat.entries[-1].n
    cheat.writes(Ruling(kind="again", entry=n, program=VERSION, reason="Mended."), NamesAnother)
    with pytest.raises(
        FalseEntry, match=worded("ledger.checks.questions._Check.same_dice", word="failed")
    ):
        Game(Save(cheat.entries, GM.public.fingerprint), PLAYERS["york"]).verify()


def test_words_between_a_fault_and_again_change_nothing() -> None:
    _, post = faulty(PARLEY)
    n = post.look().ledger.n
    post.take({"say": post.look("lancaster").say("say", 0, "Well?").to_text()})
    rule(post, "again", entry=n)
    assert post.look().verify().faults[0].again == n + 2


def test_again_is_for_the_fault_that_waits() -> None:
    _, post = faulty(PARLEY)
    n = post.look().ledger.n
    game = post.look("gm")
    with pytest.raises(BadRuling):
        game.rule("again", "Once more.", entry=n - 1)
    again(post)
    with pytest.raises(BadRuling):
        post.look("gm").rule("again", "Once more.", entry=n)


def test_after_other_ground_there_is_no_again_and_verify_names_the_other_dice() -> None:
    _, post = faulty(PARLEY)
    n = post.look().ledger.n
    rule(post, "void", entry=n)
    with pytest.raises(BadRuling):
        post.look("gm").rule("again", "Once more.", entry=n)
    (fault,) = post.look().verify().faults
    assert (fault.again, fault.otherwise) == (0, n + 1)


def test_a_reader_whose_program_still_fails_needs_a_newer_one() -> None:
    _, post = faulty(PARLEY)
    n = post.look().ledger.n
    again(post)
    for who in READERS:
        with broken(), pytest.raises(NeedsProgram) as refused:
            Game.loads(post.save, who)
        assert (refused.value.facts["n"], refused.value.facts["program"]) == (n + 1, VERSION)


def test_again_rolls_the_same_dice_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    _, post = faulty(PARLEY)
    again(post)
    entries = entries_of(post.save)
    body = plain(entries[-1])
    body["record"]["rolls"][0]["label"] = body["record"]["rolls"][0]["label"].replace("#1", "#2")
    with pytest.raises(ReplayMismatch):
        verify(saved(chained(entries[:-1], [body])))


def test_only_again_names_a_program() -> None:
    with pytest.raises(ValueError, match=worded("protocol.steps.Ruling.__post_init__")):
        Ruling(kind="again", entry=1, reason="Because.")
    with pytest.raises(ValueError, match=worded("protocol.steps._check_used", ..., "program")):
        Ruling(kind="void", entry=1, program="1.3", reason="Because.")


def test_the_audit_shows_a_fault_only_where_it_happens_or_did_no_harm() -> None:
    _, post = faulty(PARLEY)
    n = post.look().ledger.n
    parties = "gm", "york", "lancaster"

    def finding(cheat: Post) -> tuple[Answer, int]:
        (row,) = [row for row in audited(cheat, *parties).findings if row.claim is Claim.FAULTS]
        return row.answer, row.entry

    assert finding(post) == (Answer.NOT_SHOWN, n)
    with broken():
        assert finding(post) == (Answer.PROVEN, -1)
    assert finding(again(post)) == (Answer.NOT_SHOWN, n), (
        "it gave nobody other dice, and is not shown"
    )
    told = " ".join(text.text(document(audited(post, *parties))).split())
    assert says(told, "proof.audit._faults", n, VERSION, n + 1, word="entry")
