"""Honest logs of every kind of game, made once a run: the ground from which lies are made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pbem.engine.table import Table as Rules
from pbem.gm.game import Game
from pbem.player.robots import bot_orders
from pbem.protocol.steps import Terms
from tests.drawn import kept
from tests.moderator import skirmish
from tests.moderator.ambush import DAWN
from tests.moderator.people import ANN, BOB, EVE, Post
from tests.moderator.test_faults import broken
from tests.plantagenet_1450.test_6_2_3_absent_owner import long_absent

from .judges import Bench
from .table import CEC, GEO, Table, installed


def course(table: Table) -> Table:
    """The longest way through the GM's office: rulings, a rewind over a seat change, clocks, an absence, people."""
    york, lancaster = table.first, table.second
    table.turn(4)
    table.terms(1, 72, 24, "policy")
    table.say(york, "dispute", table.n - 1, "That road is a path.")
    table.rule("uphold", entry=table.n - 2)
    table.say(lancaster, "countersign", table.n)
    table.rule("void", entry=table.n - 4)
    table.turn()
    table.patch()
    table.turn(2)
    table.impose()
    table.impose()
    table.turn()
    table.rule("house", lines=["No phones at the table."])
    table.say(york, "takeback", table.n - 1, "Sorry.")
    table.say(lancaster, "agree", table.n)
    table.turn()
    table.clock(2, "extend", side=york, hours=24)
    table.say(lancaster, "holiday", 0, "1970-01-05 1970-01-07 Epiphany")
    table.clock(3, "pause")
    table.clock(4, "resume")
    table.until_asked(york)
    before = table.n
    table.seat(york, CEC, ANN, BOB)
    table.turn(2)
    table.rule("void", entry=before)
    table.turn(2)
    table.until(lambda game: lancaster in game.ledger.askings)
    table.clock(5)
    table.absent(lancaster, 40)
    table.turn()
    table.chair(GEO, "co")
    table.say(york, "say", 0, "Well met.")
    table.chair(EVE)
    table.turn(2)
    table.rule("result", side=york)
    table.over()
    return table


def plans(escrow: bool = True, scenario: str = "Ib", **options: str) -> Table:
    """Both Plans lie sealed, and their first cards are turned up; York's carries scripts."""
    table = Table("plantagenet", scenario, 2, escrow, **options)
    table.until(lambda game: any(request.stack for request in game.requests))
    for side in table.asked():
        game = table.look(table.players[side])
        line = bot_orders(game).lines[0]
        scripts = {
            str(n): f"{card}: pass"
            for n, card in enumerate(line.split()[1:], 1)
            if card != "pass" and side == table.first
        }
        table.take(game.orders([line], escrow=escrow, scripts=scripts))
    shown = 0
    while shown < 4:
        table.turn()
        records = [entry.body.record for entry in table.look().save.entries]
        shown = sum(len(record.openings) for record in records)
    return table


def imposed() -> Table:
    """Rulings that decide for a side: its Plan, and lines that lead on to a card, which is turned up with them."""
    table = Table("plantagenet", "Ib", 2)
    table.until(lambda game: any(request.stack for request in game.requests))
    for _ in range(40):
        table.impose()
        if table.look().save.entries[-1].body.record.openings:
            break
    else:
        raise AssertionError("no imposed line leads to a card")
    table.turn(2)
    return table


def asks_at_moments() -> Table:
    """Held cards: York's policy says `ask` at each moment, and York waits, then goes on."""
    for seed in range(8, 40):
        table = Table("plantagenet", "Ia", seed)
        _turns(table, 30, lambda game: game.ledger.play.state.held["york"])
        if table.look().result is None:
            table.standing("york", event="ask")
            _turns(table, 8, _at_a_moment)
        if _at_a_moment(table.look()):
            break
    else:
        raise AssertionError("York is asked at no moment")
    table.answer("york", "wait")
    table.standing("lancaster", event="play y13; play l13; play y20")
    table.turn(6)
    return table


def _at_a_moment(game: Game) -> bool:
    return any(request.kind == "event" for request in game.requests)


def _turns(table: Table, most: int, so: Callable[[Game], object]) -> None:
    for _ in range(most):
        game = table.look()
        if game.result is not None or so(game):
            return
        table.turn()


def windows(scenario: str) -> Table:
    """Two who answer at once: by mail, by a policy that asks, and by one that answers; hands from one deck."""
    table = Table("ambush", scenario, 3)
    table.ready()
    everything = "; ".join(f"play {card.lower()}" for card in DAWN)
    table.standing("york", dawn="ask", horn="ask")
    table.standing("lancaster", dawn=everything, horn="play horn")
    playing(table, 8)
    table.standing("lancaster", dawn="ask")
    playing(table, 40)
    table.over()
    return table


def playing(table: Table, most: int) -> None:
    """So many answers at most, each a card out of the own hand where that is possible."""
    for _ in range(most):
        if table.look().result is not None:
            return
        side = table.asked()[0]
        game = table.look(table.players[side])
        held = {card.lower() for card in game.known(side).values()}
        lines = ["ready"] if game.owes_ready else [option.line for option in game.legal()]
        good = [line for line in lines if not line.startswith("play ") or line[5:] in held]
        cards = [line for line in good if line.startswith("play ")]
        table.order(side, table.random.choice(cards or good))


