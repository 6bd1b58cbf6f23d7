"""Who decided, and under which standing orders (PROTOCOL.md, section 14)."""

from collections import Counter

from .questions import RESERVED
from .state import State
from .table import Entry, counter, kind, moment
from .wire import Json, need


class Decisions(State):
    # -- the cut
    def cut(self, e: Entry) -> None:
        """Which sides had standing orders in force for this entry."""
        if e.again:
            e.force = self.failed.force
        elif e.ordered:
            e.force = self.cut_of_order(e)
        elif e.order and self.ground and not e.first:
            e.force = self.at(self.ground)
        else:
            e.force = {s: s in self.pos.standing for s in self.sides}

    def at(self, entry: int) -> dict[str, bool]:
        return {s: s in self.after[entry].standing for s in self.sides}

    def cut_of_order(self, e: Entry) -> dict[str, bool]:
        side, name, brings = e.ordered, e.order["request"], e.order.get("brings", False)
        head = self.index[e.order["head"]]
        mine = side, self.cuts.setdefault(side, head), head, brings
        answers = [*self.several.get(name, []), mine]
        self.several[name] = answers
        force = self.at(min(cut for _, cut, _, _ in answers))
        for who, _, own, bring in answers:
            force[who] = force[who] or bring or who in self.after[own].standing
        if brings:
            self.pos.standing.add(side)
        return force

    # -- the rows
    def decisions(self, e: Entry) -> None:
        rows = e.record.get("decisions", [])
        need(len(rows) <= 4000, "more than 4000 decisions")
        first = rows[0].get("by") if rows else ""
        need(not e.impose or first == "ruling", "a ruling imposes, and decides nothing")
        self.in_order(rows)
        for i, x in enumerate(rows):
            need(x["side"] in self.sides, "a decision of nobody")
            need(not (self.veiled and x.get("line")), "a line in clear in a veiled game")
            getattr(self, "by_" + (x.get("by") or "order"))(e, x, i)
            self.reserved(e, x)
            self.answers_open(e, x)
        self.once(e, rows)
        self.own_lines(e, rows)
        if e.answers:
            side = e.step["side"]
            q = e.answered.get(side)
            mine = [x["request"] for x in rows if (x["side"], x.get("by")) == (side, "absent")]
            need(q and q.name in mine, "an `absent` that answers what nobody was asked")

    def in_order(self, rows: list[Json]) -> None:
        """The numbers of names go up one by one, and few rows in a row are forced."""
        forced = 0
        for i, x in enumerate(rows):
            n = counter(x["request"])
            low = counter(rows[i - 1]["request"]) if i else n
            need(low <= n <= low + 1, f"{x['request']} does not follow")
            forced = forced + 1 if x.get("by") == "forced" else 0
            need(forced <= 100, "more than 100 forced decisions in a row")

    def answers_open(self, e: Entry, x: Json) -> None:
        """A request that was open before is answered in three ways only."""
        q = self.asked.get(x["side"])
        if q is None or q.name != x["request"]:
            return
        side, by = x["side"], x.get("by", "")
        need(
            (by == "" and side == e.ordered and e.order["request"] == q.name)
            or (by == "ruling" and e.impose and side == e.step["side"])
            or (by == "absent" and e.answers and side == e.step["side"]),
            f"{q.name} of {side} was open, and is answered by {by or 'nobody'}",
        )

    def reserved(self, e: Entry, x: Json) -> None:
        """§13: under a reserved kind only an `order` decides, one that opens a card."""
        if kind(x["request"]) not in RESERVED:
            return
        good = kind(x["request"]) == "open" and (
            (not x.get("by") and x["request"] == e.cards and "openings" in e.order)
            or (x.get("by") == "earlier" and self.answers_by_cards(e, x))
        )
        need(good, f"{x['request']}: no rules may ask under that kind")

    def once(self, e: Entry, rows: list[Json]) -> None:
        """§8: no request's name comes twice."""
        here = Counter((x["side"], x["request"]) for x in rows)
        open_ = {q.name for q in self.asked.values()}
        for _, name in here:
            new = name in open_ or counter(name) >= self.highest
            need(new or e.again, f"{name} is decided, and a later name stands before it")
        # §14: at a moment put to several, a policy may have said `ask` where a line answers now.
        moments = {
            (x["side"], x["request"])
            for x in rows
            if self.veiled and x.get("by") == "earlier" and "." in x["request"]
        }
        for (side, name), times in here.items():
            again = e.again and (side, name) in self.undone
            again = again or ((side, name) in moments and name in open_)
            need((side, name) not in self.decided or again, f"{name} of {side} is decided twice")
            need(times == 1, f"{name} of {side} is decided twice in this entry")

    def own_lines(self, e: Entry, rows: list[Json]) -> None:
        """In an open game what was carried out is opened."""
        own = any(not x.get("by") for x in rows)
        if self.veiled:
            return
        stack = "plan" in e.order or "openings" in e.order
        need(
            not own or stack or self.pos.place[e.n] > 1,
            "a line that was carried out, and is sealed",
        )
        for x in rows:
            m = self.pos.latest.get(x["side"], 0)
            need(
                x.get("by") != "earlier" or self.answers_by_cards(e, x) or self.pos.place[m] > 1,
                f"a line of entry {m} that was carried out, and is sealed",
            )

    def by_order(self, e: Entry, x: Json, i: int) -> None:
        need(x["side"] == e.ordered, f"a decision of {x['side']}, whose order is not in this entry")

    def by_earlier(self, e: Entry, x: Json, i: int) -> None:
        side = x["side"]
        need(side != e.ordered, f"an earlier order of {side}, who sends a new one")
        if self.answers_by_cards(e, x):
            return
        m = self.pos.latest.get(side)
        need(m is not None and m not in e.closed, f"no earlier order of {side} goes on")

    def answers_by_cards(self, e: Entry, x: Json) -> bool:
        """§14: in an `again`, whether it is what the order answered in whose entry the fault is."""
        failed = self.failed
        return e.again and (x["side"], x["request"]) == (failed.fault["side"], failed.cards)

    def by_policy(self, e: Entry, x: Json, i: int) -> None:
        side, name = x["side"], x["request"]
        force = e.force
        if e.ordered and name == e.order["request"]:
            force = self.born.get(name, {})
        need(force.get(side), f"{side} had no standing orders at the cut")
        need(
            x.get("by") != "policy" or e.kind != "ground" or moment(name),
            "a policy on new ground for what is no moment",
        )

    by_script = by_policy

    def by_forced(self, e: Entry, x: Json, i: int) -> None:
        pass

    def by_absent(self, e: Entry, x: Json, i: int) -> None:
        side = x["side"]
        need(side != e.ordered, f"{side} is absent, and sends the order")
        need(
            (e.answers and side == e.step["side"]) or self.away(side),
            f"{side} is not absent",
        )

    def by_ruling(self, e: Entry, x: Json, i: int) -> None:
        need(e.impose and i == 0, "a decision by a ruling that imposes none")
        need(x["side"] == e.step["side"], "a ruling imposes on another side than it names")
        q = e.answered.get(x["side"])
        need(q is None or q.name == x["request"], "a ruling imposes what nobody is asked")
