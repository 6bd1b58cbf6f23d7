"""The position on the map: Lords with their mats by place, Favour by Area (1.3, 1.5.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from msgspec.structs import replace

from pbem.engine.document import (
    AnyPart,
    Cell,
    Cells,
    Figure,
    Heading,
    Item,
    Items,
    Mat,
    Note,
    ReportTable,
    cells,
)
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet.facts import SIDES, Locale, facts
from pbem.games.plantagenet.position_words import PARTY, forces_cells
from pbem.games.plantagenet.state import LordState, State

AREAS = {"north": "North", "none": "Rest of England", "wales": "Wales", "south": "South"}
KINDS = {"city": "Cities", "town": "Towns", "fortress": "Fortresses"}
ASSETS = {
    "provender": ("Provender", "Provender"),
    "coin": ("Coin", "Coin"),
    "carts": ("Cart", "Carts"),
    "ships": ("Ship", "Ships"),
}


@cache
def places() -> tuple[str, ...]:
    """Where Lords with mats may be: the map from north to south by Area, Exile boxes, Seas and fields."""
    on_map = [place.id for area in AREAS for place in _sorted_map() if place.area == area]
    return (*on_map, *facts().box_sea, *facts().seas, *facts().fields)


def mats(state: State) -> Figure:
    """Lords on the map by Area, then those in Exile boxes, at Sea and on a field."""
    at = board.lords_by_place(state)
    return Figure(
        "",
        tuple(
            _mat(state, lord, _place(state, place))
            for place in places()
            for lord in at.get(place, ())
        ),
    )


def _mat(state: State, id: str, at: Cell) -> Mat:
    """A Lord's mat: ratings, Assets, Capabilities; of a hidden one, only what the reader last saw."""
    card, piece = lords.card(id), state.lords[id]
    rank = "" if card.rank == "none" else f" {card.rank.capitalize()}"
    if piece.hidden:
        rows = [Item(_ratings(_without_screen(state, id), id)), Item(cells("mat hidden"))]
        if id in state.looked:
            last_view = _on_mat(state.looked[id])
            titles = ("You last saw", "Assets you saw", "Capabilities you saw")
            rows += [Item(words, title) for title, words in zip(titles, last_view, strict=True)]
    else:
        titles = ("", "Assets", "Capabilities")
        rows = [
            Item(_ratings(state, id)),
            *(Item(words, title) for title, words in zip(titles, _on_mat(piece), strict=True)),
        ]
    rows.append(Item(_notes(state, id)))
    title = Cell(f"{card.name}, {PARTY[card.side]}{rank}", id, side=card.side)
    return Mat(title, tuple(row for row in rows if row.words), at)


def _on_mat(mat: LordState) -> tuple[Cells, Cells, Cells]:
    """Forces, Assets and Capabilities on a mat."""
    capabilities = (Cell(facts().cards[one].capability, card=one) for one in mat.capabilities)
    return (
        forces_cells(True, mat.vassals, forces.present(mat.troops)),
        _assets(mat),
        cells(*capabilities),
    )


def _without_screen(state: State, id: str) -> State:
    """1.5.3 Of a Lord behind a screen only what is printed counts, and the markers on the board."""
    bare = {**state.lords, id: LordState(at=state.lords[id].at)}
    return replace(state, lords=bare)


def _ratings(state: State, id: str) -> Cells:
    card = lords.card(id)
    rows = (
        ("Influence", card.influence, lords.influence(state, id)),
        ("Lordship", card.lordship, lords.lordship(state, id)),
        ("Command", card.command, lords.command(state, id)),
        ("Valour", card.valour, lords.valour(state, id)),
    )
    return cells(
        *(
            f"{name} {now}" + (f" (printed {printed})" if now != printed else "")
            for name, printed, now in rows
        )
    )


