"""The log, entry by entry (PROTOCOL.md, sections 10, 11 and 18)."""

import hashlib
from copy import deepcopy
from typing import Self

from .cards import Cards
from .clock import Clock
from .decisions import Decisions
from .fields import Fields
from .keys import check_signature
from .questions import Questions
from .shapes import ENTRY
from .steps import Steps, gm_chains
from .stories import Stories
from .table import Entry
from .wire import Flaw, Json, need, parse, sha

DUEL = "This needs a GM, and a duel has none."
HOLES = AttributeError, KeyError, IndexError, TypeError, ValueError


class Game(Steps, Fields, Decisions, Cards, Questions, Stories):
    """A game as far as its log was read; `entry` reads on, `copy` is to go on in several ways."""

    broken = False  # once an entry was refused

    def copy(self) -> Self:
        return deepcopy(self)

    def __deepcopy__(self, memo: dict[int, Json]) -> Self:
        memo |= {id(x): x for x in (*self.bodies, *self.after)}  # which nothing changes any more
        out = object.__new__(type(self))
        vars(out).update({name: deepcopy(value, memo) for name, value in vars(self).items()})
        return out

    def entry(self, raw: bytes, sig: str) -> None:
        """Read the next entry, its body and its signature; a Flaw says why it is not good."""
        need(not self.broken, "it stands behind an entry that was refused")
        self.broken = True
        try:
            self.read(raw, sig)
        except HOLES as e:  # a hole in this program, but no good entry
            raise Flaw(f"malformed: {e!r}") from e
        self.broken = False

    def read(self, raw: bytes, sig: str) -> None:
        n = len(self.bodies)
        body = parse(raw, 8_388_608)
        if n == 0:
            step = body.get("step", {}) if isinstance(body, dict) else {}
            need(not isinstance(step, dict) or step.get("type") != "genesis" or "gm" in step, DUEL)
        ENTRY(body)
        need(body["n"] == n, f"its n is {body['n']}")
        need(body["prev"] == (self.heads[-1] if n else ""), "prev is not the head before")
        e = Entry(n, body["step"], body["record"])
        need((e.step["type"] == "genesis") == (n == 0), "a genesis elsewhere than in entry 0")
        if n == 0:
            check_signature("the entry", sig, raw, "pbem2-genesis", [e.step["gm"]["ssh"]])
            self.genesis(e, sha(raw))
        else:
            space = f"pbem2-entry/{self.heads[0]}/{n}"
            check_signature("the entry", sig, raw, space, [g.keys["ssh"] for g in self.gms])
            self.bodies.append(body)
            self.gms_before = self.gms
            self.followed(e)
        self.signed |= dict.fromkeys(e.signers, n)
        self.index[sha(raw)] = n
        if n:
            self.heads.append(sha(raw))
        else:
            self.bodies.append(body)
        self.sha512.append(hashlib.sha512(raw).hexdigest())
        self.after.append(self.pos.copy())
        self.clock.after.append(self.clock.terms)

    def genesis(self, e: Entry, head: str) -> None:
        step: Json = e.step
        self.sides, self.table = step["sides"], step.get("terms", {})
        need(self.sides and len(set(self.sides)) == len(self.sides), "no sides, or one twice")
        need(not {"gm", "public"} & set(self.sides), "a side with the name of an office")
        need(step["invited"].keys() <= set(self.sides), "an invitation for no side")
        need(step["anchors"].keys() == {"dice", "deck"}, "`anchors` are not dice, deck")
        self.number, self.links = dict.fromkeys(self.sides, 0), dict.fromkeys(self.sides, 0)
        chains = gm_chains(step["anchors"], {"dice": 0, "deck": 0})
        self.gms = self.gms_before = [self.sit("gm", step["gm"], *chains)]
        self.pos.version = step["rules_version"]
        self.clock = Clock(step)
        self.ahead(0, "its `at`", step["at"])
        self.heads.append(head)  # its own head is the name of the game
        self.fields(e)

    def followed(self, e: Entry) -> None:
        """The step, and then the record in the order of §18."""
        back = [s for s, since in self.absent.items() if self.signed.get(s, 0) > since]
        self.step(e)
        self.classify(e)
        self.due = self.due or e.ground
        for side in back if e.ground else []:
            if self.absent.get(side) != e.n:
                self.absent.pop(side, None)
        self.fields(e)
        self.cut(e)
        self.plan(e)
        self.chance(e)
        self.statements(e)
        self.decisions(e)
        self.answers(e)
        if self.veiled:
            self.stories(e)
            self.result(e)
            self.changes(e)
            self.one_place(e)
            self.no_leftovers(e)
        names = {q.name for q in [*self.asked.values(), *e.answered.values()]}
        if self.veiled:
            self.lapsed(e, names)
        self.questions(e)
        if self.veiled:
            self.stacks(e, names)
            self.menus(e)
        self.asks_anew(e)
        self.faulty = "faults" in e.record or (self.faulty and not e.ground and not e.again)
