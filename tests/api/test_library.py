"""The library is what the guide says: every name is listed, every value has the shape of its schema."""

from __future__ import annotations

import json
import re
from email.message import EmailMessage
from pathlib import Path
from typing import Any

import jsonschema
import msgspec
import pytest

import pbem
from pbem.api import values
from pbem.games import GAMES, find
from pbem.gm.game import Game
from pbem.reports.from_game import trend
from tests.cli.console import Console
from tests.duel.write_vectors import DUEL
from tests.guide.pages import PAGES
from tests.moderator.people import ANN, BOB, EVE, GM, played, seated
from tests.says import says, sentence, worded

SCENARIOS = [(game, scenario) for game in GAMES for scenario in find(game).scenarios()]
LISTED = set(re.findall(r"\w+", " ".join(re.findall(r"`([^`]*)`", PAGES["python"]))))
"""Every word in code type in the chapter."""
MAILS = 12


def public(kind: type) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_")}


def test_the_guide_lists_every_name_of_a_game_and_of_the_library() -> None:
    assert public(pbem.Game) <= LISTED
    named = set(pbem.__all__) - {"Identity"}
    assert {name for name in named if name not in LISTED} == set()


def test_the_guide_lists_every_field_of_what_programs_get() -> None:
    shown = (pbem.Waiting, pbem.Question, pbem.Choice, pbem.Outcome, pbem.Happened, pbem.Event)
    for kind in shown:
        assert set(kind.__struct_fields__) <= LISTED | {"side", "entry", "score"}, kind


def test_only_what_will_not_change_is_offered_by_name() -> None:
    assert {name for name in dir(pbem) if name[0] != "_"} == set(pbem.__all__)


def test_a_folder_that_is_not_there_is_no_empty_one(tmp_path: Path) -> None:
    with pytest.raises(NotADirectoryError, match="nowhere"):
        pbem.saves(tmp_path / "nowhere")
    assert list(pbem.saves(tmp_path)) == []


def test_an_email_with_a_save_is_opened_and_never_replaced(tmp_path: Path) -> None:
    email = tmp_path / "latest.eml"
    message = EmailMessage()
    message["From"] = "gm@example.org"
    message.set_content("Your orders, please.")
    message.add_attachment(seated().save, "application", "toml", filename="game.toml")
    email.write_bytes(message.as_bytes())
    game = pbem.open(email, GM)
    assert game.entry == 2
    with pytest.raises(ValueError, match=r"write\(path\)"):
        game.write()
    assert b"From:" in email.read_bytes()


def test_a_duel_can_be_read_and_only_the_commands_play_it(tmp_path: Path) -> None:
    (tmp_path / "duel.toml").write_bytes(DUEL.read_bytes())
    (path,) = pbem.saves(tmp_path)
    game = pbem.open(path)
    assert game.entry > 1
    assert game.verify()[0].startswith("In order.")
    assert game.result or game.waiting_for()
    mine = pbem.open(path, ANN)
    for act in (
        lambda: mine.orders(["pass"]),
        lambda: mine.join("york"),
        lambda: mine.say("Hello."),
        lambda: mine.apply({}),
        lambda: mine.write(),
        lambda: mine.write(tmp_path / "other.toml"),
    ):
        with pytest.raises(pbem.PbemError, match=worded("errors.Duel")):
            act()
    assert [one.name for one in tmp_path.iterdir()] == ["duel.toml"]


def test_what_is_wrong_with_an_argument_is_said(tmp_path: Path) -> None:
    save = tmp_path / "game.toml"
    save.write_bytes(seated().save)
    game = pbem.open(save, ANN)
    with pytest.raises(TypeError, match=worded("arguments._refusal", "'ready'", word="list")):
        game.orders("ready")
    with pytest.raises(pbem.PbemError, match=worded("errors.UnknownFormat", "pdf")):
        game.report("pdf")
    with pytest.raises(pbem.PbemError, match=worded("protocol.keys._text")):
        pbem.Identity.load(save, "")


def test_turns_and_entries_print_as_a_line(tmp_path: Path) -> None:
    save = tmp_path / "game.toml"
    save.write_bytes(seated().save)
    game = pbem.open(save)
    assert str(game.turns()[0]) == "start: york 0, lancaster 0"
    assert str(game.history(1)[0]) == "Entry 1, york: Anne joins."


def test_every_value_of_the_library_has_a_name_in_it() -> None:
    structs = {
        kind.__name__
        for kind in vars(values).values()
        if isinstance(kind, type)
        and issubclass(kind, msgspec.Struct)
        and kind is not msgspec.Struct
    }
    assert structs <= set(pbem.__all__)


@pytest.mark.parametrize(("rules", "scenario"), SCENARIOS)
def test_every_scenario_has_a_score_from_its_set_up_on(rules: str, scenario: str) -> None:
    game = pbem.Game.new(GM, rules, scenario)
    assert (game.rules, game.scenario, game.entry, game.side) == (rules, scenario, 0, "gm")
    start = game.turns()[0]
    assert game.score
    assert (start.number, set(start.score)) == (0, set(game.sides))
    assert {one.kind for one in game.waiting_for()} == {"join"}
    jsonschema.validate(json.loads(msgspec.json.encode(game.data())), pbem.schema())


def test_the_score_of_each_turn_is_as_the_report_draws_it(tmp_path: Path) -> None:
    save = tmp_path / "game.toml"
    save.write_bytes(played(MAILS).save)
    game = pbem.open(save)
    start, first = game.turns()
    assert (start.first, start.last, first.first, first.last) == (0, 0, 1, game.entry)
    york, lancaster = game.sides
    name, points = trend(Game.loads(played(MAILS).save))
    assert name == game.score
    assert [p.value for p in points] == [t.score[york] - t.score[lancaster] for t in (start, first)]


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path, played(MAILS).save)


