"""Sealed policies in a duel: nobody reads them before they answer, and what the witness makes of them is checked."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pbem.duel.duellist import Duellist
from pbem.engine.policies import presets_of, reactions_of
from pbem.engine.script import ASK
from pbem.engine.standing import StandingOrders
from pbem.errors import BadOpening, NotTrusted, ReplayMismatch, UnreadableOrders
from pbem.ledger import duel_policies
from pbem.ledger.frozen import frozen
from pbem.protocol import bodies, envelope
from pbem.protocol.bodies import DuelOrder, EntryBody, RevealedPolicy
from pbem.round import duels
from pbem.round.duels import as_player
from tests.engine.test_moments import moment
from tests.independent.duel_policies import DuelPolicies, PolicySet
from tests.independent.wire import Flaw

from .strangers import verdict
from .table import Machine, table
from .test_lies import assert_refused, with_record
from .test_orders import asked, legal


class Careful(Machine):
    """A machine whose first order brings these policies.

    Attributes:
        policies: None once they were brought.
    """

    policies: dict[str, str] | None = None

    def decide(self) -> bool:
        player = self.player
        if not player.decides:
            return False
        player.decide([legal(self)], None, self.policies)
        self.policies = None
        return True


def careful(policies: dict[str, str] | None = None, seed: str = "p") -> tuple[Careful, Careful]:
    """Two players with these policies; default: those that answer everything."""
    machines = [Careful(one.player, f"{one.player.side} {seed}") for one in table(seed)]
    for machine in machines:
        rules = machine.player.ledger.rules
        machine.policies = (
            dict(presets_of(rules)["without_orders"]) if policies is None else policies
        )
    return machines[0], machines[1]


def settle(one: Machine, other: Machine) -> None:
    """Emails go to and fro until neither has anything to say."""
    for _ in range(3):
        other.take(one.player.email())
        one.take(other.player.email())
    assert one.player.entries == other.player.entries
    assert one.player.order is other.player.order is None


def answered(one: Careful, other: Careful, kind: str = "") -> tuple[Careful, Careful]:
    """An author whose order has met a policy of the witness, and who does not know it yet; and the witness."""
    for _ in range(200):
        assert other.take(one.player.email()).trouble is None
        shown = other.player.entries[-1].body.record.policies
        is_new = len(one.player.entries) < len(other.player.entries)
        if is_new and [row for row in shown if kind in ("", row.kind)]:
            return one, other
        other.decide()
        one, other = other, one
    raise AssertionError("no policy was looked at")


def test_a_policy_answers_while_the_other_sides_order_is_carried_out_and_is_revealed_once() -> None:
    author, witness = answered(*careful())
    record = witness.player.entries[-1].body.record
    rows = [(d.side, d.by) for d in record.decisions if d.by == "policy"]
    assert set(rows) == {(witness.player.side, "policy")}
    assert author.take(witness.player.email()).trouble is None
    assert author.player.entries == witness.player.entries
    for _ in range(4):
        settle(author, witness)
        author.decide()
        witness.decide()
    log = author.player.entries
    shown = [(row.question, row.kind) for e in log for row in e.body.record.policies]
    assert len(shown) == len(set(shown)) > 1
    assert sum(d.by == "policy" for e in log for d in e.body.record.decisions) > len(shown)
    assert verdict(author.player.email()).startswith("good: ")
    read = Duellist(author.player.identity, log)
    assert read.ledger.state_hash == witness.player.ledger.state_hash


def test_no_policy_stands_in_a_file_before_it_is_looked_at_and_sealed_parts_are_of_one_size() -> (
    None
):
    files = []
    for text in ("take, return", "return, take"):
        author, witness = asked("sealed")
        author.player.decide([legal(author)], None, {"reinforcement": text, "levy": "levy all"})
        assert witness.take(author.player.email()).trouble is None
        assert author.take(witness.player.email()).trouble is None
        files.append((author.player.email(), witness.player.email()))
        assert not any(text.encode() in data or b"levy all" in data for data in files[-1])
        assert as_player(author.player).standing.reactions == {
            "reinforcement": text,
            "levy": "levy all",
        }
        assert as_player(witness.player).standing_of(author.player.side).reactions == {}
    for one, other in zip(*files, strict=True):
        assert one != other
        lines = zip(one.splitlines(), other.splitlines(), strict=True)
        assert all(len(mine) == len(theirs) for mine, theirs in lines)


def other_text(body: EntryBody) -> EntryBody:
    return with_rows(body, lambda row: bodies.replace(row, text="ask"))


def other_salt(body: EntryBody) -> EntryBody:
    return with_rows(body, lambda row: bodies.replace(row, salt="0" * 32))


def other_order(body: EntryBody) -> EntryBody:
    return with_rows(body, lambda row: bodies.replace(row, question=row.question + 1))


def other_kind(body: EntryBody) -> EntryBody:
    return with_rows(body, lambda row: bodies.replace(row, kind="luckless"))


def twice(body: EntryBody) -> EntryBody:
    rows = body.record.policies
    return with_record(policies=(*rows, rows[0]))(body)


def with_rows(body: EntryBody, change: Callable[[RevealedPolicy], RevealedPolicy]) -> EntryBody:
    first, *others = body.record.policies
    return with_record(policies=(change(first), *others))(body)


def not_by_policy(body: EntryBody) -> EntryBody:
    """The witness chooses itself, and says that it had to."""
    rows = (
        bodies.replace(d, by="forced") if d.by == "policy" else d for d in body.record.decisions
    )
    return with_record(policies=(), decisions=tuple(rows))(body)


@pytest.mark.parametrize(
    ("change", "error", "without_rules"),
    [
        (with_record(policies=()), ReplayMismatch, True),
        (other_text, BadOpening, True),
        (other_salt, BadOpening, True),
        (other_order, ReplayMismatch, True),
        (other_kind, ReplayMismatch, True),
        (twice, ReplayMismatch, True),
        (not_by_policy, ReplayMismatch, False),
    ],
)
def test_a_policy_that_is_kept_back_forged_or_changed_is_seen_at_once(
    change: Callable[[EntryBody], EntryBody], error: type[NotTrusted], without_rules: bool
) -> None:
    author, witness = answered(*careful())
    assert_refused(author, witness, change, error, without_rules)


def test_a_witness_who_forgets_a_policy_cannot_have_its_question_asked() -> None:
    """Its program asks it instead of revealing the policy: the author's carries the order out and sees it."""
    author, witness = answered(*careful())
    forgetful = Duellist(witness.player.identity, witness.player.entries[:-1])
    draft = forgetful.ledger
    position = bodies.replace(draft.position, standing=type(draft.position.standing)({}))
    forgetful.ledger = bodies.replace(draft, position=position)
    order = author.player.order
    assert order is not None
    forgetful._enter(order, agree=False)
    assert not forgetful.entries[-1].body.record.policies
    with pytest.raises(ReplayMismatch):
        author.player.apply(forgetful.email())


