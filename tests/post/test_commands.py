"""`pbem post` as somebody types it: set up with wrong answers, dry runs, what waits and why; and the whole demo."""

from __future__ import annotations

import contextlib
import os
import stat
from email import message_from_bytes, policy
from pathlib import Path
from unittest import mock

import pytest
from click.testing import CliRunner, Result

import pbem
from pbem.cli import group
from pbem.home import computer
from pbem.post import config, setup, sources
from pbem.post import status as overview
from pbem.post.config import BadPostFile, Config, NoPostFile, Server, Source, Way
from pbem.post.smtp import Submission
from pbem.protocol import lock
from tests.moderator.people import seated
from tests.post.office import NOON, Office, address
from tests.says import says, sentence


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path, seated())


def typed(office: Office, who: str, *words: str, answers: str = "") -> Result:
    environment = {computer.FOLDER: str(office.home(who)), computer.NOW: str(NOON)}
    return CliRunner(env=environment).invoke(group, words, input=answers)


def test_without_a_setup_it_says_what_to_type(office: Office) -> None:
    (office.home("gm") / computer.POST_FILE).unlink()
    done = typed(office, "gm", "post")
    assert done.exit_code != 0
    assert "pbem post --setup" in " ".join(done.output.split())


def test_setup_says_what_is_wrong_with_an_answer_and_asks_again(office: Office) -> None:
    (office.home("gm") / computer.POST_FILE).unlink()
    games, mailbox = str(office.games("gm")), str(office.mailbox("gm"))
    file = str(office.games("gm") / "game.toml")
    answers = ["y", "gm", address("gm"), f"{games}/nowhere", file, games, games, mailbox]
    answers += [
        "no-such-program",
        mailbox,
        str(office.outgoing("gm")),
        "no-such-program",
        "none",
        "",
    ]
    done = typed(office, "gm", "post", "--setup", answers="\n".join(answers) + "\n")
    assert done.exit_code == 0, done.output
    said = " ".join(done.output.split())
    for wrong in (
        sentence("errors.BadAddress", "gm"),
        sentence("post.setup.folder_of", f"{games}/nowhere", word="no folder"),
        sentence("post.setup.folder_of", file, word="not a folder"),
        sentence("post.setup.source_of", games, word="there"),
        sentence("post.setup.way_of", "no-such-program", "", word="no"),
        sentence("post.setup.way_beside"),
        sentence("post.setup.tell_of", "no-such-program"),
    ):
        assert says(said, "cli.post_setup.wrong", wrong)
    assert "Games in it: 1." in said
    with computer.sitting_as(office.home("gm")):
        made = config.read_config()
    assert (made.address, made.sources) == (address("gm"), (Source("maildir", mailbox),))
    assert made.way == Way("maildir", str(office.outgoing("gm")))
    if os.name == "posix":
        assert stat.S_IMODE((office.home("gm") / computer.POST_FILE).stat().st_mode) == 0o600


def test_on_windows_email_arrives_in_a_folder(office: Office) -> None:
    with mock.patch.object(setup, "WINDOWS", True), pytest.raises(setup.BadAnswer, match="Windows"):
        setup.source_of(str(office.mailbox("gm")))


def test_setup_names_the_maildir_in_a_folder_of_maildirs(office: Office) -> None:
    with pytest.raises(setup.BadAnswer, match="contains Maildirs"):
        setup.source_of(str(office.mailbox("gm").parent))


def test_setup_says_how_to_name_a_mail_server() -> None:
    with pytest.raises(setup.BadAnswer, match="type `smtp` first"):
        setup.way_of("localhost:587")


def test_setup_does_not_repeat_a_password() -> None:
    with pytest.raises(setup.BadAnswer, match="never the password") as fault:
        setup.secret_of("hunter2", Server(host="localhost", user="ann"))
    assert "hunter2" not in str(fault.value)


def test_setup_asks_before_it_takes_over_from_another_post(office: Office) -> None:
    sources.Disk(Source("maildir", str(office.mailbox("gm")))).put_note("another")
    answers = [
        "y",
        address("gm"),
        str(office.games("gm")),
        str(office.mailbox("gm")),
        str(office.outgoing("gm")),
        "none",
        "",
    ]
    no = typed(office, "gm", "post", "--setup", answers="\n".join([*answers, "n"]) + "\n")
    assert says(" ".join(no.output.split()), "cli.post_setup.set_up", word="Should")
    office.put("gm", office.sealed("york", "ready"))
    typed(office, "gm", "post")
    assert office.left("gm") == ["1"]
    typed(office, "gm", "post", "--setup", answers="\n".join([*answers, "y"]) + "\n")
    typed(office, "gm", "post")
    assert office.left("gm") == []


