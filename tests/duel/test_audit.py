"""The audit of a duel: both reveal their keys at its end, and what stayed covered is proven."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from pbem.duel.duellist import Duellist
from pbem.games.plantagenet.imagination import PlantagenetImagination
from pbem.ledger import duel_secrets
from pbem.ledger.locks import stack_slots
from pbem.proof.audit import Answer, Audit, Claim
from pbem.proof.duel_audit import audit_duel
from pbem.protocol import bodies, envelope
from pbem.protocol import save as savefile
from pbem.protocol.bodies import DuelAccept, DuelOrder
from pbem.protocol.keys import Identity
from pbem.round.duels import brings, has_news
from tests.cli.console import Console
from tests.random_games import RandomPlayer
from tests.says import says

from .strangers import stranger_says, verdict
from .table import ANN, BOB, founded
from .test_stacks import Planner, at_plans

LEGAL = ("march", "march", "pass", "pass")
FOUR_TIMES = ("march", "march", "march", "march")
"""One March too many."""


def over(cards: tuple[str, ...] = LEGAL) -> tuple[Planner, Planner]:
    """Ann has sealed these cards and some policies, and resigned before they were turned up; Bob has entered it."""
    ann, bob = at_plans("towton")
    ann.policies = {"array": "ask", "flee": "stand"}
    seal_anyway(ann, cards)
    assert bob.take(ann.player.email()).trouble is None
    bob.decide()
    assert ann.take(bob.player.email()).trouble is None
    while not ann.player.decides:
        bob.take(ann.player.email())
        bob.decide()
        ann.take(bob.player.email())
    ann.player.resign()
    return ann, bob


def seal_anyway(machine: Planner, cards: tuple[str, ...]) -> None:
    """What a dishonest client seals."""
    machine.cards = LEGAL
    machine.decide()
    order, player = machine.player.order, machine.player
    assert order is not None
    assert isinstance(order.body, DuelOrder)
    key = duel_secrets.keys_of(player.identity, player.entries, player.side)[-1]
    slots = stack_slots(player.ledger.request(player.side))
    plan, copy = duel_secrets.lay_stack(key, player.ledger.game, slots, cards)
    false = bodies.replace(order.body, plan=plan, copy=copy)
    player.order = envelope.sign_in_duel(player.identity, false)


def judged(player: Duellist) -> Audit:
    save, _ = savefile.read_duel(player.email())
    return audit_duel(save.entries, save.reveals)


def answers(audit: Audit, side: str) -> dict[Claim, Answer]:
    return {row.claim: row.answer for row in audit.findings if row.party == side}


def test_both_reveal_in_the_emails_that_bring_the_end_and_all_is_proven() -> None:
    ann, bob = over()
    assert bob.take(ann.player.email()).trouble is None
    assert bob.player.ledger.result is not None
    assert {one.body.author for one in bob.player.reveals} == {"lancaster"}
    assert has_news(bob.player)
    applied = ann.take(bob.player.email())
    assert applied.answer
    assert {one.body.author for one in ann.player.reveals} == {"york", "lancaster"}
    assert says(brings(ann.player), "round.duels.brings", word="audit")
    assert has_news(ann.player)
    applied = bob.take(ann.player.email())
    assert not applied.answer
    assert not ann.take(bob.player.email()).answer
    assert not has_news(bob.player)
    for machine in (ann, bob):
        machine.restart()
        assert verdict(machine.player.email()).startswith("good: ")
        audit = judged(machine.player)
        assert not audit.contradicted
        assert set(answers(audit, "york").values()) == {Answer.PROVEN}
        assert set(answers(audit, "lancaster").values()) == {Answer.PROVEN}
        assert answers(audit, "york").keys() == {Claim.CHAINS, Claim.STACKS, Claim.POLICIES}


def ended(cards: tuple[str, ...] = LEGAL) -> Planner:
    """Bob after all emails."""
    ann, bob = over(cards)
    bob.take(ann.player.email())
    ann.take(bob.player.email())
    bob.take(ann.player.email())
    return bob


@pytest.mark.parametrize(
    "cards", [FOUR_TIMES, pytest.param(("march", "nobody", "pass", "pass"), marks=pytest.mark.slow)]
)
def test_a_stack_that_the_rules_do_not_allow_is_proven_at_the_end(cards: tuple[str, ...]) -> None:
    bob = ended(cards)
    rows = judged(bob.player).contradicted
    assert [(row.party, row.claim) for row in rows] == [("york", Claim.STACKS)]
    assert says(rows[0].why, "proof.duel_audit._stack", ", ".join(cards))


def test_verify_names_what_the_keys_prove_in_a_folder_too(tmp_path: Path) -> None:
    """In the same words as of one file, and the exit code says that something is wrong."""
    player = ended(FOUR_TIMES).player
    (tmp_path / "duels").mkdir()
    (tmp_path / "duels" / "bad.toml").write_bytes(player.email())
    (lie,) = judged(player).contradicted
    console = Console(tmp_path)
    for what in ("duels/bad.toml", "duels"):
        done = console.type("bob", "verify", what, "--public")
        assert done.code == 2
        assert " ".join(lie.why.split()) in " ".join(done.out.split())


def test_a_card_that_is_none_counts_as_a_pass_when_it_is_revealed() -> None:
    """It is no fault of anybody's program, and so no way out of a game."""
    ann, bob = at_plans("towton")
    seal_anyway(ann, ("nobody", *LEGAL[1:]))
    assert bob.take(ann.player.email()).trouble is None
    bob.decide()
    assert ann.take(bob.player.email()).trouble is None
    (story,) = bob.take(ann.player.email()).news
    (opening,) = ann.player.entries[-1].body.record.openings
    assert opening.card == "nobody"
    assert says(
        str(story.events),
        "games.plantagenet.s4_2_command.command_card",
        ...,
        "unknown",
        word="allowed",
    )


