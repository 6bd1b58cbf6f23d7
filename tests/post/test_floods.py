"""Emails without number: they hold up nobody's answers and nobody's reminders, and a person hears of them once a day."""

from __future__ import annotations

import os
from pathlib import Path
from unittest import mock

import pytest
from msgspec.structs import replace

from pbem.gm.game import Game
from pbem.gm.inbox import mail_of
from pbem.home import computer
from pbem.mail import addresses
from pbem.post import moderator, once, player, sources
from pbem.post.config import Limits
from pbem.post.journal import Outgoing
from pbem.protocol import envelope, slip
from pbem.protocol import save as savefile
from pbem.protocol.bodies import Envelope
from pbem.protocol.keys import Identity
from pbem.protocol.said import VERSION
from pbem.protocol.slip import Slip
from pbem.round import pile
from tests.moderator.people import ANN, Post, invited, seated
from tests.post.office import NOON, Inside, Office, address
from tests.post.test_attacks import EVE, damaged, with_a_save
from tests.post.test_once import late_orders
from tests.says import says


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path, seated())


def flood(office: Office, sender: str, count: int) -> None:
    bad = "-----BEGIN PBEM2 ORDER-----\n"
    for n in range(count):
        office.put("gm", office.email(sender, bad, id=f"f{n}") + f"{n}", f"0-{n:02}")


def test_an_answer_is_fetched_before_any_flood_in_its_players_name(office: Office) -> None:
    """More than are fetched in an hour; the player's post answers the GM's newest email."""
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    office.carry("gm")
    office.run("york")
    with computer.sitting_as(office.home("york")):
        newest = addresses.read(computer.addresses(office.genesis)).rows["gm"].last
    assert newest.endswith("@example.org>")
    office.post.take({"ready": office.post.sent("york", "ready")})
    office.limits = Limits(sender_hour=1)
    flood(office, address("york"), 15)
    line = office.post.look("york").legal()[0].line
    answer = office.sealed("york", line, id="2", more=f"In-Reply-To: {newest}\r\n")
    os.utime(office.put("gm", answer, "york"), (2e9, 2e9))
    before = office.entries("gm")
    office.run("gm")
    assert office.entries("gm") == before + 1
    assert "york" not in office.left("gm")
    assert len(office.left("gm")) > 1, "the others wait"


def test_a_message_id_of_a_stranger_helps_nobody(office: Office) -> None:
    office.limits = Limits(strangers_day=2)
    for n in range(4):
        more = "In-Reply-To: <f0@example.org>\r\n"
        office.put("gm", office.email(EVE, f"{n}", id=f"f{n}", more=more), f"{n}")
    office.run("gm")
    assert office.states("gm") == {"none": 2}


def test_forged_emails_of_a_player_are_news_once_a_day(office: Office) -> None:
    flood(office, address("york"), 12)
    news = office.run("gm")
    assert sum("cannot be read" in words for words in news) == 1
    office.now += 86400
    office.put("gm", office.email(address("york"), damaged(office), id="g"), "g")
    office.put("gm", office.email(address("york"), damaged(office), id="h"), "h")
    assert sum("cannot be read" in words for words in office.run("gm")) == 1


def test_large_emails_of_strangers_are_news_once_a_day(office: Office) -> None:
    office.limits = Limits(size="1 kB")
    for n in range(5):
        office.put("gm", office.email(f"s{n}@example.com", "x" * 2000, id=str(n)), str(n))
    assert len(office.run("gm")) == 1


def test_what_is_over_a_limit_is_news_once_a_day(office: Office) -> None:
    office.limits = Limits(strangers_day=2)
    for n in range(5):
        office.put("gm", office.email(EVE, f"{n}", id=str(n)), str(n))
    (news,) = office.run("gm")
    assert "3 emails in" in news
    assert says(news, "post.once.fetch", ..., ..., EVE, word="them")
    assert office.run("gm") == []


def test_copies_of_one_refused_order_do_not_silence_the_next_refusal(office: Office) -> None:
    first, *others = late_orders(office, 2)
    for n in range(5):
        office.put("gm", f"{first}\r\n{n}\r\n", f"copy-{n}")
        office.run("gm")
    office.put("gm", others[0], "own")
    office.run("gm")
    assert len(office.sent("gm")) == 2


def sequel_of(office: Office, first: int, size: int = 1000) -> str:
    """New entries that nobody has signed, as a stranger writes them."""
    block = f"{savefile.SEQUEL.decode()}\n# game: {office.genesis}\n# from: {first}\n\n{'x' * size}"
    more = 'Content-Type: application/toml; name="x.toml"\r\n'
    return office.email(EVE, block, to="york", id=str(first), more=more)


def test_entries_that_do_not_follow_on_fill_no_spool_and_are_read_once(office: Office) -> None:
    for n in range(9):
        office.put("york", sequel_of(office, 50 + n), str(n))
    office.run("york")
    assert office.states("york") == {"waits": 5, "none": 4}
    with mock.patch.object(Inside, "read", side_effect=AssertionError("read again")):
        office.run("york")
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    office.carry("gm")
    office.run("york")
    assert office.entries("york") == office.entries("gm"), "what follows on does not wait"


