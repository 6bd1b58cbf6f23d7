"""`pbem try`: branches that are tried and never played."""

from __future__ import annotations

import contextlib
import json
import re
import stat
import sys
from collections.abc import Sequence
from pathlib import Path
from unittest import mock

import click
import jsonschema
import pytest

from pbem.cli import person
from pbem.cli.orders_text import HINTED
from pbem.cli.try_guided import Sitting
from pbem.gm.game import Game
from pbem.home import branches, computer
from pbem.imagine.branches import fork_of, new_branch
from pbem.imagine.fan import fan
from pbem.player.player import Player
from pbem.protocol import seal
from pbem.protocol.steps import Terms
from pbem.reports.formats import FORMATS
from tests.cli.console import Console, Done
from tests.cli.refusals.cases import asked, before_plans
from tests.heard import faults
from tests.moderator.people import GM, PLAYERS, Post, joined, with_plans
from tests.reports.test_formats import SCHEMA
from tests.says import Pattern, says, sentence, worded

AIDS = "ledger.cases.agreed.AIDS"
HEADING = "reports.branch_reports.branch_heading"
SUITE = seal._suite
SAYS = "TRIED, NOT PLAYED"
NAMES = {"york": "ann", "lancaster": "bob"}


def mustering() -> Post:
    """York Musters."""
    post = asked()
    while True:
        requests = post.look().requests
        if requests and requests[0].kind == "muster" and requests[0].side == "york":
            return post
        post.turn()


@pytest.fixture(scope="module")
def muster() -> bytes:
    return mustering().save


@pytest.fixture
def console(tmp_path: Path, muster: bytes) -> Console:
    return Console(tmp_path, muster)


def tries(console: Console, *lines: str, who: str = "ann", branch: str = "") -> Done:
    words = [word for line in lines for word in ("--line", line)]
    named = ["--branch", branch] if branch else []
    return console.type(who, "try", "game.toml", *named, *words)


def kept(console: Console, name: str = "first", who: str = "ann") -> Path:
    (found,) = (console.folder / "people" / who / "pins" / "try").glob(f"*/{name}.toml")
    return found


def test_a_branch_is_begun_gone_on_with_and_taken_back_line_by_line(console: Console) -> None:
    before = console.files()
    first = tries(console, "dice 1", "march: parley st_albans")
    assert first.code == 0, first.err
    assert "rolled 1: yes" in first.out
    again = console.type("ann", "try", "game.toml")
    assert says(again.out, "cli.try_guided.Sitting.show_question", "york", word="Asked")
    shown = tries(console, "undo", "show")
    assert "Taken back: york> march: parley st_albans" in shown.out
    assert "dice 1" in shown.out
    assert all(SAYS in done.out for done in (first, again, shown))
    assert console.files() == before, "a branch lies beside the pins and nowhere else"
    if sys.platform != "win32":
        assert stat.S_IMODE(kept(console).stat().st_mode) == 0o600


def test_a_line_that_is_refused_keeps_nothing_of_what_was_typed(console: Console) -> None:
    done = tries(console, "march: troops", "march: fly")
    assert done.code == 2
    assert "fly" in done.said
    assert not (console.folder / "people" / "ann" / "pins" / "try").exists()


def test_an_empty_line_is_nothing(console: Console) -> None:
    for verb, where in (
        ("try", "imagine.fork.Fork._carry_out_line"),
        ("orders", "player.compose.orders"),
    ):
        done = console.type("ann", verb, "game.toml", "--line", "")
        assert done.code == 2
        assert says(done.said, where, word="there")


def test_branches_have_names_are_listed_compared_and_thrown_away(console: Console) -> None:
    tries(console, "dice 1", "march: parley st_albans", branch="talk")
    tries(console, "march: troops", branch="levy")
    listed = console.type("ann", "try", "game.toml", "--list").out
    assert re.search(r"^\* levy: 1 line from entry \d+, for york; tried, not played$", listed, re.M)
    assert re.search(r"^  talk: 2 lines", listed, re.M)
    side_by_side = console.type("ann", "try", "game.toml", "-b", "talk", "--compare", "levy").out
    assert SAYS in side_by_side
    assert "york> march: troops" in side_by_side
    assert "favour st_albans" in side_by_side, "what differs is told value by value"
    assert console.type("ann", "try", "game.toml", "-b", "talk", "--drop").code == 0
    gone = console.type("ann", "try", "game.toml", "-b", "talk", "--drop")
    assert (gone.code, "there are: levy" in gone.said) == (2, True)


