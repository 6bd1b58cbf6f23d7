"""Statistics count what is in the log, and nothing else."""

from __future__ import annotations

import json
from itertools import groupby

from pbem.club.stats import FORCED, NO_CLOCK, VEILED, stats
from pbem.protocol.bodies import Answer, Mailed
from pbem.reports import stats as told
from tests.moderator.people import Post, played, seated
from tests.says import says


def answered(post: Post) -> list[str]:
    """The sides of all orders in the log, `ready` among them."""
    steps = [entry.body.step for entry in post.look().save.entries]
    bodies = [step.order.body for step in steps if isinstance(step, Mailed)]
    return [body.author for body in bodies if isinstance(body, Answer)]


def values(post: Post) -> list[int]:
    return [roll.value for e in post.look().save.entries for roll in e.body.record.rolls]


def test_every_order_in_the_log_is_one_mail() -> None:
    post = played(24)
    counted = stats(post.look("york"))
    orders = answered(post)
    for side in ("york", "lancaster"):
        assert sum(mails[side] for mails in counted.mails.values()) == orders.count(side)
    assert counted.orders == len(orders)
    assert counted.joins == 2
    assert counted.entries == len(orders) + 3


def test_mails_of_one_side_in_a_row_are_one_sitting() -> None:
    post = played(24)
    counted = stats(post.look())
    orders = answered(post)
    runs = [side for side, _ in groupby(orders)]
    assert len(runs) < len(orders)
    for side in ("york", "lancaster"):
        assert sum(row[side] for row in counted.sittings.values()) == runs.count(side)
    assert "sittings a game turn" in told.text(counted) or len(counted.turns) == 1
    assert sum(row["york"] for row in told.data(counted)["sittings"]) == runs.count("york")


def test_the_game_stopped_once_for_each_mail_and_for_what_is_open() -> None:
    post = played(24)
    counted = stats(post.look())
    stops = sum(sum(kinds.values()) for kinds in counted.stops.values())
    assert stops == counted.orders + len(post.look().ledger.askings)
    readies = counted.stops["york"]["ready"] + counted.stops["lancaster"]["ready"]
    assert readies == 1, "who accepts last is ready with the same mail"
    waited = sum(counted.answers[side]["mail"] for side in counted.sides)
    assert waited == counted.orders - readies


def test_all_decisions_are_told_apart_by_who_gave_them() -> None:
    post = seated()
    post.ready()
    while post.look().requests[0].kind != "muster":
        post.turn()
    side = post.look().requests[0].side
    lines = [f"{lord}: done" for lord in ("march", "norfolk", "warwick_y")]
    before = stats(post.look()).answers[side]
    post.take({"many": post.sent(side, *lines)})
    after = stats(post.look()).answers[side]
    assert after["mail"] == before["mail"] + 1
    assert after["further"] == before["further"] + 2
    assert sum(stats(post.look()).answers[side].values()) == sum(
        decision.side == side for story in post.look().stories() for decision in story.decisions
    )
    forced = [d for story in post.look().stories() for d in story.decisions if d.forced]
    assert sum(a[FORCED] for a in stats(post.look()).answers.values()) == len(forced)


def test_dice_are_those_of_the_log() -> None:
    post = played(40)
    counted = stats(post.look())
    rolls = values(post)
    (together,) = [one for one in counted.dice if one.name == "all dice"]
    assert together.faces == tuple(rolls.count(face) for face in range(1, 7))
    assert sum(one.count for one in counted.dice) == 2 * len(rolls)
    names = post.look().ledger.rules.words.names()
    assert not any(word in names for one in counted.dice for word in one.name.split())


def test_each_mean_stands_beside_that_of_fair_dice() -> None:
    """Six-sided dice: 3.5, in the text as in the JSON, whatever was thrown."""
    counted = stats(played(40).look())
    rows = told.data(counted)["dice"]
    assert [row["fair_mean"] for row in rows] == [3.5] * len(rows)
    (together,) = [one for one in counted.dice if one.name == "all dice"]
    (line,) = [line for line in told.text(counted).splitlines() if line.startswith("  all dice")]
    rolls = values(played(40))
    mean = sum(rolls) / len(rolls)
    assert line.split()[2:5] == [str(together.count), f"{mean:.2f}", "3.50"]


def test_influence_is_that_of_the_position_after_each_entry() -> None:
    post = played(24)
    (points,) = stats(post.look()).course.values()
    assert points[-1].value == post.look().ledger.play.state.influence
    assert points[-1].entry == len(post.look().save.entries) - 1
    assert points[5].value == post.look().before(points[5].entry).ledger.play.state.influence


def test_the_text_fits_a_mail_and_the_json_has_it_all() -> None:
    counted = stats(played(40).look("york"))
    text = told.text(counted)
    assert max(map(len, text.splitlines())) <= 78
    assert NO_CLOCK.split(",")[0] in " ".join(text.split())
    data = json.loads(json.dumps(told.data(counted)))
    assert data["days"] == {}
    assert sum(row.get("york", 0) for row in data["mails"]) > 0
    assert data["stops"]["york"] == dict(counted.stops["york"])


def test_a_game_that_has_not_begun_has_no_dice() -> None:
    text = told.text(stats(seated().look()))
    assert says(text, "reports.stats.NO_DICE")
    assert not says(text, "reports.stats._answers", word="Questions")


def test_1_5_3_with_hidden_mats_only_ones_own_answers_are_counted() -> None:
    post = seated(options={"hidden_mats": "yes"}).play(10)
    counted = stats(post.look("york"))
    assert counted.readable == ("york",)
    assert sum(counted.answers["york"].values()) > 0
    assert not counted.answers["lancaster"]
    assert counted.turns == [""]
    assert not counted.course
    assert VEILED in counted.notes
    assert counted.orders == len(answered(post))
    assert not any(stats(post.look()).answers.values())
    assert "the whole game" in told.text(counted)
