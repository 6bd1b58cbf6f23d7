"""What somebody with a mailbox, everybody's address and the save tries; and each rule of R1 to R10 that is there.

A test named after a rule fails without that rule: see `test_rules.py`.
"""

from __future__ import annotations

import base64
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from unittest import mock

import pytest

from pbem.home import computer
from pbem.mail import addresses
from pbem.post import moderator, player, sources
from pbem.post.config import Limits
from pbem.post.context import Context
from pbem.post.journal import Incoming
from pbem.post.reading import EmailReader
from pbem.protocol import canonical
from tests.moderator.people import GM, Post, accept, invited, seated
from tests.post.office import Office, address
from tests.post.test_once import late_orders
from tests.says import says

EVE = address("eve")


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path, seated())


def recipients(office: Office, who: str = "gm") -> list[str]:
    return [mail["To"].addresses[0].addr_spec for mail in office.sent(who)]


def with_a_save(office: Office, save: bytes, to: str = "eve") -> str:
    """An email of a stranger with a save."""
    attached = (
        "Content-Type: multipart/mixed; boundary=XX\r\n\r\n--XX\r\n\r\nPlay!\r\n--XX\r\n"
        "Content-Type: application/toml\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        f"{base64.encodebytes(save).decode()}\r\n--XX--\r\n"
    )
    return office.email(EVE, "", to=to, more=attached).replace("\r\n\r\n\r\n", "\r\n\r\n")


def damaged(office: Office) -> str:
    return office.post.sent("york", "ready")[:-60]


def test_r1_a_refusal_goes_to_whose_key_signed_not_to_the_from_line(office: Office) -> None:
    (late,) = late_orders(office, 1)
    (owner,) = {side for side in ("york", "lancaster") if address(side) in late}
    forged = late.replace(f"From: {address(owner)}", f"From: {EVE}")
    office.put("gm", forged, "late")
    office.run("gm")
    assert recipients(office) == [address(owner)]


def test_r1_an_unknown_from_line_gets_nothing(office: Office) -> None:
    for n in range(3):
        office.put("gm", office.email(EVE, damaged(office), id=str(n)), str(n))
    news = office.run("gm")
    assert recipients(office) == []
    assert sum("got no answer" in words for words in news) == 1, (
        "a day's strangers are told at once"
    )
    assert len(office.filed("gm")) == 3


def test_r1_a_forged_from_line_brings_its_owner_one_email_a_day(office: Office) -> None:
    for n in range(8):
        office.put(
            "gm", office.email(address("lancaster"), damaged(office), id=str(n)) + f"{n}", str(n)
        )
    office.run("gm")
    assert recipients(office) == [address("lancaster")]


def test_r2_a_replayed_acceptance_teaches_no_address(tmp_path: Path) -> None:
    office = Office(tmp_path, Post(invited().dumps()), sure=False)
    text = office.email(address("york"), accept(office.post.save, "york").to_text())
    office.put("gm", text.replace(f"From: {address('york')}\r\n", ""), "first")
    office.run("gm")
    office.put("gm", text.replace(address("york"), EVE), "copy")
    office.run("gm")
    assert office.states("gm") == {"taken": 2}
    with computer.sitting_as(office.home("gm")):
        assert addresses.read(computer.addresses(office.genesis)).rows == {}


def test_r3_a_message_id_that_was_used_before_hides_nothing(office: Office) -> None:
    order = office.sealed("york", "ready", id="taken")
    office.put("gm", office.email(EVE, "I was here first", id="taken"), "1")
    office.run("gm")
    before = office.entries("gm")
    office.put("gm", order, "2")
    office.run("gm")
    assert office.entries("gm") == before + 1


def test_the_same_order_twice_is_taken_once_however_it_comes(office: Office) -> None:
    order = office.sealed("york", "ready")
    before = office.entries("gm")
    office.put("gm", order, "1")
    office.put("gm", order, "2")
    office.put("gm", order + "\r\n_____\r\nThe club's list\r\n", "3")
    office.run("gm")
    assert office.entries("gm") == before + 1
    assert office.left("gm") == []
    assert len(office.sent("gm")) == 2


BOUNCE = (
    "Return-Path: <>\r\nFrom: MAILER-DAEMON@example.org\r\nTo: gm@example.org\r\nSubject: Undelivered\r\n"
    "Content-Type: multipart/report; report-type=delivery-status; boundary=XX\r\n\r\n--XX\r\n"
    "Content-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; york@example.org\r\nStatus: 5.1.1\r\n\r\n"
    "--XX\r\nContent-Type: message/rfc822\r\n\r\nMessage-ID: {id}\r\n\r\n--XX--\r\n"
)


