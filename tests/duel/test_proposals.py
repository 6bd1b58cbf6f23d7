"""What needs both players: one proposes it in place of an answer, the other agrees to it, or does not."""

from __future__ import annotations

import pytest

from pbem.club.stats import stats
from pbem.duel.duellist import Duellist
from pbem.duel.refusals import AlreadyOrdered
from pbem.errors import BadRuling, NotYourTurn, OldQuestion, OutOfSequence, PbemError
from pbem.ledger.ledger import Ledger
from pbem.protocol import bodies, envelope
from pbem.protocol.bodies import DuelAgree, DuelAnswer, DuelPropose
from pbem.round.duels import as_player

from .strangers import stranger_says, verdict
from .table import Machine
from .test_orders import asked, legal


def exchange(*machines: Machine) -> None:
    """Emails go to and fro until both have the same log."""
    one, other = machines
    for _ in range(4):
        assert other.take(one.player.email()).trouble is None or one.player.order is None
        one, other = other, one
    assert one.player.entries == other.player.entries


def moved(author: Machine, witness: Machine, times: int) -> tuple[Machine, Machine]:
    """So many orders more; whoever is asked then, and the other."""
    for _ in range(times):
        author.player.decide([legal(author)])
        exchange(author, witness)
        author, witness = (author, witness) if author.player.decides else (witness, author)
    return author, witness


def proposing(seed: str, times: int = 0) -> tuple[Machine, Machine]:
    return moved(*asked(seed), times)


def same_position(one: Ledger, other: Ledger) -> bool:
    return one.state_hash == other.state_hash


def test_a_take_back_that_both_want_goes_back() -> None:
    author, witness = proposing("back", 2)
    old, entry = author.player.ledger, len(author.player.entries)
    kinds = {m.player.side: m for m in (author, witness)}
    side = old.turn_of()[0]
    author, witness = moved(author, witness, 3)
    name = {m.player.side: m for m in (author, witness)}[side]
    assert name is kinds[side]
    author.player.propose("takeback", entry=entry, text="Let us try that again.")
    exchange(author, witness)
    proposal = witness.player.proposal
    assert proposal is not None
    assert (proposal.kind, proposal.entry) == ("takeback", entry)
    assert not witness.player.decides
    assert witness.player.waits_for == witness.player.side
    witness.player.agree()
    exchange(witness, author)
    new = author.player.ledger
    assert same_position(new, old)
    assert new.turn_of() == old.turn_of()
    asking, before = new.askings[side], old.askings[side]
    assert asking.number > before.number
    assert asking.request != before.request
    for machine in (author, witness):
        assert (
            Duellist.load(machine.player.identity, machine.player.email()).ledger.head == new.head
        )
        assert verdict(machine.player.email()).startswith("good: ")
    author, witness = (kinds[side], author if kinds[side] is witness else witness)
    moved(author, witness, 2)
    assert verdict(author.player.email()).startswith("good: ")


@pytest.mark.parametrize("entry", [2, 3])
def test_a_take_back_to_before_the_first_order_rolls_at_once_with_other_dice(entry: int) -> None:
    """Both owe a `ready` then, or one of them does."""
    author, witness = proposing("first")
    rolled = author.player.entries[3].body.record.rolls
    assert rolled
    author.player.propose("takeback", entry=entry)
    exchange(author, witness)
    witness.player.agree()
    exchange(witness, author)
    record = author.player.entries[-1].body.record
    assert [one.label for one in record.rolls] == [one.label for one in rolled]
    assert [one.value for one in record.rolls] != [one.value for one in rolled]
    assert record.questions
    assert verdict(author.player.email()).startswith("good: ")


def test_a_player_who_comes_later_reads_a_take_back_too() -> None:
    author, witness = proposing("later", 1)
    behind = Duellist.load(witness.player.identity, witness.player.email())
    author.player.propose("takeback", entry=len(author.player.entries) - 1)
    exchange(author, witness)
    witness.player.agree()
    exchange(witness, author)
    assert author.player.ledger.cases.rewinds
    whole = Duellist(witness.player.identity, author.player.entries)
    assert whole.ledger.state_hash == author.player.ledger.state_hash
    assert len(behind.entries) < len(whole.entries)


def test_a_take_back_gives_back_no_share_of_the_file_and_no_right_to_propose() -> None:
    author, witness = proposing("share")
    entry = len(author.player.entries)
    author.player.decide([legal(author), *["x" * 1000] * 20])
    exchange(author, witness)
    filled = dict(author.player.ledger.cases.filled)
    assert filled
    author, witness = (author, witness) if author.player.decides else (witness, author)
    author.player.propose("takeback", entry=entry)
    exchange(author, witness)
    ledger = author.player.ledger
    declined = bodies.replace(ledger.cases, declined=(author.player.side,))
    author.player.ledger = bodies.replace(ledger, cases=declined)
    witness.player.agree()
    assert author.take(witness.player.email()).trouble is None
    assert author.player.ledger.cases.rewinds
    assert dict(author.player.ledger.cases.filled) == filled
    assert author.player.ledger.cases.declined == (author.player.side,)


