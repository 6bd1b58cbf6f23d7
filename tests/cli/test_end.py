"""The end by its command: `over` signs it for all who are there, only then publishes keys, and the audit of these."""

from __future__ import annotations

from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from pbem.errors import BadStatement
from pbem.home import computer
from pbem.protocol import envelope, save
from pbem.protocol.bodies import VERSION, Absent, Reveal
from pbem.web.server.jobs import Jobs
from pbem.web.server.pages import page_of_game
from tests.moderator.people import ANN, GM, played, seated
from tests.says import says, sentence, worded

from .console import Console, Done

DAY = 24 * 3600
START = 1_800_000_000
SAVE = "game.toml"


@pytest.fixture
def console(tmp_path: Path) -> Console:
    """A game that the GM has just ended by a ruling."""
    made = Console(tmp_path, played(12).save)
    words = ("--result", "york", "--reason", "Time is up.")
    assert made.type("gm", "rule", SAVE, *words).code == 0
    return made


def good(console: Console, who: str, *words: str, **named: str) -> Done:
    done = console.type(who, *words, **named)
    assert done.code == 0, (words, done)
    return done


def over(console: Console, who: str) -> None:
    good(console, who, "over", SAVE, "-o", f"{who}-over.txt")
    good(console, "gm", "apply", SAVE, f"{who}-over.txt")


def test_who_has_not_lost_or_won_cannot_sign_the_end(tmp_path: Path) -> None:
    made = Console(tmp_path, seated().save)
    done = made.type("ann", "over", SAVE)
    assert done.code == 2
    assert says(done.said, "ledger.cases.says._can_end", word="over")


@pytest.mark.slow
def test_nobody_reveals_before_all_have_signed(console: Console) -> None:
    over(console, "ann")
    for who in ("ann", "gm"):
        done = console.type(who, "over", SAVE)
        assert done.code == 2
        assert says(done.said, "proof.revealed_keys.own_reveals", "lancaster", word="signed")
    signed = good(console, "bob", "over", SAVE)
    assert says(signed.said, "cli.over.command", "pbem over game.toml", word="once")
    assert "your key" not in signed.said.partition("once more")[0]
    assert not list(console.folder.glob("*reveal*"))


@pytest.mark.slow
def test_a_finished_email_carries_a_key_to_the_audit(console: Console) -> None:
    for who in ("ann", "bob"):
        over(console, who)
    done = good(console, "ann", "over", SAVE, "-o", "york-reveal.eml")
    mail = console.folder / "york-reveal.eml"
    assert says(
        done.said,
        "cli.over.publish",
        worded("cli.over.publish", mail.name, word="Open"),
        word="everybody",
    )
    before = console.type("eve", "audit", SAVE).out
    mail.unlink()
    assert console.type("eve", "audit", SAVE).out != before


def test_over_twice_and_audit(console: Console) -> None:
    for who in ("ann", "bob"):
        over(console, who)
    assert "PROVEN" in good(console, "eve", "audit", SAVE).out.upper()
    for who in ("ann", "bob", "gm"):
        good(console, who, "over", SAVE)
    files = sorted(path.name for path in console.folder.glob("*-reveal.txt"))
    assert [name.split("-")[-2] for name in files] == ["gm", "lancaster", "york"]
    told = " ".join(good(console, "eve", "audit", SAVE).out.split())
    assert "contradicted" not in told.replace("nothing contradicted", "")
    one = " ".join(good(console, "eve", "audit", SAVE, files[0]).out.split())
    assert one != told
    hidden = good(console, "eve", "audit", SAVE, *files, "--opened", "hidden.txt")
    assert says(hidden.out, "cli.audit.command", "hidden", word="What")
    assert "txt" in hidden.out
    assert "the deck york 1 lay: " in (console.folder / "hidden.txt").read_text("utf-8")


@pytest.mark.slow
def test_garbage_among_the_reveals_hides_nothing(console: Console) -> None:
    for who in ("ann", "bob"):
        over(console, who)
    good(console, "gm", "over", SAVE)
    before = good(console, "eve", "audit", SAVE).out
    console.file("a-reveal.txt", "no key at all")
    console.file("b-reveal.txt", b"\xff\xfe\x00")
    done = good(console, "eve", "audit", SAVE)
    assert done.out == before
    assert "a-reveal.txt: left out." in done.said


@pytest.mark.slow
def test_keys_of_other_games_beside_it_are_no_reason_to_ask_why(console: Console) -> None:
    for who in ("ann", "bob"):
        over(console, who)
    good(console, "gm", "over", SAVE)
    before = good(console, "eve", "audit", SAVE).out
    key = Reveal(v=VERSION, game="f" * 64, author="gm", key="a" * 64)
    other = envelope.to_text(envelope.sign_reveal(GM, key))
    named = console.file("other-gm-reveal.txt", other)
    assert good(console, "eve", "audit", SAVE).out == before
    asked = " ".join(good(console, "eve", "audit", SAVE, named).out.split())
    assert says(asked, "proof.revealed_keys._fits", word="another")


@pytest.mark.slow
def test_who_has_revealed_signs_nothing_more(console: Console) -> None:
    for who in ("ann", "bob"):
        over(console, who)
    good(console, "gm", "over", SAVE)
    before = console.save.read_bytes()
    done = console.type("gm", "rule", SAVE, "--house", "One more.", "--reason", "Fun.")
    assert done.code == 2
    assert "published your key" in done.said
    assert console.save.read_bytes() == before
    good(console, "ann", "over", SAVE)
    good(console, "eve", "join", SAVE, "--as", "gm", "-o", "claim.txt")
    done = console.type("ann", "consent", SAVE, "claim.txt")
    assert done.code == 2
    assert "published your key" in done.said


