"""PROTOCOL, rule 13: a restored copy is recognised, and signs nothing until the missing entries came."""

from __future__ import annotations

import pytest

from pbem.errors import NotNow, OldCopy, OutOfSequence, Stale
from pbem.gm.game import Game
from pbem.protocol.bodies import Newest, replace
from pbem.protocol.entry import Entry
from tests.cheats.table import answer, mustering, prompting

from .people import ANN, EVE, GM, Post, any_line
from .test_askings import patch
from .test_rulings import say
from .writer import opened, rewritten


def behind() -> tuple[Post, Post]:
    """The game, and the GM's copy of it from before the last two entries."""
    post = mustering()
    old = post.copy()
    for text in ("Well?", "Well, well."):
        post.take({text: say(post, "lancaster", "say", 0, text)})
    return post, old


def test_an_order_tells_of_the_youngest_entry_that_its_author_has() -> None:
    post = mustering()
    body = opened(post.sent("york", answer(post, "york"))).body
    last = post.look().save.entries[-1]
    assert body.newest == Newest(n=last.n, sha512=last.sha512, sig=last.signature)  # type: ignore[union-attr]


def test_a_gm_who_lacks_that_entry_holds_an_old_copy_and_says_so() -> None:
    post, old = behind()
    mail = post.sent("york", answer(post, "york"))
    before = old.save
    (receipt,) = old.take({"york": mail})
    assert isinstance(receipt.error, OldCopy)
    assert old.save == before
    (receipt,) = post.take({"york": mail})
    assert receipt.error is None


def test_also_where_the_order_names_a_head_that_it_knows() -> None:
    """The author may name an older head; the entry he has seen gives the copy away."""
    post, old = behind()
    mail = rewritten(post.sent("york", answer(post, "york")), ANN, head=old.look().head)
    (receipt,) = old.take({"york": mail})
    assert isinstance(receipt.error, OldCopy)


@pytest.mark.parametrize("kind", ["standing", "ready"])
def test_standing_orders_and_ready_tell_it_too(kind: str) -> None:
    if kind == "standing":
        post, old = behind()
        mail = post.look("york").orders([], reactions={"default": "pass"}).to_text()
    else:
        post = mustering()
        patch(post)
        old = post.copy()
        post.take({"word": say(post, "york", "say", 0, "Well?")})
        mail = post.sent("lancaster", "ready")
    (receipt,) = old.take({"mail": mail})
    assert isinstance(receipt.error, OldCopy)


def test_nothing_is_signed_in_that_game_until_the_entries_came_or_the_owner_insists() -> None:
    post, old = behind()
    pile: dict[str, str | bytes] = {
        "york": post.sent("york", answer(post, "york")),
        "word": say(old, "lancaster", "say", 0, "A word to the old copy."),
    }
    before = old.save
    receipts = {r.name: r for r in old.take(dict(pile))}
    assert isinstance(receipts["york"].error, OldCopy)
    assert isinstance(receipts["word"].error, OldCopy)
    assert old.save == before
    game = Game.loads(old.save, GM)
    receipts = {r.name: r for r in game.apply(pile, insist=True)}
    assert receipts["word"].error is None


def test_a_head_that_nobody_signed_stops_no_gm() -> None:
    """Else a player could stop every robot with a random head."""
    post = mustering()
    honest = post.sent("york", answer(post, "york"))
    forged_seen = Newest(n=1, sha512=128 * "0", sig=opened(honest).sig)
    for changes in (
        {"head": 64 * "0"},
        {"head": 64 * "0", "newest": forged_seen},
        {"newest": forged_seen},
    ):
        pile = {"forged": rewritten(honest, ANN, **changes)}
        (receipt,) = post.take(dict(pile))
        assert isinstance(receipt.error, Stale), changes
    (receipt,) = post.take({"york": honest})
    assert receipt.error is None


def test_nor_an_entry_signed_by_somebody_else() -> None:
    post = mustering()
    honest = post.sent("york", answer(post, "york"))
    body = post.look().save.entries[-1].body
    other = Entry.signed(EVE, replace(body, prev=64 * "0"), post.look().ledger.game)
    (receipt,) = post.take({"forged": rewritten(honest, ANN, newest=other.newest)})
    assert isinstance(receipt.error, Stale)


def test_of_two_orders_for_one_asking_the_one_in_the_log_counts() -> None:
    post = prompting()
    first, second = (post.sent("york", answer(post, "york", place)) for place in (0, 1))
    (receipt,) = post.take({"first": first})
    assert receipt.error is None
    (receipt,) = post.take({"second": second})
    assert isinstance(receipt.error, OutOfSequence)
    assert isinstance(receipt.error, NotNow)
    (receipt,) = post.take({"again": first})
    assert receipt.again


def test_a_gm_who_goes_on_from_an_old_copy_forks() -> None:
    """Players who have the lost entries are told by their pins, and by what their orders name."""
    post, old = behind()
    side = old.asked()[0]
    (receipt,) = old.take({"x": old.sent(side, any_line(old.look(side), old.random))})
    assert receipt.error is None
    heads = {post.look().heads[old.look().ledger.n], old.look().head}
    assert len(heads) == 2
