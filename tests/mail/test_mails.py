"""Mails as they come (RFC 5322, 2045, 2046, 3464, 3834, ...): every good order in one is taken.

Every other mail is refused with its own word, and no repair makes another order.
"""

from __future__ import annotations

import pytest

from pbem import errors
from pbem.mail.message import text_of
from pbem.protocol.envelope import Envelope
from tests.moderator.people import ANN

from .template import ORDER, Mail, all_mails

HEAD, MAILS = all_mails()


def order_in(raw: bytes) -> Envelope:
    """As `apply` reads it, the signature checked."""
    envelope = Envelope.from_text(text_of(raw))
    envelope.verify(ANN.public)
    return envelope


@pytest.mark.parametrize("mail", MAILS, ids=[mail.id for mail in MAILS])
def test_a_mail_as_it_comes(mail: Mail) -> None:
    for raw in mail.files(HEAD):
        if mail.want == "take":
            assert order_in(raw) == ORDER
            continue
        with pytest.raises(getattr(errors, mail.want)) as refused:
            order_in(raw)
        assert type(refused.value).__name__ == mail.want
        assert mail.say in str(refused.value)


def test_ids_are_given_once() -> None:
    assert len({mail.id for mail in MAILS}) == len(MAILS)
