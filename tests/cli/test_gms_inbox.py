"""The emails of a GM as they come: what waits is kept, what is nobody's fault is not answered, addresses are earned."""

from __future__ import annotations

import re
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from pbem.cli import receipts
from pbem.errors import OldCopy
from pbem.gm.inbox import Receipt
from pbem.home import computer
from pbem.mail import addresses
from pbem.protocol.armour import FORMAT
from pbem.round.refusals import MOST_KEPT, remember, remembered
from pbem.web.server.jobs import Jobs
from pbem.web.server.pages import page_of_game
from tests.moderator.people import ANN, GM, PLAYERS, Post, accept, invited, joined, seated
from tests.says import says, sentence

from .console import Console, Done

NAMES = {"york": "ann", "lancaster": "bob"}


def email(sender: str, text: str, id: str = "<1@example.org>", more: str = "") -> str:
    """An email as a mail program saves it."""
    top = f"From: {sender}\nTo: gm@example.org\nMessage-ID: {id}\nSubject: Re: the game\n{more}"
    return f"{top}MIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n{text}"


def refusals(console: Console) -> list[Path]:
    return sorted(console.folder.rglob("*-refused-*"))


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path, invited().dumps())


@pytest.fixture
def on_hold(tmp_path: Path) -> tuple[Console, Post, str]:
    """The GM has changed the position, and York's order comes before Lancaster's `ready`."""
    post = seated().ready()
    gm = post.look("gm")
    gm.rule("patch", "Paid twice.", lines=["set lord warwick coin 3"])
    post.save = gm.dumps()
    order = post.sent("york", post.look("york").legal()[0].line)
    return Console(tmp_path, post.save), post, order


def entries(console: Console) -> int:
    return len(Post(console.save.read_bytes()).look().save.entries)


def test_an_order_that_must_wait_is_kept_and_applied_by_itself(
    on_hold: tuple[Console, Post, str],
) -> None:
    console, post, order = on_hold
    before, name = entries(console), console.mail(order, "order.txt")
    done = console.type("gm", "apply", "game.toml", name)
    assert done.code == 0
    assert says(done.said, "cli.receipts.tell", "order.txt", "On hold", word="kept")
    assert not refusals(console)
    Path(name).unlink()
    assert entries(console) == before
    (console.folder / "inbox").mkdir(exist_ok=True)
    ready = console.mail(post.sent("lancaster", "ready"), "ready.txt")
    done = console.type("gm", "apply", "game.toml", ready)
    assert done.code == 0, done
    assert f"order.txt (kept): entry {entries(console) - 1}" in done.out
    assert entries(console) == before + 2
    again = console.type("gm", "apply", "game.toml")
    assert "kept" not in again.out + again.err


def test_an_order_that_is_given_again_is_kept_once(on_hold: tuple[Console, Post, str]) -> None:
    console, post, order = on_hold
    name = console.mail(order, "order.txt")
    for _ in range(2):
        done = console.type("gm", "apply", "game.toml", name)
        assert done.err.count("kept, and applied") == 1
    ready = console.mail(post.sent("lancaster", "ready"), "ready.txt")
    done = console.type("gm", "apply", "game.toml", ready, name)
    assert (done.code, done.out.count("order.txt")) == (0, 1)


def test_emails_that_wait_for_the_same_are_named_in_one_sentence(
    capsys: pytest.CaptureFixture[str],
) -> None:
    waiting = [Receipt(name, error=OldCopy(side="york", last=5)) for name in ("a.txt", "b.txt")]
    receipts.tell(waiting, waiting=waiting)
    told = capsys.readouterr().err
    assert told.startswith(sentence("cli.receipts.tell", "a.txt, b.txt", "This copy", word="kept"))
    assert told.count("This copy") == 1


def test_emails_are_kept_while_the_gm_has_an_old_copy(console: Console) -> None:
    post = joined(Post(console.save.read_bytes())).ready()
    old, newest = console.save.read_bytes(), post.save
    order = console.mail(post.sent("york", post.look("york").legal()[0].line), "order.txt")
    console.save.write_bytes(joined(Post(old)).saves[-1])
    done = console.type("gm", "apply", "game.toml", order)
    assert done.code == 2
    assert says(done.said, "cli.receipts.tell", "order.txt", word="kept")
    assert not refusals(console)
    console.save.write_bytes(newest)
    assert "order.txt (kept): entry" in console.type("gm", "apply", "game.toml").out


