"""What the rules ask of a hidden hand is looked up again when the cards lie open, long after: by then the
answer must still be the same. And a refused line names lines that its writer's hand allows, to him alone."""

from __future__ import annotations

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.notation import match
from pbem.engine.request import Menu, Option, Request
from pbem.engine.table import Holds, Table, cards_in
from pbem.errors import IllegalOrder
from tests.contract.games import Rules, Stop, some_scenarios, stops
from tests.moderator import ambush
from tests.says import worded

MOST = 120
REFUSED, SOON = 3, 40
"""Of so many first stops so many are looked at where a line is refused: each is compared with the whole menu."""
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


@pytest.mark.slow
@some_scenarios
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


def named(request: Request, typed: str, held: list[str] | None = None) -> list[str]:
    """The lines that a refusal of this one names."""
    with pytest.raises(IllegalOrder) as caught:
        match(request, typed) if held is None else match(request, typed, held=held)
    told = str(caught.value.facts["instead"])
    lines = [option.display() for option in request.options]
    return [line for line in told.rstrip("?.").partition(": ")[2].split("; ") if line in lines]


def forbidden(request: Request, held: list[str]) -> list[Option]:
    """What the menu offers and the hand does not allow."""
    return [option for option in request.options if option.against(held)]


@pytest.mark.slow
@some_scenarios
def test_a_refused_line_names_what_its_writer_can_do(rules: Rules, scenario: str) -> None:
    seen = 0
    for stop in stops(rules, scenario, f"refused {scenario}", SOON):
        for request in stop.play.pending:
            held = stop.held(request)
            bad = forbidden(request, held)
            if not bad or "" in held:
                continue
            seen += 1
            ours = [option.display() for option in request.options if not option.against(held)]
            for typed in ("xyzzy", bad[0].line):
                assert set(named(request, typed, held)) <= set(ours)
            assert named(request, "xyzzy", held) or not ours
        if seen >= REFUSED:
            break
    assert seen or (rules.name, scenario) != ("plantagenet_1450", "wars_of_the_roses")


def rows(menu: Menu) -> None:
    for card in ("axe", "bow", "bombard"):
        menu.add(Option.in_words(f"play {card}", shows=card))
    menu.add(Option.in_words("wait"))


def test_who_knows_no_hand_names_lines_of_any() -> None:
    request = Request("york", "strike", "Strike?", "", rows)
    whole = ["play axe", "play bow", "play bombard", "wait"]
    assert named(request, "xyzzy") == named(request, "xyzzy", [""]) == whole
    assert named(request, "xyzzy", ["bow"]) == ["play bow", "wait"]
    assert match(request, "play axe") == "play axe"
    with pytest.raises(
        IllegalOrder, match=worded("engine.option.Option.against", word="you do") + ".*play bow"
    ):
        match(request, "play axe", held=["bow"])


def test_of_several_lines_that_are_meant_the_hand_leaves_its_own() -> None:
    request = Request("york", "strike", "Strike?", "", rows)
    assert match(request, "play b", held=["bow", "axe"]) == "play bow"
    for held in ([""], ["bow", "bombard"], ["axe"]):
        with pytest.raises(IllegalOrder, match="play bow; play bombard"):
            match(request, "play b", held=held)
