"""A reader with a post gets only the entries that they lack, and no secret in clear (R10)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path
from unittest import mock

import pytest

from pbem.home import computer
from pbem.mail import addresses
from pbem.mail.addresses import AddressRow, Book
from pbem.mail.write import sequels
from pbem.mail.write.outbox import parcel
from pbem.post import player
from pbem.protocol import bodies, sequel
from pbem.protocol import save as savefile
from pbem.protocol.bodies import Order, Ready
from tests.moderator.people import Post, any_line, seated
from tests.post.office import WHO, Office, address
from tests.post.test_floods import sequel_of
from tests.post.test_once import late_orders
from tests.says import says


@pytest.fixture
def office(tmp_path: Path) -> Office:
    made = Office(tmp_path, seated())
    with_posts(made, "york")
    return made


def with_posts(office: Office, *sides: str) -> None:
    """These have sent a return slip, and the others an address that the GM has confirmed."""
    book = Book()
    for side in ("york", "lancaster"):
        key = WHO[side].public.fingerprint
        book = book.put(side, address(side), key)
        if side in sides:
            book = book.slipped(side, address(side), key, 1, post=True)
    with computer.sitting_as(office.home("gm")):
        addresses.write(computer.addresses(office.genesis), book)


def post_of(office: Office) -> Post:
    """The game as its GM has it."""
    return Post((office.games("gm") / "game.toml").read_bytes())


def turn(office: Office, name: str) -> None:
    """Whoever is asked answers, and the GM applies it."""
    post = post_of(office)
    for side in post.asked():
        game = post.look(side)
        line = "ready" if game.owes_ready else any_line(game, post.random)
        id = f"{name}-{side}"
        office.put("gm", office.email(address(side), post.sent(side, line), id=id), id)
    office.run("gm")


def to(office: Office, side: str) -> list[EmailMessage]:
    return [mail for mail in office.sent("gm") if mail["To"].addresses[0].username == side]


def attached(mail: EmailMessage) -> dict[str, bytes]:
    found = {}
    for part in mail.iter_attachments():
        data = part.get_content()
        found[str(part.get_filename())] = data.encode() if isinstance(data, str) else data
    return found


def taken_away(office: Office) -> Iterator[Path]:
    """What the GM has sent, which does not arrive."""
    for path in sorted((office.outgoing("gm") / "new").iterdir()):
        yield path.rename(office.folder / path.name)


def test_a_post_gets_what_its_reader_lacks_and_others_the_whole_save(office: Office) -> None:
    turn(office, "1")
    turn(office, "2")
    assert office.carry("gm") == ["lancaster", "lancaster", "york", "york"]
    for who in ("york", "lancaster"):
        office.run(who)
        assert office.entries(who) == office.entries("gm"), who
    assert (office.games("york") / "game.toml").read_bytes() == (
        office.games("gm") / "game.toml"
    ).read_bytes()
    turn(office, "3")
    (york,), (lancaster,) = to(office, "york"), to(office, "lancaster")
    (name,) = attached(york)
    assert "-from-" in name
    assert "game.toml" in attached(lancaster)
    assert len(york.as_bytes()) * 2 < len(lancaster.as_bytes())


def test_r10_a_post_gets_no_secret_in_clear(office: Office) -> None:
    with_posts(office, "york")
    for n in range(3):
        turn(office, str(n))
    for mail in to(office, "york"):
        (words,) = [
            part.get_content() for part in mail.walk() if part.get_content_maintype() == "text"
        ]
        assert sequels.NEW.split(".")[0].split(" adds")[0] in words
        assert all(name.endswith(".toml") for name in attached(mail))
        assert not any("orders" in name for name in attached(mail))
        game = post_of(office).look()
        for n in range(1, len(game.save.entries)):
            for event in game.stories(n, n, "york")[0].events:
                if event not in game.stories(n, n, "public")[0].events:
                    assert event.text not in words


def test_the_words_are_what_the_public_reads(office: Office) -> None:
    seen = []
    real = sequels.write

    def write(game: object, folder: Path, shown: sequels.Parcel, *more: object) -> list[Path]:
        seen.append(shown.reader)
        return real(game, folder, shown, *more)  # type: ignore[arg-type]

    with mock.patch.object(sequels, "write", write):
        turn(office, "1")
    assert set(seen) == {"public"}


def test_who_has_no_post_any_more_gets_the_whole_save_once_the_gm_types_their_address(
    office: Office,
) -> None:
    turn(office, "1")
    with computer.sitting_as(office.home("gm")):
        path = computer.addresses(office.genesis)
        key = WHO["york"].public.fingerprint
        addresses.write(path, addresses.read(path).put("york", address("york"), key))
    turn(office, "2")
    assert "game.toml" in attached(to(office, "york")[-1])


def test_their_own_machine_writes_their_report(office: Office) -> None:
    turn(office, "1")
    turn(office, "2")
    office.carry("gm")
    office.run("york")
    reports = sorted(path.name for path in (office.games("york") / "reports").iterdir())
    assert [name for name in reports if name.endswith("-york.txt")]
    assert all("-york" in name for name in reports)
    office.run("lancaster")
    assert not (office.games("lancaster") / "reports").exists()


def test_it_begins_behind_what_the_last_order_has_seen(office: Office) -> None:
    """So a lost email heals itself: its reader cannot have named an entry that they never got."""
    turn(office, "1")
    turn(office, "2")
    game = post_of(office).look()
    said = [
        said.body for entry in game.save.entries[1:] for said in bodies.said_in(entry.body.step)
    ]
    newest = [
        body.newest.n for body in said if body.author == "york" and isinstance(body, Order | Ready)
    ]
    assert sequels.first_lacking(game, "york") == newest[-1] + 1
    for first in {0, *(n + 1 for n in newest)}:
        with mock.patch.object(sequels, "first_lacking", return_value=first):
            mail = sequels.mail_of(
                post_of(office).look("gm"),
                parcel(post_of(office).look("gm"), game.stories(game.ledger.n), "public"),
                "york",
                AddressRow(address("york")),
                "game.toml",
                post_of(office).save,
            )
        assert (b"-from-" in mail) == (first > 0)


def lost_entries(office: Office) -> bytes:
    """York's save is older than what their last order named: an email goes on from entries that are not there."""
    old = (office.games("york") / "game.toml").read_bytes()
    for n in range(2):
        turn(office, str(n))
        list(taken_away(office))
    turn(office, "3")
    (first,) = {
        sequel.named(attached(mail)[name]).first
        for mail in to(office, "york")[-1:]
        for name in attached(mail)
    }
    assert first > len(savefile.read(old).entries)
    office.carry("gm")
    return old


