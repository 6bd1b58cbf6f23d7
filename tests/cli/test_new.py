"""`pbem new`: what there is to choose, and who is offered which seat."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games import GAMES, find
from pbem.moderator.game import Game

from .console import Console


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path)


def made(console: Console, *words: str) -> Game:
    done = console.type("gm", "new", "warriors", "standard", *words, "-o", "new.toml")
    assert done.code == 0, done
    return Game.loads((console.folder / "new.toml").read_bytes())


@pytest.mark.parametrize("game", GAMES)
def test_without_a_scenario_it_lists_what_can_be_chosen(console: Console, game: str) -> None:
    rules = find(game)
    listed = console.type("gm", "new", game).out
    for id, title in rules.scenarios().items():
        assert f"{id} " in listed
        assert title in listed
        for option in rules.options(id):
            assert f"--option {option.name}={option.default} (as it is)" in listed
            assert option.rule in listed
    assert f"SIDE: {', '.join(rules.sides)}" in listed
    assert listed in console.type("gm", "new").out


def test_1_5_3_an_option_says_where_it_is_not_to_be_had(console: Console) -> None:
    assert "hidden (1.5.3); not in IIIB\n" in console.type("gm", "new", "plantagenet").out


def test_an_address_stays_with_the_gm_and_is_in_no_save(console: Console) -> None:
    for words in (
        ("--seat", "york=ann@example.org", "--seat", "lancaster=bob@example.org"),
        ("--york", "ann@example.org", "--lancaster=bob@example.org"),
    ):
        game = made(console, *words)
        assert b"example" not in (console.folder / "new.toml").read_bytes()
        assert set(game.ledger.genesis.invited.values()) == {""}
        told = console.type("gm", "addresses", "new.toml").out.split()
        assert told == ["york", "ann@example.org", "lancaster", "bob@example.org"]
        assert "No address is known" in console.type("ann", "addresses", "new.toml").out
        (console.folder / "new.toml").unlink()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seat", "york"], "write a side, =, and a card file or an address"),
        (["--york", "a@b.org", "--seat", "york=c@d.org"], "york is offered twice"),
        (["--seat", "scotland=a@b.org"], "There is no side `scotland` in this game. Sides: york"),
        (["--scotland", "a@b.org"], "No such option"),
        (["--york", "robert"], "There is no card file robert"),
        (["--york", "ann@home"], "no address that a mail can go to: ann@home"),
        (["--option", "fog"], "There is no game option `fog`. Known: none in this scenario"),
    ],
)
def test_a_wrong_seat_or_option_is_named(console: Console, words: list[str], said: str) -> None:
    done = console.type("gm", "new", "warriors", "standard", *words, "-o", "new.toml")
    assert done.code == 2
    assert said in done.err
    assert not (console.folder / "new.toml").exists()


def test_an_option_is_kept_as_the_game_spells_it(console: Console) -> None:
    words = ("new", "plantagenet", "towton", "--option", "hidden_mats=ON", "-o", "new.toml")
    assert console.type("gm", *words).code == 0
    game = Game.loads((console.folder / "new.toml").read_bytes())
    assert dict(game.ledger.genesis.options) == {"hidden_mats": "yes"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--option", "hidden_mats=yes", "--option", "HIDDEN_MATS=no"], "is given twice"),
        (["--seat", "york="], "write a side, =, and a card file or an address"),
        (["--seat", "york"], "write a side, =, and a card file or an address"),
    ],
)
def test_what_could_mean_two_things_is_refused(words: list[str], said: str, tmp_path: Path) -> None:
    console = Console(tmp_path)
    done = console.type("gm", "new", "plantagenet", "Ia", *words, "-o", "new.toml")
    assert done.code == 2
    assert said in " ".join(done.said.split())
    assert not (console.folder / "new.toml").exists()


def test_game_side_and_option_are_read_without_case_and_the_game_cut_short(tmp_path: Path) -> None:
    console = Console(tmp_path)
    words = ("--seat", "YORK=ann@example.org", "--option", "HIDDEN_MATS=Yes", "-o", "new.toml")
    done = console.type("gm", "new", "Plant", "Ia", *words)
    assert done.code == 0, done.said
    assert "york: ann@example.org" in done.out


def test_an_option_without_a_scenario_is_refused(tmp_path: Path) -> None:
    done = Console(tmp_path).type("gm", "new", "warriors", "--option", "foo=bar")
    assert done.code == 2
    assert "Name a scenario too" in " ".join(done.said.split())
