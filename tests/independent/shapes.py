"""The fields of every body, as the page lists them (PROTOCOL.md, section 10)."""

import re
from collections.abc import Callable
from datetime import date
from typing import Any

from .keys import check_keys
from .wire import Flaw, Json, b64, encode, need

Check = Callable[[Json], Any]


def rx(pattern: str, most: int = 10**9) -> Check:
    return lambda v: need(
        isinstance(v, str) and re.fullmatch(pattern, v, re.DOTALL) and len(v) <= most,
        f"{str(v)[:60]!r} is not allowed",
    )


def table(key: Check, check: Check) -> Check:
    def run(v: Json) -> None:
        need(isinstance(v, dict), "not an object")
        for k, x in v.items():
            key(k)
            check(x)

    return run


def type_of(name: str) -> Check:
    """A type as it is written here: [x]8 is at most 8 of x, t60 a text of at most 60 characters,
    1-9 an integer, a|b one of these."""
    if m := re.fullmatch(r"\[(.+)\](\d*)", name):
        check, most = type_of(m[1]), int(m[2] or 10**6)

        def run(v: Json) -> None:
            need(isinstance(v, list) and len(v) <= most, f"no list of at most {most}")
            for x in v:
                check(x)

        return run
    if m := re.fullmatch(r"t(\d+)", name):
        return rx(".*", int(m[1]))
    if m := re.fullmatch(r"(\d+)-(\d+)", name):
        low, high = int(m[1]), int(m[2])
        return lambda v: need(
            type(v) is int and low <= v <= high, f"{str(v)[:60]!r} is not from {low} to {high}"
        )
    return rx(name) if "|" in name else TYPES[name]


def fields(spec: str, extra: Check = lambda v: None) -> Check:
    """An object: `name:type`, with `=default` if it may be left out, with `?` if there is none."""
    known = {
        m[1]: (type_of(m[2]), m[3])
        for m in (re.fullmatch(r"(\w+):(.+?)(=.*|\?)?", token) for token in spec.split())
        if m
    }

    def run(v: Json) -> None:
        need(isinstance(v, dict), "not an object")
        need(v.keys() <= known.keys(), f"unknown fields {sorted(v.keys() - known.keys())}")
        for name, (check, default) in known.items():
            need(default or name in v, f"`{name}` is missing")
            if name in v:
                try:
                    check(v[name])
                except Flaw as e:
                    raise Flaw(f"`{name}`: {e}") from None
                need(
                    default != "=" + encode(v[name]),
                    f"`{name}` is written though it is the default",
                )
        extra(v)

    return run


def by_type(kinds: dict[str, str], common: str, extras: dict[str, Check] | None = None) -> Check:
    more = extras or {}
    checks = {k: fields(f"{common} {spec}", more.get(k, TYPES["any"])) for k, spec in kinds.items()}

    def run(v: Json) -> None:
        need(isinstance(v, dict) and isinstance(v.get("type"), str), "not an object with a type")
        need(v["type"] in checks, f"{v['type']!r} is no type")
        checks[v["type"]](v)

    return run


def check_day(v: Json) -> None:
    rx("[0-9]{4}-[0-9]{2}-[0-9]{2}")(v)
    try:
        date.fromisoformat(v)
    except ValueError:
        raise Flaw(f"{v} is no day of the calendar") from None


TYPES: dict[str, Check] = {
    "any": lambda v: None,
    "hex": rx("[0-9a-f]{64}"),
    "head": rx("([0-9a-f]{64})?"),
    "sha512": rx("[0-9a-f]{128}"),
    "salt": rx("([0-9a-f]{2}){16,64}"),
    "base64": lambda v: rx(".*", 8_388_608)(v) or (b64(v) and None),
    "two": lambda v: need(type(v) is int and v == 2, "not 2"),
    "party": rx("[a-z][a-z0-9_]{0,31}"),
    "word": rx("[A-Za-z0-9][A-Za-z0-9_.-]{0,79}"),
    "slot": rx("[a-z]+(:[A-Za-z0-9_ -]{1,60}){1,4}", 200),
    "line": rx(".*", 1000),
    "text": rx(".*", 2000),
    "reason": rx(".+", 2000),
    "number": type_of("1-1000000"),
    "count": type_of("0-1000000"),
    "bool": lambda v: need(isinstance(v, bool), "not a boolean"),
    "time": type_of(f"0-{2**40}"),
    "class": rx("[A-Za-z]{1,60}"),
    "label": rx("[a-z0-9_]+( [a-z0-9_]+)*#[1-9][0-9]*", 300),
    "deck": rx("[a-z0-9_]+( [a-z0-9_]+)*", 60),
    "card": rx("[ -~]+", 200),
    "name": rx(".+", 200),
    "day": check_day,
    "string": rx(".*"),
    "small": lambda v: need(type(v) is int and abs(v) <= 9999, "not an integer to 9999"),
}


