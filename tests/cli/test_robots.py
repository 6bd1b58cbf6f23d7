"""Robots in seats and in the GM's chair: a normal game in one folder, in which nobody waits for a mail."""

from __future__ import annotations

from pathlib import Path
from unittest import mock

import pytest

from pbem.engine.facets.robot import Level
from pbem.games import GAMES, find
from pbem.gm.game import Game
from pbem.home import robot_homes, sent
from pbem.player.orders import Letter
from pbem.player.robots import bot_lines
from pbem.proof.reader import Reader
from pbem.protocol.bodies import Mailed, Order
from pbem.protocol.keys import Identity
from pbem.round import robot_table
from tests.cli.console import Console
from tests.moderator.people import ANN, GM, Post, any_line, joined, seated
from tests.says import says, sentence
from tests.tiers import soaked

ROBOTS = "game.robots"


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path)


def typed(console: Console, who: str, *words: str) -> str:
    done = console.type(who, *words)
    assert done.code == 0, (words, done.err)
    return done.out


def begin(console: Console, rules: str, scenario: str, robot: str = "lancaster") -> str:
    return typed(console, "ann", "new", rules, scenario, f"--{robot}", "robot", "--gm", "robot")


def look(console: Console) -> Game:
    return Game.loads(console.save.read_bytes(), ANN)


def orders(console: Console) -> str:
    """What the simple player would order in Ann's place."""
    lines = [part for line in bot_lines(look(console)) for part in ("--line", line)]
    return typed(console, "ann", "orders", "game.toml", *lines)


def test_a_game_against_robots_alone_needs_no_identity(console: Console) -> None:
    command = ("new", "plantagenet", "towton", "--lancaster", "robot")
    refused = console.type("nobody", *command)
    assert refused.code == 2, "a GM of other people has keys first"
    file = console.folder / "people" / "nobody" / "identity.toml"
    assert not file.exists()
    done = console.type("nobody", *command, "--gm", "robot")
    assert done.code == 0, done.err
    assert str(file) in "".join(done.err.split())
    assert Identity.load(file, "").ssh == look(console).ledger.seats["york"].keys.ssh


@pytest.mark.slow
@pytest.mark.parametrize("rules", GAMES)
def test_robots_answer_until_it_is_ones_own_turn_again(rules: str, console: Console) -> None:
    begin(console, rules, next(iter(find(rules).scenarios())))
    for _ in range(5):
        assert look(console).ledger.turn_of() == ("york",)
        before = len(look(console).save.entries)
        told = orders(console)
        assert f"Entry {before}" in told
        assert len(look(console).save.entries) > before
        assert "Answer with: pbem orders game.toml" in told
    assert "In order" in typed(console, "ann", "verify", "game.toml")
    assert not [*console.folder.glob("*.txt")]  # nothing to mail


def test_the_line_to_type_next_says_whose_keys_as_the_last_one_did(console: Console) -> None:
    new = ("new", "plantagenet", "bosworth", "--york", "robot", "--gm", "robot")
    assert "Answer with: pbem --home people/ann orders game.toml" in typed(
        console, "eve", "--home", "people/ann", *new
    )
    lines = bot_lines(look(console))
    home = ("--home", "people/ann", "orders", "game.toml")
    told = typed(console, "eve", *home, *(word for line in lines for word in ("--line", line)))
    assert "Answer with: pbem --home people/ann orders game.toml" in told


@pytest.mark.slow
def test_a_whole_game_ends_is_signed_and_stands_its_audit(console: Console) -> None:
    begin(console, "plantagenet", "bosworth", "york")
    while look(console).result is None:
        told = orders(console)
    assert "Sign that with: pbem over game.toml" in told
    assert set(look(console).ledger.cases.overs) == {"york"}
    signed = console.type("ann", "over", "game.toml")
    assert signed.code == 0, signed.err
    assert says(signed.said, "cli.over.publish", ..., word="everybody")
    assert "lancaster-reveal.txt" in signed.said
    assert look(console).ledger.final
    reveals = []
    for home in (f"{ROBOTS}/gm", f"{ROBOTS}/york", "people/ann"):
        name = f"{Path(home).name}.reveal"
        typed(console, "ann", "--home", home, "over", "game.toml", "-o", name)
        reveals.append(name)
    verdict = console.type("ann", "audit", "game.toml", *reveals)
    assert verdict.code == 0, verdict.out + verdict.err


