"""`pbem new`: what there is to choose, and who is offered which seat."""

from __future__ import annotations

from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from pbem.games import GAMES, find
from pbem.gm.game import Game
from pbem.ledger.cases import agreed
from pbem.ledger.cases.agreed import DECLARED
from pbem.protocol.bodies import Terms
from tests.moderator.people import ANN, accept
from tests.says import says, sentence

from .console import Console


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path)


def made(console: Console, *words: str) -> Game:
    done = console.type("gm", "new", "warriors", "standard", *words, "-o", "new.toml")
    assert done.code == 0, done
    return Game.loads((console.folder / "new.toml").read_bytes())


@pytest.mark.parametrize("game", GAMES)
def test_without_a_scenario_it_lists_what_can_be_chosen(console: Console, game: str) -> None:
    rules = find(game)
    listed = console.type("gm", "new", game).out
    for id, title in rules.scenarios().items():
        assert f"{id} " in listed
        assert title in listed
        for option in rules.options(id):
            assert f"--option {option.name}={option.default} (default)" in listed
            assert option.rule in listed
    assert f"SIDE: {', '.join(rules.sides)}" in listed
    own, terms = listed.split(sentence("cli.new.list_scenarios", word="terms"))
    every = console.type("gm", "new").out
    assert own in every
    assert every.endswith(terms)
    assert all(f"--option {term.name}={term.values}" in terms for term in DECLARED)


def test_a_game_cannot_end_before_it_begins(console: Console) -> None:
    words = ("new", "plantagenet", "Ib", "--option", "ends=2020-01-01")
    done = console.type("gm", *words, PBEM_NOW="1800000000")
    assert done.code == 2
    assert says(done.said, "cli.new.command", "2020-01-01", word="ends")


def test_the_terms_of_the_table_are_quoted_to_who_joins_and_in_a_dispute(console: Console) -> None:
    options = ("--option", "takebacks=none", "--option", "aids=try", "--option", "ends=2027-06-30")
    game = made(console, *options)
    assert game.ledger.genesis.terms == Terms(
        takebacks="none", ends="2027-06-30", barred=("odds", "robot")
    )
    words = agreed.words(game.ledger)
    for said in (
        console.type("ann", "join", "new.toml", "--as", "york", "-o", "a.txt").out,
        (console.folder / "a.txt").read_text("utf-8"),
        console.type("ann", "show", "new.toml").out,
    ):
        assert words in " ".join(said.split())
    assert says(
        " ".join(console.type("gm", "due", ".").out.split()), "club.folder.ENDS", "2027-06-30"
    )
    for who in ("ann", "bob"):
        side = {"ann": "york", "bob": "lancaster"}[who]
        before = (console.folder / "a.txt").read_text("utf-8")
        done = console.type(who, "join", "new.toml", "--as", side, "-o", f"{who}.txt")
        again = says(" ".join(done.out.split()), "home.sent.THE_SAME")
        written = (console.folder / f"{who}.txt").read_text("utf-8")
        assert (again, written == before) == (who == "ann", who == "ann")
        assert console.type("gm", "apply", "new.toml", f"{who}.txt", "--no-reports").code == 0
    done = console.type(
        "ann", "dispute", "new.toml", "--entry", "1", "--text", "Not so.", "-o", "d.txt"
    )
    assert words in done.said
    assert words in " ".join((console.folder / "d.txt").read_text("utf-8").split())
    refused = console.type("ann", "odds", "new.toml")
    assert refused.code == 2
    assert says(refused.said, "errors.NotAllowed", "odds")
    took = console.type("ann", "takeback", "new.toml", "--entry", "1", "-o", "t.txt")
    assert took.code == 2
    assert says(took.said, "ledger.cases.agreed.check_take_back", word="take-backs")


def test_1_5_3_an_option_says_where_it_is_not_to_be_had(console: Console) -> None:
    assert "hidden (1.5.3); not in IIIB\n" in console.type("gm", "new", "plantagenet").out


