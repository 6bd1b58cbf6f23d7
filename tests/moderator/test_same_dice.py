"""PROTOCOL, rule 2: a die hangs on decisions, never on mail, and no seed ever occurs twice."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress

import pytest

from pbem.engine.policies import reactions_of
from pbem.errors import PbemError
from pbem.games import find
from pbem.gm.game import Game
from pbem.protocol import dice
from pbem.protocol.bodies import Rolled, Shuffled
from tests.drawn import kept
from tests.tiers import soaked

from .busy import GAMES, busy
from .people import GM, NONCE, PLAYERS, Post, accept, any_line

KINDS = ["plantagenet", "warriors", "hidden mats"]


class Table:
    """A game played by decisions that are given: what else is mailed, and when, is chance."""

    def __init__(self, name: str, seed: int, calm: bool = False) -> None:
        rules, scenario, options = GAMES[name]
        scenario = scenario or next(iter(find(rules).scenarios()))
        data = Game.new(GM, rules, scenario, {}, options, NONCE).dumps()
        self.post = Post(data)
        # Both accept on the same head, for a player's key of the game hangs on it.
        joins = [(side, accept(data, side).to_text()) for side in PLAYERS]
        self.noise, self.calm = random.Random(seed), calm
        for side, join in joins:
            self.mail({side: join})

    def mail(self, pile: dict[str, str | bytes]) -> None:
        """A pile, in any order, perhaps to a GM whose program or whose cache is gone."""
        if not self.calm and self.noise.random() < 0.3:
            self.post.kept.clear()
        names = list(pile)
        if not self.calm:
            self.noise.shuffle(names)
        receipts = self.post.take({name: pile[name] for name in names})
        assert any(receipt.error is None for receipt in receipts), receipts[0].error

    def decide(self, decisions: dict[str, str]) -> None:
        """These sides send these lines, with whatever else comes with the same post."""
        pile: dict[str, str | bytes] = {}
        for side, line in decisions.items():
            pile[side] = self.post.sent(side, line)
            if not self.calm and line != "ready" and self.noise.random() < 0.3:
                pile[f"{side} again"] = self.post.sent(side, line, revision=2)
            if not self.calm and self.noise.random() < 0.3:
                pile[f"{side} copy"] = pile[side]
        if self.calm:
            self.mail(pile)
            return
        self.disturb()
        if len(pile) > 1 and self.noise.random() < 0.5:
            for name in self.noise.sample(list(decisions), len(decisions)):
                rest = {n: m for n, m in pile.items() if n.partition(" ")[0] == name}
                self.mail(rest)
        else:
            self.mail(pile)

    def disturb(self) -> None:
        """Mails that decide nothing: words, standing orders, old mails, a reading of the clock."""
        side = self.noise.choice(list(PLAYERS))
        pile: dict[str, str | bytes] = {}
        if self.noise.random() < 0.3:
            pile["word"] = self.post.look(side).say("say", 0, "It rains.").to_text()
        if self.noise.random() < 0.3 and self.post.look().ledger.begun:
            reactions = {"default": "ask", self.noise.choice(self.kinds()): "ask"}
            with suppress(PbemError):  # they stand so already
                pile["standing"] = self.post.look(side).orders([], reactions=reactions).to_text()
        if pile:
            self.mail(pile)
        if self.post.mails and self.noise.random() < 0.3:
            old = self.noise.choice(list(self.post.mails))
            assert all(r.again for r in self.post.take({"old": self.post.mails[old]}))
        if self.noise.random() < 0.2:
            game = self.post.look("gm")
            game.tick(game.ledger.cases.clock.at + 3600)
            self.post.save = game.dumps()

    def kinds(self) -> list[str]:
        return sorted(reactions_of(self.post.look().ledger.rules))

    def asked(self) -> tuple[str, ...]:
        return self.post.asked()

    def chance(self) -> tuple[list[Rolled], list[Shuffled], list[str]]:
        """All dice, all shuffles and all cards shown, in the order of the decisions."""
        records = [entry.body.record for entry in self.post.look().save.entries]
        rolls = [roll for record in records for roll in record.rolls]
        shuffles = [made for record in records for made in record.shuffles]
        cards = [opening.card for record in records for opening in record.openings]
        return rolls, shuffles, cards


@kept
def decisions_of(name: str) -> tuple[tuple[tuple[str, str], ...], ...]:
    """What is decided in a game, one mail after the other, and what it comes to."""
    table, made = Table(name, 0, calm=True), []
    chance = random.Random(11)
    for _ in range(14):
        asked = table.asked()
        if not asked:
            break
        lines = tuple((side, any_line(table.post.look(side), chance)) for side in asked)
        table.decide(dict(lines))
        made.append(lines)
    return tuple(made)


@pytest.mark.slow
@pytest.mark.parametrize("name", soaked([(one,) for one in KINDS], [(KINDS[0],), (KINDS[2],)]))
def test_the_same_decisions_have_the_same_dice_however_they_are_mailed(name: str) -> None:
    """In any order, with repeats, revisions, standing orders, words, a GM who starts anew."""
    calm = Table(name, 0, calm=True)
    for lines in decisions_of(name):
        calm.decide(dict(lines))
    right = calm.chance()
    assert right[0] or right[1]
    for seed in range(1, 3):
        table = Table(name, seed)
        for lines in decisions_of(name):
            assert table.asked() == tuple(side for side, _ in lines)
            table.decide(dict(lines))
        assert len(table.post.look().save.entries) > len(calm.post.look().save.entries)
        assert table.chance() == right
        assert table.post.look().verify()


@pytest.mark.slow
def test_other_decisions_have_other_dice_labels_or_links() -> None:
    """What the property would look like if dice hung on nothing: it can fail."""
    name = "plantagenet"
    one, other = Table(name, 0, calm=True), Table(name, 0, calm=True)
    for lines in decisions_of(name):
        one.decide(dict(lines))
    for lines in decisions_of(name)[:-4]:
        other.decide(dict(lines))
    side = other.asked()[0]
    for _ in range(4):
        other.decide({side: any_line(other.post.look(side), other.noise)})
        side = other.asked()[0]
    assert other.chance() != one.chance()


Seed = tuple[str, tuple[str | int, ...], str, int]


def seeds(data: bytes, patch: pytest.MonkeyPatch) -> Counter[Seed]:
    """The seed of each die and shuffle that a GM makes along a log."""
    found: Counter[Seed] = Counter()
    honest = dice.Stream._bytes

    def watched(self: dice.Stream, label: str, occurrence: int) -> Iterator[int]:
        found[self.tag, self.seed, label, occurrence] += 1
        return honest(self, label, occurrence)

    with patch.context() as watching:
        watching.setattr(dice.Stream, "_bytes", watched)
        Game.loads(data, GM)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_no_seed_occurs_twice(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Over rewinds, rulings, an imposed decision, a new player, an absence."""
    data = busy(name)
    found = seeds(data, monkeypatch)
    assert found
    assert set(found.values()) == {1}
    rolls = [r for e in Game.loads(data).save.entries for r in e.body.record.rolls]
    assert sum(tag == "dice" for tag, *_ in found) == len(rolls)


@pytest.mark.slow
def test_a_label_that_comes_again_under_the_same_pairs_is_counted() -> None:
    """`#1`, `#2`: always written, and no label can spell it."""
    table = Table("warriors", 0, calm=True)
    for lines in decisions_of("warriors"):
        table.decide(dict(lines))
    rolls, *_ = table.chance()
    assert all(roll.label.rpartition("#")[2].isdigit() for roll in rolls)
    assert not any("#" in roll.label.rpartition("#")[0] for roll in rolls)
    for record in (e.body.record for e in table.post.look().save.entries):
        names = [roll.label for roll in record.rolls]
        assert len(names) == len(set(names))
    assert list(itertools.islice(dice.dice("x", [], [])._bytes("a", 1), 8)) != list(
        itertools.islice(dice.dice("x", [], [])._bytes("a", 2), 8)
    )
