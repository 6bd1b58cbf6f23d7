"""Secret stacks in a duel: sealed card by card, and turned up by their owner alone."""

from __future__ import annotations

import pytest

from pbem.duel.duellist import Duellist
from pbem.duel.waiting import owed
from pbem.engine.policies import presets_of
from pbem.errors import BadOpening, Garbled, IllegalOrder, ReplayMismatch
from pbem.protocol import bodies, envelope
from pbem.protocol import save as savefile
from pbem.protocol.bodies import DuelEnvelope, DuelOrder, DuelPlayed, EntryBody
from pbem.protocol.entry import Entry
from pbem.protocol.keys import Identity
from pbem.round.duels import as_player
from tests.random_games import RandomPlayer
from tests.says import sentence

from .strangers import verdict, verdict_on_the_last_entry
from .table import ANN, BOB, NONCE, Machine
from .test_orders import asked

EMAILS = 400


class Planner(Machine):
    """A machine whose random player also lays down stacks: these cards, if they are given.

    Attributes:
        policies: that its orders bring, or None.
    """

    cards: tuple[str, ...] = ()
    policies: dict[str, str] | None = None

    def decide(self) -> bool:
        player = self.player
        if not player.decides:
            return False
        request = player.ledger.request(player.side)
        if request.stack is None:
            player.decide([self.person.line(request, {})], None, self.policies)
        else:
            cards = self.cards or self.person.stack(request)
            player.decide([" ".join((request.stack.verb, *cards))], None, self.policies)
        return True

    @property
    def stack(self) -> bool:
        """Is it asked for a stack?"""
        player = self.player
        return player.decides and player.ledger.request(player.side).stack is not None


def table(
    scenario: str, seed: str = "x", people: tuple[Identity, Identity] = (ANN, BOB)
) -> tuple[Planner, Planner]:
    ann = Duellist.found(people[0], "plantagenet", scenario, "york", None, NONCE)
    bob = Duellist.join(people[1], ann.email())
    return Planner(ann, f"ann {seed}"), Planner(bob, f"bob {seed}")


def at_plans(
    scenario: str = "bosworth",
    seed: str = "x",
    people: tuple[Identity, Identity] = (ANN, BOB),
    policies: dict[str, str] | None = None,
) -> tuple[Planner, Planner]:
    """Both are asked for a stack, and neither has laid it down; Ann's orders bring these policies."""
    ann, bob = table(scenario, seed, people)
    ann.policies = policies
    for _ in range(EMAILS):
        assert ann.take(bob.player.email()).trouble is None
        if ann.stack:
            bob.take(ann.player.email())
            return ann, bob
        ann.decide()
        assert bob.take(ann.player.email()).trouble is None
        if not bob.stack:
            bob.decide()
    raise AssertionError("nobody was asked for a stack")


def orders(player: Duellist) -> list[DuelOrder]:
    said = [e.body.step.order.body for e in player.entries if isinstance(e.body.step, DuelPlayed)]
    return [body for body in said if isinstance(body, DuelOrder)]


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1", "2"])
@pytest.mark.parametrize("scenario", ["bosworth", "towton"])
def test_a_whole_game_with_secret_stacks(scenario: str, seed: str) -> None:
    ann, bob = table(scenario, seed)
    preset = presets_of(bob.player.ledger.rules)["stand_and_fight"]
    ann.policies = bob.policies = {**preset, "default": "pass"}
    for _ in range(EMAILS):
        for one, other in ((bob, ann), (ann, bob)):
            other.take(one.player.email())
            other.restart()
            other.decide()
        if ann.player.ledger.result is not None and bob.player.ledger.result is not None:
            break
    assert ann.player.ledger.result is not None
    assert ann.player.entries == bob.player.entries
    assert {body.author for body in orders(ann.player) if body.plan} == {"york", "lancaster"}
    shown = [o for e in ann.player.entries for o in e.body.record.openings]
    assert len(shown) == len({o.slot for o in shown}) >= 8
    answered = any(entry.body.record.policies for entry in ann.player.entries)
    assert answered or scenario == "towton"  # random players seldom meet there
    assert verdict(ann.player.email()).startswith("good: ")
    again = savefile.read_duel(ann.player.email())[0]
    assert Duellist(BOB, again.entries).ledger.state_hash == bob.player.ledger.state_hash