def test_a_dry_run_changes_nothing(office: Office) -> None:
    office.put("gm", office.sealed("york", "ready"), "1")
    office.put("gm", office.email(address("york"), "See you on Friday!"), "2")
    before = (office.games("gm") / "game.toml").read_bytes()
    done = typed(office, "gm", "post", "--dry-run")
    said = " ".join(done.output.split())
    orders = sentence("post.words.KINDS", word="acceptance")
    assert f"1: from {address('york')}: {orders} for" in said
    assert "2: from" in said
    assert says(said, "post.words.KINDS", word="stays")
    assert said.endswith(sentence("post.status.plan", word="changed"))
    assert (office.games("gm") / "game.toml").read_bytes() == before
    assert office.left("gm") == ["1", "2"]
    assert office.states("gm") == {}


def test_a_pass_for_cron_prints_only_news(office: Office) -> None:
    assert typed(office, "gm", "post", "--once").output == ""
    with mock.patch("pbem.cli.post.at_terminal", return_value=True):
        assert "In all: " in typed(office, "gm", "post", "--once").output


@pytest.mark.parametrize(
    "words", [["C:\\Program Files\\pass.exe", "show"], ["C:\\pass.exe", "a b"]]
)
def test_on_windows_a_backslash_is_part_of_a_path(words: list[str]) -> None:
    with mock.patch.object(config, "WINDOWS", True):
        assert config.command_words(config.join_command(words)) == words
    assert config.command_words(config.join_command(words)) == words


def test_a_pass_names_what_came_and_what_was_sent(office: Office) -> None:
    office.put("gm", office.sealed("york", "ready"))
    said = " ".join(typed(office, "gm", "post", "--once").output.split())
    file = office.games("gm") / "game.toml"
    orders = sentence("post.words.KINDS", word="acceptance")
    assert f"Came: {orders} of {address('york')} for {file}. Entry" in said
    for side in ("york", "lancaster"):
        assert f"Sent to {address(side)}: " in said
    assert "?." not in said
    assert "Came:" not in typed(office, "gm", "post", "--once").output


def test_status_says_why_something_is_held_and_what_helps(tmp_path: Path) -> None:
    office = Office(tmp_path, seated(), sure=False)
    office.put("gm", office.sealed("york", "ready"))
    done = typed(office, "gm", "post", "--once")
    assert "1 email applied" in " ".join(done.output.split())
    said = "".join(typed(office, "gm", "post", "--status").output.split())
    for side in ("york", "lancaster"):
        assert f"noaddressof{side}isconfirmed" in said
        assert f"game.toml{side}ADDRESS" in said


def test_status_is_shown_while_another_post_is_at_work(office: Office) -> None:
    with computer.sitting_as(office.home("gm")):
        at_work_now = lock.hold(computer.folder() / computer.POST / "lock")
    try:
        done = typed(office, "gm", "post", "--status")
        assert done.exit_code == 0
        assert says(done.output, "post.status.lines", word="work")
        assert typed(office, "gm", "post", "--dry-run").exit_code == 2
    finally:
        lock.let_go(at_work_now)


def test_a_refused_password_is_listed_for_the_accounts_of_the_settings_alone(
    office: Office,
) -> None:
    context = office.context("gm")
    with contextlib.closing(context.journal) as journal, computer.sitting_as(office.home("gm")):
        way = Way("smtp", host="localhost", user="ann", secret="keyring")
        door = context.way_out = Submission(way, "gm@example.org", journal)
        journal.put_refused(door.account.name, "mark", "ann is refused.")
        journal.put_refused(door.account.name.replace("ann", "amm"), "mark", "amm is refused.")
        rows = [*overview.lines(context)]
    assert ("ann is refused." in rows, "amm is refused." in rows) == (True, False)


def test_what_a_player_seals_is_sent_by_the_post(office: Office) -> None:
    file = str(office.games("york") / "game.toml")
    done = typed(office, "york", "orders", file, "--line", "ready")
    assert done.exit_code == 0, done.output
    assert says(" ".join(done.output.split()), "web.seat.sending.into_folder", word="post")
    typed(office, "york", "say", file, "Good luck!")
    typed(office, "york", "post")
    assert (
        sorted(str(mail["To"]) for mail in office.sent("york")) == ["Griffith <gm@example.org>"] * 2
    )
    office.carry("york")
    before = office.entries("gm")
    typed(office, "gm", "post")
    assert office.entries("gm") == before + 2


