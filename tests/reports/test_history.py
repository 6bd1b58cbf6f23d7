"""The replay of a game: every entry, in order, with the map, and nothing but what all could see."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pbem.duel.duellist import Duellist
from pbem.engine.document import Board
from pbem.engine.policies import presets_of
from pbem.mail.write.outbox import parcel
from pbem.reports.formats.text import text as text_of
from pbem.reports.history import ReplayFrame, frame_parts, steps
from pbem.reports.replay_page import deltas, page
from pbem.reports.report_parts import story_parts
from pbem.reports.summary import wanted
from pbem.round.duels import as_player
from tests.moderator.people import PLAYERS, any_line, asked_in
from tests.moderator.test_course import of
from tests.reports import samples
from tests.reports.test_formats import Tags
from tests.web.tables import Table


def test_a_step_tells_orders_and_sentences_without_dice() -> None:
    step = ReplayFrame(samples.battle("public"), "January-March 1461", opens=True)
    text = text_of(frame_parts(step))
    assert text.startswith("JANUARY-MARCH 1461\n\nEntry 12")
    assert "> warwick_y: march st_albans" in text
    assert "Warwick Marches to St. Albans by Highway." in text
    assert "rolled" not in text
    assert max(map(len, text.splitlines())) <= 78


NASTY = "</template></script><script>\u2028<!--"


def frames(made: str) -> list[str]:
    """The frames of a page, as its script puts them together."""
    _, pieces, shown = game(made)
    now, out = list[int](), []
    for frame in shown:
        for at, gone, *come in frame["edits"]:
            now[at : at + gone] = come
        out.append("".join(pieces[piece] for piece in now))
    return out


def game(made: str) -> tuple[str, list[str], list[dict[str, Any]]]:
    """What the page's script reads: its text, the pieces and the frames."""
    text = made.split('<script type="application/json" id="game">')[1].split("</script>")[0]
    return text, *json.loads(text)


def fragments(steps: list[ReplayFrame]) -> list[str]:
    """What stands between the slider and the script of a page of one step."""
    return [frames(page([step]))[0] for step in steps]


def test_the_page_has_a_frame_for_each_step_and_a_labelled_slider() -> None:
    made = page(
        [
            ReplayFrame(samples.battle("public"), "one", opens=True),
            ReplayFrame(samples.battle("public", NASTY), "one", opens=False),
            ReplayFrame(samples.battle("public"), NASTY, opens=True),
        ]
    )
    found = Tags(made).tags
    tags = [tag for tag, _ in found]
    assert tags.count("script") == 2
    sliders = [attrs for tag, attrs in found if tag == "input"]
    labels = [attrs["for"] for tag, attrs in found if tag == "label" and "for" in attrs]
    assert [(s["type"], s["max"]) for s in sliders] == [("range", "2")]
    assert labels == [sliders[0]["id"]]
    options = [attrs["value"] for tag, attrs in found if tag == "option"]
    assert [value for value in options if value in ("0", "1", "2")] == ["0", "2"]
    assert "entry-12" in options
    text, pieces, shown = game(made)
    assert "</" not in text
    assert "<!" not in text
    assert [frame["opens"] for frame in shown] == [True, False, True]
    assert shown[0]["at"] == "one, entry 12"
    assert [frame["id"] for frame in shown] == ["entry-12", "entry-12.1", "entry-12.2"]
    assert not [piece for piece in pieces if "<script" in piece]


def test_a_frame_is_what_it_would_be_alone() -> None:
    """Whatever stood before it."""
    names = ["battle", "veiled", "ended"]
    steps = [ReplayFrame(samples.SAMPLES[n](), n, opens=True) for n in samples.SAMPLES]
    assert len(steps) > len(names)
    assert frames(page([*steps, *reversed(steps)])) == [
        *fragments(steps),
        *fragments(steps[::-1]),
    ]


def test_edits_go_from_the_last_to_the_first_and_name_each_piece_once() -> None:
    pieces, edits = deltas(["a\nb\nc", "a\nx. c<b>", "", "<i></i>a\nb\nc"])
    assert pieces == ["a\n", "b\n", "c", "x. ", "c<b>", "", "<i>", "</i>a\n"]
    assert edits[:2] == [[(0, 0, 0, 1, 2)], [(1, 2, 3, 4)]]
    now, seen = list[int](), []
    for edit in edits:
        for at, gone, *come in edit:
            now[at : at + gone] = come
        seen.append("".join(pieces[piece] for piece in now))
    assert seen == ["a\nb\nc", "a\nx. c<b>", "", "<i></i>a\nb\nc"]
    assert deltas(["a\nb\nc\n", "a\nx\nc\ny"])[1][1] == [(3, 1, 5), (1, 1, 4)]


