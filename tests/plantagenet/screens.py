"""Two games that differ only behind one side's screens (1.5.3), played in step to see what the other
side could tell from them."""

from __future__ import annotations

import copy
import random
import zlib
from itertools import zip_longest
from typing import Any

import msgspec

from pbem.engine.chance import SeededChance
from pbem.engine.play import Play
from pbem.engine.request import Request
from pbem.engine.script import ASK
from pbem.engine.table import Event
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import TROOPS
from pbem.games.plantagenet.game import PLANTAGENET
from pbem.games.plantagenet.s1_6_forces import in_pool
from pbem.games.plantagenet.s3_4_6_levy_capability import brings_vassal, hindrance
from pbem.games.plantagenet.state import State
from pbem.reports.context import asked_of
from tests.packets import packet
from tests.random_games import could_act

MOMENTS = ("muster", "command", "plan", "pay_lords", "held")
"""Questions at which a rule keeps no number of what lies on mats."""
DECLARED = (
    *("draw", "shuffle"),  # another deck
    *(
        "Not enough",
        "Unpaid",
        "Unfed",
        "leave some",
        "leaves some",
    ),  # C119, 1.6
    *("Influence", "lockade", "Intercept", "returns to the", "has no", "serves nobody"),
    *("Tides of War", "Depleted"),  # a card may Dominate, or spare a place
    *("pay", "stays with", "Spoils", "Battle", "joins", "King's Parley"),
)
"""What has to be declared "to verify actions on the board" may differ, and does so in these words."""


class Dice(SeededChance):
    """The same die for the same label, whatever was rolled before."""

    def roll(self, label: str, sides: int) -> int:
        return zlib.crc32(label.encode()) % sides + 1


def behind_screen(state: State, lord: str) -> bool:
    """1.5.3 Players may "hide their Mustered Lords' mats (and Capability cards) behind screens except when
    in Battle"; said here again, so that the test does not take the veil's word for it."""
    return lords.mustered(state, lord) and not (state.battle and lord in state.battle.lords)


def vary(state: State, watcher: str, secrets: dict[str, str], rng: random.Random) -> bool:
    """Change in place what `watcher` cannot know of the other side's mats: Assets, who has which of
    the Troops, Vassals and Capabilities, and which Capabilities they are; not what their numbers in
    the pools tell. False if there is nothing to change."""
    side = state.enemy(watcher)
    mats = [id for id in lords.lords_of(state, side) if behind_screen(state, id)]
    if not mats:
        return False
    for id in mats:
        mat = state.lords[id]
        mat.coin, mat.provender = rng.randint(0, 6), rng.randint(0, 6)
        mat.carts = rng.randint(0, 5)
        mat.ships = rng.randint(1, 2) if mat.ships else 0
    one, other = (state.lords[rng.choice(mats)] for _ in range(2))
    one.troops, other.troops = other.troops, one.troops
    cards = [card for id in mats for card in state.lords[id].capabilities]
    cards = [card for card in cards if not brings_vassal(card)]
    away = [*state.in_force, *cards, *(secrets[slot] for slot in state.held[side])]
    at_mats = [card for lord in state.lords.values() for card in lord.capabilities]
    plain = [card for card in state.cards[side] if card not in (*away, *at_mats)]
    new = rng.sample([card for card in plain if not brings_vassal(card)] + cards, len(cards))
    for id in mats:
        kept = [card for card in state.lords[id].capabilities if brings_vassal(card)]
        state.lords[id].capabilities = kept
    for card in new:
        takers = [id for id in mats if not hindrance(state, id, card)]
        if not takers:
            return False
        state.lords[rng.choice(takers)].capabilities.append(card)
    served = [(id, v) for id in mats for v in state.lords[id].vassals if not lords.is_special(v)]
    for id, vassal in served:
        to = rng.choice(mats)
        state.lords[id].vassals.remove(vassal)
        state.lords[to].vassals.append(vassal)
        state.vassals[vassal].lord = to
    return True


def visible(events: list[Event], watcher: str) -> list[Event]:
    return [event for event in events if event.to in ("", watcher)]


def shown(play: Play[State], watcher: str, secrets: dict[str, str]) -> dict[str, Any]:
    """All that the watcher gets: view, report, packet with his own legal list, and what is asked."""
    seen = PLANTAGENET.secrets.veil(play.state, watcher)
    known = {slot: secrets[slot] for slot in PLANTAGENET.secrets.hand(play.state, watcher)}
    return {
        "report": msgspec.to_builtins(PLANTAGENET.report(seen, watcher, known)),
        "packet": packet(PLANTAGENET, play, play.pending, watcher),
        "public packet": packet(PLANTAGENET, play, play.pending, "public"),
        "asked": [asked_of(request, watcher, known) for request in play.pending],
    }


