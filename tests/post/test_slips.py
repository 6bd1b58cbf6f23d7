"""Return slips: a player's key says where their emails go, and nobody has to confirm it."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path
from unittest import mock

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from pbem.cli import group
from pbem.home import computer
from pbem.mail import addresses
from pbem.mail.addresses import AddressRow
from pbem.post import slips
from pbem.post.config import Config
from pbem.protocol import slip
from pbem.protocol.keys import Identity
from pbem.protocol.slip import Slip
from tests.moderator.people import ANN, EVE, GM, Post, accept, invited, seated
from tests.post.office import Office, address
from tests.says import says

HOME = "ann.at.home@example.net"


def block(office: Office, identity: Identity = ANN, n: int = 5, to: str = HOME) -> str:
    made = Slip(v=2, game=office.genesis, author="york", n=n, address=to, post=True)
    key = office.post.look("gm").ledger.chair.keys.x25519
    return slip.to_text(identity, made, key)


def known(office: Office, side: str = "york") -> AddressRow | None:
    with computer.sitting_as(office.home("gm")):
        return addresses.read(computer.addresses(office.genesis)).rows.get(side)


def put_slip(office: Office, name: str, text: str, sender: str = "anybody@example.com") -> None:
    office.put("gm", office.email(sender, text, id=name), name)


def moved(office: Office, who: str, to: str) -> None:
    """Somebody's emails come to another address from now on."""
    config = office.config

    def changed(name: str) -> Config:
        return replace(config(name), address=to) if name == who else config(name)

    office.config = changed  # type: ignore[assignment,method-assign]


def to_gm(office: Office, who: str) -> list[EmailMessage]:
    return [mail for mail in office.sent(who) if str(mail["To"]) == address("gm")]


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path, seated(), sure=False)


def test_an_acceptance_brings_its_address_and_nobody_confirms_it(tmp_path: Path) -> None:
    office = Office(tmp_path, Post(invited().dumps()), sure=False)
    text = accept(office.post.save, "york").to_text()
    office.put("gm", office.email("ann@work.example.com", f"{text}\n{block(office)}"))
    news = office.run("gm")
    row = known(office)
    assert row is not None
    assert (row.address, row.confirmed, row.post) == (HOME, True, True)
    assert [mail["To"].addresses[0].addr_spec for mail in office.sent("gm")] == [HOME]
    assert not [words for words in news if "--confirm" in words]


def test_a_newer_slip_of_the_same_key_replaces_the_address(office: Office) -> None:
    put_slip(office, "1", block(office))
    office.run("gm")
    put_slip(office, "2", block(office, n=6, to="new@example.net"))
    office.run("gm")
    row = known(office)
    assert row is not None
    assert row.address == "new@example.net"
    put_slip(office, "3", block(office) + "again")
    office.run("gm")
    assert known(office) == row, "an old slip that comes again says nothing"
    assert office.states("gm") == {"taken": 3}


def test_a_slip_is_surer_than_what_the_gm_has_typed(office: Office) -> None:
    office.confirm("york")
    put_slip(office, "1", block(office))
    office.run("gm")
    row = known(office)
    assert row is not None
    assert row.address == HOME


def test_what_the_gm_types_later_wins_until_a_newer_slip(office: Office) -> None:
    put_slip(office, "1", block(office))
    office.run("gm")
    with computer.sitting_as(office.home("gm")):
        path = computer.addresses(office.genesis)
        key = ANN.public.fingerprint
        addresses.write(path, addresses.read(path).put("york", address("york"), key))
    put_slip(office, "2", block(office) + "again")
    office.run("gm")
    row = known(office)
    assert row is not None
    assert (row.address, row.post) == (address("york"), False)


@pytest.mark.parametrize("identity", [EVE, GM])
def test_r2_only_the_key_of_the_seat_says_where_its_emails_go(
    office: Office, identity: Identity
) -> None:
    put_slip(office, "1", block(office, identity), sender=address("york"))
    office.run("gm")
    assert known(office) is None
    assert office.states("gm") == {"refused": 1}
    assert office.sent("gm") == []


def test_r2_without_the_signature_a_stranger_moves_the_emails(office: Office) -> None:
    """The test above dies without the check."""
    with mock.patch.object(slip.sshsig, "verify"):
        put_slip(office, "1", block(office, EVE), sender=address("york"))
        office.run("gm")
    assert known(office) is not None


def test_a_slip_through_a_list_is_as_good(office: Office) -> None:
    more = "List-Id: <club.example.org>\r\n"
    office.put("gm", office.email("club@example.org", block(office), more=more))
    office.run("gm")
    row = known(office)
    assert row is not None
    assert (row.address, row.last) == (HOME, "")


def test_a_post_sends_its_slip_once_and_again_from_a_new_address(tmp_path: Path) -> None:
    office = Office(tmp_path, seated())
    office.put("gm", office.sealed("york", "ready"))
    office.run("gm")
    office.carry("gm")
    office.run("york")
    assert len(to_gm(office, "york")) == 1
    office.carry("york")
    office.run("gm")
    row = known(office)
    assert row is not None
    assert (row.address, row.post, row.slip > 0) == (address("york"), True, True)
    office.run("york")
    assert to_gm(office, "york") == []
    office.now += 10
    moved(office, "york", HOME)
    office.run("york")
    office.run("york")
    assert len(to_gm(office, "york")) == 1
    office.carry("york")
    office.run("gm")
    row = known(office)
    assert row is not None
    assert row.address == HOME


def test_two_slips_within_one_second_have_two_numbers(office: Office) -> None:
    game = office.post.look("york")
    with (
        computer.sitting_as(office.home("york")),
        mock.patch.dict("os.environ", {computer.NOW: "90000"}),
    ):
        _, first = slips.new(game, "york", HOME)
        slips.keep(game, "york", HOME, first)
        assert slips.new(game, "york", HOME)[1] == first + 1
        assert not slips.is_due(game, HOME)
        assert slips.is_due(game, "other@example.net")


def test_a_gm_without_a_post_keeps_a_slip_by_hand(office: Office) -> None:
    (office.home("gm") / computer.POST / computer.OUTBOX).rename(office.folder / "away")
    for who, name in ((ANN, "hers"), (EVE, "forged")):
        (office.folder / f"{name}.txt").write_text(block(office, who), encoding="utf-8")
    file = str(office.games("gm") / "game.toml")
    mails = [str(office.folder / f"{name}.txt") for name in ("hers", "forged")]
    environment = {computer.FOLDER: str(office.home("gm")), computer.NOW: str(office.now)}
    done = CliRunner(env=environment).invoke(group, ["apply", file, *mails])
    said = " ".join(done.output.split())
    assert says(said, "cli.receipts._moved", "york", HOME)
    assert said.count("go to") == 1
    row = known(office)
    assert row is not None
    assert row.address == HOME
