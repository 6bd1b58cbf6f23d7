"""What is dropped on the shelf goes to its game; an invitation is joined with a click, and then the page is the seat."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default
from pathlib import Path
from unittest import mock

import pytest

from pbem.errors import NotOnThisPage, PbemError, SeatKept
from pbem.gm.game import Game
from pbem.gm.inbox import mail_of
from pbem.home import computer
from pbem.protocol.bodies import Accept
from pbem.protocol.keys import Identity
from pbem.round import pile
from pbem.web.chair.chair import GmDesk
from pbem.web.lobby.joining import Joining
from pbem.web.seat.desk import Seated
from pbem.web.seat.replay import Replay
from pbem.web.server.jobs import Jobs
from pbem.web.server.pages import Club, OneTable, open_page, watch_page
from tests.moderator.people import ANN, BOB, EVE, GM, NONCE, seated
from tests.says import says, worded

NAMED = {"york": f"Anne {ANN.public.fingerprint}", "lancaster": ""}


@pytest.fixture(autouse=True)
def somebody_sits_here(tmp_path: Path) -> Iterator[None]:
    with mock.patch.dict(os.environ, {computer.FOLDER: str(tmp_path / "home")}):
        yield


def invitation() -> Game:
    return Game.new(GM, "plantagenet", "Ib", NAMED, {}, NONCE)


def club(folder: Path, who: Identity) -> Club:
    folder.mkdir(exist_ok=True)
    return Club(folder, who, Jobs())


def test_an_invitation_is_dropped_and_joined_and_becomes_the_seat(tmp_path: Path) -> None:
    made = club(tmp_path / "club", ANN)
    game = invitation()
    answer = made.page("games").drop("invite.toml", game.dumps())
    assert "You are invited" in answer.parts["games"]
    (file,) = (tmp_path / "club").glob("*.toml")
    assert file.name == f"{game.id}.toml"
    assert file.read_bytes() == game.dumps()
    (row,) = made.shelved()
    page = made.page(row.page)
    assert isinstance(page, Joining)
    html = page.whole()
    assert GM.public.fingerprint in html
    assert ANN.public.fingerprint in html
    assert "Deadlines" in html or "deadline" in html, "the terms of the table"
    with pytest.raises(NotOnThisPage, match=worded("web.lobby.joining.NOTHING_SIGNED")):
        page.act("again", {})
    told = page.act("join", {"side": "york"})
    name = f"{game.id}-york-join.eml"
    assert name in told.parts["sheet"]
    assert says(told.parts["join"], "templates.desk.join", "Yorkists", word="signed"), (
        "behind the sheet, the page says so at once"
    )
    letter = mail_of(message_from_bytes(page.download(name).content, policy=default).get_content())
    assert isinstance(letter.envelope.body, Accept)
    assert "you have signed up as york" in made.page("games").act("look", {}).parts["games"].lower()
    assert says(page.whole(), "templates.desk.join", "Yorkists", word="signed")
    once_more = made.page(row.page)
    assert isinstance(once_more, Joining)
    assert says(once_more.act("join", {"side": "york"}).said, "home.sent.THE_SAME")
    twice = mail_of(
        message_from_bytes(once_more.download(name).content, policy=default).get_content()
    )
    assert twice == letter
    page.act("outbox", {"eml": "yes"})
    assert (tmp_path / "club" / name).is_file()

    bob = Game.loads(game.dumps(), BOB).join("lancaster").to_text()
    receipts = game.apply({"ann": page.download(name).content, "bob": bob})
    assert [one.error for one in receipts] == [None, None]
    assert page.drop("next.toml", game.dumps()).goes == row.page
    assert isinstance(made.page(row.page), Seated)
    assert "You: <strong>Yorkists" in made.page(row.page).whole()


def test_a_seat_that_is_kept_for_another_cannot_be_taken(tmp_path: Path) -> None:
    made = club(tmp_path / "club", EVE)
    made.page("games").drop("invite.toml", invitation().dumps())
    page = made.page(made.shelved()[0].page)
    assert 'value="york"' not in page.whole()
    assert 'value="lancaster"' in page.whole()
    with pytest.raises(NotOnThisPage, match=worded("web.lobby.joining.Joining.join", word="free")):
        page.act("join", {"side": "york"})
    with pytest.raises(SeatKept):
        Game.loads(invitation().dumps(), EVE).join("york")


def test_a_seat_is_ticked_only_if_it_can_be_no_other(tmp_path: Path) -> None:
    def ticked(who: Identity, names: dict[str, str]) -> list[str]:
        file = tmp_path / "game.toml"
        file.write_bytes(Game.new(GM, "plantagenet", "Ib", names, {}, NONCE).dumps())
        return re.findall(
            r'value="(\w+)" checked', OneTable(open_page(file, who, Jobs())).page("game").whole()
        )

    nobody = {"york": "", "lancaster": ""}
    assert ticked(BOB, nobody) == [], "whoever joins first gets a seat: York's would be Ann's"
    assert ticked(ANN, NAMED) == ["york"]
    assert ticked(BOB, NAMED) == ["lancaster"]


def test_one_invitation_opens_on_the_same_page(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_bytes(invitation().dumps())
    table = OneTable(open_page(file, ANN, Jobs()))
    assert isinstance(table.page("game"), Joining)
    file.write_bytes(seated().save)
    with pytest.raises(PbemError):
        table.page("game").act("conquer", {})


def test_mails_and_saves_go_to_their_game(tmp_path: Path) -> None:
    post = seated().ready()
    made = club(tmp_path / "club", GM)
    (tmp_path / "club" / "towton.toml").write_bytes(post.save)
    (row,) = made.shelved()
    told = post.look("york").say("say", 0, "Well met").to_text()
    answer = made.page("games").drop("word.txt", told.encode())
    assert says(answer.said, "web.chair.pile.Heap.put", word="added")
    assert says(
        answer.parts["games"],
        "web.lobby.games.summarise",
        worded("web.lobby.games.summarise", word="email"),
        word="applied",
    )
    page = made.page(row.page)
    assert isinstance(page, GmDesk)
    assert list(page.pile.mails) == ["word.txt"]
    assert pile.waiting(page.game.ledger.game) == 1
    with pytest.raises(PbemError, match=worded("errors.NoBlock")):
        made.page("games").drop("bad.txt", b"nothing at all")
    elsewhere = Game.new(GM, "plantagenet", "Ib", {}, {}, bytes(32))
    accept = Game.loads(elsewhere.dumps(), ANN).join("york").to_text()
    with pytest.raises(NotOnThisPage, match=worded("web.server.pages.Club.dropped", word="game")):
        made.page("games").drop("accept.txt", accept.encode())


def test_a_newer_save_reaches_a_player_and_who_looks_on(tmp_path: Path) -> None:
    post = seated().ready()
    for who, kind in ((ANN, Seated), (EVE, Replay)):
        folder = tmp_path / who.name
        with mock.patch.dict(os.environ, {computer.FOLDER: str(folder / "home")}):
            folder.mkdir()
            made = club(folder / "club", who)
            (folder / "club" / "towton.toml").write_bytes(post.save)
            name = made.shelved()[0].page
            assert isinstance(made.page(name), kind)
            newer = seated().ready()
            newer.turn()
            made.page("games").drop("new.toml", newer.save)
            assert (folder / "club" / "towton.toml").read_bytes() == newer.save
            last = len(newer.look().save.entries) - 1
            assert f"ntry {last}" in made.page(name).whole()


def test_who_looks_on_sees_what_all_may_see_and_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_bytes(seated().ready().save)
    page = OneTable(watch_page(file)).page("game")
    assert isinstance(page, Replay)
    assert page.game.side == "public"
    assert page.game.title.replace("'", "&#39;") in page.whole()
    with pytest.raises(NotOnThisPage):
        page.act("take", {"line": "pass"})
    with pytest.raises(NotOnThisPage):
        page.drop("word.txt", b"no save")