def test_short_emails_are_read_before_long_ones(office: Office) -> None:
    for n in range(3):
        office.put("gm", office.email(EVE, "x" * 20_000, id=str(n)), f"0-{n}")
    os.utime(office.put("gm", office.sealed("york", "ready"), "york"), (2e9, 2e9))
    before = office.entries("gm")
    with mock.patch.object(once, "SORTING", 0):
        office.run("gm")
    assert office.entries("gm") == before + 1
    assert office.states("gm") == {"fetched": 3, "taken": 1}
    office.run("gm")
    assert office.states("gm") == {"none": 3, "taken": 1}


def test_an_invitation_that_had_no_room_is_announced_once_there_is(office: Office) -> None:
    with mock.patch.object(player, "MOST_INVITATIONS", 1):
        for n in range(2):
            save = Post(invited(nonce=bytes([40 + n]) * 32).dumps()).save
            office.put("eve", with_a_save(office, save), str(n))
        news = office.run("eve")
        assert [says(words, "post.player._announce", word="invited") for words in news].count(
            True
        ) == 1
        assert [says(words, "post.player._new_game", word="Delete") for words in news].count(
            True
        ) == 1
        assert office.run("eve") == []
        (full,) = (office.home("eve") / computer.POST / "invitations").iterdir()
        full.unlink()
        (news,) = office.run("eve")
    assert says(news, "post.player._announce", word="invited")


def test_slips_of_a_player_mail_the_save_to_three_people_a_day(office: Office) -> None:
    chair = office.post.look("york").ledger.chair.keys.x25519
    for n in range(5):
        to = f"s{n}@example.com"
        new = Slip(v=VERSION, game=office.genesis, author="york", n=NOON + n, address=to, post=True)
        text = slip.to_text(ANN, new, chair)
        office.put("gm", office.email(address("york"), text, id=str(n)), str(n))
        office.run("gm")
    assert len(office.sent("gm")) == 3
    with computer.sitting_as(office.home("gm")):
        row = addresses.read(computer.addresses(office.genesis)).rows["york"]
    assert row.address == "s4@example.com", "its reports go there all the same"


def test_claims_of_strangers_do_not_fill_the_disk(office: Office) -> None:
    with mock.patch.object(moderator, "MOST_IN_PILE", 2):
        for n in range(4):
            stranger = Identity(bytes([90 + n]) * 32, f"Stranger {n}")
            claim = Game.loads(office.post.save, stranger).claim("york").to_text()
            office.put("gm", office.email(EVE, claim, id=str(n)), str(n))
        office.run("gm")
    with computer.sitting_as(office.home("gm")):
        assert pile.waiting(office.genesis) == 2
    assert len(office.filed("gm", sources.PERSON)) == 4


def test_emails_without_a_sealed_text_open_a_game_five_times_an_hour(office: Office) -> None:
    for n in range(9):
        office.put("gm", office.email(address("york"), f"march {n}", id=str(n)), str(n))
    with mock.patch.object(moderator.apply, "with_typed_lines", return_value=[]) as looked:
        office.run("gm")
        assert looked.call_count == moderator.TYPED_HOUR
        office.now += 3600
        office.put("gm", office.email(address("york"), "march", id="x"), "x")
        office.run("gm")
    assert looked.call_count == moderator.TYPED_HOUR + 1
    assert office.states("gm") == {"none": 10}


def orders_in_the_name_of(office: Office, side: str, count: int) -> list[str]:
    """Different orders with a signature that is not good."""
    good = mail_of(office.post.sent(side, "ready")).envelope
    bodies = [replace(good.body, at=good.body.at + n) for n in range(1, count + 1)]
    return [envelope.to_text(Envelope(body, good.sig)) for body in bodies]


def test_r1_forged_orders_of_one_round_bring_one_email(office: Office) -> None:
    for n, text in enumerate(orders_in_the_name_of(office, "york", 12)):
        office.put("gm", office.email(address("lancaster"), text, id=str(n)), str(n))
    office.run("gm")
    assert office.states("gm") == {"refused": 12}
    assert [mail["To"].addresses[0].addr_spec for mail in office.sent("gm")] == [
        address("lancaster")
    ]


def test_r8_refused_orders_of_one_round_have_three_answers(office: Office) -> None:
    for n, text in enumerate(late_orders(office, 6)):
        office.put("gm", text, str(n))
    office.run("gm")
    assert len(office.sent("gm")) == 3


def test_one_game_leaves_emails_of_the_day_to_the_others(office: Office) -> None:
    office.limits = Limits(out_day=12)
    context = office.context("gm")
    for n in range(14):
        game = "quiet" if n == 13 else "loud"
        row = (f"{n}", "", game, "public", "", address("york"), "", b"\r\n\r\n", "", "queued", 0, 0)
        context.journal.put_outgoing(Outgoing(*row[:1], f"<{n}@x.example>", *row[2:]))
    context.journal.close()
    office.run("gm")
    context = office.context("gm")
    left = [row.key for row in context.journal.outgoing("queued")]
    context.journal.close()
    assert left == ["10", "11", "12"], "13 is of the other game"
    assert says(" ".join(office.said), "post.outgoing.send", word="address")
