"""After a bad die the GM says that the program failed, so that the line is undone."""

from __future__ import annotations

import pytest

from pbem.errors import OutOfSequence, WaitsForRuling
from pbem.gm.game import Game
from pbem.ledger.chances import GmChance
from pbem.ledger.orders import check_answer
from pbem.proof.audit import Answer, Claim
from pbem.protocol.bodies import Ruling, replace
from pbem.protocol.save import Save
from pbem.reports.verdict import text
from pbem.version import VERSION
from tests.says import says, sentence

from .table import (
    ANN,
    GM,
    PARLEY,
    Crook,
    asking,
    audited,
    changed,
    mustering,
    order,
    veiled,
    verify,
)


class Fails(GmChance):
    """His program breaks right after the die."""

    def roll(self, label: str, sides: int) -> int:
        super().roll(label, sides)
        raise RuntimeError


def test_verify_names_each_fault_that_does_not_happen_when_it_replays() -> None:
    post = mustering()
    cheat = Crook(post).takes(order(post, "york", PARLEY), Fails)
    (fault,) = cheat.last.faults
    assert (fault.rolls, fault.kind) == (1, "RuntimeError")
    assert verify(cheat) == "", "it may have been so on his machine"
    verdict = Game(Save(cheat.entries, GM.public.fingerprint), ANN).verify()
    assert [(f.entry, f.side, f.here) for f in verdict.faults] == [
        (cheat.entries[-1].n, "york", False)
    ]


def test_a_fault_gives_no_second_throw_but_by_a_ruling_that_all_see() -> None:
    post = mustering()
    cheat = Crook(post).takes(order(post, "york", PARLEY), Fails)
    assert cheat.last.questions == ()
    assert cheat.last.rolls, "the die that fell stays in the log"
    assert cheat.ledger.position.failure is not None
    mail = order(post, "york", PARLEY)
    with pytest.raises(OutOfSequence):
        check_answer(cheat.ledger, mail)
    number = asking(post, "york") + 1
    with pytest.raises(WaitsForRuling):
        check_answer(cheat.ledger, changed(mail, ANN, question=number))


def test_a_fault_that_hides_its_die_is_seen_by_verify() -> None:
    post = mustering()
    mail = order(post, "york", PARLEY)
    assert verify(Crook(post).takes(mail, Fails, rolls=())).startswith("ReplayMismatch")
    (fault,) = Crook(post).takes(mail, Fails).last.faults
    none = replace(fault, rolls=0)
    assert verify(Crook(post).takes(mail, Fails, faults=(none,))).startswith("ReplayMismatch")


def test_a_fault_before_the_first_die_is_none_it_would_have_been_a_refusal() -> None:
    post = mustering()
    mail = order(post, "york", PARLEY)
    (fault,) = Crook(post).takes(mail, Fails).last.faults
    none = replace(fault, rolls=0)
    cheat = Crook(post).takes(mail, Fails, faults=(none,), rolls=())
    assert says(verify(cheat), "ledger.run.Run.guarded", word="tell")


@pytest.mark.parametrize("hidden", [False, True])
def test_one_that_is_carried_out_again_did_no_harm_and_is_not_proven(hidden: bool) -> None:
    post = veiled() if hidden else mustering()
    line = "march: parley hereford" if hidden else PARLEY
    cheat = Crook(post).takes(order(post, "york", line), Fails)
    n = cheat.entries[-1].n
    cheat.writes(Ruling(kind="again", entry=n, program=VERSION, reason="Mended."))
    assert verify(cheat, ANN) == ""
    said = " ".join(text(Game(Save(cheat.entries, GM.public.fingerprint), ANN).verify()).split())
    here = (
        sentence("reports.verdict._fails_here", word="but")
        if hidden
        else sentence("reports.verdict._fails_here", word="LINE")
    )
    assert here in said
    same = sentence("reports.verdict._fails_here", word="same")
    assert says(said, "reports.verdict._fails_here", ..., n + 1, same, word="carried")
    found = audited(cheat, "gm", "york", "lancaster")
    (row,) = (row for row in found.findings if row.claim is Claim.FAULTS)
    assert (row.answer, row.entry) == (Answer.NOT_SHOWN, n)
    assert row.why == (sentence("proof.audit._faults", n, VERSION, n + 1, word="entry"))
