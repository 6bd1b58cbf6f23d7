"""`pbem archive`: a site that anybody may read, and that lags behind as far as it was told."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest

from pbem.games import GAMES, find
from pbem.gm.game import Game
from pbem.protocol.save import Save
from tests.drawn import kept
from tests.moderator.busy import busy
from tests.moderator.people import GM, PLAYERS, Post, accept, played, with_plans
from tests.tiers import soaked

from .console import Console


def site(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


class Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value or "" for name, value in attrs if tag == "a" and name == "href"]


@kept
def game_of(rules: str, options: tuple[tuple[str, str], ...], mails: int = 12) -> bytes:
    scenario = next(iter(find(rules).scenarios()))
    made = Game.new(GM, rules, scenario, {}, dict(options), bytes(range(32)))
    post = Post(made.dumps())
    post.take({side: accept(post.save, side).to_text() for side in PLAYERS})
    return post.play(mails).save


CASES = [(rules, ()) for rules in GAMES] + [("plantagenet", (("hidden_mats", "yes"),))]


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "options"), soaked(CASES, CASES[2:3]))
def test_the_site_is_the_same_whoever_writes_it(
    rules: str, options: tuple[tuple[str, str], ...], tmp_path: Path
) -> None:
    """The GM knows all secrets and a stranger none: so none is in it."""
    console = Console(tmp_path)
    console.file("club.toml", game_of(rules, options))
    console.file("plans.toml", with_plans(2).save)
    made = []
    for who in ("gm", "ann", "eve"):
        done = console.type(who, "archive", ".", "-o", f"site-{who}")
        assert done.code == 0, done.err
        made.append(site(tmp_path / f"site-{who}"))
    assert made[0] == made[1] == made[2]
    assert {path.rpartition("/")[2] for path in made[0]} >= {"index.html", "replay.html"}


@kept
def long_game() -> bytes:
    """A game with some turns behind it."""
    for seed in range(1, 20):
        post = played(30, seed, "Ia")
        while len(post.look().turns) < 3 and post.look().result is None:
            post.turn()
        if post.look().result is None:
            return post.save
    raise AssertionError("no long game")


@pytest.mark.slow
@pytest.mark.parametrize("delay", soaked([(1,), (2,)], [(2,)]))
def test_with_a_delay_the_site_is_that_of_the_log_as_far_as_shown(
    delay: int, tmp_path: Path
) -> None:
    """Nothing of what came later can be in it, not even that there is more."""
    data = long_game()
    game = Game.loads(data, GM)
    last = game.turns[-1 - delay].last
    earlier = Game(Save(game.save.entries[: last + 1], game.save.signer), GM)
    sites = []
    for name, save, words in (
        ("now", data, ["--delay", str(delay)]),
        ("then", earlier.dumps(), []),
    ):
        (tmp_path / name).mkdir()
        console = Console(tmp_path / name, save)
        assert console.type("eve", "archive", ".", *words).code == 0
        found = site(tmp_path / name / "site")
        assert len(found.pop("index.html")) > 1000
        sites.append(found)
    assert sites[0] == sites[1]
    assert sites[0]


@pytest.mark.slow
def test_pages_that_a_longer_delay_hides_are_taken_away(tmp_path: Path) -> None:
    console = Console(tmp_path, long_game())
    console.type("eve", "archive", ".")
    before = set(site(tmp_path / "site"))
    console.type("eve", "archive", ".", "--delay", "1")
    after = set(site(tmp_path / "site"))
    assert after < before
    assert console.type("eve", "archive", ".", "--delay", "50").code == 0
    assert set(site(tmp_path / "site")) == {"index.html"}
    index = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    assert "shown after 50 more turns" in index


@pytest.mark.slow
def test_a_finished_game_is_shown_whole_and_counts(tmp_path: Path) -> None:
    data = busy("plantagenet")
    console = Console(tmp_path, data)
    assert console.type("eve", "archive", ".", "--delay", "3").code == 0
    index = (tmp_path / "site" / "index.html").read_text(encoding="utf-8")
    result = Game.loads(data).result
    assert result is not None
    assert result.reason.split(":")[0] in index
    assert "Standings" in index


@pytest.mark.slow
def test_every_link_leads_somewhere_and_nothing_is_loaded(tmp_path: Path) -> None:
    console = Console(tmp_path, long_game())
    console.type("eve", "archive", ".")
    root = tmp_path / "site"
    pages = list(root.rglob("*.html"))
    assert len(pages) >= 5
    for path in pages:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r"""(?:src|href)=["']https?:""", text)
        assert "default-src 'none'" in unescape(text)
        links = Links()
        links.feed(text)
        for href in links.found:
            target = href.partition("#")[0]
            assert not target or (path.parent / target).resolve().is_file(), (path.name, href)


def test_a_bad_save_harms_only_itself(tmp_path: Path) -> None:
    console = Console(tmp_path, played(6).save)
    console.file("broken.toml", console.save.read_bytes()[:-200])
    done = console.type("eve", "archive", ".")
    assert done.code == 2
    assert "broken.toml" in done.err
    assert len([path for path in site(tmp_path / "site") if path.endswith("replay.html")]) == 1


def test_names_from_a_game_are_text(tmp_path: Path) -> None:
    from pbem.protocol.keys import Identity

    eve = Identity(bytes([77]) * 32, "<script>alert(1)</script>")
    post = Post(Game.new(GM, "plantagenet", "Ib", {}, {}, bytes(range(32))).dumps())
    letters = {"york": Game.loads(post.save, eve).join("york").to_text()}
    letters["lancaster"] = accept(post.save, "lancaster").to_text()
    post.take(letters)  # type: ignore[arg-type]
    console = Console(tmp_path, post.save)
    assert console.type("gm", "archive", ".").code == 0
    for page in site(tmp_path / "site").values():
        assert b"<script>alert" not in page
