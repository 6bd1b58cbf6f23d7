"""The conditions of `effects.md` in words: what cards need, what goals and campaigns are won by."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.engine.prose import listing
from pbem.errors import Impossible
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.conditions import BOUND, Condition, parsed
from pbem.games.plantagenet_1450.facts import ABROAD, SIDES, facts

SOLE_KING = "there is a sole king", "there is no sole king"
FLAGS = {
    "berwick_scottish": ("the Scots hold Berwick", "Berwick is English"),
    "gloucester_crownable": ("Gloucester may be crowned", "Gloucester may not be crowned"),
    "henry_incapacitated": ("Henry VI is out of his wits", "Henry VI is in his wits"),
    "no_campaign_start": (
        "nobody can open a Campaign with points this turn",
        "a Campaign may be opened with points",
    ),
    "protectorate": (
        "no card picks Calais, which declared for the Protector (C103)",
        "cards may pick Calais",
    ),
    "treaty_of_arras": (
        "France and Burgundy are at peace",
        "France and Burgundy are not at peace",
    ),
}
"""What a flag means while it stands, and while it does not."""


def conditions_sentence(conditions: Iterable[str]) -> str:
    """Several that must all hold; who is free in England is free."""
    some = list(conditions)
    free = {one.replace("in_england", "free", 1) for one in some if one.startswith("in_england")}
    return listing(condition_text(one) for one in some if one not in free)


def condition_text(text: str) -> str:
    """One condition: `Lancaster controls Kent`. Raises Impossible for what is not in `effects.md`."""
    condition = parsed(text)
    yes, no = _number_words(condition) if condition.compared else _plain_words(condition)
    return no if condition.negated else yes


def who(side: str) -> str:
    """`York`, or `your side`."""
    words = {"self": "your side", "enemy": "the enemy", "king": "the side of the king"}
    return words[side] if side in words else board.side_name(side)


def whose(side: str) -> str:
    """`Yorkist`, `friendly`."""
    words = {
        "self": "friendly",
        "enemy": "enemy",
        "any": "",
        "neutral": "neutral",
        "king": "king's",
    }
    return words[side] if side in words else SIDES[side].adjective


def place_name(id: str) -> str:
    """`Kent`, `Burgundy`, or `that area` for one that a card has named before."""
    if id.startswith(BOUND):
        return "that area"
    if id.startswith(ABROAD):
        return facts().territories[id.removeprefix(ABROAD)].name
    return facts().areas[id].name if id in facts().areas else id.replace("_", " ").capitalize()


def _plain_words(condition: Condition) -> tuple[str, str]:
    """A condition that counts nothing, in words: the clause for when it holds, and the one for when it does not."""
    match condition.name, condition.about:
        case "controls", ("none", area):
            return f"{place_name(area)} is neutral", f"{place_name(area)} is not neutral"
        case "controls", (side, area):
            return (
                f"{who(side)} controls {place_name(area)}",
                f"{who(side)} does not control {place_name(area)}",
            )
        case "in_play", (id,):
            return (
                f"{leaders.the(id, goes_on=True)} is in play",
                f"{leaders.the(id, goes_on=True)} is not in play",
            )
        case "alive" | "dead" | "free" as how, (id,):
            return (
                f"{leaders.the(id, goes_on=True)} is {how}",
                f"{leaders.the(id, goes_on=True)} is not {how}",
            )
        case "captive", (id,):
            return (
                f"{leaders.the(id, goes_on=True)} is a captive",
                f"{leaders.the(id, goes_on=True)} is no captive",
            )
        case "dead_or_captive", (id,):
            return (
                f"{leaders.the(id, goes_on=True)} is dead or captive",
                f"{leaders.the(id, goes_on=True)} is neither dead nor captive",
            )
        case "in_england", (id,):
            return (
                f"{leaders.the(id, goes_on=True)} is free in England",
                f"{leaders.the(id, goes_on=True)} is not free in England",
            )
        case "foreign", (id, territory):
            land = facts().territories[territory].name
            return (
                f"{leaders.the(id, goes_on=True)} is in {land}",
                f"{leaders.the(id, goes_on=True)} is not in {land}",
            )
        case "side", (id, side):
            return (
                f"{leaders.the(id, goes_on=True)} serves {who(side)}",
                f"{leaders.the(id, goes_on=True)} does not serve {who(side)}",
            )
        case "crowned", (id,):
            return (
                f"{leaders.the(id, goes_on=True)} lives and is crowned",
                f"{leaders.the(id, goes_on=True)} is not crowned",
            )
        case "was_crowned", (id,):
            return (
                f"{leaders.the(id, goes_on=True)} has been crowned",
                f"{leaders.the(id, goes_on=True)} has never been crowned",
            )
        case "leader_in", (side, where):
            return _standing(side, place_name(where))
        case "leader_in_hex", (side, at):
            return _standing(side, board.name(at), "stands")
        case "flag", (name,):
            return FLAGS[name]
        case name, about:
            return _kings(name, about)


def _standing(side: str, where: str, verb: str = "is") -> tuple[str, str]:
    article = "an" if whose(side)[0] in "aeiou" else "a"
    words = f"{whose(side)} leader {verb} in {where}"
    return f"{article} {words}", f"no {words}"


def _kings(name: str, about: tuple[str, ...]) -> tuple[str, str]:
    """A condition about kings, heirs or the battle, in words: that it holds, and that it does not."""
    match name, about:
        case "sole_king", ("any",):
            return "there is a sole king or Protector", "there is no sole king"
        case "king_exists", ():
            return "there is a sole king or Protector", "there is no sole king"
        case "sole_king", (side,):
            return (
                f"{who(side)} has the sole king or the Protector",
                f"{who(side)} does not have the sole king",
            )
        case "victory_king", ("any",):
            return SOLE_KING
        case "victory_king", (side,):
            return f"{who(side)} has the sole king", f"{who(side)} does not have the sole king"
        case "all_heirs_dead", (side,):
            return f"all heirs of {who(side)} are dead", f"an heir of {who(side)} lives"
        case "heir_in_play", (side,):
            return (
                f"a king or heir of {who(side)} is in play",
                f"no king or heir of {who(side)} is in play",
            )
        case "crowned_claimant", (side,):
            return (
                f"a crowned leader of {who(side)} is free in England",
                f"no crowned leader of {who(side)} is free in England",
            )
        case "attacker", ("self",):
            return "you attack", "you do not attack"
        case "defender", ("self",):
            return "you defend", "you do not defend"
        case "winner", ("self",):
            return "you have won the battle", "you have not won the battle"
        case "committed", ("self",):
            return "you have committed a leader", "you have committed nobody"
        case _:
            raise Impossible(f"{name}({','.join(about)}) is no condition")


def _number_words(condition: Condition) -> tuple[str, str]:
    """A condition with a number, in words: the clause for when it holds, and the one for when it does not."""
    n = condition.number
    many = {">=": f"at least {n}", "<=": f"at most {n}", "=": f"{n}"}[condition.compared]
    few = {">=": f"fewer than {n}", "<=": f"more than {n}", "=": f"not {n}"}[condition.compared]
    match condition.name, condition.about:
        case "areas", (side,):
            return f"{who(side)} controls {many} areas", f"{who(side)} controls {few} areas"
        case "legit" | "treasury" as track, (side,):
            name = {"legit": "Legitimacy", "treasury": "Treasury"}[track]
            return f"{who(side)} has {many} {name}", f"{who(side)} has {few} {name}"
        case "units_in_england", (side,):
            return (
                f"{who(side)} has {many} units in England",
                f"{who(side)} has {few} units in England",
            )
        case "legit_lead", (side,) if condition.compared == ">=" and n <= 0:
            behind = f"at most {-n} Legitimacy behind" if n else "not behind in Legitimacy"
            return f"{who(side)} is {behind}", f"{who(side)} is farther behind in Legitimacy"
        case "legit_lead", (side,):
            return (
                f"{who(side)} leads by {many} Legitimacy",
                f"{who(side)} leads by {few} Legitimacy",
            )
        case "turn", ():
            turn_words = {
                ">=": f"turn {n} or later",
                "<=": f"turn {n} or earlier",
                "=": f"turn {n}",
            }
            return (
                f"it is {turn_words[condition.compared]}",
                f"it is not {turn_words[condition.compared]}",
            )
        case "diplomacy", (side, territory):
            land = facts().territories[territory].name
            if condition.compared == ">=" and n == 1:
                return f"{who(side)} is on terms with {land}", f"{who(side)} is not"
            return (
                f"{who(side)} has a level of {many} in {land}",
                f"{who(side)} has a level of {few} in {land}",
            )
        case name, about:
            raise Impossible(f"{name}({','.join(about)}) counts nothing")
