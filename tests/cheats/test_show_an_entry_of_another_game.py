"""York names an entry of another game, or a true one under a false number, so that the GM signs nothing any more."""

from __future__ import annotations

import pytest

from pbem.errors import Forked, OldCopy, PbemError, Stale
from pbem.gm.game import Game
from pbem.protocol import envelope
from pbem.protocol.bodies import Envelope
from pbem.protocol.entry import Entry
from pbem.protocol.save import Save
from tests.moderator.forger import plain, signed
from tests.moderator.people import seated
from tests.says import says

from .table import (
    ANN,
    EVE,
    GM,
    PARLEY,
    Crook,
    Newest,
    Post,
    changed,
    last,
    mustering,
    order,
    sent,
    verify,
)
from .test_give_the_chair_to_a_friend import handed_over

ANOTHER = 64 * "7"


def of_this_game(post: Post, n: int, prev: str = ANOTHER) -> Entry:
    """An entry that was never in this log, by its own GM."""
    entries = post.look().save.entries
    return signed({**plain(entries[-1]), "n": n, "prev": prev}, GM, entries[0].head)


def naming(post: Post, seen: Newest) -> Envelope:
    return changed(order(post, "york", PARLEY), ANN, newest=seen)


def outcome(post: Post, seen: Newest) -> tuple[type[PbemError] | None, type[PbemError] | None]:
    """What becomes of York's mail, and of an honest word in the same pile."""
    word = post.look("lancaster").say("say", 0, "Your move.").to_text()
    receipts = post.take({"york": envelope.to_text(naming(post, seen)), "word": word})
    york, other = (receipt.error for receipt in receipts)
    return york and type(york), other and type(other)


def test_an_entry_of_another_game_of_the_same_gm_harms_that_mail_alone() -> None:
    post = mustering()
    other = seated(2, nonce=bytes(32)).look().save.entries
    for entry in other:
        named = entry.newest
        for n in (entry.n, last(post), last(post) + 1):
            seen = Newest(n=n, sha512=named.sha512, sig=named.sig)
            assert outcome(post.copy(), seen) == (Stale, None), (entry.n, n)


def test_a_true_entry_under_a_false_number_proves_no_fork() -> None:
    post = mustering()
    true = post.look().save.entries[5].newest
    for n in (0, 4, 7, last(post) + 1):
        seen = Newest(n=n, sha512=true.sha512, sig=true.sig)
        assert outcome(post.copy(), seen) == (Stale, None), n


def test_an_entry_by_who_is_no_gm_any_more_stops_nobody() -> None:
    post = handed_over(mustering())
    late = of_this_game(post, last(post) + 1)
    for seen in (late.newest, signed(plain(late), EVE, "").newest, signed(plain(late), ANN).newest):
        mail = envelope.to_text(naming(post, seen))
        game = Game.loads(post.save, EVE)
        (receipt,) = game.apply({"york": mail})
        assert isinstance(receipt.error, Stale)


def test_two_entries_under_one_number_are_named_and_stop_nobody() -> None:
    """The GM, also one of before, signed another entry; York shows it to the GM of the moment."""
    post = mustering()
    n = last(post) - 1
    for game in (post.copy(), handed_over(post)):
        gm = GM if game.look().ledger.table.gms[0].ssh == GM.public.ssh else EVE
        here = Game.loads(game.save, gm)
        seen = of_this_game(game, n).newest
        word = game.look("lancaster").say("say", 0, "Your move.").to_text()
        york = envelope.to_text(naming(game, seen))
        receipts = here.apply({"york": york, "word": word})
        assert isinstance(receipts[0].error, Forked)
        assert says(str(receipts[0].error), "errors.Forked", n)
        assert receipts[1].error is None


def test_a_later_entry_of_this_game_stops_the_pile_until_the_gm_says_that_his_copy_is_the_newest() -> (
    None
):
    """Rule 13; or a co-GM and York could stop all mail of an honest GM."""
    post = mustering()
    seen = of_this_game(post, last(post) + 1).newest
    assert outcome(post, seen) == (OldCopy, OldCopy)
    word = post.look("lancaster").say("say", 0, "Your move.").to_text()
    pile: dict[str, str | bytes] = {
        "york": envelope.to_text(naming(post, seen)),
        "word": word,
    }
    receipts = Game.loads(post.save, GM).apply(pile, insist=True)
    assert isinstance(receipts[0].error, Forked), "the word has become the entry of that number"
    assert receipts[1].error is None


def test_no_log_holds_an_order_whose_newest_entry_is_another_than_it_says() -> None:
    post = mustering()
    true = post.look().save.entries[5].newest
    honest = order(post, "york", PARLEY)
    crook = Crook(post).takes(honest)
    for seen in (
        Newest(n=4, sha512=true.sha512, sig=true.sig),
        of_this_game(post, 5).newest,
        Newest(n=99, sha512=true.sha512, sig=true.sig),
    ):
        forged = Crook(post)
        forged.signs(
            type(crook.entries[-1].body.step)(order=changed(honest, ANN, newest=seen)), crook.last
        )
        assert verify(forged).startswith(("ReplayMismatch", "Forked"))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_an_entry_is_good_in_its_own_place_only(n: int) -> None:
    """Its signature names game and number, whatever its body says."""
    post = mustering()
    entries = post.look().save.entries
    body = plain(entries[n])
    moved = Entry(signed(body).raw, GM.sign("pbem2-entry", entries[n].raw))
    assert verify((*entries[:n], moved)).startswith("BadSignature")
    moved = signed(body, GM, ANOTHER)
    assert verify((*entries[:n], moved)).startswith("BadSignature")


def test_an_honest_order_names_its_newest_entry_by_number() -> None:
    post = mustering()
    mail = sent(post, "york", PARLEY)
    assert mail.body.newest.n == last(post) - 1  # type: ignore[union-attr]
    assert Save(post.look().save.entries, "").entries[-1].n == last(post)
