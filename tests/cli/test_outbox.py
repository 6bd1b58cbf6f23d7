"""`apply --outbox`, `addresses`, `orders -o order.eml`: mails that need only to be sent, to addresses that are sure."""

from __future__ import annotations

from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from unittest import mock

import pytest

from pbem.gm.game import Game
from pbem.mail.read import message
from pbem.protocol import armour, envelope
from tests.moderator.people import GM, Post, accept, any_line, invited, played, seated
from tests.moderator.writer import lenient
from tests.says import says, sentence

from .console import Console, Done

PEOPLE = {"york": "ann", "lancaster": "bob"}


def from_(address: str, block: str, id: str = "<1@example.org>") -> str:
    """A mail as a mail program saves it."""
    top = f"From: A Player <{address}>\nTo: gm@example.org\nMessage-ID: {id}\nSubject: pbem\n"
    return f"{top}MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n{block}"


def mails(folder: Path) -> dict[str, EmailMessage]:
    """The finished mails by their reader."""
    found = {}
    for path in sorted(folder.glob("*.eml")):
        mail = message_from_bytes(path.read_bytes(), policy=default)
        assert isinstance(mail, EmailMessage)
        found[path.stem.rpartition("-")[2]] = mail
    return found


@pytest.fixture
def console(tmp_path: Path) -> Console:
    """A game that nobody has joined."""
    return Console(tmp_path, invited().dumps())


def joined(console: Console, *options: str) -> Done:
    data = console.save.read_bytes()
    names = [
        console.mail(
            from_(f"{who}@example.org", accept(data, side).to_text(), f"<{who}@x>"), f"{who}.eml"
        )
        for side, who in PEOPLE.items()
    ]
    return console.type("gm", "apply", "game.toml", *names, *options)


def test_a_refused_mail_is_answered_by_a_finished_one(console: Console) -> None:
    said = from_("eve@example.org", f"-----BEGIN {armour.FORMAT} ORDER-----\nQQ==", "<bad@x>")
    late = f"Auto-Submitted: auto-replied\n{from_('away@example.org', 'I am away.', '<away@x>')}"
    files = [console.mail(said, "bad.eml"), console.mail(late, "away.eml")]
    done = console.type("gm", "apply", "game.toml", *files, "--outbox", "out")
    assert done.code == 2
    (path,) = (console.folder / "out").glob("*.eml")  # none to a machine
    mail = message_from_bytes(path.read_bytes(), policy=default)
    assert mail["To"] == "eve@example.org"
    assert mail["In-Reply-To"] == mail["References"] == "<bad@x>"
    assert says(" ".join(mail.get_content().split()), "round.refusals.words", word="refused")
    assert f"Open {path.relative_to(console.folder)}" in done.said.replace(str(console.folder), "")
    assert not list(console.folder.glob("reports/*-refused-*"))


def test_a_refused_order_takes_the_signed_word_along_in_a_club_too(console: Console) -> None:
    """Twice the same, from two addresses: to each of them his own."""
    console.save.write_bytes(seated().ready().save)
    bad = lenient(Post(console.save.read_bytes()), "york", "fly to the moon")
    twice = [
        console.mail(from_(f"{who}@example.org", bad, f"<{who}-2@x>"), f"{who}-2.eml")
        for who in ("ann", "eve")
    ]
    assert console.type("gm", "apply", ".", *twice, "--outbox", "out").code == 2
    found = (console.folder / "out").glob("*-refused-*.eml")
    to = {}
    for path in found:
        mail = message_from_bytes(path.read_bytes(), policy=default)
        to[str(mail["To"])] = mail["In-Reply-To"]
        envelope.verify(envelope.read_refusal(message.read(path)), GM.public)
    assert to == {"ann@example.org": "<ann-2@x>", "eve@example.org": "<eve-2@x>"}


