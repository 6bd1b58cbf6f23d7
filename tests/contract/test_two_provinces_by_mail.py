"""Two Provinces by mail, through the public API alone: not a line of pbem knows this game.

Three sides sit at its table, so whatever is by side is by more than two here.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field

import pytest

import pbem
from pbem.club.standings import finished_game, standings
from pbem.club.stats import stats
from pbem.engine.scenarios import starting_state
from pbem.engine.table import Table
from pbem.errors import BadRuling, BadStatement
from pbem.gm.game import Game
from pbem.gm.inbox import Receipt
from pbem.proof.audit import Answer, audit
from pbem.proof.revealed_keys import own_reveals
from pbem.protocol.steps import USUAL, Terms
from pbem.reports.from_game import report
from pbem.reports.stats import text
from tests.contract.toy.game import TWO_PROVINCES
from tests.contract.toy.rules import ROUNDS, count
from tests.says import worded

GM = pbem.Identity(bytes([1]) * 32, "Griffith")
PLAYERS = {
    side: pbem.Identity(bytes([n]) * 32, name)
    for n, (side, name) in enumerate(
        zip(TWO_PROVINCES.sides, ("Ann", "Bob", "Cec"), strict=True), 2
    )
}


@dataclass
class Mailed:
    """A save that goes round. `mails`: how many the GM has taken. `kept`: everybody's checkpoint."""

    save: bytes
    mails: int = 0
    kept: dict[str, bytes] = field(default_factory=dict)
    random: random.Random = field(default_factory=lambda: random.Random(5))

    def look(self, who: str = "") -> Game:
        """The game through the eyes of a side, the `gm`, or the public."""
        game = Game.loads(self.save, {**PLAYERS, "gm": GM}.get(who), checkpoint=self.kept.get(who))
        self.kept[who] = game.checkpoint()
        return game

    def take(self, letter: pbem.Letter) -> Receipt:
        game = self.look("gm")
        (receipt,) = game.apply({str(self.mails): letter.to_text()})
        self.save, self.mails = game.dumps(), self.mails + 1
        self.kept["gm"] = game.checkpoint()
        return receipt

    def order(self, side: str, *lines: str, reactions: dict[str, str] | None = None) -> Receipt:
        receipt = self.take(self.look(side).orders(lines, reactions=reactions))
        assert receipt.error is None, receipt.error
        return receipt

    @property
    def asked(self) -> tuple[str, ...]:
        return tuple(self.look().ledger.turn_of())

    def turn(self) -> None:
        """Whoever is asked first answers with a legal line that his hand allows."""
        side = self.asked[0]
        game = self.look(side)
        line = "ready" if game.owes_ready else self.random.choice(game.legal()).line
        self.order(side, line)

    def says(self, side: str, kind: str, entry: int = 0) -> None:
        receipt = self.take(self.look(side).say(kind, entry))
        assert receipt.error is None, receipt.error

    def rule(self, kind: str, side: str = "", lines: tuple[str, ...] = ()) -> None:
        game = self.look("gm")
        game.rule(kind, "So it is.", side=side, lines=lines)
        self.save = game.dumps()

    def n(self) -> int:
        return self.look().ledger.n


def joined(scenario: str = "march", terms: Terms = USUAL, **options: str) -> Mailed:
    """Everybody has accepted, and nobody owes a `ready`."""
    cards = {side: f"{who.name} {who.public.fingerprint}" for side, who in PLAYERS.items()}
    made = Game.new(GM, "two_provinces", scenario, cards, options, bytes(32), terms=terms)
    post = Mailed(made.dumps())
    for side in PLAYERS:
        assert post.take(post.look(side).join(side)).error is None
    while post.look().ledger.owes_ready():
        post.order(post.asked[0], "ready")
    return post


@pytest.mark.slow
def test_a_whole_game_is_played_verified_signed_and_audited() -> None:
    post = joined()
    assert post.look().ledger.sides == ("north", "south", "isles")
    while (result := post.look().result) is None:
        post.turn()
    assert result.winners == ("isles",)
    assert result.reason == "The game ends; most points: Isles with 3 (4)."
    verdict = post.look().verify()
    assert verdict.entries == len(post.look().save.entries)
    for side in PLAYERS:
        post.says(side, "over", post.look().ledger.cases.result)
    reveals = [one for who in ("gm", *PLAYERS) for one in own_reveals(post.look(who))]
    found = audit(post.look().save.entries, reveals)
    assert {row.answer for row in found.findings} == {Answer.PROVEN}
    told = report(post.look())
    assert re.search(worded("reports.summary.wanted", result.reason, word="over"), told)
    counted = text(stats(post.look()))
    assert "Points of north" in counted
    assert "Points of isles" in counted


