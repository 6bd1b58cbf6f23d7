"""What an entry may hold, by its class (PROTOCOL.md, section 14)."""

from .state import State
from .table import Entry
from .wire import need

ALWAYS = {"questions", "stories", "result", "state_hash"}
DECIDED = {"decisions", "openings", "deals", "proofs"}
CHANCE = {"link", "rolls", "shuffles", "opened", "left", "faults"}
VEILED = {"stories", "menus", "changes", "result"}


class Fields(State):
    def allowed(self, e: Entry) -> set[str]:
        out = set(ALWAYS)
        type_ = e.step["type"]
        if e.kind in ("ending", "ground", "moving") and type_ not in ("seat", "gm"):
            out |= {"changes"}
        if e.kind in ("ground", "moving"):
            out |= {"menus"}
        if e.kind == "moving" or e.impose or e.answers:
            out |= DECIDED
        if e.kind == "moving":
            out |= CHANCE
        if e.impose:
            out |= {"plan"}
        if type_ == "seat" or e.back:
            out |= {"handover"}
        if type_ == "gm":
            out |= {"escrow"}
        return out - ({"opened"} if self.veiled else VEILED)

    def fields(self, e: Entry) -> None:
        if e.n == 0:
            need(e.record.keys() == {"state_hash"}, "a genesis whose record holds more")
            return
        if e.n == 1:
            self.veiled = "stories" in e.record
        more = sorted(e.record.keys() - self.allowed(e))
        game = "veiled" if self.veiled else "open"
        need(not more, f"{', '.join(more)} in an entry of class {e.kind} of a game that is {game}")
        need(("escrow" in e.record) == (e.step["type"] == "gm"), "no `escrow` for the new GM")
        need(("stories" in e.record) == self.veiled, "no `stories` in a veiled game")
        self.handed_over(e)

    def handed_over(self, e: Entry) -> None:
        to = sorted(x["to"] for x in e.record.get("handover", []))
        good = set[str]()
        if e.step["type"] == "seat":
            good = {e.step["order"]["body"]["from"]}
        elif e.back:
            steps = [b["step"] for b in self.bodies[e.back : e.n]]
            good = {s["order"]["body"]["from"] for s in steps if s["type"] == "seat"}
        need(to == sorted(good), f"`handover` is to {to}, and not to {sorted(good)}")
