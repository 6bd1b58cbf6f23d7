"""`pbem league`."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import click

from pbem.cli import jobs, many
from pbem.cli.standings import show
from pbem.club import league
from pbem.club.league import Match, Played
from pbem.club.standings import standings
from pbem.engine.facets.robot import Level
from pbem.engine.odds import wilson
from pbem.engine.request import Request
from pbem.engine.scenarios import find_scenario
from pbem.engine.table import Event
from pbem.games import find
from pbem.reports.dice import Dice
from pbem.system import processors

Game = tuple[str, str]
MOST = 100_000
"""Games of a pair; more do not fit into the memory of every computer."""


@click.command(
    "league",
    help="""Let the robots play each other many times: who wins how often, and a rating.

    \b
    pbem league --players simple,steady --games plantagenet:Ia --each 200
    pbem league --again 'plantagenet:Ia steady simple 17'

    The same command always plays the same games. `--again NAME` shows one of them line by line, with its dice.
    The name has the robots in the order of the sides, and a number. Each number is played in both orders.
    Ratings need `pip install 'pbem[club]'`.
    """,
)
@click.option(
    "--players",
    default="simple,steady",
    show_default=True,
    help="The levels of the robots, with commas between them.",
)
@click.option(
    "--games",
    default="plantagenet:Ia",
    show_default=True,
    help="The scenarios as GAME:SCENARIO, with commas between them.",
)
@click.option(
    "--each",
    type=click.IntRange(2, MOST),
    default=20,
    show_default=True,
    help="Number of games that each pair plays in each scenario.",
)
@click.option("--first", type=click.IntRange(1), default=1, help="Number of the first game.")
@click.option("--again", default=None, metavar="NAME", help="Show one game of a league.")
@jobs.options
def command(
    players: str, games: str, each: int, first: int, again: str | None, wish: jobs.JobOptions
) -> None:
    if again is not None:
        replay(named(again))
        return
    chosen_levels, scenarios = levels(players), scenarios_of(games)
    matches = list(league.fixtures(chosen_levels, scenarios, each, first))
    run_words = f"league {players} {games} {each} {first}"
    run = many.Run(run_words, Path(), league.match_of_piece, Played, processors())
    games_played: list[Played] = []
    run.over([league.piece(match) for match in matches], wish, games_played.append)
    for row_game in scenarios:
        click.echo(f"{row_game[0]}:{row_game[1]}")
        games_of_scenario = [
            match for match in games_played if (match.match.rules, match.match.scenario) == row_game
        ]
        for pair in combinations(chosen_levels, 2):
            if games_of_pair := [
                match for match in games_of_scenario if set(match.match.players) == set(pair)
            ]:
                click.echo(f"    {row(pair, games_of_pair)}")
                click.echo(f"        {example(games_of_pair)}")
    show(standings(league.finished(n, one) for n, one in enumerate(games_played)))
    cost(games_played)
    run.leave()


def names(option: str, typed: str) -> list[str]:
    """What stands between commas. Raises click.UsageError: nothing stands there."""
    words = [word.strip() for word in typed.split(",")]
    if "" in words:
        raise click.UsageError(
            f"`{option} {typed}` has an empty name: write one comma between two names."
        )
    return words


def levels(players: str) -> list[str]:
    """The robots' levels as typed for `--players`. Raises click.UsageError."""
    level_names = names("--players", players)
    for word in level_names:
        level(word)
    if len(set(level_names)) < max(2, len(level_names)):
        raise click.UsageError(
            "A league needs at least two levels of robots. Name each level only once."
        )
    return level_names


def level(word: str) -> Level:
    """Raises click.UsageError."""
    if word not in list(Level):
        raise click.UsageError(f"There is no level `{word}`. Levels: {', '.join(Level)}.")
    return Level(word)


