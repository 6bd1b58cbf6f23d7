"""What needs a person: named once a day in an email to the GM's own address, and in the pile of their desk."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest

from pbem.home import computer
from pbem.mail import addresses
from pbem.post import at_work, once, sources
from pbem.post.reading import DAMAGED, read_email
from pbem.protocol import armour
from pbem.round import pile
from pbem.round.pile import KeptMail
from tests.moderator.people import Post, any_line, seated
from tests.post.office import Office, address
from tests.says import says

DAY = 86400
MORNING = DAY + 9 * 3600


@pytest.fixture
def office(tmp_path: Path) -> Office:
    made = Office(tmp_path, seated())
    made.now = MORNING
    return made


def digests(office: Office, who: str = "gm") -> list[str]:
    """The words of the digests that somebody's post has sent to themselves."""
    found = [mail for mail in office.sent(who) if str(mail["To"]) == address(who)]
    assert all(mail["Auto-Submitted"] == "auto-generated" for mail in found)
    return [" ".join(mail.get_content().split()) for mail in found]


def damaged(office: Office, id: str, sender: str = "eve@example.org") -> str:
    return office.email(sender, office.post.sent("york", "ready")[:-60], id=id)


def test_what_needs_a_person_is_named_once_a_day(office: Office) -> None:
    office.put("gm", damaged(office, "1"), "1")
    office.run("gm")
    (words,) = digests(office)
    assert "An email of eve@example.org cannot be read" in words
    office.run("gm")
    office.put("gm", damaged(office, "2") + "2", "2")
    office.run("gm")
    assert len(digests(office)) == 1, "one a day"
    office.now += DAY
    office.run("gm")
    assert len(digests(office)) == 1, "nothing is new since then"
    office.put("gm", damaged(office, "3") + "3", "3")
    office.run("gm")
    assert len(digests(office)) == 2


def test_nothing_comes_before_the_morning_and_nothing_without_a_reason(office: Office) -> None:
    office.now = DAY + 3600
    office.put("gm", damaged(office, "1"), "1")
    office.put("gm", office.sealed("york", "ready", id="2"), "2")
    office.run("gm")
    assert digests(office) == []
    office.now = MORNING
    office.run("gm")
    assert len(digests(office)) == 1
    quiet = Office(office.folder / "quiet", seated())
    quiet.now = MORNING
    quiet.put("gm", quiet.sealed("york", "ready"))
    quiet.run("gm")
    assert digests(quiet) == []


def test_a_player_gets_none(office: Office) -> None:
    office.put("york", damaged(office, "1"), "1")
    assert office.run("york")
    assert digests(office, "york") == []


def test_the_digest_stays_where_its_reader_finds_it(office: Office) -> None:
    office.put("gm", damaged(office, "1"), "1")
    office.run("gm")
    assert "gm" in office.carry("gm")
    office.run("gm")
    assert len(office.left("gm")) == 1
    assert office.states("gm") == {"refused": 1, "none": 1}


def test_what_lies_in_the_pile_of_a_desk_is_named_until_it_is_gone(office: Office) -> None:
    with computer.sitting_as(office.home("gm")):
        pile.keep(office.genesis, KeptMail("claim", b"somebody asks for a seat"))
    office.run("gm")
    office.now += DAY
    office.run("gm")
    assert [
        says(words, "post.digest._unsettled_lines", 1, "", word="pile") for words in digests(office)
    ] == [True] * 2
    with computer.sitting_as(office.home("gm")):
        pile.forget(office.genesis, b"somebody asks for a seat")
    office.now += DAY
    office.run("gm")
    assert len(digests(office)) == 2


def typed(office: Office, sender: str, more: str = "") -> str:
    """An email of somebody who has typed a legal order line into it."""
    post = Post((office.games("gm") / "game.toml").read_bytes())
    (side, *_) = post.asked()
    line = any_line(post.look(side), post.random)
    return office.email(sender, f"Hello!\n{line}\nCheers", id="typed", more=more)


@pytest.fixture
def begun(office: Office) -> Office:
    post = office.post.ready()
    for who in ("gm", "york", "lancaster"):
        (office.games(who) / "game.toml").write_bytes(post.save)
    return office


def test_orders_that_were_typed_are_answered_with_how_to_seal_them(begun: Office) -> None:
    begun.put("gm", typed(begun, address("york")))
    news = begun.run("gm")
    assert any(says(words, "post.moderator.take_typed", word="sealed") for words in news)
    (answer,) = [mail for mail in begun.sent("gm") if str(mail["To"]) == address("york")]
    assert says(" ".join(answer.get_content().split()), "round.refusals.words", word="were")
    assert "pbem orders game.toml" in answer.get_content()
    (words,) = digests(begun)
    assert "not sealed" in words
    assert begun.left("gm") == ["1"], "it stays in the mailbox"
    begun.run("gm")
    assert len(begun.sent("gm")) == 2


def test_a_dispute_is_announced_until_it_is_ruled(begun: Office) -> None:
    letter = begun.post.look("york").say("dispute", 3, "That road is a path.")
    begun.put("gm", begun.email(address("york"), letter.to_text()))
    (words,) = [words for words in begun.run("gm") if "That road is a path" in words]
    assert "game.toml --uphold 3 " in words
    assert "That road is a path" in digests(begun)[0]
    assert not begun.run("gm")


@pytest.mark.parametrize("more", ["Auto-Submitted: auto-generated\r\n", "List-Id: <a.b>\r\n"])
def test_no_program_and_no_list_gets_that_answer(begun: Office, more: str) -> None:
    begun.put("gm", typed(begun, address("york"), more))
    news = begun.run("gm")
    assert any("got no answer" in words for words in news)
    assert [str(mail["To"]) for mail in begun.sent("gm")] == [address("gm")]


def test_an_address_that_is_not_confirmed_gets_no_answer_but_the_gm_hears_of_it(
    begun: Office,
) -> None:
    with computer.sitting_as(begun.home("gm")):
        path = computer.addresses(begun.genesis)
        book = addresses.read(path)
        row = addresses.AddressRow("new@example.net", book.rows["york"].key)
        addresses.write(path, addresses.Book({**book.rows, "york": row}))
    begun.put("gm", typed(begun, "new@example.net"))
    begun.run("gm")
    assert "got no answer" in digests(begun)[0]
    assert [str(mail["To"]) for mail in begun.sent("gm")] == [address("gm")]


def test_an_email_of_a_player_without_orders_stays_untouched(begun: Office) -> None:
    begun.put("gm", begun.email(address("york"), "See you on Friday!"))
    assert begun.run("gm") == []
    assert begun.states("gm") == {"none": 1}
    assert begun.sent("gm") == []


def test_without_the_passphrase_the_post_says_what_waits(office: Office) -> None:
    def locked() -> None:
        raise once.Locked(variable="PBEM_PASSPHRASE")

    office.put("gm", office.sealed("york", "ready"), "1")
    real = at_work.working
    with mock.patch.object(at_work, "working", lambda said, _, say: real(said, locked, say)):
        office.run("gm")
    assert any(says(words, "post.once._apply_all", "1 email") for words in office.said)
    assert office.filed("gm", sources.DONE) == []
    office.run("gm")
    assert len(office.filed("gm", sources.DONE)) == 1


def test_a_damaged_letter_is_named_in_words() -> None:
    block = armour.wrap("ORDER", b'{"body":{"game":7},"sig":"AAAA"}')
    reading = read_email(f"From: ann@example.org\nTo: gm@example.org\n\n{block}".encode())
    assert (reading.kind, reading.why) == ("damaged", DAMAGED)