def test_r4_a_bounce_counts_only_with_our_message_id_and_stops_nothing(office: Office) -> None:
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    mail = next(mail for mail in office.sent("gm") if "york" in str(mail["To"]))
    office.put("gm", BOUNCE.format(id="<made@up>"), "forged")
    assert office.run("gm") == []
    assert office.left("gm") == ["forged"], "it is none of ours"
    office.put("gm", BOUNCE.format(id=mail["Message-ID"]), "real")
    (news,) = office.run("gm")
    assert "york@example.org came back" in news
    assert office.out_states("gm") == {"bounced": 1, "sent": 1}
    with computer.sitting_as(office.home("gm")):
        row = addresses.read(computer.addresses(office.genesis)).rows["york"]
    assert row.confirmed, "a person decides whether an address is dead"


def test_r4_a_bounce_of_what_is_not_sent_yet_stops_nothing(office: Office) -> None:
    office.put("gm", office.sealed("york", "ready"))
    with mock.patch("pbem.post.outgoing.send"):
        office.run("gm")
    context = office.context("gm")
    (first, *_) = context.journal.outgoing("queued")
    context.journal.close()
    office.put("gm", BOUNCE.format(id=first.message_id), "forged")
    office.run("gm")
    assert len(office.sent("gm")) == 2


def test_r5_a_large_email_is_never_fetched(tmp_path: Path) -> None:
    office = Office(tmp_path, seated(), limits=Limits(size="20 kB"))
    office.put("gm", office.sealed("york", "ready") + "x" * 30_000)
    (news,) = office.run("gm")
    assert says(news, "post.once.fetch", ..., ..., "20 kB", word="fetches")
    assert office.left("gm") == ["1"]
    assert office.states("gm") == {}
    assert office.run("gm") == [], "it is told once"


def test_r5_a_flood_of_one_sender_waits_and_a_known_player_does_not(tmp_path: Path) -> None:
    office = Office(tmp_path, seated(), limits=Limits(sender_hour=5, strangers_day=8))
    for n in range(30):
        office.put("gm", office.email(EVE, damaged(office), id=str(n)) + str(n), f"eve-{n:02}")
    for n in range(30):
        other = f"other{n}@example.com"
        office.put("gm", office.email(other, damaged(office), id=str(n)) + str(n), f"other-{n:02}")
    office.put("gm", office.sealed("york", "ready"), "york")
    before = office.entries("gm")
    office.run("gm")
    assert office.entries("gm") == before + 1
    assert sum(office.states("gm").values()) == 8 + 1
    office.run("gm")
    assert sum(office.states("gm").values()) == 8 + 1, "not in the next pass either"
    office.now += 86400
    office.run("gm")
    assert sum(office.states("gm").values()) == 2 * 8 + 1, "but on the next day"


def test_r5_a_flood_in_a_players_name_does_not_stop_the_player(tmp_path: Path) -> None:
    office = Office(tmp_path, seated())
    for n in range(40):
        forged = office.email(address("york"), damaged(office), id=str(n)) + str(n)
        office.put("gm", forged, f"0-{n:02}")
    path = office.put("gm", office.sealed("york", "ready"), "york")
    before = office.entries("gm")
    os.utime(path, (2e9, 2e9))  # it is the last one
    office.run("gm")
    assert office.entries("gm") == before + 1


def test_r5_a_full_spool_leaves_emails_in_the_mailbox(tmp_path: Path) -> None:
    office = Office(tmp_path, seated(), limits=Limits(spool="1 kB"))
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    assert office.left("gm") == ["1"]
    assert office.states("gm") == {}


class Slow(EmailReader):
    """The real process, which has no time at all."""

    def __init__(self) -> None:
        super().__init__(patience=0.0)


def test_r5_an_email_that_takes_too_long_goes_to_a_person_and_the_others_go_on(
    office: Office,
) -> None:
    office.put("gm", office.email(EVE, "Hello"))
    for _ in range(3):
        assert office.states("gm").get("person", 0) == 0
        news = office.run("gm", Slow)
    assert any(says(words, "post.once.sort") for words in news)
    assert office.filed("gm", sources.PERSON) == ["1"]
    office.put("gm", office.sealed("york", "ready"), "2")
    before = office.entries("gm")
    office.run("gm", EmailReader)
    assert office.entries("gm") == before + 1


BUSY = "import sys; from pbem import system; system.end_after(0.0); print('on', flush=True); exec('while True: pass')"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of processor time")
def test_r5_a_process_that_reads_for_too_long_is_ended(office: Office) -> None:
    done = subprocess.run(
        [sys.executable, "-c", BUSY], capture_output=True, timeout=120, check=False
    )
    assert done.stdout == b"on\n"
    assert done.returncode == -signal.SIGXCPU