@pytest.mark.slow
def test_addresses_come_from_the_accepts_and_are_agreed_to_once(console: Console) -> None:
    done = joined(console, "--outbox", "out")
    assert done.code == 0
    assert says(
        done.said,
        "cli.addresses.confirm_doubtful",
        "york, Anne, writes from ann@example.org.",
        word="Until",
    )
    first = mails(console.folder / "out")
    assert set(first) == {"york", "lancaster"}
    assert not any(mail["To"] for mail in first.values())
    words = ("addresses", "game.toml", "--confirm", "york", "--confirm", "lanc")
    assert console.type("gm", *words, "public", "club@example.org").code == 0
    told = console.type("gm", "addresses", "game.toml").out
    assert "not confirmed" not in told
    post = Post(console.save.read_bytes())
    side = post.asked()[0]
    mail = from_(f"{PEOPLE[side]}@example.org", post.sent(side, "ready"), "<2@example.org>")
    done = console.type("gm", "apply", "game.toml", console.mail(mail, "two.eml"))
    assert done.code == 0
    assert "Until you confirm" not in done.said
    for path in (console.folder / "out").glob("*-002-*"):
        path.unlink()
    second = mails(console.folder / "out")  # remembered
    assert str(second[side]["To"]).endswith(f"<{PEOPLE[side]}@example.org>")
    assert second[side]["In-Reply-To"] == "<2@example.org>"
    assert "club@example.org" in second["public"]["To"]
    assert b"example" not in console.save.read_bytes()


@pytest.mark.slow
def test_in_a_terminal_each_address_is_asked_for_once(console: Console) -> None:
    with (
        mock.patch("pbem.cli.addresses.at_terminal", return_value=True),
        mock.patch("click.confirm", side_effect=[True, False]) as asked,
    ):
        assert joined(console, "--outbox", "out").code == 0
    assert [call.args[0].split(",")[0] for call in asked.call_args_list] == ["york", "lancaster"]
    written = mails(console.folder / "out")
    assert written["york"]["To"].addresses[0].addr_spec == "ann@example.org"
    assert written["lancaster"]["To"] is None


@pytest.mark.slow
def test_the_outbox_is_remembered_until_it_is_taken_back(console: Console) -> None:
    joined(console, "--outbox", "out", "--no-reports")
    assert not (console.folder / "reports").exists()
    ruled = console.type("gm", "rule", "game.toml", "--house", "No phones.", "--reason", "Peace.")
    assert ruled.code == 0, ruled.err
    assert len(list((console.folder / "out").glob("*-york.eml"))) == 2
    post = Post(console.save.read_bytes())
    mail = console.mail(post.sent(post.asked()[0], "ready"), "ready.txt")
    done = console.type("gm", "apply", "game.toml", mail, "--no-outbox")
    assert done.code == 0
    assert len(list((console.folder / "out").glob("*-york.eml"))) == 2
    assert says(done.out, "cli.gm_commands.tell_written", word="report")


def test_a_player_writes_a_finished_mail_to_the_gm(tmp_path: Path) -> None:
    post = played(6)
    console = Console(tmp_path, post.save)
    side = post.asked()[0]
    who, line = PEOPLE[side], any_line(post.look(side), post.random)
    done = console.type(who, "orders", "game.toml", "--line", line, "-o", "order.eml")
    assert done.code == 0, done.err
    assert says(done.said, "cli.player_says.to_do", word="know")
    assert console.type(who, "addresses", "game.toml", "gm", "gm@example.org").code == 0
    done = console.type(who, "orders", "game.toml", "--line", line, "-o", "order.eml")
    assert "not known" not in done.said
    path = console.folder / "order.eml"
    mail = message_from_bytes(path.read_bytes(), policy=default)
    assert mail["To"].addresses[0].addr_spec == "gm@example.org"
    applied = console.type("gm", "apply", "game.toml", path)
    assert applied.code == 0, applied.err
    assert len(Game.loads(console.save.read_bytes()).save.entries) > len(post.look().save.entries)


@pytest.mark.slow
@pytest.mark.parametrize("readable", [False, True])
def test_above_the_block_stands_what_is_no_secret(tmp_path: Path, readable: bool) -> None:
    """Who, which question, how many lines, for which position; the lines only where that is asked for."""
    post = played(6)
    console = Console(tmp_path, post.save)
    side = post.asked()[0]
    game = post.look(side)
    line = any_line(game, post.random)
    words = ("orders", "game.toml", "--line", line, "-o", "mine.txt")
    done = console.type(PEOPLE[side], *words, *(["--readable"] if readable else []))
    assert done.code == 0, done.err
    text = (console.folder / "mine.txt").read_text(encoding="utf-8")
    above = " ".join(text.partition("-----BEGIN")[0].split())
    asking = game.ledger.askings[side]
    name = game.ledger.seats[side].keys.name
    assert f"{side} ({name}) answers question {asking.number}, {asking.request}" in above
    assert "1 order line, sealed." in above
    assert f"after entry {len(game.heads) - 1}, log fingerprint {game.head[:16]}" in above
    for_the_gm = sentence("home.letters._in_clear", word="Readable")
    assert (f"{for_the_gm} {line}" in above) == readable
    assert (line in text) == readable
    assert console.type("gm", "apply", "game.toml", "mine.txt").code == 0


