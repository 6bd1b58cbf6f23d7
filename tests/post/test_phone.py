"""Answers from a phone: with a number of its authenticator, once, while the question is open, from one address."""

from __future__ import annotations

import base64
import os
import shutil
from email.message import EmailMessage
from pathlib import Path
from unittest import mock
from urllib.parse import parse_qs, urlsplit

import pytest
from click.testing import CliRunner
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from msgspec import structs

from pbem.cli import group
from pbem.errors import GameBusy, Locked
from pbem.home import computer, letters
from pbem.post import config, doors, once, phone, status
from pbem.post.config import Limits, Phone
from pbem.post.context import Context
from pbem.post.journal import Journal
from pbem.post.reading import read_email
from tests.moderator.people import ANN, Post, seated
from tests.post import office as offices
from tests.post.office import NOON, Office, address
from tests.says import says

PHONE = Phone("ann@phone.example.org", 7)
SECRET = ANN.secret("phone/7")[:20]
MINUTE = 60


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Office:
    """York is asked a question, which its post has mailed to Ann's phone."""
    office = Office(tmp_path_factory.mktemp("phone"), seated())
    office.phone = PHONE
    for side in office.post.asked():
        office.put("gm", office.sealed(side, "ready", id=side), side)
    office.run("gm")
    office.carry("gm")
    office.run("york")
    office.post = Post((office.games("gm") / "game.toml").read_bytes())
    return office


@pytest.fixture
def office(first: Office, tmp_path: Path) -> Office:
    """A copy of it."""
    return first.moved(shutil.copytree(first.folder, tmp_path / "office"))


def emails(office: Office) -> list[EmailMessage]:
    """What York's post has sent to the phone."""
    return [mail for mail in office.sent("york") if str(mail["To"]) == PHONE.address]


def code(office: Office, earlier: int = 0) -> str:
    """What the phone's authenticator shows, or showed so many seconds ago."""
    return TOTP(SECRET, 6, SHA1(), 30).generate(office.now - earlier).decode()


def reply(office: Office, text: str, *, sender: str = "", id: str = "r", more: str = "") -> None:
    """An answer to the first email on the phone arrives."""
    question = emails(office)[0]["Message-ID"]
    header = f"In-Reply-To: {question}\r\nReferences: {question}\r\n{more}"
    mail = office.email(sender or PHONE.address, text, to="york", id=id, more=header)
    path = office.put("york", mail, id)
    os.utime(path, (office.now, office.now))


def came_back(office: Office) -> str:
    """The words of the newest email to the phone."""
    return " ".join(emails(office)[-1].get_content().split())


def sealed(office: Office) -> int:
    """How many orders York's post has sent to the GM."""
    return len(orders(office))


def orders(office: Office) -> list[EmailMessage]:
    return [mail for mail in office.sent("york") if "PBEM2 ORDER" in mail.get_content()]


def other(digits: str) -> str:
    """Six digits that are no number of these hours."""
    totp, near = TOTP(SECRET, 6, SHA1(), 30), range(NOON - 7200, NOON + 7200, 30)
    used = {totp.generate(at).decode() for at in near}
    return next(text for n in range(900) if (text := f"{int(digits) + n:06}") not in used)


# RFC 6238, appendix B: the last six of eight digits.
VECTORS = {59: "287082", 1111111109: "081804", 1111111111: "050471", 20000000000: "353130"}


@pytest.mark.parametrize("at", VECTORS)
def test_the_vectors_of_rfc_6238(at: int) -> None:
    totp = TOTP(b"12345678901234567890", phone.DIGITS, SHA1(), phone.STEP)
    assert phone.step_of(totp, VECTORS[at], at, 0) == at // 30
    assert phone.step_of(totp, VECTORS[at], at + phone.EARLIER + 30, 0) is None
    assert phone.step_of(totp, VECTORS[at], at - phone.LATER - 30, 0) is None


def test_a_right_answer_is_sealed_and_named(office: Office) -> None:
    (question,) = emails(office)
    words = question.get_content()
    assert "\n2. " in words
    assert says(" ".join(words.split()), "post.phone.HOW")
    line = words.partition("\n2. ")[2].partition("\n")[0].partition(" (")[0]
    reply(office, f"2 {code(office)}\n")
    office.run("york")
    assert came_back(office) == f"Sent: {line}"
    assert emails(office)[-1]["In-Reply-To"] == "<r@example.org>"
    entries = office.entries("gm")
    (letter,) = orders(office)
    office.put("gm", letter.as_bytes(), "letter")
    office.run("gm")
    assert office.entries("gm") > entries, "the GM applies it as any other"