@pytest.mark.parametrize(
    "what", ["card", "save", "friday", pytest.param("report", marks=pytest.mark.slow)]
)
def test_nobody_gets_a_refusal_of_what_is_no_answer(console: Console, what: str) -> None:
    outbox = ("--outbox", "out")
    if what == "report":
        for side in PLAYERS:
            data = accept(console.save.read_bytes(), side).to_text()
            console.type("gm", "apply", "game.toml", console.mail(data), *outbox)
        sent = max((console.folder / "out").glob("*-york.eml")).read_text("utf-8")
        name = console.mail(f"From: gm@example.org\nMessage-ID: <9@x>\n{sent}", "report.eml")
    else:
        text = {
            "card": ANN.card(),
            "save": console.save.read_text("utf-8"),
            "friday": email("Ann <ann@example.org>", "See you on Friday!"),
        }[what]
        name = console.mail(text)
    done = console.type("gm", "apply", "game.toml", name, *outbox)
    assert done.code == 2
    assert says(done.said, "cli.receipts.tell", word="left")
    assert not refusals(console)


def test_who_sent_unsealed_orders_is_told_what_to_type(console: Console) -> None:
    text = "game = \"x\"\nside = \"york\"\nanswers = \"levy-2\"\norders = '''\nmarch: pass\n'''\n"
    name = console.mail(email("Ann <ann@example.org>", text))
    assert console.type("gm", "apply", "game.toml", name, "--outbox", "out").code == 2
    (path,) = refusals(console)
    mail = message_from_bytes(path.read_bytes(), policy=default)
    words = mail.get_content().replace("\r\n", "\n")
    assert mail["To"] == "ann@example.org"
    assert "\npbem orders game.toml ORDERS.toml\n" in words
    assert "Plantagenet" in words


def test_a_refusal_names_the_other_game_by_its_title(console: Console) -> None:
    other = Post(invited("Ia", bytes([5]) * 32).dumps())
    (receipt,) = other.take({"a": accept(other.save, "york").to_text()})
    assert receipt.error is None
    words = sentence("home.letters.of_accept", "york", "it", other.look().id, word="play")
    mail = words + accept(other.saves[0], "lancaster").to_text()
    for first in ("game.toml", "."):
        done = console.type("gm", "apply", first, console.mail(mail))
        assert done.code == 2
        assert says(done.said, "errors.WrongGame", f"{other.look().title} ({other.look().id})")


def test_an_email_for_another_game_of_the_gm_is_the_gms_own_mistake(console: Console) -> None:
    other = Post(invited("Ia", bytes([5]) * 32).dumps())
    (console.folder / "other").mkdir()
    console.file("other/game.toml", other.save)
    assert console.type("gm", "show", "other/game.toml").code == 0
    name = console.mail(accept(other.save, "york").to_text())
    alone = console.type("gm", "apply", "game.toml", name)
    assert alone.code == 2
    assert (
        f"not answered. This is an email for game number {other.look().ledger.game[:8]}, another"
        in alone.said
    )
    other_game = sentence("round.apply.of_other_tables", word="another")
    assert f"{other_game}, but one for Plantagenet" in alone.said
    folder = console.type("gm", "apply", "game.toml", "inbox")
    assert folder.code == 0
    assert says(folder.out, "cli.receipts.tell", word="other")
    assert "1 email" in folder.out
    assert says(folder.out, "cli.receipts._tell_left_alone", ..., ..., "inbox")
    assert not refusals(console)
    assert "mail.txt: entry 1" in console.type("gm", "apply", ".", name).out


def test_a_folder_stands_for_all_emails_in_it(console: Console) -> None:
    data = console.save.read_bytes()
    (console.folder / "none").mkdir()
    assert says(
        console.type("gm", "apply", "game.toml", "none").said, "cli.apply.tell_folder", word="there"
    )
    for side, who in NAMES.items():
        console.mail(accept(data, side).to_text(), f"{who}.txt")
    console.mail("See you on Friday!", "friday.txt")
    console.mail("nothing of ours", ".hidden")
    done = console.type("gm", "apply", "game.toml", "inbox")
    assert (done.code, done.out.count(": entry ")) == (0, 2)
    assert says(
        done.out.replace("\\", "/"),
        "cli.receipts._tell_left_alone",
        ...,
        f"1 email {sentence('cli.receipts.tell', word='without')}",
        "inbox/friday.txt",
    )
    again = console.type("gm", "apply", ".", "inbox")
    assert again.code == 0, again
    assert again.out.count(sentence("cli.receipts.tell", word="without")) == 1
    assert says(again.out, "cli.receipts.tell", "2 emails", word="do")


