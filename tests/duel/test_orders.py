"""Orders of a duel: nothing is refused, what cannot be carried out lapses, and an answer is final."""

from __future__ import annotations

import pytest

from pbem.duel.duellist import Duellist
from pbem.duel.refusals import AlreadyOrdered, NeedsGm, OrderWaits
from pbem.errors import NotYourTurn, OutOfSequence
from pbem.ledger.duels import DuelChance
from pbem.ledger.values import GM
from pbem.protocol.bodies import DuelOrder, DuelPlayed, DuelReady
from pbem.protocol.offices import Offices

from .table import ANN, Machine, play, table


def asked(seed: str = "orders", entries: int = 4) -> tuple[Machine, Machine]:
    """Whoever has to decide, and the other, both with the same log."""
    machines = table(seed)
    play(*machines, entries=entries)
    while len({machine.player.entries for machine in machines}) > 1 or not any(
        machine.player.decides for machine in machines
    ):
        for one, other in (machines, machines[::-1]):
            other.take(one.player.email())
    return machines if machines[0].player.decides else machines[::-1]


def legal(machine: Machine) -> str:
    return machine.person.line(machine.player.ledger.request(machine.player.side), {})


def test_offices_follow_from_the_genesis() -> None:
    moderated, duel = Offices(("york", "lancaster"), True), Offices(("york", "lancaster"), False)
    assert moderated.witnesses == (GM,)
    assert {moderated.witness_of(side) for side in moderated.sides} == {GM}
    assert duel.witnesses == duel.sides
    assert [duel.witness_of(side) for side in duel.sides] == ["lancaster", "york"]


@pytest.mark.parametrize("line", ["  ", "fly to the moon", "stop if", "pass if no such:"])
def test_an_order_of_which_nothing_can_be_carried_out_goes_in_and_its_author_is_asked_again(
    line: str,
) -> None:
    author, witness = asked()
    side, before = author.player.side, author.player.ledger
    author.player.decide([line])
    assert witness.take(author.player.email()).trouble is None
    (left,) = witness.player.entries[-1].body.record.left
    assert (left.side, left.place) == (side, 1)
    assert author.take(witness.player.email()).trouble is None
    old, new = before.askings[side], author.player.ledger.askings[side]
    assert (new.request, new.number, new.link) == (old.request, old.number + 1, old.link + 1)
    assert author.player.decides
    assert author.player.ledger.state_hash == before.state_hash


def test_the_rest_of_an_order_lapses_where_a_line_cannot_be_carried_out() -> None:
    author, witness = asked()
    first = legal(author)
    author.player.decide([first, "fly to the moon", first])
    witness.take(author.player.email())
    record = witness.player.entries[-1].body.record
    assert [row.line for row in record.decisions if not row.by] == [first]
    assert not witness.player.ledger.position.rest
    assert author.take(witness.player.email()).trouble is None


def test_an_answer_is_final() -> None:
    author, witness = asked()
    author.player.decide([legal(author)])
    once = author.player.email()
    with pytest.raises(AlreadyOrdered):
        author.player.decide([legal(author)])
    assert author.player.email() == once
    assert Duellist.load(author.player.identity, once).email() == once
    with pytest.raises(NotYourTurn):
        witness.player.decide(["pass"])


def test_of_two_answers_of_two_machines_the_first_that_goes_in_counts() -> None:
    author, witness = asked()
    twin = Duellist.load(author.player.identity, author.player.email())
    author.player.decide([legal(author)])
    twin.decide(["fly to the moon"])
    witness.take(author.player.email())
    entries = witness.player.entries
    applied = witness.take(twin.email())
    assert isinstance(applied.trouble, OutOfSequence)
    assert applied.answer
    assert witness.player.entries == entries


def test_while_both_are_asked_the_answer_of_the_first_side_goes_in_first() -> None:
    ann, bob = table("both", side="lancaster")
    ann.take(bob.player.email())
    early = ann.player.order  # York is the first in genesis order, and that is Bob
    assert early is not None
    assert isinstance(early.body, DuelReady)
    applied = bob.take(ann.player.email())
    assert isinstance(applied.trouble, NotYourTurn)
    assert len(bob.player.entries) == 2
    assert ann.take(bob.player.email()).trouble is None
    assert ann.player.order == early
    assert early.body.head == ann.player.ledger.heads[1]
    assert bob.take(ann.player.email()).trouble is None
    authors = [e.body.step.order.body.author for e in bob.player.entries[1:]]
    assert authors == ["york", "york", "lancaster"]


def test_a_game_with_hidden_cards_says_that_it_needs_a_gm() -> None:
    known = r'can play "Towton, 1461" or "Bosworth, 22 August 1485" or Warriors of England'
    with pytest.raises(NeedsGm, match=rf"Henry VI.*needs a GM.*hidden deck.*{known}"):
        Duellist.found(ANN, "plantagenet", "henry", "york")
    mats = {"hidden_mats": "yes"}
    with pytest.raises(NeedsGm, match="Hidden Mats"):
        Duellist.found(ANN, "plantagenet", "towton", "york", mats)


def test_answers_on_the_way_are_carried_out_for_their_author_alone() -> None:
    machine, other = asked("answers", entries=6)
    machine.player.decide([legal(machine)], {"default": "pass"})
    assert other.take(machine.player.email()).trouble is None
    step = other.player.entries[-1].body.step
    assert isinstance(step, DuelPlayed)
    assert isinstance(step.order.body, DuelOrder)
    assert step.order.body.answers == (("default", "pass"),)
    assert not other.player.ledger.position.standing
    assert machine.take(other.player.email()).trouble is None


def test_where_the_program_fails_the_order_waits_and_a_mended_one_carries_it_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    author, witness = asked("fails")
    while True:
        twin = Duellist.load(witness.player.identity, witness.player.email())
        author.player.decide([legal(author)])
        email, before = author.player.email(), witness.player.email()
        twin.apply(email)
        if twin.entries[-1].body.record.rolls:
            break
        for one, other in ((author, witness), (witness, author), (author, witness)):
            other.take(one.player.email())
        author, witness = (author, witness) if author.player.decides else (witness, author)
    with monkeypatch.context() as patch:
        patch.setattr(DuelChance, "roll", broken)
        applied = witness.take(email)
    assert isinstance(applied.trouble, OrderWaits)
    assert "RuntimeError" in str(applied.trouble)
    assert witness.player.email() == before
    assert witness.take(email).trouble is None
    assert witness.player.entries == twin.entries


def broken(chance: DuelChance, label: str, sides: int) -> int:
    raise RuntimeError(f"a bug at {label}")


def test_who_resigns_has_lost_and_nobody_is_asked_any_more() -> None:
    author, witness = asked()
    with pytest.raises(NotYourTurn):
        witness.player.resign()
    author.player.resign()
    with pytest.raises(AlreadyOrdered):
        author.player.decide(["pass"])
    assert witness.take(author.player.email()).trouble is None
    assert author.take(witness.player.email()).trouble is None
    result = author.player.ledger.result
    assert result is not None
    assert result.winners == (witness.player.side,)
    assert author.player.waits_for == witness.player.waits_for == ""
    assert author.player.entries == witness.player.entries
    assert not author.take(witness.player.email()).answer
    assert Duellist.load(author.player.identity, author.player.email()).ledger.result == result
