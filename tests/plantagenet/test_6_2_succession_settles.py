"""6.2.2 Succession is called where what it goes by has changed: once is enough, and a War begins settled."""

from __future__ import annotations

import random

import pytest

from pbem.engine import codec
from pbem.games.plantagenet import s6_2_heirs_and_succession as heirs
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s5_victory import WarIsOver
from pbem.games.plantagenet.s6_scenarios import place_mustered, place_on_calendar, prepare
from pbem.games.plantagenet.state import LordState, State
from tests.plantagenet.wars import war
from tests.scripted import Scripted

WARS = [id for id, row in facts().scenarios.items() if row["grand"]]


def some_heirs(id: str, dice: random.Random) -> State:
    """A War in which each Heir waits, stands on the map, is out of it or has been removed."""
    state = prepare(id)
    for heir in facts().heirs:
        cards = [lord for lord in heir.lords if lord in state.lords]
        for lord in cards:
            state.lords[lord] = LordState(at="out")
            state.seats.pop(lord, None)
        match cards and dice.choice(("calendar", "map", "removed", "fell", "out")):
            case "calendar":
                place_on_calendar(state, dice.choice(cards), dice.randint(1, 10))
            case "map":
                place_mustered(state, dice.choice(cards), "bamburgh")
            case "removed":
                state.removed.append(dice.choice(cards))
            case "fell":
                state.removed.append(dice.choice(cards))
                state.lords[state.removed[-1]].fell = "york"
            case _:
                pass
    return state


def succeed(state: State) -> Scripted:
    game = Scripted(state, ())
    game.run(heirs.succession)
    return game


@pytest.mark.parametrize("id", WARS)
def test_6_2_2_a_second_call_has_nothing_to_do(id: str) -> None:
    dice, changed = random.Random(id), 0
    for _ in range(60):
        state = some_heirs(id, dice)
        before = codec.dump(state)
        try:
            succeed(state)
        except WarIsOver:
            continue
        settled = codec.dump(state)
        changed += settled != before
        assert succeed(state).story == []
        assert codec.dump(state) == settled
    assert bool(changed) == bool(facts().scenarios[id].get("succession"))


@pytest.mark.parametrize("id", WARS)
def test_6_2_2_a_war_begins_settled(id: str) -> None:
    state = war(id)
    before = codec.dump(state)
    assert succeed(state).story == []
    assert codec.dump(state) == before


def test_6_2_2_what_succession_goes_by() -> None:
    state = prepare("I")
    before = heirs.grounds(state)
    state.lords["york"].at, state.influence, state.box = "london", 7, 9
    assert heirs.grounds(state) == before
    state.removed.append("york")
    assert heirs.grounds(state) != before
    assert heirs.grounds(prepare("Ia")) == ()
