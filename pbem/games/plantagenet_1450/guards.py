"""What conditions in scripts and policies may look at.

    enemy at york          an enemy leader there: in a hex, an area or a foreign territory; `own at` likewise
    warwick at london      that leader there       control kent        york, lancaster, neutral
    units warwick          fatigue, command, quality likewise
    strength               units still in columns in this battle; `enemy strength` likewise
    strength at 1612       units of one's armies there; `enemy strength at` likewise
    stack warwick          units of all who stand in his hex; `threat warwick`: of enemies there and beside it
    treasury, legitimacy   one's own; `enemy treasury`, `enemy legitimacy` likewise
    relations france       one's level there, negative if it is the enemy's
    bid on siege           is Treasury bid for such a roll now? coronation, diplomacy, ... likewise
    turn, impulse, campaign turn, campaign turns, points, round

All of it is public, so nothing here can reveal a secret.
"""

from __future__ import annotations

from functools import lru_cache
from types import MappingProxyType

from pbem.engine.condition import Spellings, id_named
from pbem.engine.facets.conditions import Conditions
from pbem.errors import BadScript
from pbem.games.plantagenet_1450 import conditions
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import ABROAD, NEUTRAL, Facts, facts
from pbem.games.plantagenet_1450.s9_2_treasury import ROLLS
from pbem.games.plantagenet_1450.state import State

OF_A_LEADER = ("units", "fatigue", "command", "quality", "stack", "threat")
TRACKS = ("treasury", "legitimacy")
KNOWN = (
    "enemy at PLACE, own at PLACE, LEADER at PLACE, control AREA, strength, enemy strength, "
    "strength at PLACE, enemy strength at PLACE, treasury, legitimacy, enemy treasury, enemy legitimacy, "
    "relations TERRITORY, bid on ROLL, turn, impulse, campaign turn, campaign turns, points, round, failed, success, lost, "
    + ", ".join(f"{word} LEADER" for word in OF_A_LEADER)
)


class Plantagenet1450Conditions(Conditions[State]):
    terms = KNOWN
    fills = MappingProxyType({"ROLL": ROLLS})

    def look(self, state: State, side: str, words: tuple[str, ...]) -> int | bool | str:
        """The value that words of a condition ask for, as `side` sees it. Raises BadScript for unknown ones."""
        enemy = state.enemy(side)
        match words:
            case ("enemy", "at", *place):
                return bool(leaders_at_place(state, enemy, _place(place, words)))
            case ("own", "at", *place):
                return bool(leaders_at_place(state, side, _place(place, words)))
            case ("control", *area):
                return state.control.get(facts().areas[_area(area, words)].group, NEUTRAL)
            case ("strength",):
                return units_in_columns(state, side)
            case ("enemy", "strength") | ("enemy",):
                return units_in_columns(state, enemy)
            case ("strength", "at", *place):
                return strength(state, side, _place(place, words))
            case ("enemy", "strength", "at", *place):
                return strength(state, enemy, _place(place, words))
            case (track,) if track in TRACKS:
                return _track(state, track, side)
            case ("enemy", track) if track in TRACKS:
                return _track(state, track, enemy)
            case ("relations", *territory):
                where = _territory(territory, words)
                own = conditions.level(state, side, where)
                return own or -conditions.level(state, enemy, where)
            case ("bid", "on", *roll):
                return state.bidding == id_named(
                    roll, {one: (one,) for one in ROLLS}, words, "roll"
                )
            case ("campaign", "turn" | "turns" as what):
                return state.campaign_turn if what == "turn" else state.campaign_turns
            case ("turn",):
                return state.turn
            case ("impulse",):
                return state.impulse
            case ("points",):
                return state.points[-1].left if state.points else 0
            case ("round",):
                return state.battle.round if state.battle else 0
            case (what, *leader) if what in OF_A_LEADER:
                return _of_leader(state, what, _leader(state, leader, words))
            case (*leader, "at", place) if leader:
                id = _leader(state, leader, words)
                return id in leaders_at_place(state, state.leaders[id].side, _place([place], words))
            case _:
                raise BadScript(text=" ".join(words), why=f"you can look at: {KNOWN}")


def leaders_at_place(state: State, side: str, place: str) -> list[str]:
    """A side's free leaders in a hex, an area or a foreign territory."""
    return [id for id in leaders.free(state, side) if _is_in(state.leaders[id].at, place)]


def _is_in(at: str, place: str) -> bool:
    area = board.area_of(at)
    return place in (at, at.removeprefix(ABROAD)) or (area is not None and area.id == place)


def strength(state: State, side: str, place: str) -> int:
    """Combat units of its armies there."""
    return sum(len(state.leaders[id].army) for id in leaders_at_place(state, side, place))


def units_in_columns(state: State, side: str) -> int:
    """16.4.6.9 Units in columns in this battle, 0 outside one."""
    if state.battle is None:
        return 0
    return sum(one.stands for one in state.battle.fighters if one.side == side)


def _track(state: State, name: str, side: str) -> int:
    track = state.treasury if name == "treasury" else state.legitimacy
    return track.get(side, 0)


def _of_leader(state: State, what: str, id: str) -> int:
    leader = state.leaders[id]
    if what in ("units", "fatigue"):
        return len(leader.army) if what == "units" else leader.fatigue
    if leader.status != "free":
        return 0
    if what == "stack":
        return strength(state, leader.side, leader.at)
    if what == "threat":
        near = [leader.at, *facts().beside.get(leader.at, ())]
        return sum(strength(state, state.enemy(leader.side), at) for at in near)
    return int(getattr(leaders.rating(state, id), what))


def _place(words: list[str], term: tuple[str, ...]) -> str:
    areas, all_ = _places(facts())
    return id_named(words, areas if " ".join(words) in areas else all_, term, "place")


def _area(words: list[str], term: tuple[str, ...]) -> str:
    areas, _ = _places(facts())
    return id_named(words, areas, term, "area")


@lru_cache(maxsize=8)
def _places(known: Facts) -> tuple[Spellings, Spellings]:
    """The areas; and hexes, areas and foreign territories."""
    hexes = {one.id: (one.id, one.town) if one.town else (one.id,) for one in known.hexes.values()}
    areas = {area.id: (area.id, area.name) for area in known.areas.values()}
    abroad = {one.id: (one.id, one.name) for one in known.territories.values()}
    return Spellings(areas), Spellings({**hexes, **areas, **abroad})


def _territory(words: list[str], term: tuple[str, ...]) -> str:
    territory_names = {one.id: (one.id, one.name) for one in facts().territories.values()}
    return id_named(words, territory_names, term, "foreign territory")


def _leader(state: State, words: list[str], term: tuple[str, ...]) -> str:
    return id_named(words, _leaders(facts(), tuple(state.leaders)), term, "leader of this game")


@lru_cache(maxsize=8)
def _leaders(known: Facts, ids: tuple[str, ...]) -> Spellings:
    return Spellings({id: (id, known.leaders[id].name) for id in ids})
