"""A board of hexes on the map: ground, borders, rivers, names, and the paths of moves."""

from __future__ import annotations

import math
import re
from xml.etree import ElementTree

from msgspec.structs import replace

from pbem.drawing.arrows import DISC, arrows
from pbem.drawing.boxes import Box
from pbem.drawing.layout import chart
from pbem.drawing.svg import Map, draw
from pbem.engine.declared import Side
from pbem.engine.picture import Edge, Move, Picture, Piece, Place, Shape, Way
from pbem.engine.table import Event
from pbem.reports.context import story
from tests.reports.test_map import SVG, overlaps, texts

WIDE = 60
KINDS = (Shape("clear", "hex", "Clear", "#eeeeee"), Shape("woods", "hex", "Woods", "#aaccaa", "♣"))
TOWNS = {"0101": "York", "0202": "Lincoln", "0303": "Bury St Edmunds"}


def hexes() -> Picture:
    """Three rows of four hexes; the upper two rows are one area, the lowest another."""
    places = tuple(
        Place(
            id := f"{x:02}{y:02}",
            TOWNS.get(id, id),
            "woods" if x == y else "clear",
            x * WIDE + y * WIDE // 2,
            round(y * WIDE * 0.866 / 1.3),
            "white" if y == 3 else "",
            "south" if y == 3 else "north",
            pieces=(Piece("duke", "Duke", "white", "2A"),) if id == "0202" else (),
            ground=((x * WIDE + y * WIDE // 2, round(y * WIDE * 0.866 / 1.3)),),
        )
        for y in (1, 2, 3)
        for x in (1, 2, 3, 4)
    )
    return Picture(
        (("white", Side("White", "Whites", "White", "#336699")),),
        "Control",
        KINDS,
        (("road", "Road"),),
        places,
        (Way("0101", "0201", "road"),),
        areas=(("north", "North"), ("south", "South")),
        grid=WIDE,
        edges=(Edge("0101", "0102", "river"), Edge("0403", "0404", "river")),
        edges_by_kind=(("river", "River"),),
    )


def drawn(shown: Picture, moves: tuple[Move, ...] = ()) -> ElementTree.Element:
    return ElementTree.fromstring(draw(Map(shown, "Test", "Now", moves)))


def test_hexes_of_a_kind_fill_their_cells_in_its_colour() -> None:
    grounds = {ground.fill: ground.path for ground in chart(hexes()).grid.grounds}
    assert {fill: path.count("Z") for fill, path in grounds.items()} == {
        "#eeeeee": 9,
        "#aaccaa": 3,
    }


def corners(path: str) -> list[tuple[float, float]]:
    """Where the steps of a path lead."""
    at, found = (0.0, 0.0), list[tuple[float, float]]()
    for step, numbers in re.findall(r"([Mlv])([\d.,-]+)", path):
        first, *rest = map(float, numbers.split(","))
        x, y = (first, rest[0]) if rest else (0.0, first)
        at = (x, y) if step == "M" else (at[0] + x, at[1] + y)
        found.append(at)
    return found


def test_neighbours_share_the_corners_of_a_side() -> None:
    made = chart(hexes())
    fields = [corner for field in made.grid.fields for corner in corners(field)]
    assert len(fields) == 12 * 6
    (river,) = [path for _, path in made.grid.edges]
    ends = corners(river)
    assert len(ends) == 2, "a side that leads off the board is not drawn"
    for end in ends:
        assert sum(math.dist(end, corner) < 1.5 for corner in fields) >= 2


def test_areas_are_bounded_and_beyond_the_last_hex_is_the_sea() -> None:
    lines = dict(chart(hexes()).grid.lines)
    assert lines["border"].count("M") == 7  # between the rows 2 and 3
    assert lines["coast"].count("M") == 12 * 6 - 2 * (3 * 3 + 2 * 7)


def test_without_a_colour_of_its_own_the_ground_is_its_holders() -> None:
    shown = hexes()
    plain = tuple(replace(kind, fill="", shape="circle") for kind in KINDS)
    raw = draw(Map(replace(shown, kinds=plain), "t", "n"))
    tints = [node.get("class") for node in ElementTree.fromstring(raw).iter(f"{SVG}path")]
    assert tints.count("field cell0") == 1
    assert tints.count("field") == 1


def test_a_hex_has_its_number_and_a_name_only_where_it_has_one() -> None:
    root = drawn(hexes())
    written = texts(root)
    assert "0201" in written
    assert "♣0202" in written
    assert "0203 W" in written
    assert [text for text in written if text in TOWNS.values()] == list(TOWNS.values())
    dots = [node for node in root.iter(f"{SVG}circle") if node.get("class") == "town"]
    assert len(dots) == len(TOWNS)
    assert not overlaps(chart(hexes()))
    assert {"North", "South"} <= {text.capitalize() for text in written}


def test_a_move_goes_along_the_places_between() -> None:
    straight = Move("0101", "0301", "white", "Straight.")
    around = replace(straight, via=("0102", "0202"), words="Around.")
    made = chart(hexes(), (straight, around))
    assert [arrow.number for arrow in made.arrows] == [1, 2]
    assert made.arrows[1].path.count("Q") == 2
    lowest = max(float(y) for y in re.findall(r",([\d.]+)", made.arrows[1].path))
    assert lowest > max(float(y) for y in re.findall(r",([\d.]+)", made.arrows[0].path))


def test_the_number_of_an_arrow_keeps_off_what_is_drawn_on_its_way() -> None:
    at = {"a": (0.0, 0.0), "b": (200.0, 0.0)}
    move = Move("a", "b", "white", "Straight.")
    (free,) = arrows((move,), at)
    card = Box(free.x - 20, free.y - 20, 40, 40)
    (aside,) = arrows((move,), at, (card,))
    assert Box(aside.x - DISC / 2, aside.y - DISC / 2, DISC, DISC).overlap(card) == 0
    (crowded,) = arrows((move,), at, (Box(-50, -50, 300, 100),))
    assert (crowded.x, crowded.y) == (free.x, free.y), "without room it stays"
    second, third = arrows((move, move), at)
    assert abs(second.x - third.x) + abs(second.y - third.y) > DISC


def test_a_path_over_what_is_not_on_the_map_is_drawn_straight() -> None:
    move = Move("0101", "0102", "white", "Out and in.", via=("0909",))
    (arrow,) = chart(hexes(), (move,)).arrows
    assert arrow.path.count("Q") == 1


def test_a_move_that_names_a_part_goes_from_its_place_to_the_next() -> None:
    one = replace(
        hexes(), places=tuple(replace(p, parts=(f"{p.id}_west",)) for p in hexes().places)
    )
    moves = (
        Move("0101_west", "0301_west", "white", "Far.", via=("0201_west", "0201")),
        Move("0101_west", "0101", "white", "Within one place."),
    )
    (arrow,) = chart(one, moves).arrows
    start = next(spot for spot in chart(one).spots if spot.place.id == "0101")
    assert arrow.path.startswith(f"M{start.x:.1f},{start.y:.1f}")
    assert arrow.path.count("Q") == 1, "what is passed twice in a row is passed once"


def test_what_an_event_passed_by_reaches_the_map() -> None:
    event = Event("16.4.5", "He marches.", "move", about=("white", "0101", "0301"), via=("0201",))
    (passage,) = story(1, "white", "white:1", (), [event]).passages
    assert passage.via == ("0201",)