def test_where_entries_are_missing_the_whole_save_is_asked_for_once_a_day(office: Office) -> None:
    """Entries that nobody has signed, of a stranger, take neither their place nor the one question of the day."""
    for n in range(6):
        office.put("york", sequel_of(office, 50 + n), f"eve-{n}")
    office.run("york")
    (path,) = (office.outgoing("york") / "new").iterdir()
    path.unlink()
    old = lost_entries(office)
    office.run("york")
    office.run("york")
    assert (office.games("york") / "game.toml").read_bytes() == old
    assert office.states("york") == {"waits": 5 + 1, "none": 1}
    (asked,) = office.sent("york")
    assert asked["Auto-Submitted"] == "auto-generated"
    assert office.carry("york") == ["gm"]
    office.run("gm")
    assert office.carry("gm") == ["york"]
    office.run("york")
    assert office.entries("york") == office.entries("gm")
    office.run("york")
    assert office.states("york") == {"taken": 2, "waits": 5, "none": 1}
    office.run("gm")
    assert office.sent("gm") == [], "the whole save is sent once for one slip"


def test_what_waits_in_vain_is_given_up_after_a_week(office: Office) -> None:
    lost_entries(office)
    for path in (office.mailbox("york") / "new").iterdir():
        os.utime(path, (office.now, office.now))
    office.run("york")
    assert office.states("york") == {"waits": 1}
    office.now += 8 * 86400
    office.run("york")
    assert office.states("york") == {"refused": 1}


def test_a_forged_sequel_changes_nothing_and_asks_once(office: Office) -> None:
    turn(office, "1")
    before = (office.games("york") / "game.toml").read_bytes()
    cut = sequel.cut(post_of(office).save, 2).replace(b"body = '''{", b"body = '''{ ")
    for n in range(3):
        mail = EmailMessage()
        mail["From"], mail["To"], mail["Subject"] = address("gm"), address("york"), f"{n}"
        mail.set_content("News")
        mail.add_attachment(cut, "application", "toml", filename="x.toml")
        office.put("york", mail.as_bytes(), str(n))
    office.run("york")
    assert (office.games("york") / "game.toml").read_bytes() == before
    assert len(office.sent("york")) == 1


