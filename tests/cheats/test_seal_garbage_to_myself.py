"""York seals her own copy as garbage, so that one day nobody can check her, and all refuse the log."""

from __future__ import annotations

from pbem.protocol.bodies import Sealed

from .table import ANN, BOB, PARLEY, Crook, audit, changed, mailed, mustering, order, verify


def test_the_game_goes_on_and_everybody_elses_verify_and_the_audit_end() -> None:
    post = mustering()
    honest = order(post, "york", PARLEY)
    parts = honest.body.sealed  # type: ignore[union-attr]
    mail = changed(honest, ANN, sealed=(parts[0], Sealed("york", parts[0].data)))
    crook = Crook(post).takes(mail)
    assert verify(crook) == ""
    assert verify(crook, BOB) == ""
    assert audit(crook) == ""
    assert mailed(post, mail).error is None


def test_it_is_her_own_client_that_says_so() -> None:
    post = mustering()
    honest = order(post, "york", PARLEY)
    parts = honest.body.sealed  # type: ignore[union-attr]
    mail = changed(honest, ANN, sealed=(parts[0], Sealed("york", parts[0].data)))
    assert verify(Crook(post).takes(mail), ANN).startswith("BadOpening")
