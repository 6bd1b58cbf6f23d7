"""Sealed policies in duels (PROTOCOL.md, sections 8 and 19)."""

from typing import NamedTuple

from .table import kind, moment
from .wire import H, Json, need, sha


class PolicySet(NamedTuple):
    """All policies of a side from an entry on: kind to commitment, and the kinds that were revealed."""

    entry: int
    question: int
    sealed: dict[str, str]
    shown: frozenset[str]


class DuelPolicies:
    """The policies of both sides, every set that they ever had."""

    def __init__(self, heads: list[str]) -> None:
        self.heads = heads  # of the log, which grows
        self.sets: dict[str, tuple[PolicySet, ...]] = {}

    def bring(self, said: Json, n: int) -> None:
        """What an order in entry n seals; it counts from the next entry on."""
        rows = said.get("policies", [])
        if rows:
            sealed = {x["kind"]: x["commitment"] for x in rows}
            new = PolicySet(n, said["question"], sealed, frozenset())
            self.sets[said["from"]] = (*self.sets.get(said["from"], ()), new)

    def revealed(self, side: str, put: int, record: Json) -> None:
        """What the witness reveals in an entry that answers a question of entry `put`."""
        sets = self.sets.get(side, ())
        counting = [x for x in sets if x.entry <= put][-1:]
        for x in record.get("policies", []):
            need(counting, f"{side} had sealed no policies by entry {put}")
            now, name = counting[0], f"the policy of {side} for {x['kind']}"
            need(x["question"] == now.question, f"{name} is not of the order that counts")
            need(x["kind"] in now.sealed, f"{name} was never committed to")
            need(x["kind"] not in now.shown, f"{name} was revealed before")
            fields = (side, x["question"], x["kind"], x["salt"], sha(x["text"].encode()))
            good = H("policy", self.heads[0], *fields) == now.sealed[x["kind"]]
            need(good, f"{name} is another one than was sealed")
            after = now._replace(shown=now.shown | {x["kind"]})
            sets = tuple(after if one is now else one for one in sets)
            counting = [after]
        self.sets[side] = sets
        for x in record.get("decisions", []):
            if x["side"] != side or x.get("by") != "policy":
                continue
            name, sealed = kind(x["request"]), counting[0].sealed if counting else {}
            looked_at = name if name in sealed or moment(x["request"]) else "default"
            need(
                counting and looked_at in counting[0].shown,
                f"{x['request']} is decided by a policy that was not revealed",
            )
