"""Where pieces stand on the map: at the start of every scenario, and all through random games."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from functools import partial

import pytest
from msgspec.structs import replace

from pbem.drawing.boxes import Box, Point
from pbem.drawing.counters import Card, broken_name, rows
from pbem.drawing.frame import Frame, framed
from pbem.drawing.labels import Sign, sign
from pbem.drawing.layout import Chart, chart
from pbem.drawing.letters import text_width
from pbem.drawing.svg import ROOM, draw
from pbem.engine.document import Map
from pbem.engine.picture import Picture, Piece
from pbem.engine.scenarios import starting_state
from pbem.games import GAMES, find
from tests.drawn import kept
from tests.engine.random_play import RandomGame

RANDOM, STRIDE = 20, 12
"""How many random positions, and how many decisions farther each is."""
ASTRAY, IN_HEXES, COVERED, ABROAD = 0.06, 0.15, 0.03, 0.05
"""How many cards may at most stand as near to another place, also among hexes smaller than they, over another, and in
others' areas: where no room was left."""


def positions(game: str) -> Iterator[Picture]:
    """As both sides see them."""
    rules = find(game)
    scenarios = list(rules.scenarios())
    for scenario in scenarios:
        state = starting_state(rules, scenario, {})
        yield from (
            rules.picture(rules.secrets.veil(state, who), who) for who in ("york", "lancaster")
        )
    for n in range(RANDOM):
        one = RandomGame(game, scenarios[n % len(scenarios)], 700 + n)
        for _ in range(STRIDE * (n + 1)):
            if one.play.pending:
                one.decide()
        who = ("york", "lancaster")[n % 2]
        yield rules.picture(rules.secrets.veil(one.play.state, who), who)


@kept
def charts(game: str) -> list[Chart]:
    """Drawn for the report, and for the desk."""
    return [chart(shown, (), room) for shown in positions(game) for room in (None, ROOM)]


def signs(made: Chart) -> dict[str, Sign]:
    """Of all places that have a name, by it."""
    all_ = [sign(spot.place, spot.shape, spot.x, spot.y) for spot in made.spots]
    return {one.name: one for one in all_ if one.name}


def room(card: Card, known: dict[str, Sign]) -> Box:
    own = known.get(card.place)
    return own.body if own else Box(card.x, card.y, 0, 0)


def astray(card: Card, known: dict[str, Sign], by: float = 0.0) -> bool:
    """Is another place as near, or by no more than this farther off?"""
    own = card.box.gap(room(card, known)) + by
    return any(card.box.gap(one.body) <= own for name, one in known.items() if name != card.place)


@pytest.mark.slow
@pytest.mark.parametrize("game", list(GAMES))
def test_pieces_stand_nearest_to_their_own_place_or_a_line_leads_there(game: str) -> None:
    cards = [
        (card, known) for made in charts(game) for known in [signs(made)] for card in made.cards
    ]
    assert all(card.lead for card, known in cards if astray(card, known, by=3.9))
    wrong = [card for card, known in cards if astray(card, known)]
    most = IN_HEXES if charts(game)[0].picture.grid else ASTRAY
    assert len(wrong) <= most * len(cards), [card.place for card in wrong]


def test_pieces_keep_clear_of_other_places_and_leave_room_for_their_own_name() -> None:
    """Those at Newcastle stood close under Bamburgh, and Newcastle's name beside Bamburgh."""
    rules = find("plantagenet")
    made = chart(rules.picture(starting_state(rules, "Ib", {}), "york"), (), ROOM)
    known = signs(made)
    (card,) = [card for card in made.cards if card.place == "Newcastle"]
    others = [one.body for name, one in known.items() if name != "Newcastle"]
    assert all(card.box.gap(other) > 14 for other in others)
    (spot,) = [spot for spot in made.spots if spot.place.name == "Newcastle"]
    assert spot.box.gap(known["Newcastle"].body) < 12


