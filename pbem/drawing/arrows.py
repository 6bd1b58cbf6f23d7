"""The moves on the map, as arrows from place to place."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import groupby, pairwise

from msgspec import Struct

from pbem.drawing.boxes import Box, Point
from pbem.engine.picture import Move

DISC = 16.0
"""How wide the disc with the number of an arrow is."""
ALONG = (0.5, 0.3, 0.7, 0.2, 0.8)
"""Where else on its way a number stands, if something lies at its own place."""


class Arrow(Struct, frozen=True):
    """A move: a curve, its head as a polygon, and its number in the order of events; `kind` as in
    `engine.picture.Move`."""

    number: int
    side: str
    path: str
    head: str
    x: float
    y: float
    title: str
    kind: str


def arrows(
    moves: Sequence[Move], at: dict[str, Point], covers: Sequence[Box] = ()
) -> tuple[Arrow, ...]:
    """A curve for each move that the map can show; two moves along the same way bend apart. Numbers keep off `covers`
    and off each other, where the way has room."""
    curves: list[Arrow] = []
    ways_used: dict[tuple[Point, Point | None], int] = {}
    for move in moves:
        if move.origin not in at or (move.to and move.to not in at):
            continue
        start, to = at[move.origin], at.get(move.to)
        if start == to:
            continue
        ways_used[start, to] = bend = ways_used.get((start, to), 0) + 1
        if to and all(id in at for id in move.via):
            stops = [stop for stop, _ in groupby((start, *(at[id] for id in move.via), to))]
            if len(stops) > 2:
                curves.append(_route(len(curves) + 1, move, stops, _taken(covers, curves)))
                continue
        # Off the map: a short arrow up and away, for each who goes there another one.
        away = (start[0] - 46 + 30 * (bend - 1), start[1] - 52)
        back = ways_used.get((to, start), 0) if to else 0
        early, keeps_off = (bend + back) % 2, _taken(covers, curves)
        curves.append(_arrow(len(curves) + 1, move, start, to or away, bend, early, keeps_off))
    return tuple(curves)


def _disc(x: float, y: float) -> Box:
    return Box(x - DISC / 2, y - DISC / 2, DISC, DISC)


def _taken(covers: Sequence[Box], curves: Sequence[Arrow]) -> list[Box]:
    return [*covers, *(_disc(arrow.x, arrow.y) for arrow in curves)]


def _free(points: Sequence[Point], covers: Sequence[Box]) -> Point:
    """The first point where a number lies on nothing; where there is none, the first."""
    free = (point for point in points if not any(_disc(*point).overlap(other) for other in covers))
    return next(free, points[0])


def _arrow_head(tip: Point, vx: float, vy: float) -> tuple[str, Point]:
    """The triangle of a head that points along the unit vector (vx, vy), and the middle of its base."""
    foot = (tip[0] - vx * 13, tip[1] - vy * 13)
    wings = [(foot[0] - vy * 7, foot[1] + vx * 7), (foot[0] + vy * 7, foot[1] - vx * 7)]
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in (tip, *wings)), foot


def _route(number: int, move: Move, stops: Sequence[Point], covers: Sequence[Box]) -> Arrow:
    """An arrow from place to place, rounded off between them, its number halfway."""
    (x1, y1), (x2, y2) = stops[-2:]
    long = math.hypot(x2 - x1, y2 - y1)
    vx, vy = (x2 - x1) / long, (y2 - y1) / long
    tip = (x2 - vx * 13, y2 - vy * 13)
    head, foot = _arrow_head(tip, vx, vy)
    between = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in pairwise(stops[:-1])]
    curves = "".join(
        f"L{m[0]:.1f},{m[1]:.1f}Q{stop[0]:.1f},{stop[1]:.1f} {after[0]:.1f},{after[1]:.1f}"
        for m, stop, after in zip(between, stops[1:-1], [*between[1:], foot], strict=True)
    )
    path = f"M{stops[0][0]:.1f},{stops[0][1]:.1f}{curves}"
    half = len(between) // 2
    x, y = _free([*between[half:], *between[:half][::-1]], covers)
    return Arrow(number, move.side, path, head, round(x, 1), round(y, 1), move.words, move.kind)


def _arrow(
    number: int,
    move: Move,
    start: Point,
    end: Point,
    bend: int,
    early: int,
    covers: Sequence[Box],
) -> Arrow:
    """A curve, bent more with each along the same way (`bend`: 1, 2, ...); `early`: its number stands nearer the start."""
    (x1, y1), (x2, y2) = start, end
    long = math.hypot(x2 - x1, y2 - y1)  # along the straight line, with unit vector (ux, uy)
    ux, uy = (x2 - x1) / long, (y2 - y1) / long
    off = min(22.0, long * 0.22) * bend
    cx, cy = (x1 + x2) / 2 - uy * off, (y1 + y2) / 2 + ux * off
    # The head lies along the line from the control point (cx, cy), in the direction (vx, vy).
    into = math.hypot(x2 - cx, y2 - cy)
    vx, vy = (x2 - cx) / into, (y2 - cy) / into
    gap = 13 if move.to else 0
    tip = (x2 - vx * gap, y2 - vy * gap)
    head, foot = _arrow_head(tip, vx, vy)
    path = f"M{x1:.1f},{y1:.1f}Q{cx:.1f},{cy:.1f} {foot[0]:.1f},{foot[1]:.1f}"

    def on_way(t: float) -> Point:
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        return a * x1 + b * cx + c * foot[0], a * y1 + b * cy + c * foot[1]

    x, y = _free([on_way(t) for t in (0.42 if early else 0.6, *ALONG)], covers)
    return Arrow(number, move.side, path, head, round(x, 1), round(y, 1), move.words, move.kind)
