"""A GM's first season, typed at the command line: a lost mail, a duplicate, a wrong head, a dispute, a
rewind, a substitution, the end and the audit. At the end everything can be checked by anybody."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import zipfile
from pathlib import Path

from pbem.moderator.game import Game
from pbem.protocol.entry import Entry
from pbem.protocol.envelope import ORDER_NAMESPACE, Envelope
from pbem.protocol.keys import Identity
from tests.moderator.people import ANN, BOB, GM, any_line, seated
from tests.protocol.marks import needs_ssh_keygen

from .desk import Desk, Done

CEC = Identity(bytes([15]) * 32, "Cecily")
DORA = Identity(bytes([17]) * 32, "Robert's new key")
SAVE = "game.toml"


class Season:
    """The GM's table: who plays which side, and the mails that lie about."""

    def __init__(self, folder: Path) -> None:
        self.desk = Desk(folder, seated().save)
        self.desk.home("cec", CEC)
        self.desk.home("dora", DORA)
        self.players = {"york": ("ann", ANN), "lancaster": ("bob", BOB)}
        self.random = random.Random(7)
        self.mails = 0

    def game(self, who: Identity | None = None) -> Game:
        return Game.loads(self.desk.save.read_bytes(), who)

    def good(self, who: str, *words: str | Path) -> Done:
        done = self.desk.type(who, *words)
        assert done.code == 0, (words, done.err)
        return done

    def line(self, side: str) -> str:
        return any_line(self.game(self.players[side][1]), self.random)

    def written(self, side: str) -> str:
        """The mail of a side that is asked, as a file."""
        who, line = self.players[side][0], self.line(side)
        self.mails += 1
        out = f"inbox/{self.mails:02}-{side}.txt"
        self.good(who, "orders", SAVE, "--line", line, "-o", out)
        return out

    def round(self) -> list[str]:
        """Everybody who is asked writes, and the GM applies."""
        sides = sorted({request.side for request in self.game().requests})
        mails = [self.written(side) for side in sides]
        self.good("gm", "apply", SAVE, *mails)
        return mails

    def last(self) -> int:
        return len(self.game().save.entries) - 1


def shell_lines(season: Season, entry: Entry) -> list[str]:
    """The lines that `pbem explain` prints to check the dice of an entry by hand."""
    if not entry.body.get("rolls"):
        return []
    told = season.good("eve", "explain", SAVE, "--entry", str(entry.n)).out
    return re.findall(r"^ +(printf .*)$", told, re.MULTILINE)


def check_by_hand(season: Season, entry: Entry) -> None:
    """One die of an entry: the line that is printed, in a real shell, gives it."""
    roll = entry.body["rolls"][0]
    told = season.good("eve", "explain", SAVE, "--entry", str(entry.n), "--roll", roll["label"]).out
    (line, *_) = re.findall(r"^ +(printf .*)$", told, re.MULTILINE)
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=True)
    first = next(b for b in bytes.fromhex(done.stdout.split()[0]) if b < 252)
    assert first % 6 + 1 == roll["value"]