@pytest.mark.slow
@pytest.mark.parametrize("form", [form.name for form in FORMATS])
def test_every_report_of_it_says_what_it_is(console: Console, form: str) -> None:
    tries(console, "march: troops")
    done = console.type("ann", "try", "game.toml", "--report", form)
    assert SAYS in done.out
    assert "verify" not in done.out, "there is nothing to check"
    if form == "json":
        jsonschema.validate(json.loads(done.out), SCHEMA)


COMMANDS = (
    ("verify", "{file}"),
    ("show", "{file}"),
    ("try", "{file}"),
    ("orders", "game.toml", "{file}"),
    ("orders", "game.toml", "{file}", "--check"),
    ("apply", "game.toml", "{file}"),
    ("apply", "{file}", "mail.txt"),
    ("consent", "game.toml", "{file}"),
    ("replay", "game.toml", "--notes-of", "{file}"),
    ("new", "plantagenet", "Ia", "--york", "{file}", "--lancaster", "b@x.org", "-o", "n.toml"),
)


@pytest.mark.slow
@pytest.mark.parametrize("words", COMMANDS, ids=lambda words: " ".join(words[:2]))
def test_no_command_takes_its_file_for_anything(console: Console, words: tuple[str, ...]) -> None:
    tries(console, "march: troops")
    console.file("mail.txt", "no block")
    path = console.file("branch.toml", kept(console).read_bytes())
    before = console.files()
    who = "gm" if words[0] in ("apply", "new") else "ann"
    done = console.type(who, *(word.format(file=path) for word in words))
    assert says(f"{done.out} {done.err}", "errors.TriedOnly")
    assert done.code == 2
    after = {name: data for name, data in console.files().items() if "refused" not in name}
    assert after == before, "but for the word that goes back to who sent it"


class Unsealed:
    """In place of HPKE, which seals with fresh randomness: what is sealed, as it is."""

    def __init__(self) -> None:
        self.decrypt = SUITE().decrypt

    def encrypt(self, data: bytes, *_: object) -> bytes:
        return bytes(32) + data + bytes(16)


def test_what_is_tried_and_noted_changes_no_byte_of_what_goes_out(
    tmp_path: Path, muster: bytes
) -> None:
    """Two worlds that differ only in notes, forks and drafts."""
    sent = []
    for world in ("plain", "tried"):
        (tmp_path / world).mkdir()
        console = Console(tmp_path / world, muster)
        if world == "tried":
            tries(console, "robot lancaster", "march: troops", "done")
            tries(console, "sample 9", "dice 6", "march: parley st_albans", branch="talk")
            console.type("ann", "note", "game.toml", "He holds Warwick back.")
            draft = console.type("ann", "try", "game.toml", "--take-over", "-o", "draft.toml")
            assert draft.code == 0, draft.err
        with (
            mock.patch("pbem.protocol.seal._suite", Unsealed),
            mock.patch("os.urandom", bytes),
        ):
            typed = ("--line", "march: troops", "-o", "mail.txt")
            assert console.type("ann", "orders", "game.toml", *typed).code == 0
        sent.append(((console.folder / "mail.txt").read_bytes(), console.save.read_bytes()))
    assert sent[0] == sent[1]


def test_ones_own_lines_with_their_conditions_become_orders(console: Console) -> None:
    tries(
        console,
        "robot lancaster",
        "dice 6 1",
        "march: parley st_albans until success max 2",
        "if failed: march: carts",
        "done",
    )
    done = console.type("ann", "try", "game.toml", "--take-over", "-o", "my.toml")
    assert done.code == 0, done.err
    text = (console.folder / "my.toml").read_text()
    lines = ["march: parley st_albans until success max 2", "if failed: march: carts", "done"]
    assert "\n".join(["orders = '''", *lines, "'''"]) in text
    assert SAYS not in text, "these are ordinary orders"
    checked = console.type("ann", "orders", "game.toml", "my.toml", "--check")
    assert checked.code == 0, checked.err


