"""What only a duel refuses."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import (
    BadChoice,
    BrokenChain,
    Forked,
    NotNow,
    OutOfSequence,
    PbemError,
    Stale,
)
from pbem.ledger import duel_checks, duels
from pbem.ledger.fold import ledger_after
from pbem.ledger.ledger import Ledger
from pbem.protocol import envelope
from pbem.protocol.bodies import (
    DuelAccept,
    DuelClaim,
    DuelEnvelope,
    DuelGenesis,
    DuelJoined,
    DuelStep,
)
from pbem.protocol.entry import Entry, setup_of


class NeedsGm(BadChoice):
    says = '"{title}" needs a GM. {why} To set it up with a GM, use `pbem new` without --duel. Without a GM you can play {known}.'


class TwoLogs(Forked):
    says = "Your opponent's file and yours differ from entry {n} on. {who} Nothing was changed. Keep both files, and compare the fingerprints of entry {n} with your opponent: yours begins with `{mine}`, and theirs with `{theirs}`."


def check_same(own: Sequence[Entry], theirs: Sequence[Entry]) -> None:
    """Does one log go on from the other?

    Raises:
        TwoLogs: no, and it says who has signed what. BadSignature, BrokenChain: their entry is nobody's.
    """
    for n, (mine, other) in enumerate(zip(own, theirs, strict=False)):
        if mine != other:
            who = _who_signed(own, other, n) if n else "They begin differently."
            raise TwoLogs(n=n, who=who, mine=mine.head[:8], theirs=other.head[:8])


def _who_signed(own: Sequence[Entry], their_entry: Entry, n: int) -> str:
    """A sentence: who must have signed twice where two logs differ in entry `n`. Raises BadSignature, BrokenChain."""
    mine = own[n]
    their_entry.check_readable(n)
    setup, accept_step, steps = (
        setup_of(own[0]),
        own[1].body.step,
        (mine.body.step, their_entry.body.step),
    )
    if not isinstance(setup, DuelGenesis) or not all(isinstance(step, DuelStep) for step in steps):
        raise BrokenChain(n=n, why="there is no such entry in a duel")
    own_order, their_order = (step.order for step in steps if isinstance(step, DuelStep))
    people = {setup.side: setup.keys}
    if isinstance(accept_step, DuelJoined) and isinstance(accept_step.order.body, DuelAccept):
        people[accept_step.order.body.author] = accept_step.order.body.keys
    witness = {side: next(one for one in setup.sides if one != side) for side in setup.sides}
    author = their_order.body.author
    if {author, witness.get(author, "")} != set(people):
        raise BrokenChain(n=n, why="nobody plays the side whose order it holds")
    envelope.verify(their_order, people[author])
    their_entry.verify(people[witness[author]], own[0].head, n)
    _check_place(own[:n], their_entry, n)
    name, signer = (f"{people[side].name} ({side})" for side in (author, witness[author]))
    if own_order == their_order:
        return f"Both files have the same order of {name}, but {signer} has signed two different outcomes of this order."
    if author != own_order.body.author:
        return f"In your file this entry is by {signer} and signed by {name}. In the other file it is by {name} and signed by {signer}."
    claims = [isinstance(order.body, DuelClaim) for order in (own_order, their_order)]
    if any(claims) and not all(claims):
        return f"After entry {n - 1} {name} has answered, and has also asked for new secret numbers, as is right after a lost record. But {signer} has entered both."
    return f"{name} has signed two different things after entry {n - 1}, and {signer} has entered both."


def _check_place(before: Sequence[Entry], their_entry: Entry, n: int) -> None:
    """Could the order in an entry answer what was open? Else whoever signed the entry has put an old word there, and
    its author has signed nothing twice. Raises BrokenChain."""
    step = their_entry.body.step
    try:
        ledger = ledger_after(before, duel=duels.told)
        if isinstance(step, DuelStep):
            duel_checks.check(ledger, step)
    except PbemError as error:
        why = str(error).removesuffix(".")
        raise BrokenChain(n=n, why=f"its order does not belong there ({why})") from error


def check_unsigned(entry: Entry, side: str, own_order: DuelEnvelope | None) -> DuelEnvelope | None:
    """Pass if a side has signed nothing in an entry of its opponent's file, but for the order that it keeps.

    Args:
        entry: after it was carried out here; before that nobody knows who signed it.

    Returns the order that it still keeps. Raises RecordLost, NotLetIn.
    """
    step = entry.body.step
    if not isinstance(step, DuelStep):
        return own_order
    accept, own = step.order.body, own_order.body if own_order is not None else None
    match accept, own:
        case DuelAccept(), DuelAccept() if accept.keys.ssh != own.keys.ssh:
            raise NotLetIn(side=side, name=accept.keys.name)
    # Either the side has signed it as its witness, or it holds an answer of the side.
    if step.order.body.author != side or step.order != own_order:
        raise RecordLost(n=entry.n)
    return None


class NotYours(NotNow):
    says = "{name} has no part in this duel: its sides are kept for two other people. Nothing was changed."


class NotLetIn(NotNow):
    says = "{name} plays {side} in this duel: your opponent has let them in, and not you. Nothing was changed."


class NotNewest(NotNow):
    says = "This is not your newest file of this duel, or it has entries that you have not applied. Type `pbem apply {file}` first."


class WentOn(NotNow):
    says = "The game has moved on since you began to write: another window or program of yours has signed or applied something. Nothing was signed. Please look at the game again."


class RecordLost(NotNow):
    says = "Your opponent's file has entry {n}, which you signed, and this computer has no record of it. You may have played on another computer, or from an old copy. Continue with the newest file of your own. If that file is lost for good, `pbem adopt GAME.toml` continues from your opponent's file, with new secret numbers. Nothing was changed."


class OrderWaits(NotNow):
    says = "Your pbem (version {version}) failed while it carried out your opponent's order ({what}). That is a bug, and nobody's mistake. The order waits, and nothing was changed. Once pbem is fixed, it carries the order out with the same dice. Please report the bug, and tell your opponent."


class NewChains(NotNow):
    says = "Your opponent says that their record of the game is lost, and asks for new secret numbers. (Losses before this: {losses}.) If you have already sent orders for your decision, your opponent may have seen their dice. If you agree, these orders no longer count. You write them again, and they roll new dice. A dishonest opponent gets a second throw in this way. You do not have to agree, but until you do, the game cannot continue. Nothing was changed."


class ClaimWaits(NotNow):
    says = "You have asked for new secret numbers, because your record of the game was lost. Until your opponent has applied your email, you can sign nothing else. Nothing was changed."


class ClaimEntered(OutOfSequence):
    says = "Your opponent's new secret numbers are already in the game."


class OldClaim(Stale):
    says = "Your opponent asks for new secret numbers after entry {found}, but your file has entries up to {expected}. Send your own file to your opponent, whose `pbem` then asks again. Nothing was changed."


def check_current(ledger: Ledger, claim: DuelClaim) -> None:
    """Pass if the log ends where a claim of new chains goes in. Raises ClaimEntered, OldClaim."""
    seat, n = ledger.seats.get(claim.author), ledger.n
    if seat is not None and seat.nonce == claim.nonce:
        raise ClaimEntered(found=seat.since, side=claim.author, expected=n + 1, hint="")
    if claim.head != ledger.head and claim.head in ledger.heads:
        raise OldClaim(found=ledger.heads.index(claim.head), expected=n)


class NumbersSpent(NotNow):
    says = "Your secret numbers for this duel are used up. Type `pbem adopt GAME.toml` to get new ones: your opponent enters them in the game, and you continue. Nothing was changed."


class AlreadyOrdered(NotNow):
    says = "You have already signed your answer to this question, and in a duel an answer is final. Nothing else was signed. If your answer was lost, send the same file again. You can propose something to your opponent when you are asked your next question."
