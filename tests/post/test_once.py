"""One pass of a GM's post and of a player's: every email finds its game, and everybody gets what is theirs."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from unittest import mock

import pytest

from pbem.home import computer
from pbem.post.config import Limits, Source
from pbem.post.sources import Arrived, Disk
from pbem.protocol import envelope
from pbem.round import pile
from pbem.round.pile import KeptMail
from tests.moderator.people import Post, any_line, seated
from tests.post.office import Office, address
from tests.says import says


def late_orders(office: Office, count: int) -> list[str]:
    """Emails with different orders of one player for a question that was answered meanwhile; what was sent until then is
    taken away."""
    post = office.post.ready()
    for who in ("gm", "york", "lancaster"):
        (office.games(who) / "game.toml").write_bytes(post.save)
    (side, *_) = post.asked()
    line = any_line(post.look(side), post.random)
    texts = [post.look(side).orders((line,), n + 2).to_text() for n in range(count)]
    office.put("gm", office.sealed(side, line, id="first"), "first")
    office.run("gm")
    for path in (office.outgoing("gm") / "new").iterdir():
        path.unlink()
    return [office.email(address(side), text, id=f"late{n}") for n, text in enumerate(texts)]


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path, seated())


def test_an_order_is_applied_and_everybody_gets_their_report(office: Office) -> None:
    before = office.entries("gm")
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    assert office.entries("gm") == before + 1
    assert (office.left("gm"), office.filed("gm")) == ([], ["1"])
    assert sorted(mail["To"].addresses[0].addr_spec for mail in office.sent("gm")) == [
        address("lancaster"),
        address("york"),
    ]
    for mail in office.sent("gm"):
        assert mail["Auto-Submitted"] == "auto-generated"
        assert mail["From"].addresses[0].addr_spec == address("gm")
        assert mail["Message-ID"].strip().endswith("@example.org>")
        assert mail["X-Unsent"] is None
    (answer,) = [mail for mail in office.sent("gm") if "york" in str(mail["To"])]
    assert answer["In-Reply-To"] == "<1@example.org>"


def test_a_report_holds_nothing_of_another_side(office: Office) -> None:
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    for mail in office.sent("gm"):
        names = {part.get_filename() for part in mail.walk() if part.get_filename()}
        (side,) = (side for side in ("york", "lancaster") if side in str(mail["To"]))
        (other,) = {"york", "lancaster"} - {side}
        assert not any(other in name for name in names)


def test_a_second_pass_does_nothing(office: Office) -> None:
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    sent = [mail["Message-ID"] for mail in office.sent("gm")]
    assert office.run("gm") == []
    assert [mail["Message-ID"] for mail in office.sent("gm")] == sent


def test_emails_of_no_game_stay_untouched_and_get_no_answer(office: Office) -> None:
    path = office.put("gm", office.email(address("york"), "See you on Friday!"))
    before = path.stat()
    assert office.run("gm") == []
    assert (path.stat().st_mtime_ns, path.stat().st_size) == (before.st_mtime_ns, before.st_size)
    assert office.sent("gm") == []
    assert office.states("gm") == {"none": 1}


def test_the_save_arrives_and_the_question_is_told_once(office: Office) -> None:
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    assert office.carry("gm") == ["lancaster", "york"]
    asked = {who: office.run(who) for who in ("york", "lancaster")}
    assert [office.entries(who) for who in asked] == [office.entries("gm")] * 2
    turn = Post((office.games("gm") / "game.toml").read_bytes()).asked()
    for who, news in asked.items():
        assert len(news) == (who in turn)
        assert all("asks you" in words and "pbem orders" in words for words in news)
    assert any(asked.values())
    assert office.run(turn[0]) == []


def test_a_player_seals_and_the_next_pass_sends(office: Office, tmp_path: Path) -> None:
    text = office.post.sent("york", "ready")
    letter = office.home("york") / computer.POST / computer.OUTBOX / "letter.eml"
    letter.write_bytes(f"X-Unsent: 1\r\nSubject: york 1\r\n\r\n{text}".encode())
    office.run("york")
    (mail,) = office.sent("york")
    assert (mail["To"], mail["Auto-Submitted"]) == (address("gm"), None)
    assert not letter.exists()
    office.carry("york")
    before = office.entries("gm")
    office.run("gm")
    assert office.entries("gm") == before + 1


def test_without_a_confirmed_address_a_report_is_held_until_there_is_one(tmp_path: Path) -> None:
    office = Office(tmp_path, seated(), sure=False)
    office.put("gm", office.sealed("york", "ready"))
    news = office.run("gm")
    assert office.sent("gm") == []
    assert office.out_states("gm") == {"held": 2}
    assert any("game.toml york ADDRESS" in words for words in news)
    office.confirm("york")
    office.run("gm")
    assert [mail["To"].addresses[0].addr_spec for mail in office.sent("gm")] == [address("york")]
    assert office.out_states("gm") == {"held": 1, "sent": 1}


def test_who_has_taken_a_seat_over_does_not_get_what_was_meant_for_another(office: Office) -> None:
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    context = office.context("gm")
    context.journal.db.execute("UPDATE email_out SET state = 'queued', seat = 'SHA256:other'")
    context.journal.close()
    for mail in (office.outgoing("gm") / "new").iterdir():
        mail.unlink()
    office.run("gm")
    assert office.sent("gm") == []
    assert office.out_states("gm") == {"held": 2}


def test_an_email_that_waits_is_kept_and_tried_again(office: Office) -> None:
    """What York has seen the GM has not: the save is old. With the newer one the order counts."""
    old = (office.games("gm") / "game.toml").read_bytes()
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    newer = (office.games("gm") / "game.toml").read_bytes()
    after = Post(newer)
    (side, *_) = after.asked()
    other = Office(office.folder / "second", Post(old))
    line = (
        after.look(side).legal()[0].line
        if side not in after.look().ledger.owes_ready()
        else "ready"
    )
    other.put("gm", other.email(address(side), after.sent(side, line)))
    other.run("gm")
    assert other.states("gm") == {"waits": 1}
    assert other.sent("gm") == []
    assert other.left("gm") == ["1"]
    (other.games("gm") / "game.toml").write_bytes(newer)
    other.run("gm")
    assert other.states("gm") == {"taken": 1}


def test_an_order_for_a_game_that_comes_later_waits_for_it(office: Office) -> None:
    office.put("gm", office.sealed("york", "ready"))
    save = office.games("gm") / "game.toml"
    save.rename(office.folder / "away.toml")
    office.run("gm")
    assert office.states("gm") == {"elsewhere": 1}
    assert not list((office.home("gm") / computer.POST / "spool").iterdir()), (
        "strangers fill no disk"
    )
    assert office.left("gm") == ["1"]
    (office.folder / "away.toml").rename(save)
    office.run("gm")
    assert office.states("gm") == {"taken": 1}


def test_news_goes_to_a_program_as_json(office: Office, tmp_path: Path) -> None:
    script, heard = tmp_path / "heard.py", tmp_path / "heard.json"
    script.write_text(f"import sys\nopen({str(heard)!r}, 'a').write(sys.stdin.read() + chr(10))\n")
    office.tell = (f"command:{sys.executable} {script}",)
    office.post = Post((office.games("gm") / "game.toml").read_bytes())
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    office.carry("gm")
    (side, *_) = Post((office.games("gm") / "game.toml").read_bytes()).asked()
    assert office.run(side) == [], "the terminal is not among them"
    assert office.run(side) == []
    (row,) = [json.loads(line) for line in heard.read_text("utf-8").splitlines()]
    assert (row["kind"], row["side"]) == ("question", side)
    assert row["command"] == f"pbem orders {office.games(side) / 'game.toml'}"


def test_a_program_that_fails_is_told_again(office: Office) -> None:
    office.tell = (f"command:{sys.executable} -c 'raise SystemExit(3)'",)
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    office.carry("gm")
    (side, *_) = Post((office.games("gm") / "game.toml").read_bytes()).asked()
    for _ in range(2):
        office.run(side)
        assert says(" ".join(office.said), "post.once._tell_program", ..., 3, word="ended")


def test_orders_that_come_too_late_are_refused_to_their_author_alone(office: Office) -> None:
    (late,) = late_orders(office, 1)
    office.put("gm", late, "late")
    office.run("gm")
    (mail,) = office.sent("gm")
    assert mail["To"].addresses[0].addr_spec in map(address, ("york", "lancaster"))
    assert mail["Auto-Submitted"] == "auto-generated"
    assert office.filed("gm") == ["first", "late"]


def test_the_key_of_whoever_has_agreed_to_the_end_follows_by_itself(tmp_path: Path) -> None:
    post = seated().ready()
    gm = post.look("gm")
    gm.rule("result", "Time is up.", side="york")
    post.save = gm.dumps()
    post.take({"york": post.look("york").say("over", gm.ledger.cases.result).to_text()})
    office = Office(tmp_path, post)
    last = post.look("lancaster").say("over", gm.ledger.cases.result).to_text()
    office.put("york", office.email(address("gm"), post.save.decode(), to="york"))
    office.run("york")
    assert office.sent("york") == [], "nobody reveals anything before all have agreed"
    office.put("gm", office.email(address("lancaster"), last))
    office.run("gm")
    office.carry("gm")
    for side in ("york", "lancaster"):
        for _ in range(3):
            office.run(side)
        (key,) = office.sent(side)
        assert key["To"].addresses[0].addr_spec == address("gm")
        assert envelope.read_reveal(key.as_string()).body.author == side
    office.carry("york")
    office.carry("lancaster")
    office.run("gm")
    kept = {file.stem.split("-")[-2] for file in office.games("gm").glob("*-reveal.txt")}
    assert kept == {"york", "lancaster"}, "the audit finds them next to the save"


def test_a_new_order_above_a_quoted_refusal_or_an_old_order_is_applied(office: Office) -> None:
    """As people answer by hand."""
    first = office.post.sent("york", "ready")
    office.put("gm", office.email(address("york"), first), "first")
    office.run("gm")
    for who in ("gm", "york", "lancaster"):
        save = (office.games("gm") / "game.toml").read_bytes()
        (office.games(who) / "game.toml").write_bytes(save)
    office.post = Post(save)
    late = office.post.asked()[0]
    line = any_line(office.post.look(late), office.post.random)
    quoted = "\n".join(f"> {row}" for row in first.splitlines())
    answer = office.post.sent(late, line)
    before = office.entries("gm")
    office.put(
        "gm", office.email(address(late), f"{answer}\n\nYou wrote:\n{quoted}\n", id="2"), "2"
    )
    office.run("gm")
    assert office.entries("gm") > before
    assert office.states("gm") == {"taken": 2}


def test_what_was_thrown_away_is_not_read(office: Office) -> None:
    path = office.put("gm", office.sealed("york", "ready"))
    path.rename(office.mailbox("gm") / "cur" / "1:2,ST")
    before = office.entries("gm")
    office.run("gm")
    assert office.entries("gm") == before
    (office.mailbox("gm") / "cur" / "1:2,ST").rename(office.mailbox("gm") / "cur" / "1:2,S")
    office.run("gm")
    assert office.entries("gm") == before + 1


def test_a_refusal_is_told_to_its_player_if_the_gm_signed_it(office: Office) -> None:
    (late,) = late_orders(office, 1)
    office.put("gm", late, "late")
    office.run("gm")
    (side,) = office.carry("gm")
    (news,) = office.run(side)
    assert says(news, "post.player.take_refusal", word="refused")
    assert office.filed(side)
    other = "lancaster" if side == "york" else "york"
    (path,) = (office.mailbox(side) / ".pbem.done" / "cur").iterdir()
    forged = path.read_text("utf-8").replace("Message-ID: <", "Message-ID: <x")
    letters = [row for row in forged.splitlines() if len(row) == 64]
    office.put(other, forged.replace(letters[-2], letters[-2][::-1]), "forged")
    assert not any("refused your order" in words for words in office.run(other))


def test_a_folder_of_emails_does_as_a_maildir(office: Office, tmp_path: Path) -> None:
    mailbox = tmp_path / "inbox"
    mailbox.mkdir()
    office.source = Source("folder", str(mailbox))
    half, whole = mailbox / "half.eml", mailbox / "whole.eml"
    for path in (half, whole):
        path.write_text(office.sealed("york", "ready"), encoding="utf-8")
    os.utime(whole, (1000, 1000))
    before = office.entries("gm")
    office.run("gm")
    assert office.entries("gm") == before + 1
    assert sorted(path.name for path in mailbox.iterdir()) == ["done", "half.eml", "pbem-post.json"]
    assert [path.name for path in (mailbox / "done").iterdir()] == ["whole.eml"]


def test_an_order_that_a_command_has_kept_is_applied_by_the_post(tmp_path: Path) -> None:
    post = seated().ready()
    gm = post.look("gm")
    gm.rule("patch", "Paid twice.", lines=["set lord warwick coin 3"])
    post.save = gm.dumps()
    order = post.sent("york", post.look("york").legal()[0].line)
    office = Office(tmp_path, post)
    before = office.entries("gm")
    with computer.sitting_as(office.home("gm")):
        pile.keep(office.genesis, KeptMail("order.txt", order.encode(), waits=True))
    office.put("gm", office.sealed("lancaster", "ready"))
    office.run("gm")
    assert office.entries("gm") >= before + 2
    assert office.states("gm") == {"taken": 1}
    with computer.sitting_as(office.home("gm")):
        assert pile.waiting(office.genesis) == 0


def test_what_is_over_a_limit_costs_nothing_until_it_may_be_fetched(tmp_path: Path) -> None:
    office = Office(tmp_path, seated(), limits=Limits(strangers_day=1))
    for number in range(5):
        office.put(
            "gm", office.email(f"s{number}@example.com", "Hello", id=str(number)), str(number)
        )
    looks: list[int] = []
    look = Disk.look

    def counted(box: Disk, names: Iterable[str]) -> list[Arrived]:
        found = look(box, names)
        looks.append(len(found))
        return found

    with mock.patch.object(Disk, "look", counted):
        for _ in range(3):
            office.run("gm")
        assert looks == [5]
        assert office.states("gm") == {"none": 1}
        office.now += 86400
        office.run("gm")
    assert looks == [5, 4]
    assert office.states("gm") == {"none": 2}
