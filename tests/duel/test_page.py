"""PROTOCOL 19, sentence by sentence: the program and the verifier that a stranger wrote from the page judge alike."""

from __future__ import annotations

import functools
import json
from typing import Any

import pytest

from pbem.duel.duellist import Duellist
from pbem.errors import Garbled, Oversized, PbemError, ReplayMismatch
from pbem.ledger import duel_secrets
from pbem.protocol import bodies, canonical, envelope, seal
from pbem.protocol import save as savefile
from pbem.protocol.bodies import DuelEnvelope, DuelOrder, DuelPropose, Opening, RevealedPolicy
from pbem.protocol.entry import Entry
from tests.independent.save import duel_of
from tests.independent.wire import Flaw

from .strangers import _read, verdict, verdict_on_the_last_entry
from .table import ANN, BOB, Machine, founded
from .test_orders import asked, legal
from .test_policies import answered, careful, settle
from .test_stacks import Planner, at_plans
from .test_strangers import forged, record


def propose(machine: Machine, **fields: Any) -> None:
    """What a dishonest client proposes."""
    player = machine.player
    asking = player.ledger.askings[player.side]
    body = player._answer(DuelPropose, asking, **fields)
    player.order = envelope.sign_in_duel(player.identity, body)


def in_turn(ann: Planner, bob: Planner) -> tuple[Planner, Planner]:
    """Whose stack goes in first, and the other; it waits for the other's."""
    first, second = (ann, bob) if ann.player.waits_for == ann.player.side else (bob, ann)
    first.decide()
    settle(first, second)
    return first, second


def declined(scenario: str) -> tuple[Planner, Planner]:
    """A stack waits; behind a proposal that cannot be, the other side has made one that was declined."""
    first, second = in_turn(*at_plans(scenario))
    propose(second, kind="takeback", entry=900)
    settle(second, first)
    assert [*second.player.ledger.askings] == [second.player.side]
    second.player.propose("draw")
    settle(second, first)
    first.player.decline()
    settle(first, second)
    return first, second


def test_a_stack_waits_on_behind_a_proposal_that_cannot_be() -> None:
    first, _ = declined("bosworth")
    assert len(first.player.ledger.askings) == 2
    assert verdict_on_the_last_entry(first.player.email()) == "good: "


def test_nothing_is_proposed_while_both_are_asked() -> None:
    ann, bob = at_plans()
    before = dict(ann.player.ledger.askings)
    propose(ann, kind="draw")
    settle(ann, bob)
    after = ann.player.ledger.askings
    assert after["york"].number == before["york"].number + 1
    assert after["lancaster"] == before["lancaster"]
    assert verdict_on_the_last_entry(ann.player.email()) == "good: "


@pytest.mark.slow
def test_whoever_seals_a_stack_cannot_propose_again_yet() -> None:
    first, second = declined("towton")
    while second.stack or not second.player.decides:
        one, other = (first, second) if first.player.decides else (second, first)
        one.decide()
        settle(one, other)
    assert second.player.side in second.player.ledger.cases.declined
    propose(second, kind="draw")
    settle(second, first)
    assert [*first.player.ledger.askings] == [second.player.side]
    assert verdict_on_the_last_entry(first.player.email()) == "good: "


def refused_by_both(author: Machine, data: bytes, why: str) -> None:
    with pytest.raises(ReplayMismatch):
        author.player.apply(data)
    assert why in verdict_on_the_last_entry(data)


def rows(openings: list[Opening] | list[RevealedPolicy] | None) -> list[Any]:
    return [json.loads(bodies.encode(row)) for row in openings or ()]


def test_no_card_is_turned_up_where_somebody_agrees() -> None:
    first, second = in_turn(*at_plans())
    second.player.propose("draw")
    settle(second, first)
    secrets = first.player.secrets
    first.player.agree()
    assert second.take(first.player.email()).trouble is None
    cards = rows(secrets.stack(secrets.orders[-1]))[:1]
    data = forged(record("openings", cards), machines=(first, second))
    refused_by_both(first, data, "openings in an entry with a `agree`")


