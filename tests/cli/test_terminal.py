"""What a terminal shows: its width, its colours, and what is said to who listens instead of looking."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.cli.terminal import Fitted, fitted, painted
from pbem.games import GAMES, find
from pbem.gm.game import Game
from pbem.reports.formats import plain
from pbem.reports.from_game import report_for
from pbem.reports.report_parts import whole
from tests.moderator.people import GM, PLAYERS, Post, accept, played
from tests.tiers import soaked

from .console import Console

STYLED = re.compile("\x1b\\[[0-9;]*m")
RULE = "the-longest-word-of-all-that-is-no-word-of-a-rulebook-and-wider-than-a-telephone"


def seen(console: Console, columns: int, *words: str, **environment: str) -> str:
    """What a terminal of so many columns shows of a command."""
    pty = pytest.importorskip("pty")
    import fcntl
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    hidden = ("NO_COLOR", "TERM", "COLUMNS", "LINES", "PBEM_PLAIN")
    env = {k: v for k, v in os.environ.items() if k not in hidden}
    env |= {"PBEM_HOME": str(console.folder / "people" / "ann"), "TERM": "xterm", **environment}
    env["PYTHONPATH"] = str(Path(__file__).parents[2])
    with subprocess.Popen(
        [sys.executable, "-m", "pbem", *words],
        stdin=theirs, stdout=theirs, stderr=theirs, cwd=console.folder, env=env,
    ) as done:  # fmt: skip
        os.close(theirs)
        parts = []
        while True:
            try:
                part = os.read(ours, 65536)
            except OSError:  # nobody holds the other end any more
                break
            if not part:
                break
            parts.append(part)
    os.close(ours)
    assert done.returncode in (0, 2)
    return b"".join(parts).decode().replace("\r\n", "\n")


@pytest.fixture(scope="module")
def console(tmp_path_factory: pytest.TempPathFactory) -> Console:
    return Console(tmp_path_factory.mktemp("console"), played(12).save)


COMMANDS = [
    ("show", "game.toml"),
    ("report", "game.toml", "--since", "3"),
    ("legal", "game.toml"),
    ("verify", "game.toml"),
    ("rules", "plantagenet", "4.3.4"),
    ("card", "L7"),
    ("guide", "gm"),
    ("stats", "game.toml"),
    ("orders", "game.toml", "--line", "nonsense of a player who is tired"),
]


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: words[0])
@pytest.mark.parametrize("columns", soaked([(40,), (79,)], [(40,)]))
def test_no_line_is_wider_than_the_terminal_and_no_word_is_cut(
    console: Console, words: tuple[str, ...], columns: int
) -> None:
    wide = STYLED.sub("", seen(console, 200, *words)).split()
    narrow = STYLED.sub("", seen(console, columns, *words))
    for line in narrow.splitlines():
        assert len(line) < columns or " " not in line.strip(), line
    # Nothing but blanks has moved; a rule below a heading is as long as that is wide.
    rules = re.compile(r"[-=]{3,}")
    assert [w for w in narrow.split() if not rules.fullmatch(w)] == [
        w for w in wide if not rules.fullmatch(w)
    ]


def test_a_report_uses_a_wide_terminal(console: Console) -> None:
    lines = STYLED.sub("", seen(console, 110, "show", "game.toml")).splitlines()
    assert 80 < max(map(len, lines)) < 110


def test_a_file_is_as_wide_as_a_mail(console: Console) -> None:
    seen(console, 40, "show", "game.toml", "-o", "position.txt")
    text = (console.folder / "position.txt").read_text(encoding="utf-8")
    assert 70 < max(map(len, text.splitlines())) <= 78
    assert text == console.type("ann", "show", "game.toml").out


@pytest.mark.slow
def test_colour_only_where_it_is_wanted(console: Console) -> None:
    words = ("report", "game.toml", "--since", "3")
    assert STYLED.search(seen(console, 80, *words))
    assert STYLED.search(seen(console, 80, "legal", "nothing.toml")) is None
    for environment in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {"PBEM_PLAIN": "1"}):
        assert "\x1b" not in seen(console, 80, *words, **environment)
        assert "\x1b" not in seen(console, 80, "orders", "game.toml", "--line", "x", **environment)
    assert "\x1b" in seen(console, 80, *words, NO_COLOR="")
    assert "\x1b" not in seen(console, 80, "--plain", *words)
    assert "\x1b" not in console.type("ann", *words).out


def test_colour_says_nothing_alone() -> None:
    assert STYLED.sub("", painted("rout", "A unit Routs.")) == "A unit Routs."
    assert painted("", "As it is") == "As it is"


def test_a_long_line_goes_on_further_in() -> None:
    assert fitted("  one two three four\n", 12) == "  one two\n    three\n    four\n"
    assert fitted("short\n", 12) == "short\n"
    assert fitted(f"see {RULE} now\n", 20) == f"see\n  {RULE}\n  now\n"


def test_prompts_and_bars_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    page = io.StringIO()
    monkeypatch.setattr(page, "isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "30")
    shown = Fitted(page)
    shown.write("A question that is longer than this terminal is wide: ")
    shown.write("and what follows on that line, which is long too\n")
    shown.write("\rFighting  [####]  100%  of all the games that were wanted\n")
    assert "\n  " not in page.getvalue()
    shown.write("Now a line of its own again, which is long\n")
    assert "\n  " in page.getvalue()
    with pytest.raises(TypeError):
        shown.write(b"")  # type: ignore[arg-type]


# -- to listen to ---------------------------------------------------------------------------------


def under_way(rules: str) -> Post:
    scenario = next(iter(find(rules).scenarios()))
    post = Post(Game.new(GM, rules, scenario, {}, {}, bytes(range(32))).dumps())
    post.take({side: accept(post.save, side).to_text() for side in PLAYERS})
    return post.play(10)


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES)
def test_each_line_is_a_sentence_that_stands_alone(rules: str) -> None:
    for side in PLAYERS:
        game = under_way(rules).look(side)
        text = plain.write(whole(report_for(game, side)))
        for line in filter(None, text.splitlines()):
            assert line == line.strip()
            assert line.endswith((".", "!", "?", ":")), line
            assert not re.search(r"[│─┌└├█▏#|>]|={2}|-{3}|  ", line), line
            assert not (line.isupper() and len(line) > 12), line


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES)
def test_nothing_is_left_out_for_who_listens(rules: str, tmp_path: Path) -> None:
    """Every word of the report on paper is in the spoken one."""
    console = Console(tmp_path, under_way(rules).save)
    words = ("report", "game.toml")
    paper = console.type("ann", *words).out
    spoken = console.type("ann", "--plain", *words).out
    assert spoken == console.type("ann", *words, PBEM_PLAIN="1").out
    assert spoken == console.type("ann", *words, "--format", "plain").out

    def bare(text: str) -> set[str]:
        return {re.sub(r"\W", "", word).lower() for word in text.split()} - {""}

    codes = {
        word for word in bare(paper) if re.fullmatch(r"\d{3,4}|(\d+(lb|sp|bi|ma|kn|ar))", word)
    }
    assert bare(paper) - bare(spoken) - codes == set()


def test_what_lies_below_says_what_it_belongs_to(tmp_path: Path) -> None:
    console = Console(tmp_path, played(12).save)
    lines = console.type("ann", "--plain", "show", "game.toml").out.splitlines()
    assert any(
        re.match(r"March: Influence \d( \(printed \d\))?, Lordship \d", line) for line in lines
    )
    assert any(re.match(r"March: Assets: \d", line) for line in lines)
    assert not any(re.search("Lancastrian: Influence", line) for line in lines)


def test_legal_odds_and_refusals_are_spoken_too(tmp_path: Path) -> None:
    post = played(12)
    console = Console(tmp_path, post.save)
    side = post.asked()[0]
    who = {"york": "ann", "lancaster": "bob"}[side]
    legal = console.type(who, "--plain", "legal", "game.toml").out.splitlines()
    assert len(legal) > 1
    assert all(line.endswith(".") and "  " not in line for line in legal[1:])
    odds = console.type("ann", "--plain", "odds", "check", "game.toml", "--lord", "march").out
    assert "#" not in odds
    assert "percent" in odds
    refused = console.type(who, "--plain", "orders", "game.toml", "--line", "x" * 20).err
    assert len(refused.strip().splitlines()) == 1
