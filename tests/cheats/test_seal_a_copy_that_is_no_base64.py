"""York's copy to herself is no base64, so that verifiers of strangers call the GM a cheat who logged it."""

from __future__ import annotations

import pytest

from pbem.errors import Garbled
from pbem.protocol import armour, canonical, envelope
from pbem.protocol.bodies import Envelope

from .table import ANN, PARLEY, last, mustering, order, sent

OTHER_SPELLINGS = ("not base64 at all", "AAA", "AAB=", "AA==AA==", "AAAA\\n", "AA-_")


def shaped(mail: Envelope, place: int, data: str) -> str:
    body = canonical.decode(envelope.raw(mail), envelope.LIMIT)
    body["sealed"][place]["data"] = data
    sig = ANN.sign("pbem2-said", canonical.encode(body))
    return armour.wrap("ORDER", canonical.encode({"body": body, "sig": sig}))


@pytest.mark.slow
@pytest.mark.parametrize("place", [0, 1])
@pytest.mark.parametrize("data", OTHER_SPELLINGS)
def test_it_is_refused_as_it_is_read(place: int, data: str) -> None:
    post = mustering()
    n = last(post)
    (receipt,) = post.take({"york": shaped(order(post, "york", PARLEY), place, data)})
    assert isinstance(receipt.error, Garbled)
    assert last(post) == n
    sent(post, "york", PARLEY)


@pytest.mark.parametrize("data", OTHER_SPELLINGS)
def test_so_is_a_signature_that_she_names(data: str) -> None:
    post = mustering()
    body = canonical.decode(envelope.raw(order(post, "york", PARLEY)), envelope.LIMIT)
    body["newest"]["sig"] = data
    sig = ANN.sign("pbem2-said", canonical.encode(body))
    text = armour.wrap("ORDER", canonical.encode({"body": body, "sig": sig}))
    (receipt,) = post.take({"york": text})
    assert isinstance(receipt.error, Garbled)
