"""No byte of a real save or of a real envelope can be changed, dropped or added."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from pbem.errors import BadInput, NotTrusted, PbemError
from pbem.gm.game import Game
from pbem.protocol import envelope
from pbem.protocol import save as savefile
from pbem.protocol.bodies import Order
from pbem.protocol.keys import Identity

from .busy import CEC, busy
from .people import ANN, GM, accept, invited, seated, with_plans
from .writer import opened

GMS = (GM.public.fingerprint,)
KINDS = ["changed", "dropped", "added"]


def mutants(data: bytes, kind: str, step: int = 1, start: int = 0) -> Iterator[bytes]:
    for at in range(start, len(data), step):
        if kind == "changed":
            yield data[:at] + bytes([data[at] ^ 1 << at % 7]) + data[at + 1 :]
        elif kind == "dropped":
            yield data[:at] + data[at + 1 :]
        else:
            yield data[:at] + data[at : at + 1] + data[at:]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_every_byte_of_a_save_counts(kind: str) -> None:
    data = seated().save
    for mutant in mutants(data, kind):
        # What an editor does to the last line is undone.
        if savefile.as_written(mutant) == data:
            assert mutant.rstrip() == data.rstrip()
            continue
        with pytest.raises(PbemError):
            savefile.read(mutant, GMS)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_reader_who_does_not_know_the_gm_is_not_fooled_either(kind: str) -> None:
    data = invited().dumps()
    for mutant in mutants(data, kind, step=3):
        with pytest.raises(PbemError):
            savefile.read(mutant)


@pytest.mark.slow
def test_bytes_of_a_longer_save() -> None:
    data = with_plans(2).save
    for mutant in mutants(data, "changed", step=111):
        with pytest.raises(PbemError):
            Game.loads(mutant)


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_bytes_of_a_save_with_rulings_seats_and_keys(kind: str) -> None:
    """Each byte of the last entries, which hold them all, in steps; a reader who knows nobody."""
    data = busy("plantagenet")
    start = data.index(b'"type":"dispute"')
    for mutant in mutants(data, kind, step=211, start=start):
        with pytest.raises(PbemError):
            savefile.read(mutant)


@pytest.mark.slow
def test_no_beginning_of_a_save_is_a_save() -> None:
    """But for one that lacks no more than the line end behind its last line."""
    data = with_plans(2).save.removesuffix(b"\n")
    for length in (*range(0, len(data), 11), len(data) - 1):
        with pytest.raises(PbemError):
            savefile.read(data[:length], GMS)


def test_nothing_but_white_space_can_follow_a_save() -> None:
    data = seated().save
    assert savefile.read(data + b" \n\n").entries == savefile.read(data).entries
    for tail in (b"#", b"\nx", data, data.splitlines(keepends=True)[-1]):
        with pytest.raises(PbemError):
            savefile.read(data + tail)


def stripped(text: str) -> str:
    return "".join(text.split())


def check_mutants(text: str, sender: str, step: int, who: Identity = ANN) -> None:
    """Whatever is still accepted must be the same envelope, changed in white space only.

    A `>` at the start of a line is quoting, and so white space too.
    """
    keys = who.public
    original = envelope.from_text(text, sender)
    for kind in KINDS:
        for mutant in mutants(text.strip().encode(), kind, step):
            read = mutant.decode("latin-1")
            try:
                found = envelope.from_text(read, sender)
                envelope.verify(found, keys)
            except (BadInput, NotTrusted):
                continue
            assert found == original
            assert stripped(read).replace(">", "") == stripped(text), f"accepted: {read}"


@pytest.mark.slow
def test_every_byte_of_an_order_counts() -> None:
    text = seated().sent("york", "ready")
    check_mutants(text, "READY", 1)


def test_every_byte_of_an_accept_counts() -> None:
    check_mutants(accept(invited().dumps(), "york").to_text(), "ACCEPT", 2)


@pytest.mark.slow
def test_bytes_of_a_sealed_plan() -> None:
    mails = [mail for name, mail in with_plans(2).mails.items() if name.endswith("york")]
    longest = max(mails, key=len)
    body = opened(longest).body
    assert isinstance(body, Order)
    assert body.sealed
    check_mutants(longest, "ORDER", 23)


def test_every_byte_of_what_is_said_counts() -> None:
    game = with_plans(2).look("york")
    check_mutants(game.say("dispute", 5, "That road is a path.").to_text(), "WORD", 3)
    claim = Game(game.save, CEC).claim("york", "For Ann.")
    check_mutants(claim.to_text(), "ACCEPT", 7, CEC)
    check_mutants(game.consent(claim.envelope).to_text(), "WORD", 5)


def test_no_beginning_of_an_order_is_an_order() -> None:
    text = seated().sent("york", "ready")
    for length in range(len(text.rstrip())):
        with pytest.raises(PbemError):
            envelope.from_text(text[:length], "READY")


def test_the_gm_refuses_what_was_tampered_with_and_keeps_its_save() -> None:
    post = seated()
    text = post.sent("york", "ready")
    before, chance = post.save, random.Random(1)
    game = post.look("gm")
    for _ in range(60):
        at = chance.randrange(30, len(text) - 30)
        other = chance.choice("ABCDEFGHabcdefgh0123")
        if text[at] in (other, "\n", "-", "="):
            continue
        (receipt,) = game.apply({"mail": text[:at] + other + text[at + 1 :]})
        assert receipt.error is not None
    assert game.dumps() == before == post.save
