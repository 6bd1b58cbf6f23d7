"""A dishonest opponent in a duel has sealed cards that the rules do not allow, and at the end never reveals their keys."""

from __future__ import annotations

from pbem.duel.duellist import Duellist
from pbem.home.verify_sentences import sealed_words
from pbem.proof.duel_audit import audit_duel
from pbem.protocol import bodies, envelope
from pbem.round.duels import as_player
from tests.duel.table import ANN, BOB
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


def test_a_file_from_which_he_left_her_key_out_does_not_say_that_she_revealed_another() -> None:
    """He puts a key there in her name, and one that she has revealed in another game."""
    honest, crook = over()
    crook.take(honest.player.email())
    game = crook.player.ledger.game
    junk = bodies.Reveal(v=2, game=game, author="york", key="0" * 64)
    foreign = bodies.replace(junk, game="0" * 64)
    reveals = [envelope.sign_reveal(BOB, junk), envelope.sign_reveal(ANN, foreign)]
    judged = audit_duel(crook.player.entries, reveals)
    assert not judged.contradicted
    of_ann = {row.why for row in judged.findings if row.party == "york" and row.why}
    assert all(why.startswith(("the key of Ann ", "a key of Ann ")) for why in of_ann)
    assert {party for party, _ in judged.revealed.odd} == {"york"}


def names_ann(player: Duellist) -> bool:
    where = "home.verify_sentences.sealed_words"
    return says(told(player), where, "Ann", "york", "Ann", word="Without")


def opens(player: Duellist) -> bool:
    return says(told(player), "home.verify_sentences.sealed_words", word="opens")


def told(player: Duellist) -> str:
    return " ".join(sealed_words(as_player(player)))
