"""The lines that open a report: what changed, how battles ended, and what is asked of its reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.engine.prose import count_text
from pbem.ledger.values import READY
from pbem.reports.battles import battles
from pbem.reports.context import PUBLIC

if TYPE_CHECKING:
    from pbem.reports.context import Context, OpenRequest


def headline(report: Context) -> str:
    """What was taken back, `3 orders, 2 dice.` while the game goes on, and the game's own headline."""
    orders = sum(entry.orders for entry in report.living)
    counts = ((orders, "order", ""), (report.dice, "die", "dice"))
    counts_text_said = ", ".join(count_text(n, one, many) for n, one, many in counts if n)
    counts_text_said = counts_text_said or ("" if report.news or report.mine else "Nothing new")
    counts_text_said = "" if report.result else counts_text_said
    return ". ".join(filter(None, (*report.undone, counts_text_said, report.position.headline)))


def fought(report: Context) -> str:
    """How the last battle of the story ended; "" if none did."""
    ended = [fight for fight in battles(report) if fight.ended] if report.news else []
    if not ended:
        return ""
    others = count_text(len(ended) - 1, "other battle")
    return ended[-1].result + (f" {others} ended before it." if ended[1:] else "")


def wanted(report: Context) -> str:
    """A sentence on what the reader must do now, or for whom the game waits."""
    if report.past:
        return _past(report)
    if report.result:
        return f"The game is over: {report.result}"
    others_words = "; ".join(
        f"the {report.side(a.side)} for {_topic(a)}{_by(a)}" for a in report.others
    )
    if report.halted:
        return f"The game waits for {report.halted}."
    if not report.asked:
        return "The game waits for all players to join."
    if [one.kind for one in report.mine] == [READY]:
        return f"You have nothing to decide{_by(report.mine[0])}: please send `ready`, so that the dice can be rolled."
    if report.mine:
        topics = "; ".join(_topic(question) for question in report.mine)
        return f"Your orders, please{_by(report.mine[0])}: {topics}."
    if report.audience == PUBLIC:
        return f"The game waits: {others_words}."
    return f"You have nothing to decide; the game waits: {others_words}."


def _past(report: Context) -> str:
    """`The past, entry 9 of 49; then asked: the Yorkists for levy (3.4).`"""
    questions = ", ".join(f"the {report.side(a.side)} for {_topic(a)}" for a in report.asked)
    when = f"This is the past, entry {report.entry} of {report.last}"
    return f"{when}; then asked: {questions}." if questions else f"{when}."


def _by(question: OpenRequest) -> str:
    return f" by {question.by}" if question.by else ""


def _topic(question: OpenRequest) -> str:
    choices = count_text(len(question.options), "choice") if question.options else ""
    rule = f" ({question.rule})" if question.rule else ""
    return f"{question.kind.replace('_', ' ')}{rule}" + (f", {choices}" if choices else "")
