"""3.1.3, C127 The table event by moment: when a Hold Event for any moment can be played, and when not."""

from __future__ import annotations

import pytest

from pbem.engine.request import Request
from pbem.engine.table import Moment, Table
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet import sequence
from pbem.games.plantagenet.s3_1_arts_of_war import resolve_event
from pbem.games.plantagenet.s4_2_command import actions
from pbem.games.plantagenet.s6_scenarios import setup
from pbem.games.plantagenet.state import LEVY, State
from tests.plantagenet.cards.hand import hold
from tests.plantagenet.cards.moments import (
    CAMPAIGN,
    OTHERS,
    PHASES,
    never,
    other,
    play,
    position,
    run,
    shows,
    told,
    watch,
)
from tests.plantagenet.field import put, vassal
from tests.says import says, sentence
from tests.scripted import Scripted

# Every step of the sequence of play, before anything in it


def offered_at_start(card: str, step: str, state: State) -> bool:
    hold(state, card, other(card))
    state.step = step
    state.plan = {"york": ["pass"], "lancaster": []}
    table = Table(state)
    rule = sequence.step(table)
    try:
        effect = rule.send(None)
        while isinstance(effect, Moment) and not table.events:
            if shows(effect.requests[0], card):
                return True
            effect = rule.send(None)
    except StopIteration:
        pass
    finally:
        rule.close()
    return False


@pytest.mark.parametrize("step", [*LEVY, *CAMPAIGN])
@pytest.mark.parametrize("card", PHASES)
def test_c127_each_step_of_levy_and_campaign_begins_with_a_moment(card: str, step: str) -> None:
    assert offered_at_start(card, step, position(card)) == (step in PHASES[card])


@pytest.mark.parametrize("step", ["arts_of_war", "muster", "plan", "feed", "reset"])
@pytest.mark.parametrize("card", OTHERS)
def test_c127_cards_with_a_moment_of_their_own_have_no_other(card: str, step: str) -> None:
    assert not offered_at_start(card, step, position())


@pytest.mark.parametrize("card", ["Y13", "L13"])
def test_c127_y13_l13_a_respite_between_wars_is_no_moment(card: str) -> None:
    state = setup("wars_of_the_roses")
    state.war_winner = "york"
    assert not offered_at_start(card, "respite", state)


# The condition of the card narrows it


def test_c127_y20_only_while_london_is_yorkist_and_york_or_warwick_there() -> None:
    for spoil in ("away", "favour"):
        state = position()
        secrets = hold(state, "Y20")
        if spoil == "away":
            state.lords["york"].at = "ely"
        else:
            state.favour.pop("london")
        state.step = "feed"
        game = Scripted(state, secrets=secrets)
        game.run(sequence.step)
        assert game.passed
        never(game, "Y20")


def test_c127_y24_only_while_edward_iv_is_on_the_calendar() -> None:
    state = position("Y24")
    put(state, "edward_iv", "london")
    hold(state, "Y24")
    state.step = "ready_vassals"
    game = Scripted(state)
    game.run(sequence.step)
    never(game, "Y24")


def test_c127_y13_l13_only_while_the_enemy_holds_something() -> None:
    for card in ("Y13", "L13"):
        state = position()
        hold(state, card)
        state.step = "ready_vassals"
        game = Scripted(state)
        game.run(sequence.step)
        never(game, card)


# Levy: draws, Pay, Exiles, Muster, Events


def draws(card: str) -> tuple[State, Scripted]:
    """Arts of War, with cards on top that ask nobody: the first two of each side."""
    state = position(card)
    for side, first in (("york", ["Y6", "Y8"]), ("lancaster", ["L6", "L10"])):
        state.cards[side] = [*first, *(c for c in state.cards[side] if c not in first)]
    secrets = hold(state, card, other(card))
    state.step = "arts_of_war"
    return state, Scripted(state, secrets=secrets)


@pytest.mark.parametrize("drawn", [0, 1, 2, 3])
@pytest.mark.parametrize("line", ["play y13", "play l13", "play y20", "play y24 london"])
def test_c127_each_draw_is_a_moment(line: str, drawn: int) -> None:
    card = line.split()[1].upper()
    state, game = draws(card)
    play(
        game, line, lambda game: told(game, "draw the Event") == drawn and told(game, "shuffle") > 1
    )
    game.run(sequence.step)
    played = next(n for n, text in enumerate(game.story) if f"({card})" in text)
    before = [
        text
        for text in game.story[:played]
        if says(text, "games.plantagenet.s3_1_arts_of_war.resolve_event", word="draw")
    ]
    assert len(before) == drawn
    assert state.held[lords.facts().cards[card].side] == []


@pytest.mark.parametrize("card", ["Y12", "L20"])
def test_c127_a_truce_has_no_moment_in_the_levy(card: str) -> None:
    _, game = draws(card)
    game.run(sequence.step)
    never(game, card)


def test_c127_y24_at_the_start_of_the_levy_edward_is_there_when_events_are_drawn() -> None:
    state, game = draws("Y24")
    play(game, "play y24 london")
    game.run(sequence.step)
    assert "Edward IV Musters at London" in game.story[1]
    assert state.lords["edward_iv"].at == "london"


