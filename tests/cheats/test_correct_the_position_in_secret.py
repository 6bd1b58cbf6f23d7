"""The GM gives Lancaster a coin more, and writes it nowhere."""

from __future__ import annotations

import pytest

from pbem.engine import codec
from pbem.errors import BadPatch, BadRuling
from pbem.protocol.bodies import Ruling
from pbem.protocol.hashing import state_hash
from pbem.reports.audit import document
from pbem.reports.formats import text
from tests.says import says, sentence

from .table import PARLEY, Crook, audited, choosing, mustering, order, verify


def richer(post_state: object) -> str:
    plain = codec.dump(post_state)
    plain["lords"]["norfolk"]["coin"] += 1
    return state_hash(codec.encode(plain))


def test_a_position_with_a_coin_more_has_another_hash() -> None:
    post = mustering()
    mail = order(post, "york", PARLEY)
    honest = Crook(post).takes(mail)
    other = richer(honest.ledger.play.state)
    assert other != honest.last.state_hash
    cheat = Crook(post).takes(mail, state_hash=other)
    assert says(verify(cheat), "ledger.chances.DIFFERS", word="position")


def test_a_correction_is_a_ruling_that_says_what_changed_to_everybody() -> None:
    post = mustering()
    story = post.look("gm").rule("patch", "A slip.", lines=["set lords.norfolk.coin 9"])
    told = [event.text for event in story.events]
    assert told[0] == sentence("ledger.cases.rulings.take", "", "A slip.", word="rules")
    assert any("coin" in text and "9" in text for text in told)


def test_a_correction_to_an_impossible_position_is_refused_by_his_program_and_by_verify() -> None:
    post = mustering()
    with pytest.raises((BadPatch, BadRuling)):
        post.look("gm").rule("patch", "A slip.", lines=["set lords.norfolk.coin -1"])
    crook = Crook(post)
    step = Ruling(kind="patch", lines=("set lords.norfolk.coin -1",), reason="A slip.")
    crook.signs(step, crook.quiet)
    assert says(verify(crook), "errors.BadPatch", "set lords.norfolk.coin -1")


def test_a_ruling_says_one_thing_and_does_another() -> None:
    post = mustering()
    step = Ruling(kind="patch", lines=("set lords.norfolk.coin 3",), reason="A slip.")
    other = (
        Crook(post)
        .writes(Ruling(kind="patch", lines=("set lords.norfolk.coin 4",), reason="A slip."))
        .last
    )
    found = verify(Crook(post).writes(step, state_hash=other.state_hash))
    assert says(found, "ledger.chances.DIFFERS", word="position")


def test_the_audit_says_what_a_secret_correction_changed() -> None:
    """Until then York sees only that the position is corrected: the block is Lancaster's, and hidden."""
    post = choosing()
    line = "set blocks.l_devon.strength 1"
    game = post.look("gm")
    game.rule("patch", "A slip of the pen.", lines=[line])
    entries, n = game.save.entries, game.ledger.n
    without, with_keys = (
        " ".join(text.text(document(audited(entries, *parties))).split())
        for parties in ((), ("gm", "york", "lancaster"))
    )
    assert says(without, "reports.audit._never", n, "patch, sealed", word="ruling")
    assert says(with_keys, "reports.audit._never", n, f"patch: `{line}`", word="ruling")
