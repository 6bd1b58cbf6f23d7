"""The prompt of `pbem orders`: what is printed once, what is said at once, and what works everywhere."""

from __future__ import annotations

import re
from pathlib import Path

import click
import pytest

from pbem.cli.menus import Menus
from pbem.cli.orders_guided import NO_HINT_HERE, NOT_SEALED, TYPE_SEND
from pbem.cli.orders_lookups import looked_up
from pbem.cli.orders_text import HINTED
from pbem.cli.terminal import wrapped
from pbem.engine.option import Option
from pbem.engine.request import Menu, Request
from pbem.errors import NotAllowed
from pbem.gm.game import Game
from pbem.imagine.ahead import turn_ahead
from pbem.imagine.calls import with_answer
from pbem.player.orders import BETWEEN, Orders
from pbem.player.repeated import repeated
from pbem.player.robots import advice, script_advice
from pbem.player.writing import ENEMY, WHEN_DONE, Writing
from tests.cheats.table import PARLEY, mustering
from tests.cli.console import Console
from tests.cli.test_orders_guided import sit
from tests.moderator.people import GM, PLAYERS, Post, accept
from tests.moderator.test_calls import york
from tests.says import Pattern, says, sentence, worded


def print_menu(menus: Menus, request: Request, *words: str) -> str:
    return "\n".join(menus.question(request, request.options, *words))


def long_menu(first: int = 0, **gives_up: str) -> Request:
    """A long menu of two actors, from a place on; an actor's lines can give something up."""

    def fill(menu: Menu) -> None:
        for who in ("ann", "bob"):
            for n in range(first, 30):
                lost = gives_up.get(who, "")
                menu.add(Option.in_words(f"{who}: move {n:02}", note="1 AP", gives_up=lost))

    return Request("york", "test", "What now?", "9.9", fill)


def test_a_long_menu_is_printed_once_and_then_what_has_changed() -> None:
    menus = Menus()
    assert says(print_menu(menus, long_menu()), "cli.question_text.choices", 60, word="lines")
    assert says(print_menu(menus, long_menu()), "cli.menus.Menus._menu", "60 lines", word="same")
    changed = print_menu(menus, long_menu(1, bob="ends Ann's turn: 1 action unused"))
    assert says(changed, "cli.menus.Menus._menu", "58 lines", word="numbered")
    assert "Not possible now: ann: move 00; bob: move 00." in changed
    assert "A line of bob now ends Ann's turn: 1 action unused." in changed
    assert "move 05" not in changed
    back = print_menu(menus, long_menu())
    assert "1 ann: move 00 (1 AP)" in back
    assert "31 bob: move 00 (1 AP)" in back
    assert "Not possible" not in back


def test_a_number_keeps_its_line_until_the_whole_menu_is_printed_again() -> None:
    menus = Menus()
    print_menu(menus, long_menu())
    shorter = long_menu(1)
    print_menu(menus, shorter)
    assert menus.pick(shorter, shorter.options, "60") == "bob: move 29"
    with pytest.raises(
        LookupError, match=worded("cli.menus.Menus.pick", 1, "ann: move 00", word="Line")
    ):
        menus.pick(shorter, shorter.options, "1")
    print_menu(menus, shorter, "move", "")
    assert menus.pick(shorter, shorter.options, "60") == "bob: move 29"
    list(menus.question(shorter, shorter.options, asked_for=True))
    assert menus.pick(shorter, shorter.options, "1") == "ann: move 01"