@pytest.mark.slow
def test_a_robot_plays_in_a_game_by_mail(console: Console) -> None:
    typed(console, "ann", "identity", "show", "-o", "ann.card")
    said = typed(
        console, "gm", "new", "plantagenet", "towton", "--york", "ann.card", "--lancaster", "robot"
    )
    assert says(said, "cli.new.command", "game.robots", word="robots")
    assert Game.loads(console.save.read_bytes()).ledger.seats.keys() == {"lancaster"}
    typed(console, "ann", "join", "game.toml", "--as", "york", "-o", "inbox/join.txt")
    told = typed(console, "gm", "apply", "game.toml", "inbox/join.txt")
    assert "Robots answered: entries 3 to" in told
    assert "Now asked: Anne (york, " in told
    (report,) = (console.folder / "reports").glob("*-york.txt")
    assert "York (Anne) join the game." in report.read_text("utf-8")
    assert "SHA256:" in typed(console, "ann", "explain", "game.toml", "--entry", "2")
    assert not [*(console.folder / "reports").glob("*-lancaster*")]  # a robot reads the save
    for n in range(8):
        lines = [part for line in bot_lines(look(console), 1) for part in ("--line", line)]
        typed(console, "ann", "orders", "game.toml", *lines, "-o", f"inbox/{n}.txt")
        typed(console, "gm", "apply", "game.toml", f"inbox/{n}.txt", "--no-reports")
        assert look(console).ledger.turn_of() == ("york",)
    assert "In order." in typed(console, "gm", "verify", "game.toml")


def test_two_people_may_let_a_robot_moderate(console: Console) -> None:
    for who in ("ann", "bob"):
        typed(console, who, "identity", "show", "-o", f"{who}.card")
    seats = ("--york", "ann.card", "--lancaster", "bob.card", "--gm", "robot")
    assert "pbem join game.toml" in typed(console, "gm", "new", "plantagenet", "towton", *seats)
    assert says(
        typed(console, "ann", "join", "game.toml", "--as", "york"),
        "cli.player_says.next_for",
        word="waits",
    )
    typed(console, "bob", "join", "game.toml", "--as", "lancaster")
    ready = Game.loads(console.save.read_bytes()).ledger.owes_ready()
    people = {"york": "ann", "lancaster": "bob"}
    for side in ready:
        typed(console, people[side], "orders", "game.toml", "--line", "ready")
    assert Game.loads(console.save.read_bytes()).requests


def test_a_take_back_is_granted(console: Console) -> None:
    begin(console, "plantagenet", "towton")
    before = len(look(console).save.entries)
    orders(console)
    told = typed(console, "ann", "takeback", "game.toml", "--entry", str(before), "--text", "oops")
    assert "Lancaster agrees." in told
    assert look(console).ledger.turn_of() == ("york",)
    assert "In order." in typed(console, "ann", "verify", "game.toml")


@pytest.mark.slow
def test_giving_up_can_be_taken_back(console: Console) -> None:
    begin(console, "plantagenet", "towton")
    typed(console, "ann", "resign", "game.toml", "--yes")
    given_up = len(look(console).save.entries) - 1
    told = typed(console, "ann", "takeback", "game.toml", "--entry", str(given_up))
    assert "Lancaster agrees." in told
    assert look(console).result is None
    typed(console, "ann", "resign", "game.toml", "--yes")
    typed(console, "ann", "over", "game.toml")
    assert set(look(console).ledger.cases.overs) == {"york", "lancaster"}


@pytest.mark.slow
def test_a_robot_that_is_not_behind_declines_a_draw_and_says_so(console: Console) -> None:
    begin(console, "plantagenet", "towton")
    told = typed(console, "ann", "draw", "game.toml")
    offered, flat = len(look(console).save.entries) - 2, " ".join(told.split())
    assert "Lancaster says: " in flat
    assert says(flat, "player.robots.declined", offered, word="behind")
    assert look(console).result is None
    orders(console)
    words = " ".join(typed(console, "ann", "report", "game.toml", "--since", "1").split())
    assert words.count("I decline") == 1


