"""A GM whose program words every sentence otherwise: a running game goes on, and the audit calls nobody a liar."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from pbem.gm.game import Game
from pbem.ledger import askings, disclosure
from pbem.proof.audit import Answer, Claim
from pbem.protocol.bodies import Ended, replace
from pbem.reports.audit import document
from pbem.reports.formats import text
from tests.cheats.table import choosing, veiled
from tests.drawn import kept

from .people import ANN, BOB, Post
from .test_audit import audited, ended

OLD = "In older words: "
GAMES: Mapping[str, Callable[[], Post]] = {"hidden mats": veiled, "richard_iii": choosing}


def of_old(story: dict[str, Any]) -> dict[str, Any]:
    for row in story["decisions"]:
        row["why"] = OLD + row["why"]
    for event in story["events"]:
        if event["kind"] != "die":
            event["text"] = OLD + event["text"]
    return story


def menu_of_old(menu: dict[str, Any]) -> dict[str, Any]:
    menu["question"] = OLD + menu["question"]
    for option in menu.get("options", ()):
        option["note"], option["gives_up"] = OLD + option["note"], OLD + option["gives_up"]
    if "barred" in menu:
        menu["barred"] = [[line, OLD + why] for line, why in menu["barred"]]
    return menu


@contextmanager
def older_program() -> Iterator[None]:
    """A GM's program that writes every sentence of every story, question, menu and result otherwise."""
    with pytest.MonkeyPatch.context() as patch:
        told, menu, question = disclosure.encode_story, disclosure.dump_request, askings.asked_of
        patch.setattr(disclosure, "encode_story", lambda *given: of_old(told(*given)))
        patch.setattr(disclosure, "dump_request", lambda *given: menu_of_old(menu(*given)))
        patch.setattr(
            askings,
            "asked_of",
            lambda request, row: replace(made := question(request, row), text=OLD + made.text),
        )
        patch.setattr(disclosure, "Ended", lambda winners, reason: Ended(winners, OLD + reason))
        yield


@kept
def begun_of_old(name: str) -> Post:
    post = GAMES[name]()
    with older_program():
        for _ in range(4):
            post.turn()
    post.kept.clear()  # which a newer program drops
    return post


def in_order(post: Post) -> bool:
    for who in (None, ANN, BOB):
        found = Game.loads(post.save, who).verify()
        assert not found.kept.no_menu
    return True


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_it_is_in_order_opens_for_its_gm_and_goes_on(name: str) -> None:
    post = begun_of_old(name).copy()
    assert in_order(post)
    told = [part.clear for entry in post.look().save.entries for part in entry.body.record.stories]
    assert any(OLD in part for part in told)
    open_now = {side: post.look(side).request().question for side in post.asked()}
    assert open_now
    assert all(question.startswith(OLD) for question in open_now.values())
    menus = post.look().save.listed_menus
    game = post.look("gm")
    assert Game.loads(game.dumps()).save.listed_menus == menus
    game.rule("house", "A newer program.", lines=["We play on under it."])
    post.save = game.dumps()
    post.kept.clear()
    assert post.look().save.listed_menus == menus
    assert in_order(post)
    for side, question in open_now.items():
        assert not post.look().request(side).question.startswith(OLD)
        assert post.look(side).request().question == question
    for _ in range(3):
        post.turn()
    assert in_order(post)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_its_audit_contradicts_nothing_and_names_a_sentence(name: str) -> None:
    post = begun_of_old(name).copy()
    with older_program():
        reveals = ended(post)
    assert in_order(post)
    assert post.look("york").result is not None
    found = audited(post, reveals)
    others = [row for row in found.findings if row.claim is not Claim.WORDS]
    assert {row.answer for row in others} == {Answer.PROVEN}
    (words,) = [row for row in found.findings if row.claim is Claim.WORDS]
    assert words.answer is Answer.NOT_SHOWN
    assert OLD in words.why
    assert OLD in text.text(document(found))


def test_without_other_words_that_is_proven_too() -> None:
    post = veiled()
    post.turn()
    found = audited(post, ended(post))
    assert Claim.WORDS in {row.claim for row in found.findings}
    assert {row.answer for row in found.findings} == {Answer.PROVEN}


def test_other_words_in_the_tables_are_named_and_no_lie() -> None:
    post = veiled()
    game = post.look("gm")
    with pytest.MonkeyPatch.context() as patch:
        called = type(game.ledger.rules).scenarios
        patch.setattr(
            type(game.ledger.rules),
            "scenarios",
            lambda rules: {name: OLD + title for name, title in called(rules).items()},
        )
        post.save = game.dumps()
    assert OLD in post.save.decode()
    for who in (None, ANN, BOB):
        assert Game.loads(post.save, who).verify().tables_reworded
