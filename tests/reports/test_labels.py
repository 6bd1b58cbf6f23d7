"""No label of a map lies on another, nor under pieces: at the start of every scenario, and all through random games."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise

import pytest
from msgspec.structs import replace

from pbem.drawing.boxes import Box, dotted
from pbem.drawing.cells import inside
from pbem.drawing.frame import framed
from pbem.drawing.labels import Sign, inner, marks_aside, sign
from pbem.drawing.layout import Chart, Spot, chart
from pbem.drawing.letters import text_width
from pbem.drawing.svg import ROOM, draw
from pbem.engine.document import Map
from pbem.engine.picture import Picture, Piece, Place
from pbem.engine.scenarios import starting_state
from pbem.games import GAMES, find
from tests.engine.random_play import RandomGame
from tests.tiers import soaked

POSITIONS, STRIDE = 6, 9
"""How many positions of a random game, and how many decisions farther each is."""
APART = 5
"""At every so many areas somebody stands."""
CLEARLY = 4.0
"""By so many units a name is nearer to its own place than to others."""
TOUCH = 1.0
"""Units by which two labels may overlap: letters do not fill their line."""
SEEDS = soaked(
    [(game, seed) for game in GAMES for seed in range(1, 30)], [(game, 1) for game in GAMES]
)


def positions(game: str, seed: int) -> Iterator[Picture]:
    """Of one random game, as both sides see it."""
    rules = find(game)
    scenarios = list(rules.scenarios())
    one = RandomGame(game, scenarios[seed % len(scenarios)], 300 + seed)
    for n in range(POSITIONS):
        for _ in range(STRIDE):
            if one.play.pending:
                one.decide()
        who = ("york", "lancaster")[n % 2]
        yield rules.picture(rules.secrets.veil(one.play.state, who), who)


def starts(game: str) -> Iterator[Picture]:
    rules = find(game)
    for scenario in rules.scenarios():
        yield rules.picture(rules.secrets.veil(starting_state(rules, scenario, {}), "york"), "york")


def labels(made: Chart) -> Iterator[tuple[str, Box]]:
    """All that is written on a map, or is in the way of it: with what it is called and its room."""
    for spot in made.spots:
        place = sign(spot.place, spot.shape, spot.x, spot.y)
        if place.name or spot.shape == "box":
            yield place.name, spot.box
        if spot.printed:
            yield f"number {spot.place.id}", place.small_print
        yield from ((f"mark at {spot.place.name}", box) for box in spot.badges)
        if spot.place.port:
            yield f"anchor of {spot.place.name}", inner(place.harbour((spot.box, spot.anchor)))
    for sea, x, y in made.seas:
        long = text_width(sea.name, 18, serif=True, apart=3)
        yield sea.name, Box(x - long / 2, y - 15, long, 18)
    for name, path, x, y in made.areas:
        size, apart = (15, 5.0) if path else (9.5, 0.6)
        long = text_width(name.upper(), size, bold=True, serif=True, apart=apart)
        yield name.upper(), Box(x - long / 2, y - size * 0.8, long, size * 0.9)
    yield from ((f"pieces at {card.place}", card.box) for card in made.cards)


def overlaps(made: Chart) -> list[str]:
    found = []
    rows = sorted(labels(made), key=lambda label: label[1].y)
    tops = [box.y for _, box in rows]
    pairs = (
        (label, other)
        for n, label in enumerate(rows)
        for other in rows[n + 1 : bisect_left(tops, label[1].y + label[1].h)]
    )
    for (name, one), (other_name, other) in pairs:
        wide = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
        high = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
        marks = {name, other_name} if "mark at" in name + other_name else set()
        own_box = any(f"mark at {part}" in marks for part in marks)
        hidden_port = "anchor of" in name + other_name and "pieces at" in name + other_name
        if min(wide, high) > TOUCH and not own_box and not hidden_port:
            found.append(f"{name} on {other_name}")
    return found


def crossed(made: Chart) -> list[str]:
    """The names of seas and areas over which a way is drawn."""
    large = {sea.name for sea, _, _ in made.seas} | {
        n.upper() for n, path, *_ in made.areas if path
    }
    ways = dotted(tuple((*a, *b) for line in made.lines for a, b in pairwise(line.stops)))
    return [name for name, box in labels(made) if name in large and any(map(box.holds, ways))]


@pytest.mark.parametrize("game", list(GAMES))
@pytest.mark.parametrize("room", [None, ROOM], ids=["report", "desk"])
def test_no_label_lies_on_another_at_the_start(game: str, room: tuple[float, float] | None) -> None:
    for shown in starts(game):
        made = chart(shown, (), room)
        assert not overlaps(made)
        assert not crossed(made)


def test_the_name_of_an_area_stands_on_land() -> None:
    """NORTH stood in the sea beside Newcastle."""
    shown = next(starts("plantagenet"))
    made, frame = chart(shown, (), ROOM), framed(tuple((p.x, p.y) for p in shown.spaces), ROOM)
    land = [[frame.at(x, y) for x, y in ring] for ring in shown.land]
    ashore = {
        name for name, _, x, y in made.areas if any(inside((x, y - 5), ring) for ring in land)
    }
    assert ashore >= {"North", "Wales"}


@pytest.mark.parametrize("game", list(GAMES))
def test_no_mark_lies_on_another_place(game: str) -> None:
    """The mark of Denbigh lay under Flint."""
    made = chart(next(starts(game)), (), ROOM)
    bodies = [sign(one.place, one.shape, one.x, one.y).body for one in made.spots]
    for n, spot in enumerate(made.spots):
        others = bodies[:n] + bodies[n + 1 :] if spot.shape != "hex" else []
        assert all(mark.overlap(other) < TOUCH * 12 for mark in spot.badges for other in others)


def test_a_mark_under_counters_moves_to_another_corner_of_its_place() -> None:
    """London's mark lay at the far end of its counters, beside Oxford: Oxford seemed depleted."""
    london = Sign("London", "star", 100, 100, port=False)
    mark, card, frame = london.corners(12)[0], Box(95, 70, 120, 22), Box(0, 0, 300, 300)
    assert mark.overlap(card)
    ((moved,),) = marks_aside([london], [[mark]], [], [card], frame)
    assert not moved.overlap(card)
    assert moved.gap(london.body) == 0
    high = Box(0, 60, 300, 80)
    ((aside,),) = marks_aside([london], [[mark]], [], [high], frame)
    assert not aside.overlap(high), "no corner is free"


