"""A correction is built by choosing: in words, several in one ruling, and what is signed is what the command line signs."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from unittest import mock

import pytest

from pbem.errors import PbemError
from pbem.home import computer
from pbem.ledger.cases import time
from pbem.web.chair.chair import GmDesk
from pbem.web.chair.corrections import correctable, lines_of
from pbem.web.chair.parts import gm_desk
from tests.cli.console import Console
from tests.moderator.people import GM, asked_in, played
from tests.says import says
from tests.web.tables import GAMES, Table, some_games
from tests.web.test_rulings_on_the_map import ringed

DAY = str(time.day("2026-11-23"))


@pytest.fixture(autouse=True)
def the_gm_sits_here(tmp_path: Path) -> Iterator[None]:
    with mock.patch.dict(os.environ, {computer.FOLDER: str(tmp_path / "home"), computer.NOW: DAY}):
        yield


def chair_at(folder: Path, save: bytes) -> GmDesk:
    folder.mkdir(exist_ok=True)
    (folder / "game.toml").write_bytes(save)
    return gm_desk(folder / "game.toml", GM)


def values(html: str) -> dict[str, list[str]]:
    """Of each value that the form offers the lines that can be chosen; none of a number."""
    found = {name: list[str]() for name in re.findall(r'name="(to:[^"]+)"', html)}
    for name, inside in re.findall(r'<select name="(do:[^"]+)".*?>(.*?)</select>', html):
        found[name] = [unescape(line) for line in re.findall(r'value="([^"]+)"', inside)]
    return found


def carried(html: str) -> str:
    """The lines that the form has so far."""
    found = re.search(r'<textarea name="lines" hidden>(.*?)</textarea>', html, re.DOTALL)
    assert found
    return unescape(found[1])


@pytest.mark.slow
def test_what_is_chosen_is_what_the_command_line_signs(tmp_path: Path) -> None:
    save = played(8).save
    for name in ("typed", "clicked"):
        (tmp_path / name).mkdir()
    console = Console(tmp_path / "typed", save)
    patches = ("set lords.march.coin 5", "set favour.oxford lancaster", "remove favour hereford")
    told = [word for line in patches for word in ("--patch", line)]
    done = console.type("gm", "rule", "game.toml", *told, "--reason", "A slip.")
    assert done.code == 0, done
    page = chair_at(tmp_path / "clicked", save)
    html = page.act("correct", {"what": "LORD:march"}).parts["correct"]
    assert "to:lords.march.coin" in values(html)
    chosen = {"to:lords.march.coin": "5", "do:lords.march.at": "", "to:lords.march.carts": ""}
    html = page.act("correct", {**chosen, "what": "PLACE:oxford"}).parts["correct"]
    assert "Coin of March: 1 -&gt; 5" in html
    assert "set favour.oxford lancaster" in values(html)["do:favour.oxford"]
    words = {"lines": carried(html), "do:favour.oxford": "set favour.oxford lancaster"}
    assert "correct" not in page.act("about", {"what": "place:hereford"}).parts
    html = page.act("about", {**words, "kind": "patch", "what": "place:hereford"}).parts["correct"]
    assert "Favour of Oxford: York -&gt; Lancaster" in html
    last = {"lines": carried(html), "do:favour.hereford": "remove favour hereford"}
    answer = page.act("look", {**last, "kind": "patch", "reason": "A slip."})
    for told_so in ("Coin of March: 1 -&gt; 5", "Favour of Hereford: York -&gt; none"):
        assert told_so in answer.parts["preview"]
    assert 'piece="march"' in ringed(answer.parts["preview"])[0]
    signed = page.act("sign", {"token": list(page.previews)[-1]})
    assert "data-held" in html, "it outlives what else comes to the page"
    assert "data-held" not in signed.parts["correct"], "the next one begins anew"
    assert page.file.read_bytes() == console.save.read_bytes()


def test_the_preview_says_whose_orders_will_come_too_late(tmp_path: Path) -> None:
    table = Table(tmp_path, "plantagenet", "Ib").play(4)
    asked = [table.look().ledger.rules.sides[side].name for side in asked_in(table.look())]
    page = chair_at(tmp_path / "t", table.save)
    ruling = {"entry": "2", "reason": "A slip."}
    html = page.act("look", {**ruling, "kind": "uphold"}).parts["preview"]
    assert not says(html, "web.chair.rulings.preview", ..., word="refused")
    html = page.act("look", {**ruling, "kind": "patch", "lines": "set influence 3"}).parts[
        "preview"
    ]
    assert says(html, "web.chair.rulings.preview", " and ".join(asked), word="refused")


def test_a_correction_can_be_taken_out_and_the_last_for_a_place_counts() -> None:
    words = {"lines": "set a.b 1\nset a.c 2", "typed": "add x y", "to:a.b": "3", "do:d": ""}
    assert lines_of(words) == ["set a.b 3", "set a.c 2", "add x y"]


def test_a_line_is_taken_out_of_the_form(tmp_path: Path) -> None:
    page = chair_at(tmp_path / "t", Table(tmp_path, "plantagenet", "Ib").play(2).save)
    html = page.act(
        "correct",
        {"lines": "set lords.march.coin 2\nset influence 3", "without": "set influence 3"},
    ).parts["correct"]
    assert carried(html).split("\n")[:-1] == ["set lords.march.coin 2"]


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "scenario"), GAMES)
def test_every_game_is_corrected_by_choosing(tmp_path: Path, rules: str, scenario: str) -> None:
    """A number made one more changes just that, and the preview tells it in words."""
    page = chair_at(tmp_path / "t", Table(tmp_path, rules, scenario).play(6).save)
    made = correctable(page.game.ledger)
    groups = list(dict.fromkeys(one.group for one in made.things))
    assert len(groups) > 1, groups
    assert len({(one.group, one.name) for one in made.things}) == len(made.things)
    tried = 0
    for thing in made.things:
        open_ones = [one for one in made.spots(thing.id) if one.number and one.now != "hidden"]
        more = [one for one in open_ones if not one.high or int(one.now) < one.high]
        spot = next(iter(more), None)
        if spot is None or tried == 3:
            continue
        words = {f"to:{spot.path}": str(int(spot.now) + 1), "kind": "patch", "reason": "A slip."}
        html = page.act("correct", {**words, "what": thing.id}).parts["correct"]
        told = made.line(f"set {spot.path} {int(spot.now) + 1}", openly=not page.game.ledger.veiled)
        assert told in unescape(html)
        assert spot.path not in told
        tried += 1
    assert tried


@pytest.mark.slow
@some_games("plantagenet", "richard_iii", "plantagenet_1450")
def test_a_value_that_nobody_can_draw_is_refused(tmp_path: Path, rules: str, scenario: str) -> None:
    """A turn 99 was taken, and after it there was no page of the game any more."""
    page = chair_at(tmp_path / "t", Table(tmp_path, rules, scenario).play(6).save)
    made = correctable(page.game.ledger)
    by_words = {spot.words: spot for one in made.things for spot in made.spots(one.id)}
    refused = 0
    for spot in by_words.values():
        verb = "set" if spot.number or spot.choices[0][0].startswith("set") else "add"
        for value in ("-1", "99") if spot.number else ("nonsense",):
            line = f"{verb} {spot.path} {value}"
            try:
                page.act("look", {"kind": "patch", "typed": line, "reason": "A slip."})
            except PbemError:
                refused += 1
    assert refused


@pytest.mark.slow
def test_where_a_hidden_block_is_the_form_does_not_say(tmp_path: Path) -> None:
    """All see others in the places of blocks that stand upright: neither the form nor a preview tells of these."""
    page = chair_at(tmp_path / "t", Table(tmp_path, "richard_iii", "kingmaker").play(8).save)
    made = correctable(page.game.ledger)
    blocks = [one for one in made.things if one.id.startswith("BLOCK:")]
    hidden = [one for one in blocks if made.hidden(one.id)]
    assert 10 < len(hidden) < len(blocks)
    assert {spot.now for one in hidden for spot in made.spots(one.id)} == {"hidden"}
    assert "hidden" in page.act("correct", {"what": hidden[0].id}).parts["correct"]
    answer = page.act("look", {"kind": "void", "entry": "4", "reason": "A wrong die."})
    html = unescape(answer.parts["preview"])
    assert says(html, "templates.desk.chair_parts", word="Hidden")
    assert not [one.name for one in hidden if f"Place of {one.name} " in html]
