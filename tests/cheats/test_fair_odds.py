"""The models of the reviews, played with real keys, chains and entries: who knows what before he chooses, and what
falls then. A wanted face comes as often as it should, over 3000 labels under the links that really stood in the log.

All is fixed by keys and nonces, so the counts are always the same ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

from pbem.gm.game import Game
from pbem.protocol import dice
from pbem.protocol.dice import RevealedLink
from pbem.protocol.keys import GameKey, Identity
from pbem.protocol.offices import DICE, MOVE, chain_of

from .table import ANN, EVE, OTHER_PARLEY, PARLEY, Crook, Post, mailed, mustering, order, sent

LABELS = 3000
SIXTH = (0.145, 0.190)
HALF = (0.470, 0.530)
Links = tuple[RevealedLink, RevealedLink, RevealedLink]
"""On which dice hang: of the GM, York, Lancaster."""


def often(happens: Callable[[str], bool]) -> float:
    """How often, over so many trials, each with a label of its own."""
    return sum(happens(f"trial {n}") for n in range(LABELS)) / LABELS


def fair(found: float, between: tuple[float, float] = SIXTH) -> bool:
    return between[0] < found < between[1]


def die(game: str, links: Links, label: str) -> int:
    return dice.dice(game, links[:1], links[1:]).roll(label, 1, 6)


def links_of(post: Post) -> Links:
    """The last links that are in the log now."""
    chains = post.look().ledger.chains
    rows = (chains.dice, chains.latest["york"], chains.latest["lancaster"])
    gm, york, lancaster = (RevealedLink(row.number, row.link) for row in rows)
    return gm, york, lancaster


def keys(post: Post) -> tuple[str, GameKey, GameKey, GameKey]:
    """The game, and everybody's key of it: York's, Lancaster's, the GM's."""
    york, lancaster = post.look("york").key, post.look("lancaster").key
    (gm,) = post.look("gm").holder.keys.values()
    assert york is not None
    assert lancaster is not None
    return post.look().ledger.game, york, lancaster, gm


def link(side: str, number: int, player: GameKey, base: int = 0) -> RevealedLink:
    """A side's real link."""
    return RevealedLink(number, player.chain(chain_of(side, MOVE), base).link(number))


def next_link(post: Post, gm: GameKey) -> RevealedLink:
    """The link of the GM's that the next die brings out."""
    number = post.look().ledger.chains.dice.number + 1
    return RevealedLink(number, gm.chain(chain_of("gm", DICE)).link(number))


def test_the_model_and_the_log_have_the_same_dice() -> None:
    """Else the rest of this file would say nothing about real games."""
    post = mustering()
    game, york, _, gm = keys(post)
    number = post.look().ledger.askings["york"].link
    made = (next_link(post, gm), link("york", number, york), links_of(post)[2])
    sent(post, "york", PARLEY)
    (rolled,) = post.look().save.entries[-1].body.record.rolls
    assert links_of(post) == made
    label, _, nth = rolled.label.rpartition("#")
    assert dice.dice(game, made[:1], made[1:]).roll(label, int(nth), 6) == rolled.value


def test_york_alone_who_guesses_with_all_links_that_she_has_seen_picks_no_better_than_blindly() -> (
    None
):
    post = mustering()
    game, york, _, gm = keys(post)
    known, _, his = links_of(post)
    hers = link("york", post.look().ledger.askings["york"].link, york)
    guess = (known, hers, his)  # with the newest link of the GM that she has
    real = (next_link(post, gm), hers, his)

    def wanted(label: str) -> bool:
        best = min(range(6), key=lambda target: die(game, guess, f"{label} {target}"))
        return die(game, real, f"{label} {best}") == 1

    assert fair(often(wanted))


def test_lancaster_and_the_gm_who_burn_her_link_by_a_ruling_know_nothing_of_the_next_dice() -> None:
    """Model B: with the link in hand they choose among six rulings the one whose die would be best."""
    post = mustering()
    game, york, _, gm = keys(post)
    hand = post.look().ledger.askings["york"].link
    seen = (next_link(post, gm), link("york", hand, york), links_of(post)[2])
    gm_game = post.look("gm")
    gm_game.rule("patch", "A slip.", lines=["set lords.norfolk.coin 3"])
    post.save = gm_game.dumps()
    post.ready()
    sent(post, "york", PARLEY)
    real = links_of(post)
    assert real[1].number == hand + 1
    assert real[2].number > seen[2].number

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
    number, his = ledger.askings["york"].link, links_of(post)[2]
    gms = next_link(post, gm)
    newcomers = [
        Identity(hashlib.sha256(bytes([n])).digest(), "Eve").game_key("york", game, ledger.head)
        for n in range(30)
    ]
    claim = Game.loads(post.save, EVE).claim("york").envelope
    gm_game = post.look("gm")
    gm_game.seat(claim, [], "Anne is ill.")
    after = gm_game.ledger
    asked = {side: asking.link for side, asking in after.askings.items()}
    assert asked["york"] == number + 1
    assert asked["lancaster"] == his.number + 1
    mine = [link("york", number + 1, key, number) for key in newcomers]
    fresh = link("lancaster", his.number + 1, lancaster)

    def wanted(label: str) -> bool:
        tried = [die(game, (gms, one, his), label) for one in mine[:8]]
        return die(game, (gms, mine[tried.index(min(tried))], fresh), label) == 1

    assert fair(often(wanted))


def test_who_is_silent_or_ready_decides_without_her_link() -> None:
    """T1: her order waits outside the log, so he can only look at dice that never fall."""
    post = mustering()
    gm_game = post.look("gm")
    gm_game.rule("patch", "A slip.", lines=["set lords.norfolk.coin 3"])
    post.save = gm_game.dumps()
    game, york, lancaster, gm = keys(post)
    known, hers, his = links_of(post)
    askings, gms = post.look().ledger.askings, next_link(post, gm)
    silent = (gms, link("york", askings["york"].link, york), his)
    ready = (gms, silent[1], link("lancaster", askings["lancaster"].link, lancaster))

    def lancaster_wins(label: str) -> bool:
        keeps_silent = die(game, (known, hers, his), label) > 3  # all that he can compute
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
        sets.add(links_of(trial))
    assert len(sets) == 1


def test_a_void_is_one_blind_redraw_and_not_the_better_of_two() -> None:
    post = mustering()
    sent(post, "york", PARLEY)
    game = post.look().ledger.game
    first = links_of(post)
    gm_game = post.look("gm")
    gm_game.rule("void", "A slip.", gm_game.ledger.n)
    post.save = gm_game.dumps()
    post.ready()
    sent(post, "york", PARLEY)
    second = links_of(post)

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
        seeds.append(links_of(post))
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
    assert len({link for row in seeds for link in row}) >= 13


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
