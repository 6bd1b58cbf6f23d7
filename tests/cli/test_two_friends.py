"""What two friends stumbled over in a duel that they played by hand."""

from __future__ import annotations

import shutil

import pytest

from pbem.cli import duels
from pbem.cli.orders_text import SIGN_IN_DUEL, sign_question
from pbem.duel_demo import SENT
from pbem.round.duels import AUDIT, as_player
from tests.duel.people import Person, turn
from tests.says import says

from .test_duel import asked, last, people

__all__ = ["people"]


@pytest.mark.parametrize(
    "words",
    [
        ("takeback", "game.toml", "--entry", "4"),
        ("draw", "game.toml"),
        ("resign", "game.toml", "--yes"),
    ],
)
def test_whoever_waits_for_an_outcome_is_told_so_and_signs_nothing_else(
    people: tuple[Person, Person], words: tuple[str, ...]
) -> None:
    one, _ = asked(people)
    one.done("orders", "game.toml", "--line", one.line())
    before = one.file.read_bytes()
    refused = one.type(*words)
    assert refused.code == 2
    assert says(refused.err, "duel.refusals.AlreadyOrdered")
    assert one.file.read_bytes() == before


@pytest.mark.parametrize("command", ["list", "due"])
def test_old_emails_in_the_folder_are_no_games_of_their_own(
    people: tuple[Person, Person], command: str
) -> None:
    one, other = asked(people)
    shutil.copyfile(one.file, one.folder / "old.toml")
    one.done("orders", "game.toml", "--line", one.line())
    found = one.type(command, ".")
    assert found.code == 0
    assert says(found.err, "home.opening.ANSWERED")
    assert found.err.count("pbem apply") == 1
    other.done("apply", "game.toml", other.gets(one.file))
    assert other.type(command, ".").err == ""


def test_the_key_of_an_opponent_is_announced_with_the_way_to_check(
    people: tuple[Person, Person],
) -> None:
    one, other = asked(people)
    blank = one.done("orders", "game.toml", "--blank")
    written = blank.replace("orders = '''\n", f"orders = '''\n{one.line()}\n", 1)
    one.console.file("my.toml", f'{written}\nlevy = "levy all"\n')
    one.done("orders", "game.toml", "my.toml")
    other.done("apply", "game.toml", other.gets(one.file))
    turn(other, one)
    one.done("resign", "game.toml", "--yes")
    resigned = last(one.done("apply", "game.toml", "--outbox", "out"))
    other.done("apply", "game.toml", other.gets(one.file))
    key = last(one.done("apply", "game.toml", one.gets(other.file)))
    assert len(set(SENT.findall(f"{resigned}\n{key}"))) == 2
    came = other.gets(one.file)
    brought = other.type("apply", "game.toml", came)
    assert duels.KEY_HERE.format(path=came, name=one.identity.name) in brought.err
    audit = AUDIT.format(pbem="pbem", file="game.toml")
    assert last(brought.out).endswith(audit)
    again = other.type("apply", "game.toml", came)
    assert "nothing new" in again.err
    assert "proven" in other.done("audit", "game.toml")


def test_orders_are_read_back_in_lines_and_signed_for_good(people: tuple[Person, Person]) -> None:
    one, _ = asked(people)
    assert sign_question(as_player(one.duel)) == SIGN_IN_DUEL
    blank = one.done("orders", "game.toml", "--blank")
    written = blank.replace("orders = '''\n", f"orders = '''\n{one.line()}\n", 1)
    one.console.file("my.toml", f"{written}\nlevy = '''\nlevy all\nask\n'''\n")
    checked = one.type("orders", "game.toml", "my.toml", "--check")
    assert "on levy: levy all; ask" in checked.err


def test_a_proposal_ends_with_one_stop_and_names_what_it_takes_back(
    people: tuple[Person, Person],
) -> None:
    one, other = asked(people)
    (story,) = as_player(other.duel).stories(4, 4)
    one.done("takeback", "game.toml", "--entry", "4", "--text", "A slip.")
    came = last(other.done("apply", "game.toml", other.gets(one.file)))
    line = story.decisions[0].line
    assert f'In their words: "A slip." Entry 4 began with `{line}`. Answer with:' in came
    assert last(other.done("orders", "game.toml")) == came


def test_whoever_has_answered_is_not_asked_again_by_what_is_shown(
    people: tuple[Person, Person],
) -> None:
    one, _ = asked(people)
    assert says(one.done("show", "game.toml"), "reports.summary.wanted", word="orders")
    one.done("orders", "game.toml", "--line", one.line())
    for verb in ("show", "report"):
        told = one.done(verb, "game.toml")
        assert not says(told, "reports.summary.wanted", word="orders"), told
        assert says(told, "reports.from_game._outcome", word="outcome")


def test_whoever_has_answered_a_proposal_waits_for_its_outcome(
    people: tuple[Person, Person],
) -> None:
    one, other = asked(people)
    one.done("draw", "game.toml")
    other.done("apply", "game.toml", other.gets(one.file))
    assert says(other.done("show", "game.toml"), "reports.from_game._halted", word="proposal")
    other.done("orders", "game.toml", "--line", "no")
    assert says(other.done("show", "game.toml"), "reports.from_game._outcome", word="outcome")
