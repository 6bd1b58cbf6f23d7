"""A dishonest opponent in a duel has said that their record is lost, as the dice were bad, and hopes that this is read as
a take-back which both wanted."""

from __future__ import annotations

from pbem.duel.duellist import Duellist
from pbem.proof.verdict import verdict
from tests.duel.table import Machine
from tests.duel.test_orders import asked, legal
from tests.duel.test_proposals import exchange, moved
from tests.says import says

WHERE = "proof.verdict._ground_words"


def grounds(player: Duellist) -> list[str]:
    return [ground.what for ground in verdict(player.entries)[0].grounds]


def lost() -> tuple[Machine, Machine]:
    """An honest player who has agreed to new secret numbers though an order was out, and the crook."""
    honest, crook = moved(*asked("wish"), 1)
    honest.player.decide([legal(honest)])
    crook.lose(crook.player.email())
    assert honest.take(crook.player.email(), agree=True).trouble is None
    return honest, crook


def test_verify_says_whose_record_was_lost() -> None:
    honest, crook = lost()
    (words,) = grounds(honest.player)
    assert says(words, WHERE, crook.player.identity.name, word="record")


def test_verify_says_what_was_declined_and_what_was_corrected() -> None:
    honest, crook = lost()
    crook.take(honest.player.email())
    proposals = (("draw", (), False), ("correct", ("set nobles york troops 3",), True))
    for kind, lines, agreed in proposals:
        honest, crook = moved(honest, crook, 1)
        honest.player.propose(kind, lines=lines)
        exchange(honest, crook)
        (crook.player.agree if agreed else crook.player.decline)()
        exchange(crook, honest)
        if not honest.player.decides:
            honest, crook = crook, honest
    _, declined, corrected = grounds(honest.player)
    assert says(declined, WHERE, ..., word="agree")
    assert says(corrected, WHERE, word="correction")
