"""A folder of games: deadlines, reminders, holidays, and a mixed inbox."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pbem.gm.game import Game
from pbem.ledger.cases.time import date, deadline, state
from pbem.protocol.bodies import Clocked, Ruling, Terms
from tests import clocks
from tests.drawn import kept
from tests.moderator.people import (
    ANN,
    EVE,
    GM,
    PLAYERS,
    Post,
    any_line,
    joined,
    played,
    seated,
)
from tests.says import says, sentence

from .console import Console, Done

DAY = 24 * 3600
START = 1_800_000_000
OTHER = bytes(reversed(range(32)))


@kept
def second() -> bytes:
    return seated(nonce=OTHER).save


@pytest.fixture
def console(tmp_path: Path) -> Console:
    made = Console(tmp_path)
    (tmp_path / "club" / "two").mkdir(parents=True)
    made.file("club/one.toml", played(6).save)
    made.file("club/two/game.toml", second())
    made.file("club/notes.toml", "x = 1\n")
    return made


def at(console: Console, days: float, who: str, *words: str) -> Done:
    """A command at that time; a GM's own clock is right."""
    sure = ("--yes",) if who == "gm" and words[0] == "clock" else ()
    return console.type(who, *words, *sure, PBEM_NOW=str(START + int(days * DAY)))


def one(console: Console) -> Game:
    return Game.loads((console.folder / "club/one.toml").read_bytes())


def asked(console: Console) -> str:
    return one(console).ledger.turn_of()[0]


@kept
def paced(ending: str) -> bytes:
    """A game under way with a week for each answer and two days of grace."""
    cards = {side: f"{who.name} {who.public.fingerprint}" for side, who in PLAYERS.items()}
    agreed = Terms(pace=168, grace=48, ending=ending)
    game = Game.new(GM, "plantagenet", "Ib", cards, None, OTHER, terms=agreed)
    return joined(Post(game.dumps())).ready().play(6).save


def terms(console: Console, ending: str = "gm") -> None:
    """The first game has deadlines, and the clock was read."""
    console.file("club/one.toml", paced(ending))
    assert at(console, 0, "gm", "clock", "club/one.toml", "--read").code == 0


def ordered(console: Console, days: float) -> str:
    """An email in which whoever is asked answers at that time."""
    game = Game.loads((console.folder / "club/one.toml").read_bytes(), PLAYERS[asked(console)])
    with clocks.at(START + int(days * DAY)):
        letter = game.orders([any_line(game, random.Random(3))])
    return console.mail(letter.to_text())


def test_list_tells_whose_turn_it_is(console: Console) -> None:
    done = console.type("eve", "list", "club")
    assert done.code == 0
    for game in (one(console), Game.loads(second())):
        assert game.id in done.out
    side = asked(console)
    assert f"waits for {PLAYERS[side].name} ({side}, " in done.out
    assert "waits for Anne (york, ready)" in done.out


def test_a_mixed_inbox_goes_to_the_right_games(console: Console) -> None:
    game = Game.loads((console.folder / "club/one.toml").read_bytes(), PLAYERS[asked(console)])
    mails = {
        "a.txt": game.orders([any_line(game, random.Random(1))]).to_text(),
        "b.txt": Game.loads(second(), ANN).orders(["ready"]).to_text(),
        "c.txt": seated(nonce=bytes([9]) * 32).sent("york", "ready"),
        "d.txt": "hello",
    }
    paths = [console.mail(text, name) for name, text in mails.items()]
    before = {n: len(Game.loads((console.folder / n).read_bytes()).save.entries)
              for n in ("club/one.toml", "club/two/game.toml")}  # fmt: skip
    done = console.type("gm", "apply", "club", *paths)
    assert done.code == 2
    assert says(done.said, "errors.WrongGame")
    for name, count in before.items():
        assert len(Game.loads((console.folder / name).read_bytes()).save.entries) == count + 1


