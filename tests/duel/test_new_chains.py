"""Whoever has lost their record of a duel goes on with new chains, and nobody gains a second throw by it."""

from __future__ import annotations

from collections.abc import Callable
from unittest import mock

import pytest

from pbem.duel.duellist import Duellist
from pbem.duel.refusals import (
    AlreadyOrdered,
    ClaimEntered,
    ClaimWaits,
    NewChains,
    NumbersSpent,
    OldClaim,
    RecordLost,
    TwoLogs,
)
from pbem.errors import (
    BadSignature,
    ChainSpent,
    GameOver,
    Garbled,
    NotYourTurn,
    OutOfSequence,
    PbemError,
    Stale,
    WrongSide,
)
from pbem.ledger.duel_checks import numbers_for
from pbem.protocol import bodies, envelope
from pbem.protocol import save as savefile
from pbem.protocol.bodies import DuelClaim, DuelRenewed, EntryBody
from pbem.protocol.chain import Chain
from pbem.protocol.keys import Identity
from pbem.protocol.offices import DICE, MOVE
from tests.says import worded

from .strangers import verdict, verdict_on_the_last_entry
from .table import ANN, BOB, Machine, founded, table
from .test_lies import forged, with_record
from .test_orders import asked, legal
from .test_proposals import exchange, moved


def lose(machine: Machine, data: bytes) -> None:
    """The disk dies; this player goes on from a file that somebody has."""
    machine.player = Duellist.recover(machine.player.identity, data)


def links(player: Duellist) -> set[str]:
    """All links of this player that are out, and the next of both chains."""
    chains = player.ledger.chains
    return {
        player._chain(MOVE).link(chains.links[player.side] + 1),
        player._chain(DICE).link(chains.answers[player.side].number + 1),
    }


def test_who_is_asked_and_has_lost_the_record_goes_on_without_consent() -> None:
    loser, other = moved(*asked("lost"), 2)
    side, old = loser.player.side, loser.player.ledger
    before = links(loser.player)
    lose(loser, other.player.email())
    assert loser.player.claims
    assert not loser.player.decides
    assert (
        loser.player.email() == Duellist.load(loser.player.identity, loser.player.email()).email()
    )
    applied = other.take(loser.player.email())
    assert applied.trouble is None
    assert applied.answer
    entry = other.player.entries[-1].body
    assert isinstance(entry.step, DuelRenewed)
    assert entry.record == bodies.Record(
        questions=entry.record.questions, state_hash=old.state_hash
    )
    assert loser.take(other.player.email()).trouble is None
    assert not loser.player.claims
    assert loser.player.decides
    new = loser.player.ledger
    assert new.askings[side].number == old.askings[side].number + 1
    assert new.askings[side].request != old.askings[side].request
    assert not before & links(loser.player)
    assert loser.player.losses(side) == other.player.losses(side) == 1
    assert loser.player.links_left == 1023
    loser, other = moved(loser, other, 4)
    assert verdict(loser.player.email()).startswith("good: ")
    assert Duellist.load(loser.player.identity, loser.player.email()).ledger.head


def test_where_the_other_side_is_asked_it_has_to_agree_and_its_order_is_written_again() -> None:
    author, loser = moved(*asked("agree to it"), 2)
    author.player.decide([legal(author)])
    order = author.player.order
    assert order is not None
    lose(loser, author.player.email())
    claim = loser.player.email()
    entries, applied = author.player.entries, author.take(claim)
    assert isinstance(applied.trouble, NewChains)
    assert not applied.answer
    assert (author.player.entries, author.player.order) == (entries, order)
    again = loser.take(author.player.email())
    assert isinstance(again.trouble, ClaimWaits)
    assert not again.answer
    applied = author.player.apply(claim, agree=True)
    assert applied.trouble is None
    assert applied.answer
    assert author.player.order is None
    assert loser.take(author.player.email()).trouble is None
    assert author.player.decides
    author.player.decide([legal(author)])
    anew = author.player.order
    assert anew is not None
    assert anew.body.question == order.body.question + 1
    assert anew.body.link != order.body.link
    assert loser.take(author.player.email()).trouble is None
    assert verdict(loser.player.email()).startswith("good: ")