def test_emails_that_overtake_each_other_do_no_harm(office: Office) -> None:
    turn(office, "1")
    first = list(taken_away(office))
    turn(office, "2")
    office.carry("gm")
    office.run("york")
    for path in first:
        if b"To: Anne" in path.read_bytes():
            path.rename(office.mailbox("york") / "new" / "late")
    office.run("york")
    assert office.entries("york") == office.entries("gm")
    assert office.states("york") == {"taken": 2}


@pytest.mark.parametrize("backwards", [False, True])
def test_emails_of_one_pass_are_put_in_place_in_the_order_of_their_entries(
    office: Office, backwards: bool
) -> None:
    turn(office, "1")
    turn(office, "2")
    office.carry("gm")
    paths = sorted((office.mailbox("york") / "new").iterdir(), reverse=backwards)
    for n, path in enumerate(paths):
        os.utime(path, (office.now + n, office.now + n))
    with mock.patch.object(player, "_ask_for_save") as asked:
        office.run("york")
    assert not asked.called
    assert office.entries("york") == office.entries("gm")


def test_without_a_save_a_person_is_told(office: Office) -> None:
    turn(office, "1")
    turn(office, "2")
    (office.games("york") / "game.toml").unlink()
    list(taken_away(office))
    turn(office, "3")
    office.carry("gm")
    news = office.run("york")
    assert any(says(words, "post.player.take_sequel", word="whose") for words in news)


def test_a_slip_alone_is_answered_with_the_whole_save_where_its_key_sits(office: Office) -> None:
    with computer.sitting_as(office.home("york")):
        game = office.post.look("york")
        context = office.context("york")
        player.send_slip(context, game, asks=True)
        context.journal.close()
    office.run("york")
    office.carry("york")
    office.run("gm")
    (mail,) = office.sent("gm")
    (save,) = attached(mail).values()
    assert save == (office.games("gm") / "game.toml").read_bytes()


def test_r10_a_refusal_quotes_no_order_in_clear(tmp_path: Path) -> None:
    office = Office(tmp_path, seated())
    (late,) = late_orders(office, 1)
    (side,) = {side for side in ("york", "lancaster") if address(side) in late}
    with_posts(office, side)
    office.put("gm", late, "late")
    office.run("gm")
    (mail,) = office.sent("gm")
    assert "BEGIN PBEM2 REFUSED" in mail.get_content()
    assert "BEGIN PBEM2 REFUSAL" not in mail.get_content()
    assert "too old" not in mail.get_content()
    assert office.carry("gm") == [side]
    news = office.run(side)
    assert any(says(words, "post.player.take_refusal", word="refused") for words in news), news


def asking(office: Office, sender: str, subject: str, name: str, more: str = "") -> None:
    text = office.email(sender, "Please!", id=name, more=more)
    office.put("gm", text.replace("Subject: Hello", f"Subject: {subject}"), name)


def test_who_asks_gets_the_whole_save_once_a_day(office: Office) -> None:
    asking(office, address("york"), "Re: save", "1")
    office.run("gm")
    asking(office, address("york"), "save", "2")
    office.run("gm")
    (mail,) = to(office, "york")
    (save,) = attached(mail).values()
    assert save == (office.games("gm") / "game.toml").read_bytes()
    assert office.states("gm") == {"taken": 2}
    office.now += 86400
    asking(office, address("york"), f"{office.post.look().id}: SAVE", "3")
    office.run("gm")
    assert len(to(office, "york")) == 2


@pytest.mark.parametrize(
    ("sender", "subject", "more"),
    [
        ("eve@example.org", "save", ""),
        (address("york"), "save", "Auto-Submitted: auto-generated\r\n"),
        (address("york"), "save", "List-Id: <a.b>\r\n"),
        (address("york"), "Save the date", ""),
    ],
)
def test_nobody_else_and_no_program_gets_it(
    office: Office, sender: str, subject: str, more: str
) -> None:
    asking(office, sender, subject, "1", more)
    office.run("gm")
    assert office.sent("gm") == []
    assert office.states("gm") == {"none": 1}