def due_in_pay(state: State, card: str) -> None:
    """Each side has two Vassals to pay and an Exile to bring back."""
    ready = [id for id, counter in state.vassals.items() if counter.status == "ready"]
    for side in state.order():
        (lord,) = lords.on_map_lords(state, side)
        for id in (ready.pop(), ready.pop()):
            vassal(state, lord, id, state.box)
        away = [id for id, piece in lords.lords_of(state, side).items() if piece.at == "calendar"]
        exile = next(id for id in away if id != "edward_iv" and scenario.exile_boxes_of(state, id))
        state.lords[exile].box, state.lords[exile].exile = state.box, True


@pytest.mark.parametrize("step", ["pay_lords", "pay_vassals", "muster_exiles", "muster"])
@pytest.mark.parametrize("card", ["Y13", "L13", "Y20", "Y24"])
def test_c127_before_each_question_of_the_levy_to_either_side(card: str, step: str) -> None:
    state = position(card)
    due_in_pay(state, card)
    secrets = hold(state, card, other(card))
    answers = {
        "pay_lords": ["pay", "pay"],
        "pay_vassals": ["pay all", "pay all"],
        "muster_exiles": ["done", "done"],
        "muster": ["done", "done"],
    }[step]
    if card == "Y24" and step == "muster_exiles":  # that has a window for it
        answers.insert(state.order().index("york"), "no")
    state.step = step
    game = Scripted(state, answers, secrets=secrets)
    seen = watch(game, card)
    game.run(sequence.step)
    asked = [n for n, r in enumerate(game.asked) if not r.kind.startswith("held_")]
    assert {game.asked[n].side for n in asked} == {"york", "lancaster"}
    assert set(asked) <= set(seen)


@pytest.mark.parametrize("card", ["Y13", "L13", "Y20", "Y24"])
def test_c127_pay_troops_before_either_side_pays(card: str) -> None:
    state = position(card)
    secrets = hold(state, card, other(card))
    state.step = "pay_troops"
    game = Scripted(state, secrets=secrets)
    seen: list[int] = []

    def at_moment(request: Request) -> str:
        seen.extend([told(game, "Coin")] * shows(request, card))
        return ""

    game.at_moment = at_moment
    game.run(sequence.step)
    assert 0 in seen
    assert max(seen) > 0, "one side has paid, the other not"


def test_c127_y24_in_pay_he_may_act_in_the_muster_of_this_levy() -> None:
    state = position("Y24")
    secrets = hold(state, "Y24")
    state.step = "pay_lords"
    game = Scripted(state, ["pay", "pay"], secrets=secrets)
    play(game, "play y24 london")
    game.run(sequence.step)
    state.step = "muster"
    game = Scripted(state, ["done", "done"])
    game.run(sequence.step)
    (own,) = [r for r in game.asked if r.side == "york"]
    assert any(option.line.startswith("edward_iv: ") for option in own.options)


@pytest.mark.parametrize("card", ["Y13", "L13", "Y20", "Y24"])
def test_c127_a_muster_is_a_moment_for_its_own_side_and_for_the_enemy(card: str) -> None:
    line = f"play {card.lower()}" + (" london" if card == "Y24" else "")
    for whose in ("york", "lancaster"):
        state = position(card)
        secrets = hold(state, card, other(card))
        state.step = "muster"
        lord = next(
            id for id in state.lords if lords.on_map(state, id) and lords.side_of(id) == whose
        )
        answers = {side: ["done"] for side in state.order()}
        answers[whose] = [f"{lord}: carts", "done"]
        game = Scripted(
            state, [line for side in state.order() for line in answers[side]], [], secrets
        )
        play(
            game, line, lambda game, whose=whose: "Carts" in game.story[-1] if game.story else False
        )  # type: ignore[misc]
        game.run(sequence.step)
        assert state.held[lords.facts().cards[card].side] == [], whose
        after = [r for r in game.asked if r.side == whose and r.kind == "muster"]
        assert len(after) == 2, "the same Muster goes on"


def test_c31_y24_in_the_enemys_muster_he_may_not_act_in_the_own_one() -> None:
    state = position("Y24")
    state.rebel, state.king = "lancaster", "york"
    secrets = hold(state, "Y24")
    state.step = "muster"
    game = Scripted(state, ["done", "done"], secrets=secrets)
    play(game, "play y24 london", lambda game: game.asked == [] and len(game.passed) > 1)
    game.run(sequence.step)
    assert state.lords["edward_iv"].at == "london"
    assert [r.side for r in game.asked] == ["lancaster", "york"]
    assert not any(option.line.startswith("edward_iv") for option in game.asked[1].options)


def spider(card: str) -> tuple[State, Scripted]:
    state = position()
    put(state, "march", "ludlow")
    vassal(state, "march", "essex")
    vassal(state, "march", "dudley")
    secrets = hold(state, card, other(card))
    state.step = "arts_of_war"
    answers = ["test essex", "march: keep essex", "march: keep dudley"]
    return state, Scripted(state, answers, [5, 5], secrets)