def test_a_mark_stays_at_its_place_whoever_is_there() -> None:
    """That of Calais, a Port, stood at sea, at the far end of Warwick's counter."""
    rules = find("plantagenet")
    shown = rules.picture(starting_state(rules, "Ia", {}), "york")
    warwick = (Piece("warwick", "Warwick", "york", "5MA 4LB 1V"),)
    for n in range(APART):
        places = tuple(
            replace(one, marks=(("E", "Exhausted"),), pieces=warwick if at % APART == n else ())
            for at, one in enumerate(shown.places)
        )
        for spot in chart(replace(shown, places=places), (), ROOM).spots:
            body = sign(spot.place, spot.shape, spot.x, spot.y).body
            assert all(body.gap(mark) < 8 for mark in spot.badges), spot.place.name


def test_a_line_leads_to_a_name_that_stands_far_off() -> None:
    place = Place("a", "Abbey", "town", 0, 0)
    near, far = (Spot(place, "circle", 100, 100, Box(x, 95, 40, 13), "start") for x in (115, 160))
    assert near.lead is None
    assert far.lead == (160, 100)


@pytest.mark.parametrize("game", list(GAMES))
def test_a_name_is_nearest_to_its_own_place(game: str) -> None:
    """Bedford stood as near to Cambridge, and Oxford to Buckingham."""
    made = chart(next(starts(game)), (), ROOM)
    assert not [spot.place.name for spot in made.spots if spot.astray]


def doubtful(made: Chart) -> list[str]:
    """The names that stand hardly nearer to their own place than to another."""
    signs = [sign(spot.place, spot.shape, spot.x, spot.y) for spot in made.spots]
    signs = [one for one in signs if one.name and one.shape not in ("box", "hex")]
    boxes = {spot.place.name: spot.box for spot in made.spots}
    return [
        one.name
        for one in signs
        for away in [one.body.gap(boxes[one.name]) + CLEARLY]
        if any(other.body.gap(boxes[one.name]) < away for other in signs if other is not one)
    ]


@pytest.mark.parametrize("game", ["plantagenet", "richard_iii"])
@pytest.mark.parametrize("room", [None, ROOM], ids=["report", "desk"])
def test_no_name_can_be_read_as_its_neighbours(game: str, room: tuple[float, float] | None) -> None:
    """Worcester stood at the height of Northampton, and Middlesex under Oxford: 335 of 3888 names, and 51 of 1508."""
    made = [chart(shown, (), room) for shown in starts(game)]
    names = [name for one in made for name in doubtful(one)]
    assert len(names) <= 0.02 * sum(len(one.spots) for one in made), names