@needs_ssh_keygen
def test_a_season(tmp_path: Path) -> None:
    season = Season(tmp_path)
    good, desk = season.good, season.desk
    season.round()
    while season.last() < 9:
        season.round()

    # A mail is lost: nothing has happened, so the player writes that order again, same number.
    side = season.game().requests[0].side
    lost = season.written(side)
    number = Envelope.from_text((desk.folder / lost).read_text(encoding="utf-8")).body["seq"]
    (desk.folder / lost).unlink()
    again = season.written(side)
    assert (
        Envelope.from_text((desk.folder / again).read_text(encoding="utf-8")).body["seq"] == number
    )
    good("gm", "apply", SAVE, again)

    # The lost one had been in the GM's spam: too late, it says so, and nothing changes.
    before = desk.save.read_bytes()
    late = Envelope.from_text((desk.folder / again).read_text(encoding="utf-8"))
    other = {**late.body, "lines": ["pass"]}
    who = season.players[side][1]
    (desk.folder / lost).write_text(Envelope.signed(who, ORDER_NAMESPACE, other).to_text())
    done = desk.type("gm", "apply", SAVE, lost)
    assert done.code == 2
    assert "answered already" in done.said
    assert desk.save.read_bytes() == before

    # It turns up twice after all: the second is answered with the same receipt.
    before = desk.save.read_bytes()
    done = good("gm", "apply", SAVE, again)
    assert "(again)" in done.out
    assert desk.save.read_bytes() == before

    # An order against a head from before: refused, with what to do.
    side = season.game().requests[0].side
    stale = season.written(side)
    good("gm", "rule", SAVE, "--house", "No phones at the table.", "--reason", "Phones.")
    good("gm", "rule", SAVE, "--void", str(season.last() - 1), "--reason", "A slip.")
    done = desk.type("gm", "apply", SAVE, stale)
    assert done.code == 2
    assert "Written for an earlier position" in done.said or "Nothing is asked" in done.said
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
    assert f"lancaster disputes entry {wrong}" in report
    assert "WHAT WAS SIGNED" in good("gm", "explain", SAVE, "--entry", str(wrong)).out
    rolled = next(e for e in reversed(season.game().save.entries) if e.body.get("rolls"))
    check_by_hand(season, rolled)
    check = ("--void", str(wrong), "--reason", "He is right.")
    before = desk.save.read_bytes()
    assert "void" in good("gm", "rule", SAVE, *check, "--check").out
    assert desk.save.read_bytes() == before
    assert desk.type("ann", "rule", SAVE, *check).code == 2
    good("gm", "rule", SAVE, *check)
    ruling = season.last()
    report = " ".join(good("eve", "report", SAVE, "--as", "public").out.split())
    assert "disputes entry" not in report.partition("WHAT HAPPENED")[0]
    good("ann", "countersign", SAVE, "--entry", str(ruling), "-o", "c.txt")
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
    good("cec", "claim", SAVE, "--as", "york", "--text", "For Ann.", "-o", "claim.txt")
    done = good("ann", "consent", SAVE, "claim.txt", "-o", "consent.txt")
    assert CEC.public.fingerprint in done.said
    assert desk.type("gm", "apply", SAVE, "claim.txt").code == 2
    good("gm", "seat", SAVE, "claim.txt", "consent.txt", "--reason", "Ann travels.")
    season.players["york"] = ("cec", CEC)
    assert desk.type("ann", "orders", SAVE, "--line", "pass").code == 2
    while season.last() < 30:
        season.round()

    # Voided dice never come back: no die of the log is made of the same numbers as another.
    made = [line for e in season.game().save.entries for line in shell_lines(season, e)]
    assert len(made) == len(set(made)) > 3

    # Bob loses his key: Dora, who is Bob with a new one, sits down with Cecily's consent. A GM helps.
    good("dora", "claim", SAVE, "--as", "lancaster", "-o", "new.txt")
    good("cec", "consent", SAVE, "new.txt", "-o", "yes.txt")
    good("gm", "seat", SAVE, "new.txt", "yes.txt", "--reason", "Bob's disk is broken.")
    season.players["lancaster"] = ("dora", DORA)
    good("eve", "claim", SAVE, "--as", "gm", "-o", "eve.txt")
    good("gm", "seat", SAVE, "eve.txt", "--co", "--reason", "Two see more.")
    season.round()
    side = season.game().requests[0].side
    good("eve", "rule", SAVE, "--impose", side, season.line(side), "--reason", "He is away.")
    if season.game().ledger.desk.imposed:
        other = next(who for s, (who, _) in season.players.items() if s != side)
        good(other, "orders", SAVE, "--go-on", "-o", "on.txt")
        good("gm", "apply", SAVE, "on.txt")
    good("gm", "rule", SAVE, "--patch", "set lord warwick coin 3", "--reason", "Paid twice.")

    # The end, the keys, the audit, and a bundle for whoever doubts it.
    assert desk.type("gm", "reveal", SAVE).code == 2
    good("gm", "rule", SAVE, "--result", "lancaster", "--reason", "York resigns.")
    for who in ("cec", "dora"):
        good(who, "reveal", SAVE, "-o", f"{who}.txt")
    good("gm", "apply", SAVE, "cec.txt", "dora.txt")
    good("gm", "reveal", SAVE)
    told = " ".join(good("eve", "audit", SAVE).out.split())
    assert "to the last byte" in told
    assert "has not revealed" not in told
    assert "The game is over" in good("eve", "report", SAVE, "--as", "public").out
    for who in ("eve", "bob", "cec", "dora", "ann", "gm"):
        assert "are in order" in good(who, "verify", SAVE).out
        assert good(who, "doctor", SAVE).code == 0
    good("bob", "bundle", SAVE, "-o", "b.zip")
    with zipfile.ZipFile(desk.folder / "b.zip") as pack:
        pack.extractall(desk.folder / "b")
    (folder,) = (desk.folder / "b").iterdir()
    words = [sys.executable, "-I", "verify.py", SAVE, GM.public.fingerprint]
    done_alone = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    assert done_alone.returncode == 0, done_alone.stderr
    assert "york changed hands, agreed" in done_alone.stdout
