"""PROTOCOL, rule 4: after chance nothing is refused. What breaks then is a fault, and only a ruling goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from pbem.engine import codec
from pbem.engine.table import Table
from pbem.errors import Bug, ReplayMismatch, WaitsForRuling
from pbem.gm.game import Game
from pbem.ledger import sight
from pbem.ledger.chances import GmChance
from pbem.protocol.bodies import Fault
from pbem.version import VERSION
from tests.cheats.table import OTHER_PARLEY, PARLEY, mustering
from tests.says import says

from .forger import chained, entries_of, plain, saved, verify
from .people import GM, PLAYERS, Post
from .test_rulings import rule
from .writer import lenient


@contextmanager
def broken(
    what: str = "", after: int = 1, kind: type[Exception] = RecursionError
) -> Iterator[None]:
    """Rules that fail right after the n-th die with these words, counted from the step's beginning."""
    honest = Table.roll
    tables: list[Any] = []

    async def roll(self: Any, label: str, *args: Any, **named: Any) -> int:
        value: int = await honest(self, label, *args, **named)
        if what in label:
            tables.append(self)
            if sum(table is self for table in tables) >= after:
                raise kind
        return value

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Table, "roll", roll)
        yield


def faulty(*lines: str, what: str = "", after: int = 1) -> tuple[Post, Post]:
    """York's order broke the GM's program after a die; the game before and after."""
    post = mustering()
    before = post.copy()
    mail = lenient(post, "york", *lines)
    with broken(what, after):
        (receipt,) = post.take({"york": mail})
    assert receipt.error is None
    return before, post


def test_a_bug_before_the_first_die_refuses_the_mail_and_says_so() -> None:
    post = mustering()
    mail = post.sent("york", PARLEY)
    with pytest.MonkeyPatch.context() as patch:

        async def fails(*_: Any, **__: Any) -> int:
            raise RecursionError

        patch.setattr(Table, "roll", fails)
        (receipt,) = post.take({"york": mail})
    assert isinstance(receipt.error, Bug)
    (receipt,) = post.take({"york": mail})
    assert receipt.error is None


def test_a_fault_tells_line_dice_and_class_and_the_position_is_that_before_the_line() -> None:
    before, post = faulty(PARLEY, "norfolk: done")
    entry = post.look().save.entries[-1]
    record = entry.body.record
    assert record.faults == (
        Fault(side="york", entry=entry.n, place=1, rolls=1, kind="RecursionError", program=VERSION),
    )
    assert len(record.rolls) == 1
    assert record.decisions == ()
    assert record.questions == ()
    ledger = post.look().ledger
    assert codec.dump(ledger.play.state) == codec.dump(before.look().ledger.play.state)
    assert ledger.chains.latest["york"].number == before.look().ledger.askings["york"].link
    assert ledger.askings == {}
    assert post.look().requests == ()


def test_nobody_is_asked_after_a_fault_and_only_a_ruling_goes_on() -> None:
    before, post = faulty(PARLEY)
    again = before.sent("york", PARLEY, revision=2)
    (receipt,) = post.take({"york": again})
    assert receipt.error is not None
    number = post.look().ledger.chains.numbers["york"]
    lord, coin = next((id, lord.coin) for id, lord in post.look().ledger.play.state.lords.items())
    rule(post, "patch", lines=[f"set lord {lord} coin {coin}"])
    ledger = post.look().ledger
    assert ledger.position.failure is None
    assert ledger.askings["york"].number == number + 1
    assert ledger.owes_ready() == ("lancaster",)
    post.ready()
    (receipt,) = post.take({"york": post.sent("york", PARLEY)})
    assert receipt.error is None
    rolls = [[r.label for r in e.body.record.rolls] for e in post.look().save.entries[-4:]]
    assert rolls == [rolls[0], [], [], rolls[0]]
    assert post.look().verify()


def test_a_mail_that_comes_while_a_fault_waits_is_told_so() -> None:
    _, post = faulty(PARLEY)
    game = post.look("gm")
    ledger = game.ledger
    assert ledger.position.failure is not None
    mail = mustering().sent("york", PARLEY)
    (receipt,) = game.apply({"york": mail})
    assert isinstance(receipt.error, WaitsForRuling) or "answered already" in str(receipt.error)


@pytest.mark.slow
@pytest.mark.parametrize("who", ["", "york", "lancaster", "gm"])
def test_verify_names_a_fault_that_does_not_happen_here(who: str) -> None:
    _, post = faulty(PARLEY, "norfolk: done")
    n = len(post.look().save.entries) - 1
    reader = {**PLAYERS, "gm": GM}.get(who)
    game = Game.loads(post.save, reader)
    (story,) = game.stories(n)
    assert any(says(doubt, "ledger.run.Run.guarded", word="happen") for doubt in story.doubts)
    assert game.verify()
    with broken():
        again = Game.loads(post.save, reader)
        (story,) = again.stories(n)
        assert story.doubts == ()
        assert again.ledger == game.ledger


