"""What a line may bring in a branch: every way in which its dice can fall, or where those are many a sample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random

from pbem.engine.odds import Answer, Line, OutcomeGroup, certain, sampled
from pbem.errors import BadTry
from pbem.imagine.fork import Fork

MOST = 300
"""Runs for the exact chances; with more there is a sample."""
SAMPLE = 200
MOST_OUTCOMES = 12
MOST_CHARACTERS = 240
"""Of what one outcome brings."""

Key = tuple[tuple[str, ...], str]
"""What happens, and what is asked then."""


def fan(fork: Fork, words: str, tick: Callable[[], None] = lambda: None) -> Answer:
    """The outcomes of a line, or with "" of the die that waits; the likeliest first. Raises what `Fork.take`
    raises."""
    if not words and not fork.waits:
        raise BadTry(why="it goes `fan LINE`; alone it is for a die that waits (`dice ask`)")
    title = f"`{words}`, in this world" if words else "The die that waits"
    exact = _exact(fork, words, tick)
    if exact is not None:
        rows = sorted(exact.items(), key=lambda row: -row[1])
        return _answer(title, [(key, certain("", chance)) for key, chance in rows])
    seen = Counter[Key]()
    for n in range(SAMPLE):
        tick()
        seen[_key(fork, fork.tried(words, (), Random(f"fan {n}")))] += 1
    lines = [(key, sampled("", count, SAMPLE)) for key, count in seen.most_common()]
    return _answer(title, lines, SAMPLE)


def _exact(fork: Fork, words: str, tick: Callable[[], None]) -> dict[Key, float] | None:
    """What happens and is asked then, with its chance; None if there are too many ways."""
    chance_of: dict[Key, float] = {}
    ways: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    for n, (dice, chance) in enumerate(ways):
        if n >= MOST or len(ways) > 2 * MOST:
            return None
        tick()
        other = fork.tried(words, dice)
        if other.die is not None:
            sides = other.die[1]
            ways += [((*dice, value), chance / sides) for value in range(1, sides + 1)]
            continue
        key = _key(fork, other)
        chance_of[key] = chance_of.get(key, 0.0) + chance
    return chance_of


def _key(before: Fork, after: Fork) -> Key:
    events = after.play.events[len(before.play.events) :]
    sentences = tuple(event.naming({}, str).text for event in events if event.kind != "die")
    request = after.request()
    if after.result is not None:
        return sentences, f"The game is over: {after.result.reason}"
    return (
        sentences,
        f"Then {request.side} is asked: {request.question}" if request is not None else "",
    )


def _answer(title: str, outcomes: Sequence[tuple[Key, Line]], games: int = 0) -> Answer:
    """The outcomes as a chart; what all of them begin with stands once, below it."""
    same = _common([sentences for (sentences, _), _ in outcomes]) if len(outcomes) > 1 else 0
    rows = [
        Line(
            _cut(sentences[same:]) or "Nothing more.",
            line.share,
            line.low,
            line.high,
            line.count,
            then,
        )
        for (sentences, then), line in outcomes[:MOST_OUTCOMES]
    ]
    notes = [f"In any case: {_cut(outcomes[0][0][0][:same])}"] if same else []
    if rest := outcomes[MOST_OUTCOMES:]:
        share = sum(line.share for _, line in rest)
        notes.append(f"{len(rest)} other outcomes: {100 * share:.1f} % together.")
    return Answer(
        "What may come of it", (OutcomeGroup(title, tuple(rows)),), games, notes=tuple(notes)
    )


def _common(stories: Sequence[tuple[str, ...]]) -> int:
    """How many sentences all outcomes begin with."""
    count = 0
    for same in zip(*stories, strict=False):
        if len({*same}) > 1:
            break
        count += 1
    return count


def _cut(sentences: Sequence[str]) -> str:
    text = " ".join(sentences)
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS].rstrip()} ..."
