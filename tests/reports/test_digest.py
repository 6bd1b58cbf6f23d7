"""What happened since one's last orders is told by who acted: battles whole, passes folded, nothing lost."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest
from msgspec.structs import replace

from pbem.engine.play import Decided
from pbem.engine.table import Event
from pbem.games import installed_games
from pbem.ledger.values import JOINS
from pbem.reports.battles import battles
from pbem.reports.context import PASSES, Context, EntryStory, build, story
from pbem.reports.digest import DECLINES, SEALED, StoryPart, blocks
from pbem.reports.formats import render
from pbem.reports.sentences import READIES
from tests.engine.random_play import RandomGame
from tests.reports import samples
from tests.reports.test_battles import entries as fought
from tests.says import sentence


def order(side: str, line: str, after: int = 0, by: str = "", forced: bool = False) -> Decided:
    return Decided(side, "r-1", line, after, forced=forced, by=by)


def entry(n: int, side: str, decisions: list[Decided], *events: str) -> EntryStory:
    return story(n, side, f"{side}:{n}", decisions, [Event("4.3", text) for text in events])


def folded(*entries: EntryStory, audience: str = "york") -> Context:
    place = samples.battle(audience).position
    made = build("t", "plantagenet", audience, entries, place, [], samples.HEAD, entries[-1].n)
    return replace(made, folded=True, since=entries[0].n)


def told(report: Context) -> list[StoryPart]:
    return blocks(report, battles(report))


def test_entries_of_one_side_in_a_row_are_one_block() -> None:
    report = folded(
        entry(4, "york", [order("york", "march: march ely")], "March marches to Ely."),
        entry(5, "lancaster", [order("lancaster", "exeter_1: march york")], "Exeter marches."),
        entry(6, "lancaster", [order("lancaster", "exeter_1: tax york")], "Exeter taxes."),
    )
    assert [(b.side, b.first, b.last) for b in told(report)] == [
        ("york", 4, 4), ("lancaster", 5, 6)
    ]  # fmt: skip
    text = render(report)
    assert ("What happened" + sentence("reports.context.Context.story_title", 4)).upper() in text
    assert "Entries 5 to 6, by the Lancastrians" in text


def test_who_passes_or_has_no_choice_opens_no_block() -> None:
    report = folded(
        entry(4, "lancaster", [order("lancaster", "exeter_1: march york")], "Exeter marches."),
        entry(5, "york", [order("york", "no"), order("york", "march: pass")], "Exeter feeds."),
        entry(6, "york", [order("york", "no", by="policy")]),
        entry(7, "lancaster", [order("lancaster", "exeter_1: tax york")], "Exeter taxes."),
    )
    (block,) = told(report)
    assert (block.side, block.entries) == ("lancaster", "Entries 4 to 7")
    passed = [passage.text for passage in block.passages if passage.kind == PASSES]
    assert passed == ["the Yorkists x2", "the Yorkists (by policy)"]
    assert "  Passed: the Yorkists x2\n" in render(report)


def test_a_policy_that_leaves_the_answer_to_its_player_is_no_order() -> None:
    report = folded(entry(4, "york", [order("york", "ask", by="policy"), order("york", "no")]))
    texts = [passage.text for block in told(report) for passage in block.passages]
    assert texts == ["the Yorkists"]


def test_to_stand_is_no_pass() -> None:
    report = folded(
        entry(4, "lancaster", [order("lancaster", "exeter_1: march york")], "Exeter approaches."),
        entry(5, "york", [order("york", "stand")], "Battle."),
    )
    assert [block.side for block in told(report)] == ["lancaster", "york"]


def test_a_reaction_within_an_entry_has_its_own_block() -> None:
    decisions = [
        order("lancaster", "exeter_1: march york"),
        order("york", "norfolk: intercept", 1, by="policy"),
        order("lancaster", "exeter_1: tax york", 2),
    ]
    report = folded(entry(4, "lancaster", decisions, "Exeter marches.", "Norfolk intercepts."))
    assert [block.side for block in told(report)] == ["lancaster", "york", "lancaster"]


def test_what_follows_from_a_mere_ready_is_headed_by_who_acts_in_it() -> None:
    acts = [order("lancaster", "exeter_1: tax york", 1)]
    ready = [
        story(4, "york", "york is ready", [], [Event("3.1", "Cards are drawn.")]),
        story(5, "york", "york is ready", acts, [Event("4.6", "A die."), Event("4.6", "Taxes.")]),
    ]
    blocks_ = [(block.side, block.entries) for block in told(folded(*ready))]
    assert blocks_ == [("", "Entries 4 to 5"), ("lancaster", "Entry 5")]
    text = render(replace(folded(*ready), folded=False))
    assert "Entry 5, by the Lancastrians\n" in text
    assert "the Yorkists\n" not in text.partition("Position")[0].partition("happened")[2]
    for shown in (text, render(folded(*ready))):
        assert "Cards are drawn." in shown


def test_an_entry_is_headed_by_all_who_chose_something_in_it() -> None:
    both = [order("york", "march: march ely"), order("lancaster", "no", by="policy")]
    forced = [order("york", "march: march ely"), order("lancaster", "no", forced=True)]
    told_ = {4: both, 5: forced}
    text = render(replace(folded(*(entry(n, "york", told_[n]) for n in told_)), folded=False))
    assert "Entry 4, by the Yorkists and the Lancastrians\n" in text
    assert "Entry 5, by the Yorkists\n" in text


def test_a_battle_of_many_entries_is_one_block_with_all_its_dice_and_chances() -> None:
    report = folded(*fought())
    assert [(b.side, bool(b.battle), b.entries) for b in told(report)] == [
        ("york", False, "Entry 10"), ("", True, "Entries 10 to 13"), ("york", False, "Entry 13")
    ]  # fmt: skip
    text = " ".join(render(report).split())
    assert text.count("Battle at York: Warwick attacks Clifford (entries 10 to 13)") == 1
    assert "protection militia, needs 1 (17%), rolled 4: no" in text
    assert "death clifford, needs 1-2 (33%), rolled 5: no" in text


def test_dice_are_not_hidden_in_a_page() -> None:
    dice = [Event("4.4.2", f"protection militia{n}", "die", "1-3", 2) for n in ("", " 2")]
    report = folded(story(4, "york", "york:4", [order("york", "march: march ely")], dice))
    assert "<details>" not in render(report, "html").partition('id="position"')[0]
    assert "<details>" in render(replace(report, folded=False), "html")


def test_sealed_orders_say_that_they_came_and_the_clock_says_nothing() -> None:
    report = folded(
        entry(4, "york", [order("york", "march: march ely")]),
        entry(5, "lancaster", []),
        story(6, "gm", "tick", [], []),
    )
    assert [(b.side, b.passages[0].text) for b in told(report)] == [
        ("york", "march: march ely"), ("lancaster", SEALED)
    ]  # fmt: skip


def test_who_sits_down_and_is_ready_is_told_in_one_line() -> None:
    def joins(n: int, side: str, name: str, *more: Event) -> EntryStory:
        joins = Event("", f"{name} joins.", JOINS, about=(side, name))
        return story(n, side, f"{side} accepts", [], [joins, *more])

    def is_ready(n: int, side: str) -> EntryStory:
        return story(n, side, f"{side} is ready", [], [Event("", "a link of its own", READIES)])

    report = folded(
        joins(1, "lancaster", "a robot"),
        joins(2, "york", "Ann", Event("", "a link of its own", READIES)),
        is_ready(3, "lancaster"),
        entry(4, "york", [order("york", "march: march ely")], "March marches to Ely."),
        is_ready(5, "lancaster"),
    )
    assert [(b.title(report), b.passages[0].text) for b in told(report)] == [
        ("Entries 1 to 3", "Lancaster (a robot) and York (Ann) join the game."),
        ("Entry 4, by the Yorkists", "march: march ely"),
        ("Entry 5", "Lancaster is ready."),
    ]
    text = render(report)
    assert "SHA256" not in text
    assert "link" not in text
    assert "a link of its own" in render(replace(report, folded=False)), (
        "entry by entry it is told in full"
    )


def test_own_lines_that_were_not_carried_out_are_told_the_enemys_are_not() -> None:
    left = ("march: tax york",)
    mine = story(4, "york", "york:4", [], [Event("1", "x")], left, "the Battle comes first")
    theirs = story(5, "lancaster", "lancaster:5", [], [Event("1", "y")], left, "secret why")
    text = render(folded(mine, theirs))
    assert "Not carried out (the Battle comes first): march: tax york" in text
    assert "secret why" not in text


def test_entry_by_entry_is_as_it_was() -> None:
    passing = entry(5, "york", [order("york", "no")])
    acts = entry(4, "lancaster", [order("lancaster", "exeter_1: march york")], "Exeter marches.")
    text = render(replace(folded(acts, passing), folded=False, since=0))
    assert "WHAT HAPPENED\n" in text
    assert "Entry 5, by the Yorkists\n  > no\n" in text


def test_json_has_the_blocks_and_the_chance_of_each_die() -> None:
    made = json.loads(render(folded(*fought()), "json"))
    assert [block["battle"] for block in made["blocks"]][1].startswith("Battle at York")
    dice = [d for block in made["blocks"] for p in block["passages"] for d in p["dice"]]
    assert [(die["needed"], die["chance"]) for die in dice] == [
        ("1", 1 / 6), ("1", 1 / 6), ("1-2", 2 / 6), ("", None)
    ]  # fmt: skip
    assert json.loads(render(replace(folded(*fought()), folded=False), "json"))["blocks"] == []


@pytest.mark.parametrize("rules", installed_games())
def test_nothing_but_passes_is_folded_in_any_game(rules: str) -> None:
    game = RandomGame(rules, next(iter(samples.find(rules).scenarios())), 7)
    made: list[EntryStory] = []
    for n, play in enumerate(game.steps(), 1):
        writer = play.decisions[0].side if play.decisions else "gm"
        made.append(story(n, writer, f"{writer}:{n}", play.decisions, play.events))
        play.begin_entry()
        if n == 60:
            break
    place = play.rules.report(play.state, "public", {})
    report = build("t", rules, "public", made, place, [], samples.HEAD, made[-1].n)
    told_all = told(replace(report, folded=True))
    kept = [p for block in told_all for p in block.passages if p.kind != PASSES]
    every = [p for one in report.entries for p in one.passages]
    lines = [p.text.split()[-1] for p in every if p.kind == "order"]
    assert [p for p in kept if p.text != SEALED] == [
        p for p in every if p.kind != "order" or p.text.split()[-1] not in DECLINES
    ]
    assert len(told_all) < len(made)
    assert lines
    assert all((a.side, a.battle) != (b.side, b.battle) for a, b in pairwise(told_all))
