"""`pbem odds` and `pbem stats` as typed."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import group
from pbem.engine.odds import Answer, OutcomeGroup, sampled
from pbem.gm.game import Game
from pbem.home.computer import FOLDER
from pbem.imagine.foretell import foretell
from pbem.reports import odds as told
from tests.moderator.people import GM, NONCE, PLAYERS, played, seated
from tests.says import says, sentence
from tests.warriors.test_own_data import CARDS


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "game.toml"
    path.write_bytes(played(8).save)
    for side, identity in PLAYERS.items():
        (tmp_path / side).mkdir()
        identity.save(tmp_path / side / "identity.toml", "")
    return path


def typed(save: Path, side: str, *words: str) -> Result:
    return CliRunner(env={FOLDER: str(save.parent / side)}).invoke(group, words)


def test_odds_lists_what_may_be_asked(save: Path) -> None:
    listed = typed(save, "york", "odds", str(save)).output
    for name in ("check", "intercept", "battle"):
        assert f"pbem odds {name} {save}" in listed
    assert "--enemy-preset" in listed


def test_a_check_is_exact(save: Path) -> None:
    words = ["odds", "check", str(save), "--lord", "march", "--ways=1", "--json"]
    told = json.loads(typed(save, "york", *words).output)
    assert told["games"] == 0
    assert [line["share"] for line in told["blocks"][0]["lines"]] == [0.5, 0.6667, 0.8333]
    game_first = ["odds", str(save), "check", *words[3:]]
    assert json.loads(typed(save, "york", *game_first).output) == told


def test_a_battle_is_the_same_for_a_seed_and_fits_a_mail(save: Path) -> None:
    armies = ["--york", "march: 3 militia", "--lancaster", "exeter: 2 men"]
    words = ["odds", "battle", *armies[:2], str(save), *armies[2:]]
    first = typed(save, "york", *words, "--games", "20")
    assert first.exit_code == 0, first.output
    assert max(map(len, first.output.splitlines())) <= 78
    assert "Who wins" in first.output
    assert "your side stand_and_fight" in first.output
    assert typed(save, "york", *words, "--games", "20").output == first.output
    assert typed(save, "york", *words, "--games", "20", "--seed", "5").output != first.output


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            ["chek", "--lord", "march"],
            sentence("imagine.foretell.question", "chek", "check, intercept, battle", word="there"),
        ),
        (["check"], "`check` needs --lord"),
        (
            ["check", "--lrod", "march"],
            sentence(
                "imagine.foretell.question", "check", "lrod", "--lord, --vassal", word="; it has"
            ),
        ),
        (
            ["check", "--lord", "march", "--ways", "two"],
            sentence("imagine.foretell.question", "ways", "two", word="whole"),
        ),
        (["check", "--lord"], "--lord needs a value"),
        (["check", "extra", "--lord", "march"], sentence("cli.odds._read", word="goes")),
        (["battle", "--games", "0"], sentence("engine.odds.check_games")),
    ],
)
def test_a_slip_is_told(save: Path, words: list[str], told: str) -> None:
    done = typed(save, "york", "odds", *words[:1], str(save), *words[1:])
    assert done.exit_code
    assert told in " ".join(done.output.split())


def test_the_enemys_policies_are_never_used_even_by_the_gm(save: Path) -> None:
    post = seated().play(4)
    envelope = post.look("lancaster").orders([], reactions={"flee": "flee all"})
    post.take({"standing": envelope.to_text()})
    options = {"york": "march", "lancaster": "exeter_1"}
    as_york = [
        foretell(post.look(who), "battle", options, "york", 20) for who in ("york", "gm", "")
    ]
    assert as_york[0].blocks == as_york[1].blocks == as_york[2].blocks
    own = foretell(post.look("lancaster"), "battle", options, "", 20)
    assert says(own.notes[0], "engine.simulate.policies_note", word="those")
    assert "your side" in own.notes[0]
    (who,) = [block for block in own.blocks if block.title == "Who wins"]
    assert who.lines[0].share == 1.0  # Lancaster flees at once
    assert as_york[0].blocks[0].lines[0].share < 1.0


def test_a_long_line_stands_above_its_bar() -> None:
    """An order line, a title or a note may be longer than a chart has room for."""
    words = "warwick: march to st_albans with norfolk fauconberg if no enemy at st_albans"
    line = sampled(words, 3, 4, "a note that goes on and on " * 4)
    page = told.text(Answer("A turn", (OutcomeGroup("A title " * 12, (line,)),), 4, 1)).splitlines()
    assert max(map(len, page)) <= 78
    (bar,) = (n for n, text in enumerate(page) if "75.0%" in text)
    assert page[bar - 1].strip() == words


def test_stats(save: Path) -> None:
    assert says(typed(save, "nobody", "stats", str(save)).output, "reports.stats._mails")
    assert json.loads(typed(save, "york", "stats", str(save), "--json").output)["joins"] == 2


def test_onlookers_and_the_gm_ask_as_the_public(save: Path) -> None:
    words = [
        "odds",
        "battle",
        str(save),
        "--york",
        "march",
        "--lancaster",
        "exeter_1",
        "--games",
        "9",
    ]
    told = typed(save, "nobody", *words)
    assert told.exit_code == 0, told.output
    assert says(told.output, "engine.simulate.policies_note", "stand_and_fight", word="sides")


@pytest.mark.parametrize(
    ("rules", "scenario"),
    [("richard_iii", "kingmaker"), ("warriors", "standard"), ("plantagenet", "Ib")],
)
def test_every_example_of_the_list_can_be_typed_at_once(
    rules: str, scenario: str, tmp_path: Path
) -> None:
    game = Game.new(GM, rules, scenario, CARDS, nonce=NONCE)
    offered = game.ledger.rules.chances.odds()
    assert "battle" in offered
    for one in offered.values():
        words = shlex.split(one.example)
        options = {words[i].removeprefix("--"): words[i + 1] for i in range(0, len(words), 2)}
        onlooker = {"side": "york"} if "side" in [p.name for p in one.parameters] else {}
        for side, more in (("york", {}), ("public", onlooker)):
            answer = foretell(game, one.name, {**options, **more}, side, 3)
            assert answer.blocks
            assert json.dumps(told.data(answer))
            assert max(map(len, told.text(answer).splitlines())) <= 78
