"""What the story tells of those who go along, and of steps of cards that come to nothing."""

from __future__ import annotations

from pbem.games.plantagenet_1450.s7_2_impulses import fill_plays
from pbem.games.plantagenet_1450.s13_2_giving_way import give_way
from pbem.games.plantagenet_1450.s16_4_6_0_withdrawal import withdraw
from pbem.games.plantagenet_1450.s16_4_6_6_commitment import commit
from pbem.games.plantagenet_1450.s16_4_6_11_captures import Captors
from pbem.games.plantagenet_1450.s16_4_7_lone_leaders import surprise
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import Relations, State
from tests.plantagenet_1450.field import (
    LEEDS,
    PONTEFRACT,
    TOWTON,
    deal,
    empty,
    fight,
    menu,
    put,
    run,
)
from tests.plantagenet_1450.impulses import plays, whole
from tests.plantagenet_1450.realm import realm, spend
from tests.says import says, sentence

DERBY, KENT = anchor("derby"), anchor("kent")


def stack(state: State, at: str) -> None:
    """Margaret carries Devon, who holds Norfolk."""
    put(state, "margaret", at)
    put(state, "devon", at, side="lancaster", carrier="margaret")
    put(state, "norfolk", at, side="york", status="captive", captor="devon")


def test_who_gives_way_sails_or_marches_is_told_with_all_who_go_along() -> None:
    along = "with the Earl of Devon (Courtenay) and the captive Duke of Norfolk (Mowbray)."
    state = whole()
    stack(state, DERBY)
    answers = ["margaret: go stafford"]
    game = run(give_way, state, answers, [], ["margaret"], Captors("york"))
    assert game.story[-1].endswith(along)
    assert game.table.events[-1].about[3:] == ("margaret", "devon", "norfolk")
    state = realm(kent="lancaster", sussex="lancaster")
    stack(state, KENT)
    game = spend(state, "lancaster", 1, "margaret: sail sussex with devon")
    assert game.story[-1].endswith(along)


def test_who_withdraws_inside_is_told_with_all_who_go_along() -> None:
    state = empty(york="lancaster")
    put(state, "clifford", PONTEFRACT, "1 men_at_arms 2 billmen")
    put(state, "henry_vi", PONTEFRACT, rides="clifford")
    put(state, "norfolk", PONTEFRACT, side="york", status="captive", captor="henry_vi")
    game = run(withdraw, state, ["withdraw"], [], "lancaster", PONTEFRACT, "warwick")
    assert game.story == [
        sentence(
            "games.plantagenet_1450.s16_4_6_0_withdrawal.go_inside",
            "Lord Clifford",
            "Pontefract Castle with Henry VI and the captive Duke of Norfolk (Mowbray); inside: 1 unit of Men-at-Arms; eliminated: 2 Billmen.",
            word="withdraws",
        )
    ]
    assert game.table.events[-1].about == (PONTEFRACT, "clifford", "henry_vi", "norfolk")


def test_a_committed_leader_and_one_who_gets_away_are_told_in_plain_grammar() -> None:
    state = empty()
    put(state, "margaret", TOWTON, "1 billmen")
    put(state, "warwick", LEEDS, "1 billmen", side="york")
    fight(state)
    game = run(commit, state, ["commit warwick", "commit margaret"])
    assert game.story[-1] == sentence(
        "games.plantagenet_1450.s16_4_6_6_commitment.commit", "Margaret of Anjou", word="committed"
    )
    state = empty()
    put(state, "shrewsbury", TOWTON, side="lancaster")
    put(state, "warwick", LEEDS, "1 billmen", side="york")
    game = run(surprise, state, ["shrewsbury: retreat 1710"], [1], "warwick", TOWTON)
    assert " escapes." in game.story[0]


def test_a_step_that_finds_nobody_is_told_before_and_when_it_happens() -> None:
    state = whole()
    deal(state, "york", "L30", "L40")
    state.relations["ireland"] = Relations("lancaster", 1)
    notes = {
        option.line: str(option.note)
        for option in menu(fill_plays, state=state, side="york").options
    }
    assert says(notes["event l30"], "games.plantagenet_1450.s6_2_5_effects.NOTHING", word="muster")
    assert says(notes["event l30"], "games.plantagenet_1450.s7_2_impulses.event_note")
    assert says(
        notes["event l40"], "games.plantagenet_1450.s6_2_5_effects.NOTHING", word="relations"
    )
    assert says(notes["event l40"], "games.plantagenet_1450.s7_2_impulses.event_note")
    assert says(notes["event l40"], "games.plantagenet_1450.s6_2_5_effects.NO_UNITS")
    assert "and" in notes["event l40"]
    game = plays(state, "york", "event l30")
    assert (
        "Landing in Arms: "
        + sentence("games.plantagenet_1450.s6_2_5_effects.NOTHING", word="muster")
        + "."
        in game.story
    )
    game = plays(state, "york", "event l40")
    assert (
        "Parliament at Drogheda: "
        + sentence("games.plantagenet_1450.s6_2_5_effects.NOTHING", word="relations")
        + "."
        in game.story
    )
    assert (
        "Parliament at Drogheda: "
        + sentence("games.plantagenet_1450.s6_2_5_effects.NO_UNITS")
        + "."
        in game.story
    )


def test_a_step_that_finds_somebody_has_no_warning() -> None:
    state = whole()
    deal(state, "york", "L30", "L40")
    put(state, "richard_york", "foreign:ireland")
    put(state, "norfolk", "foreign:france", side="york")
    options = menu(fill_plays, state=state, side="york").options
    notes = {option.line: str(option.note) for option in options}
    assert not says(
        notes["event l30"] + notes["event l40"], "games.plantagenet_1450.s7_2_impulses.event_note"
    )