def test_whoever_holds_an_order_enters_the_order_and_the_claim_is_made_again() -> None:
    loser, other = moved(*asked("order first"), 2)
    loser.player.decide([legal(loser)])
    early = other.player.email()
    other.take(loser.player.email())
    lose(loser, early)
    first = loser.player.order
    assert first is not None
    applied = other.take(loser.player.email())
    assert isinstance(applied.trouble, Stale)
    assert applied.answer
    assert loser.take(other.player.email()).answer
    second = loser.player.order
    assert second is not None
    assert isinstance(second.body, DuelClaim)
    assert isinstance(first.body, DuelClaim)
    assert second.body.nonce != first.body.nonce
    assert second.body.head == other.player.ledger.head
    needs = other.player.decides
    assert other.player.apply(loser.player.email(), agree=needs).trouble is None
    loser.take(other.player.email())
    assert loser.player.entries == other.player.entries
    assert verdict(loser.player.email()).startswith("good: ")


def test_an_old_order_and_an_old_claim_never_go_in_behind_new_chains() -> None:
    loser, other = moved(*asked("old ones"), 2)
    twin = Duellist.load(loser.player.identity, loser.player.email())
    lose(loser, other.player.email())
    unused = Duellist.recover(loser.player.identity, other.player.email())
    claim = loser.player.email()
    other.take(claim)
    loser.take(other.player.email())
    twin.decide(["pass"])
    entries = other.player.entries
    again = other.take(claim)
    assert isinstance(again.trouble, ClaimEntered)  # so nobody is told that it was refused
    assert not again.news
    assert isinstance(other.take(twin.email()).trouble, OutOfSequence)
    assert isinstance(other.take(unused.email()).trouble, OldClaim)
    assert other.player.entries == entries


def test_both_have_lost_their_records() -> None:
    for seed in ("both", "both lost"):
        one, other = moved(*asked(seed), 2)
        files = one.player.email(), other.player.email()
        lose(one, files[1])
        lose(other, files[0])
        for _ in range(4):
            other.take(one.player.email())
            one.take(other.player.email())
        assert one.player.entries == other.player.entries
        assert not one.player.claims
        assert not other.player.claims
        steps = [entry.body.step for entry in one.player.entries[-2:]]
        assert [s.order.body.author for s in steps] == ["york", "lancaster"]
        assert verdict(one.player.email()).startswith("good: ")
        moved(*((one, other) if one.player.decides else (other, one)), 1)


def test_a_proposal_is_put_again_with_new_chains() -> None:
    author, witness = moved(*asked("proposal"), 1)
    author.player.propose("draw")
    exchange(author, witness)
    name = witness.player.ledger.askings[witness.player.side].request
    lose(witness, author.player.email())
    assert author.take(witness.player.email()).trouble is None
    witness.take(author.player.email())
    proposal = witness.player.proposal
    assert proposal is not None
    assert witness.player.ledger.askings[witness.player.side].request != name
    witness.player.agree()
    exchange(witness, author)
    assert author.player.ledger.result is not None
    assert verdict(author.player.email()).startswith("good: ")


def test_before_the_first_dice_a_ready_is_put_again() -> None:
    ann, bob = table("ready")
    ann.take(bob.player.email())
    bob.take(ann.player.email())
    lose(ann, ann.player.email())
    assert isinstance(bob.take(ann.player.email()).trouble, Stale | NewChains)
    for _ in range(3):
        ann.take(bob.player.email())
        bob.player.apply(ann.player.email(), agree=True)
    assert ann.player.losses("york") == 1
    exchange(ann, bob)
    assert ann.player.decides or bob.player.decides
    assert verdict(ann.player.email()).startswith("good: ")


