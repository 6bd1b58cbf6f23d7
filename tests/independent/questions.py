"""Questions and their links (PROTOCOL.md, section 13)."""

from .state import State
from .table import Entry, Question, counter, kind, moment
from .wire import Json, need

RESERVED = {"ready", "open", "keep", "lock", "agree"}  # §13: no rules ask under these kinds
HIDDEN = {"kind", "text", "rule", "forced", "secret", "stack"}


class Questions(State):
    def questions(self, e: Entry) -> None:
        rows = e.record.get("questions", [])
        sides = [x["side"] for x in rows]
        need(
            sides == [s for s in self.sides if s in sides],
            "questions out of order, twice for a side, or to nobody",
        )
        need(not rows or self.first, "a question before the last accept")
        need(self.veiled or not any(x.keys() & HIDDEN for x in rows), "a field of a veiled game")
        over = self.ended(e) or "faults" in e.record
        need(not rows or not over, "a question after a fault or after the end")
        new = [x for x in rows if not self.kept(e, x)]
        self.gone(e, sides, over)
        need(e.kind != "still" or not new, "a still entry puts a question")
        need(e.kind != "ending" or not rows, "a question in an entry that ends the game")
        now = {s: q for s, q in self.asked.items() if s in sides}
        alone = len([x for x in new if kind(x["request"]) != "ready"]) == 1
        for x in new:
            now[x["side"]] = self.new(e, x, alone)
        self.everybody(e, now, over)
        self.asked = now
        self.remember(e, new)

    def ended(self, e: Entry) -> bool:
        """Whether there is a result. In an open game the log shows it by asking nobody anything."""
        if self.veiled:
            return self.pos.ended > 0
        may = e.kind == "moving" or e.impose or e.answers
        if e.kind == "ending" or (
            may and not e.record.get("questions") and "faults" not in e.record
        ):
            self.pos.ended = self.pos.ended or e.n
        return self.pos.ended > 0

    def kept(self, e: Entry, x: Json) -> bool:
        """(a): whether it is a question that was there, and then it is as it was."""
        old = self.asked.get(x["side"])
        if old is None or x["side"] in e.answered or e.ground or e.first:
            return False
        # §17: its words may be others; those that name a card to be opened are none
        words = {} if kind(old.name) == "open" else {"text": ""}
        same = {**x, **words} == {**old.row, **words}
        need(same, f"the open question {old.number} of {x['side']} has become another")
        return True

    def gone(self, e: Entry, sides: list[str], over: bool) -> None:
        """(a): whether a question is gone that nobody answered."""
        if e.ground or e.first or over:
            return
        for side, q in self.asked.items():
            need(
                side in sides or side in e.answered,
                f"question {q.number} of {side} is gone, and nobody answered it",
            )

    def new(self, e: Entry, x: Json, alone: bool) -> Question:
        side, name = x["side"], x["request"]
        self.number[side] += 1
        need(
            x["number"] == self.number[side],
            f"the new question of {side} is number {self.number[side]}, not {x['number']}",
        )
        owed = kind(name) == "ready"
        need(not owed or e.ground or e.first, f"a `ready` of {side} without new ground")
        need(not owed or side not in self.absent, f"a `ready` of {side}, who is absent")
        asks = owed or kind(name) == "open" or kind(name) not in RESERVED
        need(asks, f"{name}: no rules may ask under that kind")
        if self.veiled:
            words = [x.get(k) for k in ("text", "rule", "stack") if x.get(k)] if owed else []
            need(x.get("kind", "") == ("" if owed else kind(name)), f"{name} has another kind")
            need(not words, f"{name} has words")
        if self.veiled and kind(name) == "open":
            slot = self.named(x)
            need(slot and slot not in self.pos.shown, f"{name} names no card that can be opened")
            need(self.on_top(slot), f"{name} asks for a card that is not the next")
        self.name(e, side, name)
        link = self.link(e, side, alone)
        need(x.get("link") != x["number"], "a `link` that is written though it is the number")
        need(
            x.get("link", x["number"]) == link,
            f"the new question of {side} has link number {x.get('link', x['number'])}, "
            f"and (a) to (c) give it {link}",
        )
        self.links[side] = max(self.links[side], link)
        return Question(x, link, e.n, alone)

    def name(self, e: Entry, side: str, name: str) -> None:
        """(d)"""
        n = counter(name)
        if (side, name) not in self.names or not e.again:
            need(n >= self.highest, f"the number in {name} is lower than one before")
            need((side, name) not in self.names, f"{side} was asked under the name {name} before")
        need((side, name) not in self.done, f"{name} is asked again though {side} answered it")

    def link(self, e: Entry, side: str, alone: bool) -> int:
        """(a) to (c) of the link numbers."""
        q = e.answered.get(e.ordered)
        if (
            q
            and e.ordered == side
            and q.alone
            and alone
            and self.chance_entry < self.since.get(side, 0)
        ):
            return self.pairs[side][0]
        return self.links[side] + 1

    def everybody(self, e: Entry, now: dict[str, Question], over: bool) -> None:
        """(f)"""
        if over or not self.first or (e.kind == "moving" and not e.first):
            return
        if not (e.first or e.ground):
            return
        for side in self.sides:
            excused = (e.first and side in e.answered) or side in self.absent
            need(side in now or excused, f"{side} is not asked on new ground")

    def remember(self, e: Entry, new: list[Json]) -> None:
        if e.ground or e.first:
            self.ground = e.n
            self.wishes.clear()
            self.offers.clear()
            self.several.clear()
        for x in e.record.get("decisions", []) + new:
            self.highest = max(self.highest, counter(x["request"]))
        for x in new:
            self.names.add((x["side"], x["request"]))
            self.born.setdefault(x["request"], e.force)
            self.sent[x["side"]] = 0
        if new:
            self.last_put = e.n

    def answers(self, e: Entry) -> None:
        """What is answered for good; before the new questions are looked at."""
        open_ = {(x["side"], x["request"]) for x in e.record.get("questions", [])}
        self.undone = self.undone if "faults" not in e.record else set()
        for x in e.record.get("decisions", []):
            one = x["side"], x["request"]
            if "faults" in e.record:
                self.undone.add(one)
            ask = x.get("by") == "policy" and moment(x["request"]) and one in open_
            # §14
            said = self.veiled or x.get("line") == "ask"
            need(not ask or said, f"a policy answers {x['request']}, and {x['side']} is asked it")
            if not ask:
                self.done.add(one)
                self.decided.add(one)
            self.highest = max(self.highest, counter(x["request"]))
        if e.ordered and "faults" not in e.record:
            self.done.add((e.ordered, e.answered[e.ordered].name))
