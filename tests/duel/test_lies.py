"""What a dishonest opponent can sign, and what becomes of it on the other machine."""

from __future__ import annotations

import functools
from collections.abc import Callable

import pytest

from pbem.duel import founding
from pbem.duel.duellist import Duellist
from pbem.duel.refusals import RecordLost, TwoLogs
from pbem.errors import (
    AlreadySeated,
    BadLink,
    BadSignature,
    Duel,
    FalseEntry,
    NotTrusted,
    NotYourTurn,
    ReplayMismatch,
    SaveTampered,
    Stale,
    WrongGame,
)
from pbem.ledger.duels import told
from pbem.ledger.fold import ledger_after
from pbem.protocol import bodies, envelope
from pbem.protocol import save as savefile
from pbem.protocol.bodies import DuelAnswer, DuelJoined, DuelPlayed, EntryBody, Mailed, Record
from pbem.protocol.entry import Entry
from pbem.protocol.keys import Identity
from tests.says import worded

from .strangers import verdict, verdict_on_the_last_entry
from .table import ANN, BOB, NONCE, Machine, founded, play, table
from .test_orders import asked, legal


def carried_out() -> tuple[Machine, Machine]:
    """An author whose order, with dice, the witness has just entered, and who does not know it yet."""
    author, witness = asked("lies")
    while True:
        author.player.decide([legal(author)])
        witness.take(author.player.email())
        if witness.player.entries[-1].body.record.rolls:
            return author, witness
        while not (author.player.decides or witness.player.decides) or (
            author.player.entries != witness.player.entries
        ):
            author.take(witness.player.email())
            witness.take(author.player.email())
        author, witness = (author, witness) if author.player.decides else (witness, author)


def forged(witness: Machine, change: Callable[[EntryBody], EntryBody], by: Identity) -> bytes:
    """The witness' file with its last entry made otherwise and signed again."""
    player = witness.player
    last = player.entries[-1]
    entry = Entry.signed(by, change(last.body), player.entries[0].head)
    entries = (*player.entries[:-1], entry)
    header = {"game": player.ledger.game}
    return savefile.write(header, {}, entries, player.identity, True)


def assert_refused(
    author: Machine,
    witness: Machine,
    change: Callable[[EntryBody], EntryBody],
    error: type[NotTrusted],
    without_rules: bool,
) -> None:
    """The author of an order refuses the witness' changed entry, loses nothing, and takes the honest one afterwards.

    Args:
        without_rules: a stranger's program, which knows no rules, refuses it too.
    """
    before = author.player.email()
    data = forged(witness, change, witness.player.identity)
    right = "BAD: entry " if without_rules else "good: "
    assert verdict_on_the_last_entry(data).startswith(right)
    with pytest.raises(error):
        author.player.apply(data)
    assert author.player.email() == before
    assert author.take(witness.player.email()).trouble is None


def with_record(**fields: object) -> Callable[[EntryBody], EntryBody]:
    return lambda body: bodies.replace(body, record=bodies.replace(body.record, **fields))


def better_dice(body: EntryBody) -> EntryBody:
    rolls = body.record.rolls
    worse = bodies.replace(rolls[0], value=rolls[0].value % rolls[0].sides + 1)
    return with_record(rolls=(worse, *rolls[1:]))(body)


@pytest.mark.parametrize(
    ("change", "error", "without_rules"),
    [
        (better_dice, ReplayMismatch, True),
        (with_record(link="0" * 64), BadLink, True),
        (with_record(link=""), BadLink, True),
        (with_record(questions=()), ReplayMismatch, False),
        (with_record(decisions=()), ReplayMismatch, True),
        (with_record(state_hash="0" * 64), ReplayMismatch, False),
        (with_record(rolls=()), ReplayMismatch, False),
    ],
)
def test_an_outcome_that_does_not_follow_is_not_believed(
    change: Callable[[EntryBody], EntryBody], error: type[NotTrusted], without_rules: bool
) -> None:
    """Neither by the author, nor, where one can see it without the rules, by a stranger."""
    author, witness = carried_out()
    assert_refused(author, witness, change, error, without_rules)


def test_nobody_signs_their_own_outcome() -> None:
    author, witness = carried_out()
    data = forged(witness, lambda body: body, author.player.identity)
    with pytest.raises(BadSignature):
        author.player.apply(data)


def other_order(author: Machine, witness: Machine, **fields: object) -> BaseException | None:
    """What the witness says to the author's order with other fields, signed all the same."""
    order = author.player.order
    assert order is not None
    body = bodies.replace(order.body, **fields)
    author.player.order = envelope.sign_in_duel(author.player.identity, body)
    before = witness.player.entries
    trouble = witness.take(author.player.email()).trouble
    assert witness.player.entries == before
    return trouble


def test_an_order_under_another_link_or_on_another_entry_is_not_entered() -> None:
    author, witness = asked()
    author.player.decide([legal(author)])
    once = author.player.order
    assert isinstance(other_order(author, witness, link="0" * 64), BadLink)
    author.player.order = once
    head = author.player.ledger.heads[1]
    assert isinstance(other_order(author, witness, head=head), Stale)
    author.player.order = once
    assert isinstance(other_order(author, witness, game="0" * 64), WrongGame)
    author.player.order = once
    assert witness.take(author.player.email()).trouble is None