def test_what_a_gm_does_by_hand_is_sent_by_the_post(office: Office) -> None:
    file = str(office.games("gm") / "game.toml")
    words = ("rule", file, "--house", "Nobody plays on Sundays.", "--reason", "We agreed on it.")
    done = typed(office, "gm", *words)
    assert done.exit_code == 0, done.output
    assert "pbem post` sends these" in " ".join(done.output.split())
    typed(office, "gm", "post")
    assert sorted(mail["To"].addresses[0].addr_spec for mail in office.sent("gm")) == [
        address("lancaster"),
        address("york"),
    ]


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"address": "gm"}, sentence("errors.BadAddress")),
        ({"sources": ()}, sentence("post.config.fault", word="where")),
        ({"way": Way("folder")}, sentence("post.config.fault", word="without")),
        ({"way": Way("maildir", "/in")}, sentence("post.config.fault", word="same")),
        ({"tell": ("desktop",)}, "`desktop`"),
        ({"tell": ("command:",)}, "`command:`"),
        ({"limits": config.Limits(size="3 GB")}, "`3 GB`"),
    ],
)
def test_a_wrong_setting_is_named(tmp_path: Path, changed: dict[str, object], why: str) -> None:
    usual: dict[str, object] = {
        "address": "gm@example.org",
        "games": "/games",
        "sources": (Source("folder", "/in"),),
        "way": Way("sendmail"),
    }
    with computer.sitting_as(tmp_path):
        config.write_config(Config(**usual))  # type: ignore[arg-type]
        assert config.read_config() == Config(**usual)  # type: ignore[arg-type]
        config.write_config(Config(**{**usual, **changed}))  # type: ignore[arg-type]
        with pytest.raises(BadPostFile, match=why):
            config.read_config()


def test_a_file_that_others_can_read_or_with_an_unknown_word_is_refused(tmp_path: Path) -> None:
    with computer.sitting_as(tmp_path):
        with pytest.raises(NoPostFile):
            config.read_config()
        path = config.write_config(
            Config("gm@example.org", "/games", (Source("folder", "/in"),), Way("sendmail"))
        )
        path.write_text('password = "x"\n' + path.read_text("utf-8"), encoding="utf-8")
        with pytest.raises(BadPostFile, match="password"):
            config.read_config()
        if os.name == "posix":
            path.chmod(0o644)
            with pytest.raises(BadPostFile, match="chmod 600"):
                config.read_config()


def test_only_what_runs_the_post_loads_it() -> None:
    root = Path(pbem.__file__).parent
    users = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if "pbem.post" in path.read_text("utf-8") and "post" not in path.relative_to(root).parts
    }
    assert users == {
        "cli/duels.py",  # whether it carries a duel, as the desk below
        "cli/join.py",
        "cli/play.py",
        "cli/player_says.py",  # once somebody wants to send at once
        "cli/post.py",
        "cli/post_setup.py",
        "demo.py",
        "web/lobby/joining.py",
        "web/seat/duels.py",
    }


@pytest.mark.slow
def test_a_demo_travels_from_mailbox_to_mailbox(tmp_path: Path) -> None:
    folder = tmp_path / "demo"
    words = ["demo", "--quiet", "--stop", "4", "--post", str(folder)]
    done = CliRunner().invoke(group, words)
    assert done.exit_code == 0, done.output
    mails = sorted((folder / "mails").glob("*.eml"))
    assert len(mails) >= 12
    found = [message_from_bytes(path.read_bytes(), policy=policy.SMTP) for path in mails]
    assert len({str(mail["Message-ID"]) for mail in found}) == len(mails)
    for role in ("gm", "york", "lancaster"):
        assert not list((folder / "mailboxes" / role / "new").iterdir())
    saves = {path.read_bytes() for path in folder.glob("games/*/*.toml")}
    assert len(saves) == 1, "everybody has the same save"


def test_a_demo_is_kept_in_one_folder(tmp_path: Path) -> None:
    words = ["demo", "--post", str(tmp_path / "one"), "--keep", str(tmp_path / "other")]
    done = CliRunner().invoke(group, words)
    assert done.exit_code == 2