def test_a_policy_that_was_replaced_answers_no_more() -> None:
    """The new one asks the witness, who would like the old one to answer under dice that are known."""
    one, other = answered(*careful())
    settle(one, other)
    old = {
        m.player.side: m.player.ledger.position.standing.get(m.player.side) for m in (one, other)
    }
    since = len(one.player.entries)
    for machine in (one, other):
        machine.policies = {"default": "ask"}
    author, witness = answered(one, other, "default")
    side, order = witness.player.side, author.player.order
    (row,) = witness.player.entries[-1].body.record.policies
    assert row.question > max(version.question for version in old[side] or ())
    assert len(witness.player.entries) > since
    assert order is not None
    false = Duellist(witness.player.identity, witness.player.entries[:-1])
    position = false.ledger.position
    standing = bodies.replace(position, standing=frozen({**position.standing, side: old[side]}))
    false.ledger = bodies.replace(false.ledger, position=standing)
    false._enter(order, agree=False)
    assert false.entries[-1].body.record != witness.player.entries[-1].body.record
    with pytest.raises(ReplayMismatch):
        author.player.apply(false.email())
    assert author.take(witness.player.email()).trouble is None


@pytest.mark.slow
def test_an_order_that_brings_no_policies_leaves_them_and_one_that_brings_some_replaces_all() -> (
    None
):
    author, witness = asked("replaced")
    side = author.player.side
    texts: list[dict[str, str] | None] = [
        {"levy": "levy all", "place": "pass"},
        None,
        {"levy": "ask"},
        {},
    ]
    kinds = []
    for policies in texts:
        while not author.player.decides:
            settle(author, witness)
            if not author.player.decides:
                witness.decide()
        author.player.decide([legal(author)], None, policies)
        assert witness.take(author.player.email()).trouble is None
        (*_, last) = witness.player.ledger.position.standing[side]
        kinds.append([row.kind for row in last.sealed])
    assert kinds == [["levy", "place"], ["levy", "place"], ["levy"], ["default"]]


