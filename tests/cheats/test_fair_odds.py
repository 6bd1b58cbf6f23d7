"""The models of the reviews, played with real keys, chains and entries: who knows what before he chooses, and what
falls then. A wanted face comes as often as it should, over 3000 labels under the pairs that really stood in the log.

All is fixed by keys and nonces, so the counts are always the same ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

import pytest

from pbem.moderator.game import Game
from pbem.protocol import dice
from pbem.protocol.chain import answer_chain, move_chain
from pbem.protocol.dice import Pair
from pbem.protocol.keys import GameKey, Identity

from .table import ANN, EVE, OTHER_PARLEY, PARLEY, Crook, Post, mailed, mustering, order, sent

LABELS = 3000
SIXTH = (0.145, 0.190)
HALF = (0.470, 0.530)
Pairs = list[Pair]


def often(happens: Callable[[str], bool]) -> float:
    """How often, over so many trials, each with a label of its own."""
    return sum(happens(f"trial {n}") for n in range(LABELS)) / LABELS


def fair(found: float, between: tuple[float, float] = SIXTH) -> bool:
    return between[0] < found < between[1]


def die(game: str, pairs: Sequence[Pair], label: str) -> int:
    return dice.dice(game, pairs).roll(label, 1, 6)


def pairs_of(post: Post) -> Pairs:
    """The pairs that stand in the log now."""
    return [Pair(p.number, p.link, p.answer) for p in post.look().ledger.chains.pairs.values()]


def keys(post: Post) -> tuple[str, GameKey, GameKey, GameKey]:
    """The game, and everybody's key of it: York's, Lancaster's, the GM's."""
    york, lancaster = post.look("york").key, post.look("lancaster").key
    (gm,) = post.look("gm").holder.keys.values()
    assert york is not None
    assert lancaster is not None
    return post.look().ledger.game, york, lancaster, gm


def pair(side: str, number: int, player: GameKey, gm: GameKey, base: int = 0) -> Pair:
    """A side's real pair for an asking."""
    link = player.chain(move_chain(side), base).link(number)
    return Pair(number, link, gm.chain(answer_chain(side), 0).link(number))


def test_the_model_and_the_log_have_the_same_dice() -> None:
    """Else the rest of this file would say nothing about real games."""
    post = mustering()
    game, york, _, gm = keys(post)
    number = post.look().ledger.askings["york"].number
    before = pairs_of(post)
    sent(post, "york", PARLEY)
    (rolled,) = post.look().save.entries[-1].body.record.rolls
    made = [pair("york", number, york, gm), before[1]]
    assert pairs_of(post) == made
    label, _, nth = rolled.label.rpartition("#")
    assert dice.dice(game, made).roll(label, int(nth), 6) == rolled.value


def test_york_alone_who_guesses_with_all_answers_that_she_has_seen_picks_no_better_than_blindly() -> (
    None
):
    post = mustering()
    game, york, _, gm = keys(post)
    number = post.look().ledger.askings["york"].number
    known, his = pairs_of(post)
    link = york.chain(move_chain("york"), 0).link(number)
    guess = [Pair(number, link, known.answer), his]  # the youngest answer that she has
    real = [pair("york", number, york, gm), his]

    def wanted(label: str) -> bool:
        best = min(range(6), key=lambda target: die(game, guess, f"{label} {target}"))
        return die(game, real, f"{label} {best}") == 1

    assert fair(often(wanted))


def test_lancaster_and_the_gm_who_burn_her_link_by_a_ruling_know_nothing_of_the_next_dice() -> None:
    """Model B: with the link in hand they choose among six rulings the one whose die would be best."""
    post = mustering()
    game, york, _, gm = keys(post)
    hand = post.look().ledger.askings["york"].number
    seen = [pair("york", hand, york, gm), pairs_of(post)[1]]
    gm_game = post.look("gm")
    gm_game.rule("patch", "A slip.", lines=["set lords.norfolk.coin 3"])
    post.save = gm_game.dumps()
    post.ready()
    sent(post, "york", PARLEY)
    real = pairs_of(post)
    assert real[0].number == hand + 1
    assert real[1].number > seen[1].number

    def wanted(label: str) -> bool:
        best = min(range(6), key=lambda ruling: die(game, seen, f"{label} {ruling}"))
        return die(game, real, f"{label} {best}") == 1

    assert fair(often(wanted))
    assert not fair(
        often(lambda label: min(die(game, seen, f"{label} {r}") for r in range(6)) == 1)
    )


def test_a_newcomer_who_tries_thirty_anchors_against_a_mail_that_waits_gains_nothing() -> None:
    """Model F: the seat is asked again, and so is everybody; the links he ground against are burnt."""
    post = mustering()
    game, _, lancaster, gm = keys(post)
    ledger = post.look().ledger
    number, his = ledger.askings["york"].number, pairs_of(post)[1]
    newcomers = [
        Identity(hashlib.sha256(bytes([n])).digest(), "Eve").game_key("york", game, ledger.head)
        for n in range(30)
    ]
    claim = Game.loads(post.save, EVE).claim("york").envelope
    gm_game = post.look("gm")
    gm_game.seat(claim, [], "Anne is ill.")
    after = gm_game.ledger
    asked = {side: asking.number for side, asking in after.askings.items()}
    assert asked["york"] == number + 1
    assert asked["lancaster"] == his.number + 1
    mine = [pair("york", number + 1, key, gm, number) for key in newcomers]
    fresh = pair("lancaster", his.number + 1, lancaster, gm)

    def wanted(label: str) -> bool:
        tried = [die(game, [one, his], label) for one in mine[:8]]
        return die(game, [mine[tried.index(min(tried))], fresh], label) == 1

    assert fair(often(wanted))


