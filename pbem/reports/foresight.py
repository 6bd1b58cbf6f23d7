"""What the turn played ahead leaves open, in words."""

from __future__ import annotations

from pbem.imagine.ahead import Ahead, Open

NOTHING = "No question in this turn will have to wait for you."


def summary(ahead: Ahead) -> str:
    """How it was played, and how often one would have to sit down."""
    games = len(ahead.sittings)
    mean = sum(ahead.sittings) / games
    return (
        f"This turn was played {games} times. Your side followed your orders, and the robot played the "
        f"others. What you cannot see was dealt again each time. You would have to answer {mean:.1f} more "
        f"times on average, and {max(ahead.sittings)} times at most."
    )


def where(question: Open) -> str:
    """What an answer would be written for."""
    if question.place.card:
        return f"card {question.place.card}{f' ({question.name})' if question.name else ''}"
    return question.place.kind or question.kind


def why(question: Open, games: int) -> str:
    """In how many of the games it is asked, and why nothing answers it."""
    often = "in every game" if question.games == games else f"in {question.games} of {games} games"
    return f"asked {often}, {_why(question)}"


def _why(question: Open) -> str:
    place = question.place
    if question.wanted:
        why = f"where `{place.text}` says so" if place.text else "as your policy says"
    elif question.later:
        why = "later in the turn, and nothing that you write now can answer it"
    elif place.text:
        why = f"where `{place.text}` cannot be carried out, or cannot be repeated"
    elif place.card:
        why = "it has no script" if question.none else "where its script is at its end"
    else:
        why = "no policy answers it" if place.kind else "your lines are over"
    at, count = question.enemy
    often = "each" if count == question.games else str(count)
    return f"{why}; in {often} of them an enemy had come to {at}" if at else why
