"""What conditions in policies may look at; the state is veiled for who looks.

enemy at london       enemy blocks there?          enemies london        how many
blocks london         one's own, how many          norfolk at kent       is one's own block there?
strength norfolk      of one's own block           attacker              is it oneself, in this battle
                      (the Rebel: the Pretender's)
strength, blocks      one's own in this battle, Reserves included; `enemy strength`, `enemy blocks`
                      are those on the field       round                 of this battle
king                  has one's side the crown?    turn, campaign        numbers
"""

from __future__ import annotations

from pbem.engine.condition import id_named
from pbem.engine.facets.conditions import Conditions
from pbem.errors import BadScript
from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.s6_3_attacks import field
from pbem.games.richard_iii.state import State

KNOWN = (
    "enemy at AREA, enemies AREA, blocks AREA, BLOCK at AREA, strength BLOCK, strength, blocks, "
    "enemy strength, enemy blocks, attacker, round, king, turn, campaign, failed, success, lost"
)
Value = int | bool | str


class RichardIIIConditions(Conditions[State]):
    terms = KNOWN

    def look(self, state: State, side: str, words: tuple[str, ...]) -> Value:
        """The value that words of a condition ask for, as `side` may see it. Raises BadScript for unknown ones."""
        enemy = state.enemy(side)
        match words:
            case ("enemy", "at", *place):
                return board.occupied(state, _area(place, words), enemy)
            case ("enemies", *place) if place:
                return len(board.at(state, _area(place, words), enemy))
            case ("blocks", *place) if place:
                return len(board.at(state, _area(place, words), side))
            case ("strength", *block) if block:
                return _strength_of(state, side, _block(side, block, words))
            case ("enemy", "strength" | "blocks"):
                return in_battle(state, side, enemy, words[1])
            case ("strength" | "blocks",):
                return in_battle(state, side, side, words[0])
            case ("attacker" | "round",):
                return of_battle(state, side, words[0])
            case ("king",):
                return state.king_side == side
            case ("turn",):
                return state.turn
            case ("campaign",):
                return state.campaign
            case (_, *_) if "at" in words[1:-1]:
                middle = words.index("at", 1)
                place_id = _area(list(words[middle + 1 :]), words)
                return state.blocks[_block(side, list(words[:middle]), words)].at == place_id
        raise BadScript(text=" ".join(words), why=f"you can look at: {KNOWN}")


def in_battle(state: State, side: str, of: str, about: str) -> int:
    """Of a side in the battle that is fought; 0 while there is none."""
    battle = state.contests.get(state.fighting)
    if battle is None:
        return 0
    army = board.at(state, battle.at, of) if of == side else field(state, battle, of)
    return len(army) if about == "blocks" else sum(state.blocks[id].strength for id in army)


def of_battle(state: State, side: str, about: str) -> Value:
    battle = state.contests.get(state.fighting)
    if about == "attacker":
        return battle is not None and battle.attacker == side
    return battle.round if battle else 0


def _strength_of(state: State, side: str, id: str) -> int:
    """A block's steps; 0 off the map. Raises BadScript for the Rebel of the enemy (3.26)."""
    if id == blocks.REBEL and side != state.pretender_side:
        raise BadScript(
            text=f"strength {id}",
            why="the Rebel fights for the Pretender, who alone sees it (3.26)",
        )
    return state.blocks[id].strength if blocks.on_map(state, id) else 0


def _area(words: list[str], term: tuple[str, ...]) -> str:
    names = {id: (id, area.name, area.city) for id, area in facts().areas.items()}
    return id_named(words, names, term, "area")


def _block(side: str, words: list[str], term: tuple[str, ...]) -> str:
    """One's own block by its word in order lines or its name, in either colour."""
    own = (side, "pretender")
    names = {
        id: (blocks.word(id), blocks.name(id))
        for id, label in facts().blocks.items()
        if label.side in own
    }
    return id_named(words, names, term, "block of yours")