def test_a_line_to_pieces_that_read_as_elsewhere_is_long_enough_to_be_seen() -> None:
    """Three Lords at London touched London and St. Albans both, and their line was hidden below them."""
    rules = find("plantagenet")
    made = chart(rules.picture(starting_state(rules, "Ib", {}), "york"), (), ROOM)
    known = signs(made)
    (card,) = [card for card in made.cards if card.place == "London"]
    assert card.lead
    assert card.box.gap(known["London"].body) > 9


def test_a_line_goes_over_the_edges_of_the_place_and_of_its_pieces() -> None:
    """Below both nobody saw it where they touched; and France's pieces under Dorset's name had none."""
    rules = find("richard_iii")
    shown = rules.picture(starting_state(rules, "kingmaker", {}), "lancaster")
    made = chart(shown, (), ROOM)
    (card,) = [card for card in made.cards if card.place == "France"]
    (dorset,) = [spot for spot in made.spots if spot.place.name == "Dorset"]
    assert card.box.gap(dorset.box) < 3
    assert card.lead
    start, end = card.line
    assert room(card, signs(made)).holds(start)
    assert card.box.holds(end)
    svg = draw(Map(shown, "Title", "Now"), live=True)
    assert svg.rindex('class="lead"') > svg.rindex("data-piece=")
    assert f"M{start[0]},{start[1]}L" in svg[svg.index('class="lead"') :]


def at_home(card: Card, known: dict[str, Sign]) -> float:
    """The part of it that is nearest to its own place."""
    box, mine = card.box, 0
    for n in range(40):
        at = box.x + (n % 8 + 0.5) * box.w / 8, box.y + (n // 8 + 0.5) * box.h / 5
        mine += min(known, key=lambda name: known[name].body.off(*at)) == card.place
    return mine / 40


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in GAMES if next(positions(game)).cells])
def test_where_places_are_areas_pieces_stand_in_their_own(game: str) -> None:
    """A battle at Sussex stood over Middlesex, and the mercenaries of Calais off Dorset."""
    cards = [
        (card, at_home(card, known))
        for made in charts(game)
        for known in [signs(made)]
        for card in made.cards
        if card.place in known
    ]
    abroad = [card for card, part in cards if part < 0.5]
    assert len(abroad) <= ABROAD * len(cards), [card.place for card in abroad]
    lost = [card.place for card, part in cards if part < 0.3 and not card.lead]
    assert not lost


@pytest.mark.slow
@pytest.mark.parametrize("game", list(GAMES))
def test_pieces_cover_no_other_pieces_and_hang_out_of_no_map(game: str) -> None:
    for made in charts(game):
        boxes = [card.box for card in made.cards]
        assert not [(a, b) for a in boxes for b in boxes if a is not b and a.overlap(b)]
        assert not [box for box in boxes if box.outside(made.frame) > 0.1]


@pytest.mark.slow
@pytest.mark.parametrize("game", list(GAMES))
def test_pieces_cover_hardly_ever_a_place_or_its_name(game: str) -> None:
    """More than a corner of it."""
    cards, covered = 0, []
    for made in charts(game):
        things = [
            (spot.place.name, box)
            for spot in made.spots
            for box in (spot.box, sign(spot.place, spot.shape, spot.x, spot.y).body)
            if spot.shape != "hex"
        ]
        for card in made.cards:
            cards += 1
            covered += [
                (card.place, name)
                for name, box in things
                if card.box.overlap(box) > 0.2 * box.w * box.h
            ]
    assert len(covered) <= COVERED * cards, covered


@pytest.mark.slow
@pytest.mark.parametrize("game", list(GAMES))
def test_each_piece_of_a_card_has_a_row_that_holds_its_words(game: str) -> None:
    for card in (card for made in charts(game) for card in made.cards):
        made = rows(card)
        assert {piece.id for _, piece in made} == {piece.id for piece in card.pieces}
        for row, piece in made:
            names = broken_name(piece) if card.broken else (piece.name,)
            name = max(text_width(one, 12, bold=True) for one in names)
            below = 0.0 if card.bare else text_width(piece.glance, 10.5)
            assert row.w >= (name + below if card.flat else max(name, below)) + 30 - 0.1
            assert row.outside(card.box) < 0.1


