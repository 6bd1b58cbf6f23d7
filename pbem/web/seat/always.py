"""An answer that is given from now on: the policy that repeats what is chosen at the question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pbem.engine.policies import usual_policies
from pbem.engine.request import Request
from pbem.engine.script import ASK, ScriptLine, read
from pbem.engine.standing import choose
from pbem.engine.table import cards_in
from pbem.player.orders import BETWEEN
from pbem.web.seat.answers import policy_told
from pbem.web.seat.seat import Seat

NEXT_BEST = ", "
"""Answers of one case: the first that is possible."""


class Usual(NamedTuple):
    """What nearly everybody answers to a kind of question: `policy`, as it is written and in a sentence, and the order
    line that it gives now."""

    policy: str
    said: str
    line: str


def usual(seat: Seat) -> Usual | None:
    """The policy that all ready-made sets have for what is asked, if its player has none for it."""
    request = seat.request
    if request is None or not seat.repeats or seat.reactions.get(request.kind):
        return None
    policy = usual_policies(seat.game.ledger.rules).get(request.kind, "")
    held = cards_in(request.slots, seat.game.known(request.side))
    line = choose(request, policy, held) if policy else None
    if not line:
        return None
    sentence = policy_told(seat, request.kind, policy)[2]
    return Usual(policy, sentence, line)


def policies_with(seat: Seat, request: Request, line: str) -> Mapping[str, str]:
    """All policies, with one more answer to this kind of question; as they are where no policy repeats the line.

    What a policy says already stays before it: it named nothing that is possible now.
    """
    answer = _words_for(seat, request, line)
    if not answer:
        return seat.reactions
    cases = [*read(seat.reactions.get(request.kind, ""))]
    texts = [case.text for case in cases]
    if cases and _is_plain(cases[-1]):
        answers = [part.strip() for part in cases[-1].line.split(",")]
        texts[-1] = NEXT_BEST.join([*(part for part in answers if part != ASK), answer])
    else:
        texts.append(answer)
    return {**seat.reactions, request.kind: BETWEEN.join(texts)}


def _words_for(seat: Seat, request: Request, line: str) -> str:
    """The fewest words that mean this line here: without its actor, so that they hold for others too; else all of it."""
    held = cards_in(request.slots, seat.game.known(request.side))
    actor, _, deed = line.partition(":")
    texts = (deed.strip(), f"{actor} {deed.strip()}".strip()) if deed else (line,)
    return next((text for text in texts if choose(request, text, held) == line), "")


def _is_plain(case: ScriptLine) -> bool:
    return case.alarm is None and case.text.strip() == case.line.strip()
