"""Two Provinces as three people and their GM type it: nothing that they read counts on two sides."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.cli import VERBS
from pbem.gm.game import Game
from tests.cli.console import PEOPLE, Console, Done

SIDES = {"north": "ann", "south": "bob", "isles": "eve"}
OF_TWO = re.compile(r"\b(both|opponents?|york\w*|lancast\w*)\b", re.IGNORECASE)
BOTH_OF_THEM = re.compile(
    r"\bopponent|\bboth (?:players|sides)\b|\bthe other (?:player|side|agrees)\b"
)
SAVE = "game.toml"


class Evening(Console):
    """Keeps whatever anybody is shown: `read`, what was typed and what came of it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.read: list[tuple[str, str]] = []
        self.mails = 0

    def shown(self, code: int, who: str, *words: str) -> Done:
        """A command that ends with this exit code."""
        done = self.type(who, *words)
        typed = f"{who}$ pbem {' '.join(words)}"
        assert done.code == code, f"{typed}\n{done.out}{done.err}"
        self.read.append((typed, done.out + done.err))
        return done

    def mailed(self, who: str, *words: str) -> None:
        """A command that writes a mail, which the GM takes."""
        self.mails += 1
        mail = f"mail-{self.mails}.txt"
        self.shown(0, who, *words, "-o", mail)
        self.shown(0, "gm", "apply", SAVE, mail)

    def game(self, who: str = "") -> Game:
        return Game.loads(self.save.read_bytes(), PEOPLE.get(who))

    def asked(self) -> str:
        """Who is asked first."""
        return SIDES[next(iter(self.game().ledger.turn_of()))]

    def written(self) -> Iterator[tuple[str, str]]:
        """What has been written to be read: reports and orders files."""
        for path in sorted((self.folder / "reports").iterdir()):
            yield path.name, path.read_text("utf-8")


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """A GM has invited three players; no one has joined."""
    made = Evening(tmp_path)
    cards = []
    for side, who in SIDES.items():
        card = made.file(f"{who}.card", made.shown(0, who, "identity", "show").out)
        cards += ["--seat", f"{side}={card}"]
    made.shown(2, "gm", "new", "two_provinces", "march", "--seat", "north", "-o", SAVE)
    made.shown(0, "gm", "new", "two_provinces", "march", *cards, "--nonce", "0" * 64, "-o", SAVE)
    return made


@pytest.mark.slow
def test_a_three_sided_game_reads_as_one_of_three(evening: Evening) -> None:
    evening.shown(2, "gm", "rule", SAVE, "--option", "rounds=4", "--reason", "Too early.")
    for side, who in SIDES.items():
        evening.mailed(who, "join", SAVE, "--as", side)
    while evening.game().ledger.owes_ready():
        evening.mailed(evening.asked(), "orders", SAVE, "--line", "ready")

    first = evening.asked()
    evening.shown(0, first, "orders", SAVE, "--blank")
    evening.shown(2, first, "orders", SAVE, "--line", "march nowhere")
    evening.shown(0, first, "orders", SAVE, "--line", "march moor", "--line", "hold", "--check")
    evening.mailed(first, "orders", SAVE, "--line", "march moor")
    since = str(evening.game().ledger.n)
    evening.mailed(first, "takeback", SAVE, "--entry", since)
    evening.shown(2, first, "takeback", SAVE, "--entry", since)
    wish = str(evening.game().ledger.n)
    for who in SIDES.values():
        if who != first:
            evening.mailed(who, "takeback", SAVE, "--agree", wish)
    evening.mailed("bob", "dispute", SAVE, "--entry", "1", "--text", "Too fast.")
    evening.shown(0, "gm", "rule", SAVE, "--uphold", "1", "--reason", "It stands.")
    ruling = str(evening.game().ledger.n)
    for who in SIDES.values():
        evening.mailed(who, "consent", SAVE, "--ruling", ruling)

    while evening.game().result is None:
        who = evening.asked()
        evening.shown(0, who, "legal", SAVE)
        line = evening.game(who).legal()[0].line
        evening.mailed(who, "orders", SAVE, "--line", line)
    for who in (*SIDES.values(), "gm"):
        for verb in ("report", "show", "stats", "doctor", "verify"):
            evening.shown(0, who, verb, SAVE)
    for who in SIDES.values():
        evening.mailed(who, "over", SAVE)
    keys = []
    for who in (*SIDES.values(), "gm"):
        keys.append(f"{who}.keys")
        evening.shown(0, who, "over", SAVE, "-o", keys[-1])
    evening.shown(0, "eve", "audit", SAVE, *keys)
    evening.shown(0, "eve", "standings", ".")

    written = list(evening.written())
    assert {name.rpartition("-")[2] for name, _ in written} >= {"public.txt", "orders.toml"}
    for where, text in (*evening.read, *written):
        found = OF_TWO.search(text)
        assert found is None, f"{where}: {text[max(0, found.start() - 80) : found.end() + 80]}"


@pytest.mark.parametrize("verb", ["", *VERBS])
def test_no_help_counts_on_two_sides(tmp_path: Path, verb: str) -> None:
    words = " ".join(Console(tmp_path).type("ann", *verb.split(), "--help").out.split())
    assert words.startswith("Usage:")
    assert not BOTH_OF_THEM.findall(words)
