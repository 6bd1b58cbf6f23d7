"""Hidden mats: nobody but the GM runs the rules, so he carries out another line than York signed."""

from __future__ import annotations

import pytest

from pbem.proof.audit import Claim
from pbem.protocol.bodies import Left, replace
from tests.says import says

from .table import ANN, BOB, Crook, audit, audited, by_hand, order, veiled, verify
from .test_decide_for_her_where_pieces_are_hidden import in_place_of


@pytest.mark.slow
def test_her_own_client_sees_it_and_everybody_at_the_audit() -> None:
    post = veiled()
    lines = [option.line for option in post.look("york").legal()]
    one, other = lines[0], next(line for line in lines if line.split()[1] != lines[0].split()[1])
    honest = Crook(post).takes(order(post, "york", one))
    assert [verify(honest, who) for who in (None, ANN, BOB)] == ["", "", ""]
    assert audit(honest) == ""
    cheat = Crook(post).takes(order(post, "york", one), **in_place_of(post, other))
    assert says(verify(cheat, ANN), "ledger.checks.own.OwnCheck._check_line", word="; you wrote")
    assert "cannot be replayed" in audit(cheat)
    assert audited(cheat, "gm").contradicted


def test_silence_to_her_about_her_own_order_is_seen_by_everybody() -> None:
    post = veiled()
    mail = order(post, "york", post.look("york").legal()[0].line)
    told = Crook(post).takes(mail).last.stories
    for gone in told:
        cheat = Crook(post).takes(mail, stories=tuple(part for part in told if part is not gone))
        assert says(verify(cheat), "ledger.checks.hidden._check_stories", word="must"), (
            f"nothing is told to {gone.to}"
        )
    assert says(
        verify(Crook(post).takes(mail, stories=(*told, told[-1]))),
        "ledger.checks.hidden._check_stories",
        word="must",
    )


def test_what_is_dealt_to_her_in_garbage_is_seen_by_her() -> None:
    post = veiled()
    mail = order(post, "york", post.look("york").legal()[0].line)
    told = Crook(post).takes(mail).last.stories
    mixed = tuple(
        replace(part, sealed=told[2].sealed) if part.to == "york" else part for part in told
    )
    cheat = Crook(post).takes(mail, stories=mixed)
    assert verify(cheat) == ""
    assert verify(cheat, ANN).startswith(f"BadOpening: Entry {cheat.entries[-1].n}: ")
    assert says(audit(cheat), "ledger.chances.compare", "stories")


def test_a_line_of_hers_that_he_skips_is_seen_by_her() -> None:
    """Her second line had better dice for Lancaster, so he asks her anew instead of carrying it out."""
    post = veiled()
    lines = [option.line for option in post.look("york").legal()]
    both = by_hand(post, "york", lines[:2])
    assert verify(Crook(post).takes(both), ANN) == ""
    cheat = Crook(post).takes(both, **{**in_place_of(post, lines[0]), "left": ()})
    assert verify(cheat) == ""
    assert says(verify(cheat, ANN), "ledger.checks.own.OwnCheck._if_held_at", word="neither")
    assert says(audit(cheat), "ledger.chances.DIFFERS", word="decisions")


def test_a_line_that_he_calls_illegal_is_named_in_the_log_and_proven_at_the_audit() -> None:
    """The residue: she cannot run the rules either, but she and everybody see which line he stopped at."""
    post = veiled()
    lines = [option.line for option in post.look("york").legal()]
    first, second = lines[0], next(line for line in lines if line.split()[2] != lines[0].split()[2])
    both = by_hand(post, "york", [first, second])
    stopped = Left("york", post.look().ledger.n + 1, 2)
    cheat = Crook(post).takes(both, **{**in_place_of(post, first), "left": (stopped,)})
    assert verify(cheat, ANN) == ""
    assert Claim.STANDING in {row.claim for row in audited(cheat, "gm").contradicted}
