"""The log, second half: what followed from each step (PROTOCOL.md, sections 7, 8, 13 and 14)."""

import copy
import hashlib

from shapes import ENTRY
from steps import Steps
from table import die
from wire import H, Json, need, parse, sha

MADE = "rolls", "shuffles", "openings", "deals"


class Game(Steps):
    """A log, entry by entry."""

    # -- what followed
    def record(self, n: int, r: Json, ground: bool) -> None:
        need(self.answered[0] or "link" not in r, "an answer link without an order")
        live = self.live(n + 1)
        named = [x["side"] for name in ("decisions", "left", "questions") for x in r.get(name, [])]
        named += [x["to"] for name in ("deals", "menus", "handover") for x in r.get(name, [])]
        need(set(named) <= set(self.sides), "no such side")
        if "plan" in r:
            step = self.bodies[n]["step"]
            need(step.get("kind") == "impose", "a stack that no ruling imposed")
            self.commit(r["plan"], step["side"], r["plan"][0]["slot"].split(":")[2])
        need(
            ("escrow" in r) == (self.bodies[n]["step"]["type"] == "gm"),
            "`escrow` is for a new GM, and for nobody else",
        )
        fault = r.get("faults", [{}])[-1]
        made = {x: fault.get(x, 0) for x in MADE}
        need(
            all(made[x] <= len(r.get(x, [])) for x in MADE), "a fault of more than the entry holds"
        )
        self.chance({x: r.get(x, [])[: len(r.get(x, [])) - made[x]] for x in MADE})
        if fault:  # what the failed line did does not stand, and comes again
            pos, uses = copy.deepcopy(self.pos), self.uses.copy()
            line = {x: r.get(x, [])[len(r.get(x, [])) - made[x] :] for x in MADE}
            self.chance(line)
            self.pos, self.failed = pos, (n, uses, line["shuffles"])
        for o in r.get("opened", []):
            m, place = o["entry"], o["place"]
            body = self.bodies[m]["step"].get("order", {}).get("body", {}) if m in live else {}
            need(
                body.get("type") == "order",
                f"entry {m}, whose statement is opened, holds no order that counts",
            )
            need(
                self.pos.latest.get(body["from"]) == m,
                f"entry {m} is not the latest order of {body['from']}",
            )
            need(
                place == self.pos.place[m] and m not in self.pos.closed,
                f"statement {place} of entry {m} out of its turn",
            )
            need(place <= len(body["statements"]), f"entry {m} has no statement {place}")
            good = H(
                "statement",
                self.heads[0],
                body["from"],
                body["question"],
                body["revision"],
                place,
                o["salt"],
                sha(o["text"]),
            )
            need(
                good == body["statements"][place - 1],
                f"statement {place} of entry {m} is not what was committed to",
            )
            self.pos.place[m] += 1
            if not o["text"]:
                self.pos.closed.add(m)
            self.opened += 1
        for x in r.get("left", []):
            need(
                self.pos.latest.get(x["side"]) == x["entry"],
                f"`left` names entry {x['entry']}, not the latest order of {x['side']}",
            )
            need(
                "stories" in r
                or x["place"] in (self.pos.place[x["entry"]] - 1, self.pos.place[x["entry"]]),
                "`left` names another statement than the one that ended the run",
            )
            self.pos.closed.add(x["entry"])
        need(
            n < 2 or ("stories" in r) == self.veiled, "`stories` in some entries and not in others"
        )
        if "stories" in r:
            self.veiled = True
            need(
                [t["to"] for t in r["stories"]] == ["public", *(self.sides if self.first else [])],
                "`stories` to others",
            )
            need(
                all(
                    ("clear" in t) == (t["to"] == "public") != ("sealed" in t) for t in r["stories"]
                ),
                "`stories`: clear to the public alone",
            )
            need(isinstance(r["stories"][0]["clear"], str), "`stories`: `clear` is no text")
            need(
                parse(r["stories"][0]["clear"].encode(), 262_144).keys() == {"decisions", "events"},
                "`stories`: not decisions and events",
            )
        need(not (self.veiled and "opened" in r), "a veiled game with an opened statement")
        for x in r.get("faults", []):
            need(x["side"] in (*self.sides, "gm"), "a fault of nobody")
            need(x["entry"] <= n, "a fault of a later entry")
            need("rolls" in r or "shuffles" in r, "a fault before any die and any shuffle")
        self.faulty = "faults" in r or (self.faulty and not ground)
        self.askings(n, r, ground)

    def chance(self, r: dict[str, Json]) -> None:
        """Dice and cards, of a record or of the line that failed."""
        for roll in r.get("rolls", []):
            label, _, times = roll["label"].rpartition("#")
            self.uses[label] += 1
            need(
                label and "#" not in label and times == str(self.uses[label]),
                f"{roll['label']}: it is use {self.uses[label]} of that label",
            )
            need(len(self.pairs) == len(self.sides), "a die before the last accept")
            pairs = [x for s in self.sides for x in self.pairs[s]]
            need(
                die([self.heads[0], *pairs, roll["label"]], roll["sides"]) + 1 == roll["value"],
                f"{roll['label']} is another number",
            )
            need(
                roll.get("absent", []) == [s for s in self.sides if s in self.absent],
                f"{roll['label']}: others were absent",
            )
            self.dice += 1
        for s in r.get("shuffles", []):
            self.number["gm"] += 1
            need(s["k"] == self.number["gm"], f"shuffle {s['k']} is number {self.number['gm']}")
            need(
                len(s["slots"]) == len(s["cards"]) == len(set(s["slots"])),
                "as many commitments as slots, each once",
            )
            own = [f"deck:{s['deck']}:{i}" for i in range(len(s["slots"]))]
            old = [x for x in self.pos.slots if x.rpartition(":")[0] == f"deck:{s['deck']}"]
            undrawn = [x for x in old if x not in self.pos.drawn]
            undrawn.sort(key=lambda x: int(x.rpartition(":")[2]))
            need(
                s["slots"] == (undrawn if s.get("again") else own),
                f"shuffle {s['k']}: other slots than its deck's",
            )
            need(
                s["deck"] in self.pos.stale or not s.get("again"),
                f"{s['deck']} is shuffled anew though no voided entry showed its cards",
            )
            need(s.get("again") or not old, f"the deck {s['deck']} was shuffled before")
            for x, c in zip(s["slots"], s["cards"], strict=True):
                self.pos.slots[x] = s["k"], c
            self.pos.stale.discard(s["deck"])
            need(
                all(x == s for x in self.again if x["k"] == s["k"]),
                f"shuffle {s['k']} is not that of the line that failed",
            )
            self.shuffled.append((s["k"], self.chains["gm/deck"]))
        dealt = [(x["slot"], x["to"]) for x in r.get("deals", [])]
        need(len(dealt) == len(set(dealt)), "a card is dealt twice to one side")
        need(all(x.startswith("deck:") for x, _ in dealt), "a card of no deck is dealt")
        need(
            not self.pos.shown & {x for x, _ in dealt}, "a card is dealt that was turned up before"
        )
        for o in r.get("openings", []):
            self.check_opening(o)
            need(o["slot"] not in self.pos.shown, f"{o['slot']} was turned up before")
            self.pos.shown.add(o["slot"])
        for x in r.get("openings", []) + r.get("deals", []):
            slot, deck = x["slot"], x["slot"].split(":")[1]
            need(slot in self.pos.slots, f"{slot} was never committed to")
            need(
                slot in self.pos.drawn
                or not slot.startswith("deck:")
                or deck not in self.pos.stale,
                f"{deck} should have been shuffled anew",
            )
            self.pos.drawn.add(slot)

    def askings(self, n: int, r: Json, ground: bool) -> None:
        asked = r.get("questions", [])
        need(
            [a["side"] for a in asked]
            == [s for s in self.sides if s in {a["side"] for a in asked}],
            "askings out of order or twice",
        )
        first = self.first == n > 0
        need(not asked or self.first, "an asking before the last accept")
        need(not (asked and (self.faulty or self.over)), "an asking after a fault or after the end")
        now: dict[str, tuple[int, str, int]] = {}
        for a in asked:
            side, number, request = a["side"], a["number"], a["request"]
            old = self.asked.get(side)
            if old and old[1] == request and (not ground or first):
                need(number == old[0], f"{side}'s asking {old[0]} has become {number}")
                now[side] = old
            else:
                self.number[side] += 1
                need(
                    number == self.number[side],
                    f"the new asking of {side} is number {self.number[side]}, not {number}",
                )
                need(
                    request != "ready" or ground or first,
                    f"a `ready` is owed by {side} without new ground",
                )
                need(
                    not ground or request == "ready" or not old or old[1] != request,
                    f"{request} has its old name on new ground",
                )
                need(
                    (side, request) != self.answered,
                    f"{request} is asked again though {side} answered it",
                )
                now[side] = number, request, n
        if first:
            need(
                all(self.number[s] for s in self.sides),
                "after the last accept a side has no asking",
            )
        if ground and asked:
            need(
                all(s in now for s in self.sides if s not in self.absent),
                "on new ground a side is not asked",
            )
        if asked and not ground:
            need(
                all(s in now for s, x in self.asked.items() if x[1] == "ready"),
                "an owed `ready` is gone",
            )
        self.asked = now

    # -- one entry
    def entry(self, raw: bytes, sig: str) -> None:
        n = len(self.bodies)
        body = parse(raw, 262_144)
        ENTRY(body)
        need(body["n"] == n, f"its n is {body['n']}")
        need(
            body["prev"] == (self.heads[-1] if n else ""),
            "prev is not the head of the entry before",
        )
        step, record = body["step"], body["record"]
        need((step["type"] == "genesis") == (n == 0), "a genesis elsewhere than in entry 0")
        if n:
            space = f"pbem2-entry/{self.heads[0]}/{n}"
            self.sign.add(n, "the entry", sig, raw, space, [g.keys["ssh"] for g in self.gms])
        self.bodies.append(body)
        self.gms_before = self.gms
        self.signers = set()
        self.answered, self.again = ("", ""), []
        if n == 0:
            self.heads.append(sha(raw))  # its own head is the name of the game
        back = [s for s, since in self.absent.items() if self.signed.get(s, 0) > since]
        ground = self.step(n, step, record)
        if n == 0:
            self.sign.add(n, "the entry", sig, raw, "pbem2-genesis", [step["gm"]["ssh"]])
        for s in back if ground else []:
            self.absent.pop(s, None)
        self.record(n, record, ground)
        self.signed |= dict.fromkeys(self.signers, n)
        if n:
            self.heads.append(sha(raw))
        self.sha512.append(hashlib.sha512(raw).hexdigest())
        self.after.append(copy.deepcopy(self.pos))
