"""What `verify` says of a game."""

from __future__ import annotations

from msgspec import Struct

from pbem.duel.revealing import withheld
from pbem.duel.waiting import owed
from pbem.engine.table import spoken
from pbem.errors import NotInThisGame
from pbem.home import computer, sent
from pbem.ledger.cases import clocks
from pbem.ledger.cases.absence import spoken_for
from pbem.ledger.sight import Eyes
from pbem.proof.burnt_orders import burnt
from pbem.proof.reader import Reader
from pbem.proof.verdict import Verdict
from pbem.reports import verdict as told

TOO_EARLY = "NOT IN ORDER. A side was declared absent, with a date that was still in the future when you got this file."
TOO_EARLY_MEANS = (
    "What this means: a side may have lost its turn before its time was up. Show this to the GM and to "
    "all players. Do not continue until it is settled."
)


class VerdictWords(Struct, frozen=True):
    """What `verify` says: the verdict in a `line`, what else there is to say, and what it means for a player."""

    line: str
    sentences: tuple[str, ...]
    meaning: str


def words_of(game: Reader, verdict: Verdict, whole: bool = False) -> VerdictWords:
    """The verdict in words; `whole` as in `reports.verdict.sentences`."""
    entries = game.save.entries
    pin = computer.pins().pin(game.ledger.game)
    sightings = pin.seen if pin is not None else ()
    held_back = clocks.held_back(
        entries, game.side, sightings, game.ledger.cases.clock, game.ledger.cases.result
    )
    warnings = [
        *clocks.early_times(entries, sights(game)),
        *held_back,
        *clocks.differ(entries),
        *spoken_for(game.ledger),
    ]
    doubts = [f"Careful: {doubt}" for doubt in warnings]
    sentences = (
        *doubts,
        *burnt_words(game),
        *owed_words(game),
        *sealed_words(game),
        *told.sentences(verdict, whole),
    )
    if absent_too_early(game):
        return VerdictWords(TOO_EARLY, sentences, TOO_EARLY_MEANS)
    return VerdictWords(told.line(verdict), sentences, told.meaning(verdict, look=bool(doubts)))


def sights(game: Reader) -> tuple[tuple[int, int], ...]:
    """What this machine has seen too early: numbers of entries, and when it saw them."""
    pin = computer.pins().pin(game.ledger.game)
    return pin.ahead if pin is not None else ()


def absent_too_early(game: Reader) -> bool:
    """Was a side declared absent at a time that had not come when this machine saw it?"""
    return clocks.absent_too_early(game.save.entries, sights(game))


def eyes_of(game: Reader) -> Eyes:
    """The player's own. Raises NotInThisGame."""
    key = game.key
    if key is None:
        name = game.identity.name if game.identity else "nobody"
        raise NotInThisGame(name=name, fingerprint="no seat")
    return Eyes(key, game.side)


def owed_words(game: Reader) -> list[str]:
    """In a duel, in which nobody can make anybody answer: who owes what, and since when."""
    ledger = game.ledger
    if ledger.offices.moderated or ledger.result is not None:
        return []
    return [owed(ledger, side, game.save.order) for side in ledger.askings]


def sealed_words(game: Reader) -> list[str]:
    """In a duel: how much is still sealed, which nobody can check before the audit; then who keeps their keys back."""
    ledger = game.folded
    if ledger.offices.moderated:
        return []
    position = ledger.position
    stacks = [slot for slot in position.locks if slot.startswith("plan:")]
    covered = sum(slot not in position.shown for slot in stacks)
    sets = [versions[-1] for versions in position.standing.values() if versions]
    policies = sum(len(one.sealed) - len(one.reactions) for one in sets)
    unrevealed = []
    for side in withheld(ledger, game.save.entries, game.save.reveals):
        name = ledger.seats[side].keys.name
        unrevealed.append(
            f"Not every key of {name} ({side}) is in this file. Without them nobody can check what {name} sealed."
        )
    if not covered and not policies:
        return unrevealed
    when = "Only the audit can check what is sealed."
    if ledger.result:
        when = "" if unrevealed else "`pbem audit` opens that."
    return [f"Still sealed: cards {covered}, policies {policies}. {when}".strip(), *unrevealed]


def burnt_words(game: Reader) -> list[str]:
    """Sentences about own orders that no entry holds though their question is gone, and what they would have
    rolled."""
    mine = sent.untaken(game) if game.side in game.ledger.sides else []
    if not mine:
        return []

    words = []
    for order in burnt(game.ledger, game.save.entries, mine, game.holder.eyes, eyes_of(game)):
        order_words = (
            f"Your order for question {order.asking} (revision {order.revision}) was never taken"
        )
        since = f"; entry {order.by} closed that question" if order.by else ""
        if order.rolls is None:
            why = order.stopped or "the next secret number of the GM is not public yet"
            words.append(f"{order_words}{since}. What it would have rolled cannot be known: {why}.")
            continue
        dice = ", ".join(f"{spoken(roll.label)} {roll.value}" for roll in order.rolls) or "nothing"
        stop = f" Then it cannot be known: {order.stopped.rstrip('.')}." if order.stopped else ""
        words.append(f"{order_words}{since}. It would have rolled: {dice}.{stop}")
    return words
