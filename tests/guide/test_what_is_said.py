"""What README and guide say is so: the die, the cheats, the files, the words, the robot."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import pbem
from pbem.demo import run
from pbem.home.computer import sitting_as
from pbem.mail.read import orders_file
from pbem.protocol.keys import Identity
from tests.guide.pages import GAME, PAGES, README, ROOT, blocks, folder, prose
from tests.moderator.people import GM, played
from tests.protocol.marks import needs_ssh_keygen

PEOPLE = ("gm", "york", "lancaster")


def test_the_readme_opens_in_two_screens() -> None:
    assert PAGES[README].count("\n") <= 100


@pytest.mark.skipif(not (shutil.which("sh") and shutil.which("sha256sum")), reason="needs a shell")
def test_the_die_checked_by_hand_is_what_its_report_says() -> None:
    told = PAGES["verify"]
    (block,) = [block for block in blocks("verify", "sh") if "pbem2/dice" in block]
    found = subprocess.run(["sh", "-c", block], capture_output=True, text=True, check=True).stdout
    byte = int(found[:2], 16)
    value = byte % 6 + 1
    assert byte < 252
    assert f"The hash begins with `{found[:2]}`, which is {byte}." in told
    assert f"of {byte} divided by 6 is {value - 1}, and {value - 1} + 1 = {value}: the die." in told
    assert f"label `march parley st_albans`, rolled {value}." in told
    assert f"march parley st_albans, needs 1-4 (67%), rolled {value}: " in PAGES["first-game"]
    assert "'march parley st_albans#1' 0 | sha256sum" in block
    assert f"  {GAME.rpartition('-')[2]}" in block  # the name shown is how the game's hash begins


@needs_ssh_keygen
def test_the_game_is_checked_without_pbem_as_it_is_written(tmp_path: Path) -> None:
    (line,) = re.findall(r"^\$ pbem-verifier (.*)$", PAGES["verify"], re.MULTILINE)
    name, fingerprint = line.split()
    (tmp_path / name).write_bytes(played(12).save)
    assert fingerprint.startswith("SHA256:")
    words = [sys.executable, "-m", "tests.independent", str(tmp_path / name), GM.public.fingerprint]
    checked = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    assert re.search(r"^good: .*, \d+ entries, \d+ dice, ", checked.stdout, re.MULTILINE)


def test_what_is_found_is_said_in_the_words_that_are_explained() -> None:
    told = PAGES["trust"].partition("## The tables")[2]
    words = set(re.findall(r"^- \*\*([a-z]+)\*\* means that ", told, re.MULTILINE))
    assert len(words) == 6
    rows = re.findall(r"^\| (?!tries|try|who|-).* \|$", told, re.MULTILINE)
    for row in rows:
        assert words & set(re.findall(r"\w+", row.rsplit("|", 3)[1])), row


def headings(path: Path) -> set[str]:
    """What a forge calls the headings of a page in links."""
    titles = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere_on_a_forge(page: str) -> None:
    here = folder(page) / ("README.md" if page == README else f"{page}.md")
    for link in re.findall(r"\]\(([^):]+)\)", prose(page)):
        target, _, heading = link.partition("#")
        path = (folder(page) / target).resolve() if target else here
        assert path.exists(), link
        assert not heading or heading in headings(path), link


@pytest.mark.parametrize("page", PAGES)
def test_the_files_and_folders_it_names_exist(page: str) -> None:
    named = re.findall(r"`((?:pbem|tests|rules_data|templates)/[\w/.]*)`", PAGES[page])
    for name in named:
        assert (ROOT / name).exists(), name


def test_the_words_stand_where_the_table_says() -> None:
    places = re.findall(
        r"\((?:`(\w+)` in )?`(pbem/[\w/]+\.py)`\) \|$", PAGES["words"], re.MULTILINE
    )
    assert len(places) > 25
    for name, file in places:
        text = (ROOT / file).read_text("utf-8")
        assert re.search(rf"^(?:class )?{name}\b", text, re.MULTILINE), (file, name)


def test_a_word_has_one_meaning() -> None:
    table, _, unused = PAGES["words"].partition("\n## Words for one thing only\n")
    words = [
        w for row in re.findall(r"^\| ([a-zA-Z ,]+) \| ", table, re.M) for w in row.split(", ")
    ]
    assert len(words) > 50
    assert {word for word in words if words.count(word) > 1} == {"word"}
    avoided = re.findall(r"^\| .+? \| ([a-z]+)[ ,]", unused, re.M)
    assert "desk" in avoided
    assert not set(avoided) & set(words)


def test_the_orders_shown_can_be_read() -> None:
    shown = [
        block
        for page in PAGES
        for block in blocks(page, "text")
        if block.startswith(("orders = ", "# A secret stack"))
    ]
    assert len(shown) == 2
    for block in shown:
        addressed = f'game = "g"\nside = "york"\nanswers = "x"\n{block}'
        assert tomllib.loads(block)
        assert orders_file.parse(addressed).lines


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game of Towton in which both have joined."""
    save = tmp_path / "game.toml"
    for number, name in enumerate(PEOPLE):
        (tmp_path / name).mkdir()
        Identity(bytes([number + 1] * 32), name).save(tmp_path / name / "identity.toml", "")
    with sitting_as(tmp_path / "gm"):
        run("new", "plantagenet", "towton", "--nonce", "07" * 32, "-o", str(save))
    for side in PEOPLE[1:]:
        with sitting_as(tmp_path / side):
            run("join", str(save), "--as", side, "-o", str(tmp_path / f"{side}.txt"))
    with sitting_as(tmp_path / "gm"):
        run("apply", str(save), "--no-reports", *(str(tmp_path / f"{s}.txt") for s in PEOPLE[1:]))
    return save


@pytest.mark.slow
def test_the_robot_plays(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    *_, code = blocks("python", "python")
    bot = game.with_name("bot.py")
    bot.write_text(code, encoding="utf-8")
    assert len([line for line in code.splitlines() if line and "import" not in line]) <= 10
    asked: list[str] = []
    for turn in range(24):
        now = pbem.open(game)
        if now.result:
            break
        waiting = now.waiting_for()
        asked += [one.kind for one in waiting]
        first = [one.side for one in waiting if one.kind == "ready"]
        mails = []
        for side in first or [one.side for one in waiting]:
            mails.append(str(game.with_name(f"{turn}-{side}.txt")))
            words = [str(bot), str(game), str(game.parent / side / "identity.toml"), mails[-1]]
            monkeypatch.setattr(sys, "argv", words)
            runpy.run_path(str(bot))
        with sitting_as(game.parent / "gm"):
            run("apply", str(game), "--no-reports", *mails)
    assert {"ready", "muster"} <= set(asked)
    assert pbem.open(game).entry > 20 or pbem.open(game).result


def test_every_file_that_is_named_is_there() -> None:
    named = {
        name
        for page in PAGES.values()
        for name in re.findall(r"`((?:pbem|tests)/[\w/]+\.\w+)`", page)
    }
    assert len(named) > 40
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []
