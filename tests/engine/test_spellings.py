"""Who is meant in a term: what is worked out once says what a look at every name says."""

from __future__ import annotations

import random

import pytest

from pbem.engine.condition import Spellings, id_named
from pbem.engine.notation import squash
from pbem.errors import BadScript

SYLLABLES = ("st", "al", "bans", "york", "yo", "kent", "Ke", "_", " ", "'", "1", "12")


def plain(wanted: str, known: dict[str, tuple[str, ...]]) -> str:
    """The only one who has the name; else the only one who has a name that begins so."""
    exact = {id for id, names in known.items() for name in names if squash(name) == wanted}
    begun = {id for id, names in known.items() for name in names if squash(name).startswith(wanted)}
    for found in (exact, begun if wanted else set()):
        if len(found) == 1:
            return found.pop()
    return ""


def word(chance: random.Random) -> str:
    return "".join(chance.choices(SYLLABLES, k=chance.randint(1, 3)))


@pytest.mark.parametrize("seed", range(60))
def test_the_one_who_is_meant_is_the_only_one_of_that_name_or_beginning(seed: int) -> None:
    chance = random.Random(seed)
    known = {
        f"id{n}": tuple(word(chance) for _ in range(chance.randint(1, 3)))
        for n in range(chance.randint(0, 12))
    }
    kept = Spellings(known)
    for _ in range(40):
        wanted = word(chance)
        expected = plain(squash(wanted), known)
        for some in (known, kept):
            if expected:
                assert id_named([wanted], some, [wanted], "place") == expected
            else:
                with pytest.raises(BadScript, match="is no place"):
                    id_named([wanted], some, [wanted], "place")
