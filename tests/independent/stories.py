"""What a veiled game shows to everybody (PROTOCOL.md, section 17)."""

from enum import Enum
from itertools import pairwise

from .shapes import PUBLIC_STORY
from .state import State
from .table import Entry, kind
from .wire import Json, encode, need, parse

Path = tuple[str, ...]
Public = dict[Path, Json]  # what is known of the public position: path to value, or GONE
STEPS = {
    "plantagenet": {
        "capability": "arts_of_war",
        "exiles": "muster_exiles",
        "deeds": "tides_of_war",
        "held": "reset",
        **{x: x for x in ("pay_lords", "pay_vassals", "muster", "plan", "disembark", "command")},
    },
    "richard_iii": {
        **dict.fromkeys(("mulligan", "keep_hand"), "deal"),
        "card": "cards",
        **dict.fromkeys(("actions", "main_attack", "plague_deaths"), "first_player second_player"),
        **dict.fromkeys(("battle_turn", "last_retreat", "hits", "treason", "regroup"), "battle"),
        **dict.fromkeys(("execution", "minor", "supply"), "supply"),
        **dict.fromkeys(("going_home", "exile_limit"), "pretender_home king_home"),
    },
}  # kinds of questions that belong to these steps of the sequence of play alone


PLACE = {
    "plantagenet": {"scenario", "box", "step"},
    "richard_iii": {"campaign", "turn", "step"},
}  # where a game stands in its sequence of play, as far as single tables say so


class Lack(Enum):
    """In place of a value: there is none, or it is not known."""

    GONE = 1
    UNKNOWN = 2


NAMES = {"move": 3, "retreat": 3, "exile": 3, "joins": 2}  # in `about` of an event, at least
GONE, UNKNOWN = Lack.GONE, Lack.UNKNOWN


def known(public: Public, path: Path) -> Json:
    """The value in a place, GONE, or UNKNOWN: the setup follows from the rules."""
    for i in range(len(path), 0, -1):
        if path[:i] not in public:
            continue
        value = public[path[:i]]
        for name in path[i:]:
            if value is GONE or not isinstance(value, dict):
                return GONE if value is GONE else UNKNOWN
            value = value.get(name, GONE)
        return value
    return UNKNOWN


def put(value: Json, rest: Path, new: Json) -> Json:
    """The object with another value within it; UNKNOWN if something there is no object."""
    if not isinstance(value, dict):
        return UNKNOWN
    inner = put(value.get(rest[0], {}), rest[1:], new) if len(rest) > 1 else new
    if inner is UNKNOWN:
        return UNKNOWN
    out = {k: v for k, v in value.items() if k != rest[0]}
    return out if inner is GONE else out | {rest[0]: inner}


def change(public: Public, path: Path, value: Json) -> None:
    for old in [p for p in public if p[: len(path)] == path]:
        del public[old]
    for i in range(1, len(path)):
        if path[:i] in public:
            whole = put(public.pop(path[:i]), path[i:], value)
            if whole is not UNKNOWN:
                public[path[:i]] = whole
                return
    public[path] = value


def same(a: Json, b: Json) -> bool:
    return a is b if GONE in (a, b) else encode(a) == encode(b)


def small(value: Json) -> bool:
    """Whether no number in it is larger than a position has."""
    if isinstance(value, dict | list):
        return all(map(small, value.values() if isinstance(value, dict) else value))
    return type(value) is not int or abs(value) <= 9999


def touch(a: Path, b: Path) -> bool:
    short = min(len(a), len(b))
    return a[:short] == b[:short]


def stacked(public: Public) -> set[str]:
    """The cards of stacks that stand somewhere in a position."""
    out, left = set[str](), list(public.values())
    while left:
        x = left.pop()
        if isinstance(x, dict | list):
            left += x.values() if isinstance(x, dict) else x
        elif isinstance(x, str) and x.startswith("plan:"):
            out.add(x)
    return out