def test_a_stack_that_finds_no_room_is_flat_or_broad_before_it_goes_elsewhere() -> None:
    rules = find("richard_iii")
    shown = rules.picture(
        rules.secrets.veil(starting_state(rules, "kingmaker", {}), "lancaster"), "lancaster"
    )
    (flat,) = [card for card in chart(shown, (), ROOM).cards if len(card.pieces) == 6]
    assert flat.flat
    assert len({row.x for row, _ in rows(flat)}) == 2
    assert all(row.h < 20 for row, _ in rows(flat))
    rules = find("plantagenet")
    shown = rules.picture(starting_state(rules, "Ia", {}), "york")
    crowd = tuple(Piece(f"p{n}", f"Piece {n}", "york", "1MA 2LB") for n in range(4))
    places = tuple(replace(p, pieces=crowd) if p.id == "london" else p for p in shown.places)
    (card,) = [
        c for c in chart(replace(shown, places=places), (), ROOM).cards if len(c.pieces) == 4
    ]
    assert card.flat or card.columns > 1


def test_where_two_hosts_meet_each_stands_at_the_place_of_the_battle() -> None:
    """Five Lords at York stood over Newcastle."""
    rules = find("plantagenet")
    shown = rules.picture(starting_state(rules, "Ib", {}), "york")
    york = ("March", "Warwick", "Norfolk")
    hosts = [(name, "york") for name in york]
    hosts += [(name, "lancaster") for name in ("Exeter (1)", "Somerset (1)")]
    lords = tuple(Piece(name, name, side, "2MA 3LB 2Mi") for name, side in hosts)
    places = tuple(replace(p, pieces=lords if p.id == "york" else ()) for p in shown.places)
    made = chart(replace(shown, places=places), (), ROOM)
    known = signs(made)
    assert [len(card.pieces) for card in made.cards] == [3, 2], "each side is a card of its own"
    for card in made.cards:
        assert card.box.gap(known["York"].body) < 8
        assert not astray(card, known)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["plantagenet", "richard_iii", "warriors"])
def test_two_pieces_anywhere_stand_at_their_place(game: str) -> None:
    """March stood over the road of Guildford."""
    rules = find(game)
    first = next(iter(rules.scenarios()))
    shown = rules.picture(starting_state(rules, first, {}), "york")
    pair = tuple(Piece(name, name, "york", "2MA 3LB 2Mi") for name in ("March", "Warwick"))
    for home in shown.places:
        places = tuple(replace(p, pieces=pair if p.id == home.id else ()) for p in shown.places)
        (card,) = chart(replace(shown, places=places), (), ROOM).cards
        own = sign(home, shapes(shown)[home.kind], card.x, card.y)
        assert card.box.gap(own.body) < 17, home.name


def shapes(shown: Picture) -> dict[str, str]:
    return {kind.id: kind.shape for kind in shown.kinds}


def test_a_counter_among_close_towns_lies_on_its_hex_and_no_name_lies_under_it() -> None:
    """Gloucester and Ratcliffe at Nottingham were drawn nearer to Derby."""
    rules = find("plantagenet_1450")
    made = chart(rules.picture(starting_state(rules, "bosworth", {}), "york"))
    known = signs(made)
    assert not [card.place for card in made.cards if astray(card, known)]
    (card,) = [card for card in made.cards if card.place == "Nottingham"]
    assert card.box.gap(known["Nottingham"].body) == 0
    (spot,) = [spot for spot in made.spots if spot.place.name == "Nottingham"]
    assert not spot.box.overlap(card.box)
    assert spot.box.gap(card.box) < 5


