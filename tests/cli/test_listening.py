"""A player who listens instead of looking: whole turns of every game under `--plain`, each line as it is printed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pbem.cli import group
from pbem.cli.orders_guided import Guide
from pbem.cli.standings import spoken
from pbem.club.standings import Record
from pbem.engine.document import Cell, ReportTable, cells
from pbem.games import GAMES, find
from pbem.gm.game import Game
from pbem.player.robots import bot_lines
from pbem.protocol.steps import Terms
from pbem.reports import guide, guide_speech
from pbem.reports.formats import plain
from pbem.reports.from_game import report_for
from pbem.reports.report_parts import whole
from tests.cli.test_killed_commands import finished
from tests.heard import faults
from tests.moderator.people import GM, NONCE, PLAYERS, Post, accept, joined, with_plans
from tests.says import sentence

from .console import Console


@pytest.fixture(scope="module", params=GAMES)
def evening(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[Console, list[str]]]:
    """A game against robots some turns old, and all that was printed on the way."""
    console = Console(tmp_path_factory.mktemp("evening"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("PBEM_PLAIN", "1")
        rules, scenario = request.param, next(iter(find(request.param).scenarios()))
        _, other = list(find(rules).sides)
        said = [
            *typed(console, "new", rules, scenario, f"--{other}", "robot", "--gm", "robot", "-o",
                   "game.toml"),
        ]  # fmt: skip
        turns = 0
        while turns < 3 or look(console).request().stack is not None:
            turns += 1
            lines = [part for line in bot_lines(look(console)) for part in ("--line", line)]
            said += typed(console, "orders", "game.toml", *lines)
        yield console, said


def typed(console: Console, *words: str) -> list[str]:
    """What a command prints, aside and as its answer."""
    done = console.type("ann", *words)
    assert done.code == 0, done.err
    return [done.err, done.out]


def look(console: Console) -> Game:
    return Game.loads(console.save.read_bytes(), PLAYERS["york"])


@pytest.mark.slow
def test_what_robots_did_is_spoken(evening: tuple[Console, list[str]]) -> None:
    _, said = evening
    assert [fault for text in said for fault in faults(text)] == []
    assert "\nOrder: " in "".join(said)


@pytest.mark.slow
def test_the_last_line_says_what_is_asked(evening: tuple[Console, list[str]]) -> None:
    console, said = evening
    question = look(console).request().question.rstrip(".")
    assert said[-1].splitlines()[-1].startswith(f"You are asked: {question}")


COMMANDS: list[Sequence[str]] = [
    ("report", "game.toml"), ("report", "game.toml", "--since", "1"), ("show", "game.toml"),
    ("legal", "game.toml"), ("replay", "game.toml"), ("new",),
    ("stats", "game.toml"), ("list", "."), ("guide",), ("audit", "game.toml"),
    ("map", "game.toml"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_every_line_is_whole(evening: tuple[Console, list[str]], words: Sequence[str]) -> None:
    console, _ = evening
    assert [fault for text in typed(console, *words) for fault in faults(text)] == []


@pytest.mark.slow
def test_an_entry_is_explained_from_what_happened_on(evening: tuple[Console, list[str]]) -> None:
    console, _ = evening
    stories = look(console).stories(1, len(look(console).save.entries) - 1, "public")
    one = next(s.n for s in stories if any(e.kind != "die" and not e.to for e in s.events))
    _, said = typed(console, "explain", "game.toml", "--entry", str(one))
    lines = said.splitlines()
    assert lines[2] == "What happened:"
    assert lines[-1].startswith(sentence("reports.explanation.explanation", word="fingerprint"))
    assert lines == [line.strip() for line in lines]
    assert max(map(len, lines)) > 78


def test_what_stands_in_a_field_of_a_row_says_whose_row_it_is() -> None:
    rows = ((cells("Kent"), cells(Cell("2 blocks"), Cell("March A3", "march"))),)
    said = plain.text([ReportTable("", ("Area", "Yorkists"), rows)]).splitlines()
    assert said == ["Kent: Yorkists: 2 blocks.", "Kent, Yorkists: March A3."]


def test_a_code_is_spoken_in_words_and_a_mere_name_is_not_said_twice() -> None:
    post = Post(Game.new(GM, "plantagenet_1450", "towton_1461", {}, {}, bytes(range(32))).dumps())
    post.take({side: accept(post.save, side).to_text() for side in PLAYERS})
    said = plain.write(whole(report_for(post.look("york")))).splitlines()
    assert "Lord Fauconberg: Rated: Loyalty 5, Command 2, Tactical 3, Quality 6." in said
    assert "Lord Fauconberg: Army: 3 units." in said
    assert "York (1612)." not in said
    assert "York." not in said
    assert "Yorkists." in said


@pytest.mark.parametrize("chapter", guide.chapters(), ids=lambda chapter: chapter.name)
def test_a_chapter_of_the_guide_has_a_row_of_a_table_a_line(chapter: guide.Chapter) -> None:
    lines = plain.text(guide_speech.document(chapter)).splitlines()
    assert lines == [line.strip() for line in lines]
    assert not [line for line in lines if re.fullmatch(r"[-= ]+", line)]


def test_a_place_in_the_standings_is_a_sentence() -> None:
    said = spoken(1, Record("Ann", "SHA256:x", 2, 0, 1, 27.6, 8.1))
    assert said.startswith("Place 1, Ann: 3 games, 2 won, 0 drawn, 1 lost; rating 3.3, mean")
    assert faults(said) == []


# -- question by question -------------------------------------------------------------------------


def sat(game: Game, *words: str) -> list[list[str]]:
    """What is said before each prompt, and after the last line; nothing is sealed."""
    waiting, said = list(words), list[list[str]]([[]])

    def ask(prompt: str, completions: Sequence[str]) -> str:
        assert "> " not in prompt
        said.append([])
        if not waiting:
            raise click.Abort
        return waiting.pop(0)

    guide = Guide(game, ask, lambda text: said[-1].extend(text.splitlines()))
    with pytest.raises(click.Abort):
        guide.run()
    return said


@pytest.mark.slow
def test_orders_begin_with_what_is_new_and_the_question_and_speak_choices_when_asked(
    evening: tuple[Console, list[str]],
) -> None:
    console, _ = evening
    game = look(console)
    options, question = game.legal(), game.request().question
    first = options[0].display()
    opening, again, some, undone, helped, *_ = sat(
        game, "list", f"list {first}", "undo", "help", "policies"
    )
    told = "\n".join(opening)
    assert "What happened" in told
    assert question in told
    position = console.type("ann", "show", "game.toml").out.splitlines()
    assert "Position." in position
    assert "Position." not in opening
    assert any(line.startswith("1: ") for line in opening) == (len(options) <= 4)
    rows = [line for line in again if line.partition(":")[0].isdigit()]
    assert len(rows) == len(options)
    assert rows[0].startswith(f"1: {first}")
    assert 1 <= len([line for line in some if line.startswith("1: ")]) <= len(rows)
    for part in (opening, again, some, undone, helped):
        assert faults("\n".join(part)) == []


@pytest.mark.slow
def test_a_terminal_breaks_no_line(tmp_path: Path) -> None:
    from tests.cli.test_terminal import seen, under_way

    console = Console(tmp_path, under_way("plantagenet").save)
    narrow = seen(console, 40, "--plain", "report", "game.toml")
    assert narrow == console.type("ann", "--plain", "report", "game.toml").out
    refused = seen(console, 40, "--plain", "orders", "game.toml", "--line", "nonsense of a player")
    assert len(refused.strip().splitlines()) == 1


# -- help, and what else is printed without a game ------------------------------------------------


def helps(command: click.Command, *words: str) -> Iterator[tuple[str, ...]]:
    """The command, and all below it, as they are typed."""
    yield words
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            found = command.get_command(click.Context(command), name)
            assert found is not None
            yield from helps(found, *words, name)


SHELL = re.compile(r"~/|\| Out-String|page\.html#")
"""What must stand so, sign by sign, where it is typed."""


@pytest.mark.parametrize("words", [*helps(group)], ids=" ".join)
def test_a_help_page_says_one_fact_a_line(words: Sequence[str]) -> None:
    done = CliRunner().invoke(group, ["--plain", *words, "--help"])
    assert done.exit_code == 0
    assert [line for line in faults(done.output) if not SHELL.search(line)] == []
    seen = CliRunner().invoke(group, [*words, "--help"], env={"PBEM_PLAIN": ""}).output
    typed = re.findall(r"^  (-[^ ,]+(?:, --[\w-]+)?)", seen, re.M)
    assert [one for one in typed if f"\n{one}" not in done.output] == [], "every option is told"


@pytest.mark.slow
def test_the_lessons_the_odds_and_the_keys_are_spoken(tmp_path: Path) -> None:
    console = Console(tmp_path, with_plans().save)
    for words in (
        ("learn", "--list"),
        ("odds", "game.toml"),
        ("identity", "new", "--name", "Nell", "--no-passphrase"),
        ("identity", "words"),
        ("verify", "."),
        ("guide", "robots"),
    ):
        done = console.type("new" if words[0] == "identity" else "ann", "--plain", *words)
        assert done.code == 0, done.err
        assert faults(done.out + done.err) == []
    listed = console.type("ann", "--plain", "learn", "--list").out.splitlines()
    assert listed[0] == "pbem learn plantagenet quickstart: King Henry, 1459, as lancaster."


@pytest.mark.slow
def test_an_audit_of_finished_games_is_spoken(tmp_path: Path) -> None:
    console = Console(tmp_path, finished())
    for words in (("audit", "game.toml"), ("audit", "."), ("verify", "game.toml")):
        done = console.type("ann", "--plain", *words)
        assert faults(done.out + done.err) == [], words
        assert len(done.out.splitlines()) > 2


LOOKED_UP = [
    ("card",), ("card", "escape"), ("card", "L28"), ("card", "richard_iii", "plague"),
    ("card", "york"), ("rules",), ("rules", "plantagenet"), ("rules", "plantagenet", "4.3.4"),
    ("rules", "plantagenet", "6.0", "Ib"), ("rules", "plantagenet_1450", "16.4"), ("rules", "warriors", "6.1"),
    ("--version",),
]  # fmt: skip


@pytest.mark.parametrize("words", LOOKED_UP, ids=" ".join)
def test_what_is_looked_up_is_spoken(tmp_path: Path, words: Sequence[str]) -> None:
    console = Console(tmp_path)
    done = console.type("ann", "--plain", *words)
    assert (done.code, faults(done.out + done.err)) == (0, [])
    seen = " ".join(console.type("ann", *words).out.replace("-\n", "-").split())
    named, heard = (set(re.findall(r"\b[CLY]\d+\b", text)) for text in (seen, done.out))
    assert named <= heard, "cards and rulings are named as to who reads"


@pytest.mark.slow
def test_notes_and_the_files_of_a_gm_are_spoken(tmp_path: Path) -> None:
    made = Game.new(GM, "plantagenet", "Ib", {}, None, NONCE, terms=Terms(pace=168))
    console = Console(tmp_path, joined(Post(made.dumps())).save)
    for who, *words in (
        ("ann", "note", "game.toml", "He is bluffing."),
        ("ann", "note", "game.toml"),
        ("gm", "clock", "game.toml", "--read"),
        ("gm", "due", ".", "--reminders", "reminders"),
    ):
        done = console.type(who, "--plain", *words)
        assert (done.code, faults(done.out)) == (0, []), words
    assert "`reports/" in console.type("gm", "--plain", "clock", "game.toml", "--read").out