def order(console: Console) -> str:
    """An email with orders for the first game, as its player sends it now."""
    game = Game.loads((console.folder / "club/one.toml").read_bytes(), PLAYERS[asked(console)])
    line = any_line(game, random.Random(1))
    return console.mail(game.orders([line]).to_text(), "order.txt")


def turn(console: Console) -> bytes:
    """The GM applies an order to the first game; its save before."""
    before = (console.folder / "club/one.toml").read_bytes()
    done = console.type("gm", "apply", "club/one.toml", order(console), "--no-reports")
    assert done.code == 0, done.said
    return before


@pytest.mark.slow
@pytest.mark.parametrize("old", [False, True], ids=["as new", "older"])
@pytest.mark.parametrize("name", ["one (1).toml", "one - Copy.toml", "Kopie von one.toml"])
def test_a_copy_of_a_save_is_named_and_never_played_on(
    console: Console, name: str, old: bool
) -> None:
    older = turn(console)
    copy = older if old else (console.folder / "club/one.toml").read_bytes()
    console.file(f"club/{name}", copy)
    before = len(one(console).save.entries)
    done = console.type("gm", "apply", "club", order(console))
    assert done.code == 0, done.said
    assert says(done.err, "cli.apply.into_club", f"club/{name}", word="another")
    assert len(one(console).save.entries) == before + 1
    assert (console.folder / "club" / name).read_bytes() == copy


def test_the_newest_copy_is_played_on_whatever_its_name(console: Console) -> None:
    older = turn(console)
    mail, newest = order(console), (console.folder / "club/one.toml").read_bytes()
    console.file("club/one.toml", older)
    console.file("club/from my laptop.toml", newest)
    done = console.type("gm", "apply", "club", mail)
    assert done.code == 0, done.said
    assert says(done.err, "cli.apply.into_club", "club/one.toml", word="copy")
    entries = Game.loads((console.folder / "club/from my laptop.toml").read_bytes()).save.entries
    assert len(entries) == len(Game.loads(newest).save.entries) + 1


def test_a_list_calls_an_old_copy_one_where_the_newest_is_there(console: Console) -> None:
    console.file("club/one (1).toml", turn(console))
    assert console.type("gm", "show", "club/one.toml").code == 0
    done = console.type("gm", "list", "club")
    assert f"one (1).toml: {sentence('cli.many.OLDER', word='older')}" in done.said
    assert not says(done.said, "errors.ShorterHistory")


def test_an_old_save_refuses_no_email(console: Console) -> None:
    """The GM has put a backup back: that is said first, and the email is good once the save is."""
    older = turn(console)
    mail, newest = order(console), (console.folder / "club/one.toml").read_bytes()
    console.file("club/one.toml", older)
    done = console.type("gm", "apply", "club", mail, "--outbox", "out")
    assert done.code == 2
    told = " ".join(done.err.split())
    assert not says(told, "errors.WrongGame")
    assert told.index(sentence("errors.ShorterHistory", word="date")) < told.index(
        sentence("cli.apply.into_club", word="kept")
    )
    assert not list(console.folder.glob("**/*refused*"))
    console.file("club/one.toml", newest)
    done = console.type("gm", "apply", "club")
    assert done.code == 0
    assert "order.txt (kept): entry" in done.out


def test_who_owes_ready_can_be_late_too(console: Console) -> None:
    cards = {side: f"{who.name} {who.public.fingerprint}" for side, who in PLAYERS.items()}
    game = Game.new(GM, "plantagenet", "Ib", cards, None, OTHER, terms=Terms(pace=168))
    console.file("club/two/game.toml", joined(Post(game.dumps())).save)
    assert at(console, 0, "gm", "clock", "club/two/game.toml", "--read").code == 0
    told = " ".join(at(console, 1, "eve", "due", "club").out.split())
    assert "in time: York must answer by" in told
    assert at(console, 8, "gm", "due", "club", "--reminders", "mails").code == 0
    (mail,) = (console.folder / "mails").iterdir()
    assert "ready" in mail.read_text("utf-8")


