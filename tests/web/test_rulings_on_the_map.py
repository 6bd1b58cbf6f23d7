"""What a ruling would change is marked on the map before it is signed, as everybody may see it; mails outlive the chair."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from unittest import mock

import pytest

from pbem.errors import BadPatch, PbemError
from pbem.gm.game import Game
from pbem.home import computer
from pbem.round import pile
from pbem.web.chair.chair import GmDesk
from pbem.web.chair.parts import gm_desk
from tests.moderator.people import EVE, GM, asked_in
from tests.says import says, sentence
from tests.web.tables import GAMES, Table
from tests.web.worlds import two_worlds, unhashed


@pytest.fixture(autouse=True)
def the_gm_sits_here(tmp_path: Path) -> Iterator[None]:
    with mock.patch.dict(os.environ, {computer.FOLDER: str(tmp_path / "home")}):
        yield


def chair_at(folder: Path, save: bytes) -> GmDesk:
    folder.mkdir(exist_ok=True)
    (folder / "game.toml").write_bytes(save)
    page = gm_desk(folder / "game.toml", GM)
    page.whole()
    return page


def ringed(html: str) -> list[list[str]]:
    """What is marked on each map."""
    maps = re.findall(r"<svg .*?</svg>", html, re.DOTALL)
    return [re.findall(r'data-(\w+="[^"]+") class="changed"', one) for one in maps]


@pytest.mark.slow
def test_a_correction_is_marked_on_the_map_of_before_and_after(tmp_path: Path) -> None:
    page = chair_at(tmp_path / "t", Table(tmp_path, "plantagenet", "Ib").play(6).save)
    words = {"kind": "patch", "lines": "set lords.march.coin 9\nset favour.oxford lancaster"}
    answer = page.act("look", {**words, "reason": "A slip."})
    assert ringed(answer.parts["preview"]) == [['place="oxford"', 'piece="march"']] * 2
    assert "map" not in answer.parts, "the page itself stays as it is"
    page.act("sign", {"token": list(page.previews)[-1]})
    assert "Lancastrian" in page.act("peek", {"what": "place:oxford"}).parts["hint"]


def test_what_changes_nothing_on_the_map_draws_none(tmp_path: Path) -> None:
    page = chair_at(tmp_path / "t", Table(tmp_path, "plantagenet", "Ib").play(2).save)
    answer = page.act("look", {"kind": "house", "house": "No phones.", "reason": "They ring."})
    assert ringed(answer.parts["preview"]) == []
    assert says(answer.parts["preview"], "templates.desk.chair_parts", word="map does not")


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "scenario"), GAMES)
def test_every_game_has_its_map_in_the_chair(tmp_path: Path, rules: str, scenario: str) -> None:
    table = Table(tmp_path, rules, scenario).play(12)
    page = chair_at(tmp_path / "t", table.save)
    assert 'class="chart"' in page.whole()
    places = [place.id for place in page.stand.picture.places] if page.stand else []
    assert f'data-place="{places[0]}"' in page.act("all", {}).parts["map"]
    answer = page.act("look", {"kind": "void", "entry": "4", "reason": "A wrong die."})
    before, after = ringed(answer.parts["preview"])
    assert before
    assert [what for what in before if what.startswith("place")] == [
        what for what in after if what.startswith("place")
    ]


@pytest.mark.slow
def test_the_map_of_the_chair_keeps_every_secret(tmp_path: Path) -> None:
    pages = []
    for n, post in enumerate(two_worlds()):
        with mock.patch.dict(os.environ, {computer.FOLDER: str(tmp_path / f"home{n}")}):
            page = chair_at(tmp_path / str(n), post.save)
            answer = page.act("look", {"kind": "void", "entry": "5", "reason": "A wrong die."})
            pages.append(unhashed(page.whole() + answer.parts["preview"]))
    assert pages[0] == pages[1]


@pytest.mark.slow
def test_a_correction_that_is_refused_names_only_what_all_may_know(tmp_path: Path) -> None:
    table = Table(tmp_path, "plantagenet", "Ib", options={"hidden_mats": "yes"}).play(8)
    page = chair_at(tmp_path / "t", table.save)
    lords = page.game.ledger.play.state.lords
    lord, card = next((id, one.capabilities[0]) for id, one in lords.items() if one.capabilities)
    line = f"set lords.{lord}.capabilities.9 {card}"
    with pytest.raises(BadPatch, match="there is: 0"):
        page.game.rule("patch", "A slip.", 0, "", [line])
    for typed, told in (
        (line, sentence("engine.patch._key", 9, "nothing", word="there")),
        (f"add lords.{lord}.capabilities {card}", sentence("web.chair.rulings.HIDDEN")),
    ):
        with pytest.raises(PbemError, match=told):
            page.act("look", {"kind": "patch", "lines": typed, "reason": "A slip."})


@pytest.mark.slow
def test_a_pile_outlives_the_program(tmp_path: Path) -> None:
    table = Table(tmp_path, "plantagenet", "Ib").play(3)
    page = chair_at(tmp_path / "t", table.save)
    game, told = page.game.ledger.game, table.look("york").say("say", 0, "Well met").to_text()
    for name, text in (("word.txt", told), ("bad.txt", "no block"), ("other.txt", "nor here")):
        page.drop(name, text.encode())
    page.act("leave", {"name": "other.txt"})
    assert "2 mails" in page.keep()
    assert "kept" in page.keep()
    files = list(pile.folder(game).iterdir())
    assert [stat.S_IMODE(one.stat().st_mode) for one in files] == [0o600] * 2
    assert stat.S_IMODE(pile.folder(game).stat().st_mode) == 0o700
    files[1].with_name(files[1].name[:5] + "-" + "0" * pile.DIGITS).write_bytes(b"\xc1")
    again = chair_at(tmp_path / "t", table.save)
    assert list(again.pile.mails) == ["word.txt", "bad.txt"]
    assert again.pile.named() == page.pile.named()
    again.act("take", {"pile": again.pile.named()})
    assert [one.ok for one in again.taken] == [True, False]
    assert chair_at(tmp_path / "t", (tmp_path / "t" / "game.toml").read_bytes()).keep() == ""


@pytest.mark.slow
def test_a_claim_outlives_the_program_until_it_is_logged(tmp_path: Path) -> None:
    table = Table(tmp_path, "plantagenet", "Ib").play(3)
    page = chair_at(tmp_path / "t", table.save)
    claim = Game.loads(table.save, EVE).claim(asked_in(table.look())[0], "I take over.").to_text()
    page.drop("claim.txt", claim.encode())
    page.act("take", {"pile": page.pile.named()})
    assert page.requests()
    again = chair_at(tmp_path / "t", (tmp_path / "t" / "game.toml").read_bytes())
    assert list(again.pile.mails) == ["claim.txt"]
    again.act("take", {"pile": again.pile.named()})
    again.act("seat", {"name": "claim.txt", "reason": "He is away."})
    again.act("sign", {"token": list(again.previews)[-1]})
    assert pile.waiting(again.game.ledger.game) == 0