def test_a_counter_covers_neither_a_town_nor_a_hex_of_others() -> None:
    """Montagu in 1124 covered Hereford, and two at Ruthin the hex of Richard of York, whose line ran over their names."""
    rules = find("plantagenet_1450")
    shown = rules.picture(starting_state(rules, "barnet_tewkesbury_1471", {}), "york")
    pair = tuple(
        Piece(name, name, "lancaster", "1LB 1SP 1BI 1MA") for name in ("Henry VI", "Margaret")
    )
    stood = {"1124": pair[:1], "0718": pair[:1]}
    (ruthin,) = [place.id for place in shown.places if place.name == "Ruthin"]
    stood[ruthin] = pair
    places = tuple(replace(place, pieces=stood.get(place.id, ())) for place in shown.places)
    made = chart(replace(shown, places=places), (), ROOM)
    assert len(made.cards) == len(stood)
    for card in made.cards:
        towns = [one.body for name, one in signs(made).items() if name != card.place]
        assert not any(map(card.box.overlap, towns)), card.place
        others = [other for other in made.cards if other is not card]
        assert not any(card.box.holds((other.x, other.y)) for other in others)
        assert not any(other.box.overlap(dot) > 4 for other in others for dot in card.track)


def test_on_a_map_of_areas_a_counter_leaves_its_own_place_in_sight() -> None:
    """Edward of March lay on Northampton, so that nobody saw whose it was."""
    rules = find("plantagenet_1450")
    shown = rules.picture(starting_state(rules, "wars_of_the_roses", {}), "york")
    edward = (Piece("edward", "Edward of March", "york"),)
    for some in (slice(0, None, 3), slice(1, None, 3), slice(2, None, 3)):
        ids = {place.id for place in shown.places[some]}
        places = (replace(one, pieces=edward if one.id in ids else ()) for one in shown.places)
        made = chart(replace(shown, places=tuple(places)), (), ROOM)
        bodies = [one.body for one in signs(made).values()]
        on = [card.place for card in made.cards if any(map(card.box.overlap, bodies))]
        assert not on


def test_a_long_name_is_broken_before_its_counter_stands_elsewhere() -> None:
    """The counter of Jasper Tudor at Coventry reached as far as those of Harlech."""
    rules = find("plantagenet")
    shown = rules.picture(starting_state(rules, "II", {}), "lancaster")
    stood = {"coventry": "Jasper Tudor (1)", "harlech": "Pembroke"}
    places = tuple(
        replace(one, pieces=(Piece(stood[one.id], stood[one.id], "york", "2MA 3LB 1Mi"),))
        if one.id in stood
        else replace(one, pieces=())
        for one in shown.places
    )
    made = chart(replace(shown, places=places), (), ROOM)
    known = signs(made)
    assert not [card.place for card in made.cards if astray(card, known)]
    (card,) = [card for card in made.cards if card.place == "Coventry"]
    assert card.broken
    assert broken_name(Piece("a", "a block", "york")) == ("a block",)
    svg = draw(Map(replace(shown, places=places), "Title", "Now"), live=True)
    assert re.search(r"<tspan[^>]*>Jasper </tspan><tspan[^>]*>Tudor \(1\)</tspan>", svg)


def test_no_line_to_a_counter_runs_over_others() -> None:
    """That of Lancaster's five Lords at York ran over Exeter's at Newcastle."""
    rules = find("plantagenet")
    shown = rules.picture(starting_state(rules, "Ia", {}), "york")
    names = {"york": ("Buckingham", "Henry VI", "Northumberland", "Somerset (1)")}
    names["newcastle"] = ("Exeter (1)",)
    yorkists = tuple(
        Piece(name, name, "york", "3Mi") for name in ("Rutland", "Salisbury", "Warwick", "York")
    )
    hosts = {
        id: tuple(Piece(name, name, "lancaster", "3MA 3LB 3Mi") for name in some)
        for id, some in names.items()
    }
    hosts["york"] += yorkists
    places = tuple(replace(one, pieces=hosts.get(one.id, ())) for one in shown.places)
    made = chart(replace(shown, places=places), (), ROOM)
    assert any(card.track for card in made.cards)
    for card in made.cards:
        others = [one.box for one in made.cards if one is not card]
        others += [one.body for name, one in signs(made).items() if name != card.place]
        assert not [dot for dot in card.track if any(map(dot.overlap, others))], card.place


