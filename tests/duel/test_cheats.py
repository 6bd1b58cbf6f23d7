"""The cheats of tests/cheats with the opponent in the GM's place, as far as no other file here has them.

York is Ann, Lancaster Bob; whoever carries out an order is its witness. tests/cheats/duels.py says which cheat is where.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any
from unittest import mock

import pytest

from pbem.duel.duellist import Duellist
from pbem.duel.refusals import OrderWaits
from pbem.duel.taken_back import past_of
from pbem.errors import (
    BadLink,
    BadSignature,
    BadText,
    Garbled,
    OutOfSequence,
    PbemError,
    ReplayMismatch,
)
from pbem.ledger import duels
from pbem.ledger.duel_secrets import founder_key
from pbem.ledger.duels import DuelChance
from pbem.ledger.take import take
from pbem.proof.audit import Answer, Audit, Claim
from pbem.proof.duel_audit import audit_duel
from pbem.protocol import bodies, envelope
from pbem.protocol import save as savefile
from pbem.protocol.bodies import (
    Change,
    Dealt,
    DuelAgree,
    DuelAnswer,
    DuelEnvelope,
    DuelOrder,
    DuelPlayed,
    DuelResign,
    Ended,
    EntryBody,
    Fault,
    Locked,
    Menu,
    Opened,
    Opening,
    PrivateStory,
    Record,
    Sealed,
    Shuffled,
)
from pbem.protocol.entry import Entry
from pbem.protocol.offices import DICE
from tests.drawn import kept
from tests.says import says

from .strangers import verdict_on_the_last_entry
from .table import ANN, BOB, founded
from .test_audit import FOUR_TIMES, seal_anyway
from .test_lies import carried_out, with_record
from .test_orders import asked, legal
from .test_page import behind_the_log
from .test_proposals import exchange, moved
from .test_stacks import at_plans, opening_asked

Players = tuple[Duellist, Duellist]


def copies(players: Players) -> Players:
    """The same two people once more, so that a test leaves the position as it is."""
    one, other = map(copy.copy, players)
    return one, other


@kept
def _deciding() -> Players:
    author, witness = asked("cheats")
    return author.player, witness.player


def deciding() -> Players:
    """Who has to decide, and the witness."""
    return copies(_deciding())


@kept
def _entered() -> Players:
    author, witness = carried_out()
    return author.player, witness.player


def entered() -> Players:
    """An author whose order, with dice, the witness has entered; the author has not seen it yet."""
    return copies(_entered())


@kept
def _planning() -> Players:
    ann, bob = at_plans("towton")
    ann.take(bob.player.email())
    return ann.player, bob.player


def planning() -> Players:
    """Ann and Bob are both asked for their Plans."""
    return copies(_planning())


def order_of(player: Duellist) -> DuelEnvelope:
    assert player.order is not None
    return player.order


def said_otherwise(player: Duellist, **fields: object) -> bytes:
    """A player's file with other fields in their order, signed all the same."""
    body = bodies.replace(order_of(player).body, **fields)
    player.order = envelope.sign_in_duel(player.identity, body)
    return player.email()


def with_entry(witness: Duellist, order: DuelEnvelope, record: Record) -> bytes:
    """The witness' file with one more entry, of whatever it likes."""
    body = EntryBody(
        v=2,
        n=witness.ledger.n + 1,
        prev=witness.ledger.head,
        step=DuelPlayed(order=order),
        record=record,
    )
    entry = Entry.signed(witness.identity, body, witness.ledger.game)
    entries = (*witness.entries, entry)
    return savefile.write({"game": witness.ledger.game}, {}, entries, witness.identity, True)


def outcome(witness: Duellist, order: DuelEnvelope) -> Record:
    """What the rules make of an order, whoever has signed it."""
    chain = witness._chain(DICE)
    chance = DuelChance(chain.link, past_of(witness.ledger, witness.entries, order), None)
    chance._own = witness.secrets
    with mock.patch.object(envelope, "verify_in_duel"):
        return take(witness.ledger, DuelPlayed(order=order), chance).record


