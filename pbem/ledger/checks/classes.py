"""What an entry may hold follows from its step, for everybody to see (PROTOCOL.md, section 14).

A step moves only what it is about. This is checked before anything else of a record, for every reader, and by the
GM's own program before it signs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec import Struct

from pbem.errors import FalseEntry
from pbem.ledger.values import ABSENT
from pbem.protocol import bodies
from pbem.protocol.bodies import (
    Absent,
    AnyStep,
    Chaired,
    Joined,
    Mailed,
    Record,
    Ruling,
    Seated,
    Setup,
)

if TYPE_CHECKING:
    from pbem.ledger.ledger import Ledger


class EntryClass(Enum):
    """How much an entry moves.

    STILL moves nothing, ENDING ends the game by a word, GROUND puts every question again, MOVING carries
    something out.
    """

    STILL = "still"
    ENDING = "ending"
    GROUND = "ground"
    MOVING = "moving"


STILL, ENDING, GROUND, MOVING = EntryClass


class Kind(Struct, frozen=True):
    """What an entry is, for what its record may hold.

    Attributes:
        name: of its row in `STEPS`, such as `ruling impose`.
        decides: does somebody else decide for a side in it (an imposed decision, the rules for an absent side)?
        rewinds: does it go back to an earlier position? `ground`: does it put every question again?
    """

    name: str
    of: EntryClass
    decides: bool = False
    rewinds: bool = False
    ground: bool = False


def kind_of(ledger: Ledger, step: AnyStep, record: Record) -> Kind:
    """What an entry is that follows on `ledger`. Needs no rules of the game."""
    name = step_name(step)
    of = STEPS[name](ledger, step, record)
    decides = name == "ruling impose" or (name == "absent" and of is GROUND)
    rewinds = name == "ruling void" or (name == "agree" and of is GROUND)
    ground = of is GROUND
    if ground and _nobody_is_waited_for(ledger, step):
        of = MOVING
    return Kind(name, of, decides, rewinds, ground)


def step_name(step: AnyStep) -> str:
    """The name of a step in `STEPS`: its type, and where that says too little its kind."""
    match step:
        case Mailed(order=mail):
            return str(type(mail.body).__struct_config__.tag)
        case Chaired(role=role):
            return f"gm {role}"
        case Ruling(kind=kind):
            return f"ruling {kind}"
        case _:
            return str(type(step).__struct_config__.tag)


def _accept(ledger: Ledger, step: AnyStep, record: Record) -> EntryClass:
    last = len(ledger.seats) + 1 == len(ledger.sides)
    return MOVING if isinstance(step, Joined) and last else STILL


def _ready(ledger: Ledger, step: AnyStep, record: Record) -> EntryClass:
    """The dice wait for the last one."""
    side = step.order.body.author if isinstance(step, Mailed) else ""
    return STILL if set(ledger.owes_ready()) - {side} else MOVING


def _draw(ledger: Ledger, step: AnyStep, record: Record) -> EntryClass:
    """The game ends as the last side takes the offer."""
    body = step.order.body if isinstance(step, Mailed) else None
    if not isinstance(body, bodies.Draw) or not body.entry:
        return STILL
    silent = [
        s for s in ledger.sides if s != body.author and ledger.cases.draws.get(s) != body.entry
    ]
    return STILL if silent else ENDING


def _agree(ledger: Ledger, step: AnyStep, record: Record) -> EntryClass:
    """The game goes back as the last side agrees."""
    body = step.order.body if isinstance(step, Mailed) else None
    if not isinstance(body, bodies.Agree):
        return STILL
    wish = next((w for w in ledger.cases.wishes if w.n == body.entry), None)
    if wish is None:
        return STILL
    return STILL if set(ledger.sides) - {wish.side, *wish.by, body.author} else GROUND


def _absent(ledger: Ledger, step: AnyStep, record: Record) -> EntryClass:
    """It closes a `ready`, or the rules answer for the side, or it only says so."""
    if not isinstance(step, Absent):
        return STILL
    if step.side in ledger.owes_ready():
        return STILL if set(ledger.owes_ready()) - {step.side} else MOVING
    answers = any((row.side, row.by) == (step.side, ABSENT) for row in record.decisions)
    return GROUND if answers else STILL


def _always(of: EntryClass) -> Callable[[Ledger, AnyStep, Record], EntryClass]:
    return lambda ledger, step, record: of


STEPS: Mapping[str, Callable[[Ledger, AnyStep, Record], EntryClass]] = MappingProxyType(
    {
        "accept": _accept,
        "order": _always(MOVING),
        "ready": _ready,
        "standing": _always(STILL),
        "dispute": _always(STILL),
        "countersign": _always(STILL),
        "takeback": _always(STILL),
        "agree": _agree,
        "holiday": _always(STILL),
        "over": _always(STILL),
        "say": _always(STILL),
        "resign": _always(ENDING),
        "draw": _draw,
        "seat": _always(GROUND),
        "gm co": _always(STILL),
        "gm handover": _always(GROUND),
        "clock": _always(STILL),
        "absent": _absent,
        "rules": _always(GROUND),
        "ruling uphold": _always(STILL),
        "ruling house": _always(STILL),
        "ruling void": _always(GROUND),
        "ruling again": _always(MOVING),
        "ruling patch": _always(GROUND),
        "ruling impose": _always(GROUND),
        "ruling option": _always(GROUND),
        "ruling result": _always(ENDING),
        "joined": _always(MOVING),
        "played": _always(MOVING),
        "renewed": _always(GROUND),
    }
)
"""The class of an entry by its step, but for a ground step after which nobody is waited for: that one moves."""


def _nobody_is_waited_for(ledger: Ledger, step: AnyStep) -> bool:
    """Is every side absent after this new ground, so that the dice fall at once?"""
    if not ledger.begun:
        return False
    present = [side for side in ledger.sides if not is_absent_after(ledger, step, side)]
    return not present


def is_absent_after(ledger: Ledger, step: AnyStep, side: str) -> bool:
    """Is a side absent after this step, if the step is new ground?"""
    if isinstance(step, Absent) and step.side == side:
        return True
    if isinstance(step, Seated) and step.order.body.author == side:
        return False
    since = ledger.table.absent.get(side)
    return since is not None and ledger.seats[side].signed <= since


class Field(Struct, frozen=True):
    """Which entries may have a field of a record.

    Attributes:
        classes: of which one is enough. `steps`: names in `STEPS`, where the class alone says too little.
        decides, rewinds: also those of this sort. `veiled`: only where the position itself is secret; `open`: only where it is
            not.
        does: what an entry with this field does, for the sentence that refuses it.
    """

    does: str
    classes: tuple[EntryClass, ...] = ()
    steps: tuple[str, ...] = ()
    decides: bool = False
    rewinds: bool = False
    veiled: bool = False
    open: bool = False


EVERY = (STILL, ENDING, GROUND, MOVING)
FIELDS: Mapping[str, Field] = MappingProxyType(
    {
        "link": Field("has no secret number of the GM", (MOVING,)),
        "decisions": Field("decides nothing", (MOVING,), decides=True),
        "rolls": Field("rolls no dice", (MOVING,)),
        "shuffles": Field("shuffles nothing", (MOVING,)),
        "openings": Field("turns up no card", (MOVING,), decides=True),
        "deals": Field("deals no card", (MOVING,), decides=True),
        "opened": Field("shows no line of an order", (MOVING,), open=True),
        "left": Field("ends no order", (MOVING,)),
        "faults": Field("carries out nothing that could fail", (MOVING,)),
        "plan": Field("seals no Plan", steps=("ruling impose",)),
        "proofs": Field("says nothing about hidden cards", (MOVING,), decides=True),
        "policies": Field("reveals no policy", steps=("played",)),
        "questions": Field("asks nothing", EVERY),
        "stories": Field("tells nothing in secret", EVERY, veiled=True),
        "menus": Field("asks nothing new", (GROUND, MOVING), veiled=True),
        "changes": Field("changes nothing", (ENDING, GROUND, MOVING), veiled=True),
        "result": Field("does not end the game", EVERY, veiled=True),
        "handover": Field("hands no cards to a new player", steps=("seat",), rewinds=True),
        "escrow": Field("gives nobody the GM's keys", steps=("gm co", "gm handover")),
        "state_hash": Field("has no position", EVERY),
    }
)
"""Each field of a record: which entries may have it. What stands nowhere here is refused."""

CALLED: Mapping[str, str] = MappingProxyType(
    {
        "accept": "an acceptance",
        "order": "an order",
        "ready": "a `ready` that is not the last",
        "standing": "a change of policies or scripts",
        "agree": "an agreement that is not the last",
        "over": "a signature under the end",
        "say": "a message",
        "seat": "a seat that changes hands",
        "gm co": "a second GM",
        "gm handover": "a new GM",
        "clock": "a reading of the clock",
        "absent": "a declaration of absence",
        "rules": "a new version of the rules",
    }
)
"""How the sentence that refuses an entry speaks of it; others are called by their names."""


def allows(kind: Kind, name: str) -> bool:
    """May an entry of this kind have that field?"""
    field = FIELDS[name]
    return (
        kind.of in field.classes
        or kind.name in field.steps
        or (field.decides and kind.decides)
        or (field.rewinds and kind.rewinds)
    )


def check(ledger: Ledger, step: AnyStep, record: Record) -> Kind:
    """The kind of an entry; its record must hold only what its step can lead to.

    Raises:
        FalseEntry: it has a field that such an entry does not have.
    """
    if isinstance(step, Setup):
        raise FalseEntry(n=ledger.n + 1, why="a game is set up once")
    kind = kind_of(ledger, step, record)
    for name in record.__struct_fields__:
        if not getattr(record, name):
            continue
        if not allows(kind, name):
            kind_words = CALLED.get(kind.name, f"`{kind.name}`")
            raise FalseEntry(n=ledger.n + 1, why=f"{kind_words} {FIELDS[name].does}")
        if FIELDS[name].veiled and not ledger.veiled:
            why = f"`{name}` belongs to games with hidden pieces"
            raise FalseEntry(n=ledger.n + 1, why=why)
        if FIELDS[name].open and ledger.veiled:
            raise FalseEntry(n=ledger.n + 1, why="it shows to all what is secret here")
    return kind
