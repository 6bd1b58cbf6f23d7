"""The simple player: what it chooses hangs on the decisions of a menu alone."""

from __future__ import annotations

import pytest

from pbem.engine.chance import SeededChance
from pbem.games.plantagenet import bot
from pbem.games.plantagenet import bot_sight as sight
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.game import PLANTAGENET
from pbem.ledger.glimpse import dump_request, load_request
from tests.random_games import RandomPlayer, begin, give

STOPS = 250


@pytest.mark.slow
@pytest.mark.parametrize("crowded", [False, True])
def test_1_5_3_the_lines_of_a_veiled_menu_say_all_that_it_looks_at(crowded: bool) -> None:
    """With Hidden Mats a robot is told the lines of its menus, not their decisions."""
    seed = f"told {crowded}"
    chance, player = SeededChance(seed), RandomPlayer(seed)
    player.eager = True
    play = begin(PLANTAGENET, "Ia", crowded, seed, {"hidden_mats": "yes"})
    play.start(chance)
    asked = set()
    for _ in range(STOPS):
        if not play.pending:
            break
        request = play.pending[0]
        if request.stack is not None:
            give(play, request.side, player.stack(request), chance)
            continue
        told = load_request(dump_request(request, own=True))
        known = {slot: chance.secrets[slot] for slot in request.slots}
        assert all(option.decision is None for option in told.options)
        assert bot.choose(play.state, told, known) == bot.choose(play.state, request, known)
        asked.add(request.kind)
        give(play, request.side, player.line(request, chance.secrets), chance)
    assert {"muster", "command"} <= asked & bot.TASTES.keys()


def test_a_place_is_as_far_as_its_cheapest_way() -> None:
    """Each way stretched until none is shorter, against the one search from each place."""
    places = sorted(facts().ways)
    far = {(a, b): 0 if a == b else sight.FAR for a in places for b in places}
    shorter = True
    while shorter:
        shorter = False
        for (a, b), steps in far.items():
            for next_place, way in board.ways(b).items():
                longer = steps + sight.LENGTH[way]
                if longer < far.get((a, next_place), 0):
                    far[a, next_place], shorter = longer, True
    assert far == {(a, b): sight.distance(a, [b]) for a in places for b in places}
    for a in places:
        assert sight.distance(a, places[:3]) == min(far[a, b] for b in places[:3])
    assert sight.distance(places[0], []) == sight.FAR