def check_path(v: Json) -> None:
    type_of("[text]32")(v)
    need(v, "an empty path")


def check_answer(v: Json) -> None:
    need(isinstance(v, list) and len(v) == 2, "not a kind and a policy")
    TYPES["string"](v[0])
    TYPES["line"](v[1])


TYPES |= {
    "path": check_path,
    "answer": check_answer,
    "order_line": rx(".+", 1000),
    "policy_kind": rx("[a-z][a-z0-9_]{0,79}"),
    "hashes": table(rx("move|dice|deck"), TYPES["hex"]),
    "counts": table(rx("move|dice|deck"), TYPES["count"]),
    "options": table(TYPES["word"], lambda v: None if type(v) in (int, bool) else TYPES["line"](v)),
    "invited": table(TYPES["party"], TYPES["text"]),
    "data": table(TYPES["word"], rx(".*")),
}


def check_terms(v: Json) -> None:
    barred = v.get("barred", [])
    need(v != {}, "the usual terms are written though they are the default")
    need(barred == sorted(set(barred)), "the barred aids are not in order, or one twice")
    need("pace" in v or not v.keys() & {"grace", "ending"}, "a grace without a pace")


CHECKS = {"keys": check_keys, "terms": check_terms}
for _name, _spec in {
    "keys": "name:t64 ssh:t200 x25519:hex",
    "opening": "slot:slot salt:salt card:card",
    "newest": "n:count sha512:sha512 sig:base64",
    "to": "to:party data:base64",
    "menu": "to:party digest:hex",
    "commitment": "slot:slot commitment:hex",
    "policy": "kind:policy_kind commitment:hex",
    "envelope": "body:any sig:base64",
    "stack": "verb:t40 size:1-64",
    "terms": 'takebacks:kind|strict|none="kind" pace:0-100000=0 grace:0-100000=0 '
    'ending:gm|policy|substitute|forfeit="gm" '
    'holidays:0-1000? ends:day="" delay:0-100=0 barred:[odds|robot|try]3=[]',
}.items():
    TYPES[_name] = fields(_spec, CHECKS.get(_name, TYPES["any"]))
MOVE = "newest:newest question:number link:hex"
SAID = {
    "accept": "keys:keys anchors:hashes",
    "claim": 'keys:keys nonce:hex anchors:hashes={} numbers:counts={} text:text=""',
    "ready": MOVE,
    "order": MOVE + " request:name revision:1-1000 statements:[hex]128 commitment:hex sealed:[to]2 "
    "plan:[commitment]64=[] openings:[opening]64=[] brings:bool=false",
    "standing": "newest:newest counter:number commitment:hex sealed:[to]2",
    **dict.fromkeys(
        [
            "dispute",
            "countersign",
            "takeback",
            "agree",
            "holiday",
            "over",
            "say",
            "resign",
            "draw",
            "consent",
        ],
        'entry:count=0 text:text=""',
    ),
}
STEP = {
    "genesis": "nonce:hex at:time rules:word rules_version:number scenario:word "
    "data_hash:hex data:data={} options:options gm:keys sides:[party]8 "
    "invited:invited anchors:hashes days:1-1000=30 terms:terms?",
    "accept": "order:envelope ready:envelope?",
    "said": "order:envelope",
    "seat": 'order:envelope agreed:[envelope]8=[] reason:text=""',
    "gm": "order:envelope role:co|handover reason:reason",
    "clock": 'kind:reading|terms|pause|resume|extend at:time side:party="" '
    "hours:0-100000=0 grace:0-100000=0 "
    'ending:gm|policy|substitute|forfeit="" days:0-1000=0 agreed:[envelope]8=[] reason:text=""',
    "absent": "side:party at:time reason:reason",
    "rules": "version:number data_hash:hex agreed:[envelope]8=[]",
    "ruling": "kind:uphold|void|again|patch|impose|option|house|result entry:count=0 "
    'side:party="" lines:[text]200=[] sealed:base64="" program:word="" reason:reason',
}
for _name, _spec in {
    "decision": 'side:party request:name line:line="" '
    'by:earlier|script|policy|forced|ruling|absent=""',
    "roll": "label:label sides:2-256 value:1-256 absent:[party]8=[]",
    "deal": "slot:slot to:party sealed:base64",
    "shuffle": "deck:deck k:number slots:[slot]256 cards:[hex]256 again:bool=false",
    "opened": "entry:count place:1-128 salt:salt text:line",
    "left": "side:party entry:count place:1-128",
    "fault": "side:party entry:count place:0-128 rolls:count=0 shuffles:count=0 "
    "openings:count=0 deals:count=0 kind:class program:word",
    "question": 'side:party number:number link:count=0 request:name kind:t60="" '
    'text:text="" rule:t60="" forced:bool=true secret:bool=false stack:stack?',
    "story": 'to:party sealed:base64="" clear:string=""',
    "event": "rule:string text:string kind:string needed:string value:small about:[string] "
    "to:string cards:[string] via:[string]",
    "change": "path:path value:any?",
    "revealed": "question:number kind:policy_kind salt:salt text:line",
    "result": "winners:[party]8 reason:text",
}.items():
    TYPES[_name] = fields(_spec)
