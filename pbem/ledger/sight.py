"""What a side may look at: its hand, and what its conditions see. The same for a ledger and a step in progress."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from pbem.engine.play import TURN_UP, Play
from pbem.engine.policies import reactions_of
from pbem.engine.standing import containing
from pbem.engine.table import cards_in, last_die_succeeded
from pbem.errors import BadScript
from pbem.ledger.glimpse import Glimpse
from pbem.slots import slot_words

if TYPE_CHECKING:
    from pbem.engine.condition import Look
    from pbem.engine.request import Request
    from pbem.engine.ruleset import RuleSet
    from pbem.ledger.values import KnownCard
    from pbem.protocol.keys import GameKey

Menus = Callable[[], Mapping[str, str]]
"""What lies sealed beside a log, by its hash: the menus of a veiled game's open questions."""


class Eyes(Struct, frozen=True):
    """A player who reads with his own key; `menus`: what lies sealed beside the log."""

    key: GameKey
    side: str
    menus: Menus = dict


AnyPlay = Play[Any] | Glimpse
Answers = Callable[[Sequence[str]], str]
"""The line for a side that is absent, by the cards of its hand ("" for one that is not known)."""


def hand(rules: RuleSet[Any], play: AnyPlay, side: str) -> tuple[str, ...]:
    """A side's secret slots, a stack included that waits for another side's."""
    answers = play.checkpoint.answers if isinstance(play, Play) else {}
    stacked = answers.get(side, ())
    return (*rules.secrets.hand(play.state, side), *(stacked if isinstance(stacked, list) else ()))


def cards_of(hand: Sequence[str], known: Mapping[str, str]) -> dict[str, str]:
    """The cards of a hand by their slots, those that are known here."""
    return {slot: card for slot, card in zip(hand, cards_in(hand, known), strict=True) if card}


def cards_asked_about(secrets: Mapping[str, KnownCard], request: Request) -> list[str]:
    """The hidden cards that a request is about, "" for those that are not known here."""
    return cards_in(request.slots, {slot: one.card for slot, one in secrets.items()})


def unattended(rules: RuleSet[Any], play: AnyPlay, request: Request) -> Answers | None:
    """How the rules answer this for a side that is absent; None where they do not, as all can see."""
    if not isinstance(play, Play) or request.stack is not None or request.kind == "open":
        return None
    return rules.policies.unattended(play.began(), request)


def look_of(rules: RuleSet[Any], play: AnyPlay, side: str) -> Look:
    """The function with which conditions of a side look at a game; it takes the words of a term.

    Besides the rule set's own terms: `failed`, `success`: the last die; `lost`: this side has lost a battle this
    turn; `asked KIND`: what this side is asked now; `can WORDS`: a line with these words is offered.
    """

    def look(words: tuple[str, ...]) -> int | bool | str:
        if words in (("failed",), ("success",)):
            return last_die_succeeded(play.events, play.succeeded) == (words == ("success",))
        if words == ("lost",):
            return side in play.state.beaten
        if words[0] == "can":
            menus = (request.options for request in play.pending if request.side == side)
            return any(containing(options, " ".join(words[1:])) for options in menus)
        if words[0] == "asked":
            kind = "_".join(words[1:])
            if kind not in reactions_of(rules):
                reaction_names = ", ".join(reactions_of(rules))
                raise BadScript(text=" ".join(words), why=f"you can be asked: {reaction_names}")
            return any(request.kind == kind for request in play.pending if request.side == side)
        return rules.conditions.look(rules.secrets.veil(play.state, side), side, words)

    return look


def card_to_turn_up(locks: Collection[str], side: str, words: str) -> str:
    """The sealed card that a question asks its side to turn up, as who cannot run the rules learns it from the words:
    of the stack that was sealed last; "" if there is none.

    Args:
        locks: the names of what is sealed. words: of the question.
    """
    own = [slot for slot in locks if slot.startswith(f"plan:{side}:")]
    slots_asked = [s for s in own if TURN_UP.format(card=slot_words(s)) == words]
    return max(slots_asked, key=lambda slot: int(slot.split(":")[2]), default="")