def printed(console: Console, who: str, *words: str) -> list[dict[str, Any]]:
    done = console.type(who, *words, "--json")
    assert done.code == 0, done.err
    return [json.loads(line) for line in done.out.splitlines()]


def test_the_commands_print_one_line_of_one_shape_for_each_game(console: Console) -> None:
    """What `show` and `legal` add stands in a key of its own; all else is the same, byte for byte."""
    (console.folder / "two").mkdir()
    (console.folder / "two" / "game.toml").write_bytes(seated(nonce=bytes([1]) * 32).save)
    (asked,) = pbem.open(console.save).waiting_for()
    who = {"york": "ann", "lancaster": "bob"}[asked.side]
    first, second = printed(console, who, "list", ".")
    (shown,) = printed(console, who, "show", "game.toml")
    (legal,) = printed(console, who, "legal", "game.toml")
    assert printed(console, who, "due", ".") == []
    valid = jsonschema.Draft202012Validator(pbem.schema("plantagenet"))
    for line in (first, second, shown, legal):
        valid.validate(line)
        assert (line["format"], line["version"]) == ("pbem-game", 1)
    seen = shown.pop("seen")
    assert (seen["side"], seen["places"]["st_albans"]) == (asked.side, "St. Albans")
    assert {lord["at"] for lord in seen["position"]["lords"].values()} & seen["places"].keys()
    question = legal.pop("question")
    assert (question["answers"], question["side"]) == (asked.answers, asked.side)
    assert [choice["line"] for choice in question["choices"]]
    assert {**shown, "file": ""} == {**legal, "file": ""} == {**first, "file": ""}
    assert Path(first["file"]).samefile(console.save)


def test_json_goes_to_a_file_and_a_refusal_to_standard_error(console: Console) -> None:
    (asked,) = pbem.open(console.save).waiting_for()
    other = {"york": "bob", "lancaster": "ann"}[asked.side]
    assert printed(console, other, "legal", "game.toml")[0]["question"] is None
    done = console.type("eve", "legal", "game.toml", "--json")
    assert (done.code, done.out) == (2, "")
    assert says(done.said, "errors.NotInThisGame")
    assert console.type(other, "show", "game.toml", "--json", "-o", "seen.json").out == ""
    assert "seen" in json.loads((console.folder / "seen.json").read_text("utf-8"))
    done = console.type("gm", "due", ".", "--json", "--reminders", "mails")
    assert done.code == 2
    assert says(done.said, "cli.due.command", word="reminders")


@pytest.mark.slow
def test_an_identity_with_a_passphrase_says_how_a_program_gets_it(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    console.home("fay", EVE, "a passphrase")
    monkeypatch.setenv("PBEM_HOME", str(console.folder / "people" / "fay"))
    with pytest.raises(pbem.PbemError, match="PBEM_PASSPHRASE"):
        pbem.own_identity()
    assert pbem.own_identity("a passphrase").ssh == EVE.ssh
    monkeypatch.setenv("PBEM_PASSPHRASE", "a passphrase")
    assert pbem.own_identity().ssh == EVE.ssh
    monkeypatch.setenv("PBEM_HOME", str(console.folder / "people" / "ann"))
    assert pbem.own_identity().name == "Anne"


def test_a_game_is_made_joined_played_and_moderated_from_python(tmp_path: Path) -> None:
    """No command is typed; `write` remembers where it wrote."""
    save = tmp_path / "game.toml"
    game = pbem.Game.new(GM, "warriors", "standard_1455")
    with pytest.raises(ValueError, match=worded("api.game.Game.write")):
        game.write()
    game.write(save)
    people = dict(zip(game.sides, (ANN, BOB), strict=True))
    for side, who in people.items():
        mail = pbem.open(save, who).join(side).to_text()
        (receipt,) = game.apply({side: mail})
        assert receipt == pbem.Receipt(side, game.entry)
        game.write()
        assert str(game.apply({side: mail})[0]) == f"{side}: entry {game.entry}" + sentence(
            "api.values.Receipt.__str__", word="applied"
        )
    assert game.sides == {side: who.name for side, who in people.items()}
    while game.entry < 8:
        waiting = game.waiting_for()[0]
        player = pbem.open(save, people[waiting.side])
        assert player.waits_for_me
        line = player.legal()[-1].line
        (receipt,) = game.apply({"mail": player.orders([line]).to_text()})
        assert str(receipt) == f"mail: entry {game.entry}"
        game.write()
    told = pbem.open(save).history()
    assert [one.entry for one in told] == list(range(1, 9))
    assert all(str(event) for one in told for event in one.events)
    (receipt,) = game.apply({"mail": "See you on Friday!"})
    assert receipt.entry == -1
    assert str(receipt).startswith("mail: refused. ")
    assert game.verify()[0].startswith("In order. 9 entries")
    assert game.report("markdown", side="york") != game.report("markdown", side="lancaster")
    (receipt,) = game.apply({"mail": pbem.open(save, ANN).say("Good luck!").to_text()})
    assert receipt.error is None


def test_a_die_a_result_and_a_choice_print_as_one_line() -> None:
    die = pbem.Event("march parley", "4.6.4", "die", "1-2", 5)
    assert str(die) == "Die: march parley, needs 1-2, rolls 5 (rule 4.6.4)"
    assert str(pbem.Event("Round 1", "6.2", "heading")) == "Round 1 (rule 6.2)"
    assert str(pbem.Outcome(("york",), "lancaster resigns")) == "York wins: lancaster resigns"
    assert str(pbem.Choice("march: pass", rule="4.6.5")) == "march: pass (rule 4.6.5)"
    assert "\n" not in f"{pbem.Outcome((), 'all sides agree')}"
