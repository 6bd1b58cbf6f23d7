"""The log of a veiled game: what each entry tells each side, and what everybody sees.

Everybody can check signatures, links, dice, shuffles and openings, and that each order answered the question that
was open. Whether the rules were kept shows in the audit, with the GM's key. A story is what one side, or everybody,
reads of an entry: events, decisions, and the changes of its view. All of it is sealed to its reader, but for the
public one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from pbem.engine import codec
from pbem.engine.patch import changes
from pbem.engine.request import Request
from pbem.errors import BadInput, FalseEntry
from pbem.ledger.chance import STORY_BUCKET
from pbem.ledger.chances import GmChance, LogChance
from pbem.ledger.checks import decks, hidden
from pbem.ledger.checks.classes import ENDING, STILL, Kind
from pbem.ledger.checks.own import OwnCheck, check_menu
from pbem.ledger.draft import Draft, commit
from pbem.ledger.glimpse import (
    PublicStory,
    ToldSide,
    choices_digest,
    dump_request,
    encode_story,
    glimpse,
    heard,
)
from pbem.ledger.ledger import Ledger
from pbem.ledger.sight import Eyes
from pbem.ledger.values import PUBLIC, Failure, Glimpsed, KnownCard, replace
from pbem.protocol import canonical, commitment, seal
from pbem.protocol.bodies import Change, Ended, Menu, PrivateStory, Record
from pbem.protocol.entry import LIMIT, Entry
from pbem.protocol.hashing import digest, is_digest
from pbem.protocol.keys import GameKey
from pbem.slots import deck_of, slot_words

MENU_BUCKET = 16384


def common(draft: Draft) -> dict[str, Any]:
    """The position as everybody may see it, as plain data."""
    plain: dict[str, Any] = codec.dump(draft.rules.secrets.veil(draft.play.state, PUBLIC))
    return plain


def views(draft: Draft) -> dict[str, dict[str, Any]]:
    """The position as each side may see it, as plain data."""
    state = draft.play.state
    return {side: codec.dump(draft.rules.secrets.veil(state, side)) for side in draft.sides}


class Before(Struct, frozen=True):
    """What was to be seen before an entry, and the hidden cards of each hand."""

    common: dict[str, Any]
    views: dict[str, dict[str, Any]]
    hands: dict[str, tuple[str, ...]]


def before(draft: Draft) -> Before:
    """Call at the beginning of a step of a veiled game, by who can run it."""
    hands = {side: draft.rules.secrets.hand(draft.play.state, side) for side in draft.sides}
    return Before(common(draft), views(draft), hands)


def tell(draft: Draft, chance: GmChance, was: Before) -> dict[str, Any]:
    """The fields `changes` and `result` of a veiled game's record: what all can see.

    The stories and menus, sealed to each side, are noted on the way in `draft.notes`.
    """
    notes, play = draft.notes, draft.play
    common_now, view_now = common(draft), views(draft)
    clear = canonical.encode(encode_story(play.decisions, play.events, PUBLIC)).decode()
    notes.stories.append(PrivateStory(PUBLIC, clear=clear))
    new_menus = {
        request.side: _menu_data(draft, request)
        for request in draft.pending()
        if _is_new(draft, request.side)
    }
    for side in draft.sides if draft.begun else ():
        # Who sits down with this entry has seen what all have seen.
        whole = _sits_down(draft, side)
        back = whole or draft.n in draft.cases.rewinds
        plain = {
            **encode_story(play.decisions, play.events, side),
            "whole": whole,
            "plan": [
                [opening.slot, opening.salt, opening.card]
                for opening in draft.imposed
                if _is_of(opening.slot, side)
            ],
            "view": changes(common_now if whole else was.views[side], view_now[side]),
            "ran": [
                [entry, place, line] for author, entry, place, line in draft.ran if author == side
            ],
            "gone": [] if back else _slots_gone(draft, was.hands[side], side),
            "choices": choices_digest(new_menus[side]) if side in new_menus else "",
        }
        info = seal.info("story", draft.game, draft.n)
        x25519 = draft.seats[side].keys.x25519
        sealed = seal.deal(chance.key, x25519, info, canonical.encode(plain), STORY_BUCKET)
        notes.stories.append(PrivateStory(side, sealed))
    for side in draft.sides:
        if side in new_menus:
            sealed = _seal_menu(draft, chance.key, side, draft.n, new_menus[side])
            name = digest(sealed.encode())
            notes.menus.append(Menu(side, name))
            draft.menus[name] = sealed
    outcome = draft.result
    return {
        "changes": tuple(_change(row) for row in changes(was.common, common_now)),
        "result": Ended(outcome.winners, outcome.reason) if outcome else None,
    }


def _is_new(draft: Draft, side: str) -> bool:
    """Is it asked something new by this entry?"""
    asking = draft.askings.get(side)
    return asking is not None and asking.since == draft.n


def _menu_data(game: Draft | Ledger, request: Request) -> dict[str, Any]:
    return dump_request(request, True, game.held(request))


def _seal_menu(
    game: Draft | Ledger, key: GameKey, side: str, since: int, data: Mapping[str, Any]
) -> str:
    """An open request with its menu, sealed to its side. It lies beside the log, which has its hash: a game
    is not to grow by every menu that was ever shown."""
    info = seal.info("menu", game.game, since)
    x25519 = game.seats[side].keys.x25519
    return seal.deal(key, x25519, info, canonical.encode(data), MENU_BUCKET)


def menus(
    ledger: Ledger,
    keys: Mapping[str, GameKey],
    entries: Sequence[Entry],
    beside: Mapping[str, str],
) -> dict[str, str]:
    """The table [menus] of a veiled game's save, by side.

    What was sealed when the question was put stays, whatever this program would write now; what is lost is
    sealed again.

    Args:
        beside: sealed menus by their hash.
    """
    menu_by_side: dict[str, str] = {}
    for request in ledger.pending() if ledger.veiled else ():
        side, asking = request.side, ledger.askings.get(request.side)
        key = keys.get(ledger.writer(asking.since).keys.x25519) if asking is not None else None
        if asking is None or key is None:
            continue
        rows = entries[asking.since].body.record.menus
        sealed_before = next((beside.get(row.digest) for row in rows if row.to == side), None)
        menu_by_side[side] = sealed_before or _seal_menu(
            ledger, key, side, asking.since, _menu_data(ledger, request)
        )
    return menu_by_side


def _change(row: list[Any]) -> Change:
    return Change(tuple(row[0]), *row[1:])


def see(draft: Draft, chance: LogChance, kind: Kind, failed: Failure | None) -> None:
    """Take in what a reader of a veiled game learns of an entry: what everybody saw change, and the reader's own
    story.

    `draft.play` is then the game as this reader sees it, after all checks that need no rules. Raises BadOpening,
    FalseEntry.

    Args:
        failed: the fault that waited before the entry, if one did.
    """
    record, source, play_before = chance.record, draft.play.source, draft.play
    common = hidden.seen_by_all(draft, kind, record, source, chance.past)
    hidden.check_stacks(draft, kind, record, source, common, failed)
    state, own, part = common, source.own, None
    side = chance.eyes.side if chance.eyes is not None else PUBLIC
    if chance.eyes is not None:
        part = mine(draft, record, chance.eyes)
        if part is not None:
            state = _own_view(draft, side, kind, part, chance, common)
            own = _menu(draft, record, chance.eyes, part.choices) or own
    clear = next(story.clear for story in record.stories if story.to == PUBLIC)
    own_check = None
    to_all = heard(PublicStory, canonical.decode(clear.encode(), LIMIT), PUBLIC)
    told_me = part or to_all
    hidden.check_told(draft, to_all.events, told_me.events)
    stays = hidden.in_step(draft, kind, record, play_before.state, source.asked)
    hidden.check_lapsed(draft, record, stays)
    if part is not None:
        own_check = OwnCheck(draft, side, kind, record, failed, source)
        own_check.check(part.decisions, part.ran, part.gone)
        _learn_imposed(draft, side, kind, part)
        _tell_left(draft, record, side)
    # What everybody sees follows from one's own view, with which it is compared below.
    was, reader = (source.common, PUBLIC) if part is None else (source.state, side)
    position = None
    if state != was:
        position = hidden.check_shows(draft.n, draft.rules, state, reader)
    glimpsed = Glimpsed(state, common, record.questions, own, record.result)
    try:
        play = glimpse(draft.rules, glimpsed, position)
    except ValueError as error:
        raise FalseEntry(n=draft.n, why=f"it shows a position that is none: {error}") from error
    draft.play = replace(play, events=told_me.events, decisions=told_me.decisions)
    hidden.check_place(draft, kind, play_before.state)
    if part is not None and own_check is not None:
        draft.own = replace(own_check.after(draft.play), astray=_astray(draft, record, side))
        _check_hand(draft, side, kind, part, play_before.state)
        if not (kind.rewinds or part.whole):
            hand = draft.rules.secrets.hand(play_before.state, side)
            still_held = {*hand} & {*draft.rules.secrets.hand(draft.play.state, side)}
            for was, view_now in ((source.state, state), (source.common, common)):
                hidden.check_lie(draft.n, was, view_now, still_held)
        if state != common and (state, common) != (source.state, source.common):
            hidden.check_same(draft.n, draft.rules, play.state, common)
    base = chance.past(draft.cases.rewinds[draft.n] - 1) if kind.rewinds else draft.ledger.position
    decks.check(draft, record, play_before.state, base)


def _is_of(slot: str, side: str) -> bool:
    return slot.startswith(f"plan:{side}:")


def _learn_imposed(draft: Draft, side: str, kind: Kind, part: ToldSide) -> None:
    """Learn the cards and decisions that the GM imposed on this side, and tell the side of each decision.

    The side is given them as data, and its own program words them. Raises FalseEntry, BadOpening.
    """
    rows = {row.slot: row for row in draft.notes.plan if _is_of(row.slot, side)}
    if [slot for slot, *_ in part.plan] != list(rows):
        raise FalseEntry(n=draft.n, why="it does not show you the cards that it seals for you")
    for slot, salt, card in part.plan:
        commitment_made = commit(draft.game, slot, 0, salt, card)
        commitment.check(rows[slot].commitment, commitment_made, slot)
        if slot in draft.locks:
            draft.secrets[slot] = KnownCard(salt, card)
    stacks = {one.request: one.stack for one in draft.play.source.asked if one.side == side}
    for row in part.decisions:
        if row.by == "ruling":
            stack = stacks.get(row.request)
            if stack is not None and row.line != stack.verb:
                raise FalseEntry(
                    n=draft.n, why=f"it answers `{row.request}` by cards, and tells you a line"
                )
            line = " ".join([row.line, *(card for _, _, card in part.plan)])
            draft.tell(side, f"The decision is: {line}.")


def _own_view(
    draft: Draft, side: str, kind: Kind, part: ToldSide, chance: LogChance, common: bytes
) -> bytes:
    """The reader's own view of the position after an entry, in canonical JSON, from the changes in the story.

    Raises FalseEntry: the story shows the whole position, or changes, where such an entry shows none.
    """
    source, n = draft.play.source, draft.n
    if part.whole != _sits_down(draft, side):
        raise FalseEntry(n=n, why="it shows you the whole position, or does not, at the wrong time")
    quiet = not part.whole and (kind.of is STILL or kind.name in ("seat", "gm handover"))
    tells_of_nothing = kind.of in (STILL, ENDING) and (part.decisions or part.ran)
    if (quiet and part.view) or tells_of_nothing:
        raise FalseEntry(n=n, why="it tells you of something that happened, and nothing did")
    hidden.check_stays(n, kind, [] if part.whole else [row[0] for row in part.view])
    base = common if part.whole else source.state
    state = hidden.position_after(n, base, part.view) if part.view else base
    if kind.rewinds:
        first = draft.cases.rewinds[n]
        play = chance.past(first - 1).play
        is_same = isinstance(play, Glimpsed) and state == play.state
        if draft.seats[side].person < first and not is_same:
            raise FalseEntry(n=n, why="it goes back to another position than you saw there")
    elif kind.name == "seat" and draft.seats[side].person < n and state != source.state:
        raise FalseEntry(n=n, why="with your new key it shows you another position than you saw")
    return state


def _sits_down(draft: Draft, side: str) -> bool:
    """Has its player seen no more before this entry than everybody has?"""
    return not draft.ledger.begun or draft.seats[side].since == draft.n


def _check_hand(draft: Draft, side: str, kind: Kind, part: ToldSide, before: Any) -> None:
    """What left one's hand was turned up, or is named. Raises FalseEntry."""
    hand = () if kind.rewinds or part.whole else draft.rules.secrets.hand(before, side)
    if list(part.gone) != _slots_gone(draft, hand, side):
        raise FalseEntry(n=draft.n, why="it does not say which cards left your hand")
    for slot in draft.rules.secrets.hand(draft.play.state, side):
        if deck_of(slot) and slot not in hand and slot not in draft.secrets:
            why = f"it puts {slot_words(slot)} into your hand, and you were not shown it"
            raise FalseEntry(n=draft.n, why=why)


