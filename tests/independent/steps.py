"""The log, first half: what people say and what an entry was made from (PROTOCOL.md, sections 10, 13 and 15)."""

import copy
import re
from collections import Counter
from datetime import datetime

from shapes import SAID, SAID_BODY
from table import Chain, Holder, Position
from wire import H, Json, Signatures, encode, need, sha

# §10: what `entry` is for, and the fields that only some kinds of a step have.
ABOUT = ("dispute", "countersign", "takeback", "agree", "over", "draw")
USED = {
    "clock": {
        "reading": set[str](),
        "terms": {"hours", "grace", "ending", "days", "agreed"},
        "pause": set[str](),
        "resume": set[str](),
        "extend": {"side", "hours"},
    },
    "ruling": {
        "uphold": set[str](),
        "void": set[str](),
        "again": {"program"},
        "patch": {"lines", "sealed"},
        "impose": {"side", "lines", "sealed"},
        "option": {"lines"},
        "house": {"lines"},
        "result": {"side"},
    },
}


class Steps:
    """What stands after each entry, as far as it can be known without the rules of the game."""

    def __init__(self, signatures: Signatures) -> None:
        self.sign, self.pos = signatures, Position()
        self.bodies: list[
            dict[str, Json]
        ] = []  # of the entries; then what stood after each of them:
        self.heads, self.after = list[str](), list[Position]()
        self.sha512 = list[str]()  # of each body
        self.gms, self.gms_before, self.holders = (
            list[Holder](),
            list[Holder](),
            list[Holder](),
        )  # of the moment, before it, ever
        self.seats: dict[str, Holder] = {}
        self.fresh: set[str] = set()  # x25519 keys and anchors
        self.chains: dict[str, Chain] = {}  # of the moment
        self.pairs: dict[str, tuple[int, str, str]] = {}  # side: number, link, answer
        self.uses: Counter[str] = Counter()  # of a label since a pair changed
        self.number: dict[str, int] = {}  # of the latest asking; `gm`: the count of shuffles
        self.asked: dict[str, tuple[int, str, int]] = {}  # side: number, request, entry that put it
        self.answered = ("", "")  # side and request of the order in this entry
        self.absent: dict[str, int] = {}  # side: entry that declared it so
        self.signed: dict[str, int] = {}  # side: last entry with something that it signed
        self.signers: set[str] = set()  # of envelopes in this entry
        self.rewinds: dict[int, int] = {}  # n: k
        self.wishes: dict[int, tuple[str, int]] = {}  # open `takeback`: who, first entry
        self.offers: dict[str, int] = {}  # side: entry of its latest offer of a draw
        self.over: dict[str, int] = {}
        self.faulty = self.veiled = False
        self.consents: set[str] = set()  # digests of the envelopes with one
        self.first = 0  # entry of the last accept, once it is there
        self.cards: list[tuple[int, str, str, str]] = []  # k, slot, salt, card, as they were opened
        self.shuffled: list[tuple[int, Chain]] = []  # k and the deck chain of the time
        self.dice = self.opened = 0
        self.failed: tuple[int, Counter[str], Json] = (0, Counter(), [])  # of the last fault:
        # its entry, uses of labels before its line, and the shuffles of that line
        self.again = list[Json]()  # of an `again`: the shuffles of the line that it carries out

    # -- what people say
    def said(self, n: int, env: Json, kinds: tuple[str, ...], own: bool = False) -> Json:
        body, raw = env["body"], encode(env["body"]).encode()
        need(len(encode(env).encode()) <= 98_304, "an envelope of more than 98,304 bytes")
        SAID_BODY(body)
        who, type_ = body["from"], body["type"]
        need(type_ in kinds, f"an envelope with {type_!r} in this step")
        need(body["game"] == self.heads[0], "said in another game")
        need(body["head"] in self.heads, "the head that is named is not of an entry before")
        need(who in self.sides or (type_, who) == ("claim", "gm"), f"{who} is not a side")
        need(own or who in self.seats, f"nobody sits at {who} yet")
        need(who not in self.over, f"{who} has said `over`, and says no more")
        key = body["keys"]["ssh"] if own else self.seats[who].keys["ssh"]
        self.sign.add(n, f"{type_} of {who}", env["sig"], raw, "pbem2-said", [key])
        if "newest" in body:
            at, sha512 = body["newest"]["n"], body["newest"]["sha512"]
            need(self.sha512[at : at + 1] == [sha512], "`seen` is no entry of this log")
        k = body.get("entry", 0)
        need(k == 0 or type_ in ABOUT, f"a {type_} on entry {k}")
        need(
            self.heads.index(body["head"]) >= k, "a word on an entry behind the head that it names"
        )
        if "sealed" in body:
            need([x["to"] for x in body["sealed"]] == ["gm", who], "`sealed` to others")
        self.signers.add(who)
        return body

    def sit(self, role: str, keys: Json, *chains: Chain) -> Holder:
        for value in (keys["x25519"], *(c.anchor for c in chains)):
            need(value not in self.fresh, "an x25519 key or an anchor a second time")
            self.fresh.add(value)
        self.chains.update({c.name: c for c in chains})
        self.holders.append(Holder(role, keys, list(chains)))
        return self.holders[-1]

    def gm_chains(self, anchors: Json, numbers: dict[str, int]) -> list[Chain]:
        need(anchors["answer"].keys() == set(self.sides), "answer chains for other sides")
        return [Chain(f"gm/answer/{s}", numbers[s], anchors["answer"][s]) for s in self.sides] + [
            Chain("gm/deck", numbers["gm"], anchors["deck"])
        ]

    def decide(self, n: int, body: Json, record: Json) -> None:
        side, k = body["from"], body["question"]
        need(side in self.asked and self.asked[side][0] == k, f"asking {k} of {side} is not open")
        _, request, since = self.asked.pop(side)
        need(self.heads.index(body["head"]) >= since, "the head is older than the asking")
        self.answered, ready = (side, request), body["type"] == "ready"
        need(
            request == ("ready" if ready else body["request"]),
            f"it answers another request than {request}",
        )
        need(
            ready or all(r != "ready" for _, r, _ in self.asked.values()),
            "an order while a `ready` is owed",
        )
        self.chains[f"move/{side}"].reveal(k, body["link"])
        need("link" in record, "no answer link")
        self.chains[f"gm/answer/{side}"].reveal(k, record["link"])
        self.pairs[side] = k, body["link"], record["link"]
        self.uses.clear()
        if not ready:
            need(
                body["statements"] and len(body["statements"]) % 8 == 0,
                "statements that are not a multiple of eight",
            )
            self.pos.latest[side], self.pos.place[n] = n, 1
            self.commit(body.get("plan", []), side, request.rpartition("-")[2])

    def commit(self, plan: Json, side: str, turn: str) -> None:
        """A stack: slots 1, 2, ... of the turn that the request's name ends in, each for the first time."""
        for place, p in enumerate(plan, 1):
            need(
                p["slot"] == f"plan:{side}:{turn}:{place}" and re.fullmatch(r"0|[1-9]\d*", turn),
                f"the slot {p['slot']} in a plan",
            )
            need(p["slot"] not in self.pos.slots, f"{p['slot']} is committed to already")
            self.pos.slots[p["slot"]] = 0, p["commitment"]

    def check_opening(self, o: Json) -> None:
        need(o["slot"] in self.pos.slots, f"{o['slot']} was never committed to")
        k, commitment = self.pos.slots[o["slot"]]
        tail = (*o["slot"].split(":")[1:], o["salt"], o["card"])
        good = H("card", self.heads[0], k, *tail) if k else H("plan", self.heads[0], *tail)
        need(good == commitment, f"the opening of {o['slot']} is not what was committed to")
        self.cards.append((k, o["slot"], o["salt"], o["card"]))

    def youngest(self) -> int:
        """The entry that put the youngest open asking."""
        return max((since for _, _, since in self.asked.values()), default=0)

    def agreed(self, n: int, step: Json, digest: str) -> set[str]:
        """The sides that consent to what has this digest."""
        mails = step.get("agreed", [])
        who = [self.said(n, e, ("consent",)) for e in mails]
        need(
            len({c["from"] for c in who}) == len(who) and all(c.get("text") == digest for c in who),
            "a consent to something else, or twice",
        )
        names = {sha(encode(e["body"])) for e in mails}
        need(not names & self.consents, "a consent that stands in the log already")
        self.consents |= names
        return {c["from"] for c in who}

    # -- steps
    @property
    def final(self) -> bool:
        """§16: for each side an `over`, or an `absent` after the result."""
        result = max(self.over.values(), default=0)
        return result > 0 and all(
            s in self.over or self.absent.get(s, 0) > result for s in self.sides
        )

    def live(self, before: int) -> set[int]:
        """§15: the entries that count, going back from the last one before."""
        out, n = set(), before - 1
        while n >= 0:
            out.add(n)
            n = self.rewinds.get(n, n) - 1
        return out

    def rewind(self, n: int, k: int) -> None:
        need(
            0 < self.first < k < n and k - 1 in self.live(before=n),
            f"a rewind to entry {k}: a voided entry would come back, or a player would not sit",
        )
        self.rewinds[n] = k
        self.pos = copy.deepcopy(self.after[k - 1])
        shown = [
            x["slot"]
            for b in self.bodies[k:n]
            for name in ("openings", "deals")
            for x in b["record"].get(name, [])
        ]
        decks = {s.split(":")[1] for s in self.pos.slots if s.startswith("deck:")}
        self.pos.stale |= {s.split(":")[1] for s in shown if s.startswith("deck:")} & decks
        self.over.clear()
        self.wishes = {m: (s, first) for m, (s, first) in self.wishes.items() if first < k}

    def may_take_back(self, n: int, k: int) -> None:
        """§15: what the terms of the table say of going back to before entry k."""
        kind = self.terms.get("takebacks", "kind")
        need(kind != "none", "a `takeback`, and the terms have none")
        fell = ("rolls", "shuffles", "deals", "openings")
        need(
            kind == "kind" or not any(b["record"].get(x) for b in self.bodies[k:n] for x in fell),
            "a strict table goes back over dice or cards",
        )

    def step(self, n: int, step: Json, record: Json) -> bool:
        """Whether it is new ground (§13)."""
        kind = step["type"]
        used = USED.get(kind, {})
        for name in set[str]().union(*used.values()) - used.get(step.get("kind", ""), set()):
            need(name not in step, f"a {step.get('kind')} with `{name}`")
        if kind == "genesis":
            self.sides: list[str] = step["sides"]
            need(
                len(set(self.sides)) == len(self.sides) and not {"gm", "public"} & set(self.sides),
                "sides",
            )
            need(step["invited"].keys() <= set(self.sides), "an invitation for no side")
            self.terms: Json = step.get("terms", {})
            self.away = dict.fromkeys(self.sides, 0)
            self.number = dict.fromkeys(self.sides, 0) | {"gm": 0}
            self.gms = [self.sit("gm", step["gm"], *self.gm_chains(step["anchors"], self.number))]
            self.pos.version = step["rules_version"]
        elif kind == "accept":
            body = self.said(n, step["order"], ("accept",), own=True)
            side = body["from"]
            need(side not in self.seats, f"{side} accepts twice")
            self.seats[side] = self.sit(
                side, body["keys"], Chain(f"move/{side}", 0, body["anchor"])
            )
            self.pairs[side] = 0, body["anchor"], self.chains[f"gm/answer/{side}"].anchor
            if len(self.seats) == len(self.sides):
                self.first = n
            if "ready" in step:
                need(len(self.seats) == len(self.sides), "a `ready` before the last accept")
                ready = self.said(n, step["ready"], ("ready",))
                need(
                    ready["from"] == side
                    and ready["head"] == body["head"]
                    and ready["question"] == 1,
                    "not the `ready` of who accepts",
                )
                self.number[side], self.asked[side] = 1, (1, "ready", 0)
                self.decide(n, ready, record)
        elif kind == "said":
            body = self.said(
                n,
                step["order"],
                tuple(t for t in SAID if t not in ("accept", "claim", "chair", "consent")),
            )
            side, type_, k = body["from"], body["type"], body.get("entry", 0)
            if type_ in ("order", "ready"):
                self.decide(n, body, record)
            elif type_ == "open":
                need(
                    body["opening"]["slot"].startswith(f"plan:{side}:"),
                    "it opens what is no plan of its side",
                )
                self.check_opening(body["opening"])
            elif type_ == "over":
                need(
                    0 < k < n
                    and k in self.live(n)
                    and not self.bodies[k]["record"].get("questions"),
                    "`over` names an entry after which the game went on",
                )
                need(set(self.over.values()) <= {k}, "`over` names another result")
                self.over[side] = k
            elif type_ == "takeback":
                need(
                    0 < k < n and k - 1 in self.live(n),
                    f"it would bring back voided entries: {k}",
                )
                need(all(s != side for s, _ in self.wishes.values()), "a second `takeback`")
                self.may_take_back(n, k)
                self.wishes[n] = side, k
            elif type_ == "agree":
                need(
                    self.wishes.get(k, (side, 0))[0] != side,
                    f"entry {k} is no open `takeback` of another side",
                )
                need(
                    self.heads.index(body["head"]) >= self.youngest(),
                    "an `agree` older than an open asking",
                )
                self.may_take_back(n, self.wishes[k][1])
                self.rewind(n, self.wishes.pop(k)[1])
                return True
            elif type_ == "holiday":
                first, last = (datetime.strptime(d, "%Y-%m-%d") for d in body["text"].split()[:2])
                self.away[side] += (last - first).days + 1
                need(
                    self.away[side] <= self.terms.get("holidays", self.away[side]),
                    "more holidays than the terms allow",
                )
            elif type_ == "draw" and k:
                need(
                    any(s != side and m == k for s, m in self.offers.items()),
                    f"entry {k} is no offer of another side",
                )
                need(k >= self.youngest(), "the game went on after that offer")
            elif type_ == "draw":
                self.offers[side] = n
        elif kind == "seat":
            body = self.said(n, step["order"], ("claim",), own=True)
            side = body["from"]
            need(self.first, f"nobody sat at {side}")
            need(step.get("agreed") or step.get("reason"), "neither a consent nor a reason")
            need(
                side in self.asked or side in self.absent,
                "a seat changes hands while its side has no asking",
            )
            self.agreed(n, step, sha(encode(body)))
            need(
                body.get("number", 0) == self.number[side], "the claim's `number` is not the side's"
            )
            self.seats[side] = self.sit(
                side, body["keys"], Chain(f"move/{side}", body.get("number", 0), body["anchor"])
            )
            self.absent.pop(side, None)
            return True
        elif kind == "gm":
            body = self.said(n, step["order"], ("claim",), own=True)
            need(body["from"] == "gm", "a claim to a seat in a `gm` step")
            need(step["reason"], "no reason")
            if step["role"] == "co":
                need("anchors" not in body and "numbers" not in body, "a co-GM with anchors")
                self.gms = [*self.gms, self.sit("gm", body["keys"])]
                return False
            need("anchors" in body and "numbers" in body, "a new GM without anchors")
            need(body["numbers"] == self.number, "the claim's `numbers` are not those of the log")
            self.gms = [
                self.sit("gm", body["keys"], *self.gm_chains(body["anchors"], body["numbers"]))
            ]
            return True
        elif kind == "absent":
            side = step["side"]
            need(
                self.first and side in self.sides and step["reason"],
                "an `absent` for nobody, or without a reason",
            )
            self.absent[side] = n
            if self.asked.get(side, (0, "", 0))[1] != "ready":
                by = [(one["side"], one.get("by")) for one in record.get("decisions", [])]
                return (side, "absent") in by
            del self.asked[side]
        elif kind == "clock":
            need(step.get("side", self.sides[0]) in self.sides, "no such side")
        elif kind == "ruling":
            need(self.first, "a ruling before the last accept")
            need(step.get("side", self.sides[0]) in self.sides, "no such side")
            need(step.get("entry", 0) < n, "a ruling on an entry to come")
            need(not self.final or step["kind"] == "uphold", "a ruling after the end was final")
            need(
                not self.over or step["kind"] not in ("patch", "impose", "option", "result"),
                "the game is over, and a ruling changes it",
            )
            need((step["kind"] == "again") == ("program" in step), "only `again` names a program")
            if step["kind"] == "again":
                need(self.faulty and step.get("entry") == self.failed[0], "no such fault waits")
                need(not self.over, "the game is over, and a ruling changes it")
                uses, self.again = self.failed[1:]
                self.uses = uses.copy()
                self.number["gm"] -= len(self.again)
                self.faulty = False
            if step["kind"] == "void":
                self.rewind(n, step.get("entry", 0))
            return str(step["kind"]) in ("void", "patch", "impose", "option")
        elif kind == "rules":
            need(
                self.first and not self.over, "other rules before the last accept, or after the end"
            )
            need(step["version"] > self.pos.version, f"version {self.pos.version} is in force")
            without = {name: value for name, value in step.items() if name != "agreed"}
            sides = self.agreed(n, step, sha(encode(without)))
            need(
                all(s in sides or s in self.absent for s in self.sides),
                f"not all agreed to version {step['version']} of the rules",
            )
            self.pos.version = step["version"]
            return True
        return False
