"""A hidden hand can be asked about, and a game put away in between goes on the same."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import pytest

from pbem.engine import codec
from pbem.engine.chance import SeededChance
from pbem.engine.checkpoint import Checkpoint
from pbem.engine.play import Play
from pbem.engine.request import Menu, Option, Request
from pbem.engine.simulate import Policies, go_on
from pbem.engine.standing import StandingOrders, choose
from pbem.engine.table import NAMED, Table, cards_in
from pbem.errors import IllegalOrder
from tests.moderator import ambush
from tests.moderator.ambush import MUST, RULES, SIDES, Pass, Strike, free
from tests.moderator.ambush import Play as PlayCard
from tests.says import sentence


class Counted(SeededChance):
    """Remembers what it was asked about, with its answers."""

    def __init__(self, seed: int | str) -> None:
        super().__init__(seed)
        self.asked: list[bool] = []

    def prove(self, slots: tuple[str, ...], holds: Any) -> bool:
        self.asked.append(super().prove(slots, holds))
        return self.asked[-1]


def begun(seed: int = 1) -> tuple[Play[ambush.State], Counted]:
    chance = Counted(seed)
    play = Play.new(RULES, "open", {})
    play.start(chance)
    return play, chance


def hand(play: Play[ambush.State], chance: SeededChance, side: str) -> list[str]:
    return cards_in(play.state.hands[side], chance.secrets)


def with_a(hold: str, side: str = "york") -> tuple[Play[ambush.State], Counted]:
    """A game in which York has such a card, or (`free`) none that must be played."""
    for seed in range(1, 60):
        play, chance = begun(seed)
        cards = hand(play, chance, side)
        if (free(cards) if hold == "free" else hold in cards) and "DOG" not in cards:
            return play, chance
    raise AssertionError(hold)


def to_the_last_impulse(play: Play[ambush.State], chance: SeededChance) -> None:
    for side in SIDES:
        play.answer(side, "strike", chance)


# -- table.prove ---------------------------------------------------------------------------------


def test_the_rules_go_on_with_the_answer_and_it_stands_in_the_record() -> None:
    play, chance = with_a("AXE")
    to_the_last_impulse(play, chance)
    theirs = any(card in MUST for card in hand(play, chance, "lancaster"))
    play.answer("york", "strike", chance)
    play.answer("lancaster", "strike", chance)
    assert chance.asked == [True, theirs]
    assert play.state.kept == {"york": 1, "lancaster": int(theirs)}


def test_a_game_put_away_after_an_answer_does_not_ask_again() -> None:
    class Twice(ambush.Ambush):
        async def step(self, table: Table[ambush.State]) -> None:
            await ambush.deal(table)
            slots = tuple(table.state.hands["york"])
            table.state.gold["york"] = int(await table.prove(slots, ambush.must_play))
            await ambush.act(table, "york", last=False)
            table.state.turn = ambush.LAST

    chance = Counted(1)
    play = Play.new(Twice(), "open", {})
    play.start(chance)
    (told,) = chance.asked
    again = Play(Twice(), codec.decode(Checkpoint, codec.encode(play.checkpoint)))
    again.resume()
    assert codec.dump(again.state) == codec.dump(play.state)
    assert again.state.gold["york"] == told
    again.answer("york", "strike", chance)
    assert again.result is not None
    assert chance.asked == [told]


def test_odds_go_on_over_a_question_about_a_hand() -> None:
    play, chance = with_a("AXE")
    to_the_last_impulse(play, chance)

    def strikes(table: Table[ambush.State]) -> Policies:
        always = {side: StandingOrders({"act": "strike"}) for side in SIDES}
        return Policies(RULES, table, always, chance.secrets)

    table = go_on(RULES, play.checkpoint, strikes, chance, lambda state: state.turn > 0)
    assert table.state.kept["york"] == 1
    assert chance.asked


# -- a card by name -------------------------------------------------------------------------------


def test_a_named_card_needs_nobody_who_knows_secrets() -> None:
    table: Table[None] = Table(None)
    slot = table.named("HERALD")
    assert at_once(table.open(slot)) == "HERALD"
    assert at_once(table.show(("deck:a:0", slot), "HERALD")) == slot
    assert at_once(table.prove((slot,), lambda cards: list(cards) == ["HERALD"])) is True
    assert cards_in(("deck:a:0", slot), {}) == ["", "HERALD"]


def at_once(rule: Any) -> object:
    """What a rule comes to that awaits nothing."""
    with pytest.raises(StopIteration) as end:
        rule.send(None)
    return end.value.value


def test_a_named_card_is_played_without_an_opening() -> None:
    play, chance = begun()
    shown: list[str] = []
    chance.show = lambda slots, card: shown.append(card) or ""  # type: ignore[method-assign, func-returns-value]
    play.answer("york", "play herald", chance)
    assert (shown, play.state.spent) == ([], ["HERALD"])


# -- what a whole hand must allow ----------------------------------------------------------------


def test_3_2_a_hand_with_a_card_that_must_be_played_may_not_pass() -> None:
    play, chance = with_a("AXE")
    to_the_last_impulse(play, chance)
    before = codec.encode(play.checkpoint)
    with pytest.raises(IllegalOrder, match=r"must be played \(3.2\)"):
        play.answer("york", "pass", chance, "line 1: ")
    assert codec.encode(play.checkpoint) == before
    assert choose(play.request("york"), "pass, strike", hand(play, chance, "york")) == "strike"
    play, chance = with_a("free")
    to_the_last_impulse(play, chance)
    assert play.answer("york", "pass", chance) == "pass"


def needs(hand: Collection[str]) -> bool:
    return "AXE" in hand


@pytest.mark.parametrize(
    ("option", "held", "against"),
    [
        (Option(Strike()), ["BOW"], ""),
        (Option(PlayCard("AXE"), shows="AXE"), ["AXE", "BOW"], ""),
        (
            Option(PlayCard("AXE"), shows="AXE"),
            ["BOW"],
            sentence("engine.option.Option.against", word="you do"),
        ),
        (Option(PlayCard("AXE"), shows="AXE"), ["BOW", ""], ""),
        (
            Option(Strike(), unheld="BOW"),
            ["BOW", ""],
            sentence("engine.option.Option.against", word="you hold that"),
        ),
        (Option(Strike(), unheld="BOW"), ["AXE", ""], ""),
        (
            Option(Pass(), fits=needs),
            ["BOW"],
            sentence("engine.option.Option.against", word="cards"),
        ),
        (Option(Pass(), fits=needs), ["BOW", ""], ""),
        (Option(Pass(), fits=needs), ["AXE"], ""),
    ],
)
def test_a_hand_speaks_against_an_option_as_far_as_it_is_known(
    option: Option, held: list[str], against: str
) -> None:
    assert option.against(held) == against
    if "" not in held:
        assert option.possible(held) == (against == "")


def test_an_unknown_hand_does_not_offer_the_card_to_be_shown() -> None:
    assert not Option(PlayCard("AXE"), shows="AXE").possible([""])
    assert Option(PlayCard("AXE"), shows="AXE").possible(["", "AXE"])


def test_a_card_that_must_not_be_held_may_be_there_by_name() -> None:
    def fill(menu: Menu) -> None:
        menu.offer(Strike(), unheld="HERALD")

    request = Request[Strike]("york", "act", "Now?", "", fill, slots=(NAMED + "HERALD",))
    assert SeededChance(1).against(request, request.options[0]) == sentence(
        "engine.option.Option.against", word="you hold that"
    )


def test_the_only_line_is_asked_where_the_hand_might_not_allow_it() -> None:
    """Else it would be carried out without a look at the hand, or its absence would tell of it."""

    def fill(menu: Menu) -> None:
        menu.offer(Pass(), fits=free)

    assert Request[Pass]("york", "act", "Now?", "", fill).only() is None
    assert Request[Pass]("york", "a", "?", "", lambda menu: menu.offer(Pass())).only()
