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
    key_counts = Counter[Key]()
    for n in range(SAMPLE):
        tick()
        key_counts[_key(fork, fork.tried(words, (), Random(f"fan {n}")))] += 1
    lines = [(key, sampled("", count, SAMPLE)) for key, count in key_counts.most_common()]
    return _answer(title, lines, SAMPLE)


def _exact(fork: Fork, words: str, tick: Callable[[], None]) -> dict[Key, float] | None:
    """The chance of each outcome (what happens, and what is asked then), exactly; None if there are too many ways."""
    chance_of: dict[Key, float] = {}
    ways: list[tuple[tuple[int, ...], float]] = [((), 1.0)]
    for n, (dice, chance) in enumerate(ways):
        if n >= MOST or len(ways) > 2 * MOST:
            return None
        tick()
        fork_tried = fork.tried(words, dice)
        if fork_tried.die is not None:
            sides = fork_tried.die[1]
            ways += [((*dice, value), chance / sides) for value in range(1, sides + 1)]
            continue
        key = _key(fork, fork_tried)
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
    """The outcomes as a chart; the sentences that all of them begin with are a note below it."""
    shared_count = (
        _common([sentences for (sentences, _), _ in outcomes]) if len(outcomes) > 1 else 0
    )
    rows = [
        Line(
            _shortened(sentences[shared_count:]) or "Nothing more.",
            line.share,
            line.low,
            line.high,
            line.count,
            question,
        )
        for (sentences, question), line in outcomes[:MOST_OUTCOMES]
    ]
    notes = [f"In any case: {_shortened(outcomes[0][0][0][:shared_count])}"] if shared_count else []
    if outcomes_left := outcomes[MOST_OUTCOMES:]:
        share = sum(line.share for _, line in outcomes_left)
        notes.append(f"{len(outcomes_left)} other outcomes: {100 * share:.1f}% together.")
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


def _shortened(sentences: Sequence[str]) -> str:
    text = " ".join(sentences)
    return text if len(text) <= MOST_CHARACTERS else f"{text[:MOST_CHARACTERS].rstrip()} ..."