SHELL, EACH, LONGEST = 67_000, 2_070, 450
"""Bytes of a page with one step, and of each more; entries of the longest games of bots."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "scenario", "mails"),
    [
        ("plantagenet", "wars_of_the_roses", 20),
        ("richard_iii", "kingmaker", 15),
        ("warriors", "standard_1455", 40),
    ],
)
def test_a_page_grows_by_what_changes(rules: str, scenario: str, mails: int) -> None:
    """So that the page of the longest game stays below 1 MB."""
    played = of(rules, scenario, mails).look()
    whole = list(steps(played))
    assert len(whole) >= mails
    first, half, all_ = (len(page(whole[:n]).encode()) for n in (1, len(whole) // 2, len(whole)))
    assert first < SHELL
    assert half < all_ < half + EACH * (len(whole) - len(whole) // 2)
    assert SHELL + EACH * LONGEST < 1_000_000


def test_a_replay_opens_with_a_title_card_that_does_not_tell_the_end() -> None:
    made = page([ReplayFrame(samples.battle("public"), "January-March 1461", opens=True)])
    card = made.partition('<template id="card">')[2].partition("</template>")[0]
    assert f"<h2>{samples.battle('public').title.replace(chr(39), '&#39;')}</h2>" in card
    assert "<b>The Yorkists</b>" in card
    assert "<b>the Lancastrians</b>" in card
    assert "1 turn, 1 entry" in card
    assert "win" not in card


def test_the_last_step_says_how_the_game_ended() -> None:
    report = samples.over("public")
    step = ReplayFrame(report, "Turn 2", opens=True)
    assert fragments([step])[0].count(wanted(report)) == 1
    assert report.result in " ".join(text_of(frame_parts(step)).split())
    assert (
        "wanted" not in fragments([ReplayFrame(samples.battle("public"), "Turn 1", opens=True)])[0]
    )


@pytest.mark.slow
def test_a_battle_that_policies_fight_in_one_entry_has_its_board(tmp_path: Path) -> None:
    table = Table(tmp_path, "warriors", "tudor_1476")
    reactions = presets_of(table.look().ledger.rules)["sensible"]
    last = 0
    while not (
        whole := [one for one in steps(table.look()) if one.report.entry > last and ended(one)]
    ):
        mails: dict[str, str | bytes] = {}
        last = len(table.look().save.entries) - 1
        for side in asked_in(table.look()):
            game = table.look(side)
            lines = () if game.owes_ready else (any_line(game, table.random),)
            mails[side] = game.orders(lines, reactions=reactions if lines else None).to_text()
        table.take(mails)
    assert all(step.before for step in whole)
    assert all(tray.is_battle for step in whole for tray in step.before)
    gm, first = table.look("gm"), whole[-1].report.entry
    for reader in (*gm.ledger.sides, "public"):
        report = parcel(gm, gm.stories(first, first, reader), reader).report
        assert report.battle_before == whole[-1].before, "the report of the entry has it too"
        assert any(isinstance(part, Board) for part in story_parts(report))


@pytest.mark.slow
def test_a_battle_in_one_entry_of_a_duel_has_its_board_too() -> None:
    ann, bob = PLAYERS.values()
    reader = Duellist.found(ann, "warriors", "tudor_1476", "york", None, bytes(32))
    writer, chance, whole = Duellist.join(bob, reader.email()), Random(3), list[ReplayFrame]()
    policies = dict(presets_of(reader.ledger.rules)["sensible"])
    while not whole:
        before = len(reader.entries)
        assert reader.apply(writer.email()).trouble is None
        frames = steps(as_player(reader), reader.side)
        whole = [one for one in frames if one.report.entry >= before and ended(one)]
        if reader.decides:
            reader.decide((any_line(as_player(reader), chance),), {}, policies)
        reader, writer = writer, reader
    assert all(step.before for step in whole)
    assert all(tray.is_battle for step in whole for tray in step.before)


def ended(step: ReplayFrame) -> bool:
    """Does a battle begin and end in this entry?"""
    kinds = {passage.kind for entry in step.report.entries for passage in entry.passages}
    return {"battle", "battle_end"} <= kinds
