"""Eve takes over York's seat, and the GM keeps a card of hers from her, or gives her another."""

from __future__ import annotations

import pytest

from pbem.gm.game import Game
from pbem.ledger.handover import HAND_BUCKET, Hand
from pbem.protocol import bodies, seal
from pbem.protocol.bodies import Opening, Sealed, Seated, replace
from pbem.protocol.save import Save
from pbem.reports.verdict import text
from tests.drawn import kept
from tests.moderator.people import with_everything
from tests.says import says

from .table import BOB, EVE, GM, Crook, Post, choosing, verify


@kept
def holding() -> tuple[Post, str]:
    """A game in which a side that is asked holds hidden cards."""
    post = with_everything()
    gm = post.look("gm")
    for n in range(gm.ledger.n, 3, -1):
        past = gm.before(n)
        post.save, post.kept = past.dumps(), {}
        for side, asking in past.ledger.askings.items():
            if asking.request != "ready" and post.look(side).known():
                return post, side
    raise AssertionError("nobody who is asked holds a card")


def seating(cards: tuple[Opening, ...] | None = None) -> Crook:
    """The entry that seats Eve, with these cards handed over to her."""
    held, side = holding()
    post = held.copy()
    claim = Game.loads(post.save, EVE).claim(side).envelope
    crook = Crook(post)
    step = Seated(order=claim, reason="A change.")
    if cards is None:
        return crook.writes(step)
    (key,) = crook.keys.values()
    to = claim.body.keys.x25519  # type: ignore[union-attr]
    info = seal.info("handover", crook.ledger.game, side, crook.ledger.n + 1)
    data = seal.deal(key, to, info, bodies.encode(Hand(cards)), HAND_BUCKET)
    return crook.writes(step, handover=(Sealed(side, data),))


def hand() -> tuple[Opening, ...]:
    post, side = holding()
    known = post.look("gm").ledger.position.secrets
    slots = post.look(side).known()
    return tuple(Opening(slot, known[slot].salt, known[slot].card) for slot in slots)


@pytest.mark.slow
def test_an_honest_hand_is_in_order() -> None:
    assert verify(seating(), EVE) == ""
    assert hand()


@pytest.mark.slow
def test_a_card_kept_from_her_is_seen_by_her_at_once() -> None:
    cheat = seating(hand()[1:])
    assert verify(cheat) == ""
    assert says(verify(cheat, EVE), "ledger.handover._learn")


@pytest.mark.slow
def test_another_card_is_not_what_lies_there() -> None:
    first, *rest = hand()
    assert verify(seating((replace(first, card="Y1x"), *rest)), EVE).startswith("BadOpening")


def test_a_handover_to_nobody_or_to_another_is_seen_by_everybody() -> None:
    crook = seating()
    post, side = holding()
    other = "york" if side == "lancaster" else "lancaster"
    (part,) = crook.last.handover
    step = crook.entries[-1].body.step
    for handover in ((), (replace(part, to=other),), (part, part)):
        assert verify(Crook(post.copy()).writes(step, handover=handover)).startswith(
            "ReplayMismatch"
        )


def test_where_pieces_are_hidden_what_she_is_shown_is_the_gms_word() -> None:
    """He could swap two face-down blocks of hers, which she has never seen; `verify` does not say that she has."""
    post = choosing()
    claim = Game.loads(post.save, EVE).claim("york").envelope
    crook = Crook(post).writes(Seated(order=claim, reason="A change."))
    n = crook.entries[-1].n
    words = {}
    for who in (EVE, BOB):
        game = Game(Save(crook.entries, GM.public.fingerprint, beside=crook.menus), who)
        words[who] = " ".join(text(game.verify()).split())
    assert says(words[EVE], "reports.verdict._own", n, word="changed")
    assert says(words[EVE], "reports.verdict._own", word="changed")
    assert says(words[EVE], "reports.verdict._own", word="lie")
    assert "since then." in words[EVE]
    assert "took over" not in words[BOB]
    assert says(words[BOB], "reports.verdict._own", word="lie")