def test_r6_the_game_of_a_stranger_is_announced_and_not_filed(office: Office) -> None:
    office.put("eve", with_a_save(office, seated(nonce=bytes([9]) * 32).save))
    (news,) = office.run("eve")
    assert says(news, "post.player._announce", word="invited")
    assert GM.public.fingerprint in news
    assert says(news, "post.player._announce", EVE, word="their")
    assert list(office.games("eve").glob("*")) == []
    assert office.left("eve") == []


def test_r7_our_own_emails_come_back_to_nothing(office: Office) -> None:
    """By a list, or to a mailbox that a GM and a player share."""
    (late,) = late_orders(office, 1)
    office.put("gm", late, "late")
    office.run("gm")
    (path,) = (office.outgoing("gm") / "new").iterdir()
    office.put("gm", path.read_bytes(), "own")
    assert office.run("gm") == []
    assert len(office.sent("gm")) == 1
    assert office.states("gm") == {"own": 1, "refused": 1, "taken": 1}


def test_r7_a_list_gets_no_answer(office: Office) -> None:
    (late,) = late_orders(office, 1)
    office.put("gm", late.replace("Subject:", "List-Id: <club.example.org>\r\nSubject:"), "late")
    office.run("gm")
    assert recipients(office) == []


def test_r8_no_program_is_answered(office: Office) -> None:
    (late,) = late_orders(office, 1)
    office.put("gm", late.replace("Subject:", "Auto-Submitted: auto-generated\r\nSubject:"), "late")
    office.run("gm")
    assert recipients(office) == []


def test_r8_after_three_refusals_in_a_row_there_is_silence_and_a_person_hears_of_it(
    office: Office,
) -> None:
    heard: list[str] = []
    for n, late in enumerate(late_orders(office, 6)):
        office.put("gm", late, f"late-{n}")
        heard += office.run("gm")
    assert len(recipients(office)) == 3
    assert sum("the last 3 emails" in words for words in heard) == 3


def test_forged_from_lines_of_some_days_do_not_silence_a_players_refusals(office: Office) -> None:
    bad = damaged(office)
    (late,) = late_orders(office, 1)
    (owner,) = {side for side in ("york", "lancaster") if address(side) in late}
    for n in range(4):
        office.put("gm", office.email(address(owner), bad, id=str(n)) + f"{n}", str(n))
        office.run("gm")
        office.now += 86400
    forged = len(recipients(office))
    office.put("gm", late, "late")
    office.run("gm")
    assert recipients(office)[forged:] == [address(owner)]


def test_the_same_refusal_is_sent_once(office: Office) -> None:
    (late,) = late_orders(office, 1)
    for n in range(3):
        office.put("gm", late + f"\r\n{n}\r\n", f"late-{n}")
        office.run("gm")
    assert len(recipients(office)) == 1


def test_two_posts_do_not_answer_each_other(office: Office) -> None:
    (late,) = late_orders(office, 1)
    office.put("gm", late, "late")
    sent = []
    for _ in range(4):
        for who in ("gm", "york", "lancaster"):
            office.run(who)
            sent.append(len(office.carry(who)))
    assert sum(sent) == 1, "one refusal, and nobody answers it"


def test_r8_a_holiday_note_is_left_alone(office: Office) -> None:
    note = office.email(
        address("york"),
        "I am away.\n" + office.post.sent("york", "ready"),
        more="Auto-Submitted: auto-replied\r\n",
    )
    before = office.entries("gm")
    office.put("gm", note)
    assert office.run("gm") == []
    assert (office.entries("gm"), office.sent("gm"), office.left("gm")) == (before, [], ["1"])


def test_r9_a_second_post_only_says_who_applies(office: Office) -> None:
    office.run("gm")
    (office.home("gm") / computer.POST / "secret").write_bytes(bytes(32))
    before = office.entries("gm")
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    assert office.entries("gm") == before
    assert office.left("gm") == ["1"]
    assert says(" ".join(office.said), "post.once.may_take")


def test_reply_to_is_never_read(office: Office) -> None:
    office.put("gm", office.sealed("york", "ready", more=f"Reply-To: {EVE}\r\n"))
    office.run("gm")
    assert EVE not in recipients(office)


def test_a_from_line_of_a_player_decides_nothing(office: Office) -> None:
    """Eve's block under York's name."""
    post = office.post
    order = post.sent("york", "ready")
    lines = order.splitlines()
    lines[3] = lines[3][::-1]
    before = office.entries("gm")
    office.put("gm", office.email(address("york"), "\n".join(lines)))
    office.run("gm")
    assert office.entries("gm") == before


