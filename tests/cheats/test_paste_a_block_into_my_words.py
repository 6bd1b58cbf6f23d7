"""York writes a text that looks like a block, so that emails that quote a report with it are refused, or misread."""

from __future__ import annotations

import pytest

from pbem.errors import BadText, TwoBlocks
from pbem.protocol import canonical, envelope
from pbem.protocol.bodies import Mailed, SignedMessage
from tests.says import sentence

from .table import (
    ANN,
    OTHER_PARLEY,
    PARLEY,
    Crook,
    Post,
    by_hand,
    changed,
    last,
    mailed,
    mustering,
    order,
    refusal,
    sent,
    verify,
)

MARKERS = (
    "-----BEGIN PBEM2 ORDER-----",
    "Look: -----END PBEM2 WORD----- so",
    "----- BEGIN  PBEM9 THING",
    "-----BEGIN\nPBEM2 ORDER-----",
    "\u2014\u2013BEGIN PBEM2 ORDER",
    "\u2014\u2014BEGIN PBEM2 ORDER",
    "-----BEGIN P[b]BEM[/b]2 ORDER",
    "-----[color=red]BEGIN PBEM2 ORDER",
    "-----BEGIN > PBEM2 ORDER",
    "-----BEGIN\n> > PBEM2 ORDER",
    "------BEGIN PBEM2 ORDER",
)
HARMLESS = (
    "BEGIN PBEM2 ORDER",
    "---BEGIN PBEM2 ORDER---",
    sentence("mail.read.parts._leaf", word="BEGIN"),
    "We begin. ----- PBEM is fun [quote].",
    "PBEM2",
)


@pytest.mark.parametrize("text", MARKERS)
def test_no_client_signs_it_and_no_reader_takes_it(text: str) -> None:
    post = mustering()
    honest = post.look("york").say("say", 0, "Well.").envelope
    with pytest.raises(BadText, match="five dashes"):
        post.look("york").say("say", 0, text)
    assert isinstance(honest.body, SignedMessage)
    raw = envelope.raw(honest).replace(b'"Well."', _json(text))
    with pytest.raises(BadText):
        canonical.check_raw(raw)


def _json(text: str) -> bytes:
    return b'"' + text.replace("\n", "\\n").encode() + b'"'


@pytest.mark.parametrize("text", HARMLESS)
def test_what_is_no_marker_is_said(text: str) -> None:
    post = mustering()
    assert mailed(post, post.look("york").say("say", 0, text).envelope).error is None


@pytest.mark.parametrize("text", MARKERS[:3])
def test_a_line_that_waits_sealed_is_refused_before_the_first_die(text: str) -> None:
    """Else the record could never quote it, and the order would fail behind its die, each time."""
    post = mustering()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(canonical.armour, "has_marker", lambda text: False)
        mail = by_hand(post, "york", [PARLEY, text])
        policy = by_hand(post, "york", [PARLEY], reactions=[("default", text)])
    for one in (mail, policy):
        assert refusal(post, one) is BadText
    sent(post, "york", PARLEY)


def test_no_log_holds_it() -> None:
    post = mustering()
    word = post.look("york").say("say", 0, "Well.").envelope
    honest = Crook(post).takes(word)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(canonical.armour, "has_marker", lambda text: False)
        forged = Crook(post)
        forged.signs(Mailed(order=changed(word, ANN, text=MARKERS[0])), honest.last)
        entries = tuple(type(e)(e.raw, e.signature) for e in forged.entries)
    assert "BEGIN PBEM" in verify(entries)


def quoting(post: Post, block: str) -> dict[str, str | bytes]:
    """An order of York's in an answer that quotes something else."""
    new = envelope.to_text(order(post, "york", PARLEY))
    quoted = "".join(f"> {line}\n" for line in block.splitlines())
    return {"york": f"{new}\nGriffith wrote:\n{quoted}"}


def test_an_email_that_quotes_what_was_applied_is_taken() -> None:
    """An order of before, a word of Robert's: they are in the log, so only the new one counts."""
    post = mustering()
    old = sent(post, "york", PARLEY)
    word = post.look("lancaster").say("say", 0, "Your move.").envelope
    assert mailed(post, word).error is None
    while "york" not in post.asked():
        post.turn()
    line = post.look("york").legal()[0].line
    new = envelope.to_text(order(post, "york", line))
    quoted = "".join(
        f"> {line}\n" for one in (old, word) for line in envelope.to_text(one).splitlines()
    )
    n = last(post)
    (receipt,) = post.take({"york": f"{new}\nGriffith wrote:\n{quoted}"})
    assert receipt.error is None
    assert receipt.entry == n + 1
    (receipt,) = post.take({"again": f"{new}\n{quoted}"})
    assert receipt.again
    assert receipt.error is None


def test_two_new_orders_are_still_two() -> None:
    post = mustering()
    other = envelope.to_text(order(post, "york", OTHER_PARLEY))
    (receipt,) = post.take(quoting(post, other))
    assert isinstance(receipt.error, TwoBlocks)
    cut = other.replace(other.splitlines()[4], "")
    (receipt,) = post.take(quoting(post, cut))
    assert isinstance(receipt.error, TwoBlocks)


def test_a_block_that_cannot_be_one_harms_no_order() -> None:
    post = mustering()
    fake = "-----BEGIN PBEM2 ORDER-----\nno order\n-----END PBEM2 ORDER-----\n"
    (receipt,) = post.take(quoting(post, fake))
    assert receipt.error is None


def test_a_block_of_hers_in_his_mail_is_still_signed_by_her() -> None:
    """Quoting an order is no cheat: it is taken as what it is, once."""
    post = mustering()
    block = envelope.to_text(order(post, "york", PARLEY))
    quoted = "\n".join("> " + line for line in block.splitlines())
    (receipt,) = post.take({"from Robert": f"Look what she sent me:\n{quoted}\n"})
    assert receipt.error is None
    assert post.take({"again": block})[0].again
