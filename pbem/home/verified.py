"""What `verify` says of a game."""

from __future__ import annotations

from pbem.engine.table import spoken
from pbem.errors import NotInThisGame
from pbem.home import sent
from pbem.moderator.cases.absence import spoken_for
from pbem.moderator.cases.time import went_back
from pbem.moderator.ledger.eyes import Eyes
from pbem.moderator.proof.verdict import Verdict
from pbem.moderator.reader import Reader
from pbem.reports import verdict as told


def words_of(game: Reader, verdict: Verdict, whole: bool = False) -> tuple[str, list[str]]:
    """The verdict in a line, and what else there is to say; `whole` as in `reports.verdict.sentences`."""
    found = [*went_back(game.save.entries), *spoken_for(game.ledger)]
    doubts = [f"Look out: {doubt}" for doubt in found]
    return told.line(verdict), [*doubts, *burnt_words(game), *told.sentences(verdict, whole)]


def eyes_of(game: Reader) -> Eyes:
    """The player's own. Raises NotInThisGame."""
    key = game.key
    if key is None:
        name = game.identity.name if game.identity else "nobody"
        raise NotInThisGame(name=name, fingerprint="no seat")
    return Eyes(key, game.side)


def burnt_words(game: Reader) -> list[str]:
    """Own orders that no entry holds though their question is gone, and what they would have rolled."""
    mine = sent.untaken(game) if game.side in game.ledger.sides else []
    if not mine:
        return []
    from pbem.moderator.turn.burnt import burnt

    words = []
    for one in burnt(game.ledger, game.save.entries, mine, game.holder.eyes, eyes_of(game)):
        what = f"Your order for question {one.asking} (revision {one.revision}) was never taken"
        since = f"; entry {one.by} closed that question" if one.by else ""
        if one.rolls is None:
            why = one.stopped or "no later answer of the GM is out yet"
            words.append(f"{what}{since}. What it would have rolled cannot be known: {why}.")
            continue
        dice = ", ".join(f"{spoken(roll.label)} {roll.value}" for roll in one.rolls) or "nothing"
        stop = f" Then it cannot be known: {one.stopped.rstrip('.')}." if one.stopped else ""
        words.append(f"{what}{since}. It would have rolled: {dice}.{stop}")
    return words
