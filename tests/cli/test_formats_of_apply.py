"""`pbem apply --format`: what each side gets, remembered for the game, and nobody gets another's secrets."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from pbem.gm.game import Game
from pbem.reports.formats import FORMATS
from tests.cli.console import Console
from tests.moderator.people import GM, PLAYERS, Post, accept, any_line, with_plans


def mailed(post: Post) -> str:
    side = post.look().requests[0].side
    return post.sent(side, any_line(post.look(side), post.random))


def names(console: Console) -> list[str]:
    """The reports there are, without the game and the entry."""
    folder = console.folder / "reports"
    found = folder.iterdir() if folder.exists() else ()
    return sorted(re.sub(r"^[a-z0-9]+-.*-[0-9a-f]{8}-\d{3}-", "", p.name) for p in found)


def both(ending: str) -> list[str]:
    return [f"{who}.{ending}" for who in ("lancaster", "public", "york")]


@pytest.fixture
def post() -> Post:
    return with_plans(2)


@pytest.fixture
def console(tmp_path: Path, post: Post) -> Console:
    return Console(tmp_path, post.save)


def test_text_and_a_page_for_each_side_if_nothing_is_said(console: Console, post: Post) -> None:
    done = console.type("gm", "apply", "game.toml", console.mail(mailed(post)))
    assert done.code == 0
    made = [name for name in names(console) if not name.endswith("orders.toml")]
    assert made == sorted([*both("txt"), *both("html")])
    assert all(name in done.out for name in names(console))


def test_what_was_said_is_remembered_for_this_game(console: Console, post: Post) -> None:
    done = console.type(
        "gm", "apply", "game.toml", console.mail(mailed(post)), "--format", "markdown,bbcode:phpbb"
    )
    assert done.code == 0
    post.save = console.save.read_bytes()
    for path in (console.folder / "reports").iterdir():
        path.unlink()
    assert console.type("gm", "apply", "game.toml", console.mail(mailed(post), "two.txt")).code == 0
    made = [name for name in names(console) if not name.endswith("orders.toml")]
    assert made == sorted([*both("md"), *both("bbcode")])
    (page,) = (console.folder / "reports").glob("*-york.bbcode")
    assert "[size=130]" in page.read_text("utf-8")


@pytest.mark.parametrize("typed", ["pdf", "text,pdf", "text:phpbb", "bbcode:vb"])
def test_an_unknown_format_is_refused_and_nothing_changes(
    console: Console, post: Post, typed: str
) -> None:
    mail = console.mail(mailed(post))
    before = console.files()
    done = console.type("gm", "apply", "game.toml", mail, "--format", typed)
    assert done.code == 2
    assert f"{', '.join(format.listed for format in FORMATS)} or png" in " ".join(done.said.split())
    assert console.files() == before


def test_a_picture_without_its_renderer_is_refused_before_anything_is_written(
    console: Console, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = console.mail(mailed(post))
    before = console.files()
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = console.type("gm", "apply", "game.toml", mail, "--format", "text,png")
    assert done.code == 2
    assert "pbem[png]" in done.said
    assert console.files() == before


@pytest.mark.slow
def test_every_report_is_what_its_reader_would_make_himself(console: Console, post: Post) -> None:
    """What a side can open it may know: so no report of the GM says more."""
    console.type(
        "gm", "apply", "game.toml", console.mail(mailed(post)), "--format", "text,html,json"
    )
    game = Game.loads(console.save.read_bytes())
    last = len(game.save.entries) - 1
    for who, side in (("ann", "york"), ("bob", "lancaster"), ("eve", "public")):
        for form, ending in (("text", "txt"), ("html", "html"), ("json", "json")):
            how = ("--json",) if form == "json" else ("--format", form)
            own = console.type(who, "report", "game.toml", "--as", side, *how)
            sent = console.folder / "reports" / f"{game.id}-{last:03}-{side}.{ending}"
            assert own.out == sent.read_text("utf-8"), (side, form)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "scenario", "options"),
    [("richard_iii", "kingmaker", {}), ("plantagenet", "Ib", {"hidden_mats": "yes"})],
)
def test_also_with_hidden_pieces(
    tmp_path: Path, rules: str, scenario: str, options: dict[str, str]
) -> None:
    post = Post(Game.new(GM, rules, scenario, {}, options, bytes(range(32))).dumps())
    post.take({side: accept(post.save, side).to_text() for side in PLAYERS})
    post.play(7)
    test_every_report_is_what_its_reader_would_make_himself(Console(tmp_path, post.save), post)
