"""Where pieces are hidden the GM shuffles a deck that the game does not have, or one of cards that it does not have; or
deals a card that lies in York's hand to Lancaster too."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any
from unittest import mock

import pytest

from pbem.ledger import disclosure, locks
from pbem.ledger.chances import GmChance
from pbem.ledger.draft import Draft, commit
from pbem.ledger.values import KnownCard
from pbem.protocol import commitment
from pbem.protocol.bodies import Mailed, Opening, Shuffled
from pbem.protocol.offices import DECK
from pbem.slots import deck_of
from tests.differential.stranger import Stranger
from tests.says import says

from .table import (
    ANN,
    BOB,
    Crook,
    Post,
    any_line,
    audit,
    choosing,
    order,
    veiled_with_plans,
    verify,
)
from .test_lose_her_sealed_cards import dealing

EYES = (None, ANN, BOB)
Lie = Callable[[Draft, GmChance], None]


def lying(post: Post, step: Mailed, lie: Lie, how: type[GmChance] = GmChance) -> Crook:
    """He takes a step as it should be, and deals more before he tells of it."""
    tell = disclosure.tell

    def changed(draft: Draft, chance: GmChance, *more: Any) -> dict[str, Any]:
        lie(draft, chance)
        return tell(draft, chance, *more)

    crook = Crook(post)
    with mock.patch.object(disclosure, "tell", changed):
        return crook.writes(step, how)


def stranger(crook: Crook) -> str:
    """What the independent verifier says of the last entry."""
    reader = Stranger()
    *before, last = [reader.entry(entry) for entry in crook.entries]
    assert not any(before)
    return last


def further(deck: str, cards: Sequence[str]) -> Lie:
    """One more deck, whose first card takes the place of one in York's hand."""

    def lie(draft: Draft, chance: GmChance) -> None:
        draft.shuffles += 1
        slots = locks.deck_slots(deck, len(cards))
        made = chance.shuffled(deck, slots, lambda: [*cards], False)
        locks.lock_shuffle(draft, made)
        draft.notes.shuffles.append(made)
        draft.notes.deals.append(chance.dealt(slots[0], "york"))
        draft.draw(slots[0])
        draft.play.state.hands["york"][0] = slots[0]

    return lie


def commanding() -> tuple[Post, Mailed, str]:
    """Richard III: somebody has an action to take, and a card lies in York's hand."""
    post = choosing()
    while len(post.asked()) != 1 or post.look().ledger.owes_ready():
        post.turn()
    (side,) = post.asked()
    slot = post.look("gm").ledger.play.state.hands["york"][0]
    return post, Mailed(order=order(post, side, any_line(post.look(side), post.random))), slot


@pytest.mark.parametrize("deck", ["campaign_2", "campaign_1_2", "gift"])
def test_a_deck_that_the_game_does_not_have_now_is_seen_by_everybody(deck: str) -> None:
    post, step = dealing()
    honest = Crook(post).writes(step)
    assert [verify(honest, who) for who in EYES] == ["", "", ""]
    cheat = lying(post, step, further(deck, ("surprise", "force_march", "plague")))
    for who in EYES:
        assert says(verify(cheat, who), "ledger.checks.decks._check_shuffles", deck, word="game")
    assert audit(cheat) != ""


def test_a_deck_of_another_size_is_seen_by_everybody() -> None:
    post, step = dealing()
    cheat = lying(post, step, further("campaign_1_redeal", ("plague",) * 3))
    for who in EYES:
        assert says(
            verify(cheat, who),
            "ledger.checks.decks._check_shuffles",
            3,
            "campaign_1_redeal",
            word="cards",
        )


class OneCard(GmChance):
    """He shuffles a deck of one card alone."""

    def shuffled(
        self, deck: str, slots: list[str], cards: Callable[[], list[str]], again: bool
    ) -> Shuffled:
        return super().shuffled(deck, slots, lambda: ["plague"] * len(cards()), again)


def nothing(draft: Draft, chance: GmChance) -> None: ...


def test_a_deck_of_one_card_is_seen_by_whoever_holds_it() -> None:
    post, step = dealing()
    cheat = lying(post, step, nothing, OneCard)
    for who in (ANN, BOB):
        assert says(
            verify(cheat, who),
            "ledger.checks.decks._check_cards",
            ...,
            "plague",
            7,
            1,
            word="times",
        )
    assert audit(cheat) != ""