def scenarios_of(games: str) -> list[Game]:
    """The scenarios as typed for `--games`. Raises UnknownGame, UnknownScenario, click.UsageError."""
    scenarios: list[Game] = []
    for word in names("--games", games):
        rules, scenario = game(word)
        if (rules, scenario) in scenarios:
            raise click.UsageError(
                f"`{word}` is {rules}:{scenario} again. Name each scenario once."
            )
        scenarios.append((rules, scenario))
    return scenarios


def game(word: str) -> Game:
    """`plantagenet:Ia`. Raises UnknownGame, UnknownScenario, click.UsageError."""
    name, _, scenario = word.partition(":")
    rules = find(name)
    if not scenario:
        scenario_names = ", ".join(rules.scenarios())
        raise click.UsageError(
            f"`{word}` names no scenario: write {rules.name}:SCENARIO, of {scenario_names}."
        )
    return rules.name, find_scenario(rules.scenarios(), scenario)


def named(name: str) -> Match:
    """Raises click.UsageError, UnknownGame, UnknownScenario."""
    try:
        match = league.matched(name)
    except ValueError:
        match = None
    if match is None or match.number < 1 or not len(set(match.players)) == len(match.players) == 2:
        raise click.UsageError(
            "Write the name of the game like this: 'plantagenet:Ia steady simple 17'."
        )
    chosen_levels = tuple(level(word) for word in match.players)
    rules, scenario = game(f"{match.rules}:{match.scenario}")
    return Match(rules, scenario, chosen_levels, match.number)


def replay(match: Match) -> None:
    """Print each answer of a match, what came of it, and how the match ended."""
    seats = dict(zip(find(match.rules).sides, match.players, strict=True))

    def tell(request: Request, line: str, events: Sequence[Event]) -> None:
        click.echo(f"{request.side} ({seats[request.side]}): {line}")
        for event in events:
            die = Dice(event.text, event.needed, (event.value,))
            click.echo(f"    {die if event.kind == 'die' else event.naming({}, str).text}")

    played = league.play(match, tell=tell)
    click.echo(f"{' and '.join(played.winners) or 'Nobody'} won: {played.reason}")


def row(pair: Sequence[str], played: Sequence[Played]) -> str:
    """How often the first of a pair won, with the 95 % interval, and on which side."""
    first_player = pair[0]
    shares: dict[str, list[float]] = defaultdict(list)
    for match in played:
        place = match.match.players.index(first_player)
        shares[list(find(match.match.rules).sides)[place]].append(match.share(place))
    every = [share for side in shares.values() for share in side]
    low, high = wilson(round(sum(every)), len(every))
    sides = ", ".join(f"{sum(of) / len(of):.1%} as {side}" for side, of in sorted(shares.items()))
    won = f"{sum(every) / len(every):.1%} ({low:.1%} to {high:.1%})"
    return f"{first_player} against {pair[1]}: won {won} of {len(every)}; {sides}"


def example(played: Sequence[Played]) -> str:
    """How to look at a game of a pair: the first that the better robot did not win, or else the first."""
    shares: dict[str, float] = defaultdict(float)
    for match in played:
        for place, name in enumerate(match.match.players):
            shares[name] += match.share(place)
    better = max(shares, key=lambda name: shares[name])
    others = [match for match in played if match.share(match.match.players.index(better)) < 1]
    example_game = (others or played)[0]
    winners = [
        name
        for place, name in enumerate(example_game.match.players)
        if example_game.share(place) == 1
    ]
    how = f"{winners[0]} won" if winners else "drawn"
    return f"Look at one ({how}): pbem league --again '{example_game.match.name}'"


def cost(played: Sequence[Played]) -> None:
    """What a decision of each player took, where it disturbs no output."""
    spent: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for match in played:
        for name, count, seconds in zip(
            match.match.players, match.decisions, match.seconds, strict=True
        ):
            spent[name][0] += count
            spent[name][1] += seconds
    for name, (answers, used) in spent.items():
        many.say(f"{name}: {1000 * used / answers:.1f} ms of CPU per decision")