def test_what_is_kept_from_the_gm_is_not_shown_to_him(tmp_path: Path) -> None:
    post = played(6)
    console = Console(tmp_path, post.save)
    who = PEOPLE[post.asked()[0]]
    words = ("orders", "game.toml", "--line", "pass", "--readable", "--no-escrow")
    done = console.type(who, *words)
    assert done.code == 2
    assert says(done.said, "cli.orders.command", word="Use")


def test_standing_orders_are_not_told_of_above_an_order(tmp_path: Path) -> None:
    """With a policy in it or without, what stands in clear is the same."""
    post = played(6)
    console = Console(tmp_path, post.save)
    side = post.asked()[0]
    line = any_line(post.look(side), post.random)
    request = post.look(side).request()
    above = []
    for n, more in enumerate(("", '\n[reactions]\ndefault = "ask"\n')):
        answers = f'game = "{post.look().id}"\nside = "{side}"\nanswers = "{request.id}"\n'
        file = console.file(f"{n}.toml", f"{answers}orders = '''\n{line}\n'''\n{more}")
        done = console.type(PEOPLE[side], "orders", "game.toml", file, "-o", f"{n}.txt")
        assert done.code == 0, done.err
        text = Path(console.folder / f"{n}.txt").read_text(encoding="utf-8")
        above.append(text.partition("-----BEGIN")[0].replace(f"revision {n + 1}", "revision"))
    assert above[0] == above[1]


def test_a_mail_with_its_header_is_still_read(console: Console) -> None:
    raw = from_("ann@example.org", accept(console.save.read_bytes(), "york").to_text())
    assert "BEGIN PBEM2 ACCEPT" in message.text_of(raw.encode())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("scotland", "a@b.org"), sentence("cli.addresses.party_named", "scotland", ...)),
        (("york", "ann"), sentence("errors.BadAddress", "ann")),
        (("--confirm", "york"), sentence("cli.addresses.command", "york", word="known")),
    ],
)
def test_what_no_address_can_be_is_refused(
    console: Console, words: tuple[str, ...], said: str
) -> None:
    done = console.type("gm", "addresses", "game.toml", *words)
    assert done.code == 2
    assert said in done.said


def test_an_address_is_forgotten(console: Console) -> None:
    console.type("gm", "addresses", "game.toml", "york", "a@b.org")
    done = console.type("gm", "addresses", "game.toml", "--forget", "york")
    assert says(done.out, "cli.addresses.show", word="address")


@pytest.mark.slow
def test_a_robot_of_this_machine_gets_no_mail(tmp_path: Path) -> None:
    console = Console(tmp_path)
    new = ("new", "plantagenet", "Ib", "--york", "ann@example.org", "--lancaster", "robot")
    done = console.type("gm", *new)
    assert done.code == 0, done.err
    mail = accept(console.save.read_bytes(), "york").to_text()
    done = console.type(
        "gm", "apply", "game.toml", console.mail(from_("ann@example.org", mail)), "--outbox", "out"
    )
    assert done.code == 0, done.err
    written = mails(console.folder / "out")
    assert set(written) == {"york"}
    assert written["york"]["To"].addresses[0].addr_spec == "ann@example.org"


def test_spectators_have_an_email_once_they_have_an_address(console: Console) -> None:
    console.save.write_bytes(seated().save)
    words = ("addresses", "game.toml", "york", "a@b.org", "lancaster", "c@d.org")
    assert console.type("gm", *words).code == 0
    post = Post(console.save.read_bytes())
    mail = console.mail(post.sent(post.asked()[0], "ready"))
    done = console.type("gm", "apply", "game.toml", mail, "--outbox", "out")
    assert done.out.count(".eml\n") == 2
    assert set(mails(console.folder / "out")) == {"york", "lancaster"}
    assert list(console.folder.glob("reports/*-public.html"))
    done = console.type("gm", "addresses", "game.toml", "public")
    assert done.said.endswith(sentence("cli.addresses.command", "public", "public", word="After"))
