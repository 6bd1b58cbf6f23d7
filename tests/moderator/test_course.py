"""Game turns with their entries and scores: in the save, built again by verify, true after a rewind."""

from __future__ import annotations

import pytest

from pbem.errors import NoSuchTurn, ReplayMismatch
from pbem.gm.game import Game
from pbem.ledger import course, tables
from pbem.ledger.frozen import frozen
from pbem.ledger.values import Stretch
from pbem.protocol import save as savefile
from tests.says import worded

from .forger import resigned
from .people import ANN, GM, PLAYERS, Post, joined, seated

LINES = [
    Stretch("turn 1, 1455", 1, frozen({"york": 2})),
    Stretch("turn 2, 1458", 5, frozen({"york": -1})),
    Stretch("turn 3, 1461", 9, frozen({"york": -1})),
]


def of(rules: str, scenario: str, mails: int, **options: str) -> Post:
    post = Post(Game.new(GM, rules, scenario, {}, options, bytes(range(32))).dumps())
    return joined(post).play(mails)


def test_turns_meet_and_the_last_one_lasts_till_now() -> None:
    made = course.turns(LINES, 12)
    assert [(t.number, t.first, t.last, t.score) for t in made] == [
        (1, 1, 4, {"york": 2}),
        (2, 5, 8, {"york": -1}),
        (3, 9, 12, {"york": -1}),
    ]


def test_a_turn_that_has_only_just_begun_has_no_entries_to_tell() -> None:
    assert [turn.number for turn in course.turns(LINES, 8)] == [1, 2]
    assert course.turns([], 0) == []


@pytest.mark.parametrize(("words", "number"), [("2", 2), ("1458", 2), ("TURN 1", 1), ("turn", 3)])
def test_a_turn_is_named_by_number_or_by_words(words: str, number: int) -> None:
    assert course.find(course.turns(LINES, 12), words).number == number


@pytest.mark.parametrize("words", ["4", "0", "1490", " "])
def test_another_turn_is_refused_with_those_there_are(words: str) -> None:
    with pytest.raises(NoSuchTurn, match="2, turn 2, 1458"):
        course.find(course.turns(LINES, 12), words)


@pytest.mark.slow
def test_turns_of_a_game_cover_its_log_and_end_with_the_score_of_then() -> None:
    post = seated(3, "Ia").play(70)
    game = post.look()
    assert len(game.turns) > 1
    entries = [n for turn in game.turns for n in range(turn.first, turn.last + 1)]
    assert entries == list(range(1, len(game.save.entries)))
    for turn in game.turns:
        state = game.before(turn.last).ledger.play.state
        assert turn.score["york"] - turn.score["lancaster"] == state.influence
        assert turn.name == game.ledger.rules.words.turn(
            game.before(max(turn.last - 1, 2)).ledger.play.state
        )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "scenario", "options"),
    [("plantagenet", "Ib", {"hidden_mats": "yes"}), ("richard_iii", "kingmaker", {})],
)
def test_a_verifier_of_a_veiled_game_sees_what_everybody_saw(
    rules: str, scenario: str, options: dict[str, str]
) -> None:
    post = of(rules, scenario, 12, **options)
    game = Game.loads(post.save, ANN)
    assert game.verify()
    (data,) = [data for data in post.saves if len(Game.loads(data).save.entries) == 9]
    then = Game.loads(data)
    assert game.before(8).ledger.play.state == then.ledger.play.state
    assert game.before(8).view("york").position == then.view("public").position


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["richard_iii", "plantagenet"])
def test_a_veiled_position_is_veiled_once(rules: str) -> None:
    """A client veils what the GM has veiled for it already."""
    scenario, options = (
        ("kingmaker", {}) if rules == "richard_iii" else ("Ib", {"hidden_mats": "yes"})
    )
    ledger = of(rules, scenario, 6, **options).look("gm").ledger
    for eyes in ("york", "lancaster", "public"):
        once = ledger.rules.secrets.veil(ledger.play.state, eyes)
        assert ledger.rules.secrets.veil(once, eyes) == once


@pytest.mark.slow
@pytest.mark.parametrize("table", ["course", "position"])
def test_a_course_or_a_public_position_that_the_log_does_not_give_is_found(table: str) -> None:
    post = of("richard_iii", "kingmaker", 6)
    ledger, entries = Game.loads(post.save, GM).ledger, Game.loads(post.save).save.entries
    told = tables.tables(ledger, {})
    wrong = {
        "course": {"turns": ["x"], "first": [1], "score": {"york": [0]}},
        "position": {**told["position"], "turn": 7},
    }
    header = tables.header(ledger, entries)
    made = savefile.write(header, {**told, table: wrong[table]}, entries, GM)
    assert savefile.write(header, told, entries, GM)
    with pytest.raises(ReplayMismatch, match=worded("proof.reader.Reader._proven")):
        Game.loads(made, ANN).verify()


def test_a_change_that_does_not_fit_is_no_crash() -> None:
    post = of("richard_iii", "kingmaker", 2)
    seen = [{"path": ["no", "such", "place"], "value": 1}]
    with pytest.raises(ReplayMismatch):
        Game.loads(resigned(post.save, -1, lambda body: body["record"].update(changes=seen)))


@pytest.mark.slow
def test_after_a_rewind_the_course_goes_on_from_the_turn_gone_back_to() -> None:
    post = seated(3, "Ia").play(70)
    gm = post.look("gm")
    first, second = gm.turns[:2]
    gm.rule("void", "They forgot a rule.", entry=first.last)
    assert [stretch.name for stretch in gm.ledger.course.turns] == [first.name]
    assert gm.turns[0].last == len(gm.save.entries) - 1
    assert Game.loads(gm.dumps()).verify()
    assert second.name != first.name


@pytest.mark.slow
def test_rule_7_what_the_rules_ended_is_final_when_all_have_signed_that_entry() -> None:
    post = seated(1).play(400)
    ended = post.look().save.entries[-1].n
    assert post.look().ledger.cases.result == ended
    for side in PLAYERS:
        assert not post.look().ledger.final
        (receipt,) = post.take({f"over-{side}": post.look(side).say("over", ended).to_text()})
        assert receipt.error is None
    assert post.look().ledger.final
