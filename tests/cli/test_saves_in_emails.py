"""An email with the save in it, given wherever a save can be; and invitations that know where they go."""

from __future__ import annotations

from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

import pbem
from pbem.gm.game import Game
from pbem.home import computer, letters
from pbem.mail import addresses
from pbem.web.server.jobs import Jobs
from pbem.web.server.pages import Club
from tests.moderator.people import ANN, BOB, GM, accept, invited
from tests.says import says

from .console import Console


@pytest.fixture
def console(tmp_path: Path) -> Console:
    """A GM has invited Anne by card and address, and Robert by card alone."""
    made = Console(tmp_path)
    for who, identity in (("ann", ANN), ("bob", BOB)):
        made.file(f"{who}.card", identity.card())
    words = ("new", "plantagenet", "Ib", "--york", "ann.card", "--york", "Ann@example.org")
    done = made.type("gm", *words, "--lancaster", "bob.card", "--outbox", "out")
    assert done.code == 0, done
    assert f"york: {ANN.name} {ANN.public.fingerprint}, at Ann@example.org" in " ".join(
        done.out.split()
    )
    return made


def came(console: Console, side: str, more: str = "") -> Path:
    """The invitation of a side as its player's mail program saves it."""
    (sent,) = (console.folder / "out").glob(f"*-000-{side}.eml")
    path = console.folder / f"{side}.eml"
    top = f"From: Griffith <gm@club.example>\nMessage-ID: <7@x>\n{more}".encode()
    path.write_bytes(top + sent.read_bytes().replace(b"X-Unsent: 1\r\n", b""))
    return path


def test_an_invitation_has_a_to_where_an_address_is_known(console: Console) -> None:
    emails = {
        path.stem.rpartition("-")[2]: message_from_bytes(path.read_bytes(), policy=default)
        for path in (console.folder / "out").glob("*-000-*.eml")
    }
    assert (emails["york"]["To"], emails["lancaster"]["To"]) == ("Ann@example.org", None)
    body = emails["york"].get_body(("plain",))
    assert body is not None
    assert f"{GM.name} invites you to play York in Plantagenet" in body.get_content()


def test_a_card_and_an_address_make_one_offer(console: Console) -> None:
    game = Game.loads(console.save.read_bytes())
    assert game.ledger.genesis.invited["york"].endswith(ANN.public.fingerprint)
    twice = ("--york", "bob.card", "--york", "ann.card")
    for wrong in (twice, ("--york", "a@x.org", "--york", "b@x.org"), ("--york", "simple") * 2):
        done = console.type("gm", "new", "plantagenet", "Ib", *wrong, "-o", "x.toml")
        assert (done.code, "york is offered twice" in done.said) == (2, True)
    robot = ("--york", "a@x.org", "--york", "robot")
    done = console.type("gm", "new", "plantagenet", "Ib", *robot, "-o", "x.toml")
    assert (done.code, says(done.said, "cli.new.invitations", word="robots")) == (2, True)


def test_join_takes_the_gms_address_from_the_invitation(console: Console) -> None:
    done = console.type("ann", "join", came(console, "york"), "--as", "york", "-o", "answer.eml")
    assert done.code == 0, done
    assert "The invitation came from gm@club.example" in done.said
    assert "york.eml`" not in done.said, "the next save comes in another email"
    answer = console.folder / "answer.eml"
    mail = message_from_bytes(answer.read_bytes(), policy=default)
    assert mail["To"].addresses[0].addr_spec == "gm@club.example"
    assert console.type("gm", "apply", "game.toml", answer).code == 0


def test_a_list_and_a_known_address_teach_join_nothing(console: Console) -> None:
    path = came(console, "york", "List-Id: <club.example>\n")
    assert "came from" not in console.type("ann", "join", path, "--as", "york").said
    genesis = Game.loads(console.save.read_bytes()).ledger.game
    with computer.sitting_as(console.folder / "people/ann"):
        assert addresses.read(computer.addresses(genesis)).rows == {}
    words = ("addresses", path, "gm", "griffith@example.org")
    assert console.type("ann", *words).code == 0
    path = came(console, "york")
    assert "came from" not in console.type("ann", "join", path, "--as", "york").said


