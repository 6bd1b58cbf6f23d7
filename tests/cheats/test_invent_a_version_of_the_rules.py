"""The GM names another version of the rules with York's order in hand, for other dice; or one that nobody has, so
that nobody can check what follows."""

from __future__ import annotations

from pbem.ledger.cases import consents
from pbem.protocol import bodies, envelope
from pbem.protocol.bodies import Consent, Envelope, Mailed, Rules
from tests.moderator.people import ANN, BOB, Post
from tests.says import says

from .table import PARLEY, Crook, mustering, order, verify

OTHER = Rules(version=99, data_hash=64 * "9")


def consent(post: Post, side: str, named: str) -> Envelope:
    """A consent as the side's own program would sign it."""
    ledger = post.look().ledger
    said = {"v": bodies.VERSION, "game": ledger.game, "author": side, "head": ledger.head}
    body = Consent(**said, at=post.look(side)._author().at, text=named)
    return envelope.sign({"york": ANN, "lancaster": BOB}[side], body)


def test_a_version_to_which_nobody_agreed_is_a_false_entry() -> None:
    post = mustering()
    order(post, "york", PARLEY)
    crook = Crook(post)
    crook.signs(OTHER, crook.quiet)
    found = verify(crook)
    assert says(found, "ledger.cases.consents.need_each", ..., "york and lancaster")
    assert "newest" not in found  # not an unknown version, whose words could excuse it


def test_one_consent_is_not_enough_and_counts_for_one_step_alone() -> None:
    post = mustering()
    york = consent(post, "york", consents.step_digest(OTHER))
    crook = Crook(post)
    crook.signs(bodies.replace(OTHER, agreed=(york,)), crook.quiet)
    assert says(verify(crook), "ledger.cases.consents.need_each", ..., "lancaster")
    elsewhere = [
        consent(post, side, consents.step_digest(Rules(version=2, data_hash=64 * "9")))
        for side in ("york", "lancaster")
    ]
    crook = Crook(post)
    crook.signs(bodies.replace(OTHER, agreed=tuple(elsewhere)), crook.quiet)
    assert says(verify(crook), "ledger.cases.consents.consenting_sides", word="something")


def test_with_all_consents_nothing_is_said_about_what_follows() -> None:
    """Nor is it called in order, whatever the GM writes there."""
    post = mustering()
    hand = order(post, "york", PARLEY)
    agreed = tuple(consent(post, s, consents.step_digest(OTHER)) for s in ("york", "lancaster"))
    crook = Crook(post)
    record = crook.last
    crook.signs(bodies.replace(OTHER, agreed=agreed), crook.quiet)
    crook.signs(Mailed(order=hand), record)
    found = verify(crook)
    assert "are in order. From entry" in found
    assert "version 99" in found