def test_due_late_and_over(console: Console) -> None:
    terms(console)
    side = asked(console)
    told = " ".join(at(console, 1, "eve", "due", "club").out.split())
    assert f"in time: {side.capitalize()} must answer by" in told
    assert says(
        at(console, 8, "eve", "due", "club").out, "club.folder.DueAnswer.words", word="LATE"
    )
    done = at(console, 8, "gm", "due", "club", "--reminders", "mails")
    (mail,) = (console.folder / "mails").iterdir()
    text = mail.read_text(encoding="utf-8")
    assert text.startswith("To: ")
    assert " ".join(one(console).requests[0].question.split()) in " ".join(text.split())
    assert all(len(line) <= 78 for line in text.splitlines())
    over = " ".join(at(console, 10, "eve", "due", "club").out.split())
    assert " OVER: " in over
    assert says(over, "club.folder.DueAnswer.words", side, word="clock")
    assert done.code == 0
    report = " ".join(console.type("eve", "report", "club/one.toml", "--as", "public").out.split())
    assert f"{side.capitalize()} must answer by" in report
    assert says(report, "ledger.cases.time.ENDINGS", word="GM decides")


@pytest.mark.slow
def test_stats_tell_the_days_between_the_readings_of_the_clock(console: Console) -> None:
    terms(console)
    assert "No clock runs" not in " ".join(
        console.type("ann", "stats", "club/one.toml").out.split()
    )
    assert at(console, 3, "gm", "clock", "club/one.toml", "--pause").code == 0
    assert at(console, 4.5, "gm", "clock", "club/one.toml", "--resume").code == 0
    told = console.type("ann", "stats", "club/one.toml").out
    assert "Days by the GM's clock" in told
    (row,) = [line for line in told.splitlines() if line.endswith(" 4.5")]
    assert row.split()[0] == "January-March"


def test_apply_reads_the_clock_and_the_time_begins_anew(console: Console) -> None:
    terms(console)
    mail = ordered(console, 6)
    assert at(console, 6, "gm", "apply", "club/one.toml", mail).code == 0
    ledger = one(console).ledger
    assert ledger.cases.clock.at == START + 6 * DAY
    assert deadline(ledger, asked(console)) == START + 13 * DAY
    assert one(console).verify()


@pytest.mark.slow
def test_pauses_extensions_and_holidays_do_not_count(console: Console) -> None:
    terms(console)
    side, who = asked(console), {"york": "ann", "lancaster": "bob"}[asked(console)]
    assert at(console, 1, "gm", "clock", "club/one.toml", "--extend", side, "3d").code == 0
    assert deadline(one(console).ledger, side) == START + 10 * DAY
    assert at(console, 2, "gm", "clock", "club/one.toml", "--pause").code == 0
    assert deadline(one(console).ledger, side) == 0
    assert at(console, 4, "gm", "clock", "club/one.toml", "--resume").code == 0
    assert deadline(one(console).ledger, side) == START + 12 * DAY
    days = ("--from", "2027-01-20", "--to", "2027-01-21")
    assert console.type(who, "holiday", "club/one.toml", *days, "-o", "h.txt").code == 0
    assert at(console, 4, "gm", "apply", "club/one.toml", "h.txt").code == 0
    assert deadline(one(console).ledger, side) == START + 14 * DAY
    assert console.type(who, "holiday", "club/one.toml", "--from", "x", "--to", "y").code == 2
    assert one(console).verify()


def test_nobody_is_away_after_the_event(console: Console) -> None:
    """Who is late already cannot tell that he was away: what is gone counts."""
    terms(console)
    side, who = asked(console), {"york": "ann", "lancaster": "bob"}[asked(console)]
    days = ("--from", "2027-01-15", "--to", "2027-02-20")
    assert console.type(who, "holiday", "club/one.toml", *days, "-o", "h.txt").code == 0
    assert at(console, 8, "gm", "apply", "club/one.toml", "h.txt").code == 0
    ledger = one(console).ledger
    assert deadline(ledger, side) == START + 7 * DAY
    assert state(ledger, side, START + 8 * DAY) == "late"
    days = ("--from", "2027-01-16", "--to", "2027-01-17")
    done = console.type({"ann": "bob", "bob": "ann"}[who], "holiday", "club/one.toml", *days)
    assert done.code == 2
    assert "These days are over" in done.said or says(
        done.said, "ledger.cases.says._can_be_away", word="these"
    )