def test_new_chains_before_the_old_ones_are_used_up_and_never_while_an_order_is_out() -> None:
    author, witness = moved(*asked("used up"), 1)
    left = author.player.links_left
    twin = Duellist.load(author.player.identity, author.player.email())
    twin.decide([legal(author)])
    with pytest.raises(AlreadyOrdered):
        twin.renew()
    author.player.renew()
    with pytest.raises(AlreadyOrdered):
        author.player.decide(["pass"])
    assert witness.take(author.player.email()).trouble is None
    author.take(witness.player.email())
    assert author.player.links_left == 1023 > left
    with pytest.raises(NotYourTurn):
        founded().renew()


def test_behind_the_end_whoever_has_lost_the_record_goes_on_without_new_chains() -> None:
    author, witness = asked("over")
    author.player.resign()
    exchange(author, witness)
    lost = Duellist.recover(ANN, author.player.email())
    assert lost.order is None
    assert lost.entries == author.player.entries
    with pytest.raises(GameOver):
        lost.renew()
    before = Duellist.recover(ANN, savefile.write({}, {}, lost.entries[:-1], ANN, True))
    claim = before.order
    assert claim is not None
    head, numbers = lost.ledger.head, numbers_for(lost.ledger, lost.side)
    late = bodies.replace(claim.body, head=head, numbers=numbers)
    lost.order = envelope.sign_in_duel(ANN, late)
    bob = Duellist(BOB, lost.entries)
    assert isinstance(bob.apply(lost.email()).trouble, GameOver)
    assert bob.entries == lost.entries


def test_a_second_machine_of_one_person_is_told_so() -> None:
    author, witness = asked("second machine")
    twin = Machine(Duellist.load(author.player.identity, author.player.email()), "twin")
    author.player.decide([legal(author)])
    witness.take(author.player.email())
    with pytest.raises(RecordLost):
        twin.player.apply(witness.player.email())
    twin.player.decide(["fly to the moon"])
    with pytest.raises(RecordLost):
        twin.player.apply(witness.player.email())
    assert author.take(witness.player.email()).trouble is None


def signed(player: Duellist, **fields: object) -> bytes:
    """A player's file with other fields in their claim."""
    order = player.order
    assert order is not None
    body = bodies.replace(order.body, **fields)
    player.order = envelope.sign_in_duel(player.identity, body)
    return player.email()


def test_false_claims_are_not_entered() -> None:
    loser, other = moved(*asked("false claims"), 1)
    old = loser.player.ledger
    lose(loser, other.player.email())
    right = loser.player.order
    assert right is not None
    assert isinstance(right.body, DuelClaim)
    numbers = dict(right.body.numbers)
    old_keys = old.seats[loser.player.side].keys
    stranger = BOB if loser.player.identity == ANN else ANN
    wrong = (
        ({"head": old.heads[-2]}, Stale),
        ({"numbers": {**numbers, "move": numbers["move"] - 1}}, Garbled),
        ({"numbers": {**numbers, "dice": numbers["dice"] + 1}}, Garbled),
        ({"keys": old_keys}, Garbled),
        ({"keys": stranger.public}, BadSignature | WrongSide),
    )
    entries = other.player.entries
    for fields, error in wrong:
        assert isinstance(other.take(signed(loser.player, **fields)).trouble, error), fields
        loser.player.order = right
    cec = Identity(b"c" * 32, "Cec")
    another = bodies.replace(right.body, keys=cec.public)
    loser.player.order = envelope.sign_in_duel(cec, another)
    assert isinstance(other.take(loser.player.email()).trouble, WrongSide)
    loser.player.order = right
    assert other.player.entries == entries
    assert other.take(loser.player.email()).trouble is None


def with_claim(
    player: Duellist, by: Identity | None = None, **fields: object
) -> Callable[[EntryBody], EntryBody]:
    """The entry with a claim that has other fields, signed by its author, or by somebody else."""
    order = player.order
    assert order is not None
    mail = envelope.sign_in_duel(by or player.identity, bodies.replace(order.body, **fields))
    return lambda body: bodies.replace(body, step=DuelRenewed(order=mail))


