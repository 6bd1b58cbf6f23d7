"""Hidden mats: the GM knows what is about to be turned up, and seals another card under the same name."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from pbem.ledger.draft import commit
from pbem.protocol.bodies import AnyStep, Clocked, Dealt, Locked, Mailed, Opening, Ruling, Shuffled
from tests.says import sentence

from .table import ANN, BOB, Crook, Post, veiled_with_plans, verify

SALT = 32 * "ab"


def forged(post: Post, slot: str, k: int = 0) -> str:
    """A lock on a card that suits the GM."""
    return commit(post.look().ledger.game, slot, k, SALT, "pass")


def words(post: Post) -> list[AnyStep]:
    """Steps about which nothing is shuffled, sealed or shown."""
    said = post.look("lancaster").say("say", 0, "Have a care.").envelope
    return [Clocked(kind="reading", at=10_000), Mailed(order=said)]


def shuffling(post: Post, *rows: tuple[str, Sequence[str], bool]) -> list[Crook]:
    """For each row an order in whose entry the GM shuffles a deck as well: its name, its slots, and whether again."""
    side = post.asked()[0]
    mail = post.look(side).orders([post.look(side).legal()[0].line]).envelope
    honest = Crook(post).takes(mail)
    assert everybody(honest) == ["", "", ""]
    k = honest.ledger.chains.shuffles + 1
    made = [
        Shuffled(name, k, tuple(slots), tuple(forged(post, slot, k) for slot in slots), again)
        for name, slots, again in rows
    ]
    return [Crook(post).takes(mail, shuffles=(*honest.last.shuffles, row)) for row in made]


def sealed(post: Post, side: str = "york") -> list[str]:
    """The cards of a side's plan that lie face down."""
    locks = post.look().ledger.position.locks
    return [slot for slot in locks if slot.startswith(f"plan:{side}")]


def deck(post: Post) -> tuple[str, list[str]]:
    """A deck of which somebody holds cards, and those cards."""
    position = post.look().ledger.position
    name = position.drawn[-1].split(":")[1]
    return name, [slot for slot in position.drawn if slot.split(":")[1] == name]


def everybody(cheat: Crook) -> list[str]:
    return [verify(cheat, who) for who in (None, ANN, BOB)]


def all_false(cheat: Crook) -> bool:
    return all(said.startswith("FalseEntry") for said in everybody(cheat))


def test_a_word_seals_and_shows_nothing() -> None:
    """Nor does a reading of the clock, not even a deck that never was."""
    post = veiled_with_plans()
    k = post.look().ledger.chains.shuffles + 1
    row = Shuffled("new", k, ("deck:new:0",), (forged(post, "deck:new:0", k),))
    for step in words(post):
        assert everybody(Crook(post).writes(step)) == ["", "", ""]
        assert all_false(Crook(post).writes(step, shuffles=(row,)))


@pytest.mark.slow
def test_a_shuffle_does_not_seal_her_plan_again() -> None:
    post = veiled_with_plans()
    slots = sealed(post)
    assert slots
    names = ("x", slots[0].split(":")[1])
    for cheat in shuffling(
        post, *[(name, slots, again) for name in names for again in (False, True)]
    ):
        assert all_false(cheat)


@pytest.mark.slow
def test_a_shuffle_does_not_seal_her_hand_again() -> None:
    post = veiled_with_plans()
    name, held = deck(post)
    locks = post.look().ledger.position.locks
    size = 1 + max(int(slot.split(":")[2]) for slot in locks if f":{name}:" in slot)
    whole = [f"deck:{name}:{i}" for i in range(size)]
    left = [slot for slot in whole if slot in locks and slot not in held]
    rows = [(name, slots, again) for slots in (held, whole, left) for again in (False, True)]
    for cheat in shuffling(post, *rows):
        assert all_false(cheat)


@pytest.mark.slow
def test_a_shuffle_names_the_cards_of_its_own_deck() -> None:
    post = veiled_with_plans()
    slot = sealed(post)[0]
    for slots in ((slot,), ("deck:new:1", "deck:new:0"), ("deck:other:0",)):
        (cheat,) = shuffling(post, ("new", slots, False))
        assert all_false(cheat)


@pytest.mark.slow
def test_a_decision_for_lancaster_does_not_seal_a_plan_of_york() -> None:
    post = veiled_with_plans()
    slots = sealed(post)
    side = post.look().ledger.pending()[0].side
    line = post.look(side).legal()[0].line
    step = post.look("gm").ruling("impose", "So it is.", side=side, lines=[line])
    assert isinstance(step, Ruling)
    assert everybody(Crook(post).writes(step)) == ["", "", ""]
    rows = tuple(Locked(slot, forged(post, slot)) for slot in slots)
    for plan in (rows, rows[:1]):
        assert all_false(Crook(post).writes(step, plan=plan))


@pytest.mark.slow
def test_a_card_is_turned_up_once_and_only_if_it_was_sealed() -> None:
    post = veiled_with_plans()
    gm = post.look("gm").ledger
    shown = [
        opening
        for entry in post.look().save.entries
        for opening in entry.body.record.openings
        if opening.slot in gm.position.locks or opening.slot.startswith("deck:")
    ]
    assert shown
    (mail,) = [post.look(side).orders([post.look(side).legal()[0].line]).envelope
               for side in post.asked()][:1]  # fmt: skip
    honest = Crook(post).takes(mail)
    assert everybody(honest) == ["", "", ""]
    for more in (shown[-1], Opening("deck:never:0", SALT, "pass")):
        cheat = Crook(post).takes(mail, openings=(*honest.last.openings, more))
        assert all_false(cheat)


def test_a_card_is_dealt_from_a_deck_that_lies_there() -> None:
    post = veiled_with_plans()
    side = post.asked()[0]
    mail = post.look(side).orders([post.look(side).legal()[0].line]).envelope
    honest = Crook(post).takes(mail)
    _, held = deck(post)
    row: Callable[[str], Dealt] = lambda slot: Dealt(slot, "york", "AAAA")  # noqa: E731
    for rows, why in (
        ((row(sealed(post)[0]),), sentence("ledger.locks.check_deals", word="card")),
        ((row("deck:never:0"),), sentence("ledger.locks._check_there", word="never")),
        ((row(held[0]), row(held[0])), sentence("ledger.locks.check_deals", word="which")),
    ):
        cheat = Crook(post).takes(mail, deals=(*honest.last.deals, *rows))
        assert why in verify(cheat)