def book(console: Console) -> addresses.Book:
    genesis = Post(console.save.read_bytes()).look().ledger.game
    with computer.sitting_as(console.folder / "people/gm"):
        return addresses.read(computer.addresses(genesis))


def take(console: Console, text: str, name: str = "mail.eml") -> Done:
    done = console.type("gm", "apply", "game.toml", console.mail(text, name), "--no-reports")
    assert done.code == 0, done
    return done


def test_an_address_comes_from_the_first_acceptance_alone(console: Console) -> None:
    joining = accept(console.save.read_bytes(), "york").to_text()
    take(console, joining)
    assert book(console).rows == {}
    take(console, email("Eve <eve@example.org>", joining))
    assert book(console).rows == {}, "a copy from the log"
    take(console, accept(console.save.read_bytes(), "lancaster").to_text())
    ready = Post(console.save.read_bytes()).sent("york", "ready")
    take(console, email("Eve <eve@example.org>", ready))
    assert book(console).rows == {}, "no acceptance"


def test_no_address_comes_from_a_mailing_list(console: Console) -> None:
    joining = accept(console.save.read_bytes(), "york").to_text()
    more = "List-Id: The club <games.club.example>\n"
    take(console, email("Ann via games <games@club.example>", joining, more=more))
    assert book(console).rows == {}


def test_a_copy_does_not_change_which_email_is_answered(console: Console) -> None:
    joining = accept(console.save.read_bytes(), "york").to_text()
    take(console, email("Ann <ann@example.org>", joining, "<first@x>"))
    take(console, email("Ann <ann@example.org>", joining, "<forged@x>"))
    assert book(console).rows["york"].last == "<first@x>"


def test_a_note_of_tapped_lines_is_answered_and_the_page_it_comes_from_is_not(
    console: Console,
) -> None:
    lines = f"[{FORMAT} LINES]\n[game] x\n[side] york\n[order] march: pass\n[{FORMAT} END]"
    page = f'<script>return ["[{FORMAT} LINES]", ...rows]</script>'
    for text, count in ((page, 0), (lines, 1)):
        name = console.mail(email("Ann <ann@example.org>", text))
        assert console.type("gm", "apply", "game.toml", name).code == 2
        assert len(refusals(console)) == count
    assert "pbem orders game.toml --from mail.eml" in refusals(console)[0].read_text("utf-8")


def test_the_desk_keeps_what_waits_in_its_pile_for_either(
    on_hold: tuple[Console, Post, str],
) -> None:
    console, post, order = on_hold
    with computer.sitting_as(console.folder / "people/gm"):
        page = page_of_game(console.save, GM, Jobs())
        answer = page.drop("order.txt", order.encode())
        (name,) = re.findall('name="pile" value="([0-9a-f]+)"', answer.parts["mails"])
        answer = page.act("take", {"pile": name})
        assert says(answer.parts["taken"], "web.chair.chair._mail_result", "On hold", word="Kept")
        assert list(page.pile.mails) == ["order.txt"]
        assert "order.txt" in page_of_game(console.save, GM, Jobs()).whole()
    ready = console.mail(post.sent("lancaster", "ready"), "ready.txt")
    done = console.type("gm", "apply", "game.toml", ready, "--no-reports")
    assert "order.txt (kept): entry" in done.out
    with computer.sitting_as(console.folder / "people/gm"):
        assert "order.txt" not in page_of_game(console.save, GM, Jobs()).whole()


@pytest.mark.parametrize("first", ["game.toml", "."])
@pytest.mark.parametrize(
    "words",
    [
        "{line}",
        "Hello!\n\n  {line}  \n\nBob",
        "> {line}\nThanks!",
        "Hi:\nWarwick: March St. Albans with all",  # no answer to what is asked
    ],
)
def test_lines_typed_into_an_email_are_answered_with_what_seals_them(
    on_hold: tuple[Console, Post, str], words: str, first: str
) -> None:
    console, post, _ = on_hold
    line = post.look("york").legal()[0].line.upper()
    name = console.mail(email("Ann <ann@example.org>", words.format(line=line)))
    done = console.type("gm", "apply", first, name)
    assert done.code == 2
    if words.startswith(">"):
        assert says(done.said, "cli.receipts.tell", word="left")
        assert not refusals(console)
    else:
        (path,) = refusals(console)
        assert "\npbem orders game.toml\n" in path.read_text("utf-8")


