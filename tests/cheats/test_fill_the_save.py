"""A player who fills the save with words and policies, until nobody can read it any more."""

from __future__ import annotations

import pytest

from pbem.engine.policies import reactions_of
from pbem.errors import Oversized, SaveFull
from pbem.ledger import orders
from pbem.ledger.orders import MOST_SPOKEN, SPOKEN_SIZE
from pbem.protocol import bodies, save
from pbem.protocol.bodies import Envelope
from tests.differential.stranger import Stranger
from tests.says import says

from .table import Crook, Post, answer, by_hand, mailed, mustering, order, verify


def policies(post: Post, n: int) -> Envelope:
    """York's: as long as one email may have them, and other ones each time."""
    text = "; ".join(f"if turn >= {100 * n + i}: pass" for i in range(15))
    kinds = sorted(reactions_of(post.look("york").ledger.rules))
    return order(post, "york", reactions=dict.fromkeys(kinds, text))


def test_between_two_questions_one_side_adds_so_much_and_no_more() -> None:
    post, size = mustering(), 0
    for n in range(MOST_SPOKEN):
        mail = policies(post, n)
        receipt = mailed(post, mail)
        if receipt.error is not None:
            break
        size += len(bodies.encode_again(mail))
    assert says(str(receipt.error), "ledger.orders.check_spoken")
    assert size <= MOST_SPOKEN * SPOKEN_SIZE
    assert mailed(post, order(post, "york", answer(post, "york"))).error is None
    assert mailed(post, policies(post, n)).error is None, "she has been asked again"


def long_order(post: Post) -> Envelope:
    """A legal order of York's, and lines that never run behind it, as many as an email holds."""
    never = [f"if turn >= 99: {i:03}{'x' * 120}" for i in range(100)]
    return by_hand(post, "york", [answer(post, "york"), *never])


def reader(cheat: Crook) -> str:
    """What the independent verifier says of the last entry."""
    stranger = Stranger()
    return [stranger.entry(entry) for entry in cheat.entries][-1]


def test_in_the_whole_game_one_side_adds_its_share_and_no_more() -> None:
    """Once her share is used up every reader refuses her long emails; what ends the game still works."""
    post = mustering()
    say = post.look("york").say("say", 0, "x" * 1800).envelope
    long = long_order(post)
    assert orders.filling(say) == len(bodies.encode_again(say)) > 1800
    assert orders.filling(long) == len(bodies.encode_again(long)) - orders.USUAL > 0
    assert orders.filling(order(post, "york", answer(post, "york"))) == 0
    for mail in (say, long, policies(post, 1)):
        told = Crook(post).takes(mail)
        assert verify(told) == reader(told) == ""
        few = 2 * (orders.filling(mail) - 1)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(orders, "SHARE", few)
            assert says(verify(told), "ledger.orders.check_filling")
            receipt = mailed(post.copy(), mail)
            assert says(str(receipt.error), "ledger.orders.check_filling", ..., ..., 16)
            for still in (
                order(post, "york", answer(post, "york")),
                post.look("york").say("resign", 0).envelope,
            ):
                assert mailed(post.copy(), still).error is None


def test_what_she_sent_is_never_forgotten() -> None:
    """Neither a question nor a step back takes anything off it, and it is of her side alone."""
    post = mustering()
    game = post.look("york")
    for n in range(2):
        mail = post.look("york").say("say", 0, f"{n}{'x' * 1800}").envelope
        assert mailed(post, mail).error is None
    sent = post.look().ledger.cases.filled
    assert sent == {"york": 2 * orders.filling(mail)}
    assert mailed(post, order(post, "york", answer(post, "york"))).error is None
    gm = post.look("gm")
    gm.rule("void", "A slip.", entry=game.ledger.n + 1)
    assert gm.ledger.cases.filled == sent


def test_rulings_and_the_end_have_room_that_ordinary_entries_may_not_use() -> None:
    post = mustering()
    size = sum(len(entry.raw) + save.ENTRY for entry in post.look().save.entries)
    ordered = order(post, "york", answer(post, "york"))
    resigns = post.look("york").say("resign", 0).envelope
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(save, "LIMIT", size + save.TABLES + save.RULED)
        receipt = mailed(post.copy(), ordered)
        assert isinstance(receipt.error, SaveFull)
        assert "rulings" in str(receipt.error)
        post.copy().look("gm").rule("patch", "A slip.", lines=["set lords.norfolk.coin 3"])
        patch.setattr(save, "LIMIT", size + save.TABLES + save.LAST + 16_384)
        with pytest.raises(SaveFull):
            post.look("gm").rule("patch", "A slip.", lines=["set lords.norfolk.coin 3"])
        post.look("gm").rule("result", "It is late.", side="york")
        assert mailed(post, resigns).error is None
        over = post.look("york").say("over", post.look().ledger.cases.result).envelope
        assert mailed(post, over).error is None


def test_no_save_is_written_that_nobody_could_read() -> None:
    post = mustering()
    game = post.look("gm")
    before = game.save
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(save, "LIMIT", len(post.save) - 1)
        with pytest.raises(Oversized):
            game.dumps()
        with pytest.raises(SaveFull):
            game.rule("house", "No phones.", lines=["No phones."])
    assert game.save is before, "nothing was signed"
