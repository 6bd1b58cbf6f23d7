"""Whoever may not know a card gets the same view, report, menu and file whatever it is."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

import pytest

from pbem.gm.game import Game
from pbem.ledger.frozen import frozen
from pbem.ledger.story import Story
from pbem.ledger.values import PUBLIC, KnownCard, replace
from pbem.mail.write.packet import packet
from pbem.protocol import envelope
from pbem.protocol.bodies import Mailed, Order
from pbem.reports.formats import FORMATS, PAGE, render
from pbem.reports.from_game import context, with_map
from pbem.reports.tapping import with_writing
from tests.tiers import soaked

from .people import GM, PLAYERS, Post, played, seated, with_everything, with_plans


def hidden_from(game: Game, reader: str) -> list[str]:
    """Face-down slots whose cards this reader may not know, by the rulebook and not by the program: a
    player stacks his own Plan face down (4.1.2) and looks at the cards that are dealt to him (3.1.3)."""
    records = [entry.body.record for entry in game.save.entries]
    seen = {deal.slot for record in records for deal in record.deals if deal.to == reader}
    seen |= {opening.slot for record in records for opening in record.openings}
    return sorted(
        slot
        for slot in game.ledger.position.secrets
        if slot not in seen and not slot.startswith(f"plan:{reader}:")
    )


def with_secrets(game: Game, secrets: dict[str, KnownCard]) -> Game:
    """The same game as its GM would have it with other cards."""
    other = Game(game.save, GM)
    position = replace(other.ledger.position, secrets=frozen(secrets))
    other.ledger = replace(other.ledger, position=position)
    return other


def other_world(game: Game, slots: list[str], chance: random.Random) -> Game:
    """The same public game, the GM's secrets dealt differently among these slots."""
    secrets = dict(game.ledger.position.secrets)
    for prefix in ("deck:", "plan:"):
        some = [slot for slot in slots if slot.startswith(prefix)]
        cards = [secrets[slot].card for slot in some]
        chance.shuffle(cards)
        secrets |= {
            s: KnownCard(secrets[s].salt, card) for s, card in zip(some, cards, strict=True)
        }
    return with_secrets(game, secrets)


def all_that_is_shown(game: Game, reader: str, stories: list[Story]) -> list[str]:
    shown = [repr(game.view(reader))]
    shown += [render(context(game, reader, stories), form.name) for form in FORMATS]
    if reader != PUBLIC:
        shown.append(packet(game, reader))
        page = with_writing(game, with_map(game, context(game, reader, stories)))
        assert (page.writing is None) == (game.result is not None)
        shown.append(render(page, PAGE))
    shown += [repr(game.legal(reader)) for request in game.requests if request.side == reader]
    return shown


def moments(seeds: range, scenario: str) -> Iterator[tuple[Game, list[Story], str, Post]]:
    """Games by mail at every entry, before and after it."""
    for seed in seeds:
        post = seated(seed, scenario)
        while post.look().result is None and len(post.mails) < 60:
            post.turn()
        for before in post.saves[2:]:
            game = Game.loads(before, GM)
            story = game.stories(game.ledger.n)
            yield game, story, before.decode(), post


@pytest.mark.slow
@pytest.mark.parametrize(("scenario", "seed"), soaked([("Ib", 1), ("Ia", 1)], [("Ia", 1)]))
def test_what_is_hidden_makes_no_difference(scenario: str, seed: int) -> None:
    chance, differed = random.Random(seed), 0
    for game, stories, _, _ in moments(range(seed, seed + 1), scenario):
        if chance.random() < 0.7:
            continue
        for reader in (*PLAYERS, PUBLIC):
            other = other_world(game, hidden_from(game, reader), chance)
            differed += other.ledger.position.secrets != game.ledger.position.secrets
            one, two = (all_that_is_shown(g, reader, stories) for g in (game, other))
            assert one == two
    assert differed > 2, "the test varied nothing"


def test_the_test_can_fail() -> None:
    """Other cards in the reader's own hand do show."""
    post = with_plans(2)
    game = post.look("gm")
    own = sorted(game.ledger.rules.secrets.hand(game.ledger.play.state, "york"))
    secrets = game.ledger.position.secrets
    changed = {slot: KnownCard(secrets[slot].salt, "pass") for slot in own}
    other = with_secrets(game, {**secrets, **changed})
    assert all_that_is_shown(game, "york", []) != all_that_is_shown(other, "york", [])
    assert all_that_is_shown(game, "lancaster", []) == all_that_is_shown(other, "lancaster", [])


