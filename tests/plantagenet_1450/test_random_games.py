"""Random games of the campaigns to the end: invariants after every decision, replay, dead ends."""

from __future__ import annotations

import random

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.play import Play
from pbem.engine.request import Request
from pbem.engine.scenarios import starting_state
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.s16_4_6_combat import Attack
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.always import Watch
from tests.random_games import RandomPlayer, give, play_game, replay
from tests.tiers import soaked

MEETINGS = ("1612", "1513", "1826", "1928", "1006", "1814", "1406", "2531", "1521")
"""Hexes around which both sides begin: towns, castles, ports, the Scottish border, Calais."""


CAMPAIGNS = ("towton_1461", "barnet_tewkesbury_1471", "bosworth_1485")


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("scenario", CAMPAIGNS)
def test_a_random_campaign_ends_and_replays(scenario: str, seed: int) -> None:
    game = play_game(scenario, f"test {seed}", name="plantagenet_1450")
    assert game.reason
    replay(scenario, game)


def face_to_face(scenario: str, chance: random.Random) -> State:
    """Both sides a few hexes apart, neutrals among them, some leaders tired and some without their armies."""
    state = starting_state(PLANTAGENET_1450, scenario, {})
    centre = chance.choice(MEETINGS)
    ring = [centre, *facts().beside[centre]]
    near = list(dict.fromkeys([*ring, *(to for at in ring for to in facts().beside[at])]))
    york = chance.sample(near, min(3, max(1, len(near) // 2)))
    lancaster = [at for at in near if at not in york][:3] or york
    held = {"york": york, "lancaster": lancaster, "neutral": near}
    for leader in state.leaders.values():
        if leader.status == "waiting":
            continue
        leader.at = chance.choice(held[leader.side])
        if leader.status == "captive":
            leader.at = state.leaders[leader.captor].at
            continue
        leader.fatigue = chance.choice((0, 0, 0, 0, 1, 2, 3, 4))
        if chance.random() < 0.15:
            leader.army = []
    for side, hexes in (("york", york), ("lancaster", lancaster)):
        for at in hexes:
            if at in facts().forts:
                state.control[facts().forts[at].group] = side
    return state


class Warrior(RandomPlayer):
    """A random player who attacks half the time when he can, with all or nobody else."""

    def line(self, request: Request, secrets: dict[str, str]) -> str:
        attacks = [one for one in request.options if isinstance(one.decision, Attack)]
        if not attacks or self.random.random() < 0.5:
            return super().line(request, secrets)
        option = self.random.choice(attacks)
        return str(option.with_group(option.group if self.random.random() < 0.7 else ()))


def battles(scenario: str, seed: str) -> int:
    """How many are fought in a campaign that begins face to face."""
    chance, player, watch = SeededChance(seed), Warrior(seed), Watch()
    play = Play(PLANTAGENET_1450, Checkpoint.of(face_to_face(scenario, random.Random(seed))))
    play.start(chance)
    fought = 0
    while play.pending:
        request = play.pending[0]
        fought += request.kind == "commit" and request.side == "york"
        stacked = request.stack is not None
        answer = player.stack(request) if stacked else player.line(request, chance.secrets)
        give(play, request.side, answer, chance)
        watch(play, chance.secrets)
        PLANTAGENET_1450.check(play.state)
    assert play.result is not None
    return fought


@pytest.mark.slow
@pytest.mark.parametrize("scenario", CAMPAIGNS)
def test_campaigns_that_begin_face_to_face_end(scenario: str) -> None:
    assert sum(battles(scenario, f"fight {seed}") for seed in range(3)) >= 4


class Dice(SeededChance):
    """Remembers what it was rolled with."""

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.thrown: list[int] = []

    def roll(self, label: str, sides: int) -> int:
        self.thrown.append(sides)
        return super().roll(label, sides)


def test_c3_every_roll_is_one_die_of_six() -> None:
    chance, player = Dice("c3"), Warrior("c3")
    play = Play(PLANTAGENET_1450, Checkpoint.of(face_to_face("towton_1461", random.Random("c3"))))
    play.start(chance)
    while play.pending and len(chance.thrown) < 60:
        request = play.pending[0]
        stacked = request.stack is not None
        answer = player.stack(request) if stacked else player.line(request, chance.secrets)
        give(play, request.side, answer, chance)
    assert set(chance.thrown) == {6}
    assert len(chance.thrown) >= 60


@pytest.mark.slow
@pytest.mark.parametrize(
    "scenario",
    soaked([("wars_of_the_roses",), ("end_of_the_plantagenets",)], [("wars_of_the_roses",)]),
)
def test_a_random_whole_game_ends_and_replays(scenario: str) -> None:
    game = play_game(scenario, "test", often=5, name="plantagenet_1450")
    assert game.reason
    replay(scenario, game)