def test_policies_count_though_nothing_of_their_order_was_carried_out() -> None:
    author, witness = asked("nothing")
    author.player.decide(["fly to the moon"], None, {"levy": "ask"})
    assert witness.take(author.player.email()).trouble is None
    assert not witness.player.entries[-1].body.record.decisions
    assert author.player.side in witness.player.ledger.position.standing


@pytest.mark.slow
def test_policies_stand_in_the_order_in_which_they_were_looked_at() -> None:
    one, other = careful()
    while not (several := [e for e in one.player.entries if len(e.body.record.policies) > 1]):
        for machine in (one, other):
            machine.decide()
        settle(one, other)
    (record,) = (entry.body.record for entry in several)
    answers = [d.request.rpartition("-")[0] for d in record.decisions if d.by == "policy"]
    assert [row.kind for row in record.policies] == [*dict.fromkeys(answers)]


def test_a_policy_for_the_rest_answers_reactions_alone() -> None:
    author, witness = asked("default")
    side = author.player.side
    reactions = reactions_of(author.player.ledger.rules)
    author.player.decide([legal(author)], None, {"default": "pass"})
    settle(author, witness)
    since = author.player.ledger.n
    while not author.player.decides or author.player.ledger.n == since:
        witness.player.decide([legal(witness)])
        settle(witness, author)
    assert author.player.ledger.request(side).kind not in reactions
    assert not any(entry.body.record.policies for entry in author.player.entries)


def test_a_policy_that_cannot_be_read_asks_its_owner() -> None:
    unreadable = {"default": "ask", "reinforcement": "if if if"}
    author, witness = answered(*careful(unreadable), "reinforcement")
    assert author.take(witness.player.email()).trouble is None
    assert witness.player.decides
    assert not [d for d in witness.player.entries[-1].body.record.decisions if d.by == "policy"]


def test_at_a_moment_too_a_policy_that_cannot_be_read_asks_its_owner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    request, said = moment(), list[str]()
    unreadable = StandingOrders({request.kind: "if if if"})
    monkeypatch.setattr(duel_policies, "_looked_at", lambda *args: unreadable)
    draft = SimpleNamespace(
        look=lambda side: None,
        held=lambda request: {"Y20"},
        play=SimpleNamespace(declined=[]),
        tell=lambda side, why: said.append(why),
    )
    asked_for = duel_policies.at_moment(cast(Any, draft), request, cast(Any, None))
    assert asked_for == ASK
    assert len(said) == 1


def test_what_a_player_alone_hears_is_not_in_the_email_to_the_opponent() -> None:
    author, witness = answered(
        *careful({"default": "ask", "reinforcement": "if if if"}), "reinforcement"
    )
    heard = "Your policy for reinforcement"
    before = author.player.ledger.n + 1
    (story,) = as_player(witness.player).stories(before)
    assert heard in str(story)
    assert heard not in duels.email(witness.player).decode()


