"""How the end of a game is told."""

from __future__ import annotations

import pytest

from pbem.drawing.templates import environment
from pbem.engine.ruleset import Result
from pbem.engine.table import Event
from pbem.games.plantagenet.s5_victory import End as Plantagenet
from pbem.games.plantagenet_1450.s20_victory import End as Plantagenet1450
from pbem.games.richard_iii.game import RICHARD_III
from pbem.games.richard_iii.s9_victory import End as RichardIII
from pbem.games.warriors.s13_game_end import End as Warriors
from pbem.ledger.story import Story
from pbem.reports.ending import MOST, Ending, _points, count_sentences, decides, reason_sentence
from tests.reports import samples
from tests.says import sentence

SIDES = {"winner": "York", "beaten": "Lancaster"}


@pytest.mark.parametrize(
    ("score", "reason", "yes"),
    [
        ("Influence", Plantagenet.THRESHOLD.reason(points=45, needed=45, **SIDES), True),
        ("Influence", Plantagenet.TEST_OF_ARMS.reason(winner="York"), False),
        ("Influence", Plantagenet.CAMPAIGN.reason(**SIDES), False),
        ("Legitimacy", Plantagenet1450.LEAD.reason(winner="York", lead=12), True),
        ("Units in England", Plantagenet1450.CAMPAIGN.reason(winner="York"), False),
        ("Victory Points", Warriors.LAST_TURN.reason(winner="York", lead=2), True),
        (
            sentence("games.richard_iii.game.RichardIII.score", word="Lead"),
            RichardIII.NO_HEIR.reason(**SIDES),
            False,
        ),
    ],
)
def test_a_chart_says_whether_its_score_decided_the_game(
    score: str, reason: str, yes: bool
) -> None:
    assert decides(score, reason) == yes


def moment(n: int, *events: tuple[str, str]) -> Story:
    return Story(
        n, "york", f"york:{n}", (), tuple(Event("4.4.3", text, kind) for kind, text in events)
    )


def test_a_death_after_a_battle_belongs_to_it_and_a_swing_is_told_by_who_gained() -> None:
    report = samples.battle("york")
    fought = moment(7, ("battle", "Battle at York"), ("battle_end", "Lancaster wins at York."))
    fate = moment(8, ("battle_death", "March is dead."))
    parley = moment(9, ("", "Exeter Parleys for Lincoln for 2 Influence."))
    tides = moment(
        12,
        ("", "Tides bring York 2 Influence."),
        ("", "Tides bring the Lancastrians 7 Influence."),
    )
    stories = [(fought, 0, None), (fate, 0, None), (parley, 2, 1), (tides, -5, -4)]
    battle, swing = _points(report, "Influence", stories, 10)
    assert (battle.entry, battle.text) == (7, "Lancaster wins at York. March is dead.")
    assert (swing.entry, "the Lancastrians 7" in swing.text) == (12, True), (
        "the Parley turned nothing"
    )


def test_an_heir_in_richard_iii_is_no_less_than_a_battle() -> None:
    report = samples.battle("york")
    battles = [
        (moment(n, ("battle", "Battle"), ("battle_end", f"York wins battle {n}.")), 1, n)
        for n in range(3)
    ]
    heir = moment(9, ("death", "Richmond (Lancaster) is eliminated for good in Sussex."))
    points = _points(report, "Lead", [*battles, (heir, 0, None)], 12)
    assert points[-1].text == heir.events[0].text
    assert len(points) == MOST


def test_a_battle_is_told_by_who_won_it_where_its_end_does_not_say_so() -> None:
    attack, won = ("battle", "Richard attacks Rhys."), ("battle_won", "York wins.")
    stories = [moment(1, attack), moment(2, won, ("battle_end", "Night falls."))]
    points = _points(samples.battle("york"), "", [(one, 0, None) for one in stories], 1)
    assert [point.text for point in points] == [f"{attack[1]} {won[1]}"]


def test_the_count_that_decided_a_game_is_said_with_what_counts() -> None:
    told = Event("8.2", "York has 9 points and Lancaster has 11.")
    events = (Event("8.1", "2 levies disband."), told, Event("8.2", "Richard remains King."))
    (count,) = count_sentences(RICHARD_III.counts, Story(9, "york", "york:9", (), events))
    assert count.startswith(f"{told.text[:-1]} (8.2: {RICHARD_III.counts['8.2']}")
    assert not count_sentences({}, Story(9, "york", "york:9", (), events))


def test_why_a_game_ended_does_not_say_again_who_has_won() -> None:
    report = samples.battle("york")
    reason = RichardIII.NO_HEIR.reason(**SIDES)
    won, _, why = reason.partition(": ")
    assert reason_sentence(report, reason) == f"{why[:1].upper()}{why[1:]}"
    assert Result(("york",), reason).told == reason
    assert Result(("york",), why).told == f"{won}: {why}"
    assert reason_sentence(report, "york resigns") == "York resigns."


def test_the_end_says_what_was_checked_and_folds_what_has_to_wait_where_that_is_long() -> None:
    page = environment().get_template("desk/ending.html.j2")
    values = {"mine": "won", "wins": "", "chart": "", "onward": (), "signs": False}
    values |= {"publishes": False, "published": (), "end": Ending("York", "", None, "", ())}
    long, short = (page.render(verdict=f"In order. {'x' * n}", **values) for n in (300, 30))
    assert "<summary>In order.</summary>" in long
    assert "x" * 300 in long
    assert "<summary>" not in short