def test_a_listener_hears_how_many_and_what_is_different(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_PLAIN", "1")
    menus = Menus()
    assert print_menu(menus, long_menu()).endswith(
        sentence("cli.question_text.choices", 60, word="choices")
    )
    changed = print_menu(menus, long_menu(1))
    assert (
        "58 choices. What is different:\nNot possible now: ann: move 00; bob: move 00." in changed
    )


def test_the_menu_of_a_game_is_printed_once() -> None:
    game = mustering().look("york")
    first = game.legal()[0].line
    _, said, _ = sit(game, "march: troops", "norfolk: carts", "send", "y")
    text = "\n".join(said)
    many = worded("cli.question_text.choices", Pattern(r"^\d+"), word="number")
    assert len(re.findall(many, text, re.MULTILINE)) == 1
    assert text.count(f"1 {first.partition(': ')[2]}") == 1, "not in the position too"
    assert text.count(sentence("cli.menus.Menus._menu", word="numbered")) == 2


def test_what_a_line_leaves_unused_is_said_when_it_is_typed() -> None:
    post, side = mustering(), "york"
    _, said, _ = sit(post.look(side), "march: troops", "norfolk: carts", "send", "y")
    at = said.index("  norfolk: carts")
    assert "this ends March's Levy: 1 action unused." in said[at + 1]


def test_enter_takes_the_hint_and_nothing_else() -> None:
    game = mustering().look("york")
    (line,) = advice(game, ())
    draft, said, _ = sit(game, "", "hint", "", "", "send", "y")
    assert draft.lines == (line,)
    assert said.count(f"{HINTED}\n  {line}") == 1
    draft, _, _ = sit(game, "hint", "list xyz", "", "march: carts", "send", "y")
    assert draft.lines == ("march: carts",)


def test_a_hint_is_an_aid_of_a_robot(monkeypatch: pytest.MonkeyPatch) -> None:
    post, side = mustering(), "york"

    def barred(ledger: object, aid: str) -> None:
        raise NotAllowed(aid=f"the aid {aid}")

    monkeypatch.setattr("pbem.cli.orders_guided.agreed.check_aid", barred)
    draft, said, _ = sit(post.look(side), "hint", "", "march: carts", "send", "y")
    assert draft.lines == ("march: carts",)
    assert any(says(" ".join(text.split()), "errors.NotAllowed", "the aid robot") for text in said)


def test_enter_after_send_says_that_nothing_was_sealed() -> None:
    post, side = mustering(), "york"
    typed = ("march: troops", "send", "", "send", "show", "what", "send")
    draft, said, _ = sit(post.look(side), *typed)
    assert draft.lines == ("march: troops",)
    assert said.count(wrapped(NOT_SEALED)) == 1
    assert sentence("cli.orders_guided.YES_OR_NO") in said


def test_undo_works_where_it_is_asked_whether_to_seal() -> None:
    post, side = mustering(), "york"
    typed = ("march: troops", "march: carts", "send", "undo", "send", "y")
    draft, said, _ = sit(post.look(side), *typed)
    assert draft.lines == ("march: troops",)
    assert "  taken back: march: carts" in said


@pytest.mark.slow
def test_show_undo_hint_and_send_work_while_scripts_are_asked_for() -> None:
    game, orders = york()
    (plan,) = orders.lines
    card = plan.split()[1]
    typed = (plan, f"{card}: pass", "show", "undo", "hint", "", "send", "y")
    draft, said, _ = sit(game, *typed)
    assert draft.lines == (plan,)
    assert list(draft.scripts) == ["1"]
    assert draft.scripts["1"] != f"{card}: pass"
    assert f"  {sentence('cli.orders_guided.Guide._undone', 1, word='script')}" in said
    assert said.count(f"card 1, {card}: ") == 3, (
        "asked again after it was taken back, and for the hint"
    )
    draft, _, _ = sit(game, plan, "end", "send", "y")
    assert draft == Orders((plan,))


def test_a_misspelled_word_of_the_prompt_gets_that_word() -> None:
    _, said, _ = sit(mustering().look("york"), "hnit", "shwo", "march: carts", "send", "y")
    assert sentence("cli.orders_guided.Guide._take_up", "hnit", "hint") in said
    assert sentence("cli.orders_guided.Guide._take_up", "shwo", "show") in said


def test_a_name_alone_is_looked_up_and_never_taken_for_a_line() -> None:
    """`london` begins the other name of a card that Warwick can levy (Y15, London for York)."""
    typed = ("london", "norfolk", "norfolk: parley plymouth", "y1", "hint", "send", "y")
    draft, said, _ = sit(mustering().look("york"), *typed)
    assert draft.lines == ("norfolk: parley plymouth",)
    text = " ".join(" ".join(map(click.unstyle, said)).split())
    assert "Next to London, by Highway:" in text
    assert re.search(r"`norfolk` can mean \d+ lines. `list norfolk` shows them.", text)
    assert "Y1: Leeward Battle Line" in text, "behind a die too"


def test_the_text_of_a_card_is_one_word_away() -> None:
    game = mustering().look("york")
    other = next(card.id for card in game.ledger.rules.cards() if card.id.startswith("L"))
    _, said, _ = sit(game, other, "card", "march: carts", "send", "y")
    said = [click.unstyle(text) for text in said]
    assert any(text.startswith(f"{other}: ") and "\nEvent: " in text for text in said)
    named = {word for option in game.legal() for word in option.line.split()}
    shown = next(text for text in said if text.startswith("Y1: "))
    assert {row.partition(":")[0].lower() for row in shown.splitlines()} == {
        card.id.lower() for card in game.ledger.rules.cards() if card.id.lower() in named
    }


def test_the_map_names_what_lies_next_to_a_place(tmp_path: Path) -> None:
    typed = ("map london", "map lodnon", "Hexham", "march: carts", "send", "y")
    _, said, _ = sit(mustering().look("york"), *typed)
    text = " ".join(" ".join(said).split())
    assert says(
        text, "reports.places.ways_sentence", "Hexham", "by Road: Carlisle, Newcastle", word="Next"
    )
    assert says(
        text,
        "reports.places.ways_sentence",
        "London",
        "by Highway: Guildford, Oxford, St. Albans; by Road: Rochester",
        word="Next",
    )
    assert "There is no place `lodnon` on this map. Did you mean `London`?" in text
    console = Console(tmp_path, mustering().save)
    done = console.type("ann", "--plain", "map", "game.toml")
    assert says(
        done.out,
        "reports.places.ways_sentence",
        "Hexham",
        "by Road: Carlisle, Newcastle",
        word="Next",
    )
    tried = console.type("ann", "try", "game.toml", "--line", "map london")
    assert "Next to London, by Highway:" in " ".join(tried.out.split())


@pytest.mark.slow
def test_the_card_word_names_the_cards_of_a_stack() -> None:
    """Before Bosworth each side chooses Capabilities and deals them out."""
    post = Post(Game.new(GM, "plantagenet", "bosworth", {}, {}, bytes(range(32))).dumps())
    post.take({side: accept(post.save, side).to_text() for side in PLAYERS})
    while post.look().ledger.owes_ready():
        post.ready()
    game = post.look("york")
    assert game.request().stack is not None
    named = re.findall(r"^(\w+): ", looked_up(game, "card", ""), re.MULTILINE)
    in_stack = {name.split("_")[0].upper() for name in game.request().stack.limits}
    assert set(named) == in_stack


@pytest.mark.slow
def test_the_card_word_gives_the_texts_of_an_open_hand() -> None:
    """In a Campaign of 1450-1500 on its own the hands lie open."""
    post = Post(Game.new(GM, "plantagenet_1450", "towton_1461", {}, {}, bytes(range(32))).dumps())
    post.take({side: accept(post.save, side).to_text() for side in PLAYERS})
    said = click.unstyle(looked_up(post.look("york"), "card", ""))
    assert re.findall(r"^(L\d+): ", said, re.MULTILINE) == ["L41", "L43", "L48"]
    assert "Battle: Snow and Wind" in said


def test_a_hint_goes_on_behind_a_check() -> None:
    game = mustering().look("york")
    draft, said, _ = sit(game, PARLEY, "hint", "", "send", "y")
    assert draft.lines[0] == PARLEY
    assert draft.lines[1:] == advice(game, (PARLEY,))
    assert f"{HINTED}\n  {draft.lines[1]}" in said


def test_a_hint_says_what_to_do_if_the_check_fails() -> None:
    game = mustering().look("york")
    forks = (advice(game, (one.line,)) for one in game.legal() if "parley" in one.line)
    failed, succeeded = next(lines for lines in forks if len(lines) > 1)
    assert (failed[:10], succeeded[:5]) == ("if failed:", "else:")


def test_where_no_hint_can_be_given_the_prompt_says_why() -> None:
    _, said, _ = sit(mustering().look("york"), "done", "hint", "send", "y")
    why = ENEMY.replace(WHEN_DONE, TYPE_SEND)
    assert why != ENEMY
    rows = [" ".join(text.split()) for text in said]
    assert (f"{NO_HINT_HERE} {why}" in rows, why in rows) == (True, True)


@pytest.mark.slow
def test_a_script_keeps_with_all_whoever_could_come_along_now() -> None:
    game, orders = york()
    (plan,) = orders.lines
    card = plan.split()[1]
    script = f"if can {card} march st_albans: {card}: march st_albans with all; {card}: pass"
    draft, _, _ = sit(game, plan, "hint", "", f"script 2: {script}", "end", "send", "y")
    assert draft.scripts["1"] == BETWEEN.join(
        script_advice(game, plan.split()[1:])["1"].split("\n")
    )
    assert draft.scripts["2"] == script


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "scenario"),
    [
        ("plantagenet", "towton"),
        ("plantagenet_1450", "towton_1461"),
        ("richard_iii", "wars_of_the_roses"),
        ("warriors", "standard_1455"),
    ],
)
def test_the_checker_takes_every_hint(rules: str, scenario: str) -> None:
    """Those of questions, behind checks too, and those of a Plan's cards."""
    post = Post(Game.new(GM, rules, scenario, {}, {}, bytes(range(32))).dumps())
    post.take({side: accept(post.save, side).to_text() for side in PLAYERS})
    post.ready()
    taken = 0
    while len(post.mails) < 40 and post.asked():
        pile: dict[str, str | bytes] = {}
        for side in post.asked():
            game = post.look(side)
            writing = Writing(game)
            while not game.owes_ready and (lines := advice(game, writing.lines)):
                writing.take(BETWEEN.join(lines))
                taken += len(lines)
                if len(writing.lines) > 6:
                    break
            if writing.stacks:
                for number, text in script_advice(game, writing.lines[0].split()[1:]).items():
                    taken += len(writing.write_script(number, text))
            lines = writing.lines[:1] if writing.lines else ("ready",)
            pile[f"{len(post.mails)}-{side}"] = post.sent(side, *lines)
        assert all(receipt.error is None for receipt in post.take(pile))
    assert taken > len(post.mails) / 2