def test_a_file_that_is_spoilt_is_told_and_can_be_thrown_away(console: Console) -> None:
    tries(console, "march: troops")
    path, good = kept(console), kept(console).read_text()
    for spoilt, why in (
        (
            good.replace("pbem-try-1", "pbem-try-9"),
            sentence("imagine.branches.read", word="another"),
        ),
        (good.replace("entry = ", "entry = x"), "cannot be read"),
        (good.replace("side = ", "sight = "), "cannot be read"),
        ("lines = []", sentence("imagine.branches.read", word="no")),
        (good.replace("march: troops", "march: fly"), "line 1 of `first` no longer works"),
        (
            re.sub(r'head = "..', 'head = "xx', good),
            sentence("imagine.branches.start_of", word="longer"),
        ),
    ):
        path.write_text(spoilt)
        done = console.type("ann", "try", "game.toml")
        assert (done.code, why in done.said) == (2, True), done.said
        assert "first: " in console.type("ann", "try", "game.toml", "--list").out
    assert console.type("ann", "try", "game.toml", "--drop").code == 0
    assert not path.exists()


def test_an_alarm_stops_lines_of_a_branch_as_it_stops_orders(console: Console) -> None:
    set_up = tries(console, "stop if influence < 0", "march: troops")
    assert set_up.code == 0, set_up.err
    out = " ".join(set_up.out.split())
    assert says(out, "imagine.fork.Fork._carry_out_line", word="checked")
    rung = tries(console, "stop if influence < 100; march: carts; norfolk: troops", branch="rung")
    assert rung.code == 0, rung.err
    out = " ".join(rung.out.split())
    why = "`stop if influence < 100` holds"
    assert says(out, "imagine.fork.Fork._answer", "march: carts", why, word="before")
    assert "> march: carts" not in out
    on = tries(console, "march: carts", branch="rung")
    assert "> march: carts" in on.out, "what is typed after a stop begins anew"


@pytest.mark.slow
def test_what_a_card_did_becomes_its_script(tmp_path: Path) -> None:
    post = before_plans()
    side = next(s for s in post.asked() if post.look(s).request().stack)
    console = Console(tmp_path, post.save)
    who, game = NAMES[side], post.look(side)
    stack = game.request().stack
    assert stack is not None
    lord = next(name for name in stack.limits if name != "pass")
    passes = " ".join(["pass"] * (stack.size - 1))
    other = "lancaster" if side == "york" else "york"
    done = tries(console, f"robot {other}", f"plan {lord} {passes}", who=who)
    assert done.code == 0, done.err
    for _ in range(9):
        if f"{lord}: pass" in done.out:
            done = tries(console, f"{lord}: forage", f"{lord}: pass", who=who)
            break
        done = tries(console, "1", who=who)
    taken = console.type(who, "try", "game.toml", "--take-over", "-o", "my.toml")
    assert taken.code == 0, taken.err
    text = (console.folder / "my.toml").read_text()
    assert f'plan = ["{lord}", ' in text
    assert re.search(rf'^1 = "{lord}: forage; {lord}: pass"$|^1 = "{lord}: ', text, re.M)
    checked = console.type(who, "orders", "game.toml", "my.toml", "--check")
    assert checked.code == 0, checked.err


@pytest.mark.slow
def test_lines_for_another_question_are_not_taken_over(tmp_path: Path, muster: bytes) -> None:
    console = Console(tmp_path, muster)
    tries(console, "march: troops")
    post = Post(muster)
    while post.look().requests[0].kind == "muster":
        post.turn()
    console.save.write_bytes(post.save)
    stale = console.type("ann", "try", "game.toml", "--take-over")
    assert stale.code == 2


def test_a_branch_stays_readable_when_the_game_goes_on(tmp_path: Path, muster: bytes) -> None:
    console = Console(tmp_path, muster)
    tries(console, "dice 1", "march: parley st_albans", "hidden")
    report = console.type("ann", "try", "game.toml", "--report", "text").out
    post = Post(muster)
    post.turn()
    console.save.write_bytes(post.save)
    later = console.type("ann", "try", "game.toml", "--report", "text").out
    moved = f" {sentence(HEADING, 1, 'entry', word='moved')}"
    assert " ".join(later.split()).replace(moved, "") == " ".join(report.split())


def test_a_gm_sees_no_more_in_a_branch_than_its_side(muster: bytes) -> None:
    told = []
    for eyes in ("york", "gm"):
        game = Post(muster).look(eyes)
        fork = fork_of(game, new_branch(game, "one", "york"))
        for line in ("robot lancaster", "march: parley st_albans", "done"):
            fork.take(line)
        told.append((fork.hidden, fork.lines, fork.play.events))
    assert told[0] == told[1]