def assert_refused(author: Duellist, data: bytes, error: type[PbemError] = ReplayMismatch) -> None:
    """The author takes nothing of a file, and has what there was."""
    before = author.email()
    with pytest.raises(error):
        author.apply(data)
    assert author.email() == before


# -- what the witness makes of an order ---------------------------------------------------------

OTHER_LINES: dict[str, Callable[[list[str]], tuple[list[str], list[str]]]] = {
    "another line": lambda legal_lines: (legal_lines[:1], legal_lines[1:2]),
    "a line less": lambda legal_lines: (legal_lines[:1], ["fly to the moon"]),
    "a line that lapsed": lambda legal_lines: (
        ["fly to the moon", legal_lines[0]],
        legal_lines[:1],
    ),
    "a line whose condition is false": lambda legal_lines: (
        [f"if round >= 100: {legal_lines[0]}"],
        legal_lines[:1],
    ),
    "not the line whose condition holds": lambda legal_lines: (
        [f"if not failed: {legal_lines[0]}", legal_lines[1]],
        legal_lines[1:2],
    ),
}
"""Of two lines that are legal: what the author orders, and what the witness carries out."""


@pytest.mark.parametrize("name", OTHER_LINES)
def test_the_witness_carries_out_what_was_ordered_and_nothing_else(name: str) -> None:
    author, witness = deciding()
    options = author.ledger.request(author.side).options
    ordered, done = OTHER_LINES[name]([str(option.line) for option in options][:2])
    author.decide(ordered)
    honest = order_of(author)
    false = DuelEnvelope(body=bodies.replace(honest.body, lines=tuple(done)), sig=honest.sig)
    record = outcome(witness, false)
    assert record != outcome(witness, honest)
    assert_refused(author, with_entry(witness, honest, record))


def changed(witness: Duellist, change: Callable[[EntryBody], EntryBody]) -> bytes:
    """The witness' file with its last entry changed and signed again."""
    entry = Entry.signed(witness.identity, change(witness.entries[-1].body), witness.ledger.game)
    entries = (*witness.entries[:-1], entry)
    return savefile.write({"game": witness.ledger.game}, {}, entries, witness.identity, True)


def foreign_rows(entry: int) -> dict[str, object]:
    """What an entry of a game with a GM can hold, and an order of a duel never brings about."""
    digest, slot, salt = "0" * 64, "plan:york:1:1", "0" * 32
    return {
        "shuffles": (Shuffled(deck="draft", k=1, slots=("deck:draft:0",), cards=(digest,)),),
        "openings": (Opening(slot=slot, salt=salt, card="march"),),
        "deals": (Dealt(slot=slot, to="york", sealed="AAAA"),),
        "opened": (Opened(entry=entry, place=1, salt=salt, text="pass"),),
        "faults": (Fault(side="york", entry=entry, place=1, kind="KeyError", program="9.9"),),
        "plan": (Locked(slot, digest),),
        "proofs": (True,),
        "stories": (PrivateStory(to="public", clear="York rolls a six."),),
        "menus": (Menu(to="york", digest=digest),),
        "changes": (Change(path=("turn",), value=9),),
        "handover": (Sealed(to="york", data="AAAA"),),
        "escrow": "AAAA",
        "result": Ended(winners=("york",), reason="so it is"),
    }


def test_an_entry_holds_no_row_that_only_a_gm_could_write() -> None:
    """No fault, no story, no dealt card, no end that the rules do not bring."""
    author, witness = entered()
    rows = foreign_rows(witness.ledger.n)
    for name, value in rows.items():
        data = changed(witness, with_record(**{name: value}))
        assert_refused(author, data)
        assert verdict_on_the_last_entry(data).startswith("BAD: entry "), name
    kept_fields = {"link", "decisions", "rolls", "left", "policies", "questions", "state_hash"}
    assert {*rows, *kept_fields} == set(Record.__struct_fields__)


