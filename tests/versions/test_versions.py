"""Each game's rules play the games that are frozen for its version, and a small change of them is noticed."""

from __future__ import annotations

from copy import copy
from importlib import import_module
from pathlib import Path

import pytest

from pbem.engine.request import Menu, Option, Request
from pbem.games import GAMES, find
from tests.versions import freeze, frozen, play
from tests.versions.frozen import Frozen

SCENARIOS = [(game, scenario) for game in GAMES for scenario in find(game).scenarios()]
FIRST = [(game, next(iter(find(game).scenarios()))) for game in GAMES]
ADVICE = (
    "{game}: {what} other than frozen for version {version}. If that is meant, run "
    "`python -m tests.versions.freeze {game}`, which prints what has changed, and say in the commit why"
)


def advice(game: str, what: str) -> str:
    return ADVICE.format(game=game, what=what, version=find(game).version)


@pytest.mark.parametrize("game", GAMES)
def test_rules_data_are_those_of_the_version(game: str) -> None:
    rules, kept = find(game), Frozen.read(frozen.path_of(game))
    assert rules.version == kept.version, advice(game, "the version is")
    assert frozen.data_digests(rules) == kept.data, advice(game, "the rules data are")
    scenarios = set(rules.scenarios())
    assert set(kept.finished) == set(kept.played) == scenarios, advice(game, "the scenarios are")


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_finished_games_are_those_of_the_version(game: str, scenario: str) -> None:
    kept = Frozen.read(frozen.path_of(game)).finished
    assert frozen.finished_digest(game, scenario) == kept[scenario], advice(
        game, f"the stored finished games of {scenario} are"
    )


@pytest.mark.parametrize(
    ("game", "scenario"),
    [
        pytest.param(*each, marks=() if each in FIRST else pytest.mark.slow, id="-".join(each))
        for each in SCENARIOS
    ],
)
def test_random_games_are_those_of_the_version(game: str, scenario: str) -> None:
    kept = Frozen.read(frozen.path_of(game)).played
    assert frozen.played_digest(find(game), scenario) == kept[scenario], advice(
        game, f"{scenario} has setups, questions, lines, dice or positions"
    )


@pytest.mark.parametrize(
    ("game", "scenario", "module", "name", "other"),
    [
        ("plantagenet", "II", "cards.events_of_favour", "PROPAGANDA_COST", 3),
        ("plantagenet_1450", "towton_1461", "s16_4_6_9_melee", "WAVERS_UP_TO", 3),
        ("richard_iii", "kingmaker", "s6_2_turns", "LAST_ROUND", 2),
        ("warriors", "kingmaker_1465", "s7_3_attack", "bonus", lambda state, side: 0),
    ],
    ids=GAMES,
)
def test_another_number_in_a_rule_is_noticed(
    game: str,
    scenario: str,
    module: str,
    name: str,
    other: object,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = play.digest(find(game), scenario, 3)
    monkeypatch.setattr(import_module(f"pbem.games.{game}.{module}"), name, other)
    assert play.digest(find(game), scenario, 3) != before


@pytest.mark.parametrize(
    ("game", "file", "old", "new"),
    [
        ("plantagenet", "arts_of_war", "number = 23\nroses = 2", "number = 32\nroses = 2"),
        ("plantagenet_1450", "cards", "intrigue = 5", "intrigue = 4"),
        ("richard_iii", "cards", "move_range = 3", "move_range = 2"),
        ("warriors", "nobles", "battle = 2", "battle = 3"),
    ],
)
def test_another_number_in_the_rules_data_is_noticed(
    game: str, file: str, old: str, new: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = find(game)
    for name in rules.data.files:
        text = rules.data.file(f"{name}.toml").read_text("utf-8")
        if name == file:
            assert old in text
            text = text.replace(old, new, 1)
        (tmp_path / f"{name}.toml").write_text(f"# A comment changes nothing.\n{text}", "utf-8")
    changed = copy(rules)
    changed.data = copy(rules.data)
    monkeypatch.setattr(changed.data, "file", lambda name: tmp_path / name)
    before, after = frozen.data_digests(rules), frozen.data_digests(changed)
    assert {name for name in before if before[name] != after[name]} == {file}


def test_words_and_the_order_of_a_menu_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    original = Menu.possible
    monkeypatch.setattr(Request, "question", "What now?")
    monkeypatch.setattr(Option, "note", "Something.")
    monkeypatch.setattr(Menu, "possible", lambda menu, held: list(reversed(original(menu, held))))
    kept = Frozen.read(frozen.path_of("plantagenet")).played
    assert frozen.played_digest(find("plantagenet"), "IIIB") == kept["IIIB"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for frozen digests, of games of which one random game is played."""
    monkeypatch.setattr(frozen, "FOLDER", tmp_path)
    monkeypatch.setattr(play, "GAMES", dict.fromkeys(GAMES, 1))
    return tmp_path


@pytest.mark.slow
def test_freezing_prints_what_has_changed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    freeze.main(["warriors"])
    text = (folder / "warriors.toml").read_text("utf-8")
    kept = Frozen.read(folder / "warriors.toml")
    capsys.readouterr()
    freeze.main(["warriors"])
    assert capsys.readouterr().out == "Nothing has changed.\n"
    other = kept._replace(version=9, played={**kept.played, "tudor_1476": "", "gone_1400": ""})
    (folder / "warriors.toml").write_text(other.text(), "utf-8")
    freeze.main(["warriors"])
    assert capsys.readouterr().out.splitlines() == [
        f"warriors: version {kept.version} instead of 9.",
        "warriors: tudor_1476 has another setup, other questions, lines, dice or positions.",
        "warriors: gone_1400 has another setup, other questions, lines, dice or positions.",
        freeze.REASON,
    ]
    assert (folder / "warriors.toml").read_text("utf-8") == text
    assert [path.name for path in folder.iterdir()] == ["warriors.toml"]