def test_a_card_is_in_no_file_before_it_is_turned_up_and_sealed_parts_are_of_one_size() -> None:
    files, plans = [], set()
    for seed in ("one", "another"):
        ann, bob = at_plans()
        ann.cards = RandomPlayer(seed).stack(ann.player.ledger.request("york"))
        plans.add(ann.cards)
        ann.decide()
        assert bob.take(ann.player.email()).trouble is None
        files.append((ann.player.email(), bob.player.email()))
        (body,) = [body for body in orders(bob.player) if body.plan]
        assert not any(card in bodies.encode(body).decode() for card in ann.cards)
    assert len(plans) == 2
    for one, other in zip(*files, strict=True):
        assert len(one) == len(other)
        lines = zip(one.splitlines(), other.splitlines(), strict=True)
        assert all(len(mine) == len(theirs) for mine, theirs in lines)


def test_the_owner_sees_the_covered_cards_and_the_opponent_sees_the_same_whatever_they_are() -> (
    None
):
    views = []
    for cards in (("march", "march", "pass", "pass"), ("march", "pass", "march", "pass")):
        ann, bob = at_plans("towton")
        ann.cards, bob.cards = cards, ("pass", "pass", "pass", "pass")
        for one, other in ((ann, bob), (bob, ann)):
            one.decide()
            assert other.take(one.player.email()).trouble is None
        mine, theirs = as_player(ann.player), as_player(bob.player)
        slots = {f"plan:york:15:{place}": cards[place - 1] for place in (2, 3, 4)}
        assert mine.known() == mine.plan_cards() == slots
        assert mine.view().known == slots
        assert theirs.known("york") == theirs.view("york").known == {}
        assert "plan:york:15:2" not in ann.player.ledger.position.secrets
        views.append(
            (str(mine.view().position), str(theirs.view().position), str(theirs.stories()))
        )
    assert views[0][0] != views[1][0]
    assert views[0][1:] == views[1][1:]


def opening_asked(ann: Planner, bob: Planner) -> DuelOrder:
    """Both have laid down all their stacks, and Bob's program turns up his first card."""
    for _ in range(EMAILS):
        assert ann.take(bob.player.email()).trouble is None
        ann.decide()
        assert bob.take(ann.player.email()).trouble is None
        order = bob.player.order
        if order is not None and isinstance(order.body, DuelOrder) and order.body.openings:
            return order.body
        bob.decide()
    raise AssertionError("Bob was asked for no card")


def test_a_card_turned_up_is_the_one_that_was_laid_there() -> None:
    ann, bob = at_plans()
    honest = opening_asked(ann, bob)
    (opening,) = honest.openings
    asking = ann.player.ledger.askings["lancaster"]
    assert "Bob (lancaster: " + sentence("duel.waiting.owed", word="card") in owed(
        ann.player.ledger, "lancaster"
    )
    assert owed(ann.player.ledger, "lancaster").endswith(f"since entry {asking.since}.")
    other_card = bodies.replace(opening, card="l1_oxford")
    lies = (
        ((other_card,), (), BadOpening),
        ((bodies.replace(opening, salt="0" * 32),), (), BadOpening),
        ((), ("pass",), Garbled),
    )
    before = ann.player.email()
    for openings, lines, error in lies:
        lie = bodies.replace(honest, openings=openings, lines=lines)
        trouble = ann.take(with_order(bob.player, envelope.sign_in_duel(BOB, lie))).trouble
        assert isinstance(trouble, error)
        assert ann.player.email() == before
    assert ann.take(bob.player.email()).trouble is None


def test_a_card_is_turned_up_though_the_lines_of_its_order_cannot_be_read() -> None:
    ann, bob = at_plans()
    honest = opening_asked(ann, bob)
    order = envelope.sign_in_duel(BOB, bodies.replace(honest, lines=("if if if",)))
    ledger = ann.player.ledger
    declined = bodies.replace(ledger.cases, declined=("lancaster",))
    ann.player.ledger = bodies.replace(ledger, cases=declined)
    assert ann.take(with_order(bob.player, order)).trouble is None
    record = ann.player.entries[-1].body.record
    assert record.openings[:1] == honest.openings
    assert [row.place for row in record.left] == [1]
    assert not ann.player.ledger.cases.declined  # by it Bob has answered, and may propose again
    assert verdict_on_the_last_entry(ann.player.email()) == "good: "