@pytest.mark.slow
@pytest.mark.parametrize("seed", soaked([(1,), (2,)], [(1,)]))
def test_what_comes_next_does_not_depend_on_a_card_that_stays_hidden(seed: int) -> None:
    """The same order in two worlds brings the same events, questions and position."""
    post, chance, compared = (
        with_everything() if seed == 1 else played(60, seed),
        random.Random(1),
        0,
    )
    saves = [*post.saves, post.save]
    for before, after in itertools.pairwise(saves):
        new = Game.loads(after).save.entries[len(Game.loads(before).save.entries) :]
        steps, records = [e.body.step for e in new], [e.body.record for e in new]
        orders = [step.order for step in steps if isinstance(step, Mailed)]
        if any(record.shuffles for record in records) or len(orders) < len(steps):
            continue
        told = {o.slot for r in records for part in (r.openings, r.deals) for o in part}
        game = Game.loads(before, GM)
        slots = [slot for slot in sorted(game.ledger.position.secrets) if slot not in told]
        other = other_world(game, slots, chance)
        mails: dict[str, str | bytes] = {
            str(n): envelope.to_text(order) for n, order in enumerate(orders)
        }
        one, two = game.apply(mails), other.apply(mails)
        if any(receipt.error for receipt in two):  # a line that shows a card that is not held there
            continue
        compared += game.ledger.position.secrets != other.ledger.position.secrets
        for reader in (*PLAYERS, PUBLIC):
            if (
                not set(hidden_from(game, reader))
                >= set(slots) & game.ledger.position.secrets.keys()
            ):
                continue
            stories = [[r.story for r in receipts if r.story] for receipts in (one, two)]
            assert all_that_is_shown(game, reader, stories[0]) == (
                all_that_is_shown(other, reader, stories[1])
            )
        hashes = [g.save.entries[-1].body.record.state_hash for g in (game, other)]
        assert hashes[0] == hashes[1]
    assert compared > 3, "the test varied nothing"


def test_a_save_and_its_mails_hold_no_hidden_card() -> None:
    """No salt of a face-down card stands in the save or in a mail, so it cannot be tried out."""
    for post in (with_plans(2), with_everything()):
        game = post.look("gm")
        entries = game.save.entries
        mails = [entry.body.step.order for entry in entries if isinstance(entry.body.step, Mailed)]
        text = post.save.decode() + "".join(envelope.raw(mail).decode() for mail in mails)
        opened = {o.slot for entry in entries for o in entry.body.record.openings}
        hidden = game.ledger.position.secrets.keys() - opened
        assert hidden
        for slot in hidden:
            assert game.ledger.position.secrets[slot].salt not in text, slot
        for entry, mail in zip(
            [e for e in entries if isinstance(e.body.step, Mailed)], mails, strict=True
        ):
            if isinstance(mail.body, Order) and mail.body.plan:
                assert not any(one.text for one in entry.body.record.opened)


def test_a_player_knows_his_own_cards_and_no_others() -> None:
    post = with_everything()
    gm = post.look("gm")
    opened = {o.slot for e in gm.save.entries for o in e.body.record.openings}
    for side in PLAYERS:
        game = post.look(side)
        own = set(game.ledger.rules.secrets.hand(game.ledger.play.state, side))
        assert game.ledger.position.secrets.keys() - opened <= own
        assert game.known() == gm.known(side)
    assert post.look().ledger.position.secrets.keys() <= opened


def test_every_sealed_plan_has_the_same_size() -> None:
    post = with_plans(2)
    before = next(data for data in post.saves if any(r.stack for r in Game.loads(data).requests))
    table, sizes = Post(before), set()
    stack = table.look("york").request("york").stack
    assert stack is not None
    shortest, longest = min(stack.limits, key=len), max(stack.limits, key=len)
    for few in range(3):
        cards = [longest] * few + [shortest] * (stack.size - few)
        if cards.count(shortest) > stack.limits[shortest] >= 0:
            others = [c for c in stack.limits if c not in (longest, shortest)]
            cards = [longest] * few + (others * 9)[: stack.size - few]
        sizes.add(len(table.sent("york", " ".join(["plan", *cards]))))
    assert len(sizes) == 1


def test_every_dealt_card_has_the_same_size() -> None:
    sizes = {
        len(deal.sealed)
        for entry in with_everything().look().save.entries
        for deal in entry.body.record.deals
    }
    assert len(sizes) == 1


def test_a_past_position_shows_nothing_that_is_hidden_now() -> None:
    post = with_plans(2)
    game = post.look()
    past = game.before(len(game.save.entries) - 2)
    assert past.known() == {}
    assert past.view().known == {}