def test_c127_y20_before_the_check_that_l27_forces() -> None:
    """March's rating is one higher by it than 4 would be: the price in the menu says so at once."""
    notes = []
    for played in (False, True):
        state, game = spider("Y20")
        if played:
            play(game, "play y20", lambda game: [r.kind for r in game.asked][-2:] == ["spider"] * 2)
        run(game, resolve_event, "lancaster", "L27")
        keep = next(request for request in game.asked if request.kind == "keep_vassal")
        notes.append(keep.options[0].note)
        assert ("Y20" in state.in_force) == played
    before, after = (int(note.rpartition("-")[2]) for note in notes)
    assert after == min(5, before + 2)


@pytest.mark.parametrize("kind", ["spider", "keep_vassal"])
@pytest.mark.parametrize("card", ["Y13", "L13", "Y20"])
def test_c127_before_each_question_that_an_event_puts_to_either_side(card: str, kind: str) -> None:
    state, game = spider(card)
    count = 1 if kind == "spider" else 3
    play(game, f"play {card.lower()}", lambda game: len(game.asked) == count)
    run(game, resolve_event, "lancaster", "L27")
    assert state.held[lords.facts().cards[card].side] == []
    assert game.asked[count].kind == kind


def test_c127_y20_between_the_price_of_a_check_and_its_die() -> None:
    state, game = spider("Y20")
    before = state.influence
    play(game, "play y20", lambda game: game.table.state.influence != before)
    run(game, resolve_event, "lancaster", "L27")
    dice = [event for event in game.table.events if event.kind == "die"]
    assert all(event.needed == dice[0].needed for event in dice)
    assert game.story.index("The Yorkists play Yorkist Parade (Y20).") < len(game.story) - 1


# Nothing more is asked, and nothing tells who holds what


@pytest.mark.parametrize("step", ["ready_vassals", "feed", "grow", "pay_vassals"])
def test_c127_a_moment_is_no_question(step: str) -> None:
    state = position()
    secrets = hold(state, "Y13", "Y20", "L13", "L20")
    state.step = step
    game = Scripted(state, secrets=secrets)
    game.run(sequence.step)
    assert game.asked == []
    assert game.passed


def test_c127_whether_and_how_a_moment_comes_does_not_depend_on_the_hand() -> None:
    found = []
    for card in ("Y13", "Y1"):
        state = position()
        secrets = {"held:x": card}
        state.held["york"], state.held["lancaster"] = ["held:x"], ["held:y"]
        state.step = "feed"
        game = Scripted(state, secrets=secrets)
        game.run(sequence.step)
        found.append(
            [
                (r.side, r.kind, r.question, [(o.line, o.note) for o in r.options])
                for r in game.passed
            ]
        )
    assert found[0] == found[1]


def test_c127_a_side_that_holds_nothing_has_no_moment() -> None:
    state = position()
    state.step = "feed"
    game = Scripted(state)
    game.run(sequence.step)
    assert game.passed == []


def test_c127_a_card_just_played_cannot_be_shown_again_to_the_question_after_it() -> None:
    state = position()
    secrets = hold(state, "Y13", "L1")
    state.step = "command"
    game = Scripted(state, ["york: pass"], secrets=secrets)
    play(game, "play y13")
    run(game, actions, "york")
    assert game.asked[0].slots == ()
    assert not any(shows(request, "Y13") for request in game.asked)


def test_c127_several_cards_at_one_moment_and_rebels_first() -> None:
    state = position()
    secrets = hold(state, "Y13", "Y20", "L13")
    state.step = "feed"
    game = Scripted(state, secrets=secrets)
    game.at_moment = lambda request: next(
        (
            o.line
            for o in request.options
            if o.possible({secrets[s] for s in request.slots}) and o.shows
        ),
        "",
    )
    game.run(sequence.step)
    played = [text for text in game.story if " play " in text]
    assert len(played) == 2, "with their Aspielles played the Lancastrians hold nothing to look at"
    assert all("Yorkists" in text for text in played) == (state.rebel == "york")


def test_c127_y24_before_the_question_of_an_enemys_event() -> None:
    state = position("Y24")
    secrets = hold(state, "Y24")
    state.step = "arts_of_war"
    game = Scripted(state, ["done"], secrets=secrets)
    seen = watch(game, "Y24")
    run(game, resolve_event, "lancaster", "L14")
    assert [request.kind for request in game.asked] == ["reinforce"]
    scots = sentence("games.plantagenet.cards.events_of_lords.reinforce", "Scots", word="Troops")
    asking = f'Now, before the Lancastrians answer "{scots}'
    assert game.passed[-1].question.startswith(asking)
    assert 0 in seen


def test_c127_who_draws_a_hold_event_is_told_alone_that_moments_pass_unasked() -> None:
    state, game = draws("Y13")
    state.cards["york"] = ["Y11", *(card for card in state.cards["york"] if card != "Y11")]
    play(game, "play y13", lambda game: False)
    game.run(sequence.step)
    told_alone = [(e.to, "`event`" in e.text) for e in game.table.events if e.to]
    assert told_alone == [("york", False), ("york", True)], (
        "which card it is, then how it is played"
    )
