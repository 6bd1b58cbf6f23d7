"""Veiled games: the state is itself secret (hidden blocks, hidden mats).

Each entry deals to each side what it may read of it: what happened, what it saw change, and its own
request with the menu; what is published is the public's view and the questions. Nobody but the GM can
replay such a game before it is over; then the GM's key opens everything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace

from pbem.engine import codec
from pbem.engine.play import Decided, waited_for
from pbem.engine.request import Option, Request
from pbem.engine.ruleset import Result
from pbem.engine.stack import Stack
from pbem.engine.table import Event
from pbem.engine.vocabulary import short_forms
from pbem.errors import GameOver, NotYourTurn
from pbem.ledger.values import Glimpsed, is_ready
from pbem.protocol import canonical
from pbem.protocol.bodies import Ended, OpenQuestion, StackAsked
from pbem.protocol.hashing import digest

if TYPE_CHECKING:
    from pbem.engine.request import Menu
    from pbem.engine.ruleset import RuleSet
    from pbem.ledger.story import Story


T = TypeVar("T")
StoryT = TypeVar("StoryT", bound="PublicStory")
Row = Annotated[list[Any], Meta(min_length=1, max_length=2)]
Size = Annotated[int, Meta(ge=0, le=codec.LARGEST)]
Limit = Annotated[int, Meta(ge=-1, le=codec.LARGEST)]


ABOUT = {"move": 3, "retreat": 3, "exile": 3, "joins": 2}
"""How many names at least events of these kinds have; see `Event.about`."""


class PublicStory(Struct, frozen=True):
    """What everybody is told of an entry, as plain data."""

    decisions: tuple[Decided, ...]
    events: tuple[Event, ...]


class ToldSide(PublicStory, frozen=True):
    """What a side is told of an entry (PROTOCOL.md, section 17).

    Attributes:
        plan: slot, salt and card of each card of the stack that the entry imposes on it.
    """

    whole: bool
    plan: tuple[tuple[str, str, str], ...]
    view: list[Row]
    ran: tuple[tuple[int, int, str], ...]
    gone: tuple[str, ...]
    choices: str


MENU_WORDS = {"question", "barred"}
OPTION_WORDS = {"note", "gives_up"}
"""The sentences of a menu. They belong to the program and not to the rules."""


class MenuStack(Struct, frozen=True):
    """The secret stack that a menu asks for, with how often each card may lie in it; -1 for any number of times."""

    verb: str
    size: Size
    limits: tuple[tuple[str, Limit], ...]


class MenuOption(Struct, frozen=True):
    """An option of a menu in words, as `Option.in_words` takes it."""

    line: str
    rule: str
    note: str
    gives_up: str
    group: tuple[str, ...]
    shows: str
    unheld: str
    most: Size
    passes: bool
    must: tuple[str, ...]


class ToldMenu(Struct, frozen=True, kw_only=True):
    """A request with its menu, as its side is told it: with a stack, or with all the rest."""

    side: str
    kind: str
    question: str
    rule: str
    id: str
    forced: bool
    secret_menu: bool
    stack: MenuStack | None = None
    slots: tuple[str, ...] | None = None
    options: tuple[MenuOption, ...] | None = None
    barred: tuple[tuple[str, str], ...] | None = None


def strictly(kind: type[T], data: Any) -> T:
    """Plain data as what it has to be, with no member more or less. Raises ValueError for anything else."""
    value_read: T = codec.load(kind, data)
    if codec.dump(value_read) != data:
        raise ValueError("it has members that nobody knows")
    return value_read


class Glimpse(Struct, frozen=True):
    """What a client knows of a game whose rules it cannot run; stands in for its `Play`.

    Attributes:
        source: what it was made from. `state`: as veiled for this client, None where the rules of the
            moment are not installed. `requests`: the open requests, one's own with its menu.
    """

    source: Glimpsed
    state: Any
    requests: tuple[Request, ...]
    result: Result | None
    events: tuple[Event, ...] = ()
    decisions: tuple[Decided, ...] = ()
    succeeded: bool = True

    @property
    def pending(self) -> tuple[Request, ...]:
        return self.requests

    def request(self, side: str) -> Request:
        """The open request of `side`. Raises NotYourTurn, GameOver."""
        for request in self.pending:
            if request.side == side:
                return request
        if self.result is not None:
            raise GameOver(result=self.result.reason)
        raise NotYourTurn(side=side, waiting=waited_for(self.pending))


def glimpse(rules: RuleSet[Any], source: Glimpsed, state: Any = None) -> Glimpse:
    """The game as a client sees it; `state` is the one in `source.state`, if it has been read already."""
    if state is None and source.state:
        state = codec.load(rules.state_type, msgspec.json.decode(source.state))
    result = Result(source.ended.winners, source.ended.reason) if source.ended else None
    own = msgspec.json.decode(source.own) if source.own else None
    requests = tuple(
        load_request(own, partial(short_forms, rules))
        if own and _same(own, question)
        else public_request(question)
        for question in source.asked
        if not is_ready(question.request)
    )
    return Glimpse(source, state, requests, result)


def _same(own: dict[str, Any], question: OpenQuestion) -> bool:
    """A request put to several has one name."""
    return (own["side"], own["id"]) == (question.side, question.request)


def asked_of(request: Request, row: OpenQuestion) -> OpenQuestion:
    """The row of an open request in a veiled game, as everybody may know it."""
    stack_asked = request.stack
    stack = StackAsked(stack_asked.verb, stack_asked.size) if stack_asked is not None else None
    return replace(
        row,
        kind=request.kind,
        text=request.question,
        rule=request.rule,
        forced=request.forced,
        secret=request.secret_menu,
        stack=stack,
    )


def same_question(first: OpenQuestion, other: OpenQuestion) -> bool:
    """Are they one question, whatever its words?"""
    return replace(first, text=other.text) == other


def same_result(first: Ended | None, other: Ended | None) -> bool:
    """Has a game ended alike, whatever the words for it?"""
    return (first is None) == (other is None) and (
        not first or not other or first.winners == other.winners
    )


def choices_digest(menu: Mapping[str, Any]) -> str:
    """SHA-256 of a menu without its sentences, in hex."""
    facts = {name: value for name, value in menu.items() if name not in MENU_WORDS}
    if "options" in facts:
        facts["options"] = [
            {name: value for name, value in option.items() if name not in OPTION_WORDS}
            for option in facts["options"]
        ]
    return digest(canonical.encode(facts))


def public_request(question: OpenQuestion) -> Request:
    """The inverse of `asked_of`, without a menu."""
    stack = Stack(question.stack.verb, question.stack.size, {}) if question.stack else None
    return Request(
        question.side,
        question.kind or question.request.rpartition("-")[0],
        question.text,
        question.rule,
        None,
        stack,
        forced=question.forced,
        secret_menu=question.secret,
        id=question.request,
    )


def state_for(rules: RuleSet[Any], state: Any, side: str) -> Any:
    """The state as a side gets it, down to the order of its tables: from a packet, if it is veiled."""
    if not rules.secrets.veiled(state):
        return state
    return codec.copied(rules.secrets.veil(state, side))


def dump_request(request: Request, own: bool, held: Sequence[str] = ()) -> dict[str, Any]:
    """A request as plain data; without its menu for anybody but the side that is asked.

    Args:
        own: the reader is the side that is asked.
        held: the cards that it holds; what it cannot choose with them goes from the options to `barred`.
    """
    data: dict[str, Any] = {
        "side": request.side,
        "kind": request.kind,
        "question": request.question,
        "rule": request.rule,
        "id": request.id,
        "forced": request.forced,
        "secret_menu": request.secret_menu,
    }
    if request.stack is not None:
        stack = request.stack
        limits = [[name, limit] for name, limit in stack.limits.items()] if own else []
        data["stack"] = {"verb": stack.verb, "size": stack.size, "limits": limits}
    elif own:
        data["slots"] = list(request.slots)
        options, options_out = list(request.options), list[Option]()
        if held and "" not in held:
            possible = set(request.menu.possible(held))
            options_out = [option for option in options if option not in possible]
            options = [option for option in options if option in possible]
        data["options"] = [encode_option(option) for option in options]
        barred = {
            option_out.line: option_out.because(option_out.against(held))
            for option_out in options_out
        }
        data["barred"] = [[line, why] for line, why in (barred | request.menu.barred).items()]
    return data


def encode_option(option: Option) -> dict[str, Any]:
    return {
        "line": option.line,
        "rule": option.rule,
        "note": option.remark,
        "gives_up": option.gives_up,
        "group": list(option.group),
        "shows": option.shows,
        "unheld": option.unheld,
        "most": option.subset.most,
        "passes": option.passes,
        "must": list(option.must),
    }


def load_request(data: dict[str, Any], names: Callable[[], Mapping[str, str]] = dict) -> Request:
    """The request in plain data, the inverse of `dump_request`; `names` as in Request."""

    def fill(menu: Menu) -> None:
        for option in data.get("options", []):
            menu.add(Option.in_words(**option))
        for line, why in data.get("barred", []):
            menu.bar_words(line, why)

    stack = data.get("stack")
    return Request(
        data["side"],
        data["kind"],
        data["question"],
        data["rule"],
        fill,
        Stack(stack["verb"], stack["size"], dict(stack["limits"])) if stack else None,
        forced=data["forced"],
        slots=tuple(data.get("slots", [])),
        secret_menu=data["secret_menu"],
        id=data["id"],
        short_forms=names,
    )


def encode_story(decisions: Sequence[Decided], events: Sequence[Event], to: str) -> dict[str, Any]:
    """What one side (or the public) may read about an entry, in the order in which it happened."""
    hidden_before = [sum(e.to not in ("", to) for e in events[:i]) for i in range(len(events) + 1)]
    own = [replace(d, after=d.after - hidden_before[d.after]) for d in decisions if d.side == to]
    return {
        "decisions": [codec.dump(decision) for decision in own],
        "events": [codec.dump(event) for event in events if event.to in ("", to)],
    }


def read(data: dict[str, Any]) -> tuple[tuple[Decided, ...], tuple[Event, ...]]:
    """The inverse of `encode_story`."""
    story = codec.load(PublicStory, data)
    return story.decisions, story.events


def heard(kind: type[StoryT], data: Any, to: str) -> StoryT:
    """What a record tells everybody or a side. Raises ValueError for what is no such story, or not for `to`."""
    story = strictly(kind, data)
    if any(event.to not in ("", to) for event in story.events):
        raise ValueError("it tells what is for somebody else")
    if any(len(event.about) < ABOUT.get(event.kind, 0) for event in story.events):
        raise ValueError("something moves in it, and it does not say what and where")
    if any(not 0 <= row.after <= len(story.events) for row in story.decisions):
        raise ValueError("a decision stands behind events that it does not tell")
    return story


def for_side(story: Story, side: str) -> Story:
    """What `side` (or the public) may read of a story."""
    decisions, events = read(encode_story(list(story.decisions), list(story.events), side))
    left_over = story.left if story.side == side else ()
    private = tuple(row for row in story.private if row[0] == side)
    return replace(story, decisions=decisions, events=events, left=left_over, private=private)
