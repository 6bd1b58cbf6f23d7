"""Who lost wants no audit: garbage keys, foreign keys, no key at all, garbage in his own orders."""

from __future__ import annotations

from pbem.proof.audit import Answer, Claim, audit
from pbem.protocol import envelope
from pbem.protocol.bodies import VERSION, Reveal, Sealed, SignedReveal

from .table import ANN, BOB, EVE, GM, PARLEY, Crook, audited, changed, entries_of, mustering, order


def reveal(game: str, author: str, key: str, signer: object = BOB) -> SignedReveal:
    body = Reveal(v=VERSION, game=game, author=author, key=key)
    return envelope.sign_reveal(signer, body)  # type: ignore[arg-type]


def test_reveals_that_fit_nothing_harm_nobody_elses() -> None:
    post = mustering()
    entries = entries_of(post)
    game, (gm,) = entries[0].head, post.look("gm").holder.keys.values()
    good = reveal(game, "gm", gm.root.hex(), GM)
    bad = [
        reveal(game, "lancaster", 64 * "a"),
        reveal(game, "lancaster", gm.root.hex()),
        reveal(64 * "b", "lancaster", 64 * "a"),
        reveal(game, "york", 64 * "a"),
        reveal(game, "gm", 64 * "a", EVE),
        reveal(game, "gm", gm.root.hex(), EVE),
    ]
    alone, together = audit(entries, [good]), audit(entries, [*bad, good, *bad])
    answers = [
        [(row.party, row.claim, row.answer) for row in found.findings]
        for found in (alone, together)
    ]
    assert answers[0] == answers[1]
    assert len(together.revealed.odd) == 2 * len(bad)
    assert not together.contradicted


def test_who_shows_no_key_has_not_shown_which_a_tournament_takes_as_proven() -> None:
    rows = audited(mustering(), "gm", "york").findings
    his = {row.answer for row in rows if row.party == "lancaster"}
    assert his == {Answer.NOT_SHOWN}
    assert {row.answer for row in rows if row.party == "york"} <= {Answer.PROVEN, Answer.NOT_SHOWN}


def test_garbage_that_york_sealed_to_herself_contradicts_york_and_nobody_else() -> None:
    post = mustering()
    honest = order(post, "york", PARLEY)
    parts = honest.body.sealed  # type: ignore[union-attr]
    mail = changed(honest, ANN, sealed=(parts[0], Sealed("york", parts[0].data)))
    crook = Crook(post).takes(mail)
    reveals = []
    for who in ("york", "lancaster"):
        key = post.look(who).key
        assert key is not None
        reveals.append(
            reveal(crook.entries[0].head, who, key.root.hex(), ANN if who == "york" else BOB)
        )
    (gm,) = post.look("gm").holder.keys.values()
    reveals.append(reveal(crook.entries[0].head, "gm", gm.root.hex(), GM))
    found = audit(crook.entries, reveals)
    assert {row.party for row in found.contradicted} == {"york"}
    assert {row.claim for row in found.contradicted} == {Claim.COPIES}


def test_a_log_that_breaks_in_the_middle_is_audited_too() -> None:
    post = mustering()
    crook = Crook(post).takes(order(post, "york", PARLEY), link=64 * "a")
    found = audit(crook.entries, [])
    (row,) = (row for row in found.contradicted if row.party == "gm")
    assert row.entry == crook.entries[-1].n
