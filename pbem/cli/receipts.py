"""What became of the emails of a GM's round, said at the prompt."""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

import click

from pbem.cli.terminal import one_line, wrapped
from pbem.errors import ForTheChair, FromMachine, NoBlock, OtherBlock
from pbem.gm.inbox import Receipt
from pbem.protocol.armour import CALLED
from pbem.round import correspondents, refusals
from pbem.round.apply import Round
from pbem.round.pile import Pile
from pbem.round.refusals import Returned

MOST_NAMED = 10
"""Of the emails of a folder that have no sealed text: so many are named, because one of them may hold typed orders."""


def tell_returned(returned: Iterable[Returned]) -> None:
    """Say where each refusal is."""
    for refusal in returned:
        advice = f"Mail {refusal.path} back to the sender of {one_line(refusal.receipt.name)}."
        if refusal.finished:
            advice = f"Open {refusal.path} in your mail program, look at it, and send it."
        click.echo(advice, err=True)


def is_left_alone(receipt: Receipt) -> bool:
    """Is there no sealed text in this email, or is it of another game of the same GM, so that it is neither applied
    nor answered?"""
    return isinstance(receipt.error, NoBlock) and not refusals.answerable([receipt])


def without_slips(this_round: Round, pile: Pile) -> list[Receipt]:
    """The receipts of a round but for those of return slips, which the round has kept; says what became of these and
    of keys."""
    others = []
    for receipt in this_round.receipts:
        moved = _moved(this_round, pile, receipt)
        if moved:
            click.echo(wrapped(f"{receipt.name}: {moved}"))
        else:
            others.append(receipt)
    for name, path in this_round.keys.items():
        notice = f"{name}: a key for the audit, now in {path}. Send it to everybody, if its owner has not."
        click.echo(wrapped(notice))
    return others


def _moved(this_round: Round, pile: Pile, receipt: Receipt) -> str:
    """Where a side wants its emails, if this one only says that and its key has signed it; else ""."""
    error = receipt.error
    if not isinstance(error, OtherBlock) or error.facts["found"] != CALLED["POSTED"]:
        return ""
    slips = correspondents.hear_slips(this_round.game, [pile.texts[receipt.name]])
    return " ".join(f"the emails of {one.author} go to {one.address} from now on." for one in slips)


def tell(
    receipts: Sequence[Receipt],
    in_folders: Container[str] = (),
    waiting: Sequence[Receipt] = (),
    before: Container[str] = (),
) -> None:
    """Say what became of each email.

    Args:
        in_folders: the names of those that were found in a folder. What is nothing new there is only counted or named.
        before: the names of those that were refused before.
    """
    idle = [
        receipt
        for receipt in receipts
        if receipt.name in in_folders
        and (receipt.again or receipt.name in before or is_left_alone(receipt))
    ]
    reasons: dict[str, list[str]] = {}
    for receipt in waiting:
        reasons.setdefault(str(receipt.error), []).append(receipt.name)
    for receipt in receipts:
        if receipt in idle:
            continue
        if isinstance(receipt.error, ForTheChair):
            click.echo(f"{one_line(receipt.name)}: for you to log, see below.")
        elif receipt in waiting:
            if names := reasons.pop(str(receipt.error), []):
                notice = f"{', '.join(names)}: kept, and applied when it can be. {receipt.error}"
                click.echo(wrapped(notice), err=True)
        elif receipt.error is not None:
            idle_one = is_left_alone(receipt) or isinstance(receipt.error, FromMachine)
            outcome_words = "left alone, and not answered" if idle_one else "refused"
            if receipt.name in before:
                outcome_words = "refused before, and not answered again"
            click.echo(wrapped(f"{receipt.name}: {outcome_words}. {receipt.error}"), err=True)
        else:
            again = ", taken before: nothing new" if receipt.again else ""
            click.echo(f"{one_line(receipt.name)}: entry {receipt.entry}{again}")
            if receipt.story and receipt.story.left:
                cut_short = (
                    f"not carried out from `{receipt.story.left[0]}` on: {receipt.story.why}"
                )
                click.echo(wrapped(cut_short, "  ", "    "))
    applied_count = sum(one.again for one in idle)
    if applied_count:
        click.echo(f"{_emails(applied_count)} applied before: nothing to do.")
    _tell_left_alone("refused before", [one for one in idle if one.name in before])
    new_receipts = [one for one in idle if not one.again and one.name not in before]
    elsewhere = [
        row for row in new_receipts if row.error is not None and row.error.facts.get("elsewhere")
    ]
    _tell_left_alone("without a sealed text", [one for one in new_receipts if one not in elsewhere])
    _tell_left_alone("for other games of yours", elsewhere)


def _tell_left_alone(what: str, idle: Sequence[Receipt]) -> None:
    """Count the emails of a folder that are left alone, and name them."""
    if not idle:
        return
    more = len(idle) - MOST_NAMED
    names = [one_line(one.name) for one in idle[:MOST_NAMED]]
    names += [f"{more} more"] if more > 0 else []
    left_alone = f"{_emails(len(idle))} {what}, left alone: {', '.join(names)}"
    click.echo(wrapped(left_alone, "", "    "))


def _emails(count: int) -> str:
    return f"{count} {'email' if count == 1 else 'emails'}"