def test_who_is_silent_or_ready_decides_without_her_link() -> None:
    """T1: her order waits outside the log, so he can only look at dice that never fall."""
    post = mustering()
    gm_game = post.look("gm")
    gm_game.rule("patch", "A slip.", lines=["set lords.norfolk.coin 3"])
    post.save = gm_game.dumps()
    game, york, lancaster, gm = keys(post)
    hers, his = pairs_of(post)
    askings = post.look().ledger.askings
    silent = [pair("york", askings["york"].number, york, gm), his]
    ready = [silent[0], pair("lancaster", askings["lancaster"].number, lancaster, gm)]

    def lancaster_wins(label: str) -> bool:
        keeps_silent = die(game, [hers, his], label) > 3  # all that he can compute
        return die(game, silent if keeps_silent else ready, label) > 3

    assert fair(often(lancaster_wins), HALF)


def test_a_gm_alone_cannot_choose_between_the_order_with_and_without_a_kept_ready() -> None:
    """T3, T7: until it is in the log nothing is taken; there is one set of dice, whatever he keeps."""
    post = mustering()
    gm_game = post.look("gm")
    gm_game.rule("patch", "A slip.", lines=["set lords.norfolk.coin 3"])
    post.save = gm_game.dumps()
    kept = order(post, "lancaster", "ready")
    hand = order(post, "york", PARLEY)
    sets = set()
    for first in (kept, hand):
        trial = post.copy()
        for mail in (first, *(m for m in (kept, hand) if m is not first), hand):
            mailed(trial, mail)
        sets.add(tuple(pairs_of(trial)))
    assert len(sets) == 1


def test_a_void_is_one_blind_redraw_and_not_the_better_of_two() -> None:
    post = mustering()
    sent(post, "york", PARLEY)
    game = post.look().ledger.game
    first = pairs_of(post)
    gm_game = post.look("gm")
    gm_game.rule("void", "A slip.", gm_game.ledger.n)
    post.save = gm_game.dumps()
    post.ready()
    sent(post, "york", PARLEY)
    second = pairs_of(post)

    def york_wins(label: str) -> bool:
        return die(game, second, label) <= 3  # the first never comes back, so there is no `or`

    assert fair(often(york_wins), HALF)
    both = often(lambda label: die(game, first, label) <= 3 and die(game, second, label) <= 3)
    assert 0.22 < both < 0.28, "the two draws have nothing to do with each other"


@pytest.mark.slow
def test_no_two_entries_that_roll_have_the_same_seed() -> None:
    """Over voids, rulings, a new key and a substitute."""
    post = mustering()
    seeds = []
    for kind in ("void", "patch", "seat", "void", ""):
        line = next(o.line for o in post.look("york").legal() if "parley" in o.line)
        sent(post, "york", line)
        assert post.look().save.entries[-1].body.record.rolls
        seeds.append(tuple(pairs_of(post)))
        gm_game = post.look("gm")
        if kind == "void":
            gm_game.rule("void", "A slip.", gm_game.ledger.n)
        elif kind == "patch":
            gm_game.rule("patch", "A slip.", lines=["set lords.norfolk.coin 3"])
        elif kind == "seat":
            claim = Game.loads(post.save, ANN).claim("york").envelope
            gm_game.seat(claim, [], "A new key.")
        post.save, post.kept = gm_game.dumps(), {}
        post.ready()
    assert len(set(seeds)) == len(seeds) == 5
    assert len({(pair.number, pair.link) for row in seeds for pair in row}) >= 8


def test_what_a_gm_gets_by_rulings_is_counted_for_all_to_see() -> None:
    """The residue: a redraw by a ruling. It cannot be shut, but each one stands in the verdict."""
    post = mustering()
    for n in range(3):
        gm_game = post.look("gm")
        gm_game.rule("patch", "A slip.", lines=[f"set lords.norfolk.coin {3 + n}"])
        post.save = gm_game.dumps()
        post.ready()
    assert len(post.look().verify().grounds) == 3


def test_what_york_and_the_gm_get_by_cutting_an_order_is_counted_too() -> None:
    """The residue: a harmless die in an email of its own gives her one throw more."""
    post = mustering()
    for line in (PARLEY, OTHER_PARLEY):
        sent(post, "york", line)
        assert post.look().save.entries[-1].body.record.rolls
    rows = post.look().verify().rows
    assert next(row.orders for row in rows if row.side == "york") >= 2


def test_crooks_and_honest_gms_have_the_same_links() -> None:
    """A GM who writes his own program still has the chains of his genesis."""
    post = mustering()
    mail = order(post, "york", PARLEY)
    assert Crook(post).takes(mail).last.link == Crook(post.copy()).takes(mail).last.link