def test_deadlines_can_end_and_options_say_one_thing(console: Console) -> None:
    terms(console)
    clock = ("clock", "club/one.toml")
    assert at(console, 1, "gm", *clock, "--deadline", "none").code == 0
    assert deadline(one(console).ledger, asked(console)) == START + 7 * DAY
    done = at(console, 1, "gm", "apply", "club/one.toml", ordered(console, 1))
    assert done.code == 0, done.err
    assert deadline(one(console).ledger, asked(console)) == 0
    assert says(at(console, 99, "eve", "due", "club").out, "cli.due.command", word="due")
    for words in (("--pause", "--resume"), ("--grace", "3d"), ("--deadline", "3d", "--pause")):
        assert at(console, 1, "gm", *clock, *words).code == 2


@pytest.mark.slow
def test_after_a_ruling_the_time_begins_anew(console: Console) -> None:
    """Nobody is late with a question that the GM has only just put."""
    terms(console, "policy")
    side = asked(console)
    assert at(console, 10, "gm", "clock", "club/one.toml", "--timeout", side).code == 0
    for request in one(console).requests:
        assert deadline(one(console).ledger, request.side) >= START + 17 * DAY
    assert " OVER: " not in at(console, 10, "eve", "due", "club").out
    again = at(console, 10, "gm", "clock", "club/one.toml", "--timeout", asked(console))
    assert again.code == 2
    void = ("rule", "club/one.toml", "--void", "5", "--reason", "A slip.")
    assert at(console, 30, "gm", *void).code == 0
    assert at(console, 30, "gm", "clock", "club/one.toml", "--read").code == 0
    assert deadline(one(console).ledger, asked(console)) == START + 37 * DAY
    assert one(console).verify()


def test_one_game_of_another_gm_does_not_stop_the_others(console: Console) -> None:
    game = Game.loads((console.folder / "club/one.toml").read_bytes(), PLAYERS[asked(console)])
    theirs = Game.new(EVE, "plantagenet", "Ib", {"york": "", "lancaster": ""}, {}, bytes([7]) * 32)
    console.file("club/theirs.toml", theirs.dumps())
    mails = [
        console.mail(Game.loads(theirs.dumps(), ANN).join("york").to_text(), "0.txt"),
        console.mail(game.orders([any_line(game, random.Random(1))]).to_text(), "1.txt"),
    ]
    before = len(one(console).save.entries)
    done = console.type("gm", "apply", "club", *mails)
    assert done.code == 2
    assert says(done.said, "errors.NotTheGm")
    assert len(one(console).save.entries) == before + 1


def test_a_reminder_goes_to_who_plays_now(console: Console) -> None:
    """The GM's address of a seat is that of who sat there when he wrote it."""
    terms(console)
    for side in PLAYERS:
        words = ("addresses", "club/one.toml", side, f"{side}@example.org")
        assert console.type("gm", *words).code == 0
    at(console, 8, "gm", "due", "club", "--reminders", "mails")
    firsts = {path.read_text().splitlines()[0] for path in (console.folder / "mails").glob("*.eml")}
    assert firsts == {
        f"To: {one(console).ledger.seats[side].keys.name} <{side}@example.org>"
        for side in one(console).ledger.askings
    }
    late = asked(console)
    assert console.type("eve", "join", "club/one.toml", "--as", late, "-o", "c.txt").code == 0
    seat = ("seat", "club/one.toml", "c.txt", "--reason", "Gone.")
    assert at(console, 8, "gm", *seat).code == 0
    assert at(console, 8, "gm", "clock", "club/one.toml", "--read").code == 0
    at(console, 16, "gm", "due", "club", "--reminders", "later")
    firsts = {path.read_text().splitlines()[0] for path in (console.folder / "later").iterdir()}
    assert "To: Eve" in firsts
    assert not any(f"{late}@example.org" in first for first in firsts)


