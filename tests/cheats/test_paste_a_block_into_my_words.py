"""York writes a text that looks like a block, so that a report with it, mailed on, is read as somebody's order."""

from __future__ import annotations

from pbem.errors import PbemError
from pbem.protocol import envelope

from .table import PARLEY, last, mailed, mustering, order


def test_a_block_has_lines_and_a_text_has_one() -> None:
    post = mustering()
    block = envelope.to_text(order(post, "york", PARLEY))
    game = post.look("york")
    text = " ".join(block.split())[:1500]
    mail = game.say("say", 0, text).envelope
    assert "\n" not in mail.body.text  # type: ignore[union-attr]
    assert mailed(post, mail).error is None
    story = post.look().stories(last(post))[0]
    told = "\n".join(event.text for event in story.events)
    (receipt,) = post.take({"report": f"Dear all,\n\n{told}\n"})
    assert isinstance(receipt.error, PbemError)
    assert last(post) == post.look().ledger.n


def test_a_block_of_hers_in_his_mail_is_still_signed_by_her() -> None:
    """Quoting an order is no cheat: it is taken as what it is, once."""
    post = mustering()
    block = envelope.to_text(order(post, "york", PARLEY))
    quoted = "\n".join("> " + line for line in block.splitlines())
    (receipt,) = post.take({"from Robert": f"Look what she sent me:\n{quoted}\n"})
    assert receipt.error is None
    assert post.take({"again": block})[0].again