def test_with_hidden_blocks_too_a_branch_stays_at_its_own_position(tmp_path: Path) -> None:
    post = joined(Post(Game.new(GM, "richard_iii", "kingmaker", {}).dumps())).ready()
    for _ in range(4):
        post.turn()
    console = Console(tmp_path, post.save)
    begun = tries(console, "robot lancaster", "hidden")
    assert begun.code == 0, begun.err
    report = console.type("ann", "try", "game.toml", "--report", "text").out
    post.turn()
    console.save.write_bytes(post.save)
    later = console.type("ann", "try", "game.toml", "--report", "text").out
    since = worded(HEADING, Pattern(r"\d+"), Pattern(r"entr\w+"), word="moved")
    moved = re.sub(f" {since}", "", " ".join(later.split()))
    assert moved == " ".join(report.split())
    assert len(later) > len(report)


def sitting(console: Console, *typed: str) -> list[str]:
    """Type at the prompt; what was said."""
    waiting, said = list(typed), list[str]()

    def ask(prompt: str, words: Sequence[str]) -> str:
        said.append(prompt)
        if not waiting:
            raise click.Abort
        return waiting.pop(0)

    with computer.sitting_as(console.folder / "people" / "ann"):
        game = person.open_save(Player, console.save)
        branch = branches.load(game, "first") or new_branch(game, "first", "york")
        at = Sitting(game, branch, fork_of(game, branch), said.append)
        with contextlib.suppress(click.Abort):
            at.run(ask)
    assert not waiting
    return said


def test_at_the_prompt_a_number_takes_a_line_and_a_slip_costs_nothing(console: Console) -> None:
    said = sitting(
        console,
        "march: fly",
        "dice ask",
        "march: parley st_albans",
        "fan",
        "dice 1",
        "worlds 3",
        "quit",
    )
    text = "\n".join(said)
    assert said[0].startswith(SAYS)
    assert "try first york 1> " in said
    assert says(
        text, "cli.try_guided.Sitting._die", "`march parley st_albans`, 1 to 6", word="comes"
    )
    assert "50.0%" in text or "33.3%" in text, "what each number would bring"
    assert "Where it leads" in text
    assert "lines = [" in kept(console).read_text()


def test_a_fan_shows_all_that_may_come_of_a_line_and_does_nothing(muster: bytes) -> None:
    game = Post(muster).look("york")
    fork = fork_of(game, new_branch(game, "one", "york"))
    before = fork.lines
    found = fan(fork, "march: parley st_albans")
    assert found.games == 0, "one die: all six ways are tried"
    (block,) = found.blocks
    assert [round(one.share, 3) for one in block.lines] == [0.5, 0.5], "it succeeds on 1-3"
    assert (fork.lines, fork.play.at_chance) == (before, False)


def test_hidden_cards_are_set_where_they_can_lie_and_nowhere_else(tmp_path: Path) -> None:
    console = Console(tmp_path, with_plans(2).save)
    done = tries(console, "set lancaster plan 2: exeter", "set lancaster plan 4: pass", "hidden")
    assert "lancaster plan 2: exeter_1 (known or set)" in done.out
    assert "lancaster plan 4: pass (known or set)" in done.out
    for slip, why in (
        (
            "set lancaster plan 9: exeter",
            sentence("engine.unseen._place", "lancaster plan", 4, word="numbers"),
        ),
        ("set lancaster plan 1: warwick", "cannot be in lancaster plan"),
        ("set moon: pass", "where is `moon`"),
        ("set lancaster plan 1", sentence("engine.unseen.suppose", word="goes")),
        ("set york plan 1: pass", sentence("engine.unseen._free")),
    ):
        refused = tries(console, slip)
        assert (refused.code, why in refused.said) == (2, True), refused.said
    tries(console, "dice 1")
    late = tries(console, "set lancaster plan 1: pass")
    assert says(late.said, "imagine.fork.Fork._begin_anew")


