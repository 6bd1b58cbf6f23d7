"""`CardAction` and `PlayEvent` are open: cards make kinds of their own from them, which no `match` names. So
each must be what some card's function says that it carries out."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

import pytest

from pbem.engine.decision import Card, Decision, decision, kinds_of
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet.decisions import CardAction
from pbem.games.plantagenet.hooks import Hook
from pbem.games.plantagenet.s3_1_3_held_events import PLAY, PlayEvent
from pbem.games.plantagenet.state import State


def carried_out(hook: Hook[Any]) -> set[type[Decision]]:
    """The kinds that the functions of a hook take, as their last parameter."""
    found: set[type[Decision]] = set()
    for function in [*hook.events.values(), *hook.capabilities.values()]:
        *_, taken, _ = get_type_hints(function).values()
        found.update(get_args(taken) or (taken,))
    return found


@pytest.mark.parametrize(("base", "hook"), [(CardAction, hooks.ACT), (PlayEvent, PLAY)])
def test_every_kind_made_for_a_card_is_carried_out_by_a_card(
    base: type[Decision], hook: Hook[Any]
) -> None:
    assert set(kinds_of(base)) == carried_out(hook)


@pytest.mark.parametrize(
    ("base", "hook", "card"), [(CardAction, hooks.ACT, "Y8"), (PlayEvent, PLAY, "L12")]
)
def test_a_kind_whose_card_has_lost_its_function_is_found(
    monkeypatch: pytest.MonkeyPatch, base: type[Decision], hook: Hook[Any], card: str
) -> None:
    monkeypatch.delitem(hook.events, card)
    (forgotten,) = set(kinds_of(base)) - carried_out(hook)
    assert forgotten.__name__ == {"Y8": "CrossOver", "L12": "CutOff"}[card]


@decision("juggle {card}")
class Juggle(Decision):
    card: Card


@decision("juggle {card} blindfold")
class JuggleBlindfold(Juggle):
    """Nobody carries it out."""


async def juggle(table: Table[State], action: Juggle) -> None:
    """Of a card that there is not."""


def test_a_made_up_kind_that_no_card_carries_out_is_found() -> None:
    hook: Hook[Any] = Hook()
    hook.event("Y0")(juggle)
    assert set(kinds_of(Juggle)) - carried_out(hook) == {JuggleBlindfold}