def difference(one: Any, other: Any, path: str = "") -> str:
    """Where two values of the same make first differ."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        key = next(key for key in one if one[key] != other[key])
        return difference(one[key], other[key], f"{path}.{key}")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        n = next(n for n, each in enumerate(one) if each != other[n])
        return difference(one[n], other[n], f"{path}.{n}")
    return f"{path}: {one} or {other}"


def sometimes(request: Request) -> str:
    """Whoever could play something is asked at one in seven moments, the same in both games."""
    return ASK if zlib.crc32(request.id.encode()) % 7 == 0 and could_act(request) else ""


class Pair:
    """The game as it is, and one that differs behind the screens of the watcher's enemy."""

    def __init__(self, play: Play[State], chance: SeededChance, watcher: str, seed: str) -> None:
        self.watcher, self.random = watcher, random.Random(seed)
        self.plays, self.chances = [], []
        for _ in range(2):
            again: Play[State] = Play(PLANTAGENET, copy.deepcopy(play.checkpoint))
            again.resume()
            again.at_moment = sometimes
            dice = Dice(seed)
            dice.secrets = dict(chance.secrets)
            self.plays.append(again)
            self.chances.append(dice)
        self.varied = vary(self.plays[1].state, watcher, chance.secrets, self.random)
        for request in self.plays[1].requests:
            request.__dict__.pop("menu", None)

    def compare(self) -> None:
        one, other = (
            shown(play, self.watcher, chance.secrets)
            for play, chance in zip(self.plays, self.chances, strict=True)
        )
        for what, told in one.items():
            assert told == other[what], (
                f"the {what} tells what lies behind a screen: " + difference(told, other[what])
            )

    def line(self) -> str | None:
        """A line that is legal in both; None if the owner of the screens has none."""
        requests = [play.pending[0] for play in self.plays]
        if requests[0].stack is not None:
            return None
        lines = [self.possible(request) for request in requests]
        both = [line for line in lines[0] if line in lines[1]]
        return self.random.choice(both) if both else None

    def possible(self, request: Request) -> list[str]:
        held = [self.chances[0].secrets[slot] for slot in request.slots]
        return [line for o in request.options if o.possible(held) for line in [*o.lines()][-1:]]

    def step(self, line: str) -> bool:
        """The same line in both. False if something had to be declared, so that they may differ."""
        spied = line.startswith(("play y13", "play l13"))
        for play, chance in zip(self.plays, self.chances, strict=True):
            play.begin_entry(sometimes)
            play.answer(play.pending[0].side, line, chance)
        told = [visible(play.events, self.watcher) for play in self.plays]
        if spied or any(self.shown_openly(request) for request in self.plays[0].pending):
            return False
        if any(play.state.battle for play in self.plays):
            return False  # mats in a Battle are shown (1.5.3)
        if told[0] == told[1]:
            return self.on_the_table(0) == self.on_the_table(1)
        texts = [
            [f"{e.text} {e.needed}" for e in events] + [r.question for r in play.pending]
            for events, play in zip(told, self.plays, strict=True)
        ]
        first = next(both for both in zip_longest(*texts, fillvalue="") if both[0] != both[1])
        same_die = first[0][:-2] == first[1][:-2]
        assert same_die or any(word in text for text in first for word in DECLARED), (line, *first)
        return False

    @staticmethod
    def shown_openly(request: Request) -> bool:
        """Spoils are handed over for all to see."""
        return request.kind == "spoils"

    def on_the_table(self, n: int) -> list[Any]:
        """C85 Pools and the Calendar are open, so Waste and Lords who Disband tell something."""
        state = self.plays[n].state
        vassals = [(vassal.status, vassal.box) for vassal in state.vassals.values()]
        return [in_pool(state, kind) for kind in TROOPS] + vassals


def play_in_step(play: Play[State], chance: SeededChance, watcher: str, seed: str) -> int:
    """Vary, compare, go on and compare for as long as nothing is declared; how many decisions."""
    pair = Pair(play, chance, watcher, seed)
    if not pair.varied:
        return 0
    pair.compare()
    for done in range(12):
        if not pair.plays[0].pending or (line := pair.line()) is None:
            return done
        if not pair.step(line):
            return done + 1
        pair.compare()
    return 12