class Stories(State):
    def stories(self, e: Entry) -> None:
        rows = e.record["stories"]
        to = ["public", *(self.sides if self.first else [])]
        need([t["to"] for t in rows] == to, f"`stories` to others than {', '.join(to)}")
        need(
            all(("clear" in t) == (t["to"] == "public") != ("sealed" in t) for t in rows),
            "`stories`: clear to the public alone",
        )
        told = parse(rows[0]["clear"].encode(), 8_388_608)
        PUBLIC_STORY(told)
        need(told["decisions"] == [], "the public story has decisions")
        for x in told["events"]:
            need(x["to"] == "", "the public story has an event for somebody")
            need(
                len(x["about"]) >= NAMES.get(x["kind"], 0), "it moves, and says not what and where"
            )
        self.dice_told(e, told["events"])

    def dice_told(self, e: Entry, events: Json) -> None:
        """The dice that fell and were not undone by a fault, by name and value."""
        rolls = e.record.get("rolls", [])
        stay = len(rolls) - sum(fault.get("rolls", 0) for fault in e.record.get("faults", []))
        fell = []
        for roll in rolls[:stay]:
            name, _, count = roll["label"].rpartition("#")
            fell.append([name if count == "1" else f"{name} {count}", roll["value"]])
        dice = [[x["text"], x["value"]] for x in events if x["kind"] == "die"]
        need(dice == fell, "a story of other dice")

    def result(self, e: Entry) -> None:
        now, old = e.record.get("result"), self.pos.result
        if e.kind == "ending":
            need(now is not None, "an entry that ends the game, without a result")
            self.result_of_step(e, now["winners"])
        elif old is not None or not (e.kind == "moving" or e.impose or e.answers):
            stays = bool(now) == bool(old) and (not now or now["winners"] == old["winners"])
            need(stays, "a result that comes, goes or changes")
        if now is None:
            self.pos.ended = 0
        elif old is None:
            need(set(now["winners"]) <= set(self.sides), "a winner who does not play")
            self.pos.ended = e.n
        self.pos.result = now

    def result_of_step(self, e: Entry, winners: list[str]) -> None:
        if e.step["type"] == "ruling":
            side = e.step.get("side", "")
            need(winners == ([side] if side else []), "another result than the ruling says")
        elif e.step["order"]["body"]["type"] == "draw":
            need(winners == [], "a draw with a winner")
        else:
            loser = e.step["order"]["body"]["from"]
            rest = [side for side in self.sides if side != loser]
            need(winners == rest, f"{loser} resigns, and {winners} win")

    def changes(self, e: Entry) -> None:
        """The differences between two positions, as far as they can be known without the setup."""
        rows = e.record.get("changes", [])
        before = self.after[-1].public
        now = before.copy()
        paths = [tuple(row["path"]) for row in rows]
        for one, other in pairwise(paths):
            place = "/".join(other)
            need(one < other, f"`changes`: {place} is out of order, or comes twice")
            need(other[: len(one)] != one, f"`changes`: {place} lies within a row before it")
        for path, row in zip(paths, rows, strict=True):
            self.difference(before, path, row.get("value", GONE))
            change(now, path, row.get("value", GONE))
        if e.step.get("kind") == "patch" and e.kind == "ground":
            moved = {path[0] for path in paths} & PLACE.get(self.bodies[0]["step"]["rules"], set())
            need(not moved, "a ruling corrects where the game stands in its turn")
        if e.back:
            self.led_back(e, before, now, paths)
        self.pos.public = now

    def difference(self, before: Public, path: Path, value: Json) -> None:
        """Whether the position before differs there, and no row above or below would say so."""
        place, old = "/".join(path), known(before, path)
        above = known(before, path[:-1])
        need(above is UNKNOWN or isinstance(above, dict), f"{place} lies in what is no table")
        need(value is not GONE or old is not GONE, f"{place} is gone, and was not there")
        need(value is GONE or old is UNKNOWN or not same(old, value), f"{place} does not change")
        need(small(value), f"{place} holds a number above 9999")
        both = isinstance(old, dict) and isinstance(value, dict)
        need(not both, f"{place} was a table and is one: `changes` must enter it")
        within = [p for p in before if p[: len(path)] == path and p != path]
        table = isinstance(value, dict) and old is UNKNOWN and within
        need(not table, f"{place} was a table and is one: `changes` must enter it")

    def led_back(self, e: Entry, before: Public, now: Public, rows: list[Path]) -> None:
        then = self.after[e.back - 1].public
        taken = [
            tuple(row["path"])
            for b in self.bodies[e.back : e.n]
            for row in b["record"].get("changes", [])
        ]
        for path in rows:
            place = "/".join(path)
            need(any(touch(path, x) for x in taken), f"{place} never changed, and is led back")
        for path in sorted({*then, *before}):
            old, new, place = known(then, path), known(now, path), "/".join(path)
            good = UNKNOWN in (new, old) or same(new, old)
            if old is UNKNOWN:  # of the setup: what changed once only must change again
                once = sum(touch(path, x) for x in taken) == 1
                good = not once or any(touch(path, x) for x in rows)
            need(good, f"{place} is not what it was before entry {e.back}")

    def stacks(self, e: Entry, names: set[str]) -> None:
        """§8: the cards of a stack stand in the position until they are turned up, and no dropped ones do.

        `names` are those of the questions that were open before the entry.
        """
        lay, stands = stacked(self.after[-1].public), stacked(self.pos.public)
        waits = self.waiting(e, lay)
        known = lay | waits | self.pos.shown - self.pos.dropped
        if not e.back and "result" not in e.record:
            strange = sorted(stands - known)
            need(not strange, f"{', '.join(strange)} is in the position, and was dropped")
            self.stacks_in_order()
            if not any(row["path"] == ["scenario"] for row in e.record.get("changes", [])):
                must = lay | self.complete(e, names, waits)
                gone = sorted(must - stands - self.pos.shown)
                need(not gone, f"{', '.join(gone)} is not in the position, and was not turned up")
        plans = {x for x in self.pos.slots if x.startswith("plan:")}
        self.pos.dropped |= plans - stands - waits - self.pos.shown

    def one_place(self, e: Entry) -> None:
        """§8: no card lies in two hands, or is dealt out of one."""

        def listed(name: str, side: str) -> list[str]:
            value = known(self.pos.public, (name, side))
            return value if isinstance(value, list) else []

        for name in ("hands", "held"):
            slots = [x for side in self.sides for x in listed(name, side) if x.startswith("deck:")]
            need(len(slots) == len(set(slots)), "a card lies in two hands")
        if any(row["path"] == ["scenario"] for row in e.record.get("changes", [])):
            return
        base = self.after[e.back - 1] if e.back else self.after[-1]
        deals = self.stands(e, "deals")
        drawn = base.drawn.copy()
        for x in deals:
            looks = x["slot"] in self.pos.shown or x["slot"] in listed("seen", x["to"])
            need(looks or x["slot"] not in drawn, f"{x['slot']} is dealt, and was drawn before")
            drawn.add(x["slot"])

    def stands(self, e: Entry, name: str) -> list[Json]:
        """The rows of a record but for those of a line that failed."""
        rows: list[Json] = e.record.get(name, [])
        return rows[: len(rows) - sum(fault.get(name, 0) for fault in e.record.get("faults", []))]

    def lapsed(self, e: Entry, names: set[str]) -> None:
        """§14: behind what cannot be asked in the step of the position before it, no earlier order answers. Whose card
        or battle it is is not looked at here."""
        rows = e.record.get("decisions", [])
        step = known(self.after[-1].public, ("step",))
        if e.again or not rows or rows[0]["request"] not in names or not isinstance(step, str):
            return
        steps = STEPS.get(self.bodies[0]["step"]["rules"], {})
        over = [step not in steps.get(kind(x["request"]), step).split() for x in rows]
        need(not over[0], f"{rows[0]['request']} is not asked in this step")
        for i, x in enumerate(rows):
            late = x.get("by") == "earlier" and any(over[: i + 1])
            need(not late, f"{x['request']} is answered by lines that had lapsed")

    def no_leftovers(self, e: Entry) -> None:
        """§8: what leaves a deck is of one that the entry shuffles, or stands in `deck` of the position before it."""
        base = self.after[e.back - 1] if e.back else self.after[-1]
        decks = [known(base.public, ("deck", side)) for side in self.sides]
        there = {x for deck in decks if isinstance(deck, list) for x in deck}
        shuffled = {s["deck"] for s in self.stands(e, "shuffles")}
        for row in self.stands(e, "deals") + self.stands(e, "openings"):
            slot = row["slot"]
            mine = not slot.startswith("deck:") or slot.split(":")[1] in shuffled
            need(mine or slot in base.drawn | there, f"{slot} was left over, and is dealt")

    def waiting(self, e: Entry, lay: set[str]) -> set[str]:
        """Sealed, and not in the position yet; new ground drops what was sealed before it."""
        gone = self.pos.shown | self.pos.dropped | lay
        new = {x for x in self.pos.slots if x.startswith("plan:")} - gone
        imposed = any(d.get("by") == "ruling" for d in e.record.get("decisions", []))
        last = imposed and not any("stack" in q.row for q in self.asked.values())
        if e.ground and not e.again and "faults" not in e.record and not last:
            new -= set(self.after[-1].slots)
        return new

    def complete(self, e: Entry, names: set[str], waits: set[str]) -> set[str]:
        """The cards of the stacks for which nobody is asked any more."""
        fault = "faults" in e.record or (self.faulty and not e.ground and not e.again)
        if fault:
            return set()
        if not any("stack" in q.row for q in self.asked.values()):
            return waits
        if e.ground:
            return set()
        before = names | ({self.failed.cards} if e.again else set())
        closed = {x.rpartition("-")[2] for x in before - {q.name for q in self.asked.values()}}
        return {x for x in waits if x.split(":")[2] in closed}

    def stacks_in_order(self) -> None:
        """In each list the cards of a stack that are covered stand in the order of their slots."""
        left: list[Json] = list(self.pos.public.values())
        while left:
            x = left.pop()
            if isinstance(x, dict):
                left += x.values()
            elif isinstance(x, list):
                left += [y for y in x if isinstance(y, dict | list)]
                places: dict[str, int] = {}
                for y in x:
                    if isinstance(y, str) and y.startswith("plan:") and y not in self.pos.shown:
                        stack, _, place = y.rpartition(":")
                        need(places.get(stack, 0) < int(place), f"{y} is in another order")
                        places[stack] = int(place)

    def menus(self, e: Entry) -> None:
        """One for each new question but `ready`; after the questions."""
        new = [s for s in self.sides if s in self.asked and self.asked[s].put == e.n]
        good = [s for s in new if kind(self.asked[s].name) != "ready"]
        rows: list[Json] = e.record.get("menus", [])
        need([m["to"] for m in rows] == good, f"`menus` are not for {good}")
        self.digests |= {m["to"]: m["digest"] for m in rows}
        self.digests = {s: d for s, d in self.digests.items() if s in self.asked}