def test_the_clock_never_goes_back_and_is_the_gms(console: Console) -> None:
    terms(console)
    assert at(console, -0.02, "gm", "clock", "club/one.toml", "--read").code == 0
    assert one(console).ledger.cases.clock.at == START
    assert at(console, -1, "gm", "clock", "club/one.toml", "--read").code == 2
    assert at(console, 1, "ann", "clock", "club/one.toml", "--read").code == 2


def test_who_is_not_asked_cannot_be_late(console: Console) -> None:
    """Or the one who has answered would lose by forfeit."""
    terms(console, "forfeit")
    other = next(side for side in PLAYERS if side != asked(console))
    for side in (other, "normandy"):
        done = at(console, 99, "gm", "clock", "club/one.toml", "--timeout", side)
        assert done.code == 2
    assert one(console).result is None


@pytest.mark.slow
@pytest.mark.parametrize("ending", ["gm", "policy", "forfeit", "substitute"])
def test_what_was_agreed_follows(console: Console, ending: str) -> None:
    terms(console, ending)
    side = asked(console)
    words = ("clock", "club/one.toml", "--timeout", side)
    assert at(console, 8, "gm", *words).code == 2  # in grace
    done = at(console, 10, "gm", *words)
    game = one(console)
    if ending in ("gm", "substitute"):
        assert done.code == 2
        assert "it was agreed that" in done.said
    elif ending == "forfeit":
        assert game.result is not None
        assert side not in game.result.winners
    else:
        assert done.code == 0, done.err
        steps = [entry.body.step for entry in game.save.entries[-2:]]
        kinds = [step.kind for step in steps if isinstance(step, Ruling | Clocked)]
        assert kinds == ["impose", "reading"]  # and the time of the next question begins
    assert game.verify()
    again = Game.loads((console.folder / "club/one.toml").read_bytes(), GM)  # with the GM's keys
    assert again.head == game.head


@pytest.mark.slow
def test_handing_over_while_the_clock_runs(console: Console) -> None:
    """The one who hands over signs that, and nothing after it: no reading of the clock either."""
    terms(console)
    game = Game.loads((console.folder / "club/one.toml").read_bytes(), PLAYERS[asked(console)])
    answer = game.orders([any_line(game, random.Random(3))])
    gm = Game.loads((console.folder / "club/one.toml").read_bytes(), GM)
    gm.apply({"mail": answer.to_text()})  # without a reading, as a program of one's own might
    (console.folder / "club/one.toml").write_bytes(gm.dumps())
    assert console.type("eve", "join", "club/one.toml", "--as", "gm", "-o", "c.txt").code == 0
    seat = ("seat", "club/one.toml", "c.txt", "--reason", "I move house.")
    assert at(console, 3, "gm", *seat).code == 0
    house = ("rule", "club/one.toml", "--house", "Mine.", "--reason", "Still here.")
    done = at(console, 3, "gm", *house)
    assert done.code == 2
    assert "Only the GM" in done.said
    assert at(console, 3, "eve", *house).code == 0
    assert at(console, 4, "eve", "clock", "club/one.toml", "--read", "--yes").code == 0
    assert "In order. " in at(console, 4, "ann", "verify", "club/one.toml").out


@pytest.mark.slow
def test_a_holiday_that_came_again_or_is_refused_writes_nothing(console: Console) -> None:
    """The clock is read for a holiday that is new; a reading that is not kept is told to nobody."""
    terms(console)
    side = asked(console)
    who, other = {"york": ("ann", "bob"), "lancaster": ("bob", "ann")}[side]
    days = ("--from", "2027-01-20", "--to", "2027-01-21")
    assert console.type(who, "holiday", "club/one.toml", *days, "-o", "h.txt").code == 0
    assert console.type(other, "holiday", "club/one.toml", *days, "-o", "late.txt").code == 0
    assert at(console, 4, "gm", "apply", "club/one.toml", "h.txt", "--outbox", "out").code == 0
    before, count = console.files(), len(one(console).save.entries)
    done = at(console, 5, "gm", "apply", "club/one.toml", "h.txt")
    assert done.code == 0
    assert says(done.out, "cli.receipts.tell", word="taken")
    assert "Open each" not in done.out
    assert console.files() == before
    refused = at(console, 30, "gm", "apply", "club/one.toml", "late.txt", "--no-reports")
    assert says(refused.said, "ledger.cases.says._can_be_away", word="over")
    assert console.files() == before
    assert len(one(console).save.entries) == count


