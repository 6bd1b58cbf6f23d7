"""`pbem apply --format`: what each side gets, remembered for the game, and nobody gets another's secrets."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from pbem.moderator.game import Game
from tests.cli.desk import Desk
from tests.moderator.people import GM, PLAYERS, Post, accept, any_line, with_plans


def mailed(post: Post) -> str:
    side = post.look().requests[0].side
    return post.sent(side, any_line(post.look(side), post.random))


def names(desk: Desk) -> list[str]:
    """The reports there are, without the game and the entry."""
    folder = desk.folder / "reports"
    found = folder.iterdir() if folder.exists() else ()
    return sorted(re.sub(r"^[a-z0-9]+-.*-[0-9a-f]{8}-\d{3}-", "", p.name) for p in found)


def both(ending: str) -> list[str]:
    return [f"{who}.{ending}" for who in ("lancaster", "public", "york")]


@pytest.fixture
def post() -> Post:
    return with_plans(2)


@pytest.fixture
def desk(tmp_path: Path, post: Post) -> Desk:
    return Desk(tmp_path, post.save)


def test_text_and_a_page_for_each_side_if_nothing_is_said(desk: Desk, post: Post) -> None:
    done = desk.type("gm", "apply", "game.toml", desk.mail(mailed(post)))
    assert done.code == 0
    made = [name for name in names(desk) if not name.endswith("orders.toml")]
    assert made == sorted([*both("txt"), *both("html")])
    assert all(name in done.out for name in names(desk))


def test_what_was_said_is_remembered_for_this_game(desk: Desk, post: Post) -> None:
    done = desk.type(
        "gm", "apply", "game.toml", desk.mail(mailed(post)), "--format", "markdown,bbcode:phpbb"
    )
    assert done.code == 0
    post.save = desk.save.read_bytes()
    for path in (desk.folder / "reports").iterdir():
        path.unlink()
    assert desk.type("gm", "apply", "game.toml", desk.mail(mailed(post), "two.txt")).code == 0
    made = [name for name in names(desk) if not name.endswith("orders.toml")]
    assert made == sorted([*both("md"), *both("bbcode")])
    (page,) = (desk.folder / "reports").glob("*-york.bbcode")
    assert "[size=130]" in page.read_text("utf-8")


@pytest.mark.parametrize("typed", ["pdf", "text,pdf", "text:phpbb", "bbcode:vb"])
def test_an_unknown_format_is_refused_and_nothing_changes(
    desk: Desk, post: Post, typed: str
) -> None:
    mail = desk.mail(mailed(post))
    before = desk.files()
    done = desk.type("gm", "apply", "game.toml", mail, "--format", typed)
    assert done.code == 2
    assert "markdown, bbcode (or bbcode:phpbb), html, json or png" in done.said
    assert desk.files() == before


def test_a_picture_without_its_renderer_is_refused_before_anything_is_written(
    desk: Desk, post: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    mail = desk.mail(mailed(post))
    before = desk.files()
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    done = desk.type("gm", "apply", "game.toml", mail, "--format", "text,png")
    assert done.code == 2
    assert "pbem[png]" in done.said
    assert desk.files() == before


def test_every_report_is_what_its_reader_would_make_himself(desk: Desk, post: Post) -> None:
    """What a side can open it may know: so no report of the GM says more."""
    desk.type("gm", "apply", "game.toml", desk.mail(mailed(post)), "--format", "text,html,json")
    game = Game.loads(desk.save.read_bytes())
    last = len(game.save.entries) - 1
    for who, side in (("ann", "york"), ("bob", "lancaster"), ("eve", "public")):
        for form, ending in (("text", "txt"), ("html", "html"), ("json", "json")):
            own = desk.type(
                who, "report", "game.toml", "--as", side, "--since", str(last), "--format", form
            )
            sent = desk.folder / "reports" / f"{game.id}-{last:03}-{side}.{ending}"
            assert own.out == sent.read_text("utf-8"), (side, form)


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
    test_every_report_is_what_its_reader_would_make_himself(Desk(tmp_path, post.save), post)
