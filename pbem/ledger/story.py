"""What one entry did, for reports: the order's lines and what followed from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from pbem.engine.play import Decided
from pbem.engine.table import Event
from pbem.ledger.values import GM, Own
from pbem.protocol.bodies import (
    Chaired,
    DuelOrder,
    DuelPropose,
    DuelStep,
    Joined,
    Mailed,
    Order,
    Seated,
    Standing,
)

if TYPE_CHECKING:
    from pbem.protocol.bodies import AnyStep


class Story(Struct, frozen=True):
    """What one entry did, as reports tell it.

    Attributes:
        n: the number of the entry.
        side: who wrote what the entry was made from: a side, or `gm`.
        key: what it was: `york:7` for the order that answers question 7 of York, `york accepts`, `ruling`.
        decisions: those that were carried out, in order, whoever made them.
        events: what followed, dice among them; one with `to` is for that side alone.
        left: order lines that were not carried out.
        why: these lines were not.
        doubts: sentences about what a verifier could not do again.
        private: side and sentence, for that side alone: lines of its that were not carried out in another's entry,
            or have lapsed, and why its scripts and policies stopped.
        own: what became of the reader's own lines and cards, in a game whose rules they cannot play; else None.
    """

    n: int
    side: str
    key: str
    decisions: tuple[Decided, ...] = ()
    events: tuple[Event, ...] = ()
    left: tuple[str, ...] = ()
    why: str = ""
    doubts: tuple[str, ...] = ()
    private: tuple[tuple[str, str], ...] = ()
    own: Own | None = None


VERBS = {
    "accept": "accepts",
    "takeback": "asks to take back",
    "claim": "takes new secret numbers",
    "ready": "is ready",
    "standing": "sends standing orders",
    "over": "signs the end",
}


def author(step: AnyStep) -> tuple[str, str]:
    """The side (or GM) who wrote what an entry was made from, and the key of its story, such as `york:7`."""
    if isinstance(step, DuelStep):
        duel_body = step.order.body
        kind = str(type(duel_body).__struct_config__.tag)
        if isinstance(duel_body, DuelOrder):
            return duel_body.author, f"{duel_body.author}:{duel_body.question}"
        return duel_body.author, f"{duel_body.author} {VERBS.get(kind, kind + 's')}"
    if not isinstance(step, Joined | Mailed | Seated):
        if isinstance(step, Chaired):
            return GM, "gm"
        return GM, type(step).__struct_config__.tag or "gm"  # type: ignore[return-value]
    body = step.order.body
    if isinstance(body, Order) and body.openings:
        return body.author, f"{body.author} opens a card"
    if isinstance(body, Order):
        return body.author, f"{body.author}:{body.question}"
    kind = str(type(body).__struct_config__.tag)
    if isinstance(body, Standing):
        return body.author, f"{body.author} {VERBS[kind]}"
    return body.author, f"{body.author} {VERBS.get(kind, kind + 's')}"


def living(length: int, rewinds: Mapping[int, int]) -> Iterator[int]:
    """Numbers of the entries that count, from the last one back: voided ones are left out."""
    n = length - 1
    while n >= 0:
        yield n
        n = rewinds.get(n, n) - 1


def voided_by(n: int, length: int, rewinds: Mapping[int, int]) -> int:
    """The entry that took entry `n` back, or 0."""
    if n in living(length, rewinds):
        return 0
    return max((r for r, first in rewinds.items() if first <= n < r), default=0)


def proposed(body: DuelPropose) -> str:
    """What somebody proposes, in a sentence of the story."""
    what = {
        "takeback": f"to take back everything since entry {body.entry}",
        "draw": "a draw",
        "correct": f"to correct the position: {'; '.join(body.lines)}",
        "result": f"that the game ends and {body.winner} has won",
    }[body.kind]
    # In quotation marks, and on one line, or it could look like words of the program.
    words = " ".join(body.text.replace('"', "'").split())
    sentence = f"{body.author} proposes {what}."
    return f'{sentence} In their words: "{words}"' if words else sentence
