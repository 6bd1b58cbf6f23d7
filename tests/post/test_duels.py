"""A post leaves the emails of duels where they are, and says so."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest

from pbem.home import computer
from pbem.mail.write import eml
from pbem.mail.write.eml import Enclosed
from pbem.post import player
from pbem.round import duels
from tests.moderator.people import ANN, BOB, seated
from tests.post.office import Office
from tests.post.test_players import typed


def invitation(office: Office) -> bytes:
    """What York's player sends first."""
    duel = duels.founded(ANN, "warriors", "standard_1455", "york", {}, None, {})
    with computer.sitting_as(office.home("york")):
        duels.begin(duel, office.folder / "duel.toml")
    return duel.email()


def acceptance(office: Office, invited: bytes) -> bytes:
    duel = duels.joined(BOB, invited, "lancaster")
    with computer.sitting_as(office.home("york")):
        duels.begin(duel, office.folder / "joined.toml")
    return duel.email()


def finished(data: bytes) -> bytes:
    mail = eml.email_to(None, "", "A duel")
    mail["From"] = "x@example.org"
    return eml.finished(mail, "A duel\n", enclosed=[Enclosed("duel.toml", data)])


@pytest.mark.parametrize("who", ["lancaster", "york"])
def test_a_duel_stays_in_the_mailbox_and_is_announced_once(tmp_path: Path, who: str) -> None:
    office = Office(tmp_path, seated())
    data = invitation(office)
    if who == "york":
        data = acceptance(office, data)
    office.put(who, finished(data))
    news = office.run(who)
    assert [player.DUEL in words for words in news] == [True]
    assert office.left(who) == ["1"]
    assert office.run(who) == []
    assert not list(office.games(who).glob("duel*"))


def test_the_desk_of_a_duel_says_nothing_of_a_post(tmp_path: Path) -> None:
    office = Office(tmp_path, seated())
    invitation(office)
    with mock.patch("pbem.web.server.serve.serve", return_value=["closed"]):
        done = typed(office, "york", "play", str(office.folder / "duel.toml"))
    assert done.exit_code == 0, done.output
    assert done.output == "closed\n"