def test_a_robot_that_is_behind_takes_a_draw(console: Console) -> None:
    begin(console, "plantagenet", "quickstart", "york")  # Lancaster begins with Influence 3
    told = typed(console, "ann", "draw", "game.toml")
    assert "York takes the draw" in told
    result = look(console).result
    assert result is not None
    assert result.reason == sentence("ledger.cases.says._offer_draw", word="sides")
    assert "In order." in typed(console, "ann", "verify", "game.toml")


def test_what_a_kill_kept_the_robots_from_is_done_by_the_next_command(console: Console) -> None:
    begin(console, "warriors", "standard_1455")
    with mock.patch("pbem.round.robot_table.play_robots", return_value=[]):
        while look(console).ledger.turn_of() == ("york",):
            orders(console)
    assert look(console).ledger.turn_of() == ("lancaster",)
    typed(console, "ann", "orders", "game.toml", "--blank")
    assert look(console).ledger.turn_of() == ("york",)


def test_what_a_robot_signed_before_a_kill_is_kept_and_counted(console: Console) -> None:
    """It lies in no log; the next order for the same question is a later revision, not another first one."""
    begin(console, "warriors", "standard_1455")
    keep, kept = sent.keep_youngest, list[Path]()

    def killed(game: Reader, letter: Letter) -> Path:
        path = keep(game, letter)
        if isinstance(letter.envelope.body, Order) and game.side == "lancaster":
            kept.append(path.absolute())
            raise KeyboardInterrupt
        return path

    with mock.patch.object(sent, "keep_youngest", killed):
        while not kept:
            line = bot_lines(look(console))[0]
            console.type("ann", "orders", "game.toml", "--line", line)
    lost = kept[0].read_bytes()
    typed(console, "ann", "orders", "game.toml", "--blank")
    assert kept[0].read_bytes() == lost
    one, other = sorted(kept[0].parent.glob(f"{kept[0].name[:16]}*"))[:2]
    assert (one.name[16:19], other.name[16:19]) == ("001", "002")
    steps = [entry.body.step for entry in look(console).save.entries]
    taken = [step.order.body for step in steps if isinstance(step, Mailed)]
    assert next(b.revision for b in taken if isinstance(b, Order) and b.author == "lancaster") == 2
    assert "In order." in typed(console, "ann", "verify", "game.toml")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--york", "robot", "--lancaster", "robot"], sentence("cli.new.own_side", word="watch")),
        (
            ["--york", "robot", "--lancaster", "robot", "--gm", "robot"],
            sentence("cli.new.own_side", word="least"),
        ),
        (["--gm", "robot"], "--york robot or --lancaster robot"),
    ],
)
def test_somebody_must_play(words: list[str], told: str, console: Console) -> None:
    files = console.files()
    done = console.type("ann", "new", "plantagenet", "towton", *words)
    assert done.code == 2
    assert told in done.said
    assert console.files() == files


def test_the_robots_of_another_game_are_not_lost(console: Console) -> None:
    begin(console, "plantagenet", "towton")
    console.save.unlink()
    files = console.files()
    done = console.type(
        "ann", "new", "plantagenet", "towton", "--lancaster", "robot", "--gm", "robot"
    )
    assert done.code == 2
    assert ROBOTS in done.said
    assert console.files() == files


def test_what_a_player_says_in_a_veiled_game_is_told_once(console: Console) -> None:
    assert begin(console, "richard_iii", "richard_iii").count(" joins.") == 1
    assert typed(console, "ann", "say", "game.toml", "well met").count("York says: well met") == 1


@pytest.mark.slow
def test_what_is_told_at_a_robots_table_is_what_the_player_may_know(console: Console) -> None:
    """Richard III: hands and blocks of the robot stay hidden from who reads its moves."""
    said = begin(console, "richard_iii", "richard_iii")
    for _ in range(4):
        said += orders(console)
    home = console.folder / ROBOTS / "lancaster" / "identity.toml"
    robot = Game.loads(console.save.read_bytes(), Identity.load(home, ""))
    mine, its = (
        {decision.line for story in eyes.stories(1) for decision in story.decisions}
        for eyes in (look(console), robot)
    )
    assert its - mine
    assert mine - its
    orders_told = {told.strip().removeprefix("> ") for told in said.splitlines() if "> " in told}
    assert orders_told & mine
    assert not [line for line in its - mine for told in orders_told if line in told]
    assert all(" ".join(line.split()) in " ".join(said.split()) for line in mine - its)


