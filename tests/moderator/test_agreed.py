"""The terms of the table: how a GM writes them, what everybody accepts with them, and what a program holds."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest

from pbem.club.folder import due_answers
from pbem.errors import BadOption, BadStatement, Garbled, NotAllowed
from pbem.games import find, installed_games
from pbem.gm.game import Game
from pbem.imagine.ahead import turn_ahead
from pbem.imagine.foretell import odds_offered
from pbem.ledger.cases import agreed, time
from pbem.mail.write.outbox import for_onlookers, held_back
from pbem.player.orders import Orders
from pbem.protocol import bodies as b
from pbem.protocol.bodies import Terms
from pbem.protocol.steps import USUAL
from pbem.reports.archive import game_shown
from pbem.reports.from_game import report
from tests.drawn import kept
from tests.protocol.marks import needs_ssh_keygen
from tests.says import says, sentence, worded

from .people import GM, NONCE, PARTS, Post, agree, joined

ROOT = Path(__file__).parents[2]
NOON = int(datetime(2026, 11, 23, 12, tzinfo=UTC).timestamp())


def begun(**terms: Any) -> Post:
    """A game on these terms in which both have sat down."""
    return _begun(tuple(terms.items())).copy()


@kept
def _begun(terms: tuple[tuple[str, Any], ...]) -> Post:
    made = Game.new(GM, "plantagenet", "Ib", {}, None, NONCE, terms=Terms(**dict(terms)))
    return joined(Post(made.dumps())).ready()


def say(post: Post, side: str, kind: str, entry: int = 0, text: str = "") -> Exception | None:
    """What became of a statement; written by a program that does not ask first."""
    with pytest.MonkeyPatch.context() as patch:
        for check in ("check_take_back", "check_holiday"):
            patch.setattr(agreed, check, lambda *_: None)
        mail = post.look(side).say(kind, entry, text).to_text()
    (receipt,) = post.take({f"{len(post.mails)}-{kind}": mail})
    return receipt.error


def last_order(post: Post, chance: bool) -> int:
    """Play on until the last entry is an order after which dice fell or cards came, or none; its number."""
    for _ in range(60):
        post.turn()
        body = post.look().save.entries[-1].body
        if any(getattr(body.record, part) for part in PARTS) == chance:
            return body.n
    raise AssertionError("no such order")


# -- as a GM writes them ------------------------------------------------------------------------


def test_what_is_not_said_is_usual_and_stands_nowhere() -> None:
    assert agreed.split({"hidden_mats": "yes"}) == (USUAL, {"hidden_mats": "yes"})
    assert agreed.split({"takebacks": "kind", "aids": "all", "pace": "none"}) == (USUAL, {})
    assert Game.new(GM, "plantagenet", "Ib", {}, None, NONCE).ledger.genesis.terms is None


def test_every_term_is_read() -> None:
    typed = {
        "takebacks": "strict", "pace": "7d", "grace": "36h", "then": "forfeit", "holidays": "21",
        "ends": "2027-06-30", "delay": "1", "aids": "odds,try", "hidden_mats": "yes",
    }  # fmt: skip
    assert set(typed) - {"hidden_mats"} == {term.name for term in agreed.DECLARED}
    assert agreed.split(typed) == (
        Terms(
            takebacks="strict", pace=168, grace=36, ending="forfeit", holidays=21, ends="2027-06-30",
            delay=1, barred=("robot",),
        ),
        {"hidden_mats": "yes"},
    )  # fmt: skip
    assert agreed.split({"aids": "none"})[0].barred == ("odds", "robot", "try")


@pytest.mark.parametrize(
    "typed",
    [
        {"takebacks": "maybe"}, {"pace": "soon"}, {"pace": "7d", "then": "wait"}, {"grace": "2d"},
        {"holidays": "-1"}, {"holidays": "1001"}, {"ends": "2027-02-31"}, {"ends": "2027-6-30"}, {"ends": "June"},
        {"delay": "101"}, {"aids": "luck"}, {"aids": "yes"},
    ],
    ids=str,
)  # fmt: skip
def test_a_term_that_is_none_is_refused_with_what_may_be_written(typed: Mapping[str, str]) -> None:
    with pytest.raises(BadOption) as refused:
        agreed.split(typed)
    assert any(name in str(refused.value) for name in typed)


def test_no_game_has_an_option_of_such_a_name() -> None:
    names = {term.name for term in agreed.DECLARED}
    for rules in map(find, installed_games()):
        for scenario in rules.scenarios():
            assert not names & {option.name for option in rules.options(scenario)}


# -- as they are signed -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "terms",
    [
        {}, {"takebacks": "kind"}, {"takebacks": "maybe"}, {"pace": -1}, {"grace": 2},
        {"pace": 0, "ending": "forfeit"}, {"holidays": 1001}, {"ends": "2027-02-31"}, {"delay": 101},
        {"barred": ["try", "odds"]}, {"barred": ["odds", "odds"]}, {"barred": ["luck"]}, {"x": 1},
    ],
    ids=str,
)  # fmt: skip
def test_terms_outside_their_limits_or_spelt_twice_are_refused(terms: dict[str, Any]) -> None:
    step = Game.new(GM, "plantagenet", "Ib", {}, None, NONCE).save.entries[0].body.step
    made = {**msgspec.json.decode(b.encode(step)), "terms": terms}
    with pytest.raises(Garbled):
        b.decode(b.Genesis, msgspec.json.encode(made, order="sorted"), 2**20)


def test_show_and_report_quote_them() -> None:
    post = begun(takebacks="none", holidays=9, barred=("odds",))
    told = " ".join(report(post.look("york")).split())
    words = agreed.words(post.look().ledger)
    assert says(told, "cli.new.command", words, word="Terms")
    assert "No take-backs." in words
    assert says(words, "ledger.cases.agreed.words", 9, word="most")
    assert says(words, "ledger.cases.agreed.words", "odds", word="while")


# -- what a program holds -----------------------------------------------------------------------


@pytest.mark.slow
def test_a_table_without_take_backs_takes_none() -> None:
    post = begun(takebacks="none")
    first = last_order(post, chance=False)
    assert "have no take-backs" in str(say(post, "york", "takeback", first))


def test_a_strict_table_goes_back_only_where_no_die_fell_and_no_card_came() -> None:
    post = begun(takebacks="strict")
    first = last_order(post, chance=True)
    assert says(
        str(say(post, "york", "takeback", first)),
        "ledger.cases.agreed.check_take_back",
        first,
        word="entry",
    )
    first = last_order(post, chance=False)
    assert say(post, "york", "takeback", first) is None
    assert say(post, "lancaster", "agree", post.look().ledger.n) is None
    assert post.look().ledger.cases.rewinds


def test_what_was_allowed_as_it_was_asked_is_not_when_a_card_came_since() -> None:
    post = begun(takebacks="strict")
    first = last_order(post, chance=False)
    ledger = post.look().ledger
    later = msgspec.structs.replace(
        ledger, cases=msgspec.structs.replace(ledger.cases, chance=first + 1)
    )
    agreed.check_take_back(ledger, first)
    with pytest.raises(BadStatement, match="strict"):
        agreed.check_take_back(later, first)


def test_holidays_are_counted_over_the_whole_game() -> None:
    post = begun(holidays=12)
    assert say(post, "york", "holiday", text="2026-12-24 2026-12-31") is None
    game = post.look("gm")
    game.tick(int(datetime(2027, 2, 1, tzinfo=UTC).timestamp()))
    post.save = game.dumps()
    post.kept.clear()
    refused = say(post, "york", "holiday", text="2027-03-01 2027-03-05")
    assert says(str(refused), "ledger.cases.agreed.check_holiday", ..., "york", 8, 5)
    assert say(post, "york", "holiday", text="2027-03-01 2027-03-04") is None
    assert say(post, "lancaster", "holiday", text="2027-03-01 2027-03-12") is None


@pytest.mark.parametrize(
    "text",
    ["2026-12-24 2026-12-3", " 2026-12-24 2026-12-31", "2026-12-24 2026-12-31x", "2026-12-24"],
)
def test_a_holiday_is_spelt_in_one_way(text: str) -> None:
    """Or two verifiers would not agree about it."""
    with pytest.raises(BadStatement, match=worded("ledger.cases.time.days", word="write")):
        time.days(text)


def test_the_pace_gives_deadlines_from_the_first_reading_on() -> None:
    post = begun(pace=168, grace=48, ending="forfeit")
    game = post.look("gm")
    game.tick(NOON)
    side = next(iter(game.ledger.askings))
    assert time.deadline(game.ledger, side) == NOON + 7 * time.DAY
    assert time.state(game.ledger, side, NOON + 8 * time.DAY) == "late"
    assert says(
        agreed.words(game.ledger),
        "ledger.cases.agreed._pace",
        "7 days",
        worded("ledger.cases.agreed._pace", "2 days", word="grace"),
        worded("ledger.cases.time.ENDINGS", word="game"),
        word="each",
    )
    game.set_terms(NOON, time.terms(336, 48, "forfeit", 0))
    assert says(
        agreed.words(game.ledger),
        "ledger.cases.agreed._pace",
        "14 days",
        worded("ledger.cases.agreed._pace", "2 days", word="grace"),
        word="each",
    )
    assert time.deadline(game.ledger, side) == NOON + 7 * time.DAY, "what is asked keeps its terms"


def test_an_aid_that_is_not_allowed_says_so_and_is_there_when_the_game_is_over() -> None:
    post = begun(barred=("odds",))
    with pytest.raises(NotAllowed, match=worded("errors.NotAllowed", "odds")):
        odds_offered(post.look("york"))
    with pytest.raises(NotAllowed):
        turn_ahead(post.look("york"), Orders(), games=1)
    agreed.check_aid(post.look().ledger, "try")
    assert say(post, "york", "resign") is None
    assert odds_offered(post.look("york"))


def test_the_day_by_which_it_ends_is_said_by_due_until_it_is_over() -> None:
    post = begun(ends="2027-06-30")
    (row,) = due_answers(post.look())
    assert row.told.startswith(sentence("club.folder.ENDS", "2027-06-30"))
    end = int(datetime(2027, 7, 1, tzinfo=UTC).timestamp())
    assert (row.state(end - 1), row.state(end)) == ("", "over")
    assert say(post, "york", "resign") is None
    assert due_answers(post.look()) == []


def test_a_pace_that_the_gm_has_changed_stands_beside_the_one_that_all_have_signed() -> None:
    post = begun(pace=36, grace=24, ending="policy")
    ledger = post.look().ledger
    signed = sentence(
        "ledger.cases.agreed._pace",
        "36 hours",
        sentence("ledger.cases.agreed._pace", "24 hours", word="grace"),
        word="each",
    )
    assert signed in agreed.words(ledger)
    assert not says(agreed.words(ledger), "ledger.cases.agreed.words", word="beginning")
    told = agreed.words(agree(post, NOON, 1, 1, "forfeit").look().ledger)
    assert told.index("then " + sentence("ledger.cases.time.ENDINGS", word="game")) < told.index(
        sentence("ledger.cases.agreed.words", word="beginning")
    )
    assert told.index(sentence("ledger.cases.agreed.words", word="beginning")) < told.index(signed)


@pytest.mark.slow
def test_onlookers_get_a_game_turn_when_they_may_see_it_and_no_save(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = find("plantagenet").words
    monkeypatch.setattr(words, "turn", words.now)  # each segment of the turn counts as one
    made = Game.new(GM, "plantagenet", "Ib", {}, None, NONCE, terms=Terms(delay=2))
    post, running, told = joined(Post(made.dumps())).ready(), list[int](), list[int]()
    while post.look("gm").result is None:
        before = len(post.look("gm").save.entries)
        if len(running) < 2:
            post.turn()
        else:
            assert say(post, "york", "resign") is None
        game = post.look("gm")
        for_all = for_onlookers(game, game.stories(before))
        if not for_all:
            continue
        (last,) = for_all
        told += [entry.n for entry in last.report.entries]
        if game.result is None:
            running.append(last.report.entry)
            behind = game_shown(game, 2)
            assert behind is not None
            assert last.report.entry == game.turns[-3].last < game.ledger.n
            assert last.report.position == behind.view("public").position
            assert held_back(game, last)
        else:
            assert not held_back(game, last)
    assert told == list(range(told[0], game.ledger.n + 1))
    assert told[0] == 1


@pytest.mark.slow
@needs_ssh_keygen
@pytest.mark.parametrize(
    ("terms", "fault"), [("strict", "a strict table goes back over dice"), ("none", "have none")]
)
def test_a_stranger_sees_a_gm_who_does_not_hold_them(
    terms: str, fault: str, tmp_path: Path
) -> None:
    post = begun(takebacks=terms, holidays=5, ends="2027-06-30")
    first = last_order(post, chance=True)
    assert say(post, "york", "holiday", text="2026-12-24 2026-12-28") is None
    path = tmp_path / "game.toml"
    assert _judged(path, post).startswith("good: ")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(agreed, "check_take_back", lambda *_: None)
        mail = post.look("york").say("takeback", first).to_text()
        assert post.take({"back": mail})[0].error is None
    assert fault in _judged(path, post)


def _judged(path: Path, post: Post) -> str:
    path.write_bytes(post.save)
    done = subprocess.run(
        [sys.executable, "-m", "tests.independent", str(path)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.splitlines()[-1]