VERBS = ("show", "verify", "report", "explain", "story", "stats", "note", "legal", "audit")


@pytest.mark.parametrize("verb", VERBS)
def test_what_takes_a_save_takes_an_email_with_one(console: Console, verb: str) -> None:
    email, save = came(console, "york"), "game.toml"
    for who in ("ann", "nobody"):
        from_email, from_file = console.type(who, verb, email), console.type(who, verb, save)
        assert (from_email.code, from_email.out) == (from_file.code, from_file.out)


@pytest.mark.slow
def test_orders_can_be_written_from_an_email(tmp_path: Path) -> None:
    console = Console(tmp_path, invited().dumps())
    for side, who in (("lancaster", "bob"), ("york", "ann")):
        mail = console.mail(accept(console.save.read_bytes(), side).to_text(), f"{who}.txt")
        console.type("gm", "apply", "game.toml", mail, "--no-reports", "--outbox", "out")
    sent = max((tmp_path / "out").glob("*-lancaster.eml"))
    path = tmp_path / "from-the-gm.eml"
    path.write_bytes(b"From: gm@example.org\nDate: today\n" + sent.read_bytes())
    done = console.type("bob", "orders", path)
    assert done.code == 0, done
    (order,) = tmp_path.glob("*-lancaster-01.txt")
    assert console.type("gm", "apply", "game.toml", order).code == 0
    done = console.type("gm", "apply", path, order)
    assert (done.code, "save the attachment" in done.said) == (2, True)


def test_a_list_of_games_looks_into_emails(tmp_path: Path) -> None:
    console = Console(tmp_path)
    offers = [f"--{side}={side}@example.org" for side in ("york", "lancaster")]
    terms = ("--option", "ends=2027-06-30", "--outbox", "out")
    assert console.type("gm", "new", "plantagenet", "Ib", *offers, *terms).code == 0
    old = console.save.read_bytes()
    mail = console.mail(accept(old, "york").to_text(), "ann.txt")
    assert console.type("gm", "apply", "game.toml", mail, "--no-reports").code == 0
    newest = max((tmp_path / "out").glob("*-york.eml")).read_bytes()
    console.save.write_bytes(old)
    listed = console.type("ann", "list")
    assert (listed.code, ".eml" in listed.out, "game.toml" in listed.out) == (0, False, True)
    came = tmp_path / "ann" / "Towton (2).eml"
    came.parent.mkdir()
    came.write_bytes(b"From: gm@example.org\n" + newest)
    (tmp_path / "ann" / "bad.eml").write_bytes(b"From: a@example.org\n\npbem")
    for verb in (("list",), ("list", "--json"), ("due", "--json")):
        done = console.type("ann", *verb)
        assert (done.code, done.err, done.out.count(ANN.name)) == (0, "", verb[-1] == "--json")
        assert ("Towton (2).eml" in done.out, "game.toml" in done.out) == (True, False)
    console.save.unlink()
    assert says(console.type("ann", "due").out, "club.folder.ENDS", "2027-06-30")
    with computer.sitting_as(tmp_path / "people/ann"):
        assert list(pbem.saves(tmp_path)) == [came]
        assert pbem.open(came, ANN).side == "york"


def test_an_invitation_on_the_desk_teaches_the_gms_address(console: Console) -> None:
    content, folder = came(console, "lancaster").read_bytes(), console.folder / "games"
    folder.mkdir()
    with computer.sitting_as(console.folder / "people/bob"):
        Club(folder, BOB, Jobs()).page("games").drop("invitation.eml", content)
        (file,) = folder.glob("*.toml")
        assert letters.gm_address(Game.loads(file.read_bytes(), BOB)) == "gm@club.example"
