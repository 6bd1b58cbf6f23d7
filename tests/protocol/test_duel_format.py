"""A duel of another format is said to be one: its chain is not broken."""

import pytest

from pbem.errors import OtherFormat
from pbem.protocol import canonical
from pbem.protocol.bodies import VERSION
from pbem.protocol.entry import Entry


@pytest.mark.parametrize("version", [VERSION - 1, VERSION + 1])
def test_a_duel_of_another_format(version: int) -> None:
    raw = canonical.encode({"v": version, "step": {"type": "duel"}})
    with pytest.raises(OtherFormat):
        Entry(raw, "").check_readable(0)
