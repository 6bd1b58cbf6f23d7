"""The lines of a branch in many worlds that its side may take for the true one, with other dice in each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from pbem.engine.odds import Answer, OutcomeGroup, check_games, histogram, mean, sampled
from pbem.errors import PbemError
from pbem.imagine.fork import Fork
from pbem.ledger.glimpse import state_for

DEALS = ("sample", "set")
"""Lines that say how a world lies; each world of a series lies otherwise."""
WORLDS = 50
"""So many if nobody says."""
NOT_POSSIBLE = "`{line}` is not possible there"


def series(fork: Fork, games: int = WORLDS, tick: Callable[[], None] = lambda: None) -> Answer:
    """Play the branch's own lines in many worlds; a chart of where they lead, and of the scores. Raises
    BadQuestion."""
    check_games(games)
    # What a robot said in this world it says, or something else, by itself in each of the others.
    own = [one.words for one in fork.done if not one.by_robot]
    lines = [line for line in own if line.partition(" ")[0] not in DEALS]
    ends, scores = Counter[str](), dict[str, list[int]]()
    for seed in range(1, games + 1):
        tick()
        other_fork = Fork(fork.start, (f"sample {seed}",))
        stop_reason = _where_stopped(other_fork, lines)
        ends[stop_reason or _end(other_fork)] += 1
        score = other_fork.rules.score(
            state_for(other_fork.rules, other_fork.state, other_fork.side)
        )
        for name, value in score.lines.items() if score is not None and not stop_reason else ():
            scores.setdefault(name, []).append(value)
    rows = tuple(sampled(end, count, games) for end, count in ends.most_common())
    blocks = [OutcomeGroup("Where it leads", rows)]
    first_side = next(iter(fork.rules.sides.values())).name
    for name, values in scores.items():
        title = f"{name}, {first_side} ahead by: {mean(values):+.1f} on average"
        blocks.append(OutcomeGroup(title, histogram(values, signed=True)))
    note = "What you cannot see is dealt again each time, and all dice are new."
    return Answer("The same lines in many worlds", tuple(blocks), games, 1, notes=(note,))


def _where_stopped(fork: Fork, lines: list[str]) -> str:
    """Take them; which one is not possible, "" if all are."""
    for line in lines:
        try:
            fork.take(line)
        except PbemError:
            return NOT_POSSIBLE.format(line=line)
    return ""


def _end(fork: Fork) -> str:
    if fork.result is not None:
        return f"The game is over: {fork.result.reason}"
    request = fork.request()
    return f"{request.side} is asked: {request.question}" if request is not None else "a die comes"
