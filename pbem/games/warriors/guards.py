"""What conditions in policies may look at. Everything is public (C29).

enemy at london          an enemy noble there      warwick at wales    that noble there
control wales            york, lancaster or none   aggressor           is it oneself, in this battle
strength, dice           one's own in this battle (`strength at wales` elsewhere);
                         `enemy strength`, `enemy dice`, `enemy strength at wales` likewise
nobles, enemy nobles     how many in this battle
troops warwick           stars, battle, leadership likewise
round, missed            of this battle            turn, value         turn number, Initiative
impulses                 one's own left            lead                own VP ahead, negative: behind
"""

from __future__ import annotations

from pbem.engine.condition import id_named
from pbem.engine.facets.conditions import Conditions
from pbem.errors import BadScript
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import SIDES, facts
from pbem.games.warriors.s7_3_attack import dice
from pbem.games.warriors.state import State

OF_A_NOBLE = ("troops", "stars", "battle", "leadership")
KNOWN = (
    "enemy at PLACE, NOBLE at PLACE, control PLACE, aggressor, strength, dice, nobles, "
    "enemy strength, enemy dice, enemy nobles, strength at PLACE, enemy strength at PLACE, "
    "round, missed, turn, value, "
    "impulses, lead, failed, success, lost, " + ", ".join(f"{word} NOBLE" for word in OF_A_NOBLE)
)
Value = int | bool | str


class WarriorsConditions(Conditions[State]):
    terms = KNOWN

    def look(self, state: State, side: str, words: tuple[str, ...]) -> Value:
        """The value that words of a condition ask for, as `side` sees it. Raises BadScript for unknown ones."""
        enemy = state.enemy(side)
        match words:
            case ("enemy", "strength", "at", *place):
                return strength(state, _place(place, words), enemy)
            case ("strength", "at", *place):
                return strength(state, _place(place, words), side)
            case ("enemy", "at", *place):
                return bool(nobles.at(state, _place(place, words), enemy))
            case ("enemy", *about):
                return in_battle(state, enemy, "".join(about) or "strength", words)
            case ("control", *place):
                return board.controller(state, _place(place, words)) or "none"
            case (asset, *noble) if noble and asset in OF_A_NOBLE:
                return _noble_value(state, asset, _noble(noble, words))
            case (_, *_) if "at" in words[1:-1]:
                middle = words.index("at", 1)
                place_id = _place(list(words[middle + 1 :]), words)
                return state.nobles[_noble(list(words[:middle]), words)].at == place_id
            case ("turn" | "value" | "impulses" | "lead",):
                return of_the_game(state, side, words[0])
            case (about,):
                return in_battle(state, side, about, words)
            case _:
                raise BadScript(text=" ".join(words), why=f"you can look at: {KNOWN}")


def of_the_game(state: State, side: str, about: str) -> int:
    match about:
        case "turn":
            return state.turn
        case "value":
            return state.value
        case "impulses":
            return state.impulses[side]
        case _:
            return state.lead if side == "lancaster" else -state.lead


def in_battle(state: State, side: str, about: str, words: tuple[str, ...]) -> Value:
    """The value of a word about a side in the battle that is fought; 0 while there is none. Raises BadScript."""
    battle = state.battle
    army = nobles.at(state, battle.at, side) if battle else []
    match about:
        case "strength":
            return nobles.strength(state, army)
        case "nobles":
            return len(army)
        case "dice":
            ready = battle is not None and len(battle.commanders) == len(SIDES) and army
            return dice(state, side) if ready else 0
        case "aggressor":
            return battle is not None and battle.aggressor == side
        case "round":
            return battle.round if battle else 0
        case "missed":
            return battle.missed if battle else 0
        case _:
            raise BadScript(text=" ".join(words), why=f"you can look at: {KNOWN}")


def strength(state: State, place: str, side: str) -> int:
    """2.2.2 Nobles and Troops of a side at a place."""
    return nobles.strength(state, nobles.at(state, place, side))


def _noble_value(state: State, asset: str, id: str) -> int:
    if asset == "troops":
        return state.nobles[id].troops
    return int(getattr(nobles.face(state, id), asset))


def _place(words: list[str], term: tuple[str, ...]) -> str:
    names = {id: (id, place.abbr, place.name) for id, place in facts().places.items()}
    return id_named(words, names, term, "place")


def _noble(words: list[str], term: tuple[str, ...]) -> str:
    """By his key or by the name on either side of his counter."""
    names = {id: (id, *nobles.spellings(c)) for id, c in facts().nobles.items()}
    return id_named(words, names, term, "noble of this game")
