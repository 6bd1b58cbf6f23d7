"""Richard III: York plays a card of 4 AP, laid down in secret, and the GM turns up her card of 2 AP."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from pbem.games import find
from pbem.gm.game import Game
from pbem.protocol import canonical, seal
from pbem.protocol.bodies import Mailed, Opening, PrivateStory, Record, replace
from pbem.protocol.keys import GameKey
from pbem.protocol.save import Save
from pbem.reports.verdict import text
from tests.drawn import kept
from tests.moderator.people import first, joined
from tests.says import says, sentence, worded

from .table import ANN, BOB, GM, Crook, Post, order, veiled, verify
from .test_decide_for_her_where_pieces_are_hidden import retold as told_otherwise

ORDERED, OTHER = "action_4", "action_2"


def dealt() -> Post:
    """Both choose a card, and hold those of this file."""
    return _dealt().copy()


@kept
def _dealt() -> Post:
    scenario = next(iter(find("richard_iii").scenarios()))
    for nonce in range(40):
        game = Game.new(GM, "richard_iii", scenario, {}, None, bytes([nonce]) * 32)
        post = joined(Post(game.dumps()))
        while [row.kind for row in post.look("gm").requests] != ["card", "card"]:
            post.turn()
        hands = [{*post.look(side).known().values()} for side in ("york", "lancaster")]
        if {ORDERED, OTHER} <= hands[0] and "action_3" in hands[1]:
            return post
    raise AssertionError("nobody is dealt these cards")


def retold(post: Post, record: Record, n: int, how: Mapping[str, str]) -> tuple[PrivateStory, ...]:
    """The stories of a record in which York reads other words."""
    ledger, holder = post.look("gm").ledger, post.look("gm").holder.keys
    key, own = holder[ledger.chair.keys.x25519], post.look("york").key
    assert isinstance(own, GameKey)
    info = seal.info("story", ledger.game, n)
    (part,) = (part for part in record.stories if part.to == "york")
    told: dict[str, Any] = canonical.decode(seal.undeal(own, key.x25519, info, part.sealed), 2**22)
    for row in told["decisions"]:
        row["line"] = _other(row["line"], how)
    told["ran"] = [[entry, place, _other(line, how)] for entry, place, line in told["ran"]]
    sealed = seal.deal(key, own.x25519, info, canonical.encode(told), 2048)
    return tuple(PrivateStory("york", sealed) if p is part else p for p in record.stories)


def _other(line: str, how: Mapping[str, str]) -> str:
    for old, new in how.items():
        line = line.replace(old, new)
    return line


def played(post: Post, *lines: str) -> Crook:
    """Both have played: what York's order holds, and then Lancaster's card."""
    crook = Crook(post)
    for side, line in zip(("york", "lancaster"), lines, strict=True):
        crook.takes(order(post, side, line))
    return crook


def cheat(post: Post, york: Sequence[str], how: Mapping[str, str]) -> Crook:
    """York orders the first of two lines, and the GM carries out the other one."""
    ordered, done = york
    step = Mailed(order=order(post, "lancaster", "play action_3"))
    crook, made = Crook(post), Crook(post)
    made.takes(order(post, "york", done)).writes(step)
    record, n = made.last, made.entries[-1].n
    crook.takes(order(post, "york", ordered))
    crook.signs(step, replace(record, stories=retold(post, record, n, how)))
    return crook


def test_the_card_that_she_orders_is_the_card_that_is_turned_up() -> None:
    post = dealt()
    honest = played(post, f"play {ORDERED}", "play action_3")
    assert [verify(honest, who) for who in (None, ANN, BOB)] == ["", "", ""]
    found = Game(Save(honest.entries, GM.public.fingerprint), ANN).verify()
    assert found.kept.turned == ()
    lie = cheat(post, (f"play {ORDERED}", f"play {OTHER}"), {OTHER: ORDERED})
    assert verify(lie) == ""
    assert says(
        verify(lie, ANN),
        "ledger.checks.own_answers.OwnAnswers._cards_turned_up",
        "action_4",
        worded(
            "ledger.checks.own_answers.OwnAnswers._cards_turned_up", "action_2", word="is turned"
        ),
        word="line",
    )


def test_a_card_that_no_line_of_hers_names_is_told_of() -> None:
    """He turns up a second one besides: that may be the rules' doing, so verify names it."""
    post = dealt()
    honest = played(post, f"play {ORDERED}", "play action_3")
    known = post.look("gm").ledger.position.secrets
    hand = post.look("york").known()
    slot = next(slot for slot, card in hand.items() if card == OTHER)
    more = Opening(slot, known[slot].salt, OTHER)
    record, n = honest.last, honest.entries[-1].n
    crook = Crook(post)
    crook.entries = honest.entries[:-1]
    crook.signs(honest.entries[-1].body.step, replace(record, openings=(*record.openings, more)))
    assert [verify(crook, who) for who in (None, ANN, BOB)] == ["", "", ""]
    found = Game(Save(crook.entries, GM.public.fingerprint), ANN).verify()
    assert found.kept.turned == ((n, slot, OTHER),)
    said = " ".join(text(found).split())
    assert says(said, "reports.verdict._word_of_the_gm", n, OTHER, word="turned")
    assert says(said, "reports.verdict._word_of_the_gm", word="none")


@pytest.mark.slow
def test_a_held_card_that_he_discards_is_turned_up() -> None:
    """Hidden mats: the GM says that it left Lancaster's hand unseen."""
    post, lines = first(veiled_from, discards)
    step = Mailed(order=order(post, "lancaster", lines[0]))
    honest = Crook(post).writes(step)
    assert [verify(honest, who) for who in (None, ANN, BOB)] == ["", "", ""]
    record, n = honest.last, honest.entries[-1].n
    (opening,) = (one for one in record.openings if one.card.lower() == lines[0].split()[1])
    others = tuple(one for one in record.openings if one is not opening)
    stories = told_otherwise(
        post, record, n, "lancaster", lambda told: told.update(gone=[opening.slot])
    )
    lie = Crook(post)
    lie.signs(step, replace(record, stories=stories, openings=others))
    assert [verify(lie, who) for who in (None, ANN)] == ["", ""]
    where = "ledger.checks.own_answers.OwnAnswers._cards_turned_up"
    assert says(verify(lie, BOB), where, opening.card, sentence(where, word="not"), word="names")


def veiled_from(seed: int) -> Post:
    """Hidden mats, from where York is asked to muster, with lines chosen at random from this seed."""
    post = veiled()
    post.random.seed(seed)
    return post


def discards(post: Post) -> list[str]:
    """Lancaster's lines that discard a Held card."""
    if "lancaster" not in post.asked():
        return []
    legal = post.look("lancaster").legal()
    return [option.line for option in legal if option.line.startswith("discard ")]