@pytest.mark.slow
def test_no_policy_is_revealed_where_no_line_ran_and_default_does_not_answer_for_another() -> None:
    policies = {"default": "ask", "withdraw": "fight", "reinforcement": "return"}
    author, witness = answered(*careful(policies), "withdraw")
    (shown,) = witness.player.entries[-1].body.record.policies
    others = [row for row in rows(policies_of(witness)) if row["kind"] == "default"]
    assert shown.kind != "default"
    data = forged(record("policies", others), machines=(author, witness))
    refused_by_both(author, data, "by a policy that was not revealed")
    settle(author, witness)
    author, witness = (author, witness) if author.player.decides else (witness, author)
    author.player.decide(["fly to the moon"])
    assert witness.take(author.player.email()).trouble is None
    data = forged(record("policies", others), machines=(author, witness))
    refused_by_both(author, data, "no line ran moves nothing")


def policies_of(machine: Machine) -> list[RevealedPolicy] | None:
    secrets = machine.player.secrets
    return secrets.policies(next(order for order in secrets.orders if order.policies))


def behind_the_log(player: Duellist, fields: dict[str, Any]) -> bytes:
    """A file of this player with another order behind the log; None takes a field away."""
    assert player.order is not None
    body = {**json.loads(bodies.encode(player.order.body)), **fields}
    raw = canonical.encode({name: value for name, value in body.items() if value is not None})
    sig = player.identity.sign("pbem2-duel", raw)
    data = player.email()
    log = data[: data.rindex(b"\n[order]\n")]
    signed = b"%s\n[order]\nbody = '''%s'''\nsig = '%s'\n\n" % (log, raw, sig.encode())
    return signed + f"# signed: {player.identity.sign(savefile.NAMESPACE, signed)}\n".encode()


NO_ORDER = {"lines": None, "request": None, "answers": None}
LOCKED = {"commitment": "0" * 64}
NUMBERED = [f"k{number:03}" for number in range(201)]
STACK = [{"slot": f"plan:york:2:{place}", **LOCKED} for place in range(1, 66)]
CARD = {"slot": "plan:york:2:1", "salt": "00" * 16, "card": "pass"}
CLAIM = {
    "type": "claim",
    "nonce": "0" * 64,
    "keys": json.loads(bodies.encode(ANN.public)),
    "anchors": dict.fromkeys(("move", "dice", "deck"), "0" * 64),
    "numbers": dict.fromkeys(("move", "dice", "deck"), 1),
    **dict.fromkeys(("lines", "request", "question", "link")),
}
ACCEPT = {**CLAIM, "type": "accept", "nonce": None, "numbers": None}


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"answers": [["levy", "ask"], ["default", "ask"]]}, "`answers` out of order"),
        ({"answers": [["levy", "ask"], ["levy", "ask"]]}, "`answers` out of order"),
        (
            {"policies": [{"kind": "b", **LOCKED}, {"kind": "a", **LOCKED}], "kept": "AAAA"},
            "`policies` out of order",
        ),
        ({"policies": [{"kind": "a", **LOCKED}]}, "policies without a copy"),
        ({"kept": "AAAA"}, "policies without a copy"),
        ({"copy": "AAAA"}, "a stack without a copy"),
        ({"lines": None}, "order without lines"),
        ({"lines": [""]}, "is not allowed"),
        ({"lines": ["pass"] * 129}, "at most 128"),
        ({"answers": [[kind, "ask"] for kind in NUMBERED]}, "at most 200"),
        ({"policies": [{"kind": k, **LOCKED} for k in NUMBERED], "kept": "AAAA"}, "at most 200"),
        ({**NO_ORDER, "request": "plan-2", "plan": STACK, "copy": "AAAA"}, "at most 64"),
        ({"openings": [CARD, CARD]}, "at most 1"),
        ({**CLAIM, "anchors": {"move": "0" * 64}}, "are not move, dice, deck"),
        ({**CLAIM, "numbers": {"move": 1}}, "are not move, dice, deck"),
        ({**ACCEPT, "anchors": {"move": "0" * 64}}, "are not move, dice, deck"),
        ({"lines": ["x" * 1001]}, "is not allowed"),
        ({"type": "propose", "kind": "draw", "entry": 3, **NO_ORDER}, "with another"),
        ({"type": "propose", "kind": "correct", **NO_ORDER}, "without its field"),
    ],
)
def test_an_order_behind_the_log_that_is_not_well_formed(fields: dict[str, Any], why: str) -> None:
    author, witness = ordered()
    data = behind_the_log(author.player, fields)
    with pytest.raises(Garbled):
        witness.player.apply(data)
    assert why in judged(data)


