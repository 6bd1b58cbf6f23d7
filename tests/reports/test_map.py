"""The map: every game's picture can be drawn, everything is on it, and nothing that is hidden."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from pbem.drawing.boxes import Box
from pbem.drawing.cells import cells
from pbem.drawing.counters import TOUCHING, rows
from pbem.drawing.labels import sign
from pbem.drawing.layout import Chart, Spot, chart
from pbem.drawing.svg import Map, draw
from pbem.engine.picture import Move, Picture, Piece
from pbem.engine.scenarios import starting_state
from pbem.games import GAMES, find
from tests.reports import samples
from tests.says import says

SVG = "{http://www.w3.org/2000/svg}"


def picture(game: str, audience: str = "public") -> Picture:
    rules = find(game)
    state: Any = starting_state(rules, next(iter(rules.scenarios())), {})
    return rules.picture(rules.secrets.veil(state, audience), audience)


def battle() -> Picture:
    return find("plantagenet").picture(samples.state(), "public")


def drawn(moves: tuple[Move, ...] = (), shown: Picture | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(draw(Map(shown or battle(), "Towton", "Command", moves)))


def texts(root: ElementTree.Element) -> list[str]:
    return ["".join(node.itertext()) for node in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("game", list(GAMES))
def test_every_game_has_a_map_with_all_its_places(game: str) -> None:
    shown = picture(game)
    root = drawn(shown=shown)
    written = texts(root)
    assert all(space.name in written for space in shown.spaces)
    names = {place.id for place in shown.spaces}
    assert all({way.a, way.b} <= names for way in shown.ways)


@pytest.mark.parametrize("game", list(GAMES))
def test_nothing_is_drawn_outside_the_map(game: str) -> None:
    made = chart(picture(game))
    for spot in made.spots:
        assert 0 < spot.x < made.width
        assert made.frame.y < spot.y < made.frame.y + made.frame.h
        assert spot.box.outside(made.frame) < 0.01, spot.place.name
    assert all(card.box.outside(made.frame) < 0.01 for card in made.cards)


def body(spot: Spot) -> Box:
    return sign(spot.place, spot.shape, spot.x, spot.y).body


def overlaps(made: Chart) -> list[str]:
    spots = made.spots
    return [
        f"{a.place.name} on {b.place.name}"
        for a in spots
        for b in spots
        if a is not b
        and (
            (a.box.overlap(b.box) and a.place.name < b.place.name)
            or (a.shape != "box" and a.box.overlap(body(b)) > 20)
        )
    ]


@pytest.mark.parametrize("game", list(GAMES))
def test_no_name_covers_another_or_a_place(game: str) -> None:
    assert not overlaps(chart(picture(game)))


@pytest.mark.parametrize("game", list(GAMES))
def test_cards_of_pieces_do_not_cover_one_another(game: str) -> None:
    cards = chart(picture(game)).cards
    assert not [(a, b) for a in cards for b in cards if a is not b and a.box.overlap(b.box)]


def test_lords_stand_with_their_forces_at_a_glance() -> None:
    cards = {piece.name: piece for card in chart(battle()).cards for piece in card.pieces}
    assert "MA" in cards["Warwick"].glance
    assert cards["Warwick"].active
    assert "Retinue" in cards["Warwick"].words


def test_a_card_has_a_row_for_each_piece_and_no_more() -> None:
    for card in chart(battle()).cards:
        made = rows(card)
        assert len(made) == len(card.pieces)
        assert all(row.outside(card.box) < 0.01 for row, _ in made)
        assert not any(a.overlap(b) > 0.01 for a, _ in made for b, _ in made if a is not b)


def test_a_crowd_stands_in_columns() -> None:
    crowd = tuple(Piece(f"p{n}", f"Piece {n}", "york", "1") for n in range(7))
    shown = battle()
    places = tuple(replace(p, pieces=crowd) if p.id == "newcastle" else p for p in shown.places)
    (card,) = [c for c in chart(replace(shown, places=places)).cards if len(c.pieces) == 7]
    assert card.columns == 2
    assert len({row.x for row, _ in rows(card)}) == 2


def test_a_name_moves_only_out_of_the_way_of_pieces() -> None:
    shown = battle()
    bare = replace(shown, places=tuple(replace(p, pieces=()) for p in shown.places))
    before, after = chart(bare), chart(shown)
    cards = [card.box for card in after.cards]
    moved = 0
    for a, b in zip(before.spots, after.spots, strict=True):
        covered = any(a.box.overlap(card) for card in cards)
        assert covered or a.box == b.box, a.place.name
        moved += a.box != b.box
        assert not any(b.box.overlap(card) for card in cards), b.place.name
    assert moved, "no name was in the way: this test proves nothing"


def test_favour_is_told_by_letter_and_by_words() -> None:
    root = drawn()
    titles = [node.text or "" for node in root.iter(f"{SVG}title")]
    assert "York, City, neutral" in titles
    assert "London, Special Stronghold, Favour Yorkists, Depleted" in titles
    assert {"Y", "L", "D"} <= set(texts(root))


def test_moves_are_numbered_arrows_with_their_sentence() -> None:
    moves = (
        Move("lincoln", "york", "york", "March marches to York."),
        Move("york", "lincoln", "york", "March marches back."),
        Move("lincoln", "nowhere", "york", "off the map"),
    )
    made = chart(battle(), moves)
    assert [arrow.number for arrow in made.arrows] == [1, 2]
    assert made.arrows[0].path != made.arrows[1].path
    titles = [node.text or "" for node in drawn(moves).iter(f"{SVG}title")]
    assert "1. March marches to York." in titles


def test_the_map_has_words_for_those_who_cannot_see_it() -> None:
    root = drawn((Move("lincoln", "york", "york", "March marches to York."),))
    description = root.find(f"{SVG}desc")
    assert root.get("role") == "img"
    assert description is not None
    assert "St. Albans: Warwick (Yorkists), Somerset (1) (Lancastrians)." in str(description.text)
    assert "Move 1: March marches to York." in str(description.text)


@pytest.mark.parametrize(
    "text", ['"><script>alert(1)</script>', "&amp;", "]]>", "a\x00b\x1b", "--"]
)
def test_text_is_never_markup(text: str) -> None:
    shown = battle()
    piece = Piece(text, text, "york", text, text)
    places = tuple(replace(p, pieces=(piece,)) if p.id == "york" else p for p in shown.places)
    raw = draw(Map(replace(shown, places=places), text, text, (Move("york", "ely", "york", text),)))
    root = ElementTree.fromstring(raw)
    assert not list(root.iter(f"{SVG}script"))
    assert re.sub(r"[\x00-\x1f]", " ", text) in texts(root)


def test_a_hidden_mat_is_not_on_the_map() -> None:
    rules = find("plantagenet")

    def shown(troops: int, audience: str) -> str:
        state: Any = starting_state(rules, "Ib", {"hidden_mats": "yes"})
        state.lords["warwick_y"].troops.militia = troops
        return draw(Map(rules.picture(rules.secrets.veil(state, audience), audience), "t", "n"))

    assert shown(1, "lancaster") == shown(2, "lancaster")
    assert shown(1, "public") == shown(2, "public")
    assert shown(1, "york") != shown(2, "york")
    assert "mat hidden" in shown(1, "public")


def test_hidden_blocks_are_only_counted() -> None:
    rules = find("richard_iii")
    state: Any = starting_state(rules, next(iter(rules.scenarios())), {})
    raw = draw(Map(rules.picture(rules.secrets.veil(state, "public"), "public"), "t", "n"))
    names = {block.name for block in board_blocks()}
    assert not [name for name in names if f">{name}<" in raw and name not in places()]


def board_blocks() -> list[Any]:
    from pbem.games.richard_iii.facts import facts

    return [block for block in facts().blocks.values() if block.kind in ("heir", "noble")]


def places() -> set[str]:
    return {place.name for place in picture("richard_iii").places}


@pytest.mark.parametrize("game", ["richard_iii", "warriors"])
def test_every_area_has_its_cell_in_the_color_of_its_owner(game: str) -> None:
    shown = picture(game)
    assert len(chart(shown).cells) == len(shown.places)
    tints = [node.get("class") for node in drawn(shown=shown).iter(f"{SVG}path")]
    sides = [id for id, _ in shown.sides]
    for n, side in enumerate(sides):
        owned = sum(place.owner == side for place in shown.places)
        assert owned, "nobody owns anything: this test proves nothing"
        assert tints.count(f"cell cell{n}") == owned


def test_a_cell_is_what_is_nearer_than_to_any_other() -> None:
    land = (((0, 0), (40, 0), (40, 10), (0, 10)),)
    left, right, lone = cells(((10, 5), (30, 5), (50, 5)), land, Box(0, 0, 60, 10))
    assert left == (0, "M0.0,0.0L20.0,0.0L20.0,10.0L0.0,10.0Z")
    assert right == (0, "M20.0,0.0L60.0,0.0L60.0,10.0L20.0,10.0Z")
    assert lone == (-1, "M0.0,0.0L60.0,0.0L60.0,10.0L0.0,10.0Z")


@pytest.mark.parametrize("game", list(GAMES))
def test_the_legend_names_what_is_drawn_and_draws_it_alike(game: str) -> None:
    """A yellow border was drawn brown."""
    shown = picture(game)
    root = drawn(shown=shown)
    used = {way.kind for way in shown.ways}
    classes = [str(node.get("class")).split() for node in root.iter()]
    for id, name in shown.ways_by_kind:
        assert (name in texts(root)) == (id in used)
        assert sum(f"way-{id}" in one for one in classes) == (2 if id in used else 0)


def test_the_legend_is_silent_about_what_is_not_drawn() -> None:
    shown = picture("plantagenet")
    roads = tuple(way for way in shown.ways if way.kind != "path")
    towns = tuple(place for place in shown.places if place.kind != "fortress")
    ids = {place.id for place in towns}
    roads = tuple(way for way in roads if {way.a, way.b} <= ids)
    written = texts(drawn(shown=replace(shown, ways=roads, places=towns)))
    assert "Road" in written
    assert "Path" not in written
    assert "Fortress" not in written


def test_retreats_and_exile_are_drawn_otherwise_and_told_in_the_legend() -> None:
    moves = (
        Move("lincoln", "york", "york", "March retreats.", "retreat"),
        Move("ely", "", "york", "Warwick goes into Exile.", "exile"),
        Move("ely", "", "york", "Rutland goes into Exile.", "exile"),
    )
    root = drawn(moves)
    kinds = [str(node.get("class")) for node in root.iter(f"{SVG}path")]
    assert [kinds.count(f"arrow {kind}") for kind in ("move", "retreat", "exile")] == [0, 1, 2]
    assert any(
        (
            says(text, "drawing.legend.ARROWS", word="dotted")
            and says(text, "drawing.legend.ARROWS", word="dashed")
        )
        for text in texts(root)
    )
    paths = [arrow.path for arrow in chart(battle(), moves).arrows]
    assert len(set(paths)) == 3


def test_the_lords_of_london_do_not_stand_beside_st_albans() -> None:
    """Where Towton begins (6.0): March, Norfolk and Warwick."""
    game = find("plantagenet")
    made = chart(game.picture(starting_state(game, "Ib", {}), "public"))
    (card,) = [card for card in made.cards if card.place == "London"]
    (enemy,) = [spot for spot in made.spots if spot.place.id == "st_albans"]
    (home,) = [spot for spot in made.spots if spot.place.id == "london"]
    assert card.box.gap(body(home)) <= TOUCHING
    assert card.box.gap(body(enemy)) > card.box.gap(body(home))
    assert not card.lead


def test_two_maps_of_a_game_on_one_page_have_frames_of_their_own() -> None:
    """That of areas before a Campaign, and that of its hexes: by one frame the larger would be cut."""
    rules = find("plantagenet_1450")
    frames = set()
    for scenario in ("wars_of_the_roses", "towton_1461"):
        state: Any = starting_state(rules, scenario, {})
        text = draw(Map(rules.picture(state, "public"), "", ""))
        (frame,) = re.findall(r'<clipPath id="(chart-frame\w*)"', text)
        assert f'clip-path="url(#{frame})"' in text
        frames.add(frame)
    assert len(frames) == 2