@pytest.mark.parametrize("kind", ["draw", "result"])
def test_the_end_that_both_agree_to(kind: str) -> None:
    author, witness = proposing("end")
    winner = witness.player.side if kind == "result" else ""
    author.player.propose(kind, winner=winner)
    exchange(author, witness)
    witness.player.agree()
    exchange(witness, author)
    result = author.player.ledger.result
    assert result is not None
    assert result.winners == ((winner,) if winner else ())
    assert witness.player.ledger.result == result
    assert author.player.waits_for == ""
    lines = stranger_says(author.player.email())
    n = len(author.player.entries) - 1
    won = f"{winner} has won" if winner else "a draw"
    assert any(line.endswith(f" is over since entry {n}: {won}") for line in lines)


def test_a_correction_that_both_agree_to() -> None:
    author, witness = proposing("correct")
    was = author.player.ledger.play.state.turn
    author.player.propose("correct", lines=[f"set turn {was + 1}"], text="We forgot to turn it.")
    exchange(author, witness)
    assert witness.player.ledger.play.state.turn == was
    witness.player.agree()
    exchange(witness, author)
    assert author.player.ledger.play.state.turn == witness.player.ledger.play.state.turn == was + 1
    assert verdict(author.player.email()).startswith("good: ")
    with pytest.raises(PbemError):
        (author if author.player.decides else witness).player.propose(
            "correct", lines=["set moon 1"]
        )


def test_no_puts_the_question_again_and_its_side_proposes_nothing_until_it_has_answered() -> None:
    author, witness = proposing("no")
    old = author.player.ledger
    side = author.player.side
    author.player.propose("draw")
    exchange(author, witness)
    with pytest.raises(NotYourTurn):
        author.player.agree()
    witness.player.decline()
    exchange(witness, author)
    new = author.player.ledger
    assert same_position(new, old)
    assert new.askings[side].request != old.askings[side].request
    assert new.askings[side].number == old.askings[side].number + 2 - 1
    with pytest.raises(NotYourTurn, match="declined"):
        author.player.propose("draw")
    assert verdict(author.player.email()).startswith("good: ")
    author.player.decide(["fly to the moon"])
    exchange(author, witness)
    with pytest.raises(NotYourTurn, match="declined"):
        author.player.propose("draw")
    while side in author.player.ledger.cases.declined:
        author, witness = moved(author, witness, 1)
    assert verdict(author.player.email()).startswith("good: ")
    while author.player.side != side:
        author, witness = moved(author, witness, 1)
    author.player.propose("draw")
    exchange(author, witness)
    assert witness.player.proposal is not None


def test_no_take_back_of_the_reply_or_of_an_entry_to_come_is_signed() -> None:
    player = proposing("cannot")[0].player
    for entry in (1, 99):
        with pytest.raises(BadRuling):
            player.propose("takeback", entry=entry)
    assert player.order is None


def test_a_take_back_while_an_order_waits_cannot_be_proposed_nor_agreed_to() -> None:
    """Else the opponent, who knows the dice of the order, would choose between two throws."""
    author, witness = proposing("second throw")
    author.player.decide([legal(author)])
    order = author.player.email()
    with pytest.raises(AlreadyOrdered):
        author.player.propose("takeback", entry=2)
    with pytest.raises(AlreadyOrdered):
        author.player.agree()
    player = witness.player
    with pytest.raises(NotYourTurn):
        player.propose("takeback", entry=2)
    # Signed all the same: it answers no question, so it is never entered, and the order is as good as before.
    asking = author.player.ledger.askings[author.player.side]
    link = author.player.order
    assert link is not None
    false = DuelPropose(
        v=2,
        game=player.ledger.game,
        author=player.side,
        head=player.ledger.head,
        question=player.ledger.chains.numbers[player.side] + 1,
        link=player._chain("move").link(player.ledger.chains.numbers[player.side] + 1),
        kind="takeback",
        entry=2,
    )
    player.order = envelope.sign_in_duel(player.identity, false)
    entries = author.player.entries
    applied = author.take(player.email())
    assert isinstance(applied.trouble, NotYourTurn | OutOfSequence)
    assert author.player.entries == entries
    player.order = None
    assert witness.take(order).trouble is None
    assert witness.player.entries[-1].body.step.order == link
    assert asking.number == link.body.question


def test_agree_answers_a_proposal_and_nothing_else() -> None:
    author, witness = proposing("agree")
    player = author.player
    player.decide([legal(author)])
    order = player.order
    assert order is not None
    said = {
        name: getattr(order.body, name)
        for name in ("v", "game", "author", "head", "question", "link")
    }
    player.order = envelope.sign_in_duel(player.identity, DuelAgree(**said))
    assert isinstance(witness.take(player.email()).trouble, OldQuestion)
    player.order = order
    assert witness.take(player.email()).trouble is None


def test_who_is_asked_to_agree_may_resign() -> None:
    author, witness = proposing("resign")
    author.player.propose("draw")
    exchange(author, witness)
    witness.player.resign()
    exchange(witness, author)
    result = author.player.ledger.result
    assert result is not None
    assert result.winners == (author.player.side,)
    assert verdict(author.player.email()).startswith("good: ")


def test_statistics_count_every_answer_and_whether_somebody_agrees() -> None:
    author, witness = proposing("counted", 2)
    author.player.propose("draw")
    exchange(author, witness)
    counted = stats(as_player(author.player))
    orders = [getattr(entry.body.step, "order", None) for entry in author.player.entries]
    answers = [order.body for order in orders if order and isinstance(order.body, DuelAnswer)]
    assert sum(sum(turn.values()) for turn in counted.mails.values()) == len(answers)
    assert counted.joins == 1
    assert counted.stops[witness.player.side]["agree"] == 1
