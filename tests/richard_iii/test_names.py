"""Names that statistics leave out of the labels of dice."""

from __future__ import annotations

from pbem.club.dice_stats import purpose
from pbem.games import find


def test_dice_are_counted_by_what_they_are_for() -> None:
    names = find("richard_iii").words.names()
    assert purpose("london_levy fires 3", names) == "fires"
    assert purpose("march at exeter 2", names) == "blow"
    assert purpose("treachery stanley", names) == "treachery"
