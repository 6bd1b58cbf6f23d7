"""A game outlives the program: newer rules that replay the log alike, or a position carried over to them.

`rules` (an entry) notes a version under which every record so far comes out the same. The ruling `rules`
carries the position over where they do not; it signs the hash before and after (PROTOCOL.md, rule 14).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from pbem.engine import codec
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.play import Play, RulesFailed
from pbem.engine.table import Event
from pbem.errors import BadRuling, Impossible, PbemError
from pbem.moderator.ledger import sealed
from pbem.moderator.ledger.askings import put_again
from pbem.moderator.ledger.chance import Chance
from pbem.moderator.ledger.chances import GmChance
from pbem.moderator.ledger.draft import Draft
from pbem.moderator.ledger.frozen import frozen, read, spelled
from pbem.moderator.ledger.glimpse import Glimpse
from pbem.moderator.ledger.ledger import Ledger
from pbem.moderator.ledger.run import go_on_where_nobody_owes
from pbem.moderator.ledger.sealed import Kept, veiled_hash
from pbem.moderator.ledger.standing import check_known
from pbem.moderator.ledger.unplayed import MOST, installed
from pbem.moderator.ledger.values import READY, Glimpsed, Running, Version
from pbem.protocol.bodies import Opening, Rules, Ruling
from pbem.protocol.hashing import state_hash
from pbem.protocol.keys import GameKey

PIECE = 1900
"""A text of a ruling is cut into lines of so many characters."""
BROKEN = (PbemError, RulesFailed, Impossible, LookupError, TypeError, ValueError, AttributeError)


def take(draft: Draft, step: Rules, chance: Chance) -> list[Event]:
    """The log so far is the same under these rules; who has them sees it as he folds. Raises BadRuling."""
    if not draft.begun:
        raise BadRuling(why="all players must have joined first")
    if draft.ledger.final:
        raise BadRuling(why="the end is signed, so nothing changes any more")
    _check_other(draft, step.version, step.data_hash)
    draft.versions = (*draft.versions, Version(draft.n, step.version, step.data_hash))
    put_again(draft)
    go_on_where_nobody_owes(draft, chance)
    told = f"Rules version {step.version} from now on; all entries so far come out the same."
    return [Event("", told)]


def _check_other(draft: Draft, version: str, data_hash: str) -> None:
    last = draft.versions[-1]
    if (version, data_hash) == (last.version, last.data_hash):
        raise BadRuling(why="the game is played by these rules already")


# -- a position carried over --------------------------------------------------------------------


class Stands(NamedTuple):
    """Where a game stands: `state` there; `step`, the engine's checkpoint, whose own state is left out
    where it is the same."""

    state: dict[str, Any]
    step: dict[str, Any]


def carried(draft: Draft, step: Ruling, chance: Chance) -> list[Event]:
    """The position goes on under other rules.

    The lines are the version, the hash of its data, the hash of the position before as the last entry
    signed it, and in an open game that position. What `carry` makes of it everybody does again.

    Raises:
        BadRuling: it is not that position, or these rules cannot go on from it.
    """
    ledger, made = draft.ledger, draft.versions[-1]
    if len(step.lines) < 3:
        raise BadRuling(why="it says version, data, the hash before, and the position")
    version, data_hash, before, *pieces = step.lines
    _check_other(draft, version, data_hash)
    if before != ledger.state_hash:
        raise BadRuling(why="it does not begin at the position that the entry before it signed")
    draft.notes.before = before
    draft.versions = (*draft.versions, Version(draft.n, version, data_hash, carried=True))
    draft.change(overs=frozen(), result=0)
    # Where in an order or a script somebody stood, only the old rules knew.
    draft.rest.clear()
    draft.scripts.clear()
    draft.laid.clear()
    kept = chance.kept(step)
    if not chance.played:
        draft.play = Glimpse(Glimpsed(b"", b""), None, (), None)
    elif draft.veiled and kept is None:
        draft.play = Glimpse(Glimpsed(b"{}", b"{}"), None, (), None)
    else:
        key = chance.key if isinstance(chance, GmChance) else None
        stands = _stands("".join(kept.pieces if kept and draft.veiled else pieces))
        _check_before(ledger, stands.state, key)
        _check_step(ledger, stands)
        draft.play = _resumed(draft, stands, made.version)
        draft.play.table.labels.update(draft.uses)
        draft.play.at_moment = chance.at_moment
        _keep_standing(draft)
    for opening in kept.openings if kept else ():
        draft.learn(opening.slot, opening.salt, opening.card)
    told = (
        f"The position is carried over from version {made.version} of the rules to {version}. Policies "
        "stay; scripts, and lines that waited, do not."
    )
    return [Event("", told)]


def _stands(text: str) -> Stands:
    try:
        plain = read(text.encode())
        return Stands(plain["state"], plain["step"])
    except (ValueError, LookupError, TypeError) as error:
        raise BadRuling(why="the position in it cannot be read") from error


def _check_before(ledger: Ledger, plain: dict[str, Any], key: GameKey | None) -> None:
    if ledger.veiled and key is not None:
        right = veiled_hash(key, ledger.n, spelled(plain))
    else:
        right = state_hash(spelled(plain))
    if right != ledger.state_hash:
        raise BadRuling(why="the position in it is not the one whose hash was signed")


def _check_step(ledger: Ledger, stands: Stands) -> None:
    """What its rules were doing is what the log tells last. Raises BadRuling."""
    play, happened = ledger.position.play, ledger.position.happened
    if isinstance(play, Running):
        if {"state": stands.state, **stands.step} != _step(play):
            raise BadRuling(why=NOT_THE_STEP)
        return
    whole = not any(version.carried for version in ledger.versions)
    record, answers = stands.step.get("record", []), stands.step.get("answers", {})
    _check_end([value for value in record if type(value) is int], happened.dice, whole)
    asked = [value for value in record if isinstance(value, dict)]
    for side in () if ledger.veiled else ledger.sides:
        own = [row[side] for row in (*asked, answers) if side in row]
        _check_end(own, happened.lines.get(side, ()), whole)


def _check_end(own: list[Any], told: Sequence[Any], whole: bool) -> None:
    """`whole`: is everything told, from the first entry on? Of a secret stack the log tells the verb."""
    if whole and len(own) > len(told) < MOST:
        raise BadRuling(why=NOT_THE_STEP)
    for mine, theirs in zip(reversed(own), reversed(told), strict=False):
        if mine != theirs and not isinstance(mine, list):
            raise BadRuling(why=NOT_THE_STEP)


def _resumed(draft: Draft, stands: Stands, version: str) -> Play[Any]:
    """The game where it stood, under the rules installed here. Raises BadRuling."""
    rules = draft.rules
    try:
        state = codec.load(rules.state_type, rules.carry(stands.state, version))
        rules.check(state)
        right = codec.dump(state)
        begin = stands.step.get("state")
        old = {**stands.step, "state": right if begin is None else rules.carry(begin, version)}
        play: Play[Any] = Play(rules, codec.decode(Checkpoint, spelled(old)))
        # Cards and dice of the step so far are given to its rules again.
        play.resume()
    except BROKEN as error:
        why = f"these rules cannot go on from there ({type(error).__name__}: {error}); {GO_BACK}"
        raise BadRuling(why=why) from error
    if codec.dump(play.state) != right:
        why = f"the step that is being played comes out differently under these rules; {GO_BACK}"
        raise BadRuling(why=why)
    open_now = {request.side: _number(request.id) for request in play.pending}
    for side, asking in draft.ledger.askings.items():
        if asking.request != READY and open_now.get(side) != _number(asking.request):
            raise BadRuling(why=f"{side} would be asked something else there; {GO_BACK}")
    return play


NOT_THE_STEP = "the step in it is not the one that the log tells of last"


def _step(play: Running) -> Any:
    """What its rules were doing, its state as positions are told."""
    step = read(play.checkpoint)
    return step | {"state": codec.tidied(step["state"])}


GO_BACK = "with the program of before, go back to before the step (pbem rule --void), or play it to its end"


def _number(request: str) -> str:
    return request.rpartition("-")[2]


def _keep_standing(draft: Draft) -> None:
    """Standing orders of which the new rules make nothing lapse."""
    for side, orders in list(draft.standing.items()):
        try:
            for order in orders:
                if order.known:
                    check_known(draft, side, order)
        except PbemError:
            del draft.standing[side]


# -- written by the GM --------------------------------------------------------------------------


def carrying(ledger: Ledger, old: Ledger, key: GameKey, reason: str) -> Ruling:
    """The ruling that carries a position over to the rules installed here.

    Args:
        ledger: the log as far as its signed hashes tell it. `old`: as the old program kept it.
        key: to which things are sealed now.

    Raises:
        BadRuling: what was kept is not of this log's last entry.
    """
    play = old.position.play
    if old.marks != ledger.marks or not isinstance(play, Running) or not play.state:
        why = "what the old program kept is not of the last entry; read the game with it once more"
        raise BadRuling(why=why)
    state, step = codec.tidied(read(play.state)), _step(play)
    if step["state"] == state:
        del step["state"]
    pieces = cut(spelled({"state": state, "step": step}).decode())
    known = old.position.secrets
    openings = tuple(Opening(slot, known[slot].salt, known[slot].card) for slot in sorted(known))
    kept = Kept(openings, pieces if ledger.veiled else ())
    version, data_hash = installed(ledger.rules)
    return Ruling(
        kind="rules",
        entry=0,
        lines=(version, data_hash, ledger.state_hash, *(() if ledger.veiled else pieces)),
        sealed=sealed.seal_kept(key, ledger.game, ledger.n + 1, kept),
        reason=reason,
    )


def cut(text: str) -> tuple[str, ...]:
    return tuple(text[at : at + PIECE] for at in range(0, len(text), PIECE))
