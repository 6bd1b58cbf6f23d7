"""What somebody who does all this for the first time is told, mistakes included."""

from __future__ import annotations

from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

import pbem
from pbem.cli import group
from pbem.home.computer import FOLDER, PASSPHRASE
from tests.says import says, sentence, worded


class Table:
    """People at one table, each with a folder; `ann("show", ...)` types a command as Ann."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.save = str(folder / "game.toml")

    def type(self, who: str, *words: str) -> Result:
        names = {FOLDER: str(self.folder / who), PASSPHRASE: "a passphrase"}
        return CliRunner(env=names).invoke(group, words)

    def card(self, who: str) -> str:
        assert self.type(who, "identity", "new", "--name", who, "--no-passphrase").exit_code == 0
        card = self.folder / f"{who}.card"
        card.write_text(self.type(who, "identity", "show").output, encoding="utf-8")
        return str(card)

    @property
    def id(self) -> str:
        return pbem.open(self.save).id

    def apply(self, name: str) -> Result:
        """The GM takes a mail that somebody has written beside the save."""
        return self.type("gm", "apply", self.save, str(self.folder / f"{self.id}-{name}.txt"))

    def asked(self) -> tuple[str, str]:
        """Who is asked now (the cards fell by chance), and the other one."""
        asked = [w for w in ("ann", "bob") if self.type(w, "legal", self.save).exit_code == 0]
        return asked[0], "bob" if asked[0] == "ann" else "ann"

    def orders(self, who: str, *lines: str) -> Result:
        words = [word for line in lines for word in ("--line", line)]
        return self.type(who, "orders", self.save, *words)


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """The GM has made a game for ann and bob; nobody has joined."""
    made = Table(tmp_path)
    made.card("gm")
    seats = ["--york", made.card("ann"), "--lancaster", made.card("bob")]
    done = made.type("gm", "new", "plantagenet", "towton", *seats, "-o", made.save)
    assert "Send" in done.output
    assert "york: ann SHA256:" in done.output
    return made


@pytest.fixture
def playing(table: Table) -> Table:
    """Both sit, and are asked whether they are ready."""
    for who, side in (("ann", "york"), ("bob", "lancaster")):
        out = str(table.folder / f"{side}.txt")
        done = table.type(who, "join", table.save, "--as", side, "-o", out)
        assert says(done.output, "cli.join.command", ..., "pbem", word="continue")
        last = table.type("gm", "apply", table.save, out).output
        assert says(last, "cli.gm_commands.tell_written", word="each")
        if side == "york":
            assert "The game is waiting for Lancaster to join." in last
            report = (table.folder / "reports" / f"{table.id}-001-public.txt").read_text("utf-8")
            assert says(report, "reports.summary.wanted", word="players")
            assert "York (ann) joins the game." in report
            assert "SHA256" not in report, "whose key it is stands in `explain` and `verify`"
    assert "Now asked: ann (york, ready)." in last
    return table


def refused(done: Result) -> str:
    assert done.exit_code == 1 or done.exit_code == 2
    assert isinstance(done.exception, SystemExit | click.ClickException)
    return " ".join(done.output.split())


def test_without_an_identity_it_says_how_to_make_one(table: Table) -> None:
    for verb in ("orders", "legal", "apply"):
        words = [table.save] if verb != "apply" else [table.save, table.save]
        said = refused(table.type("nobody", verb, *words))
        assert says(said, "errors.NoIdentity")
        assert says(said, "errors.NoIdentity")
        assert "--home" in said
        assert said.endswith("nobody identity new")
    for verb in ("show", "report", "verify"):
        assert table.type("nobody", verb, table.save).exit_code == 0


def test_a_wrong_file_is_told_for_what_it_is(playing: Table) -> None:
    mail, card = str(playing.folder / "york.txt"), str(playing.folder / "ann.card")
    swapped = refused(playing.type("gm", "apply", mail, playing.save))
    taking = sentence("protocol.armour.CALLED", word="takes")
    assert says(swapped, "errors.NotASave", f"it is {taking}")
    for file, what in (
        (card, sentence("protocol.armour.CALLED", word="public")),
        (playing.save, sentence("protocol.armour.describe_foreign_text", word="save")),
    ):
        said = playing.type("gm", "apply", playing.save, file).output
        assert says(
            " ".join(said.split()),
            "errors.OtherBlock",
            what,
            worded("protocol.armour.CALLED", word="orders"),
        )


def test_a_second_identity_is_not_made_by_accident(table: Table) -> None:
    before = (table.folder / "ann" / "identity.toml").read_bytes()
    told = refused(table.type("ann", "identity", "new", "--name", "ann"))
    assert says(told, "errors.HaveIdentity")
    assert (table.folder / "ann" / "identity.toml").read_bytes() == before


def test_a_seat_is_kept_for_the_one_who_was_invited(table: Table) -> None:
    told = refused(table.type("bob", "join", table.save, "--as", "york"))
    assert says(told, "errors.SeatKept", "york")
    assert "ann SHA256:" in told
    assert "but this is bob SHA256:" in told


def test_new_without_a_scenario_lists_them(table: Table) -> None:
    for words in (["new", "plantagenet"], ["new"]):
        done = table.type("nobody", *words)
        assert done.exit_code == 0
        assert "  Ib                   Towton, 1461\n" in done.output
    done = table.type("nobody", "new", "plantagenet_1450")
    assert "  end_of_the_plantagenets The End of the Plantagenets\n" in done.output
    assert "  towton_1461             Towton, March 1461\n" in done.output
    assert says(refused(table.type("nobody", "new", "chess")), "errors.UnknownGame", "chess")


@pytest.mark.slow
def test_orders_written_twice_tell_of_revisions(playing: Table) -> None:
    assert "revision" not in playing.orders("ann", "ready").output
    assert "revision" not in playing.orders("ann", "rea").output  # the same bytes again
    playing.apply("york-01")
    who, _ = playing.asked()
    line = playing.type(who, "legal", playing.save).output.splitlines()[1].split("  ")[1]
    assert "revision" not in playing.orders(who, line).output
    done = " ".join(playing.orders(who, line, "pass").output.split())
    assert says(done, "cli.orders.seal", 2, word="revision")
    told = refused(playing.type(who, "orders", playing.save, "--line", line, "--revision", "2"))
    assert says(told, "cli.orders.written_before", 2)


@pytest.mark.slow
def test_no_internal_name_reaches_a_player(playing: Table) -> None:
    for who in ("ann", "bob"):
        shown = playing.type(who, "orders", playing.save).output
        shown += playing.type(who, "legal", playing.save).output
        shown += playing.type(who, "report", playing.save).output
        assert "protocol" not in shown.lower().replace("protocol.md", "")
    assert playing.orders("ann", "ready").exit_code == 0
    playing.apply("york-01")
    who, other = playing.asked()
    told = refused(playing.orders(who, "ready"))
    assert says(told, "engine.notation.match", word="answer")
    told = refused(playing.orders(other, "ready"))
    assert f'{"york" if who == "ann" else "lancaster"} is asked "' in told
    assert "-1" not in told


@pytest.mark.slow
def test_lines_after_a_die_are_marked_and_slips_in_them_doubted(playing: Table) -> None:
    assert playing.orders("ann", "ready").exit_code == 0
    playing.apply("york-01")
    while "Muster:" not in playing.type("ann", "legal", playing.save).output:
        who = "ann" if playing.type("ann", "legal", playing.save).exit_code == 0 else "bob"
        line = playing.type(who, "legal", playing.save).output.splitlines()[1].split("  ")[1]
        assert playing.orders(who, line).exit_code == 0
        newest = max(playing.folder.glob("*-0?.txt"), key=lambda path: path.stat().st_mtime_ns)
        playing.type("gm", "apply", playing.save, str(newest))
    slip = playing.orders("ann", "march: parley st albans", "warwick: vasal oxford")
    assert says(refused(slip), "engine.vocabulary.unknown", "vasal", ". Did you mean `vassal`?")
    done = playing.orders("ann", "march: parley st albans", "warwick: vassal york", "norf carts")
    told = " ".join(done.output.split())
    assert done.exit_code == 0
    assert "march: parley st_albans -- after a die" in told
    assert "Is this right? line 2: `warwick: vassal york`" in told
    assert "Did you mean `warwick_y: vassal oxford`?" in told
    assert told.count(sentence("player.target.Line.warnings", word="right")) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    ["show", "legal", "report", "story", "stats", "map", "verify", "replay", "replay --html page"],
)
def test_a_game_that_nobody_has_joined_can_be_looked_at(tmp_path: Path, words: str) -> None:
    table = Table(tmp_path)
    table.card("gm")
    assert table.type("gm", "new", "plantagenet", "towton", "-o", table.save).exit_code == 0
    verb, *rest = words.split()
    rest = [str(tmp_path / word) if word == "page" else word for word in rest]
    done = table.type("gm", verb, table.save, *rest)
    assert done.exit_code in (0, 2), done.exception
    assert done.output.strip()
