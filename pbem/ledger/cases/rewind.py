"""Going back: the position of an earlier entry is taken up again (PROTOCOL.md, section on rewinds).

The state, the cards on the table and the standing orders go back. The log, the links, the numbers of
askings, requests and shuffles go on, so that no die, card or name can come a second time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.engine.play import Play
from pbem.errors import BadRuling
from pbem.ledger import handover
from pbem.ledger.askings import put_again
from pbem.ledger.chance import Chance
from pbem.ledger.draft import Draft
from pbem.ledger.frozen import frozen
from pbem.ledger.ledger import game_at
from pbem.ledger.story import living, voided_by
from pbem.ledger.values import Dispute, Glimpsed, Wish, replace
from pbem.slots import deck_of


def rewind(draft: Draft, first: int, chance: Chance) -> None:
    """Take the game back, with this entry, to the position before entry `first`.

    Whoever took a seat since then keeps it, but the seat's standing orders lapse. Raises BadRuling if there is
    nothing to go back to.
    """
    n = draft.n
    if not 0 < first < n:
        raise BadRuling(why=f"entry {first} is not an entry before this one")
    if draft.ledger.final:
        raise BadRuling(why="the end is signed, so the game cannot continue from an earlier entry")
    check_living(first, n, draft.cases.rewinds)
    position = chance.past(first - 1)
    play_before: Any = draft.play
    if not draft.ledger.begun or first <= draft.cases.begun:
        raise BadRuling(
            why="the game can go back only to its first order, not to before its players joined"
        )
    draft.load(position)
    if isinstance(position.play, Glimpsed):
        # What everybody may see now is told in this entry, against what was seen last.
        draft.play = play_before
    else:
        play: Any = game_at(draft.rules, position, {})
        play.table.labels.update(
            draft.uses if not isinstance(play_before, Play) else play_before.table.labels
        )
        # The open request gets a name after all that ever had one.
        play.checkpoint.passed += play_before.number - play.number
        play.at_moment = chance.at_moment
        draft.play = play
    decks_voided = {deck for row in draft.drew if row.entry >= first for deck in row.decks}
    draft.stale = sorted({*draft.stale, *decks_voided} & {deck_of(slot) for slot in draft.locks})
    draft.change(rewinds=frozen({**draft.cases.rewinds, n: first}), overs=frozen(), result=0)
    settle(draft, first)
    newcomers = [side for side, seat in draft.seats.items() if seat.since >= first]
    newcomers = newcomers if draft.offices.moderated else []
    for side in newcomers:  # standing orders lapse with the key, also those that came back
        draft.standing.pop(side, None)
        draft.scripts.pop(side, None)
        draft.rest.pop(side, None)
    put_again(draft)
    for side in newcomers:
        handover.give(draft, chance, side)


def settle(draft: Draft, first: int) -> None:
    """After a rewind to before entry `first`, settle what was said about entries that are void.

    Disputes and wishes about them are closed. A dispute about an earlier entry is open again if the ruling that
    settled it is void.
    """
    n, cases = draft.n, draft.cases

    def settled_dispute(row: Dispute) -> Dispute:
        if row.entry >= first and not row.ruled:
            return replace(row, ruled=n)
        if row.entry < first <= row.ruled < n:
            return replace(row, ruled=0)
        return row

    def settled_wish(row: Wish) -> Wish:
        return replace(row, done=n) if row.first >= first and not row.done else row

    draft.change(
        disputes=tuple(map(settled_dispute, cases.disputes)),
        wishes=tuple(map(settled_wish, cases.wishes)),
    )


def check_living(first: int, length: int, rewinds: Mapping[int, int]) -> None:
    """A voided entry never comes back, or the better of two draws could be had. Raises BadRuling."""
    if first - 1 in living(length, rewinds):
        return
    if first in rewinds:
        raise BadRuling(
            why=f"entry {first} is itself a take-back, and what it took back cannot come again"
        )
    raise BadRuling(
        why=f"entry {first} is taken back already, by entry {voided_by(first - 1, length, rewinds)}"
    )


def undone(first: int, n: int) -> str:
    """What a rewind did, in a sentence."""
    entries = (
        f"Entries {first} to {n - 1} are taken back"
        if first < n - 1
        else f"Entry {first} is taken back"
    )
    whose = "Their" if first < n - 1 else "Its"
    return f"{entries}; the game is again as it was after entry {first - 1}. {whose} dice are gone."