def _notes(state: State, id: str) -> Cells:
    """Markers on the mat."""
    captives = [other for other, lord in state.lords.items() if lord.keeper == id]
    return cells(
        "Active" if id == state.active else "",
        "Moved-Fought" if state.lords[id].moved else "",
        *(Cell(f"holds {lords.name(captive)} captive", captive) for captive in captives),
    )


def _assets(mat: LordState) -> Cells:
    counts = {asset: int(getattr(mat, asset)) for asset in ASSETS}
    return cells(*(f"{n} {ASSETS[asset][n != 1]}" for asset, n in counts.items() if n)) or cells(
        "none"
    )


@cache
def _sorted_map() -> tuple[Locale, ...]:
    """Strongholds from north to south, as the eye goes over the map."""
    places = [place for place in facts().locales.values() if place.kind != "exile_box"]
    return tuple(sorted(places, key=lambda place: (place.y, place.x)))


def _place(state: State, id: str) -> Cell:
    """`Ely (South): Town, Port, Neutral, Depleted`."""
    locale, area = facts().locales.get(id), ""
    if locale is None:
        about = ["Sea" if id in facts().seas else "Battlefield"]
    elif board.is_box(id):
        about = ["Exile box"]
    else:
        area = f" ({AREAS[locale.area]})"
        about = ["Stronghold" if locale.kind == "special" else locale.kind.capitalize()]
        about += ["Port"] if board.is_port(id) else []
        about.append(PARTY[board.favour(state, id)])
    about += [state.wear[id].capitalize()] if id in state.wear else []
    return Cell(f"{board.name(id)}{area}: {', '.join(about)}", place=id)


def favour(state: State) -> Iterator[AnyPart]:
    """1.3.1 Favour by Area, the net markers, and worn Strongholds; a Battle alone has none."""
    if not state.box:
        return
    rows = (_area(state, area, title) for area, title in AREAS.items())
    yield Heading("Favour")
    yield ReportTable(
        "All other Strongholds are Neutral",
        ("Area", *(lords.side_name(side) for side in SIDES)),
        tuple(row for row in rows if any(row[1:])),
    )
    yield Note(f"{', '.join(_totals(state))}. {', '.join(_specials(state))}.", "Net")
    yield from _worn(state)


def _area(state: State, area: str, title: str) -> tuple[Cells, ...]:
    """Dominance where one side holds all of it (1.3.1)."""
    held: dict[str, list[Cell]] = {side: [] for side in (*SIDES, "")}
    for place in _sorted_map():
        if place.area == area and (place.kind, area) != ("special", "none"):
            held[board.favour(state, place.id)].append(Cell(place.name, place=place.id))
    ruler = [s for s in SIDES if area in facts().areas and board.dominates(state, s, area)]
    name = title + (f", Dominated by the {lords.side_name(ruler[0])}" if ruler else "")
    return (cells(name), *(tuple(held[side]) for side in SIDES))


def _worn(state: State) -> Iterator[AnyPart]:
    places = [place.id for place in _sorted_map()] + list(facts().box_sea)
    rows = []
    for mark in ("depleted", "exhausted"):
        worn = [place for place in places if state.wear.get(place) == mark]
        if worn:
            worn_cells = tuple(Cell(board.name(place), place=place) for place in worn)
            rows.append(Item(worn_cells, mark.capitalize()))
    if rows:
        yield Items(tuple(rows))


def _specials(state: State) -> list[str]:
    """London, Calais and Harlech count one by one (4.8.1)."""
    return [
        f"{place.name} {PARTY[board.favour(state, place.id)]}"
        + (" twice" if place.id == "london" and state.london_twice else "")
        for place in facts().locales.values()
        if place.kind == "special"
    ]


def _totals(state: State) -> list[str]:
    """The three net Favour markers of the edge track (1.3.1)."""
    rows = []
    for kind, title in KINDS.items():
        net = board.net_favour(state, kind)
        leader = PARTY["york" if net > 0 else "lancaster"]
        rows.append(f"{title} {leader} {abs(net)}" if net else f"{title} even")
    return rows
