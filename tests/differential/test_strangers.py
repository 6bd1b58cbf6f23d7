"""The differential: `pbem verify` and the independent verifier agree on honest logs and on changed ones."""

from __future__ import annotations

import pytest

from .judges import deceived, unseen
from .logs import LOGS, bench
from .mutator import Mutator
from .table import installed
from .test_mutants import EACH, FIRST, SEED


@pytest.mark.slow
@pytest.mark.parametrize("name", [FIRST, *(name for name in LOGS if name != FIRST)])
def test_both_verifiers_agree_on_what_the_page_forbids(name: str) -> None:
    """What a stranger refuses all refuse, and what needs no rules a stranger refuses too."""
    honest, wrong = bench(name), list[str]()
    assert len(honest.strangers) == len(honest.entries) + 1, "it takes the honest log"
    with installed():
        for mutant in Mutator(honest).mutants(f"{SEED} {name}", EACH):
            said = honest.readers_say([mutant.entry], mutant.n)
            stranger = honest.stranger_says([mutant.entry], mutant.n)
            why = deceived(said, stranger)
            why = why or unseen(mutant.names, honest.veiled, said, stranger)
            if why:
                wrong.append(f"{mutant}: {why}")
    assert not wrong, "\n".join(wrong)