# -- a decision is a function of what the robot may see ------------------------------------------------


@pytest.mark.slow
def test_a_robot_does_not_see_the_enemys_plan() -> None:
    """Two worlds that differ in York's sealed Plan alone."""
    post = seated()
    while {request.kind for request in post.look().requests} != {"plan"}:
        post.turn()
    worlds = [post.copy(), post.copy()]
    plans = set()
    for n, world in enumerate(worlds):
        world.random.seed(n)
        line = any_line(world.look("york"), world.random)
        plans.add(line)
        (receipt,) = world.take({"york": world.sent("york", line)})
        assert receipt.error is None
    assert len(plans) == 2
    check_alike(worlds, "lancaster")


def test_a_robot_does_not_see_the_card_that_lies_face_down() -> None:
    """Two worlds that differ in York's secret card alone."""
    game = Game.new(GM, "richard_iii", "richard_iii", {})
    post = joined(Post(game.dumps())).ready()
    while {request.kind for request in post.look().requests} != {"card"}:
        post.turn()
    lines = [option.line for option in post.look("york").legal()][:2]
    assert len(lines) == 2
    worlds = [post.copy(), post.copy()]
    for world, line in zip(worlds, lines, strict=True):
        (receipt,) = world.take({"york": world.sent("york", line)})
        assert receipt.error is None
    check_alike(worlds, "lancaster")


def check_alike(worlds: list[Post], side: str) -> None:
    """Other secrets, another log; but the same lines."""
    first, second = (world.look(side) for world in worlds)
    assert first.head != second.head
    for level in Level:
        assert bot_lines(first, level=level) == bot_lines(second, level=level)


# -- levels ---------------------------------------------------------------------------------------


def level_of(console: Console, seat: str) -> str:
    """What a robot's home says."""
    return (console.folder / ROBOTS / seat / "level.txt").read_text().strip()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("word", "level"),
    soaked(
        [("robot", "steady"), ("steady", "steady"), ("SIMPLE", "simple")], [("SIMPLE", "simple")]
    ),
)
def test_a_robot_plays_at_the_level_that_was_chosen(
    word: str, level: str, console: Console
) -> None:
    """It is named with it, keeps it in its home, and is asked to play so from then on."""
    said = typed(
        console, "ann", "new", "plantagenet", "towton", "--lancaster", word, "--gm", "robot"
    )
    assert f"lancaster: robot lancaster, {level}" in said
    assert level_of(console, "lancaster") == level
    assert not (console.folder / ROBOTS / "gm" / "level.txt").exists()
    with mock.patch.object(robot_table, "bot_lines", side_effect=bot_lines) as asked:
        for _ in range(8):
            orders(console)
    by_robot = {call.kwargs["level"] for call in asked.call_args_list if "level" in call.kwargs}
    assert by_robot == {Level(level)}


def test_a_robot_that_is_older_than_levels_is_steady(console: Console) -> None:
    begin(console, "plantagenet", "towton")
    (console.folder / ROBOTS / "lancaster" / "level.txt").unlink()
    assert robot_homes.level(console.save, "lancaster") is Level.STEADY


def test_a_level_that_nobody_knows_is_refused_and_the_game_goes_on_when_it_is_mended(
    console: Console,
) -> None:
    begin(console, "plantagenet", "towton")
    path = console.folder / ROBOTS / "lancaster" / "level.txt"
    path.write_text("brilliant\n")
    for _ in range(8):
        lines = [part for line in bot_lines(look(console)) for part in ("--line", line)]
        done = console.type("ann", "orders", "game.toml", *lines)
        if done.code:
            break
    assert done.code == 2
    assert says(
        " ".join(done.err.split()),
        "home.robot_homes.level",
        "level.txt",
        "simple nor steady nor strong",
    )
    path.write_text("simple\n")
    assert "In order." in typed(console, "ann", "verify", "game.toml")
