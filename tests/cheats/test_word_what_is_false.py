"""Hidden mats: the words of a story or a menu are the GM's. A lie in them is named at the audit; any other lie is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from pbem.errors import PbemError
from pbem.gm.game import Game
from pbem.ledger.disclosure import menus as told_menus
from pbem.ledger.glimpse import choices_digest
from pbem.proof.audit import Answer, Claim
from pbem.protocol import canonical, seal
from pbem.protocol.bodies import Ended, Mailed, Menu, PrivateStory, Record, replace
from pbem.protocol.hashing import digest
from pbem.protocol.save import Save
from tests.drawn import kept

from .table import ANN, BOB, GM, Crook, Post, audit, audited, order, veiled, verify
from .test_decide_for_her_where_pieces_are_hidden import retold

Plain = dict[str, Any]
Change = Callable[[Plain], object]
LIE = "Your Lords are dead, and York is burning."


@kept
def entry() -> tuple[Post, Mailed, Record, int]:
    """York's next order that makes an event, and what the GM's entry would honestly hold."""
    post = veiled()
    for option in post.look("york").legal():
        step = Mailed(order=order(post, "york", option.line))
        made = Crook(post).writes(step)
        if made.last.menus and any(event["kind"] != "die" for event in public(made.last)["events"]):
            return post, step, made.last, made.entries[-1].n
    raise AssertionError("no line of hers does that")


def public(record: Record) -> Plain:
    told: Plain = canonical.decode(record.stories[0].clear.encode(), 2**20)
    return told


def signed(record: Record) -> Crook:
    post, step, _, _ = entry()
    crook = Crook(post)
    crook.signs(step, record)
    return crook


def telling(change: Change, record: Record | None = None) -> Record:
    """The record with another story for everybody and for York."""
    post, _, honest, n = entry()
    record = record or honest
    told = public(record)
    change(told)
    clear = PrivateStory("public", clear=canonical.encode(told).decode())
    record = replace(record, stories=(clear, *record.stories[1:]))
    for side in ("york", "lancaster"):
        record = replace(record, stories=retold(post, record, n, side, change))
    return record


def first(told: Plain) -> Plain:
    """The first event that is no die."""
    event: Plain = next(
        event for event in told["events"] if event["kind"] != "die" and not event["to"]
    )
    return event


def test_a_false_sentence_is_named_at_the_audit() -> None:
    crook = signed(telling(lambda told: first(told).update(text=LIE)))
    n = crook.entries[-1].n
    assert [verify(crook, who) for who in (None, ANN, BOB)] == ["", "", ""]
    assert audit(crook) == ""
    (words,) = [row for row in audited(crook, "gm").findings if row.claim is Claim.WORDS]
    assert (words.answer, words.entry) == (Answer.NOT_SHOWN, n)
    assert LIE in words.why


FACTS: Mapping[str, Change] = {
    "the rule": lambda told: first(told).update(rule="9.9"),
    "the kind": lambda told: first(told).update(kind="heading"),
    "what was needed": lambda told: first(told).update(needed="1-6"),
    "a value": lambda told: first(told).update(value=5),
    "whom it is about": lambda told: first(told).update(about=["march"]),
    "the way": lambda told: first(told).update(via=["london"]),
    "an event more": lambda told: told["events"].append({**first(told), "text": LIE}),
    "an event less": lambda told: told["events"].remove(first(told)),
}


@pytest.mark.parametrize("name", FACTS)
def test_anything_else_of_a_story_is_contradicted(name: str) -> None:
    crook = signed(telling(FACTS[name]))
    assert audit(crook).startswith("ReplayMismatch"), audit(crook)


OWN: Mapping[str, Change] = {
    "a line": lambda told: told["decisions"][0].update(line="pass"),
    "a question": lambda told: told["decisions"][0].update(request="muster-99"),
    "its place": lambda told: told["decisions"][0].update(after=1 - told["decisions"][0]["after"]),
    "forced": lambda told: told["decisions"][0].update(forced=True),
    "by whom": lambda told: told["decisions"][0].update(by="policy"),
    "no decision": lambda told: told["decisions"].clear(),
    "what ran": lambda told: told["ran"].clear(),
    "what she sees": lambda told: told.update(view=[]),
    "the whole": lambda told: told.update(whole=True),
    "what left her hand": lambda told: told.update(gone=["deck:york:1"]),
    "what she can choose": lambda told: told.update(choices=64 * "0"),
}


@pytest.mark.parametrize("name", OWN)
def test_anything_else_of_what_one_side_is_told_is_contradicted(name: str) -> None:
    post, _, record, n = entry()
    crook = signed(replace(record, stories=retold(post, record, n, "york", OWN[name])))
    assert audit(crook).startswith("ReplayMismatch"), audit(crook)


def test_a_story_that_is_sealed_in_another_spelling_is_contradicted() -> None:
    post, _, record, n = entry()
    game, key = post.look("gm"), post.look("york").key
    assert key is not None
    gm = game.holder.keys[game.ledger.chair.keys.x25519]
    info = seal.info("story", game.ledger.game, n)
    plain = seal.undeal(key, gm.x25519, info, record.stories[1].sealed)
    longer = replace(record.stories[1], sealed=seal.deal(gm, key.x25519, info, plain, 8192))
    crook = signed(replace(record, stories=(record.stories[0], longer, record.stories[2])))
    assert audit(crook).startswith("ReplayMismatch")


def test_a_result_in_other_words_is_named_and_another_winner_contradicted() -> None:
    post = veiled()
    honest = Crook(post)
    game = post.look("gm")
    step = game.ruling("result", "York resigns.", side="lancaster")
    honest.writes(step)
    for result, right in ((Ended(("lancaster",), LIE), True), (Ended(("york",), LIE), False)):
        crook = Crook(post)
        crook.signs(step, replace(honest.last, result=result))
        assert [verify(crook, who) == "" for who in (None, ANN, BOB)] == [right] * 3
        assert (audit(crook) == "") == right


# -- menus ------------------------------------------------------------------------------------------


def offering(change: Change, honest_hash: bool = False) -> tuple[Crook, str]:
    """York's next menu is another one; and the objection of her `verify`.

    Args:
        honest_hash: her story still names the choices that she has by the rules.
    """
    post, step, record, n = entry()
    honest = Crook(post).writes(step)
    side = record.menus[0].to
    who = {"york": ANN, "lancaster": BOB}[side]
    key = post.look(side).key
    assert key is not None
    ledger = honest.ledger
    gm = honest.keys[ledger.chair.keys.x25519]
    info = seal.info("menu", ledger.game, n)
    sealed = told_menus(ledger, honest.keys, honest.entries, {})[side]
    plain = canonical.decode(seal.undeal(key, gm.x25519, info, sealed), 2**20)
    change(plain)
    text = seal.deal(gm, key.x25519, info, canonical.encode(plain), 16384)
    name = digest(text.encode())
    rows = tuple(Menu(side, name) if row.to == side else row for row in record.menus)
    record = replace(record, menus=rows)
    if not honest_hash:
        choices = choices_digest(plain)
        told = retold(post, record, n, side, lambda story: story.update(choices=choices))
        record = replace(record, stories=told)
    crook = signed(record)
    save = Save(crook.entries, GM.public.fingerprint, beside={name: text})
    try:
        assert not Game(save, who).verify().kept.no_menu
    except PbemError as error:
        return crook, f"{type(error).__name__}: {error}"
    return crook, ""


def drop(plain: Plain) -> None:
    plain["options"].pop()


def test_a_choice_that_is_left_out_comes_out_at_the_audit() -> None:
    crook, said = offering(drop)
    assert said == ""
    assert Claim.HIDDEN in {row.claim for row in audited(crook, "gm").contradicted}


def test_a_menu_is_the_one_that_her_story_names() -> None:
    crook, said = offering(drop, honest_hash=True)
    assert "other choices" in said
    assert audit(crook) == ""


def test_a_false_reason_and_a_false_price_are_named_at_the_audit() -> None:
    def lie(plain: Plain) -> None:
        plain["barred"] = [["march: levy", LIE]]
        plain["options"][0].update(note=LIE, gives_up=LIE)

    crook, said = offering(lie)
    assert (said, audit(crook)) == ("", "")
    (words,) = [row for row in audited(crook, "gm").findings if row.claim is Claim.WORDS]
    assert (words.answer, words.entry) == (Answer.NOT_SHOWN, crook.entries[-1].n)
    assert "menu" in words.why
