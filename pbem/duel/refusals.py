"""What only a duel refuses."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import BadChoice, Forked, NotNow
from pbem.protocol.entry import Entry


class NeedsGm(BadChoice):
    says = "{title} needs a GM, because it has hidden cards or pieces: `pbem new` sets it up for one. Without a GM you can play: {known}."


class TwoLogs(Forked):
    says = "Your opponent's file and yours differ from entry {n} on. Nothing was changed. Keep both files, and compare with your opponent: `{mine}` begins your entry {n}, `{theirs}` begins theirs."


def check_same(own: Sequence[Entry], theirs: Sequence[Entry]) -> None:
    """Does one log go on from the other? Raises TwoLogs."""
    for n, (mine, other) in enumerate(zip(own, theirs, strict=False)):
        if mine != other:
            raise TwoLogs(n=n, mine=mine.head[:8], theirs=other.head[:8])


class NotYours(NotNow):
    says = "{name} has no part in this duel: its sides are kept for two other people. Nothing was changed."


class NotNewest(NotNow):
    says = "This is not your newest file of this duel, or it has news that you have not applied. Type `pbem apply {file}` first."


class WentOn(NotNow):
    says = "The game went on while you wrote: another window or program of yours has signed or applied something. Nothing was signed. Please look at the game again."


class RecordLost(NotNow):
    says = "Your opponent's file has entry {n}, which you signed, and this computer has no record of it. You may have played on another computer, or from an old copy. Go on with the newest file of your own. Nothing was changed."


class OrderWaits(NotNow):
    says = "Your pbem (version {version}) failed as it carried out your opponent's order ({what}). That is a bug, and nobody's mistake. The order waits, and nothing was changed: a corrected pbem carries it out with the same dice. Please report it, and tell your opponent."


class AlreadyOrdered(NotNow):
    says = "You have already signed your answer to this question, and in a duel an answer is final. Send the same file again."