def test_a_card_that_does_not_exist_is_seen_by_whoever_holds_it() -> None:
    post, step = dealing()
    deck = ("no_such_card",) * 18
    cheat = lying(post, step, further("campaign_1_redeal", deck))
    assert says(
        verify(cheat, ANN), "ledger.checks.decks._check_cards", ..., "no_such_card", word="which"
    )


def test_a_card_in_her_hand_is_not_shown_to_him() -> None:
    post, step, slot = commanding()
    assert [verify(Crook(post).writes(step), who) for who in EYES] == ["", "", ""]

    def deal(draft: Draft, chance: GmChance) -> None:
        draft.notes.deals.append(chance.dealt(slot, "lancaster"))

    cheat = lying(post, step, deal)
    for who in EYES:
        assert says(verify(cheat, who), "ledger.checks.decks._check_deals", ..., "lancaster")
    assert "is dealt, and was drawn before" in stranger(cheat)


def test_a_card_does_not_lie_in_two_hands() -> None:
    post, step, slot = commanding()

    def put(draft: Draft, chance: GmChance) -> None:
        draft.play.state.hands["lancaster"].append(slot)

    cheat = lying(post, step, put)
    for who in (None, ANN):
        assert says(verify(cheat, who), "ledger.checks.decks._check_hands", word="lies")
    assert "a card lies in two hands" in stranger(cheat)


def leftover(game: str) -> tuple[Post, Mailed, str]:
    """Somebody has to act, and this is the top card of what was left of a deck."""
    if game == "richard_iii":
        post, step, _ = commanding()
        return post, step, "deck:campaign_1:14"
    post = veiled_with_plans()
    (side,) = post.asked()
    position = post.look().ledger.position
    (deck, top), *_ = top_of_the_rest(position.locks, position.drawn).items()
    step = Mailed(order=order(post, side, any_line(post.look(side), post.random)))
    return post, step, f"deck:{deck}:{top}"


def top_of_the_rest(locks: Iterable[str], drawn: Collection[str]) -> dict[str, int]:
    """York's decks, and the first place in each from which nobody drew."""
    slots = [
        slot.split(":") for slot in locks if slot.startswith("deck:york") and slot not in drawn
    ]
    decks = {deck for _, deck, _ in slots}
    return {deck: min(int(place) for _, of, place in slots if of == deck) for deck in sorted(decks)}


def known_again(post: Post, draft: Draft, chance: GmChance, slot: str) -> KnownCard:
    """A card that his program has forgotten, as nobody needs it: he finds it by its commitment."""
    deck, place = deck_of(slot), int(slot.rpartition(":")[2])
    rows = [row for entry in post.look().save.entries for row in entry.body.record.shuffles]
    made = next(row for row in rows if row.deck == deck)
    salt = commitment.deck_salt(chance._chain(DECK).link(made.k), place)
    card = next(
        card
        for card in draft.rules.secrets.deck_cards(deck) or ()
        if commit(draft.game, slot, made.k, salt, card) == made.cards[place]
    )
    draft.secrets[slot] = KnownCard(salt, card)
    return draft.secrets[slot]


@pytest.mark.parametrize("game", ["richard_iii", "plantagenet"])
def test_what_was_left_of_a_deck_is_not_dealt_later(game: str) -> None:
    """Richard III: eleven cards of a campaign lie aside, and nobody is dealt an eighth one. Plantagenet: the Arts of War
    cards that nobody drew lie in the deck until the next Levy."""
    post, step, rest = leftover(game)
    assert [verify(Crook(post).writes(step), who) for who in EYES] == ["", "", ""]

    def deal(draft: Draft, chance: GmChance) -> None:
        state = draft.play.state
        known_again(post, draft, chance, rest)
        draft.notes.deals.append(chance.dealt(rest, "york"))
        (state.hands if game == "richard_iii" else state.held)["york"].append(rest)

    cheat = lying(post, step, deal)
    assert rest not in post.look().ledger.position.drawn
    for who in EYES:
        assert says(verify(cheat, who), "ledger.checks.decks._check_leftovers")
    assert "was left over, and is dealt" in stranger(cheat)
    assert audit(cheat) != ""


def test_what_was_left_of_a_deck_is_not_turned_up_later() -> None:
    post, step, rest = leftover("plantagenet")

    def turn_up(draft: Draft, chance: GmChance) -> None:
        known = known_again(post, draft, chance, rest)
        draft.notes.openings.append(Opening(rest, known.salt, known.card))

    cheat = lying(post, step, turn_up)
    for who in EYES:
        assert says(verify(cheat, who), "ledger.checks.decks._check_leftovers")
    assert "was left over, and is dealt" in stranger(cheat)
    assert audit(cheat) != ""
