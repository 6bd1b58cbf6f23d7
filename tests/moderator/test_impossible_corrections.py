"""Corrections to what cannot be: each is refused before anything of it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.errors import BadPatch
from pbem.gm.game import Game
from tests.moderator.people import GM
from tests.web.tables import Table


@pytest.mark.parametrize(
    ("rules", "scenario", "patch"),
    [
        ("plantagenet", "Ib", "set box 0"),
        ("plantagenet", "Ib", "set box 17"),
        ("plantagenet", "Ib", "set rebel france"),
        ("plantagenet", "Ib", "set king france"),
        ("plantagenet", "Ib", "set winner france"),
        ("richard_iii", "kingmaker", "set winner france"),
        ("warriors", "standard_1455", "set next france"),
        ("warriors", "standard_1455", "set winner france"),
        ("plantagenet_1450", "towton_1461", "set won france"),
        ("plantagenet_1450", "towton_1461", "set plays france"),
        ("plantagenet_1450", "towton_1461", "set impulse 9"),
    ],
)
def test_what_names_no_side_or_no_turn_is_refused(
    tmp_path: Path, rules: str, scenario: str, patch: str
) -> None:
    game = Game.loads(Table(tmp_path, rules, scenario).play(3).save, GM)
    with pytest.raises(BadPatch, match="impossible"):
        game.rule("patch", "A slip.", lines=[patch])