def test_a_program_that_fails_makes_no_entry() -> None:
    """A fault is no way out: the order waits, and brings the same dice afterwards."""
    author, witness = deciding()
    author.decide([first_line(author)])
    twin = copy.copy(witness)
    twin.apply(author.email())
    n = witness.ledger.n
    with mock.patch.object(duels, "take_answer", side_effect=RuntimeError):
        for _ in range(3):
            assert isinstance(witness.apply(author.email()).trouble, OrderWaits)
    assert witness.ledger.n == n
    assert witness.apply(author.email()).trouble is None
    assert witness.entries == twin.entries


def first_line(player: Duellist) -> str:
    return str(player.ledger.request(player.side).options[0].line)


# -- what an author signs -----------------------------------------------------------------------

BOMBS = [
    "if round > 99999999999999999999999999: pass",
    f"if {'(' * 200}failed{')' * 200}: pass",
    "if failed and moon at york: pass",
]


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_line_that_breaks_the_program_behind_a_bad_die_stops_the_order_before_it(
    bomb: str,
) -> None:
    author, witness = deciding()
    author.decide([first_line(author), bomb])
    assert witness.apply(author.email()).trouble is None
    record = witness.entries[-1].body.record
    assert not record.rolls
    assert [row.place for row in record.left] == [1]
    assert author.apply(witness.email()).trouble is None


@pytest.mark.parametrize("text", ["-----BEGIN PBEM2 ORDER-----", "- -----END PBEM2 SAVE-----"])
def test_no_proposal_has_a_block_in_its_words(text: str) -> None:
    author, witness = deciding()
    with pytest.raises(BadText):
        author.propose("draw", text=text)
    author.propose("draw")
    with pytest.raises(BadText):
        witness.apply(behind_the_log(author, {"text": text}))
    assert witness.apply(author.email()).trouble is None


def test_nobody_agrees_or_resigns_in_the_name_of_the_other() -> None:
    """Lancaster has declined: York makes an agreement of it, under the link that is out with the `no`."""
    author, witness = moved(*asked("countersign"), 1)
    author.player.propose("result", winner=author.player.side)
    exchange(author, witness)
    witness.player.decline()
    said = order_of(witness.player)
    fields = {name: getattr(said.body, name) for name in DuelAnswer.__struct_fields__}
    for type_ in (DuelAgree, DuelResign):
        false = DuelEnvelope(body=type_(**fields), sig=said.sig)
        mine = envelope.sign_in_duel(author.player.identity, type_(**fields))
        for order in (false, mine):
            record = outcome(author.player, order)
            assert_refused(witness.player, with_entry(author.player, order, record), BadSignature)
    assert author.take(witness.player.email()).trouble is None
    assert author.player.ledger.result is None


def accepted(**fields: object) -> Players:
    """The founder, and who joins with other fields in the accept."""
    ann = founded()
    bob = Duellist.join(BOB, ann.email())
    body = bodies.replace(order_of(bob).body, **fields)
    bob.order = envelope.sign_in_duel(BOB, body)
    return ann, bob


def test_nobody_sits_down_with_the_opponents_sealing_key_or_anchors() -> None:
    genesis: Any = founded().entries[0].body.step
    right: Any = order_of(accepted()[1]).body
    copied = bodies.replace(right.keys, x25519=genesis.keys.x25519)
    for fields in (
        {"keys": copied},
        {"anchors": dict(genesis.anchors)},
        {"anchors": {**right.anchors, DICE: genesis.anchors["move"]}},
        {"anchors": dict.fromkeys(right.anchors, right.anchors[DICE])},
    ):
        ann, bob = accepted(**fields)
        assert isinstance(ann.apply(bob.email()).trouble, Garbled), fields
        assert not ann.ledger.begun
    ann, bob = accepted()
    assert ann.apply(bob.email()).trouble is None


