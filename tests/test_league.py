"""Robots against each other: which level is better, and the command that shows it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.club import league
from pbem.club.league import Match, Played
from pbem.engine.facets.robot import Level
from pbem.engine.request import Request
from pbem.engine.world import World
from pbem.games import find
from tests.cli.console import Console, Done
from tests.random_games import RandomPlayer
from tests.says import says, sentence
from tests.tiers import soaked

FEW = 8
STANDS_FOR = [
    ("plantagenet", "Ia"),
    ("richard_iii", "wars_of_the_roses"),
    ("warriors", "tudor_1476"),
    ("plantagenet_1450", "bosworth_1485"),
]
"""Short, or whole as in Richard III, and such that neither side nearly always wins whoever plays it."""
SHORT = [case for case in STANDS_FOR if case[0] != "richard_iii"]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario"), soaked(STANDS_FOR, SHORT))
def test_steady_beats_simple(name: str, scenario: str) -> None:
    """More than even in so few games; `pbem league --each 400` says 82 % and more."""
    matches = league.fixtures(["steady", "simple"], [(name, scenario)], FEW)
    shares = [league.play(one).share(one.players.index("steady")) for one in matches]
    assert len(shares) == FEW
    assert sum(shares) / FEW > 0.5


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario"), soaked(STANDS_FOR, SHORT))
def test_simple_beats_whoever_plays_at_random(name: str, scenario: str) -> None:
    shares = []
    for place in (0, 1):
        for n in range(FEW):
            drawn = RandomPlayer(f"player {n}")

            def at_random(world: World[Any], request: Request, drawn: RandomPlayer = drawn) -> str:
                if request.stack is not None:
                    return " ".join([request.stack.verb, *drawn.stack(request)])
                return drawn.line(request, world.chance.secrets)

            seated = [at_random, at_random]
            seated[place] = league.robot(Level.SIMPLE)
            match = Match(name, scenario, ("simple", "simple"), n)
            shares.append(league.play(match, seated).share(place))
    assert sum(shares) / len(shares) > 0.5


def test_each_pair_plays_as_often_on_either_side_with_the_same_dice() -> None:
    matches = [*league.fixtures(["simple", "steady"], [("warriors", "tudor_1476")], 4, first=7)]
    assert [(one.players, one.number) for one in matches] == [
        (("simple", "steady"), 7),
        (("steady", "simple"), 7),
        (("simple", "steady"), 8),
        (("steady", "simple"), 8),
    ]
    assert [league.matched(one.name) for one in matches] == matches


@pytest.mark.parametrize(
    ("winners", "shares"),
    [(("york",), (0, 1)), ((), (0.5, 0.5)), (("lancaster", "york"), (0.5, 0.5))],
)
def test_a_draw_counts_half(winners: tuple[str, ...], shares: tuple[float, float]) -> None:
    sides = list(find("warriors").sides)
    played = Played(Match("warriors", "tudor_1476", ("a", "b"), 1), winners, "", (1, 1), (0, 0))
    by_side = {side: played.share(place) for place, side in enumerate(sides)}
    assert (by_side["lancaster"], by_side["york"]) == shares


# -- the command ----------------------------------------------------------------------------------


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path)


def typed(console: Console, *words: str) -> Done:
    return console.type("eve", "league", *words)


def test_the_same_league_prints_the_same_and_its_games_can_be_looked_at(console: Console) -> None:
    words = ("--games", "plantagenet:Ia,warriors:tudor", "--each", "4", "--jobs", "0")
    one, two = typed(console, *words), typed(console, *words)
    assert one.code == 0
    assert one.out == two.out
    assert "warriors:tudor_1476" in one.out
    assert "simple against steady: won " in one.out
    assert " of 4; " in one.out
    assert "--again 'plantagenet:Ia " in one.out
    assert "steady: " in one.said
    assert says(one.said, "cli.league.cost")
    looked = typed(console, "--again", "warriors:tudor_1476 steady simple 1")
    assert looked.code == 0
    first, *_, last = looked.out.splitlines()
    assert "(steady): " in first or "(simple): " in first
    assert " won: " in last
    assert ", rolled " in looked.out


@pytest.mark.slow
def test_its_output_is_the_same_on_more_processes(console: Console) -> None:
    words = ("--games", "plantagenet:Ia", "--each", "6", "--jobs")
    assert typed(console, *words, "0").out == typed(console, *words, "2").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("--players", "simple,best"),
            sentence("cli.league.level", "best", "simple, steady, strong"),
        ),
        (("--players", "simple"), sentence("cli.league.levels", word="least")),
        (("--players", "simple,simple"), sentence("cli.league.levels", word="each")),
        (("--games", "chess"), "chess"),
        (("--games", ",warriors:tudor"), sentence("cli.league.names")),
        (("--players", "simple,steady,"), sentence("cli.league.names")),
        (("--games", "warriors"), sentence("cli.league.game")),
        (("--games", "plantagenet:nowhere"), "nowhere"),
        (("--again", "nonsense"), sentence("cli.league.named")),
        (("--games", "plantagenet:Ib, plantagenet:towton"), sentence("cli.league.scenarios_of")),
        (("--each", "2000000000"), "100000"),
        (("--again", ""), sentence("cli.league.named")),
        (("--again", "plantagenet:Ia steady simple 0"), sentence("cli.league.named")),
        (("--again", "plantagenet:Ia steady steady 1"), sentence("cli.league.named")),
        (("--again", "plantagenet:Ia steady simple strong 1"), sentence("cli.league.named")),
        (
            ("--again", "plantagenet:Ia steady best 17"),
            sentence("cli.league.level", "best", "simple, steady, strong"),
        ),
        (("--dask", ""), sentence("cli.jobs.options", word="no address")),
    ],
)
def test_what_is_no_league_is_refused(console: Console, words: tuple[str, ...], said: str) -> None:
    done = typed(console, *words)
    assert done.code == 2
    assert said in done.said
