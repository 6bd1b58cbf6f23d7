"""Dice, shuffles, cards and statements (PROTOCOL.md, sections 6, 7, 8 and 14)."""

from .state import State
from .table import Entry, Failed, counter, die, kind
from .wire import H, Json, need, sha

MADE = "rolls", "shuffles", "openings", "deals"


class Cards(State):
    # -- what an order seals and opens
    def plan(self, e: Entry) -> None:
        """The slots that the order, or an imposed stack, commits to."""
        if e.ordered:
            side, q = e.ordered, e.answered[e.ordered]
            rows = e.order.get("plan", [])
            for o in e.order.get("openings", []):
                need(o["slot"].startswith(f"plan:{side}:"), "it opens what is no plan of its side")
                need(
                    o in e.record.get("openings", []),
                    f"{o['slot']} is opened by the order, and not in the record",
                )
        elif "plan" in e.record:
            side, rows = e.step["side"], e.record["plan"]
            need(side in e.answered, "a stack that nobody was asked for")
            q = e.answered[side]
        else:
            return
        if self.veiled and (e.ordered or rows):
            size = q.row.get("stack", {}).get("size", 0)
            need(len(rows) == size, f"a stack of {len(rows)} where {size} are asked for")
        for place, row in enumerate(rows, 1):
            slot = f"plan:{side}:{counter(q.name)}:{place}"
            need(row["slot"] == slot, f"the slot {row['slot']} where {slot} is next")
            need(slot not in self.pos.slots, f"{slot} is committed to already")
            self.pos.slots[slot] = 0, row["commitment"]

    def check_opening(self, o: Json) -> None:
        need(o["slot"] in self.pos.slots, f"{o['slot']} was never committed to")
        need(o["slot"] not in self.pos.dropped, f"{o['slot']} was dropped with its stack")
        k, commitment = self.pos.slots[o["slot"]]
        tail = (*o["slot"].split(":")[1:], o["salt"], o["card"])
        good = H("card", self.heads[0], k, *tail) if k else H("plan", self.heads[0], *tail)
        need(good == commitment, f"the opening of {o['slot']} is not what was committed to")
        self.cards.append((k, o["slot"], o["salt"], o["card"]))

    def turn_up(self, slot: str) -> None:
        need(slot not in self.pos.shown, f"{slot} was turned up before")
        self.pos.shown.add(slot)

    # -- chance
    def chance(self, e: Entry) -> None:
        r = e.record
        self.witness(e)
        if e.again:
            rolls = [(x["label"], x["sides"], x["value"]) for x in r.get("rolls", [])]
            first = [(x["label"], x["sides"], x["value"]) for x in self.failed.rolls]
            need(rolls[: len(first)] == first, "other dice than those of the line that failed")
            failed, rows = self.failed.fault, r.get("decisions", [])
            done = (failed["side"], "earlier") in [(x["side"], x.get("by")) for x in rows]
            owed = first and failed["place"] and "faults" not in r
            need(done or not owed, "the dice of the line that failed, without that line")
        fault = r.get("faults", [{}])[0]
        made = {x: fault.get(x, 0) for x in MADE}
        whole = {x: r.get(x, []) for x in MADE}
        need(
            all(made[x] <= len(whole[x]) for x in MADE),
            "a fault of more than the entry holds",
        )
        self.fall(e, {x: whole[x][: len(whole[x]) - made[x]] for x in MADE})
        if fault:  # what the failed line did does not stand, and comes again
            pos, uses = self.pos.copy(), self.uses.copy()
            line = {x: whole[x][len(whole[x]) - made[x] :] for x in MADE}
            self.fall(e, line)
            self.pos = pos
            self.fault(e, fault)
            force = e.force or {s: s in self.pos.standing for s in self.sides}
            failed = Failed(e.n, uses, line["rolls"], line["shuffles"], force, fault, e.cards)
            self.failed = failed if not e.again else failed._replace(cards=self.failed.cards)

    def witness(self, e: Entry) -> None:
        """§6: the rule for `record.link`."""
        fell = "rolls" in e.record or "shuffles" in e.record
        due = fell and self.due and not e.again
        need(("link" in e.record) == due, "a `link` too many" if not due else "no `link`")
        if due:
            chain = self.chains["gm/dice"]
            chain.reveal(chain.k + 1, e.record["link"])
            self.uses.clear()
            self.due = False
        if fell:
            self.chance_entry = e.n

    def fault(self, e: Entry, x: Json) -> None:
        need(len(e.record["faults"]) == 1, "two faults")
        need("rolls" in e.record or "shuffles" in e.record, "a fault before any die or shuffle")
        need(x["entry"] <= e.n, "a fault of a later entry")
        if x["side"] == "gm":
            need(x["place"] == 0, "a statement of nobody")
            return
        need(x["side"] in self.sides, "a fault of nobody")
        if x["place"] == 0:
            old = self.failed.fault
            same = e.again and all(x[k] == old[k] for k in ("side", "entry", "place"))
            own = x["side"] == e.ordered and x["entry"] == e.n and e.cards
            need(own or same, "a fault of no statement, by who answers with no card")
        else:
            body = self.order_of(x["entry"])
            need(body.get("from") == x["side"], f"entry {x['entry']} holds no order of {x['side']}")
            need(x["place"] <= len(body["statements"]), "a fault in a statement that is not there")
            self.latest(x["side"], x["entry"])

    def fall(self, e: Entry, r: dict[str, Json]) -> None:
        """Dice and cards, of a record or of the line that failed."""
        for roll in r["rolls"]:
            self.roll(roll)
        for shuffle in r["shuffles"]:
            self.shuffle(e, shuffle)
        dealt = [(x["slot"], x["to"]) for x in r["deals"]]
        need(len(dealt) == len(set(dealt)), "a card is dealt twice to one side")
        for slot, to in dealt:
            need(to in self.sides, "a card is dealt to nobody")
            need(slot.startswith("deck:"), "a card of no deck is dealt")
            need(slot not in self.pos.shown, "a card is dealt that was turned up before")
            self.draw(slot)
        for o in r["openings"]:
            self.check_opening(o)
            self.turn_up(o["slot"])
            if o["slot"].startswith("deck:"):
                self.draw(o["slot"])
        for x in r["deals"] + r["openings"]:
            need(self.on_top(x["slot"]), f"{x['slot']} is taken, and one above it is not")

    def roll(self, roll: Json) -> None:
        label, _, times = roll["label"].rpartition("#")
        self.uses[label] += 1
        need(label and "#" not in label, f"{roll['label']}: no label and its occurrence")
        need(
            times == str(self.uses[label]),
            f"{roll['label']}: it is use {self.uses[label]} of that label",
        )
        need(len(self.pairs) == len(self.sides), "a die before the last accept")
        chain = self.chains["gm/dice"]
        pairs = [x for s in self.sides for x in self.pairs[s]]
        value = die([self.heads[0], chain.k, chain.link, *pairs, roll["label"]], roll["sides"]) + 1
        need(value == roll["value"], f"{roll['label']} is {value}")
        away = [s for s in self.sides if s in self.absent]
        need(roll.get("absent", []) == away, f"{roll['label']}: absent were {away}")
        self.dice += 1

    def shuffle(self, e: Entry, s: Json) -> None:
        self.shuffles += 1
        deck, slots = s["deck"], s["slots"]
        need(s["k"] == self.shuffles, f"shuffle {s['k']} is number {self.shuffles}")
        need(len(slots) == len(s["cards"]), "not as many commitments as slots")
        if s.get("again"):
            need(deck in self.pos.stale, f"{deck} is shuffled anew, and no voided entry showed it")
            rest = [
                x
                for x in self.pos.slots
                if x.startswith(f"deck:{deck}:") and x not in self.pos.drawn
            ]
            rest.sort(key=lambda x: int(x.rpartition(":")[2]))
            need(slots == rest, f"shuffle {s['k']}: not the cards that are left in {deck}")
        else:
            need(deck not in self.pos.decks, f"the deck {deck} was shuffled before")
            need(
                slots == [f"deck:{deck}:{i}" for i in range(len(slots))],
                f"shuffle {s['k']}: other slots than those of {deck}",
            )
        self.pos.slots |= {x: (s["k"], c) for x, c in zip(slots, s["cards"], strict=True)}
        self.pos.decks.add(deck)
        self.pos.stale.discard(deck)
        if e.again:
            need(
                all(x == s for x in self.failed.shuffles if x["k"] == s["k"]),
                f"shuffle {s['k']} is not that of the line that failed",
            )
        self.shuffled.append((s["k"], self.chains["gm/deck"]))

    def draw(self, slot: str) -> None:
        need(slot in self.pos.slots, f"{slot} was never committed to")
        deck = slot.split(":")[1]
        need(
            slot in self.pos.drawn or deck not in self.pos.stale,
            f"{deck} should have been shuffled anew",
        )
        self.pos.drawn.add(slot)

    # -- statements
    def order_of(self, m: int) -> Json:
        """The order in an entry, if there is one."""
        body = (
            self.bodies[m]["step"].get("order", {}).get("body", {}) if m < len(self.bodies) else {}
        )
        return body if body.get("type") == "order" else {}

    def latest(self, side: str, m: int) -> Json:
        need(self.pos.latest.get(side) == m, f"entry {m} is not the latest order of {side}")
        return self.order_of(m)

    def open(self, e: Entry, o: Json) -> None:
        m, place = o["entry"], o["place"]
        body = self.order_of(m)
        need(body, f"entry {m}, whose statement is opened, holds no order")
        self.latest(body["from"], m)
        need(place <= len(body["statements"]), f"entry {m} has no statement {place}")
        order = self.heads[0], body["from"], body["question"], body["revision"]
        good = H("statement", *order, place, o["salt"], sha(o["text"]))
        need(
            good == body["statements"][place - 1],
            f"statement {place} of entry {m} is not what was committed to",
        )
        need(m not in self.pos.closed, f"the statements of entry {m} are over")
        self.opened += 1
        need(place == self.pos.place[m], f"statement {place} of entry {m} out of its turn")
        self.pos.place[m] += 1
        if not o["text"]:
            self.pos.closed.add(m)

    def statements(self, e: Entry) -> None:
        e.closed = self.pos.closed.copy()
        for o in e.record.get("opened", []):
            self.open(e, o)
        left = e.record.get("left", [])
        need(len({x["side"] for x in left}) == len(left), "two rows in `left` for one side")
        for x in left:
            m, place = x["entry"], x["place"]
            body = self.latest(x["side"], m)
            need(m not in e.closed, f"the statements of entry {m} are over")
            need(place <= len(body["statements"]), f"entry {m} has no statement {place}")
            turn = self.pos.place[m]
            need(
                self.veiled or place in (turn - 1, turn),
                "`left` names another statement than the one that ended the run",
            )
            self.pos.closed.add(m)
            asked = {q["side"] for q in e.record.get("questions", [])}
            asked |= {
                d["side"]
                for d in e.record.get("decisions", [])
                if d.get("by") in ("policy", "script", "absent")
            }
            over = "faults" in e.record or "result" in e.record
            need(not self.veiled or over or x["side"] in asked, f"{x['side']} is not asked")

    def asks_anew(self, e: Entry) -> None:
        """New ground ends the order of a side that it asks something."""
        for x in e.record.get("questions", []):
            if e.ground and kind(x["request"]) != "ready" and x["side"] in self.pos.latest:
                self.pos.closed.add(self.pos.latest[x["side"]])
