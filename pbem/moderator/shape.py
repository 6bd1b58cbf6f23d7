"""The shapes of signed bodies (PROTOCOL.md): what is not exactly so is refused before it is used."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from pbem.errors import Garbled
from pbem.protocol.hashing import is_digest

Fields = Mapping[str, type]

ACCEPT: Fields = {
    "v": int,
    "type": str,
    "game": str,
    "from": str,
    "head": str,
    "name": str,
    "keys": dict,
    "anchor": str,
}
ORDER: Fields = {
    "v": int,
    "type": str,
    "game": str,
    "from": str,
    "seq": int,
    "revision": int,
    "head": str,
    "link": str,
    "answers": str,
    "lines": list,
}
ORDER_PARTS: Mapping[str, Fields] = {
    "plan": {"slot": str, "commitment": str},
    "sealed": {"to": str, "data": str, "commitment": str},
    "openings": {"slot": str, "salt": str, "card": str},
}
ENTRY: Fields = {
    "v": int,
    "type": str,
    "n": int,
    "prev": str,
    "order": dict,
    "state_hash": str,
}
ENTRY_PARTS: Mapping[str, Fields] = {
    "decisions": {"side": str, "request": str, "line": str, "by": str},
    "rolls": {"label": str, "sides": int, "value": int},
    "shuffles": {"deck": str, "count": int, "k": int, "cards": list},
    "openings": {"slot": str, "salt": str, "card": str},
    "deals": {"slot": str, "to": str, "sealed": str},
}
SEATS: Mapping[str, Fields] = {
    "seat": {"agreed": list},
    "gm": {"role": str, "escrow": str},
}
TOLD: Fields = {"to": str, "sealed": str, "clear": dict}
HANDOVER: Fields = {"to": str, "sealed": str}
SECRET: Fields = {"salt": str, "cards": list, "lines": list, "scripts": list}
GENESIS: Fields = {
    "v": int,
    "type": str,
    "n": int,
    "prev": str,
    "game": str,
    "nonce": str,
    "rules": str,
    "rules_version": str,
    "data_hash": str,
    "scenario": str,
    "options": dict,
    "gm": dict,
    "sides": list,
    "invited": dict,
    "anchors": dict,
    "state_hash": str,
}
STATEMENT: Fields = {
    "v": int,
    "type": str,
    "game": str,
    "from": str,
    "head": str,
    "entry": int,
    "text": str,
}
CLAIM: Fields = {**ACCEPT, "seq": int, "text": str}
PLACED: Fields = {"v": int, "type": str, "n": int, "prev": str, "state_hash": str}
RULING: Fields = {"kind": str, "entry": int, "side": str, "lines": list, "reason": str}
CLOCK: Fields = {
    "kind": str,
    "at": int,
    "side": str,
    "hours": int,
    "grace": int,
    "ending": str,
    "reason": str,
}
VEILED: Fields = {"told": list, "asked": list, "seen": list}
MAX_LINES = 200
MAX_TEXT = 2000
VERSION = 1


def require(body: Any, fields: Fields, optional: Fields | None = None) -> None:
    """Refuse a body with missing, unknown or mistyped fields. Raises Garbled."""
    if not isinstance(body, dict):
        raise Garbled(why="a part of the signed body has the wrong shape")
    known = {**fields, **(optional or {})}
    missing = sorted(fields.keys() - body.keys())
    extra = sorted(body.keys() - known.keys())
    if missing or extra:
        raise Garbled(why=f"fields missing: {missing}, unknown: {extra}")
    wrong = sorted(name for name, value in body.items() if type(value) is not known[name])
    if wrong:
        raise Garbled(why=f"fields of the wrong type: {wrong}")


def require_parts(body: Mapping[str, Any], parts: Mapping[str, Fields]) -> None:
    """Refuse lists of parts, where there are any, with another shape. Raises Garbled."""
    for name, fields in parts.items():
        for part in body.get(name, []):
            require(part, fields)


def accept(body: Any) -> None:
    """Raises Garbled unless this is the body of an accept."""
    require(body, ACCEPT)
    _is(body, "accept")
    if body["keys"].get("name") != body["name"]:
        raise Garbled(why="it names somebody else than its keys")
    if not is_digest(body["anchor"]):
        raise Garbled(why="the anchor of the move chain is not a hash")


def order(body: Any) -> None:
    """Raises Garbled unless this is the body of an order."""
    require(body, ORDER, dict.fromkeys(ORDER_PARTS, list))
    require_parts(body, ORDER_PARTS)
    _is(body, "order")
    if not all(isinstance(line, str) for line in body["lines"]):
        raise Garbled(why="the order lines are not a list of texts")
    count, least = len(body["lines"]), 1 if body["answers"] else 0
    if not least <= count <= MAX_LINES or (count and not body["answers"]):
        raise Garbled(why=f"there are {count} order lines; 1 to {MAX_LINES} can be sent")
    if not all(is_digest(part["commitment"]) for part in body.get("plan", [])):
        raise Garbled(why="a commitment of the sealed stack is not a hash")


def statement(body: Any, kinds: Collection[str]) -> None:
    """Raises Garbled unless this is the body of a player's statement of one of these kinds."""
    require(body, STATEMENT)
    if body["v"] != VERSION or body["type"] not in kinds:
        raise Garbled(why=f"expected one of {', '.join(kinds)} of version {VERSION}")
    if len(body["text"]) > MAX_TEXT or "\n" in body["text"]:
        raise Garbled(why=f"its text is one line of at most {MAX_TEXT} characters")