def test_a_branch_stands_in_the_replay_apart_from_the_game(console: Console) -> None:
    tries(console, "dice 1", "march: parley st_albans", branch="talk")
    done = console.type("ann", "replay", "game.toml", "--branch", "talk")
    assert done.code == 0, done.err
    assert f"{SAYS}: Line 2, by the Yorkists." in " ".join(done.out.split())
    console.type("ann", "replay", "game.toml", "--branch", "talk", "-o", "replay.html")
    assert SAYS in (console.folder / "replay.html").read_text("utf-8")
    missing = console.type("ann", "replay", "game.toml", "--branch", "walk")
    assert (missing.code, "there are: talk" in missing.said) == (2, True)


def test_where_the_terms_of_the_table_bar_it_nothing_is_tried(tmp_path: Path) -> None:
    for barred, words, told in (
        (("try",), (), sentence("errors.NotAllowed", sentence(AIDS, word="try"), word="allow")),
        (("robot",), ("--line", "robot york"), "do not allow a robot's advice"),
        (("robot",), ("--line", "robot lancaster"), ""),
    ):
        made = Game.new(GM, "plantagenet", "Ib", {}, None, terms=Terms(barred=barred))
        folder = tmp_path / "_".join((*barred, *words)).replace(" ", "_")
        folder.mkdir()
        console = Console(folder, joined(Post(made.dumps())).ready().save)
        done = console.type("ann", "try", "game.toml", *words)
        assert (done.code, told in done.said) == (2 if told else 0, True), done.said


def test_a_branch_begins_at_an_earlier_entry_and_after_the_end_too(
    tmp_path: Path, muster: bytes
) -> None:
    game = Post(muster).look("gm")
    last = len(game.heads) - 1
    game.rule("result", "Time is up.", side="york")
    console = Console(tmp_path, game.dumps())
    over = tries(console, "march: troops")
    assert (over.code, says(over.said, "imagine.branches.new_branch", word="after")) == (2, True)
    done = console.type("ann", "try", "game.toml", "--entry", str(last), "--line", "march: troops")
    assert done.code == 0, done.err
    assert f"from entry {last}" in done.out
    assert "> march: troops" in done.out
    replay = console.type("ann", "replay", "game.toml", "--branch", "first")
    assert SAYS in replay.out
    for words, told in (
        (("1",), "begins after entry"),
        (("99", "-b", "b"), sentence("imagine.branches.new_branch", 99, word="there")),
    ):
        refused = console.type("ann", "try", "game.toml", "--entry", *words)
        assert (refused.code, told in refused.said) == (2, True)


def test_who_has_no_seat_tries_nothing(console: Console) -> None:
    for who, words in (("eve", ()), ("ann", ("--as", "lancaster"))):
        done = console.type(who, "try", "game.toml", *words)
        assert done.code == 2
        assert says(done.said, "imagine.branches.new_branch", word="knows")


def test_who_listens_hears_a_branch_line_by_line(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PBEM_PLAIN", "1")
    words = ("help", "robot lancaster", "dice 1", "march: parley st_albans", "show", "hidden")
    said = sitting(console, *words, "position", "fan done", "done", "show", "quit")
    assert "try first york, line 1: " in said
    assert "3: york: march: parley st_albans" in said
    what_fan_does = sentence("cli.try_guided.TYPED", word="nothing")
    assert f"fan LINE: {what_fan_does}." in "\n".join(said)
    assert [fault for text in said for fault in faults(text.strip())] == []
    tries(console, "march: troops", branch="levy")
    for look in (("--list",), ("-b", "levy", "--compare", "first"), ("--line", "march: carts")):
        done = console.type("ann", "try", "game.toml", *look)
        assert (done.code, faults(done.out)) == (0, [])


def test_enter_takes_a_hint_and_send_says_that_nothing_of_a_branch_is_sent(muster: bytes) -> None:
    game = Player.loads(muster, PLAYERS["york"])
    branch = new_branch(game, "first", "york", None)
    said: list[str] = []
    sitting = Sitting(game, branch, fork_of(game, branch), said.append)
    typed = iter(["hint", "", "send", "map london", "quit"])
    with mock.patch("pbem.cli.try_guided.branches.save"):
        sitting.run(lambda *_: next(typed))
    line = next(text for text in said if text.startswith(HINTED)).splitlines()[1].strip()
    assert sitting.fork.lines == (f"york> {line}",)
    text = " ".join(" ".join(said).split())
    assert says(text, "cli.try_guided.NEVER_SENT")
    assert "Next to London, by Highway:" in text