@pytest.mark.slow
def test_the_checker_takes_every_hint_of_the_turn_ahead() -> None:
    game, orders = york()
    found = turn_ahead(game, orders, 30)
    hints = [(one, line) for one in found.open for line, _ in one.robot]
    assert hints
    for one, line in hints:
        made = with_answer(game, orders, one, line)
        game.check_standing(made.scripts, made.reactions or {})
        assert not re.search(r" with (?!all$)", line), (
            "who comes along is known when it is carried out"
        )


@pytest.mark.slow
def test_a_question_that_comes_again_names_its_policy_once_in_a_turn() -> None:
    """A Towton of simple players, who are asked question by question."""
    post, found = mustering().copy(), []
    while len(found) < 2 or len(post.mails) < 50:
        pile: dict[str, str | bytes] = {}
        for side in post.asked():
            game = post.look(side)
            again = repeated(game)
            if again is not None:
                found.append((side, game.turns[-1].number, again, post.copy()))
            pile[f"{len(post.mails)}-{side}"] = post.sent(side, *advice(game, ())[:1])
        assert all(receipt.error is None for receipt in post.take(pile))
    turns = [(side, turn) for side, turn, _, _ in found]
    assert len(turns) == len(set(turns)), "a nag"
    side, _, again, post = found[-1]
    assert again.presets == ("stand_and_fight", "cautious")
    draft, said, _ = sit(post.look(side), f"on {again.kind}: {again.policy}", "send", "y")
    text = " ".join(" ".join(said).split())
    assert "Type `preset stand_and_fight` or `preset cautious` for all" in text
    assert says(text, "cli.orders_guided.AGAIN", ..., again.kind, again.policy)
    post.take({"policy": post.look(side).orders((), reactions=draft.reactions).to_text()})
    assert post.look(side).standing.reactions == {again.kind: again.policy}
    assert repeated(post.look(side)) is None
