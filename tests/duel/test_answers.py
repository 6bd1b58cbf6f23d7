"""PROTOCOL 19: what answers which question, what `left` names, and which card a draw brings."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from pbem.duel.duellist import Duellist
from pbem.errors import Garbled, OldQuestion, ReplayMismatch
from pbem.ledger.duels import DuelChance
from pbem.protocol import bodies, envelope
from pbem.protocol.bodies import (
    DuelAgree,
    DuelAnswer,
    DuelEnvelope,
    DuelOrder,
    DuelPropose,
    DuelReady,
    DuelResign,
    Record,
)
from pbem.protocol.entry import Entry
from pbem.protocol.keys import Identity

from .strangers import verdict_on_the_last_entry
from .table import ANN, Machine, play, table
from .test_cheats import with_entry
from .test_orders import asked, legal
from .test_stacks import at_plans
from .test_strangers import forged, record


@functools.cache
def logs(kind: str) -> tuple[tuple[Identity, tuple[Entry, ...]], ...]:
    """The people, whoever is asked something of this kind first, and the log of both."""
    if kind == "ready":
        ann, bob = table("answers")
        ann.take(bob.player.email())
        machines = ann, bob
    else:
        machines = asked("answers")
    log = machines[0].player.entries
    return tuple((one.player.identity, log) for one in machines)


def at(kind: str) -> tuple[Duellist, Duellist]:
    """Who is asked this, and the witness; neither has signed anything yet."""
    author, witness = (Duellist(*one) for one in logs(kind))
    return author, witness


def answer(player: Duellist, type_: type[DuelAnswer], **fields: Any) -> DuelEnvelope:
    """Signed by a client that does not look at what is asked."""
    body = player._answer(type_, player.ledger.askings[player.side], **fields)
    return envelope.sign_in_duel(player.identity, body)


@pytest.mark.parametrize(
    ("kind", "type_", "fields"),
    [
        ("ready", DuelOrder, {"request": "ready-2", "lines": ("pass",)}),
        ("ready", DuelPropose, {"kind": "draw"}),
        ("ready", DuelAgree, {}),
        ("a line", DuelReady, {}),
    ],
)
def test_a_question_is_answered_by_what_its_kind_asks_for(
    kind: str, type_: type[DuelAnswer], fields: dict[str, Any]
) -> None:
    author, witness = at(kind)
    author.order = answer(author, type_, **fields)
    data = with_entry(witness, author.order, Record(state_hash=author.ledger.state_hash))
    assert isinstance(witness.apply(author.email()).trouble, OldQuestion)
    with pytest.raises(ReplayMismatch):
        author.apply(data)
    assert "is answered by" in verdict_on_the_last_entry(data)


def test_whoever_owes_a_ready_may_resign() -> None:
    author, witness = at("ready")
    author.order = answer(author, DuelResign)
    assert witness.apply(author.email()).trouble is None
    assert witness.ledger.result is not None
    assert witness.ledger.result.winners == (witness.side,)
    assert verdict_on_the_last_entry(witness.email()) == "good: "


@pytest.mark.parametrize("kind", ["ready", "resign", "an order"])
def test_where_nothing_happens_the_position_stays(kind: str) -> None:
    author, witness = at("a line" if kind == "an order" else "ready")
    if kind == "an order":
        author.decide(["fly to the moon"])
    else:
        author.order = answer(author, DuelReady if kind == "ready" else DuelResign)
    assert witness.apply(author.email()).trouble is None
    machines = Machine(author, "author"), Machine(witness, "witness")
    data = forged(record("state_hash", "0" * 64), machines=machines)
    with pytest.raises(ReplayMismatch):
        author.apply(data)
    assert "changes the position" in verdict_on_the_last_entry(data)


@pytest.mark.parametrize(
    ("lines", "left"),
    [
        (["{legal}", "{legal}"], 2),  # lapsed: somebody else is asked
        (["{legal}", "fly", "anyway: fly"], 2),
        (["fly", "pass", "anyway: fly"], 3),  # the first two are passed over
        (["fly", "anyway: {legal}"], 0),
        (["if round >= 100: pass"], 0),  # no line had its turn
        (["if round >= 100: pass", "fly"], 2),
        (["stop if round >= 0", "{legal}"], 2),
        (["{legal}", "if no such: pass"], 1),  # it cannot be read, so nothing is carried out
    ],
)
def test_left_names_the_line_at_which_an_order_ended(lines: list[str], left: int) -> None:
    author, witness = at("a line")
    first = legal(Machine(author, "left"))
    author.decide([line.format(legal=first) for line in lines])
    assert witness.apply(author.email()).trouble is None
    assert [row.place for row in witness.entries[-1].body.record.left] == [left] * bool(left)
    assert verdict_on_the_last_entry(witness.email()) == "good: "


def test_a_stack_lies_in_the_slots_of_its_question_from_the_top() -> None:
    ann, bob = at_plans()
    ann.decide()
    order = ann.player.order
    assert order is not None
    assert isinstance(order.body, DuelOrder)
    turned = bodies.replace(order.body, plan=order.body.plan[::-1])
    ann.player.order = envelope.sign_in_duel(ANN, turned)
    data = with_entry(bob.player, ann.player.order, Record(state_hash=bob.player.ledger.state_hash))
    assert isinstance(bob.take(ann.player.email()).trouble, Garbled)
    with pytest.raises(ReplayMismatch):
        ann.player.apply(data)
    assert "is next" in verdict_on_the_last_entry(data)


@pytest.mark.parametrize("answers", [{"default": "if if if"}, {"nosuch": "ask"}])
def test_an_answer_that_cannot_be_read_ends_an_order_before_it_begins(
    answers: dict[str, str],
) -> None:
    author, witness = at("a line")
    author.decide([legal(Machine(author, "answers"))], answers)
    assert witness.apply(author.email()).trouble is None
    record = witness.entries[-1].body.record
    assert not record.decisions
    assert [row.place for row in record.left] == [1]


def test_the_card_that_is_drawn_changes_places_with_the_one_in_its_slot(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shuffle, decks = DuelChance.shuffle, dict[str, list[str]]()

    def laid_down(chance: DuelChance, deck: str, count: int, contents: Any) -> list[str]:
        decks[deck] = list(contents(chance.draft.known()))
        return shuffle(chance, deck, count, contents)

    monkeypatch.setattr(DuelChance, "shuffle", laid_down)
    machines = table("drawn")
    play(*machines, entries=4)
    ledger = machines[0].player.ledger
    rolls = [row for e in machines[0].player.entries for row in e.body.record.rolls]
    drawn = [row for row in rolls if row.label.startswith("draw draft#")]
    cards = decks["draft"]
    assert len(drawn) > 3
    for slot, row in enumerate(drawn):
        assert row.sides == len(cards) - slot
        other = slot + row.value - 1
        cards[slot], cards[other] = cards[other], cards[slot]
    known = ledger.position.secrets
    assert [known[f"deck:draft:{slot}"].card for slot in range(len(cards))] == cards