def test_an_order_that_somebody_else_signed_is_not_entered() -> None:
    author, witness = asked()
    author.player.decide([legal(author)])
    order = author.player.order
    assert order is not None
    author.player.order = envelope.sign_in_duel(witness.player.identity, order.body)
    assert isinstance(witness.take(author.player.email()).trouble, BadSignature)


def test_two_logs_are_shown_and_answered_with_nothing() -> None:
    author, witness = asked()
    twin = Machine(
        Duellist.load(witness.player.identity, witness.player.email()), "twin of the witness"
    )
    author.player.decide([legal(author)])
    other = Duellist.load(author.player.identity, witness_file(author))
    other.decide(["fly to the moon"])
    witness.take(author.player.email())
    twin.take(other.email())
    assert witness.player.entries != twin.player.entries
    author.take(witness.player.email())
    with pytest.raises(TwoLogs, match=worded("duel.refusals.TwoLogs")):
        author.player.apply(twin.player.email())


def witness_file(author: Machine) -> bytes:
    """The author's file before anything was decided."""
    order, author.player.order = author.player.order, None
    data = author.player.email()
    author.player.order = order
    return data


def test_who_lost_the_end_of_the_log_does_not_go_on_from_the_opponents_file() -> None:
    machines = table("lost")
    play(*machines, entries=4)
    old = Duellist.load(machines[0].player.identity, machines[0].player.email())
    play(*machines, entries=9)
    with pytest.raises(RecordLost):
        old.apply(machines[1].player.email())


def test_a_shorter_file_of_the_opponent_takes_nothing_back() -> None:
    author, witness = asked()
    old = witness.player.email()
    author.player.decide([legal(author)])
    witness.take(author.player.email())
    author.take(witness.player.email())
    entries = author.player.entries
    assert author.take(old).answer
    assert author.player.entries == entries


def test_nobody_plays_against_themselves() -> None:
    with pytest.raises(NotYourTurn):
        Duellist.join(ANN, founded().email()).email()
    ann = founded()
    false = Duellist.join(BOB, ann.email())
    accept = false.order
    assert accept is not None
    body = bodies.replace(accept.body, keys=ann.ledger.seats["york"].keys)
    false.order = envelope.sign_in_duel(ANN, body)
    false.identity = ANN
    assert isinstance(ann.apply(false.email()).trouble, AlreadySeated)


@pytest.mark.parametrize(
    ("scenario", "options"), [("henry", None), ("towton", {"hidden_mats": "yes"})]
)
def test_a_changed_program_founds_no_duel_in_which_its_founder_could_read_a_hidden_hand(
    scenario: str, options: dict[str, str] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(founding, "check_open", lambda *about: None)
    monkeypatch.setattr(founding, "first_hash", lambda *about: "0" * 64)
    stub = functools.partial(founding.new_genesis, ANN, "plantagenet", scenario, "york")
    genesis = stub(options or {}, NONCE)
    invitation = savefile.write({"game": genesis.head}, {}, [genesis], ANN, True)
    with pytest.raises(FalseEntry, match="needs a GM"):
        Duellist.join(BOB, invitation)
    assert "BAD: entry 0" in verdict(invitation)
    assert "a GM" in verdict(invitation)


def test_a_file_that_was_edited_is_refused_and_one_of_a_duel_is_no_save() -> None:
    data = founded().email()
    with pytest.raises(SaveTampered):
        savefile.read_duel(data.replace(b"standard_1455", b"standard_1456"))
    with pytest.raises(Duel):
        savefile.read(data)


def test_steps_of_a_moderated_game_have_no_place_in_a_duel() -> None:
    author, witness = carried_out()
    entries = witness.player.entries
    step = bodies.Absent(side="york", at=0, reason="away")
    body = EntryBody(
        v=2, n=len(entries), prev=entries[-1].head, step=step, record=Record(state_hash="0" * 64)
    )
    entry = Entry.signed(witness.player.identity, body, entries[0].head)
    with pytest.raises(ReplayMismatch, match=worded("ledger.chance.Chance.check_in_duel")):
        ledger_after((*entries, entry), duel=told)
    assert author.player.side != witness.player.side


def test_every_entry_behind_the_accept_holds_an_answer_that_the_other_side_signed() -> None:
    machines = table("signed")
    play(*machines, entries=8)
    players = {machine.player.side: machine.player.identity for machine in machines}
    entries = machines[0].player.entries
    assert isinstance(entries[1].body.step, DuelJoined)
    for entry in entries[2:]:
        step = entry.body.step
        assert isinstance(step, DuelPlayed)
        assert not isinstance(step, Mailed)
        assert isinstance(step.order.body, DuelAnswer)
        (witness,) = players.keys() - {step.order.body.author}
        entry.verify(players[witness].public, entries[0].head, entry.n)