@pytest.mark.slow
@pytest.mark.parametrize("game", ["plantagenet", "richard_iii"])
def test_hardly_any_name_can_be_read_as_its_neighbours_in_a_random_game(game: str) -> None:
    made = [chart(shown, (), ROOM) for shown in positions(game, 1)]
    assert sum(len(doubtful(one)) for one in made) <= 0.02 * sum(len(one.spots) for one in made)


def test_a_name_stays_with_its_own_area_when_counters_move_it() -> None:
    """A tenth of 1450's names stood by a neighbour: Oxford and Berkshire were exchanged, as were Stafford and Shropshire."""
    rules = find("plantagenet_1450")
    shown = rules.picture(starting_state(rules, "wars_of_the_roses", {}), "york")
    made = []
    for n in range(APART):
        crowd = (Piece("edward", "Edward of March", "york"),)
        places = [
            replace(place, pieces=crowd if at % APART == n else ())
            for at, place in enumerate(shown.places)
        ]
        made.append(chart(replace(shown, places=tuple(places)), (), ROOM))
    spots = [spot for one in made for spot in one.spots if spot.shape in ("circle", "square")]
    astray = [spot for spot in spots if spot.astray]
    assert len(spots) > 200
    assert len(astray) <= 0.005 * len(spots), [spot.place.name for spot in astray]
    assert all(spot.lead for spot in astray)


def test_a_long_title_is_smaller() -> None:
    shown = next(starts("plantagenet_1450"))
    assert 'class="head" x=' in draw(Map(shown, "Towton", ""))
    assert 'class="head" style="font-size:1' in draw(
        Map(shown, "The Wars of the Roses, 1450-1500, " * 2, "")
    )


@pytest.mark.parametrize("game", list(GAMES))
def test_every_box_lies_within_the_map(game: str) -> None:
    """Burgundy hung out of the map of Warriors, and the anchor of Ireland out of that of Richard III."""
    for room in (None, ROOM):
        made = chart(next(starts(game)), (), room)
        boxes = [spot.box for spot in made.spots if spot.shape == "box"]
        boxes += [box for name, box in labels(made) if name.startswith("anchor of ")]
        assert all(box.within(made.frame) for box in boxes)


@pytest.mark.slow
@pytest.mark.parametrize("game", list(GAMES))
def test_the_map_does_not_move_between_steps(game: str) -> None:
    """1450 has two maps, that of areas and that of hexes."""
    made = [chart(shown, (), ROOM) for shown in positions(game, 1)]
    there = {(str(one.frame), *((s.place.id, s.x, s.y) for s in one.spots)) for one in made}
    assert len(there) == len({frozenset(s.place.id for s in one.spots) for one in made})
    assert len({str(one.cards) for one in made}) > 1


@pytest.mark.slow
@pytest.mark.parametrize(("game", "seed"), SEEDS)
def test_no_label_lies_on_another_in_a_random_game(game: str, seed: int) -> None:
    for shown in positions(game, seed):
        for room in (None, ROOM):
            assert not overlaps(chart(shown, (), room))


@pytest.mark.parametrize(
    ("place", "hosts"),
    [
        ("Carlisle", {"appleby": (0, 1, 3, 4), "newcastle": (2,), "york": (5, 6, 7, 8, 9)}),
        ("Bamburgh", {"newcastle": (0, 1, 2, 3, 4, 5)}),
    ],
)
def test_names_make_way_for_one_that_counters_move(
    place: str, hosts: dict[str, tuple[int, ...]]
) -> None:
    """Carlisle's stood under the counters of Appleby, and Bamburgh's beside Scarborough."""
    lancastrians = ("Buckingham", "Exeter (1)", "Henry VI", "Northumberland", "Somerset (1)")
    yorkists = ("March", "Rutland", "Salisbury", "Warwick", "York")
    lords = [Piece(one, one, "lancaster", "2MA 2LB 3Mi") for one in lancastrians]
    lords += [Piece(one, one, "york", "2MA 2LB 3Mi") for one in yorkists]
    shown = next(starts("plantagenet"))
    places = [
        replace(one, pieces=tuple(lords[n] for n in hosts.get(one.id, ()))) for one in shown.places
    ]
    made = chart(replace(shown, places=tuple(places)), (), ROOM)
    (spot,) = (one for one in made.spots if one.place.name == place)
    body = sign(spot.place, spot.shape, spot.x, spot.y).body
    assert body.gap(spot.box) < 20
    assert not overlaps(made)
