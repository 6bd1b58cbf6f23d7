"""Areas on the map: to each place the part of the plane that is nearer to it than to any other."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from pbem.drawing.boxes import Box, Point


@lru_cache(maxsize=8)
def cells(
    sites: tuple[Point, ...], land: tuple[tuple[Point, ...], ...], frame: Box
) -> tuple[tuple[int, str], ...]:
    """For each site the path of its cell (Voronoi) and the number of the land that it is on.

    Sites share only their own land: no area goes on beyond a sea. One that is on none has number -1.
    """
    homes = [next((n for n, ring in enumerate(land) if inside(site, ring)), -1) for site in sites]
    paths = []
    for site, home in zip(sites, homes, strict=True):
        near = [other for other, other_home in zip(sites, homes, strict=True) if other_home == home]
        paths.append((home, _path(_cell(site, near, frame))))
    return tuple(paths)


def inside(point: Point, ring: Sequence[Point]) -> bool:
    return sum(point[0] < x for x in crossings(point[1], ring)) % 2 == 1


def crossings(y: float, ring: Sequence[Point]) -> list[float]:
    """Where a level line crosses the edge of a ring; a point is inside if an odd number of these lie to its right."""
    return [
        ax + (y - ay) / (by - ay) * (bx - ax)
        for i, (bx, by) in enumerate(ring)
        for ax, ay in (ring[i - 1],)
        if (ay > y) != (by > y)
    ]


def _cell(site: Point, sites: Sequence[Point], frame: Box) -> list[Point]:
    right, low = frame.x + frame.w, frame.y + frame.h
    ring = [(frame.x, frame.y), (right, frame.y), (right, low), (frame.x, low)]
    for other in sites:
        if other != site:
            ring = _nearer(ring, site, other)
    return ring


def _nearer(ring: Sequence[Point], site: Point, other: Point) -> list[Point]:
    """What of a convex ring is nearer to `site` (Sutherland-Hodgman)."""
    nx, ny = other[0] - site[0], other[1] - site[1]
    half = (other[0] ** 2 + other[1] ** 2 - site[0] ** 2 - site[1] ** 2) / 2
    points: list[Point] = []
    for i, b in enumerate(ring):
        a = ring[i - 1]
        before, now = nx * a[0] + ny * a[1] - half, nx * b[0] + ny * b[1] - half
        if (before <= 0) != (now <= 0):
            t = before / (before - now)
            points.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
        if now <= 0:
            points.append(b)
    return points


def _path(ring: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in ring) + "Z"