def club_of_two(console: Console) -> None:
    """A second game of this GM in the folder."""
    (console.folder / "other").mkdir()
    console.file("other/game.toml", invited("Ia", bytes([5]) * 32).dumps())


@pytest.mark.parametrize("first", ["game.toml", "."])
def test_a_refused_email_of_a_folder_is_answered_once(console: Console, first: str) -> None:
    club_of_two(console)
    data = console.save.read_bytes()
    accepts = {who: accept(data, side).to_text() for side, who in NAMES.items()}
    begun = Post(data)
    begun.take(accepts)
    stranger = Post(invited("III", bytes([7]) * 32).dumps())
    bad = {
        "cut.eml": accepts["ann"][:200],
        "early.eml": begun.sent("york", "ready"),
        "foreign.eml": accept(stranger.save, "york").to_text(),
    }
    for name, text in bad.items():
        console.mail(email("Ann <ann@example.org>", text), name)
    done = console.type("gm", "apply", first, "inbox", "--outbox", "out")
    assert (done.code, done.err.count(": refused.")) == (2, 3), done
    answers = refusals(console)
    assert len(answers) == 3
    for path in answers:  # sent, and gone from the outbox
        path.unlink()
    again = console.type("gm", "apply", first, "inbox", "--outbox", "out")
    assert (again.code, again.err, refusals(console)) == (0, "", []), again
    assert sum(map(int, re.findall(r"(\d) emails? refused before, left alone", again.out))) == 3
    named = console.type("gm", "apply", first, "inbox/cut.eml")
    assert (named.code, refusals(console)) == (2, [])
    again_refused = f"{sentence('cli.receipts.tell', word='refused')}. The sealed text"
    assert again_refused in " ".join(named.err.split())
    for who, text in accepts.items():
        console.mail(text, f"{who}.txt")
    taken = console.type("gm", "apply", first, "inbox")
    assert re.search(r"early.eml: entry 3\n", taken.out), "now it can be applied"
    assert refusals(console) == []


def test_what_a_folder_lacks_or_hides_is_said(console: Console) -> None:
    (console.folder / "inbox" / "Bob").mkdir()
    done = console.type("gm", "apply", "game.toml", "inbox")
    assert done.code == 0
    assert says(done.err, "cli.apply.tell_folder", "inbox", "Bob", word="folders")
    for words in (("inbox", "."), ("inbox",)):
        swapped = console.type("gm", "apply", *words)
        assert swapped.code == 2
        assert says(swapped.err, "cli.apply.into_club", "inbox", word="There")


def test_what_fits_no_game_is_answered_where_the_other_emails_go(console: Console) -> None:
    joining = accept(console.save.read_bytes(), "york").to_text()
    name = console.mail(joining, "ann.txt")
    assert console.type("gm", "apply", ".", name, "--outbox", "out").code == 0
    console.mail(email("Ann <ann@example.org>", joining[:200]))
    assert console.type("gm", "apply", ".", "inbox").code == 2
    assert [path.parent.name for path in refusals(console)] == ["out"]


def test_what_could_not_be_answered_is_refused_again(console: Console) -> None:
    name = console.mail(accept(console.save.read_bytes(), "york").to_text()[:200])
    console.type("gm", "apply", "game.toml", "inbox", "--no-reports")
    assert refusals(console) == []
    done = console.type("gm", "apply", "game.toml", "inbox")
    assert (done.code, len(refusals(console))) == (2, 1), name


def test_only_the_newest_refusals_are_remembered(tmp_path: Path) -> None:
    with computer.sitting_as(tmp_path):
        assert remembered() == []
        remember([f"{n:032}" for n in range(MOST_KEPT)])
        remember([f"{n:032}" for n in (MOST_KEPT - 1, MOST_KEPT)])
        keys = remembered()
        assert (len(keys), keys[0], keys[-1]) == (MOST_KEPT, f"{1:032}", f"{MOST_KEPT:032}")
        remember([])
        assert remembered() == keys
