"""The cases of all classes of errors, and what they need."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from pbem import errors
from pbem.engine.notation import match
from pbem.errors import PbemError
from pbem.gm.game import Game
from pbem.protocol import armour, bodies, canonical
from tests.cli.console import Console, Done
from tests.moderator.people import Post, played, seated, with_plans
from tests.moderator.writer import opened

Case = Callable[[Console], Done]
CASES: dict[type[PbemError], list[Case]] = {}


def refuses(kind: type[PbemError]) -> Callable[[Case], Case]:
    """This case must end in that class's message."""

    def register(case: Case) -> Case:
        CASES.setdefault(kind, []).append(case)
        return case

    return register


@contextmanager
def without(*libraries: str) -> Iterator[None]:
    """A machine that lacks these; whatever else is imported meanwhile stays as it is."""
    with pytest.MonkeyPatch.context() as patch:
        for name in libraries:
            patch.setitem(sys.modules, name, None)
        yield


OWN = ("duel", "post")
SEQUELS = "pbem.protocol.sequel"
"""Only a post reads them, and says in words of its own what is wrong (tests/post)."""


def every_class(kind: type[PbemError] = PbemError) -> Iterator[type[PbemError]]:
    """Those of the tree in `pbem.errors`; a room with refusals of its own (`OWN`) has them in its tests."""
    yield kind
    for below in kind.__subclasses__():
        if below.__module__.split(".")[1] not in OWN and below.__module__ != SEQUELS:
            yield from every_class(below)


def apply(console: Console, *mails: str | bytes) -> Done:
    paths = [console.mail(mail, f"{n}.txt") for n, mail in enumerate(mails)]
    return console.type("gm", "apply", "game.toml", *paths)


def ready(side: str = "york") -> str:
    return seated().sent(side, "ready")


def asked() -> Post:
    """York has said `ready`, and is asked something."""
    return seated().ready()


def order(post: Post) -> str:
    """York's first answer."""
    return post.sent("york", post.look("york").legal()[0].line)


def shaped(text: str, kind: str = "ORDER", **changes: object) -> str:
    """A mail with fields that no program of ours would sign."""
    envelope = json.loads(bodies.encode(opened(text)))
    envelope["body"] |= changes
    return armour.wrap(kind, canonical.encode(envelope))


def packet(console: Console, **changes: str) -> str:
    """An orders file with Anne's first answer, and other words behind these names."""
    post = asked()
    console.save.write_bytes(post.save)
    empty = console.type("ann", "orders", "game.toml").out
    line = post.look("york").legal()[0].line
    text = empty.replace("orders = '''\n", f"orders = '''\n{line}\n")
    assert text != empty
    for name, value in changes.items():
        text, times = re.subn(rf'(?m)^{name} = ".*"$', f'{name} = "{value}"', text)
        assert times == 1, f"{name} is there {times} times"
    return text


def before_plans() -> Post:
    """A side is asked for a plan."""
    saves = [Post(data) for data in with_plans(2).saves]
    return next(p for p in saves if any(r.stack and r.side in p.asked() for r in p.look().requests))


def a_plan(post: Post, side: str) -> str:
    stack = post.look(side).request().stack
    assert stack is not None
    cards = [name for name, limit in stack.limits.items() for _ in range(limit if limit > 0 else 9)]
    return " ".join([stack.verb, *cards[: stack.size]])


def ambiguous() -> tuple[Post, str, str]:
    """A question, and the beginning of a line that fits several."""
    for data in played(40).saves:
        game = Game.loads(data)
        for request in game.requests if not game.ledger.owes_ready() else ():
            for option in request.options:
                for length in range(3, len(option.line)):
                    try:
                        match(request, option.line[:length])
                    except errors.AmbiguousOrder:
                        return Post(data), request.side, option.line[:length]
                    except errors.IllegalOrder:
                        continue
    raise AssertionError("nothing ambiguous was ever asked")
