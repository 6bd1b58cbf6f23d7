"""A dishonest opponent in a duel has sealed cards that the rules do not allow, and at the end never reveals their keys."""

from __future__ import annotations

from pbem.duel.duellist import Duellist
from pbem.home.verify_sentences import sealed_words
from pbem.round.duels import as_player
from tests.duel.test_audit import FOUR_TIMES, over
from tests.says import says


def test_verify_names_whoever_has_not_revealed_every_key() -> None:
    crook, honest = over(FOUR_TIMES)
    assert honest.take(crook.player.email()).trouble is None
    assert honest.player.ledger.result is not None
    assert names_ann(honest.player)
    assert not opens(honest.player)
    crook.take(honest.player.email())
    honest.take(crook.player.email())
    assert not names_ann(honest.player)
    assert opens(honest.player)


def names_ann(player: Duellist) -> bool:
    where = "home.verify_sentences.sealed_words"
    return says(told(player), where, "Ann", "york", "Ann", word="Without")


def opens(player: Duellist) -> bool:
    return says(told(player), "home.verify_sentences.sealed_words", word="opens")


def told(player: Duellist) -> str:
    return " ".join(sealed_words(as_player(player)))