@pytest.mark.slow
def test_a_look_at_the_clock_writes_nothing(console: Console) -> None:
    none = at(console, 0, "gm", "clock", "club/one.toml").out
    assert says(none, "cli.clock.show", word="deadlines")
    terms(console)
    before = console.files()
    looked = at(console, 1, "ann", "clock", "club/one.toml")
    assert f"{asked(console).capitalize()} must answer by" in looked.out
    assert console.files() == before
    assert at(console, 1, "gm", "clock", "club/one.toml", "--reason", "Why?").code == 2
    read = at(console, 1, "gm", "clock", "club/one.toml", "--read")
    assert f"{asked(console).capitalize()} must answer by" in read.out
    assert one(console).ledger.cases.clock.at == START + DAY


@pytest.mark.slow
def test_a_reading_of_the_clock_is_no_news(console: Console) -> None:
    """The deadline stands once in a report, and what happened before the reading is still told."""
    terms(console)
    mail = ordered(console, 1)
    assert at(console, 1, "gm", "apply", "club/one.toml", mail, "--outbox", "out").code == 0
    entry = len(one(console).save.entries) - 2
    public = at(console, 1, "eve", "report", "club/one.toml", "--as", "public").out
    assert f"Entry {entry}, by the" in public
    last = [*console.folder.glob(f"club/reports/*-{entry + 1:03}-*.txt")]
    assert len(last) == 3
    for text in (public, *(path.read_text("utf-8") for path in last)):
        told = " ".join(text.split())
        assert f"The clock reads {date(START + DAY)}" not in told
        assert told.count("must answer by") == len(one(console).ledger.askings)
    assert "The clock reads" in at(console, 1, "eve", "report", "club/one.toml", "--since", "1").out


@pytest.mark.slow
@pytest.mark.parametrize("where", ["club/one.toml", "club"])
def test_a_claim_is_not_refused_but_ready_to_log(console: Console, where: str) -> None:
    words = ("join", "club/one.toml", "--as", "york", "-o", "c.txt")
    assert console.type("eve", *words).code == 0
    alone = console.type("gm", "apply", where, "c.txt")
    assert alone.code == 0
    assert f"pbem seat {Path('club/one.toml')} c.txt --reason 'WHY'" in alone.out
    assert console.type("ann", "consent", "club/one.toml", "c.txt", "-o", "yes.txt").code == 0
    done = console.type("gm", "apply", where, "c.txt", "yes.txt")
    assert done.code == 0
    assert says(done.out, "cli.seating.tell", "york", word="with the")
    assert f"pbem seat {Path('club/one.toml')} c.txt yes.txt\n" in done.out
    later = console.type("gm", "apply", where, "yes.txt")
    assert f"pbem seat {Path('club/one.toml')} CLAIM yes.txt" in later.out
    assert not [*console.folder.rglob("*refused*")]
    typed = ("seat", "club/one.toml", "c.txt", "yes.txt")
    assert console.type("gm", *typed).code == 0


@pytest.mark.slow
def test_a_folder_remembers_its_outbox_without_a_mail(console: Console) -> None:
    done = console.type("gm", "apply", "club", "--outbox", "out")
    assert done.code == 0
    assert done.out.count("Now asked: ") == 2
    mail = console.mail(Game.loads(second(), ANN).orders(["ready"]).to_text())
    assert console.type("gm", "apply", "club", mail).code == 0
    assert [*console.folder.glob("out/*-york.eml")]