def test_the_founder_sees_no_die_before_the_reply_is_in_the_game() -> None:
    """So there is nothing to choose between two replies."""
    ann, bob = accepted()
    assert order_of(Duellist.join(BOB, ann.email())) == order_of(bob)
    ann.apply(bob.email())
    record = ann.entries[1].body.record
    assert not record.rolls
    assert not record.decisions
    assert [row.request.partition("-")[0] for row in record.questions] == ["ready", "ready"]


def test_a_game_with_the_same_nonce_has_other_keys() -> None:
    """Else it could be ended, and its revealed keys would open the real one."""
    games = [founded(), founded("lancaster"), founded(scenario="kingmaker_1465")]
    others = [Duellist.join(BOB, game.email()) for game in games]
    keys = {founder_key(ANN, game.entries[0].body).root for game in games}
    keys |= {player._keys[-1].root for player in others}
    assert len(keys) == 6


def test_a_game_by_rules_that_nobody_has_begins_with_nobody() -> None:
    genesis = founded().entries[0]
    step = bodies.replace(genesis.body.step, rules_version=99)
    entry = Entry.signed(ANN, bodies.replace(genesis.body, step=step))
    invitation = savefile.write({"game": entry.head}, {}, [entry], ANN, True)
    with pytest.raises(PbemError):
        Duellist.join(BOB, invitation)


def test_new_chains_outlast_a_take_back_to_before_them() -> None:
    """The old ones are no secret any more to whoever has the entries that were lost."""
    loser, other = moved(*asked("outlast"), 2)
    twin = copy.copy(loser.player)
    back = loser.player.ledger.n + 1
    loser.player = Duellist.recover(loser.player.identity, other.player.email())
    nonce = getattr(order_of(loser.player).body, "nonce", "")
    other.take(loser.player.email())
    loser.take(other.player.email())
    side = loser.player.side
    author, witness = moved(loser, other, 1)
    numbers = author.player.ledger.chains.numbers
    author.player.propose("takeback", entry=back)
    exchange(author, witness)
    witness.player.agree()
    exchange(witness, author)
    ledger = other.player.ledger
    assert ledger.cases.rewinds
    assert nonce == ledger.seats[side].nonce != ""
    assert all(ledger.chains.numbers[one] >= numbers[one] for one in ledger.sides)
    twin.decide(["pass"])
    assert isinstance(other.take(twin.email()).trouble, OutOfSequence)
    false = bodies.replace(order_of(twin).body, question=ledger.askings[side].number)
    twin.order = envelope.sign_in_duel(twin.identity, bodies.replace(false, head=ledger.head))
    assert isinstance(other.take(twin.email()).trouble, BadLink | PbemError)
    asked_now = loser if loser.player.decides else other
    asked_now.player.decide([legal(asked_now)])
    exchange(*((loser, other) if asked_now is loser else (other, loser)))


def test_the_tables_of_a_file_change_nothing() -> None:
    author, witness = deciding()
    author.decide([first_line(author)])
    twin = copy.copy(witness)
    header = {"game": "0" * 64, "seq": 500, "now": "It is over."}
    tables: dict[str, dict[str, object]] = {
        "result": {"winner": author.side},
        "askings": {author.side: 501},
    }
    lying = savefile.write(header, tables, author.entries, author.identity, True, order_of(author))
    assert b"seq = 500" in lying
    assert witness.apply(lying).trouble is None
    twin.apply(author.email())
    assert witness.email() == twin.email()


def test_policies_that_come_with_a_plan_do_not_count_in_an_order_that_is_there_already() -> None:
    """York holds Lancaster's Plan; her own policies would decide for the card that it turns up."""
    york, lancaster = planning()
    lancaster.decide(["plan pass pass pass pass"])
    york.apply(lancaster.email())
    york.decide(
        ["plan march march pass pass"], None, {"command": "march: parley st_albans", "array": "ask"}
    )
    for one, other in ((york, lancaster), (lancaster, york)):
        assert other.apply(one.email()).trouble is None
    record = york.entries[-1].body.record
    assert [row.side for row in record.decisions] == ["lancaster"]
    assert not record.policies
    assert not record.rolls
    assert [row.request.partition("-")[0] for row in record.questions] == ["command"]
    assert lancaster.apply(york.email()).trouble is None


