"""What conditions in scripts and policies may look at.

    enemy at york          an Enemy Lord there       york at ely        that Lord there
    favour york            york, lancaster, neutral  depleted ely       Depleted or Exhausted
    coin march             provender, carts, ships, troops, vassals, valour likewise
    strength               Forces units of one's Lords where the question is (`strength at york`,
                           `strength march` too); `enemy strength` likewise
    actions, round, turn   left on the card; of the Battle; box of the Calendar
    influence              one's own points on the net track, negative when behind

The state is public (or veiled for the side), so nothing here can reveal a secret. With Hidden Mats a
term about what an Enemy Lord has is refused, and he counts as one unit but in Battle (1.5.3).
"""

from __future__ import annotations

from pbem.engine.condition import id_named
from pbem.engine.facets.conditions import Conditions
from pbem.errors import BadScript
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.state import State

OF_A_LORD = ("coin", "provender", "carts", "ships", "troops", "vassals", "valour", "strength")
KNOWN = "enemy at PLACE, LORD at PLACE, favour PLACE, depleted PLACE, exhausted PLACE, strength, "
KNOWN += "enemy strength, actions, round, turn, influence, failed, success, lost, "
KNOWN += ", ".join(f"{word} LORD" for word in OF_A_LORD)


class PlantagenetConditions(Conditions[State]):
    terms = KNOWN

    def look(self, state: State, side: str, words: tuple[str, ...]) -> int | bool | str:
        """The value that words of a condition ask for, as `side` may see it. Raises BadScript for unknown or hidden ones."""
        match words:
            case ("enemy", "at", *place):
                return bool(board.enemies_at(state, _place(place, words), side))
            case (*lord, "at", place) if lord and lord[-1] not in ("strength", "enemy"):
                return state.lords[_lord(state, lord, words)].at == _place([place], words)
            case ("favour" | "favor", *place):
                return board.favour(state, _place(place, words)) or "neutral"
            case ("depleted", *place):
                return _place(place, words) in state.wear
            case ("exhausted", *place):
                return board.exhausted(state, _place(place, words))
            case ("strength",):
                return strength(state, place_asked(state), side)
            case ("enemy", "strength") | ("enemy",):
                return strength(state, place_asked(state), state.enemy(side))
            case ("strength", "at", *place):
                return strength(state, _place(place, words), side)
            case ("enemy", "strength", "at", *place):
                return strength(state, _place(place, words), state.enemy(side))
            case (asset, *lord) if asset in OF_A_LORD:
                lord_id = _lord(state, lord, words)
                if state.hidden_mats and lords.side_of(lord_id) != side:
                    why = f"what {lords.name(lord_id)} has is hidden from you (1.5.3)"
                    raise BadScript(text=" ".join(words), why=why)
                return _lord_value(state, asset, lord_id)
            case ("actions",):
                return state.actions
            case ("round",):
                return state.battle.round if state.battle else 0
            case ("turn",):
                return state.box
            case ("influence",):
                return influence.score(state, side)
            case _:
                raise BadScript(text=" ".join(words), why=f"you can look at: {KNOWN}")


def place_asked(state: State) -> str:
    """Where the question is: the Battle, else where the Active Lord stands."""
    if state.battle is not None:
        return state.battle.at
    return state.lords[state.active].at if state.active else ""


def strength(state: State, place: str, side: str) -> int:
    """4.4 Forces units (Retinue, Vassals, Troops) of a side at a place, Routed ones not counted."""
    return sum(units(state, lord) for lord in board.lords_at(state, place, side))


def units(state: State, lord: str) -> int:
    """Unrouted units on one mat."""
    mat = state.lords[lord]
    whole = mat.troops.total() + len(mat.vassals) + 1
    fighter = state.battle.lords.get(lord) if state.battle else None
    if fighter is None:
        return whole
    if fighter.place == "gone":
        return 0
    routed = fighter.routed.total() + len(fighter.routed_vassals) + fighter.routed_retinue
    return whole - routed


def _lord_value(state: State, asset: str, lord: str) -> int:
    mat = state.lords[lord]
    match asset:
        case "troops":
            return mat.troops.total()
        case "vassals":
            return len(mat.vassals)
        case "valour":
            return lords.valour(state, lord)
        case "strength":
            return units(state, lord)
        case _:
            return int(getattr(mat, asset))


def _place(words: list[str], term: tuple[str, ...]) -> str:
    place_ids = [*facts().locales, *facts().seas]
    return id_named(words, {id: (id,) for id in place_ids}, term, "place")


def _lord(state: State, words: list[str], term: tuple[str, ...]) -> str:
    return id_named(words, {id: (id,) for id in state.lords}, term, "Lord of this game")
