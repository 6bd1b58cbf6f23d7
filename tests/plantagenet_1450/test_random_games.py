"""Random games of Towton to the end: invariants after every decision, replay, dead ends."""

from __future__ import annotations

import random

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.play import Play
from pbem.engine.request import Request
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.s16_4_6_combat import Attack
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.offered import offered
from tests.random_games import RandomPlayer, give, play_game, replay

MEETINGS = ("1612", "1513", "1826", "1928", "1006", "1814", "1406", "2531", "1521")
"""Hexes around which both sides begin: towns, castles, ports, the Scottish border, Calais."""


@pytest.mark.parametrize("seed", range(4))
def test_a_random_campaign_ends_and_replays(seed: int) -> None:
    with offered():
        game = play_game("towton_1461", f"test {seed}", name="plantagenet_1450")
        assert game.reason
        replay("towton_1461", game)


def face_to_face(chance: random.Random) -> State:
    """Both sides a few hexes apart, some leaders tired and some without their armies."""
    state = PLANTAGENET_1450.start("towton_1461", {})
    centre = chance.choice(MEETINGS)
    ring = [centre, *facts().beside[centre]]
    near = list(dict.fromkeys([*ring, *(to for at in ring for to in facts().beside[at])]))
    york = chance.sample(near, min(3, max(1, len(near) // 2)))
    lancaster = [at for at in near if at not in york][:3] or york
    for leader in state.leaders.values():
        leader.at = chance.choice(york if leader.side == "york" else lancaster)
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


def battles(seed: str) -> int:
    """How many are fought in a campaign that begins face to face."""
    chance, player = SeededChance(seed), Warrior(seed)
    play = Play(PLANTAGENET_1450, Checkpoint.of(face_to_face(random.Random(seed))))
    play.start(chance)
    fought = 0
    while play.pending:
        request = play.pending[0]
        fought += request.kind == "commit" and request.side == "york"
        stacked = request.stack is not None
        answer = player.stack(request) if stacked else player.line(request, chance.secrets)
        give(play, request.side, answer, chance)
        PLANTAGENET_1450.check(play.state)
    assert play.result is not None
    return fought


def test_campaigns_that_begin_face_to_face_end() -> None:
    assert sum(battles(f"fight {seed}") for seed in range(6)) >= 12
