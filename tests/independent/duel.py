"""Duels: games of two players without a GM (PROTOCOL.md, section 19)."""

from collections import Counter
from typing import NamedTuple

from .duel_cards import DuelCards, check_open
from .duel_policies import DuelPolicies, PolicySet
from .duel_share import DuelShare
from .keys import check_signature, fingerprint, x25519_of
from .log import HOLES
from .shapes import DUEL_ENTRY, DUEL_SAID, REVEAL, TYPES
from .table import Chain, counter, die, kind
from .wire import Flaw, Json, encode, hkdf, need, parse, sha

CHAINS = "move", "dice", "deck"
NOTHING = {"link", "state_hash"}
ORDERED = NOTHING | {"decisions", "rolls", "openings", "policies", "left", "questions"}
ALLOWED = {
    "duel": {"state_hash"},
    "joined": {"decisions", "questions", "state_hash"},
    "claim": {"questions", "state_hash"},
    "ready": NOTHING | {"decisions", "rolls", "questions"},
    "order": ORDERED,
    "resign": NOTHING,
    "propose": NOTHING | {"questions"},
    "no": NOTHING | {"questions"},
    "agree": NOTHING | {"decisions", "rolls", "questions"},
}
"""The fields of a record, by the step of its entry or by the answer in it."""
ANSWERS = {"ready": ("ready", "resign"), "agree": ("agree", "no", "resign")}
"""How a question can be answered, by its kind; others by these."""
BY_RULES = ("order", "propose", "resign")


class Asked(NamedTuple):
    """An open question: its number, which is that of its link too, its name, the entry that put it."""

    number: int
    name: str
    put: int


class Position(NamedTuple):
    """What a take-back brings back: whom the rules asked what kind of thing, the decks, the state's hash, what lies open,
    and the policies."""

    asked: dict[str, str]
    left: dict[str, int]
    state: str
    open: set[str]
    policies: dict[str, tuple[PolicySet, ...]]