def test_a_false_entry_of_new_chains_is_refused_by_both() -> None:
    loser, other = moved(*asked("false entry"), 1)
    lose(loser, other.player.email())
    other.take(loser.player.email())
    (row,) = other.player.entries[-1].body.record.questions
    claim = loser.player.order
    assert claim is not None
    assert isinstance(claim.body, DuelClaim)
    cec = Identity(b"c" * 32, "Cec")
    older, numbers = other.player.entries[-3].head, {**claim.body.numbers, "dice": 0}
    for change in (
        with_claim(loser.player, head=older),
        with_claim(loser.player, numbers=numbers),
        with_claim(loser.player, cec, keys=cec.public),
        with_claim(loser.player, keys=cec.public),
        with_record(link="0" * 64),
        with_record(state_hash="0" * 64),
        with_record(questions=()),
        with_record(questions=(bodies.replace(row, number=row.number + 1),)),
        with_record(questions=(bodies.replace(row, request="losses-900"),)),
    ):
        data = forged(other, change, other.player.identity)
        with pytest.raises(PbemError):
            loser.player.apply(data)
        assert verdict_on_the_last_entry(data).startswith("BAD: entry ")
    assert loser.take(other.player.email()).trouble is None


def test_a_fork_says_who_signed_what() -> None:
    author, witness = asked("fork")
    twin = Machine(Duellist.load(witness.player.identity, witness.player.email()), "twin")
    data = author.player.email()
    author.player.decide([legal(author)])
    other = Duellist.load(author.player.identity, data)
    other.decide(["fly to the moon"])
    witness.take(author.player.email())
    twin.take(other.email())
    author.take(witness.player.email())
    a, w = (f"{m.player.identity.name} ({m.player.side})" for m in (author, witness))
    n = len(author.player.entries) - 1
    with pytest.raises(TwoLogs, match=worded("duel.refusals._who_signed", a, n - 1, word="things")):
        author.player.apply(twin.player.email())
    lie = forged(witness, with_record(state_hash="0" * 64), witness.player.identity)
    with pytest.raises(TwoLogs, match=worded("duel.refusals._who_signed", a, w, word="same")):
        author.player.apply(lie)
    with pytest.raises(BadSignature):  # nobody is accused of what they have not signed
        author.player.apply(forged(witness, with_record(link=""), author.player.identity))


def test_a_claim_that_was_given_up_shows_as_a_fork() -> None:
    loser, other = moved(*asked("given up"), 1)
    twin = Machine(Duellist.load(other.player.identity, other.player.email()), "twin")
    honest = Duellist.load(loser.player.identity, loser.player.email())
    honest.decide([legal(loser)])
    lose(loser, other.player.email())
    other.take(loser.player.email())
    twin.take(honest.email())
    name = f"{loser.player.identity.name} ({loser.player.side})"
    with pytest.raises(TwoLogs, match=worded("duel.refusals._who_signed", ..., name, word="right")):
        other.player.apply(twin.player.email())


def test_the_longer_of_two_files_is_taken_if_it_begins_with_the_other() -> None:
    author, witness = asked("longer")
    short = author.player.email()
    author.player.decide([legal(author)])
    witness.take(author.player.email())
    assert len(author.take(witness.player.email()).news) == 1
    assert author.player.entries == witness.player.entries
    assert not witness.take(short).news


def test_whoever_has_used_up_their_numbers_is_told_to_take_new_ones() -> None:
    """Orders of which nothing can be carried out cost the witness a number each."""
    author, witness = asked("used up")
    author.player.decide([legal(author)])
    with mock.patch.object(Chain, "link", spent):
        trouble = witness.take(author.player.email()).trouble
        assert isinstance(trouble, NumbersSpent)
        author.player.order = None
        with pytest.raises(NumbersSpent, match="pbem adopt"):
            author.player.resign()


def spent(chain: Chain, number: int) -> str:
    raise ChainSpent(chain=chain.chain_id, length=1024, k=number)
