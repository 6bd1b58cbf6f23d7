"""Hidden mats: what the GM seals or shows is no story, no menu or no position, or a menu of another question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from pbem.engine import codec
from pbem.engine.play import Decided
from pbem.engine.request import Request
from pbem.engine.stack import Stack
from pbem.errors import PbemError
from pbem.gm.game import Game
from pbem.ledger.disclosure import menus as told_menus
from pbem.ledger.glimpse import ToldMenu, dump_request, strictly
from pbem.ledger.handover import GmKeys, keys_handed_over
from pbem.ledger.values import GmTenure
from pbem.protocol import bodies, canonical, seal
from pbem.protocol.bodies import Change, Mailed, Menu, PrivateStory, Record, replace
from pbem.protocol.hashing import digest
from pbem.protocol.save import Save
from tests.drawn import kept

from .table import ANN, BOB, GM, Crook, Post, order, veiled, verify
from .test_decide_for_her_where_pieces_are_hidden import retold

Plain = dict[str, Any]
Wrong = Callable[[Plain], object]


@kept
def entry() -> tuple[Post, Mailed, Record, int]:
    """York's next order, and what the GM's entry would honestly hold."""
    post = veiled()
    step = Mailed(order=order(post, "york", post.look("york").legal()[0].line))
    made = Crook(post).writes(step)
    assert [verify(made, who) for who in (None, ANN, BOB)] == ["", "", ""]
    return post, step, made.last, made.entries[-1].n


def put(name: str, value: Any) -> Wrong:
    return lambda plain: plain.update({name: value})


def inside(name: str, value: Any, place: int = 0) -> Wrong:
    return lambda plain: plain[name].__setitem__(place, value)


def deep(name: str, member: str, value: Any) -> Wrong:
    return lambda plain: plain[name][0].update({member: value})


DECIDED = codec.dump(Decided("york", "act-1", "strike"))
STORIES: Mapping[str, Wrong] = {
    "none": lambda plain: plain.clear(),
    "one more": put("more", 1),
    "decisions": put("decisions", 7),
    "a decision": inside("decisions", 7),
    "a decision for all": put("decisions", [DECIDED]),
    "a decision with more": deep("decisions", "more", 1),
    "a number for a line": deep("decisions", "line", 3),
    "behind its events": deep("decisions", "after", 10**9),
    "before its events": deep("decisions", "after", -5),
    "events": put("events", {}),
    "an event": inside("events", []),
    "an event of the enemy": deep("events", "to", "lancaster"),
    "a number for a text": deep("events", "text", 3),
    "a move from nowhere": deep("events", "kind", "move"),
    "whole": put("whole", 0),
    "whole, and she sits there": put("whole", True),
    "ran": put("ran", [[1, 2]]),
    "no number of a place": inside("ran", [1, "2", "x"]),
    "a number without end": deep("events", "value", 2**50),
    "view": put("view", {}),
    "a change of nothing": put("view", [[]]),
    "a change nowhere": put("view", [[["no", "such", "table"], 1]]),
    "a change in a list": put("view", [[[0], 1]]),
    "a position that is none": put("view", [[["lords"], 7]]),
    "gone": put("gone", [5]),
    "no choices": put("choices", ""),
}


@pytest.mark.parametrize("name", STORIES)
def test_a_story_that_is_none_is_a_false_entry(name: str) -> None:
    post, step, record, n = entry()
    stories = retold(post, record, n, "york", STORIES[name])
    crook = Crook(post)
    crook.signs(step, replace(record, stories=stories))
    assert verify(crook) == ""
    assert verify(crook, ANN).startswith(f"FalseEntry: Entry {n} "), verify(crook, ANN)


PUBLIC = (
    "none",
    "one more",
    "events",
    "an event",
    "a number for a text",
    "a move from nowhere",
    "decisions",
    "a decision for all",
)


@pytest.mark.parametrize("name", PUBLIC)
def test_a_public_story_that_is_none_is_a_false_entry(name: str) -> None:
    post, step, record, n = entry()
    told = canonical.decode(record.stories[0].clear.encode(), 2**20)
    STORIES[name](told)
    clear = PrivateStory("public", clear=canonical.encode(told).decode())
    crook = Crook(post)
    crook.signs(step, replace(record, stories=(clear, *record.stories[1:])))
    for who in (None, ANN, BOB):
        assert verify(crook, who).startswith(f"FalseEntry: Entry {n} "), verify(crook, who)


POSITIONS: Mapping[str, Change] = {
    "no box": Change(("box",), -7),
    "a box far away": Change(("box",), 10**12),
    "an influence without end": Change(("influence",), 2**50),
    "no step": Change(("step",), "zzz"),
    "no scenario": Change(("scenario",), "XX"),
    "one more": Change(("more",), 1),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_a_position_that_cannot_be_shown_is_a_false_entry(name: str) -> None:
    """The same for all three, and for the table that each sees."""
    post, step, record, n = entry()
    change = POSITIONS[name]
    row = [list(change.path)] if change.value is None else [list(change.path), change.value]
    rest = tuple(one for one in record.changes if one.path[: len(change.path)] != change.path)
    changes = tuple(sorted((*rest, change), key=lambda one: one.path))

    def also(plain: Plain) -> None:
        kept = [one for one in plain["view"] if tuple(one[0][: len(row[0])]) != change.path]
        plain["view"] = sorted([*kept, row], key=lambda one: one[0])

    stories = record.stories
    for side in ("york", "lancaster"):
        stories = retold(post, replace(record, stories=stories), n, side, also)
    crook = Crook(post)
    crook.signs(step, replace(record, stories=stories, changes=changes))
    for who in (None, ANN, BOB):
        assert verify(crook, who).startswith(f"FalseEntry: Entry {n} "), verify(crook, who)


NO_JSON = "no JSON"
MENUS: Mapping[str, Wrong] = {
    "none": lambda plain: plain.clear(),
    "no options": put("options", []),
    "an option of nothing": put("options", [{}]),
    "a number for an option": put("options", [5]),
    "a text for the options": put("options", "march"),
    "a number for a line": deep("options", "line", 3),
    "an option with more": deep("options", "more", 1),
    "a number for the slots": put("slots", 5),
    "barred": put("barred", [["march"]]),
    "a stack": put("stack", {"verb": "plan", "size": 4, "limits": [["pass", 4]]}),
    "a list": put("stack", []),
    "one more": put("more", 1),
    "another side": put("side", "lancaster"),
    "another name": put("id", "muster-99"),
    "another kind": put("kind", "plan"),
    "another text": put("question", "It is over. Type `pbem over`."),
    "another rule": put("rule", "9.9"),
    "forced": lambda plain: plain.update(forced=not plain["forced"]),
    "secret": lambda plain: plain.update(secret_menu=not plain["secret_menu"]),
}


@pytest.mark.parametrize("name", ["", NO_JSON, *MENUS])
def test_a_menu_that_is_none_or_of_another_question_is_a_false_entry(name: str) -> None:
    post, step, record, n = entry()
    row = record.questions[0]
    assert row.side == "york"
    honest = Crook(post).writes(step)
    ledger, key = honest.ledger, post.look("york").key
    assert key is not None
    gm = honest.keys[ledger.chair.keys.x25519]
    info = seal.info("menu", ledger.game, n)
    sealed = told_menus(ledger, honest.keys, honest.entries, {})["york"]
    plain = canonical.decode(seal.undeal(key, gm.x25519, info, sealed), 2**20)
    MENUS.get(name, lambda same: None)(plain)
    raw = canonical.encode(plain)[name == NO_JSON :]
    text = seal.deal(gm, key.x25519, info, raw, 16384)
    crook = Crook(post)
    crook.signs(step, replace(record, menus=(Menu("york", digest(text.encode())),)))
    save = Save(crook.entries, GM.public.fingerprint, beside={digest(text.encode()): text})
    said = ""
    try:
        Game(save, ANN).verify()
    except PbemError as error:
        said = f"{type(error).__name__}: {error}"
    assert said.startswith(f"FalseEntry: Entry {n} " if name else ""), said
    assert bool(said) == bool(name), said


def test_a_stack_with_any_number_of_passes_is_a_menu() -> None:
    """So it is for a side with too few Lords to fill its Plan otherwise."""
    stack = Stack("plan", 4, {"pass": -1})
    asked: Request[Any] = Request("york", "plan", "The Plan?", "4.1", stack=stack, id="plan-9")
    told = strictly(ToldMenu, dump_request(asked, True))
    assert told.stack is not None
    assert told.stack.limits == (("pass", -1),)


@pytest.mark.parametrize(
    "plain", [b"", b"[]", b"{}", b'{"keys":5}', b'{"keys":[]}', b'{"keys":["00"]}']
)
def test_keys_for_a_new_gm_that_are_none_are_a_false_entry(plain: bytes) -> None:
    post = veiled()
    gm, own = post.look("gm").ledger.chair, post.look("york").key
    assert own is not None
    old = post.look("gm").holder.keys[gm.keys.x25519]
    info = seal.info("escrow", post.look().ledger.game, 9)
    sealed = seal.deal(old, own.x25519, info, plain, 1024)
    with pytest.raises(PbemError, match="Entry 9"):
        keys_handed_over(own, post.look().ledger.game, 9, [GmTenure(0, gm.keys)], sealed)
    right = seal.deal(old, own.x25519, info, bodies.encode(GmKeys((old.root.hex(),))), 1024)
    (key,) = keys_handed_over(own, post.look().ledger.game, 9, [GmTenure(0, gm.keys)], right)
    assert key.x25519 == old.x25519
