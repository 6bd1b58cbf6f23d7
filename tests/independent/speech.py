"""What people say (PROTOCOL.md, sections 4, 10, 14, 15 and 16)."""

from .keys import check_signature
from .shapes import SAID_BODY
from .state import State
from .table import Chain, Entry, Holder, Question, kind
from .wire import Json, encode, need, sha

# §10: what `entry` is for; §15: what does not come twice.
ABOUT = ("dispute", "countersign", "takeback", "agree", "over", "draw")
WORDS = (*ABOUT, "holiday", "say", "resign")
FELL = ("rolls", "shuffles", "deals", "openings")


class Speech(State):
    def said(self, e: Entry, env: Json, kinds: tuple[str, ...], own: bool = False) -> Json:
        """An envelope in a step; `own`: signed with the key in it."""
        body, raw = env["body"], encode(env["body"]).encode()
        need(len(encode(env).encode()) <= 98_304, "an envelope of more than 98,304 bytes")
        SAID_BODY(body)
        who, type_ = body["from"], body["type"]
        need(type_ in kinds, f"an envelope with {type_!r} in this step")
        need(body["game"] == self.heads[0], "said in another game")
        at = self.index.get(body["head"], e.n)
        need(at < e.n, "the head that is named is not of an entry before")
        need(who in self.sides or (type_, who) == ("claim", "gm"), f"{who} is not a side")
        need(own or who in self.seats, f"nobody sits at {who} yet")
        need(who not in self.over, f"{who} has said `over`, and says no more")
        key = body["keys"]["ssh"] if own else self.seats[who].keys["ssh"]
        check_signature(f"the {type_} of {who}", env["sig"], raw, "pbem2-said", [key])
        if "newest" in body:
            m, sha512 = body["newest"]["n"], body["newest"]["sha512"]
            need(self.sha512[m : m + 1] == [sha512], "`newest` is no entry of this log")
        k = body.get("entry", 0)
        need(k == 0 or type_ in ABOUT, f"a {type_} with an `entry`")
        need(at >= k, "a word on an entry behind the head that it names")
        if "sealed" in body:
            need([x["to"] for x in body["sealed"]] == ["gm", who], "`sealed` to others")
        if type_ in WORDS:
            need(sha(raw) not in self.words, f"a {type_} that stands in the log already")
            self.words.add(sha(raw))
        size = len(encode(env).encode())
        if type_ in WORDS or type_ == "standing":
            self.sent[who] += -(-size // 4096)
            few = self.sent[who] <= 50 or type_ in ("over", "resign")
            need(few, f"{who} says more than it may between two questions")
        self.fill(who, type_, size)
        self.told(e, body, at)
        e.signers.add(who)
        return body

    def fill(self, who: str, type_: str, size: int) -> None:
        """§15: what a side's words, policies and long answers add to the whole log."""
        free = {"order": 16_384}.get(type_, 0 if type_ in (*WORDS, "standing") else size)
        if type_ in ("over", "resign") or size <= free:
            return
        self.filled[who] += size - free
        need(
            self.filled[who] <= 25_165_824 // len(self.sides),
            f"{who} has used up its share of the save",
        )

    def told(self, e: Entry, body: Json, at: int) -> None:
        """The time of what was said: for the clock, and to be told."""
        self.clock.said = max(self.clock.said, body["at"])
        late = max((t for m, t in self.clock.points if m <= at), default=0)
        if body["at"] < late - 3600:
            self.late.append(f"entry {e.n} ({body['from']}) by {late - body['at']} seconds")
        self.ahead(e.n, f"the {body['type']} of {body['from']}", body["at"])

    def ahead(self, n: int, what: str, at: int) -> None:
        if at > self.now + 3600:
            self.notes.append(f"entry {n}: {what} is dated {at - self.now} seconds ahead of now")

    def sit(self, role: str, keys: Json, *chains: Chain) -> Holder:
        for value in (keys["x25519"], *(c.anchor for c in chains)):
            need(value not in self.fresh, "an x25519 key or an anchor a second time")
            self.fresh.add(value)
        self.chains.update({c.name: c for c in chains})
        self.holders.append(Holder(role, keys, list(chains)))
        return self.holders[-1]

    def one_part(self, ssh: str, *own: str) -> None:
        """§3: whether nobody has this key who has another part than these."""
        parts = [("gm", g.keys) for g in self.gms]
        parts += [(side, holder.keys) for side, holder in self.seats.items()]
        need(
            all(keys["ssh"] != ssh or part in own for part, keys in parts), "one key has two parts"
        )

    def office(self, body: Json, good: dict[str, int]) -> None:
        """§10: anchors and numbers of the moment, one for each chain of the office."""
        need(body.get("anchors", {}).keys() == good.keys(), f"`anchors` are not {', '.join(good)}")
        if body["type"] == "claim":
            need(body.get("numbers", {}) == good, f"the claim's `numbers` are not {good}")

    def agreed(self, e: Entry, digest: str, since: int = 0) -> set[str]:
        """§14: the sides that consent to what has this digest."""
        mails = e.step.get("agreed", [])
        now = e.step.get("at", self.clock.said)
        who = set[str]()
        for env in mails:
            body = self.said(e, env, ("consent",))
            need(body["from"] not in who, f"two consents of {body['from']}")
            need(body.get("text") == digest, f"the consent of {body['from']} is to something else")
            need(
                self.index[body["head"]] >= since,
                f"the consent of {body['from']} is older than the last change of terms",
            )
            need(
                e.step["type"] == "seat" or now <= body["at"] + 14 * 86_400,
                f"the consent of {body['from']} is more than 14 days old",
            )
            name = sha(encode(body))
            need(name not in self.words, "a consent that stands in the log already")
            self.words.add(name)
            who.add(body["from"])
        return who

    # -- an answer
    def answer(self, e: Entry, body: Json) -> None:
        """An `order` or a `ready`."""
        side, k = body["from"], body["question"]
        need(
            side in self.asked and self.asked[side].number == k,
            f"question {k} of {side} is not open",
        )
        q = self.asked[side]
        e.order, e.answered[side] = body, q
        if body["type"] == "ready":
            need(q.name == "ready" or kind(q.name) == "ready", f"a `ready` to {q.name}")
            need(e.first or self.index[body["head"]] >= q.put, "a `ready` from before its question")
        else:
            self.order(e, body, q)
        chain, (number, link) = self.chains[f"move/{side}"], self.pairs[side]
        if q.link == number and q.link > 0:
            need(body["link"] == link, "the link number was kept, and the link is another")
        else:
            chain.reveal(q.link, body["link"])
            self.pairs[side], self.since[side] = (q.link, body["link"]), e.n
            self.cuts.pop(side, None)
            self.due = True
        self.wishes.clear()
        self.offers.clear()

    def order(self, e: Entry, body: Json, q: Question) -> None:
        side, head = body["from"], self.index[body["head"]]
        need(body["request"] == q.name, f"it answers another request than {q.name}")
        need(kind(q.name) != "ready", "an order to a `ready`")
        need(not self.owed(), "an order while a `ready` is owed")
        need(head >= q.put, "the head is older than the question")
        count = len(body["statements"])
        need(8 <= count <= 128 and count % 8 == 0, "statements that are not a multiple of eight")
        if kind(q.name) == "open":
            need(len(body.get("openings", [])) == 1, "not the one card that is asked for")
            need("plan" not in body, "an order that opens a card seals none")
            slot = body["openings"][0]["slot"]
            need(
                not self.veiled or slot == self.named(q.row),
                f"{slot} is not the card that the question names",
            )
        else:
            need("openings" not in body, "an order with `openings` that nobody asked for")
            self.pos.latest[side], self.pos.place[e.n] = e.n, 1

    def last_put_by(self, body: Json) -> None:
        need(
            self.index[body["head"]] >= self.last_put,
            f"a {body['type']} that is older than the last question",
        )

    # -- words
    def word(self, e: Entry, body: Json) -> None:
        check = getattr(self, "word_" + body["type"], None)
        if check:
            check(e, body)

    def word_standing(self, e: Entry, body: Json) -> None:
        side = body["from"]
        need(body["counter"] > self.counters.get(side, 0), "the `counter` does not rise")
        need(
            self.index[body["head"]] >= self.pos.latest.get(side, 0),
            "standing orders that are older than the latest order of their side",
        )
        self.counters[side] = body["counter"]
        self.pos.standing.add(side)

    def word_dispute(self, e: Entry, body: Json) -> None:
        k, text = body.get("entry", 0), body.get("text", "")
        need(k and text, "a dispute without an entry or a text")

    def word_say(self, e: Entry, body: Json) -> None:
        text = body.get("text", "")
        need(text.strip(" "), "a `say` that says nothing")

    def word_countersign(self, e: Entry, body: Json) -> None:
        side, k = body["from"], body.get("entry", 0)
        need(self.bodies[k]["step"]["type"] == "ruling", f"entry {k} is no ruling")
        need((side, k) not in self.praise, f"{side} has countersigned entry {k} already")
        self.praise.add((side, k))

    def word_holiday(self, e: Entry, body: Json) -> None:
        side, text = body["from"], body.get("text", "")
        self.clock.holiday(side, text)

    def word_over(self, e: Entry, body: Json) -> None:
        side, k = body["from"], body.get("entry", 0)
        need(self.pos.ended and k == self.pos.ended, f"entry {k} is not that of the result")
        self.over[side] = k

    def word_resign(self, e: Entry, body: Json) -> None:
        need(
            self.first and not self.pos.ended, "a `resign` before the last accept or after the end"
        )
        self.last_put_by(body)

    def word_draw(self, e: Entry, body: Json) -> None:
        side, k = body["from"], body.get("entry", 0)
        need(self.first and not self.pos.ended, "a `draw` before the last accept or after the end")
        self.last_put_by(body)
        if not k:
            self.offers[e.n] = side, set()
            return
        whose, took = self.offers.get(k, (side, set()))
        need(whose != side, f"entry {k} is no open offer of another side")
        took.add(side)

    def word_takeback(self, e: Entry, body: Json) -> None:
        side, k = body["from"], body.get("entry", 0)
        self.last_put_by(body)
        self.may_go_back(e.n, k)
        need(all(s != side for s, _, _ in self.wishes.values()), "a second open `takeback`")
        self.may_take_back(e.n, k)
        self.wishes[e.n] = side, k, set()

    def word_agree(self, e: Entry, body: Json) -> None:
        side, k = body["from"], body.get("entry", 0)
        self.last_put_by(body)
        whose, first, others = self.wishes.get(k, (side, 0, set()))
        need(whose != side, f"entry {k} is no open `takeback` of another side")
        need(side not in others, f"{side} has agreed to entry {k} already")
        self.may_take_back(e.n, first)
        others.add(side)
        if others == set(self.sides) - {whose}:
            need(not self.final, "a rewind after the end was final")
            self.rewind(e, first)

    # -- going back
    def may_go_back(self, n: int, k: int) -> None:
        need(
            0 < self.first < k < n and k - 1 in self.live(n),
            f"a rewind to entry {k}: a voided entry would come back, or a player would not sit",
        )

    def may_take_back(self, n: int, k: int) -> None:
        """§15: what the terms of the table say of going back to before entry k."""
        table = self.table.get("takebacks", "kind")
        need(table != "none", "a `takeback`, and the terms have none")
        need(
            table == "kind" or not any(b["record"].get(x) for b in self.bodies[k:n] for x in FELL),
            "a strict table goes back over dice or cards",
        )

    def rewind(self, e: Entry, k: int) -> None:
        self.may_go_back(e.n, k)
        e.back, e.ground, self.rewinds[e.n] = k, True, k
        self.pos = self.after[k - 1].copy()
        shown = [
            x["slot"].split(":")
            for b in self.bodies[k : e.n]
            for name in ("openings", "deals")
            for x in b["record"].get(name, [])
        ]
        self.pos.stale |= {x[1] for x in shown if x[0] == "deck"} & self.pos.decks
        self.over.clear()
