"""The shelf: all games of a folder, those that wait for their reader first, and nothing that is hidden."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest import mock

import pytest
from msgspec.structs import replace

from pbem.engine.play import Decided
from pbem.errors import NotOnThisPage
from pbem.gm.game import Game
from pbem.home import computer, opening, robot_homes
from pbem.ledger.cases import time
from pbem.ledger.story import Story
from pbem.proof.reader import Reader
from pbem.protocol.keys import Identity
from pbem.protocol.steps import Terms
from pbem.reports.entry_list import entry_sentence, entry_sentences
from pbem.web.lobby.games import Shelf, Shelved, shelved
from pbem.web.server.jobs import Jobs
from pbem.web.server.pages import Club
from tests import clocks
from tests.moderator.people import ANN, BOB, EVE, GM, NONCE, Post, joined, played, seated
from tests.says import says, sentence
from tests.web.tables import Table
from tests.web.worlds import two_worlds, unhashed

NOW = time.day("2026-11-23")


class Desks:
    """The games of a folder as one person has them; what is begun is noted."""

    def __init__(self, folder: Path, identity: Identity) -> None:
        self.folder, self.identity = folder, identity
        self.begun: list[tuple[str, ...]] = []

    def shelved(self) -> Sequence[Shelved]:
        found = []
        for path in sorted(self.folder.glob("*.toml")):
            game = opening.read_game(Reader, path, self.identity)
            opening.remember(game)
            found.append(shelved(path.stem, path, game))
        return found

    def against_robots(self, rules: str, scenario: str, side: str, level: str) -> str:
        self.begun.append((rules, scenario, side, level))
        return "new"

    def lesson(self, rules: str, scenario: str, again: bool) -> str:
        self.begun.append((rules, scenario, "again" if again else ""))
        return "lesson"

    def dropped(self, name: str, content: bytes) -> str:
        raise NotOnThisPage(why=name)


@pytest.fixture(autouse=True)
def somebody_sits_here(tmp_path: Path) -> Iterator[None]:
    with mock.patch.dict(
        os.environ, {computer.FOLDER: str(tmp_path / "home"), computer.NOW: str(NOW)}
    ):
        yield


def shelf(folder: Path, identity: Identity, **saves: bytes) -> Shelf:
    folder.mkdir(exist_ok=True)
    for name, save in saves.items():
        (folder / f"{name}.toml").write_bytes(save)
    return Shelf(folder, Desks(folder, identity))


def late() -> Post:
    """A game with deadlines, in which the one who is asked is late."""
    with clocks.at(NOW - 10 * time.DAY):
        made = Game.new(GM, "plantagenet", "Ib", {}, None, NONCE, terms=Terms(pace=168, grace=24))
        post = joined(Post(made.dumps())).ready()
    game = post.look("gm")
    game.tick(NOW - 9 * time.DAY)
    post.save = game.dumps()
    return post


def asked(post: Post) -> Identity:
    return {"york": ANN, "lancaster": BOB}[post.asked()[0]]


def test_what_waits_for_its_reader_stands_first_and_glows(tmp_path: Path) -> None:
    post = seated().ready()
    me = asked(post)
    html = shelf(tmp_path / "club", me, one=post.save).whole()
    assert "Waits for you" in html
    assert "Your decision." in html
    assert 'class="slip calls"' in html
    other = BOB if me is ANN else ANN
    assert f": {other.name}. GM: {GM.name}.</p>" in html
    html = shelf(tmp_path / "club", other).whole()
    assert "Waits for you" not in html
    assert f"Waits for {me.name} ({post.asked()[0]}, " in html


def test_a_deadline_that_is_past_is_told_to_the_player_and_to_the_gm(tmp_path: Path) -> None:
    post = late()
    html = shelf(tmp_path / "club", asked(post), one=post.save).whole()
    assert says(html, "web.lobby.games.summarise", word="late")
    assert "Your decision" in html
    assert "by 21 November 2026, " in html
    sentences = [one.text for one in entry_sentences(post.look(), "public")]
    assert sentences
    assert not [text for text in sentences if "clock" in text or text[0].islower()]
    sealed = Story(4, "york", "york:4", (Decided("york", "plan-1", "plan"),))
    assert entry_sentence(sealed, "public") == "York: plan"
    html = shelf(tmp_path / "club", GM).whole()
    assert f"The time of {post.asked()[0].capitalize()} is over." in html


def test_a_dispute_waits_for_the_gm(tmp_path: Path) -> None:
    post = seated().ready()
    assert "waits for you" not in shelf(tmp_path / "club", GM, one=post.save).whole()
    (receipt,) = post.take({"d": post.look("york").say("dispute", 2, "Not so").to_text()})
    assert receipt.error is None
    assert says(
        shelf(tmp_path / "club", GM, one=post.save).whole(),
        "web.lobby.games.summarise",
        "A dispute",
        word="waits for",
    )


def test_what_others_offer_waits_for_a_player(tmp_path: Path) -> None:
    post = seated().ready()
    (receipt,) = post.take({"d": post.look("york").say("draw", 0, "").to_text()})
    assert receipt.error is None
    offered = shelf(tmp_path / "club", BOB, one=post.save).whole()
    assert says(
        offered,
        "web.lobby.games.summarise",
        sentence("web.lobby.games.for_the_player", word="draw").capitalize(),
        word="waits for",
    )
    assert "An offer" not in shelf(tmp_path / "club", ANN, one=post.save).whole()


@pytest.mark.slow
def test_the_end_waits_to_be_signed(tmp_path: Path) -> None:
    html = shelf(tmp_path / "club", BOB, one=played(400).save).whole()
    waits = sentence("web.lobby.games.for_the_player", word="signing").capitalize()
    assert says(html, "web.lobby.games.summarise", waits, word="waits for")


def test_robots_wait_for_no_signature_under_the_end(tmp_path: Path) -> None:
    """Played at once, as one side gives up; the desk and the list ask the same function."""
    post = seated().ready()
    (receipt,) = post.take({"d": post.look("york").say("resign", 0, "").to_text()})
    assert receipt.error is None
    club, waits = tmp_path / "club", sentence("web.lobby.games.for_the_player", word="signing")
    assert waits.capitalize() in shelf(club, BOB, one=post.save).whole()
    chair = robot_homes.folder(club / "one.toml") / "gm"
    chair.mkdir(parents=True)
    (chair / computer.FILE).touch()
    assert waits.capitalize() not in shelf(club, BOB, one=post.save).whole()


def test_of_equal_copies_the_one_with_the_plain_name_is_opened(tmp_path: Path) -> None:
    save = seated().ready().save
    for name in ("game (1).toml", "game.toml"):
        (tmp_path / name).write_bytes(save)
    (row,) = Club(tmp_path, ANN, Jobs()).shelved()
    assert row.path.name == "game.toml"


def test_what_cannot_be_read_stands_apart(tmp_path: Path) -> None:
    save = seated().ready().save
    (tmp_path / "wrong.toml").write_bytes(save.replace(b"york", b"yark", 1))
    html = Club(tmp_path, ANN, Jobs()).page(Club.first).whole()
    assert "Under way" not in html
    assert html.index("Cannot be read") < html.index("wrong.toml")


def test_what_is_new_since_its_reader_looked_is_counted(tmp_path: Path) -> None:
    post = seated().ready()
    made = shelf(tmp_path / "club", ANN, one=post.save)
    assert "new here" in made.whole()
    computer.set_seen(opening.read_game(Reader, tmp_path / "club" / "one.toml", ANN))
    assert "new" not in marks(made.whole())
    post.turn()
    assert "1 new entry" in shelf(tmp_path / "club", ANN, one=post.save).whole()
    assert "new" not in marks(shelf(tmp_path / "club", EVE).whole()), "who looks on has no mark"


def marks(html: str) -> str:
    return " ".join(line for line in html.splitlines() if "mark new" in line)


def test_the_next_lesson_is_offered_first_where_all_games_are_over(tmp_path: Path) -> None:
    made = shelf(tmp_path / "club", EVE, one=seated().save)
    (game,) = made._desks.shelved()
    hero = 'class="hero"'
    assert hero not in made.whole(), "a game is under way"
    with mock.patch.object(Desks, "shelved", return_value=[replace(game, over=True)]):
        html = made.whole()
    assert html.index(hero) < html.index("<h2>Over</h2>")
    assert "under way" not in html


@pytest.mark.slow
def test_a_game_that_is_over_stands_below(tmp_path: Path) -> None:
    post = played(400)
    assert post.look().result is not None
    other = Table(tmp_path, "warriors", "standard_1455")
    made = shelf(tmp_path / "club", EVE, over=post.save, running=other.save)
    html = made.whole()
    assert html.index("Under way") < html.index("Over")
    assert html.index('href="running"') < html.index("<h2>Over</h2>") < html.index('href="over"')


@pytest.mark.slow
def test_the_shelf_is_the_same_whatever_a_side_keeps_to_itself(tmp_path: Path) -> None:
    pages = []
    for n, post in enumerate(two_worlds()):
        for who in (ANN, GM, EVE):
            with mock.patch.dict(os.environ, {computer.FOLDER: str(tmp_path / f"home{n}")}):
                pages.append(unhashed(shelf(tmp_path / f"club{n}", who, one=post.save).whole()))
    half = len(pages) // 2
    assert [page.replace("club0", "club") for page in pages[:half]] == [
        page.replace("club1", "club") for page in pages[half:]
    ]


def test_games_against_robots_and_lessons_begin_here(tmp_path: Path) -> None:
    made = shelf(tmp_path / "club", ANN)
    html = made.whole()
    assert 'value="quickstart"' in html
    assert "Play your first game" in html
    assert "Difficulty: " in html
    picture = made.download("plantagenet-quickstart-map.svg")
    assert b"<svg" in picture.content
    for name in ("", "plantagenet", "nothing-map.svg", "../plantagenet-quickstart-map.svg"):
        with pytest.raises(NotOnThisPage):
            made.download(name)
    answer = made.act("play", {"game": "plantagenet", "scenario": "Ib", "side": "york"})
    assert answer.goes == "new"
    answer = made.act("learn", {"game": "plantagenet", "scenario": "quickstart", "again": "yes"})
    assert answer.goes == "lesson"
    with pytest.raises(NotOnThisPage):
        made.act("conquer", {})


@pytest.mark.parametrize("reader", [ANN, GM, EVE], ids=["a player", "the GM", "who looks on"])
def test_from_each_game_a_link_leads_back_to_all(tmp_path: Path, reader: Identity) -> None:
    folder = tmp_path / "club"
    shelf(folder, reader, one=seated().ready().save)
    club = Club(folder, reader, Jobs())
    (row,) = club.shelved()
    assert f'href="{Club.first}"' in club.page(row.page).whole()
