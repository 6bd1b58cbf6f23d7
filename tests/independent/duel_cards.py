"""Secret stacks in duels (PROTOCOL.md, sections 8 and 19)."""

from .table import counter, kind
from .wire import H, Json, need

SCENARIOS = {"warriors": None, "plantagenet": {"Ib", "IIIB"}}
"""Of which rules a duel can be, and which scenarios; None for all."""


def check_open(genesis: Json) -> None:
    """Two players can play it without a GM: nothing is hidden in it but secret stacks."""
    rules, scenario = genesis["rules"], genesis["scenario"]
    need(rules in SCENARIOS, f"{rules} needs a GM")
    need(scenario in (SCENARIOS[rules] or {scenario}), f"scenario {scenario} needs a GM")
    need(genesis.get("options", {}).get("hidden_mats") != "yes", "hidden mats need a GM")


class DuelCards:
    """The cards of stacks that were sealed, and those that lie open."""

    def __init__(self, heads: list[str]) -> None:
        self.heads = heads  # of the log, which grows
        self.sealed: dict[str, str] = {}  # slot: commitment
        self.open: set[str] = set()
        self.waiting: dict[
            str, str
        ] = {}  # side: kind of a question whose stack waits for the other's

    def order(self, said: Json, name: str) -> None:
        """What an order to the question of this name seals or turns up."""
        plan, openings = said.get("plan", []), said.get("openings", [])
        need(len(openings) == (kind(name) == "open"), f"{name}, and {len(openings)} openings")
        for place, row in enumerate(plan, 1):
            slot = f"plan:{said['from']}:{counter(name)}:{place}"
            need(row["slot"] == slot, f"the slot {row['slot']} where {slot} is next")
            need(slot not in self.sealed, f"{slot} is committed to already")
            self.sealed[slot] = row["commitment"]

    def turned_up(self, said: Json, record: Json) -> None:
        """The cards that an entry turns up: of the author by the order, of the witness by the record."""
        rows, own = record.get("openings", []), said.get("openings", [])
        need(rows[: len(own)] == own, "the order turns up a card, and the record another first")
        for x in rows:
            slot = x["slot"]
            need(slot in self.sealed, f"{slot} was never committed to")
            need(slot not in self.open, f"{slot} was turned up before")
            stack, _, place = slot.rpartition(":")
            above = f"{stack}:{int(place) - 1}"
            need(above not in self.sealed or above in self.open, f"{above} is above {slot}")
            mine = slot.split(":")[1] == said["from"]
            need(not mine or x in own, f"{slot} is turned up, and not by its owner")
            good = H("plan", self.heads[0], *slot.split(":")[1:], x["salt"], x["card"])
            need(good == self.sealed[slot], f"{slot} holds another card than was laid there")
            self.open.add(slot)
