"""`pbem orders` in a terminal: picking, typing, undoing, policies, read-back, and the mail it writes."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import click
import pytest

from pbem.cli.orders_guided import NOTHING_YET, Guide
from pbem.cli.orders_text import HINTED, policies_note, script_hint_text, script_text
from pbem.cli.terminal import wrapped
from pbem.engine.policies import presets_of
from pbem.errors import NotInThisGame
from pbem.gm.game import Game
from pbem.player.orders import Orders
from pbem.player.robots import advice
from pbem.player.writing import NOTHING_TO_UNDO
from tests.cli.refusals.cases import before_plans
from tests.moderator.people import GM, PLAYERS, Post, invited, joined, seated, with_plans
from tests.says import says, sentence


def sit(game: Game, *typed: str) -> tuple[Orders, list[str], list[list[str]]]:
    """Type lines at a guide; returns the draft, what was said, and the completions offered."""
    waiting, said, offered = list(typed), [], []

    def ask(prompt: str, completions: Sequence[str]) -> str:
        said.append(prompt)
        offered.append(list(completions))
        if not waiting:
            raise click.Abort
        return waiting.pop(0)

    draft = Guide(game, ask, said.append).run()
    assert not waiting
    return draft, said, offered


def mustering() -> tuple[Post, str]:
    """A game in which a side Musters."""
    post = seated(seed=1)
    while True:
        asked = post.look().requests
        if asked and asked[0].kind == "muster":
            return post, asked[0].side
        post.turn()


def test_a_number_takes_that_line_and_the_next_question_comes() -> None:
    post, side = mustering()
    game = post.look(side)
    options = [option.line for option in game.legal()]
    number = next(n for n, line in enumerate(options, 1) if line.endswith("troops"))
    draft, said, offered = sit(game, str(number), "send", "y")
    assert draft.lines == (options[number - 1],)
    assert set(options) <= set(offered[0])
    assert any(says(text, "games.plantagenet.s3_4_muster.question", word="left") for text in said)


def test_a_mistake_is_told_and_nothing_is_taken() -> None:
    post, side = mustering()
    game = post.look(side)
    line = next(o.line for o in game.legal() if o.line.endswith("troops"))
    draft, said, _ = sit(game, "nonsense here", "999", line.upper(), "send", "yes")
    assert draft.lines == (line,)
    assert any(says(text, "engine.notation.match", "Muster", word="deciding") for text in said)
    assert any(says(text, "cli.menus.Menus.pick", word="numbered") for text in said)


def test_undo_takes_back_lines_and_policies() -> None:
    post, side = mustering()
    game = post.look(side)
    line = next(o.line for o in game.legal() if o.line.endswith("troops"))
    typed = ("undo", line, "on intercept: no", "undo", "undo", "on flee: stand", "send", "y")
    draft, said, _ = sit(game, *typed)
    assert draft == Orders((), {}, {"flee": "stand"})
    assert wrapped(NOTHING_TO_UNDO) in said


def test_policies_are_checked_when_they_are_written_and_presets_adopted() -> None:
    post, side = mustering()
    game = post.look(side)
    typed = ("on intrcept: no", "on flee: stand if their_plan = march", "preset cautious")
    draft, said, _ = sit(game, *typed, "on flee: stand", "policies", "send", "y")
    presets = presets_of(game.ledger.rules)
    assert draft.reactions == {**presets["cautious"], "flee": "stand"}
    assert any("known kinds" in text for text in said)
    assert any(
        says(re.sub(r"\s+", " ", text), "engine.facets.conditions.Conditions.look") for text in said
    )


@pytest.mark.slow
def test_a_ready_made_set_is_read_back_by_its_name_and_a_note_is_printed_once(
    capsys: pytest.CaptureFixture[str],
) -> None:
    post, side = mustering()
    typed = ("show", "preset cautious", "on flee: ask", "carts", "undo", "quit")
    game, said = post.look(side), list[str]()
    rows = iter(typed)
    parley = next(o.line for o in game.legal() if ": parley " in o.line)

    def ask(prompt: str, completions: Sequence[str]) -> str:
        return next(rows).replace("carts", parley)

    with pytest.raises(click.Abort):
        Guide(game, ask, said.append).run()
    assert NOTHING_YET in said
    assert capsys.readouterr().err == "  policies: preset cautious, but\n  on flee: ask\n"
    assert sum(says(text, "player.writing.DIE") for text in said) == 1
    assert said[-1] == sentence("cli.orders_guided.Guide._command")


def test_a_stranger_is_refused_before_anything_is_printed() -> None:
    said = list[str]()
    with pytest.raises(NotInThisGame):
        Guide(mustering()[0].look("gm"), lambda prompt, words: "", said.append).run()
    assert not said


def test_new_policies_say_from_when_on_they_answer() -> None:
    post, side = mustering()
    first, second = {"flee": "stand"}, {"flee": "flee all"}
    assert not policies_note(post.look(side), Orders(reactions=first))
    post.take({"policies": post.look(side).orders([], reactions=first).to_text()})
    game = post.look(side)
    assert not policies_note(game, Orders(reactions=first))
    assert says(policies_note(game, Orders(reactions=second)), "cli.orders_text.FROM_WHEN")


def test_a_plan_is_stacked_and_each_card_gets_its_script() -> None:
    post = seated(seed=1)
    while not any(request.kind == "plan" for request in post.look().requests):
        post.turn()
    side = next(r.side for r in post.look().requests if r.kind == "plan")
    game = post.look(side)
    stack = game.request().stack
    assert stack is not None
    card = next(name for name in stack.limits if name != "pass")
    plan = " ".join(["plan", card, *["pass"] * (stack.size - 1)])
    bad, good = f"{card}: pass if hidden", f"{card}: pass"
    draft, said, _ = sit(
        game, plan, "undo", plan, "help", bad, good, "undo", f"script 1: {good}", "send", "y"
    )
    assert f"  taken back: {plan}" in said
    assert any(says(text, "cli.orders_guided.HELP") for text in said)
    assert draft.lines == (plan,)
    assert draft.scripts == {"1": good}
    post.take({"plan": game.orders(draft.lines, scripts=draft.scripts).to_text()})
    assert list(post.look(side).standing.scripts.values()) == [good]


def test_not_confirmed_is_not_sent_and_leaving_sends_nothing() -> None:
    post, side = mustering()
    line = post.look(side).legal()[0].line
    with pytest.raises(click.Abort):
        sit(post.look(side), line, "send", "n", "quit")


def test_without_a_question_standing_orders_can_be_changed() -> None:
    post = with_plans()
    side = next(s for s in PLAYERS if all(r.side != s for r in post.look().requests))
    draft, said, _ = sit(post.look(side), "on intercept: no", "send", "y")
    assert draft.reactions is not None
    assert draft.reactions["intercept"] == "no"
    assert any(says(" ".join(text.split()), "player.writing.NOTHING") for text in said)


@pytest.mark.slow
def test_the_terminal_itself_with_completion_by_tab(tmp_path: Path) -> None:
    post, side = mustering()
    (tmp_path / "game.toml").write_bytes(post.save)
    home = tmp_path / "ann"
    home.mkdir()
    PLAYERS[side].save(home / "identity.toml", "")
    told = typed_at(
        [sys.executable, "-c", "from pbem.cli import main; main()", "orders", "game.toml"],
        ["don\t\n", "show\n", "send\n", "y\n"],
        tmp_path,
        home,
    )
    assert says(told, "cli.orders_text.SIGN")
    (mail,) = tmp_path.glob(f"{post.look().id}-{side}-*.txt")
    game = Game.loads(post.save, GM)
    (receipt,) = game.apply({"mail": mail.read_text("utf-8")})
    assert receipt.error is None


@pytest.mark.slow
def test_a_hint_that_is_wrapped_is_taken_whole(tmp_path: Path) -> None:
    post = before_plans()
    side = next(s for s in post.asked() if post.look(s).request().stack)
    (tmp_path / "game.toml").write_bytes(post.save)
    home = tmp_path / "ann"
    home.mkdir()
    PLAYERS[side].save(home / "identity.toml", "")
    told = typed_at(
        [sys.executable, "-c", "from pbem.cli import main; main()", "orders", "game.toml"],
        ["hint\n", "\n", "send\n", "y\n"],
        tmp_path,
        home,
        columns=30,
    )
    (hint,) = advice(post.look(side), ())
    assert f"  {hint}" not in told.replace("\r", ""), "it is broken on so narrow a screen"
    (mail,) = tmp_path.glob(f"{post.look().id}-{side}-*.txt")
    (receipt,) = Game.loads(post.save, GM).apply({"mail": mail.read_text("utf-8")})
    assert receipt.error is None
    assert hint.split()[1] in " ".join(told.split())


def typed_at(
    words: list[str], lines: list[str], folder: Path, home: Path, columns: int = 100
) -> str:
    """Run a command on a pseudo-terminal and type a line at every prompt."""
    leader, follower = pty.openpty()
    env = {**os.environ, "PBEM_HOME": str(home), "TERM": "dumb", "COLUMNS": str(columns)}
    env["PYTHONPATH"] = os.pathsep.join(path for path in sys.path if path)
    with subprocess.Popen(
        words, stdin=follower, stdout=follower, stderr=follower, cwd=folder, env=env
    ) as process:
        os.close(follower)
        told, until = "", time.monotonic() + 60
        while time.monotonic() < until:
            ready, _, _ = select.select([leader], [], [], 0.2)
            try:
                chunk = os.read(leader, 4096).decode("utf-8", "replace") if ready else ""
            except OSError:
                break
            told += chunk
            if lines and not ready and re.search(r"(\d+> |\[y/N\] |card \d+, \w+: )\Z", told):
                os.write(leader, lines.pop(0).encode())
        os.close(leader)
        assert process.wait(10) == 0, told
    return told


def test_who_is_only_asked_for_ready_is_told_so_plainly() -> None:
    game = seated().look("york")
    draft, said, offered = sit(game, "levy", "ready", "on flee: no", "send", "y")
    assert draft.lines == ("ready",)
    assert draft.reactions is None
    assert "ready" in offered[0]
    text = " ".join(" ".join(said).split())
    assert text.count(sentence("cli.orders_guided.READY_ASKED")) == 2
    assert says(text, "player.writing.ALONE")
    assert game.orders(draft.lines).to_text()


def test_policies_of_who_owes_ready_go_in_a_mail_of_their_own() -> None:
    draft, said, _ = sit(seated().look("york"), "on flee: no", "ready", "send", "y")
    assert (draft.lines, draft.reactions) == ((), {"flee": "no"})
    assert says(" ".join(" ".join(said).split()), "player.writing.ALONE")


def test_a_card_a_rule_odds_and_the_map_can_be_looked_up_on_the_way(tmp_path: Path) -> None:
    post, side = mustering()
    path = tmp_path / "game.toml"
    path.write_bytes(post.save)
    game = Game.loads(post.save, PLAYERS[side], path=path)
    typed = ("card harbingers", "rules parley", "odds", "odds chek", "card nothing_such", "map")
    typed += ("odds check march",)
    with pytest.raises(click.Abort):
        sit(game, *typed, "quit")
    said: list[str] = []
    waiting = [*typed, "quit"]
    with pytest.raises(click.Abort):
        Guide(game, lambda *_: waiting.pop(0), said.append).run()
    text = "\n".join(said)
    assert "Harbingers" in text
    assert "3.4.1 Parley" in text
    assert "4.6.4 Parley" in text
    assert says(text, "reports.rulebook.section_parts", "C32, C34, C36, C37", word="rulings")
    assert "C32 (text)" not in text
    assert "odds check" in text
    assert says(" ".join(text.split()), "imagine.foretell.question", "chek", word="there")
    assert says(text, "errors.UnknownCard", "nothing_such")
    assert "0.21 per point" in text
    assert "<svg" in (tmp_path / f"{game.id}-map.svg").read_text("utf-8")


@pytest.mark.slow
def test_help_names_whatever_can_be_typed() -> None:
    post, side = mustering()
    guide = Guide(post.look(side), lambda prompt, words: "", print)
    told = {words.split()[0] for words in guide._typed()}
    assert {verb.split()[0] for verb in guide._verbs()} <= told
    assert {"on", "preset", "script", "if"} <= told
    unready = joined(Post(invited().dumps()))
    waits = Guide(unready.look("york"), lambda prompt, words: "", print)
    assert "ready" in waits._typed()
    plans = before_plans()
    who = next(s for s in plans.asked() if plans.look(s).request().stack)
    planning = Guide(plans.look(who), lambda prompt, words: "", print)
    assert "plan CARD CARD ..." in planning._typed()


def test_screen_readers_get_a_script_in_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    statements = ["norfolk: forage", "norfolk: pass"]
    told = "  script for card 2: norfolk: forage; norfolk: pass"
    assert script_text("2", statements, "none", "") == told
    monkeypatch.setenv("PBEM_PLAIN", "1")
    hint, *orders = script_hint_text(statements).split("\n")
    assert orders == ["Order: norfolk: forage.", "Order: norfolk: pass."]
    said, *rows = script_text("2", statements, "none", "").split("\n")
    assert said == sentence("cli.orders_text.script_text", 2, 2, word="lines") + "."
    assert rows == orders
    assert hint == HINTED


def test_cards_that_are_not_flipped_ask_for_no_scripts() -> None:
    post = seated(scenario="IIIB")
    side = next(s for s in post.asked() if not post.look(s).owes_ready)
    stack = post.look(side).request().stack
    assert stack is not None
    assert not stack.scripted
    draft, said, _ = sit(post.look(side), "hint", "", "send", "y")
    assert draft.lines[0].startswith(f"{stack.verb} ")
    assert not any("flipped" in words for words in said[1:])
