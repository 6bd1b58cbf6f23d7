"""The sea routes of the map of Warriors run over the sea: those that would cross land are drawn around it."""

from __future__ import annotations

from itertools import pairwise

from pbem.drawing.layout import chart
from pbem.engine.drawing import land
from pbem.engine.picture import Picture
from pbem.engine.scenarios import starting_state
from pbem.games import find

RINGS = land("warriors")


def drawn() -> Picture:
    rules = find("warriors")
    return rules.picture(starting_state(rules, "standard_1455", {}), "york")


def on_land(x: float, y: float) -> bool:
    def inside(ring: tuple[tuple[int, int], ...]) -> bool:
        sides = [(a, b) for a, b in pairwise((*ring, ring[0])) if (a[1] > y) != (b[1] > y)]
        crossed = [a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) > x for a, b in sides]
        return sum(crossed) % 2 == 1

    return any(inside(ring) for ring in RINGS)


def test_a_route_around_a_coast_stays_at_sea() -> None:
    """From Wales to France it ran over Cornwall, from Burgundy to Yorkshire over East Anglia."""
    routes = [way for way in drawn().ways if way.by]
    assert {frozenset((way.a, way.b)) for way in routes} == {
        frozenset(ends)
        for ends in (("wales", "france"), ("burgundy", "yorkshire"), ("calais", "east"))
    }
    for way in routes:
        assert way.kind == "sea"
        for (ax, ay), (bx, by) in pairwise(way.by):
            steps = [(ax + (bx - ax) * n / 10, ay + (by - ay) * n / 10) for n in range(11)]
            assert not [step for step in steps if on_land(*step)], (way.a, way.b)


def test_a_route_is_a_curve_between_its_places() -> None:
    made = chart(drawn())
    (line,) = [line for line in made.lines if set(line.ends) == {"wales", "france"}]
    spots = {spot.place.id: (spot.x, spot.y) for spot in made.spots}
    assert {line.stops[0], line.stops[-1]} == {spots["wales"], spots["france"]}
    assert line.path.count("C") == len(line.stops) - 1
    assert all("C" not in line.path for line in made.lines if len(line.stops) == 2)