def test_a_line_leads_to_pieces_beside_a_box_in_the_open_sea() -> None:
    """Leaders in France seemed to be at sea."""
    rules = find("plantagenet_1450")
    shown = rules.picture(starting_state(rules, "wars_of_the_roses", {}), "york")
    three = tuple(Piece(name, name, "lancaster") for name in ("Henry VI", "Margaret", "Somerset"))
    places = tuple(
        replace(place, pieces=three if place.id == "france" else ()) for place in shown.places
    )
    (card,) = chart(replace(shown, places=places), (), ROOM).cards
    assert card.lead


def with_pieces(shown: Picture, at: dict[str, tuple[Piece, ...]]) -> Chart:
    return chart(
        replace(shown, places=tuple(replace(p, pieces=at.get(p.id, ())) for p in shown.places))
    )


def test_a_counter_lies_in_its_own_hex_and_no_line_runs_over_another() -> None:
    """Gloucester stood on the other bank of the Severn, and Richard's line ran through Margaret's name."""
    rules = find("plantagenet_1450")
    shown = rules.picture(starting_state(rules, "bosworth", {}), "york")
    duke = (Piece("duke", "Richard of York", "york", "2MA 4KN"),)
    wild = [place.id for place in shown.places if place.name == place.id]
    cards = [card for id in wild[::12] for card in with_pieces(shown, {id: duke}).cards]
    lying = [card for card in cards if card.box.holds((card.x, card.y))]
    assert len(lying) > 0.7 * len(cards)
    assert all(card.lead for card in cards if card not in lying)
    assert all(card.box.gap(Box(*card.line[0], 0, 0)) > 9 for card in cards if card not in lying)
    royal = (
        Piece("henry", "Henry VI", "lancaster"),
        Piece("margaret", "Margaret", "lancaster", "1MA 2KN 1FF"),
    )
    others, own = with_pieces(shown, {"0818": royal, "0718": duke}).cards
    assert own.lead
    assert not [bead for bead in own.track if bead.overlap(others.box)]


@pytest.mark.slow
def test_counters_stand_on_their_own_hex_or_a_clear_line_leads_there() -> None:
    """Six of ten had their middle in the next hex."""
    cards = [
        (card, near == (card.x, card.y))
        for made in charts("plantagenet_1450")
        for hexes in [[(one.x, one.y) for one in made.spots if one.shape == "hex"]]
        for card in made.cards
        if (card.x, card.y) in hexes
        for near in [min(hexes, key=partial(math.dist, card.box.center))]
    ]
    off = [card for card, at_home in cards if not at_home and not card.box.holds((card.x, card.y))]
    assert len(off) < 0.25 * len(cards), [card.place for card in off]
    unclear = [card.place for card in off if not card.lead or math.dist(*card.line) < 9]
    assert not unclear


def test_crowded_parts_get_more_of_a_room() -> None:
    points = ((0, 0), (10, 900), (20, 910), (30, 920), (40, 930), (50, 1000))
    frame: Frame = framed(points, ROOM)
    at = partial(spread, frame)
    assert (frame.width, frame.height) == ROOM
    assert at(900, 1000) > 2.5 * at(0, 100)
    ys = [frame.at(0, y)[1] for y in range(-50, 1050, 10)]
    assert ys == sorted(set(ys)), "what lies below is drawn below"


def spread(frame: Frame, top: float, low: float) -> float:
    """How high a part of the board is drawn."""
    a: Point = frame.at(0, top)
    return frame.at(0, low)[1] - a[1]