def test_after_the_end_nothing_takes_it_back(console: Console) -> None:
    for who in ("ann", "bob"):
        over(console, who)
    done = console.type("gm", "rule", SAVE, "--void", "5", "--reason", "A slip.")
    assert done.code == 2


@pytest.mark.slow
def test_a_silent_side_is_declared_absent(console: Console) -> None:
    """By its days without a word, that the GM's clock must have counted; then its `over` is not needed."""
    over(console, "ann")
    words = ("clock", SAVE, "--absent", "lancaster", "--reason", "No word from him.", "--yes")
    done = console.type("gm", *words, PBEM_NOW=str(START))
    assert done.code == 2
    assert says(done.said, "ledger.cases.absence.too_early", ..., 30, word="silent")
    good(console, "gm", "clock", SAVE, "--read", "--yes", PBEM_NOW=str(START))
    assert console.type("gm", *words, PBEM_NOW=str(START + 29 * DAY)).code == 2
    assert console.type("ann", *words, PBEM_NOW=str(START + 31 * DAY)).code == 2
    good(console, "gm", *words, PBEM_NOW=str(START + 31 * DAY))
    step = save.read(console.save.read_bytes()).entries[-1].body.step
    assert isinstance(step, Absent)
    assert (step.side, step.at) == ("lancaster", START + 31 * DAY)
    told = " ".join(
        good(console, "ann", "verify", SAVE, PBEM_NOW=str(START + 31 * DAY)).out.split()
    )
    assert says(told, "ledger.cases.absence.spoken_for", ..., "lancaster", word="declares")
    assert says(told, "ledger.cases.absence.spoken_for", "lancaster", word="final")
    good(console, "ann", "over", SAVE, PBEM_NOW=str(START + 31 * DAY))


def test_the_days_of_a_new_game_can_be_said(tmp_path: Path) -> None:
    made = Console(tmp_path)
    words = ("new", "plantagenet", "towton", "--days", "7", "-o", "new.toml")
    assert made.type("gm", *words).code == 0
    assert made.type("gm", "new", "plantagenet", "towton", "--days", "0", "-o", "x.toml").code == 2


def test_a_key_by_email_is_put_next_to_the_save(console: Console) -> None:
    good(console, "ann", "over", SAVE, "-o", "ann-over.txt")
    good(console, "gm", "apply", SAVE, "ann-over.txt", "--outbox", "out")
    agree = sentence("mail.write.eml._at_the_end", "game.toml", word="result")
    for side, asked in (("york", False), ("lancaster", True)):
        (mail_file,) = (console.folder / "out").glob(f"*-{side}.eml")
        body = message_from_bytes(mail_file.read_bytes(), policy=default).get_body(("plain",))
        assert body is not None
        assert (agree in " ".join(body.get_content().split())) == asked
    over(console, "bob")
    key_written = good(console, "ann", "over", SAVE, "-o", "key.txt")
    assert says(key_written.said, "cli.over.publish", word="passes")
    key = (console.folder / "key.txt").read_text("utf-8")
    mail = console.mail(f"From: Ann <ann@example.org>\nTo: gm@example.org\n\n{key}", "key.eml")
    for published in (False, True):
        if published:
            good(console, "gm", "over", SAVE)
        done = good(console, "gm", "apply", SAVE, mail)
        (path,) = console.folder.glob("*-york-reveal*.txt")
        assert says(" ".join(done.out.split()), "cli.receipts.without_slips", ..., path.name)
    assert not list(console.folder.rglob("*-refused-*"))


def test_the_desk_publishes_a_key_once_all_have_signed(console: Console) -> None:
    over(console, "ann")
    with computer.sitting_as(console.folder / "people/ann"):
        page = page_of_game(console.save, ANN, Jobs())
        assert "Publish your key" not in page.whole()
        assert 'data-verb="publish"' not in page_of_game(console.save, GM, Jobs()).whole()
        with pytest.raises(
            BadStatement, match=worded("proof.revealed_keys.own_reveals", word="signed")
        ):
            page.act("publish", {})
    over(console, "bob")
    with computer.sitting_as(console.folder / "people/ann"):
        page = page_of_game(console.save, ANN, Jobs())
        assert "Publish your key" in page.whole()
        assert says(page.act("publish", {}).said, "home.published.publish_in_words", word="Send")
    (path,) = console.folder.glob("*-york-reveal.txt")
    assert envelope.read_reveal(path.read_text("utf-8")).body.author == "york"
    with computer.sitting_as(console.folder / "people/gm"):
        chair = page_of_game(console.save, GM, Jobs())
        assert 'data-verb="publish"' in chair.whole()
        assert "`pbem over" not in chair.whole(), "the page names its button"
        chair.act("publish", {})
    (path,) = console.folder.glob("*-gm-reveal.txt")
    assert envelope.read_reveal(path.read_text("utf-8")).body.author == "gm"
    good(console, "gm", "apply", SAVE)
    with computer.sitting_as(console.folder / "people/ann"), pytest.raises(BadStatement):
        page_of_game(console.save, ANN, Jobs()).act("say", {"kind": "say", "text": "Well played."})
