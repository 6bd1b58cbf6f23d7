"""PROTOCOL, section 14: a game outlives the program, which plays every version of its rules."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem import games
from pbem.errors import (
    BadPatch,
    BadRuling,
    BadSignature,
    BadStatement,
    ReplayMismatch,
    UnknownRules,
)
from pbem.gm.game import Game
from pbem.ledger.fold import ledger_after
from pbem.protocol import bodies
from pbem.protocol.bodies import Envelope, Record, Rules
from pbem.protocol.entry import Entry
from pbem.protocol.save import Save
from pbem.reports import verdict
from tests.says import Pattern, says, worded

from . import skirmish
from .people import GM, NONCE, Post, joined
from .skirmish import ONE, TWO, Skirmish

SIDES = ("york", "lancaster")


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(games.GAMES, "skirmish", f"{skirmish.__name__}:INSTALLED")
    monkeypatch.setattr(skirmish, "INSTALLED", ONE)


def install(monkeypatch: pytest.MonkeyPatch, rules: Skirmish) -> None:
    monkeypatch.setattr(skirmish, "INSTALLED", rules)


def started(scenario: str = "open") -> Post:
    post = joined(Post(Game.new(GM, "skirmish", scenario, {}, nonce=NONCE).dumps(), seed=3)).ready()
    for who in ("gm", *SIDES, ""):
        post.look(who)
    return post


def send(post: Post, side: str, *lines: str) -> None:
    name = f"{len(post.mails):03}-{side}"
    (receipt,) = post.take({name: post.sent(side, *lines)})
    assert receipt.error is None, receipt.error


def answer(post: Post, strike: str = "strike") -> None:
    """Whoever is asked answers: he strikes, and does not parry."""
    for side in post.asked():
        game = post.look(side)
        ready, kind = game.owes_ready, None if game.owes_ready else game.request().kind
        send(post, side, "ready" if ready else strike if kind == "move" else "stand")


def played(times: int = 12, scenario: str = "open") -> Post:
    post = started(scenario)
    for _ in range(times):
        answer(post)
    return post


def at_a_round(post: Post) -> Post:
    """Played on until the first side is to move."""
    while post.look("gm").ledger.play.checkpoint.record:
        answer(post)
    return post


def consents(post: Post, *sides: str) -> list[Envelope]:
    return [post.look(side).consent_to_upgrade().envelope for side in sides or SIDES]


def upgraded(post: Post) -> Game:
    """The GM's new program, once all have agreed."""
    game = post.look("gm")
    game.upgrade(consents(post))
    post.save = game.dumps()
    post.kept.clear()
    return post.look("gm")


def written(post: Post, step: Rules, **changes: object) -> list[Entry]:
    """The log with one more entry as a dishonest GM signs it: the record of an honest one, or with changes."""
    entries = post.look().save.entries
    record = bodies.replace(entries[-1].body.record, **changes)
    body = bodies.EntryBody(
        v=bodies.VERSION, n=len(entries), prev=entries[-1].head, step=step, record=record
    )
    return [*entries, Entry.signed(GM, body, entries[0].head)]


# -- agreed to ---------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["open", "fog"])
def test_14_a_newer_version_is_in_force_from_there_on_and_the_position_stays(
    monkeypatch: pytest.MonkeyPatch, scenario: str
) -> None:
    post = at_a_round(played(8, scenario))
    before = post.look("gm").ledger
    install(monkeypatch, TWO)
    for who in ("gm", *SIDES, ""):  # which plays the first version as it was
        post.kept.pop(who, None)
        assert post.look(who).verify().entries == before.n + 1
    game = upgraded(post)
    old, new = before.play.state, game.ledger.play.state
    assert new.rules_version == 2
    assert (new.round, new.york, new.lancaster, new.gold) == (
        old.round,
        old.york,
        old.lancaster,
        old.gold,
    )
    assert {s: a.number for s, a in game.ledger.askings.items()} == {
        side: before.chains.numbers[side] + 1 for side in SIDES
    }
    for _ in range(8):
        answer(post)
    assert post.look("gm").ledger.play.state.strikes > 0
    for who in ("gm", *SIDES, ""):
        post.kept.pop(who, None)
        told = " ".join(verdict.text(post.look(who).verify()).split())
        assert says(told, "proof.verdict._ground_words", 2, word="version")
        assert [one.version for one in post.look(who).ledger.versions] == [1, 2]
    ledger_after(post.look().save.entries, keys=post.look("gm").holder.keys)


