"""`pbem guide`."""

from __future__ import annotations

import re
import subprocess
import sys

from click.testing import CliRunner

from pbem.cli import group
from pbem.reports.guide import contents, find, page
from tests.cli.test_completion import offered
from tests.says import says

HEAVY = {"cryptography", "jinja2", "msgspec", "tomli_w", "pbem.games", "pbem.engine"}


def test_without_a_word_the_chapters_are_listed_and_with_one_it_is_printed() -> None:
    listed = CliRunner().invoke(group, ["guide"])
    assert (listed.exit_code, listed.output) == (0, contents())
    printed = CliRunner().invoke(group, ["guide", "first", "game"])
    assert (printed.exit_code, printed.output) == (0, page(find("first-game")))


def test_help_names_it_at_the_beginning() -> None:
    """After the game that teaches itself."""
    said = CliRunner().invoke(group, ["--help"]).output
    assert re.search(r"Getting started:\n  learn .*\n(?: {4,}.*\n)?  guide ", said)
    assert says(" ".join(said.split()), "cli.group", word="guide")


def test_chapters_come_after_tab() -> None:
    assert offered(["guide"], "o") == ["orders", "odds"]


def test_it_loads_nothing_that_it_does_not_need() -> None:
    code = (
        "import sys; sys.argv = ['pbem', 'guide', 'trust']\n"
        "from pbem.cli import main\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert find("trust").title in done.stdout
    assert not HEAVY & set(done.stdout.splitlines()[-1].split())