def _astray(draft: Draft, record: Record, side: str) -> tuple[tuple[str, str], ...]:
    """Cards that this entry deals to a side and that are neither in its hand nor turned up: slot and name."""
    stand = len(record.deals) - sum(fault.deals for fault in record.faults)
    accounted = {*draft.rules.secrets.hand(draft.play.state, side), *draft.shown}
    dealt = [deal.slot for deal in record.deals[:stand] if deal.to == side]
    return tuple((slot, draft.secrets[slot].card) for slot in dealt if slot not in accounted)


def _slots_gone(draft: Draft, before: Sequence[str], side: str) -> list[str]:
    """The cards that left a hand in this entry without being turned up."""
    accounted = {
        *draft.rules.secrets.hand(draft.play.state, side),
        *(o.slot for o in draft.notes.openings),
    }
    return [slot for slot in before if slot not in accounted]


def mine(draft: Draft, record: Record, eyes: Eyes) -> ToldSide | None:
    """What an entry tells a side, opened with its key; None if nothing. Raises BadOpening, FalseEntry."""
    part = next((part for part in record.stories if part.to == eyes.side), None)
    if part is None:
        return None
    info = seal.info("story", draft.game, draft.n)
    gm = draft.writer.keys.x25519
    plain = seal.undeal(eyes.key, gm, info, part.sealed)
    try:
        return heard(ToldSide, canonical.decode(plain, LIMIT), eyes.side)
    except (BadInput, ValueError) as error:
        raise FalseEntry(n=draft.n, why=f"what it tells you is no story: {error}") from error


