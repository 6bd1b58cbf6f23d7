"""A game that cannot be finished is judged from what is really there, by who may know it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from pbem.engine.odds import Answer
from pbem.engine.request import Request
from pbem.engine.world import World
from pbem.errors import BadQuestion, GameOver, OnlyForJudges
from pbem.games import find, installed_games
from pbem.gm.game import Game
from pbem.imagine.adjudicate import adjudicated, unsealed
from pbem.proof.revealed_keys import own_reveals
from pbem.reports.formats import html, text
from pbem.reports.judge import page, summary
from tests.drawn import kept
from tests.says import says, worded

from .people import EVE, GM, NONCE, Post, joined, played, with_plans

CASES = [
    ("plantagenet", "Ib", ()),
    ("plantagenet", "Ib", (("hidden_mats", "yes"),)),
    ("richard_iii", "richard_iii", ()),
    ("warriors", "standard", ()),
    ("plantagenet_1450", "towton_1461", ()),
]


@kept
def _under_way(rules: str, scenario: str, options: tuple[tuple[str, str], ...]) -> Post:
    made = Game.new(GM, rules, scenario, {}, dict(options), NONCE)
    return joined(Post(made.dumps())).ready().play(9)


def under_way(rules: str, scenario: str, options: tuple[tuple[str, str], ...] = ()) -> Post:
    return _under_way(rules, scenario, options).copy()


def say(post: Post, side: str, kind: str, entry: int = 0) -> None:
    (receipt,) = post.take({f"{side}-{kind}": post.look(side).say(kind, entry).to_text()})
    assert receipt.error is None


def blocks(answer: Answer) -> list[tuple[str, str, int]]:
    return [
        (block.title, line.label, line.count) for block in answer.blocks for line in block.lines
    ]


def test_every_game_is_tried() -> None:
    assert {rules for rules, _, _ in CASES} == set(installed_games())


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "scenario", "options"), CASES)
def test_the_robot_plays_it_to_the_end_that_the_rules_give(
    rules: str, scenario: str, options: tuple[tuple[str, str], ...]
) -> None:
    game = under_way(rules, scenario, options).look("gm")
    before = game.ledger
    answer = adjudicated(unsealed(game), games=2, seed=3)
    who = answer.blocks[0]
    assert sum(line.count for line in who.lines) == 2
    assert [f"{side.name} wins" for side in find(rules).sides.values()] == [
        line.label for line in who.lines[: len(find(rules).sides)]
    ]
    assert sum(line.count for line in answer.blocks[-1].lines) == 2
    assert game.ledger is before
    assert blocks(adjudicated(game, games=2, seed=3)) == blocks(answer)
    told = text.text(page(game, answer))
    assert re.match(worded("reports.judge.ONLY"), told)
    assert summary(answer) in " ".join(told.split())
    assert all(f"WHAT THE {s.people.upper()} KNOW" in told for s in find(rules).sides.values())
    sides = tuple(find(rules).sides.items())
    assert says(html.page(page(game, answer), sides, game.now), "reports.judge.ONLY")


def dealt(game: Game, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, str]]:
    """What the robot could have known at the first question of each of four games."""
    found: list[dict[str, str]] = []
    begun: list[object] = []
    robot = World.robot

    def seen(world: World[Any], request: Request) -> str:
        if world not in begun:
            begun.append(world)
            found.append(dict(world.chance.secrets))
        return robot(world, request)

    monkeypatch.setattr(World, "robot", seen)
    adjudicated(game, games=4)
    return found


@pytest.mark.slow
def test_hands_and_plans_are_the_true_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    game = with_plans().look("gm")
    held = {s: card for side in game.ledger.sides for s, card in game.known(side).items()}
    assert any(slot.startswith("plan:") for slot in held)
    found = dealt(game, monkeypatch)
    assert len(found) == 4
    assert all(held.items() <= secrets.items() for secrets in found)


@pytest.mark.slow
def test_decks_are_shuffled_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played(4, scenario="Ia").look("gm")
    slots = game.ledger.play.state.deck["york"]
    decks = [[secrets[slot] for slot in slots] for secrets in dealt(game, monkeypatch)]
    assert len(slots) > 5
    assert len({tuple(deck) for deck in decks}) == 4
    known = game.ledger.known()
    # A robot of Lancaster's does not know which cards York has drawn: they are among those of the deck.
    hidden = {card for slot, card in known.items() if slot.startswith("deck:york_1:")}
    assert all(len({*deck}) == len(deck) and {*deck} <= hidden for deck in decks)


@pytest.mark.parametrize("who", ["york", "lancaster", ""])
def test_nobody_but_its_gm_judges_a_game_under_way(who: str) -> None:
    game = under_way("plantagenet", "Ib").look(who)
    with pytest.raises(OnlyForJudges, match=worded("errors.OnlyForJudges")):
        unsealed(game)


@pytest.mark.slow
def test_after_the_end_anybody_finds_what_the_gm_found() -> None:
    post = under_way("richard_iii", "richard_iii")
    found = blocks(adjudicated(post.look("gm"), games=2))
    say(post, "york", "resign")
    result = post.look().ledger.cases.result
    for side in ("york", "lancaster"):
        assert blocks(adjudicated(post.look("gm"), games=2)) == found
        say(post, side, "over", result)
    reveals = own_reveals(post.look("gm"))
    stranger = Game.loads(post.save, EVE)
    with pytest.raises(OnlyForJudges):
        unsealed(stranger)
    with pytest.raises(OnlyForJudges):
        unsealed(stranger, own_reveals(post.look("york")))
    opened = unsealed(stranger, reveals)
    assert blocks(adjudicated(opened, games=2)) == found
    told = text.text(page(opened, adjudicated(opened, games=1)))
    assert "WHAT THE YORKISTS KNOW" in told


@pytest.mark.slow
def test_what_cannot_be_judged_is_refused() -> None:
    post = under_way("plantagenet", "Ib")
    for games in (0, 10_001):
        with pytest.raises(BadQuestion, match="--games"):
            adjudicated(post.look("gm"), games=games)
    while post.look("gm").result is None:
        post.turn()
    with pytest.raises(GameOver):
        adjudicated(post.look("gm"))
    with pytest.raises(BadQuestion, match="has not begun"):
        adjudicated(Game.new(GM, "plantagenet", "Ib", {}, None, NONCE))


@pytest.mark.slow
def test_the_interval_is_told_in_words() -> None:
    game = under_way("warriors", "standard").look("gm")
    answer = adjudicated(game, games=1)
    assert "1 of 1 games, which means 21 to 100 times in 100" in summary(answer)
    assert "0 of 1 games, which means 0 to 79 times in 100" in summary(answer)