@pytest.mark.slow
def test_new_chains_reveal_policies_that_were_sealed_under_the_old_key() -> None:
    one, other = careful()
    while not all(m.player.ledger.position.standing.get(m.player.side) for m in (one, other)):
        for machine in (one, other):
            machine.decide()
            settle(one, other)
    for machine, theirs in ((one, other), (other, one)):
        machine.lose(theirs.player.email())
        assert theirs.take(machine.player.email(), agree=True).trouble is None
        settle(one, other)
    author, witness = answered(one, other)
    assert author.take(witness.player.email()).trouble is None
    assert verdict(author.player.email()).startswith("good: ")


@pytest.mark.slow
def test_a_take_back_brings_back_the_policies_of_then() -> None:
    author, witness = asked("taken back")
    side, entry = author.player.side, author.player.ledger.n + 1
    author.player.decide([legal(author)], None, {"levy": "levy all"})
    settle(author, witness)
    settle(author, witness)
    one, other = (author, witness) if author.player.decides else (witness, author)
    one.player.propose("takeback", entry=entry)
    settle(one, other)
    assert side in other.player.ledger.position.standing
    other.player.agree()
    settle(other, one)
    for machine in (one, other):
        assert side not in machine.player.ledger.position.standing
    assert verdict(one.player.email()).startswith("good: ")


@pytest.mark.slow
def test_a_policy_that_was_revealed_in_what_is_taken_back_is_revealed_again() -> None:
    author, witness = answered(*careful())
    n, order = witness.player.ledger.n, author.player.order
    shown = [row.kind for row in witness.player.entries[n].body.record.policies]
    assert order is not None
    assert isinstance(order.body, DuelOrder)
    settle(author, witness)
    one, other = (author, witness) if author.player.decides else (witness, author)
    one.player.propose("takeback", entry=n)
    settle(one, other)
    other.player.agree()
    settle(other, one)
    author.player.decide(order.body.lines)
    assert witness.take(author.player.email()).trouble is None
    assert [row.kind for row in witness.player.entries[-1].body.record.policies] == shown
    assert verdict(witness.player.email()).startswith("good: ")


def test_a_policy_is_well_formed_and_has_a_copy() -> None:
    author, witness = asked("well-formed")
    with pytest.raises(UnreadableOrders, match="1001 characters"):
        author.player.decide([legal(author)], None, {"levy": "x" * 1001})
    author.player.decide([legal(author)], None, {"levy": "ask", "place": "ask"})
    order = author.player.order
    assert order is not None
    assert isinstance(order.body, DuelOrder)
    for change in ({"kept": ""}, {"policies": ()}, {"policies": order.body.policies[::-1]}):
        with pytest.raises(ValueError, match=r"copy|alphabet"):
            bodies.replace(order.body, **change)
    garbage = bodies.replace(order.body, kept="AAAA")  # it harms its author alone
    author.player.order = envelope.sign_in_duel(author.player.identity, garbage)
    assert witness.take(author.player.email()).trouble is None
    assert author.take(witness.player.email()).trouble is None
    with pytest.raises(BadOpening):
        author.player.secrets.policy(order.body.question, "levy")


def test_a_stranger_wants_to_see_the_policy_of_the_kind_though_the_one_for_the_rest_is_known() -> (
    None
):
    stranger = DuelPolicies([])
    sealed = dict.fromkeys(("default", "flee"), "0" * 64)
    stranger.sets = {"york": (PolicySet(2, 1, sealed, frozenset({"default"})),)}
    row = {"side": "york", "by": "policy"}
    stranger.revealed("york", 2, {"decisions": [{**row, "request": "hits-7"}]})
    with pytest.raises(Flaw, match="was not revealed"):
        stranger.revealed("york", 2, {"decisions": [{**row, "request": "flee-8"}]})
