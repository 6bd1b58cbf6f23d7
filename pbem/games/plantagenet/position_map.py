"""The position on the map: Lords with their mats by place, Favour by Area (1.3, 1.5.3)."""

from __future__ import annotations

import dataclasses
from typing import Any

from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet.facts import SIDES, Locale, facts
from pbem.games.plantagenet.position_words import PARTY, forces_words
from pbem.games.plantagenet.state import LordState, State

AREAS = {"north": "North", "none": "Rest of England", "wales": "Wales", "south": "South"}
KINDS = {"city": "Cities", "town": "Towns", "fortress": "Fortresses"}
ASSETS = {
    "provender": ("Provender", "Provender"),
    "coin": ("Coin", "Coin"),
    "carts": ("Cart", "Carts"),
    "ships": ("Ship", "Ships"),
}
Plain = dict[str, Any]


def _lord(state: State, id: str) -> Plain:
    card, piece = lords.card(id), state.lords[id]
    if piece.hidden:
        return _screened(state, id)
    ratings = [
        _rating("Influence", card.influence, lords.influence(state, id)),
        _rating("Lordship", card.lordship, lords.lordship(state, id)),
        _rating("Command", card.command, lords.command(state, id)),
        _rating("Valour", card.valour, lords.valour(state, id)),
    ]
    troops = forces.present(piece.troops)
    capabilities = [facts().cards[card].capability for card in piece.capabilities]
    lines = [
        ", ".join(rating["words"] for rating in ratings),
        forces_words(["Retinue"], piece.vassals, troops),
        _assets(state, id)["words"],
        f"Capabilities: {', '.join(capabilities)}" if capabilities else "",
        ", ".join(_notes(state, id)),
    ]
    return {
        "id": id,
        "name": card.name,
        "title": f"{card.name}, {PARTY[card.side]}"
        + ("" if card.rank == "none" else f" {card.rank.capitalize()}"),
        "side": card.side,
        "seat": board.name(state.seats[id]) if id in state.seats else "",
        "rank": card.rank,
        "ratings": ratings,
        "ratings_words": ", ".join(rating["words"] for rating in ratings),
        "troops": [
            {"kind": kind, "name": facts().units[kind].name, "count": n}
            for kind, n in troops.items()
        ],
        "forces": forces_words(["Retinue"], piece.vassals, troops),
        "vassals": [lords.vassal(vassal).name for vassal in piece.vassals],
        "assets": _assets(state, id),
        "capabilities": capabilities,
        "moved": piece.moved,
        "active": id == state.active,
        "notes": _notes(state, id),
        "lines": [line for line in lines if line],
        "hidden": False,
    }


def _screened(state: State, id: str) -> Plain:
    """1.5.3 A Lord whose mat is behind a screen: what is printed, and the markers on the board."""
    bare = {**state.lords, id: LordState(at=state.lords[id].at)}
    shown = _lord(dataclasses.replace(state, lords=bare), id)
    notes = _notes(state, id)
    words = "mat hidden"
    return {
        **shown,
        "troops": [],
        "forces": words,
        "assets": {**shown["assets"], "words": "hidden"},
        "moved": state.lords[id].moved,
        "active": id == state.active,
        "notes": notes,
        "lines": [line for line in (shown["ratings_words"], words, ", ".join(notes)) if line],
        "hidden": True,
    }


def _rating(name: str, printed: int, now: int) -> Plain:
    changed = f" (printed {printed})" if now != printed else ""
    return {"name": name, "printed": printed, "now": now, "words": f"{name} {now}{changed}"}


def _notes(state: State, id: str) -> list[str]:
    """Markers on the mat."""
    captives = [lords.name(other) for other, lord in state.lords.items() if lord.keeper == id]
    return [
        *(["Active"] if id == state.active else []),
        *(["Moved-Fought"] if state.lords[id].moved else []),
        *(f"holds {captive} captive" for captive in captives),
    ]