@pytest.mark.slow
def test_14_in_the_middle_of_a_step_the_new_version_holds_from_there_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the step has done so far stays, though it is played again from its beginning at each start."""
    post = at_a_round(played())
    send(post, "york", "strike")
    record = post.look("gm").ledger.play.checkpoint.record
    assert record
    install(monkeypatch, TWO)
    game = upgraded(post)
    assert game.ledger.play.checkpoint.record == record
    for _ in range(6):
        answer(post)
    for who in ("gm", *SIDES, ""):
        post.kept.pop(who, None)
        post.look(who).verify()


def test_14_a_game_that_begins_under_the_second_version(monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, TWO)
    post = played(6)
    assert post.look().ledger.versions[-1].version == 2
    assert post.look().ledger.play.state.has_rules(2)
    install(monkeypatch, ONE)
    with pytest.raises(UnknownRules, match=r"^From entry 0 on, .*version 2 .*newest is 1"):
        Game.loads(post.save)


@pytest.mark.slow
def test_14_a_rewind_brings_the_older_version_back(monkeypatch: pytest.MonkeyPatch) -> None:
    post = at_a_round(played())
    install(monkeypatch, TWO)
    agreed = consents(post)
    n = upgraded(post).ledger.n
    answer(post)
    game = post.look("gm")
    game.rule("void", "Too soon.", entry=n)
    assert game.ledger.versions[-1].version == 1
    assert not game.ledger.play.state.has_rules(2)
    with pytest.raises(
        BadStatement, match=worded("ledger.cases.consents.consenting_sides", word="already")
    ):  # a consent counts once
        game.upgrade(agreed)
    post.save = game.dumps()
    post.kept.clear()
    for _ in range(4):
        answer(post)
    upgraded(post)
    for who in ("gm", *SIDES, ""):
        post.look(who).verify()


# -- refused -----------------------------------------------------------------------------------


@pytest.mark.slow
def test_14_all_players_must_agree_and_nobody_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    post = at_a_round(played())
    install(monkeypatch, TWO)
    game = post.look("gm")
    (york,) = consents(post, "york")
    for agreed in ((), (york,)):
        with pytest.raises(BadStatement, match=r"consent of .*lancaster"):
            game.upgrade(agreed)
    with pytest.raises(BadStatement, match="once"):
        game.upgrade([york, york])
    forged = bodies.replace(york, body=bodies.replace(york.body, author="lancaster"))
    with pytest.raises(BadSignature):
        game.upgrade([york, forged])


@pytest.mark.slow
def test_14_a_consent_to_something_else_counts_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    post = at_a_round(played())
    install(monkeypatch, Skirmish(3))
    to_three = consents(post)
    install(monkeypatch, TWO)
    post.kept.clear()
    with pytest.raises(BadStatement, match="to something else"):
        post.look("gm").upgrade(to_three)


def test_14_only_a_newer_version_and_only_while_the_game_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(
        BadRuling, match=worded("ledger.cases.rules_change.check", 1, word="version")
    ):
        played(2).look("york").consent_to_upgrade()
    install(monkeypatch, TWO)
    with pytest.raises(BadRuling, match="joined first"):
        Game.new(GM, "skirmish", "open", {}, nonce=NONCE).upgrade(())
    install(monkeypatch, ONE)
    post = played(2)
    install(monkeypatch, TWO)
    game = post.look("gm")
    game.rule("result", "It rains.", side="york")
    with pytest.raises(BadRuling, match=worded("ledger.cases.rules_change.check", word="game")):
        game.upgrade(())


@pytest.mark.slow
def test_14_no_correction_puts_another_version_into_force(monkeypatch: pytest.MonkeyPatch) -> None:
    post = played()
    install(monkeypatch, TWO)
    game = post.look("gm")
    for line in ("set version 2", "set version 7"):
        with pytest.raises(BadPatch, match="needs all players"):
            game.rule("patch", "Newer.", lines=[line])


# -- unknown -----------------------------------------------------------------------------------


def unknown(post: Post, monkeypatch: pytest.MonkeyPatch) -> bytes:
    install(monkeypatch, TWO)
    data = upgraded(post).dumps()
    install(monkeypatch, ONE)
    return data


@pytest.mark.slow
def test_14_a_program_without_that_version_says_how_far_it_could_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = unknown(at_a_round(played()), monkeypatch)
    n = data.count(b"[[entry]]") - 1
    before = worded("ledger.cases.rules_change.check_known", n - 1, word="Entries")
    told = worded("errors.UnknownRules", Pattern(f"{before} "), n, 2)
    for who in (None, GM):
        with pytest.raises(UnknownRules, match=told) as error:
            Game.loads(data, who)
        assert "In order" not in str(error.value)


@pytest.mark.slow
def test_14_other_data_under_a_known_number_are_unknown_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = at_a_round(played())
    install(monkeypatch, TWO)
    monkeypatch.setattr(type(TWO.data), "hash", lambda self, version: 64 * "e")
    with pytest.raises(UnknownRules, match="version 1"):
        Game.loads(post.save)


Forgery = Callable[[Post], list[Entry]]
INVENTED = Rules(version=99, data_hash=64 * "9")


@pytest.mark.slow
@pytest.mark.parametrize(
    "forgery",
    [
        lambda post: written(post, INVENTED),
        lambda post: written(post, INVENTED, questions=()),
        lambda post: written(post, Rules(version=1, data_hash=64 * "1")),
    ],
    ids=["invented", "asks nobody", "the version in force"],
)
def test_14_a_version_to_which_nobody_agreed_is_a_false_entry_and_no_unknown_version(
    forgery: Forgery,
) -> None:
    post = at_a_round(played())
    with pytest.raises(ReplayMismatch) as error:
        Game(Save(tuple(forgery(post)), GM.public.fingerprint))
    assert not isinstance(error.value, UnknownRules)


def test_14_in_the_fog_the_position_that_all_see_says_which_version_is_in_force(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    post = at_a_round(played(7, "fog"))
    install(monkeypatch, TWO)
    game = upgraded(post)
    entries = list(game.save.entries)
    record: Record = entries[-1].body.record
    assert [change.path for change in record.changes] == [("version",)]
    body = bodies.replace(entries[-1].body, record=bodies.replace(record, changes=()))
    entries[-1] = Entry.signed(GM, body, entries[0].head)
    with pytest.raises(ReplayMismatch, match=worded("ledger.cases.rules_change.check_seen")):
        Game(Save(tuple(entries), GM.public.fingerprint))