def test_the_length_of_a_line_is_counted_in_characters() -> None:
    author, _ = ordered()
    data = behind_the_log(author.player, {"lines": ["é" * 1000]})
    assert savefile.read_duel(data)[1] is not None
    assert judged(data) == "good: "


@functools.cache
def ordered() -> tuple[Machine, Machine]:
    """An author whose order is not in the log yet, and the witness."""
    author, witness = asked("behind the log")
    author.player.decide([legal(author)])
    return author, witness


def judged(data: bytes) -> str:
    """What the verifier says of the order behind a log that is good."""
    _, _, entries, (order,), _ = duel_of(data)
    try:
        _read(tuple(entries)).order_behind(*order)
    except Flaw as error:
        return str(error)
    return "good: "


def test_no_entry_holds_an_envelope_that_no_file_could_bring() -> None:
    author, witness = asked("large")
    player = author.player
    player.decide([legal(author)])
    assert player.order is not None
    answers = tuple((f"kind_{n:03}", "x" * 1000) for n in range(120))
    body = bodies.replace(player.order.body, answers=answers)
    large = DuelEnvelope(body=body, sig=player.identity.sign("pbem2-duel", bodies.encode(body)))
    with pytest.raises(Oversized):
        witness.player._enter(large, agree=False)


def test_a_key_that_is_an_anchor_too_founds_no_duel() -> None:
    (entry,) = founded().entries
    step: Any = entry.body.step
    anchors = {**step.anchors, "deck": step.keys.x25519}
    body = bodies.replace(entry.body, step=bodies.replace(step, anchors=anchors))
    data = savefile.write({"game": "x"}, {}, [Entry.signed(ANN, body)], ANN, True)
    assert "an x25519 key or an anchor a second time" in verdict(data)
    with pytest.raises(ReplayMismatch):
        Duellist.join(BOB, data)


@pytest.mark.parametrize(
    "fields", [{"side": "france"}, {"sides": ["york", "york"]}, {"sides": ["york", "gm"]}]
)
def test_a_founder_plays_one_of_two_sides(fields: dict[str, Any]) -> None:
    (entry,) = founded().entries
    body = json.loads(entry.raw)
    body["step"].update(fields)
    raw = canonical.encode(body)
    genesis = Entry(raw, ANN.sign("pbem2-genesis", raw))
    data = savefile.write({"game": "x"}, {}, [genesis], ANN, True)
    assert "BAD: entry 0" in verdict(data)
    with pytest.raises(PbemError):
        Duellist.join(BOB, data)


def test_policies_are_kept_in_canonical_form_or_not_at_all() -> None:
    author, _ = asked("kept")
    player = author.player
    player.decide([legal(author)], None, {"levy": "ask"})
    assert player.order is not None
    body = player.order.body
    assert isinstance(body, DuelOrder)
    assert player.secrets.policies(body)
    info = duel_secrets._policies_info(player.ledger.game, body.policies)
    key = player._keys[-1]
    spaced = seal.store(key, info, b'{"levy": "ask"}')
    assert player.secrets.policies(bodies.replace(body, kept=spaced)) is None


def test_the_audit_takes_no_other_salts_than_those_that_follow_from_the_key() -> None:
    author, _ = asked("salts")
    player = author.player
    key, game, side = player._keys[-1], player.ledger.game, player.side
    player.decide([legal(author)], None, {"levy": "ask"})
    assert player.order is not None
    body = player.order.body
    assert isinstance(body, DuelOrder)
    row = RevealedPolicy(body.question, "levy", "00" * 16, "ask")
    sealed = duel_secrets._sealed(game, side, [row])
    info = duel_secrets._policies_info(game, sealed)
    kept = seal.store(key, info, b'{"levy":"ask"}')
    assert player.secrets.policies(bodies.replace(body, policies=sealed, kept=kept)) is None
    opening = Opening("plan:york:2:1", "00" * 16, "march")
    plan = duel_secrets._locked(game, [opening])
    copy = seal.store(key, duel_secrets._stack_info(game, plan), b"march")
    stack = bodies.replace(body, lines=(), policies=(), kept="", plan=plan, copy=copy)
    assert player.secrets.stack(stack) is None
    honest = duel_secrets.lay_stack(key, game, ["plan:york:2:1"], ["march"])
    assert player.secrets.stack(bodies.replace(stack, plan=honest[0], copy=honest[1]))
