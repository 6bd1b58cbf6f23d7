"""The simple player: it plays with sense. Figures over 100 games are in the handover."""

from __future__ import annotations

import pytest

from pbem.engine.chance import SeededChance
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.play import Play
from pbem.engine.request import Request
from pbem.games.plantagenet_1450.bot import choose
from pbem.games.plantagenet_1450.game import PLANTAGENET_1450
from pbem.games.plantagenet_1450.s16_4_1_initiative import Act, fill_actions
from pbem.games.plantagenet_1450.state import State
from tests.plantagenet_1450.field import LEEDS, TOWTON, WEST, YORK, empty, put
from tests.random_games import RandomPlayer, give

GAMES = 5


def winner(bot: str, seed: str) -> str:
    """Who wins a Towton in which the bot plays one side and a random player the other."""
    chance = SeededChance(seed)
    play = Play(PLANTAGENET_1450, Checkpoint.of(PLANTAGENET_1450.start("towton_1461", {})))
    other = RandomPlayer(f"player {seed}")
    play.start(chance)
    while play.pending:
        request = play.pending[0]
        if request.side == bot:
            line = PLANTAGENET_1450.bot(play.state, request, {})
            answer = tuple(line.split()[1:]) if request.stack is not None else line
        elif request.stack is not None:
            answer = other.stack(request)
        else:
            answer = other.line(request, chance.secrets)
        give(play, request.side, answer, chance)
    assert play.result is not None
    return " ".join(play.result.winners)


@pytest.mark.parametrize("side", ["york", "lancaster"])
def test_it_beats_the_random_player(side: str) -> None:
    won = sum(winner(side, f"bot {n}") == side for n in range(GAMES))
    assert won >= GAMES - 1


def acts(state: State, side: str = "york") -> str:
    asked = Request[Act](side, "act", "?", "16.4.1", lambda menu: fill_actions(menu, state, side))
    return choose(state, asked, {})


def test_it_attacks_a_weaker_enemy_with_all_who_can_come() -> None:
    state = empty()
    put(state, "warwick", LEEDS, "3 billmen", side="york")
    put(state, "norfolk", WEST, "3 billmen", side="york")
    put(state, "clifford", TOWTON, "2 billmen")
    assert acts(state) == f"warwick: attack {TOWTON} with {WEST}"


def test_it_does_not_attack_a_stronger_enemy() -> None:
    state = empty()
    put(state, "fauconberg", LEEDS, "2 billmen", side="york")
    put(state, "somerset", TOWTON, "4 billmen", side="lancaster")
    assert "attack" not in acts(state)


def test_who_holds_the_place_that_decides_stays_there() -> None:
    state = empty()
    put(state, "somerset", YORK, "4 billmen", side="lancaster")
    assert acts(state, "lancaster") == "pass"
    put(state, "exeter", "1817", "3 billmen")
    assert acts(state, "lancaster") == "activate exeter"


def test_it_rests_who_would_lose_men() -> None:
    state = empty()
    put(state, "warwick", "1928", "4 billmen", side="york", fatigue=3)
    assert acts(state) == "pass"
    state.campaign_turn = state.campaign_turns
    assert acts(state) == "activate warwick"