def test_a_banner_is_its_owners_until_it_is_raised() -> None:
    post = joined()
    held = {side: set(post.look(side).known().values()) for side in PLAYERS}
    assert sorted(card for cards in held.values() for card in cards) == ["BOAR", "HART", "ROSE"]
    assert not post.look().known()
    for side in PLAYERS:
        (card,) = held[side]
        assert card.capitalize() in report(post.look(side), side)
    post.order("north", "march moor")
    post.order("south", "march moor")
    lines = {option.line for option in post.look("north").legal()}
    (banner,) = held["north"]
    assert lines == {"stand", "flee", f"raise {banner.lower()}"}
    post.order("north", f"raise {banner.lower()}")
    assert f"North raises the {banner.capitalize()}." in report(post.look("isles"), "isles")


def test_a_policy_answers_an_attack_without_a_mail() -> None:
    post = joined()
    post.order(
        "north", "march moor", reactions={"attacked": "flee if enemies at moor > 0; else stand"}
    )
    post.order("south", "march moor")
    assert post.asked == ("isles",), "north has fled by policy"
    assert post.look().ledger.play.state.armies["north"].at == ""


def test_a_line_that_is_not_legal_is_refused_with_the_rule() -> None:
    post = joined(scenario="siege")
    with pytest.raises(pbem.PbemError, match=r"your army is there already \(2\)"):
        post.look("north").orders(["march moor"])


@pytest.mark.slow
def test_the_option_is_declared_chosen_and_changed_by_a_ruling() -> None:
    post = joined(rounds="6")
    assert post.look().ledger.play.state.option(ROUNDS) == "6"
    post.rule("option", lines=("rounds 4",))
    assert post.look().ledger.play.state.option(ROUNDS) == "4"
    assert not post.look().ledger.play.state.options, "as by default: nothing is put away"
    with pytest.raises(BadRuling, match="rounds is 4 already"):
        post.rule("option", lines=("rounds 4",))
    post.rule("option", lines=("rounds 6",))
    assert post.look().ledger.play.state.option(ROUNDS) == "6"


@pytest.mark.parametrize(("rounds", "over"), [("4", True), ("6", False)])
def test_4_the_game_has_as_many_rounds_as_were_chosen(rounds: str, over: bool) -> None:
    state = starting_state(TWO_PROVINCES, "march", {"rounds": rounds})
    state.round = 4
    count(Table(state))
    assert bool(state.ending) is over


@pytest.mark.slow
def test_a_draw_needs_all_three() -> None:
    post = joined()
    post.says("north", "draw")
    offer = post.n()
    post.says("south", "draw", offer)
    assert post.look().result is None
    assert "It waits for isles." in report(post.look())
    post.says("isles", "draw", offer)
    result = post.look().result
    assert result is not None
    assert result.winners == ()


@pytest.mark.slow
def test_a_take_back_needs_all_three() -> None:
    post = joined()
    post.order("north", "march moor")
    post.says("north", "takeback", post.n())
    wish = post.n()
    post.says("south", "agree", wish)
    assert post.look().ledger.play.state.armies["north"].at == "moor"
    with pytest.raises(BadStatement, match=worded("ledger.cases.says._can_agree", word="others")):
        post.look("south").say("agree", wish)
    post.says("isles", "agree", wish)
    assert post.look().ledger.play.state.armies["north"].at == ""


def test_who_resigns_has_lost_to_all_others() -> None:
    post = joined()
    post.says("south", "resign")
    result = post.look().result
    assert result is not None
    assert result.winners == ("north", "isles")
    counted = finished_game(post.look())
    assert counted is not None
    lines = {line.name: line for line in standings([counted])}
    assert [lines[name].won for name in ("Ann", "Bob", "Cec")] == [1, 0, 1]
    assert lines["Bob"].lost == 1
    assert lines["Ann"].rating == lines["Cec"].rating > lines["Bob"].rating


def test_a_forfeit_among_three_is_for_the_gm_to_rule() -> None:
    post = joined(terms=Terms(pace=24, ending="forfeit"))
    game = post.look("gm")
    game.tick(1_000_000_000)
    late = 1_000_000_000 + 10 * 24 * 3600
    game.tick(late)
    with pytest.raises(
        BadRuling,
        match=worded("gm.game.Game.timed_out", "north", "south and isles", word="forfeits"),
    ):
        game.timed_out("north", late)