TYPES["step"], SAID_BODY = (
    by_type(STEP, "type:any"),
    by_type(SAID, "v:two type:any game:hex from:party head:hex at:time"),
)
RECORD = (
    'link:hex="" decisions:[decision]=[] rolls:[roll]=[] shuffles:[shuffle]=[] '
    "openings:[opening]=[] deals:[deal]=[] opened:[opened]=[] "
    "left:[left]=[] faults:[fault]=[] plan:[commitment]=[] proofs:[bool]=[] "
    "questions:[question]=[] stories:[story]=[] menus:[menu]=[] changes:[change]=[] "
    "result:result? "
    'handover:[to]=[] escrow:base64="" state_hash:hex'
)
TYPES["record"], TYPES["duel_record"] = fields(RECORD), fields(f"{RECORD} policies:[revealed]=[]")
PUBLIC_STORY = fields("decisions:[any] events:[event]")
ENTRY = fields("v:two n:count prev:head step:step record:record")

# -- duels (§19)
ANSWER = "question:number link:hex"
NEEDS = {"takeback": {"entry"}, "draw": set[str](), "correct": {"lines"}, "result": {"winner"}}
"""The fields that a kind of proposal has besides `text`."""


def in_order(kinds: list[str], name: str) -> None:
    need(kinds == sorted(set(kinds)), f"`{name}` out of order, or one twice")


def check_order(v: Json) -> None:
    others = v.keys() & {"lines", "answers", "openings"}
    need(("plan" in v) == ("copy" in v), "a stack without a copy, or a copy without one")
    need(("policies" in v) == ("kept" in v), "policies without a copy, or a copy without them")
    need(not ("plan" in v and others), "a stack is no order of its own")
    need(v.keys() & {"plan", "openings", "lines"}, "an order without lines")
    in_order([row[0] for row in v.get("answers", [])], "answers")
    in_order([row["kind"] for row in v.get("policies", [])], "policies")


def check_proposal(v: Json) -> None:
    what, fields_there = v["kind"], v.keys() & {"entry", "lines", "winner"}
    need(fields_there == NEEDS[what], f"a `{what}` without its field, or with another")


def check_chains(v: Json) -> None:
    for name in v.keys() & {"anchors", "numbers"}:
        need(v[name].keys() == {"move", "dice", "deck"}, f"`{name}` are not move, dice, deck")


DUEL_SAID = by_type(
    {
        "accept": "keys:keys anchors:hashes",
        "ready": ANSWER,
        "resign": ANSWER,
        "order": ANSWER + " request:name lines:[order_line]128=[] answers:[answer]200=[] "
        'plan:[commitment]64=[] copy:base64="" openings:[opening]1=[] policies:[policy]200=[] kept:base64=""',
        "propose": ANSWER + " kind:takeback|draw|correct|result entry:count=0 lines:[text]200=[] "
        'winner:party="" text:text=""',
        "claim": "keys:keys nonce:hex anchors:hashes numbers:counts",
        "agree": ANSWER,
        "no": ANSWER,
    },
    "v:two type:any game:hex from:party head:hex",
    {
        "accept": check_chains,
        "claim": check_chains,
        "order": check_order,
        "propose": check_proposal,
    },
)
DUEL_STEP = {
    "duel": "nonce:hex rules:word rules_version:number scenario:word data_hash:hex data:data={} "
    "options:options sides:[party]2 side:party keys:keys anchors:hashes",
    "joined": "order:envelope",
    "played": "order:envelope",
    "renewed": "order:envelope",
}
TYPES["duel_step"] = by_type(DUEL_STEP, "type:any", {"duel": check_chains})
REVEAL = fields("v:two game:hex from:party key:hex")
DUEL_ENTRY = fields("v:two n:count prev:head step:duel_step record:duel_record")