def test_an_address_stays_with_the_gm_and_is_in_no_save(console: Console) -> None:
    for words in (
        ("--seat", "york=ann@example.org", "--seat", "lancaster=bob@example.org"),
        ("--york", "ann@example.org", "--lancaster=bob@example.org"),
    ):
        game = made(console, *words)
        assert b"example" not in (console.folder / "new.toml").read_bytes()
        assert set(game.ledger.genesis.invited.values()) == {""}
        told = console.type("gm", "addresses", "new.toml").out.split()
        assert told == ["york", "ann@example.org", "lancaster", "bob@example.org"]
        assert says(
            console.type("ann", "addresses", "new.toml").out, "cli.addresses.show", word="address"
        )
        (console.folder / "new.toml").unlink()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seat", "york"], sentence("cli.new.invitations", word="write")),
        (["--york", "a@b.org", "--seat", "york=c@d.org"], "york is offered twice"),
        (
            ["--seat", "scotland=a@b.org"],
            (sentence("errors.BadChoice", "side `scotland` in this game") + " Sides: york"),
        ),
        (["--scotland", "a@b.org"], "No such option"),
        (["--york", "henry"], sentence("cli.new.invited", "henry", "", word="address")),
        (["--york", "strnog"], sentence("cli.new.invited", "strong", word="mean")),
        (["--york", "ann@home"], "`ann@home` is not"),
        (
            ["--option", "fog"],
            sentence("errors.BadOption", "fog", sentence("engine.declared.declared")),
        ),
    ],
)
def test_a_wrong_seat_or_option_is_named(console: Console, words: list[str], said: str) -> None:
    done = console.type("gm", "new", "warriors", "standard", *words, "-o", "new.toml")
    assert done.code == 2
    assert said in done.err
    assert not (console.folder / "new.toml").exists()


def test_an_option_is_kept_as_the_game_spells_it(console: Console) -> None:
    words = ("new", "plantagenet", "towton", "--option", "hidden_mats=ON", "-o", "new.toml")
    assert console.type("gm", *words).code == 0
    game = Game.loads((console.folder / "new.toml").read_bytes())
    assert dict(game.ledger.genesis.options) == {"hidden_mats": "yes"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--option", "hidden_mats=yes", "--option", "HIDDEN_MATS=no"], sentence("cli.new.once")),
        (["--seat", "york="], sentence("cli.new.invitations", word="write")),
        (["--seat", "york"], sentence("cli.new.invitations", word="write")),
    ],
)
def test_what_could_mean_two_things_is_refused(words: list[str], said: str, tmp_path: Path) -> None:
    console = Console(tmp_path)
    done = console.type("gm", "new", "plantagenet", "Ia", *words, "-o", "new.toml")
    assert done.code == 2
    assert said in " ".join(done.said.split())
    assert not (console.folder / "new.toml").exists()


def test_game_side_and_option_are_read_without_case_and_the_game_cut_short(tmp_path: Path) -> None:
    console = Console(tmp_path)
    words = ("--seat", "YORK=ann@example.org", "--option", "HIDDEN_MATS=Yes", "-o", "new.toml")
    done = console.type("gm", "new", "Plant", "Ia", *words)
    assert done.code == 0, done.said
    assert "york: ann@example.org" in done.out


def test_an_option_without_a_scenario_is_refused(tmp_path: Path) -> None:
    done = Console(tmp_path).type("gm", "new", "warriors", "--option", "foo=bar")
    assert done.code == 2
    assert says(" ".join(done.said.split()), "cli.new.command", word="Name")


def test_with_an_outbox_each_player_gets_a_finished_invitation(console: Console) -> None:
    ann = console.file("ann.card", ANN.card())
    seats = ("--york", ann, "--lancaster", "bob@example.org", "--option", "takebacks=none")
    done = console.type("gm", "new", "plantagenet", "towton", *seats, "--outbox", "out")
    assert done.code == 0, done
    mails = {
        path.stem.rpartition("-")[2]: message_from_bytes(path.read_bytes(), policy=default)
        for path in (console.folder / "out").glob("*.eml")
    }
    assert set(mails) == {"york", "lancaster"}
    assert all(f"-000-{side}.eml" in done.out for side in mails)
    assert "bob@example.org" in mails["lancaster"]["To"]
    assert mails["york"]["To"] is None  # his card tells no address
    words, save = mails["lancaster"].walk(), console.save.read_bytes()
    parts = {part.get_filename() or part.get_content_type(): part for part in words}
    told = parts["text/plain"].get_content()
    assert "pbem join game.toml --as lancaster" in told.splitlines()
    assert "No take-backs." in told
    assert parts["game.toml"].get_payload(decode=True) == save
    assert b"bob@example.org" not in save


@pytest.mark.slow
def test_the_outbox_of_the_invitations_is_where_apply_puts_its_mails(console: Console) -> None:
    made = console.type(
        "gm", "new", "warriors", "standard", "--york", "ann@example.org", "--outbox", "out"
    )
    assert made.code == 0, made
    accepted = console.mail(accept(console.save.read_bytes(), "york").to_text())
    done = console.type("gm", "apply", "game.toml", accepted)
    assert done.code == 0, done
    assert len([*(console.folder / "out").glob("*-001-*.eml")]) == 2


def test_a_robot_that_moderates_mails_no_invitations(console: Console) -> None:
    words = ("new", "plantagenet", "towton", "--york", "robot", "--gm", "robot", "--outbox", "out")
    done = console.type("gm", *words)
    assert done.code == 2
    assert says(done.said, "cli.new.command", word="else")
    assert not console.save.exists()