def test_a_reply_without_the_digits_is_explained_once(office: Office) -> None:
    for id, text, sender in (("1", "35", "eve@example.org"), ("2", "35", ""), ("3", "Yes!", "")):
        reply(office, text, sender=sender, id=id)
        office.run("york")
        assert len(emails(office)) == (1 if sender else 2)
    assert came_back(office) == phone.NO_ANSWER
    reply(office, f"1 {code(office)}", id="4")
    office.run("york")
    assert came_back(office).startswith(phone.SENT)


def test_without_the_setting_nothing_goes_to_a_phone(tmp_path: Path) -> None:
    office = Office(tmp_path, seated())
    for side in office.post.asked():
        office.put("gm", office.sealed(side, "ready", id=side), side)
    office.run("gm")
    office.carry("gm")
    assert any("asks you, as york" in words for words in office.run("york"))
    assert emails(office) == []


def test_a_number_fits_the_time_at_which_the_email_came(office: Office) -> None:
    reply(office, f"1 {code(office, 14 * MINUTE)}\n")
    office.now += 3 * 86400  # the computer was asleep
    office.run("york")
    assert came_back(office).startswith("Sent: ")


@pytest.mark.parametrize("earlier", [17 * MINUTE, -3 * MINUTE])
def test_a_number_of_another_time_is_wrong(office: Office, earlier: int) -> None:
    reply(office, f"1 {code(office, earlier)}\n")
    news = office.run("york")
    assert says(came_back(office), "post.phone._wrong_code", word="used")
    assert says(" ".join(news), "post.phone._wrong_code", 4, "s", word="After")
    assert sealed(office) == 0


def test_a_number_counts_once_even_if_nothing_was_sent(office: Office) -> None:
    reply(office, f"99 {code(office)}\n")
    office.run("york")
    assert says(came_back(office), "post.phone._seal", 99, word="there")
    reply(office, f"1 {code(office)}\n", id="r2")
    office.run("york")
    assert "used before" in came_back(office)
    assert sealed(office) == 0


def test_an_older_number_does_not_count_after_a_newer_one(office: Office) -> None:
    reply(office, f"99 {code(office)}\n")
    office.run("york")
    reply(office, f"1 {code(office, 5 * MINUTE)}\n", id="r2")
    office.run("york")
    assert "used before" in came_back(office)
    assert sealed(office) == 0


def test_a_question_is_answered_once(office: Office) -> None:
    reply(office, f"1 {code(office)}\n")
    office.run("york")
    office.now += MINUTE
    reply(office, f"2 {code(office)}\n", id="r2")
    office.run("york")
    assert came_back(office) == phone.ANSWERED
    assert sealed(office) == 1


def test_an_old_question_is_no_longer_open(office: Office) -> None:
    number = office.post.look().ledger.askings["york"].number
    while (now := office.post.look().ledger.askings.get("york")) is None or now.number == number:
        office.post.turn()
    (office.games("york") / "game.toml").write_bytes(office.post.save)
    reply(office, f"1 {code(office)}\n")
    office.run("york")
    assert came_back(office) == phone.CLOSED
    assert sealed(office) == 0


def test_five_wrong_numbers_switch_it_off_until_the_setup(office: Office) -> None:
    for n in range(phone.MOST_WRONG):
        reply(office, f"1 {other(f'{n}00000')}\n", id=f"w{n}")
        office.run("york")
    assert says(came_back(office), "post.phone._wrong_code", word="switch")
    count = len(emails(office))
    reply(office, f"1 {code(office)}\n")
    office.run("york")
    assert (len(emails(office)), sealed(office)) == (count, 0), "nobody is answered any more"
    answers = ["y", address("york"), str(office.games("york")), str(office.mailbox("york"))]
    answers += [str(office.outgoing("york")), "none", PHONE.address]
    environment = {computer.FOLDER: str(office.home("york")), computer.NOW: str(office.now)}
    done = CliRunner(env=environment).invoke(
        group, ["post", "--setup"], input="\n".join(answers) + "\n"
    )
    assert done.exit_code == 0, done.output
    (line,) = [row for row in done.output.splitlines() if row.startswith("otpauth://")]
    with computer.sitting_as(office.home("york")):
        settings = config.read_config().phone
    assert settings == Phone(PHONE.address, office.now)
    secret = parse_qs(urlsplit(line).query)["secret"][0]
    assert base64.b32decode(secret) == ANN.secret(f"phone/{office.now}")[:20]
    reply(office, f"1 {code(office)}\n", id="r2")
    office.run("york")
    assert came_back(office).startswith("Sent: ")


def test_right_numbers_begin_the_count_again(office: Office) -> None:
    for n in range(3):
        reply(office, f"1 {other(f'{n}00000')}\n", id=f"w{n}")
    office.run("york")
    reply(office, f"99 {code(office)}\n")
    office.run("york")
    reply(office, f"1 {other('700000')}\n", id="w9")
    office.run("york")
    assert "After 4 more" in came_back(office)


