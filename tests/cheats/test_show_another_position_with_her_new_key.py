"""Richard III: York takes a new key for her own seat, and the GM shows her blocks elsewhere than she saw them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.gm.game import Game
from pbem.ledger.holder import key_of
from pbem.protocol import canonical, seal
from pbem.protocol.bodies import AnyStep, Envelope, Seated, replace
from pbem.protocol.save import Save
from tests.drawn import kept
from tests.says import says

from .table import ANN, BOB, GM, Crook, Post, choosing, verify

Told = dict[str, Any]
BLOCKS = ("y_kent", "y_rutland")


def places(post: Post) -> list[str]:
    """Where two face-down blocks of York's lie."""
    blocks = post.look("york").ledger.play.state.blocks
    return [blocks[id].at for id in BLOCKS]


def claiming(post: Post) -> tuple[Envelope, Seated]:
    """York's claim to her own seat with a new key, and the entry's step."""
    claim = post.look("york").claim("york").envelope
    return claim, Seated(order=claim, reason="A new key.")


def retold(
    honest: Crook, post: Post, step: AnyStep, claim: Envelope, change: Callable[[Told], None]
) -> Crook:
    """This entry with another story for York, sealed to the key of her claim."""
    key, ledger = key_of(ANN, honest.ledger.game, claim.body), honest.ledger  # type: ignore[arg-type]
    gm = honest.keys[ledger.chair.keys.x25519]
    info, stories = seal.info("story", ledger.game, honest.entries[-1].n), []
    for part in honest.last.stories:
        if part.to == "york":
            told: Any = canonical.decode(seal.undeal(key, gm.x25519, info, part.sealed), 2**22)
            change(told)
            sealed = seal.deal(gm, key.x25519, info, canonical.encode(told), 2048)
            part = replace(part, sealed=sealed)
        stories.append(part)
    crook = Crook(post)
    crook.signs(step, replace(honest.last, stories=tuple(stories)))
    crook.menus |= honest.menus
    return crook


def exchanging(found: list[str]) -> Callable[[Told], None]:
    """Each of the two blocks lies where the other does."""

    def change(told: Told) -> None:
        rows = {tuple(path): [path, *value] for path, *value in told["view"]}
        for id, at in zip(BLOCKS, reversed(found), strict=True):
            rows["blocks", id, "at"] = [["blocks", id, "at"], at]
        told["view"] = [rows[path] for path in sorted(rows)]

    return change


@kept
def alone() -> Post:
    """A game in which York, and nobody else, is asked."""
    post = choosing()
    while post.asked() != ("york",):
        post.turn()
    return post


def test_what_she_is_shown_with_a_new_key_is_what_she_saw() -> None:
    post = alone().copy()
    found = places(post)
    assert found[0] != found[1]
    claim, step = claiming(post)
    honest = Crook(post).writes(step)
    assert [verify(honest, who) for who in (None, ANN, BOB)] == ["", "", ""]
    crook = retold(honest, post, step, claim, exchanging(found))
    assert says(verify(crook, ANN), "ledger.disclosure._own_view", word="new")


def test_a_rewind_to_before_her_new_key_leads_to_what_she_saw() -> None:
    post = alone().copy()
    found, at = places(post), post.look().ledger.n
    claim, step = claiming(post)
    seated = Crook(post).writes(step)
    save = Save(seated.entries, GM.public.fingerprint, beside=seated.menus)
    post.save, post.kept = Game(save, GM).dumps(), {}
    post.ready()
    post.turn()
    void = post.look("gm").ruling("void", "A mistake.", entry=at)
    honest = Crook(post).writes(void)
    assert [verify(honest, who) for who in (None, ANN, BOB)] == ["", "", ""]
    crook = retold(honest, post, void, claim, exchanging(found))
    assert says(verify(crook, ANN), "ledger.disclosure._own_view", word="goes")
