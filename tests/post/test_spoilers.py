"""What a dishonest player can spoil for others, and what a folder, a kill or a copied journal must not spoil."""

from __future__ import annotations

import shutil
from pathlib import Path
from unittest import mock

import pytest
from msgspec.structs import replace

from pbem.gm.inbox import mail_of
from pbem.home import computer
from pbem.post import doors, once, outgoing, ways_out
from pbem.post.config import Limits
from pbem.post.journal import Outgoing
from pbem.protocol import envelope, slip
from pbem.protocol.said import VERSION
from pbem.protocol.slip import Slip
from tests.moderator.people import PLAYERS, seated
from tests.post.office import NOON, Office, address
from tests.post.test_attacks import EVE, damaged, recipients
from tests.post.test_once import late_orders
from tests.post.test_two_posts import Second, second_of
from tests.says import says, sentence

OTHER = {"york": "lancaster", "lancaster": "york"}


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path, seated())


def author_of(mail: str) -> str:
    return mail_of(mail).envelope.body.author


class NoWayOut:
    """A server that cannot be reached."""

    def ready(self) -> None:
        raise ways_out.WayLost("Nobody answers.")

    def deliver(self, row: Outgoing) -> None:
        raise AssertionError(row.key)

    def close(self) -> None:
        pass


def test_a_slip_to_anothers_address_silences_none_of_their_refusals(office: Office) -> None:
    late = late_orders(office, 1)[0]
    side = author_of(late)
    rogue = OTHER[side]
    chair = office.post.look(side).ledger.chair.keys.x25519
    to = Slip(
        v=VERSION, game=office.genesis, author=rogue, n=NOON, address=address(side), post=True
    )
    block = slip.to_text(PLAYERS[rogue], to, chair)
    office.put("gm", office.email(address(rogue), block, id="slip"), "slip")
    office.run("gm")
    order = mail_of(late).envelope.body
    for n in range(4):
        sealed = (order.sealed[0], replace(order.sealed[1], to=rogue))
        body = replace(order, author=rogue, at=order.at + n, sealed=sealed)
        text = envelope.to_text(envelope.sign(PLAYERS[rogue], body))
        office.put("gm", office.email(address(rogue), text, id=str(n)), str(n))
    office.run("gm")
    assert office.states("gm")["refused"] == 4
    before = len(office.sent("gm"))
    office.put("gm", late, "late")
    office.run("gm")
    assert recipients(office)[before:] == [address(side)]


def test_what_a_key_has_signed_is_answered_to_nobody_else(office: Office) -> None:
    """Somebody has copied an order on its way. Its author has no confirmed address."""
    late = late_orders(office, 1)[0]
    side = author_of(late)
    office.confirm(OTHER[side])
    office.put("gm", late.replace(address(side), address(OTHER[side])), "late")
    news = office.run("gm")
    assert office.sent("gm") == []
    why = sentence("post.answering.answer_to", word="whoever")
    assert says(" ".join(news), "post.moderator._keep", ..., ..., why, word="sender")


def test_what_waits_of_one_sender_leaves_room_for_the_others(office: Office) -> None:
    office.limits = Limits(spool="100 kB")
    old = (office.games("gm") / "game.toml").read_bytes()
    order = office.sealed("york", "ready")
    with mock.patch.object(once, "sort"):  # as if all of it had to wait
        for n in range(9):
            office.put("gm", office.email(EVE, "x" * 10_000, id=f"{n}"), f"0-{n}")
        office.run("gm")
        assert office.states("gm") == {"fetched": 2}
        for n in range(9):
            text = office.email(address("lancaster"), "x" * 10_000, id=f"b{n}")
            office.put("gm", text, f"1-{n}")
        office.run("gm")
        assert office.states("gm") == {"fetched": 4}
        office.put("gm", order + "x" * 20_000, "york")
        office.run("gm")
    office.run("gm")
    assert (office.games("gm") / "game.toml").read_bytes() != old


def test_a_folder_of_games_that_was_away_loses_no_email(office: Office) -> None:
    office.put("gm", office.sealed("york", "ready"))
    with mock.patch.object(doors, "way_out", return_value=NoWayOut()):
        office.run("gm")
    away = office.games("gm").with_name("away")
    office.games("gm").rename(away)
    office.games("gm").mkdir()
    office.run("gm")
    assert office.out_states("gm") == {"held": 2}
    office.games("gm").rmdir()
    away.rename(office.games("gm"))
    office.run("gm")
    assert sorted(recipients(office)) == [address("lancaster"), address("york")]


def test_a_kill_while_an_email_is_picked_up_loses_neither_it_nor_a_newer_one(
    office: Office,
) -> None:
    outbox = office.home("york") / computer.POST / computer.OUTBOX
    outbox.mkdir(parents=True, exist_ok=True)
    (outbox / "say.eml").write_text(office.email(address("york"), "first", id="1"))
    with (
        mock.patch.object(outgoing, "_queue_file", side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt),
    ):
        office.run("york")
    (outbox / "say.eml").write_text(office.email(address("york"), "second", id="2"))
    office.run("york")
    assert len(office.sent("york")) == 2


def copied(office: Office) -> Second:
    """Another computer, with all that this one has."""
    second = second_of(office)
    shutil.rmtree(second.home("gm"))
    shutil.copytree(office.home("gm"), second.home("gm"))
    return second


def test_r9_a_copied_journal_applies_nothing(tmp_path: Path) -> None:
    """What was fetched here before is applied by the computer that the note names."""
    office = Office(tmp_path, seated())
    office.put("gm", office.sealed("york", "ready"))
    with (
        mock.patch.object(once, "take", side_effect=KeyboardInterrupt),
        pytest.raises(KeyboardInterrupt),
    ):
        office.run("gm")
    second, before = copied(office), office.entries("gm")
    with mock.patch.object(once.sources.platform, "node", return_value="second"):
        second.run("gm")
    assert (second.entries("gm"), second.sent("gm")) == (before, [])
    office.run("gm")
    assert office.entries("gm") == before + 1


def test_a_bounce_brings_no_words_of_its_own(office: Office) -> None:
    """A player knows the Message-IDs of the emails that came to them."""
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    id = office.sent("gm")[0]["Message-ID"]
    more = "X-Failed-Recipients: \x1b[2J you. Now type: rm -r games\r\n"
    office.put("gm", office.email(EVE, f"\nMessage-ID: {id}\n", more=more, id="b"), "b")
    (news,) = office.run("gm")
    assert "came back" in news
    assert "\x1b" not in news
    assert "type" not in news


def test_a_clock_that_goes_back_keeps_no_news_from_the_digest(office: Office) -> None:
    def digests() -> list[str]:
        office.put("gm", office.email(EVE, damaged(office), id=f"{office.now}"), f"{office.now}")
        office.run("gm")
        return [mail.get_content() for mail in office.sent("gm")]

    right = NOON + 400 * 86400 + 8 * 3600
    office.now = right
    assert len(digests()) == 1
    office.now -= 365 * 86400
    assert len(digests()) == 2
    office.now = right + 86400
    assert len(digests()) == 3
    assert all(words.count("An email of eve@example.org") == 1 for words in digests())
