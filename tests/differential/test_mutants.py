"""Logs in which one thing was changed and signed again: nobody overlooks it, and nothing crashes.

New mutants are the soak's part (`tests/soak/differential.py`).
"""

from __future__ import annotations

import pytest

from .judges import overlooked
from .logs import LOGS, bench
from .mutator import Mutator
from .table import installed

SEED = 27
MUTANTS = 400
EACH = -(-MUTANTS // len(LOGS))
FIRST = "waiting in the fog"
"""The quick tier has this one alone."""


@pytest.mark.slow
@pytest.mark.parametrize("name", [FIRST, *(name for name in LOGS if name != FIRST)])
def test_whoever_could_be_deceived_refuses_what_was_changed(name: str) -> None:
    honest, wrong = bench(name), list[str]()
    with installed():
        for mutant in Mutator(honest).mutants(f"{SEED} {name}", EACH):
            why = overlooked(mutant.names, honest.readers_say([mutant.entry], mutant.n))
            if why:
                wrong.append(f"{mutant}: {why}")
    assert not wrong, "\n".join(wrong)
