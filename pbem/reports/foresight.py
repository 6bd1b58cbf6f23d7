"""What the turn played ahead leaves open, in words."""

from __future__ import annotations

from pbem.imagine.ahead import Ahead, Open

NOTHING = "Nothing in this turn waits for you."


def summary(found: Ahead) -> str:
    """How it was played, and how often one would have to sit down."""
    games = len(found.sittings)
    mean = sum(found.sittings) / games
    return (
        f"This turn was played {games} times: you by your orders, the others by the robot, with a new deal of "
        f"what you cannot see. You would have to sit down {mean:.1f} times on average, {max(found.sittings)} at most."
    )


def where(one: Open) -> str:
    """What an answer would be written for."""
    if one.place.card:
        return f"card {one.place.card}{f' ({one.name})' if one.name else ''}"
    return one.place.kind or one.kind


def why(one: Open, games: int) -> str:
    """In how many of the games it is asked, and why nothing answers it."""
    often = "in every game" if one.games == games else f"in {one.games} of {games} games"
    return f"asked {often}, {_why(one)}"


def _why(one: Open) -> str:
    place = one.place
    if one.wanted:
        why = f"where `{place.text}` says so" if place.text else "as your policy says"
    elif one.later:
        why = "later in the turn, where no line of now can answer it"
    elif place.text:
        why = f"where `{place.text}` cannot be carried out, or not again"
    elif place.card:
        why = "it has no script" if one.none else "where its script is at its end"
    else:
        why = "no policy answers it" if place.kind else "your lines are over"
    at, count = one.enemy
    often = "each" if count == one.games else str(count)
    return f"{why}; in {often} of them an enemy had come to {at}" if at else why