@pytest.mark.parametrize("more", ["", "List-Id: <club.example.org>\r\n"])
def test_a_stranger_is_not_answered_and_uses_a_number_up(office: Office, more: str) -> None:
    sender = "" if more else "eve@example.org"
    reply(office, f"1 {code(office)}\n", sender=sender, more=more)
    for n in range(phone.MOST_WRONG):
        reply(office, f"1 {other(f'{n}00000')}\n", sender=sender, id=f"w{n}", more=more)
    office.run("york")
    assert (len(emails(office)), sealed(office)) == (1, 0)
    assert "r" in office.left("york"), "it stays where it is"
    reply(office, f"1 {code(office)}\n", id="r2")
    office.run("york")
    assert "used before" in came_back(office)
    assert "After 4 more" in came_back(office), "a stranger's numbers do not count"


def test_a_flood_of_strangers_does_not_hold_up_an_answer(office: Office) -> None:
    office.limits = Limits(strangers_day=1)
    for n in range(3):
        office.put("york", office.email("eve@example.org", f"{n}", to="york", id=f"{n}"), f"{n}")
    office.run("york")
    reply(office, f"1 {code(office)}\n")
    office.run("york")
    assert came_back(office).startswith("Sent: ")


def test_an_email_that_was_used_switches_nothing_off(office: Office) -> None:
    used = code(office)
    reply(office, f"1 {used}\n")
    office.run("york")
    count = len(emails(office))
    for n in range(phone.MOST_WRONG):
        reply(office, f"2 {used}\n", id=f"w{n}")
    assert office.run("york") == [phone.OTHER]
    assert (len(emails(office)), sealed(office)) == (count + 1, 1)
    context = office.context("york")
    assert phone.is_on(context)
    context.journal.close()


def test_a_dry_run_names_an_answer_and_no_digits(office: Office) -> None:
    digits = code(office)
    reply(office, f"1 {digits}\n")
    context = office.context("york")
    with computer.sitting_as(office.home("york")):
        context.mailboxes = [
            doors.mailbox(source, context.journal) for source in context.config.sources
        ]
        planned, left = "\n".join(status.plan(context)), "\n".join(status.lines(context))
    context.journal.close()
    assert says(planned, "post.words.KINDS", word="answer")
    assert digits not in planned + left


def test_a_kill_after_the_sealing_sends_one_order(office: Office) -> None:
    reply(office, f"1 {code(office)}\n")
    killed = mock.patch.object(Journal, "use_phone_code", side_effect=KeyboardInterrupt)
    with killed, pytest.raises(KeyboardInterrupt):
        office.run("york")
    office.run("york")
    assert came_back(office) == phone.ANSWERED
    assert sealed(office) == 1


def test_a_kill_before_the_order_is_written_is_not_called_answered(office: Office) -> None:
    reply(office, f"1 {code(office)}\n")
    killed = mock.patch.object(letters, "write", side_effect=KeyboardInterrupt)
    with killed, pytest.raises(KeyboardInterrupt):
        office.run("york")
    office.run("york")
    assert came_back(office) == phone.UNSENT
    assert sealed(office) == 0


def test_a_busy_game_is_tried_again(office: Office) -> None:
    reply(office, f"1 {code(office)}\n")
    busy = GameBusy(path=office.games("york"))
    with mock.patch.object(phone.sent, "keep_youngest", side_effect=busy):
        office.run("york")
    assert len(emails(office)) == 1
    office.run("york")
    assert came_back(office).startswith(phone.SENT)


def test_a_locked_identity_keeps_an_answer_until_it_is_unlocked(office: Office) -> None:
    reply(office, f"1 {code(office)}\n")
    with mock.patch.object(offices, "WHO") as people:
        people.__getitem__ = mock.Mock(side_effect=Locked(variable="PBEM_PASSPHRASE"))
        office.run("york")
    assert (len(emails(office)), sealed(office)) == (1, 0)
    office.now += 86400
    office.run("york")
    assert came_back(office).startswith(phone.SENT)


@pytest.mark.parametrize("at", [-5, 0, 2**33])
def test_odd_times_of_a_file_harm_nobody(office: Office, at: int) -> None:
    reply(office, f"1 {other('000000')}\n")
    os.utime(office.mailbox("york") / "new" / "r", (at, at))
    office.run("york")
    assert says(came_back(office), "post.phone._wrong_code", word="used")
    assert not [words for words in office.said if says(words, "post.once.harmless", word="failed")]


def test_digits_that_come_twice_count_once(monkeypatch: pytest.MonkeyPatch) -> None:
    totp = TOTP(SECRET, 6, SHA1(), 30)
    monkeypatch.setattr(totp, "generate", lambda at: b"481516" if at in (NOON, NOON - 300) else b"")
    step = phone.step_of(totp, "481516", NOON, 0)
    assert step is not None
    assert phone.step_of(totp, "481516", NOON, step) is None