def fault(hidden: bool, ruling: str) -> Table:
    """A line fails after its die. The GM carries it out again, or takes it back."""
    options = {"hidden_mats": "yes"} if hidden else {}
    table = Table("plantagenet", "Ia" if hidden else "Ib", **options)
    table.until_asked("york", "muster")
    game = table.look(table.players["york"])
    line = next(option.line for option in game.legal() if " parley " in option.line)
    with broken():
        table.order("york", line, "pass")
    n = table.n
    table.say("lancaster", "say", 0, "Well?")
    table.rule(ruling, entry=n)
    table.turn(2)
    return table


def fault_behind_cards() -> Table:
    """A line ends a turn: a die, cards turned up, a shuffle and deals; then the program fails, and is mended."""
    table = Table("ambush", "open", 3)
    table.ready()
    for side in ("york", "lancaster", "york"):
        table.order(side, "strike")
    honest, dealt = Rules.deal, set[str]()

    async def deal(self: Rules[Any], slot: str, *args: Any) -> bool:
        if self.state.turn:
            dealt.add(slot)
        if self.state.turn and len(dealt) > 2:
            raise ZeroDivisionError
        return await honest(self, slot, *args)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Rules, "deal", deal)
        table.order("lancaster", "strike")
    table.rule("again", entry=table.n)
    table.turn(2)
    return table


def waiting(scenario: str) -> Table:
    """Orders of many lines: with conditions, alarms, a way on after a failure, and answers in advance."""
    table = Table("skirmish", scenario, 3)
    table.ready()
    lines = ["strike", "if round >= 3: wait", "stop if round >= 4", "parry", "anyway: strike"]
    table.standing("lancaster", parry="parry if round < 3; else ask")
    for _ in range(9):
        for side in table.asked():
            kind = table.look(table.players[side]).request().kind
            table.order(side, *(lines if kind == "move" else ["stand", "strike"]))
    table.say("york", "draw")
    table.say("lancaster", "draw", table.n)
    table.over()
    return table


def newer(scenario: str) -> Table:
    """Newer rules to which all agree, a rewind to before them, and once more."""
    table = Table("skirmish", scenario, 3)
    table.turn(3)
    with installed(skirmish.TWO):
        table.upgrade()
        n = table.n
        table.turn(3)
        table.rule("void", entry=n)
        table.turn(2)
        table.upgrade()
        table.turn(3)
    return table


def three() -> Table:
    """Three sides: a take-back and a draw that all must want, an option that is changed."""
    table = Table("two_provinces", rounds="6")
    north, south, isles = table.players
    table.ready()
    table.standing(south, attacked="flee if enemies at moor > 0; else stand")
    table.turn()
    table.say(north, "takeback", table.n)
    wish = table.n
    table.say(south, "agree", wish)
    table.say(isles, "agree", wish)
    table.turn(2)
    table.rule("option", lines=("rounds 4",))
    table.turn(4)
    table.say(north, "draw")
    offer = table.n
    table.say(south, "draw", offer)
    table.say(isles, "draw", offer)
    table.over()
    return table


def left() -> Table:
    """Somebody gives up, the other side is silent, and the end is final without it."""
    terms = Terms(
        takebacks="strict",
        pace=48,
        grace=24,
        ending="substitute",
        holidays=9,
        ends="2027-06-30",
        delay=2,
        barred=("odds",),
    )
    table = Table("warriors", terms=terms, days=20)
    table.turn(4)
    table.clock(1)
    table.say(table.second, "resign", 0, "Well played.")
    table.clock(2)
    table.over([table.first])
    table.absent(table.second, 40)
    return table


def away() -> Table:
    """A side that is absent: its `ready` closes, dice fall without it, and it comes back on new ground."""
    table = Table("plantagenet", "Ib")
    table.until_asked("york", "muster")
    table.patch()
    table.clock(1)
    table.absent("lancaster", 40)
    table.answer("york")
    table.say("lancaster", "say", 0, "Here I am.")
    table.rule("void", entry=table.n - 1)
    table.ready()
    table.turn()
    return table


LOGS: dict[str, Callable[[], Table | Post]] = {
    "plantagenet": lambda: course(Table("plantagenet", "Ib")),
    "hidden mats": lambda: course(Table("plantagenet", "Ia", hidden_mats="yes")),
    "richard iii": lambda: course(Table("richard_iii")),
    "warriors": lambda: course(Table("warriors")),
    "skirmish": lambda: course(Table("skirmish", "open", 3)),
    "fog": lambda: course(Table("skirmish", "fog", 3)),
    "plans": plans,
    "plans kept": lambda: plans(escrow=False),
    "hidden plans": lambda: plans(scenario="Ia", hidden_mats="yes"),
    "imposed": imposed,
    "moments": asks_at_moments,
    "windows": lambda: windows("open"),
    "windows in the fog": lambda: windows("fog"),
    "fault, again": lambda: fault(False, "again"),
    "fault, void": lambda: fault(False, "void"),
    "hidden fault, again": lambda: fault(True, "again"),
    "fault behind cards": fault_behind_cards,
    "waiting": lambda: waiting("open"),
    "waiting in the fog": lambda: waiting("fog"),
    "newer rules": lambda: newer("open"),
    "newer rules in the fog": lambda: newer("fog"),
    "three": three,
    "left": left,
    "away": away,
    "absent owner": long_absent,
}


@kept
def bench(name: str) -> Bench:
    """An honest log before all its judges."""
    with installed(skirmish.ONE):
        table = LOGS[name]()
    with installed():
        return Bench(table.look())