def _menu(draft: Draft, record: Record, eyes: Eyes, choices: str) -> bytes:
    """The menu of the reader's new question, as JSON; b"" if there is none, or it is not next to the log.

    Raises BadOpening, FalseEntry.

    Args:
        choices: the hash of its choices, as one's story has it.
    """
    part = next((part for part in record.menus if part.to == eyes.side), None)
    if (part is not None) != is_digest(choices) or (part is None and choices):
        raise FalseEntry(n=draft.n, why="it does not say what you can choose from")
    sealed = eyes.menus().get(part.digest) if part is not None else None
    if sealed is None:
        return b""
    info = seal.info("menu", draft.game, draft.n)
    plain = seal.undeal(eyes.key, draft.writer.keys.x25519, info, sealed)
    question = next((one for one in record.questions if one.side == eyes.side), None)
    try:
        menu = canonical.decode(plain, LIMIT)
    except BadInput as error:
        raise FalseEntry(n=draft.n, why=f"the menu that you are shown is none: {error}") from error
    check_menu(draft.n, question, menu)
    if choices_digest(menu) != choices:
        raise FalseEntry(
            n=draft.n, why="the menu that you are shown has other choices than it says"
        )
    return plain


def _tell_left(draft: Draft, record: Record, side: str) -> None:
    """What is left of one's order of an entry before; the GM alone could see why, and his report says so."""
    waiting = draft.rest.get(side)
    for ended in record.left:
        if waiting is None or (ended.side, ended.entry) != (side, waiting.entry):
            continue
        lines = [text for text in waiting.texts[ended.place - 1 :] if text]
        if lines and ended.entry != draft.n:
            undone = "; ".join(f"`{line}`" for line in lines)
            sentence = f"Not carried out of your order in entry {ended.entry}: {undone}"
            draft.tell(side, f"{sentence}. The GM's report says why.")