def test_a_fault_in_a_repeat_goes_back_to_before_that_round_of_it() -> None:
    """The rounds before stand, and whoever has no such fault stops at the same round."""
    line = f"{failing()} until success max 3"
    before, post = faulty(line, after=2)
    record = post.look().save.entries[-1].body.record
    rolls, (fault,) = record.rolls, record.faults
    honest = before.copy()
    honest.take({"york": lenient(honest, "york", line)})
    right = honest.look().save.entries[-1].body.record.rolls
    assert rolls == right[: len(rolls)]
    assert (fault.place, fault.rolls) == (1, 1)
    assert len(rolls) == 2
    assert len(record.decisions) == 1
    for who in (None, *PLAYERS.values(), GM):
        assert Game.loads(post.save, who).verify()


def failing() -> str:
    """A parley that fails, and can be tried again."""
    for option in mustering().look("york").legal():
        post = mustering()
        if " parley " in option.line:
            post.take({"york": lenient(post, "york", f"{option.line} until success max 3")})
            if len(post.look().save.entries[-1].body.record.rolls) > 1:
                return option.line
    raise AssertionError("every parley succeeds at once")


def test_a_second_line_that_breaks_leaves_the_first() -> None:
    _, post = faulty(PARLEY, OTHER_PARLEY, what="northampton")
    record = post.look().save.entries[-1].body.record
    (fault,) = record.faults
    assert (fault.side, fault.place, fault.rolls) == ("york", 2, 1)
    assert [d.line for d in record.decisions if d.side == "york"] == [PARLEY]
    assert [o.place for o in record.opened] == [1, 2]
    for who in (None, *PLAYERS.values(), GM):
        assert Game.loads(post.save, who).verify()


def test_a_condition_that_breaks_after_a_die_is_a_fault_too() -> None:
    """Whatever it is: nobody writes another order for links that are known."""
    post = mustering()
    mail = lenient(post, "york", PARLEY, "if coin norfolk > 0: norfolk: done")
    honest, armed = sight.look_of, False

    def look_of(*args: Any) -> Any:
        look = honest(*args)

        def looked(words: tuple[str, ...]) -> Any:
            if armed and rolled:
                raise MemoryError
            return look(words)

        return looked

    rolled: list[int] = []
    roll = GmChance.roll

    def counted(self: GmChance, label: str, sides: int) -> int:
        rolled.append(1)
        return roll(self, label, sides)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sight, "look_of", look_of)
        patch.setattr(GmChance, "roll", counted)
        armed = True
        (receipt,) = post.take({"york": mail})
    assert receipt.error is None
    entry = post.look().save.entries[-1]
    assert entry.body.record.faults == (
        Fault(side="gm", entry=entry.n, place=0, kind="MemoryError", program=VERSION),
    )
    assert len(entry.body.record.rolls) == 1
    assert [d.line for d in entry.body.record.decisions] == [PARLEY]
    assert post.look().ledger.askings == {}
    for who in (None, *PLAYERS.values(), GM):
        assert Game.loads(post.save, who).verify()


def test_a_fault_is_not_free_to_invent() -> None:
    """It tells of the dice that fell; none that would still have to fall, and none before a die."""
    _, post = faulty(PARLEY, "norfolk: done")
    entries = entries_of(post.save)
    for changes in ({"rolls": 2}, {"rolls": None}, {"place": 2}, {"side": "lancaster"}):
        body = plain(entries[-1])
        body["record"]["faults"][0].update(changes)
        if changes == {"rolls": None}:
            del body["record"]["faults"][0]["rolls"]
        with pytest.raises(ReplayMismatch):
            verify(saved(chained(entries[:-1], [body])))
    body = plain(entries[-1])
    del body["record"]["rolls"]
    with pytest.raises(ReplayMismatch):
        verify(saved(chained(entries[:-1], [body])))


def test_standing_orders_that_break_after_a_die_do_not_undo_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A policy is looked at after York's dice fell: what breaks there vetoes nothing."""
    post = mustering()
    mail = lenient(post, "york", PARLEY, "norfolk: done", "march: done", "warwick_y: done")
    honest = GmChance.prepared
    broke = []

    def prepared(self: GmChance, request: Any) -> Any:
        if request.side == "lancaster":
            broke.append(request.id)
            raise OverflowError
        return honest(self, request)

    with monkeypatch.context() as patch:
        patch.setattr(GmChance, "prepared", prepared)
        (receipt,) = post.take({"york": mail})
    if not broke:
        pytest.skip("nothing is asked of Lancaster in this entry")
    assert receipt.error is None
    assert [f.kind for f in post.look().save.entries[-1].body.record.faults] == ["OverflowError"]
    assert post.look().verify()