@pytest.mark.slow
def test_a_take_back_lays_the_cards_of_open_decks_back_where_they_were() -> None:
    one, other = table("towton")
    drawn = list[int]()
    while len(drawn) < 2:  # two cards of one deck, in two entries
        assert other.take(one.player.email()).trouble is None
        other.decide()
        one, other = other, one
        labels = [[r.label for r in e.body.record.rolls] for e in other.player.entries]
        drawn = [n for n, row in enumerate(labels) if "draw lancaster_1#1" in row]
    log = other.player.entries
    then = Duellist(ANN, log[: drawn[1]]).ledger.position.secrets
    players = Duellist(ANN, log), Duellist(BOB, log)
    assert players[0].ledger.position.secrets != then
    author, witness = players if players[0].decides else players[::-1]
    author.propose("takeback", entry=drawn[1])
    assert witness.apply(author.email()).trouble is None
    witness.agree()
    assert author.apply(witness.email()).trouble is None
    assert author.ledger.position.secrets == then


def with_order(player: Duellist, order: DuelEnvelope) -> bytes:
    return Duellist(player.identity, player.entries, order).email()


def test_a_witness_turns_up_no_other_card_than_was_laid_there_and_keeps_none_back() -> None:
    ann, bob = at_plans()
    for _ in range(EMAILS):
        assert ann.take(bob.player.email()).trouble is None
        entry = ann.player.entries[-1]
        openings = [o for o in entry.body.record.openings if o.slot.startswith("plan:york:")]
        if openings:
            break
        ann.decide()
        assert bob.take(ann.player.email()).trouble is None
        bob.decide()
    assert openings
    others = [o for o in entry.body.record.openings if o not in openings]
    game = ann.player.ledger.game
    false = [*others, bodies.replace(openings[0], card="y1_nobody"), *openings[1:]]
    theirs = bob.player.secrets.card(bob.player.secrets.orders[0].plan[0].slot)
    for rows, error, why in (
        (false, BadOpening, "holds another card than was laid there"),
        ([*others, *openings[:-1]], ReplayMismatch, ""),
        ([*others, *openings, openings[0]], ReplayMismatch, sentence("ledger.locks.check_opening")),
        ([*others, *openings, theirs], ReplayMismatch, "and not by its owner"),
    ):
        record = bodies.replace(entry.body.record, openings=tuple(rows))
        body: EntryBody = bodies.replace(entry.body, record=record)
        cheated = Duellist(ANN, ann.player.entries[:-1])
        cheated.entries = (*ann.player.entries[:-1], Entry.signed(ANN, body, game))
        before = bob.player.email()
        with pytest.raises(error):
            bob.player.apply(cheated.email())
        assert bob.player.email() == before
        assert why in verdict_on_the_last_entry(cheated.email())


@pytest.mark.parametrize("both", [True, False])
def test_new_chains_turn_up_cards_that_were_sealed_under_the_old_key(both: bool) -> None:
    """But a stack that waits for the other side's is laid down again."""
    ann, bob = at_plans()
    if both:
        opening_asked(ann, bob)
    else:
        ann.decide()
        assert bob.take(ann.player.email()).trouble is None
    ann.lose(bob.player.email())
    assert bob.take(ann.player.email(), agree=True).trouble is None
    assert ("york" in bob.player.ledger.askings) == (not both)
    for _ in range(EMAILS):
        ann.take(bob.player.email())
        ann.decide()
        bob.take(ann.player.email())
        bob.decide()
        if bob.player.ledger.result is not None:
            assert verdict(bob.player.email()).startswith("good: ")
            return
    raise AssertionError("the game stands still")


def test_a_stack_is_laid_down_where_one_is_asked_for() -> None:
    author, witness = asked("no stack")
    ann, _ = at_plans()
    ann.decide()
    assert ann.player.order is not None
    body = ann.player.order.body
    assert isinstance(body, DuelOrder)
    player = author.player
    player.decide([RandomPlayer("x").line(player.ledger.request(player.side), {})])
    assert player.order is not None
    assert isinstance(player.order.body, DuelOrder)
    mixed = bodies.replace(player.order.body, lines=(), plan=body.plan, copy=body.copy)
    signed = envelope.sign_in_duel(player.identity, mixed)
    assert isinstance(witness.take(with_order(player, signed)).trouble, Garbled)
    other, _ = at_plans()
    with pytest.raises(IllegalOrder):
        other.player.decide(["cards y1_nobody"])
    assert other.player.order is None
