"""Mails as they come (RFC 5322, 2045, 2046, 3464, 3834, ...): every good order in one is taken.

Every other mail is refused with its own word, and no repair makes another order.
"""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem import errors
from pbem.mail.read import machine
from pbem.mail.read.message import text_of
from pbem.protocol import envelope
from pbem.protocol.bodies import Envelope
from tests.moderator.people import ANN

from .template import ORDER, Mail, all_mails

HEAD, MAILS = all_mails()


def order_in(raw: bytes) -> Envelope:
    """As `apply` reads it, the signature checked."""
    found = envelope.from_text(text_of(raw), "ORDER")
    envelope.verify(found, ANN.public)
    return found


@pytest.mark.parametrize("mail", MAILS, ids=[mail.id for mail in MAILS])
def test_a_mail_as_it_comes(mail: Mail) -> None:
    for raw in mail.files(HEAD):
        if mail.want == "take":
            assert order_in(raw) == ORDER
            continue
        with pytest.raises(
            getattr(machine, mail.want, None) or getattr(errors, mail.want)
        ) as refused:
            order_in(raw)
        assert type(refused.value).__name__ == mail.want
        assert mail.say in str(refused.value)


def test_ids_are_given_once() -> None:
    assert len({mail.id for mail in MAILS}) == len(MAILS)


TAKEN = [
    raw for mail in MAILS if mail.want == "take" for raw in mail.files(HEAD) if len(raw) < 10**5
]
PIECES = [b"", b" ", b"\n", b"=", b"=\n", b"=3D", b"=20\n", b"!\n ", b"A", b"QQ==", b"> ", b"| ", b"- ", b"*",
          b"_", b"\\", b"<br>", b"&nbsp;", b"\xc2\xad", b"\xe2\x80\x8b", b"\xc3\x82", b"-----", b"\r"]  # fmt: skip


@given(st.sampled_from(TAKEN), st.data())
def test_no_repair_makes_another_order(raw: bytes, data: st.DataObject) -> None:
    """A mail with anything put in, taken out or doubled anywhere gives Ann's order or none."""
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw)))
        end = min(len(raw), at + data.draw(st.integers(0, 80)))
        between = data.draw(st.one_of(st.sampled_from(PIECES), st.just(raw[at:end] * 2)))
        raw = raw[:at] + between + raw[end:]
    try:
        found = order_in(raw)
    except errors.PbemError:
        return
    assert found == ORDER
