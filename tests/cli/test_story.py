"""A GM's first season, typed at the command line: a lost mail, a duplicate, a wrong head, a dispute, a
rewind, a substitution, the end and the audit. At the end everything can be checked by anybody."""

from __future__ import annotations

import random
import re
import subprocess
from pathlib import Path

import pytest

from pbem.gm.game import Game
from pbem.protocol.entry import Entry
from pbem.protocol.keys import Identity
from tests.moderator.people import ANN, BOB, any_line, seated
from tests.protocol.marks import needs_ssh_keygen
from tests.says import says

from .console import Console, Done

CEC = Identity(bytes([15]) * 32, "Cecily")
DORA = Identity(bytes([17]) * 32, "Robert's new key")
SAVE = "game.toml"


class Season:
    """The GM's table: who plays which side, and the mails that lie about."""

    def __init__(self, folder: Path) -> None:
        self.console = Console(folder, seated().save)
        self.console.home("cec", CEC)
        self.console.home("dora", DORA)
        self.players = {"york": ("ann", ANN), "lancaster": ("bob", BOB)}
        self.random = random.Random(7)
        self.mails, self.said = 0, ""

    def game(self, who: Identity | None = None) -> Game:
        return Game.loads(self.console.save.read_bytes(), who)

    def good(self, who: str, *words: str | Path) -> Done:
        done = self.console.type(who, *words)
        assert done.code == 0, (words, done.err)
        return done

    def line(self, side: str) -> str:
        return any_line(self.game(self.players[side][1]), self.random)

    def written(self, side: str) -> str:
        """The mail of a side that is asked, as a file."""
        who, line = self.players[side][0], self.line(side)
        self.mails += 1
        out = f"inbox/{self.mails:02}-{side}.txt"
        self.said = self.good(who, "orders", SAVE, "--line", line, "-o", out).said
        return out

    def round(self) -> list[str]:
        """Everybody who is asked writes, and the GM applies."""
        mails = [self.written(side) for side in self.game().ledger.turn_of()]
        self.good("gm", "apply", SAVE, *mails)
        return mails

    def until_asked(self, side: str = "") -> str:
        """Play until somebody is asked for a decision; a `ready` is none."""
        while True:
            ledger = self.game().ledger
            for request in ledger.pending() if not ledger.owes_ready() else ():
                if side in ("", request.side):
                    return request.side
            self.round()

    def last(self) -> int:
        return len(self.game().save.entries) - 1


def shell_lines(season: Season, entry: Entry) -> list[str]:
    """The lines that `pbem explain` prints to check the dice of an entry by hand."""
    if not entry.body.record.rolls:
        return []
    told = season.good("eve", "explain", SAVE, "--entry", str(entry.n)).out
    return re.findall(r"^ +(printf .*)$", told, re.MULTILINE)


def check_by_hand(season: Season, entry: Entry) -> None:
    """One die of an entry: the line that is printed, in a real shell, gives it."""
    roll = entry.body.record.rolls[0]
    told = season.good("eve", "explain", SAVE, "--entry", str(entry.n), "--roll", roll.label).out
    (line, *_) = re.findall(r"^ +(printf .*)$", told, re.MULTILINE)
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True)
    first = next(b for b in bytes.fromhex(done.stdout.split()[0]) if b < 252)
    assert first % 6 + 1 == roll.value


