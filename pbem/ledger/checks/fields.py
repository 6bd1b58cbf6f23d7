"""What becomes of each claim in a record: who checks it, and what has to wait (PROTOCOL.md, section 18).

Tests read the table: they fail for a field without a row, and for what rests and is not named by `verify`.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType

from msgspec import Struct


class Rests(Enum):
    """What a reader says of a claim that nobody but the GM can check before the audit."""

    NOTHING = ""
    DECISIONS = "what was decided"
    DICE = "that each die was due"
    SHUFFLES = "shuffles"
    CARDS = "cards that were turned up or dealt"
    ANSWERS = "answers about hidden cards"
    QUESTIONS = "that each question was due, and its choices"
    LINES = "lines that could not be carried out"
    FAULTS = "errors of the program"
    POSITION = "positions"
    RESULT = "that the game is over"
    STORIES = "what other players were shown"
    WORDS = "sentences"


class Claim(Struct, frozen=True):
    """One field of a record.

    Attributes:
        everybody: what every reader checks, with the section of PROTOCOL.md. `owner`: what one's own key checks
            besides, "" for nothing.
        rests: what has to wait where nobody but the GM plays the rules.
    """

    everybody: str
    owner: str = ""
    rests: Rests = Rests.NOTHING


CLAIMS: Mapping[str, Claim] = MappingProxyType(
    {
        "link": Claim("leads to the link before (6)"),
        "decisions.side": Claim("may have decided so (14)", "in one's own story", Rests.DECISIONS),
        "decisions.request": Claim(
            "a name of its own (13, 14)", "in one's own story", Rests.DECISIONS
        ),
        "decisions.line": Claim(
            "left out in a veiled game (10)", "what one wrote (18)", Rests.DECISIONS
        ),
        "decisions.by": Claim(
            "order, standing orders, absence, ruling (14)", "one's texts (18)", Rests.DECISIONS
        ),
        "rolls.label": Claim("form and occurrence (7)", rests=Rests.DICE),
        "rolls.sides": Claim("goes into the value; a die of the game (7)"),
        "rolls.value": Claim("follows from the links (7)"),
        "rolls.absent": Claim("the sides that are absent (13)"),
        "shuffles.deck": Claim("shuffled once (8)", rests=Rests.SHUFFLES),
        "shuffles.k": Claim("the next (7)"),
        "shuffles.slots": Claim("those of the deck (7)"),
        "shuffles.cards": Claim("as many as slots (7)", rests=Rests.SHUFFLES),
        "shuffles.again": Claim("the deck is to be shuffled again (7)"),
        "openings.slot": Claim("sealed, and not turned up (8)", rests=Rests.CARDS),
        "openings.salt": Claim("fits the lock (8)"),
        "openings.card": Claim("fits the lock (8)"),
        "deals.slot": Claim("sealed, and not turned up (8)", rests=Rests.CARDS),
        "deals.to": Claim("a side, once (8)"),
        "deals.sealed": Claim("one spelling (10)", "opens, and fits the lock", Rests.CARDS),
        "opened.entry": Claim("an order that waits (14)"),
        "opened.place": Claim("a place of it (14)"),
        "opened.salt": Claim("what was committed to (8)"),
        "opened.text": Claim("what was committed to (8)"),
        "policies.question": Claim("the order that brought it (19)"),
        "policies.kind": Claim("looked at in this entry, for the first time (19)"),
        "policies.salt": Claim("what was committed to (19)"),
        "policies.text": Claim("what was committed to (19)"),
        "left.side": Claim("has a latest order, once (14)", rests=Rests.LINES),
        "left.entry": Claim("that of its latest order (14)", rests=Rests.LINES),
        "left.place": Claim("a place of it (14)", "one's lines before it (18)", Rests.LINES),
        "faults.side": Claim("that of the order, or `gm` (14)", rests=Rests.FAULTS),
        "faults.entry": Claim("an order that is there (14)", rests=Rests.FAULTS),
        "faults.place": Claim("a place of it (14)", rests=Rests.FAULTS),
        "faults.rolls": Claim("no more than the record has (10)", rests=Rests.FAULTS),
        "faults.shuffles": Claim("no more than the record has (10)", rests=Rests.FAULTS),
        "faults.openings": Claim("no more than the record has (10)", rests=Rests.FAULTS),
        "faults.deals": Claim("no more than the record has (10)", rests=Rests.FAULTS),
        "faults.kind": Claim("printed", rests=Rests.FAULTS),
        "faults.program": Claim("printed", rests=Rests.FAULTS),
        "plan.slot": Claim("those of the stack that is asked for (8)"),
        "plan.commitment": Claim("sealed once (8)", rests=Rests.CARDS),
        "proofs": Claim("in moving entries (14)", rests=Rests.ANSWERS),
        "questions.side": Claim("each once, in order (13)"),
        "questions.number": Claim("kept, or the next (13)"),
        "questions.link": Claim("kept, or the next (13)"),
        "questions.request": Claim("kept, or new (13)", "that of one's menu", Rests.QUESTIONS),
        "questions.kind": Claim("kept with the question (13)", rests=Rests.QUESTIONS),
        "questions.text": Claim("words (17)", "that of the menu (18)", Rests.WORDS),
        "questions.rule": Claim("kept with the question (13)", rests=Rests.QUESTIONS),
        "questions.forced": Claim("kept with the question (13)", rests=Rests.QUESTIONS),
        "questions.secret": Claim("kept with the question (13)", rests=Rests.QUESTIONS),
        "questions.stack.verb": Claim("kept with the question (13)", rests=Rests.QUESTIONS),
        "questions.stack.size": Claim(
            "kept; the cards that an answer seals (8)", rests=Rests.QUESTIONS
        ),
        "stories.to": Claim("all, then each side in order (18)"),
        "stories.sealed": Claim(
            "one spelling (10)", "opens; decisions, view, lines, hand (18)", Rests.STORIES
        ),
        "stories.clear": Claim("events, dice, and no decisions (18)", rests=Rests.WORDS),
        "menus.to": Claim("one for each new question (13)"),
        "menus.digest": Claim(
            "printed where its text is not in the save",
            "opens; its question, its choices",
            Rests.QUESTIONS,
        ),
        "changes.path": Claim(
            "what is gone was there; a rewind leads back (18)", rests=Rests.POSITION
        ),
        "changes.value": Claim("changes something; a rewind leads back (18)", rests=Rests.POSITION),
        "result.winners": Claim("stays, or follows from a word (14)", rests=Rests.RESULT),
        "result.reason": Claim("words (17)", rests=Rests.WORDS),
        "handover.to": Claim("a side that sits down, or sits where it did not (14)"),
        "handover.data": Claim(
            "one spelling (10)", "opens, and each card fits its lock", Rests.CARDS
        ),
        "escrow": Claim("one spelling (10)", "a new GM's: the keys of all before"),
        "state_hash": Claim("in an open game (10)", rests=Rests.POSITION),
    }
)
"""Every field of a record and of its rows. What is not here does not exist."""
