"""`orders --check` reads its own language; scripts and policies are checked for sense when they are written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbem.engine.policies import presets_of
from pbem.engine.standing import StandingOrders
from pbem.engine.vocabulary import check_words, stack_verbs, unknown, vocabulary
from pbem.errors import BadScript, NotNow
from pbem.games import GAMES, find
from pbem.gm.game import Game
from pbem.player.dry import dry_run
from pbem.player.robots import advice
from pbem.player.target import of_card
from pbem.player.writing import Writing
from tests.cli.console import Console, Done
from tests.cli.test_orders_guided import mustering, sit
from tests.engine.random_play import SOME_SCENARIOS, RandomGame
from tests.moderator.people import Post, any_line, seated
from tests.says import says, sentence, worded

MENUS = 40


def check(tmp_path: Path, *lines: str) -> Done:
    post, side = mustering()
    console = Console(tmp_path, post.save)
    words = [word for line in lines for word in ("--line", line)]
    who = {"york": "ann", "lancaster": "bob"}[side]
    return console.type(who, "orders", "game.toml", *words, "--check")


def test_conditions_are_no_mistakes(tmp_path: Path) -> None:
    done = check(
        tmp_path,
        "march: parley st_albans",
        "if failed: march: parley st_albans +1",
        "else: march: troops",
        "norfolk: carts if can norfolk carts",
        "norfolk: troops until carts norfolk > 90 max 1",
        "pass",
    )
    assert done.code == 0
    assert not says(done.said, "player.target.Line.warnings", word="right")
    assert done.said.endswith(sentence("cli.orders.LEGAL"))


def test_a_line_that_no_outcome_of_a_check_makes_possible_is_marked(tmp_path: Path) -> None:
    done = check(tmp_path, "march: parley st_albans", "march: troops", "march: troops", "done")
    assert says(done.said, "player.target.Line.warnings", "line 3: `march: troops`", word="right")
    assert done.said.endswith(sentence("cli.orders.DOUBTFUL"))


def test_a_line_that_is_skipped_either_way_is_marked(tmp_path: Path) -> None:
    done = check(
        tmp_path, "march: parley st_albans", "norfolk: carts if carts norfolk > 90", "done"
    )
    never = sentence("player.target.Case.read_back", word="holds")
    assert f"norfolk: carts if carts norfolk > 90 (skipped: {never})" in done.said


def test_what_lies_unused_after_a_check_is_said_too(tmp_path: Path) -> None:
    done = check(tmp_path, "norfolk: parley st_albans", "march: troops")
    assert re.search(
        r"Whether norfolk parley st_albans succeeds \([1-5] in 6\) or fails\n", done.out
    )
    assert done.out.count("> march: troops") == 1  # what is the same both ways is printed once
    comes = sentence("player.target.Line.warnings", word="comes")
    assert f"Careful: {comes} ends Norfolk's Levy: 2 actions unused." in done.said


def test_a_slip_far_beyond_the_dice_is_found_by_its_word(tmp_path: Path) -> None:
    lines = [f"march: parley {at}" for at in ("st_albans", "newbury")]
    more = [f"norfolk: parley {at}" for at in ("bristol", "exeter", "wells")]
    done = check(tmp_path, *lines, *more, "warwick: forrage")
    assert done.code == 2
    assert says(
        done.said,
        "engine.vocabulary.unknown",
        "forrage",
        worded("engine.vocabulary._near", "forage"),
    )


@pytest.mark.parametrize(
    ("policy", "word", "meant"),
    [
        ("norflok with all", "norflok", "norfolk"),
        ("norfolk with all if valour norfolk >= 3; else noo", "noo", "no"),
        ("ask y24; paly y24", "paly", "play"),
    ],
)
def test_a_policy_with_a_word_that_no_line_has_is_refused_when_it_is_written(
    policy: str, word: str, meant: str
) -> None:
    game = seated().look("york")
    with pytest.raises(BadScript, match=f"has a word `{word}`. Did you mean `{meant}`?"):
        game.orders((), reactions={"intercept": policy})
    with pytest.raises(BadScript, match=worded("engine.vocabulary.unknown", word)):
        game.check_standing({}, {"intercept": policy})


def test_a_kind_that_there_is_none_of_gets_a_proposal() -> None:
    game = seated().look("york")
    with pytest.raises(
        BadScript,
        match=worded("engine.standing.check", "intercept", word="mean") + r"\s*" + "known kinds:",
    ):
        game.orders((), reactions={"intrcept": "no"})


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "scenario"), SOME_SCENARIOS)
def test_no_line_that_is_legal_anywhere_has_a_word_that_is_called_unknown(
    rules: str, scenario: str
) -> None:
    game = RandomGame(rules, scenario, 3)
    known = vocabulary(game.rules)
    for _, play in zip(range(300), game.steps(), strict=False):
        for request in play.pending:
            for option in list(request.options)[:MENUS]:
                line = (
                    f"{option.line} with {' '.join(option.group)}" if option.group else option.line
                )
                assert unknown(known, line) == "", line


@pytest.mark.parametrize("name", GAMES)
def test_presets_have_known_words_only(name: str) -> None:
    for preset in presets_of(find(name)).values():
        check_words(find(name), StandingOrders(dict(preset)))


def planning() -> tuple[Game, str, str]:
    """A game in which a side plans; the side, and a Lord of its stack."""
    post = seated(seed=1)
    while (
        not any(r.kind == "plan" for r in post.look().requests) or post.look().ledger.owes_ready()
    ):
        post.turn()
    request = next(r for r in post.look().requests if r.kind == "plan")
    assert request.stack is not None
    lord = next(name for name in request.stack.limits if name != "pass")
    game = post.look(request.side)
    stack = " ".join(["plan", lord, *["pass"] * (request.stack.size - 1)])
    return game, stack, lord


def test_the_first_cards_script_is_tried_on_the_present_position() -> None:
    game, plan, lord = planning()
    bad = game.first_script_stops([plan], {"1": f"{lord}: march truro"})
    assert says(bad, "games.plantagenet.s4_3_march.bar_march", word="leads")
    assert game.first_script_stops([plan], {"1": f"{lord}: pass"}) == ""
    target = of_card(game.ledger, game.side, lord, len(plan.split()) - 2)
    assert target.run([f"{lord}: pass"], ()).did[0].line == f"{lord}: pass"
    assert game.first_script_stops([plan], {"2": f"{lord}: march truro"}) == ""
    assert game.first_script_stops([plan.replace(lord, "pass", 1)], {"1": "pass"}) == ""


def test_a_script_whose_condition_does_not_hold_now_is_taken() -> None:
    """At the prompt as on the desk: both write the same value."""
    game, plan, lord = planning()
    writing = Writing(game)
    writing.take(plan)
    text = f"if turn > 90: {lord}: pass"
    assert writing.write_script("1", text) == (text,)
    writing.write_for("1")
    assert writing.take(f"{lord}: pass") == f"{lord}: pass"
    assert writing.orders.scripts == {"1": f"{text}; {lord}: pass"}
    with pytest.raises(NotNow, match="no card 99"):
        writing.write_script("99", text)


@pytest.mark.slow
def test_who_is_led_through_a_plan_is_told_that_its_script_would_stop() -> None:
    game, plan, lord = planning()
    _, said, _ = sit(game, plan, f"{lord}: march truro", "send", "y")
    assert says(" ".join(said), "cli.orders_guided.Guide._script", word="things")


def test_what_is_sealed_card_by_card_cannot_follow_another_line(tmp_path: Path) -> None:
    done = check(tmp_path, "done", "if failed: plan march pass")
    assert done.code == 2
    assert "line 2: `if failed: plan march pass`" in done.said
    assert says(done.said, "engine.vocabulary.SEALED_ALONE")
    assert says(done.said, "player.dry.check_alone", word="other")


@pytest.mark.parametrize("name", GAMES)
def test_stacks_of_every_game_are_refused_in_later_lines_scripts_and_policies(name: str) -> None:
    rules = find(name)
    for verb in stack_verbs(rules):
        for standing in (
            StandingOrders({"anything": f"{verb} pass"}, {}),
            StandingOrders({}, {"1": f"ask; {verb} pass"}),
        ):
            with pytest.raises(BadScript, match=worded("engine.vocabulary.SEALED_ALONE")):
                check_words(rules, standing)


def before_plans() -> tuple[Post, str]:
    """A game whose next answer `done` leads to the question for a Plan, and who gives it."""
    post = seated(1)
    while True:
        for side in post.asked():
            game = post.look(side)
            if not game.owes_ready and any(option.line == "done" for option in game.legal()):
                after = dry_run(game.ledger, side, ["done"]).play
                asked = after.pending if after is not None else ()
                if any(request.side == side and request.kind == "plan" for request in asked):
                    return post, side
        post.turn()


def test_no_hint_offers_the_plan_after_other_lines() -> None:
    post, side = before_plans()
    assert advice(post.look(side), ["done"]) == (), "it would be refused in this email"


def test_no_line_reaches_the_question_for_a_plan(tmp_path: Path) -> None:
    post, side = before_plans()
    console = Console(tmp_path, post.save)
    who = {"york": "ann", "lancaster": "bob"}[side]
    asked = post.look(side).request().id
    written = f'game = "{post.look().id}"\nside = "{side}"\nanswers = "{asked}"\n'
    for line in ("march, march, pass", "plan march, march, pass"):
        console.file("my.toml", f"{written}orders = '''\ndone\n{line}\n'''\n")
        for command in (
            ["orders", "game.toml", "my.toml"],
            ["orders", "game.toml", "my.toml", "--check"],
        ):
            done = console.type(who, *command)
            assert done.code != 0, (command, line, done)
            assert f"line 6, column 1: `{line}`" in done.said, "the line in the file"
            assert "email of its own" in done.said
            assert ("your Muster is over" in done.said) == (not line.startswith("plan"))
    assert not list(console.folder.glob("*-york-*"))
    console.file("my.toml", f"{written}orders = '''\ndone\n'''\n")
    assert console.type(who, "orders", "game.toml", "my.toml").code == 0


def test_no_line_follows_a_plan(tmp_path: Path) -> None:
    post, side = before_plans()
    assert post.take({"done": post.sent(side, "done")})[0].error is None
    post.ready()
    game = post.look(side)
    plan = any_line(game, post.random)
    console = Console(tmp_path, post.save)
    who = {"york": "ann", "lancaster": "bob"}[side]
    refused = console.type(who, "orders", "game.toml", "--line", plan, "--line", "march: pass")
    assert refused.code == 2
    assert "line 2: `march: pass`" in refused.said
    assert says(refused.said, "player.dry.check_alone", "plan", word="now")
    assert console.type(who, "orders", "game.toml", "--line", plan).code == 0
