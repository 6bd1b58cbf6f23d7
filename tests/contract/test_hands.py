"""What the rules ask of a hidden hand is looked up again when the cards lie open, long after: by then the
answer must still be the same."""

from __future__ import annotations

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.table import Holds, Table, cards_in
from tests.contract.games import Rules, Stop, every_scenario, stops
from tests.moderator import ambush

MOST = 120
Asked = tuple[Holds, list[str], bool]


class Listening:
    """Every question about a hand, with the hand and the answer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[Asked] = []
        monkeypatch.setattr(SeededChance, "prove", lambda *args: self.prove(*args))

    def prove(self, chance: SeededChance, slots: tuple[str, ...], holds: Holds) -> bool:
        return self.put(holds, cards_in(slots, chance.secrets))

    def put(self, holds: Holds, cards: list[str]) -> bool:
        self.asked.append((holds, cards, holds(cards)))
        return self.asked[-1][2]

    def hear(self, stop: Stop) -> None:
        for request in stop.play.pending:
            for option in request.options:
                if option.fits is not None:
                    self.put(option.fits, stop.held(request))

    def changed(self) -> list[Asked]:
        return [one for one in self.asked if one[0](one[1]) != one[2]]


def listened(rules: Rules, scenario: str, monkeypatch: pytest.MonkeyPatch) -> Listening:
    heard = Listening(monkeypatch)
    for stop in stops(rules, scenario, f"hands {scenario}", MOST):
        heard.hear(stop)
    return heard


@every_scenario
def test_what_is_asked_of_a_hand_hangs_on_nothing_that_moves_on(
    rules: Rules, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not listened(rules, scenario, monkeypatch).changed()


class Forgetful(ambush.Ambush):
    """Asks of a hand what hangs on the gold of the moment."""

    async def step(self, table: Table[ambush.State]) -> None:
        state = table.state
        await ambush.deal(table)
        slots = tuple(state.hands["york"])
        await table.prove(slots, lambda held: len(held) > state.gold["york"])
        state.gold["york"] = 0
        await ambush.act(table, "york", last=True)
        state.turn = ambush.LAST


def test_the_search_finds_what_does(monkeypatch: pytest.MonkeyPatch) -> None:
    assert listened(Forgetful(), "open", monkeypatch).changed()
    assert not listened(ambush.RULES, "open", monkeypatch).changed()