def test_a_setup_reaches_a_post_that_watches(office: Office) -> None:
    seen: list[str] = []

    def passed(context: Context) -> None:
        seen.append(context.config.phone.address)
        if len(seen) > 1:
            raise KeyboardInterrupt

    with computer.sitting_as(office.home("york")):
        config.write_config(office.config("york"))

        def waits(context: Context, seconds: float) -> None:
            config.write_config(structs.replace(context.config, phone=Phone()))

        with mock.patch.object(once, "run", passed), mock.patch.object(once, "wait", waits):
            environment = {computer.FOLDER: str(office.home("york"))}
            said = CliRunner(env=environment).invoke(group, ["post", "--watch"]).output
    assert says(said, "cli.post.command", office.mailbox("york"), word="Watching")
    assert seen == [PHONE.address, ""]


def test_a_ready_is_sealed_from_the_phone(tmp_path: Path) -> None:
    office = Office(tmp_path, seated())
    office.phone = PHONE
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Message-ID"] = address("gm"), address("york"), "<s@example.org>"
    mail.add_attachment(office.post.save, "application", "toml", filename="game.toml")
    office.put("york", mail.as_bytes())
    office.run("york")
    reply(office, f"1 {code(office)}\n")
    office.run("york")
    assert came_back(office) == "Sent: ready"
    (letter,) = [mail for mail in office.sent("york") if "PBEM2 READY" in mail.get_content()]
    entries = office.entries("gm")
    office.put("gm", letter.as_bytes(), "letter")
    office.run("gm")
    assert office.entries("gm") > entries


def test_an_answer_to_no_question_stays_where_it_is(office: Office) -> None:
    mail = office.email(PHONE.address, f"1 {code(office)}\n", to="york", id="r")
    office.put("york", mail, "r")
    office.run("york")
    assert "r" in office.left("york")
    assert len(emails(office)) == 1


@pytest.mark.parametrize("how", ["auto-replied", "auto-generated"])
def test_a_program_is_not_answered(office: Office, how: str) -> None:
    reply(office, f"1 {code(office)}\n", more=f"Auto-Submitted: {how}\r\n")
    office.run("york")
    assert (len(emails(office)), sealed(office)) == (1, 0)


def test_no_secret_is_in_any_email_or_file(office: Office) -> None:
    reply(office, f"1 {other('000000')}\n", id="w")
    office.run("york")
    office.now += MINUTE
    reply(office, f"1 {code(office)}\n")
    news = office.run("york")
    forms = [SECRET, SECRET.hex().encode(), base64.b32encode(SECRET), base64.b64encode(SECRET)]
    files = [path for path in office.folder.rglob("*") if path.is_file()]
    files = [path for path in files if path.name != "identity.toml"]
    texts = [path.read_bytes() for path in files] + [" ".join([*news, *office.said]).encode()]
    assert len(texts) > 10
    assert not [form for form in forms for text in texts if form in text]
    digits = code(office).encode()
    assert not [mail for mail in office.sent("york") if digits in mail.as_bytes()]


PLAIN = "Content-Type: text/plain; charset=utf-8\r\n"
PAGE = "MIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n"
BOTH = 'MIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="b"\r\n'
HTML = "<html><body><div dir=ltr>2 481516<br></div><blockquote>1. march<br>2. pass</blockquote>"
REPLIES = {
    "2 481516": "",
    "2, 481 516.": "",
    "\n 02  481516 \n\nSent from my iPhone\n\n> On 3 May, Ann wrote:\n> 1. march\n> 3 111111\n": "",
    "> 3 111111\n\n*2 481516*\n": "",
    "2\xa0481\xa0516\n": PLAIN,
    "\u200f\u0662 \u0664\u0668\u0661\u0665\u0661\u0666\n": PLAIN,
    "\uff12\u3000\uff14\uff18\uff11\uff15\uff11\uff16\n": PLAIN,
    HTML: PAGE,
    f"--b\nContent-Type: text/plain\n\n2 481516\n\n--b\nContent-Type: text/html\n\n{HTML}\n--b--\n": BOTH,
}


@pytest.mark.parametrize("text", REPLIES)
def test_replies_as_phones_write_them(office: Office, text: str) -> None:
    more = f"In-Reply-To: <q@example.org>\r\n{REPLIES[text]}"
    assert read_email(office.email("a@b.org", text, more=more).encode()).answer == "2 481516"


@pytest.mark.parametrize(
    "text", ["thanks!", "I take 2 481516 or so", "> 2 481516", "2 48151", "481516"]
)
def test_what_is_no_answer(office: Office, text: str) -> None:
    more = "In-Reply-To: <q@example.org>\r\n"
    assert read_email(office.email("a@b.org", text, more=more).encode()).answer == ""
