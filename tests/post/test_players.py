"""What a post does for players: sent at the end of a command, fetched beside an open desk, deadlines in a calendar."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path
from unittest import mock

import pytest
from click.testing import CliRunner, Result

from pbem.cli import group, play
from pbem.home import computer
from pbem.post import beside, calendar
from pbem.web.server.jobs import Jobs
from pbem.web.server.pages import open_page
from tests.moderator.people import ANN, Post, invited, seated
from tests.post.office import NOON, Office
from tests.says import says, sentence


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path, seated())


def typed(office: Office, who: str, *words: str, answers: str = "", seated: bool = True) -> Result:
    """One command, at a terminal if somebody is `seated` there."""
    environment = {computer.FOLDER: str(office.home(who)), computer.NOW: str(NOON)}
    with mock.patch("pbem.cli.player_says.at_terminal", return_value=seated):
        return CliRunner(env=environment).invoke(group, words, input=answers)


def orders(office: Office, answers: str, seated: bool = True) -> Result:
    file = str(office.games("york") / "game.toml")
    done = typed(office, "york", "orders", file, "--line", "ready", answers=answers, seated=seated)
    assert done.exit_code == 0, done.output
    return done


def test_the_end_of_the_prompt_offers_to_send(office: Office) -> None:
    said = " ".join(orders(office, "\n").output.split())
    assert says(said, "cli.player_says.offer_to_fetch_and_send")
    assert "Sent to gm@example.org: " in said
    assert [str(mail["To"]) for mail in office.sent("york")] == ["Griffith <gm@example.org>"]


def test_who_says_no_sends_later(office: Office) -> None:
    orders(office, "n\n")
    assert office.sent("york") == []
    office.run("york")
    assert len(office.sent("york")) == 1


def test_without_a_terminal_nobody_is_asked(office: Office) -> None:
    assert not says(
        orders(office, "", seated=False).output, "cli.player_says.offer_to_fetch_and_send"
    )
    assert office.sent("york") == []


def test_without_the_settings_of_a_post_nobody_is_asked(office: Office) -> None:
    (office.home("york") / computer.POST_FILE).unlink()
    assert not says(orders(office, "").output, "cli.player_says.offer_to_fetch_and_send")
    assert not list((office.home("york") / computer.POST / computer.OUTBOX).iterdir())


def test_what_is_said_is_offered_too(office: Office) -> None:
    file = str(office.games("york") / "game.toml")
    done = typed(office, "york", "say", file, "Good luck!", answers="y\n")
    assert done.exit_code == 0, done.output
    assert len(office.sent("york")) == 1


def test_a_desk_fetches_before_and_sends_after(office: Office) -> None:
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    office.carry("gm")
    before = office.entries("york")
    said: list[str] = []
    with computer.sitting_as(office.home("york")):
        with beside.Beside(ANN, said.append, said.append):
            assert office.entries("york") > before
            letter = office.home("york") / computer.POST / computer.OUTBOX / "letter.eml"
            letter.write_bytes(b"X-Unsent: 1\r\nSubject: x\r\nTo: gm@example.org\r\n\r\nHello")
            sent = len(office.sent("york"))
        assert len(office.sent("york")) == sent + 1


def test_a_desk_fetches_while_it_is_open_and_says_a_thing_once(office: Office) -> None:
    passes, said = threading.Semaphore(0), list[str]()

    def work(identity: object, say: beside.Say, echo: beside.Say) -> None:
        say("The mailbox cannot be read.")
        passes.release()

    with (
        computer.sitting_as(office.home("york")),
        mock.patch.object(beside, "fetch_and_send", work),
        beside.Beside(ANN, said.append, said.append, pause=0.001),
    ):
        for _ in range(4):
            assert passes.acquire(timeout=60)
    assert said == ["The mailbox cannot be read."]


def test_a_post_at_work_elsewhere_is_left_to_it(office: Office) -> None:
    said: list[str] = []
    with (
        computer.sitting_as(office.home("york")),
        beside.at_work.working(office.config("york"), lambda: ANN, print),
    ):
        beside.fetch_and_send(ANN, said.append, said.append)
    assert said == [sentence("post.beside.fetch_and_send", word="Another")]


def test_what_fails_is_said_and_harms_no_desk(office: Office) -> None:
    said: list[str] = []
    (office.home("york") / "post.toml").write_text("in = 7\n", encoding="utf-8")
    (office.home("york") / "post.toml").chmod(0o600)
    with computer.sitting_as(office.home("york")), beside.Beside(ANN, said.append, said.append):
        pass
    assert len(said) == 1
    assert says(said[0], "post.beside.fetch_and_send", word="Some")


@pytest.mark.parametrize("posts", [True, False])
def test_play_says_whether_it_fetches(office: Office, posts: bool) -> None:
    if not posts:
        (office.home("york") / computer.POST / computer.OUTBOX).rename(office.folder / "away")
    with mock.patch("pbem.web.server.serve.serve", return_value=[]):
        done = typed(office, "york", "play", str(office.games("york")))
    assert done.exit_code == 0, done.output
    said = " ".join(done.output.split())
    assert (play.FETCHES in said) == posts
    assert ("pbem post --setup" in said) != posts


def test_a_deadline_comes_as_a_file_for_a_calendar_and_as_json(tmp_path: Path) -> None:
    office = Office(tmp_path, seated())
    told = tmp_path / "told.json"
    script = f"import sys; open({str(told)!r}, 'ab').write(sys.stdin.buffer.read() + b'\\n')"
    program = tmp_path / "tell.py"
    program.write_text(script, encoding="utf-8")
    office.tell = (f"command:{sys.executable} {program}",)
    with mock.patch("pbem.post.player.time.deadline", return_value=NOON + 86400):
        office.put("gm", office.sealed("york", "ready"))
        office.run("gm")
        office.carry("gm")
        for who in ("york", "lancaster"):
            office.run(who)
    rows = [json.loads(line) for line in told.read_text("utf-8").splitlines()]
    asked = [row for row in rows if row["kind"] == "question"]
    assert asked
    for row in asked:
        note = Path(row["calendar"]).read_text("utf-8")
        assert "METHOD:PUBLISH" in note
        assert "DTSTART:19700103T010000Z" in note
        assert "must answer" in note


def test_the_same_question_has_the_same_uid_and_long_lines_are_folded() -> None:
    words = "Ä, or; else\\" * 20
    made = [calendar.deadline("a@b", 90_000, at, "Towton", words) for at in (1, 2)]
    assert all(b"UID:a@b\r\n" in one for one in made)
    lines = made[0].split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    unfolded = made[0].replace(b"\r\n ", b"").decode()
    assert "DESCRIPTION:Ä\\, or\\; else\\\\Ä" in unfolded


def test_what_a_desk_seals_and_says_leaves_by_the_post(office: Office) -> None:
    file = office.games("york") / "game.toml"
    with computer.sitting_as(office.home("york")):
        page = open_page(file, ANN, Jobs()).page
        page.act("take", {"line": "ready"})
        answer = page.act("sealed", {})
        assert answer.said == "Sealed and signed. " + sentence(
            "web.seat.sending.by_post", "Griffith", word="sends it to"
        )
        assert "sheet" not in answer.parts, "there is nothing left to choose"
        said = page.act("say", {"kind": "say", "entry": "0", "text": "Good luck!"}).said
        assert says(said, "web.seat.sending.by_post", word="sends it to")
    office.run("york")
    assert len(office.sent("york")) == 2


def test_a_desk_says_where_the_gms_address_is_missing(office: Office) -> None:
    with computer.sitting_as(office.home("york")):
        computer.addresses(office.genesis).unlink()
        page = open_page(office.games("york") / "game.toml", ANN, Jobs()).page
        page.act("take", {"line": "ready"})
        assert "game.toml gm ADDRESS" in page.act("sealed", {}).said


def test_who_joins_on_the_desk_with_a_post_sends_a_slip_along(tmp_path: Path) -> None:
    office = Office(tmp_path, Post(invited().dumps()), sure=False)
    with computer.sitting_as(office.home("york")):
        page = open_page(office.games("york") / "game.toml", ANN, Jobs()).page
        assert says(
            page.act("join", {"side": "york"}).said, "web.seat.sending.by_post", word="sends it to"
        )
    office.run("york")
    assert office.carry("york") == ["gm"]
    office.run("gm")
    assert office.carry("gm") == ["york"], "nobody has typed or confirmed an address"


def test_a_game_that_was_joined_goes_on_in_the_folder_of_games(tmp_path: Path) -> None:
    office, game = Office(tmp_path, seated()), invited()
    folder = office.home("york") / computer.POST / computer.INVITATIONS
    folder.mkdir(parents=True)
    (folder / f"{game.id}.toml").write_bytes(game.dumps())
    done = typed(
        office, "york", "join", str(folder / f"{game.id}.toml"), "--as", "york", answers="n"
    )
    assert f"orders {office.games('york') / game.id}.toml" in done.output