def test_a_stack_is_sealed_in_its_own_slots_each_once() -> None:
    york, lancaster = planning()
    york.decide(["plan march march pass pass"])
    honest = order_of(york)
    assert isinstance(honest.body, DuelOrder)
    plan = honest.body.plan
    foreign = [Locked(row.slot.replace("york", "lancaster"), row.commitment) for row in plan]
    for false in (plan[:-1], (*plan, plan[0]), (plan[0], *plan[:-1]), plan[::-1], tuple(foreign)):
        york.order = honest
        before = lancaster.email()
        assert isinstance(lancaster.apply(said_otherwise(york, plan=false)).trouble, Garbled)
        assert lancaster.email() == before
    york.order = honest
    assert lancaster.apply(york.email()).trouble is None


def test_an_author_turns_up_no_card_but_the_one_that_is_asked_for() -> None:
    ann, bob = at_plans()
    (due,) = opening_asked(ann, bob).openings
    others = [one.slot for order in bob.player.secrets.orders for one in order.plan]
    slot = next(slot for slot in others if slot != due.slot)
    card = bob.player.secrets.card(slot)
    for openings in ((), (card,)):
        twin = copy.copy(bob.player)
        lines = () if openings else ("pass",)
        data = said_otherwise(twin, openings=openings, lines=lines)
        assert isinstance(ann.take(data).trouble, Garbled)
    assert ann.take(bob.player.email()).trouble is None


def test_a_witness_turns_up_no_card_of_its_own_before_its_time() -> None:
    """A true one, and it would be for nothing: but an entry holds what follows from the order, and no more."""
    york, lancaster = planning()
    york.decide(["plan march march pass pass"])
    lancaster.apply(york.email())
    york.apply(lancaster.email())
    lancaster.decide(["plan pass pass pass pass"])
    york.apply(lancaster.email())
    openings = york.entries[-1].body.record.openings
    early = york.secrets.card(openings[0].slot[:-1] + "3")
    data = changed(york, with_record(openings=(*openings, early)))
    assert_refused(lancaster, data)
    assert verdict_on_the_last_entry(data).startswith("BAD: entry ")
    assert lancaster.apply(york.email()).trouble is None


@pytest.mark.parametrize("reveals_all", [True, False])
def test_new_chains_leave_no_false_stack_behind(reveals_all: bool) -> None:
    """The key under which it was sealed is revealed too; whoever keeps it back is named."""
    ann, bob = at_plans("towton")
    seal_anyway(ann, FOUR_TIMES)
    bob.take(ann.player.email())
    bob.decide()
    ann.take(bob.player.email())
    bob.take(ann.player.email())
    ann.lose(bob.player.email())
    bob.take(ann.player.email(), agree=True)
    ann.take(bob.player.email())
    asked_side, other = (ann, bob) if "york" in ann.player.ledger.askings else (bob, ann)
    asked_side.player.order = None
    asked_side.player.resign()
    for one, two in ((asked_side, other), (other, asked_side)) * 2:
        two.take(one.player.email())
    assert ann.player.ledger.result is not None
    save, _ = savefile.read_duel(bob.player.email())
    hers = [one for one in save.reveals if one.body.author == "york"]
    assert len(hers) == 2
    newest = ann.player._keys[-1].root.hex()
    shown = [
        one for one in save.reveals if reveals_all or one not in hers or one.body.key == newest
    ]
    audit = audit_duel(save.entries, shown)
    assert stacks_of(audit, "york") is (Answer.CONTRADICTED if reveals_all else Answer.NOT_SHOWN)
    named = [row for row in audit.findings if says(row.why, "proof.duel_audit._worst", "Ann")]
    assert bool(named) != reveals_all


def stacks_of(audit: Audit, side: str) -> Answer:
    (row,) = [one for one in audit.findings if (one.party, one.claim) == (side, Claim.STACKS)]
    return row.answer
