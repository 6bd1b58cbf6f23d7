"""The steps of `effects.md` in words, for `pbem card`: one sentence a step.

`you` is the side whose event it is, whoever has played the card (C27).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.engine.prose import listing
from pbem.errors import Impossible
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.condition_words import (
    FLAGS,
    conditions_sentence,
    place_name,
    who,
    whose,
)
from pbem.games.plantagenet_1450.conditions import BOUND
from pbem.games.plantagenet_1450.facts import facts

Step = Mapping[str, Any]

NUMBERS = ("no", "one", "two", "three")
CHANGED = {
    "battle_shift": "every unit of {whose} stands {n} columns up",
    "terrain_shift": "the ground favours {whose} by {n} more columns",
    "missile_die": "missile dice of {whose}: {n}",
    "crt_die": "melee rolls of {whose}: {n}",
    "capture_die": "rolls of {whose} on the killed and captured: {n}",
    "movement_points": "movement points: {n}",
    "siege_die": "the siege roll: {n}",
    "defection_die": "defection rolls of {whose}: {n}",
    "heir_die": "heir checks of {whose}: {n} in favour of the check",
    "join_auto": "{n} subsidiary force joins without a roll",
    "treasury_free": "{n} points of Treasury free",
    "committed_tactical": "the Tactical of the committed leader of {whose}: {n}, not below 0",
}
"""What `modify` changes, by whose."""
SCOPES = {
    "this": "",
    "this_round": ", in this round",
    "first_round": ", in the first round",
    "battle": ", for the battle",
    "turn": ", until the turn ends",
}
SET = {
    "no_campaign_start": "nobody may open a Campaign with points until the turn ends",
    "captives_killed_on_5": "after this battle leaders are killed on a 5, too",
    "no_missile_fire": "there is no missile fire in this battle",
    "ignore_zoc": "he ignores Zones of Control in this activation",
}
"""What a flag does that ends by itself."""
CANCELLED = {
    "sea_move": "the sea move fails",
    "event": "the event has no effect",
    "capture_or_execution": "he is not captured or executed",
    "river_crossing": "the force stops before the river, and its other points are lost",
}
HAS = {
    "port": "a port",
    "cathedral": "a cathedral",
    "fort": "a fortification",
    "unreduced_fort": "an unreduced fortification",
    "leader_self": "one of your leaders",
    "leader_enemy": "an enemy leader",
    "leader_any": "a leader",
    "leader_york": "a Yorkist leader",
    "leader_lancaster": "a Lancastrian leader",
}


def sentences(steps: Sequence[Step]) -> list[str]:
    """A sentence for each step, in their order. Raises Impossible for one that is not in `effects.md`."""
    return [_capital(step_text(step)) + "." for step in steps]


def step_text(step: Step) -> str:
    """One step of a card as a clause without a full stop, such as `York: Treasury +2`."""
    match step["op"]:
        case "when":
            return _when(step)
        case "roll":
            return _roll(step)
        case "choose":
            each = (f"{one['label']}: {together(one['do'])}" for one in step["options"])
            return (
                f"{who(step['by'])} chooses what can be carried out in full: {'; or '.join(each)}"
            )
        case "legitimacy" | "treasury" as track:
            return f"{who(step['side'])}: {track.capitalize()} {_amount(step['amount'])}"
        case "control" | "diplomacy" | "flag" | "points" | "recruit":
            return _board(step)
        case "modify" | "shots" | "rally" | "lose_units" | "cancel" | "campaign":
            return _modifier_text(step)
        case _:
            return _leaders(step)


def together(steps: Sequence[Step]) -> str:
    return ", then ".join(step_text(step) for step in steps) or "nothing"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _amount(amount: int | str) -> str:
    if isinstance(amount, int):
        return f"{amount:+}"
    return "minus a die" if amount.startswith("-") else "plus a die"


def _count(n: int) -> str:
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


def _when(step: Step) -> str:
    otherwise = f"; otherwise {together(step['else'])}" if step.get("else") else ""
    conditions = step["if"] if isinstance(step["if"], list) else [step["if"]]
    return f"if {conditions_sentence(conditions)}: {together(step['then'])}{otherwise}"


def _roll(step: Step) -> str:
    treasury = ", which Treasury may change (9.2.2)" if step["treasury"] else ""
    more = step.get("mod_units")
    added = f", plus 1 for every {_count(more['per'])} units that he has left" if more else ""
    rolls = "roll" if step["by"] == "self" else f"{who(step['by'])} rolls"
    bands = [(_band(band["min"], band["max"]), together(band["do"])) for band in step["bands"]]
    return f"{rolls} a die{treasury}{added}: {'; '.join(f'{on} {what}' for on, what in bands)}"


def _band(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least}-{most}"


def _board(step: Step) -> str:
    """A step that changes control, relations, flags, points or a Force Pool, in words."""
    match step["op"]:
        case "control" if step["to"] == "neutral":
            return f"{area(step['area'])} {_verb(step['area'], 'become')} neutral"
        case "control":
            verb = _verb(step["area"], "come")
            change = f"{area(step['area'])} {verb} under the control of {who(step['to'])}"
            return f"{change} with its garrison" if step.get("garrison") else change
        case "diplomacy":
            way = "up" if step["steps"] > 0 else "down"
            land = facts().territories[step["territory"]].name
            return f"relations of {who(step['side'])} with {land}: {_levels(step['steps'])} {way}"
        case "flag" if step["name"] in SET:
            return SET[step["name"]]
        case "flag":
            yes, no = FLAGS[step["name"]]
            return f"from now on {yes if step['value'] else no}"
        case "points":
            uses = listing((use.replace("_", " ") for use in step["uses"]), "or")
            return f"{who(step['side'])} may spend {step['amount']} points at once, on {uses} only"
        case _:
            unit = facts().units[step["unit"]].name
            roll = "a roll on the Recruitment Table for "
            many = roll if step.get("table") else f"{step['count']} "
            return f"{who(step['side'])} gets {many}{unit} in its Force Pool"


def _levels(steps: int) -> str:
    return f"{_count(abs(steps))} level{'s' if abs(steps) > 1 else ''}"


def _modifier_text(step: Step) -> str:
    """A step that changes how something is rolled, shot, rallied or cancelled, in words."""
    match step["op"]:
        case "modify":
            whose_ = who(step["side"])
            n = step["amount"]
            is_count = step["what"] in (
                "battle_shift",
                "terrain_shift",
                "join_auto",
                "treasury_free",
            )
            words = CHANGED[step["what"]].format(whose=whose_, n=n if is_count else f"{n:+}")
            return (
                words.replace("1 columns", "1 column").replace("1 more columns", "1 more column")
                + SCOPES[step["scope"]]
            )
        case "shots":
            return f"{who(step['side'])} has {_count(step['count'])} more missile shots that hit on {step['rating']}-6"
        case "rally":
            return (
                f"up to {_count(step['count'])} Wavering units of {who(step['side'])} return to "
                f"column {step['column']}"
            )
        case "lose_units":
            return f"every Wavering unit of {who(step['side'])} is eliminated"
        case "cancel":
            return CANCELLED[step["what"]]
        case _:
            return f"the Campaign lasts {_count(step['turns'])} more campaign turn, up to six"


def _leaders(step: Step) -> str:
    """A step that is about a leader, in words."""
    match step["op"]:
        case "place":
            return f"place {leader(step['leader'])} {_placed(step['at'])}"
        case "move":
            return _moved(step)
        case "remove" if step["to"] == "dead":
            return f"{leader(step['leader'])} dies, for good"
        case "remove":
            prison = area(step["to"].removeprefix("captive:"))
            return f"{leader(step['leader'])} is a captive in {prison}"
        case "release":
            return f"{leader(step['leader'])} is free, in {area(step['at'])}"
        case "flip":
            with_area = ", and the area he is in with him" if step["convert_area"] else ""
            return f"{leader(step['leader'])} turns to {who(step['to'])}{with_area}"
        case "loyalty":
            bonus_text = f" plus {step['bonus']}" if step["bonus"] else ""
            outcome = together(step["on_defect"]) if step.get("on_defect") else "he changes sides"
            return (
                f"a die{bonus_text} above the Loyalty of {leader(step['leader'])}, no 1: {outcome}"
            )
        case "withdraw":
            return (
                f"{leader(step['leader'])} stands aside with his army and changes sides afterwards"
            )
        case "battle":
            muster_text = ", after both have mustered (13.2)" if step["muster"] else ""
            return f"{leader(step['attacker'])} fights a battle (13.2.3) against {leader(step['defender'])}{muster_text}"
        case "capture_check":
            return f"{leader(step['leader'])} rolls as a lone leader (16.4.7); who escapes goes to an adjacent area"
        case "muster":
            return f"{leader(step['leader'])} musters (13.2), units of any type"
        case "incapacitate":
            return f"{leader(step['leader'])} loses his wits (8.9)"
        case "protector":
            return f"{leader(step['leader'])} is Protector until the king recovers (17.3)"
        case "heir":
            return f"{leader(step['leader'])} comes of age {_count(step['turns'])} turn sooner"
        case op:
            raise Impossible(f"{op} is no operation of effects.md")


def _placed(at: str) -> str:
    return (
        "in one of his areas, or with a royal leader of his side"
        if at == "home_or_royal"
        else f"in {place_name(at)}"
    )


def _moved(step: Step) -> str:
    how = ", by sea" if step["mode"] == "sea" else ""
    army = ", with his army" if step["with_army"] else ""
    lost = ", each unit lost on a 6" if step.get("attrition") == 0 else ""
    may = "may go" if step.get("optional") else "goes"
    return f"{leader(step['leader'])} {may} to {area(step['to'])}{how}{army}{lost}"


def leader(selector: str | Step) -> str:
    """Whom a step of a card names, in words: `Henry VI`, `that leader`, `a Yorkist noble in Burgundy`."""
    if isinstance(selector, str):
        return "that leader" if selector.startswith(BOUND) else leaders.the(selector)
    kind = {"royal": "royal leader", "noble": "noble"}.get(selector.get("kind", ""), "leader")
    words = " ".join(filter(None, (whose(selector["side"]), kind)))
    parts = ["an" if words[0] in "aeiou" else "a", words]
    if at := selector.get("at"):
        parts.append(_where(at))
    if near := selector.get("near"):
        parts.append(
            f"{_where(near)} or next to it" if not _is_bound(near) else "in his area or next to it"
        )
    if selector.get("rated"):
        parts.append("with a numbered Loyalty")
    if selector.get("in_battle"):
        parts.append("in the battle")
    if selector.get("alone"):
        parts.append("without another leader of his side")
    return " ".join(parts)


def _is_bound(at: str | Step) -> bool:
    return isinstance(at, str) and at.startswith(BOUND)


def _where(at: str | Step) -> str:
    if isinstance(at, str):
        return f"in {place_name(at)}"
    return f"in {area(at)}"


def area(selector: str | Step) -> str:
    """Where a step of a card happens, in words: `Kent`, `up to two enemy areas without an enemy leader`."""
    if isinstance(selector, str):
        return place_name(selector)
    ids, holder = selector.get("ids", ()), selector.get("control", "")
    lacks, has = selector.get("lacks", ()), selector.get("has", ())
    bare = not holder and "region" not in selector
    if len(ids) == 1 and bare:
        return place_name(ids[0]) + _with(has, lacks)
    pick = selector.get("pick", 1)
    many = "an area" if pick == 1 else f"up to {_count(pick)} areas"
    if ids and bare:
        many = "one" if pick == 1 else f"up to {_count(pick)}"
    region = f" in the {selector['region'].replace('_', '-')}" if "region" in selector else ""
    among = f" of {listing(map(place_name, ids), 'or')}" if ids else ""
    under = _held(holder, pick > 1) if holder else ""
    return f"{many}{among}{region}{under}{_with(has, lacks)}"


def _verb(selector: str | Step, verb: str) -> str:
    several = not isinstance(selector, str) and selector.get("pick", 1) > 1
    return verb if several else f"{verb}s"


def _held(holder: str, several: bool) -> str:
    match holder:
        case "neutral":
            return f" that {'are' if several else 'is'} neutral"
        case "king":
            return " under the king's control"
        case _:
            return f" that {who(holder)} controls"


def _with(has: Iterable[str], lacks: Iterable[str]) -> str:
    having = listing(HAS[one] for one in has)
    without = listing((HAS[one] if one in HAS else _terms(one) for one in lacks), "or")
    return (f" with {having}" if having else "") + (f" without {without}" if without else "")


def _terms(lacked: str) -> str:
    """`diplomacy_controller:scotland`."""
    territory = lacked.partition(":")[2]
    return f"a controller who is on terms with {facts().territories[territory].name}"