def test_names_and_subjects_cannot_add_a_field(office: Office) -> None:
    office.put(
        "gm",
        office.sealed("york", "ready").replace(
            "Subject: Hello", "Subject: =?utf-8?q?x=0D=0ABcc=3A_eve=40example.org?="
        ),
    )
    office.run("gm")
    for mail in office.sent("gm"):
        assert mail["Bcc"] is None
        assert EVE not in str(mail["To"])


def test_a_fault_of_the_program_stops_one_game_alone(office: Office) -> None:
    other = Post(seated(nonce=bytes([9]) * 32).save)
    (office.games("gm") / "other.toml").write_bytes(other.save)
    office.put("gm", office.email(address("york"), other.sent("york", "ready"), id="2"), "other")
    office.put("gm", office.sealed("york", "ready"), "york")
    real = moderator.moderate

    def broken(context: Context, genesis: str, path: Path, rows: Sequence[Incoming]) -> bool:
        if path.name == "other.toml":
            raise ZeroDivisionError
        return real(context, genesis, path, rows)

    before = office.entries("gm")
    with mock.patch.object(moderator, "moderate", broken):
        news = office.run("gm")
        assert office.run("gm") == [], "it is told once"
    assert any(says(words, "post.once.harmless", word="failed") for words in news)
    assert office.entries("gm") == before + 1
    assert office.states("gm") == {"taken": 1, "placed": 1}
    office.run("gm")
    assert office.states("gm") == {"taken": 2}


def test_twenty_games_of_strangers_are_kept_and_no_more(office: Office) -> None:
    with mock.patch.object(player, "MOST_INVITATIONS", 2):
        for n in range(4):
            save = Post(invited(nonce=bytes([40 + n]) * 32).dumps()).save
            office.put("eve", with_a_save(office, save), str(n))
        office.run("eve")
    assert len(list((office.home("eve") / computer.POST / "invitations").iterdir())) == 2
    assert office.states("eve") == {"elsewhere": 2, "taken": 2}


def test_a_save_that_is_forged_replaces_nothing(office: Office) -> None:
    """It is shorter, forked or not signed by the GM."""
    office.run("york")
    before = (office.games("york") / "game.toml").read_bytes()
    fork = seated().play(6).save.replace(b"Griffith", b"Griffout")
    older = Post(invited().dumps()).save
    for n, save in enumerate((fork, older)):
        office.put("york", with_a_save(office, save, to="york"), str(n))
    office.run("york")
    assert (office.games("york") / "game.toml").read_bytes() == before


def test_a_link_in_a_mailbox_is_not_followed(office: Office, tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text(office.sealed("york", "ready"))
    (office.mailbox("gm") / "new" / "link").symlink_to(secret)
    before = office.entries("gm")
    office.run("gm")
    assert office.entries("gm") == before
    assert secret.exists()


def test_a_player_moves_no_other_game(office: Office) -> None:
    """An order of another game does not stop those of this one."""
    other = seated(nonce=bytes([9]) * 32)
    office.put("gm", office.email(address("york"), other.sent("york", "ready"), id="2"), "other")
    office.put("gm", office.sealed("york", "ready"), "york")
    before = office.entries("gm")
    office.run("gm")
    assert office.entries("gm") == before + 1
    assert office.states("gm") == {"taken": 1, "elsewhere": 1}
    assert office.left("gm") == ["other"]


@pytest.mark.slow
def test_ten_thousand_emails_of_a_stranger_do_not_hold_up_a_game(office: Office) -> None:
    for n in range(10_000):
        office.put("gm", office.email(EVE, f"{n}", id=str(n)), f"{n:05}")
    start = time.process_time()
    office.run("gm")
    flood = time.process_time() - start
    office.put("gm", office.sealed("york", "ready"), "york")
    before = office.entries("gm")
    start = time.process_time()
    office.run("gm")
    assert office.entries("gm") == before + 1
    assert len(office.left("gm")) == 10_000
    print(f"first pass {flood:.1f} s, next pass {time.process_time() - start:.1f} s")


def test_a_block_within_spoken_words_stops_no_other_email(office: Office) -> None:
    """As a changed program would sign it."""
    with mock.patch.object(canonical, "check_raw"):
        said = office.post.look("york").say("say", 0, "-----BEGIN PBEM2 ORDER-----").to_text()
    office.put("gm", office.email(address("york"), said, id="said"), "said")
    office.put("gm", office.sealed("york", "ready"), "ready")
    before = office.entries("gm")
    office.run("gm")
    assert office.entries("gm") == before + 1
    assert b"-----BEGIN" not in (office.games("gm") / "game.toml").read_bytes()
    assert office.states("gm") == {"refused": 1, "taken": 1}
