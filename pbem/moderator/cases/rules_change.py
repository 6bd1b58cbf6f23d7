"""A game outlives the program: newer rules that replay the log alike, or a position carried over to them.

`rules` (an entry) notes a version under which every record so far comes out the same. The ruling `rules`
carries the position over where they do not; it signs the hash before and after (PROTOCOL.md, rule 14).
"""

from __future__ import annotations

import json
from typing import Any

from pbem.engine import codec
from pbem.engine.play import Checkpoint, Play
from pbem.engine.table import Event
from pbem.errors import BadRuling, Impossible
from pbem.moderator.ledger.askings import put_again
from pbem.moderator.ledger.chance import Chance
from pbem.moderator.ledger.draft import Draft
from pbem.moderator.ledger.frozen import spelled
from pbem.moderator.ledger.values import Version
from pbem.protocol.bodies import Rules, Ruling
from pbem.protocol.hashing import state_hash


def take(draft: Draft, step: Rules) -> list[Event]:
    """The log so far is the same under these rules. Raises BadRuling."""
    here = (draft.rules.version, draft.rules.data_hash())
    if (step.version, step.data_hash) == (draft.versions[-1].version, draft.versions[-1].data_hash):
        raise BadRuling(why="the game is played by these rules already")
    if (step.version, step.data_hash) != here:
        raise BadRuling(why=f"rules version {step.version} is not the one installed here")
    draft.versions = (*draft.versions, Version(draft.n, step.version, step.data_hash))
    put_again(draft)
    return [
        Event(
            "", f"Rules version {step.version} from now on; all entries so far come out the same."
        )
    ]


def carried(draft: Draft, step: Ruling, chance: Chance) -> list[Event]:
    """The position goes on under other rules: `lines` are the version, the hash of its data, the hash of the
    position before, and the position after, as canonical JSON. Raises BadRuling."""
    lines = chance.lines(step)
    if len(lines) < 4:
        raise BadRuling(why="it says version, data, the hash before, and the position after")
    version, data_hash, before, *parts = lines
    rules = draft.rules
    if (version, data_hash) != (rules.version, rules.data_hash()):
        raise BadRuling(why=f"rules version {version} is not the one installed here")
    try:
        plain: Any = json.loads("".join(parts))
        state = codec.load(rules.state_type, plain)
        rules.check(state)
    except (Impossible, LookupError, TypeError, ValueError, AttributeError) as error:
        raise BadRuling(why=f"the position carried over is impossible ({error})") from error
    last = draft.play
    if isinstance(last, Play) and state_hash(last.plain) != before:
        raise BadRuling(why="it does not begin at the position that the log leads to")
    numbers = last.number if isinstance(last, Play) else 10_000 + draft.n
    draft.notes.before = before
    checkpoint = Checkpoint(codec.dump(state), passed=numbers)
    play: Play[Any] = Play(rules, checkpoint)
    play.resume()
    draft.play = play
    draft.rest.clear()
    draft.laid.clear()
    draft.versions = (*draft.versions, Version(draft.n, version, data_hash, carried=True))
    return [Event("", f"The position is carried over to rules version {version}.")]


def position_lines(rules: Any, plain: Any, before: str) -> list[str]:
    """The lines of a ruling that carries a position over; `plain` is already in the new layout."""
    text = spelled(plain).decode()
    parts = [text[at : at + 1900] for at in range(0, len(text), 1900)]
    return [rules.version, rules.data_hash(), before, *parts]