def test_after_one_card_too_many_nobody_expects_more_of_them() -> None:
    state = at_plans("towton")[1].player.ledger.play.state
    state.flipped["york"], state.planned["york"] = list(FOUR_TIMES), ["march", "norfolk"]
    state.plan["york"] = ["plan:york:15:5"]
    plan = PlantagenetImagination().unseen(state, "lancaster", {})[0]
    assert plan.holds == {"norfolk": 3, "pass": 4}


def test_a_copy_in_which_something_else_lies_is_contradicted() -> None:
    ann, bob = at_plans("towton")
    ann.policies = {"array": "ask"}
    ann.decide()
    order = ann.player.order
    assert order is not None
    assert isinstance(order.body, DuelOrder)
    garbage = bodies.replace(order.body, copy=order.body.kept, kept=order.body.copy)
    ann.player.order = envelope.sign_in_duel(ANN, garbage)
    assert bob.take(ann.player.email()).trouble is None
    bob.player.resign()
    ann.take(bob.player.email())
    bob.take(ann.player.email())
    rows = judged(bob.player).contradicted
    assert {row.claim for row in rows} == {Claim.STACKS, Claim.POLICIES}
    assert {row.party for row in rows} == {"york"}


def test_without_keys_nothing_is_shown_and_nobody_is_accused() -> None:
    ann, bob = over(FOUR_TIMES)
    bob.take(ann.player.email())
    audit = judged(bob.player)  # Ann has not revealed yet
    assert not audit.contradicted
    assert answers(audit, "york")[Claim.STACKS] is Answer.NOT_SHOWN
    assert any("key of Ann " in row.why for row in audit.findings)


def test_a_chain_that_does_not_follow_from_the_key_is_contradicted() -> None:
    """Also one that nothing was taken from."""
    ann = founded()
    bob = Duellist.join(BOB, ann.email())
    accept = bob.order
    assert accept is not None
    assert isinstance(accept.body, DuelAccept)
    anchors = {**accept.body.anchors, "deck": "1" * 64}
    bob.order = envelope.sign_in_duel(BOB, bodies.replace(accept.body, anchors=anchors))
    for _ in range(3):
        ann.apply(bob.email())
        bob.apply(ann.email())
    author, witness = (ann, bob) if ann.decides else (bob, ann)
    request = author.ledger.request(author.side)
    author.decide([RandomPlayer("x").line(request, {})], None, {"levy": "ask"})
    for one, other in ((author, witness), (witness, author)):
        other.apply(one.email())
    author, witness = (ann, bob) if ann.decides else (bob, ann)
    author.resign()
    for one, other in ((author, witness), (witness, author), (author, witness)):
        other.apply(one.email())
    rows = judged(witness).contradicted
    assert [(row.party, row.claim, row.entry) for row in rows] == [("lancaster", Claim.CHAINS, 1)]


@pytest.mark.slow
def test_a_key_that_fits_nothing_and_one_before_the_end_count_for_nothing() -> None:
    ann, bob = over()
    reveal = functools.partial(bodies.Reveal, v=2, game=ann.player.ledger.game, author="york")
    false = envelope.sign_reveal(ANN, reveal(key="0" * 64))
    others = envelope.sign_reveal(BOB, reveal(key=key_of(ANN, ann)))
    early = savefile.write({}, {}, ann.player.entries, ANN, True, None, [false])
    bob.take(early)
    assert not bob.player.reveals
    bob.take(ann.player.email())
    late = savefile.write({}, {}, bob.player.entries, ANN, True, None, [others, false, false])
    assert bob.take(late).answer
    assert {one.body.author for one in bob.player.reveals} == {"lancaster"}
    assert verdict(late).startswith("good: ")
    odd = [line for line in stranger_says(late) if "counts for nothing" in line]
    assert len(odd) == 3
    assert any("no x25519 key of york" in line for line in odd)


def key_of(identity: Identity, machine: Planner) -> str:
    player = machine.player
    return duel_secrets.keys_of(identity, player.entries, player.side)[-1].root.hex()