@pytest.mark.slow
@needs_ssh_keygen
def test_a_season(tmp_path: Path) -> None:
    season = Season(tmp_path)
    good, console = season.good, season.console
    season.round()
    while season.last() < 9:
        season.round()

    # A mail is lost: nothing has happened, so the player writes that order again, with a higher revision.
    side = season.until_asked()
    lost = season.written(side)
    mail = (console.folder / lost).read_bytes()
    (console.folder / lost).unlink()
    again = season.written(side)
    assert "revision 2" in season.said
    good("gm", "apply", SAVE, again)

    # The lost one had been in the GM's spam: too late, it says so, and nothing changes.
    before = console.save.read_bytes()
    (console.folder / lost).write_bytes(mail)
    done = console.type("gm", "apply", SAVE, lost)
    assert done.code == 2
    assert "answered already" in done.said
    assert console.save.read_bytes() == before

    # It turns up twice after all: the second is answered with the same receipt.
    before = console.save.read_bytes()
    done = good("gm", "apply", SAVE, again)
    assert says(done.out, "cli.receipts.tell", word="taken")
    assert console.save.read_bytes() == before

    # An order against a head from before: refused, with what to do.
    stale = season.written(season.until_asked())
    good("gm", "rule", SAVE, "--house", "No phones at the table.", "--reason", "Phones.")
    good("gm", "rule", SAVE, "--void", str(season.last() - 1), "--reason", "A slip.")
    done = console.type("gm", "apply", SAVE, stale)
    assert done.code == 2
    assert says(done.said, "errors.OldQuestion") or says(done.said, "errors.NotYourTurn")
    season.round()

    # A dispute: every report says so until the GM rules. The GM looks, and goes back.
    wrong = season.last()
    good(
        "bob",
        "dispute",
        SAVE,
        "--entry",
        str(wrong),
        "--text",
        "The Ford is no Highway.",
        "-o",
        "d.txt",
    )
    good("gm", "apply", SAVE, "d.txt")
    report = " ".join(good("eve", "report", SAVE, "--as", "public").out.split())
    assert f"Lancaster disputes entry {wrong}" in report
    assert says(
        good("gm", "explain", SAVE, "--entry", str(wrong)).out,
        "reports.explanation.explanation",
        word="SIGNED",
    )
    rolled = next(e for e in reversed(season.game().save.entries) if e.body.record.rolls)
    check_by_hand(season, rolled)
    check = ("--void", str(wrong), "--reason", "He is right.")
    before = console.save.read_bytes()
    assert "are taken back" in good("gm", "rule", SAVE, *check, "--check").out
    assert console.save.read_bytes() == before
    assert console.type("ann", "rule", SAVE, *check).code == 2
    good("gm", "rule", SAVE, *check)
    ruling = season.last()
    report = " ".join(good("eve", "report", SAVE, "--as", "public").out.split())
    assert "disputes entry" not in report.partition("WHAT HAPPENED")[0]
    good("ann", "consent", SAVE, "--ruling", str(ruling), "-o", "c.txt")
    good("gm", "apply", SAVE, "c.txt")
    season.round()

    # A take-back by consent.
    taken = season.last()
    good("ann", "takeback", SAVE, "--entry", str(taken), "--text", "Sorry.", "-o", "t.txt")
    good("gm", "apply", SAVE, "t.txt")
    good("bob", "takeback", SAVE, "--agree", str(season.last()), "-o", "a.txt")
    good("gm", "apply", SAVE, "a.txt")
    season.round()

    # Ann goes on a journey; Cecily plays on. Ann's key counts no more.
    season.until_asked("york")
    good("cec", "join", SAVE, "--as", "york", "--text", "For Ann.", "-o", "claim.txt")
    done = good("ann", "consent", SAVE, "claim.txt", "-o", "consent.txt")
    assert CEC.public.fingerprint in done.said
    assert "pbem seat game.toml claim.txt" in good("gm", "apply", SAVE, "claim.txt").out
    good("gm", "seat", SAVE, "claim.txt", "consent.txt", "--reason", "Ann travels.")
    season.players["york"] = ("cec", CEC)
    assert console.type("ann", "orders", SAVE, "--line", "pass").code == 2
    while season.last() < 24:
        season.round()

    # Voided dice never come back: no die of the log is made of the same numbers as another.
    made = [line for e in season.game().save.entries for line in shell_lines(season, e)]
    assert len(made) == len(set(made)) > 3

    # Bob loses his key: Dora, who is Bob with a new one, sits down with Cecily's consent. A GM helps.
    season.until_asked("lancaster")
    good("dora", "join", SAVE, "--as", "lancaster", "-o", "new.txt")
    good("cec", "consent", SAVE, "new.txt", "-o", "yes.txt")
    good("gm", "seat", SAVE, "new.txt", "yes.txt", "--reason", "Bob's disk is broken.")
    season.players["lancaster"] = ("dora", DORA)
    good("eve", "join", SAVE, "--as", "gm", "--co", "-o", "eve.txt")
    good("gm", "seat", SAVE, "eve.txt", "--reason", "Two see more.")
    season.round()
    side = season.until_asked()
    good("eve", "rule", SAVE, "--impose", side, season.line(side), "--reason", "He is away.")
    season.round()
    good("gm", "rule", SAVE, "--patch", "set lord warwick coin 3", "--reason", "Paid twice.")

    # The end, the keys, and the audit.
    assert console.type("gm", "over", SAVE).code == 2
    good("gm", "rule", SAVE, "--result", "lancaster", "--reason", "York resigns.")
    for who in ("cec", "dora"):
        good(who, "over", SAVE, "-o", f"{who}.txt")
    good("gm", "apply", SAVE, "cec.txt", "dora.txt")
    for who in ("cec", "dora", "gm"):
        good(who, "over", SAVE)
    told = good("eve", "audit", SAVE).out
    assert "contradicted at" not in told
    report = good("eve", "report", SAVE, "--as", "public").out
    assert says(report, "reports.summary.wanted", word="over")
    for who in ("eve", "bob", "cec", "dora", "ann", "gm"):
        assert "In order. " in good(who, "verify", SAVE).out
        assert good(who, "doctor", SAVE).code == 0
