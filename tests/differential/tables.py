"""What the two verifiers may differ in, and what nobody minds: each with its reason.

A row is a field (`Ruling.lines`), a field of many types (`*.text`), or a type with all its fields (`Decided`).
"""

from __future__ import annotations

from collections.abc import Mapping

PLAYED = "it follows from playing the rules"
SETUP = "which games, scenarios and versions there are is for the rules to say"
RULES: Mapping[str, str] = {
    **dict.fromkeys(
        (
            "Record",
            "Decided",
            "Rolled",
            "Shuffled",
            "Opening",
            "Dealt",
            "Opened",
            "Left",
            "Fault",
            "OpenQuestion",
            "StackAsked",
            "Sealed.to",
        ),
        PLAYED,
    ),
    "Order.request": "a name of an open question is known to all, the answers to it to the rules",
    "Order.statements": "whether a line may stand there is for the rules to say",
    "Ruling.lines": "what a correction or an imposed line may say is for the rules to say",
    "Ruling.kind": "the lines of one ruling mean nothing in another",
    "Ruling.entry": "whether a position can be gone back to hangs on chance in it",
}
"""Open games: what `pbem` refuses because it plays the rules, and a reader of the page alone takes."""
HIDDEN_RULES: Mapping[str, str] = {
    "Change": "what a position looks like is for the rules to say",
    "Record.changes": "what a position looks like is for the rules to say",
    "Rolled.sides": "how many sides dice have is for the rules to say",
    "Record.stories": "whether a position is secret is for the rules to say",
    **dict.fromkeys(
        (
            "Genesis.rules",
            "Genesis.rules_version",
            "Genesis.scenario",
            "Genesis.options",
            "Genesis.sides",
            "Genesis.data",
            "Genesis.data_hash",
            "Rules.version",
            "Rules.data_hash",
        ),
        SETUP,
    ),
}
"""The same for every game: what even who cannot play it knows of its rules."""

FREE: Mapping[str, str] = {
    "*.text": "prose of its author",
    "*.reason": "prose of the GM",
    "*.at": "a time within what others have said",
    "*.newest": "another entry that its author had",
    "Newest.n": "see `*.newest`",
    "Newest.sha512": "see `*.newest`",
    "Newest.sig": "whoever has the entry does not look at it",
    "*.head": "another entry behind which it may be said",
    "*.from": "another side may say it too",
    "*.type": "another word of the same shape",
    "Keys.name": "people call themselves what they like",
    "Keys.ssh": "somebody else may take the chair or the seat",
    "Keys.x25519": "its own key, which it alone needs",
    "*.keys": "somebody else may take the chair or the seat",
    "*.anchor": "its own chain, of which nothing is shown yet",
    "*.anchors": "its own chains",
    "Anchors": "its own chains",
    "Clocked.kind": "the GM may read, pause or resume",
    "Clocked.ending": "the terms say so",
    "Clocked.hours": "the terms say so",
    "Clocked.grace": "the terms say so",
    "Ruling.entry": "a ruling may name the entry that led to it",
    "Ruling.program": "the version that the GM says it is",
    "Menu.digest": "its owner's program says so where it finds no menu of this hash",
    "Record.menus": "see `Menu.digest`",
    "Dispute.entry": "its author may dispute any entry",
    "*.agreed": "consents in any order",
    "Clocked.days": "the terms say so",
    "TakeBack.entry": "its author may ask for one step more",
    "Claim.nonce": "its own key, which it alone needs",
    "Fault.kind": "what a program died of is told with a doubt",
    "Fault.program": "what a program died of is told with a doubt",
    "Genesis": "whoever sets up a game chooses it",
    "Terms": "whoever sets up a game chooses them",
}
"""What nobody refuses, and nobody needs to."""


def explained(name: str, table: Mapping[str, str]) -> bool:
    """Has a field a row in a table?"""
    owner, _, field = name.partition(".")
    return not {name, f"*.{field}", owner}.isdisjoint(table)
