"""What came in, step by step (PROTOCOL.md, sections 10, 13, 14 and 15)."""

from .shapes import SAID
from .speech import Speech
from .table import Chain, Entry, Question
from .wire import Json, encode, need, sha

# §10: the fields that only some kinds of a step have.
USED: dict[str, dict[str, set[str]]] = {
    "clock": {
        "reading": set(),
        "terms": {"hours", "grace", "ending", "days", "agreed"},
        "pause": set(),
        "resume": set(),
        "extend": {"side", "hours"},
    },
    "ruling": {
        "uphold": set(),
        "void": set(),
        "again": {"program"},
        "patch": {"lines", "sealed"},
        "impose": {"side", "lines", "sealed"},
        "option": {"lines"},
        "house": {"lines"},
        "result": {"side"},
    },
}
SPOKEN = tuple(t for t in SAID if t not in ("accept", "claim", "consent"))


class Steps(Speech):
    def step(self, e: Entry) -> None:
        used = USED.get(e.step["type"], {})
        for name in set[str]().union(*used.values()) - used.get(e.step.get("kind", ""), set()):
            need(name not in e.step, f"a {e.step.get('kind')} with `{name}`")
        if "side" in e.step:
            need(e.step["side"] in self.sides, "no such side")
        getattr(self, "step_" + e.step["type"])(e)

    # -- players
    def step_accept(self, e: Entry) -> None:
        body = self.said(e, e.step["order"], ("accept",), own=True)
        side = body["from"]
        need(side not in self.seats, f"{side} accepts twice")
        need(self.index[body["head"]] >= self.handover, "an accept from before the new GM")
        self.one_part(body["keys"]["ssh"])
        self.office(body, {"move": 0})
        chain = Chain(f"move/{side}", 0, body["anchors"]["move"])
        self.seats[side] = self.sit(side, body["keys"], chain)
        self.pairs[side] = 0, chain.anchor
        if len(self.seats) == len(self.sides):
            self.first, e.first = e.n, True
        if "ready" not in e.step:
            return
        need(e.first, "a `ready` before the last accept")
        ready = self.said(e, e.step["ready"], ("ready",))
        need(
            (ready["from"], ready["head"], ready["question"]) == (side, body["head"], 1),
            "not the `ready` of who accepts, on the same head and to number 1",
        )
        self.number[side] = self.links[side] = 1
        row = {"side": side, "number": 1, "request": "ready"}
        self.asked[side] = Question(row, 1, e.n, False)
        self.answer(e, ready)

    def step_said(self, e: Entry) -> None:
        body = self.said(e, e.step["order"], SPOKEN)
        if body["type"] in ("order", "ready"):
            self.answer(e, body)
        else:
            self.word(e, body)

    def step_seat(self, e: Entry) -> None:
        body = self.said(e, e.step["order"], ("claim",), own=True)
        side = body["from"]
        need(side in self.sides, "a claim to the chair in a `seat`")
        self.last_put_by(body)
        need(e.step.get("agreed") or e.step.get("reason"), "neither a consent nor a reason")
        need(
            side in self.asked or side in self.absent,
            "a seat changes hands while its side has no question",
        )
        need(side in self.seats, f"nobody sat at {side}")
        self.agreed(e, sha(encode(body)))
        self.one_part(body["keys"]["ssh"], side)
        self.office(body, {"move": self.links[side]})
        chain = Chain(f"move/{side}", body["numbers"]["move"], body["anchors"]["move"])
        self.seats[side] = self.sit(side, body["keys"], chain)
        self.absent.pop(side, None)
        self.pos.standing.discard(side)
        self.pos.closed.add(self.pos.latest.get(side, 0))
        e.ground = True

    # -- the GM
    def step_gm(self, e: Entry) -> None:
        body = self.said(e, e.step["order"], ("claim",), own=True)
        need(body["from"] == "gm", "a claim to a seat in a `gm` step")
        self.last_put_by(body)
        self.one_part(body["keys"]["ssh"], *(["gm"] if "anchors" in body else []))
        if e.step["role"] == "co":
            need("anchors" not in body and "numbers" not in body, "a co-GM with anchors")
            self.gms = [*self.gms, self.sit("gm", body["keys"])]
            return
        self.office(body, {"dice": self.chains["gm/dice"].k, "deck": self.shuffles})
        self.gms = [self.sit("gm", body["keys"], *gm_chains(body["anchors"], body["numbers"]))]
        self.handover, e.ground = e.n, True

    def step_clock(self, e: Entry) -> None:
        name = e.step["kind"]
        if name == "terms":
            need("ending" in e.step, "terms without an `ending`")
            need(
                "hours" in e.step or ("grace" not in e.step and e.step["ending"] == "gm"),
                "terms without hours, but with a grace or an ending",
            )
        if name == "extend":
            need("side" in e.step and "hours" in e.step, "an `extend` without a side or hours")
        agreed = self.agreed(e, digest(e.step), self.clock.terms_entry)
        self.ahead(e.n, "its `at`", e.step["at"])
        self.clock.step(e.n, e.step, self.sides, agreed)

    def step_absent(self, e: Entry) -> None:
        side, end = e.step["side"], self.pos.ended
        need(self.first, "an `absent` before the last accept")
        q = self.asked.get(side)
        need(q or end, f"{side} has no question, and the game goes on")
        by = [(x["side"], x.get("by")) for x in e.record.get("decisions", [])]
        owes = side in self.owed()
        e.answers = (side, "absent") in by and not owes
        need(
            side not in self.absent or end or e.answers,
            f"{side} is absent already, and the rules do not answer",
        )
        signed, since = self.signed.get(side, 0), end or (q.put if q else 0)
        self.ahead(e.n, "its `at`", e.step["at"])
        self.clock.point(e.n, e.step["at"], False)
        need(
            self.clock.silent(side, e.step["at"], since, signed, bool(end)),
            f"{side} has not been silent long enough",
        )
        self.absent[side] = self.declared[side] = e.n
        e.ground = e.answers
        if q and (owes or e.answers):
            e.answered[side] = q

    def step_ruling(self, e: Entry) -> None:
        name = e.step["kind"]
        need(e.step.get("entry", 0) < e.n, "a ruling on an entry to come")
        need(not self.final or name == "uphold", "a ruling after the end was final")
        need(
            not self.pos.ended or name in ("uphold", "house", "void"),
            "the game has a result, and a ruling other than a rewind changes it",
        )
        need(("program" in e.step) == (name == "again"), "an `again`, and no other, has a program")
        need(self.first, "a ruling before the last accept")
        need(name != "uphold" or e.step.get("entry", 0) > 0, "an `uphold` of no entry")
        need(
            name not in ("option", "house") or len(e.step.get("lines", [])) == 1,
            "a ruling that has one line, with more or none",
        )
        hidden = self.veiled and name in ("patch", "impose")
        need(("sealed" in e.step) == hidden, "`sealed` is for the lines of a veiled game")
        need("lines" not in e.step or not hidden, "`lines` that are sealed besides")
        if name == "void":
            self.rewind(e, e.step.get("entry", 0))
        elif name == "again":
            self.carry_out_again(e)
        elif name == "impose":
            side = e.step.get("side", "")
            need(side in self.asked or self.faulty, "an `impose` for a side that has no question")
            e.impose, e.answered = True, {s: q for s, q in self.asked.items() if s == side}
        e.ground = e.ground or name in ("patch", "impose", "option")

    def carry_out_again(self, e: Entry) -> None:
        need(self.faulty and e.step.get("entry") == self.failed.entry, "no such fault waits")
        self.uses = self.failed.uses.copy()
        self.shuffles -= len(self.failed.shuffles)
        e.again = True

    def step_rules(self, e: Entry) -> None:
        need(self.first and not self.pos.ended, "new rules before the last accept or after the end")
        version = e.step["version"]
        need(version > self.pos.version, f"version {self.pos.version} is in force")
        agreed = self.agreed(e, digest(e.step), self.clock.terms_entry)
        need(
            all(s in agreed or self.away(s) for s in self.sides),
            f"not all agree to version {version} of the rules",
        )
        self.pos.version = version
        e.ground = True

    # -- what it was
    def classify(self, e: Entry) -> None:
        """§14: the class of an entry."""
        type_, name = e.step["type"], e.step.get("kind", "")
        word = e.step["order"]["body"]["type"] if type_ == "said" else ""
        owed = self.owed() - e.answered.keys()
        if e.ground:
            e.kind = "ground"
        elif name == "result" or word == "resign" or (word == "draw" and self.drawn(e)):
            e.kind = "ending"
        elif (
            e.first
            or word == "order"
            or e.again
            or (word == "ready" and not owed)
            or (type_ == "absent" and e.answered and not owed)
        ):
            e.kind = "moving"
        else:
            e.kind = "still"
        if e.ground and self.first and all(self.away(s) for s in self.sides):
            e.kind = "moving"

    def drawn(self, e: Entry) -> bool:
        """Whether this `draw` is the last that is needed."""
        offer = self.offers.get(e.step["order"]["body"].get("entry", 0))
        return offer is not None and offer[1] == set(self.sides) - {offer[0]}


def digest(step: Json) -> str:
    """§14: what a consent to a step names."""
    return sha(encode({k: v for k, v in step.items() if k not in ("agreed", "at")}))


def gm_chains(anchors: Json, numbers: Json) -> list[Chain]:
    return [Chain(f"gm/{name}", numbers[name], anchors[name]) for name in ("dice", "deck")]