def _assets(state: State, id: str) -> Plain:
    counts = {asset: int(getattr(state.lords[id], asset)) for asset in ASSETS}
    words = [f"{n} {ASSETS[asset][n != 1]}" for asset, n in counts.items() if n]
    return {**counts, "words": ", ".join(words) or "none"}


def _sorted_map() -> list[Locale]:
    """Strongholds from north to south, as the eye goes over the map."""
    places = [place for place in facts().locales.values() if place.kind != "exile_box"]
    return sorted(places, key=lambda place: (place.y, place.x))


def by_place(state: State) -> list[str]:
    return [place.id for place in _sorted_map()] + list(facts().box_sea)


def areas_with_lords(state: State) -> list[Plain]:
    """Places with Lords, grouped by Area, then Exile boxes and Seas."""
    occupied = {lord.at: True for lord in state.lords.values()}
    groups = [
        (title, [place.id for place in _sorted_map() if place.area == area])
        for area, title in AREAS.items()
    ]
    groups += [("Exile boxes", list(facts().box_sea)), ("At Sea", list(facts().seas))]
    groups.append(("Field", list(facts().fields)))
    return [
        {"area": title, "places": [_place(state, id) for id in places if id in occupied]}
        for title, places in groups
        if any(id in occupied for id in places)
    ]


def _place(state: State, id: str) -> Plain:
    locale = facts().locales.get(id)
    if locale is None:
        about = ["Sea" if id in facts().seas else "Battlefield"]
    elif board.is_box(id):
        about = ["Exile box"]
    else:
        about = ["Stronghold" if locale.kind == "special" else locale.kind.capitalize()]
        about += ["Port"] if board.is_port(id) else []
        about.append(PARTY[board.favour(state, id)])
    about += [state.wear[id].capitalize()] if id in state.wear else []
    return {
        "id": id,
        "name": board.name(id),
        "about": about,
        "words": f"{board.name(id)}: {', '.join(about)}",
        "favour": board.favour(state, id),
        "wear": state.wear.get(id, ""),
        "lords": [_lord(state, lord) for lord in board.lords_at(state, id)],
    }


def favour_by_area(state: State) -> list[Plain]:
    """Favour by Area; Dominance where one side holds all of it (1.3.1)."""
    rows = []
    for area, title in AREAS.items():
        held: dict[str, list[str]] = {"york": [], "lancaster": [], "": []}
        for place in _sorted_map():
            if place.area == area and (place.kind, area) != ("special", "none"):
                held[board.favour(state, place.id)].append(place.name)
        ruler = [s for s in SIDES if area in facts().areas and board.dominates(state, s, area)]
        rows.append(
            {
                "area": area,
                "title": title
                + (f", Dominated by the {lords.side_name(ruler[0])}" if ruler else ""),
                "york": held["york"],
                "lancaster": held["lancaster"],
                "neutral": held[""],
                "ruler": ruler[0] if ruler else "",
                "lines": [
                    f"{lords.side_name(side)}: {', '.join(held[side])}"
                    for side in SIDES
                    if held[side]
                ],
            }
        )
    return rows


def special_strongholds(state: State) -> list[Plain]:
    """London, Calais and Harlech count one by one (4.8.1)."""
    return [
        {
            "name": place.name,
            "favour": board.favour(state, place.id),
            "words": f"{place.name} {PARTY[board.favour(state, place.id)]}"
            + (" twice" if place.id == "london" and state.london_twice else ""),
        }
        for place in facts().locales.values()
        if place.kind == "special"
    ]


def favour_totals(state: State) -> list[Plain]:
    """The three net Favour markers of the edge track (1.3.1)."""
    rows = []
    for kind, title in KINDS.items():
        net = board.net_favour(state, kind)
        leader = PARTY["york" if net > 0 else "lancaster"]
        rows.append(
            {
                "kind": kind,
                "title": title,
                "net": net,
                "words": f"{title} {leader} {abs(net)}" if net else f"{title} even",
            }
        )
    return rows
