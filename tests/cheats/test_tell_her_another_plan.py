"""Hidden Mats: the GM decides York's Plan, and tells her that it is another one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.gm.game import Game
from pbem.protocol.bodies import Ruling
from pbem.protocol.keys import Identity
from pbem.protocol.save import Save
from pbem.reports.from_game import report
from tests.says import says, sentence

from .table import ANN, BOB, GM, Crook, Post, audit, veiled, verify
from .test_decide_for_her_where_pieces_are_hidden import retold

LINE = "plan pass pass pass pass"
Lie = tuple[Callable[[dict[str, Any]], object], str]
LIES: dict[str, Lie] = {
    "another card": (
        lambda told: told["plan"][0].__setitem__(2, "march"),
        sentence("errors.BadOpening"),
    ),
    "one less": (
        lambda told: told["plan"].pop(),
        sentence("ledger.disclosure._learn_imposed", word="show"),
    ),
    "nothing": (
        lambda told: told["plan"].clear(),
        sentence("ledger.disclosure._learn_imposed", word="show"),
    ),
    "another order": (
        lambda told: told["plan"].reverse(),
        sentence("ledger.disclosure._learn_imposed", word="show"),
    ),
    "a line": (
        lambda told: told["decisions"][0].update(line="plan march march march march"),
        sentence("ledger.disclosure._learn_imposed", word="tells"),
    ),
}


def imposed() -> tuple[Post, Ruling]:
    """Both are asked for a Plan, and the GM decides York's."""
    post = veiled()
    while [row.stack is not None for row in post.look().requests] != [True, True]:
        post.turn()
    return post, post.look("gm").ruling("impose", "She is silent.", side="york", lines=[LINE])


def plan_of_york(save: Save, who: Identity) -> list[str]:
    """The cards of York's Plan that a player's program knows."""
    known = Game(save, who).ledger.known()
    return [card for slot, card in known.items() if slot.startswith("plan:york:")]


def test_her_program_shows_her_the_plan_that_was_sealed_for_her() -> None:
    post, step = imposed()
    honest = Crook(post).writes(step)
    assert [verify(honest, who) for who in (None, ANN, BOB)] == ["", "", ""]
    assert audit(honest) == ""
    save = Save(honest.entries, GM.public.fingerprint, beside=honest.menus)
    hers, his = (report(Game(save, who)) for who in (ANN, BOB))
    assert f"The decision is: {LINE}." in hers
    assert LINE not in his
    assert [plan_of_york(save, who) for who in (ANN, BOB)] == [["pass"] * 4, []]


@pytest.mark.parametrize("lie", LIES)
def test_another_plan_than_the_sealed_one_is_not_told(lie: str) -> None:
    post, step = imposed()
    honest = Crook(post).writes(step)
    change, why = LIES[lie]
    n = honest.entries[-1].n
    crook = Crook(post)
    crook.writes(step, stories=retold(post, honest.last, n, "york", change))
    assert why in verify(crook, ANN)
    assert audit(crook) != ""


def test_no_plan_is_told_that_was_not_imposed() -> None:
    post, step = imposed()
    honest = Crook(post).writes(step)
    n = honest.entries[-1].n

    def told(plain: dict[str, Any]) -> None:
        plain["plan"] = [["plan:lancaster:1:1", "00" * 16, "pass"]]

    crook = Crook(post)
    crook.writes(step, stories=retold(post, honest.last, n, "lancaster", told))
    assert says(verify(crook, BOB), "ledger.disclosure._learn_imposed", word="show")