class Duel:
    """A duel as far as its log was read."""

    def __init__(self) -> None:
        self.bodies: list[dict[str, Json]] = []
        self.heads: list[str] = []
        self.sides: list[str] = []
        self.founder = self.won = ""  # won: who has won, where the log says so without the rules
        self.keys: dict[str, Json] = {}  # side: the public keys of its player
        self.fresh: set[str] = set()  # x25519 keys and anchors
        self.anchors: dict[tuple[str, str], list[Chain]] = {}  # side and x25519 key: its chains
        self.cards, self.policies = DuelCards(self.heads), DuelPolicies(self.heads)
        self.share = DuelShare()
        self.chains: dict[str, Chain] = {}
        self.pairs: dict[str, tuple[int, str]] = {}  # side: number and link of its last answer
        self.asked: dict[str, Asked] = {}
        self.number: dict[str, int] = {}  # side: of its latest question
        self.answered: set[tuple[str, str]] = set()  # side and name of what was decided
        self.ended = self.dice = self.highest = 0  # highest: number in a name
        self.left: dict[str, int] = {}  # deck: slots that were not drawn from
        self.by_rules: dict[str, str] = {}  # side: kind of what the rules ask it
        self.names: set[tuple[str, str]] = set()  # side and name of all questions
        self.proposal: Json = None  # that waits for `agree` or `no`
        self.declined: set[str] = set()  # sides that propose nothing now
        self.after: list[Position] = []
        self.rewinds: dict[int, int] = {}  # entry: the first entry that it took back

    # -- entries
    def entry(self, raw: bytes, sig: str) -> None:
        """Read the next entry; a Flaw says why it is not good."""
        try:
            self.read(raw, sig)
        except HOLES as e:  # a hole in this program, but no good entry
            raise Flaw(f"malformed: {e!r}") from e

    def read(self, raw: bytes, sig: str) -> None:
        n = len(self.bodies)
        body = parse(raw, 8_388_608)
        DUEL_ENTRY(body)
        need(body["n"] == n, f"its n is {body['n']}")
        need(body["prev"] == (self.heads[-1] if n else ""), "prev is not the head before")
        step, record = body["step"], body["record"]
        type_ = step["type"]
        right = ("duel",) if n == 0 else ("joined",) if n == 1 else ("played", "renewed")
        need(type_ in right, f"a `{type_}` as entry {n}, which is a `{right[0]}`")
        if n == 0:
            check_signature("the entry", sig, raw, "pbem2-genesis", [step["keys"]["ssh"]])
            self.genesis(step, record, sha(raw))
        else:
            need(not self.ended, f"it stands behind entry {self.ended}, which ended the game")
            said = self.said(step["order"])
            signer = self.witness(said["from"])
            space = f"pbem2-entry/{self.heads[0]}/{n}"
            check_signature("the entry", sig, raw, space, [self.keys[signer]["ssh"]])
            if n == 1:
                self.join(said, record)
            elif type_ == "renewed":
                self.renew(said, record)
            else:
                self.answer(said, record)
            self.heads.append(sha(raw))
        self.bodies.append(body)
        now = dict(self.left), record["state_hash"], set(self.cards.open)
        self.after.append(Position(self.by_rules, *now, dict(self.policies.sets)))

    def genesis(self, step: Json, record: Json, head: str) -> None:
        self.fits("duel", record)
        check_open(step)
        self.sides, self.founder = step["sides"], step["side"]
        need(len(set(self.sides)) == len(self.sides) == 2, "a duel has two sides")
        need(not {"gm", "public"} & set(self.sides), "a side with the name of an office")
        need(self.founder in self.sides, "its founder plays none of the sides")
        self.sit(self.founder, step)
        self.pairs[self.founder], self.number[self.founder] = (0, step["anchors"]["move"]), 0
        self.heads.append(head)

    def join(self, said: Json, record: Json) -> None:
        side = said["from"]
        need(side not in self.keys, f"{side} has joined before")
        need(said["keys"]["ssh"] != self.keys[self.founder]["ssh"], "one person on both sides")
        self.fits("joined", record)
        self.sit(side, said)
        self.pairs[side], self.number[side] = (0, said["anchors"]["move"]), 0
        self.decisions(record, "", {})
        rows = record.get("questions", [])
        self.questions(rows, {}, readies=True)
        need(len(rows) == 2, "both are asked something when the game begins")

    def sit(self, side: str, pledge: Json) -> None:
        """Keys and chains of a player."""
        anchors, numbers = pledge["anchors"], pledge.get("numbers", dict.fromkeys(CHAINS, 0))
        for value in (pledge["keys"]["x25519"], *anchors.values()):
            need(value not in self.fresh, "an x25519 key or an anchor a second time")
            self.fresh.add(value)
        self.keys[side] = pledge["keys"]
        names = {"move": f"move/{side}", "dice": f"{side}/dice", "deck": f"{side}/deck"}
        self.chains |= {name: Chain(name, numbers[x], anchors[x]) for x, name in names.items()}
        new = [Chain(name, numbers[x], anchors[x]) for x, name in names.items()]
        self.anchors[side, pledge["keys"]["x25519"]] = new

    def renew(self, said: Json, record: Json) -> None:
        """New chains: all that is open is put again, and nothing else happens."""
        side = said["from"]
        need(said["head"] == self.heads[-1], "a claim that is not right behind the entry it names")
        right = {"move": self.number[side], "dice": self.chains[f"{side}/dice"].k, "deck": 0}
        need(said["numbers"] == right, f"`numbers` are {said['numbers']}, and not {right}")
        self.fits("claim", record)
        self.same(record, "a claim")
        self.sit(side, said)
        rows = record.get("questions", [])
        kinds = [(x["side"], kind(x["request"])) for x in rows]
        open_ = self.cards.waiting | {s: kind(x.name) for s, x in self.asked.items()}
        need(
            kinds == [(s, open_[s]) for s in self.sides if s in open_],
            "a claim puts other questions than those that were open",
        )
        for x in rows:
            need((x["side"], x["request"]) not in self.names, f"{x['request']} is no new name")
        by_rules = self.by_rules
        self.questions(rows, {}, readies=True, agrees=True)
        self.by_rules = by_rules

    def witness(self, side: str) -> str:
        """Who signs what this side says."""
        return self.sides[1 - self.sides.index(side)]

    def fits(self, what: str, record: Json) -> None:
        more = sorted(record.keys() - ALLOWED[what])
        need(not more, f"{', '.join(more)} in an entry with a `{what}`")

    # -- what players say
    def said(self, envelope: Json, next_: bool = True) -> Json:
        """The body of an envelope that its author has signed."""
        body = envelope["body"]
        DUEL_SAID(body)
        raw = encode(body).encode()
        need(len(encode(envelope).encode()) <= 98_304, "an envelope of more than 98,304 bytes")
        side, accepts = body["from"], body["type"] == "accept"
        need(side in self.sides, f"{side} is not a side")
        need(body["game"] == self.heads[0], "said in another game")
        need(body["head"] in self.heads, "the head that is named is not of an entry before")
        if next_:
            need(accepts == (len(self.bodies) == 1), f"a `{body['type']}` in this step")
        need(accepts or side in self.keys, f"nobody plays {side} yet")
        key = body["keys"]["ssh"] if accepts else self.keys[side]["ssh"]
        need(body.get("keys", {"ssh": key})["ssh"] == key, "a claim with another person's key")
        check_signature(f"the {body['type']} of {side}", envelope["sig"], raw, "pbem2-duel", [key])
        if next_:
            self.share.add(side, envelope)
        return body

    def answer(self, said: Json, record: Json) -> None:
        """A `played` entry."""
        side, type_ = said["from"], said["type"]
        need(type_ != "claim", "a `claim` in a `played` entry")
        need(side in self.asked, f"{side} answers, and is not asked")
        first = next(s for s in self.sides if s in self.asked)
        need(side == first, f"both are asked, and the answer of {first} goes in first")
        q = self.asked[side]
        need(said["question"] == q.number, f"question {said['question']}, and {q.number} is open")
        need(said["head"] == self.heads[q.put], "its head is not that of the entry that asked it")
        need(type_ in ANSWERS.get(kind(q.name), BY_RULES), f"{q.name} is answered by {type_}")
        if type_ == "order":
            need(said["request"] == q.name, f"an order to {said['request']}, and {q.name} is open")
            self.cards.order(said, q.name)
        self.fits(type_, record)
        need("link" in record, "no `link`")
        self.chains[f"move/{side}"].reveal(q.number, said["link"])
        self.pairs[side] = q.number, said["link"]
        chain = self.chains[f"{self.witness(side)}/dice"]
        chain.reveal(chain.k + 1, record["link"])
        open_ = {s: x for s, x in self.asked.items() if s != side}
        if type_ == "order":
            self.policies.revealed(self.witness(side), q.put, record)
            self.policies.bring(said, len(self.bodies))
        if type_ == "resign":
            self.end(record, f"{self.witness(side)} has won")
        elif type_ == "propose":
            self.propose(said, record, q, open_)
        elif type_ == "no":
            self.decline(record)
        elif type_ == "agree":
            self.agree(record)
        elif "plan" in said:
            need("ready" not in map(kind, (x.name for x in open_.values())), "a `ready` is owed")
            self.cards.waiting[side] = kind(q.name)
            self.carried_out(said, record, q, open_)
        elif open_:
            need(type_ == "ready", "an order while a `ready` is owed")
            self.same(record, "a `ready` while another is owed")
            self.questions(record.get("questions", []), open_)
            need(self.asked.keys() == open_.keys(), "a `ready` while another is owed asks nobody")
        else:
            self.carried_out(said, record, q, {})

    def end(self, record: Json, result: str) -> None:
        """The players end the game."""
        self.same(record, "what ends the game")
        need("questions" not in record, "a question behind the end")
        self.asked, self.won, self.ended = {}, result, len(self.bodies)

    # -- what both agree to
    def propose(self, said: Json, record: Json, q: Asked, open_: dict[str, Asked]) -> None:
        """Ask the other side; what cannot be does nothing, and its author is asked again."""
        side, other, what = said["from"], self.witness(said["from"]), said["kind"]
        self.same(record, "a proposal")
        rows = record.get("questions", [])
        goes = not open_ and side not in self.declined
        if what == "takeback":
            first = said["entry"]
            goes = goes and 1 < first < len(self.bodies) and first - 1 in self.living()
        elif what == "result":
            goes = goes and said["winner"] in self.sides
        asks = [(x["side"], kind(x["request"])) for x in rows] == [(other, "agree")]
        need(asks or not goes or what == "correct", f"{other} is not asked to agree")
        need(not asks or goes, f"{other} is asked to agree to what cannot be proposed")
        before = self.cards.waiting, self.by_rules  # a stack waits on, whatever is proposed
        self.questions(rows, open_, again="" if asks else q.name, agrees=asks)
        self.cards.waiting, self.by_rules = before
        if asks:
            self.proposal = said
        else:
            again = [x["request"] for x in rows if x["side"] == side]
            need(again == [q.name], f"{side} is not asked {q.name} again")

    def decline(self, record: Json) -> None:
        side = self.proposal["from"]
        self.same(record, "a `no`")
        self.proposal, self.declined = None, self.declined | {side}
        self.again(record, self.by_rules)

    def agree(self, record: Json) -> None:
        said, self.proposal = self.proposal, None
        if said["kind"] == "draw":
            self.end(record, "a draw")
        elif said["kind"] == "result":
            self.end(record, f"{said['winner']} has won")
        elif said["kind"] == "takeback":
            back = self.after[said["entry"] - 1]
            self.left, self.cards.open = dict(back.left), set(back.open)
            self.policies.sets = dict(back.policies)
            if back.asked:
                need(not record.keys() & {"rolls", "decisions"}, "a take-back that moves the game")
                need(record["state_hash"] == back.state, "it goes back to another position")
            self.again(record, back.asked)
            self.rewinds[len(self.bodies)] = said["entry"]
        else:
            self.again(record, self.by_rules)

    def again(self, record: Json, asked: dict[str, str]) -> None:
        """New ground: every open question is put again under a new name; chance that stands there falls."""
        self.rolls(record)
        self.decisions(record, "", {})
        rows = record.get("questions", [])
        kinds = {x["side"]: kind(x["request"]) for x in rows}
        need(not asked or kinds == asked, f"{' and '.join(asked)} is not asked again")
        for x in rows:
            need((x["side"], x["request"]) not in self.names, f"{x['request']} is no new name")
        self.questions(rows, {})
        if not rows:
            self.ended = len(self.bodies)

    def living(self) -> set[int]:
        """The entries that count, going back from the last one."""
        out, n = set[int](), len(self.bodies) - 1
        while n >= 0:
            out.add(n)
            n = self.rewinds.get(n, n) - 1
        return out

    def same(self, record: Json, what: str) -> None:
        """Nothing happens in such an entry."""
        happened = record.keys() & {"rolls", "decisions", "openings", "policies"}
        need(not happened, f"{what} moves nothing")
        before = self.bodies[-1]["record"]["state_hash"]
        need(record["state_hash"] == before, f"{what} changes the position")

    def carried_out(self, said: Json, record: Json, q: Asked, open_: dict[str, Asked]) -> None:
        """What an order did, or the last `ready`; `open_`: what nobody has answered."""
        self.rolls(record)
        self.cards.turned_up(said, record)
        side, ordered = said["from"], said["type"] == "order"
        self.decisions(record, side if ordered else "", said)
        rows, left = record.get("decisions", []), record.get("left", [])
        own = [x for x in rows if not x.get("by")]
        need(len(left) <= 1, "two rows in `left`")
        for x in left:
            need((x["side"], x["entry"]) == (side, len(self.bodies)), "`left` of another order")
            need(
                1 <= x["place"] <= len(said.get("lines", [])),
                "`left` names a line that is not there",
            )
        asked = record.get("questions", [])
        if ordered and not own:
            self.same(record, "an order of which no line ran")
            again = [(x["side"], x["request"]) for x in asked]
            need(again == [(side, q.name)], f"{side} is not asked {q.name} again")
        elif own:
            self.declined -= set() if "plan" in said else {side}
            need(rows[0] == own[0], "something is decided before the order's first line")
            need(own[0]["request"] == q.name, f"the first line does not answer {q.name}")
        self.questions(asked, open_, again=q.name if ordered and not own else "")
        if not asked:
            self.ended = len(self.bodies)

    # -- what follows
    def decisions(self, record: Json, author: str, said: Json) -> None:
        rows = record.get("decisions", [])
        need(len(rows) <= 4000, "more than 4000 decisions")
        forced, last = 0, 0
        for x in rows:
            by, n = x.get("by", ""), counter(x["request"])
            need(x["side"] in self.sides, "a decision of nobody")
            need(by in ("", "policy", "forced"), f"a decision by {by} in a duel")
            own, policy = x["side"] == author, by == "policy"
            need(by == "forced" or own or policy, f"{x['side']} decides, and {author} orders")
            need(author or not policy, "a policy where no order is carried out")
            need(
                not (own and policy) or said.get("answers"),
                "a policy that the order does not bring",
            )
            need(not last or n == last + 1, f"{x['request']} does not follow")
            need(n >= self.highest, f"the number in {x['request']} is lower than one before")
            need((x["side"], x["request"]) not in self.answered, f"{x['request']} is decided twice")
            self.answered.add((x["side"], x["request"]))
            forced = forced + 1 if by == "forced" else 0
            need(forced <= 100, "more than 100 forced decisions in a row")
            last = n
            self.highest = max(self.highest, n)

    def questions(
        self,
        rows: Json,
        kept: dict[str, Asked],
        again: str = "",
        readies: bool = False,
        agrees: bool = False,
    ) -> None:
        """The open questions behind an entry; `kept`: those that nobody answered; `again`: a name that may return."""
        sides = [x["side"] for x in rows]
        need(sides == [s for s in self.sides if s in sides], "questions out of order, or twice")
        now: dict[str, Asked] = {}
        for x in rows:
            side, name, number = x["side"], x["request"], x["number"]
            need(x.keys() == {"side", "request", "number"}, "a question with other fields")
            if side in kept:
                need((number, name) == kept[side][:2], f"the question of {side} has become another")
                now[side] = kept[side]
                continue
            self.number[side] += 1
            need(number == self.number[side], f"the question of {side} is number {number}")
            need(readies or kind(name) != "ready", f"a `ready` of {side} behind the accept")
            need(kind(name) not in ("keep", "lock"), f"{name}: nobody asks so")
            need(agrees or kind(name) != "agree", f"{name}: nothing was proposed")
            need(counter(name) >= self.highest, f"the number in {name} is lower than one before")
            need(name == again or (side, name) not in self.answered, f"{name} is asked again")
            now[side] = Asked(number, name, len(self.bodies))
            self.names.add((side, name))
        for side in kept:
            need(side in now, f"the question of {side} is gone, and nobody answered it")
        self.highest = max([self.highest, *(counter(x["request"]) for x in rows)])
        self.asked = now
        if not agrees:
            kinds = {side: kind(q.name) for side, q in now.items()}
            if not kept:
                self.cards.waiting = {}
            self.by_rules = {} if "ready" in kinds.values() else self.cards.waiting | kinds

    # -- dice
    def rolls(self, record: Json) -> None:
        uses = Counter[str]()
        chains = [self.chains[f"{s}/dice"] for s in self.sides]
        ends = [*((c.k, c.link) for c in chains), *(self.pairs[s] for s in self.sides)]
        seed = [self.heads[0], *(x for end in ends for x in end)]
        for roll in record.get("rolls", []):
            label, _, times = roll["label"].rpartition("#")
            uses[label] += 1
            need(times == str(uses[label]), f"{roll['label']}: it is use {uses[label]} of it")
            need("absent" not in roll, "somebody absent in a duel")
            value = die([*seed, roll["label"]], roll["sides"]) + 1
            need(value == roll["value"], f"{roll['label']} is {value}")
            self.drawn(label, roll["sides"])
            self.dice += 1

    def drawn(self, label: str, left: int) -> None:
        """Each draw of a deck has one card less to choose from."""
        if label.startswith("draw "):
            before = self.left.get(label, left + 1)
            need(left == before - 1, f"`{label}` among {left} cards, and {before - 1} are left")
            self.left[label] = left

    # -- the file
    def signer(self, sig: str, signed: bytes, order: Json) -> str:
        """Who signed the last line, by fingerprint."""
        keys = [one["ssh"] for one in self.keys.values()]
        if order and order["body"].get("type") == "accept":
            keys.append(order["body"]["keys"]["ssh"])
        return fingerprint(check_signature("the last line", sig, signed, "pbem2-save", keys))

    def order_behind(self, raw: bytes, sig: str) -> Json:
        """The envelope behind the log, which need not go in."""
        envelope = {"body": parse(raw, 98_304), "sig": sig}
        TYPES["envelope"](envelope)
        self.said(envelope, next_=False)
        return envelope

    def reveal(self, raw: bytes, sig: str) -> str:
        """A key behind the log: "", or why it counts for nothing."""
        body = parse(raw, 98_304)
        REVEAL(body)
        try:
            self.follows(body, raw, sig)
        except Flaw as e:
            return f"a key that {body['from']} reveals counts for nothing: {e}"
        return ""

    def follows(self, body: Json, raw: bytes, sig: str) -> None:
        """Whose is this key of a game that is over, and do the chains follow from it?"""
        need(self.ended, "a key is revealed, and the game goes on")
        need(body["game"] == self.heads[0], "a key of another game")
        side, key = body["from"], bytes.fromhex(body["key"])
        need(side in self.keys, f"nobody plays {side}")
        check_signature("the reveal", sig, raw, "pbem2-reveal", [self.keys[side]["ssh"]])
        anchors = self.anchors.get((side, x25519_of(key)))
        need(anchors is not None, f"no x25519 key of {side} in the log follows from it")
        for chain in anchors or []:
            links = chain.links(hkdf(key, f"pbem2/chain/{chain.name}"))
            need(links[chain.base] == chain.anchor, f"the anchor of {chain.name} does not follow")

    def remarks(self, behind: Json) -> list[str]:
        """What a person should know of a duel that is good."""
        out = [
            f"{side} is {keys['name']}, {fingerprint(keys['ssh'])}"
            for side, keys in self.keys.items()
        ]
        for side in self.sides:
            if side in self.asked:
                q = self.asked[side]
                out.append(f"{side} has owed an answer to {q.name} since entry {q.put}")
        if self.ended:
            by = f": {self.won}" if self.won else ""
            out.append(f"the game is over since entry {self.ended}{by}")
        if behind:
            out.append(
                f"the file holds the {behind['type']} of {behind['from']}, which is not in the log"
            )
        return out
