"""What a game waits for beside orders, and what its readers should know: a sentence each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from msgspec import Struct

from pbem.ledger.story import proposed

if TYPE_CHECKING:
    from pbem.ledger.ledger import Ledger
    from pbem.ledger.values import Wish


class Ways(Struct, frozen=True):
    """How a reader does what a game waits for, as the end of a sentence: by a command, or by a button of the desk.

    Attributes:
        agree: to the take-back of entry `{n}`. `draw`: to a draw. `sign`: the end. `publish`: one's key.
        again: the GM, with the line of entry `{n}` that an error of the program ended.
        answer: what the opponent proposes in a duel.
    """

    agree: str
    draw: str
    sign: str
    publish: str
    again: str
    answer: str


COMMANDS = Ways(
    "`pbem takeback game.toml --agree {n}`",
    "`pbem draw game.toml`",
    "`pbem over`",
    "with `pbem over game.toml`; then anyone can check the whole game with `pbem audit`",
    "`pbem rule game.toml --again {n}`",
    "`pbem orders game.toml --line agree`, or `--line no`",
)


def notices(ledger: Ledger, ways: Ways = COMMANDS) -> list[str]:
    """What every report says; nothing that is secret."""
    house = ledger.position.house
    return [*unsettled(ledger, ways), *(f"House rule: {text}" for text in house)]


def unsettled(ledger: Ledger, ways: Ways = COMMANDS) -> list[str]:
    """A sentence for each thing that is not settled: faults, disputes, take-backs, draws, the unsigned end, absences.

    Args:
        ways: how the reader answers each, in commands or in buttons.
    """
    cases = ledger.cases
    return [
        *_fault(ledger, ways),
        *(
            f"{_named(ledger, [dispute.side])} disputes entry {dispute.entry} (entry {dispute.n}): {dispute.text}"
            for dispute in cases.disputes
            if not dispute.ruled
        ),
        *(
            f"{_named(ledger, [wish.side])} asks to take back everything from entry {wish.first} on (entry {wish.n}): {wish.text} "
            f"It waits for {_silent(ledger, wish)}: {ways.agree.format(n=wish.n)}."
            for wish in cases.wishes
            if not wish.done
        ),
        *_draws(ledger, ways),
        *_proposal(ledger, ways),
        *_end(ledger, ways),
        *(
            f"{_named(ledger, [side])} is absent since entry {n}: nobody waits for its `ready`, and dice that fall now are "
            "marked."
            if ledger.seats[side].signed <= n
            else f"{_named(ledger, [side])} was declared absent in entry {n}, and has written since: its `ready` is waited for again "
            "from the next ruling or take-back on."
            for side, n in ledger.table.absent.items()
        ),
    ]


def _named(ledger: Ledger, sides: Iterable[str]) -> str:
    """`York and Lancaster`; in a log that is read without its game's sides, their ids."""
    known = ledger.rules.sides
    return " and ".join(known[side].name if side in known else side for side in sides)


def _fault(ledger: Ledger, ways: Ways) -> list[str]:
    failure = ledger.position.failure
    if failure is None:
        return []
    n = failure.n
    return [
        f"Entry {n} ended in an error of the program ({failure.fault.kind}), not of the rules. The game "
        f"waits for the GM's ruling. Once the program is fixed, {ways.again.format(n=n)} carries out the "
        "line with the same dice. If the GM goes back or corrects the position instead, the dice will be "
        "different."
    ]


def _silent(ledger: Ledger, wish: Wish) -> str:
    """Who has not agreed to it yet."""
    return _named(ledger, [side for side in ledger.sides if side not in (wish.side, *wish.by)])


def _draws(ledger: Ledger, ways: Ways) -> list[str]:
    if ledger.result is not None:
        return []
    sentences = []
    for n in dict.fromkeys(ledger.cases.draws.values()):
        for_it = [side for side, entry in ledger.cases.draws.items() if entry == n]
        silent = [side for side in ledger.sides if side not in for_it]
        sentences.append(
            f"{_named(ledger, for_it)} would have it a draw (entry {n}). It waits for "
            f"{_named(ledger, silent)}: {ways.draw}."
        )
    return sentences


def _proposal(ledger: Ledger, ways: Ways) -> list[str]:
    body = ledger.cases.proposal
    if body is None:
        return []
    waits_for = _named(ledger, [side for side in ledger.sides if side != body.author])
    return [f"{proposed(body)} It waits for {waits_for}: {ways.answer}."]


def _end(ledger: Ledger, ways: Ways) -> list[str]:
    if ledger.result is None or not ledger.offices.moderated:
        return []
    if ledger.final:
        return [
            f"Everybody has signed the end, so the result is final. Publish your key {ways.publish}."
        ]
    return [
        f"The result in entry {ledger.cases.result} waits for the signature of "
        f"{_named(ledger, ledger.unsigned)} ({ways.sign}); until then no key is revealed."
    ]