def claim(body: Any) -> None:
    """Raises Garbled unless this is the body of a claim to a seat."""
    require(body, CLAIM)
    _is(body, "claim")
    if body["keys"].get("name") != body["name"]:
        raise Garbled(why="it names somebody else than its keys")
    if not is_digest(body["anchor"]) and body["from"] != "gm":
        raise Garbled(why="the anchor of the move chain is not a hash")
    if len(body["text"]) > MAX_TEXT or "\n" in body["text"]:
        raise Garbled(why=f"its text is one line of at most {MAX_TEXT} characters")


def ruling(body: Any) -> None:
    """Raises Garbled unless this is the body of a ruling; where it stands may be missing still."""
    optional = {**PLACED, **VEILED, "sealed": str, "queued": bool, "plan": list, "handover": list}
    require(body, RULING, optional)
    require_parts(body, {"told": TOLD, "plan": ORDER_PARTS["plan"], "handover": HANDOVER})
    if not all(isinstance(line, str) for line in body["lines"]):
        raise Garbled(why="the lines of a ruling are not a list of texts")
    if len(body["lines"]) > MAX_LINES or len(body["reason"]) > MAX_TEXT or "\n" in body["reason"]:
        raise Garbled(why=f"a ruling has {MAX_LINES} lines and one line of reason at most")


def clock(body: Any) -> None:
    """Raises Garbled unless this is the body of a clock entry; where it stands may be missing still."""
    require(body, CLOCK, {**PLACED, **VEILED})
    require_parts(body, {"told": TOLD})
    if len(body["reason"]) > MAX_TEXT or "\n" in body["reason"]:
        raise Garbled(why="a reason is one line")
    if (
        not 0 <= body["at"] < 2**40
        or not 0 <= body["hours"] < 2**20
        or not 0 <= body["grace"] < 2**20
    ):
        raise Garbled(why="a time or a span is out of range")


def entry(body: Any) -> None:
    """Raises Garbled unless this is the body of an entry."""
    if body.get("type") == "ruling":
        if not PLACED.keys() <= body.keys():
            raise Garbled(why="the ruling does not say where it stands")
        ruling(body)
        return
    if body.get("type") == "clock":
        if not PLACED.keys() <= body.keys():
            raise Garbled(why="the clock entry does not say where it stands")
        clock(body)
        return
    if body.get("type") in SEATS:
        optional = {"handover": list, **VEILED}
        require(body, {**ENTRY, "reason": str, **SEATS[body["type"]]}, optional)
        require_parts(body, {"told": TOLD, "handover": HANDOVER})
        if len(body["reason"]) > MAX_TEXT or "\n" in body["reason"]:
            raise Garbled(why="a reason is one line")
        return
    with_order = {**ENTRY, "answer_link": str, **dict.fromkeys(ENTRY_PARTS, list)}
    said = body.get("type") not in ("order", "accept")
    optional = {**({"handover": list} if said else {}), **VEILED}
    require(body, with_order if body.get("type") == "order" else ENTRY, optional)
    require_parts(body, {**ENTRY_PARTS, "told": TOLD, "handover": HANDOVER})
    for shuffle in body.get("shuffles", []):
        if shuffle["count"] != len(shuffle["cards"]) or not all(map(is_digest, shuffle["cards"])):
            raise Garbled(
                why=f"the shuffle of `{shuffle['deck']}` is not {shuffle['count']} hashes"
            )
    for part in ("openings", "deals"):
        slots = [(card["slot"], card.get("to")) for card in body.get(part, [])]
        if len(slots) != len(set(slots)):
            raise Garbled(why=f"a card stands twice in its {part}")


def genesis(body: Any) -> None:
    """Raises Garbled unless this is the body of a genesis."""
    require(body, GENESIS, {"data": dict})
    _is(body, "genesis")
    if not all(isinstance(text, str) for text in body.get("data", {}).values()):
        raise Garbled(why="its data are not texts")
    if not is_digest(body["nonce"]) or not body["game"].endswith(f"-{body['nonce'][:8]}"):
        raise Garbled(why="the game's name does not end with the first eight digits of its nonce")
    if not all(isinstance(side, str) for side in body["sides"]):
        raise Garbled(why="its sides are not names")
    anchors = body["anchors"]
    require(anchors, {"answer": dict, "deck": str})
    if not all(map(is_digest, [anchors["deck"], *anchors["answer"].values()])):
        raise Garbled(why="an anchor is not a hash")
    if not set(body["sides"]) == anchors["answer"].keys() == body["invited"].keys():
        raise Garbled(why="it does not have one anchor and one invitation a side")


def _is(body: Mapping[str, Any], kind: str) -> None:
    if body["v"] != VERSION or body["type"] != kind:
        raise Garbled(why=f"expected `{kind}` of version {VERSION}")
