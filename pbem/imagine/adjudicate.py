"""A game that cannot be finished, judged: played to its end many times by the robot from what is really there.

That needs both sides' secrets. The GM has them; anybody has them after the end, once the GM's key is revealed,
and then finds what the GM found: the same seed gives the same games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.odds import Answer, OutcomeGroup, check_games, histogram, mean, sampled
from pbem.engine.play import Play
from pbem.engine.ruleset import Result, RuleSet
from pbem.engine.world import World, deal_hidden
from pbem.errors import BadQuestion, GameOver, OnlyForJudges
from pbem.ledger.fold import ledger_after
from pbem.ledger.holder import Holder
from pbem.ledger.values import GM
from pbem.proof.reader import Reader
from pbem.proof.revealed_keys import at_hand
from pbem.protocol.bodies import SignedReveal

LONGEST = 50_000
"""Decisions after which a game is called endless."""
DECK = "deck:"


def unsealed(game: Reader, reveals: Iterable[SignedReveal] = ()) -> Reader:
    """The game with all secrets of all sides: the GM's own, or one that revealed keys open after its end.

    Raises:
        OnlyForJudges: by anybody else.
    """
    if game.side == GM and game.holder.keys:
        return game
    if not game.ledger.final:
        raise OnlyForJudges()
    keys = at_hand(game, reveals)
    if any(keys.key(place) is None for place in keys.places if place.party == GM):
        raise OnlyForJudges()
    reader = object.__new__(Reader)
    reader.save, reader.path, reader.identity, reader.last = game.save, game.path, None, game.last
    reader.holder, reader.resumed = Holder(keys=keys.gm), False
    reader.ledger = ledger_after(game.save.entries, keys=keys.gm)
    return reader


def adjudicated(
    game: Reader, games: int = 100, seed: int = 1, tick: Callable[[], None] = lambda: None
) -> Answer:
    """How often which side wins from here, by score and reason, over many games. `game`: `unsealed`.

    Raises:
        BadQuestion: it cannot be played on. GameOver: the rules have ended it.
    """
    ledger = game.ledger
    rules, play = ledger.rules, ledger.play
    check_games(games)
    if not ledger.begun or not isinstance(play, Play):
        raise BadQuestion(why="the game has not begun, or its rules are not installed here")
    end_result = rules.result(play.state)
    if end_result is not None:
        raise GameOver(result=end_result.reason)
    cards_known = _in_hand(rules, play.state, ledger.known())
    results, leads = list[Result](), list[Mapping[str, int]]()
    for number in range(games):
        state, result = _play_to_end(rules, play, cards_known, f"adjudicate {seed} {number}")
        score = rules.score(state)
        results.append(result)
        leads.append(score.lines if score is not None else {})
        tick()
    return Answer(
        f"{game.title} ({game.id}) after entry {ledger.n}, played out by the robot on all sides",
        (_winners(rules, results), *_scores(rules, leads), _reasons(results)),
        games,
        seed,
        notes=(
            "The robot is a simple player and plays all sides alike. So this shows which side has the better position, "
            "not who is the better player. Hands, Plans and hidden pieces are the real ones. Nobody knows the decks, so "
            "they are shuffled again.",
        ),
    )


def _in_hand(rules: RuleSet[Any], state: Any, known: Mapping[str, str]) -> dict[str, str]:
    """What a side holds, or has laid down; not the order of the decks, which nobody may know."""
    held = {slot for side in rules.sides for slot in rules.secrets.hand(state, side)}
    return {s: card for s, card in known.items() if s in held or not s.startswith(DECK)}


def _play_to_end(
    rules: RuleSet[Any], play: Play[Any], cards_known: Mapping[str, str], seed: str
) -> tuple[Any, Result]:
    """Play one game to its end by the robot; the last state and the result. Raises BadQuestion if it never ends."""
    chance = SeededChance(seed, cards_known)
    if not deal_hidden(rules, codec.copied(play.state), next(iter(rules.sides)), chance):
        raise BadQuestion(why="this game does not say how its decks can be ordered")
    world: World[Any] = World(rules, play.checkpoint.copied(), chance, lambda state: False)
    world.resume()
    if world.at_chance:
        world.go_on(chance)
    for _ in range(LONGEST):
        if world.result is not None:
            return world.state, world.result
        request = world.pending[0]
        world.give(request, world.robot(request))
    raise BadQuestion(why="the robot never comes to an end here")


def _winners(rules: RuleSet[Any], results: list[Result]) -> OutcomeGroup:
    won = Counter(result.winners for result in results)
    ends = {(side,): f"{about.name} wins" for side, about in rules.sides.items()} | {
        winners: " and ".join(rules.sides[s].name for s in winners) + " win"
        for winners in won
        if len(winners) > 1
    }
    ends |= {(): "Nobody wins"} if () in won else {}
    lines = tuple(sampled(label, won[one], len(results)) for one, label in ends.items())
    return OutcomeGroup("Who wins", lines)


def _scores(rules: RuleSet[Any], leads: list[Mapping[str, int]]) -> list[OutcomeGroup]:
    first_side = next(iter(rules.sides.values())).name
    blocks = []
    for name in leads[0]:
        values = [one[name] for one in leads if name in one]
        ahead = f", {first_side} ahead by" if len(rules.sides) == 2 else ""
        title = f"{name} at the end{ahead}: {mean(values):+.1f} on average"
        blocks.append(OutcomeGroup(title, histogram(values, signed=True)))
    return blocks


def _reasons(results: list[Result]) -> OutcomeGroup:
    """How the games ended; those that came oftenest first."""
    reasons = Counter(result.reason.rstrip(".") for result in results)
    most = reasons.most_common(8)
    return OutcomeGroup("How it ends", tuple(sampled(why, n, len(results)) for why, n in most))
