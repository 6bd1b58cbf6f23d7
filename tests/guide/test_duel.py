"""The chapter of the duel, typed by two people in two folders, between whom only emails go."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest

from tests.duel.people import Person, seated, turn
from tests.guide.pages import blocks, prompted

PAGE = "duel"
PASSPHRASE = "a passphrase"


def test_ten_minutes_for_two_work_as_they_are_written(tmp_path: Path) -> None:
    people = {who: Person(tmp_path / who, who) for who in ("ann", "bob")}
    for who, one in people.items():
        (one.folder / "people" / who / "identity.toml").unlink()
    said = ""
    for _, who, line in prompted(PAGE):
        one, other = people[who], people["bob" if who == "ann" else "ann"]
        words = shlex.split(line)
        for name in words:
            if name.startswith("from-"):
                one.gets(other.file, name)
        if words[0] == "new":
            shutil.copyfile(other.folder / "bob.card", one.folder / "bob.card")
        if words[0] == "join":
            one.gets(other.file, "game.toml")
        if words == ["orders", "game.toml"]:
            words += ["--line", one.line_of(PASSPHRASE)]
        done = one.console.type(who, *words, PBEM_PASSPHRASE=PASSPHRASE)
        assert done.code == 0, f"{who}$ pbem {line}\n{done.err}"
        said += done.out
    shown = "".join(blocks(PAGE, "console"))
    for told in re.findall(
        r"^(?:Signed\. Send|Send|You are asked:|Entry) .*$", shown, re.MULTILINE
    ):
        assert told in said, told
    assert re.search(r"^In order\. 6 entries and \d+ dice, all replayed here\.", said, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize("line", re.findall(r"^pbem (.*)$", "".join(blocks(PAGE, "sh")), re.M))
def test_the_other_commands_work(line: str, tmp_path: Path) -> None:
    ann, bob = seated(tmp_path)
    if line.startswith("new "):
        ann.file.unlink()
    while not (line.startswith("new ") or (ann.line() and len(ann.duel.entries) > 14)):
        turn(ann, bob)
        turn(bob, ann)
    words = shlex.split(line)
    yes = ["--yes"] if words[0] == "resign" else []
    done = ann.type(*words, *yes)
    assert done.code == 0, done.err
