"""The ledger is a value. Nothing in it can change, and a refused step leaves the old one."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any

import msgspec
import pytest

from pbem.engine import codec
from pbem.errors import PbemError
from pbem.gm.game import Game
from pbem.ledger import frozen
from pbem.ledger.chances import GmChance
from pbem.ledger.ledger import Ledger
from pbem.ledger.take import take
from pbem.ledger.values import Parts
from pbem.protocol.bodies import AnyStep, Clocked, Mailed, Ruling, Seated

from .busy import busy
from .people import EVE, GM, PLAYERS, Post, any_line, played, with_everything, with_plans
from .writer import lenient, opened, rewritten

PLAIN = (str, int, bytes, type(None))


def mutable(value: Any, path: str = "ledger") -> Iterator[str]:
    """Every place below a value that could be changed."""
    if isinstance(value, PLAIN):
        return
    if isinstance(value, tuple):
        for place, item in enumerate(value):
            yield from mutable(item, f"{path}[{place}]")
    elif isinstance(value, MappingProxyType):
        for key, item in value.items():
            yield from mutable(key, f"{path} key")
            yield from mutable(item, f"{path}[{key!r}]")
    elif isinstance(value, msgspec.Struct) and value.__struct_config__.frozen:
        for name in value.__struct_fields__:
            yield from mutable(getattr(value, name), f"{path}.{name}")
    else:
        yield f"{path}: {type(value).__name__}"


def ledgers() -> Iterator[Ledger]:
    for post in (played(10), with_plans(2), with_plans(2, escrow=False), with_everything()):
        for who in ("", "york", "lancaster", "gm"):
            yield post.look(who).ledger
    for name in ("plantagenet", "hidden mats"):
        for reader in (None, GM, PLAYERS["lancaster"]):
            yield Game.loads(busy(name), reader).ledger


@pytest.mark.slow
def test_nothing_in_a_ledger_can_be_changed() -> None:
    for ledger in ledgers():
        assert list(mutable(ledger)) == []


def test_the_walk_finds_what_can_be_changed() -> None:
    ledger = played(4).look().ledger
    assert list(mutable((1, [2]))) == ["ledger[1]: list"]
    broken = msgspec.structs.replace(ledger, askings={})
    assert list(mutable(broken)) == ["ledger.askings: dict"]


@pytest.mark.slow
def test_a_ledger_comes_back_from_its_bytes() -> None:
    for ledger in ledgers():
        assert frozen.loads(Ledger, frozen.dumps(ledger)) == ledger


def refused(post: Post) -> Iterator[AnyStep]:
    """Steps of every kind that cannot be taken; some fail only after something was done."""
    side = post.asked()[0]
    mail = post.sent(side, any_line(post.look(side), post.random))
    who = PLAYERS[side]
    order = opened(mail)
    yield Mailed(order=opened(rewritten(mail, EVE)))
    yield Mailed(order=opened(rewritten(mail, who, question=order.body.question + 1)))  # type: ignore[union-attr]
    yield Mailed(order=opened(rewritten(mail, who, link=64 * "0")))
    yield Mailed(order=opened(rewritten(mail, who, commitment=64 * "0")))
    yield Mailed(order=opened(rewritten(mail, who, head=64 * "0")))
    yield Mailed(order=opened(lenient(post, side, "march: to the moon")))
    yield Mailed(order=opened(lenient(post, side, "if failed and success: pass")))
    yield Clocked(kind="resume", at=5)
    yield Ruling(kind="void", entry=1, reason="No.")
    yield Ruling(kind="void", entry=99, reason="No.")
    yield Ruling(kind="patch", lines=("set lords.march.coin -1",), reason="No.")
    yield Ruling(kind="impose", side=side, lines=("march: to the moon",), reason="No.")
    yield Ruling(kind="option", lines=("no_such 1",), reason="No.")
    yield Ruling(kind="result", side="nobody", reason="No.")
    yield Seated(order=Game.loads(post.save, EVE).claim(side).envelope)


@pytest.mark.slow
@pytest.mark.parametrize("kept", [True, False], ids=["going on", "read anew"])
def test_a_refused_step_leaves_the_old_ledger(kept: bool) -> None:
    """In its value, and in the running game beside it."""
    post = played(12)
    while post.look(post.asked()[0]).request().stack is not None:
        post.turn()
    game = post.look("gm")
    for step in refused(post):
        if not kept:
            game = Game.loads(post.save, GM)
        ledger = game.ledger
        before = frozen.dumps(ledger)
        state = codec.dump(ledger.play.state)
        pending = [(r.id, [o.line for o in r.options]) for r in ledger.pending()]
        with pytest.raises(PbemError):
            game.add(step)
        assert game.ledger is ledger
        assert frozen.dumps(ledger) == before
        assert ledger == Game.loads(post.save, GM).ledger
        assert codec.dump(ledger.play.state) == state
        assert [(r.id, [o.line for o in r.options]) for r in ledger.pending()] == pending
        assert game.dumps() == post.save
    side = post.asked()[0]
    (receipt,) = game.apply({"honest": post.sent(side, any_line(post.look(side), post.random))})
    assert receipt.error is None


def test_a_step_taken_leaves_the_old_ledger_too() -> None:
    """The same step can be taken from it again, and gives the same record."""
    post = with_everything()
    game = post.look("gm")
    ledger, before = game.ledger, frozen.dumps(game.ledger)
    side = post.asked()[0]
    step = Mailed(order=opened(post.sent(side, any_line(post.look(side), post.random))))
    records = []
    for _ in range(2):
        taken = take(ledger, step, GmChance(game.holder.keys, game._past))
        records.append(taken.record)
        assert frozen.dumps(ledger) == before
    assert records[0] == records[1]


@pytest.mark.slow
def test_a_rewind_is_the_old_position_and_nothing_else_goes_back() -> None:
    post = played(14)
    n = len(post.look().save.entries) - 4
    past = post.look("gm").before(n).ledger
    now = post.look("gm").ledger
    game = post.look("gm")
    game.rule("void", "Again.", entry=n + 1)
    after = game.ledger
    assert codec.dump(after.play.state) == codec.dump(past.play.state)
    assert after.position.locks == past.position.locks
    for field in ("dice", "latest", "moves", "shuffles"):
        assert getattr(after.chains, field) == getattr(now.chains, field)
    assert all(after.chains.numbers[s] > now.chains.numbers[s] for s in after.askings)
    assert after.marks[: len(now.marks)] == now.marks
    assert Parts.__struct_config__.frozen
